package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// habit is one careless way of putting a stream together. The empty one is none: what has no habit assembles
// soundly.
type habit string

// careless puts streams together as SDKs do, delta by delta, with at most one habit. A defect of the middle of
// a stream cannot be made by changing what goes in or comes out, so this is an implementation of its own.
type careless struct {
	habit  habit
	events []string

	content *string
	calls   []*sentPart
	byKey   map[string]*sentPart
	last    *sentPart
	blocks  []*sentPart // of messages, in order
	start   value.Object
	reason  value.Value
	closed  bool
	refused bool
	final   value.Value
	deltas  map[string]string // arguments so far, by the index of the item
}

// sentPart is a call or a content block.
type sentPart struct {
	id, name, kind string
	hasID, hasName bool
	args           string
	began          value.Object
}

func (c *careless) is(h habit) bool { return c.habit == h }

// assembling answers assemble with one habit.
func assembling(h habit) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			r, ok := req.(wire.AssembleRequest)
			if !ok {
				return next(req)
			}
			return Careless(string(h), r)
		}
	}
}

// Careless assembles a stream with one habit; with none it does so soundly. It may panic: crashing is one of
// the habits.
func Careless(h string, req wire.AssembleRequest) wire.Answer {
	c := &careless{habit: habit(h), events: req.Events, byKey: map[string]*sentPart{}, deltas: map[string]string{}}
	if req.Pieces != nil {
		c.events = c.read(req.Pieces)
	}
	for _, e := range c.events {
		if c.take(req.Protocol, e); c.refused {
			return wire.Reject(string(reference.ResponseInvalid), "")
		}
	}
	return c.finish(req.Protocol)
}

// take reads one event.
func (c *careless) take(protocol, payload string) {
	if payload == "[DONE]" {
		if c.closed && c.is("closed-twice-doubles") {
			c.calls = append(c.calls, c.calls...)
		}
		c.closed = true
		if c.is("done-crashes") {
			panic("mutant: the seeded crash")
		}
		return
	}
	v, err := value.Parse([]byte(payload))
	if err != nil {
		switch c.habit {
		case "broken-skipped":
			return
		case "broken-repaired":
			if fixed, ok := closeOpen(payload); ok {
				if v, err = value.Parse([]byte(fixed)); err == nil {
					break
				}
			}
			c.refused = true
			return
		case "broken-first-document":
			if fixed, ok := firstDocument(payload); ok {
				if v, err = value.Parse([]byte(fixed)); err == nil {
					break
				}
			}
			c.refused = true
			return
		case "broken-crashes":
			panic("mutant: the seeded crash")
		case "broken-quotes":
			if fixed, ok := singleQuotes(payload); ok {
				if v, err = value.Parse([]byte(fixed)); err == nil {
					break
				}
			}
			c.refused = true
			return
		default:
			c.refused = true
			return
		}
	}
	o, ok := v.(value.Object)
	if !ok {
		if c.is("odd-crashes") {
			panic("mutant: the seeded crash")
		}
		c.refused = true
		return
	}
	switch protocol {
	case reference.OpenAIChat1:
		c.chatChunk(o)
	case reference.AnthropicMessages1:
		c.messageEvent(o)
	case reference.OpenAIResponses1:
		c.responseEvent(o)
	}
}

func get(v value.Value, name string) value.Value {
	o, _ := v.(value.Object)
	m, _ := o.Get(name)
	return m
}

func textAt(v value.Value, name string) string {
	s, _ := get(v, name).(value.String)
	return string(s)
}

func isNull(v value.Value) bool { return v != nil && v.Kind() == value.KindNull }

// stumble meets an error in the stream. It reports whether the event is done with.
func (c *careless) stumble(reason string) bool {
	switch {
	case c.is("error-ignored"):
		return false
	case c.is("error-ends"):
		if c.reason == nil {
			c.closed, c.reason = true, value.String(reason)
		}
	default:
		c.refused = true
	}
	return true
}

// say adds text.
func (c *careless) say(text string) {
	if c.content == nil || c.is("text-overwritten") && text != "" {
		c.content = new(string)
	}
	if c.is("text-trimmed") {
		text = strings.TrimSpace(text)
	}
	*c.content += text
}
