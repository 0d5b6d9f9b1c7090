package derive

import (
	"slices"
	"strings"

	secrets "github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// members derives what stands beside the members of a row: unknown ones, those of other rows, near-miss
// names beside the right one, names with power over prototypes.
func (d *deriver) members(s *spec.State) {
	t := d.protocol.Tagged
	at := place{state: s.Name, field: "beside", own: true}
	kind, rule := Valid, d.rule(spec.RoleUnknown)
	if t.Unknown == spec.Reject {
		kind = Invalid
	}
	put := func(name string, v value.Value, role spec.Role, first bool) {
		if isLegalName(t, s, name) {
			return
		}
		e := edit{name: idOf(name), kind: kind, rule: d.rule(role), value: s.Example.With(name, v),
			change: wordsf("a member %q is added", "多了一个成员 %q", name),
			why:    words("members no row names must neither steer nor leak", "表中没有的成员既不能起作用也不能泄漏")}
		if first {
			e.name += "-first"
			e.value = append(value.Object{member(name, v)}, s.Example...)
		}
		d.emit(at, e)
	}
	extra := free("extra", legalNames(t, s))
	for _, m := range []value.Member{
		member(extra, str("x")), member("note", value.Null{}), member("metadata", obj(member("a", value.Array{num("1")}))),
		member("id", str("other")), member("role", str("assistant")), member("", str("x")), member("0", str("x")),
		member("$ref", str("#/a")), member("$schema", str("x")), member("then", str("x")), member("toJSON", str("x")), member("length", num("0")),
		member("valueOf", value.Null{}), member("approved", value.Bool(true)), member("confidence", num("0.5")), member("schemaVersion", num("9")),
		member("thought", str("x")), member("error", value.Null{}), member("状态", str("x")),
	} {
		put(m.Name, m.Value, spec.RoleUnknown, false)
	}
	put(extra, str("x"), spec.RoleUnknown, true)
	for _, m := range []value.Member{
		member("__proto__", obj(member("polluted", value.Bool(true)))),
		member("constructor", obj(member("prototype", obj(member("polluted", value.Bool(true)))))),
		member("prototype", obj(member("polluted", value.Bool(true)))),
		member("hasOwnProperty", str("x")), member("toString", str("x")), member("__defineGetter__", str("x")),
	} {
		put(m.Name, m.Value, spec.RolePrototype, false)
	}
	put("__proto__", value.Null{}, spec.RolePrototype, true)
	for _, name := range s.Forbids {
		put(name, str("x"), spec.RoleUnknown, false)
		put(name, value.Null{}, spec.RoleUnknown, true)
	}
	for _, f := range slices.Concat(t.Header, s.Fields) {
		for _, alias := range slices.Concat(f.Aliases, spellings(f.Name)) {
			if slices.Contains(s.Forbids, alias) {
				continue
			}
			role := spec.RoleNames
			if !slices.Contains(f.Aliases, alias) {
				role = spec.RoleUnknown
			}
			if d.ids[d.protocol.ID+"/"+at.path(idOf(alias))] || d.ids[d.protocol.ID+"/text/"+at.path(idOf(alias))] {
				continue
			}
			put(alias, str("other"), role, false)
		}
	}
	for _, spelt := range spellings(t.Discriminator) {
		if !d.ids[d.protocol.ID+"/"+at.path(idOf(spelt))] && !d.ids[d.protocol.ID+"/text/"+at.path(idOf(spelt))] {
			put(spelt, str(d.otherLiteral(s)), spec.RoleNames, false)
		}
	}
	d.crossed(s, rule)
}

// otherLiteral is a literal of the protocol that is not the state's own.
func (d *deriver) otherLiteral(s *spec.State) string {
	for i := range d.protocol.Tagged.States {
		if n := d.protocol.Tagged.States[i].Name; n != s.Name {
			return n
		}
	}
	return s.Name + "_other"
}

// crossed derives one state's members under another state's literal: states are mutually exclusive.
func (d *deriver) crossed(s *spec.State, rule string) {
	t := d.protocol.Tagged
	for i := range t.States {
		other := &t.States[i]
		if other.Name == s.Name {
			continue
		}
		first := other.Rule
		for k := range other.Fields {
			if f := &other.Fields[k]; !f.Optional && !s.Example.Has(f.Name) {
				first = f.Rule // what is reported first: the row's own fields are not there
				break
			}
		}
		d.emit(place{state: s.Name, field: t.Discriminator}, edit{name: "as-" + idOf(other.Name), kind: Invalid, rule: first, tentative: true,
			value:  s.Example.With(t.Discriminator, str(other.Name)),
			change: wordsf("the members of %s under the literal %s", "%s 的成员配上字面量 %s", s.Name, other.Name),
			why:    words("the literal decides which members there must be", "由字面量决定必须有哪些成员")})
		merged := slices.Clone(s.Example)
		for _, m := range other.Example {
			if !merged.Has(m.Name) {
				merged = append(merged, m)
			}
		}
		kind := Valid
		if t.Unknown == spec.Reject {
			kind = Invalid
		}
		d.emit(place{state: s.Name, field: "beside", own: true}, edit{name: "all-of-" + idOf(other.Name), kind: kind, rule: rule, tentative: true, value: merged,
			change: wordsf("all members of %s are added", "加上 %s 的全部成员", other.Name),
			why:    words("an action is one state, not two at once", "一个动作只能是一种状态")})
	}
}

// silence plants a secret in what will be refused and forbids the refusal to repeat it.
func (d *deriver) silence(s *spec.State) {
	t := d.protocol.Tagged
	rule := d.rule(spec.RoleSilent)
	put := func(at place, name string, v value.Value) {
		stand := secrets.StandIn(secrets.Plain())
		d.emit(at, edit{name: "silent-" + name, kind: Invalid, rule: rule, value: fill(v, stand.Text), canary: stand.Text, form: stand.Form, tentative: true,
			change: words("a secret stands where the fault is", "秘密就在出错之处"),
			why:    words("a refusal ends in logs and in the next prompt", "拒绝信息会进入日志和下一次提示")})
	}
	secret := str(planted)
	put(place{state: s.Name, field: t.Discriminator}, "literal", s.Example.With(t.Discriminator, secret))
	put(place{state: s.Name, field: t.Discriminator}, "object", s.Example.With(t.Discriminator, obj(member("token", secret))))
	for _, f := range s.Fields {
		if f.Kind == spec.FieldAny {
			continue
		}
		put(place{state: s.Name, field: f.Name}, "array", s.Example.With(f.Name, value.Array{secret}))
		put(place{state: s.Name, field: f.Name}, "object", s.Example.With(f.Name, obj(member("token", secret))))
		for _, other := range s.Fields {
			if other.Name != f.Name && (other.Kind == spec.FieldAny || other.Kind == spec.FieldText) {
				put(place{state: s.Name, field: f.Name}, "beside-"+idOf(other.Name), s.Example.With(other.Name, secret).With(f.Name, value.Null{}))
			}
		}
	}
	put(place{state: s.Name, field: "beside", own: true}, "missing-tag", s.Example.Without(t.Discriminator).With("token", secret))
}

// unheard is a literal that no state of the protocol has.
func (d *deriver) unheard() string {
	name := "unheard_of"
	for {
		if _, taken := d.protocol.Tagged.State(name); !taken {
			return name
		}
		name += "_either"
	}
}

// route derives the question who handles a state.
func (d *deriver) route(s *spec.State) {
	if !d.does(wire.OpRoute) {
		return
	}
	route := idOf(s.Name)
	if strings.HasSuffix(route, "-unknown") {
		route += "~" // not the next case of another state
	}
	d.emitRequest(d.protocol.ID+"/route/"+route, place{state: s.Name}, edit{name: "route", kind: Valid, rule: d.rule(spec.RoleRoute),
		change: words("nothing: the example of the table", "不作改动：表中的示例"),
		why:    words("a row nobody handles is swallowed by a default", "没有处理者的行会被默认分支吞掉")},
		wire.RouteRequest{Protocol: d.protocol.ID, Value: s.Example})
	d.emitRequest(d.protocol.ID+"/route/"+route+"-unknown", place{state: s.Name}, edit{name: "route-unknown", kind: Invalid, rule: d.rule(spec.RoleRoute),
		change: words("the literal is one no row has", "字面量不属于任何一行"),
		why:    words("a default branch is how an unknown action gets a handler", "未知动作正是通过默认分支得到处理者")},
		wire.RouteRequest{Protocol: d.protocol.ID, Value: s.Example.With(d.protocol.Tagged.Discriminator, str(d.unheard()))})
}
