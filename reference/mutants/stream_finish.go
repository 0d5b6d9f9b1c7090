package mutants

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// finish makes the response of what has arrived.
func (c *careless) finish(protocol string) wire.Answer {
	incomplete := wire.Reject(string(reference.ResponseIncomplete), "")
	if c.is("end-elsewhere") {
		incomplete = wire.Reject(string(reference.ActionInvalid), "")
	}
	if c.refused {
		return wire.Reject(string(reference.ResponseInvalid), "")
	}
	if protocol == reference.OpenAIResponses1 {
		return c.finishResponse(incomplete)
	}
	switch {
	case c.reason == nil && c.closed && c.is("reason-made-up"):
		c.reason = value.String("stop")
		if protocol == reference.AnthropicMessages1 {
			c.reason = value.String("end_turn")
		}
	case c.reason == nil && (c.is("end-not-needed") || c.is("empty-stream-accepted") && len(c.events) == 0 ||
		c.is("end-of-calls-enough") && c.whole()):
		c.reason = value.String("stop")
		if protocol == reference.AnthropicMessages1 {
			c.reason = value.String("end_turn")
		}
	case c.reason == nil && c.is("end-crashes"):
		panic("mutant: the seeded crash")
	case c.reason == nil, !c.closed && protocol == reference.AnthropicMessages1 && c.is("close-needed"):
		return incomplete
	}
	reason, _ := c.reason.(value.String)
	calling := value.String("tool_calls")
	if protocol == reference.AnthropicMessages1 {
		calling = "tool_use"
	}
	switch {
	case c.is("reason-overwritten") && len(c.calls)+len(c.blocks) > 0 && reason != calling:
		reason = calling
	case c.is("cut-as-stop") && (reason == "length" || reason == "max_tokens" || reason == "model_context_window_exceeded"):
		reason = calling
	case c.is("filter-as-stop") && (reason == "content_filter" || reason == "refusal"):
		reason = "stop"
		if protocol == reference.AnthropicMessages1 {
			reason = "end_turn"
		}
	case c.is("unknown-reason-as-stop") && reason == "surprise":
		reason = "stop"
	case c.is("stop-drops-calls") && reason != calling:
		c.calls = nil
		c.blocks = slices.DeleteFunc(c.blocks, func(b *sentPart) bool { return b.kind == "tool_use" })
	case c.is("reason-upper"):
		reason = value.String(strings.ToUpper(string(reason)))
	case c.is("reason-lost"):
		reason = ""
	}
	if protocol == reference.AnthropicMessages1 {
		return c.finishMessage(reason)
	}
	return c.finishChoice(reason)
}

// whole reports whether the arguments of every call look complete.
func (c *careless) whole() bool {
	n := 0
	for _, p := range append(slices.Clone(c.calls), c.blocks...) {
		if p.began != nil && p.kind != "tool_use" {
			continue
		}
		n++
		if v, err := value.Parse([]byte(p.args)); err != nil || v.Kind() != value.KindObject {
			return false
		}
	}
	return n > 0
}

// settle is the text of the arguments of a call. ok is false where the call is dropped.
func (c *careless) settle(args string) (out string, ok bool) {
	v, err := value.Parse([]byte(args))
	sound := err == nil && v.Kind() == value.KindObject
	blank := value.IsBlank(args)
	switch {
	case blank && c.is("empty-call-dropped"):
		return "", false
	case blank && c.is("empty-call-null"):
		return "null", true
	case blank && c.is("empty-call-refused"):
		c.refused = true
	case sound || blank:
	case c.is("arguments-completed"):
		if fixed, ok := closeOpen(args); ok {
			return fixed, true
		}
	case c.is("arguments-emptied"):
		return "{}", true
	case c.is("arguments-dropped"):
		return "", false
	case c.is("arguments-first-document"):
		if fixed, ok := firstDocument(args); ok {
			return fixed, true
		}
	case c.is("arguments-comma"):
		if fixed, ok := dropTrailingCommas(args); ok {
			return fixed, true
		}
	case c.is("arguments-unfenced"):
		if fixed, ok := unfenced(args); ok {
			return fixed, true
		}
	case c.is("arguments-wrapped"):
		text, _ := value.Print(value.Object{{Name: "input", Value: value.String(args)}})
		return string(text), true
	case c.is("arguments-crash"):
		panic("mutant: the seeded crash")
	}
	return args, true
}

