package scenario

import (
	"maps"
	"slices"

	"github.com/actionconform/conform/spec/value"
)

// Mapped is the scenario with every text in it that a target is sent, or that is expected of it, replaced
// by what a function makes of it. Schemas and names of granted tools stay.
func (s *Scenario) Mapped(text func(string) string) *Scenario {
	m := mapping{text}
	out := *s
	out.Failure = text(s.Failure)
	out.Canaries = m.texts(s.Canaries)
	out.Steps = make([]Step, len(s.Steps))
	for i := range s.Steps {
		out.Steps[i] = m.step(s.Steps[i])
	}
	return &out
}

type mapping struct{ text func(string) string }

func (m mapping) step(s Step) Step {
	s.Request.Messages = m.array(s.Request.Messages)
	s.Script.Response = m.value(s.Script.Response)
	s.Script.Output = m.text(s.Script.Output)
	if ran := s.Script.Ran; ran != nil {
		other := *ran
		other.Name, other.Arguments = m.text(ran.Name), m.value(ran.Arguments)
		s.Script.Ran = &other
	}
	s.Script.Faults = maps.Clone(s.Script.Faults)
	for at, f := range s.Script.Faults {
		f.Message = m.text(f.Message)
		s.Script.Faults[at] = f
	}
	e := &s.Expect
	e.Output, e.Text = m.text(e.Output), m.text(e.Text)
	if c := e.Call; c != nil {
		e.Call = &Call{Name: m.text(c.Name), Arguments: m.value(c.Arguments), ProviderID: c.ProviderID}
	}
	e.Accepts, e.Refuses = m.array(e.Accepts), m.array(e.Refuses)
	return s
}

func (m mapping) texts(list []string) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = m.text(out[i])
	}
	return out
}

func (m mapping) array(list []value.Value) []value.Value {
	out := slices.Clone(list)
	for i := range out {
		out[i] = m.value(out[i])
	}
	return out
}

func (m mapping) value(v value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(m.text(string(v)))
	case value.Array:
		return value.Array(m.array(v))
	case value.Object:
		return m.object(v)
	case value.Host:
		return value.Host{Name: v.Name, Args: m.object(v.Args)}
	case nil, value.Undefined, value.Null, value.Bool, value.Number:
	}
	return v
}

func (m mapping) object(o value.Object) value.Object {
	out := slices.Clone(o)
	for i := range out {
		out[i] = value.Member{Name: m.text(out[i].Name), Value: m.value(out[i].Value)}
	}
	return out
}
