package step

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// Protocol is how actions are asked for, read, and answered. It is trusted with the conversation and with
// nothing else: the runner looks up and validates whatever Parse returns.
type Protocol interface {
	Path() Path
	// Build makes the request of the visible tools. The runner sets its context.
	Build(messages []Message, visible []Tool) (ModelRequest, error)
	// Parse reads one action out of a complete response. Its error may be a *reference.Error, whose code
	// the step then ends with; any other is ACTION_INVALID.
	Parse(response value.Value) (reference.StepAction, error)
	// Continue returns the closed history after an action. execution is nil where no tool was called.
	Continue(messages []Message, response value.Value, action reference.StepAction, execution *Execution) ([]Message, error)
}

// errReserved is the error of a tool that takes the name of the control tool.
var errReserved = &Error{Code: ToolNameReserved}

// The members of messages and responses.
const (
	memberRole       = "role"
	memberContent    = "content"
	memberCalls      = "toolCalls"
	memberToolCallID = "toolCallId"
)

func text(s string) value.Value { return value.String(s) }

func message(role string, content value.Value, more ...value.Member) Message {
	return append(Message{{Name: memberRole, Value: text(role)}, {Name: memberContent, Value: content}}, more...)
}

// join returns a new history: a caller's slice is never written to.
func join(messages []Message, more ...Message) []Message {
	return append(append(make([]Message, 0, len(messages)+len(more)), messages...), more...)
}

func member(v value.Value, name string) value.Value {
	o, ok := v.(value.Object)
	if !ok {
		return nil
	}
	m, ok := o.Get(name)
	if !ok {
		return nil
	}
	return m
}

// callsOf is the list of native calls of a response.
func callsOf(response value.Value) value.Array {
	list, _ := member(response, memberCalls).(value.Array)
	return list
}

// outcomeText is what the model is told of an execution: the output as it is, or the category of the
// failure.
func outcomeText(e *Execution) string {
	if e.Status == Completed {
		return e.Output
	}
	return `{"error":"` + string(e.Category) + `"}`
}
