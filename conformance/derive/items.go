package derive

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// otherItems are items that are neither calls nor text. Each has members that careless code takes for either.
func (w responseWriter) otherItems() []sample {
	r := w.shapeOf
	call := func(kind string) value.Value {
		return setAt(w.second("call-9", "delete_everything"), r.Items.Type, str(kind))
	}
	text := func(kind string) value.Value {
		item := setAt(w.textItem(str("I should not say this.")), r.Items.Type, str(kind))
		return item.With("text", str("I should not say this.")).With("thinking", str("I should not say this."))
	}
	return []sample{
		{"reasoning", text("reasoning")}, {"thinking", text("thinking")}, {"redacted", obj(member(r.Items.Type, str("redacted_thinking")), member("data", str("c2VjcmV0")))},
		{"custom-call", call("custom_tool_call")}, {"server-call", call("server_tool_use")}, {"search-call", call("web_search_call")}, {"mcp-call", call("mcp_call")}, {"plain-call", call("function")},
		{"result", obj(member(r.Items.Type, str("function_call_output")), member(r.Calls.ID, str("call-1")), member("output", str("done")), member("content", str("done")))},
		{"bare", obj(member(r.Items.Type, str("something_new")))},
	}
}

// items derives what else the list of a response with a call may hold.
func (w responseWriter) items() {
	r := w.shapeOf
	list, _ := getAt(w.base, r.Items.At).(value.Array)
	with := func(items ...value.Value) value.Object { return w.set(r.Items.At, value.Array(items)) }
	why := words("what an item is, its type says and nothing else", "一项是什么只由其类型决定")
	put := func(name string, kind Kind, role spec.Role, v value.Value, en, zh string) {
		w.put("item", edit{name: name, kind: kind, rule: w.rule(role), value: v, change: words(en, zh), why: why})
	}
	for _, other := range w.otherItems() {
		put(other.name+"-before", Valid, spec.RoleCallType, with(append(value.Array{other.value}, list...)...), "an item of another type stands before the call: "+other.name, "调用之前有另一种类型的项："+other.name)
		put(other.name+"-after", Valid, spec.RoleCallType, with(append(list[:len(list):len(list)], other.value)...), "an item of another type stands after the call: "+other.name, "调用之后有另一种类型的项："+other.name)
	}
	put("text-after", Valid, spec.RoleBeside, with(append(list[:len(list):len(list)], w.textItem(str("I will read the file.")))...), "text stands after the call", "文本在调用之后")
	put("text-around", Valid, spec.RoleBeside, with(append(append(value.Array{w.textItem(str("Before. "))}, list...), w.textItem(str("After.")))...), "text stands before and after the call", "文本在调用前后")
	put("empty-text-before", Valid, spec.RoleBeside, with(append(value.Array{w.textItem(str(""))}, list...)...), "an empty text stands before the call", "调用之前有空文本")
	a, b := w.call(), w.second("call-2", "list_files")
	put("text-between", Valid, spec.RoleEach, with(a, w.textItem(str("And then:")), b), "text stands between two calls", "文本在两个调用之间")
	put("other-between", Valid, spec.RoleEach, with(a, w.otherItems()[0].value, b), "an item of another type stands between two calls", "另一种类型的项在两个调用之间")
	bad := setAt(b, r.Calls.Name, str(" "))
	put("bad-after-other", Free, spec.RoleEach, with(w.otherItems()[0].value, a, bad), "a broken call after an item of another type and a legal call", "在另一种类型的项和合法调用之后有一个损坏的调用")
	c := r.Items.Call
	for _, t := range []sample{
		{"custom", str("custom_tool_call")}, {"web-search", str("web_search_call")}, {"server", str("server_tool_use")}, {"function", str("function")}, {"upper", str(strings.ToUpper(c))}, {"capital", str(capital(c))},
		{"padded", str(c + " ")}, {"plural", str(c + "s")}, {"hyphenated", str(strings.ReplaceAll(c, "_", "-"))}, {"empty", str("")}, {"null", value.Null{}}, {"number", num("1")}, {"object", obj()}, {"array", value.Array{str(c)}}, {"missing", nil},
	} {
		w.put("type", edit{name: t.name, kind: Invalid, rule: w.rule(spec.RoleCallType), value: w.withCall(r.Items.Type, t.value),
			change: wordsf("the type of the call is %s", "调用的类型为 %s", t.name),
			why:    words("an unknown kind of call is nothing to be guessed at", "未知种类的调用不能猜")})
	}
}

