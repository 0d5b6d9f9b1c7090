package mutants_test

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// itemProbes are responses of the wires whose calls and texts stand in one list.
func itemProbes() []wire.Request {
	responses := items{protocol: reference.OpenAIResponses1, list: "output", reason: "status", good: "completed", kind: "function_call", id: "call_id", arguments: "arguments",
		text: func(v value.Value) value.Object {
			return value.Object{{Name: "type", Value: str("message")}, {Name: "content", Value: value.Array{value.Object{{Name: "type", Value: str("output_text")}, {Name: "text", Value: v}}}}}
		},
		write: func(o value.Value) value.Value { text, _ := value.Print(o); return value.String(text) }}
	messages := items{protocol: reference.AnthropicMessages1, list: "content", reason: "stop_reason", good: "tool_use", kind: "tool_use", id: "id", arguments: "input",
		text: func(v value.Value) value.Object {
			return value.Object{{Name: "type", Value: str("text")}, {Name: "text", Value: v}}
		},
		write: func(o value.Value) value.Value { return o }}
	out := append(responses.probes(), messages.probes()...)
	part := func(members string) value.Value { return object(members) }
	say := func(parts ...value.Value) value.Value {
		return value.Object{{Name: "type", Value: str("message")}, {Name: "content", Value: value.Array(parts)}}
	}
	text, odd, refusal := part(`{"type":"output_text","text":"a"}`), part(`{"type":"other","text":"b"}`), part(`{"type":"refusal","refusal":"no"}`)
	for _, v := range []value.Value{say(text, odd), say(odd, text), say(text, refusal), say(text, text), say(odd), object(`{"type":"message"}`), object(`{"type":"message","content":null}`)} {
		out = append(out, responses.ask(v))
	}
	for _, t := range []string{"", " ", "null", "[]", `[{"a":1}]`, "1", "true", `"x"`, `"{}"`, "{}", `{"a":`, `{"a":1`, `{"a":1,}`, `{'a':1}`, "```\n{}\n```", "{}{}", "x {} y", `{"a":1,"a":2}`} {
		out = append(out, responses.ask(responses.call("call-1", "t").With("arguments", str(t))))
	}
	return out
}

// items is a wire of that kind.
type items struct {
	protocol, list, reason, good, kind, id, arguments string
	text                                              func(value.Value) value.Object
	write                                             func(value.Value) value.Value
}

func (w items) call(id, name string) value.Object {
	return value.Object{{Name: "type", Value: str(w.kind)}, {Name: "id", Value: str("item-" + id)}}.With(w.id, str(id)).With("name", str(name)).With(w.arguments, w.write(object(`{"a":{"b":{"c":[1]}}}`)))
}

func (w items) response(list ...value.Value) value.Object {
	return value.Object{{Name: w.list, Value: value.Array(list)}, {Name: w.reason, Value: str(w.good)}}
}

func (w items) ask(list ...value.Value) wire.Request {
	return wire.ParseRequest{Protocol: w.protocol, Value: w.response(list...)}
}

func (w items) probes() []wire.Request {
	good, text := w.call("call-1", "read_file"), w.text(str("beside"))
	reasoning := object(`{"type":"reasoning","text":"hidden"}`)
	others := []value.Value{reasoning, w.call("call-9", "x").With("type", str("custom_tool_call")), w.call("call-9", "x").With("type", str("server_tool_use")), object(`{"type":"bare"}`)}
	out := []wire.Request{
		w.ask(), w.ask(good), w.ask(text), w.ask(text, good), w.ask(good, text), w.ask(w.text(str(" padded ")), good), w.ask(text, text), w.ask(w.text(str(""))), w.ask(w.text(value.Number("1"))), w.ask(value.Null{}), w.ask(good, value.Null{}),
		w.ask(good, w.call("call-2", "other")), w.ask(good, w.call("call-2", "other").With(w.arguments, w.write(object(`{"x":1}`)))), w.ask(good.With(w.arguments, str(`{"x":1}`))), w.ask(good, w.call("call-2", "read_file")), w.ask(good, good), w.ask(good, w.call("call-2", "")), w.ask(good, w.call("call-2", "x").With(w.arguments, value.Array{})),
		w.ask(w.call("CALL", "Upper")), w.ask(w.call(strings.Repeat("x", 100), strings.Repeat("y", 100))),
	}
	for _, o := range others {
		out = append(out, w.ask(o), w.ask(o, good), w.ask(good, o), w.ask(o, text))
	}
	full, final := w.response(good), w.response(text)
	for _, m := range full {
		out = append(out, wire.ParseRequest{Protocol: w.protocol, Value: full.Without(m.Name)})
		for _, v := range append(oddValues(), good, str("incomplete"), str("failed"), str("cancelled"), str("queued"), str("in_progress"), str("max_tokens"), str("model_context_window_exceeded"), str("refusal"), str("surprise")) {
			out = append(out, wire.ParseRequest{Protocol: w.protocol, Value: full.With(m.Name, v)}, wire.ParseRequest{Protocol: w.protocol, Value: final.With(m.Name, v)})
		}
	}
	for _, m := range good {
		out = append(out, w.ask(good.Without(m.Name)))
		for _, v := range append(oddValues(), str(strings.ToUpper(w.kind)), object("{}")) {
			out = append(out, w.ask(good.With(m.Name, v)))
		}
	}
	for _, alias := range []string{"args", "arguments", "input", "parameters", "params"} {
		if alias != w.arguments {
			out = append(out, w.ask(good.Renamed(w.arguments, alias)))
		}
	}
	for _, v := range oddValues() {
		out = append(out, wire.ParseRequest{Protocol: w.protocol, Value: v})
	}
	return append(out, w.ask(good.With(w.arguments, w.write(object("{}")))), w.ask(good.With(w.arguments, w.write(object(`{"n":9007199254740993}`)))))
}

// mcpProbes are params of tools/call.
func mcpProbes() []wire.Request {
	good := object(`{"name":"read_file","arguments":{"a":{"b":{"c":[1]}}}}`)
	values := []value.Value{good, good.Without("name"), good.Without("arguments"), value.Array{good}, good.With("extra", str("x")), good.With("input", object("{}")),
		value.Object{{Name: "params", Value: good}}, good.With("name", str(" Padded ")), good.With("name", str(strings.Repeat("x", 100))), good.With("arguments", object("{}")),
		good.With("arguments", str(`{"a":1}`)), good.With("arguments", value.Array{object(`{"a":1}`)}), good.With("arguments", object(`{"n":9007199254740993}`))}
	for _, alias := range []string{"tool", "toolName", "Name"} {
		values = append(values, good.Renamed("name", alias))
	}
	for _, alias := range []string{"args", "input", "params", "parameters"} {
		values = append(values, good.Renamed("arguments", alias))
	}
	for _, v := range oddValues() {
		values = append(values, v, good.With("name", v), good.With("arguments", v))
	}
	var out []wire.Request
	for _, v := range values {
		out = append(out, wire.ParseRequest{Protocol: reference.MCPCall1, Value: v})
	}
	return out
}
