package step

import (
	"fmt"

	"github.com/actionconform/conform/spec/value"
)

// Message is one message of the conversation: {role, content, toolCalls, toolCallId}. Those of the caller
// are passed on as they are, with members this package does not know.
type Message = value.Object

// Tool is one tool of the catalogue.
type Tool struct {
	Name        string
	Description string
	Schema      value.Value // JSON Schema of the arguments
	Approval    bool        // every call has to be approved
}

// Context says which step of which task something belongs to (ST-25, ST-26).
type Context struct{ TaskID, StepID string }

// ModelRequest is what the model is sent.
type ModelRequest struct {
	Messages []Message
	Tools    []Tool
	Schema   value.Value // of the output; nil on the native path
	Context  Context
}

// Call is a call as the runner makes it.
type Call struct {
	// ID is the runner's own, never the provider's (ST-27).
	ID        string
	Name      string
	Arguments value.Value
	Context   Context
	// Index is 0: a step has one action.
	Index int
	// ProviderCallID says where the call came from; "" in JSON protocols.
	ProviderCallID string
}

// Execution is the evidence of a call that was recorded.
type Execution struct {
	Call   Call
	Status Status
	Output string // of a completed one
	// Category and Retryable are those of a failed one.
	Category  Category
	Retryable bool
}

// Status is how far an execution is known to have come.
type Status string

// The statuses.
const (
	Completed Status = "completed"
	Failed    Status = "failed"
	Open      Status = "unknown" // recorded, and nobody can tell what became of it
)

// Category is the way a call failed.
type Category string

// The categories.
const (
	ToolUnavailable     Category = "unavailable"
	InvalidArguments    Category = "invalid_arguments"
	GuardDenied         Category = "denied"
	GuardFault          Category = "guard_fault"
	ApprovalUnavailable Category = "approval_unavailable"
	ApprovalDenied      Category = "approval_denied"
	ApprovalFault       Category = "approval_fault"
	TimedOut            Category = "timeout"
	WasCancelled        Category = "cancelled"
	BodyFailure         Category = "body_failure"
	BodyPanic           Category = "body_panic"
	OutputLimit         Category = "output_limit"
	BudgetExhausted     Category = "budget"
)

// Outcome is how a step ended. The set of implementations is closed.
//
//sumtype:decl
type Outcome interface{ outcome() }

type (
	// FinalOutcome is the model's claim to have answered. It proves nothing.
	FinalOutcome struct{ Text string }
	// AskOutcome is a question the user has to answer first.
	AskOutcome struct{ Question string }
	// ToolOutcome is the evidence of a call that completed.
	ToolOutcome struct{ Execution Execution }
	// HaltedOutcome is the evidence of a call that failed. It is a report, not an error.
	HaltedOutcome struct{ Execution Execution }
)

func (FinalOutcome) outcome()  {}
func (AskOutcome) outcome()    {}
func (ToolOutcome) outcome()   {}
func (HaltedOutcome) outcome() {}

// Report is what a step that ended without an error came to.
type Report struct {
	Context Context
	Request ModelRequest
	// Response is the model's, as it came.
	Response value.Value
	Outcome  Outcome
	// Next is the closed history a next step goes on from.
	Next []Message
}

// The texts of values that hold what must not end in logs (ST-35). GoString covers %#v.

// String says what was called, without arguments.
func (c Call) String() string { return fmt.Sprintf("call %s of step %s", c.ID, c.Context.StepID) }

// GoString is String.
func (c Call) GoString() string { return c.String() }

// String says what became of the call, without arguments and output.
func (e Execution) String() string {
	if e.Status == Failed {
		return fmt.Sprintf("%v: failed, %s", e.Call, e.Category)
	}
	return fmt.Sprintf("%v: %s", e.Call, e.Status)
}

// GoString is String.
func (e Execution) GoString() string { return e.String() }

// String says how the step ended, without any text of it.
func (r *Report) String() string {
	end := ""
	switch o := r.Outcome.(type) {
	case FinalOutcome:
		end = "final"
	case AskOutcome:
		end = "ask_user"
	case ToolOutcome:
		end = "tool_completed, " + o.Execution.String()
	case HaltedOutcome:
		end = "halted, " + o.Execution.String()
	}
	return fmt.Sprintf("step %s of task %s: %s", r.Context.StepID, r.Context.TaskID, end)
}

// GoString is String.
func (r *Report) GoString() string { return r.String() }

// String names the request's step and counts its parts.
func (r ModelRequest) String() string {
	return fmt.Sprintf("request of step %s: %d messages, %d tools", r.Context.StepID, len(r.Messages), len(r.Tools))
}

// GoString is String.
func (r ModelRequest) GoString() string { return r.String() }
