package derive

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// call is the one call of the base response.
func (w responseWriter) call() value.Object {
	r := w.shapeOf
	if r.Single() {
		return w.base
	}
	list, _ := getAt(w.base, r.Calls.At).(value.Array)
	o, _ := list[w.callIndex()].(value.Object)
	return o
}

// callIndex is the place of the one call in the list of the base response.
func (w responseWriter) callIndex() int {
	if items := w.shapeOf.Items; items != nil {
		list, _ := getAt(w.base, items.At).(value.Array)
		for i, e := range list {
			o, _ := e.(value.Object)
			if value.Equal(orNull(getAt(o, items.Type)), str(items.Call)) {
				return i
			}
		}
	}
	return 0
}

// withCall is the base response with its call changed.
func (w responseWriter) withCall(path string, v value.Value) value.Object {
	return w.withCalls(setAt(w.call(), path, v))
}

// withCalls is the base response with other calls in the place of its one; what else is in the list stays.
func (w responseWriter) withCalls(calls ...value.Value) value.Object {
	r := w.shapeOf
	if r.Single() {
		o, _ := calls[0].(value.Object)
		return o
	}
	if r.Items == nil {
		return w.set(r.Calls.At, value.Array(calls))
	}
	list, _ := getAt(w.base, r.Calls.At).(value.Array)
	i := w.callIndex()
	return w.set(r.Calls.At, slices.Concat(list[:i:i], value.Array(calls), list[i+1:]))
}

// withText is the base response with another text; nil takes the text out.
func (w responseWriter) withText(v value.Value) value.Object {
	items := w.shapeOf.Items
	if items == nil {
		return w.set(w.shapeOf.Content, v)
	}
	var out value.Array
	if v != nil {
		out = append(out, w.textItem(v))
	}
	list, _ := getAt(w.base, items.At).(value.Array)
	for _, e := range list {
		o, _ := e.(value.Object)
		if !value.Equal(orNull(getAt(o, items.Type)), str(items.Text)) {
			out = append(out, e)
		}
	}
	return w.set(items.At, out)
}

// textItem is an item with the given text, made of that of the example of a final answer.
func (w responseWriter) textItem(v value.Value) value.Object {
	items := w.shapeOf.Items
	list, _ := getAt(w.shapeOf.Final, items.At).(value.Array)
	for _, e := range list {
		o, _ := e.(value.Object)
		if !value.Equal(orNull(getAt(o, items.Type)), str(items.Text)) {
			continue
		}
		if items.Parts == nil {
			return setAt(o, items.TextAt, v)
		}
		parts, _ := getAt(o, items.Parts.At).(value.Array)
		part, _ := parts[0].(value.Object)
		return setAt(o, items.Parts.At, value.Array{setAt(part, items.Parts.TextAt, v)})
	}
	return nil
}

// contents derives what may stand beside a call without changing it.
func (w responseWriter) contents() {
	for _, c := range []sample{
		{"null", value.Null{}}, {"empty", str("")}, {"space", str(" ")}, {"text", str("I will read the file.")}, {"lines", str("a\nb\n")},
		{"action-text", str(`{"action":"final","text":"done"}`)}, {"final-claim", str("Final answer: 42")}, {"tag-text", str("<tool_call>{}</tool_call>")}, {"long", str(repeat("0123456789abcdef", 4096))},
	} {
		if w.shapeOf.Items != nil && c.value.Kind() == value.KindNull {
			continue // no text is no item
		}
		w.put("content", edit{name: "beside-" + c.name, kind: Valid, rule: w.rule(spec.RoleBeside), value: w.withText(c.value),
			change: wordsf("the text beside the call is another: %s", "调用旁的文本换成：%s", c.name),
			why:    words("text beside a call neither hides nor changes it", "调用旁的文本既不掩盖也不改变调用")})
	}
}

