package stdio

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// Target is a process, and after a failure another one. Make it with [New].
//
// It is safe for concurrent use. Requests are pipelined as they come, unless the target declared
// pipeline false, in which case they queue up inside, or persistent false, in which case each has a
// process of its own. The time of a request runs from when it is sent, not from when it queues.
type Target struct {
	opts  Options
	diag  diagnosis
	calls calls
	ctx   context.Context // ends with Close
	stop  context.CancelFunc
	// cookie marks the environment of every process of this target.
	cookie string

	turn  chan struct{} // one place: requests of a target that wants one at a time
	slots chan struct{} // one place for each process of a target that is not persistent

	current atomic.Pointer[session]
	hello   atomic.Pointer[wire.Hello]
	barren  atomic.Int64 // ends in a row without an answer

	starting sync.WaitGroup // processes being started

	mu      sync.Mutex
	attempt *attempt // a start under way
	givenUp *adapters.Failure
	live    map[*session]struct{}
	starts  int
	closed  bool
}

var _ adapters.Target = (*Target)(nil)

// attempt is one start, shared by all who wait for it.
type attempt struct {
	done    chan struct{}
	session *session
	failure *adapters.Failure
}

// New returns a target that runs a command. Nothing is started before Hello or Do. It must be closed.
func New(opts Options) *Target {
	opts = opts.withDefaults()
	ctx, stop := context.WithCancel(context.Background())
	return &Target{
		opts: opts, ctx: ctx, stop: stop, cookie: newCookie(),
		turn:  make(chan struct{}, 1),
		slots: make(chan struct{}, opts.MaxProcesses),
		live:  make(map[*session]struct{}),
	}
}

// Hello implements [adapters.Target]. The start is bounded by Options.StartTimeout, whatever the
// deadline of ctx; ctx only ends the waiting for it. A target that failed to start once is not
// started again: every later call returns the same failure.
func (t *Target) Hello(ctx context.Context) (wire.Hello, error) {
	if h := t.hello.Load(); h != nil {
		return *h, nil
	}
	if _, f := t.session(ctx); f != nil {
		return wire.Hello{}, f
	}
	return *t.hello.Load(), nil
}

// Do implements [adapters.Target]. It starts the target where needed.
//
// A request that has no answer within Options.CallTimeout, or when the deadline of ctx passes after
// it was sent, fails with kind Hung and ends the process. When ctx is cancelled, or its deadline
// passes before the request was sent, it fails with kind Interrupted and the process is kept; its
// answer, should it come, is dropped. A harness therefore gives the time of a case as CallTimeout
// and uses ctx to stop the run.
//
// An answer that breaks the protocol by itself (Garbage) fails this request only and the process is
// kept, for a target that gets one answer wrong usually gets the next right.
func (t *Target) Do(ctx context.Context, req wire.Request) (wire.Answer, error) {
	if req == nil {
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the harness asked a nil request"}
	}
	if t.hello.Load() == nil {
		if _, err := t.Hello(ctx); err != nil {
			return nil, err
		}
	}
	switch caps := &t.hello.Load().Capabilities; {
	case no(caps.Persistent):
		return t.doAlone(ctx, req)
	case no(caps.Pipeline):
		if f := t.enqueue(ctx, t.turn); f != nil {
			return nil, f
		}
		defer func() { <-t.turn }()
	}
	for tries := 0; ; {
		s, f := t.session(ctx)
		if f != nil {
			return nil, f
		}
		a, f, outcome := t.ask(ctx, s, req)
		switch {
		case outcome == notSent:
			// The session was dead already or is being closed.
			if f := t.refuses(); f != nil {
				return nil, f
			}
			continue
		case outcome == notRead && tries < maxRetries && s.answered.Load() > 0:
			// The process ended for a reason of its own while the request was on its way.
			tries++
			continue
		case f != nil:
			return nil, f
		}
		return a, nil
	}
}

// maxRetries bounds how often a request that was not read is sent to the next process.
const maxRetries = 3

// delivery is how far a request has come.
type delivery int

const (
	notSent  delivery = iota // the session was dead before
	notRead                  // the process ended without having read it
	wasTaken                 // it may have been read
)

func no(b *bool) bool { return b != nil && !*b }

// enqueue waits for a place.
func (t *Target) enqueue(ctx context.Context, places chan struct{}) *adapters.Failure {
	select {
	case places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return &adapters.Failure{Kind: adapters.Interrupted, Detail: "the caller's context ended while the request waited for its turn"}
	case <-t.ctx.Done():
		return closedFailure()
	}
}

// doAlone runs a process for one request.
func (t *Target) doAlone(ctx context.Context, req wire.Request) (wire.Answer, error) {
	if f := t.enqueue(ctx, t.slots); f != nil {
		return nil, f
	}
	defer func() { <-t.slots }()
	if f := t.refuses(); f != nil {
		return nil, f
	}
	s, _, f := t.open()
	if f != nil {
		t.countBarren(f.Detail)
		return nil, f
	}
	defer s.end(t.opts.CloseTimeout)
	a, f, outcome := t.ask(ctx, s, req)
	if outcome == notSent {
		<-s.gone
		return nil, &adapters.Failure{Kind: adapters.Crashed, Stderr: s.errTail.String(), Detail: "the target ended after its hello: " + s.proc.state()}
	}
	if f != nil {
		return nil, f
	}
	return a, nil
}

