package stdio

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// cookieName is the variable by which processes are recognised that left their process group.
const cookieName = "CONFORM_TARGET_RUN"

func newCookie() string { return rand.Text() }

func environment(opts Options) []string {
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	return append(make([]string, 0, len(env)+1), env...)
}

// startError is why a program could not be started, with what to do about it.
type startError struct {
	what string
	hint string
}

func (e *startError) Error() string {
	if e.hint == "" {
		return e.what
	}
	return e.what + " (" + e.hint + ")"
}

// lookUp finds the program of the command.
func lookUp(opts Options) (string, error) {
	if len(opts.Command) == 0 || opts.Command[0] == "" {
		return "", &startError{"the command is empty", ""}
	}
	word := opts.Command[0]
	if opts.Dir != "" {
		if info, err := os.Stat(opts.Dir); err != nil || !info.IsDir() {
			return "", &startError{"the working directory " + printable([]byte(opts.Dir), maxShown) + " is no directory", ""}
		}
	}
	name := word
	if strings.ContainsRune(word, '/') || strings.ContainsRune(word, filepath.Separator) {
		if !filepath.IsAbs(word) && opts.Dir != "" {
			name = filepath.Join(opts.Dir, word)
		}
	}
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrDot) {
		err = nil
	}
	if err != nil {
		return "", explainLookUp(word, name, err)
	}
	return filepath.Abs(path)
}

func explainLookUp(word, name string, err error) error {
	shown := printable([]byte(word), maxShown)
	inPath := word == name && !strings.ContainsRune(word, '/')
	info, statErr := os.Stat(name)
	switch {
	case strings.ContainsAny(word, " \t") && statErr != nil:
		return &startError{shown + " was not found", "the first word of the command contains a blank; give the program and its arguments as separate words"}
	case statErr == nil && info.IsDir():
		return &startError{shown + " is a directory", ""}
	case statErr == nil && inPath:
		return &startError{shown + " was not found in PATH", "there is a file of that name here: write ./" + shown}
	case statErr == nil || errors.Is(err, fs.ErrPermission):
		return &startError{shown + " is not executable", executableHint(word)}
	case inPath:
		return &startError{shown + " was not found in PATH", ""}
	}
	return &startError{shown + " was not found", "no such file"}
}

// executableHint names the interpreter a script is usually started with.
func executableHint(word string) string {
	switch filepath.Ext(word) {
	case ".js", ".mjs", ".cjs":
		return "start it with its interpreter: node " + printable([]byte(word), maxShown)
	case ".py":
		return "start it with its interpreter: python3 " + printable([]byte(word), maxShown)
	case ".sh":
		return "start it with its interpreter: sh " + printable([]byte(word), maxShown)
	}
	return "chmod +x makes a file executable"
}

// explainStart renders the error of a process that was found but did not start.
func explainStart(word string, err error) string {
	var known *startError
	if errors.As(err, &known) {
		return known.Error()
	}
	shown := printable([]byte(word), maxShown)
	if errors.Is(err, syscall.ENOEXEC) {
		return shown + " is not a program this system can run (" + executableHint(word) + "; a script needs a first line such as #!/usr/bin/env node)"
	}
	if errors.Is(err, fs.ErrNotExist) {
		return shown + " was found, but the interpreter its first line names was not"
	}
	return shown + " could not be started: " + printable([]byte(err.Error()), maxShown)
}
