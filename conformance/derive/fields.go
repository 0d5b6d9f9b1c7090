package derive

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// field derives every valid and every minimal-invalid form of one field of one state.
func (d *deriver) field(s *spec.State, f *spec.Field, header bool) {
	if !s.Example.Has(f.Name) { // an optional field the example leaves out: a fault in it needs it to be there
		with := *s
		with.Example = s.Example.With(f.Name, legalFor(f))
		s = &with
	}
	d.absent(s, f, header)
	d.renamed(s, f)
	d.kinds(s, f)
	switch f.Kind {
	case spec.FieldText:
		d.blanks(s, f)
		d.verbatim(s, f, textSamples(), spec.RoleVerbatim)
	case spec.FieldAny:
		d.verbatim(s, f, append(anySamples(), objectSamples()...), spec.RoleAny)
		d.verbatim(s, f, hostInputs(), spec.RoleAny)
	case spec.FieldObject:
		d.verbatim(s, f, append([]sample{{"empty-object", obj()}}, objectSamples()...), spec.RoleAny)
	case spec.FieldArray:
		d.verbatim(s, f, []sample{{"empty-array", value.Array{}}, {"array", value.Array{num("1"), str("x"), value.Null{}}}}, spec.RoleAny)
	case spec.FieldString:
		d.verbatim(s, f, append([]sample{{"empty", str("")}, {"space", str(" ")}}, textSamples()...), spec.RoleVerbatim)
	case spec.FieldBool:
		d.verbatim(s, f, []sample{{"true", value.Bool(true)}, {"false", value.Bool(false)}}, spec.RoleAny)
	case spec.FieldInteger:
		d.verbatim(s, f, []sample{{"zero", num("0")}, {"negative", num("-1")}, {"one-point-zero", num("1.0")}, {"largest-safe", num("9007199254740991")}, {"beyond-safe", num("9007199254740993")}}, spec.RoleNumber)
	case spec.FieldNumber:
		d.verbatim(s, f, []sample{{"zero", num("0")}, {"negative", num("-1.5")}, {"exponent", num("1e21")}, {"fraction", num("0.1")}}, spec.RoleNumber)
	case spec.FieldEnum:
		for _, v := range f.Values {
			d.verbatim(s, f, []sample{{"value-" + idOf(v), str(v)}}, spec.RoleAny)
		}
		d.wrong(s, f, illegal(f, []sample{{"other-value", str(free("other", f.Values))}, {"upper-value", str(strings.ToUpper(f.Values[0]))}, {"padded-value", str(f.Values[0] + " ")}, {"empty", str("")}}))
	case spec.FieldLiteral:
		d.versions(s, f)
	}
}

// absent derives the field left out, and there only by inheritance.
func (d *deriver) absent(s *spec.State, f *spec.Field, header bool) {
	at := place{state: s.Name, field: f.Name}
	held, _ := s.Example.Get(f.Name)
	if f.Optional {
		d.emit(at, edit{name: "absent", kind: Valid, rule: f.Rule, value: s.Example.Without(f.Name),
			change: wordsf("the optional %s is left out", "去掉可选的 %s", f.Name),
			why:    words("optional means that nothing is missing", "可选意味着并未缺失")})
		return
	}
	rule := f.Rule
	if f.MissingRule != "" {
		rule = f.MissingRule
	}
	d.emit(at, edit{name: "missing", kind: Invalid, rule: rule, value: s.Example.Without(f.Name),
		change: wordsf("%s is left out", "去掉 %s", f.Name),
		why:    words("a default for a missing field hides a call the model never finished", "给缺失字段补默认值会掩盖模型没写完的调用")})
	role := spec.RoleInherited
	if f.Kind == spec.FieldAny {
		role = spec.RoleOwn
	}
	d.emit(at, edit{name: "inherited", kind: Invalid, rule: d.rule(role), valueOnly: true,
		value:  host("inherited", member("own", s.Example.Without(f.Name)), member("proto", obj(member(f.Name, held)))),
		change: wordsf("%s is on the prototype only", "%s 只在原型上", f.Name),
		why:    words("a polluted prototype must not complete an action", "被污染的原型不得补全动作")})
	if !isLegalName(d.protocol.Tagged, s, "__proto__") { // a name like any other there
		d.emit(at, edit{name: "in-proto-member", kind: Invalid, rule: d.rule(spec.RolePrototype),
			value:  s.Example.Without(f.Name).With("__proto__", obj(member(f.Name, held))),
			change: wordsf("%s stands inside a member named __proto__", "%s 放在名为 __proto__ 的成员里", f.Name),
			why:    words("copying such a member with assignment sets a prototype", "用赋值复制这样的成员会设置原型")})
	}
	if header {
		return
	}
	for _, wrapper := range []string{"data", "payload", "arguments", "params"} {
		if isLegalName(d.protocol.Tagged, s, wrapper) {
			continue
		}
		d.emit(at, edit{name: "inside-" + wrapper, kind: Invalid, rule: d.rule(spec.RoleNames), tentative: true,
			value:  s.Example.Without(f.Name).With(wrapper, obj(member(f.Name, held))),
			change: wordsf("%s stands inside %s", "%s 放在 %s 里面", f.Name, wrapper),
			why:    words("members are where the protocol says, nowhere else", "成员只能在协议规定的位置")})
	}
}

