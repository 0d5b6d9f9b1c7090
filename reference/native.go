package reference

import "github.com/actionconform/conform/spec/value"

// native parses a complete response of native-tool/1: its shape, whether it is complete, whether reason
// and calls agree, and then either the one call or the text.
func (p *parser) native(v value.Value) (StepAction, *Error) {
	o, ok := objectOf(v)
	if !ok {
		return nil, refuse(ResponseInvalid, "", NT01)
	}
	defer p.observe(&o)
	v, _ = o.get(memberCalls)
	calls, ok := listOf(v)
	if !ok {
		return nil, refuse(ResponseInvalid, memberCalls, NT01)
	}
	for _, call := range calls {
		if _, ok := objectOf(call); !ok {
			return nil, refuse(ResponseInvalid, memberCalls, NT01)
		}
	}
	v, _ = o.get(memberIncomplete)
	fragments, ok := listOf(v)
	if !ok {
		return nil, refuse(ResponseInvalid, memberIncomplete, NT01)
	}
	v, _ = o.get(memberReason)
	reason, _ := v.(value.String)
	switch {
	case len(fragments) > 0:
		return nil, refuse(ResponseIncomplete, memberIncomplete, NT02)
	case reason != reasonStop && reason != reasonToolCalls:
		return nil, refuse(ResponseIncomplete, memberReason, NT02)
	case (reason == reasonStop) == (len(calls) > 0):
		return nil, refuse(FinishReasonInconsistent, memberReason, NT03)
	case len(calls) > 1:
		return nil, refuse(MultipleActions, memberCalls, NT04)
	case len(calls) == 1:
		return p.nativeCall(calls[0])
	}
	v, _ = o.get(memberContent)
	return nativeText(v)
}

func nativeText(content value.Value) (StepAction, *Error) {
	if isAbsent(content) {
		return nil, refuse(ResponseEmpty, memberContent, NT10)
	}
	text, ok := content.(value.String)
	switch {
	case !ok:
		return nil, refuse(ResponseInvalid, memberContent, NT01)
	case value.IsBlank(string(text)):
		return nil, refuse(TextEmpty, memberContent, NT09)
	}
	return Final{Text: string(text)}, nil
}

func (p *parser) nativeCall(v value.Value) (StepAction, *Error) {
	call, _ := objectOf(v) // native has seen that it is an object
	defer p.observe(&call)
	v, _ = call.get("id")
	id, ok := textOf(v)
	if !ok {
		return nil, refuse(CallIDEmpty, memberCalls, NT05).at("/toolCalls/0/id")
	}
	v, _ = call.get("name")
	name, ok := textOf(v)
	if !ok {
		return nil, refuse(ToolNameEmpty, memberCalls, NT06).at("/toolCalls/0/name")
	}
	arguments, _ := call.get("arguments")
	members, ok := objectOf(arguments)
	if !ok {
		return nil, refuse(ArgumentsNotObject, memberCalls, NT07).at("/toolCalls/0/arguments")
	}
	if name == p.opts.askUserTool() {
		return p.controlCall(&members)
	}
	return CallTool{Name: name, Arguments: arguments, ProviderCallID: id}, nil
}

// controlCall reads the call that is not one: exactly a question for the user.
func (p *parser) controlCall(arguments *object) (StepAction, *Error) {
	defer p.observe(arguments)
	v, _ := arguments.get("question")
	question, ok := textOf(v)
	if !ok || !arguments.onlyHas("question") {
		return nil, refuse(ActionInvalid, memberCalls, NT08).at("/toolCalls/0/arguments")
	}
	return AskUser{Question: question}, nil
}
