package derive

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// setAt returns a copy of an object in which the member at a path (with slashes) holds v; nil removes it.
func setAt(o value.Object, path string, v value.Value) value.Object {
	step, rest, more := strings.Cut(path, "/")
	if !more {
		if v == nil {
			return o.Without(step)
		}
		return o.With(step, v)
	}
	inner, _ := o.Get(step)
	object, _ := inner.(value.Object)
	return o.With(step, setAt(object, rest, v))
}

func getAt(o value.Object, path string) value.Value {
	step, rest, more := strings.Cut(path, "/")
	v, _ := o.Get(step)
	if !more {
		return v
	}
	inner, _ := v.(value.Object)
	return getAt(inner, rest)
}

// contentResponse is the complete response whose content is a text, for protocols whose action is in it.
func (d *deriver) contentResponse(text string) value.Object {
	r := d.protocol.Response
	o := setAt(nil, r.Content, str(text))
	o = setAt(o, r.Calls.At, value.Array{})
	o = setAt(o, r.Finish.At, str(r.Finish.Final[0]))
	if r.Incomplete != "" {
		o = setAt(o, r.Incomplete, value.Array{})
	}
	return o
}

// response derives the cases of a protocol that judges complete model responses.
func (d *deriver) response() {
	r := d.protocol.Response
	if d.protocol.Tagged != nil {
		s := &d.protocol.Tagged.States[0]
		w := d.responses("content", d.contentResponse(string(printed(s.Example))))
		w.shape()
		w.finish(false)
		w.strayCalls()
		return
	}
	calls := d.responses("call", r.Example)
	calls.example()
	calls.shape()
	if r.Single() {
		calls.single()
		calls.calls()
		calls.arguments()
		calls.texts()
		return
	}
	calls.finish(true)
	if r.Items != nil {
		calls.items()
	}
	calls.contents()
	calls.calls()
	calls.arguments()
	if r.Control != nil {
		calls.control()
	}
	if r.Calls.Limit == spec.ManyCalls {
		calls.groups()
	} else {
		calls.several()
	}
	calls.texts()
	final := d.responses("final", r.Final)
	final.example()
	final.finish(false)
	final.finals()
	if r.Items != nil {
		final.finalItems()
	}
	final.texts()
}

// responses makes the writer of cases derived from one legal response.
func (d *deriver) responses(state string, base value.Object) responseWriter {
	return responseWriter{deriver: d, at: place{state: state, response: true}, base: base, shapeOf: d.protocol.Response}
}

// responseWriter derives forms of one legal response.
type responseWriter struct {
	*deriver
	at      place
	base    value.Object
	shapeOf *spec.Response
}

func (w responseWriter) put(field string, e edit) {
	at := place{state: w.at.state, field: field, own: true, response: true}
	if w.does(wire.OpParse) {
		w.emitRequest(w.protocol.ID+"/"+at.path(e.name), at, e, wire.ParseRequest{Protocol: w.protocol.ID, Value: e.value})
	}
	if w.protocol.Tagged == nil && w.does(wire.OpDecode) && !e.valueOnly {
		if text, err := value.Print(e.value); err == nil {
			w.emitRequest(w.protocol.ID+"/text/"+at.path(e.name), at, e, wire.DecodeRequest{Protocol: w.protocol.ID, Text: text})
		}
	}
}

func (w responseWriter) set(path string, v value.Value) value.Object { return setAt(w.base, path, v) }

func (w responseWriter) example() {
	w.put("", edit{name: "example", kind: Valid, rule: w.rule(spec.RoleProvenance), value: w.base,
		change: words("nothing: the example of the table", "不作改动：表中的示例"),
		why:    words("a suite that refuses everything must not pass", "拒绝一切的实现不能通过")})
	req := wire.ParseRequest{Protocol: w.protocol.ID, Value: w.base}
	w.bind(w.at.path("same/legal-again"), w.at.state, Again, edit{name: "legal-again", kind: Metamorphic, rule: w.rule(spec.RolePure),
		change: words("the same response is sent three times", "同一响应发送三次"),
		why:    words("a parser with a memory tells another story at replay", "有记忆的解析器在重放时说法不一")}, req, req, req)
}

