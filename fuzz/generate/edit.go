package generate

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// Target is one place of a row that an edit is about.
type Target struct {
	// Path is the place of the member, with slashes; "" is the object as a whole.
	Path string
	// InCall says that the path starts at a call of a response.
	InCall bool
	// Rule is the requirement an edit there is likely to break.
	Rule string
	// Field is the table's field; nil where the place is none.
	Field *spec.Field
}

// Targets lists the places of the row, those of the table's fields first.
func (r Row) Targets() []Target {
	p := r.Protocol
	var out []Target
	if r.State != nil {
		t := p.Tagged
		out = append(out, Target{Path: t.Discriminator, Rule: p.Rule(spec.RoleDiscriminator)})
		for _, list := range [][]spec.Field{t.Header, r.State.Fields} {
			for i := range list {
				out = append(out, Target{Path: list[i].Name, Rule: list[i].Rule, Field: &list[i]})
			}
		}
		return append(out, Target{Rule: p.Rule(spec.RoleUnknown)})
	}
	return append(responseTargets(p), Target{Rule: p.Rule(spec.RoleShape)})
}

func responseTargets(p *spec.Protocol) []Target {
	shape := p.Response
	var out []Target
	add := func(path string, inCall bool, role spec.Role) {
		if path != "" {
			out = append(out, Target{Path: path, InCall: inCall, Rule: p.Rule(role)})
		}
	}
	add(shape.Finish.At, false, spec.RoleIncomplete)
	add(shape.Content, false, spec.RoleFinal)
	add(shape.Calls.At, false, spec.RoleShape)
	add(shape.Calls.ID, true, spec.RoleCallID)
	add(shape.Calls.Name, true, spec.RoleCallName)
	add(shape.Calls.Arguments, true, spec.RoleArguments)
	add(shape.Calls.Type, true, spec.RoleCallType)
	add(shape.Incomplete, false, spec.RoleIncomplete)
	if items := shape.Items; items != nil {
		add(items.Type, true, spec.RoleCallType)
		add(items.TextAt, true, spec.RoleFinal)
		if items.Parts != nil {
			add(items.Parts.At, true, spec.RoleFinal)
		}
	}
	for _, parent := range []string{shape.Content, shape.Finish.At, shape.Calls.At} {
		if i := strings.LastIndexByte(parent, '/'); i > 0 {
			add(parent[:i], false, spec.RoleShape)
		}
	}
	if !shape.Single() {
		out = append(out, Target{InCall: true, Rule: p.Rule(spec.RoleProvenance)})
	}
	return out
}

// Edit changes an object of the row at one place chosen by the source.
func (r Row) Edit(s Source, o value.Object) (value.Value, Target) {
	t := pick(s, r.Targets())
	return r.EditAt(s, o, t), t
}

// Chain changes an object of the row up to n times, each time at another place perhaps.
func (r Row) Chain(s Source, o value.Object, n int) value.Value {
	var v value.Value = o
	for range n {
		object, ok := v.(value.Object)
		if !ok {
			return v
		}
		v, _ = r.Edit(s, object)
	}
	return v
}

// EditAt changes an object of the row at a place.
func (r Row) EditAt(s Source, o value.Object, t Target) value.Value {
	if !t.InCall {
		return r.editMember(s, o, t)
	}
	at := r.Protocol.Response.Calls.At
	if r.Protocol.Response.Single() {
		return r.editMember(s, o, t)
	}
	list, _ := valueAt(o, at).(value.Array)
	if len(list) == 0 {
		return setAt(o, at, value.Array{Value(s)})
	}
	out := append(value.Array{}, list...)
	i := s.Intn(len(out))
	call, _ := out[i].(value.Object)
	out[i] = r.editMember(s, call, t)
	if t.Path == "" && chance(s, 3) { // a call more: the same again, or one like it
		out = append(out, out[s.Intn(len(out))])
	}
	return setAt(o, at, out)
}

// editMember changes the member of a place, or the object as a whole where the place has no member.
func (r Row) editMember(s Source, o value.Object, t Target) value.Value {
	if t.Path == "" {
		return r.editWhole(s, o)
	}
	held := valueAt(o, t.Path)
	switch weighted(s, 3, 2, 4, 2, 3, 1, 1, 2) {
	case 0:
		return setAt(o, t.Path, nil)
	case 1:
		return setAt(setAt(o, t.Path, nil), sibling(t.Path, r.nearMiss(s, t)), orNull(held))
	case 2:
		return setAt(o, t.Path, r.instead(s, t))
	case 3:
		return setAt(o, t.Path, value.String(Blank(s)))
	case 4:
		return setAt(o, t.Path, Value(s))
	case 5:
		return setAt(o, t.Path, pick(s, []value.Value{value.Array{orNull(held)}, value.Object{{Name: "value", Value: orNull(held)}}}))
	case 6:
		return append(o[:len(o):len(o)], value.Member{Name: top(t.Path), Value: pick(s, []value.Value{orNull(held), Value(s)})})
	}
	return r.inherit(s, o, t)
}

