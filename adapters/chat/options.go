package chat

import "time"

// Options say how to run a launcher. The zero value of every member but Command is a sensible default.
type Options struct {
	// Command is the program and its arguments; no shell reads it.
	Command []string
	// Dir is its working directory, the harness's own if empty.
	Dir string
	// Env is the whole environment, nil for the harness's own. The addresses are added.
	Env []string
	// StartTimeout bounds the time from the start to the first request to the model. Default 90 s: some
	// runtimes load for half a minute on a busy machine.
	StartTimeout time.Duration
	// TurnTimeout bounds one prompt. Default 20 s.
	TurnTimeout time.Duration
	// Window is how many prompts may be open at once. Default 8.
	Window int
	// Protocols are those whose scenarios are played. Default is the built-in table's for the wire the
	// launcher is seen to speak.
	Protocols []string
}

func (o Options) withDefaults() Options {
	if o.StartTimeout <= 0 {
		o.StartTimeout = 90 * time.Second
	}
	if o.TurnTimeout <= 0 {
		o.TurnTimeout = 20 * time.Second
	}
	if o.Window <= 0 {
		o.Window = 8
	}
	return o
}

// The bounds nobody sets.
const (
	maxLine      = 16 << 20 // bytes of a launcher's line
	maxBody      = 64 << 20 // bytes of a request's body
	stderrTail   = 8 << 10
	hangTime     = 1500 * time.Millisecond // how long a tool that hangs keeps its connection
	maxAbandoned = 6                       // prompts without an end before the process is started anew
	maxStarts    = 40
	closeTime    = 2 * time.Second
)
