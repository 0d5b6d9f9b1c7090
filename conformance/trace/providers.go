package trace

import (
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// chatRecord reads a chat completion, one of its choices, a message of one, or a request with its history.
func chatRecord(o value.Object) (record, bool) {
	if body, ok := object(o, "response"); ok && (body.Has("choices")) {
		return prefixed(chatRecord, body, "/response")
	}
	if choices, ok := array(o, "choices"); ok {
		r := record{}
		for i, c := range choices {
			choice, _ := c.(value.Object)
			chatChoice(&r, choice, c, "/choices/"+strconv.Itoa(i))
		}
		return r, true
	}
	if message, ok := object(o, "message"); ok && (o.Has("finish_reason") || message.Has("role")) {
		r := record{}
		chatChoice(&r, o, o, "")
		return r, true
	}
	if list, ok := array(o, "messages"); ok {
		return messagesRecord(list, "/messages", OpenAIChat), true
	}
	switch text(o, "role") {
	case "assistant", "tool", "user", "system", "developer":
		if _, blocks := array(o, "content"); blocks && !o.Has("tool_calls") && !o.Has("tool_call_id") {
			return record{}, false
		}
		r := record{}
		chatMessage(&r, o, "")
		return r, true
	}
	return record{}, false
}

// chatChoice reads one choice: judged by the table, its calls noted.
func chatChoice(r *record, choice value.Object, raw value.Value, pointer string) {
	r.subjects = append(r.subjects, subject{protocol: "openai-chat/1", value: raw, pointer: pointer})
	message, _ := object(choice, "message")
	chatCalls(r, message, pointer+"/message")
}

func chatCalls(r *record, message value.Object, pointer string) {
	calls, _ := array(message, "tool_calls")
	for i, c := range calls {
		call, _ := c.(value.Object)
		function, _ := object(call, "function")
		r.events = append(r.events, event{id: text(call, "id"), tool: text(function, "name"), pointer: pointer + "/tool_calls/" + strconv.Itoa(i)})
	}
}

// chatMessage reads a message of a conversation: calls, or the result of one.
func chatMessage(r *record, message value.Object, pointer string) {
	switch text(message, "role") {
	case "assistant":
		chatCalls(r, message, pointer)
		calls, _ := array(message, "tool_calls")
		for i, c := range calls { // without its finish reason the table has no row for the message
			r.around("openai-chat/1", pointer+"/tool_calls/"+strconv.Itoa(i), value.Object{
				{Name: "message", Value: value.Object{{Name: "role", Value: value.String("assistant")}, {Name: "content", Value: value.Null{}}, {Name: "tool_calls", Value: value.Array{c}}}},
				{Name: "finish_reason", Value: value.String("tool_calls")},
			})
		}
	case "tool":
		r.events = append(r.events, event{result: true, id: text(message, "tool_call_id"), tool: text(message, "name"), pointer: pointer + "/tool_call_id"})
	}
}

// around has the table judge one call that stands outside a whole response, as the only call of one.
func (r *record) around(protocol, pointer string, response value.Object) {
	r.subjects = append(r.subjects, subject{protocol: protocol, value: response, pointer: pointer, around: true})
}

// messagesRecord reads the messages of one request, which tell a run from its beginning.
func messagesRecord(list value.Array, pointer string, f Format) record {
	r := record{format: f, history: true}
	for i, m := range list {
		message, _ := m.(value.Object)
		at := pointer + "/" + strconv.Itoa(i)
		if blocks, ok := array(message, "content"); ok && !message.Has("tool_calls") && text(message, "role") != "tool" {
			anthropicBlocks(&r, blocks, at+"/content")
			continue
		}
		chatMessage(&r, message, at)
	}
	return r
}

// responsesRecord reads a response of the Responses API, or one item of its input or output.
func responsesRecord(o value.Object) (record, bool) {
	if body, ok := object(o, "response"); ok && body.Has("output") {
		return prefixed(responsesRecord, body, "/response")
	}
	r := record{}
	if items, ok := array(o, "output"); ok && (text(o, "object") == "response" || o.Has("status") || hasTypes(items, "function_call", "message", "reasoning")) {
		for i, item := range items {
			responseEvent(&r, item, "/output/"+strconv.Itoa(i))
		}
		r.subjects = []subject{{protocol: "openai-responses/1", value: o}}
		return r, true
	}
	if items, ok := array(o, "input"); ok && hasTypes(items, "function_call", "function_call_output") {
		r.history = true
		for i, item := range items {
			responseItem(&r, item, "/input/"+strconv.Itoa(i))
		}
		return r, true
	}
	switch text(o, "type") {
	case "function_call", "function_call_output":
		if o.Has("call_id") || o.Has("arguments") || o.Has("output") {
			responseItem(&r, o, "")
			return r, true
		}
	}
	return record{}, false
}

// responseEvent notes the call or result that an item is; it reports whether it is a call.
func responseEvent(r *record, item value.Value, pointer string) bool {
	o, _ := item.(value.Object)
	switch text(o, "type") {
	case "function_call":
		r.events = append(r.events, event{id: text(o, "call_id"), tool: text(o, "name"), pointer: pointer})
		return true
	case "function_call_output":
		r.events = append(r.events, event{result: true, id: text(o, "call_id"), pointer: pointer})
	}
	return false
}

// responseItem is responseEvent for an item outside a response, which is judged as the only one of one.
func responseItem(r *record, item value.Value, pointer string) {
	if responseEvent(r, item, pointer) {
		r.around("openai-responses/1", pointer, value.Object{
			{Name: "object", Value: value.String("response")}, {Name: "status", Value: value.String("completed")}, {Name: "output", Value: value.Array{item}}})
	}
}

func hasTypes(items value.Array, types ...string) bool {
	for _, item := range items {
		o, _ := item.(value.Object)
		kind := text(o, "type")
		for _, t := range types {
			if kind == t {
				return true
			}
		}
	}
	return false
}

// anthropicRecord reads a message of the Messages API, or a request with its history.
func anthropicRecord(o value.Object) (record, bool) {
	if body, ok := object(o, "response"); ok && body.Has("stop_reason") {
		return prefixed(anthropicRecord, body, "/response")
	}
	if list, ok := array(o, "messages"); ok {
		for _, m := range list {
			message, _ := m.(value.Object)
			if blocks, ok := array(message, "content"); ok && hasTypes(blocks, "tool_use", "tool_result") {
				return messagesRecord(list, "/messages", Anthropic), true
			}
		}
		return record{}, false
	}
	blocks, ok := array(o, "content")
	if !ok || !o.Has("stop_reason") && !hasTypes(blocks, "tool_use", "tool_result") || !o.Has("role") {
		return record{}, false
	}
	r := record{}
	if o.Has("stop_reason") {
		r.subjects = []subject{{protocol: "anthropic-messages/1", value: o}}
	}
	anthropicBlocks(&r, blocks, "/content")
	return r, true
}

// anthropicBlocks notes the calls and results among blocks. Calls outside a whole message are judged one by one.
func anthropicBlocks(r *record, blocks value.Array, pointer string) {
	whole := len(r.subjects) > 0 && !r.history
	for i, b := range blocks {
		block, _ := b.(value.Object)
		at := pointer + "/" + strconv.Itoa(i)
		switch text(block, "type") {
		case "tool_use":
			r.events = append(r.events, event{id: text(block, "id"), tool: text(block, "name"), pointer: at})
			if !whole {
				r.around("anthropic-messages/1", at, value.Object{
					{Name: "type", Value: value.String("message")}, {Name: "role", Value: value.String("assistant")},
					{Name: "content", Value: value.Array{b}}, {Name: "stop_reason", Value: value.String("tool_use")}})
			}
		case "tool_result":
			r.events = append(r.events, event{result: true, id: text(block, "tool_use_id"), pointer: at})
		}
	}
}

// mcpRecord reads a message of the Model Context Protocol: calls of tools, and every answer.
func mcpRecord(o value.Object) (record, bool) {
	if text(o, "jsonrpc") == "" {
		return record{}, false
	}
	r := record{}
	id := text(o, "id")
	switch method := text(o, "method"); {
	case method == "tools/call":
		params, isObject := object(o, "params")
		r.events = append(r.events, event{id: id, tool: text(params, "name"), pointer: "/params"})
		called, there := o.Get("params")
		if !isObject && !there {
			called = value.Null{}
		}
		r.subjects = []subject{{protocol: "mcp-call/1", value: called, pointer: "/params"}}
	case method != "" && id != "":
		r.events = append(r.events, event{id: id, tool: method, pointer: ""})
	case method == "" && (o.Has("result") || o.Has("error")):
		r.events = append(r.events, event{result: true, id: id, pointer: "/id"})
	}
	return r, true
}

// prefixed reads what stands in a member.
func prefixed(read func(value.Object) (record, bool), body value.Object, pointer string) (record, bool) {
	r, ok := read(body)
	for i := range r.subjects {
		r.subjects[i].pointer = pointer + r.subjects[i].pointer
	}
	for i := range r.events {
		r.events[i].pointer = pointer + r.events[i].pointer
	}
	for i := range r.faults {
		r.faults[i].pointer = pointer + r.faults[i].pointer
	}
	r.labels = labelsOf(body)
	return r, ok
}
