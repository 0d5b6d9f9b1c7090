package wire

import (
	"fmt"

	"github.com/actionconform/conform/spec/value"
)

// ChatWire is how a provider and a runtime talk. Its name is that of the stream in the table.
type ChatWire string

// The wires.
const (
	ChatCompletions ChatWire = "openai-chat"
	ChatResponses   ChatWire = "openai-responses"
	ChatMessages    ChatWire = "anthropic-messages"
)

// ChatWires lists the wires a scripted model speaks.
func ChatWires() []ChatWire { return []ChatWire{ChatCompletions, ChatResponses, ChatMessages} }

// Protocol is the protocol of the built-in table whose responses the wire carries.
func (w ChatWire) Protocol() string { return string(w) + "/1" }

// Says is the n-th thing the model says to a prompt, both from 0, as a response of the wire: a choice, a
// response or a message.
func (r ChatRequest) Says(prompt, n int) value.Value {
	switch {
	case prompt == 0 && r.Endless:
		return r.Wire.renumbered(r.Choices[len(r.Choices)-1], n)
	case prompt == 0 && n < len(r.Choices):
		return r.Choices[n]
	}
	return r.Wire.Text(r.Final(prompt))
}

// Calls reports whether the first thing the model says holds anything in the place of calls.
func (r ChatRequest) Calls() bool {
	list := r.Wire.list(r.Says(0, 0))
	calls, isList := list.(value.Array)
	if r.Wire == ChatCompletions {
		return isList && len(calls) > 0 || !isList && list != nil && list.Kind() != value.KindNull
	}
	return len(r.Wire.Calls(r.Says(0, 0))) > 0 || !isList
}

func member(name string, v value.Value) value.Member { return value.Member{Name: name, Value: v} }

// Text is the response that says a text and nothing else.
func (w ChatWire) Text(text string) value.Object {
	part := func(kind string) value.Array {
		return value.Array{value.Object{member("type", value.String(kind)), member("text", value.String(text))}}
	}
	switch w {
	case ChatResponses:
		said := part("output_text")[0].(value.Object).With("annotations", value.Array{})
		item := value.Object{member("type", value.String("message")), member("id", value.String("item-final")), member("role", value.String(RoleAssistant)),
			member("status", value.String("completed")), member("content", value.Array{said})}
		return value.Object{member("object", value.String("response")), member("status", value.String("completed")), member("output", value.Array{item})}
	case ChatMessages:
		return value.Object{member("type", value.String("message")), member("role", value.String(RoleAssistant)), member("content", part("text")), member("stop_reason", value.String("end_turn"))}
	case ChatCompletions:
	}
	message := value.Object{member("role", value.String(RoleAssistant)), member("content", value.String(text))}
	return value.Object{member("message", message), member("finish_reason", value.String("stop"))}
}

// Call is the response that makes one call and says nothing else.
func (w ChatWire) Call(id, name string, arguments value.Object) value.Object {
	text, err := value.Print(arguments)
	if err != nil {
		text = []byte("{}")
	}
	switch w {
	case ChatResponses:
		item := value.Object{member("type", value.String("function_call")), member("id", value.String("item-"+id)), member("call_id", value.String(id)),
			member("name", value.String(name)), member("arguments", value.String(text)), member("status", value.String("completed"))}
		return value.Object{member("object", value.String("response")), member("status", value.String("completed")), member("output", value.Array{item})}
	case ChatMessages:
		block := value.Object{member("type", value.String("tool_use")), member("id", value.String(id)), member("name", value.String(name)), member("input", arguments)}
		return value.Object{member("type", value.String("message")), member("role", value.String(RoleAssistant)), member("content", value.Array{block}), member("stop_reason", value.String("tool_use"))}
	case ChatCompletions:
	}
	call := value.Object{member("id", value.String(id)), member("type", value.String("function")),
		member("function", value.Object{member("name", value.String(name)), member("arguments", value.String(text))})}
	message := value.Object{member("role", value.String(RoleAssistant)), member("content", value.Null{}), member("tool_calls", value.Array{call})}
	return value.Object{member("message", message), member("finish_reason", value.String("tool_calls"))}
}

// list is what stands in the place of the list that holds the calls.
func (w ChatWire) list(response value.Value) value.Value {
	o, _ := response.(value.Object)
	name := "tool_calls"
	switch w {
	case ChatResponses:
		name = "output"
	case ChatMessages:
		name = "content"
	case ChatCompletions:
		m, _ := o.Get("message")
		o, _ = m.(value.Object)
	}
	v, _ := o.Get(name)
	return v
}

// isCall reports whether an element of the list is a call.
func (w ChatWire) isCall(v value.Value) bool {
	o, isObject := v.(value.Object)
	kind, _ := o.Get("type")
	switch w {
	case ChatResponses:
		return isObject && kind == value.Value(value.String("function_call"))
	case ChatMessages:
		return isObject && kind == value.Value(value.String("tool_use"))
	case ChatCompletions:
	}
	return isObject
}

// Calls are the calls of a response as far as they can be read. Arguments that are no text are given as
// their JSON.
func (w ChatWire) Calls(response value.Value) []ChatCall {
	list, _ := w.list(response).(value.Array)
	var out []ChatCall
	for _, v := range list {
		if !w.isCall(v) {
			continue
		}
		o := v.(value.Object)
		id, arguments := "id", "arguments"
		switch w {
		case ChatResponses:
			id = "call_id"
		case ChatMessages:
			arguments = "input"
		case ChatCompletions:
		}
		call := ChatCall{ID: textIn(o, id)}
		if w == ChatCompletions {
			f, _ := o.Get("function")
			o, _ = f.(value.Object)
		}
		call.Name, call.Arguments = textIn(o, "name"), textIn(o, arguments)
		if a, ok := o.Get(arguments); ok && a.Kind() != value.KindString {
			if text, err := value.Print(a); err == nil {
				call.Arguments = string(text)
			}
		}
		out = append(out, call)
	}
	return out
}

func textIn(o value.Object, name string) string {
	v, _ := o.Get(name)
	s, _ := v.(value.String)
	return string(s)
}

// renumbered gives every call of a response an id of its own.
func (w ChatWire) renumbered(response value.Value, n int) value.Value {
	list, ok := w.list(response).(value.Array)
	if !ok {
		return response
	}
	out := make(value.Array, 0, len(list))
	for i, v := range list {
		call, _ := v.(value.Object)
		id := value.String(fmt.Sprintf("call-%d-%d", n+1, i+1))
		switch {
		case !w.isCall(v):
		case w == ChatResponses:
			v = call.With("call_id", id).With("id", "item-of-"+id)
		default:
			v = call.With("id", id)
		}
		out = append(out, v)
	}
	o := response.(value.Object)
	switch w {
	case ChatResponses:
		return o.With("output", out)
	case ChatMessages:
		return o.With("content", out)
	case ChatCompletions:
	}
	m, _ := o.Get("message")
	message, _ := m.(value.Object)
	return o.With("message", message.With("tool_calls", out))
}
