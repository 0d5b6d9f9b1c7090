// Command conform is a conformance suite for agent action protocols.
//
// `conform run --target COMMAND` puts an implementation through the cases of a legal-state table and
// says, requirement by requirement, what it does wrong. `conform help` lists the other commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
)

// The exit codes. Scripts depend on them.
const (
	exitOK          = 0 // the target conforms
	exitFailed      = 1 // it does not
	exitUsage       = 2 // usage, configuration or table error
	exitIncomplete  = 3 // the target could not be started, or cases stayed untested
	exitInterrupted = 4 // ended from outside; the report is partial
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // most of the memory is the suite, which stays; room for a second one is not needed
	}
	// The first Ctrl-C ends the run in good order; from then on the second one ends the process.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exit is an error with an exit code of its own; an err of nil says nothing.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// run executes one command line and returns its exit code. Whatever goes wrong is said on one or a few
// lines of standard error; a panic of our own is an internal error, never a trace on the screen.
func run(ctx context.Context, args []string, s streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(s.err, "conform: internal error: %s\n", value.ShowText(preview.Text(fmt.Sprint(p)), 400))
			fmt.Fprintf(s.err, "conform: this is a fault of conform %s, not of the target; please report it with the command line\n", version)
			code = exitUsage
		}
	}()
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	if text := err.Error(); text != "" {
		fmt.Fprintf(s.err, "conform: %s\n", text)
	}
	var with *exit
	if errors.As(err, &with) {
		return with.code
	}
	return exitUsage
}
