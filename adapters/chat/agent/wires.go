package agent

import (
	"errors"
	"strings"

	"github.com/actionconform/conform/reference/assemble"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// endpoint is where a wire's requests go, below the base URL.
func endpoint(w wire.ChatWire) string {
	switch w {
	case wire.ChatResponses:
		return "/responses"
	case wire.ChatMessages:
		return "/messages"
	case wire.ChatCompletions:
	}
	return "/chat/completions"
}

// request is the body of a request.
func request(w wire.ChatWire, history []wire.ChatMessage, stream bool) value.Object {
	head := value.Object{m("model", str("conform")), m("stream", value.Bool(stream))}
	switch w {
	case wire.ChatResponses:
		return append(head, m("input", responsesInput(history)), m("tools", definitions(w)))
	case wire.ChatMessages:
		system, list := messagesInput(history)
		if system != "" {
			head = append(head, m("system", str(system)))
		}
		return append(head, m("max_tokens", value.Number("1024")), m("messages", list), m("tools", definitions(w)))
	case wire.ChatCompletions:
	}
	return append(head, m("messages", chatInput(history)), m("tools", definitions(w)))
}

func m(name string, v value.Value) value.Member { return value.Member{Name: name, Value: v} }

// str is a text as a request may hold it.
func str(s string) value.String { return value.String(strings.ToValidUTF8(s, "\ufffd")) }

func chatInput(history []wire.ChatMessage) value.Array {
	out := make(value.Array, 0, len(history))
	for _, said := range history {
		o := value.Object{m("role", str(said.Role)), m("content", str(said.Text))}
		if said.Role == wire.RoleTool {
			o = append(o, m("tool_call_id", str(said.Answers)))
		}
		var calls value.Array
		for _, c := range said.Calls {
			function := value.Object{m("name", value.String(c.Name)), m("arguments", value.String(c.Arguments))}
			calls = append(calls, value.Object{m("id", value.String(c.ID)), m("type", str("function")), m("function", function)})
		}
		if calls != nil {
			o = append(o, m("tool_calls", calls))
		}
		out = append(out, o)
	}
	return out
}

func responsesInput(history []wire.ChatMessage) value.Array {
	var out value.Array
	for _, said := range history {
		if said.Role == wire.RoleTool {
			out = append(out, value.Object{m("type", str("function_call_output")), m("call_id", str(said.Answers)), m("output", str(said.Text))})
			continue
		}
		if said.Text != "" || len(said.Calls) == 0 {
			out = append(out, value.Object{m("type", str("message")), m("role", str(said.Role)), m("content", str(said.Text))})
		}
		for _, c := range said.Calls {
			out = append(out, value.Object{m("type", str("function_call")), m("call_id", value.String(c.ID)), m("name", value.String(c.Name)), m("arguments", value.String(c.Arguments))})
		}
	}
	return out
}

// messagesInput are the instruction and the messages, in which the results of one step stand together.
func messagesInput(history []wire.ChatMessage) (system string, out value.Array) {
	var results value.Array
	flush := func() {
		if results != nil {
			out = append(out, value.Object{m("role", str(wire.RoleUser)), m("content", results)})
			results = nil
		}
	}
	for _, said := range history {
		if said.Role == wire.RoleTool {
			results = append(results, value.Object{m("type", str("tool_result")), m("tool_use_id", str(said.Answers)), m("content", str(said.Text))})
			continue
		}
		flush()
		if said.Role == wire.RoleSystem {
			system = said.Text
			continue
		}
		var blocks value.Array
		if said.Text != "" {
			blocks = append(blocks, value.Object{m("type", str("text")), m("text", str(said.Text))})
		}
		for _, c := range said.Calls {
			input, err := value.Parse([]byte(c.Arguments))
			if _, ok := input.(value.Object); err != nil || !ok {
				input = value.Object{}
			}
			blocks = append(blocks, value.Object{m("type", str("tool_use")), m("id", value.String(c.ID)), m("name", value.String(c.Name)), m("input", input)})
		}
		out = append(out, value.Object{m("role", str(said.Role)), m("content", blocks)})
	}
	flush()
	return system, out
}

// definitions are what the model is told of the suite's tools.
func definitions(w wire.ChatWire) value.Array {
	limited := `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`
	open := `{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}},"additionalProperties":false}`
	var out value.Array
	for _, t := range []struct{ name, schema string }{{wire.ToolLookup, limited}, {wire.ToolSearch, open}} {
		schema, _ := value.Parse([]byte(t.schema))
		tool := value.Object{m("name", str(t.name))}
		switch w {
		case wire.ChatResponses:
			out = append(out, append(tool, m("type", str("function")), m("parameters", schema), m("strict", value.Bool(false))))
		case wire.ChatMessages:
			out = append(out, append(tool, m("input_schema", schema)))
		case wire.ChatCompletions:
			out = append(out, value.Object{m("type", str("function")), m("function", append(tool, m("parameters", schema)))})
		}
	}
	return out
}

// response is what a body says: a choice, a response or a message.
func response(w wire.ChatWire, body []byte, stream bool) (value.Value, error) {
	switch {
	case stream && w == wire.ChatCompletions:
		return assembled(body)
	case stream:
		v, refusal, _ := assemble.Bytes(w.Protocol(), [][]byte{body})
		if refusal != nil {
			return nil, refusal
		}
		return v, nil
	}
	v, err := value.Parse(body)
	if err != nil {
		return nil, err
	}
	if w != wire.ChatCompletions {
		return v, nil
	}
	o, _ := v.(value.Object)
	list, _ := o.Get("choices")
	choices, ok := list.(value.Array)
	if !ok || len(choices) != 1 {
		return nil, errors.New("the response has not one choice")
	}
	return choices[0], nil
}
