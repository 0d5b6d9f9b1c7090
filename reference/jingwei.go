package reference

import "github.com/actionconform/conform/spec/value"

// The finish reasons a response may be complete with.
const (
	reasonStop      = "stop"
	reasonToolCalls = "tool_calls"
)

// The members of a response in jingwei-json/1 and native-tool/1.
const (
	memberContent    = "content"
	memberCalls      = "toolCalls"
	memberReason     = "finishReason"
	memberIncomplete = "incompleteToolCalls"
)

// jingweiResponse parses a response whose content is the text of one tagged object: shape first, then
// whether it is complete, then whether it is free of native calls, then the text.
func (p *parser) jingweiResponse(v value.Value) (StepAction, *Error) {
	o, ok := objectOf(v)
	if !ok {
		return nil, refuse(ActionInvalid, "", JW01)
	}
	defer p.observe(&o)
	v, _ = o.get(memberCalls)
	calls, ok := listOf(v)
	if !ok {
		return nil, refuse(ActionInvalid, memberCalls, JW09)
	}
	v, _ = o.get(memberIncomplete)
	fragments, ok := listOf(v)
	if !ok {
		return nil, refuse(ActionInvalid, memberIncomplete, JW09)
	}
	v, _ = o.get(memberReason)
	reason, _ := v.(value.String)
	switch {
	case len(fragments) > 0:
		return nil, refuse(ResponseIncomplete, memberIncomplete, JW09)
	case reason != reasonStop && reason != reasonToolCalls:
		return nil, refuse(ResponseIncomplete, memberReason, JW09)
	case reason == reasonStop && len(calls) > 0:
		return nil, refuse(FinishReasonInconsistent, memberReason, JW09)
	case reason == reasonToolCalls:
		return nil, refuse(ActionInvalid, memberReason, JW09)
	}
	v, _ = o.get(memberContent)
	text, ok := v.(value.String)
	if !ok {
		return nil, refuse(ActionInvalid, memberContent, JW01)
	}
	return p.jingweiText([]byte(text))
}

// jingweiText parses the text alone.
func (p *parser) jingweiText(text []byte) (StepAction, *Error) {
	v, err := p.document(text)
	if err != nil {
		return nil, err
	}
	o, ok := v.(value.Object)
	if !ok {
		return nil, refuse(ActionInvalid, "", JW01)
	}
	return jingweiAction(&object{own: o})
}

func jingweiAction(o *object) (StepAction, *Error) {
	action, _ := o.get("action")
	switch action {
	case value.String("call_tool"):
		return jingweiCall(o)
	case value.String("final"):
		text, err := jingweiField(o, "text", JW07)
		if err != nil {
			return nil, err
		}
		return Final{Text: text}, nil
	case value.String("ask_user"):
		question, err := jingweiField(o, "question", JW08)
		if err != nil {
			return nil, err
		}
		return AskUser{Question: question}, nil
	}
	return nil, refuse(ActionInvalid, "action", JW02)
}

func jingweiCall(o *object) (StepAction, *Error) {
	v, ok := o.get("name")
	if !ok {
		return nil, refuse(ActionInvalid, "name", JW05)
	}
	name, ok := textOf(v)
	if !ok {
		return nil, refuse(ArgumentsInvalid, "name", JW05)
	}
	arguments, ok := o.get("arguments")
	if !ok {
		return nil, refuse(ActionInvalid, "arguments", JW06)
	}
	if _, ok := arguments.(value.Object); !ok {
		return nil, refuse(ArgumentsInvalid, "arguments", JW06)
	}
	if !o.onlyHas("action", "name", "arguments") {
		return nil, refuse(ActionInvalid, "", JW03)
	}
	return CallTool{Name: name, Arguments: arguments}, nil
}

// jingweiField reads the one text field of an action that has no other.
func jingweiField(o *object, field, requirement string) (string, *Error) {
	v, _ := o.get(field)
	s, ok := v.(value.String)
	switch {
	case !ok:
		return "", refuse(ActionInvalid, field, requirement)
	case value.IsBlank(string(s)):
		return "", refuse(TextEmpty, field, requirement)
	case !o.onlyHas("action", field):
		return "", refuse(ActionInvalid, "", JW03) // the member's name is the model's
	}
	return string(s), nil
}
