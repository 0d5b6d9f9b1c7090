package stdio

import (
	"context"
	"errors"
	"fmt"

	"github.com/actionconform/conform/spec/wire"
)

// servedStep is a step of the served target: its callbacks are requests to the harness at the other end.
type servedStep struct {
	server    *server
	id        string
	cancelled chan struct{}
}

var _ wire.Callbacks = (*servedStep)(nil)

// step answers a step: with callbacks to the harness for as long as it lasts.
func (s *server) step(req wire.StepRequest) (wire.Answer, error) {
	st := &servedStep{server: s, id: req.Step, cancelled: make(chan struct{})}
	if req.Cancelled {
		close(st.cancelled)
	}
	s.mu.Lock()
	if s.steps[req.Step] != nil {
		s.mu.Unlock()
		return nil, errors.New("a step with this id is running already")
	}
	s.steps[req.Step] = st
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.steps, req.Step)
	}()
	req.Callbacks = st
	return s.target.Do(s.ctx, req)
}

// Cancelled implements [wire.Callbacks].
func (st *servedStep) Cancelled() <-chan struct{} { return st.cancelled }

// Late implements [wire.Callbacks]. At this end nothing can be late: whoever asks is refused.
func (st *servedStep) Late(wire.Callback) {}

// Call implements [wire.Callbacks].
func (st *servedStep) Call(ctx context.Context, c wire.Callback) (wire.Reply, error) {
	s := st.server
	answer := make(chan wire.Message, 1)
	s.mu.Lock()
	s.lastID++
	id := s.lastID
	s.asked[id] = answer
	s.mu.Unlock()
	j := s.get()
	j.reply = wire.AppendCallbackCall(j.reply[:0], id, st.id, c)
	select {
	case s.out <- j:
	case <-s.ctx.Done():
		return nil, s.ctx.Err()
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			e, err := m.RPCError()
			if err != nil {
				return nil, err
			}
			return nil, fmt.Errorf("the harness refused the callback: JSON-RPC error %d", e.Code)
		}
		return wire.UnmarshalReply(c.Method(), m.Result)
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.ctx.Done():
		return nil, s.ctx.Err()
	case <-s.ended:
		return nil, errors.New("the input ended before the harness answered the callback")
	}
}

// takeReply hands an answer of the harness to the callback that waits for it. Others are dropped.
func (s *server) takeReply(m wire.Message) {
	id, ok := m.NumericID()
	if !ok {
		return
	}
	s.mu.Lock()
	answer := s.asked[id]
	delete(s.asked, id)
	s.mu.Unlock()
	if answer != nil {
		answer <- wire.Message{Result: append([]byte(nil), m.Result...), Error: append([]byte(nil), m.Error...)}
	}
}

// takeCancel cancels a step.
func (s *server) takeCancel(params []byte) {
	step, _, _ := wire.UnmarshalCallback(wire.MethodCancel, params) // a cancel has no other member
	s.mu.Lock()
	defer s.mu.Unlock()
	if st := s.steps[step]; st != nil {
		select {
		case <-st.cancelled:
		default:
			close(st.cancelled)
		}
	}
}