// renamed derives the near-miss names of a field.
func (d *deriver) renamed(s *spec.State, f *spec.Field) {
	if f.Optional && d.protocol.Tagged.Unknown != spec.Reject {
		return // an optional field under another name is a field left out beside an unknown one
	}
	at := place{state: s.Name, field: f.Name}
	for _, alias := range distinct(f.Aliases, spellings(f.Name)) {
		if isLegalName(d.protocol.Tagged, s, alias) {
			continue
		}
		d.emit(at, edit{name: "alias-" + idOf(alias), kind: Invalid, rule: d.rule(spec.RoleNames), value: s.Example.Renamed(f.Name, alias),
			change: wordsf("%s is spelt %q", "%s 写成了 %q", f.Name, alias),
			why:    words("names are exact; guessing is how two runtimes come to disagree", "名字必须精确；猜测会让两个运行时产生分歧")})
	}
}

// kinds derives the field holding every kind it may not hold.
func (d *deriver) kinds(s *spec.State, f *spec.Field) {
	var wrong []sample
	for _, k := range kindSamples() {
		if !mayHold(f, k.value) {
			wrong = append(wrong, sample{"kind-" + k.name, k.value})
		}
	}
	if f.Kind != spec.FieldAny && f.Kind != spec.FieldText && f.Kind != spec.FieldString && f.Kind != spec.FieldEnum {
		wrong = append(wrong, illegal(f, []sample{{"kind-text", str("text")}, {"kind-empty-text", str("")}})...)
	}
	held, _ := s.Example.Get(f.Name)
	switch f.Kind {
	case spec.FieldText, spec.FieldString, spec.FieldEnum:
		wrong = append(wrong, sample{"array-wrapped", value.Array{held}}, sample{"object-wrapped", obj(member("value", held))})
	case spec.FieldObject:
		text, _ := value.Print(held)
		wrong = append(wrong, sample{"json-text", str(string(text))}, sample{"array-wrapped", value.Array{held}})
	case spec.FieldAny, spec.FieldBool, spec.FieldInteger, spec.FieldNumber, spec.FieldArray, spec.FieldLiteral:
	}
	d.wrong(s, f, wrong)
	if f.Kind == spec.FieldAny {
		return
	}
	text, _ := held.(value.String)
	for _, h := range hostSamples(string(text)) {
		rule := f.Rule
		if strings.HasPrefix(h.name, "boxed") {
			rule = d.rule(spec.RoleBoxed)
		}
		e := d.wrongEdit(s, f, sample{"host-" + h.name, h.value})
		e.rule, e.valueOnly = rule, true
		d.emit(place{state: s.Name, field: f.Name}, e)
	}
}

// legalFor is a value a field may hold.
func legalFor(f *spec.Field) value.Value {
	switch f.Kind {
	case spec.FieldLiteral:
		return f.Literal
	case spec.FieldEnum:
		return str(f.Values[0])
	case spec.FieldText, spec.FieldString:
		return str("sample")
	case spec.FieldBool:
		return value.Bool(true)
	case spec.FieldInteger, spec.FieldNumber:
		return num("1")
	case spec.FieldArray:
		return value.Array{str("item")}
	case spec.FieldAny, spec.FieldObject:
	}
	return obj(member("key", str("value")))
}

// illegal keeps the samples that a field of few values may not hold.
func illegal(f *spec.Field, samples []sample) []sample {
	return slices.DeleteFunc(samples, func(s sample) bool {
		text, isText := s.value.(value.String)
		return isText && slices.Contains(f.Values, string(text)) || f.Literal != nil && value.Equal(s.value, f.Literal)
	})
}

