package derive

import (
	"strings"

	secrets "github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// within is the text of a form, around a secret that is only shown.
func within(f spec.SecretForm) (string, secrets.Secret) {
	stand := secrets.StandIn(secrets.FormOf(f))
	return strings.Replace(f.Text, spec.SecretPlace, stand.Written(), 1), stand
}

// inTexts derives secrets inside the texts of an input.
func (p previewer) inTexts(s *spec.State, f *spec.Field) {
	for _, form := range p.redaction.Secrets {
		text, stand := within(form)
		put := func(where string, input value.Value) {
			if f.Kind == spec.FieldObject && input.Kind() != value.KindObject {
				return
			}
			p.put(place{state: s.Name, field: f.Name}, p.hidden("text/"+idOf(form.Name)+"/"+where, spec.RedactText, stand, s.Example.With(f.Name, input),
				wordsf("a text in %s holds a secret: %s", "%s 里的文本含有秘密：%s", f.Name, form.Name)))
		}
		put("member", obj(control(), member("note", str(text))))
		if !p.thorough {
			continue
		}
		put("array", obj(control(), member("args", value.Array{str("first"), str(text)})))
		put("whole", str(text))
		put("amid", obj(member("note", str("see "+text+"\nthen go on"))))
	}
}

// asKeys derives secrets that are the name of a member.
func (p previewer) asKeys(s *spec.State, f *spec.Field) {
	for _, form := range p.redaction.Secrets {
		text, stand := within(form)
		if strings.ContainsAny(text, " \n=") || !p.thorough {
			continue
		}
		p.put(place{state: s.Name, field: f.Name}, p.hidden("key/"+idOf(form.Name), spec.RedactKey, stand, s.Example.With(f.Name, obj(control(), member("seen", obj(member(text, num("3")))))),
			wordsf("a member of %s has a secret for its name: %s", "%s 里有成员以秘密为名：%s", f.Name, form.Name)))
	}
}

// texts derives secrets inside a text field of the action.
func (p previewer) texts(s *spec.State, f *spec.Field) {
	for i, form := range p.redaction.Secrets {
		if !p.thorough && i%6 != 0 {
			continue
		}
		text, stand := within(form)
		p.put(place{state: s.Name, field: f.Name}, p.hidden("text/"+idOf(form.Name), spec.RedactText, stand, s.Example.With(f.Name, str("I used "+text+" and it worked.")),
			wordsf("%s holds a secret: %s", "%s 含有秘密：%s", f.Name, form.Name)))
	}
	stand := secrets.StandIn(secrets.Plain())
	for _, name := range p.redaction.Must {
		p.put(place{state: s.Name, field: f.Name}, p.hidden("json/"+idOf(name), spec.RedactNested, stand, s.Example.With(f.Name, jsonText(obj(control(), member(name, str(stand.Text))))),
			wordsf("%s is JSON with a member %q", "%s 是带成员 %q 的 JSON", f.Name, name)))
	}
}

// lookAlikes derives harmless members that resemble sensitive ones.
func (p previewer) lookAlikes(s *spec.State, f *spec.Field) {
	for n, name := range p.redaction.LookAlikes {
		for i, sp := range spellingsOf(name) {
			if sp.name != "plain" && sp.name != "camel" && sp.name != "kebab" || !p.thorough && (i > 0 || n > 2) {
				continue
			}
			for _, v := range []sample{{"text", str("chapter four")}, {"number", num("73514")}} {
				harmless, beside := member(sp.text, v.value), control()
				p.put(place{state: s.Name, field: f.Name}, edit{name: "lookalike/" + idOf(name) + "/" + sp.name + "/" + v.name, kind: Valid, rule: p.rule(spec.RedactLookLike),
					value: s.Example.With(f.Name, obj(beside, harmless)), exposure: &Exposure{Control: &beside, Harmless: &harmless},
					change: wordsf("%s holds the harmless member %q", "%s 里有无害的成员 %q", f.Name, sp.text),
					why:    words("a trace that hides everything explains nothing", "什么都隐藏的 Trace 什么也解释不了")})
			}
		}
	}
}

// identities derives what tells actions apart, in forms that careless redaction takes for a secret.
func (p previewer) identities(s *spec.State) {
	put := func(at place, name string, v value.Value, change spec.Text) {
		p.put(at, edit{name: name, kind: Valid, rule: p.rule(spec.RedactIdentity), value: v, change: change,
			why: words("a log entry must name the call it is about", "日志条目必须点明它所说的调用")})
	}
	put(place{state: s.Name}, "example", s.Example, words("nothing: the example of the table", "不作改动：表中的示例"))
	for i := range s.Fields {
		f := &s.Fields[i]
		if !f.Identity {
			continue
		}
		for _, v := range []sample{
			{"sensitive-word", str("reset_password")}, {"sensitive-name", str("token")}, {"opaque", str("call_9FqZx1LpD7aKcW3vTn5RyBhE")},
			{"uuid", str("7c9e6679-7425-40de-944b-e07fc1f90ae7")}, {"namespaced", str("mcp__github__get_secret")}, {"hex", str("5f2b9c0d1e3a4f68")},
			{"unicode", str("工具 \u00e9\U0001F600")}, {"number-like", str("007")}, {"quoted", str(`a"b\c`)}, {"upper", str("Call-ABC")},
		} {
			put(place{state: s.Name, field: f.Name}, "stays-"+v.name, s.Example.With(f.Name, v.value), wordsf("%s is another: %s", "%s 换成：%s", f.Name, v.name))
		}
	}
}

// odd derives inputs that bring a careless walk down.
func (p previewer) odd(s *spec.State, f *spec.Field) {
	nested := func(n int) value.Value {
		v := value.Value(obj(member("end", num("1"))))
		for range n {
			v = obj(member("a", v))
		}
		return v
	}
	samples := append(objectSamples(), sample{"depth-60", nested(60)}, sample{"depth-400", nested(400)})
	if f.Kind == spec.FieldAny {
		samples = append(samples, anySamples()...)
		samples = append(samples, hostInputs()...)
		list := value.Value(value.Array{})
		for range 300 {
			list = value.Array{list}
		}
		samples = append(samples, sample{"lists-300", list})
	}
	for _, v := range samples {
		if !p.thorough && !strings.HasPrefix(v.name, "depth") && v.name != "cyclic" && v.name != "null" {
			continue
		}
		kind := Valid
		if _, exotic := v.value.(value.Host); exotic {
			kind = Free
		}
		p.put(place{state: s.Name, field: f.Name}, edit{name: "odd/" + v.name, kind: kind, rule: p.rule(spec.RedactTotal), value: s.Example.With(f.Name, v.value),
			change: wordsf("%s holds another legal value: %s", "%s 换成另一个合法值：%s", f.Name, v.name),
			why:    words("what is legal will be logged one day", "合法的东西总有一天会被记录")})
	}
	p.put(place{state: s.Name, field: f.Name}, edit{name: "unchanged", kind: Valid, rule: p.rule(spec.RedactIntact), extra: []Need{{"observes", "mutation"}},
		value:  s.Example.With(f.Name, obj(control(), member(p.redaction.Must[0], str("open sesame")))),
		change: words("something is hidden; the shim compares the input before and after", "隐藏了内容；shim 比较前后的输入"),
		why:    words("what is logged is still to be used", "被记录的东西还要使用")})
}
