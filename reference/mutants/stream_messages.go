package mutants

import (
	"github.com/actionconform/conform/spec/value"
	"strings"
)

// messageEvent reads one event of an Anthropic message.
func (c *careless) messageEvent(o value.Object) {
	n, _ := get(o, "index").(value.Number)
	key := string(n)
	switch kind := textAt(o, "type"); kind {
	case "message_start":
		c.start, _ = get(o, "message").(value.Object)
	case "ping":
		if c.is("ping-crashes") {
			panic("mutant: the seeded crash")
		}
	case "content_block_start":
		c.block(key, get(o, "content_block"))
	case "content_block_delta":
		c.blockDelta(key, get(o, "delta"))
	case "content_block_stop":
		if at := c.byKey[key]; at != nil && at.kind == "tool_use" && at.args == "" && c.is("empty-call-dropped") {
			c.drop(at)
		}
	case "message_delta":
		r, ok := get(get(o, "delta"), "stop_reason").(value.String)
		switch {
		case ok && c.reason != nil && c.is("reason-twice-refused"):
			c.refused = true
		case ok && c.reason != nil && c.is("reason-twice-doubles"):
			c.blocks = append(c.blocks, c.blocks...)
		case !ok && c.is("null-reason-ends"):
			c.closed, c.reason = true, value.String("end_turn")
			return
		}
		if ok && !c.closed {
			c.reason = r
		}
	case "message_stop":
		if c.closed && c.is("closed-twice-doubles") {
			c.blocks = append(c.blocks, c.blocks...)
		}
		c.closed = true
	case "error":
		c.stumble("end_turn")
	default:
		if c.is("unknown-crashes") {
			panic("mutant: the seeded crash")
		}
		c.refused = c.refused || c.is("unknown-refused")
		if c.is("unknown-as-text") {
			c.blocks = append(c.blocks, &sentPart{kind: "text", began: value.Object{{Name: "type", Value: value.String("text")}}, args: textAt(o, "text")})
		}
	}
}

func (c *careless) drop(at *sentPart) {
	var kept []*sentPart
	for _, b := range c.blocks {
		if b != at {
			kept = append(kept, b)
		}
	}
	c.blocks = kept
}

// block begins a content block.
func (c *careless) block(key string, v value.Value) {
	began, _ := v.(value.Object)
	kind := textAt(began, "type")
	at := c.byKey[key]
	reused := at != nil && at.kind == "tool_use" && kind == "tool_use"
	switch {
	case reused && c.is("reuse-keeps-first"), reused && c.is("reuse-drops"):
		if c.is("reuse-drops") {
			c.byKey[key] = &sentPart{kind: "dropped"}
		}
		return
	case reused && c.is("reuse-takes-last"):
		at.began = began
		return
	case reused && c.is("reuse-replaces"):
		*at = sentPart{kind: kind, began: began}
		return
	case reused && c.is("reuse-crashes"):
		panic("mutant: the seeded crash")
	case c.is("index-as-position") && key != "" && key != "0" && len(c.blocks) < int(key[0]-'0'):
		panic("mutant: the seeded crash")
	}
	at = &sentPart{kind: kind, began: began}
	if c.is("server-call-as-call") && strings.HasSuffix(kind, "tool_use") {
		at.kind, at.began = "tool_use", began.With("type", value.String("tool_use"))
	}
	if c.is("start-text-lost") && kind == "text" {
		at.began = began.With("text", value.String(""))
	}
	if c.is("input-from-start") && kind == "tool_use" {
		at.args = "{}" // the empty object of the start, as text
	}
	c.blocks = append(c.blocks, at)
	c.byKey[key], c.last = at, at
}

func (c *careless) blockDelta(key string, delta value.Value) {
	at := c.byKey[key]
	if c.is("index-ignored") {
		at = c.last
	}
	if c.is("first-call-gets-all") && textAt(delta, "type") == "input_json_delta" {
		for _, b := range c.blocks {
			if b.kind == "tool_use" {
				at = b
				break
			}
		}
	}
	if at == nil || c.closed {
		return
	}
	switch kind := textAt(delta, "type"); kind {
	case "text_delta":
		if at.kind == "text" {
			text := textAt(delta, "text")
			if c.is("text-trimmed") {
				text = strings.TrimSpace(text)
			}
			if c.is("text-overwritten") {
				at.args = ""
			}
			at.args += text
		}
	case "input_json_delta":
		switch {
		case at.kind == "tool_use":
			c.append(at, textAt(delta, "partial_json"))
		case c.is("json-to-last-call"):
			for _, b := range c.blocks {
				if b.kind == "tool_use" {
					at = b
				}
			}
			c.append(at, textAt(delta, "partial_json"))
		}
	case "thinking_delta", "signature_delta":
		if c.is("thinking-as-text") && kind == "thinking_delta" {
			at.kind, at.began = "text", value.Object{{Name: "type", Value: value.String("text")}}
			at.args += textAt(delta, "thinking")
		}
		if c.is("thinking-crashes") {
			panic("mutant: the seeded crash")
		}
	default:
		if c.is("unknown-crashes") {
			panic("mutant: the seeded crash")
		}
		c.refused = c.refused || c.is("unknown-refused")
		if c.is("any-delta-is-json") {
			c.append(at, textAt(delta, "partial_json"))
		}
	}
}

// responseEvent reads one event of a response.
func (c *careless) responseEvent(o value.Object) {
	n, _ := get(o, "output_index").(value.Number)
	key := string(n)
	if c.is("index-ignored") {
		key = "last"
	}
	switch kind := textAt(o, "type"); kind {
	case "error":
		if c.stumble("completed") && c.is("error-ends") && c.final == nil {
			c.final = value.Object{{Name: "status", Value: value.String("completed")}, {Name: "output", Value: value.Array{}}}
		}
	case "response.completed", "response.incomplete", "response.failed":
		if c.is("completed-only") && kind != "response.completed" {
			return
		}
		if c.final == nil {
			c.final = get(o, "response")
		} else if c.is("closed-twice-doubles") {
			whole, _ := c.final.(value.Object)
			list, _ := get(whole, "output").(value.Array)
			c.final = whole.With("output", append(list[:len(list):len(list)], list...))
		} else if c.is("closed-twice-crashes") {
			panic("mutant: the seeded crash")
		}
		c.closed = true
	case "response.created", "response.in_progress":
		if c.is("first-response") && c.final == nil {
			c.final = get(o, "response")
		}
		if c.is("progress-refused") && kind == "response.in_progress" && len(c.deltas) > 0 {
			c.refused = true
		}
	case "response.function_call_arguments.delta":
		c.deltas[key] += textAt(o, "delta")
	case "response.function_call_arguments.done":
		if c.is("done-appended") {
			c.deltas[key] += textAt(o, "arguments")
		}
	case "response.output_text.delta":
		c.say(textAt(o, "delta"))
		c.deltas["text"] += textAt(o, "delta")
	case "response.output_text.done":
		if c.is("done-text-appended") {
			c.say(textAt(o, "text"))
		}
	case "response.output_item.added":
		if item := get(o, "item"); textAt(item, "type") == "function_call" && c.final == nil {
			c.calls = append(c.calls, &sentPart{began: item.(value.Object), kind: key})
		}
	case "response.output_item.done", "response.content_part.added", "response.content_part.done":
	default:
		if c.is("unknown-crashes") {
			panic("mutant: the seeded crash")
		}
		c.refused = c.refused || c.is("unknown-refused")
		if c.is("unknown-as-text") {
			c.deltas["unknown"] += textAt(o, "delta")
		}
	}
}
