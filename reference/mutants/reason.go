package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/wire"
)

// reasonMutants refuse rightly and say why wrongly.
func reasonMutants() []Mutant {
	a, t, n, c := anyAgent(), everywhere(), native(), chat()
	var out []Mutant
	for _, r := range []struct {
		scope       scope
		from, to    reference.Code
		requirement string
	}{
		{a, reference.ActionNotObject, reference.ActionTextInvalid, reference.AP01},
		{a, reference.ActionTypeInvalid, reference.ActionTypeUnsupported, reference.AP02},
		{a, reference.ActionTypeUnsupported, reference.ActionTypeInvalid, reference.AP03},
		{a, reference.ActionTextInvalid, reference.TextEmpty, reference.AP04},
		{a.only(wire.OpDecode), reference.ActionNotJSON, reference.ActionNotObject, reference.TX01},
		{a.only(wire.OpDecode), reference.ActionDuplicateField, reference.ActionNotJSON, reference.TX05},
		{n, reference.ResponseIncomplete, reference.FinishReasonInconsistent, reference.NT02},
		{n, reference.FinishReasonInconsistent, reference.ResponseIncomplete, reference.NT03},
		{n, reference.MultipleActions, reference.ResponseInvalid, reference.NT04},
		{n, reference.CallIDEmpty, reference.ToolNameEmpty, reference.NT05},
		{n, reference.ToolNameEmpty, reference.CallIDEmpty, reference.NT06},
		{n, reference.ArgumentsNotObject, reference.ArgumentsInvalid, reference.NT07},
		{n, reference.ActionInvalid, reference.ArgumentsInvalid, reference.NT08},
		{n, reference.TextEmpty, reference.ResponseEmpty, reference.NT09},
		{n, reference.ResponseEmpty, reference.TextEmpty, reference.NT10},
		{c, reference.ResponseIncomplete, reference.ResponseInvalid, reference.OC02},
		{c, reference.ToolNameEmpty, reference.ActionTextInvalid, reference.OC05},
		{c, reference.ArgumentsNotObject, reference.ActionNotObject, reference.OC06},
		{c, reference.ArgumentsNotJSON, reference.ActionNotJSON, reference.OC07},
		{c, reference.CallIDDuplicate, reference.CallIDEmpty, reference.OC10},
		{c, reference.CallTypeUnsupported, reference.ActionTypeUnsupported, reference.OC11},
		{c, reference.ResponseEmpty, reference.TextEmpty, reference.OC12},
		{responsesWire().scope, reference.ResponseIncomplete, reference.ResponseInvalid, reference.OR02},
		{messagesWire().scope, reference.ResponseIncomplete, reference.ResponseInvalid, reference.AM02},
		{messagesWire().scope, reference.ArgumentsNotObject, reference.ActionNotObject, reference.AM05},
		{mcp(), reference.ToolNameEmpty, reference.ActionTextInvalid, reference.MC02},
		{mcp(), reference.ArgumentsNotObject, reference.ActionNotObject, reference.MC03},
	} {
		id := r.scope.name() + "/code/" + string(r.from) + "-as-" + string(r.to)
		out = append(out, r.scope.reason(id, "says "+string(r.to)+" for "+string(r.from), swap, recoding(r.from, r.to), r.requirement))
	}
	for _, r := range []struct {
		scope       scope
		code        reference.Code
		from, to    string
		requirement string
	}{
		{a, reference.ActionNotObject, "", "type", reference.AP01},
		{a, reference.ActionTypeInvalid, "type", "", reference.AP02},
		{a, reference.ActionTypeUnsupported, "type", "", reference.AP03},
		{t.only(wire.OpDecode), reference.ActionNotJSON, "", "text", reference.TX01},
		{n, reference.ResponseIncomplete, "finishReason", "", reference.NT02},
		{n, reference.ResponseIncomplete, "incompleteToolCalls", "finishReason", reference.NT02},
		{n, reference.FinishReasonInconsistent, "finishReason", "content", reference.NT03},
		{n, reference.MultipleActions, "toolCalls", "", reference.NT04},
		{n, reference.CallIDEmpty, "toolCalls", "id", reference.NT05},
		{n, reference.ToolNameEmpty, "toolCalls", "name", reference.NT06},
		{n, reference.ArgumentsNotObject, "toolCalls", "arguments", reference.NT07},
		{n, reference.ActionInvalid, "toolCalls", "question", reference.NT08},
		{n, reference.TextEmpty, "content", "text", reference.NT09},
		{n, reference.ResponseEmpty, "content", "finishReason", reference.NT10},
		{c, reference.ResponseIncomplete, "finish_reason", "message", reference.OC02},
		{responsesWire().scope, reference.ResponseIncomplete, "status", "output", reference.OR02},
		{messagesWire().scope, reference.ResponseIncomplete, "stop_reason", "content", reference.AM02},
		{mcp(), reference.ToolNameEmpty, "name", "", reference.MC02},
		{mcp(), reference.ArgumentsNotObject, "arguments", "", reference.MC03},
	} {
		from := r.from
		if from == "" {
			from = "whole"
		}
		id := r.scope.name() + "/field/" + string(r.code) + "-" + from
		out = append(out, r.scope.reason(id, "names another field for "+string(r.code)+" of "+from, swap, refielding(r.code, r.from, r.to), r.requirement))
	}
	return append(out,
		t.reason("any/code/lost", "gives every refusal one code", "throw new Error(text)", restating(func(wire.Verdict) bool { return true },
			func(v *wire.Verdict) { v.Code = "ERROR" }), reference.AP01, reference.JW01, reference.NT02, reference.OC02),
		a.reason("agent-action/field/lost", "names no field in any refusal", "throw new Error(text)", restating(func(wire.Verdict) bool { return true },
			func(v *wire.Verdict) { v.Field = "" }), reference.AP02, reference.AP04),
	)
}

// name is what the protocols of a scope have in common.
func (s scope) name() string {
	switch {
	case len(s.protocols) > 3:
		return "any"
	case s.protocols[0] == reference.JingweiJSON1:
		return "jingwei-json"
	case s.protocols[0] == reference.NativeTool1:
		return "native-tool"
	case s.protocols[0] == reference.OpenAIChat1:
		return "openai-chat"
	case s.protocols[0] == reference.OpenAIResponses1:
		return "openai-responses"
	case s.protocols[0] == reference.AnthropicMessages1:
		return "anthropic-messages"
	case s.protocols[0] == reference.MCPCall1:
		return "mcp-call"
	}
	return "agent-action"
}
