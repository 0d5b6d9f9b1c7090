package derive

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// relations derives what needs no expected value: inputs that must get the same answer.
func (d *deriver) relations(s *spec.State) {
	d.again(s)
	if d.does(wire.OpDecode) {
		d.equivalent(s)
	}
	if d.protocol.Response == nil && d.does(wire.OpParse) {
		d.bind(d.same(s)+"print-parse", s.Name, Stable, edit{name: "print-parse", kind: Metamorphic, rule: d.rule(spec.RoleEquivalent),
			change: words("the answer is sent again as the input", "把答案再次作为输入发送"),
			why:    words("a normal form is a fixed point", "规范形式是不动点")},
			wire.ParseRequest{Protocol: d.protocol.ID, Value: s.Example})
	}
}

// same is where the relations of a state stand in ids.
func (d *deriver) same(s *spec.State) string { return place{state: s.Name}.path("same") + "/" }

// bind makes a case of several requests.
func (d *deriver) bind(path, state string, r Relation, e edit, reqs ...wire.Request) {
	c := Case{ID: d.protocol.ID + "/" + path, Operation: reqs[0].Operation(), Protocol: d.protocol.ID, State: state, Requests: reqs, Relation: r}
	for _, req := range reqs {
		for _, n := range requestNeeds(req) {
			if !slices.Contains(c.Needs, n) {
				c.Needs = append(c.Needs, n)
			}
		}
	}
	d.add(c, e)
}

// again derives repetitions: the answer depends on the input alone.
func (d *deriver) again(s *spec.State) {
	pure := words("the same input is sent three times", "同一输入发送三次")
	why := words("a parser with a memory tells another story at replay", "有记忆的解析器在重放时说法不一")
	request := func(v value.Value) wire.Request {
		if d.protocol.Response == nil && d.does(wire.OpParse) {
			return wire.ParseRequest{Protocol: d.protocol.ID, Value: v}
		}
		text, _ := value.Print(v)
		return wire.DecodeRequest{Protocol: d.protocol.ID, Text: text}
	}
	legal, broken := request(s.Example), request(s.Example.Without(d.protocol.Tagged.Discriminator))
	d.bind(d.same(s)+"legal-again", s.Name, Again, edit{name: "legal-again", kind: Metamorphic, rule: d.rule(spec.RolePure), change: pure, why: why}, legal, legal, legal)
	d.bind(d.same(s)+"broken-again", s.Name, Again, edit{name: "broken-again", kind: Metamorphic, rule: d.rule(spec.RolePure), change: pure, why: why}, broken, broken, broken)
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind != spec.FieldText {
			continue
		}
		// Two different actions that share one text, an id say: the parser must not remember it.
		other := s.Example
		for k := range s.Fields {
			if s.Fields[k].Name != f.Name && (s.Fields[k].Kind == spec.FieldText) {
				other = other.With(s.Fields[k].Name, str("another"))
			}
		}
		d.bind(d.same(s)+"shared-"+idOf(f.Name), s.Name, Alone, edit{name: "shared-" + f.Name, kind: Valid, rule: d.rule(spec.RoleRegistry),
			change: wordsf("two actions hold the same %s", "两个动作的 %s 相同", f.Name),
			why:    words("uniqueness is judged where the run is known, not in the parser", "唯一性应在了解整个运行的地方判断，而不是解析器")},
			request(s.Example), request(other))
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind != spec.FieldText && f.Kind != spec.FieldAny && f.Kind != spec.FieldObject {
			continue
		}
		stranger := value.Value(str("a_name_nobody_registered"))
		if f.Kind != spec.FieldText {
			stranger = obj(member("no_schema_has_this", value.Array{num("42")}))
		}
		d.emit(place{state: s.Name, field: f.Name}, edit{name: "unregistered", kind: Valid, rule: d.rule(spec.RoleRegistry), value: s.Example.With(f.Name, stranger),
			change: wordsf("%s is nothing any registry knows", "%s 不在任何注册表中", f.Name),
			why:    words("whether a tool exists is the next gate's question", "工具是否存在是下一道关卡的问题")})
	}
}

