package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	conform "github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestMain(m *testing.M) {
	if os.Getenv(echoName) != "" {
		if err := echoServer(); err != nil {
			os.Exit(1)
		}
		return
	}
	testscript.Main(m, map[string]func(){
		"conform":     main,
		"faketarget":  fakeTarget,
		"strictagent": func() { runAgent(agent.Strict) },
		"naiveagent":  func() { runAgent(agent.Naive) },
	})
}

// TestScripts runs testdata/script: one short script for each thing a user does.
func TestScripts(t *testing.T) {
	for _, tool := range []string{"node", "python3"} {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		if os.Getenv("CI") != "" {
			t.Errorf("%s is not installed, so the scripts that need it cannot run", tool)
		}
		t.Logf("NOT TESTED: %s is not installed; the scripts that need it are skipped", tool)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			shims, err := filepath.Abs("../../adapters/shims")
			if err != nil {
				return err
			}
			e.Setenv("SHIMS", shims)
			e.Setenv("PEERS", peersDir(t))
			for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
				e.Setenv(name, goEnv(t, name))
			}
			return os.WriteFile(filepath.Join(e.WorkDir, "builtin.yaml"), conform.BuiltinTable(), 0o644)
		},
		Condition: func(cond string) (bool, error) {
			if lang, ok := strings.CutPrefix(cond, "sdk:"); ok {
				return sdkInstalled(t, lang)
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"edit": scriptEdit, "await": scriptAwait, "replay": scriptReplay, "lastline": scriptLastLine, "gzipped": scriptGzipped, "nosecret": scriptNoSecret,
		},
	})
}

func runAgent(answer func(wire.ChatWire) agent.Answer) {
	if err := agent.Command(answer); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// peersDir is where `make peers-chat` installs the SDKs the generated launchers are for.
func peersDir(t *testing.T) string {
	dir, err := filepath.Abs("../../adapters/peers/chat")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// sdkInstalled reports whether the SDK of a language's launcher is there, and says loudly where it is not.
// CI does not install them: it takes longer than all tests, and needs the network.
func sdkInstalled(t *testing.T, lang string) (bool, error) {
	trace, ok := map[string]string{"node": "node/node_modules/openai/package.json", "python": "python/.venv/lib/python*/site-packages/pydantic_ai", "go": "go/bin/eino"}[lang]
	if !ok {
		return false, fmt.Errorf("no SDK of %q", lang)
	}
	if found, err := filepath.Glob(filepath.Join(peersDir(t), trace)); err != nil || len(found) == 0 {
		t.Logf("NOT TESTED: the SDK of the generated %s launcher is not installed; `make peers-chat` does that", lang)
		return false, nil
	}
	return true, nil
}

// goEnv is a setting of the go command: scripts have a home of their own, but need not compile everything anew.
func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// fakeTarget is a target that behaves as its argument says: sound, naive, crash, logs or hang.
func fakeTarget() {
	answer := func(ctx context.Context, req wire.Request) wire.Answer { return reference.Answer(req, wire.Policies{}) }
	hello := reference.Hello()
	hello.Name, hello.Version = "fake", "1"
	sound := answer
	switch mode := os.Args[1]; mode {
	case "sound":
	case "naive": // a missing input becomes {}
		answer = func(ctx context.Context, req wire.Request) wire.Answer {
			p, ok := req.(wire.ParseRequest)
			if o, isObject := p.Value.(value.Object); ok && isObject && !o.Has("input") {
				req = wire.ParseRequest{Protocol: p.Protocol, Value: append(o[:len(o):len(o)], value.Member{Name: "input", Value: value.Object{}})}
			}
			return sound(ctx, req)
		}
	case "crash": // on one case only
		answer = func(ctx context.Context, req wire.Request) wire.Answer {
			if p, ok := req.(wire.ParseRequest); ok && value.Equal(p.Value, value.Object{{Name: "type", Value: value.String("finish")}}) {
				fmt.Fprintln(os.Stderr, "fatal: no summary")
				os.Exit(7)
			}
			return sound(ctx, req)
		}
	case "logs": // everything it is sent
		answer = func(ctx context.Context, req wire.Request) wire.Answer {
			if p, ok := req.(wire.ParseRequest); ok {
				fmt.Fprintf(os.Stderr, "received %s\n", value.Encode(p.Value))
			}
			return sound(ctx, req)
		}
	case "hang": // at once, after saying so
		answer = func(ctx context.Context, req wire.Request) wire.Answer {
			_ = os.WriteFile("hanging", nil, 0o644)
			select {}
		}
	default:
		fmt.Fprintln(os.Stderr, "faketarget: no mode", mode)
		os.Exit(2)
	}
	if err := stdio.Serve(context.Background(), os.Stdin, os.Stdout, inprocess.New(hello, answer)); err != nil {
		fmt.Fprintln(os.Stderr, "faketarget:", err)
		os.Exit(1)
	}
}

// scriptEdit replaces a text in a file: edit FILE OLD NEW.
func scriptEdit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	old := ts.ReadFile(args[0])
	if !strings.Contains(old, args[1]) {
		ts.Fatalf("%s does not contain %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(old, args[1], args[2], 1)), 0o644))
}

// scriptAwait waits until a file is there: await FILE.
func scriptAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
	}
	ts.Fatalf("%s did not appear within a minute", args[0])
}

// scriptReplay runs the two replay commands of the first failure in a report, as a person would paste
// them: replay FILE. The one with conform must fail again, the one without must be answered.
func scriptReplay(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: replay FILE")
	}
	_, after, ok := strings.Cut(ts.ReadFile(args[0]), "\n    replay    ")
	if !ok {
		ts.Fatalf("there is no replay command in %s", args[0])
	}
	lines := strings.SplitN(after, "\n", 3)
	again := exec.Command("sh", "-c", lines[0])
	again.Dir, again.Env = ts.MkAbs("."), append(os.Environ(), "PATH="+ts.Getenv("PATH"))
	out, err := again.CombinedOutput()
	if again.ProcessState == nil || again.ProcessState.ExitCode() != exitFailed {
		ts.Fatalf("%s\ndid not fail: %v\n%s", lines[0], err, out)
	}
	bare := exec.Command("sh", "-c", strings.TrimSpace(lines[1]))
	bare.Dir, bare.Env = again.Dir, again.Env
	if out, err = bare.CombinedOutput(); err != nil || !strings.Contains(string(out), `"accepted":`) {
		ts.Fatalf("%s\nwas not answered: %v\n%s", lines[1], err, out)
	}
}

// scriptLastLine compares the last line of a file: lastline FILE TEXT.
func scriptLastLine(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: lastline FILE PREFIX")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	last := text[strings.LastIndex(text, "\n")+1:]
	if strings.HasPrefix(last, args[1]) == neg {
		ts.Fatalf("the last line is %q", last)
	}
}

// scriptGzipped writes a file in gzip without the end of it, as one is left by a process that was killed.
func scriptGzipped(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: gzipped OUT IN")
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, err := z.Write([]byte(ts.ReadFile(args[1])))
	ts.Check(err)
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out.Bytes()[:out.Len()-9], 0o600))
}

// scriptNoSecret fails where a file of a folder holds a text.
func scriptNoSecret(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: nosecret DIR TEXT")
	}
	files := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), args[1]) {
			err = fmt.Errorf("%s holds it:\n%s", path, text)
		}
		return err
	}))
	if files == 0 {
		ts.Fatalf("%s has no file", args[0])
	}
}
