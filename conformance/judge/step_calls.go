package judge

import (
	"slices"

	"github.com/actionconform/conform/conformance/ledger"
	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// callOf is the call a callback is about, nil where it is about none.
func callOf(c wire.Callback) *wire.RuntimeCall {
	switch c := c.(type) {
	case wire.ToolExecute:
		return &c.Call
	case wire.GuardEvaluate:
		return &c.Call
	case wire.ApprovalAuthorize:
		return &c.Call
	case wire.RecordAppend:
		if r := c.Entry.Result; c.Entry.Call == nil && r != nil && r.Call.Arguments != nil {
			return &r.Call
		}
		return c.Entry.Call
	case wire.ModelGenerate:
	}
	return nil
}

// identity holds the contexts of the step against one another and against those of other steps.
func (v *verdict) identity() {
	c := v.Report.Context
	role := spec.StepRoleIdentity
	if v.Report.Error != nil {
		role = spec.StepRoleEvidence // errors keep the context
	}
	switch {
	case c.TaskID != v.Step.Request.TaskID:
		v.found(Identity, role, "the report's task id is not the caller's")
	case value.IsBlank(c.StepID):
		v.found(Identity, role, "the report has no step id")
	}
	for _, b := range v.before {
		if c.StepID != "" && b.Report.Context.StepID == c.StepID {
			v.found(Identity, spec.StepRoleIdentity, "the step id is that of an earlier step")
			break
		}
	}
	if o := v.Step.Request.Options.Context; o != nil && c.StepID == o.StepID {
		v.found(Identity, spec.StepRoleContext, "the step id is the one another step left in the options")
	}
	for _, e := range v.Entries {
		if got, ok := contextOf(e); ok && got != c {
			v.found(Identity, spec.StepRoleContext, "%s carries another context than the report", e.Point)
			return
		}
	}
}

// contextOf is the context a callback must carry; ok is false where it need not and does not.
func contextOf(e ledger.Entry) (wire.DecisionContext, bool) {
	switch c := e.Callback.(type) {
	case wire.ModelGenerate:
		return c.Request.Context, true
	case wire.ToolExecute:
		return actionContext(c.Call)
	case wire.GuardEvaluate:
		return actionContext(c.Call)
	case wire.ApprovalAuthorize:
		return actionContext(c.Call)
	case wire.RecordAppend:
		if c.Entry.Kind == wire.RecordModelRequest && c.Entry.Context == (wire.DecisionContext{}) && c.Entry.Request != nil {
			return c.Entry.Request.Context, true
		}
		return c.Entry.Context, c.Entry.Context != (wire.DecisionContext{}) || c.Entry.Kind == wire.RecordModelRequest
	}
	return wire.DecisionContext{}, false
}

func actionContext(c wire.RuntimeCall) (wire.DecisionContext, bool) {
	if c.Action == nil {
		return wire.DecisionContext{}, true
	}
	return c.Action.Context, true
}

// calls holds every call the target made, asked about or recorded against the one the model proposed.
func (v *verdict) calls() {
	want := v.Step.Expect.Call
	id := ""
	for _, e := range v.judged() {
		call := callOf(e.Callback)
		if call == nil {
			continue
		}
		if want == nil || call.Name != want.Name || !v.judge.compare.Equal(call.Arguments, want.Arguments) {
			if want != nil || e.Point == scenario.Execute {
				v.found(Action, spec.StepRoleExecute, "%s is about another call than the model proposed", e.Point)
			}
			return
		}
		switch {
		case value.IsBlank(call.ID):
			v.found(Identity, spec.StepRoleProvenance, "%s has no id of the runtime's own", e.Point)
			return
		case want.ProviderID != "" && call.ID == want.ProviderID:
			v.found(Identity, spec.StepRoleProvenance, "%s has the provider's id for its own", e.Point)
			return
		case id != "" && call.ID != id:
			v.found(Identity, spec.StepRoleContext, "%s has another id than the call before", e.Point)
			return
		}
		id = call.ID
		if a := call.Action; a != nil {
			switch {
			case a.Index != 0:
				v.found(Identity, spec.StepRoleContext, "%s is action %d, where a step has one, with index 0", e.Point, a.Index)
				return
			case a.ProviderCallID != "" && a.ProviderCallID != want.ProviderID:
				v.found(Identity, spec.StepRoleProvenance, "%s names another provider's id as its origin", e.Point)
				return
			case a.ProviderCallID == "" && want.ProviderID != "" && e.Point == scenario.Execute:
				v.findings = append(v.findings, Finding{Aspect: Identity, Level: spec.Should,
					Requirement: v.steps.Rule(v.scenario.Protocol, spec.StepRoleProvenance), Detail: "the provider's id is not kept as the origin of the call"})
			}
		}
	}
	for _, b := range v.before {
		if id != "" && id == firstID(b.Entries) {
			v.found(Identity, spec.StepRoleProvenance, "the call has the id of a call of an earlier step")
			return
		}
	}
}

func firstID(entries []ledger.Entry) string {
	for _, e := range entries {
		if c := callOf(e.Callback); c != nil {
			return c.ID
		}
	}
	return ""
}

// evidence holds the target's account of the call against the ledger.
func (v *verdict) evidence() {
	x, want := v.Report.Execution, v.Step.Expect
	executed := v.asked(scenario.Execute)
	v.records()
	if x == nil {
		if v.owesEvidence(len(executed) > 0) {
			v.found(Evidence, spec.StepRoleEvidence, "the evidence of the call is missing")
		}
		return
	}
	switch v.Report.Outcome {
	case wire.OutcomeFinal, wire.OutcomeAskUser:
		v.found(Evidence, spec.StepRoleHonest, "an execution is reported beside %s", v.Report.Outcome)
		return
	case wire.OutcomeToolCompleted, wire.OutcomeHalted:
	}
	if want.Call == nil {
		v.found(Evidence, spec.StepRoleHonest, "an execution is reported, and no call could be made")
		return
	}
	if x.Call.Name != want.Call.Name || !v.judge.compare.Equal(x.Call.Arguments, want.Call.Arguments) {
		v.found(Evidence, spec.StepRoleHonest, "the evidence is of another call than the proposed one")
		return
	}
	if len(executed) > 0 {
		if made := callOf(executed[0].Callback); made.ID != x.Call.ID {
			v.found(Evidence, spec.StepRoleHonest, "the evidence has another id than the call that was made")
			return
		}
	}
	v.status(x, len(executed) > 0)
}

// owesEvidence reports whether the step must give evidence of its call.
func (v *verdict) owesEvidence(executed bool) bool {
	switch v.Report.Outcome {
	case wire.OutcomeToolCompleted, wire.OutcomeHalted:
		return true
	case wire.OutcomeFinal, wire.OutcomeAskUser:
		return false
	}
	recorded := v.Step.Expect.Recorded && v.claims(wire.StepRecords) && len(v.asked(scenario.RecordCall)) > 0
	return executed || recorded
}

// status holds what is said to have come of the call against what did.
func (v *verdict) status(x *wire.Execution, executed bool) {
	want := v.Step.Expect
	switch x.Status {
	case wire.ExecutionCompleted:
		switch {
		case !executed:
			v.found(Evidence, spec.StepRoleHonest, "a completed execution is reported, and none was made")
		case v.Report.Outcome == wire.OutcomeHalted && !want.MayFail:
		case !want.MayComplete:
			v.found(Evidence, spec.StepRoleHonest, "a completed execution is reported, and it failed")
		case x.Output != want.Output:
			v.found(Evidence, spec.StepRoleHonest, "another output is reported than the tool's")
		}
	case wire.ExecutionFailed:
		if executed && !want.MayFail {
			v.found(Evidence, spec.StepRoleHonest, "a failed execution is reported, and it succeeded")
		}
	case wire.ExecutionUnknown:
		if v.Report.Error == nil {
			v.found(Evidence, spec.StepRoleHonest, "the outcome has an execution of which nothing is known")
		}
	}
	if v.Report.Error == nil && (v.Report.Outcome == wire.OutcomeToolCompleted) != (x.Status == wire.ExecutionCompleted) {
		v.found(Evidence, spec.StepRoleHonest, "the outcome is %s, and the execution %s", v.Report.Outcome, x.Status)
	}
}

// records holds what was recorded of the result against the ledger.
func (v *verdict) records() {
	if !v.claims(wire.StepRecords) {
		return
	}
	for _, e := range v.Entries {
		r, ok := e.Callback.(wire.RecordAppend)
		if !ok {
			continue
		}
		switch r.Entry.Kind {
		case wire.RecordToolResult:
			if r.Entry.Result != nil && r.Entry.Result.Status == wire.ExecutionCompleted && !v.Step.Expect.MayComplete {
				v.found(Evidence, spec.StepRoleHonest, "the record says that the call completed, and it did not")
				return
			}
		case wire.RecordModelResult:
			if r.Entry.Response != nil && !v.judge.compare.Equal(r.Entry.Response, v.Step.Script.Response) && !v.modelFailed() {
				v.found(Evidence, spec.StepRoleHonest, "the record holds another response than the model's")
				return
			}
		case wire.RecordModelRequest, wire.RecordToolCall:
		}
	}
}

func (v *verdict) modelFailed() bool {
	_, failed := v.Step.Script.Faults[scenario.Generate]
	return failed
}

// requests holds what the model was sent against what it may be told.
func (v *verdict) requests() {
	asked := v.asked(scenario.Generate)
	if len(asked) == 0 {
		return
	}
	request := asked[0].Callback.(wire.ModelGenerate).Request // a second request is a fault of its own
	v.instructions(request.Messages)
	if v.native {
		v.candidates(request.Tools)
	} else {
		v.schema(request.Schema)
	}
}

// candidates holds the tools a native request offers against those that are visible.
func (v *verdict) candidates(tools []wire.StepTool) {
	control := v.control()
	var names []string
	controls := 0
	for _, t := range tools {
		if t.Name == control {
			controls++
			continue
		}
		names = append(names, t.Name)
	}
	want := slices.Clone(v.Step.Expect.Candidates)
	slices.Sort(names)
	slices.Sort(want)
	switch {
	case !slices.Equal(names, want):
		v.found(Calls, spec.StepRoleCandidates, "the model is offered other tools than the visible ones")
	case controls != 1:
		v.blames("build", Calls, "the control tool is offered %d times", controls)
	}
}

// control is the name of the tool that asks the user, as the target declares it.
func (v *verdict) control() string {
	if n := v.caps.Policies.AskUserTool; n != "" {
		return n
	}
	return v.scenario.Control
}
