package reference

import (
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// The literals of "type".
const (
	typeMessage         = "message"
	typeToolCall        = "tool_call"
	typeFinish          = "finish"
	typeRequestApproval = "request_approval"
)

// agentAction parses agent-action in the given version, zero for the protocol that has none. It checks
// in the order of the specification, and reports the first fault: the object, the version, the type,
// and then the fields of the row in their order.
func (p *parser) agentAction(v value.Value, current int) (AgentAction, *Error) {
	o, ok := objectOf(v)
	if !ok {
		return nil, refuse(ActionNotObject, "", AP01)
	}
	defer p.observe(&o)
	version, err := p.version(&o, current)
	if err != nil {
		return nil, err
	}
	kind, err := p.kind(&o)
	if err != nil {
		return nil, err
	}
	switch {
	case kind == typeMessage:
		return p.message(&o, version)
	case kind == typeToolCall:
		return p.toolCall(&o, version)
	case kind == typeFinish:
		return p.finish(&o, version)
	case kind == typeRequestApproval && current >= 2:
		return p.requestApproval(&o, version)
	}
	return nil, refuse(ActionTypeUnsupported, "type", AP03)
}

// version reads schemaVersion, which is exactly the current integer unless the options migrate: then
// it may be missing for version 1, or be 1 for version 2.
func (p *parser) version(o *object, current int) (Version, *Error) {
	if current == 0 {
		return Version{}, nil
	}
	v, ok := o.get("schemaVersion")
	switch {
	case !ok && current == 1 && p.opts.migrates(unversioned):
		return Version{Number: current, MigratedFrom: unversioned}, nil
	case !ok:
		return Version{}, refuse(ActionVersionMissing, "schemaVersion", AV02)
	case isInteger(v, current):
		return Version{Number: current}, nil
	case current == 2 && isInteger(v, 1) && p.opts.migrates("1"):
		return Version{Number: current, MigratedFrom: "1"}, nil
	}
	return Version{}, refuse(ActionVersionUnsupported, "schemaVersion", AV01)
}

// isInteger reports whether v is the number n, however it is spelt: 1, 1.0 and 1e0 are one number.
func isInteger(v value.Value, n int) bool {
	number, ok := v.(value.Number)
	return ok && value.Equal(number, value.Number(strconv.Itoa(n)))
}

func (p *parser) kind(o *object) (string, *Error) {
	v, _ := o.get("type")
	kind, ok := textOf(v)
	if !ok {
		return "", refuse(ActionTypeInvalid, "type", AP02)
	}
	return kind, nil
}

func (p *parser) message(o *object, version Version) (AgentAction, *Error) {
	content, err := p.text(o, "content", AP04)
	if err == nil {
		err = p.nothingElse(o, "content")
	}
	if err != nil {
		return nil, err
	}
	return Message{Version: version, Content: content}, nil
}

func (p *parser) toolCall(o *object, version Version) (AgentAction, *Error) {
	callID, err := p.text(o, "callId", AP05)
	if err != nil {
		return nil, err
	}
	tool, err := p.text(o, "tool", AP06)
	if err != nil {
		return nil, err
	}
	input, ok := o.get("input") // any value will do, undefined included, but the member must be there
	if !ok {
		return nil, refuse(ActionInputMissing, "input", AP07)
	}
	if err := p.nothingElse(o, "callId", "tool", "input"); err != nil {
		return nil, err
	}
	return ToolCall{Version: version, CallID: callID, Tool: tool, Input: input}, nil
}

func (p *parser) finish(o *object, version Version) (AgentAction, *Error) {
	summary, err := p.text(o, "summary", AP08)
	if err == nil {
		err = p.nothingElse(o, "summary")
	}
	if err != nil {
		return nil, err
	}
	return Finish{Version: version, Summary: summary}, nil
}

func (p *parser) requestApproval(o *object, version Version) (AgentAction, *Error) {
	a := RequestApproval{Version: version}
	for _, f := range []struct {
		name string
		into *string
	}{
		{"requestId", &a.RequestID},
		{"capability", &a.Capability},
		{"resource", &a.Resource},
		{"reason", &a.Reason},
	} {
		text, err := p.text(o, f.name, AV04)
		if err != nil {
			return nil, err
		}
		*f.into = text
	}
	if err := p.nothingElse(o, "requestId", "capability", "resource", "reason"); err != nil {
		return nil, err
	}
	return a, nil
}

// text reads a text field of agent-action.
func (p *parser) text(o *object, field, requirement string) (string, *Error) {
	v, _ := o.get(field)
	text, ok := textOf(v)
	if !ok {
		return "", refuse(ActionTextInvalid, field, requirement)
	}
	return p.opts.trimmed(field, text), nil
}

// nothingElse refuses members beyond the row's, where the options do not drop them.
func (p *parser) nothingElse(o *object, fields ...string) *Error {
	if p.opts.UnknownFields != policyReject {
		return nil
	}
	allowed := append([]string{"type"}, fields...)
	if p.protocol != AgentAction1 {
		allowed = append(allowed, "schemaVersion")
	}
	if o.onlyHas(allowed...) {
		return nil
	}
	return refuse(ActionInvalid, "", AP09) // the member's name is the model's, and stays out of the error
}
