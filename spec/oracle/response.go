package oracle

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// response judges a complete model response: its shape, whether it is complete, whether its finish
// reason and its calls agree, then the calls or the text.
func (r *ruling) response(p *spec.Protocol, v value.Value, policies wire.Policies) {
	shape := p.Rule(spec.RoleShape)
	r.evaluate(shape)
	if h, exotic := v.(value.Host); exotic && look(h).container != noObject {
		r.open = true // how an object was made is left open; what is in it is not looked for here
		return
	}
	root, ok := v.(value.Object)
	switch {
	case ok:
	case usable(v):
		r.open = true // an object of another make, such as a provider's class: no rule speaks of it
		return
	default:
		r.fault(shape, "", nil) // no source names a code for what is no response
		r.faults[0].anyField = true
		return
	}
	r.unordered = p.Tagged == nil // two faults of a response may be reported in either order
	s := &response{ruling: r, protocol: p, shape: p.Response, policies: policies, root: root}
	if s.madeOtherwise() {
		r.open = true
		return
	}
	if s.read() && s.complete() {
		s.judge()
	}
}

// usable reports whether a value is an object of another make that has members: an instance of a class, an
// object without prototype and the like. Implementations read it or refuse it.
func usable(v value.Value) bool {
	if _, ok := v.(value.Host); !ok {
		return false
	}
	c := look(v).container
	return c == plain || c == exotic
}

// madeOtherwise reports whether such an object stands in the response where an object belongs.
func (s *response) madeOtherwise() bool {
	shape := s.shape
	for _, path := range []string{shape.Content, shape.Calls.At, shape.Finish.At, shape.Incomplete} {
		if exoticAlong(s.root, path) {
			return true
		}
	}
	v, _ := at(s.root, shape.Calls.At)
	list, _ := v.(value.Array)
	for _, e := range list {
		if _, host := e.(value.Host); host {
			return true // one without members may be an item of another type
		}
		call, _ := e.(value.Object)
		if items := shape.Items; items != nil && items.Parts != nil {
			v, _ := at(call, items.Parts.At)
			if parts, _ := v.(value.Array); slices.ContainsFunc(parts, usable) {
				return true
			}
		}
		for _, path := range []string{shape.Calls.ID, shape.Calls.Name, shape.Calls.Arguments, shape.Calls.Type} {
			if exoticAlong(call, path) {
				return true
			}
		}
	}
	return false
}

// exoticAlong reports whether one stands on the way to a member.
func exoticAlong(root value.Object, path string) bool {
	for i := range path {
		if path[i] == '/' {
			if v, _ := at(root, path[:i]); usable(v) {
				return true
			}
		}
	}
	return false
}

// response is one response while it is judged.
type response struct {
	*ruling
	protocol *spec.Protocol
	shape    *spec.Response
	policies wire.Policies
	root     value.Object

	content value.Value // Null where absent
	calls   []value.Object
	index   []int  // of each call in the list it stands in
	reason  string // "" where it is no string
	others  int    // items that are neither calls nor text
	odd     bool   // an item with text that holds another kind
}

// at reads a member by its path. An intermediate that is no object is as good as absent.
func at(root value.Object, path string) (value.Value, bool) {
	for {
		step, rest, more := strings.Cut(path, "/")
		v, ok := root.Get(step)
		if !ok || !more {
			return v, ok
		}
		if root, ok = v.(value.Object); !ok {
			return nil, false
		}
		path = rest
	}
}

// top is the top-level member of a path, which is what the field of an error names.
func top(path string) string {
	step, _, _ := strings.Cut(path, "/")
	return step
}

