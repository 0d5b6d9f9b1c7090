package step

import (
	"context"
	"errors"
	"fmt"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Answer answers the operation step as a target: every collaborator is the harness, behind the callbacks
// of the request. It returns nil for a protocol that has no steps, or a request without callbacks.
func Answer(ctx context.Context, req wire.StepRequest, policies wire.Policies) wire.Answer {
	if req.Callbacks == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	select {
	case <-req.Callbacks.Cancelled():
		cancel()
	default:
		go func() {
			select {
			case <-req.Callbacks.Cancelled():
				cancel()
			case <-done:
			}
		}()
	}
	if req.Cancelled {
		cancel()
	}
	h := &harness{req: req, cancel: cancel}
	r := Runner{Model: h, Tools: h, Guards: []Guard{h}, Approver: h, Recorder: h}
	switch req.Protocol {
	case reference.NativeTool1:
		r.Protocol = Native{AskUserTool: policies.AskUserTool}
	case reference.JingweiJSON1:
		r.Protocol = JSON{}
	default:
		return nil
	}
	report, err := r.Run(ctx, h.input())
	if err != nil {
		return failed(err)
	}
	return reported(report)
}

// harness plays every collaborator of one step.
type harness struct {
	req    wire.StepRequest
	cancel context.CancelFunc
}

func (h *harness) input() Input {
	in := Input{TaskID: h.req.TaskID, Visible: h.req.Visible, OutputLimit: h.req.Options.OutputLimit}
	for _, m := range h.req.Messages {
		if o, ok := m.(value.Object); ok {
			in.Messages = append(in.Messages, o)
		}
	}
	for _, t := range h.req.Tools {
		in.Catalogue = append(in.Catalogue, Tool{Name: t.Name, Description: t.Description, Schema: t.Parameters, Approval: t.Approval})
	}
	// A context in the options is another step's (ST-26): there is nowhere to put it.
	if b := h.req.Options.Budget; b != nil {
		in.Budget = &Budget{ModelCalls: b.ModelCalls, ToolCalls: b.ToolCalls}
	}
	return in
}

// errCollaborator is a failure of whom the harness plays.
var errCollaborator = errors.New("step: the collaborator failed")

// call asks the harness. A cancellation that was sent with the reply is in force when it returns.
func (h *harness) call(c wire.Callback) (wire.Reply, error) {
	reply, err := h.req.Callbacks.Call(context.Background(), c)
	select {
	case <-h.req.Callbacks.Cancelled():
		h.cancel()
	default:
	}
	return reply, err
}

// Supports implements [Model].
func (h *harness) Supports(p Path) Support {
	if p == NativePath {
		return Support(h.req.Model.Native)
	}
	return Support(h.req.Model.JSON)
}

// Generate implements [Model].
func (h *harness) Generate(_ context.Context, r ModelRequest) (value.Value, error) {
	reply, err := h.call(wire.ModelGenerate{Request: wireRequest(r)})
	if err != nil {
		return nil, err
	}
	if m, ok := reply.(wire.ModelReply); ok && m.Response != nil {
		return m.Response, nil
	}
	return nil, errCollaborator
}

// Execute implements [Tools].
func (h *harness) Execute(_ context.Context, c Call) (string, Call, error) {
	reply, err := h.call(wire.ToolExecute{Call: wireCall(c)})
	if err != nil {
		return "", Call{}, err
	}
	switch r := reply.(type) {
	case wire.ToolReply:
		return r.Output, Call{Name: r.Ran.Name, Arguments: r.Ran.Arguments}, nil
	case wire.FaultReply:
		return "", Call{}, &Fault{Category: category(r.Kind), Retryable: r.Retryable}
	case wire.ModelReply, wire.Decision, wire.Recorded:
	}
	return "", Call{}, errCollaborator
}

func category(k wire.FaultKind) Category {
	switch k {
	case wire.FaultPanic:
		return BodyPanic
	case wire.FaultTimeout:
		return TimedOut
	case wire.FaultCancelled:
		return WasCancelled
	case wire.FaultUnavailable:
		return ToolUnavailable
	case wire.FaultInvalidArguments:
		return InvalidArguments
	case wire.FaultFailure:
	}
	return BodyFailure
}

// Evaluate implements [Guard].
func (h *harness) Evaluate(_ context.Context, c Call) (bool, error) {
	reply, err := h.call(wire.GuardEvaluate{Call: wireCall(c)})
	if err != nil {
		return false, err
	}
	d, ok := reply.(wire.Decision)
	if !ok || d.Decision != wire.DecisionAllow && d.Decision != wire.DecisionDeny {
		return false, errCollaborator
	}
	return d.Decision == wire.DecisionAllow, nil
}

// Authorize implements [Approver].
func (h *harness) Authorize(_ context.Context, c Call) (Approval, error) {
	reply, err := h.call(wire.ApprovalAuthorize{Call: wireCall(c)})
	if err != nil {
		return "", err
	}
	if d, ok := reply.(wire.Decision); ok {
		return Approval(d.Decision), nil
	}
	return "", errCollaborator
}

// Record implements [Recorder].
func (h *harness) Record(_ context.Context, e Entry) error {
	reply, err := h.call(wire.RecordAppend{Entry: wireEntry(e)})
	if err != nil {
		return err
	}
	if _, ok := reply.(wire.Recorded); !ok {
		return errCollaborator
	}
	return nil
}

func wireContext(c Context) wire.DecisionContext {
	return wire.DecisionContext{TaskID: c.TaskID, StepID: c.StepID}
}

func wireMessages(list []Message) value.Array {
	out := make(value.Array, len(list))
	for i, m := range list {
		out[i] = m
	}
	return out
}

func wireRequest(r ModelRequest) wire.ModelRequest {
	out := wire.ModelRequest{Messages: wireMessages(r.Messages), Schema: r.Schema, Context: wireContext(r.Context)}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, wire.StepTool{Name: t.Name, Description: t.Description, Parameters: t.Schema, Approval: t.Approval})
	}
	return out
}

