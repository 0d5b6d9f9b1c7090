package derive

import (
	"strconv"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

func itoa(n int) string { return strconv.Itoa(n) }

// second is another legal call beside the base's.
func (w responseWriter) second(id, tool string) value.Object {
	c := w.shapeOf.Calls
	call := setAt(setAt(w.call(), c.ID, str(id)), c.Name, str(tool))
	if other, ok := call.Get("id"); ok && c.ID != "id" && other.Kind() == value.KindString {
		call = call.With("id", str("item-of-"+id)) // the item's own id, which is not the call's
	}
	return call
}

func (w responseWriter) group(name string, kind Kind, role spec.Role, en, zh string, list ...value.Value) {
	w.put("group", edit{name: name, kind: kind, rule: w.rule(role), value: w.withCalls(list...),
		change: words(en, zh), why: words("calls of one response are judged one by one and answered one by one", "同一响应的调用逐个判定、逐个回答")})
}

// badCalls are calls with one fault each.
func (w responseWriter) badCalls() []struct {
	sample
	role spec.Role
} {
	c := w.shapeOf.Calls
	call := w.second("call-2", "list_files")
	out := []struct {
		sample
		role spec.Role
	}{
		{sample{"blank-name", setAt(call, c.Name, str(" "))}, spec.RoleCallName},
		{sample{"no-name", setAt(call, c.Name, nil)}, spec.RoleCallName},
		{sample{"no-arguments", setAt(call, c.Arguments, nil)}, spec.RoleNoArguments},
		{sample{"array-arguments", setAt(call, c.Arguments, w.encodeArguments(value.Array{}))}, spec.RoleArguments},
		{sample{"number-arguments", setAt(call, c.Arguments, w.encodeArguments(num("1")))}, spec.RoleArguments},
	}
	if c.Encoding == spec.EncodingText {
		for _, s := range []sample{{"cut-arguments", str(`{"path":"REA`)}, {"malformed-arguments", str(`{path: 1}`)}, {"trailing-arguments", str(`{} {}`)}} {
			out = append(out, struct {
				sample
				role spec.Role
			}{sample{s.name, setAt(call, c.Arguments, s.value)}, spec.RoleArgumentText})
		}
	}
	if c.Type != "" {
		out = append(out, struct {
			sample
			role spec.Role
		}{sample{"unknown-type", setAt(call, c.Type, str("custom"))}, spec.RoleCallType})
	}
	return out
}

func (w responseWriter) encodeArguments(v value.Value) value.Value {
	if w.shapeOf.Calls.Encoding == spec.EncodingText {
		return str(string(printed(v)))
	}
	return v
}

// groups derives responses with several calls, for protocols that judge each by itself.
func (w responseWriter) groups() {
	c := w.shapeOf.Calls
	a, b, same := w.call(), w.second("call-2", "list_files"), w.second("call-2", "read_file")
	w.group("two", Valid, spec.RoleEach, "two legal calls", "两个合法调用", a, b)
	w.group("two-reversed", Valid, spec.RoleEach, "two legal calls in the other order", "两个合法调用，顺序相反", b, a)
	w.group("two-of-one-tool", Valid, spec.RoleEach, "two calls of one tool with the same arguments", "同一工具参数相同的两个调用", a, same)
	w.group("three", Valid, spec.RoleEach, "three legal calls", "三个合法调用", a, b, w.second("call-3", "read_file"))
	many := make([]value.Value, 20)
	for i := range many {
		many[i] = setAt(w.second("call-"+itoa(i), "tool_"+itoa(i)), c.Arguments, w.encodeArguments(obj(member("n", num(itoa(i))))))
	}
	w.group("twenty", Valid, spec.RoleEach, "twenty legal calls, each with its own arguments", "二十个合法调用，各有参数", many...)
	w.group("similar-ids", Valid, spec.RoleEach, "two calls whose ids differ in case only", "两个调用的 id 只有大小写不同", setAt(a, c.ID, str("call-a")), setAt(b, c.ID, str("CALL-A")))
	for _, bad := range w.badCalls() {
		w.group("good-then-"+bad.name, Free, spec.RoleEach, "a legal call, then one with "+bad.name, "先一个合法调用，再一个带 "+bad.name+" 的调用", a, bad.value)
		w.group(bad.name+"-then-good", Free, spec.RoleEach, "a call with "+bad.name+", then a legal one", "先一个带 "+bad.name+" 的调用，再一个合法调用", bad.value, a)
	}
	w.group("good-bad-good", Free, spec.RoleEach, "a call with broken arguments between two legal ones", "两个合法调用之间有一个参数损坏的调用",
		a, setAt(w.second("call-2", "list_files"), c.Arguments, w.encodeArguments(value.Array{})), w.second("call-3", "read_file"))
	twice := Invalid
	if !c.Unique {
		twice = Valid
	} else if r, _ := w.table.Requirement(w.rule(spec.RoleCallUnique)); r.Level != spec.Must {
		twice = Free // the response may be accepted with both calls refused, or run
	}
	w.group("same-id", twice, spec.RoleCallUnique, "two calls with the same id", "两个调用 id 相同", a, w.second(string(getAt(a, c.ID).(value.String)), "list_files"))
	w.group("same-call-twice", twice, spec.RoleCallUnique, "the same call twice", "同一调用出现两次", a, a)
	w.group("same-id-beside-good", Free, spec.RoleCallUnique, "two calls with the same id beside a third", "第三个调用旁有两个 id 相同的调用", a, b, setAt(a, c.Name, str("list_files")))
	w.group("two-without-id", Free, spec.RoleCallID, "two calls without an id", "两个没有 id 的调用", setAt(a, c.ID, nil), setAt(b, c.ID, nil))
	for _, reason := range w.shapeOf.Finish.Incomplete {
		w.put("group", edit{name: "two-ended-" + idOf(reason), kind: Invalid, rule: w.rule(spec.RoleIncomplete),
			value:  setAt(w.withCalls(a, b), w.shapeOf.Finish.At, str(reason)),
			change: wordsf("two calls that look complete, ended with %s", "两个看似完整的调用，以 %s 结束", reason),
			why:    words("which of them was cut off nobody can tell", "谁也说不清哪一个被截断")})
	}
}

// several derives responses with more calls than their protocol allows.
func (w responseWriter) several() {
	c := w.shapeOf.Calls
	a, b := w.call(), w.second("call-2", "list_files")
	put := func(name string, kind Kind, list ...value.Value) {
		w.put("group", edit{name: name, kind: kind, rule: w.rule(spec.RoleLimit), value: w.withCalls(list...),
			change: wordsf("more than one call: %s", "多于一个调用：%s", name),
			why:    words("running the first of two calls is half a decision", "只执行两个调用中的第一个是半个决定")})
	}
	put("two", Invalid, a, b)
	put("two-of-one-tool", Invalid, a, w.second("call-2", "read_file"))
	put("same-call-twice", Invalid, a, a)
	put("three", Invalid, a, b, w.second("call-3", "read_file"))
	for _, bad := range w.badCalls() {
		put("good-then-"+bad.name, Invalid, a, bad.value)
		put(bad.name+"-then-good", Invalid, bad.value, a)
	}
	if w.shapeOf.Control == nil {
		return
	}
	control := w.controlCall(obj(member(w.shapeOf.Control.Field, str("Which file?"))))
	put("call-then-control", Invalid, a, setAt(control, c.ID, str("call-2")))
	put("control-then-call", Invalid, setAt(control, c.ID, str("call-2")), a)
	put("two-controls", Invalid, control, setAt(control, c.ID, str("call-2")))
}

func (w responseWriter) controlCall(arguments value.Value) value.Object {
	c := w.shapeOf.Calls
	return setAt(setAt(w.call(), c.Name, str(w.shapeOf.Control.Name)), c.Arguments, w.encodeArguments(arguments))
}

// control derives the forms of a call of the reserved tool.
func (w responseWriter) control() {
	control := w.shapeOf.Control
	put := func(name string, kind Kind, arguments value.Value) {
		w.put("control", edit{name: name, kind: kind, rule: w.rule(spec.RoleControl), value: w.withCalls(w.controlCall(arguments)),
			change: wordsf("the reserved tool is called: %s", "调用保留工具：%s", name),
			why:    words("the reserved tool asks the user exactly one question", "保留工具恰好向用户提一个问题")})
	}
	question := member(control.Field, str("Which file do you mean?"))
	put("question", Valid, obj(question))
	for _, t := range textSamples() {
		if t.name != "long" {
			put("keeps-"+t.name, Valid, obj(member(control.Field, t.value)))
		}
	}
	put("no-question", Invalid, obj())
	for _, k := range kindSamples() {
		put("kind-"+k.name, Invalid, obj(member(control.Field, k.value)))
	}
	for _, b := range blankSamples() {
		put(b.name, Invalid, obj(member(control.Field, b.value)))
	}
	for _, alias := range append([]string{"text", "prompt", "message"}, spellings(control.Field)...) {
		put("alias-"+idOf(alias), Invalid, obj(member(alias, question.Value)))
	}
	put("extra-member", Invalid, obj(question, member("options", value.Array{})))
	put("two-questions", Invalid, obj(question, member("question2", str("And which line?"))))
	for _, near := range spellings(control.Name) {
		w.put("control", edit{name: "near-" + idOf(near), kind: Valid, rule: w.rule(spec.RoleCallName), value: w.withCall(w.shapeOf.Calls.Name, str(near)),
			change: wordsf("the tool is called %q, nearly the reserved name", "工具名为 %q，与保留名相近", near),
			why:    words("names match exactly or not at all", "名字要么完全匹配，要么不匹配")})
	}
}

// finals derives the forms of a response without calls.
func (w responseWriter) finals() {
	r := w.shapeOf
	put := func(name string, kind Kind, role spec.Role, v value.Value) {
		w.put("content", edit{name: name, kind: kind, rule: w.rule(role), value: w.withText(v),
			change: wordsf("the text of the answer is another: %s", "回答的文本换成：%s", name),
			why:    words("an answer is what the model wrote, and nothing is no answer", "回答就是模型所写，什么都没有就不是回答")})
	}
	for _, t := range textSamples() {
		put("keeps-"+t.name, Valid, spec.RoleVerbatim, t.value)
	}
	for _, t := range []string{`{"action":"call_tool","name":"read_file","arguments":{}}`, `<tool_call>{"name":"read_file"}</tool_call>`, "```tool_code\nread_file()\n```", "[TOOL_CALLS] [{}]", `read_file(path="README.md")`, "Action: read_file\nAction Input: {}"} {
		put("call-in-text-"+itoa(len(t)), Valid, spec.RoleVerbatim, str(t))
	}
	none := spec.RoleEmpty
	if r.Items != nil {
		none = spec.RoleShape // an item with text that has none
	}
	put("null", Invalid, none, value.Null{})
	put("missing", Invalid, spec.RoleEmpty, nil)
	many := r.Calls.Limit == spec.ManyCalls
	if many {
		put("empty", Invalid, spec.RoleEmpty, str(""))
	} else {
		for _, b := range blankSamples() {
			put(b.name, Invalid, spec.RoleFinal, b.value)
		}
	}
	for _, k := range []sample{{"number", num("1")}, {"true", value.Bool(true)}, {"false", value.Bool(false)}, {"object", obj()}, {"zero", num("0")}} {
		put("kind-"+k.name, Invalid, spec.RoleShape, k.value)
	}
	if many && r.Items == nil {
		for _, k := range []sample{{"null", value.Null{}}, {"empty", value.Array{}}} {
			w.put("calls", edit{name: "none-" + k.name, kind: Valid, rule: w.rule(spec.RoleProvenance), value: w.set(r.Calls.At, k.value),
				change: wordsf("the list of calls is %s", "调用列表为 %s", k.name), why: words("no calls is no call", "没有调用就是没有调用")})
		}
	}
}