// read takes the response apart. It reports whether there is anything further to judge.
func (s *response) read() bool {
	if reason, ok := at(s.root, s.shape.Finish.At); ok {
		text, _ := reason.(value.String)
		s.reason = string(text)
	}
	switch {
	case s.shape.Single():
		s.content, s.calls, s.index = value.Null{}, []value.Object{s.root}, []int{0}
		return true
	case s.shape.Items != nil:
		return s.readItems()
	}
	if parent, _, nested := strings.Cut(s.shape.Content, "/"); nested {
		if _, ok := at(s.root, parent); !ok {
			return s.misshapen(parent)
		}
		if v, _ := at(s.root, parent); v.Kind() != value.KindObject {
			return s.misshapen(parent)
		}
	}
	s.content = value.Null{}
	if v, ok := at(s.root, s.shape.Content); ok {
		s.content = v
	}
	v, ok := at(s.root, s.shape.Calls.At)
	list, isList := v.(value.Array)
	switch {
	case s.shape.Calls.Limit == spec.ManyCalls && (!ok || v.Kind() == value.KindNull): // as providers send it
	case !ok && !s.usual(s.shape.Calls.At):
	case !ok, v.Kind() == value.KindNull, v.Kind() == value.KindUndefined:
		s.also(s.protocol.Rule(spec.RoleShape), s.shape.Calls.At, nil)
	case !isList:
		return s.misshapen(s.shape.Calls.At)
	}
	for i, e := range list {
		call, ok := e.(value.Object)
		if !ok {
			return s.misshapen(s.shape.Calls.At)
		}
		s.calls = append(s.calls, call)
		s.index = append(s.index, i)
	}
	switch s.content.(type) {
	case value.Null, value.String:
	default:
		if len(s.calls) == 0 {
			return s.misshapen(s.shape.Content)
		}
		s.open = true // content of another kind beside calls: no rule speaks of it
	}
	return true
}

// misshapen refuses what is no response and reports false.
func (s *response) misshapen(path string) bool {
	s.fault(s.protocol.Rule(spec.RoleShape), top(path), nil)
	s.faults[len(s.faults)-1].anyField = true
	return false
}

// complete judges whether the response ended as a complete one does.
func (s *response) complete() bool {
	f := s.shape.Finish
	if s.shape.Single() {
		return true
	}
	rule := s.protocol.Rule(spec.RoleIncomplete)
	codes := s.protocol.Codes[spec.FaultIncomplete]
	judgedByCaller := slices.Contains(s.protocol.Policies, "finish_reason") && s.policies.FinishReason == "caller"
	s.evaluate(rule)
	switch {
	case judgedByCaller:
	case slices.Contains(f.Incomplete, s.reason):
		if len(s.calls) == 0 && s.shape.Calls.Limit == spec.ManyCalls {
			s.open = true // text that was cut off: showing it and refusing it are both legal here
			s.also(rule, f.At, codes)
			return true
		}
		s.fault(rule, f.At, codes)
	case !slices.Contains(f.Final, s.reason) && !slices.Contains(f.Calls, s.reason):
		unknown := s.protocol.Rule(spec.RoleUnknownEnd)
		if len(s.calls) == 0 && s.shape.Calls.Limit == spec.ManyCalls {
			s.open = true
			s.also(unknown, f.At, codes)
			return true
		}
		s.fault(unknown, f.At, codes)
		misshapen := s.protocol.Codes[spec.FaultShape]
		if v, _ := at(s.root, f.At); len(misshapen) > 0 && (v == nil || v.Kind() != value.KindString) {
			s.also(s.protocol.Rule(spec.RoleShape), f.At, misshapen) // no reason at all is as much a matter of shape
		}
	}
	if s.shape.Incomplete == "" {
		return true
	}
	switch fragments, ok := at(s.root, s.shape.Incomplete); {
	case !ok && !s.usual(s.shape.Incomplete):
	case !ok, fragments.Kind() == value.KindNull:
		s.also(rule, s.shape.Incomplete, nil)
	case fragments.Kind() != value.KindArray:
		s.open = true
		s.also(rule, s.shape.Incomplete, nil)
	case len(fragments.(value.Array)) > 0:
		s.fault(rule, s.shape.Incomplete, codes)
	}
	return true
}

// usual reports whether a response has a member as a rule, so that one without it may be refused for that.
func (s *response) usual(path string) bool {
	if s.shape.Final == nil {
		return true
	}
	_, ok := at(s.shape.Final, path)
	return ok
}