// shape derives what is no response.
func (w responseWriter) shape() {
	why := words("an error page or an empty body is not a response", "错误页或空响应体不是响应")
	for _, k := range kindSamples() {
		if k.value.Kind() == value.KindObject {
			continue
		}
		w.put("shape", edit{name: k.name, kind: Invalid, rule: w.rule(spec.RoleShape), value: k.value,
			change: wordsf("the whole response is %s", "整个响应为 %s", k.name), why: why})
	}
	w.put("shape", edit{name: "text", kind: Invalid, rule: w.rule(spec.RoleShape), value: str("<html>502</html>"),
		change: words("the whole response is a text", "整个响应是一段文本"), why: why})
	w.put("shape", edit{name: "array-of-response", kind: Invalid, rule: w.rule(spec.RoleShape), value: value.Array{w.base},
		change: words("the response is wrapped in an array", "响应被包进数组"), why: why})
	w.put("shape", edit{name: "error-object", kind: Invalid, rule: w.rule(spec.RoleShape), value: obj(member("error", obj(member("message", str("overloaded"))))), tentative: true,
		change: words("the response is a provider's error object", "响应是提供方的错误对象"), why: why})
	if parent, _, nested := strings.Cut(w.shapeOf.Content, "/"); nested {
		for _, k := range []sample{{"missing", nil}, {"null", value.Null{}}, {"text", str("x")}, {"number", num("1")}, {"array", value.Array{}}} {
			w.put(parent, edit{name: k.name, kind: Invalid, rule: w.rule(spec.RoleShape), value: w.set(parent, k.value),
				change: wordsf("%s is %s", "%s 为 %s", parent, k.name), why: why})
		}
	}
	path := w.shapeOf.Calls.At
	if w.shapeOf.Single() {
		return
	}
	for _, k := range kindSamples() {
		switch k.value.(type) {
		case value.Array, value.Null, value.Undefined:
			continue
		default: // nothing to do for the others
		}
		if list, _ := getAt(w.base, path).(value.Array); len(list) == 0 {
			continue
		}
		w.put("calls", edit{name: "kind-" + k.name, kind: Invalid, rule: w.rule(spec.RoleShape), value: w.set(path, k.value),
			change: wordsf("the list of calls is %s", "调用列表为 %s", k.name), why: words("what is no list of calls holds no call", "不是调用列表就没有调用")})
	}
	if w.shapeOf.Items != nil {
		for _, k := range []sample{{"missing", nil}, {"null", value.Null{}}} {
			w.put("calls", edit{name: k.name, kind: Invalid, rule: w.rule(spec.RoleShape), value: w.set(path, k.value),
				change: wordsf("the list is %s", "列表为 %s", k.name), why: words("a response without its list is not an empty one", "没有列表的响应不等于空响应")})
		}
	}
	for _, k := range kindSamples() {
		if k.value.Kind() == value.KindObject || k.value.Kind() == value.KindUndefined {
			continue
		}
		w.put("calls", edit{name: "element-" + k.name, kind: Invalid, rule: w.rule(spec.RoleShape), value: w.set(path, value.Array{k.value}), tentative: true,
			change: wordsf("a call is %s", "某个调用为 %s", k.name), why: words("what is no object is no call", "不是对象就不是调用")})
	}
	if list, _ := getAt(w.base, path).(value.Array); len(list) > 0 {
		w.put("calls", edit{name: "not-in-a-list", kind: Invalid, rule: w.rule(spec.RoleShape), value: w.set(path, w.call()),
			change: words("the one call stands outside a list", "唯一的调用不在列表里"), why: words("what is no list of calls holds no call", "不是调用列表就没有调用")})
	}
}

