package stdio

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/actionconform/conform/adapters"
)

// The waits that are not options: how long to wait for the end of a process that has closed a pipe,
// for the rest of the output of one that has ended, and for one that was sent SIGTERM.
const (
	settleTime    = 2 * time.Second // a busy machine takes its time to end a process
	drainTime     = time.Second
	terminateTime = 500 * time.Millisecond
	// unkillableTime bounds the wait for a process that was sent SIGKILL; only one stuck in the
	// kernel takes longer, and is left alone.
	unkillableTime = 10 * time.Second
)

// queueLength is how many requests may wait for the writer; a full queue blocks the callers.
const queueLength = 128

// maxForgotten bounds the requests whose callers have gone and which may still be answered.
const maxForgotten = 1024

// session is one process and the conversation with it.
//
// Goroutines: one supervises the process, one writes, one reads answers, one reads standard error,
// one (oversee) sees to it that all of them end. A session dies once; what kills it is the cause that
// open requests are given.
type session struct {
	t    *Target
	proc *process

	queue  chan *call
	finish chan struct{} // closed to have the writer say bye and close standard input

	readDone   chan struct{} // standard output has ended
	errDone    chan struct{} // standard error has ended
	writeDone  chan struct{} // the writer has ended
	writeError atomic.Pointer[string]

	dead   chan struct{} // closed when the session has died
	gone   chan struct{} // closed when nothing is left of it
	isDead atomic.Bool

	writing sync.Mutex // held during a write, which blocks if the target does not read
	piped   int64      // bytes that have gone into standard input; guarded by writing
	copied  int64      // bytes of lines the writer has taken; its own

	greeted  atomic.Bool  // hello was answered
	answered atomic.Int64 // operations answered

	mu        sync.Mutex
	lastID    uint64           // the hello is always request 1
	open      map[uint64]*call // nil values: the caller has gone
	forgotten int              // how many those are
	ending    bool             // an end was asked for and is no failure
	steps     map[string]*openStep
	ended     []*openStep // steps that have ended, the oldest first
	partial   string      // half a line at the end of the output
	noise     []byte      // the first noise of this session
	noisy     int
	errTail   *tail
}

// newSession starts the process and the goroutines.
func newSession(t *Target) (*session, error) {
	cookie, ok := t.beginStart()
	if !ok {
		return nil, errClosed
	}
	defer t.starting.Done()
	proc, err := launch(t.opts, cookie)
	if err != nil {
		return nil, err
	}
	s := &session{
		t: t, proc: proc,
		queue: make(chan *call, queueLength), finish: make(chan struct{}),
		readDone: make(chan struct{}), errDone: make(chan struct{}), writeDone: make(chan struct{}),
		dead: make(chan struct{}), gone: make(chan struct{}),
		open:    make(map[uint64]*call),
		steps:   make(map[string]*openStep),
		errTail: newTail(t.opts.StderrTail),
	}
	t.diag.started(s.errTail)
	t.remember(s)
	go s.write()
	go s.read()
	go s.readStderr()
	go s.oversee()
	return s, nil
}

// enter registers a call under a new id. It reports false if the session is dead.
func (s *session) enter(c *call) (id uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isDead.Load() || s.ending {
		return 0, false
	}
	s.lastID++
	s.open[s.lastID] = c
	return s.lastID, true
}

// leave takes a call out again whose caller waits no longer. It reports false if a reply is on its
// way, which the caller then has to receive.
func (s *session) leave(id uint64, c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] != c || c == nil {
		return false
	}
	s.open[id] = nil
	s.forgotten++
	return true
}

// crowded reports that the target owes too many answers nobody waits for any more.
func (s *session) crowded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.forgotten > maxForgotten
}

// die ends the session: the open requests fail, the process is killed. Only the first call counts.
// The failure is copied for each request but the one of except (nil for none), whose caller knows; it
// is returned with Shared and Stderr filled in. Requests that begin beyond what was consumed of the
// input are innocent, and are told so.
func (s *session) die(f adapters.Failure, except *call, consumed int64) adapters.Failure {
	s.mu.Lock()
	if s.isDead.Load() {
		s.mu.Unlock()
		return f
	}
	waiting := s.takeAllLocked(except)
	concerned := 0
	for _, c := range waiting {
		if c.read(consumed) {
			concerned++
		}
	}
	if except != nil {
		concerned++
	}
	f.Shared = concerned > 1
	f.Stderr = s.errTail.String()
	s.t.sessionDied(s, f, s.ending)
	s.isDead.Store(true)
	s.mu.Unlock()
	close(s.dead)
	for _, c := range waiting {
		one := f
		c.ch <- reply{failure: &one, untouched: !c.read(consumed)}
	}
	return f
}

