package reference

import (
	"context"
	"errors"
	"fmt"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// ChatModel is what an agent asks: it returns the response that answers a history, in the form of the agent's
// protocol.
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
	// Protocol is that of the model's responses; "" is [OpenAIChat1].
	Protocol string
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
		response, err := a.Model.Next(ctx, a.history)
		if err != nil {
			return "", err
		}
		action, err := Parse(a.protocol(), response, Options{})
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
		a.act(ctx, response, said, string(text))
	}
	return "", ErrSteps
}

func (a *ChatAgent) protocol() string {
	if a.Protocol == "" {
		return OpenAIChat1
	}
	return a.Protocol
}

// act executes what was accepted and answers every call that goes into the history: those accepted, and
// those refused that have an id of their own.
func (a *ChatAgent) act(ctx context.Context, response value.Value, said Completion, text string) {
	refused := map[int]Refusal{}
	for _, r := range said.Refused {
		refused[r.Index] = r
	}
	spoken := wire.ChatMessage{Role: wire.RoleAssistant, Text: text}
	var answers []wire.ChatMessage
	next := 0
	for _, sent := range sentCalls(a.protocol(), response) {
		r, bad := refused[sent.index]
		switch {
		case bad && (r.Code == CallIDEmpty || r.Code == CallIDDuplicate || r.Code == ToolNameEmpty || r.Code == CallTypeUnsupported):
			continue // nothing a result could answer
		case bad:
			spoken.Calls = append(spoken.Calls, sent.ChatCall)
			answers = append(answers, wire.ChatMessage{Role: wire.RoleTool, Answers: sent.ID, Text: "refused: " + string(r.Code)})
		default:
			call := said.Calls[next]
			next++
			spoken.Calls = append(spoken.Calls, sent.ChatCall)
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

// writtenCall is a call as the model wrote it, and its place in the list it stands in.
type writtenCall struct {
	wire.ChatCall
	index int
}

// sentCalls are the calls of a response that has passed. Texts are "" where they are none; arguments that are
// an object are given as its JSON.
func sentCalls(protocol string, response value.Value) (out []writtenCall) {
	o, _ := objectOf(response)
	list, kind, id, arguments := "tool_calls", "", "id", "arguments"
	switch protocol {
	case OpenAIResponses1:
		list, kind, id = memberOutput, "function_call", "call_id"
	case AnthropicMessages1:
		list, kind, arguments = memberContent, "tool_use", "input"
	default:
		v, _ := o.get(memberMessage)
		o, _ = objectOf(v)
	}
	v, _ := o.get(list)
	items, _ := listOf(v)
	for i, item := range items {
		o, _ := objectOf(item)
		if t, _ := o.get("type"); kind != "" && t != value.Value(value.String(kind)) {
			continue
		}
		call := writtenCall{index: i}
		call.ID = sentText(o, id)
		if kind == "" {
			v, _ := o.get("function")
			o, _ = objectOf(v)
		}
		call.Name, call.Arguments = sentText(o, "name"), sentText(o, arguments)
		if v, _ := o.get(arguments); arguments == "input" {
			call.Arguments = "{}"
			if input, ok := v.(value.Object); ok {
				if text, err := value.Print(input); err == nil {
					call.Arguments = string(text)
				}
			}
		}
		out = append(out, call)
	}
	return out
}

// sentText is a text as it was sent, "" where it is none.
func sentText(o object, name string) string {
	v, _ := o.get(name)
	text, _ := v.(value.String)
	return string(text)
}
