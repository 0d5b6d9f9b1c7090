package oracle

import (
	"strconv"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// chat reads one chunk of a chat completion.
func (s *stream) chat(o value.Object) {
	if e, ok := o.Get("error"); ok && e.Kind() != value.KindNull {
		s.failed = true
		return
	}
	v, _ := o.Get("choices")
	choices, _ := v.(value.Array)
	for _, c := range choices {
		choice, ok := c.(value.Object)
		if !ok {
			s.odd = true
			continue
		}
		if index, ok := choice.Get("index"); ok && !value.Equal(index, value.Number("0")) {
			s.beside = true
			continue
		}
		ended := s.said || s.closed
		v, _ := choice.Get("delta")
		delta, _ := v.(value.Object)
		s.chatText(delta, ended)
		calls, _ := delta.Get("tool_calls")
		list, isList := calls.(value.Array)
		s.open = s.open || !isList && calls != nil && calls.Kind() != value.KindNull
		for _, e := range list {
			call, ok := e.(value.Object)
			if !ok || ended {
				s.open = true
				continue
			}
			s.chatCall(call)
		}
		switch reason, _ := choice.Get("finish_reason"); r := reason.(type) {
		case nil, value.Null:
		case value.String:
			s.finish(string(r))
		default:
			s.open = true
		}
	}
}

func (s *stream) chatText(delta value.Object, ended bool) {
	v, ok := delta.Get("content")
	text, isText := v.(value.String)
	switch {
	case !ok || v.Kind() == value.KindNull:
	case !isText, ended && text != "":
		s.open = true
	case !ended:
		s.text = append(s.text, string(text))
	}
}

func (s *stream) chatCall(o value.Object) {
	index, _ := o.Get("index")
	n, ok := index.(value.Number)
	if !ok {
		s.open = true // gateways leave it out; no rule speaks of it
		return
	}
	id := s.word(o, "id")
	c := s.call(string(n), id, float(n))
	if id != "" && c.id == id {
		s.advise(spec.RoleStreamRepeat)
	}
	if id != "" {
		c.id = id
	}
	v, _ := o.Get("function")
	f, _ := v.(value.Object)
	if name := s.word(f, "name"); name != "" {
		switch {
		case c.name == name:
			s.advise(spec.RoleStreamRepeat)
		case c.name != "":
			s.open = true // a name in pieces, or another name: no rule speaks of it
		}
		c.name = name
	}
	c.add(s, f, "arguments")
}

func float(n value.Number) float64 {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return 0
	}
	return f
}

// word is a text of an event, "" where it is absent, null or empty.
func (s *stream) word(o value.Object, name string) string {
	v, ok := o.Get(name)
	text, isText := v.(value.String)
	if ok && !isText && v.Kind() != value.KindNull {
		s.open = true
	}
	return string(text)
}

// add adds a piece of arguments.
func (c *streamedCall) add(s *stream, o value.Object, name string) {
	if piece := s.word(o, name); piece != "" {
		c.arguments = append(c.arguments, piece...)
		c.given = true
	}
}

// messages reads one event of an Anthropic message.
func (s *stream) messages(o value.Object) {
	ended := s.closed
	kind := s.word(o, "type")
	index, _ := o.Get("index")
	n, _ := index.(value.Number)
	switch kind {
	case "ping", "content_block_stop", "message_start":
	case "content_block_start":
		v, _ := o.Get("content_block")
		block, _ := v.(value.Object)
		s.open = s.open || ended || n == ""
		s.block(string(n), float(n), block)
	case "content_block_delta":
		v, _ := o.Get("delta")
		delta, _ := v.(value.Object)
		s.open = s.open || ended
		switch s.word(delta, "type") {
		case "text_delta":
			s.text = append(s.text, s.word(delta, "text"))
		case "input_json_delta":
			c := s.latest[string(n)]
			switch {
			case s.others[string(n)]:
				return
			case c == nil:
				s.open = true // of a block that never began
				return
			}
			s.open = s.open || c.object != nil
			c.add(s, delta, "partial_json")
		case "thinking_delta", "signature_delta", "citations_delta":
		default:
			s.advise(spec.RoleStreamUnknown)
		}
	case "message_delta":
		v, _ := o.Get("delta")
		delta, _ := v.(value.Object)
		if reason := s.word(delta, "stop_reason"); reason != "" {
			s.finish(reason)
		}
	case "message_stop":
		s.more = s.more || s.closed
		s.closed = true
	case "error":
		s.failed = true
	default:
		s.advise(spec.RoleStreamUnknown)
	}
}

// block begins a content block.
func (s *stream) block(key string, order float64, block value.Object) {
	items := s.shape.Items
	switch s.word(block, items.Type) {
	case items.Text:
		s.text = append(s.text, s.word(block, items.TextAt))
		s.foreign(key)
	case items.Call:
		delete(s.others, key)
		id := s.word(block, s.shape.Calls.ID)
		if c := s.latest[key]; c != nil && c.id == id {
			s.open = true // the same block twice
		}
		c := s.call(key, id, order)
		c.id, c.name = id, s.word(block, s.shape.Calls.Name)
		if input, _ := block.Get(s.shape.Calls.Arguments); input != nil && !isEmptyInput(input) {
			c.object = input
			s.open = s.open || input.Kind() != value.KindObject
		}
	default:
		delete(s.latest, key)
		s.foreign(key)
	}
}

// foreign notes that the key is that of no call.
func (s *stream) foreign(key string) {
	if s.others == nil {
		s.others = map[string]bool{}
	}
	s.others[key] = true
}

// responses reads one event of a response. The terminal event holds the whole response, so what came before
// is told again and only its errors matter.
func (s *stream) responses(o value.Object) {
	switch kind := s.word(o, "type"); kind {
	case "error":
		s.failed = true
	case "response.completed", "response.incomplete", "response.failed":
		s.more = s.more || s.closed
		v, _ := o.Get("response")
		whole, ok := Parts(s.shape, v)
		if !ok {
			s.open = true
			return
		}
		if s.closed && s.reason != whole.Reason {
			s.open = true
		}
		s.whole, s.reason, s.said, s.closed = &whole, whole.Reason, true, true
	default:
		s.open = s.open || s.closed && kind != ""
		if !known(kind) {
			s.advise(spec.RoleStreamUnknown)
		}
	}
}

// known reports whether an event of a response is one of those there have been from the beginning.
func known(kind string) bool {
	switch kind {
	case "response.created", "response.in_progress", "response.queued", "response.output_item.added", "response.output_item.done",
		"response.content_part.added", "response.content_part.done", "response.output_text.delta", "response.output_text.done",
		"response.function_call_arguments.delta", "response.function_call_arguments.done",
		"response.reasoning_summary_text.delta", "response.reasoning_summary_text.done":
		return true
	}
	return false
}
