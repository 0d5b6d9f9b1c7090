package chat

import (
	"encoding/json"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// chatBody is a request of Chat Completions, as far as it is looked at.
type chatBody struct {
	Stream   bool `json:"stream"`
	Messages []struct {
		Role       string `json:"role"`
		Content    any    `json:"content"`
		ToolCallID string `json:"tool_call_id"`
		ToolCalls  []struct {
			ID       any `json:"id"`
			Function struct {
				Name      any `json:"name"`
				Arguments any `json:"arguments"`
			} `json:"function"`
			Custom struct {
				Name  any `json:"name"`
				Input any `json:"input"`
			} `json:"custom"`
		} `json:"tool_calls"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
}

// completions is the wire of OpenAI's Chat Completions.
type completions struct{}

func (completions) wire() wire.ChatWire { return wire.ChatCompletions }

func (completions) read(body []byte, _ *turn) (asked, error) {
	var b chatBody
	if err := json.Unmarshal(body, &b); err != nil {
		return asked{}, err
	}
	out := asked{stream: b.Stream}
	for _, said := range b.Messages {
		n := wire.ChatMessage{Role: role(said.Role), Text: textOf(said.Content), Answers: said.ToolCallID}
		for _, c := range said.ToolCalls {
			name, arguments := textOf(c.Function.Name), textOf(c.Function.Arguments)
			if name == "" {
				name, arguments = textOf(c.Custom.Name), textOf(c.Custom.Input)
			}
			n.Calls = append(n.Calls, wire.ChatCall{ID: textOf(c.ID), Name: name, Arguments: arguments})
		}
		out.messages = append(out.messages, n)
	}
	for _, t := range b.Tools {
		out.tools = append(out.tools, t.Function.Name)
	}
	return out, nil
}

func role(r string) string {
	if r == "developer" {
		return wire.RoleSystem
	}
	return r
}

// textOf is the text of a content: a string, or the texts of its parts. Anything else stands as JSON.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		out := ""
		for _, part := range v {
			p, ok := part.(map[string]any)
			if !ok {
				out += textOf(part)
				continue
			}
			for _, name := range []string{"text", "content", "output", "refusal"} {
				if p[name] != nil {
					out += textOf(p[name])
					break
				}
			}
		}
		return out
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func (completions) plain(says value.Value, id string) value.Value {
	if o, ok := says.(value.Object); ok {
		says = o.With("index", num(0))
	}
	return obj(m("id", str("chatcmpl-"+id)), m("object", str("chat.completion")), m("created", num(created)), m("model", str("conform")),
		m("choices", value.Array{says}), m("usage", usage()))
}

func (completions) stream(e *events, says value.Object, id string, way wire.Chunking) {
	streamChat(e, says, "chatcmpl-"+id, way)
}

func usage() value.Object {
	return value.Object{
		{Name: "prompt_tokens", Value: value.Number("10")}, {Name: "completion_tokens", Value: value.Number("5")}, {Name: "total_tokens", Value: value.Number("15")},
	}
}
