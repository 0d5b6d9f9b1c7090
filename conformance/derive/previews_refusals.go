package derive

import (
	secrets "github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// refusals derives what parse refuses: for the reason, and for a secret in it.
func (p previewer) refusals(s *spec.State) {
	t := p.protocol.Tagged
	agree := func(field, name string, v value.Value, change spec.Text) {
		p.put(place{state: s.Name, field: field}, edit{name: name, kind: Invalid, rule: p.rule(spec.RedactAgree), value: v, tentative: true, change: change,
			why: words("a preview is no second, laxer parser", "预览不是第二个更宽松的解析器")})
	}
	tag := t.Discriminator
	agree(tag, "missing", s.Example.Without(tag), wordsf("%s is left out", "去掉 %s", tag))
	agree(tag, "null", s.Example.With(tag, value.Null{}), wordsf("%s is null", "%s 为 null", tag))
	agree(tag, "blank", s.Example.With(tag, str(" ")), wordsf("%s is blank", "%s 为空白", tag))
	agree(tag, "unknown", s.Example.With(tag, str("unheard_of")), wordsf("%s is a literal no row has", "%s 是没有任何行使用的字面量", tag))
	for _, list := range [][]spec.Field{t.Header, s.Fields} {
		for i := range list {
			f := &list[i]
			if f.Optional {
				continue
			}
			agree(f.Name, "missing", s.Example.Without(f.Name), wordsf("%s is left out", "去掉 %s", f.Name))
			if f.Kind == spec.FieldAny {
				continue
			}
			agree(f.Name, "number", s.Example.With(f.Name, num("7351")), wordsf("%s is a number", "%s 是数字", f.Name))
			agree(f.Name, "null", s.Example.With(f.Name, value.Null{}), wordsf("%s is null", "%s 为 null", f.Name))
			if f.Kind == spec.FieldText {
				agree(f.Name, "blank", s.Example.With(f.Name, str("  ")), wordsf("%s is blank", "%s 为空白", f.Name))
			}
		}
	}
	p.silences(s)
}

// silences plants a secret in every place of an action that is refused.
func (p previewer) silences(s *spec.State) {
	t := p.protocol.Tagged
	stand := secrets.StandIn(secrets.Plain())
	secret := str(stand.Text)
	const beside = "beside" // where what no row names stands
	put := func(field, name string, v value.Value) {
		p.put(place{state: s.Name, field: field, own: field == beside}, edit{name: "silent-" + name, kind: Invalid, rule: p.rule(spec.RedactSilent), value: v, canary: stand.Text, form: stand.Form, tentative: true,
			change: words("a secret stands in an action that is refused", "被拒绝的动作里有秘密"),
			why:    words("the malformed call is the one that gets logged", "被记录下来的正是畸形的调用")})
	}
	tag := t.Discriminator
	put(tag, "literal", s.Example.With(tag, secret))
	put(tag, "bearer", s.Example.With(tag, str("Bearer "+stand.Text)))
	put(tag, "object", s.Example.With(tag, obj(member("value", secret))))
	put(beside, "missing-tag", s.Example.Without(tag).With("extra", secret))
	put(beside, "unknown-name", s.Example.With(tag, value.Null{}).With(stand.Text, value.Bool(true)))
	for _, list := range [][]spec.Field{t.Header, s.Fields} {
		for i := range list {
			f := &list[i]
			if f.Kind == spec.FieldAny || f.Optional {
				if f.Kind == spec.FieldAny {
					put(f.Name, "beside-fault", s.Example.With(f.Name, obj(member("note", secret))).With(tag, str("unheard_of")))
				}
				continue
			}
			put(f.Name, "array", s.Example.With(f.Name, value.Array{secret}))
			put(f.Name, "object", s.Example.With(f.Name, obj(member("token", secret))))
			put(f.Name, "key", s.Example.With(f.Name, obj(member(stand.Text, num("1")))))
			for k := range s.Fields {
				if other := &s.Fields[k]; other.Name != f.Name && (other.Kind == spec.FieldAny || other.Kind == spec.FieldText) {
					put(f.Name, "with-"+idOf(other.Name), s.Example.With(other.Name, secret).With(f.Name, value.Null{}))
				}
			}
		}
	}
}

// containers derives previews of what is no object.
func (p previewer) containers(example value.Object) {
	for _, k := range kindSamples() {
		if k.value.Kind() == value.KindObject {
			continue
		}
		p.put(place{}, edit{name: "container/" + k.name, kind: Invalid, rule: p.rule(spec.RedactAgree), value: k.value,
			change: wordsf("the whole action is replaced: %s", "整个动作被替换为：%s", k.name),
			why:    words("a logger is called with anything", "日志函数会被传入任何东西")})
	}
	stand := secrets.StandIn(secrets.Plain())
	for _, c := range []sample{
		{"text", str(stand.Text)}, {"list", value.Array{str(stand.Text)}}, {"json", jsonText(example.With("token", str(stand.Text)))},
		{"list-of-action", value.Array{example.With("token", str(stand.Text))}},
	} {
		p.put(place{}, edit{name: "container/silent-" + c.name, kind: Invalid, rule: p.rule(spec.RedactSilent), value: c.value, canary: stand.Text, form: stand.Form,
			change: wordsf("the whole action is replaced by a secret: %s", "整个动作被秘密替换：%s", c.name),
			why:    words("a logger is called with anything", "日志函数会被传入任何东西")})
	}
}
