package judge_test

import (
	"testing"

	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// TestIdentityOfPreviews: a preview may be an object, JSON in a text or a line in any style of escaping, as
// long as the identity of the action can be read from it.
func TestIdentityOfPreviews(t *testing.T) {
	call := value.Object{{Name: "type", Value: value.String("tool_call")}, {Name: "tool", Value: value.String(`a"b\c`)}}
	want := oracle.Judgement{Legal: []oracle.Outcome{{Accept: true, Preview: &oracle.Preview{Identity: call}}}}
	for _, tt := range []struct {
		name  string
		shown value.Value
		legal bool
	}{
		{"members", call, true},
		{"further members", call.With("input", value.String("[hidden]")), true},
		{"a line", value.String(`tool_call of a"b\c`), true},
		{"JSON in a text", value.String(`{"type":"tool_call","tool":"a\u0022b\\c"}`), true},
		{"a line that escapes", value.String(`type=tool_call tool="a\"b\\c"`), true},
		{"under another name", value.Object{{Name: "kind", Value: value.String("tool_call")}, {Name: "name", Value: value.String(`a"b\c`)}}, true},
		{"without the tool", call.Without("tool"), false},
		{"with another tool", call.With("tool", value.String("a")), false},
		{"JSON without the tool", value.String(`{"type":"tool_call"}`), false},
		{"a part of the tool", value.String(`tool_call of a"b`), false},
		{"nothing", value.Null{}, false},
	} {
		finding := judge.Judge{}.Answer(want, wire.Preview{Value: tt.shown})
		if legal := finding == nil; legal != tt.legal {
			t.Errorf("%s: %v", tt.name, finding)
		}
	}
}
