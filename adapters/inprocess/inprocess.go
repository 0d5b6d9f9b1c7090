// Package inprocess makes an [adapters.Target] of a Go function.
//
// A panic of the function is a failure of the target, not of the harness. Two things no package can
// recover from, and both end the whole program: a stack overflow, and a panic in a goroutine that the
// function started itself. A function that never returns cannot be ended either; its goroutine is
// left behind, which is why [Target] gives up after [MaxHung] of them.
package inprocess

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// MaxHung is how many calls may be left behind without an answer before the target is given up.
const MaxHung = 20

// maxIdle is how many workers wait for the next call; more than the window of a harness is no use.
const maxIdle = 64

// Target asks a function. It is safe for concurrent use if the function is.
type Target struct {
	hello  wire.Hello
	answer func(context.Context, wire.Request) wire.Answer

	mu     sync.Mutex
	idle   []*worker
	hung   int
	closed bool
}

var _ adapters.Target = (*Target)(nil)

// New returns a target that claims hello and answers with answer.
//
// answer is called once for each request, by as many goroutines as the caller of [Target.Do] has. It
// must not keep or change the request. The context it is given is the one of Do. A nil function is
// a target that does not start.
func New(hello wire.Hello, answer func(ctx context.Context, req wire.Request) wire.Answer) *Target {
	if hello.Wire == "" {
		hello.Wire = wire.Version
	}
	return &Target{hello: hello, answer: answer}
}

// Hello implements [adapters.Target]. It returns what was given to [New].
func (t *Target) Hello(ctx context.Context) (wire.Hello, error) {
	if t.answer == nil {
		return wire.Hello{}, &adapters.Failure{Kind: adapters.NotStarted, Detail: "the function of the in-process target is nil"}
	}
	if err := ctx.Err(); err != nil {
		return wire.Hello{}, interrupted(err)
	}
	if t.hello.Wire != wire.Version {
		return wire.Hello{}, &adapters.Failure{Kind: adapters.BadHello,
			Detail: "the target speaks " + value.ShowText(t.hello.Wire, 40) + "; this harness speaks only " + wire.Version}
	}
	return t.hello, nil
}

// Window implements [adapters.Windowed]: a function runs on the harness's own processors.
func (t *Target) Window() int { return runtime.GOMAXPROCS(0) }

// Do implements [adapters.Target].
//
// With a context that can never end the function runs in the caller's goroutine. With any other it
// runs in one of the target's own, which are reused, so that Do returns when the context ends: past
// its deadline with a failure of kind Hung, cancelled with one of kind Interrupted.
func (t *Target) Do(ctx context.Context, req wire.Request) (wire.Answer, error) {
	if t.answer == nil {
		return nil, &adapters.Failure{Kind: adapters.NotStarted, Detail: "the function of the in-process target is nil"}
	}
	if req == nil {
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the harness asked a nil request"}
	}
	if err := ctx.Err(); err != nil {
		return nil, interrupted(err)
	}
	if ctx.Done() == nil {
		if f := t.refuses(); f != nil {
			return nil, f
		}
		return unpack(t.call(ctx, req))
	}
	w, f := t.take()
	if f != nil {
		return nil, f
	}
	w.jobs <- job{ctx, req}
	select {
	case got := <-w.done:
		t.put(w)
		return unpack(got)
	case <-ctx.Done():
	}
	t.abandon(w)
	return nil, interrupted(ctx.Err())
}

// Close implements [adapters.Target]. It does not wait for functions that never returned.
func (t *Target) Close() error {
	t.mu.Lock()
	idle := t.idle
	t.idle, t.closed = nil, true
	t.mu.Unlock()
	for _, w := range idle {
		close(w.jobs)
	}
	return nil
}

// outcome is what came of one call.
type outcome struct {
	answer  wire.Answer
	failure *adapters.Failure
}

func unpack(o outcome) (wire.Answer, error) {
	if o.failure != nil {
		return nil, o.failure
	}
	return o.answer, nil
}

// call runs the function and turns whatever happens into an outcome.
func (t *Target) call(ctx context.Context, req wire.Request) (out outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = outcome{failure: &adapters.Failure{Kind: adapters.Crashed, Detail: "panic: " + firstLine(p)}}
		}
	}()
	a := t.answer(ctx, req)
	if a == nil {
		return outcome{failure: &adapters.Failure{Kind: adapters.Garbage, Detail: "the function answered nil"}}
	}
	return outcome{answer: a}
}

// firstLine is the first line of a panic, bounded. Stacks and further lines may hold secrets.
func firstLine(p any) string {
	line, _, _ := strings.Cut(fmt.Sprint(p), "\n")
	return value.ShowText(line, 300)
}

func interrupted(err error) *adapters.Failure {
	if err == context.DeadlineExceeded {
		return &adapters.Failure{Kind: adapters.Hung, Detail: "no answer before the deadline of the call"}
	}
	return &adapters.Failure{Kind: adapters.Interrupted, Detail: "the call was cancelled"}
}
