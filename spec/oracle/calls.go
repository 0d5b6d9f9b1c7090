package oracle

import (
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// judgeOne judges a response that must have exactly one call.
func (s *response) judgeOne() {
	p, shape := s.protocol, s.shape.Calls
	s.evaluate(p.Rule(spec.RoleLimit))
	if len(s.calls) > 1 {
		s.fault(p.Rule(spec.RoleLimit), shape.At, p.Codes[spec.FaultLimit])
	}
	for _, call := range s.calls {
		id := ""
		if shape.ID != "" {
			id = s.callText(call, shape.ID, p.Rule(spec.RoleCallID), p.Codes[spec.FaultCallID])
		}
		name := s.callText(call, shape.Name, p.Rule(spec.RoleCallName), p.Codes[spec.FaultCallName])
		t := treated{call: Call{Treatment: Run}}
		judged := func(path string, treat func(*treated, value.Object)) {
			before := len(t.faults())
			treat(&t, call)
			for _, f := range t.faults()[before:] {
				f.field, f.anyField = s.callField(path), f.level == spec.May
				s.faults = append(s.faults, f)
			}
		}
		judged(shape.Type, s.treatType)
		judged(shape.Arguments, s.treatArguments)
		if t.call.Treatment == Refuse {
			continue
		}
		if object, ok := t.call.Arguments.(value.Object); ok && s.isControl(name) {
			s.judgeControl(object)
			continue
		}
		if t.call.Treatment == Either && s.isControl(name) {
			s.open = true // what the arguments may be read as is for the question to say
			continue
		}
		action := value.Object{
			{Name: "action", Value: value.String("call_tool")},
			{Name: "name", Value: value.String(name)},
			{Name: "arguments", Value: t.call.Arguments},
		}
		if shape.ID != "" {
			action = append(action, value.Member{Name: "providerCallId", Value: value.String(id)})
		}
		s.actions = append(s.actions, Outcome{Accept: true, Action: action})
	}
}

// callField is what a fault of a call blames: the list of calls, or in a single call the member itself.
func (s *response) callField(path string) string {
	if s.shape.Single() {
		return top(path)
	}
	return top(s.shape.Calls.At)
}

func (s *response) isControl(name string) bool {
	control := s.shape.Control
	if control == nil {
		return false
	}
	reserved := control.Name
	if slices.Contains(s.protocol.Policies, "ask_user_tool") && s.policies.AskUserTool != "" {
		reserved = s.policies.AskUserTool
	}
	return name == reserved
}

// judgeControl judges a call of the reserved tool: exactly one member, the question, not blank.
func (s *response) judgeControl(arguments value.Object) {
	p := s.protocol
	rule, codes := p.Rule(spec.RoleControl), p.Codes[spec.FaultControl]
	s.evaluate(rule)
	v, _ := arguments.Get(s.shape.Control.Field)
	question, ok := v.(value.String)
	if !ok || len(arguments) != 1 {
		s.fault(rule, top(s.shape.Calls.At), codes)
		return
	}
	s.checkBlank(string(question), s.shape.Calls.At, rule, codes)
	s.actions = append(s.actions, Outcome{Accept: true, Action: value.Object{
		{Name: "action", Value: value.String("ask_user")},
		{Name: "question", Value: question},
	}})
}

// callText reads a member of a call that must be a text.
func (s *response) callText(call value.Object, path, rule string, codes []string) string {
	s.evaluate(rule)
	v, _ := at(call, path)
	text, ok := v.(value.String)
	if !ok {
		s.fault(rule, s.callField(path), codes)
		return ""
	}
	switch value.Blankness(string(text)) {
	case value.NotBlank:
	case value.BlankASCII:
		s.fault(rule, s.callField(path), codes)
	case value.BlankUnicode:
		s.fault(s.protocol.Rule(spec.RoleUnicodeBlank), s.callField(path), codes)
	case value.BlankOpen:
		s.open = true
	}
	return string(text)
}

// treated is one call of a response with any number of them, judged by itself.
type treated struct {
	call  Call
	fault *fault // why it must, or should, be refused; nil for a good call
	also  []fault
}

// faults are all of the call's, the first one first.
func (t *treated) faults() []fault {
	if t.fault == nil {
		return nil
	}
	return append([]fault{*t.fault}, t.also...)
}

// judgeMany judges a response in which every call is judged by itself.
func (s *response) judgeMany() {
	p := s.protocol
	if len(s.calls) == 0 {
		s.judgeText()
		return
	}
	refused := s.hard() // for its end, whatever its calls are
	judged := make([]treated, len(s.calls))
	for i, call := range s.calls {
		judged[i] = s.treat(call)
		judged[i].call.Index = s.index[i]
	}
	s.unique(judged)
	completion := Completion{Content: s.content}
	run, refuse := 0, 0
	for _, t := range judged {
		completion.Calls = append(completion.Calls, t.call)
		switch t.call.Treatment {
		case Run:
			run++
		case Refuse:
			refuse++
		case Either:
		}
		s.faults = append(s.faults, t.faults()...)
	}
	if refused {
		return // the response is refused
	}
	if refuse == len(judged) {
		s.listing = &completion // refused call by call, or as a whole
		return
	}
	s.evaluate(p.Rule(spec.RoleEach))
	s.actions = append(s.actions, Outcome{Accept: true, Completion: &completion})
	if run == len(judged) {
		return
	}
	// Refusing calls one by one and refusing the response are both legal.
	for i := range s.faults {
		if len(judged) > 1 {
			s.faults[i].level = spec.May
		}
	}
	if len(s.faults) == 0 {
		s.exotic = &fault{rule: p.Rule(spec.RoleEach), anyField: true}
	}
}

// judgeText judges a response of many-call protocols that has no call.
func (s *response) judgeText() {
	rule := s.protocol.Rule(spec.RoleEmpty)
	s.evaluate(rule)
	text, ok := s.content.(value.String)
	switch {
	case !ok || text == "":
		s.open = false
		codes := s.protocol.Codes[spec.FaultEmpty]
		if s.others > 0 && len(codes) > 0 {
			codes = slices.Concat(codes, s.protocol.Codes[spec.FaultCallType])
		}
		s.fault(rule, s.shape.Content, codes)
		s.faults[len(s.faults)-1].anyField = true
		return
	case value.IsBlank(string(text)) || value.Blankness(string(text)) != value.NotBlank:
		s.open = true
	case slices.Contains(s.shape.Finish.Calls, s.reason) && !slices.Contains(s.shape.Finish.Final, s.reason) && !s.shape.Finish.Strict:
		s.open = true // announced calls that are not there: no rule speaks of it on this wire
	}
	s.actions = append(s.actions, Outcome{Accept: true, Completion: &Completion{Content: s.content}})
}
