package step

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// Native is native-tool/1: function calls, with a control tool that asks the user.
type Native struct {
	// AskUserTool is the name of the control tool; "" is reference.DefaultAskUserTool.
	AskUserTool string
}

var _ Protocol = Native{}

// acknowledged answers the control call. It is no result: nothing was executed.
const acknowledged = `{"type":"acknowledged","note":"the question is put to the user"}`

func (p Native) control() string {
	if p.AskUserTool == "" {
		return reference.DefaultAskUserTool
	}
	return p.AskUserTool
}

// Path implements [Protocol].
func (Native) Path() Path { return NativePath }

// Build adds the control tool to the visible ones (ST-05). The messages are sent as they are.
func (p Native) Build(messages []Message, visible []Tool) (ModelRequest, error) {
	tools := make([]Tool, 0, len(visible)+1)
	for _, t := range visible {
		if t.Name == p.control() {
			return ModelRequest{}, errReserved
		}
		tools = append(tools, t)
	}
	question := value.Object{
		{Name: "type", Value: text("object")},
		{Name: "properties", Value: value.Object{{Name: "question", Value: value.Object{{Name: "type", Value: text("string")}}}}},
		{Name: "required", Value: value.Array{text("question")}},
		{Name: "additionalProperties", Value: value.Bool(false)},
	}
	tools = append(tools, Tool{Name: p.control(), Description: "Ask the user one question and wait for the answer.", Schema: question})
	return ModelRequest{Messages: join(messages), Tools: tools}, nil
}

// Parse implements [Protocol].
func (p Native) Parse(response value.Value) (reference.StepAction, error) {
	return parse(reference.NativeTool1, response, reference.Options{AskUserTool: p.AskUserTool})
}

func parse(protocol string, response value.Value, o reference.Options) (reference.StepAction, error) {
	a, err := reference.Parse(protocol, response, o)
	if err != nil {
		return nil, err
	}
	action, ok := a.(reference.StepAction)
	if !ok {
		return nil, &Error{Code: protocolContradicted}
	}
	return action, nil
}

// Continue closes the group: the model's call, and one message under its id (ST-30).
func (p Native) Continue(messages []Message, response value.Value, action reference.StepAction, execution *Execution) ([]Message, error) {
	content := member(response, memberContent)
	if content == nil {
		content = value.Null{}
	}
	answer := acknowledged
	switch action.(type) {
	case reference.Final:
		return join(messages, message("assistant", content)), nil
	case reference.CallTool:
		answer = outcomeText(execution)
	case reference.AskUser:
	}
	calls := callsOf(response)
	if len(calls) != 1 {
		return nil, &Error{Code: protocolContradicted}
	}
	return join(messages,
		message("assistant", content, value.Member{Name: memberCalls, Value: calls}),
		message("tool", text(answer), value.Member{Name: memberToolCallID, Value: member(calls[0], "id")}),
	), nil
}
