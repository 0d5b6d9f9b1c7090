package oracle

import (
	"cmp"
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stream is a streamed response while it is put together. The readers of the wires fill it; what it comes
// to is decided in one place.
type stream struct {
	protocol *spec.Protocol
	shape    *spec.Response

	text   []string
	calls  []*streamedCall
	latest map[string]*streamedCall // by the key its wire tells calls apart with
	others map[string]bool          // keys of what is no call
	reason string
	// closed says that the stream ended as its wire says; said that a finish reason came.
	closed, said bool

	failed, broken    bool   // an error came; an event is not JSON
	reused, odd, more bool   // one key for two ids; an event that is JSON but no event; something came after the end
	beside            bool   // another choice
	open              bool   // no rule speaks of it
	advised           string // a SHOULD that asks to accept
	whole             *Assembled
}

type streamedCall struct {
	id, name  string
	order     float64 // where its wire says it belongs
	arguments []byte
	given     bool        // whether arguments came at all
	object    value.Value // arguments that came as a value; nil where they did not
}

// call is the latest call of a key; a new one where there is none, or where the latest has another id.
func (s *stream) call(key, id string, order float64) *streamedCall {
	c := s.latest[key]
	if c != nil && id != "" && c.id != "" && c.id != id {
		s.reused = true
		c = nil
	}
	if c == nil {
		c = &streamedCall{order: order}
		s.calls = append(s.calls, c)
		if s.latest == nil {
			s.latest = map[string]*streamedCall{}
		}
		s.latest[key] = c
	}
	return c
}

// advise notes that accepting is what a target should do, and nothing more.
func (s *stream) advise(role spec.Role) {
	if s.advised == "" {
		s.advised = s.protocol.Rule(role)
	}
}

// finish notes a finish reason.
func (s *stream) finish(reason string) {
	switch {
	case s.said && s.reason != reason:
		s.open = true // two reasons: nobody can say which is right
	case s.said:
		s.more = true
	}
	s.reason, s.said = reason, true
}

func (o *Oracle) judgeStream(p *spec.Protocol, req wire.AssembleRequest) Judgement {
	if req.Pieces == nil {
		return streamed(p, req.Events, false)
	}
	events, rest, odd := payloads(req.Pieces)
	j := streamed(p, events, odd)
	if rest == "" || j.Rejects() && streamed(p, append(events, rest), odd).Rejects() {
		return j
	}
	return Judgement{Rule: j.Rule, Trace: j.Trace} // the last event lacks its empty line, and that matters
}

// streamed judges a stream by its events.
func streamed(p *spec.Protocol, events []string, odd bool) Judgement {
	s := &stream{protocol: p, shape: p.Response}
	if odd {
		s.advise(spec.RoleStreamFraming)
	}
	for _, event := range events {
		s.event(event)
	}
	return s.judgement()
}

// event reads one event by the rules of its wire.
func (s *stream) event(payload string) {
	if s.shape.Stream == spec.StreamChat && payload == "[DONE]" {
		s.more = s.more || s.closed
		s.closed = true
		return
	}
	v, err := value.Parse([]byte(payload))
	if err != nil {
		s.broken = true
		return
	}
	o, ok := v.(value.Object)
	if !ok {
		s.odd = true
		return
	}
	switch s.shape.Stream {
	case spec.StreamChat:
		s.chat(o)
	case spec.StreamResponses:
		s.responses(o)
	case spec.StreamMessages:
		s.messages(o)
	}
}

// judgement decides what the stream comes to.
func (s *stream) judgement() Judgement {
	p := s.protocol
	refuse := func(role spec.Role, codes ...string) Outcome {
		return Outcome{Reasons: []Reason{{Codes: codes, AnyField: true, Rule: p.Rule(role)}}}
	}
	j := func(role spec.Role, outcomes ...Outcome) Judgement {
		return Judgement{Rule: p.Rule(role), Legal: outcomes, Trace: []string{p.Rule(spec.RoleStream), p.Rule(role)}}
	}
	incomplete := p.Codes[spec.FaultIncomplete]
	switch {
	case s.failed:
		return j(spec.RoleStreamError, refuse(spec.RoleStreamError))
	case s.broken:
		return j(spec.RoleStreamBroken, refuse(spec.RoleStreamBroken))
	case s.open:
		return Judgement{Rule: p.Rule(spec.RoleStream), Trace: []string{p.Rule(spec.RoleStream)}}
	case !s.said && !s.closed:
		return j(spec.RoleStreamEnd, refuse(spec.RoleStreamEnd, incomplete...))
	case slices.Contains(s.shape.Finish.Incomplete, s.reason):
		return j(spec.RoleStreamReason, accept(Assembled{Shape: s.shape, Reason: s.reason, Loose: true}), refuse(spec.RoleStreamReason, incomplete...))
	}
	readings, ok := s.readings()
	if !ok {
		return j(spec.RoleStreamRepair, refuse(spec.RoleStreamRepair))
	}
	var accepting []Outcome
	for _, r := range readings {
		if slices.ContainsFunc(r.Calls, func(c AssembledCall) bool { return c.ID == "" || c.Name == "" }) {
			return Judgement{Rule: p.Rule(spec.RoleStream), Trace: []string{p.Rule(spec.RoleStream)}} // parse refuses such a call
		}
		accepting = append(accepting, accept(r))
	}
	either := func(role spec.Role, codes ...string) Judgement {
		return j(role, append(slices.Clone(accepting), refuse(role, codes...))...)
	}
	switch {
	case s.advised != "":
		return Judgement{Rule: s.advised, PreferredRule: s.advised, Preferred: accepting, Trace: []string{p.Rule(spec.RoleStream), s.advised}}
	case s.said && !slices.Contains(s.shape.Finish.Final, s.reason) && !slices.Contains(s.shape.Finish.Calls, s.reason):
		return either(spec.RoleStreamReason, incomplete...)
	case !s.said:
		return either(spec.RoleStreamReason, incomplete...)
	case !s.closed:
		return either(spec.RoleStreamEnd, incomplete...)
	case s.reused:
		return either(spec.RoleStreamReuse)
	case s.more:
		return either(spec.RoleStreamAfter)
	case s.beside:
		return either(spec.RoleStreamAlongside)
	case s.odd:
		return either(spec.RoleStreamIdle)
	case s.broke():
		return either(spec.RoleStreamRepair)
	}
	return j(spec.RoleStream, accepting...)
}

func accept(a Assembled) Outcome { return Outcome{Accept: true, Assembled: &a} }

// broke reports whether the text of some arguments is not that of an object.
func (s *stream) broke() bool {
	for _, c := range s.calls {
		if c.object == nil && !isEmptyInput(value.String(c.arguments)) {
			v, err := value.Parse(c.arguments)
			if err != nil || v.Kind() != value.KindObject {
				return true
			}
		}
	}
	return false
}

// readings are the responses the stream may be read as: calls in the order they came and, where it is
// another, in the order of their index. It reports false where a wire that writes arguments as an object has
// none to write.
func (s *stream) readings() ([]Assembled, bool) {
	if s.whole != nil {
		return []Assembled{*s.whole}, true
	}
	one := Assembled{Shape: s.shape, Content: value.Null{}, Reason: s.reason}
	if s.text != nil {
		text := ""
		for _, part := range s.text {
			text += part
		}
		one.Content = value.String(text)
	}
	ordered := slices.Clone(s.calls)
	slices.SortStableFunc(ordered, func(a, b *streamedCall) int { return cmp.Compare(a.order, b.order) })
	orders := [][]*streamedCall{s.calls}
	if !slices.Equal(ordered, s.calls) {
		orders = append(orders, ordered)
	}
	var out []Assembled
	for _, order := range orders {
		r := one
		for _, c := range order {
			call := AssembledCall{ID: c.id, Name: c.name, Arguments: value.String(c.arguments)}
			if c.object != nil {
				call.Arguments = c.object
			}
			call.Empty = isEmptyInput(call.Arguments)
			if s.shape.Calls.Encoding == spec.EncodingObject && call.Arguments.Kind() != value.KindObject {
				if call.Empty {
					call.Arguments = value.Object{}
				} else {
					v, err := value.Parse(c.arguments)
					if err != nil || v.Kind() != value.KindObject {
						return nil, false
					}
					call.Arguments = v
				}
			}
			r.Calls = append(r.Calls, call)
		}
		out = append(out, r)
	}
	return out, true
}
