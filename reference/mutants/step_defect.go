package mutants

import (
	"context"
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/step"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// send passes a callback on to the harness.
type send func(wire.Callback) (wire.Reply, error)

// hooks are where a defect of a step gets between the sound runner and everything around it. Nil ones do
// nothing.
type hooks struct {
	// call stands between the runner and the harness.
	call func(next send, c wire.Callback) (wire.Reply, error)
	// report changes the report; it may still ask the harness.
	report func(next send, r *wire.StepReport)
	// deaf reports whether a cancellation that is noticed at a point is overlooked for good.
	deaf func(point string) bool
}

// tap is the callbacks of a step with a defect in between.
type tap struct {
	wire.Callbacks
	hooks     hooks
	cancelled chan struct{}
	settled   bool // whether the cancellation was passed on or overlooked
}

func newTap(c wire.Callbacks, h hooks) *tap {
	t := &tap{Callbacks: c, hooks: h, cancelled: make(chan struct{})}
	t.notice("start")
	return t
}

func (t *tap) Cancelled() <-chan struct{} { return t.cancelled }

// notice passes a cancellation on, or overlooks it.
func (t *tap) notice(point string) {
	if t.settled {
		return
	}
	select {
	case <-t.Callbacks.Cancelled():
		t.settled = true
		if t.hooks.deaf == nil || !t.hooks.deaf(point) {
			close(t.cancelled)
		}
	default:
	}
}

func (t *tap) Call(_ context.Context, c wire.Callback) (wire.Reply, error) {
	next := t.send
	if t.hooks.call == nil {
		return next(c)
	}
	return t.hooks.call(next, c)
}

func (t *tap) send(c wire.Callback) (wire.Reply, error) {
	reply, err := t.Callbacks.Call(context.Background(), c)
	t.notice(point(c))
	return reply, err
}

// point names a callback as the table does.
func point(c wire.Callback) string {
	if r, ok := c.(wire.RecordAppend); ok {
		return "record/" + string(r.Entry.Kind)
	}
	return c.Method()
}

// The points of a step.
const (
	recordRequest  = "record/model_request"
	generate       = "model/generate"
	recordResponse = "record/model_result"
	recordCall     = "record/tool_call"
	evaluate       = "guard/evaluate"
	authorize      = "approval/authorize"
	executeTool    = "tool/execute"
	recordResult   = "record/tool_result"
)

// stepping makes a defect of hooks, which are made anew for every step. The function may change the
// request.
func stepping(f func(*wire.StepRequest) hooks) defect {
	return acrossSteps(func() func(*wire.StepRequest) hooks { return f })
}

// acrossSteps is stepping for defects that remember something from step to step.
func acrossSteps(instance func() func(*wire.StepRequest) hooks) defect {
	return func(next answerer) answerer {
		f := instance()
		return func(req wire.Request) wire.Answer {
			s, ok := req.(wire.StepRequest)
			if !ok || s.Callbacks == nil {
				return next(req)
			}
			s.Tools, s.Visible = slices.Clone(s.Tools), slices.Clone(s.Visible)
			h := f(&s)
			t := newTap(s.Callbacks, h)
			s.Callbacks = t
			r, ok := next(s).(wire.StepReport)
			if !ok {
				return nil
			}
			if h.report != nil {
				h.report(t.send, &r)
			}
			return r
		}
	}
}

// asking is a defect in what is asked.
func asking(f func(next send, c wire.Callback) (wire.Reply, error)) defect {
	return stepping(func(*wire.StepRequest) hooks { return hooks{call: f} })
}

// stating is a defect in what is reported.
func stating(f func(*wire.StepReport)) defect {
	return stepping(func(*wire.StepRequest) hooks {
		return hooks{report: func(_ send, r *wire.StepReport) { f(r) }}
	})
}

// given is a defect in how the request is understood.
func given(f func(*wire.StepRequest)) defect {
	return stepping(func(r *wire.StepRequest) hooks { f(r); return hooks{} })
}

// offering is given for a defect the model must not notice: it is asked as if the request were untouched.
func offering(f func(*wire.StepRequest)) defect {
	return stepping(func(r *wire.StepRequest) hooks {
		sound := *r
		sound.Tools = slices.Clone(r.Tools)
		f(r)
		return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
			switch g := c.(type) {
			case wire.ModelGenerate:
				g.Request = offered(sound, g.Request)
				return next(g)
			case wire.RecordAppend:
				if g.Entry.Request != nil {
					request := offered(sound, *g.Entry.Request)
					g.Entry.Request = &request
				}
				return next(g)
			case wire.ToolExecute, wire.GuardEvaluate, wire.ApprovalAuthorize:
			}
			return next(c)
		}}
	})
}