// faultOfAny records one fault that may be blamed on any of several members.
func (s *response) faultOfAny(rule string, codes []string, paths ...string) {
	for _, path := range paths {
		s.fault(rule, top(path), codes)
	}
}

// also records what an implementation may refuse for where nothing obliges it to.
func (s *response) also(rule, path string, codes []string) {
	s.faults = append(s.faults, fault{codes: codes, field: top(path), anyField: true, rule: rule, level: spec.May})
}

// judge judges what the response says, by how many calls its protocol allows.
func (s *response) judge() {
	switch s.shape.Calls.Limit {
	case spec.NoCalls:
		s.judgeTagged()
	case spec.OneCall:
		s.consistent()
		if len(s.calls) == 0 {
			s.judgeFinal()
			return
		}
		s.judgeOne()
	case spec.ManyCalls:
		s.consistent()
		s.judgeMany()
	}
}

// consistent holds the finish reason against the presence of calls.
func (s *response) consistent() {
	f := s.shape.Finish
	rule := s.protocol.Rule(spec.RoleConsistent)
	final, calls := slices.Contains(f.Final, s.reason), slices.Contains(f.Calls, s.reason)
	if f.Strict {
		s.evaluate(rule)
	}
	switch {
	case final == calls, calls == (len(s.calls) > 0): // a reason of both or of neither, or the right one
	case f.Strict:
		// Which of the two is wrong nobody knows, so either may be blamed, or the response.
		s.faultOfAny(rule, s.protocol.Codes[spec.FaultConsistent], f.At, s.shape.Calls.At, "")
	default:
		s.also(rule, f.At, nil) // running the calls and refusing the response are both legal here
	}
}

// judgeTagged judges a response whose text is the action and which must have no native calls.
func (s *response) judgeTagged() {
	p, f := s.protocol, s.shape.Finish
	s.unordered = len(s.faults) > 0 // only the members of the action have an order
	switch {
	case slices.Contains(f.Calls, s.reason):
		s.fault(p.Rule(spec.RoleLimit), f.At, p.Codes[spec.FaultLimit])
		s.faults[len(s.faults)-1].anyField = true
	case len(s.calls) > 0:
		s.fault(p.Rule(spec.RoleConsistent), s.shape.Calls.At, p.Codes[spec.FaultConsistent])
		s.faults[len(s.faults)-1].anyField = true
	}
	text, ok := s.content.(value.String)
	if !ok {
		s.fault(p.Rule(spec.RoleEmpty), s.shape.Content, p.Codes[spec.FaultEmpty])
		s.faults[len(s.faults)-1].anyField = true
		return
	}
	if !value.ValidUTF8String(string(text)) {
		s.open = true // half a character in a text that is no bytes: no rule speaks of it
		return
	}
	s.text(p, []byte(text), func(r *ruling, v value.Value) { r.tagged(p, v, s.policies) })
}

// judgeFinal judges a response without calls, for protocols in which it is a final answer.
func (s *response) judgeFinal() {
	p := s.protocol
	text, ok := s.content.(value.String)
	if !ok {
		s.faultOfAny(p.Rule(spec.RoleEmpty), p.Codes[spec.FaultEmpty], s.shape.Content, s.shape.Calls.At, "")
		if _, stated := at(s.root, s.shape.Content); !stated && len(p.Codes[spec.FaultShape]) > 0 {
			s.also(p.Rule(spec.RoleShape), s.shape.Content, p.Codes[spec.FaultShape])
		}
		return
	}
	s.checkBlank(string(text), s.shape.Content, p.Rule(spec.RoleFinal), p.Codes[spec.FaultFinal])
	s.actions = append(s.actions, Outcome{Accept: true, Action: value.Object{
		{Name: "action", Value: value.String("final")}, {Name: "text", Value: text}}})
}

// checkBlank judges a text that must not be blank.
func (r *ruling) checkBlank(text, path, rule string, codes []string) {
	r.evaluate(rule)
	switch value.Blankness(text) {
	case value.NotBlank:
	case value.BlankASCII, value.BlankUnicode:
		r.fault(rule, top(path), codes)
	case value.BlankOpen:
		r.open = true
	}
}