// instead is another value that is nearly right: an illegal kind, another literal, another reason.
func (r Row) instead(s Source, t Target) value.Value {
	p := r.Protocol
	switch {
	case t.Field != nil && t.Field.Kind == spec.FieldLiteral && s.Intn(2) == 0:
		return Number(s)
	case t.Field != nil && t.Field.Kind == spec.FieldEnum && s.Intn(2) == 0:
		return value.String(near(s, pick(s, t.Field.Values)))
	case p.Tagged != nil && t.Path == p.Tagged.Discriminator:
		literals := append([]string{}, p.Future...)
		for i := range p.Tagged.States {
			literals = append(literals, p.Tagged.States[i].Name, near(s, p.Tagged.States[i].Name))
		}
		return value.String(pick(s, literals))
	case p.Response != nil && p.Response.Items != nil && t.InCall && t.Path == p.Response.Items.Type:
		return value.String(pick(s, []string{p.Response.Items.Call, p.Response.Items.Text, near(s, p.Response.Items.Call), "reasoning"}))
	case p.Response != nil && t.Path == p.Response.Finish.At:
		f := p.Response.Finish
		return value.String(pick(s, append(append(append([]string{"", "unknown", "STOP"}, f.Final...), f.Calls...), f.Incomplete...)))
	case p.Response != nil && t.InCall && t.Path == p.Response.Calls.Arguments && s.Intn(2) == 0:
		return value.String(Document(s, pick(s, []string{`{"path":"README.md"}`, `{}`, `{"a":{"b":[1,2]}}`})))
	case p.Response != nil && p.Response.Control != nil && t.InCall && t.Path == p.Response.Calls.Name:
		return value.String(pick(s, []string{p.Response.Control.Name, near(s, p.Response.Control.Name)}))
	}
	return value.String(Text(s))
}

// near is a literal spelt nearly right.
func near(s Source, text string) string {
	switch s.Intn(7) {
	case 0:
		return text + " "
	case 1:
		return strings.ToUpper(text)
	case 2:
		return text + "s"
	case 3:
		return " " + text
	case 4:
		return strings.ReplaceAll(text, "_", "-")
	case 5:
		return text + "\x00"
	}
	return strings.ReplaceAll(text, "_", "")
}

// nearMiss is a name for a member that is nearly its own.
func (r Row) nearMiss(s Source, t Target) string {
	if t.Field != nil && len(t.Field.Aliases) > 0 && s.Intn(2) == 0 {
		return pick(s, t.Field.Aliases)
	}
	return near(s, leaf(t.Path))
}

// inherit moves a member out of reach: to the prototype, into a member named __proto__, behind a getter.
func (r Row) inherit(s Source, o value.Object, t Target) value.Value {
	name := top(t.Path)
	held, ok := o.Get(name)
	if !ok {
		return setAt(o, t.Path, Value(s))
	}
	rest := o.Without(name)
	alone := value.Object{{Name: name, Value: held}}
	switch s.Intn(5) {
	case 0:
		return rest.With("__proto__", alone)
	case 1:
		return value.Host{Name: value.HostInherited, Args: value.Object{{Name: "own", Value: rest}, {Name: "proto", Value: alone}}}
	case 2:
		return value.Host{Name: value.HostNonEnumerable, Args: value.Object{{Name: "own", Value: rest}, {Name: "hidden", Value: alone}}}
	case 3:
		reads := value.Array{held}
		if s.Intn(2) == 1 {
			reads = append(reads, Value(s))
		}
		return value.Host{Name: value.HostGetter, Args: value.Object{{Name: "own", Value: rest}, {Name: "name", Value: value.String(name)}, {Name: "values", Value: reads}}}
	}
	return rest.With(pick(s, []string{"data", "payload", "params", "arguments"}), alone)
}

// editWhole changes an object as a whole: adds what no row names, or makes something else of it.
func (r Row) editWhole(s Source, o value.Object) value.Value {
	switch weighted(s, 5, 2, 2, 1, 1) {
	case 0:
		m := value.Member{Name: r.strayName(s), Value: Value(s)}
		if s.Intn(2) == 0 {
			return append(o[:len(o):len(o)], m)
		}
		return append(value.Object{m}, o...)
	case 1:
		return value.Array{o}
	case 2:
		return hostOf(s, pick(s, value.HostKinds()).Name, o, 1)
	case 3:
		text, err := value.Print(o)
		if err != nil {
			return value.Null{}
		}
		return value.String(text)
	}
	return Value(s)
}

// strayName is a name that the row may not have: of another row, a near-miss, or any.
func (r Row) strayName(s Source) string {
	var names []string
	if r.State != nil {
		names = append(names, r.State.Forbids...)
		for i := range r.State.Fields {
			names = append(names, r.State.Fields[i].Aliases...)
		}
	}
	if len(names) == 0 || s.Intn(2) == 0 {
		return Name(s)
	}
	return pick(s, names)
}

func orNull(v value.Value) value.Value {
	if v == nil {
		return value.Null{}
	}
	return v
}

// sibling is a path in which the last name is another.
func sibling(path, name string) string {
	name = strings.ReplaceAll(name, "/", "-")
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i+1] + name
	}
	return name
}

func leaf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func top(path string) string {
	name, _, _ := strings.Cut(path, "/")
	return name
}