// offered is a model request with the candidates of another step request.
func offered(of wire.StepRequest, m wire.ModelRequest) wire.ModelRequest {
	var visible []step.Tool
	for _, t := range of.Tools {
		if of.Visible == nil || slices.Contains(of.Visible, t.Name) {
			visible = append(visible, step.Tool{Name: t.Name, Description: t.Description, Schema: t.Parameters})
		}
	}
	if of.Protocol == reference.JingweiJSON1 {
		built, err := step.JSON{}.Build(nil, visible)
		if err == nil {
			m.Schema = built.Schema
		}
		return m
	}
	built, err := step.Native{}.Build(nil, visible)
	if err == nil {
		m.Tools = nil
		for _, t := range built.Tools {
			m.Tools = append(m.Tools, wire.StepTool{Name: t.Name, Description: t.Description, Parameters: t.Schema})
		}
	}
	return m
}

// hearing is a defect in how the response of the model is understood.
func hearing(f func(response value.Object) value.Value) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		reply, err := next(c)
		if m, ok := reply.(wire.ModelReply); ok {
			if o, ok := m.Response.(value.Object); ok {
				m.Response = f(o)
				return m, err
			}
		}
		return reply, err
	})
}

// skipping does not ask at a point, and goes on as if the answer had been the best there is.
func skipping(points ...string) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		if slices.Contains(points, point(c)) {
			return best(c), nil
		}
		return next(c)
	})
}

// ignoring asks at a point, and goes on as if the answer had been the best there is, where it fulfils a
// condition.
func ignoring(at string, when func(wire.Reply) bool) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		reply, err := next(c)
		if point(c) == at && when(reply) {
			return best(c), nil
		}
		return reply, err
	})
}

// best is the answer that lets a step go on.
func best(c wire.Callback) wire.Reply {
	switch c := c.(type) {
	case wire.GuardEvaluate:
		return wire.Decision{Decision: wire.DecisionAllow}
	case wire.ApprovalAuthorize:
		return wire.Decision{Decision: wire.DecisionGranted}
	case wire.ToolExecute:
		return wire.ToolReply{Ran: c.Call}
	case wire.RecordAppend, wire.ModelGenerate:
	}
	return wire.Recorded{}
}

func anyReply(wire.Reply) bool { return true }

func isFault(r wire.Reply) bool { _, ok := r.(wire.FaultReply); return ok }

func isRetryable(r wire.Reply) bool {
	f, ok := r.(wire.FaultReply)
	return ok && f.Retryable
}

func decides(words ...string) func(wire.Reply) bool {
	return func(r wire.Reply) bool {
		d, ok := r.(wire.Decision)
		return ok && slices.Contains(words, d.Decision)
	}
}

// askingAgain asks again at a point where the answer fulfils a condition.
func askingAgain(at string, when func(wire.Reply) bool) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		reply, err := next(c)
		if point(c) == at && when(reply) {
			return next(c)
		}
		return reply, err
	})
}

// delaying asks at one point only after another one, although the runner is told at once that all is well.
func delaying(at, until string) defect {
	return stepping(func(*wire.StepRequest) hooks {
		var held []wire.Callback
		return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
			if point(c) == at {
				held = append(held, c)
				return best(c), nil
			}
			reply, err := next(c)
			if point(c) == until {
				for _, h := range held {
					if _, err := next(h); err != nil {
						return nil, err
					}
				}
				held = nil
			}
			return reply, err
		}}
	})
}

