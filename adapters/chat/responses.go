package chat

import (
	"encoding/json"
	"fmt"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// responses is the wire of OpenAI's Responses API.
type responses struct{}

func (responses) wire() wire.ChatWire { return wire.ChatResponses }

// responsesBody is a request of the Responses API, as far as it is looked at.
type responsesBody struct {
	Stream       bool              `json:"stream"`
	Instructions any               `json:"instructions"`
	Input        json.RawMessage   `json:"input"`
	Previous     string            `json:"previous_response_id"`
	Conversation any               `json:"conversation"`
	Tools        []json.RawMessage `json:"tools"`
}

// inputItem is one item of the input.
type inputItem struct {
	Type      string `json:"type"`
	Role      string `json:"role"`
	Content   any    `json:"content"`
	ID        string `json:"id"`
	CallID    any    `json:"call_id"`
	Name      any    `json:"name"`
	Arguments any    `json:"arguments"`
	Input     any    `json:"input"`
	Output    any    `json:"output"`
}

func (responses) read(body []byte, t *turn) (asked, error) {
	var b responsesBody
	if err := json.Unmarshal(body, &b); err != nil {
		return asked{}, err
	}
	out := asked{stream: b.Stream}
	if text := textOf(b.Instructions); text != "" {
		out.messages = append(out.messages, wire.ChatMessage{Role: wire.RoleSystem, Text: text})
	}
	if b.Previous != "" {
		out.messages = append(out.messages, t.history(b.Previous)...)
	}
	var prompt string
	if json.Unmarshal(b.Input, &prompt) == nil {
		out.messages = append(out.messages, wire.ChatMessage{Role: wire.RoleUser, Text: prompt})
	} else {
		var items []json.RawMessage
		if err := json.Unmarshal(b.Input, &items); err != nil {
			return asked{}, fmt.Errorf("input is neither a text nor a list: %w", err)
		}
		for _, raw := range items {
			if m, ok := readInput(raw, t); ok {
				out.messages = append(out.messages, m)
			}
		}
	}
	for _, raw := range b.Tools {
		var tool struct {
			Name string `json:"name"`
		}
		if json.Unmarshal(raw, &tool) == nil && tool.Name != "" {
			out.tools = append(out.tools, tool.Name)
		}
	}
	return out, nil
}

// readInput reads one item of the input; false for one that is no part of the conversation, such as reasoning.
func readInput(raw json.RawMessage, t *turn) (wire.ChatMessage, bool) {
	var item inputItem
	if err := json.Unmarshal(raw, &item); err != nil {
		return wire.ChatMessage{}, false
	}
	if item.Type == "item_reference" {
		return t.said(item.ID)
	}
	switch item.Type {
	case "function_call", "custom_tool_call":
		arguments := textOf(item.Arguments)
		if arguments == "" {
			arguments = textOf(item.Input)
		}
		return wire.ChatMessage{Role: wire.RoleAssistant, Calls: []wire.ChatCall{{ID: textOf(item.CallID), Name: textOf(item.Name), Arguments: arguments}}}, true
	case "function_call_output", "custom_tool_call_output":
		return wire.ChatMessage{Role: wire.RoleTool, Text: textOf(item.Output), Answers: textOf(item.CallID)}, true
	case "", "message":
		return wire.ChatMessage{Role: role(item.Role), Text: textOf(item.Content)}, item.Role != ""
	}
	return wire.ChatMessage{}, false
}

// frame is a response without what it says.
func responseFrame(id string) value.Object {
	return obj(
		m("id", str("resp_"+id)), m("object", str("response")), m("created_at", num(created)), m("status", str("completed")), m("background", value.Bool(false)),
		m("error", value.Null{}), m("incomplete_details", value.Null{}), m("instructions", value.Null{}), m("max_output_tokens", value.Null{}), m("model", str("conform")),
		m("output", value.Array{}), m("parallel_tool_calls", value.Bool(true)), m("previous_response_id", value.Null{}), m("reasoning", obj(m("effort", value.Null{}), m("summary", value.Null{}))),
		m("store", value.Bool(true)), m("temperature", num(1)), m("text", obj(m("format", obj(m("type", str("text")))))), m("tool_choice", str("auto")), m("tools", value.Array{}),
		m("top_p", num(1)), m("truncation", str("disabled")), m("usage", value.Null{}), m("user", value.Null{}), m("metadata", obj()))
}

func responseUsage() value.Object {
	return obj(m("input_tokens", num(10)), m("input_tokens_details", obj(m("cached_tokens", num(0)))), m("output_tokens", num(5)),
		m("output_tokens_details", obj(m("reasoning_tokens", num(0)))), m("total_tokens", num(15)))
}

func (responses) plain(says value.Value, id string) value.Value {
	o, ok := says.(value.Object)
	if !ok {
		return says
	}
	frame := responseFrame(id).With("usage", responseUsage())
	for _, name := range []string{"status", "output"} { // what is left out is missing
		if !o.Has(name) {
			frame = frame.Without(name)
		}
	}
	switch textAt(o, "status") {
	case "incomplete":
		frame = frame.With("incomplete_details", obj(m("reason", str("max_output_tokens"))))
	case "failed":
		frame = frame.With("error", obj(m("code", str("server_error")), m("message", str("the model failed"))))
	}
	return over(frame, o)
}

func (p responses) stream(e *events, says value.Object, id string, way wire.Chunking) {
	n := 0
	event := func(kind string, members ...value.Member) {
		e.event(kind, append(obj(m("type", str(kind)), m("sequence_number", num(n))), members...))
		n++
	}
	begun := responseFrame(id).With("status", str("in_progress"))
	event("response.created", m("response", begun))
	event("response.in_progress", m("response", begun))
	list, _ := get(says, "output").(value.Array)
	steps := make([][]func(), len(list))
	for i, v := range list {
		item, _ := v.(value.Object)
		steps[i] = itemSteps(event, item, i, way)
	}
	inTurn(steps, way == wire.Interleaved, func() {
		if way == wire.Sparse {
			e.raw([]byte(": still here\n\n"))
		}
	})
	if way == wire.NoDone {
		return
	}
	whole, _ := p.plain(says, id).(value.Object)
	kind := "response.completed"
	if s := textAt(says, "status"); s == "incomplete" || s == "failed" {
		kind = "response." + s
	}
	event(kind, m("response", whole))
}

// itemSteps are the events of one item, one a step.
func itemSteps(event func(string, ...value.Member), item value.Object, index int, way wire.Chunking) []func() {
	at, of := m("output_index", num(index)), m("item_id", str(textAt(item, "id")))
	step := func(kind string, members ...value.Member) func() {
		return func() { event(kind, append(obj(at), members...)...) }
	}
	whole := m("item", item)
	switch textAt(item, "type") {
	case "function_call":
		text := textAt(item, "arguments")
		out := []func(){step("response.output_item.added", m("item", item.With("arguments", str("")).With("status", str("in_progress"))))}
		for _, piece := range emptied(pieces(text, way), way) {
			out = append(out, step("response.function_call_arguments.delta", of, m("delta", str(piece))))
		}
		return append(out, step("response.function_call_arguments.done", of, m("name", str(textAt(item, "name"))), m("arguments", str(text))), step("response.output_item.done", whole))
	case "message":
		parts, _ := get(item, "content").(value.Array)
		out := []func(){step("response.output_item.added", m("item", item.With("content", value.Array{}).With("status", str("in_progress"))))}
		for n, v := range parts {
			part, _ := v.(value.Object)
			in := m("content_index", num(n))
			text := textAt(part, "text")
			if textAt(part, "type") != "output_text" {
				out = append(out, step("response.content_part.added", of, in, m("part", part)), step("response.content_part.done", of, in, m("part", part)))
				continue
			}
			out = append(out, step("response.content_part.added", of, in, m("part", part.With("text", str("")))))
			for _, piece := range emptied(pieces(text, way), way) {
				out = append(out, step("response.output_text.delta", of, in, m("delta", str(piece)), m("logprobs", value.Array{})))
			}
			out = append(out, step("response.output_text.done", of, in, m("text", str(text)), m("logprobs", value.Array{})), step("response.content_part.done", of, in, m("part", part)))
		}
		return append(out, step("response.output_item.done", whole))
	}
	return []func(){step("response.output_item.added", whole), step("response.output_item.done", whole)}
}

// emptied puts empty pieces in between, where the way of cutting says so.
func emptied(list []string, way wire.Chunking) []string {
	if way != wire.Sparse {
		return list
	}
	out := []string{""}
	for _, piece := range list {
		out = append(out, piece, "")
	}
	return out
}

// inTurn runs the steps of several items one item after the other, or one step of each in turn.
func inTurn(lists [][]func(), interleaved bool, between func()) {
	if !interleaved {
		for _, l := range lists {
			for _, step := range l {
				step()
				between()
			}
		}
		return
	}
	for more := true; more; {
		more = false
		for i, l := range lists {
			if len(l) > 0 {
				l[0]()
				lists[i], more = l[1:], true
			}
		}
	}
}