// takeAllLocked empties the open requests and returns those somebody waits for.
func (s *session) takeAllLocked(except *call) []*call {
	waiting := make([]*call, 0, len(s.open))
	for _, c := range s.open {
		if c != nil && c != except {
			waiting = append(waiting, c)
		}
	}
	clear(s.open)
	s.forgotten = 0
	return waiting
}

// interrupt lets no more requests in and fails the open ones, because the target is being closed.
func (s *session) interrupt() {
	s.closeInput()
	s.mu.Lock()
	waiting := s.takeAllLocked(nil)
	s.mu.Unlock()
	for _, c := range waiting {
		c.ch <- reply{failure: &adapters.Failure{Kind: adapters.Interrupted, Detail: "the target was closed"}}
	}
}

// closeInput has the writer send what is queued, say bye and close standard input.
func (s *session) closeInput() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ending {
		s.ending = true
		close(s.finish)
	}
}

// end has the process end: bye, end of input, after grace SIGTERM, then SIGKILL. It returns when
// nothing is left of the session.
func (s *session) end(grace time.Duration) {
	s.closeInput()
	if !waitFor(s.gone, grace) {
		s.t.diag.add(func(d *Diagnostics) { d.ForcedEnds++ })
		s.proc.terminate()
		if !waitFor(s.gone, terminateTime) {
			s.proc.kill()
		}
	}
	<-s.gone
}

// oversee waits for the first sign of the end and then sees to it that all is released.
func (s *session) oversee() {
	defer close(s.gone)
	defer s.t.forget(s)
	select {
	case <-s.dead:
	case <-s.proc.exited:
	case <-s.readDone:
		s.settle()
	case <-s.writeDone:
		s.settle()
	}
	odd := s.oddity()
	s.proc.kill()
	ended := s.proc.wait(unkillableTime)
	s.drain()
	s.die(adapters.Failure{Kind: adapters.Crashed, Detail: s.crashDetail(ended, odd)}, nil, s.consumed())
	s.proc.stdin.Close()
	waitFor(s.writeDone, drainTime)
}

// settle gives a process that has closed a pipe the time to end by itself. One that was asked to end
// has as much as end gives it.
func (s *session) settle() {
	t := time.NewTimer(settleTime)
	defer t.Stop()
	patience := t.C
	select {
	case <-s.finish:
		patience = nil
	default:
	}
	select {
	case <-s.dead:
	case <-s.proc.exited:
	case <-patience:
	}
}

// oddity says what a process that still runs has done that makes it useless.
func (s *session) oddity() string {
	select {
	case <-s.proc.exited:
		return ""
	case <-s.dead:
		return ""
	default:
	}
	select {
	case <-s.readDone:
		return "closed its standard output while running"
	default:
	}
	if s.writeError.Load() != nil {
		return "closed its standard input while running"
	}
	return ""
}

// drain lets the readers finish what the ended process left in its pipes. A process that left the
// group may still hold them: then they are closed on our side, and it is hunted down.
func (s *session) drain() {
	deadline := time.Now().Add(drainTime)
	if waitFor(s.readDone, time.Until(deadline)) && waitFor(s.errDone, time.Until(deadline)) {
		s.closeOutputs()
		return
	}
	n := sweep(s.proc.cookie)
	s.t.diag.add(func(d *Diagnostics) { d.Escaped += n })
	if !waitFor(s.readDone, drainTime) || !waitFor(s.errDone, drainTime) {
		s.t.diag.add(func(d *Diagnostics) { d.HeldPipes++ })
	}
	s.closeOutputs()
	waitFor(s.readDone, drainTime)
	waitFor(s.errDone, drainTime)
}

func (s *session) closeOutputs() {
	s.proc.stdout.Close()
	s.proc.stderr.Close()
}

// crashDetail says how the process ended, for people.
func (s *session) crashDetail(ended bool, odd string) string {
	if !ended {
		return "the target could not be killed"
	}
	s.mu.Lock()
	partial := s.partial
	s.mu.Unlock()
	detail := "the target ended: " + s.proc.state()
	if odd != "" {
		detail = "the target " + odd
	}
	if partial != "" {
		detail += "; it left half a line: " + partial
	}
	return detail
}