// calls derives the faults of a call's id, name and type.
func (w responseWriter) calls() {
	c := w.shapeOf.Calls
	if c.ID != "" {
		w.callText(c.ID, "id", spec.RoleCallID)
	}
	w.callText(c.Name, "name", spec.RoleCallName)
	for _, extra := range []value.Member{member("index", num("0")), member("extra", str("x")), member("__proto__", obj(member("arguments", obj())))} {
		w.put("call", edit{name: "beside-" + idOf(extra.Name), kind: Valid, rule: w.rule(spec.RoleProvenance),
			value:  w.withCalls(append(w.call()[:len(w.call()):len(w.call())], extra)),
			change: wordsf("the call has a further member %q", "调用多了一个成员 %q", extra.Name),
			why:    words("providers add members; they neither steer nor leak", "提供方会增加成员；它们既不起作用也不泄漏")})
	}
	if c.Type == "" {
		return
	}
	for _, t := range []sample{
		{"custom", str("custom")}, {"web-search", str("web_search_call")}, {"code", str("code_interpreter")}, {"upper", str(strings.ToUpper(c.TypeValue))}, {"capital", str(capital(c.TypeValue))},
		{"padded", str(c.TypeValue + " ")}, {"plural", str(c.TypeValue + "s")}, {"text", str("text")}, {"empty", str("")}, {"null", value.Null{}}, {"number", num("1")}, {"object", obj()}, {"array", value.Array{str(c.TypeValue)}},
	} {
		kind := Invalid
		if t.value.Kind() == value.KindNull {
			kind = Free // as good as none
		}
		w.put("type", edit{name: t.name, kind: kind, rule: w.rule(spec.RoleCallType), value: w.withCall(c.Type, t.value),
			change: wordsf("the type of the call is %s", "调用的类型为 %s", t.name),
			why:    words("an unknown kind of call is nothing to be guessed at", "未知种类的调用不能猜")})
	}
	w.put("type", edit{name: "missing", kind: Free, rule: w.rule(spec.RoleCallType), value: w.withCall(c.Type, nil),
		change: words("the call has no type", "调用没有类型"),
		why:    words("some providers leave it out; the rules leave it open", "有的提供方不写；规则未作规定")})
}

// callText derives the forms of a text of the call.
func (w responseWriter) callText(path, field string, role spec.Role) {
	many := w.shapeOf.Calls.Limit == spec.ManyCalls
	kind := Invalid
	if many && role == spec.RoleCallID {
		kind = Free // refused, or given one id: the judgement holds it to that
	}
	put := func(s sample) {
		r := w.rule(role)
		if strings.HasPrefix(s.name, "unicode-") {
			r = w.rule(spec.RoleUnicodeBlank)
			if many && role == spec.RoleCallID {
				r = w.rule(role)
			}
		}
		w.put(field, edit{name: s.name, kind: kind, rule: r, value: w.withCall(path, s.value),
			change: wordsf("the call's %s is wrong: %s", "调用的 %s 不正确：%s", field, s.name),
			why:    words("a call that cannot be named or answered is no call", "无法指名或回答的调用不是调用")})
	}
	put(sample{"missing", nil})
	for _, k := range kindSamples() {
		put(sample{"kind-" + k.name, k.value})
	}
	put(sample{"array-wrapped", value.Array{getAt(w.call(), path)}})
	for _, b := range blankSamples() {
		put(b)
	}
	for _, t := range append(textSamples(), sample{"unregistered", str("a_name_nobody_registered")}, sample{"long-name", str(repeat("0123456789abcdef", 16))}) {
		if t.name == "long" {
			continue
		}
		w.put(field, edit{name: "keeps-" + t.name, kind: Valid, rule: w.rule(spec.RoleProvenance), value: w.withCall(path, t.value),
			change: wordsf("the call's %s is another legal text: %s", "调用的 %s 换成另一个合法文本：%s", field, t.name),
			why:    words("names and ids match exactly or not at all", "名字和 id 要么完全匹配，要么不匹配")})
	}
}

