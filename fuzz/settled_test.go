package fuzz

import (
	"strings"
	"testing"

	"github.com/actionconform/conform/fuzz/property"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// settled lists disagreements that fuzzing found between the reference and the table's interpreter. Each
// was a conforming answer that would have been called wrong; the rules leave it open.
var settled = []struct {
	why      string
	policies wire.Policies
	protocol string
	value    string // tagged encoding
}{
	{"a type of nothing but U+0085 is blank to some and unknown to others", wire.Policies{}, "agent-action/1",
		`{"type":"\u0085","content":"x"}`},
	{"an older version had no approval requests, so that converting one is no duty", wire.Policies{Migrates: []string{"1"}}, "agent-action/2",
		`{"type":"request_approval","schemaVersion":1,"requestId":"r","capability":"c","resource":"x","reason":"y"}`},
	{"what a changing getter gives first may be migrated as well", wire.Policies{Migrates: []string{"unversioned"}}, "agent-action/1+version",
		`{"$host":"getter","own":{"type":"finish"},"name":"summary","values":["x","y"]}`},
	{"a response may be an instance of a provider's class", wire.Policies{}, "native-tool/1",
		`{"$host":"class_instance","own":{"content":"x","toolCalls":[],"finishReason":"stop"}}`},
	{"so may a call", wire.Policies{}, "native-tool/1",
		`{"content":null,"toolCalls":[{"$host":"class_instance","own":{"id":"c","name":"n","arguments":{}}}],"finishReason":"tool_calls"}`},
	{"so may its arguments", wire.Policies{}, "native-tool/1",
		`{"content":null,"toolCalls":[{"id":"c","name":"n","arguments":{"$host":"null_prototype","own":{}}}],"finishReason":"tool_calls"}`},
	{"so may the function of a call", wire.Policies{}, "openai-chat/1",
		`{"message":{"tool_calls":[{"id":"c","type":"function","function":{"$host":"frozen","own":{"name":"n","arguments":"{}"}}}]},"finish_reason":"tool_calls"}`},
	{"an undefined list of calls is no list to some and no calls to others", wire.Policies{}, "openai-chat/1",
		`{"message":{"content":"x","tool_calls":{"$undefined":true}},"finish_reason":"stop"}`},
	{"an empty response that ended oddly is incomplete as much as empty", wire.Policies{}, "openai-chat/1",
		`{"message":{"content":null},"finish_reason":null}`},
	{"of two faults of a response neither comes first", wire.Policies{}, "jingwei-json/1",
		`{"content":"{","toolCalls":[],"incompleteToolCalls":["x"],"finishReason":7}`},
	{"what is no list of fragments may be refused for that", wire.Policies{}, "jingwei-json/1",
		`{"content":"{\"action\":\" \",\"text\":\"x\"}","toolCalls":[],"finishReason":"stop","incompleteToolCalls":"x"}`},
	{"a call without id may be refused although the next one looks the same", wire.Policies{}, "openai-chat/1",
		`{"message":{"tool_calls":[{"type":"function","function":{"name":"n","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"n","arguments":"{}"}}]},"finish_reason":"tool_calls"}`},
	{"arguments of U+200B alone are blank to some and malformed to others", wire.Policies{EmptyArguments: "object"}, "openai-chat/1",
		`{"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"n","arguments":"\u200b"}}]},"finish_reason":"tool_calls"}`},
	{"a call that may be refused may be refused for what is open about it", wire.Policies{}, "openai-chat/1",
		`{"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"n","arguments":"\u200b"}},{"id":[],"type":"function","function":{"name":"n","arguments":"{}"}}]},"finish_reason":"tool_calls"}`},
	{"an empty text where the list of items belongs is no list as much as nothing", wire.Policies{}, "anthropic-messages/1",
		`{"content":"","stop_reason":"end_turn"}`},
	{"two ids of U+FEFF alone are the same id to some and none to others", wire.Policies{}, "openai-chat/1",
		`{"message":{"tool_calls":[{"id":"\ufeff"},{"id":"\ufeff"}]},"finish_reason":"stop"}`},
}

func TestSettledDisagreements(t *testing.T) {
	r := rules(t)
	for _, c := range settled {
		t.Run(strings.ReplaceAll(c.why, "/", "-"), func(t *testing.T) {
			v, err := value.Decode([]byte(c.value))
			if err != nil {
				t.Fatal(err)
			}
			if err := property.Agreement(r, referenceUnder(c.policies), wire.ParseRequest{Protocol: c.protocol, Value: v}); err != nil {
				t.Error(err)
			}
		})
	}
}

// refusals lists answers of conforming implementations in other languages that fuzzing them found to be
// called wrong; the rules leave them open, though the reference answers otherwise.
var refusals = []struct {
	why      string
	protocol string
	value    string // tagged encoding
	answer   wire.Verdict
}{
	{"null is no list of calls to some", "native-tool/1", `{"content":"x","toolCalls":null,"finishReason":"stop"}`, wire.Reject("RESPONSE_INVALID", "toolCalls")},
	{"null is no list of fragments to some", "native-tool/1", `{"finishReason":"stop","incompleteToolCalls":null}`, wire.Reject("RESPONSE_INVALID", "incompleteToolCalls")},
	{"half a character is no syntax error where texts are no bytes", "jingwei-json/1", `{"content":{"$utf16":[123,34,55296,34,58,34,34,125]},"finishReason":"stop"}`, wire.Reject("ACTION_INVALID", "action")},
	{"a Date is an object to some", "mcp-call/1", `{"name":"x","arguments":{"$host":"date","value":0}}`,
		wire.Accept(value.Object{{Name: "action", Value: value.String("call_tool")}, {Name: "name", Value: value.String("x")},
			{Name: "arguments", Value: value.Host{Name: value.HostDate, Args: value.Object{{Name: "value", Value: value.Number("0")}}}}})},
}

func TestSettledAnswersOfOthers(t *testing.T) {
	r := rules(t)
	for _, c := range refusals {
		t.Run(c.why, func(t *testing.T) {
			v, err := value.Decode([]byte(c.value))
			if err != nil {
				t.Fatal(err)
			}
			other := referenceUnder(wire.Policies{})
			other.Answer = func(wire.Request) wire.Answer { return c.answer }
			if err := property.Agreement(r, other, wire.ParseRequest{Protocol: c.protocol, Value: v}); err != nil {
				t.Error(err)
			}
		})
	}
}
