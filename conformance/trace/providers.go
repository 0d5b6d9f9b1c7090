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
		calls, _ := array(message, "tool_calls")
		for i, c := range calls {
			call, _ := c.(value.Object)
			function, _ := object(call, "function")
			arguments, _ := function.Get("arguments")
			e := event{id: text(call, "id"), tool: text(function, "name"), pointer: pointer + "/tool_calls/" + strconv.Itoa(i)}
			r.events = append(r.events, e)
			checkCall(r, e, arguments, true) // without its finish reason the table has no row for it
		}
	case "tool":
		r.events = append(r.events, event{result: true, id: text(message, "tool_call_id"), tool: text(message, "name"), pointer: pointer + "/tool_call_id"})
	}
}

// checkCall checks name and arguments of a call. Blank argument texts stand for none.
func checkCall(r *record, e event, arguments value.Value, asText bool) {
	if value.IsBlank(e.tool) {
		r.faults = append(r.faults, fault{pointer: e.pointer, code: NameMissing})
	}
	if written, ok := arguments.(value.String); ok && asText {
		if value.IsBlank(string(written)) {
			return
		}
		v, err := value.Parse([]byte(written))
		if err != nil {
			r.faults = append(r.faults, fault{pointer: e.pointer, code: ArgumentsText})
			return
		}
		arguments = v
	}
	if _, ok := arguments.(value.Object); !ok {
		r.faults = append(r.faults, fault{pointer: e.pointer, code: ArgumentsInvalid})
	}
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
			responseItem(&r, item, "/output/"+strconv.Itoa(i))
		}
		if s := text(o, "status"); s != "" && s != "completed" && len(r.events) > 0 {
			r.faults = append(r.faults, fault{pointer: "/status", code: "RESPONSE_INCOMPLETE"})
		}
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

func responseItem(r *record, item value.Value, pointer string) {
	o, _ := item.(value.Object)
	switch text(o, "type") {
	case "function_call":
		e := event{id: text(o, "call_id"), tool: text(o, "name"), pointer: pointer}
		r.events = append(r.events, e)
		arguments, _ := o.Get("arguments")
		checkCall(r, e, arguments, true)
	case "function_call_output":
		r.events = append(r.events, event{result: true, id: text(o, "call_id"), pointer: pointer})
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
	anthropicBlocks(&r, blocks, "/content")
	switch reason := text(o, "stop_reason"); {
	case reason == "max_tokens" && len(r.events) > 0:
		r.faults = append(r.faults, fault{pointer: "/stop_reason", code: "RESPONSE_INCOMPLETE"})
	case reason == "tool_use" && len(r.events) == 0:
		r.faults = append(r.faults, fault{pointer: "/stop_reason", code: "FINISH_REASON_INCONSISTENT"})
	}
	return r, true
}

func anthropicBlocks(r *record, blocks value.Array, pointer string) {
	for i, b := range blocks {
		block, _ := b.(value.Object)
		at := pointer + "/" + strconv.Itoa(i)
		switch text(block, "type") {
		case "tool_use":
			e := event{id: text(block, "id"), tool: text(block, "name"), pointer: at}
			r.events = append(r.events, e)
			input, _ := block.Get("input")
			checkCall(r, e, input, false)
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
		params, _ := object(o, "params")
		e := event{id: id, tool: text(params, "name"), pointer: "/params"}
		r.events = append(r.events, e)
		if arguments, ok := params.Get("arguments"); ok {
			checkCall(&r, e, arguments, false)
		} else if value.IsBlank(e.tool) {
			r.faults = append(r.faults, fault{pointer: "/params", code: NameMissing})
		}
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
