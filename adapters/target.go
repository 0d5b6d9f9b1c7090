// Package adapters says what a target is: an implementation under test that answers requests. How each
// kind of target is reached is the business of its subpackages.
package adapters

import (
	"context"

	"github.com/actionconform/conform/spec/wire"
)

// Target is an implementation under test.
//
// Do may be called from many goroutines at once (up to the window the harness chose from the
// capabilities); answers may come in any order. A target that cannot answer returns a *[Failure]; it
// never panics and never blocks past its context. After a Failure of kind [Crashed] or [Hung] the next Do
// finds a fresh instance of the implementation; one of kind [Garbage] concerns its own request alone.
type Target interface {
	// Hello starts the target where needed and returns what it claims.
	Hello(ctx context.Context) (wire.Hello, error)
	// Do asks one thing.
	Do(ctx context.Context, req wire.Request) (wire.Answer, error)
	// Close ends the target and everything it started. It may be called twice.
	Close() error
}

// Windowed is a target that gains nothing from more than so many open requests; a harness opens no more.
type Windowed interface{ Window() int }

// FailureKind says in which way a target failed to answer; a failure is never a verdict.
type FailureKind string

// The kinds of failure.
const (
	NotStarted  FailureKind = "not-started" // not found, not executable, ended before hello
	BadHello    FailureKind = "bad-hello"   // wrong wire version or no usable hello
	Crashed     FailureKind = "crashed"     // ended while requests were open
	Hung        FailureKind = "hung"        // no answer in time
	Garbage     FailureKind = "garbage"     // answered, but not with a legal message
	ShimError   FailureKind = "shim-error"  // JSON-RPC error: the shim itself failed
	Exhausted   FailureKind = "exhausted"   // restarted too often; the target is given up
	Interrupted FailureKind = "interrupted" // the caller's context ended
	NoRequest   FailureKind = "no-request"  // a runtime that never asked its model; nothing was tested
)

// Failure is the error of a target that did not answer.
type Failure struct {
	Kind FailureKind
	// Detail is one line for a person: what was seen, never more than a few hundred bytes.
	Detail string
	// Stderr is the tail of the target's standard error, already bounded; "" where there is none.
	Stderr string
	// Shared says that other requests were open at the time, so that this one may not be the cause.
	Shared bool
}

// Error implements error.
func (f *Failure) Error() string { return string(f.Kind) + ": " + f.Detail }
