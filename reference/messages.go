package reference

import "github.com/actionconform/conform/spec/value"

// memberStopReason is how a message of anthropic-messages/1 says why it ended.
const memberStopReason = "stop_reason"

// messages parses a message of anthropic-messages/1: a reason why it stopped, and a list of content blocks,
// of which tool uses are calls, texts are text, and all others are left alone.
func (p *parser) messages(v value.Value) (Action, *Error) {
	o, ok := objectOf(v)
	if !ok {
		return nil, refuse(ResponseInvalid, "", AM01)
	}
	defer p.observe(&o)
	v, _ = o.get(memberContent)
	blocks, ok := v.(value.Array)
	if !ok {
		return nil, refuse(ResponseInvalid, memberContent, AM01)
	}
	var calls []sentCall
	content := textSoFar{}
	others := 0
	for i, block := range blocks {
		o, ok := objectOf(block)
		if !ok {
			return nil, refuse(ResponseInvalid, memberContent, AM01)
		}
		switch kind, _ := o.get("type"); kind {
		case value.Value(value.String("tool_use")):
			calls = append(calls, sentCall{i, block})
		case value.Value(value.String("text")):
			v, _ := o.get("text")
			if !content.add(v) {
				return nil, refuse(ResponseInvalid, memberContent, AM01)
			}
		default:
			others++
		}
	}
	v, _ = o.get(memberStopReason)
	reason, _ := v.(value.String)
	if err := p.stopped(reason); err != nil {
		return nil, err
	}
	if len(calls) == 0 && content.blank() {
		return nil, nothing(others, memberContent, AM04)
	}
	return callByCall(content.value(), calls, "id", "/content/", p.toolUse)
}

// stopped judges why the message stopped.
func (p *parser) stopped(reason value.String) *Error {
	switch {
	case p.opts.FinishReason == policyCaller, reason == "end_turn", reason == "stop_sequence", reason == "tool_use":
		return nil
	case reason == "max_tokens", reason == "model_context_window_exceeded", reason == "refusal":
		return refuse(ResponseIncomplete, memberStopReason, AM02)
	}
	return refuse(ResponseIncomplete, memberStopReason, AM03)
}

// toolUse judges one call: its id, its name, and an input that is an object already.
func (p *parser) toolUse(v value.Value, ids map[string]int) (Call, *Error) {
	o, _ := objectOf(v) // messages has seen that it is an object
	defer p.observe(&o)
	call, err := namedCall(&o, "id", memberContent, ids)
	if err != nil {
		return Call{}, err
	}
	v, _ = o.get("input")
	input, ok := v.(value.Object)
	switch {
	case isAbsent(v):
		return Call{}, refuse(ArgumentsNotObject, memberContent, AM06)
	case !ok:
		return Call{}, refuse(ArgumentsNotObject, memberContent, AM05)
	}
	call.Arguments = input
	return call, nil
}
