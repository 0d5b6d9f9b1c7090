package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Protocol is what a target of this package claims to judge.
const Protocol = "mcp"

// The bounds of a session.
const (
	defaultStart = 60 * time.Second // a first `npx` downloads the server
	defaultCall  = 5 * time.Second
	maxRestarts  = 60
	maxTools     = 500
)

// Options say how a server is reached: by Command or by URL.
type Options struct {
	Command []string
	URL     string
	// Dir is the working directory of the command, Env is added to its environment.
	Dir string
	Env []string
	// StartTimeout bounds start and initialisation (0 is 60 s), CallTimeout one call (0 is 5 s).
	StartTimeout, CallTimeout time.Duration
	// OnStderr, where set, is given what the command writes to standard error.
	OnStderr func([]byte)
}

// Target is an MCP server. It is safe for concurrent use; calls are made one at a time.
type Target struct {
	opts Options

	mu      sync.Mutex
	client  *client
	raw     *connection
	spare   wireLink // started ahead, nil where there is none
	hello   *wire.Hello
	unheard *adapters.Failure // why there is no hello; a server that did not start is not started again
	tools   []wire.Tool
	started int
	closed  bool
}

var _ adapters.Target = (*Target)(nil)

// New returns a target. Nothing is started yet.
func New(opts Options) *Target {
	if opts.StartTimeout <= 0 {
		opts.StartTimeout = defaultStart
	}
	if opts.CallTimeout <= 0 {
		opts.CallTimeout = defaultCall
	}
	return &Target{opts: opts}
}

// Hello implements [adapters.Target]: it starts the server, initialises it and lists its tools.
func (t *Target) Hello(ctx context.Context) (wire.Hello, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.hello != nil:
		return *t.hello, nil
	case t.unheard != nil:
		return wire.Hello{}, t.unheard
	}
	ctx, cancel := context.WithTimeout(ctx, t.opts.StartTimeout)
	defer cancel()
	c, f := t.connected(ctx)
	if f != nil {
		t.unheard = f
		return wire.Hello{}, f
	}
	tools, err := c.list(ctx, maxTools)
	if err != nil {
		t.unheard = t.lost(ctx, adapters.BadHello, "the server does not list its tools: "+err.Error())
		return wire.Hello{}, t.unheard
	}
	t.ahead()
	one := false
	name, version := c.server()
	t.tools = tools
	t.hello = &wire.Hello{Wire: wire.Version, Name: name, Version: version, Capabilities: wire.Capabilities{
		Operations: []wire.Operation{wire.OpToolCall, wire.OpExchange}, Protocols: []string{Protocol}, Numbers: wire.NumbersDouble,
		Errors: wire.ErrorsMessages, Pipeline: &one,
	}}
	return *t.hello, nil
}

// Tools returns the tools the server listed; nil before [Target.Hello].
func (t *Target) Tools() []wire.Tool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tools
}

// connected returns the client, starting the server where there is none.
func (t *Target) connected(ctx context.Context) (*client, *adapters.Failure) {
	switch {
	case t.closed:
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the target is closed"}
	case t.client != nil:
		return t.client, nil
	}
	if f := t.starting(); f != nil {
		return nil, f
	}
	c, err := dial(ctx, t.opts)
	if err != nil {
		return nil, startFailure(ctx, err)
	}
	t.client = c
	return c, nil
}

// starting counts the starts of the server.
func (t *Target) starting() *adapters.Failure {
	if t.started++; t.started > maxRestarts {
		return &adapters.Failure{Kind: adapters.Exhausted, Detail: fmt.Sprintf("the server had to be started more than %d times", maxRestarts)}
	}
	return nil
}

func startFailure(ctx context.Context, err error) *adapters.Failure {
	if errors.Is(ctx.Err(), context.Canceled) {
		return &adapters.Failure{Kind: adapters.Interrupted, Detail: "interrupted while the server started"}
	}
	f := &adapters.Failure{Kind: adapters.NotStarted, Detail: value.ShowText(err.Error(), 300)}
	var d *dialError
	if errors.As(err, &d) {
		f.Stderr = d.stderr
	}
	return f
}

// lost ends a client that is of no more use and says why.
func (t *Target) lost(ctx context.Context, kind adapters.FailureKind, detail string) *adapters.Failure {
	f := &adapters.Failure{Kind: kind, Detail: value.ShowText(detail, 300)}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		f.Kind = adapters.Interrupted
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.Kind, f.Detail = adapters.Hung, "no answer in time"
	}
	if t.client != nil {
		t.client.close()
		f.Stderr = t.client.stderr()
		t.client = nil
	}
	return f
}

// Do implements [adapters.Target].
func (t *Target) Do(ctx context.Context, req wire.Request) (wire.Answer, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch req := req.(type) {
	case wire.ToolCall:
		return t.call(ctx, req)
	case wire.Exchange:
		return t.exchange(ctx, req)
	default:
		return nil, &adapters.Failure{Kind: adapters.ShimError, Detail: "an MCP server is asked nothing but tool calls"}
	}
}

// call calls a tool, and then pings the server: the answer counts only if the server outlives it.
func (t *Target) call(ctx context.Context, req wire.ToolCall) (wire.Answer, error) {
	starting, cancelStart := context.WithTimeout(context.WithoutCancel(ctx), t.opts.StartTimeout)
	defer cancelStart()
	c, f := t.connected(starting)
	if f != nil {
		return nil, f
	}
	outer := ctx
	ctx, cancel := context.WithTimeout(ctx, t.opts.CallTimeout)
	defer cancel()
	v, err := c.call(ctx, req)
	if err != nil && ctx.Err() != nil && outer.Err() == nil {
		// The call takes its time; that is a fault of some calls and not of others. A server that still
		// answers a ping did not hang.
		after, cancelPing := context.WithTimeout(outer, t.opts.CallTimeout)
		defer cancelPing()
		if c.ping(after) == nil {
			return wire.Reject(wire.TimedOut, ""), nil
		}
	}
	if err != nil {
		return nil, t.lost(ctx, adapters.Crashed, "the server closed the connection: "+err.Error())
	}
	if err := c.ping(ctx); err != nil {
		return nil, t.lost(ctx, adapters.Crashed, "the server answered the call, and nothing after it: "+err.Error())
	}
	return v, nil
}

// Close implements [adapters.Target].
func (t *Target) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	if t.client != nil {
		t.client.close()
		t.client = nil
	}
	if t.raw != nil {
		t.raw.close()
		t.raw = nil
	}
	if t.spare != nil {
		t.spare.close()
		t.spare = nil
	}
	return nil
}
