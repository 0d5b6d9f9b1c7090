package reference

import (
	"errors"
	"slices"

	"github.com/actionconform/conform/spec/value"
)

// document reads a text as one JSON document without duplicate names.
func (p *parser) document(text []byte) (value.Value, *Error) {
	v, err := value.Parse(text)
	if err != nil {
		return nil, p.notJSON(err)
	}
	if !repeats(v) {
		return v, nil
	}
	if p.protocol == JingweiJSON1 {
		return nil, refuse(ActionInvalid, p.repeatedField(v), JW04)
	}
	return nil, refuse(ActionDuplicateField, p.repeatedField(v), TX05)
}

// notJSON keeps the offset of a syntax error and no more: a pointer would hold names the model chose.
func (p *parser) notJSON(err error) *Error {
	out := refuse(ActionNotJSON, "", TX01)
	if p.protocol == JingweiJSON1 {
		out = refuse(ActionInvalid, "", JW01)
	}
	var at *value.Error
	if errors.As(err, &at) {
		out.Offset = at.Offset
		switch at.Code {
		case value.CodeInvalidUTF8:
			out.Requirement = TX04
		case value.CodeTooDeep:
			out.Requirement = TX08
		default: // the rule is that of the document as a whole
		}
	}
	return out
}

// repeats reports whether an object anywhere in v has one name twice. A parsed document has no host
// values to look into.
func repeats(v value.Value) bool {
	switch v := v.(type) {
	case value.Array:
		return slices.ContainsFunc(v, repeats)
	case value.Object:
		if v.Repeats() >= 0 {
			return true
		}
		for i := range v {
			if repeats(v[i].Value) {
				return true
			}
		}
	default: // nothing to do for the others
	}
	return false
}

// repeatedField is the top-level member that is there twice, or that holds the object in which a name
// is. A member the protocol does not name stays unnamed: the name is the model's.
func (p *parser) repeatedField(v value.Value) string {
	o, _ := v.(value.Object)
	name := ""
	if i := o.Repeats(); i >= 0 {
		name = o[i].Name
	} else if i := slices.IndexFunc(o, func(m value.Member) bool { return repeats(m.Value) }); i >= 0 {
		name = o[i].Name
	}
	if slices.Contains(p.fields(), name) {
		return name
	}
	return ""
}

// fields are the top-level members a document of the protocol can have.
func (p *parser) fields() []string {
	agent := []string{"type", "content", "callId", "tool", "input", "summary"}
	switch p.protocol {
	case AgentAction1:
		return agent
	case AgentAction1Versioned:
		return append(agent, "schemaVersion")
	case AgentAction2:
		return append(agent, "schemaVersion", "requestId", "capability", "resource", "reason")
	case JingweiJSON1:
		return []string{"action", "name", "arguments", "text", "question"}
	case NativeTool1:
		return []string{memberContent, memberCalls, memberReason, memberIncomplete}
	case OpenAIResponses1:
		return []string{memberOutput, memberStatus}
	case AnthropicMessages1:
		return []string{memberContent, memberStopReason}
	case MCPCall1:
		return []string{"name", "arguments"}
	case OpenAIChat1:
		return []string{memberMessage, memberFinishReason, "index", "logprobs"}
	}
	return nil
}
