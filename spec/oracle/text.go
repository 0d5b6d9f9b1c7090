package oracle

import (
	"bytes"
	"errors"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// The depths of nesting the rules speak of, counted in containers.
const (
	depthMust   = 64
	depthShould = 512
)

// text judges a text as one JSON document, then its value with judge, once for each way a careless
// decoder might read it where the rules leave that open.
func (r *ruling) text(p *spec.Protocol, text []byte, judge func(*ruling, value.Value)) {
	syntax := p.Rule(spec.RoleSyntax)
	r.evaluate(syntax)
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		// RFC 8259 lets a parser ignore a byte order mark or treat it as an error.
		r.exotic = &fault{codes: p.Codes[spec.FaultSyntax], rule: syntax}
		text = text[3:]
	}
	v, err := value.Parse(text)
	if err != nil {
		r.refuseText(p, err)
		return
	}
	depth := value.Depth(v)
	if depth > depthShould {
		r.evaluate(p.Rule(spec.RoleDeepest))
		r.open = true
		return
	}
	replaced := hasLoneSurrogate(v)
	if hasDuplicates(v) {
		rule := p.Rule(spec.RoleDuplicate)
		r.fault(rule, "", p.Codes[spec.FaultDuplicate])
		r.faults[len(r.faults)-1].anyField = true
		r.readings(merged(v, false), merged(v, true), judge)
	} else {
		judge(r, v)
	}
	switch {
	case r.hard() || len(r.faults) > 0 || r.open:
	case r.exotic != nil && (depth > depthMust || replaced):
		r.open = true // what is odd in two ways is advised in neither
	case depth > depthMust:
		r.advise(p.Rule(spec.RoleDeep))
	case replaced:
		r.advise(p.Rule(spec.RoleSurrogate))
		r.actions = append(r.actions, Outcome{})
	}
}

// readings judges the two values a decoder may make of duplicate names. Only a fault of both is a fault
// of the text beyond its duplicates.
func (r *ruling) readings(first, last value.Value, judge func(*ruling, value.Value)) {
	a, b := &ruling{oracle: r.oracle}, &ruling{oracle: r.oracle}
	judge(a, first)
	judge(b, last)
	both := a.hard() && b.hard()
	for _, reading := range []*ruling{a, b} {
		r.open = r.open || reading.open
		if reading.exotic != nil {
			r.exotic = reading.exotic
		}
		for _, f := range reading.faults {
			if !both {
				f.level = spec.May
			}
			r.faults = append(r.faults, f)
		}
		if !reading.hard() {
			r.actions = append(r.actions, reading.actions...)
		}
	}
	for _, rule := range b.trace {
		r.evaluate(rule)
	}
}

// advise makes the actions found what a target should answer, and anything else legal.
func (r *ruling) advise(rule string) {
	r.evaluate(rule)
	r.open, r.advised = true, rule
}

func (r *ruling) refuseText(p *spec.Protocol, err error) {
	codes := p.Codes[spec.FaultSyntax]
	var fault *value.Error
	switch {
	case errors.As(err, &fault) && fault.Code == value.CodeTooDeep:
		r.evaluate(p.Rule(spec.RoleDeepest))
		r.open = true
	case errors.As(err, &fault) && fault.Code == value.CodeInvalidUTF8:
		r.fault(p.Rule(spec.RoleUTF8), "", codes)
	default:
		r.fault(p.Rule(spec.RoleSyntax), "", codes)
	}
}

func hasLoneSurrogate(v value.Value) bool {
	switch v := v.(type) {
	case value.String:
		return !value.ValidUTF8String(string(v))
	case value.Array:
		for _, e := range v {
			if hasLoneSurrogate(e) {
				return true
			}
		}
	case value.Object:
		for _, m := range v {
			if !value.ValidUTF8String(m.Name) || hasLoneSurrogate(m.Value) {
				return true
			}
		}
	case value.Undefined, value.Null, value.Bool, value.Number, value.Host:
	}
	return false
}

func hasDuplicates(v value.Value) bool {
	switch v := v.(type) {
	case value.Array:
		for _, e := range v {
			if hasDuplicates(e) {
				return true
			}
		}
	case value.Object:
		names := make(map[string]bool, len(v))
		for _, m := range v {
			if names[m.Name] || hasDuplicates(m.Value) {
				return true
			}
			names[m.Name] = true
		}
	case value.Undefined, value.Null, value.Bool, value.Number, value.String, value.Host:
	}
	return false
}

// merged is the value a decoder makes that keeps the first or the last of duplicate members.
func merged(v value.Value, last bool) value.Value {
	switch v := v.(type) {
	case value.Array:
		out := make(value.Array, len(v))
		for i, e := range v {
			out[i] = merged(e, last)
		}
		return out
	case value.Object:
		out := make(value.Object, 0, len(v))
		for _, m := range v {
			if !last && out.Has(m.Name) {
				continue
			}
			out = out.With(m.Name, merged(m.Value, last))
		}
		return out
	case value.Undefined, value.Null, value.Bool, value.Number, value.String, value.Host:
	}
	return v
}
