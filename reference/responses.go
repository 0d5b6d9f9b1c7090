package reference

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// The members of a response in openai-responses/1.
const (
	memberOutput = "output"
	memberStatus = "status"
)

// responses parses a response of openai-responses/1: a status, and a list of output items, of which function
// calls are calls, messages hold text, and all others are left alone.
func (p *parser) responses(v value.Value) (Action, *Error) {
	o, ok := objectOf(v)
	if !ok {
		return nil, refuse(ResponseInvalid, "", OR01)
	}
	defer p.observe(&o)
	v, _ = o.get(memberOutput)
	items, ok := v.(value.Array)
	if !ok {
		return nil, refuse(ResponseInvalid, memberOutput, OR01)
	}
	var calls []sentCall
	content := textSoFar{}
	others := 0
	for i, item := range items {
		o, ok := objectOf(item)
		if !ok {
			return nil, refuse(ResponseInvalid, memberOutput, OR01)
		}
		switch kind, _ := o.get("type"); kind {
		case value.Value(value.String("function_call")):
			calls = append(calls, sentCall{i, item})
		case value.Value(value.String("message")):
			v, _ := o.get("content")
			if !p.outputText(v, &content) {
				return nil, refuse(ResponseInvalid, memberOutput, OR01)
			}
		default:
			others++
		}
	}
	v, _ = o.get(memberStatus)
	status, _ := v.(value.String)
	if err := p.status(status); err != nil {
		return nil, err
	}
	if len(calls) == 0 && content.blank() {
		return nil, nothing(others, memberOutput, OR04)
	}
	return callByCall(content.value(), calls, "call_id", "/output/", p.functionCall)
}

// outputText adds the text of the parts of a message.
func (p *parser) outputText(v value.Value, content *textSoFar) bool {
	parts, ok := v.(value.Array)
	for _, part := range parts {
		o, isObject := objectOf(part)
		if !isObject {
			return false
		}
		if kind, _ := o.get("type"); kind != value.Value(value.String("output_text")) {
			continue
		}
		v, _ := o.get("text")
		if !content.add(v) {
			return false
		}
	}
	return ok
}

// status judges how the response ended.
func (p *parser) status(status value.String) *Error {
	switch {
	case p.opts.FinishReason == policyCaller, status == "completed":
		return nil
	case contains([]string{"incomplete", "failed", "cancelled", "queued", "in_progress"}, string(status)):
		return refuse(ResponseIncomplete, memberStatus, OR02)
	}
	return refuse(ResponseIncomplete, memberStatus, OR03)
}

// functionCall judges one function call. Its id is call_id; the id of the item is another.
func (p *parser) functionCall(v value.Value, ids map[string]int) (Call, *Error) {
	o, _ := objectOf(v) // responses has seen that it is an object
	defer p.observe(&o)
	call, err := namedCall(&o, "call_id", memberOutput, ids)
	if err != nil {
		return Call{}, err
	}
	v, _ = o.get("arguments")
	call.Arguments, err = p.argumentText(v, memberOutput)
	return call, err
}

// namedCall reads the id and the name of a call.
func namedCall(o *object, idName, field string, ids map[string]int) (Call, *Error) {
	v, _ := o.get(idName)
	id, ok := textOf(v)
	if !ok {
		return Call{}, refuse(CallIDEmpty, field, OC04)
	}
	if ids[id] > 1 {
		return Call{}, refuse(CallIDDuplicate, field, OC10)
	}
	v, _ = o.get("name")
	name, ok := textOf(v)
	if !ok {
		return Call{}, refuse(ToolNameEmpty, field, OC05)
	}
	return Call{ID: id, Name: name}, nil
}

// nothing refuses a response with neither text nor calls. Where something else was there, it may have been a
// call nobody knows.
func nothing(others int, field, requirement string) *Error {
	if others > 0 {
		return refuse(CallTypeUnsupported, field, requirement)
	}
	return refuse(ResponseEmpty, field, OC12)
}

// textSoFar collects the texts of a response.
type textSoFar struct {
	text  strings.Builder
	found bool
}

// add adds one text. It reports whether that is one.
func (t *textSoFar) add(v value.Value) bool {
	s, ok := v.(value.String)
	t.text.WriteString(string(s))
	t.found = t.found || ok
	return ok
}

func (t *textSoFar) blank() bool { return value.IsBlank(t.text.String()) }

// value is the text, or null where there was none.
func (t *textSoFar) value() value.Value {
	if !t.found {
		return value.Null{}
	}
	return value.String(t.text.String())
}