// arguments derives the forms of a call's arguments.
func (w responseWriter) arguments() {
	c := w.shapeOf.Calls
	put := func(kind Kind, role spec.Role, s sample) {
		var extra []Need
		if text, ok := s.value.(value.String); ok && c.Encoding == spec.EncodingText {
			extra = textNeeds([]byte(text))
		}
		w.put("arguments", edit{name: s.name, kind: kind, rule: w.rule(role), value: w.withCall(c.Arguments, s.value), extra: extra,
			change: wordsf("the arguments are %s", "参数为 %s", s.name),
			why:    words("arguments are taken as they are or refused, never made up", "参数要么原样采用，要么拒绝，绝不编造")})
	}
	none, noneRole := Invalid, spec.RoleNoArguments
	if c.Optional {
		none, noneRole = Valid, spec.RoleAbsentArgs
	}
	put(none, noneRole, sample{"missing", nil})
	parent, leaf := "", c.Arguments
	if i := strings.LastIndexByte(leaf, '/'); i >= 0 {
		parent, leaf = leaf[:i+1], leaf[i+1:]
	}
	held := getAt(w.call(), c.Arguments)
	for _, alias := range distinct([]string{"args", "input", "parameters", "params"}, nearly(leaf)) {
		if alias == leaf || getAt(w.call(), parent+alias) != nil {
			continue
		}
		w.put("arguments", edit{name: "alias-" + idOf(alias), kind: none, rule: w.rule(noneRole),
			value:  w.withCalls(setAt(setAt(w.call(), c.Arguments, nil), parent+alias, held)),
			change: wordsf("the arguments are spelt %q", "参数写成了 %q", alias),
			why:    words("names are exact; guessing is how two runtimes come to disagree", "名字必须精确；猜测会让两个运行时产生分歧")})
	}
	put(Invalid, spec.RoleNoArguments, sample{"null", value.Null{}})
	if c.Encoding == spec.EncodingText {
		w.argumentTexts(put)
		return
	}
	for _, k := range kindSamples() {
		if k.value.Kind() == value.KindUndefined && (c.Optional || c.Limit == spec.ManyCalls) {
			continue // as good as absent
		}
		if k.value.Kind() != value.KindObject && k.value.Kind() != value.KindNull {
			put(Invalid, spec.RoleArguments, sample{"kind-" + k.name, k.value})
		}
	}
	text := string(printed(getAt(w.call(), c.Arguments)))
	for _, s := range []sample{{"json-text", str(text)}, {"empty-text", str("")}, {"blank-text", str(" ")}, {"empty-object-text", str("{}")}, {"array-wrapped", value.Array{getAt(w.call(), c.Arguments)}}, {"plain-text", str("README.md")}} {
		put(Invalid, spec.RoleArguments, s)
	}
	for _, s := range append([]sample{{"empty-object", obj()}}, objectSamples()...) {
		put(Valid, spec.RoleProvenance, sample{"keeps-" + s.name, s.value})
	}
}

// nearly are the spellings of a name, after its best known synonym where it is not that itself.
func nearly(leaf string) []string {
	if leaf == "arguments" {
		return spellings(leaf)
	}
	return append([]string{"arguments"}, spellings(leaf)...)
}

// bareName is the text of an object in which the first name has no quotes.
func bareName(text string) string {
	v, _ := value.Parse([]byte(text))
	o, _ := v.(value.Object)
	if len(o) == 0 {
		return text
	}
	quoted := string(printed(str(o[0].Name)))
	return strings.Replace(text, quoted, quoted[1:len(quoted)-1], 1)
}

