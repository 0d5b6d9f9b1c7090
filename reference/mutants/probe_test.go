package mutants_test

import (
	"strconv"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The probes of this file are a small table of inputs for each family, enough to tell every mutant from
// the reference. They are no suite: nothing here says what the right answer is.

const (
	toolCall = `{"type":"tool_call","callId":"call-1","tool":"read_file","input":{"path":"README.md"}}`
	approval = `{"type":"request_approval","schemaVersion":2,"requestId":"r","capability":"c","resource":"s","reason":"w"}`
)

func decode(protocol, text string) wire.Request {
	return wire.DecodeRequest{Protocol: protocol, Text: []byte(text)}
}

func allProbes() []wire.Request {
	var out []wire.Request
	for _, family := range [][]wire.Request{agentProbes(), hostProbes(), textProbes(), jingweiProbes(), nativeProbes(), chatProbes(), itemProbes(), mcpProbes(), streamProbes()} {
		out = append(out, family...)
	}
	return out
}

// parsed is the same input as a value and, if it is one, as an action to route.
func parsed(protocol string, v value.Value) []wire.Request {
	return []wire.Request{wire.ParseRequest{Protocol: protocol, Value: v}, wire.RouteRequest{Protocol: protocol, Value: v}}
}

// object reads a text that is an object.
func object(text string) value.Object {
	v, err := value.Parse([]byte(text))
	o, ok := v.(value.Object)
	if err != nil || !ok {
		panic("probe: not an object: " + text)
	}
	return o
}

func str(s string) value.Value { return value.String(s) }

// oddValues are what a text field may not hold, and texts that careless code changes.
func oddValues() []value.Value {
	return []value.Value{
		value.Null{}, value.Bool(true), value.Number("1"), value.Number("1.5"), value.Array{}, value.Array{str("x")}, value.Object{},
		value.Undefined{}, str(""), str(" "), str("\u2003"), str(" x "), str(" x"), str("x "), str("READ_FILE"), str("a  b"),
		str("\U0001F600"), str("e\u0301"), str("\u05d0"), str("a\x00b"), str("\xed\xa0\x80"), str(strings.Repeat("x", 40000)),
		value.Host{Name: value.HostBoxed, Args: value.Object{{Name: "value", Value: str("x")}}},
	}
}

// variants are an object with each member missing, odd, under each other name, on the prototype.
func variants(o value.Object, extra ...string) []value.Value {
	out := []value.Value{o, append(value.Object{{Name: "zzz", Value: str("secret")}}, o...), o.With("__proto__", str("p")), o.With("constructor", str("c")), o.With("hasOwnProperty", value.Null{}), o.With("comment", value.Null{}), o.With("summary", value.Null{}).With("content", str("c"))}
	for _, m := range o {
		out = append(out, o.Without(m.Name), inherited(o.Without(m.Name), value.Object{m}), o.Renamed(m.Name, " "+m.Name), o.Renamed(m.Name, strings.ToUpper(m.Name)))
		for _, v := range oddValues() {
			out = append(out, o.With(m.Name, v))
		}
		aliased := o.Without(m.Name)
		for _, alias := range extra { // one probe for each of them, and one for all
			if len(extra) < 20 {
				out = append(out, o.Renamed(m.Name, alias))
			}
			if alias != m.Name && !aliased.Has(alias) {
				aliased = aliased.With(alias, m.Value)
			}
		}
		out = append(out, aliased)
		for _, other := range o { // two faults at once
			out = append(out, o.Without(m.Name).Without(other.Name), o.With(m.Name, value.Null{}).With(other.Name, value.Null{}))
		}
	}
	return out
}

func inherited(own, proto value.Object) value.Value {
	return value.Host{Name: value.HostInherited, Args: value.Object{{Name: "own", Value: own}, {Name: "proto", Value: proto}}}
}

func agentProbes() []wire.Request {
	aliases := strings.Fields(`Content text message body call_id callID callid id tool_call_id toolCallId Tool name toolName tool_name function
		Input args arguments params parameters inputs Summary content result request_id requestID Capability permission scope Resource path target
		Reason why schema_version version SchemaVersion Type kind action role`)
	message, finish := `{"type":"message","content":"hello"}`, `{"type":"finish","summary":"done"}`
	rows := map[string][]value.Object{
		reference.AgentAction1: {object(message), object(toolCall), object(finish)},
		reference.AgentAction1Versioned: {object(message).With("schemaVersion", value.Number("1")), object(toolCall).With("schemaVersion", value.Number("1")),
			object(finish).With("schemaVersion", value.Number("1"))},
		reference.AgentAction2: {object(message).With("schemaVersion", value.Number("2")), object(finish).With("schemaVersion", value.Number("2")), object(approval)},
	}
	var out []wire.Request
	for protocol, list := range rows {
		for _, row := range list {
			out = append(out, parsed(protocol, row)...)
			for _, v := range variants(row, aliases...) {
				out = append(out, wire.ParseRequest{Protocol: protocol, Value: v})
			}
			for _, t := range strings.Fields("Message MESSAGE messages message2 call_tool final ask_user tool-call request_approval") {
				out = append(out, parsed(protocol, row.With("type", str(t)))...)
			}
			out = append(out, parsed(protocol, row.With("type", str(" message ")))...)
			out = append(out, parsed(protocol, row.With("type", value.Array{str("message")}))...)
			for _, v := range []value.Value{value.Number("0"), value.Number("1"), value.Number("2"), value.Number("3"), value.Number("1.5"), value.Number("2.5"), str("1"), str("2")} {
				out = append(out, parsed(protocol, row.With("schemaVersion", v))...)
			}
			out = append(out, parsed(protocol, row.With("schemaVersion", value.Null{}).With("type", str("odd")))...)
			out = append(out, parsed(protocol, row.With("type", value.Host{Name: value.HostBoxed, Args: value.Object{{Name: "value", Value: str("message")}}}))...)
		}
		call := rows[reference.AgentAction1][1]
		if protocol != reference.AgentAction1 {
			call = call.With("schemaVersion", value.Number(map[string]string{reference.AgentAction1Versioned: "1", reference.AgentAction2: "2"}[protocol]))
		}
		for _, v := range append(oddValues(), value.Bool(false), value.Number("0"), value.Number("-1"), value.Number("9007199254740993"), value.Number("1e400"),
			str(`{"a":1}`), object(`{"a":{"b":{"c":{"d":[1]}}},"n":null,"f":false}`)) {
			out = append(out, parsed(protocol, call.With("input", v))...)
		}
		for _, v := range []value.Value{value.Null{}, value.Bool(true), value.Number("1"), str("x"), str(toolCall), value.Array{call}, value.Array{value.Null{}, call},
			value.Undefined{}, value.Object{{Name: "action", Value: call}}} {
			out = append(out, parsed(protocol, v)...)
		}
	}
	return out
}

func hostProbes() []wire.Request {
	call := object(toolCall)
	host := func(name string, args ...value.Member) value.Value { return value.Host{Name: name, Args: args} }
	own := value.Member{Name: "own", Value: call}
	var entries value.Array
	for _, m := range call {
		entries = append(entries, value.Array{str(m.Name), m.Value})
	}
	var out []wire.Request
	for _, v := range []value.Value{
		host(value.HostNullPrototype, own), host(value.HostClassInstance, own), host(value.HostFrozen, own), host(value.HostTransparentProxy, own),
		host(value.HostCyclic, own, value.Member{Name: "name", Value: str("input")}),
		host(value.HostNonEnumerable, value.Member{Name: "own", Value: call.Without("input")}, value.Member{Name: "hidden", Value: value.Object{{Name: "input", Value: value.Null{}}}}),
		host(value.HostGetter, value.Member{Name: "own", Value: call.Without("tool")}, value.Member{Name: "name", Value: str("tool")}, value.Member{Name: "values", Value: value.Array{str("a"), str("b")}}),
		host(value.HostMap, value.Member{Name: "entries", Value: entries}), host(value.HostSet, value.Member{Name: "values", Value: value.Array{}}),
		host(value.HostBoxed, value.Member{Name: "value", Value: str(toolCall)}), host(value.HostDate, value.Member{Name: "value", Value: value.Number("0")}),
		host(value.HostFunction), host(value.HostSymbol, value.Member{Name: "description", Value: str("s")}), host(value.HostBigInt, value.Member{Name: "value", Value: str("1")}),
		host(value.HostThrowingProxy), host(value.HostRevokedProxy), host(value.HostTypedArray, value.Member{Name: "values", Value: value.Array{}}),
		host(value.HostSparseArray, value.Member{Name: "length", Value: value.Number("1")}, value.Member{Name: "items", Value: value.Object{}}),
		inherited(call.Without("input"), value.Object{{Name: "input", Value: value.Null{}}}),
	} {
		out = append(out, parsed(reference.AgentAction1, v)...)
	}
	return out
}

func textProbes() []wire.Request {
	nested := func(n int) string {
		return `{"type":"tool_call","callId":"c","tool":"t","input":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	texts := []string{
		toolCall, strings.TrimSuffix(toolCall, "}"), toolCall[:30], toolCall + " x", toolCall + toolCall, "x " + toolCall, "Here: " + toolCall + " ok",
		"```json\n" + toolCall + "\n```", " " + toolCall + "\n", strings.ReplaceAll(toolCall, `"`, `'`), strings.Replace(toolCall, `}}`, `},}`, 1),
		strings.Replace(toolCall, `,`, `, /* c */`, 1), strings.Replace(toolCall, `,`, ", // c\n", 1), strings.Replace(toolCall, `{"path":"README.md"}`, "NaN", 1),
		strings.Replace(toolCall, `{"path":"README.md"}`, "True", 1), strings.Replace(toolCall, "README", "a\nb", 1), strings.Replace(toolCall, `"type"`, `type`, 1),
		strings.Replace(toolCall, "README", "\xff", 1), strings.Replace(toolCall, `"type":"tool_call"`, "\"type\":\"tool\xc1\x9fcall\"", 1),
		strings.Replace(toolCall, "README", `\ud800`, 1), strings.Replace(toolCall, `"type"`, `"\u0074ype"`, 1),
		strings.Replace(toolCall, `"input"`, `"tool":"x","input"`, 1), strings.Replace(toolCall, `"input"`, `"tool":"read_file","input"`, 1),
		strings.Replace(toolCall, `"path"`, `"path":"a","path"`, 1), strconv.Quote(toolCall), "[" + toolCall + "]", "null", "{\n\t\"type\": \"finish\",\n\t\"summary\": \"x\"}",
		`{"summary":"x","type":"finish"}`, `{"type":"tool_call","input":1,"tool":"t","callId":"c"}`, `{"type":"message","Type":"finish","content":"x"}`,
		nested(40), nested(70), nested(120), nested(300), nested(600), nested(5000), strings.Replace(toolCall, "README.md", strings.Repeat("x", 20<<10), 1),
		strings.Replace(toolCall, "README.md", strings.Repeat("x", 1<<20), 1), `{"type":"secret"}`, `{"type":"tool_call","input":"secret"}`,
	}
	var out []wire.Request
	for _, text := range texts {
		out = append(out, decode(reference.AgentAction1, text))
	}
	return out
}

func jingweiProbes() []wire.Request {
	aliases := strings.Fields("Name tool tool_name function Text content answer message Question text prompt Arguments args input parameters type Action")
	rows := []value.Object{
		object(`{"action":"call_tool","name":"read_file","arguments":{"a":{"b":{"c":[1]}}}}`),
		object(`{"action":"final","text":"done"}`),
		object(`{"action":"ask_user","question":"which?"}`),
	}
	var out []wire.Request
	say := func(v value.Value) {
		text, err := value.Print(v)
		if err == nil {
			out = append(out, decode(reference.JingweiJSON1, string(text)))
		}
	}
	for _, row := range rows {
		for _, v := range variants(row, aliases...) {
			say(v)
		}
		for _, a := range strings.Fields("FINAL finals tool_call finish odd") {
			say(row.With("action", str(a)))
		}
		say(row.With("action", str(" final ")))
		say(row.With("action", value.Array{str("final")}))
		say(row.With("name", value.Null{}))
		say(row.With("arguments", str(`{"a":1}`)))
	}
	say(rows[0].With("arguments", value.Object{}))
	for _, text := range []string{"null", "1", "true", `"x"`, "[]", "Done.", ""} {
		out = append(out, decode(reference.JingweiJSON1, text))
	}
	text, _ := value.Print(rows[1]) // an object always has a text
	response := value.Object{{Name: "content", Value: str(string(text))}, {Name: "toolCalls", Value: value.Array{}},
		{Name: "finishReason", Value: str("stop")}, {Name: "incompleteToolCalls", Value: value.Array{}}}
	return append(out, responseProbes(reference.JingweiJSON1, response, rows[1])...)
}

// responseProbes vary a complete response.
func responseProbes(protocol string, response value.Object, content value.Value) []wire.Request {
	call := object(`{"id":"call-1","name":"read_file","arguments":{"a":{"b":{"c":[1]}}}}`)
	var values []value.Value
	values = append(values, value.Null{}, value.Array{}, response, response.With("content", content))
	for _, m := range response {
		values = append(values, response.Without(m.Name))
		for _, v := range oddValues() {
			values = append(values, response.With(m.Name, v))
		}
	}
	calls := []value.Value{value.Array{}, value.Array{call}, value.Array{call, call}, value.Array{call, call.With("id", str("2")).With("name", str("x"))},
		value.Array{call, call.Without("id")}, value.Array{value.Null{}}, call}
	for _, reason := range strings.Fields("stop tool_calls STOP length content_filtered odd") {
		for _, list := range calls {
			r := response.With("finishReason", str(reason)).With("toolCalls", list)
			values = append(values, r, r.With("content", value.Null{}), r.With("content", str("")), r.With("incompleteToolCalls", value.Array{value.Null{}}), r.With("content", str("text")))
		}
	}
	var out []wire.Request
	for _, v := range values {
		out = append(out, wire.ParseRequest{Protocol: protocol, Value: v})
	}
	return out
}

func nativeProbes() []wire.Request {
	call := object(`{"id":"call-1","name":"read_file","arguments":{"a":{"b":{"c":[1]}}}}`)
	ask := object(`{"id":"call-1","name":"jingwei_ask_user","arguments":{"question":"which?"}}`)
	response := object(`{"content":null,"toolCalls":[],"finishReason":"tool_calls","incompleteToolCalls":[]}`)
	var calls []value.Value
	calls = append(calls, variants(call, "args", "input", "parameters")...)
	for _, v := range []value.Value{str(`{"a":1}`), str("{}"), value.Object{}} {
		calls = append(calls, call.With("arguments", v))
	}
	calls = append(calls, call.With("name", str("JINGWEI_ASK_USER")), ask.With("name", str(" jingwei_ask_user ")), ask.With("name", str("Jingwei_Ask_User")), ask.With("name", str("ask_the_user")), call.With("id", str("CALL-1")), call.With("id", str(strings.Repeat("x", 100))), call.With("name", str(strings.Repeat("x", 100))))
	for _, v := range variants(object(`{"question":"which?"}`), "text", "prompt") {
		calls = append(calls, ask.With("arguments", v))
	}
	var out []wire.Request
	for _, v := range calls {
		if _, ok := v.(value.Object); ok {
			r := response.With("toolCalls", value.Array{v})
			out = append(out, wire.ParseRequest{Protocol: reference.NativeTool1, Value: r}, wire.ParseRequest{Protocol: reference.NativeTool1, Value: r.With("content", str("beside"))})
		}
	}
	final := response.With("finishReason", str("stop")).With("content", str("done"))
	out = append(out, wire.ParseRequest{Protocol: reference.NativeTool1, Value: final.With("content", str(`{"action":"final","text":"x"}`))})
	out = append(out, wire.ParseRequest{Protocol: reference.NativeTool1, Value: object(`{"error":{"message":"overloaded"}}`)})
	return append(out, responseProbes(reference.NativeTool1, final, value.Object{})...)
}

func chatProbes() []wire.Request {
	call := func(id, name, arguments string) value.Object {
		return value.Object{{Name: "id", Value: str(id)}, {Name: "type", Value: str("function")},
			{Name: "function", Value: value.Object{{Name: "name", Value: str(name)}, {Name: "arguments", Value: str(arguments)}}}}
	}
	good := call("call-1", "read_file", `{"a":{"b":{"c":[1]}}}`)
	choice := func(content value.Value, calls ...value.Value) value.Object {
		return value.Object{{Name: "message", Value: value.Object{{Name: "role", Value: str("assistant")}, {Name: "content", Value: content}, {Name: "tool_calls", Value: value.Array(calls)}}},
			{Name: "finish_reason", Value: str("tool_calls")}}
	}
	values := []value.Value{value.Null{}, choice(str("beside"), good), choice(str(" beside "), good), choice(value.Null{}), choice(str("")), choice(str("text")), choice(value.Number("1")), choice(value.Null{}, value.Null{}),
		choice(value.Null{}, good, call("call-2", "other", `{"x":1}`)), choice(value.Null{}, good, call("call-2", "read_file", `{"x":1}`)), choice(value.Null{}, good, good),
		choice(value.Null{}, good, call("call-2", "other", `[`)), choice(value.Null{}, good, call("call-2", "", `{}`)), choice(value.Null{}, good, call("call-2", "x", `{}`).With("type", str("custom")))}
	full := choice(value.Null{}, good)
	for _, m := range full {
		values = append(values, full.Without(m.Name))
		for _, v := range append(oddValues(), str("length"), str("content_filter"), str("stop")) {
			values = append(values, full.With(m.Name, v), choice(str("text")).With(m.Name, v))
		}
	}
	for _, v := range append(oddValues(), good) {
		m, _ := full.Get("message")
		o, _ := m.(value.Object)
		values = append(values, full.With("message", o.With("tool_calls", v)))
		f, _ := good.Get("function")
		function, _ := f.(value.Object)
		values = append(values, choice(value.Null{}, good.With("id", v)), choice(value.Null{}, good.With("type", v)), choice(value.Null{}, good.With("function", v)),
			choice(value.Null{}, good.With("function", function.With("name", v))), choice(value.Null{}, good.With("function", function.With("arguments", v))),
			choice(value.Null{}, good.With("function", function.Without("name"))), choice(value.Null{}, good.With("function", function.Without("arguments"))))
	}
	for _, text := range []string{"", "null", "[]", `[{"a":1}]`, "1", "true", `"x"`, `"{}"`, "{}", `{"a":`, `{"a":1`, `{"a":1,}`, `{'a':1}`, "```\n{}\n```", "{}{}", "x {} y", `{"a":1,"a":2}`} {
		values = append(values, choice(value.Null{}, call("call-1", "t", text)))
	}
	values = append(values, choice(value.Null{}, good.With("type", str("FUNCTION"))), choice(value.Null{}, good.With("id", str("CALL"))), choice(value.Null{}, good.With("id", str(strings.Repeat("x", 100)))),
		choice(value.Null{}, call("c", strings.Repeat("x", 100), "{}")), choice(value.Null{}, call("c", "Upper", "{}")))
	var out []wire.Request
	for _, v := range values {
		out = append(out, wire.ParseRequest{Protocol: reference.OpenAIChat1, Value: v})
	}
	return out
}
