package oracle

import (
	"errors"
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// treat judges one call of a response by itself.
func (s *response) treat(call value.Object) treated {
	t := treated{call: Call{Treatment: Run}}
	s.treatType(&t, call)
	s.treatID(&t, call)
	s.treatName(&t, call)
	s.treatArguments(&t, call)
	return t
}

// refuse records a fault of the call, hard or soft by the level of its requirement.
func (t *treated) refuse(s *response, role spec.Role, codes []string) {
	rule := s.protocol.Rule(role)
	f := fault{codes: codes, field: top(s.shape.Calls.At), rule: rule, level: s.oracle.levels[rule], anyField: true}
	if f.level == spec.Must {
		t.call.Treatment = Refuse
	} else if t.call.Treatment == Run {
		t.call.Treatment = Either
	}
	t.record(f)
}

func (s *response) treatType(t *treated, call value.Object) {
	shape := s.shape.Calls
	if shape.Type == "" {
		return
	}
	s.evaluate(s.protocol.Rule(spec.RoleCallType))
	if v, ok := at(call, shape.Type); !ok || v.Kind() == value.KindNull || v.Kind() == value.KindUndefined {
		t.leave(s, spec.RoleCallType) // providers leave the type out; no rule speaks of it
	} else if !value.Equal(v, value.String(shape.TypeValue)) {
		t.refuse(s, spec.RoleCallType, s.protocol.Codes[spec.FaultCallType])
	}
}

func (s *response) treatID(t *treated, call value.Object) {
	p, shape := s.protocol, s.shape.Calls
	rule := p.Rule(spec.RoleCallID)
	s.evaluate(rule)
	v, _ := at(call, shape.ID)
	id, ok := v.(value.String)
	if ok && value.Blankness(string(id)) == value.NotBlank {
		t.call.ID = string(id)
		return
	}
	if ok && value.Blankness(string(id)) == value.BlankOpen {
		t.leave(s, spec.RoleCallID)
	}
	// Refused, or given one id: both are legal, an empty or lost one is not.
	t.call.AnyID = true
	if t.call.Treatment == Run {
		t.call.Treatment = Either
	}
	t.record(fault{codes: p.Codes[spec.FaultCallID], field: top(shape.At), anyField: true, rule: rule, level: spec.May})
}

func (s *response) treatName(t *treated, call value.Object) {
	p, shape := s.protocol, s.shape.Calls
	s.evaluate(p.Rule(spec.RoleCallName))
	v, _ := at(call, shape.Name)
	name, ok := v.(value.String)
	t.call.Name = string(name)
	blank := value.Blankness(string(name))
	switch {
	case !ok || blank == value.BlankASCII:
		t.refuse(s, spec.RoleCallName, p.Codes[spec.FaultCallName])
	case blank == value.BlankUnicode:
		t.refuse(s, spec.RoleUnicodeBlank, p.Codes[spec.FaultCallName])
	case blank == value.BlankOpen:
		t.leave(s, spec.RoleCallName)
	}
}

func (s *response) treatArguments(t *treated, call value.Object) {
	p, shape := s.protocol, s.shape.Calls
	codes := p.Codes[spec.FaultArguments]
	s.evaluate(p.Rule(spec.RoleArguments))
	t.call.Arguments = value.Object{}
	v, ok := at(call, shape.Arguments)
	if shape.Optional && (!ok || v.Kind() == value.KindUndefined) {
		s.evaluate(p.Rule(spec.RoleAbsentArgs))
		return
	}
	if !ok || v.Kind() == value.KindNull || v.Kind() == value.KindUndefined {
		t.refuse(s, spec.RoleNoArguments, codes)
		return
	}
	if shape.Encoding == spec.EncodingObject {
		t.call.Arguments = v
		if _, host := v.(value.Host); host {
			t.leave(s, spec.RoleArguments) // no wire carries one, and no rule speaks of it
		} else if v.Kind() != value.KindObject {
			t.refuse(s, spec.RoleArguments, codes)
		}
		return
	}
	switch v := v.(type) {
	case value.String:
		s.treatArgumentText(t, string(v))
	case value.Object:
		t.call.Arguments = v
		t.leave(s, spec.RoleArguments) // not what the wire says; running and refusing are both legal
	default:
		t.refuse(s, spec.RoleArguments, codes)
	}
}

func (s *response) treatArgumentText(t *treated, text string) {
	p := s.protocol
	codes := p.Codes[spec.FaultArguments]
	s.evaluate(p.Rule(spec.RoleArgumentText))
	if value.Blankness(text) != value.NotBlank {
		s.evaluate(p.Rule(spec.RoleBlankArgs))
		policy := ""
		if slices.Contains(p.Policies, "empty_arguments") {
			policy = s.policies.EmptyArguments
		}
		switch {
		case policy == "refuse":
			t.refuse(s, spec.RoleBlankArgs, codes)
		case policy != "object" || value.Blankness(text) != value.BlankASCII:
			t.leave(s, spec.RoleBlankArgs) // what is not blank for everyone is malformed for the others
		}
		return
	}
	if !value.ValidUTF8String(text) {
		t.leave(s, spec.RoleArgumentText) // half a character in a text that is no bytes: no rule speaks of it
		return
	}
	v, err := value.Parse([]byte(text))
	if err != nil {
		var fault *value.Error
		if errors.As(err, &fault) && fault.Code == value.CodeTooDeep {
			t.leave(s, spec.RoleDeepest)
			return
		}
		t.refuse(s, spec.RoleArgumentText, codes)
		return
	}
	switch v := v.(type) {
	case value.Object:
		t.call.Arguments = v
		if hasDuplicates(v) {
			t.call.Arguments = merged(v, true)
			t.refuse(s, spec.RoleArgumentDup, codes)
		}
		if value.Depth(v) > depthMust || hasLoneSurrogate(v) {
			t.leave(s, spec.RoleArgumentText)
		}
	case value.Null:
		t.refuse(s, spec.RoleNoArguments, codes)
	default:
		t.refuse(s, spec.RoleArguments, codes)
	}
}

// leave records that running the call and refusing it, for whatever reason, are both legal.
func (t *treated) leave(s *response, role spec.Role) {
	if t.call.Treatment == Run {
		t.call.Treatment = Either
	}
	t.record(fault{field: top(s.shape.Calls.At), rule: s.protocol.Rule(role), level: spec.May, anyField: true})
}

func (t *treated) record(f fault) {
	if t.fault == nil {
		t.fault = &f
		return
	}
	t.also = append(t.also, f)
}

// unique refuses every call whose id another call of the response has too.
func (s *response) unique(judged []treated) {
	if !s.shape.Calls.Unique {
		return
	}
	s.evaluate(s.protocol.Rule(spec.RoleCallUnique))
	for i := range judged {
		if judged[i].call.AnyID {
			continue
		}
		for k := range judged {
			if i != k && !judged[k].call.AnyID && judged[i].call.ID == judged[k].call.ID {
				judged[i].refuse(s, spec.RoleCallUnique, s.protocol.Codes[spec.FaultCallUnique])
				break
			}
		}
	}
}