// argumentTexts derives arguments that are the text of an object.
func (w responseWriter) argumentTexts(put func(Kind, spec.Role, sample)) {
	held, _ := getAt(w.call(), w.shapeOf.Calls.Arguments).(value.String)
	t := string(held)
	put(Free, spec.RoleArguments, sample{"object", obj(member("path", str("README.md")))})
	put(Free, spec.RoleArguments, sample{"empty-object", obj()})
	for _, k := range kindSamples() {
		switch k.value.(type) {
		case value.Object, value.Null, value.Undefined:
			continue
		default: // nothing to do for the others
		}
		put(Invalid, spec.RoleArguments, sample{"kind-" + k.name, k.value})
		put(Invalid, spec.RoleArguments, sample{"text-of-" + k.name, str(string(printed(k.value)))})
	}
	put(Invalid, spec.RoleNoArguments, sample{"text-of-null", str("null")})
	put(Invalid, spec.RoleArguments, sample{"double-encoded", str(string(printed(str(t))))})
	put(Invalid, spec.RoleArguments, sample{"text-of-text", str(`"README.md"`)})
	put(Invalid, spec.RoleArguments, sample{"array-around", str("[" + t + "]")})
	for _, b := range blankSamples() {
		if !strings.HasPrefix(b.name, "unicode-") && b.name != "form-feed" && b.name != "vertical-tab" {
			put(Free, spec.RoleBlankArgs, sample{"blank-" + b.name, b.value})
		}
	}
	for _, s := range objectSamples() {
		put(Valid, spec.RoleProvenance, sample{"keeps-" + s.name, str(string(printed(s.value)))})
	}
	put(Valid, spec.RoleProvenance, sample{"keeps-empty-object", str("{}")})
	put(Valid, spec.RoleProvenance, sample{"keeps-white-space", str(" {\n \"path\" : \"README.md\" }\n")})
	put(Valid, spec.RoleProvenance, sample{"keeps-escapes", str(`{"p\u0061th":"README\u002emd"}`)})
	for i := 1; i < len(t); i++ {
		put(Invalid, spec.RoleArgumentText, sample{"cut-" + strings.Repeat("0", max(0, 3-len(itoa(i)))) + itoa(i), str(t[:i])})
	}
	for _, m := range []struct{ name, text string }{
		{"fence", "```json\n" + t + "\n```"}, {"prose-before", "Arguments: " + t}, {"prose-after", t + " ok"}, {"two-documents", t + t}, {"brace-after", t + "}"}, {"comma-after", t + ","},
		{"trailing-comma", t[:len(t)-1] + ",}"}, {"single-quotes", strings.ReplaceAll(t, `"`, "'")}, {"bare-name", bareName(t)}, {"comment", t + "// x"},
		{"no-braces", t[1 : len(t)-1]}, {"plain-text", "README.md"}, {"key-value", "path=README.md"}, {"yaml", "path: README.md"}, {"xml", "<path>README.md</path>"}, {"undefined", "undefined"}, {"none", "None"},
		{"raw-newline", "{\"path\":\"a\nb\"}"}, {"raw-tab", "{\"path\":\"a\tb\"}"}, {"nan", `{"path":NaN}`}, {"python-true", `{"path":True}`}, {"bad-escape", `{"path":"C:\dir\new"}`}, {"hex", `{"path":0x1F}`}, {"leading-zero", `{"path":01}`},
		{"missing-colon", `{"path" "README.md"}`}, {"missing-comma", `{"a":1 "b":2}`}, {"nested-cut", `{"path":"README.md","options":{"a":[1,2`}, {"colon-cut", `{"path":`}, {"inner-quotes", `{"path":"say "hi""}`}, {"byte-order-mark-inside", "{\ufeff\"path\":1}"},
	} {
		if m.text == t {
			continue // an object without members has no name to be bare
		}
		put(Invalid, spec.RoleArgumentText, sample{"malformed-" + m.name, str(m.text)})
	}
	for _, m := range []struct{ name, text string }{{"other-last", `{"path":"README.md","path":"other"}`}, {"same", `{"path":"README.md","path":"README.md"}`}, {"nested", `{"a":{"b":1,"b":2}}`}} {
		put(Invalid, spec.RoleArgumentDup, sample{"duplicate-" + m.name, str(m.text)})
	}
}
