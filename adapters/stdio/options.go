package stdio

import (
	"runtime"
	"time"
)

// Options say how to run a target. The zero value of every member but Command is a sensible default.
type Options struct {
	// Command is the program and its arguments; no shell reads it.
	Command []string
	// Dir is the working directory of the target, the harness's own if empty. A relative program
	// with a slash in it is looked up in Dir.
	Dir string
	// Env is the whole environment, as in os/exec; nil is the harness's own.
	Env []string

	// StartTimeout bounds the time from the start of the process to its hello. Default 10 s.
	StartTimeout time.Duration
	// CallTimeout bounds the time from sending a request to its answer. Default 5 s.
	CallTimeout time.Duration
	// CloseTimeout is how long a target may take to end after bye, before it is ended with
	// SIGTERM; half a second later comes SIGKILL. Default 2 s.
	CloseTimeout time.Duration
	// MaxLine is the longest line the target may write, in bytes without the newline; it bounds the
	// memory of the harness. Default 64 MiB.
	MaxLine int
	// MaxRestarts bounds how often in a row the target may end without having answered a single
	// request: one more such end than this, and the target is given up with a failure of kind
	// Exhausted. Every answer sets the count back, so that a target that fails on many cases but
	// not on all is still taken through the whole suite. Default 20, negative for none.
	MaxRestarts int
	// MaxProcesses bounds how many processes run at once where the target is not persistent.
	// Default GOMAXPROCS.
	MaxProcesses int
	// StderrTail is how many of the last bytes of standard error are kept. Default 16 KiB.
	StderrTail int

	// OnStderr, if not nil, is given everything the target writes to standard error, for a search
	// for secrets. OnNoise is given every line of standard output that is not a message of the
	// protocol. Both are called from the goroutine that reads (one for each stream and process), get
	// a slice that is only valid during the call, and must return quickly.
	OnStderr func([]byte)
	OnNoise  func([]byte)
	// OnAnswer, if not nil, is given the text of every answer that belongs to an open request, as
	// OnNoise is.
	OnAnswer func([]byte)
}

// withDefaults fills in what is zero.
func (o Options) withDefaults() Options {
	o.StartTimeout = orDefault(o.StartTimeout, 10*time.Second)
	o.CallTimeout = orDefault(o.CallTimeout, 5*time.Second)
	o.CloseTimeout = orDefault(o.CloseTimeout, 2*time.Second)
	o.MaxLine = orDefault(o.MaxLine, 64<<20)
	o.MaxProcesses = orDefault(o.MaxProcesses, runtime.GOMAXPROCS(0))
	o.StderrTail = orDefault(o.StderrTail, 16<<10)
	switch {
	case o.MaxRestarts == 0:
		o.MaxRestarts = 20
	case o.MaxRestarts < 0:
		o.MaxRestarts = 0
	}
	return o
}

func orDefault[T int | time.Duration](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}
