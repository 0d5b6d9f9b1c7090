// Package scenario says what a scenario of the operation step is: what the target is asked, what each
// collaborator answers, and what has to come of it. Scenarios are derived from the table (package derive),
// played (package ledger) and judged (package judge).
package scenario

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Scenario is one or several steps played one after the other. It is immutable.
type Scenario struct {
	// Protocol is that of every step.
	Protocol string
	// Control is the name of the tool that asks the user; "" where the protocol has none.
	Control string
	Steps   []Step
	// Canaries are texts planted in prompts, arguments, outputs and failures, which no error and no debug
	// text may repeat. Failure is the one of them in failures: unless it is the tool's own, it stands in no
	// record and no message either.
	Canaries []string
	Failure  string
}

// Step is one step of a scenario.
type Step struct {
	// Request is what the target is asked, without the id of the step and the callbacks. Where Continues
	// is set, its messages are the next messages of the last report that had any, and then its own.
	Request   wire.StepRequest
	Continues bool
	Script    Script
	Expect    Expectation
}

// Point is where the harness sees a step: the method of a callback, with the kind of a record in the place
// of append.
type Point string

// The points, in the order of the stages.
const (
	RecordRequest  Point = "record/model_request"
	Generate       Point = "model/generate"
	RecordResponse Point = "record/model_result"
	RecordCall     Point = "record/tool_call"
	Guard          Point = "guard/evaluate"
	Authorize      Point = "approval/authorize"
	Execute        Point = "tool/execute"
	RecordResult   Point = "record/tool_result"
)

// PointOf is the point of a callback; a record of an unknown kind is a point nobody expects or judges.
func PointOf(c wire.Callback) Point {
	if r, ok := c.(wire.RecordAppend); ok {
		return Point("record/" + string(r.Entry.Kind))
	}
	return Point(c.Method())
}

// Needs is what a target must claim for the point to be judged; "" for the model and the tools.
func (p Point) Needs() string {
	switch p {
	case RecordRequest, RecordResponse, RecordCall, RecordResult:
		return wire.StepRecords
	case Guard:
		return wire.StepGuard
	case Authorize:
		return wire.StepApproval
	case Generate, Execute:
		return ""
	}
	return "" // unknown records are filtered before anyone asks
}

// Judged reports whether the point is one of the eight.
func (p Point) Judged() bool {
	switch p {
	case RecordRequest, RecordResponse, RecordCall, RecordResult, Guard, Authorize, Generate, Execute:
		return true
	}
	return false
}

// Script says what the collaborators answer.
type Script struct {
	// Response is what the model says.
	Response value.Value
	// Output is what the tool says.
	Output string
	// Ran, where set, is the call the tool gateway says it ran, in the place of the one it was asked for.
	Ran *wire.RuntimeCall
	// Decisions are those of the guard and the approver; allow and granted where there is none.
	Decisions map[Point]string
	// Faults are the points at which the collaborator fails, the first time it is asked. After that it
	// succeeds, so that a target that retries is seen to go on.
	Faults map[Point]wire.FaultReply
	// Cancel is the point during which the step is cancelled; "" is never.
	Cancel Point
}

// Expectation is what has to come of a step.
type Expectation struct {
	// Calls are the points in order.
	Calls []Item
	// Ends are the ways the step may end, any of them.
	Ends []End
	// Recorded says that the call is on record when the step ends, so that its evidence must be there.
	Recorded bool
	// MayComplete and MayFail say what an execution in evidence may have come to.
	MayComplete, MayFail bool
	// Output is that of a completed execution.
	Output string
	// Candidates are the tools the model is offered, besides a control tool.
	Candidates []string
	// Call is the call that may be made; nil where none is proposed.
	Call *Call
	// Text is that of the final answer or question.
	Text string
	// Accepts and Refuses are actions the schema of a JSON request must and must not allow.
	Accepts, Refuses []value.Value
}

// Item is one point of the sequence.
type Item struct {
	Point    Point
	Optional bool
}

// Call is a call as the model proposes it.
type Call struct {
	Name       string
	Arguments  value.Value
	ProviderID string // "" in JSON protocols
}

// End is one way a step may end.
type End struct {
	// Outcome is "" for an error.
	Outcome wire.StepOutcome
	// Codes are those of an error, Categories those of a halted outcome; none leaves the choice.
	Codes      []string
	Categories []string
	// Barrier is the record that failed.
	Barrier string
}

// String is the end in the words of the table.
func (e End) String() string {
	switch {
	case e.Outcome == "":
		return "error " + strings.Join(e.Codes, " or ")
	case len(e.Categories) > 0:
		return string(e.Outcome) + " (" + strings.Join(e.Categories, " or ") + ")"
	}
	return string(e.Outcome)
}

// Executions is how often a tool runs in the step: 0 or 1.
func (e *Expectation) Executions() int {
	for _, i := range e.Calls {
		if i.Point == Execute {
			return 1
		}
	}
	return 0
}