// free is the given text, or one that begins so and is none of the given ones.
func free(text string, taken []string) string {
	for slices.Contains(taken, text) {
		text += "_either"
	}
	return text
}

// mayHold reports whether a sample is legal for a field, by its kind alone.
func mayHold(f *spec.Field, v value.Value) bool {
	switch f.Kind {
	case spec.FieldAny:
		return true
	case spec.FieldText, spec.FieldString, spec.FieldEnum:
		return v.Kind() == value.KindString
	case spec.FieldBool:
		return v.Kind() == value.KindBool
	case spec.FieldInteger, spec.FieldNumber:
		return v.Kind() == value.KindNumber
	case spec.FieldObject:
		return v.Kind() == value.KindObject
	case spec.FieldArray:
		return v.Kind() == value.KindArray
	case spec.FieldLiteral:
		return value.Equal(v, f.Literal)
	}
	return false
}

func (d *deriver) wrong(s *spec.State, f *spec.Field, samples []sample) {
	for _, w := range samples {
		d.emit(place{state: s.Name, field: f.Name}, d.wrongEdit(s, f, w))
	}
}

func (d *deriver) wrongEdit(s *spec.State, f *spec.Field, w sample) edit {
	return edit{name: w.name, kind: Invalid, rule: f.Rule, value: s.Example.With(f.Name, w.value),
		change: wordsf("%s is wrong: %s", "%s 不正确：%s", f.Name, w.name),
		why:    words("a wrong value is refused, never coerced", "错误的值必须拒绝，绝不强制转换")}
}

// blanks derives a text field without a character anyone could see.
func (d *deriver) blanks(s *spec.State, f *spec.Field) {
	for _, b := range blankSamples() {
		rule := f.Rule
		if strings.HasPrefix(b.name, "unicode-") {
			rule = d.rule(spec.RoleUnicodeBlank)
		}
		d.emit(place{state: s.Name, field: f.Name}, edit{name: b.name, kind: Invalid, rule: rule, value: s.Example.With(f.Name, b.value),
			change: wordsf("%s is blank: %s", "%s 为空白：%s", f.Name, b.name),
			why:    words("a text nobody can see says nothing", "看不见的文本什么也没说")})
	}
}

// verbatim derives legal values of a field that must come through unchanged.
func (d *deriver) verbatim(s *spec.State, f *spec.Field, samples []sample, role spec.Role) {
	for _, v := range samples {
		d.emit(place{state: s.Name, field: f.Name}, edit{name: "keeps-" + v.name, kind: Valid, rule: d.rule(role), value: s.Example.With(f.Name, v.value),
			change: wordsf("%s holds another legal value: %s", "%s 换成另一个合法值：%s", f.Name, v.name),
			why:    words("what the model said must arrive as it was said", "模型所说的必须原样到达")})
	}
}

// versions derives the wrong values of a field that may hold one value only.
func (d *deriver) versions(s *spec.State, f *spec.Field) {
	n, ok := f.Literal.(value.Number)
	if !ok {
		d.wrong(s, f, illegal(f, []sample{{"other-text", str("other")}, {"another-text", str("another")}}))
		return
	}
	text := string(n)
	numbers := func(samples ...sample) []sample { // what no number can be spelt like is left out
		return slices.DeleteFunc(samples, func(s sample) bool {
			n, isNumber := s.value.(value.Number)
			return isNumber && !n.IsJSON()
		})
	}
	wrong := []sample{
		{"as-text", str(text)}, {"prefixed-text", str("v" + text)}, {"fraction", num(text + ".5")}, {"dotted-text", str(text + ".0")},
		{"negative", num("-" + text)}, {"higher", num(text + "1")}, {"array-wrapped", value.Array{n}}, {"latest", str("latest")},
		{"minor-fraction", num(text + ".1")}, {"nearly", num(text + ".0000000000000000000001")},
	}
	for _, v := range []string{"0", "1", "2", "3", "99"} {
		if !value.Equal(num(v), n) {
			wrong = append(wrong, sample{"version-" + v, num(v)})
		}
	}
	d.wrong(s, f, illegal(f, numbers(wrong...)))
	d.verbatim(s, f, numbers(sample{"point-zero", num(text + ".0")}, sample{"exponent", num(text + "e0")}), spec.RoleNumber)
}
