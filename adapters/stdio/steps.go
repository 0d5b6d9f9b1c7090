package stdio

import (
	"context"
	"fmt"
	"slices"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// maxWaiting is how many callbacks of one step may wait for their turn; further ones are refused. A step that
// asks for one thing after the other, as it should, never has more than one.
const maxWaiting = 64

// maxEnded is how many steps that have ended are remembered, to tell what comes late from what was never
// begun.
const maxEnded = 512

// openStep is a step under way. Its callbacks are answered in the order they came, by a goroutine of its own,
// so that the reader never waits for one.
type openStep struct {
	session *session
	id      string
	play    wire.Callbacks
	queue   chan callback
	done    chan struct{} // closed when every callback has been answered
	// cancelSent says that the target has been told of the cancellation; the goroutine's own.
	cancelSent bool
	// malformed is the first callback of the step that could not be read; valid once done.
	malformed string
}

// callback is one thing the target asked, with the id it asked under.
type callback struct {
	id     []byte
	method string
	asked  wire.Callback
	err    error
}

// newStep makes a step of a request.
func (s *session) newStep(req wire.StepRequest) *openStep {
	return &openStep{session: s, id: req.Step, play: req.Callbacks, queue: make(chan callback, maxWaiting), done: make(chan struct{}), cancelSent: req.Cancelled}
}

// begin lets the target ask for the step.
func (st *openStep) begin(ctx context.Context) {
	st.session.mu.Lock()
	st.session.steps[st.id] = st
	st.session.mu.Unlock()
	go st.serve(ctx)
}

// end answers what came before the report, and waits for that.
func (st *openStep) end() {
	s := st.session
	s.mu.Lock()
	s.reportedLocked(st)
	close(st.queue)
	s.mu.Unlock()
	<-st.done
}

// reportedLocked takes a step from the open ones: its report has been read, and what comes now is late.
func (s *session) reportedLocked(st *openStep) {
	if s.steps[st.id] != st {
		return
	}
	delete(s.steps, st.id)
	s.ended = append(s.ended, st)
	if len(s.ended) > maxEnded {
		s.ended = slices.Delete(s.ended, 0, len(s.ended)-maxEnded)
	}
}

// serve answers the callbacks of the step.
func (st *openStep) serve(ctx context.Context) {
	defer close(st.done)
	for c := range st.queue {
		line := st.answer(ctx, c)
		select {
		case <-st.play.Cancelled():
			if !st.cancelSent { // before the reply: what the target does next, it does cancelled
				st.cancelSent = true
				line = append(wire.AppendCancel(nil, st.id), line...)
			}
		default:
		}
		select {
		case st.session.queue <- &call{line: line}:
		case <-st.session.dead:
		}
	}
}

func (st *openStep) answer(ctx context.Context, c callback) []byte {
	if c.err != nil {
		if st.malformed == "" {
			st.malformed = fmt.Sprintf("the callback %s is malformed: %v", printable([]byte(c.method), 40), c.err)
		}
		return refusal(c.id, wire.CodeInvalidParams, c.err.Error())
	}
	reply, err := st.play.Call(ctx, c.asked)
	if err != nil {
		return refusal(c.id, wire.CodeInvalidRequest, err.Error())
	}
	return wire.AppendReplyLine(nil, c.id, reply)
}

func refusal(id []byte, code int64, message string) []byte {
	return wire.AppendError(nil, id, wire.RPCError{Code: code, Message: message})
}

// takeCallback hands a callback to its step. It runs in the reading goroutine.
func (s *session) takeCallback(m wire.Message) {
	step, asked, err := wire.UnmarshalCallback(m.Method, m.Params)
	if m.ID == nil {
		s.t.diag.callback(func(d *Diagnostics) { d.UnnumberedCallbacks++ }, m.Method, step)
		return
	}
	c := callback{id: append([]byte(nil), m.ID...), method: m.Method, asked: asked, err: err}
	s.mu.Lock()
	st := s.steps[step]
	if st != nil {
		select {
		case st.queue <- c:
			s.mu.Unlock()
			return
		default:
		}
	}
	var late *openStep
	if i := slices.IndexFunc(s.ended, func(e *openStep) bool { return e.id == step }); i >= 0 {
		late = s.ended[i]
	}
	s.mu.Unlock()
	switch {
	case st != nil:
		s.refuse(c.id, "too many callbacks of this step are open at once")
	case late != nil:
		if err == nil {
			late.play.Late(asked)
		}
		s.t.diag.callback(func(d *Diagnostics) { d.LateCallbacks++ }, m.Method, step)
		s.refuse(c.id, "this step has ended; nothing more may be asked for it")
	default:
		s.t.diag.callback(func(d *Diagnostics) { d.UnknownSteps++ }, m.Method, step)
		s.refuse(c.id, "no step with this id is running; send back the id from the params of step")
	}
}

// refuse answers a callback that belongs to no step. If the queue is full the refusal is dropped: the reader
// must not wait for a target that does not read.
func (s *session) refuse(id []byte, why string) {
	select {
	case s.queue <- &call{line: refusal(id, wire.CodeInvalidParams, why)}:
	default:
	}
}

// malformedStep is the failure of a step whose callbacks could not be read.
func malformedStep(detail string) *adapters.Failure {
	return &adapters.Failure{Kind: adapters.Garbage, Detail: detail}
}
