package assemble

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// messages is a message of anthropic-messages/1 while its content blocks arrive.
type messages struct {
	start   value.Object
	blocks  []*block
	at      map[value.Number]*block // the latest block of an index
	reason  value.Value             // nil until it came
	stopped bool
}

// block is a content block: as it began, and what was added to it.
type block struct {
	began value.Object
	added strings.Builder
}

func (m *messages) event(payload string) *Error {
	event, err := object(payload)
	if err != nil {
		return err
	}
	index, _ := member(event, "index").(value.Number)
	switch text(event, "type") {
	case "error":
		return &Error{Requirement: as11}
	case "message_start":
		m.start, _ = member(event, "message").(value.Object)
	case "content_block_start":
		m.begin(index, member(event, "content_block"))
	case "content_block_delta":
		m.add(index, member(event, "delta"))
	case "message_delta":
		if reason, ok := member(member(event, "delta"), "stop_reason").(value.String); ok {
			m.reason = reason
		}
	case "message_stop":
		m.stopped = true
	}
	return nil
}

func (m *messages) begin(index value.Number, v value.Value) {
	began, ok := v.(value.Object)
	if !ok || m.stopped {
		return
	}
	b := &block{began: began}
	m.blocks = append(m.blocks, b)
	if m.at == nil {
		m.at = make(map[value.Number]*block)
	}
	m.at[index] = b
}

// add adds what is new to the block of an index, where that is of its kind.
func (m *messages) add(index value.Number, delta value.Value) {
	b := m.at[index]
	if b == nil || m.stopped {
		return
	}
	switch kind := text(b.began, "type"); text(delta, "type") {
	case "text_delta":
		if kind == "text" {
			b.added.WriteString(text(delta, "text"))
		}
	case "input_json_delta":
		if kind == "tool_use" {
			b.added.WriteString(text(delta, "partial_json"))
		}
	}
}

func (m *messages) response() (value.Value, *Error) {
	switch {
	case !m.stopped && m.reason == nil:
		return nil, &Error{Incomplete: true, Requirement: as07}
	case m.reason == nil:
		return nil, &Error{Incomplete: true, Requirement: as08}
	}
	content := make(value.Array, len(m.blocks))
	for i, b := range m.blocks {
		whole, err := b.whole()
		if err != nil {
			return nil, err
		}
		content[i] = whole
	}
	return m.start.With("content", content).With("stop_reason", m.reason), nil
}

// whole is the block with all that was added. An input of which nothing came is an empty one.
func (b *block) whole() (value.Object, *Error) {
	switch text(b.began, "type") {
	case "text":
		return b.began.With("text", value.String(text(b.began, "text")+b.added.String())), nil
	case "tool_use":
		if value.IsBlank(b.added.String()) {
			if _, ok := member(b.began, "input").(value.Object); ok {
				return b.began, nil
			}
			return b.began.With("input", value.Object{}), nil
		}
		v, err := value.Parse([]byte(b.added.String()))
		input, ok := v.(value.Object)
		if err != nil || !ok {
			return nil, &Error{Requirement: as15}
		}
		return b.began.With("input", input), nil
	}
	return b.began, nil
}
