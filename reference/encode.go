package reference

import (
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// Encode returns the normalised action as a value: exactly the fields of its row, in their order, after
// the type and, in a protocol that has one, the version.
func Encode(a Action) value.Value {
	switch a := a.(type) {
	case AgentAction:
		return encodeAgentAction(a)
	case StepAction:
		return encodeStepAction(a)
	case Completion:
		return encodeCompletion(a)
	default: // nothing to do for the others
	}
	panic("reference: an action without an encoding")
}

func encodeAgentAction(a AgentAction) value.Object {
	switch a := a.(type) {
	case Message:
		return encodeRow(typeMessage, a.Version, text("content", a.Content))
	case ToolCall:
		return encodeRow(typeToolCall, a.Version,
			text("callId", a.CallID), text("tool", a.Tool), value.Member{Name: "input", Value: a.Input})
	case Finish:
		return encodeRow(typeFinish, a.Version, text("summary", a.Summary))
	case RequestApproval:
		return encodeRow(typeRequestApproval, a.Version,
			text("requestId", a.RequestID), text("capability", a.Capability),
			text("resource", a.Resource), text("reason", a.Reason))
	}
	panic("reference: an action without an encoding")
}

func encodeRow(kind string, version Version, fields ...value.Member) value.Object {
	o := make(value.Object, 0, 2+len(fields))
	o = append(o, text("type", kind))
	if version.Number != 0 {
		o = append(o, value.Member{Name: "schemaVersion", Value: value.Number(strconv.Itoa(version.Number))})
	}
	return append(o, fields...)
}

func encodeStepAction(a StepAction) value.Object {
	switch a := a.(type) {
	case CallTool:
		o := value.Object{text("action", "call_tool"), text("name", a.Name), {Name: "arguments", Value: a.Arguments}}
		if a.ProviderCallID != "" {
			o = append(o, text("providerCallId", a.ProviderCallID))
		}
		return o
	case Final:
		return value.Object{text("action", "final"), text("text", a.Text)}
	case AskUser:
		return value.Object{text("action", "ask_user"), text("question", a.Question)}
	}
	panic("reference: an action without an encoding")
}

func encodeCompletion(c Completion) value.Object {
	calls := make(value.Array, len(c.Calls))
	for i, call := range c.Calls {
		calls[i] = value.Object{text("id", call.ID), text("name", call.Name), {Name: "arguments", Value: call.Arguments}}
	}
	o := value.Object{{Name: "content", Value: c.Content}, {Name: "calls", Value: calls}}
	if len(c.Refused) == 0 {
		return o
	}
	refused := make(value.Array, len(c.Refused))
	for i, r := range c.Refused {
		id := r.ID
		if id == nil {
			id = value.Null{}
		}
		refused[i] = value.Object{{Name: "id", Value: id},
			{Name: "index", Value: value.Number(strconv.Itoa(r.Index))}, text("code", string(r.Code))}
	}
	return append(o, value.Member{Name: "refused", Value: refused})
}

func text(name, content string) value.Member {
	return value.Member{Name: name, Value: value.String(content)}
}