// callsIn changes the calls of callbacks, and of what is recorded.
func callsIn(c wire.Callback, f func(wire.RuntimeCall) wire.RuntimeCall) wire.Callback {
	switch c := c.(type) {
	case wire.ToolExecute:
		return wire.ToolExecute{Call: f(c.Call)}
	case wire.GuardEvaluate:
		return wire.GuardEvaluate{Call: f(c.Call)}
	case wire.ApprovalAuthorize:
		return wire.ApprovalAuthorize{Call: f(c.Call)}
	case wire.RecordAppend:
		if c.Entry.Call != nil {
			call := f(*c.Entry.Call)
			c.Entry.Call = &call
		}
		if c.Entry.Result != nil {
			result := *c.Entry.Result
			result.Call = f(result.Call)
			c.Entry.Result = &result
		}
		return c
	case wire.ModelGenerate:
	}
	return c
}

// callingAs changes every call, in what is asked and in the report.
func callingAs(f func(wire.RuntimeCall) wire.RuntimeCall) defect {
	return stepping(func(*wire.StepRequest) hooks { return callHooks(f) })
}

func callHooks(f func(wire.RuntimeCall) wire.RuntimeCall) hooks {
	return hooks{
		call: func(next send, c wire.Callback) (wire.Reply, error) {
			reply, err := next(callsIn(c, f))
			if t, ok := reply.(wire.ToolReply); ok { // the runner compares with the call it made
				if e, ok := c.(wire.ToolExecute); ok && t.Ran.Name == f(e.Call).Name {
					t.Ran = e.Call
					return t, err
				}
			}
			return reply, err
		},
		report: func(_ send, r *wire.StepReport) {
			if r.Execution != nil {
				x := *r.Execution
				x.Call = f(x.Call)
				r.Execution = &x
			}
		},
	}
}

// contextHooks changes the context everywhere.
func contextHooks(f func(wire.DecisionContext) wire.DecisionContext) hooks {
	onCall := func(c wire.RuntimeCall) wire.RuntimeCall {
		if c.Action != nil {
			a := *c.Action
			a.Context = f(a.Context)
			c.Action = &a
		}
		return c
	}
	h := callHooks(onCall)
	ask, report := h.call, h.report
	h.call = func(next send, c wire.Callback) (wire.Reply, error) {
		switch m := c.(type) {
		case wire.ModelGenerate:
			m.Request.Context = f(m.Request.Context)
			c = m
		case wire.RecordAppend:
			m.Entry.Context = f(m.Entry.Context)
			if m.Entry.Request != nil {
				request := *m.Entry.Request
				request.Context = f(request.Context)
				m.Entry.Request = &request
			}
			c = m
		case wire.ToolExecute, wire.GuardEvaluate, wire.ApprovalAuthorize:
		}
		return ask(next, c)
	}
	h.report = func(next send, r *wire.StepReport) {
		r.Context = f(r.Context)
		report(next, r)
	}
	return h
}

// callsOf is the list of calls of a response.
func callsOf(o value.Object) value.Array {
	v, _ := o.Get("toolCalls")
	list, _ := v.(value.Array)
	return list
}

func reasonOf(o value.Object) string {
	v, _ := o.Get("finishReason")
	s, _ := v.(value.String)
	return string(s)
}

// refused reports whether a step ended because of what the model said.
func refused(r *wire.StepReport) bool {
	return r.Error != nil && (strings.HasPrefix(r.Error.Code, "RESPONSE_") || strings.HasPrefix(r.Error.Code, "ACTION_") ||
		slices.Contains([]string{"TEXT_EMPTY", "FINISH_REASON_INCONSISTENT", "CALL_ID_EMPTY", "TOOL_NAME_EMPTY", "ARGUMENTS_NOT_OBJECT", "ARGUMENTS_INVALID"}, r.Error.Code))
}

// failWith makes an error of a report.
func failWith(r *wire.StepReport, code string) {
	*r = wire.StepReport{Error: &wire.StepFailure{Code: code}, Context: r.Context, Execution: r.Execution}
}

// answerWith makes a final answer of a report.
func answerWith(r *wire.StepReport, text string) {
	*r = wire.StepReport{Outcome: wire.OutcomeFinal, Text: text, Context: r.Context, NextMessages: value.Array{}}
}

func steps() scope {
	return scope{[]string{reference.NativeTool1, reference.JingweiJSON1}, []wire.Operation{wire.OpStep}}
}

func nativeSteps() scope {
	return scope{[]string{reference.NativeTool1}, []wire.Operation{wire.OpStep}}
}

func jsonSteps() scope {
	return scope{[]string{reference.JingweiJSON1}, []wire.Operation{wire.OpStep}}
}
