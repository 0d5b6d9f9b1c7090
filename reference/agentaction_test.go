package reference_test

import (
	"testing"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

func TestAgentAction(t *testing.T) {
	run(t, reference.AgentAction1, []row{
		{reason: "a message", text: `{"type":"message","content":"hi"}`, action: `{"type":"message","content":"hi"}`},
		{reason: "a tool call", text: `{"type":"tool_call","callId":"c","tool":"t","input":{"a":1}}`, action: `{"type":"tool_call","callId":"c","tool":"t","input":{"a":1}}`},
		{reason: "a finish", text: `{"type":"finish","summary":"done"}`, action: `{"type":"finish","summary":"done"}`},
		{reason: "members in another order are the same action", text: `{"summary":"x","type":"finish"}`, action: `{"type":"finish","summary":"x"}`},
		{reason: "unknown members do not get through", text: `{"type":"finish","summary":"x","extra":1,"__proto__":{"a":1}}`, action: `{"type":"finish","summary":"x"}`},
		{reason: "fields of other rows do not get through", text: `{"type":"message","content":"x","input":1,"summary":"y"}`, action: `{"type":"message","content":"x"}`},
		{reason: "schemaVersion is an unknown member here", text: `{"type":"finish","summary":"x","schemaVersion":7}`, action: `{"type":"finish","summary":"x"}`},

		{reason: "null is no object", text: `null`, refusal: "ACTION_NOT_OBJECT"},
		{reason: "a list is no object, whatever is in it", text: `[{"type":"finish","summary":"x"}]`, refusal: "ACTION_NOT_OBJECT"},
		{reason: "a string is not parsed again", text: `"{\"type\":\"finish\",\"summary\":\"x\"}"`, refusal: "ACTION_NOT_OBJECT"},
		{reason: "a number is no object", text: `1`, refusal: "ACTION_NOT_OBJECT"},
		{reason: "undefined is no object", value: value.Undefined{}, refusal: "ACTION_NOT_OBJECT"},

		{reason: "the type is not guessed", text: `{"content":"x"}`, refusal: "ACTION_TYPE_INVALID type"},
		{reason: "a blank type is none", text: `{"type":" ","content":"x"}`, refusal: "ACTION_TYPE_INVALID type"},
		{reason: "a list is no type", text: `{"type":["message"],"content":"x"}`, refusal: "ACTION_TYPE_INVALID type"},
		{reason: "literals are compared exactly", text: `{"type":"Message","content":"x"}`, refusal: "ACTION_TYPE_UNSUPPORTED type"},
		{reason: "literals are not trimmed", text: `{"type":"message ","content":"x"}`, refusal: "ACTION_TYPE_UNSUPPORTED type"},
		{reason: "a future action is not downgraded", text: `{"type":"request_approval","content":"x"}`, refusal: "ACTION_TYPE_UNSUPPORTED type"},

		{reason: "callId is not generated", text: `{"type":"tool_call","tool":"t","input":1}`, refusal: "ACTION_TEXT_INVALID callId"},
		{reason: "tool is not filled in", text: `{"type":"tool_call","callId":"c","input":1}`, refusal: "ACTION_TEXT_INVALID tool"},
		{reason: "tool is not coerced", text: `{"type":"tool_call","callId":"c","tool":1,"input":1}`, refusal: "ACTION_TEXT_INVALID tool"},
		{reason: "aliases are not the field", text: `{"type":"tool_call","call_id":"c","tool":"t","input":1}`, refusal: "ACTION_TEXT_INVALID callId"},
		{reason: "content is text", text: `{"type":"message","content":null}`, refusal: "ACTION_TEXT_INVALID content"},
		{reason: "summary is not blank", text: `{"type":"finish","summary":"\t\n"}`, refusal: "ACTION_TEXT_INVALID summary"},
		{reason: "white space beyond ASCII is blank", text: `{"type":"finish","summary":"` + nbsp + "\u3000" + `"}`, refusal: "ACTION_TEXT_INVALID summary"},
		{reason: "text is kept verbatim", text: `{"type":"finish","summary":" x\n"}`, action: `{"type":"finish","summary":" x\n"}`},

		{reason: "of two faults the first in the order of fields", text: `{"type":"tool_call","tool":1}`, refusal: "ACTION_TEXT_INVALID callId"},
		{reason: "a bad type comes before bad fields", text: `{"type":"x","callId":1}`, refusal: "ACTION_TYPE_UNSUPPORTED type"},
	})
}

func TestAgentActionInput(t *testing.T) {
	call := object(t, `{"type":"tool_call","callId":"c","tool":"t"}`)
	var rows []row
	for _, kept := range []struct {
		reason string
		v      value.Value
		text   string
	}{
		{"null is an input", value.Null{}, `null`},
		{"false is an input", value.Bool(false), `false`},
		{"zero is an input", value.Number("0"), `0`},
		{"an empty text is an input", value.String(""), `""`},
		{"an empty list is an input", value.Array{}, `[]`},
		{"an explicit undefined is an input", value.Undefined{}, `{"$undefined":true}`},
		{"a number beyond a double is kept", value.Number("9007199254740993"), `{"$number":"9007199254740993"}`},
		{"a host value is passed on unread", host(value.HostThrowingProxy), `{"$host":"throwing_proxy"}`},
	} {
		rows = append(rows, row{reason: kept.reason, value: call.With("input", kept.v), action: `{"type":"tool_call","callId":"c","tool":"t","input":` + kept.text + `}`})
	}
	rows = append(rows,
		row{reason: "a missing input is not made up", value: call, refusal: "ACTION_INPUT_MISSING input"},
		row{reason: "args is not input", value: call.With("args", value.Object{}), refusal: "ACTION_INPUT_MISSING input"})
	run(t, reference.AgentAction1, rows)
}

func TestAgentActionHosts(t *testing.T) {
	call := object(t, `{"type":"tool_call","callId":"c","tool":"t","input":1}`)
	own := arg("own", call)
	action := `{"type":"tool_call","callId":"c","tool":"t","input":1}`
	run(t, reference.AgentAction1, []row{
		{reason: "an object without a prototype is an object", value: host(value.HostNullPrototype, own), action: action},
		{reason: "an instance of a class is an object", value: host(value.HostClassInstance, own), action: action},
		{reason: "a frozen object is an object", value: host(value.HostFrozen, own), action: action},
		{reason: "a Proxy that forwards is an object", value: host(value.HostTransparentProxy, own), action: action},
		{reason: "hidden members are own", value: host(value.HostNonEnumerable, arg("own", call.Without("input")), arg("hidden", value.Object{arg("input", value.Number("1"))})), action: action},
		{reason: "an inherited input is missing", value: host(value.HostInherited, arg("own", call.Without("input")), arg("proto", call)), refusal: "ACTION_INPUT_MISSING input"},
		{reason: "an inherited type is missing", value: host(value.HostInherited, arg("own", call.Without("type")), arg("proto", call)), refusal: "ACTION_TYPE_INVALID type"},
		{reason: "a getter is read once", value: host(value.HostGetter, arg("own", call.Without("tool")), arg("name", value.String("tool")),
			arg("values", value.Array{value.String("t"), value.Null{}})), action: action},
		{reason: "a getter may give what is refused", value: host(value.HostGetter, arg("own", call.Without("tool")), arg("name", value.String("tool")),
			arg("values", value.Array{value.Null{}, value.String("t")})), refusal: "ACTION_TEXT_INVALID tool"},
		{reason: "a cyclic object may be its own input", value: host(value.HostCyclic, arg("own", object(t, `{"type":"tool_call","callId":"c","tool":"t"}`)), arg("name", value.String("input"))),
			action: `{"type":"tool_call","callId":"c","tool":"t","input":{"$host":"cyclic","own":{"type":"tool_call","callId":"c","tool":"t"},"name":"input"}}`},
		{reason: "a boxed string is no text", value: call.With("tool", host(value.HostBoxed, arg("value", value.String("t")))), refusal: "ACTION_TEXT_INVALID tool"},
		{reason: "a boxed string is no action", value: host(value.HostBoxed, arg("value", value.String(action))), refusal: "ACTION_NOT_OBJECT"},
		{reason: "a Proxy that throws is no action, and no crash", value: host(value.HostThrowingProxy), refusal: "ACTION_NOT_OBJECT"},
		{reason: "a Map is no action", value: host(value.HostMap, arg("entries", value.Array{})), refusal: "ACTION_NOT_OBJECT"},
		{reason: "an array with holes is no action", value: host(value.HostSparseArray, arg("length", value.Number("1")), arg("items", value.Object{})), refusal: "ACTION_NOT_OBJECT"},
	})
}

func TestVersions(t *testing.T) {
	v1 := func(v string) string { return `{"type":"finish","summary":"x","schemaVersion":` + v + `}` }
	run(t, reference.AgentAction1Versioned, []row{
		{reason: "the current version", text: v1("1"), action: `{"type":"finish","schemaVersion":1,"summary":"x"}`},
		{reason: "1.0 is the number 1", text: v1("1.0"), action: `{"type":"finish","schemaVersion":1,"summary":"x"}`},
		{reason: "10e-1 is the number 1", text: v1("10e-1"), action: `{"type":"finish","schemaVersion":1,"summary":"x"}`},
		{reason: "a text is no number", text: v1(`"1"`), refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "true is not 1", text: v1("true"), refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "null is there, and no version", text: v1("null"), refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "a version a double would round to 1", text: v1("1.00000000000000000001"), refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "a higher version", text: v1("2"), refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "a missing version", text: `{"type":"finish","summary":"x"}`, refusal: "ACTION_VERSION_MISSING schemaVersion"},
		{reason: "the version comes before the type", text: `{"type":"x"}`, refusal: "ACTION_VERSION_MISSING schemaVersion"},
		{reason: "a declared migration", text: `{"type":"finish","summary":"x"}`, opts: reference.Options{Migrates: []string{"unversioned"}},
			action: `{"type":"finish","schemaVersion":1,"summary":"x"}`},
		{reason: "a migration invents nothing", text: `{"type":"finish"}`, opts: reference.Options{Migrates: []string{"unversioned"}}, refusal: "ACTION_TEXT_INVALID summary"},
		{reason: "an undefined version is not a missing one", value: object(t, `{"type":"finish","summary":"x"}`).With("schemaVersion", value.Undefined{}),
			opts: reference.Options{Migrates: []string{"unversioned"}}, refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "version 1 has no approvals", text: `{"type":"request_approval","schemaVersion":1,"requestId":"r","capability":"c","resource":"s","reason":"w"}`, refusal: "ACTION_TYPE_UNSUPPORTED type"},
	})
	run(t, reference.AgentAction2, []row{
		{reason: "an approval request", text: `{"type":"request_approval","schemaVersion":2,"requestId":"r","capability":"c","resource":"s","reason":"w"}`,
			action: `{"type":"request_approval","schemaVersion":2,"requestId":"r","capability":"c","resource":"s","reason":"w"}`},
		{reason: "an approval says why", text: `{"type":"request_approval","schemaVersion":2,"requestId":"r","capability":"c","resource":"s"}`, refusal: "ACTION_TEXT_INVALID reason"},
		{reason: "an older version without a migration", text: v1("1"), refusal: "ACTION_VERSION_UNSUPPORTED schemaVersion"},
		{reason: "an older version with one", text: v1("1"), opts: reference.Options{Migrates: []string{"1"}}, action: `{"type":"finish","schemaVersion":2,"summary":"x"}`},
		{reason: "a migration from 1 is none from nothing", text: `{"type":"finish","summary":"x"}`, opts: reference.Options{Migrates: []string{"1", "unversioned"}}, refusal: "ACTION_VERSION_MISSING schemaVersion"},
	})
}

func TestMigratedFrom(t *testing.T) {
	for _, r := range []struct{ protocol, text, migrates string }{
		{reference.AgentAction1Versioned, `{"type":"message","content":"x"}`, "unversioned"},
		{reference.AgentAction2, `{"type":"message","content":"x","schemaVersion":1}`, "1"},
	} {
		a, err := reference.Decode(r.protocol, []byte(r.text), reference.Options{Migrates: []string{r.migrates}})
		m, ok := a.(reference.Message)
		if err != nil || !ok || m.MigratedFrom != r.migrates {
			t.Errorf("%s: %+v, %v; want migrated from %s", r.protocol, a, err, r.migrates)
		}
	}
}

func TestAgentActionPolicies(t *testing.T) {
	call := `{"type":"tool_call","callId":" c ","tool":" t ","input":" i "}`
	run(t, reference.AgentAction1, []row{
		{reason: "only the declared fields are trimmed", text: call, opts: reference.Options{Trims: []string{"callId"}}, action: `{"type":"tool_call","callId":"c","tool":" t ","input":" i "}`},
		{reason: "unknown members are refused, and not named", text: `{"type":"finish","summary":"x","sk-secret":1}`, opts: reference.Options{UnknownFields: "reject"}, refusal: "ACTION_INVALID"},
		{reason: "fields of other rows are unknown members", text: `{"type":"finish","summary":"x","content":"y"}`, opts: reference.Options{UnknownFields: "reject"}, refusal: "ACTION_INVALID"},
		{reason: "nothing else is refused", text: `{"type":"finish","summary":"x"}`, opts: reference.Options{UnknownFields: "reject"}, action: `{"type":"finish","summary":"x"}`},
	})
	run(t, reference.AgentAction2, []row{
		{reason: "the version is no unknown member", text: `{"type":"finish","schemaVersion":2,"summary":"x"}`, opts: reference.Options{UnknownFields: "reject"}, action: `{"type":"finish","schemaVersion":2,"summary":"x"}`},
	})
}