// several applies the habits about several calls.
func several[T any](c *careless, list []T) []T {
	if len(list) < 2 {
		return list
	}
	switch {
	case c.is("first-call-only"):
		return list[:1]
	case c.is("last-call-only"):
		return list[len(list)-1:]
	case c.is("calls-reversed"):
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	return list
}

func (c *careless) finishChoice(reason value.String) wire.Answer {
	message := value.Object{{Name: "role", Value: value.String("assistant")}, {Name: "content", Value: value.Null{}}}
	if c.content != nil && !(c.is("text-lost") && len(c.calls) > 0) {
		message[1].Value = value.String(*c.content)
	}
	var calls value.Array
	for _, at := range several(c, c.calls) {
		args, ok := c.settle(at.args)
		if !ok {
			continue
		}
		calls = append(calls, value.Object{{Name: "id", Value: value.String(at.id)}, {Name: "type", Value: value.String("function")},
			{Name: "function", Value: value.Object{{Name: "name", Value: value.String(at.name)}, {Name: "arguments", Value: value.String(args)}}}})
	}
	if c.refused {
		return wire.Reject(string(reference.ArgumentsInvalid), "")
	}
	if len(calls) > 0 {
		message = append(message, value.Member{Name: "tool_calls", Value: calls})
	}
	out := value.Object{{Name: "message", Value: message}, {Name: "finish_reason", Value: reason}}
	if c.is("delta-shape") {
		out = out.Renamed("message", "delta")
	}
	return wire.Accept(out)
}

func (c *careless) finishMessage(reason value.String) wire.Answer {
	var content value.Array
	var calls []*sentPart
	for _, b := range c.blocks {
		if b.kind == "tool_use" {
			calls = append(calls, b)
		}
	}
	kept := several(c, calls)
	for _, b := range c.blocks {
		switch b.kind {
		case "text":
			if c.is("text-lost") && len(calls) > 0 {
				continue
			}
			content = append(content, b.began.With("text", value.String(textAt(b.began, "text")+b.args)))
		case "tool_use":
			if len(kept) == 0 || !slices.Contains(kept, b) {
				continue
			}
			if c.is("calls-reversed") {
				b = kept[slices.Index(calls, b)]
			}
			args, ok := c.settle(b.args)
			if !ok {
				continue
			}
			input := value.Value(value.Object{})
			if !value.IsBlank(args) {
				v, err := value.Parse([]byte(args))
				if o, isObject := v.(value.Object); err == nil && isObject {
					input = o
				} else if c.is("input-any") && err == nil {
					input = v
				} else if c.is("input-text") {
					input = value.String(args)
				} else if c.is("empty-call-null") {
					input = value.Null{}
				} else {
					return wire.Reject(string(reference.ArgumentsNotJSON), "")
				}
			}
			content = append(content, b.began.With("input", input))
		case "dropped":
		default:
			content = append(content, b.began)
		}
	}
	if c.refused {
		return wire.Reject(string(reference.ArgumentsInvalid), "")
	}
	if content == nil {
		content = value.Array{}
	}
	return wire.Accept(c.start.With("content", content).With("stop_reason", reason))
}

// finishResponse takes the response of the terminal event, or makes one of the deltas.
func (c *careless) finishResponse(incomplete wire.Answer) wire.Answer {
	whole, ok := c.final.(value.Object)
	if !ok {
		if c.is("end-not-needed") || c.is("empty-stream-accepted") && len(c.events) == 0 {
			var list value.Array
			for _, call := range c.calls {
				list = append(list, call.began.With("arguments", value.String(c.deltas[call.kind])))
			}
			return wire.Accept(value.Object{{Name: "status", Value: value.String("completed")}, {Name: "output", Value: list}})
		}
		if c.is("end-crashes") {
			panic("mutant: the seeded crash")
		}
		return incomplete
	}
	status := textAt(whole, "status")
	switch {
	case c.is("reason-overwritten"), c.is("cut-as-stop") && status == "incomplete", c.is("failed-as-completed") && status == "failed":
		whole = whole.With("status", value.String("completed"))
	case c.is("reason-lost"):
		whole = whole.Without("status")
	}
	list, _ := get(whole, "output").(value.Array)
	out := make(value.Array, 0, len(list))
	var calls []value.Value
	for i, e := range list {
		o, _ := e.(value.Object)
		switch textAt(o, "type") {
		case "function_call":
			o, ok = c.responseCall(o, value.Number(number(i)))
			if !ok {
				continue
			}
			calls = append(calls, o)
			out = append(out, o)
		case "message":
			if c.is("text-lost") && len(list) > 1 {
				continue
			}
			out = append(out, c.responseText(o))
		default:
			if c.is("others-dropped-all") {
				return incomplete
			}
			out = append(out, o)
		}
	}
	if len(calls) > 1 && (c.is("first-call-only") || c.is("last-call-only") || c.is("calls-reversed")) {
		kept := several(c, calls)
		out = slices.DeleteFunc(out, func(v value.Value) bool { return textAt(v, "type") == "function_call" })
		out = append(out, kept...)
	}
	if c.refused {
		return wire.Reject(string(reference.ArgumentsInvalid), "")
	}
	return wire.Accept(whole.With("output", out))
}

func (c *careless) responseCall(o value.Object, index value.Number) (value.Object, bool) {
	args, ok := c.settle(textAt(o, "arguments"))
	if !ok {
		return o, false
	}
	switch {
	case c.is("index-ignored"):
		args = c.deltas["last"]
	case c.is("done-appended"):
		args = c.deltas[string(index)]
	case c.is("arguments-parsed"):
		if v, err := value.Parse([]byte(args)); err == nil {
			return o.With("arguments", v), true
		}
	case c.is("item-id-as-call-id"):
		if id := get(o, "id"); id != nil {
			return o.With("call_id", id), true
		}
	}
	return o.With("arguments", value.String(args)), true
}

// responseText changes the text of a message.
func (c *careless) responseText(o value.Object) value.Object {
	parts, _ := get(o, "content").(value.Array)
	out := make(value.Array, len(parts))
	for i, e := range parts {
		part, _ := e.(value.Object)
		text := textAt(part, "text")
		switch {
		case c.is("text-trimmed"):
			text = strings.TrimSpace(text)
		case c.is("unknown-as-text"):
			text += c.deltas["unknown"]
		case c.is("done-text-appended") && c.content != nil:
			text = *c.content
		}
		out[i] = part.With("text", value.String(text))
	}
	return o.With("content", out)
}

func number(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return number(i/10) + string(rune('0'+i%10))
}
