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
		rule := p.Rule(spec.RoleArguments)
		s.evaluate(rule)
		arguments, ok := at(call, shape.Arguments)
		object, isObject := arguments.(value.Object)
		switch {
		case usable(arguments):
			s.open = true // running it and refusing it are both legal
			continue
		case shape.Optional && (!ok || arguments.Kind() == value.KindUndefined):
			s.evaluate(p.Rule(spec.RoleAbsentArgs))
			object = value.Object{}
		case shape.Optional && arguments.Kind() == value.KindNull:
			s.fault(p.Rule(spec.RoleNoArguments), s.callField(shape.Arguments), p.Codes[spec.FaultArguments])
			object = value.Object{}
		case !isObject:
			s.fault(rule, s.callField(shape.Arguments), p.Codes[spec.FaultArguments])
			continue
		}
		if s.isControl(name) {
			s.judgeControl(object)
			continue
		}
		action := value.Object{
			{Name: "action", Value: value.String("call_tool")},
			{Name: "name", Value: value.String(name)},
			{Name: "arguments", Value: object},
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

// judgeMany judges a response in which every call is judged by itself.
func (s *response) judgeMany() {
	p := s.protocol
	if len(s.calls) == 0 {
		s.judgeText()
		return
	}
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
		if t.fault != nil {
			s.faults = append(append(s.faults, *t.fault), t.also...)
		}
	}
	if refuse == len(judged) || s.hard() && s.incompleteReason() {
		return // the response is refused
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

// incompleteReason reports whether the finish reason alone refuses the response.
func (s *response) incompleteReason() bool {
	return slices.ContainsFunc(s.faults, func(f fault) bool {
		return f.rule == s.protocol.Rule(spec.RoleIncomplete) && f.level == spec.Must
	})
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
	case slices.Contains(s.shape.Finish.Calls, s.reason) && !slices.Contains(s.shape.Finish.Final, s.reason):
		s.open = true // announced calls that are not there: no rule speaks of it on this wire
	}
	s.actions = append(s.actions, Outcome{Accept: true, Completion: &Completion{Content: s.content}})
}
