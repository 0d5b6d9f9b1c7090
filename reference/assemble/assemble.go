// Package assemble puts streamed responses together: the events of Chat Completions, of the Responses API
// and of Anthropic's Messages become the response their unchunked forms would have been.
//
// Nothing is handed on before the terminal event. A stream without one, with an error in it or with an event
// that cannot be read is refused as a whole: what had arrived by then is half of something.
package assemble

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// The wires.
const (
	OpenAIChat        = "openai-chat/1"
	OpenAIResponses   = "openai-responses/1"
	AnthropicMessages = "anthropic-messages/1"
)

// Error is a refusal to assemble. Nothing of the stream stands in it.
type Error struct {
	// Incomplete says that the stream ended before the response did.
	Incomplete bool
	// Requirement is the rule that was enforced.
	Requirement string
}

// Error is a fixed sentence.
func (e *Error) Error() string {
	if e.Incomplete {
		return "the stream ended before the response did"
	}
	return "the stream is not that of one response"
}

// The rules a refusal cites.
const (
	as07 = "AS-07" // no terminal event
	as08 = "AS-08" // no finish reason
	as11 = "AS-11" // an error in the stream
	as14 = "AS-14" // an event that cannot be read
	as15 = "AS-15" // arguments that cannot be read
)

// assembler is a response while it arrives.
type assembler interface {
	// event takes the payload of one event.
	event(payload string) *Error
	// response returns what has arrived, once it is complete.
	response() (value.Value, *Error)
}

// Events assembles a response from the payloads of its events. It reports false for a wire it does not know.
func Events(wire string, events []string) (v value.Value, err *Error, known bool) {
	a := newAssembler(wire)
	if a == nil {
		return nil, nil, false
	}
	for _, e := range events {
		if err := a.event(e); err != nil {
			return nil, err, true
		}
	}
	v, err = a.response()
	return v, err, true
}

// Bytes is [Events] for the bytes of an event stream, in pieces cut anywhere.
func Bytes(wire string, pieces [][]byte) (v value.Value, err *Error, known bool) {
	a := newAssembler(wire)
	if a == nil {
		return nil, nil, false
	}
	r := eventReader{handle: a.event}
	for _, piece := range pieces {
		if err := r.write(piece); err != nil {
			return nil, err, true
		}
	}
	v, err = a.response()
	return v, err, true
}

func newAssembler(wire string) assembler {
	switch wire {
	case OpenAIChat:
		return &chat{}
	case OpenAIResponses:
		return &responses{}
	case AnthropicMessages:
		return &messages{}
	}
	return nil
}

// object reads the payload of an event.
func object(payload string) (value.Object, *Error) {
	v, err := value.Parse([]byte(payload))
	o, ok := v.(value.Object)
	if err != nil || !ok {
		return nil, &Error{Requirement: as14}
	}
	return o, nil
}

// member is a member of a value, nil where that is no object or has none.
func member(v value.Value, name string) value.Value {
	o, _ := v.(value.Object)
	m, _ := o.Get(name)
	return m
}

// text is a member that is a text, "" where it is anything else.
func text(v value.Value, name string) string {
	s, _ := member(v, name).(value.String)
	return string(s)
}

// call is a tool call while it arrives.
type call struct {
	id, name  string
	arguments strings.Builder
}
