package step

import (
	"context"
	"errors"
	"fmt"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// act makes the one call: record, guards, approval, execution, record, evidence.
func (s *run) act(a reference.CallTool) (Outcome, *Error) {
	if e := s.cancelled(); e != nil {
		return nil, e
	}
	if b := s.in.Budget; b != nil && b.ToolCalls < 1 {
		return nil, s.fail(TaskBudgetExhausted, nil)
	}
	call := Call{ID: s.id(), Name: a.Name, Arguments: a.Arguments, Context: s.context, ProviderCallID: a.ProviderCallID}
	if e := s.record(CallEntry{call}); e != nil {
		return nil, e
	}
	s.evidence = &Execution{Call: call, Status: Failed, Category: WasCancelled}
	if category := s.permit(call); category != "" {
		return s.settle(Execution{Call: call, Status: Failed, Category: category}, nil)
	}
	execution, ran := s.execute(call)
	return s.settle(execution, ran)
}

// permit asks the guards and, where the tool requires it, for approval. It returns why the call may not be
// made, "" where it may.
func (s *run) permit(call Call) Category {
	for _, g := range s.Guards {
		if s.ctx.Err() != nil {
			return WasCancelled
		}
		switch allow, err := g.Evaluate(s.ctx, call); {
		case s.ctx.Err() != nil:
			return WasCancelled
		case err != nil:
			return GuardFault
		case !allow:
			return GuardDenied
		}
	}
	for _, t := range s.visible {
		if t.Name == call.Name && t.Approval {
			return s.approve(call)
		}
	}
	if s.ctx.Err() != nil {
		return WasCancelled
	}
	return ""
}

func (s *run) approve(call Call) Category {
	switch {
	case s.ctx.Err() != nil:
		return WasCancelled
	case s.Approver == nil:
		return ApprovalUnavailable
	}
	approval, err := s.Approver.Authorize(s.ctx, call)
	switch {
	case s.ctx.Err() != nil:
		return WasCancelled
	case err != nil:
		return ApprovalFault
	}
	switch approval {
	case Granted:
		return ""
	case Denied:
		return ApprovalDenied
	case NobodyThere:
		return ApprovalUnavailable
	case unknownPermission:
	}
	return ApprovalFault
}

// execute runs the tool once. ran is what the gateway says it ran, nil where it does not say.
func (s *run) execute(call Call) (Execution, *Call) {
	ctx := s.ctx
	if s.ToolTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.ToolTimeout)
		defer cancel()
	}
	failed := func(c Category, retryable bool) (Execution, *Call) {
		return Execution{Call: call, Status: Failed, Category: c, Retryable: retryable}, nil
	}
	output, ran, err := s.body(ctx, call)
	var fault *Fault
	switch {
	case err == nil && s.in.OutputLimit > 0 && len(output) > s.in.OutputLimit:
		e, _ := failed(OutputLimit, false) // the output goes no further
		return e, &ran
	case err == nil:
		return Execution{Call: call, Status: Completed, Output: output}, &ran
	case errors.As(err, &fault):
		return failed(fault.Category, fault.Retryable)
	case s.ctx.Err() != nil:
		return failed(WasCancelled, false)
	case errors.Is(err, context.DeadlineExceeded):
		return failed(TimedOut, false)
	}
	return failed(BodyFailure, false)
}

// body calls the gateway and turns a panic into a failure.
func (s *run) body(ctx context.Context, call Call) (output string, ran Call, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("step: the tool panicked: %w", &Fault{Category: BodyPanic})
		}
	}()
	return s.Tools.Execute(ctx, call)
}

// settle records the result and makes the outcome of it.
func (s *run) settle(e Execution, ran *Call) (Outcome, *Error) {
	s.evidence = &e
	if failure := s.record(ResultEntry{e}); failure != nil {
		return nil, failure
	}
	if ran != nil && !same(*ran, e.Call) {
		return nil, s.fail(EvidenceMismatch, nil)
	}
	if failure := s.cancelled(); failure != nil {
		return nil, failure
	}
	if e.Status == Completed {
		return ToolOutcome{e}, nil
	}
	return HaltedOutcome{e}, nil
}

// same reports whether the call that was run is the one that was proposed.
func same(ran, proposed Call) bool {
	return ran.Name == proposed.Name && ran.Arguments != nil && value.Equal(ran.Arguments, proposed.Arguments)
}