// ask sends one request and waits for its answer.
func (t *Target) ask(ctx context.Context, s *session, req wire.Request) (wire.Answer, *adapters.Failure, delivery) {
	c := t.calls.get()
	if step, ok := req.(wire.StepRequest); ok && step.Callbacks != nil {
		c.step = s.newStep(step)
	}
	id, ok := s.enter(c)
	if !ok {
		return nil, nil, notSent
	}
	var err error
	if c.line, err = wire.AppendCall(c.line[:0], id, req); err != nil {
		if s.leave(id, c) {
			s.claim(id)
		}
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the harness could not encode the request: " + err.Error()}, wasTaken
	}
	open := c.step
	if open != nil {
		open.begin(ctx)
	}
	r := t.exchange(ctx, s, id, c, t.opts.CallTimeout)
	if open != nil {
		open.end()
		if r.failure == nil && open.malformed != "" {
			t.calls.put(c)
			return nil, malformedStep(open.malformed), wasTaken
		}
	}
	if r.failure != nil {
		if r.untouched {
			return nil, r.failure, notRead
		}
		return nil, r.failure, wasTaken
	}
	a, err := wire.UnmarshalAnswer(req.Operation(), c.raw)
	t.calls.put(c)
	if err != nil {
		return nil, &adapters.Failure{Kind: adapters.Garbage, Detail: err.Error()}, wasTaken
	}
	return a, nil, wasTaken
}

// exchange sends c.line and waits for the reply, whose result is then in c.raw.
func (t *Target) exchange(ctx context.Context, s *session, id uint64, c *call, timeout time.Duration) reply {
	c.timer.Reset(timeout)
	queue := s.queue
	for {
		select {
		case queue <- c:
			queue = nil
		case r := <-c.ch:
			return r
		case <-c.timer.C:
			return s.hung(id, c, fmt.Sprintf("no answer within %v", timeout))
		case <-ctx.Done():
			if queue == nil && ctx.Err() == context.DeadlineExceeded {
				return s.hung(id, c, "no answer before the deadline of the call")
			}
			return s.abandon(id, c)
		}
	}
}

// hung ends the session because of one request.
func (s *session) hung(id uint64, c *call, detail string) reply {
	if !s.leave(id, c) {
		return <-c.ch
	}
	if s.answered.Load() == 0 {
		detail += " (none was answered so far: if the target buffers its standard output, it must flush after every line)"
	}
	if s.writerStuck() {
		detail += " (the target does not read its standard input)"
	}
	f := s.die(adapters.Failure{Kind: adapters.Hung, Detail: detail}, c, math.MaxInt64)
	return reply{failure: &f}
}

// abandon leaves a request whose caller waits no longer.
func (s *session) abandon(id uint64, c *call) reply {
	if !s.leave(id, c) {
		return <-c.ch
	}
	if s.crowded() {
		s.die(adapters.Failure{Kind: adapters.Hung, Detail: "too many requests were given up by their callers"}, nil, math.MaxInt64)
	}
	return reply{failure: &adapters.Failure{Kind: adapters.Interrupted, Detail: "the caller's context ended"}}
}

// Diagnostics returns what was odd so far. It may be called at any time, after Close too.
func (t *Target) Diagnostics() Diagnostics { return t.diag.get() }

// Close implements [adapters.Target]. Open requests fail with kind Interrupted. It returns when every
// process and goroutine has ended, which takes no longer than Options.CloseTimeout and a second or
// two.
func (t *Target) Close() error {
	t.stop()
	t.mu.Lock()
	t.closed = true
	a := t.attempt
	t.mu.Unlock()
	t.starting.Wait()
	if a != nil {
		<-a.done
	}
	t.mu.Lock()
	open := make([]*session, 0, len(t.live))
	for s := range t.live {
		open = append(open, s)
	}
	t.mu.Unlock()
	var all sync.WaitGroup
	for _, s := range open {
		s.interrupt()
		all.Go(func() { s.end(t.opts.CloseTimeout) })
	}
	all.Wait()
	if n := sweep(t.cookie); n > 0 {
		t.diag.add(func(d *Diagnostics) { d.Escaped += n })
	}
	return nil
}

// beginStart is called before a process is started. It returns the mark of the process; ok is false
// if the target is closed. With ok, t.starting.Done must follow.
func (t *Target) beginStart() (cookie string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return "", false
	}
	t.starting.Add(1)
	t.starts++
	return t.cookie + "-" + strconv.Itoa(t.starts), true
}

func (t *Target) remember(s *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.live[s] = struct{}{}
}

func (t *Target) forget(s *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.live, s)
}
