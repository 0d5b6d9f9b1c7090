package derive

import (
	"strings"

	secrets "github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// previewer derives the previews of one protocol: what must be hidden, by every name, spelling, depth,
// container and kind of value; what should stay; and what must be refused.
type previewer struct {
	*deriver
	redaction *spec.Redaction
	// thorough asks for every combination. Only the first protocol with previews of a table gets them: the
	// others hide what they hide with the same code, and are asked for each dimension by itself.
	thorough bool
}

// previews derives the cases of the operation preview.
func (d *deriver) previews() {
	p := previewer{deriver: d, redaction: d.table.Redaction, thorough: d.firstPreviewing()}
	for i := range d.protocol.Tagged.States {
		s := &d.protocol.Tagged.States[i]
		p.identities(s)
		p.refusals(s)
		p.beside(s)
		for k := range s.Fields {
			f := &s.Fields[k]
			switch {
			case f.Kind == spec.FieldAny || f.Kind == spec.FieldObject:
				p.names(s, f)
				p.lookAlikes(s, f)
				p.inTexts(s, f)
				p.asKeys(s, f)
				p.odd(s, f)
			case (f.Kind == spec.FieldText || f.Kind == spec.FieldString) && !f.Identity:
				p.texts(s, f)
			}
		}
	}
	p.containers(d.protocol.Tagged.States[0].Example)
}

func (d *deriver) firstPreviewing() bool {
	for i := range d.table.Protocols {
		p := &d.table.Protocols[i]
		if p.Tagged != nil && hasOperation(p, wire.OpPreview) {
			return p.ID == d.protocol.ID
		}
	}
	return false
}

func (p previewer) put(at place, e edit) {
	p.emitRequest(p.protocol.ID+"/preview/"+at.path(e.name), at, e, wire.PreviewRequest{Protocol: p.protocol.ID, Value: e.value})
}

func (p previewer) rule(role spec.RedactionRole) string { return p.redaction.Rule(role) }

// hidden makes the edit of a secret that must not show.
func (p previewer) hidden(name string, role spec.RedactionRole, s secrets.Secret, v value.Value, change spec.Text) edit {
	return edit{name: name, kind: Valid, rule: p.rule(role), value: v, canary: s.Text, form: s.Form, change: change,
		why: words("a preview ends in logs that many may read", "预览进入许多人可读的日志")}
}

// control is the plain member beside what is hidden, as calls have them.
func control() value.Member { return member("path", str("docs/chapter-seven.md")) }

// container is a way for a member to lie in an input.
type container struct {
	name string
	// deep and array say in which way it differs from a member of the input itself.
	deep, array, nested bool
	wrap                func(value.Member) value.Value
}

func jsonText(v value.Value) value.Value { return str(string(printed(v))) }

// inputContainers are the places of a member in an input, the plain one first.
func inputContainers() []container {
	in := func(name string, v value.Value) value.Object { return obj(control(), member(name, v)) }
	return []container{
		{name: "top", wrap: func(m value.Member) value.Value { return obj(control(), m) }},
		{name: "inside", deep: true, wrap: func(m value.Member) value.Value { return in("headers", obj(m)) }},
		{name: "deep", deep: true, wrap: func(m value.Member) value.Value {
			return in("a", obj(member("b", obj(member("c", obj(member("d", obj(member("e", obj(m))))))))))
		}},
		{name: "deeper", deep: true, wrap: func(m value.Member) value.Value {
			v := value.Value(obj(m))
			for range 40 {
				v = obj(member("a", v))
			}
			return v
		}},
		{name: "array", array: true, wrap: func(m value.Member) value.Value { return in("items", value.Array{obj(m)}) }},
		{name: "second", array: true, wrap: func(m value.Member) value.Value {
			return in("items", value.Array{obj(member("name", str("first"))), obj(member("name", str("second")), m)})
		}},
		{name: "arrays", array: true, wrap: func(m value.Member) value.Value { return in("rows", value.Array{value.Array{num("1"), obj(m)}}) }},
		{name: "array-deep", deep: true, array: true, wrap: func(m value.Member) value.Value {
			return in("a", value.Array{obj(member("b", value.Array{obj(member("c", obj(m)))}))})
		}},
		{name: "json", nested: true, wrap: func(m value.Member) value.Value { return in("body", jsonText(obj(control(), m))) }},
		{name: "json-array", nested: true, array: true, wrap: func(m value.Member) value.Value { return in("body", jsonText(value.Array{obj(m)})) }},
		{name: "json-deep", nested: true, deep: true, wrap: func(m value.Member) value.Value {
			return value.Array{obj(member("body", jsonText(obj(member("data", obj(m))))))}
		}},
		{name: "json-in-json", nested: true, deep: true, wrap: func(m value.Member) value.Value {
			return in("body", jsonText(obj(member("body", jsonText(obj(m))))))
		}},
	}
}

// secretKind is a kind of value under a sensitive name.
type secretKind struct {
	name          string
	whole, scalar bool
	form          secrets.Form
	make          func(s secrets.Secret) value.Value
}

func secretKinds() []secretKind {
	text := func(s secrets.Secret) value.Value { return str(s.Written()) }
	plain := secrets.Plain()
	return []secretKind{
		{name: "string", form: plain, make: text},
		{name: "object", whole: true, form: plain, make: func(s secrets.Secret) value.Value {
			return obj(member("kind", str("opaque")), member("value", text(s)))
		}},
		{name: "array", whole: true, form: plain, make: func(s secrets.Secret) value.Value { return value.Array{str("v1"), text(s)} }},
		{name: "nested", whole: true, form: plain, make: func(s secrets.Secret) value.Value {
			return obj(member("current", value.Array{obj(member("at", num("1")), member("text", text(s)))}))
		}},
		{name: "keys", whole: true, form: plain, make: func(s secrets.Secret) value.Value { return obj(member(s.Written(), value.Bool(true))) }},
		{name: "numbers", whole: true, form: secrets.Number(), make: func(s secrets.Secret) value.Value { return value.Array{num("1"), num(s.Written())} }},
		{name: "number", scalar: true, form: secrets.Number(), make: func(s secrets.Secret) value.Value { return num(s.Written()) }},
		{name: "true", scalar: true, make: func(secrets.Secret) value.Value { return value.Bool(true) }},
		{name: "false", scalar: true, make: func(secrets.Secret) value.Value { return value.Bool(false) }},
		{name: "null", scalar: true, make: func(secrets.Secret) value.Value { return value.Null{} }},
	}
}

// names derives the values under sensitive names.
func (p previewer) names(s *spec.State, f *spec.Field) {
	for _, list := range []struct {
		names []string
		must  bool
	}{{p.redaction.Must, true}, {p.redaction.Should, false}} {
		for n, name := range list.names {
			for i, sp := range spellingsOf(name) {
				for j, c := range inputContainers() {
					for k, kind := range secretKinds() {
						if p.wanted(list.must, n, i, j, k) {
							p.name(s, f, list.must, name, sp, c, kind)
						}
					}
				}
			}
		}
	}
}

// wanted reports whether a combination is asked for: all of those of names that must be hidden, and for the
// others each dimension by itself, in which the spelling is the one most often forgotten.
func (p previewer) wanted(must bool, name, spelling, container, kind int) bool {
	moved := 0
	for _, dimension := range []int{spelling, container, kind} {
		if dimension > 0 {
			moved++
		}
	}
	switch {
	case must && p.thorough:
		return true
	case must:
		return moved <= 1
	case p.thorough:
		return moved == 0 || moved == 1 && (spelling > 0 || name < 4)
	}
	return moved == 0 || moved == 1 && spelling > 0 && name < 4
}

func (p previewer) name(s *spec.State, f *spec.Field, must bool, name string, sp spelt, c container, kind secretKind) {
	input := kind.value(sp.text, c)
	if f.Kind == spec.FieldObject && input.Kind() != value.KindObject {
		return
	}
	at := place{state: s.Name, field: f.Name}
	e := p.hidden(strings.Join([]string{idOf(name), sp.name, c.name, kind.name}, "/"), roleOf(must, sp, c, kind), kind.stand(), s.Example.With(f.Name, input),
		wordsf("%s holds %s of kind %s, spelt %q, in %s", "%s 中有 %s，类型 %s，写作 %q，位于 %s", f.Name, name, kind.name, sp.text, c.name))
	if kind.form.Length == 0 {
		m := member(sp.text, kind.make(secrets.Secret{}))
		e.canary, e.form, e.exposure = "", secrets.Form{}, &Exposure{Bare: &m}
	}
	p.put(at, e)
}

func (k secretKind) stand() secrets.Secret { return secrets.StandIn(k.form) }

func (k secretKind) value(name string, c container) value.Value {
	return c.wrap(member(name, k.make(k.stand())))
}

// roleOf is the part of redaction a combination is about: that of the one dimension in which it differs from
// the plain case, and the plain one where there are several.
func roleOf(must bool, sp spelt, c container, kind secretKind) spec.RedactionRole {
	switch {
	case c.nested:
		return spec.RedactNested
	case kind.scalar:
		return spec.RedactScalar
	case sp.rejoined:
		return spec.RedactJoint
	case !must:
		return spec.RedactFamily
	}
	moved := 0
	role := spec.RedactNames
	for _, dimension := range []struct {
		differs bool
		role    spec.RedactionRole
	}{{sp.recased, spec.RedactCase}, {c.deep, spec.RedactDepth}, {c.array, spec.RedactArray}, {kind.whole, spec.RedactWhole}} {
		if dimension.differs {
			moved++
			role = dimension.role
		}
	}
	if moved > 1 {
		return spec.RedactNames
	}
	return role
}

// beside derives sensitive members of the action itself, which no row names.
func (p previewer) beside(s *spec.State) {
	if p.protocol.Tagged.Unknown == spec.Reject {
		return
	}
	stand := secrets.StandIn(secrets.Plain())
	for _, name := range p.redaction.Must {
		if isLegalName(p.protocol.Tagged, s, name) {
			continue
		}
		p.put(place{state: s.Name, field: "beside", own: true}, p.hidden(idOf(name), spec.RedactNames, stand, s.Example.With(name, str(stand.Text)),
			wordsf("the action itself has a member %q", "动作本身有成员 %q", name)))
	}
}