// finalItems derives what else the list of a response without calls may hold.
func (w responseWriter) finalItems() {
	r := w.shapeOf
	with := func(items ...value.Value) value.Object { return w.set(r.Items.At, value.Array(items)) }
	put := func(name string, kind Kind, role spec.Role, v value.Value, en, zh string) {
		w.put("item", edit{name: name, kind: kind, rule: w.rule(role), value: v, change: words(en, zh),
			why: words("an answer is what the model wrote as one", "回答就是模型作为回答所写的")})
	}
	answer := w.textItem(str("The file has twelve lines."))
	for _, other := range w.otherItems() {
		put(other.name+"-beside", Valid, spec.RoleCallType, with(other.value, answer), "an item of another type stands before the text: "+other.name, "文本之前有另一种类型的项："+other.name)
		put(other.name+"-alone", Invalid, spec.RoleEmpty, with(other.value), "the only item is of another type: "+other.name, "唯一的项是另一种类型："+other.name)
	}
	put("none", Invalid, spec.RoleEmpty, with(), "the list is empty", "列表为空")
	put("two-texts", Valid, spec.RoleVerbatim, with(answer, w.textItem(str(" It ends with a newline.\n"))), "the text is in two items", "文本分在两项中")
	put("empty-then-text", Valid, spec.RoleVerbatim, with(w.textItem(str("")), answer), "an empty text stands before the text", "文本之前有空文本")
	p := r.Items.Parts
	if p == nil {
		return
	}
	parts, _ := getAt(answer, p.At).(value.Array)
	part, _ := parts[0].(value.Object)
	in := func(list ...value.Value) value.Object { return with(setAt(answer, p.At, value.Array(list))) }
	refusal := obj(member(p.Type, str("refusal")), member("refusal", str("I cannot help with that.")))
	odd := setAt(setAt(part, p.Type, str("reasoning_text")), p.TextAt, str("I should not say this."))
	put("two-parts", Valid, spec.RoleVerbatim, in(part, setAt(part, p.TextAt, str(" It ends with a newline."))), "the text is in two parts", "文本分在两个部分中")
	put("part-beside", Valid, spec.RoleCallType, in(odd, part), "a part of another type stands before the text", "文本之前有另一种类型的部分")
	put("refusal-beside", Valid, spec.RoleCallType, in(part, refusal), "a refusal stands after the text", "文本之后有拒绝说明")
	put("part-alone", Invalid, spec.RoleEmpty, in(odd), "the only part is of another type", "唯一的部分是另一种类型")
	put("no-parts", Invalid, spec.RoleEmpty, in(), "the item has no parts", "该项没有任何部分")
	for _, k := range []sample{{"missing", nil}, {"null", value.Null{}}, {"number", num("1")}, {"object", obj()}} {
		put("parts-"+k.name, Invalid, spec.RoleShape, with(setAt(answer, p.At, k.value)), "the parts of the item are "+k.name, "该项的各部分为 "+k.name)
	}
}

// single derives what else a caller may send in the place of a single call.
func (w responseWriter) single() {
	c := w.shapeOf.Calls
	call := w.base
	why := words("what a call says, its own members say", "调用的内容由其自身成员给出")
	put := func(name string, kind Kind, role spec.Role, v value.Value, en, zh string) {
		w.put("shape", edit{name: name, kind: kind, rule: w.rule(role), value: v, change: words(en, zh), why: why})
	}
	args := orNull(getAt(call, c.Arguments))
	text := str(string(printed(args)))
	put("envelope", Invalid, spec.RoleCallName, obj(member("jsonrpc", str("2.0")), member("id", num("1")), member("method", str("tools/call")), member("params", call)), "the call stands in the envelope of its request", "调用在其请求的信封里")
	put("in-params", Invalid, spec.RoleCallName, obj(member("params", call)), "the call stands in params", "调用在 params 里")
	put("in-call", Invalid, spec.RoleCallName, obj(member("call", call)), "the call stands in another member", "调用在另一个成员里")
	put("function", Invalid, spec.RoleCallName, obj(member("id", str("call-1")), member("type", str("function")), member("function", obj(member(c.Name, getAt(call, c.Name)), member(c.Arguments, text)))), "the call has the shape of a chat completion's", "调用是聊天补全的形状")
	put("agent-action", Invalid, spec.RoleCallName, obj(member("type", str("tool_call")), member("callId", str("call-1")), member("tool", getAt(call, c.Name)), member("input", args)), "the call has the shape of an agent action", "调用是智能体动作的形状")
	put("empty", Invalid, spec.RoleCallName, obj(), "the call has no members", "调用没有成员")
	put("name-in-meta", Invalid, spec.RoleCallName, obj(member("_meta", call), member(c.Arguments, args)), "the name stands in another member", "名字在另一个成员里")
	for _, alias := range append([]string{"tool", "tool_name", "toolName", "function"}, spellings(c.Name)...) {
		put("name-alias-"+idOf(alias), Invalid, spec.RoleCallName, append(value.Object{member(alias, getAt(call, c.Name))}, call.Without(c.Name)...), "the name is spelt "+alias, "名字写成了 "+alias)
	}
	for _, m := range []value.Member{member("_meta", obj(member("progressToken", num("1")))), member("task", obj(member("ttl", num("60000")))), member("type", str("tool_call")), member("method", str("tools/call")), member("input", obj(member("path", str("other"))))} {
		put("beside-"+idOf(m.Name), Valid, spec.RoleProvenance, append(call[:len(call):len(call)], m), "the params have a further member "+m.Name, "params 多了一个成员 "+m.Name)
	}
}
