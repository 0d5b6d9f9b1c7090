package reference_test

import (
	"strings"
	"testing"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

func TestJingweiText(t *testing.T) {
	runText(t, reference.JingweiJSON1, []row{
		{reason: "a call", text: `{"action":"call_tool","name":"t","arguments":{"a":[1]}}`, action: `{"action":"call_tool","name":"t","arguments":{"a":[1]}}`},
		{reason: "an answer", text: `{"action":"final","text":" x "}`, action: `{"action":"final","text":" x "}`},
		{reason: "a question", text: `{"action":"ask_user","question":"?"}`, action: `{"action":"ask_user","question":"?"}`},
		{reason: "prose is no action", text: `Done.`, refusal: "ACTION_INVALID"},
		{reason: "a list is no action", text: `[{"action":"final","text":"x"}]`, refusal: "ACTION_INVALID"},
		{reason: "no action", text: `{"text":"x"}`, refusal: "ACTION_INVALID action"},
		{reason: "another protocol's action", text: `{"action":"finish","text":"x"}`, refusal: "ACTION_INVALID action"},
		{reason: "an action is a string", text: `{"action":["final"],"text":"x"}`, refusal: "ACTION_INVALID action"},
		{reason: "unknown members are refused, and not named", text: `{"action":"final","text":"x","sk":1}`, refusal: "ACTION_INVALID"},
		{reason: "members of another action are unknown", text: `{"action":"call_tool","name":"t","arguments":{},"text":"x"}`, refusal: "ACTION_INVALID"},
		{reason: "duplicates are refused", text: `{"action":"final","text":"x","text":"y"}`, refusal: "ACTION_INVALID text"},
		{reason: "duplicates further down too", text: `{"action":"call_tool","name":"t","arguments":{"a":1,"a":1}}`, refusal: "ACTION_INVALID arguments"},
		{reason: "a missing name", text: `{"action":"call_tool","arguments":{}}`, refusal: "ACTION_INVALID name"},
		{reason: "a blank name", text: `{"action":"call_tool","name":" ","arguments":{}}`, refusal: "ARGUMENTS_INVALID name"},
		{reason: "a name that is no text", text: `{"action":"call_tool","name":1,"arguments":{}}`, refusal: "ARGUMENTS_INVALID name"},
		{reason: "missing arguments are not made up", text: `{"action":"call_tool","name":"t"}`, refusal: "ACTION_INVALID arguments"},
		{reason: "null is no object", text: `{"action":"call_tool","name":"t","arguments":null}`, refusal: "ARGUMENTS_INVALID arguments"},
		{reason: "JSON text is not parsed again", text: `{"action":"call_tool","name":"t","arguments":"{}"}`, refusal: "ARGUMENTS_INVALID arguments"},
		{reason: "a missing text", text: `{"action":"final"}`, refusal: "ACTION_INVALID text"},
		{reason: "a text is a string", text: `{"action":"final","text":1}`, refusal: "ACTION_INVALID text"},
		{reason: "a blank text", text: `{"action":"final","text":"\n"}`, refusal: "TEXT_EMPTY text"},
		{reason: "a blank question", text: `{"action":"ask_user","question":""}`, refusal: "TEXT_EMPTY question"},
	})
}

func TestJingweiResponse(t *testing.T) {
	final := value.String(`{"action":"final","text":"x"}`)
	response := value.Object{arg("content", final), arg("toolCalls", value.Array{}), arg("finishReason", value.String("stop")), arg("incompleteToolCalls", value.Array{})}
	call := value.Array{object(t, `{"id":"c","name":"t","arguments":{}}`)}
	run(t, reference.JingweiJSON1, []row{
		{reason: "a complete response", value: response, action: `{"action":"final","text":"x"}`},
		{reason: "null stands for no calls and no fragments", value: response.With("toolCalls", value.Null{}).Without("incompleteToolCalls"), action: `{"action":"final","text":"x"}`},
		{reason: "a response is an object", value: final, refusal: "ACTION_INVALID"},
		{reason: "calls are a list", value: response.With("toolCalls", value.Object{}), refusal: "ACTION_INVALID toolCalls"},
		{reason: "fragments are a list", value: response.With("incompleteToolCalls", value.Bool(true)), refusal: "ACTION_INVALID incompleteToolCalls"},
		{reason: "cut off", value: response.With("finishReason", value.String("length")), refusal: "RESPONSE_INCOMPLETE finishReason"},
		{reason: "no reason", value: response.Without("finishReason"), refusal: "RESPONSE_INCOMPLETE finishReason"},
		{reason: "a fragment", value: response.With("incompleteToolCalls", value.Array{value.Null{}}), refusal: "RESPONSE_INCOMPLETE incompleteToolCalls"},
		{reason: "a native call beside the text", value: response.With("toolCalls", call), refusal: "FINISH_REASON_INCONSISTENT finishReason"},
		{reason: "a native call in its place", value: response.With("toolCalls", call).With("finishReason", value.String("tool_calls")), refusal: "ACTION_INVALID finishReason"},
		{reason: "calls announced", value: response.With("finishReason", value.String("tool_calls")), refusal: "ACTION_INVALID finishReason"},
		{reason: "content that was parsed already", value: response.With("content", object(t, string(final))), refusal: "ACTION_INVALID content"},
		{reason: "no content", value: response.With("content", value.Null{}), refusal: "ACTION_INVALID content"},
		{reason: "blank content is no JSON", value: response.With("content", value.String(" ")), refusal: "ACTION_INVALID"},
	})
}

func TestNativeTool(t *testing.T) {
	const call = `{"id":"c","name":"t","arguments":{"a":1}}`
	with := func(content, calls, reason string) string {
		return `{"content":` + content + `,"toolCalls":` + calls + `,"finishReason":"` + reason + `","incompleteToolCalls":[]}`
	}
	one := func(call string) string { return with("null", "["+call+"]", "tool_calls") }
	ask := func(arguments string) string {
		return one(`{"id":"c","name":"jingwei_ask_user","arguments":` + arguments + `}`)
	}
	called := `{"action":"call_tool","name":"t","arguments":{"a":1},"providerCallId":"c"}`
	run(t, reference.NativeTool1, []row{
		{reason: "one call", text: one(call), action: called},
		{reason: "text beside a call changes nothing", text: with(`"so"`, "["+call+"]", "tool_calls"), action: called},
		{reason: "an answer", text: with(`" x "`, "[]", "stop"), action: `{"action":"final","text":" x "}`},
		{reason: "null stands for no calls", text: with(`"x"`, "null", "stop"), action: `{"action":"final","text":"x"}`},
		{reason: "a question", text: ask(`{"question":"?"}`), action: `{"action":"ask_user","question":"?"}`},
		{reason: "the usual control tool is a tool like any other where another is declared", text: ask(`{"a":1}`), opts: reference.Options{AskUserTool: "ask"},
			action: `{"action":"call_tool","name":"jingwei_ask_user","arguments":{"a":1},"providerCallId":"c"}`},

		{reason: "a response is an object", text: `[]`, refusal: "RESPONSE_INVALID"},
		{reason: "calls are a list", text: with("null", call, "tool_calls"), refusal: "RESPONSE_INVALID toolCalls"},
		{reason: "calls are objects", text: with("null", "[null]", "tool_calls"), refusal: "RESPONSE_INVALID toolCalls"},
		{reason: "cut off, however complete the call", text: with("null", "["+call+"]", "length"), refusal: "RESPONSE_INCOMPLETE finishReason"},
		{reason: "filtered", text: with(`"x"`, "[]", "content_filtered"), refusal: "RESPONSE_INCOMPLETE finishReason"},
		{reason: "reasons are compared exactly", text: with(`"x"`, "[]", "STOP"), refusal: "RESPONSE_INCOMPLETE finishReason"},
		{reason: "a fragment", text: `{"content":"x","toolCalls":[],"finishReason":"stop","incompleteToolCalls":[{}]}`, refusal: "RESPONSE_INCOMPLETE incompleteToolCalls"},
		{reason: "stop with a call", text: with("null", "["+call+"]", "stop"), refusal: "FINISH_REASON_INCONSISTENT finishReason"},
		{reason: "tool_calls without one", text: with(`"x"`, "[]", "tool_calls"), refusal: "FINISH_REASON_INCONSISTENT finishReason"},
		{reason: "never the first of two calls", text: with("null", "["+call+","+call+"]", "tool_calls"), refusal: "MULTIPLE_ACTIONS toolCalls"},
		{reason: "incomplete comes before several", text: with("null", "["+call+","+call+"]", "length"), refusal: "RESPONSE_INCOMPLETE finishReason"},

		{reason: "a blank id", text: one(`{"id":" ","name":"t","arguments":{}}`), refusal: "CALL_ID_EMPTY toolCalls"},
		{reason: "no id is generated", text: one(`{"name":"t","arguments":{}}`), refusal: "CALL_ID_EMPTY toolCalls"},
		{reason: "a blank name", text: one(`{"id":"c","name":"","arguments":{}}`), refusal: "TOOL_NAME_EMPTY toolCalls"},
		{reason: "the id is looked at first", text: one(`{}`), refusal: "CALL_ID_EMPTY toolCalls"},
		{reason: "no arguments are made up", text: one(`{"id":"c","name":"t"}`), refusal: "ARGUMENTS_NOT_OBJECT toolCalls"},
		{reason: "arguments are not parsed", text: one(`{"id":"c","name":"t","arguments":"{}"}`), refusal: "ARGUMENTS_NOT_OBJECT toolCalls"},
		{reason: "a control call has a question", text: ask(`{}`), refusal: "ACTION_INVALID toolCalls"},
		{reason: "and not a blank one", text: ask(`{"question":" "}`), refusal: "ACTION_INVALID toolCalls"},
		{reason: "and nothing else", text: ask(`{"question":"?","tool":"t"}`), refusal: "ACTION_INVALID toolCalls"},
		{reason: "arguments of a control call are an object too", text: ask(`"?"`), refusal: "ARGUMENTS_NOT_OBJECT toolCalls"},
		{reason: "null content and no call", text: with("null", "[]", "stop"), refusal: "RESPONSE_EMPTY content"},
		{reason: "blank content and no call", text: with(`""`, "[]", "stop"), refusal: "TEXT_EMPTY content"},
		{reason: "content of another kind and no call", text: with("1", "[]", "stop"), refusal: "RESPONSE_INVALID content"},
	})
}

func TestChat(t *testing.T) {
	call := func(id, arguments string) string {
		return `{"id":"` + id + `","type":"function","function":{"name":"t","arguments":` + arguments + `}}`
	}
	choice := func(content, reason string, calls ...string) string {
		return `{"message":{"role":"assistant","content":` + content + `,"tool_calls":[` + strings.Join(calls, ",") + `]},"finish_reason":` + reason + `}`
	}
	one := func(arguments string) string { return choice("null", `"tool_calls"`, call("c", arguments)) }
	good := call("c", `"{\"a\":1}"`)
	done := `{"content":null,"calls":[{"id":"c","name":"t","arguments":{"a":1}}]}`
	empty := `{"content":null,"calls":[{"id":"c","name":"t","arguments":{}}]}`
	run(t, reference.OpenAIChat1, []row{
		{reason: "one call", text: choice("null", `"tool_calls"`, good), action: done},
		{reason: "stop with calls", text: choice("null", `"stop"`, good), action: done},
		{reason: "text alone", text: `{"message":{"content":" x "},"finish_reason":"stop"}`, action: `{"content":" x ","calls":[]}`},
		{reason: "text beside a call is kept", text: choice(`"so"`, `"tool_calls"`, good), action: `{"content":"so","calls":[{"id":"c","name":"t","arguments":{"a":1}}]}`},
		{reason: "two calls, each by itself", text: choice("null", `"tool_calls"`, good, call("d", `"[]"`)),
			action: `{"content":null,"calls":[{"id":"c","name":"t","arguments":{"a":1}}],"refused":[{"id":"d","index":1,"code":"ARGUMENTS_NOT_OBJECT"}]}`},
		{reason: "one id for two calls refuses both, and no other", text: choice("null", `"tool_calls"`, call("d", `"{}"`), good, call("d", `"{}"`)),
			action: `{"content":null,"calls":[{"id":"c","name":"t","arguments":{"a":1}}],"refused":[{"id":"d","index":0,"code":"CALL_ID_DUPLICATE"},{"id":"d","index":2,"code":"CALL_ID_DUPLICATE"}]}`},
		{reason: "a refused call without an id has none", text: choice("null", `"tool_calls"`, `{"type":"function"}`, good),
			action: `{"content":null,"calls":[{"id":"c","name":"t","arguments":{"a":1}}],"refused":[{"id":null,"index":0,"code":"CALL_ID_EMPTY"}]}`},
		{reason: "the type may be left out", text: choice("null", `"tool_calls"`, `{"id":"c","function":{"name":"t","arguments":"{}"}}`), action: empty},
		{reason: "blank arguments mean no input", text: one(`" "`), action: empty},
		{reason: "or are refused, where that is declared", text: one(`""`), opts: reference.Options{EmptyArguments: "refuse"}, refusal: "ARGUMENTS_NOT_JSON message"},

		{reason: "a choice is an object", text: `null`, refusal: "RESPONSE_INVALID"},
		{reason: "a choice has a message", text: `{"finish_reason":"stop"}`, refusal: "RESPONSE_INVALID message"},
		{reason: "calls are objects", text: choice("null", `"tool_calls"`, `"t"`), refusal: "RESPONSE_INVALID message"},
		{reason: "content is text", text: choice("1", `"tool_calls"`, good), refusal: "RESPONSE_INVALID message"},
		{reason: "cut off", text: choice("null", `"length"`, good), refusal: "RESPONSE_INCOMPLETE finish_reason"},
		{reason: "filtered", text: choice("null", `"content_filter"`, good), refusal: "RESPONSE_INCOMPLETE finish_reason"},
		{reason: "no reason", text: choice("null", `null`, good), refusal: "RESPONSE_INCOMPLETE finish_reason"},
		{reason: "where the caller judges the reason it is not looked at", text: choice("null", `"length"`, good), opts: reference.Options{FinishReason: "caller"}, action: done},
		{reason: "neither text nor calls", text: choice(`""`, `"stop"`), refusal: "RESPONSE_EMPTY message"},
		{reason: "no arguments", text: choice("null", `"tool_calls"`, `{"id":"c","type":"function","function":{"name":"t"}}`), refusal: "ARGUMENTS_NOT_OBJECT message"},
		{reason: "null arguments", text: one(`null`), refusal: "ARGUMENTS_NOT_OBJECT message"},
		{reason: "arguments are text", text: one(`{"a":1}`), refusal: "ARGUMENTS_NOT_OBJECT message"},
		{reason: "the text null", text: one(`"null"`), refusal: "ARGUMENTS_NOT_OBJECT message"},
		{reason: "a list", text: one(`"[{}]"`), refusal: "ARGUMENTS_NOT_OBJECT message"},
		{reason: "a JSON string in the JSON string", text: one(`"\"{}\""`), refusal: "ARGUMENTS_NOT_OBJECT message"},
		{reason: "cut-off arguments", text: one(`"{\"a\":1"`), refusal: "ARGUMENTS_NOT_JSON message"},
		{reason: "duplicate names in arguments", text: one(`"{\"a\":1,\"a\":2}"`), refusal: "ARGUMENTS_NOT_JSON message"},
		{reason: "another type of call", text: choice("null", `"tool_calls"`, `{"id":"c","type":"custom","custom":{}}`), refusal: "CALL_TYPE_UNSUPPORTED message"},
		{reason: "a blank id", text: choice("null", `"tool_calls"`, call(" ", `"{}"`)), refusal: "CALL_ID_EMPTY message"},
		{reason: "no function", text: choice("null", `"tool_calls"`, `{"id":"c","type":"function"}`), refusal: "TOOL_NAME_EMPTY message"},
	})
}
