package reference_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestAnswer(t *testing.T) {
	finish := object(t, `{"type":"finish","summary":"x"}`)
	getter := host(value.HostGetter, arg("own", finish.Without("summary")), arg("name", value.String("summary")), arg("values", value.Array{value.String("x"), value.Null{}}))
	migrates := wire.Policies{Migrates: []string{"unversioned"}}
	versioned := wire.Accept(value.Object{arg("type", value.String("finish")), arg("schemaVersion", value.Number("1")), arg("summary", value.String("x"))})
	versioned.MigratedFrom = "unversioned"
	seen := wire.Accept(finish)
	seen.Observed.GetterReads = 1
	for _, r := range []struct {
		reason   string
		req      wire.Request
		policies wire.Policies
		want     wire.Answer
	}{
		{"parse accepts", wire.ParseRequest{Protocol: reference.AgentAction1, Value: finish}, wire.Policies{}, wire.Accept(finish)},
		{"decode accepts", wire.DecodeRequest{Protocol: reference.AgentAction1, Text: []byte(`{"type":"finish","summary":"x"}`)}, wire.Policies{}, wire.Accept(finish)},
		{"a migration is reported", wire.ParseRequest{Protocol: reference.AgentAction1Versioned, Value: finish}, migrates, versioned},
		{"reads of a getter are reported", wire.ParseRequest{Protocol: reference.AgentAction1, Value: getter}, wire.Policies{}, seen},
		{"a refusal says where and why", wire.ParseRequest{Protocol: reference.AgentAction1, Value: finish.Without("summary")}, wire.Policies{},
			wire.Verdict{Code: "ACTION_TEXT_INVALID", Field: "summary", Message: "a text field is missing, not a string, or blank", Pointer: "/summary", Offset: -1}},
		{"route answers with the handler", wire.RouteRequest{Protocol: reference.AgentAction1, Value: finish}, wire.Policies{}, wire.Routing{Handler: "completion_gate", Terminal: "proposal"}},
		{"route refuses what is not legal", wire.RouteRequest{Protocol: reference.AgentAction1, Value: value.Null{}}, wire.Policies{},
			wire.Verdict{Code: "ACTION_NOT_OBJECT", Message: "the action is not a plain object", Offset: -1}},
		{"an unknown protocol has no answer", wire.ParseRequest{Protocol: "x", Value: finish}, wire.Policies{}, nil},
	} {
		t.Run(r.reason, func(t *testing.T) {
			if diff := cmp.Diff(r.want, reference.Answer(r.req, r.policies)); diff != "" {
				t.Errorf("another answer (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRoutes(t *testing.T) {
	for _, r := range []struct {
		action   reference.Action
		handler  reference.Handler
		terminal reference.Terminal
	}{
		{reference.Message{}, reference.Conversation, reference.NotTerminal},
		{reference.ToolCall{}, reference.ToolPipeline, reference.NotTerminal},
		{reference.Finish{}, reference.CompletionGate, reference.Proposal},
		{reference.RequestApproval{}, reference.ApprovalGate, reference.NotTerminal},
		{reference.CallTool{}, reference.ToolPipeline, reference.NotTerminal},
		{reference.Final{}, reference.CompletionGate, reference.Proposal},
		{reference.AskUser{}, reference.User, reference.NotTerminal},
		{reference.Completion{}, reference.CompletionGate, reference.Proposal},
		{reference.Completion{Calls: make([]reference.Call, 1)}, reference.ToolPipeline, reference.NotTerminal},
	} {
		if got := reference.Route(r.action); got.Handler != r.handler || got.Terminal != r.terminal {
			t.Errorf("%T is routed to %+v", r.action, got)
		}
	}
}

func TestHello(t *testing.T) {
	h := reference.Hello()
	if h.Wire != wire.Version || len(h.Capabilities.HostValues) != len(value.HostKinds())+1 || len(h.Capabilities.Protocols) != len(reference.Protocols()) {
		t.Errorf("Hello() = %+v", h)
	}
}

// anyMember draws members with names and values near those of the protocols.
func anyMember() *rapid.Generator[value.Member] {
	names := rapid.SampledFrom([]string{"type", "content", "callId", "tool", "input", "summary", "schemaVersion", "requestId", "capability", "resource", "reason", "action", "name",
		"arguments", "text", "question", "toolCalls", "finishReason", "incompleteToolCalls", "message", "finish_reason", "tool_calls", "id", "function", "__proto__", "x"})
	texts := rapid.SampledFrom([]string{"message", "tool_call", "finish", "request_approval", "call_tool", "final", "ask_user", "stop", "tool_calls", "length", "function", "{}", "[]", "", " ", "x"})
	leaves := rapid.OneOf(
		rapid.Map(texts, func(s string) value.Value { return value.String(s) }),
		rapid.SampledFrom([]value.Value{value.Null{}, value.Undefined{}, value.Bool(true), value.Number("1"), value.Number("2"), value.Array{}, value.Object{}}))
	return rapid.Custom(func(t *rapid.T) value.Member {
		v := leaves.Draw(t, "value")
		if rapid.IntRange(0, 3).Draw(t, "nest") == 0 {
			var inner value.Object
			for range rapid.IntRange(1, 4).Draw(t, "members") {
				inner = inner.With(names.Draw(t, "name"), leaves.Draw(t, "value"))
			}
			v = inner
			if rapid.Bool().Draw(t, "list") {
				v = value.Array{inner}
			}
		}
		return value.Member{Name: names.Draw(t, "name"), Value: v}
	})
}

// TestProperties holds for any value: the parser never panics, answers the same twice, changes nothing,
// and what it accepted of agent-action it accepts again, unchanged.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := value.Object(rapid.SliceOfN(anyMember(), 0, 7).Draw(t, "members"))
		protocol := rapid.SampledFrom(reference.Protocols()).Draw(t, "protocol")
		first := reference.Answer(wire.ParseRequest{Protocol: protocol, Value: in}, wire.Policies{})
		again := reference.Answer(wire.ParseRequest{Protocol: protocol, Value: in}, wire.Policies{})
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatalf("asked twice, answered otherwise:\n%s", diff)
		}
		verdict, _ := first.(wire.Verdict)
		if verdict.Observed.Mutated {
			t.Fatal("the input was changed")
		}
		if !verdict.Accepted {
			if verdict.Code == "" || verdict.Message == "" {
				t.Fatalf("refused without a reason: %+v", verdict)
			}
			return
		}
		switch protocol {
		case reference.AgentAction1, reference.AgentAction1Versioned, reference.AgentAction2:
			stable := reference.Answer(wire.ParseRequest{Protocol: protocol, Value: verdict.Action}, wire.Policies{})
			if diff := cmp.Diff(first, stable); diff != "" {
				t.Fatalf("the action itself is judged otherwise:\n%s", diff)
			}
		}
	})
}
