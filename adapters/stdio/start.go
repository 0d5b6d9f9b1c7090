package stdio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// helloID is the id of the hello of every process.
const helloID = 1

// probeTime is how long a target that did not answer hello may take to do so once its input is
// closed, which shows that its output is buffered.
const probeTime = time.Second

// errClosed says that the target was closed before its process was started.
var errClosed = errors.New("the target is closed")

// harnessVersion is what hello says of the harness.
const harnessVersion = "0.1.0"

// session returns the live session, starting one if there is none.
func (t *Target) session(ctx context.Context) (*session, *adapters.Failure) {
	if s := t.current.Load(); s != nil && !s.isDead.Load() {
		return s, nil
	}
	t.mu.Lock()
	if f := t.refusesLocked(); f != nil {
		t.mu.Unlock()
		return nil, f
	}
	old := t.current.Load()
	if old != nil && !old.isDead.Load() {
		t.mu.Unlock()
		return old, nil
	}
	a := t.attempt
	if a == nil {
		a = &attempt{done: make(chan struct{})}
		t.attempt = a
		go t.start(a, old)
	}
	t.mu.Unlock()
	select {
	case <-a.done:
		return a.session, a.failure
	case <-ctx.Done():
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the caller's context ended while the target was starting"}
	}
}

// start makes a new session once nothing is left of the old one.
func (t *Target) start(a *attempt, old *session) {
	if old != nil {
		<-old.gone
		t.diag.add(func(d *Diagnostics) { d.Restarts++ })
	}
	s, hello, f := t.open()
	t.mu.Lock()
	defer t.mu.Unlock()
	defer close(a.done)
	t.attempt = nil
	a.session, a.failure = s, f
	if f != nil {
		if t.hello.Load() == nil && !t.closed {
			t.givenUp = f // it never came up; it would not do so the next time
		} else {
			t.countBarrenLocked(f.Detail)
		}
		return
	}
	t.hello.CompareAndSwap(nil, hello)
	if no(hello.Capabilities.Persistent) {
		// The process of the hello has served its purpose.
		go s.end(t.opts.CloseTimeout)
	}
	t.current.Store(s)
}

// open starts a process and exchanges hello.
func (t *Target) open() (*session, *wire.Hello, *adapters.Failure) {
	if t.ctx.Err() != nil {
		return nil, nil, closedFailure()
	}
	s, err := newSession(t)
	if err == errClosed {
		return nil, nil, closedFailure()
	}
	if err != nil {
		word := ""
		if len(t.opts.Command) > 0 {
			word = t.opts.Command[0]
		}
		return nil, nil, &adapters.Failure{Kind: adapters.NotStarted, Detail: explainStart(word, err)}
	}
	hello, f := s.greet()
	if f != nil {
		s.die(*f, nil, math.MaxInt64)
		<-s.gone
		f.Stderr = s.errTail.String()
		return nil, nil, f
	}
	return s, hello, nil
}

// greet exchanges hello.
func (s *session) greet() (*wire.Hello, *adapters.Failure) {
	c := s.t.calls.get()
	id, ok := s.enter(c)
	if !ok {
		<-s.gone
		return nil, s.notStarted("ended before it was asked anything: " + s.proc.state())
	}
	c.line = wire.AppendHelloCall(c.line[:0], id, wire.HelloParams{Wire: wire.Version, Harness: "conform", Version: harnessVersion})
	select {
	case s.queue <- c:
	default: // cannot be: the queue of a new session is empty
	}
	c.timer.Reset(s.t.opts.StartTimeout)
	var r reply
	select {
	case r = <-c.ch:
	case <-s.t.ctx.Done():
		if s.leave(id, c) {
			return nil, closedFailure()
		}
		r = <-c.ch
	case <-c.timer.C:
		return nil, s.silent(id, c)
	}
	if f := r.failure; f != nil {
		return nil, s.badGreeting(f)
	}
	h, err := wire.UnmarshalHello(c.raw)
	if err != nil {
		return nil, badHello(err)
	}
	s.greeted.Store(true)
	return &h, nil
}