func wireCall(c Call) wire.RuntimeCall {
	return wire.RuntimeCall{ID: c.ID, Name: c.Name, Arguments: c.Arguments,
		Action: &wire.ActionRef{Context: wireContext(c.Context), Index: c.Index, ProviderCallID: c.ProviderCallID}}
}

func wireExecution(e Execution) wire.Execution {
	return wire.Execution{Call: wireCall(e.Call), Status: wire.ExecutionStatus(e.Status), Output: e.Output,
		Category: string(e.Category), Retryable: e.Retryable}
}

func wireEntry(e Entry) wire.RecordEntry {
	out := wire.RecordEntry{Kind: wire.RecordKind(e.Kind())}
	switch e := e.(type) {
	case RequestEntry:
		request := wireRequest(e.Request)
		out.Request, out.Context = &request, request.Context
	case ResponseEntry:
		out.Response, out.Context = e.Response, wireContext(e.Context)
	case CallEntry:
		call := wireCall(e.Call)
		out.Call, out.Context = &call, wireContext(e.Call.Context)
	case ResultEntry:
		result := wireExecution(e.Execution)
		out.Result, out.Context = &result, wireContext(e.Execution.Call.Context)
	}
	return out
}

// failed is the report of an error.
func failed(err error) wire.Answer {
	var e *Error
	if !errors.As(err, &e) {
		return nil
	}
	out := wire.StepReport{
		Error:   &wire.StepFailure{Code: string(e.Code), Message: e.Error(), Barrier: string(e.Barrier)},
		Context: wireContext(e.Context), Debug: fmt.Sprintf("%+v %#v", e, e),
	}
	if e.Execution != nil {
		x := wireExecution(*e.Execution)
		out.Execution = &x
	}
	return out
}

// reported is the report of an outcome.
func reported(r *Report) wire.Answer {
	out := wire.StepReport{Context: wireContext(r.Context), NextMessages: wireMessages(r.Next), Debug: fmt.Sprintf("%+v %#v", r, r)}
	evidence := func(e Execution) {
		x := wireExecution(e)
		out.Execution = &x
	}
	switch o := r.Outcome.(type) {
	case FinalOutcome:
		out.Outcome, out.Text = wire.OutcomeFinal, o.Text
	case AskOutcome:
		out.Outcome, out.Question = wire.OutcomeAskUser, o.Question
	case ToolOutcome:
		out.Outcome = wire.OutcomeToolCompleted
		evidence(o.Execution)
	case HaltedOutcome:
		out.Outcome = wire.OutcomeHalted
		evidence(o.Execution)
	}
	return out
}
