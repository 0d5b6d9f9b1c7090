package reference

import (
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// The members of a choice in openai-chat/1.
const (
	memberMessage      = "message"
	memberFinishReason = "finish_reason"
)

// choice is a choice of openai-chat/1 whose shape has been checked.
type choice struct {
	content value.Value // a string or null
	calls   value.Array // of objects
	reason  value.String
}

// chat parses one choice. Several calls are legal here, and each is judged by itself: bad ones beside
// good ones are listed as refused. With no good one the whole response is refused.
func (p *parser) chat(v value.Value) (Action, *Error) {
	c, err := p.choice(v)
	if err != nil {
		return nil, err
	}
	if err := p.finished(c.reason); err != nil {
		return nil, err
	}
	if text, _ := c.content.(value.String); len(c.calls) == 0 && value.IsBlank(string(text)) {
		return nil, refuse(ResponseEmpty, memberMessage, OC12)
	}
	calls := make([]sentCall, len(c.calls))
	for i, v := range c.calls {
		calls[i] = sentCall{i, v}
	}
	return callByCall(c.content, calls, "id", "/message/tool_calls/", p.chatCall)
}

// sentCall is a call as it was sent, and its place in the list it stands in.
type sentCall struct {
	index int
	value value.Value
}

// callByCall judges each call by itself. Bad ones beside good ones are listed as refused; with no good one
// the whole response is refused for the first.
func callByCall(content value.Value, calls []sentCall, idName, pointer string, judge func(value.Value, map[string]int) (Call, *Error)) (Action, *Error) {
	out := Completion{Content: content, Calls: make([]Call, 0, len(calls))}
	var first *Error
	ids := idCounts(calls, idName)
	for _, sent := range calls {
		call, err := judge(sent.value, ids)
		if err == nil {
			out.Calls = append(out.Calls, call)
			continue
		}
		if first == nil {
			first = err.at(pointer + strconv.Itoa(sent.index))
		}
		out.Refused = append(out.Refused, Refusal{ID: sentID(sent.value, idName), Index: sent.index, Code: err.Code})
	}
	if first != nil && len(out.Calls) == 0 {
		return nil, first
	}
	return out, nil
}

// choice checks the shape: a message whose calls are a list of objects and whose content is text.
func (p *parser) choice(v value.Value) (choice, *Error) {
	var c choice
	o, ok := objectOf(v)
	if !ok {
		return c, refuse(ResponseInvalid, "", OC01)
	}
	defer p.observe(&o)
	v, _ = o.get(memberFinishReason)
	c.reason, _ = v.(value.String)
	v, _ = o.get(memberMessage)
	message, ok := objectOf(v)
	if !ok {
		return c, refuse(ResponseInvalid, memberMessage, OC01)
	}
	defer p.observe(&message)
	v, _ = message.get("tool_calls")
	c.calls, ok = listOf(v)
	if !ok {
		return c, refuse(ResponseInvalid, memberMessage, OC01).at("/message/tool_calls")
	}
	for _, call := range c.calls {
		if _, ok := objectOf(call); !ok {
			return c, refuse(ResponseInvalid, memberMessage, OC01).at("/message/tool_calls")
		}
	}
	c.content, _ = message.get("content")
	if isAbsent(c.content) {
		c.content = value.Null{}
	} else if _, ok := c.content.(value.String); !ok {
		return c, refuse(ResponseInvalid, memberMessage, OC01).at("/message/content")
	}
	return c, nil
}

// finished judges the finish reason. A response that was cut off or filtered is incomplete however
// complete its calls look, and so is one of which nobody knows how it ended. Whether stop or tool_calls
// is said makes no difference: every runtime runs calls after either.
func (p *parser) finished(reason value.String) *Error {
	switch {
	case p.opts.FinishReason == policyCaller, reason == reasonStop, reason == reasonToolCalls:
		return nil
	case reason == "length", reason == "content_filter":
		return refuse(ResponseIncomplete, memberFinishReason, OC02)
	}
	return refuse(ResponseIncomplete, memberFinishReason, OC03)
}

// idCounts counts how many calls have each id. It is nil for fewer than two calls.
func idCounts(calls []sentCall, idName string) map[string]int {
	if len(calls) < 2 {
		return nil
	}
	counts := make(map[string]int, len(calls))
	for _, call := range calls {
		if id, ok := textOf(sentID(call.value, idName)); ok {
			counts[id]++
		}
	}
	return counts
}

// sentID is the id of a call as it was sent, nil if it is no string.
func sentID(call value.Value, idName string) value.Value {
	o, _ := objectOf(call)
	v, _ := o.get(idName)
	if s, ok := v.(value.String); ok {
		return s
	}
	return nil
}

// chatCall judges one call: id, type, name, arguments.
func (p *parser) chatCall(v value.Value, ids map[string]int) (Call, *Error) {
	o, _ := objectOf(v) // choice has seen that it is an object
	defer p.observe(&o)
	v, _ = o.get("id")
	id, ok := textOf(v)
	if !ok {
		return Call{}, refuse(CallIDEmpty, memberMessage, OC04)
	}
	if ids[id] > 1 {
		return Call{}, refuse(CallIDDuplicate, memberMessage, OC10)
	}
	if kind, ok := o.get("type"); ok && kind != value.Value(value.String("function")) {
		return Call{}, refuse(CallTypeUnsupported, memberMessage, OC11)
	}
	v, _ = o.get("function")
	function, _ := objectOf(v) // what is no object has no name
	defer p.observe(&function)
	v, _ = function.get("name")
	name, ok := textOf(v)
	if !ok {
		return Call{}, refuse(ToolNameEmpty, memberMessage, OC05)
	}
	v, _ = function.get("arguments")
	arguments, err := p.argumentText(v, memberMessage)
	if err != nil {
		return Call{}, err
	}
	return Call{ID: id, Name: name, Arguments: arguments}, nil
}

// argumentText reads the JSON text of an object, which stands in the given top-level member. A blank text means no input, which the next gate has
// to validate; nothing else is made into an object.
func (p *parser) argumentText(v value.Value, field string) (value.Object, *Error) {
	if isAbsent(v) {
		return nil, refuse(ArgumentsNotObject, field, OC08)
	}
	text, ok := v.(value.String)
	if !ok {
		return nil, refuse(ArgumentsNotObject, field, OC06)
	}
	if value.IsBlank(string(text)) {
		if p.opts.EmptyArguments == policyRefuse {
			return nil, refuse(ArgumentsNotJSON, field, OC09)
		}
		return value.Object{}, nil
	}
	parsed, bad := value.Parse([]byte(text))
	if bad != nil {
		return nil, refuse(ArgumentsNotJSON, field, OC07)
	}
	arguments, ok := parsed.(value.Object)
	if !ok {
		return nil, refuse(ArgumentsNotObject, field, OC06)
	}
	if repeats(arguments) {
		return nil, refuse(ArgumentsNotJSON, field, OC16)
	}
	return arguments, nil
}
