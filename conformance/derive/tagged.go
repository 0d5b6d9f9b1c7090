package derive

import (
	"slices"
	"unicode/utf8"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func isUTF8(text []byte) bool { return utf8.Valid(text) }

// tagged derives the cases of a protocol whose actions are tagged objects.
func (d *deriver) tagged() {
	t := d.protocol.Tagged
	d.containers(t.States[0].Example)
	for i := range t.States {
		s := &t.States[i]
		at := place{state: s.Name}
		d.emit(at, edit{name: "example", kind: Valid, rule: s.Rule, value: s.Example,
			change: words("nothing: the example of the table", "不作改动：表中的示例"),
			why:    words("a suite that refuses everything must not pass", "拒绝一切的实现不能通过")})
		d.tag(s)
		for k := range t.Header {
			d.field(s, &t.Header[k], true)
		}
		for k := range s.Fields {
			d.field(s, &s.Fields[k], false)
		}
		d.members(s)
		d.objects(s)
		d.silence(s)
		d.pairs(s)
		d.relations(s)
		d.texts(s)
		d.route(s)
		d.migrations(s)
	}
}

// containers derives what is not an object, from one legal action.
func (d *deriver) containers(example value.Object) {
	text, _ := value.Print(example)
	why := words("a model's output is anything; only a plain object may be read as an action", "模型输出可能是任何东西；只有普通对象才能当作动作读取")
	for _, k := range kindSamples() {
		if k.value.Kind() == value.KindObject {
			continue
		}
		d.emit(place{}, edit{name: "container/" + k.name, kind: Invalid, rule: d.rule(spec.RoleContainer), value: k.value,
			change: wordsf("the whole action is replaced: %s", "整个动作被替换为：%s", k.name), why: why})
	}
	for _, c := range []sample{
		{"text", str("done")},
		{"blank-text", str("")},
		{"json-text", str(string(text))},
		{"array-of-action", value.Array{example}},
		{"array-of-two", value.Array{example, example}},
		{"array-with-tag", value.Array{str(d.protocol.Tagged.Discriminator), tagOf(d.protocol.Tagged, example)}},
	} {
		d.emit(place{}, edit{name: "container/" + c.name, kind: Invalid, rule: d.rule(spec.RoleContainer), value: c.value,
			change: wordsf("the action is given as %s", "动作以 %s 的形式给出", c.name), why: why})
	}
	for _, c := range []sample{
		{"nothing-in-it", obj()},
		{"wrapped", obj(member("action", example))},
		{"wrapped-data", obj(member("data", example), member("ok", value.Bool(true)))},
		{"keyed", obj(member(string(tagOf(d.protocol.Tagged, example)), example))},
	} {
		d.emit(place{}, edit{name: "container/" + c.name, kind: Invalid, rule: d.rule(spec.RoleDiscriminator), value: c.value, tentative: true,
			change: wordsf("the action's members are not at the top: %s", "动作的成员不在顶层：%s", c.name),
			why:    words("searching for something that looks like an action is guessing", "到处寻找像动作的东西就是猜测")})
	}
	entries := value.Array{}
	for _, m := range example {
		entries = append(entries, value.Array{str(m.Name), m.Value})
	}
	for _, h := range append(hostSamples("x"),
		sample{"map-of-action", host("map", member("entries", entries))},
		sample{"boxed-json-text", host("boxed", member("value", str(string(text))))},
		sample{"sparse-array", host("sparse_array", member("length", num("2")), member("items", obj()))}) {
		d.emit(place{}, edit{name: "container/host-" + h.name, kind: Invalid, rule: d.rule(spec.RoleExotic), value: h.value, valueOnly: true,
			change: wordsf("the action is a %s", "动作是一个 %s", h.name),
			why:    words("odd host values must be refused without a crash", "怪异的宿主值必须被拒绝而不崩溃")})
	}
}

// actionRequest asks about a tagged value: as a value where the protocol takes one by itself, else as a text.
func (d *deriver) actionRequest(v value.Value) (wire.Request, bool) {
	if d.does(wire.OpParse) && d.protocol.Response == nil {
		return wire.ParseRequest{Protocol: d.protocol.ID, Value: v}, true
	}
	text, err := value.Print(v)
	return wire.DecodeRequest{Protocol: d.protocol.ID, Text: text}, err == nil && d.does(wire.OpDecode)
}

// migrations derives the older shapes a target may declare to convert, whole and with a fault each.
func (d *deriver) migrations(s *spec.State) {
	t := d.protocol.Tagged
	for _, g := range t.Migrations {
		if len(g.States) > 0 && !slices.Contains(g.States, s.Name) {
			continue
		}
		for i := range t.Header {
			h := &t.Header[i]
			older := s.Example.Without(h.Name)
			if g.From != nil {
				older = s.Example.With(h.Name, g.From)
			}
			put := func(name string, kind Kind, rule string, v value.Value, change spec.Text) {
				req, ok := d.actionRequest(v)
				if !ok {
					return
				}
				at := place{state: s.Name, field: h.Name}
				d.add(Case{ID: d.protocol.ID + "/" + at.path("from-"+idOf(g.Name)+"/"+name), Operation: req.Operation(), Protocol: d.protocol.ID, State: at.state, Field: at.field,
					Needs: append(requestNeeds(req), Need{"migrates", g.Name}), Migrates: []string{g.Name}, Requests: []wire.Request{req}},
					edit{name: name, kind: kind, rule: rule, change: change, why: words("a migration converts what is known and guesses nothing else", "迁移只转换已知内容，不猜其他")})
			}
			put("whole", Valid, d.rule(spec.RoleMigration), older, wordsf("an action of the older shape: %s", "旧形状的动作：%s", g.Name))
			put("unknown-literal", Invalid, d.rule(spec.RoleLiteral), older.With(t.Discriminator, str(d.unheard())), wordsf("the older shape %s with an unknown literal", "旧形状 %s 配未知字面量", g.Name))
			for k := range s.Fields {
				f := &s.Fields[k]
				if !f.Optional {
					put("without-"+idOf(f.Name), Invalid, f.Rule, older.Without(f.Name), wordsf("the older shape %s without %s", "旧形状 %s 缺少 %s", g.Name, f.Name))
				}
			}
		}
	}
}

func tagOf(t *spec.Tagged, example value.Object) value.String {
	v, _ := example.Get(t.Discriminator)
	s, _ := v.(value.String)
	return s
}

// objects derives the exotic objects that carry a legal action.
func (d *deriver) objects(s *spec.State) {
	at := place{state: s.Name}
	last := s.Fields[len(s.Fields)-1].Name
	for _, f := range s.Fields {
		if s.Example.Has(f.Name) {
			last = f.Name
		}
	}
	lastValue, ok := s.Example.Get(last)
	if !ok {
		last = d.protocol.Tagged.Discriminator // every field is optional, and left out
		lastValue = str(s.Name)
	}
	own := member("own", s.Example)
	for _, h := range []struct {
		sample
		role spec.Role
	}{
		{sample{"frozen", host("frozen", own)}, spec.RoleUnmutated},
		{sample{"cyclic", host("cyclic", own, member("name", str("self")))}, spec.RoleExotic},
		{sample{"null-prototype", host("null_prototype", own)}, spec.RoleExotic},
		{sample{"class-instance", host("class_instance", own)}, spec.RoleExotic},
		{sample{"transparent-proxy", host("transparent_proxy", own)}, spec.RoleExotic},
		{sample{"getter", host("getter", member("own", s.Example.Without(last)), member("name", str(last)), member("values", value.Array{lastValue}))}, spec.RoleExotic},
		{sample{"non-enumerable", host("non_enumerable", member("own", s.Example.Without(last)), member("hidden", obj(member(last, lastValue))))}, spec.RoleHidden},
	} {
		kind := Free
		if h.name == "cyclic" && d.protocol.Tagged.Unknown == spec.Reject {
			continue
		}
		if h.name == "frozen" || h.name == "cyclic" || h.name == "non-enumerable" || h.name == "getter" {
			kind = Valid
		}
		d.emit(at, edit{name: "host-" + h.name, kind: kind, rule: d.rule(h.role), value: h.value, valueOnly: true,
			change: wordsf("the object is of another make: %s", "对象换了一种构造：%s", h.name),
			why:    words("how an object was made must not change what it says", "对象如何构造不应改变其含义")})
	}
	d.emit(at, edit{name: "getter-changes", kind: Free, rule: d.rule(spec.RoleGetter), valueOnly: true,
		value:  host("getter", member("own", s.Example.Without(last)), member("name", str(last)), member("values", value.Array{lastValue, num("42")})),
		change: wordsf("%s is a getter that gives another value at the second read", "%s 是 getter，第二次读取返回另一个值", last),
		why:    words("what was checked must be what is used", "检查的值必须就是使用的值")})
	d.emit(at, edit{name: "untouched", kind: Valid, rule: d.rule(spec.RoleUnmutated), value: s.Example, valueOnly: true,
		extra:  []Need{{"observes", "mutation"}},
		change: words("nothing; the shim compares the input before and after", "不作改动；shim 比较判定前后的输入"),
		why:    words("a trace must show what the model said", "Trace 必须显示模型所说的内容")})
}

// legalNames are the names a state's object may have.
func legalNames(t *spec.Tagged, s *spec.State) []string {
	names := []string{t.Discriminator}
	for _, f := range t.Header {
		names = append(names, f.Name)
	}
	for _, f := range s.Fields {
		names = append(names, f.Name)
	}
	return names
}

func isLegalName(t *spec.Tagged, s *spec.State, name string) bool {
	return slices.Contains(legalNames(t, s), name)
}