// silent explains why a target did not answer hello in time, and looks whether it does once its input
// is closed.
func (s *session) silent(id uint64, c *call) *adapters.Failure {
	s.closeInput()
	probe := time.NewTimer(min(probeTime, s.t.opts.StartTimeout))
	defer probe.Stop()
	after := fmt.Sprintf("did not answer hello within %v", s.t.opts.StartTimeout)
	select {
	case r := <-c.ch:
		if r.failure == nil {
			return s.notStarted(after + ", only when its input was closed: its standard output is buffered; it must flush after every line")
		}
	case <-probe.C:
		if !s.leave(id, c) {
			<-c.ch
		}
	}
	return s.notStarted(after)
}

// badGreeting turns the failure of the hello into one of the start.
func (s *session) badGreeting(f *adapters.Failure) *adapters.Failure {
	switch f.Kind {
	case adapters.Crashed:
		<-s.gone
		return s.notStarted("ended before it answered hello: " + s.proc.state() + s.leftover())
	case adapters.Garbage, adapters.ShimError:
		return &adapters.Failure{Kind: adapters.BadHello, Detail: "the target's answer to hello is unusable: " + f.Detail, Stderr: f.Stderr}
	default: // nothing to do for the others
	}
	return f
}

func badHello(err error) *adapters.Failure {
	detail := "the target's answer to hello is unusable: " + err.Error()
	var shape *wire.ShapeError
	if errors.As(err, &shape) && shape.Member == "wire" {
		detail = "the target speaks another protocol: wire " + shape.Reason
	}
	return &adapters.Failure{Kind: adapters.BadHello, Detail: detail}
}

// notStarted is a failure of the start, with what else was seen.
func (s *session) notStarted(what string) *adapters.Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.noisy > 0 {
		what += fmt.Sprintf("; it wrote %d lines to standard output that are no protocol messages, the first: %s",
			s.noisy, printable(s.noise, maxShown))
	}
	return &adapters.Failure{Kind: adapters.NotStarted, Detail: "the target " + what, Stderr: s.errTail.String()}
}

// leftover describes half a line at the end of the output.
func (s *session) leftover() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.partial == "" {
		return ""
	}
	return "; it left half a line: " + s.partial
}

// answered notes that the target answers.
func (t *Target) answered() {
	if t.barren.Load() != 0 {
		t.barren.Store(0)
	}
}

// sessionDied notes the end of a session. It is called with the lock of the session held.
func (t *Target) sessionDied(s *session, f adapters.Failure, wanted bool) {
	if wanted || s.answered.Load() > 0 || t.ctx.Err() != nil || !s.greeted.Load() {
		return // a failed start is counted where it is known to have failed
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.countBarrenLocked(f.Detail)
}

func (t *Target) countBarren(detail string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.countBarrenLocked(detail)
}

// countBarrenLocked counts an end without an answer and gives the target up after too many.
func (t *Target) countBarrenLocked(detail string) {
	n := t.barren.Add(1)
	if t.givenUp == nil && !t.closed && n > int64(t.opts.MaxRestarts) {
		t.givenUp = &adapters.Failure{Kind: adapters.Exhausted,
			Detail: fmt.Sprintf("the target ended %d times in a row without answering a request and is given up; the last time: %s", n, detail)}
	}
}

func (t *Target) refuses() *adapters.Failure {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.refusesLocked()
}

func (t *Target) refusesLocked() *adapters.Failure {
	if t.closed {
		return closedFailure()
	}
	if t.givenUp != nil {
		one := *t.givenUp
		return &one
	}
	return nil
}

func closedFailure() *adapters.Failure {
	return &adapters.Failure{Kind: adapters.Interrupted, Detail: "the target is closed"}
}
