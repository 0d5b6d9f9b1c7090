package stdio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// take handles one line of standard output. It runs in the reading goroutine, so it only finds the
// request the line belongs to; the caller decodes.
func (s *session) take(line []byte) {
	m, err := wire.ParseMessage(line)
	if n := len(line); n > 0 && line[n-1] == '\r' {
		s.t.diag.add(func(d *Diagnostics) { d.CRLF++ })
	}
	switch {
	case err == wire.ErrNotMessage:
		if len(strings.TrimSpace(string(line[:min(len(line), 64)]))) > 0 {
			s.takeNoise(line)
		}
	case m.Method != "" && err == nil:
		s.takeRequest(m)
	case m.ID == nil:
		s.takeNoise(line)
	default:
		s.takeAnswer(line, m, err)
	}
}

// takeNoise quarantines a line that is no message.
func (s *session) takeNoise(line []byte) {
	s.mu.Lock()
	if s.noisy == 0 {
		s.noise = append([]byte(nil), line[:min(len(line), maxShown+1)]...)
	}
	s.noisy++
	s.mu.Unlock()
	s.t.diag.noise(line)
	if s.t.opts.OnNoise != nil {
		s.t.opts.OnNoise(line)
	}
}

// takeRequest takes what the target asks: a callback of a step. Anything else is turned down.
// If the queue is full the refusal is dropped: the reader must not wait for a target that does not
// read.
func (s *session) takeRequest(m wire.Message) {
	if slices.Contains(wire.CallbackMethods(), m.Method) {
		s.takeCallback(m)
		return
	}
	s.t.diag.add(func(d *Diagnostics) { d.Requests++ })
	if m.ID == nil {
		return
	}
	refusal := wire.AppendError(nil, m.ID, wire.RPCError{Code: wire.CodeMethodNotFound, Message: "the harness answers nothing but the callbacks of a step"})
	select {
	case s.queue <- &call{line: refusal}:
	default:
	}
}

// takeAnswer hands an answer to its request.
func (s *session) takeAnswer(line []byte, m wire.Message, parseErr error) {
	id, exact := m.NumericID()
	if !exact {
		s.takeWrongID(line, m)
		return
	}
	c, known := s.claim(id)
	if c == nil {
		s.t.diag.unclaimed(line, known == callerGone, known != neverAsked)
		return
	}
	if s.t.opts.OnAnswer != nil {
		s.t.opts.OnAnswer(line)
	}
	if id != helloID {
		s.answered.Add(1)
		s.t.answered()
	}
	if !m.Versioned {
		s.t.diag.add(func(d *Diagnostics) { d.Unversioned++ })
	}
	switch {
	case parseErr != nil:
		c.ch <- garbage("the answer is " + parseErr.Error())
	case m.Result != nil && m.Error != nil:
		c.ch <- garbage("the answer has both a result and an error")
	case m.Error != nil:
		c.ch <- reply{failure: s.shimError(m)}
	case m.Result == nil:
		c.ch <- garbage("the answer has neither a result nor an error")
	default:
		c.raw = append(c.raw[:0], m.Result...)
		c.ch <- reply{}
	}
}

// claimed is what is known of an id that came back.
type claimed int

const (
	neverAsked    claimed = iota
	answeredTwice         // was asked, and has been answered
	callerGone            // was asked, but nobody waits any more
	claimedNow            // is open
)

// claim takes the call with the id out of the open ones.
func (s *session) claim(id uint64) (*call, claimed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.open[id]
	if c != nil && !c.taken.Load() {
		return nil, neverAsked // an answer in advance
	}
	if ok {
		delete(s.open, id)
	}
	if c != nil && c.step != nil {
		s.reportedLocked(c.step)
	}
	switch {
	case c != nil:
		return c, claimedNow
	case ok:
		s.forgotten--
		return nil, callerGone
	case id == 0 || id > s.lastID:
		return nil, neverAsked
	case s.isDead.Load() || s.ending:
		return nil, callerGone
	}
	return nil, answeredTwice
}

// takeWrongID handles an answer whose id is not a plain number. If it is plain which request it
// means, that one fails at once; nothing is gained by waiting for its time to run out.
func (s *session) takeWrongID(line []byte, m wire.Message) {
	s.t.diag.wrongID(line)
	var c *call
	if id, ok := m.LooseID(); ok {
		c, _ = s.claim(id)
	} else {
		c = s.claimOnly()
	}
	if c == nil {
		return
	}
	if m.Error != nil && m.Result == nil {
		c.ch <- reply{failure: s.shimError(m)}
		return
	}
	c.ch <- garbage("the answer's id is " + printable(m.ID, 40) + "; ids are numbers and come back unchanged")
}

// claimOnly takes the only open call, if there is exactly one.
func (s *session) claimOnly() *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) != 1 {
		return nil
	}
	for id, c := range s.open {
		if c != nil && c.taken.Load() {
			delete(s.open, id)
			return c
		}
	}
	return nil
}

func garbage(detail string) reply {
	return reply{failure: &adapters.Failure{Kind: adapters.Garbage, Detail: detail}}
}

func (s *session) shimError(m wire.Message) *adapters.Failure {
	e, err := m.RPCError()
	if err != nil {
		return &adapters.Failure{Kind: adapters.Garbage, Detail: err.Error()}
	}
	return &adapters.Failure{Kind: adapters.ShimError, Stderr: s.errTail.String(),
		Detail: fmt.Sprintf("JSON-RPC error %d: %s", e.Code, printable([]byte(e.Message), maxShown))}
}
