package agent

import (
	"bytes"
	"errors"

	"github.com/actionconform/conform/spec/value"
)

// assembled puts the choice of a stream together. A stream that breaks off has no finish reason, and is
// refused by whoever judges the choice.
func assembled(text []byte) (value.Value, error) {
	var s assembly
	for line := range bytes.Lines(text) {
		data, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r\n"), []byte("data: "))
		if !ok || string(data) == "[DONE]" {
			continue
		}
		v, err := value.Parse(data)
		if err != nil {
			return nil, errors.New("an event of the stream is not JSON")
		}
		o, _ := v.(value.Object)
		list, _ := o.Get("choices")
		choices, _ := list.(value.Array)
		for _, c := range choices {
			if choice, ok := c.(value.Object); ok {
				s.take(choice)
			}
		}
	}
	return s.choice(), nil
}

// assembly is a choice while its fragments come.
type assembly struct {
	content value.Value
	calls   []value.Object // by index
	reason  value.Value
}

func (s *assembly) take(choice value.Object) {
	if reason, ok := choice.Get("finish_reason"); ok && reason.Kind() != value.KindNull {
		s.reason = reason
	}
	d, _ := choice.Get("delta")
	delta, _ := d.(value.Object)
	if c, _ := delta.Get("content"); c != nil {
		if piece, ok := c.(value.String); ok {
			before, _ := s.content.(value.String)
			s.content = before + piece
		}
	}
	list, _ := delta.Get("tool_calls")
	calls, _ := list.(value.Array)
	for _, c := range calls {
		if fragment, ok := c.(value.Object); ok {
			s.call(fragment)
		}
	}
}

// maxCalls bounds the calls of one response.
const maxCalls = 256

func (s *assembly) call(fragment value.Object) {
	at, _ := fragment.Get("index")
	n, _ := at.(value.Number)
	f, _ := n.Float64()
	index := int(f)
	if index < 0 || index >= maxCalls {
		return
	}
	for len(s.calls) <= index {
		s.calls = append(s.calls, nil)
	}
	call := s.calls[index]
	for _, m := range fragment {
		switch {
		case m.Name == "index":
		case m.Name != "function" || !call.Has("function"):
			call = call.With(m.Name, m.Value)
		default:
			held, _ := call.Get("function")
			before, _ := held.(value.Object)
			more, _ := m.Value.(value.Object)
			call = call.With("function", joined(before, more))
		}
	}
	s.calls[index] = call
}

// joined adds a fragment of a function to what there is.
func joined(before, more value.Object) value.Object {
	for _, m := range more {
		held, _ := before.Get(m.Name)
		text, isText := held.(value.String)
		piece, both := m.Value.(value.String)
		if m.Name == "arguments" && isText && both {
			before = before.With(m.Name, text+piece)
		} else {
			before = before.With(m.Name, m.Value)
		}
	}
	return before
}

func (s *assembly) choice() value.Value {
	content := s.content
	if content == nil {
		content = value.Null{}
	}
	message := value.Object{{Name: "role", Value: value.String("assistant")}, {Name: "content", Value: content}}
	if s.calls != nil {
		list := make(value.Array, len(s.calls))
		for i, c := range s.calls {
			list[i] = c
		}
		message = append(message, value.Member{Name: "tool_calls", Value: list})
	}
	out := value.Object{{Name: "message", Value: message}}
	if s.reason != nil {
		out = append(out, value.Member{Name: "finish_reason", Value: s.reason})
	}
	return out
}