// equivalent derives other spellings of one text: order, white space, escapes.
func (d *deriver) equivalent(s *spec.State) {
	plain, err := value.Print(s.Example)
	if err != nil {
		return
	}
	same := func(name string, en, zh string, texts ...[]byte) {
		reqs := []wire.Request{wire.DecodeRequest{Protocol: d.protocol.ID, Text: plain}}
		for _, t := range texts {
			reqs = append(reqs, wire.DecodeRequest{Protocol: d.protocol.ID, Text: t})
		}
		role := spec.RoleEquivalent
		if strings.HasPrefix(name, "escape") {
			role = spec.RoleEscape
		}
		d.bind("text/"+d.same(s)+name, s.Name, Same, edit{name: name, kind: Metamorphic, rule: d.rule(role), change: words(en, zh),
			why: words("formatting is not meaning", "格式不是含义")}, reqs...)
	}
	var orders [][]byte
	for i := 1; i < len(s.Example); i++ {
		rotated := append(slices.Clone(s.Example[i:]), s.Example[:i]...)
		orders = append(orders, printed(rotated))
	}
	reversed := slices.Clone(s.Example)
	slices.Reverse(reversed)
	same("order", "the members stand in every rotation and in reverse", "成员按各种轮换和逆序排列", append(orders, printed(reversed))...)
	same("white-space", "white space is added between tokens and around", "在词法单元之间和前后加空白",
		[]byte(" "+string(plain)), []byte(string(plain)+"\n"), []byte("\r\n\t "+string(plain)+" \t\r\n"), spread(s.Example, "\n", "  "), spread(s.Example, "\r\n", "\t"))
	same("escape-names", "names are spelt with escapes", "成员名用转义写成", escaped(s.Example, true, false))
	same("escape-texts", "texts are spelt with escapes", "文本用转义写成", escaped(s.Example, false, true))
	same("escape-all", "every character is spelt with an escape", "每个字符都用转义写成", escaped(s.Example, true, true))
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind != spec.FieldText {
			continue
		}
		v := s.Example.With(f.Name, str("a/\U0001F600é\u2028<>&'x"))
		base := printed(v)
		d.bind("text/"+place{state: s.Name, field: f.Name}.path("same-escapes"), s.Name, Same, edit{name: "same-escapes", kind: Metamorphic, rule: d.rule(spec.RoleEscape),
			change: wordsf("%s is spelt with and without escapes, a surrogate pair among them", "%s 分别用转义和不用转义书写，含代理对", f.Name),
			why:    words("an escape is only another spelling", "转义只是另一种写法")},
			wire.DecodeRequest{Protocol: d.protocol.ID, Text: base},
			wire.DecodeRequest{Protocol: d.protocol.ID, Text: escaped(v, false, true)},
			wire.DecodeRequest{Protocol: d.protocol.ID, Text: []byte(strings.ReplaceAll(string(base), "/", `\/`))})
	}
}

func printed(v value.Value) []byte {
	text, _ := value.Print(v)
	return text
}

// spread prints an object over several lines.
func spread(o value.Object, newline, indent string) []byte {
	var b strings.Builder
	b.WriteString("{" + newline)
	for i, m := range o {
		if i > 0 {
			b.WriteString(" ," + newline)
		}
		b.WriteString(indent + string(printed(str(m.Name))) + indent + ":" + newline + indent + string(printed(m.Value)))
	}
	b.WriteString(newline + "}")
	return []byte(b.String())
}

// escaped prints an object with its member names, or its texts, in escapes of UTF-16 units.
func escaped(o value.Object, names, texts bool) []byte {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if names {
			b.WriteString(units(m.Name))
		} else {
			b.Write(printed(str(m.Name)))
		}
		b.WriteByte(':')
		if s, ok := m.Value.(value.String); ok && texts {
			b.WriteString(units(string(s)))
		} else {
			b.Write(printed(m.Value))
		}
	}
	b.WriteByte('}')
	return []byte(b.String())
}

func units(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, u := range utf16.Encode([]rune(s)) {
		if i%2 == 0 {
			fmt.Fprintf(&b, `\u%04x`, u)
		} else {
			fmt.Fprintf(&b, `\u%04X`, u)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// decisions derives one abstract action rendered in every protocol that has it: the decision is the
// same, whatever the wire.
func (s *suite) decisions() {
	type rendering struct {
		protocol *spec.Protocol
		state    *spec.State
	}
	byHandler := map[string][]rendering{}
	var handlers []string
	for i := range s.table.Protocols {
		p := &s.table.Protocols[i]
		if p.Tagged == nil || !slices.Contains(p.Operations, string(wire.OpDecode)) {
			continue
		}
		for k := range p.Tagged.States {
			h := p.Tagged.States[k].Handler
			if _, ok := byHandler[h]; !ok {
				handlers = append(handlers, h)
			}
			byHandler[h] = append(byHandler[h], rendering{p, &p.Tagged.States[k]})
		}
	}
	slices.Sort(handlers)
	for _, h := range handlers {
		group := byHandler[h]
		for i := 1; i < len(group); i++ {
			a, b := group[0], group[i]
			d := &deriver{suite: s, protocol: b.protocol}
			pair := func(name string, change spec.Text, x, y value.Value) {
				c := Case{ID: b.protocol.ID + "/text/" + d.same(b.state) + "decision-" + name, Operation: wire.OpDecode, Protocol: b.protocol.ID, State: b.state.Name,
					Needs:    []Need{{"protocols", a.protocol.ID}},
					Relation: Decision,
					Requests: []wire.Request{
						wire.DecodeRequest{Protocol: a.protocol.ID, Text: printed(x)},
						wire.DecodeRequest{Protocol: b.protocol.ID, Text: printed(y)},
					}}
				s.add(c, edit{name: "decision-" + name, kind: Metamorphic, rule: d.rule(spec.RoleEquivalent), change: change,
					why: words("what is refused on one wire must not pass on another", "在一种线格式上拒绝的，不得在另一种上通过")})
			}
			pair("legal", wordsf("the legal action as in %s", "与 %s 中的合法动作相同", a.protocol.ID), a.state.Example, b.state.Example)
			x, y := firstText(a.state), firstText(b.state)
			if x != "" && y != "" {
				pair("blank", wordsf("its first text is blank, as in %s", "首个文本为空白，与 %s 相同", a.protocol.ID), a.state.Example.With(x, str(" ")), b.state.Example.With(y, str(" ")))
				pair("number", wordsf("its first text is a number, as in %s", "首个文本为数字，与 %s 相同", a.protocol.ID), a.state.Example.With(x, num("1")), b.state.Example.With(y, num("1")))
			}
		}
	}
}

func firstText(s *spec.State) string {
	for i := range s.Fields {
		if s.Fields[i].Kind == spec.FieldText {
			return s.Fields[i].Name
		}
	}
	return ""
}
