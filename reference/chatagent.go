package reference

import (
	"context"
	"errors"
	"fmt"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// ChatModel is what an agent asks: it returns the choice that answers a history.
type ChatModel interface {
	Next(ctx context.Context, history []wire.ChatMessage) (value.Value, error)
}

// ChatTools is what an agent acts with.
type ChatTools interface {
	// Offers says whether there is a tool of that name and whether it takes the arguments.
	Offers(name string, arguments value.Object) (known, fits bool)
	// Call executes a tool. The error's text is for the operator and never goes to the model.
	Call(ctx context.Context, name string, arguments value.Object) (string, error)
}

// ChatAgent is a small agent that is strict by construction: only what [Parse] accepts is executed, and
// every call that stands in the history has its one result. It is not safe for concurrent use.
type ChatAgent struct {
	Model ChatModel
	Tools ChatTools
	// Steps bounds how often the model is asked for one prompt; 0 is 20.
	Steps int

	history []wire.ChatMessage
}

// Instruct puts an instruction in front of the conversation.
func (a *ChatAgent) Instruct(system string) {
	a.history = append(a.history, wire.ChatMessage{Role: wire.RoleSystem, Text: system})
}

// The errors of [ChatAgent.Ask].
var (
	// ErrRefused is a response of which nothing may be used.
	ErrRefused = errors.New("the response of the model is refused")
	// ErrSteps is a model that never comes to an end.
	ErrSteps = errors.New("the model did not come to an end")
)

// Ask runs one prompt to its final text. After an error the history is closed all the same, and the next
// prompt may follow.
func (a *ChatAgent) Ask(ctx context.Context, prompt string) (string, error) {
	a.history = append(a.history, wire.ChatMessage{Role: wire.RoleUser, Text: prompt})
	steps := a.Steps
	if steps <= 0 {
		steps = 20
	}
	for range steps {
		choice, err := a.Model.Next(ctx, a.history)
		if err != nil {
			return "", err
		}
		action, err := Parse(OpenAIChat1, choice, Options{})
		var refusal *Error
		if errors.As(err, &refusal) {
			return "", fmt.Errorf("%w: %s", ErrRefused, refusal.Code)
		}
		said, _ := action.(Completion)
		text, _ := said.Content.(value.String)
		if len(said.Calls) == 0 {
			a.history = append(a.history, wire.ChatMessage{Role: wire.RoleAssistant, Text: string(text)})
			return string(text), nil
		}
		a.act(ctx, choice, said, string(text))
	}
	return "", ErrSteps
}

// act executes what was accepted and answers every call that goes into the history: those accepted, and
// those refused that have an id of their own.
func (a *ChatAgent) act(ctx context.Context, choice value.Value, said Completion, text string) {
	refused := map[int]Refusal{}
	for _, r := range said.Refused {
		refused[r.Index] = r
	}
	spoken := wire.ChatMessage{Role: wire.RoleAssistant, Text: text}
	var answers []wire.ChatMessage
	next := 0
	for i, sent := range sentCalls(choice) {
		r, bad := refused[i]
		id, _ := sentID(sent, "id").(value.String)
		switch {
		case bad && (r.Code == CallIDEmpty || r.Code == CallIDDuplicate || r.Code == ToolNameEmpty || r.Code == CallTypeUnsupported):
			continue // nothing a result could answer
		case bad:
			spoken.Calls = append(spoken.Calls, wire.ChatCall{ID: string(id), Name: sentText(sent, "name"), Arguments: sentText(sent, "arguments")})
			answers = append(answers, wire.ChatMessage{Role: wire.RoleTool, Answers: string(id), Text: "refused: " + string(r.Code)})
		default:
			call := said.Calls[next]
			next++
			spoken.Calls = append(spoken.Calls, wire.ChatCall{ID: call.ID, Name: call.Name, Arguments: sentText(sent, "arguments")})
			answers = append(answers, wire.ChatMessage{Role: wire.RoleTool, Answers: call.ID, Text: a.execute(ctx, call)})
		}
	}
	a.history = append(append(a.history, spoken), answers...)
}

// execute runs one call and returns what the model is told.
func (a *ChatAgent) execute(ctx context.Context, call Call) string {
	switch known, fits := a.Tools.Offers(call.Name, call.Arguments); {
	case !known:
		return "there is no such tool"
	case !fits:
		return "the arguments are not those of the tool"
	}
	result, err := a.Tools.Call(ctx, call.Name, call.Arguments)
	if err != nil {
		return "the tool failed"
	}
	return result
}

// sentCalls are the calls of a choice that has passed.
func sentCalls(choice value.Value) value.Array {
	o, _ := objectOf(choice)
	v, _ := o.get(memberMessage)
	message, _ := objectOf(v)
	v, _ = message.get("tool_calls")
	calls, _ := listOf(v)
	return calls
}

// sentText is a text of a call's function as it was sent, "" where it is none.
func sentText(call value.Value, name string) string {
	o, _ := objectOf(call)
	v, _ := o.get("function")
	function, _ := objectOf(v)
	v, _ = function.get(name)
	text, _ := v.(value.String)
	return string(text)
}
