package chat

import (
	"encoding/json"
	"net/http"

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

// readChat reads a request of Chat Completions.
func readChat(body []byte) (asked, error) {
	var b chatBody
	if err := json.Unmarshal(body, &b); err != nil {
		return asked{}, err
	}
	out := asked{wire: "openai-chat", stream: b.Stream}
	for _, m := range b.Messages {
		n := wire.ChatMessage{Role: role(m.Role), Text: textOf(m.Content), Answers: m.ToolCallID}
		for _, c := range m.ToolCalls {
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

func serveChat(w http.ResponseWriter, t *turn, body []byte) {
	r, err := readChat(body)
	if err != nil {
		fail(w, http.StatusBadRequest, "the body is not a chat completion request: "+err.Error())
		return
	}
	says, id, final, ok := t.ask(r)
	if !ok {
		fail(w, http.StatusBadRequest, "the budget of this conversation is used up")
		return
	}
	if r.stream {
		way := t.req.Stream
		if final || way == wire.Plain {
			way = wire.Whole
		}
		streamChat(w, says, "chatcmpl-"+id, way)
		return
	}
	if o, isObject := says.(value.Object); isObject {
		says = o.With("index", value.Number("0"))
	}
	text, err := value.Print(value.Object{
		{Name: "id", Value: value.String("chatcmpl-" + id)}, {Name: "object", Value: value.String("chat.completion")},
		{Name: "created", Value: value.NumberOf(created)}, {Name: "model", Value: value.String("conform")},
		{Name: "choices", Value: value.Array{says}}, {Name: "usage", Value: usage()},
	})
	if err != nil {
		fail(w, http.StatusInternalServerError, "this response has no text")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

func usage() value.Object {
	return value.Object{
		{Name: "prompt_tokens", Value: value.Number("10")}, {Name: "completion_tokens", Value: value.Number("5")}, {Name: "total_tokens", Value: value.Number("15")},
	}
}