// finish derives the finish reasons under which nothing of the response may be used.
func (w responseWriter) finish(withCalls bool) {
	f := w.shapeOf.Finish
	many := w.shapeOf.Calls.Limit == spec.ManyCalls
	unknown, kind := spec.RoleUnknownEnd, Invalid
	if many && !withCalls {
		kind = Free // text that was cut off may be shown
	}
	put := func(name string, v value.Value, role spec.Role) {
		w.put("finish", edit{name: name, kind: kind, rule: w.rule(role), value: w.set(f.At, v),
			change: wordsf("the response ended otherwise: %s", "响应以别的方式结束：%s", name),
			why:    words("what was cut off may look complete", "被截断的内容可能看起来完整")})
	}
	for _, r := range f.Incomplete {
		put("incomplete-"+idOf(r), str(r), spec.RoleIncomplete)
	}
	known := map[string]bool{}
	for _, r := range append(append(append([]string{}, f.Final...), f.Calls...), f.Incomplete...) {
		known[r] = true
	}
	others := []string{"unknown", "error", "other", "cancelled", "timeout", "content_filter", "content_filtered", "max_tokens", "end_turn", "tool_use", "function_call",
		"STOP", "Stop", "stop ", "Tool_Calls", "tool-calls", "toolCalls", "tool_call", "tool_calls ", "LENGTH", "null", ""}
	kinds := []sample{{"null", value.Null{}}, {"missing", nil}, {"number", num("0")}, {"true", value.Bool(true)}, {"array", value.Array{str(f.Final[0])}}, {"object", obj(member("type", str(f.Final[0])))}}
	if kind == Free {
		others, kinds = others[:1], kinds[:3] // any answer is legal; only a crash is looked for
	}
	for _, r := range others {
		if !known[r] {
			put("unknown-"+idOf(strings.ReplaceAll(r, " ", "_")), str(r), unknown)
		}
	}
	for _, k := range kinds {
		put("kind-"+k.name, k.value, unknown)
	}
	for _, other := range append(append([]string{}, f.Final...), f.Calls...) {
		if value.Equal(getAt(w.base, f.At), str(other)) {
			continue
		}
		e := edit{name: "other-" + idOf(other), kind: Free, rule: w.rule(spec.RoleConsistent), value: w.set(f.At, str(other)),
			change: wordsf("the finish reason is %s", "结束原因为 %s", other),
			why:    words("reason and calls that disagree mean that one of them is wrong", "原因与调用不一致说明其中之一有错")}
		held, _ := getAt(w.base, f.At).(value.String)
		switch alike := slices.Contains(f.Final, string(held)) == slices.Contains(f.Final, other); {
		case alike:
			e.kind = Valid
			e.why = words("reasons that mean the same are judged the same", "含义相同的原因，判定也相同")
		case f.Strict || w.protocol.Tagged != nil:
			e.kind = Invalid
		}
		w.put("finish", e)
	}
	if w.shapeOf.Incomplete == "" {
		return
	}
	for _, frag := range []sample{
		{"call-fragment", value.Array{obj(member("id", str("call-2")), member("name", str("read_file")), member("arguments", str(`{"pa`)))}},
		{"empty-fragment", value.Array{obj()}}, {"text-fragment", value.Array{str(`{"path":`)}}, {"null-fragment", value.Array{value.Null{}}},
		{"same-call", value.Array{obj(member("id", str("call-1")))}}, {"two-fragments", value.Array{obj(), obj()}},
	} {
		w.put("incomplete", edit{name: frag.name, kind: Invalid, rule: w.rule(spec.RoleIncomplete), value: w.set(w.shapeOf.Incomplete, frag.value),
			change: wordsf("the response holds an incomplete call: %s", "响应含不完整的调用：%s", frag.name),
			why:    words("one incomplete fragment makes the whole response incomplete", "一个不完整片段使整个响应不完整")})
	}
}

// texts derives the text forms of the response.
func (w responseWriter) texts() {
	if !w.does(wire.OpDecode) {
		return
	}
	t := textWriter{deriver: w.deriver, at: place{state: w.at.state, field: "json", own: true, response: true}, base: w.base, plain: printed(w.base)}
	t.surroundings()
	t.relaxed()
	t.cutOff()
	t.bytes()
	t.duplicates()
}

// strayCalls derives native calls in a response that must have none.
func (w responseWriter) strayCalls() {
	r := w.shapeOf
	call := setAt(setAt(setAt(nil, r.Calls.ID, str("call-1")), r.Calls.Name, str("read_file")), r.Calls.Arguments, obj(member("path", str("README.md"))))
	for _, n := range []int{1, 2} {
		list := value.Array{}
		for range n {
			list = append(list, call)
		}
		for _, reason := range append(append([]string{}, r.Finish.Final...), r.Finish.Calls...) {
			w.put("calls", edit{name: []string{"", "one-call-", "two-calls-"}[n] + idOf(reason), kind: Invalid, rule: w.rule(spec.RoleConsistent),
				value:  setAt(w.set(r.Calls.At, list), r.Finish.At, str(reason)),
				change: wordsf("%d native calls stand beside the text, ended with %s", "文本旁有 %d 个原生调用，以 %s 结束", n, reason),
				why:    words("two proposals in one response are not one action", "一个响应里的两个提议不是一个动作")})
		}
	}
	for _, k := range []sample{{"null", value.Null{}}, {"missing", nil}, {"number", num("1")}, {"object", obj()}, {"array", value.Array{str("x")}}, {"bool", value.Bool(true)}} {
		w.put("content", edit{name: "kind-" + k.name, kind: Invalid, rule: w.rule(spec.RoleEmpty), value: w.set(r.Content, k.value),
			change: wordsf("the content is %s", "content 为 %s", k.name), why: words("without text there is no action", "没有文本就没有动作")})
	}
	if o, err := value.Parse([]byte(string(getAt(w.base, r.Content).(value.String)))); err == nil {
		w.put("content", edit{name: "decoded-object", kind: Invalid, rule: w.rule(spec.RoleEmpty), value: w.set(r.Content, o),
			change: words("the content is the action itself, not its text", "content 是动作本身而不是其文本"), why: words("a wire has one form", "线格式只有一种形式")})
	}
}
