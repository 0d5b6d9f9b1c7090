package oracle

import (
	"slices"
	"strings"
	"unicode"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// tagged judges a value as a tagged object: container, header, discriminator, then the fields of the
// state in their order, then members no row names.
func (r *ruling) tagged(p *spec.Protocol, v value.Value, policies wire.Policies) {
	t := p.Tagged
	seen := look(v)
	containerRule := p.Rule(spec.RoleContainer)
	r.evaluate(containerRule)
	switch seen.container {
	case noObject:
		r.fault(containerRule, "", p.Codes[spec.FaultContainer])
		return
	case unusable:
		// Saying that its first member is missing is as true of it as saying that it is no object.
		rule := p.Rule(spec.RoleExotic)
		r.fault(rule, "", p.Codes[spec.FaultContainer])
		r.fault(rule, t.Discriminator, p.Codes[spec.FaultDiscriminator])
		for _, f := range t.Header {
			r.fault(rule, f.Name, f.Missing)
		}
		r.unordered = true
		return
	case exotic:
		r.exotic = &fault{codes: p.Codes[spec.FaultContainer], rule: p.Rule(spec.RoleExotic)}
	case plain:
	}
	m := members{ruling: r, protocol: p, view: seen, policies: policies}
	migrated := m.header()
	state := m.discriminator()
	if state == nil {
		return
	}
	if migrated != nil && len(migrated.States) > 0 && !slices.Contains(migrated.States, state.Name) {
		m.open = true
	}
	for i := range state.Fields {
		m.field(&state.Fields[i])
	}
	m.unknown(state)
	accepted := Outcome{Accept: true, Action: m.action}
	if migrated != nil {
		accepted.MigratedFrom = migrated.Name
	}
	if seen.fickle != "" {
		m.fickle(accepted)
		return
	}
	r.evaluate(state.Rule)
	r.actions = append(r.actions, accepted)
}

// members judges the members of one object and builds its normal form on the way.
type members struct {
	*ruling
	protocol *spec.Protocol
	view     view
	policies wire.Policies
	action   value.Object
}

// find reads a member as a careful parser would. A member that is only inherited is a fault of its own
// kind: missing for certain where the kind is any, and missing by preference otherwise.
func (m *members) find(f *spec.Field) (value.Value, bool) {
	if v, ok := m.view.own.Get(f.Name); ok {
		return v, true
	}
	v, inherited := m.view.inherited.Get(f.Name)
	switch {
	case inherited && f.Kind == spec.FieldAny:
		m.fault(m.protocol.Rule(spec.RoleOwn), f.Name, f.Missing)
		return nil, false
	case inherited:
		m.fault(m.protocol.Rule(spec.RoleInherited), f.Name, f.Missing)
		return v, true
	case f.Optional:
		return nil, false
	}
	rule := f.Rule
	if f.MissingRule != "" {
		rule = f.MissingRule
	}
	m.fault(rule, f.Name, f.Missing)
	return nil, false
}

func (m *members) field(f *spec.Field) {
	m.evaluate(f.Rule)
	v, ok := m.find(f)
	if !ok {
		return
	}
	m.check(f, v)
	if s, isText := v.(value.String); isText && f.Kind == spec.FieldText && m.trims(f.Name) {
		v = value.String(strings.TrimFunc(string(s), unicode.IsSpace))
	}
	m.action = append(m.action, value.Member{Name: f.Name, Value: v})
}

func (m *members) trims(field string) bool {
	return slices.Contains(m.protocol.Policies, "trims") && slices.Contains(m.policies.Trims, field)
}

// check holds a value against the kind of its field.
func (m *members) check(f *spec.Field, v value.Value) {
	if h, ok := v.(value.Host); ok && f.Kind != spec.FieldAny {
		rule := f.Rule
		if h.Name == "boxed" {
			rule = m.protocol.Rule(spec.RoleBoxed)
		}
		if f.Kind == spec.FieldObject && look(v).container != noObject && look(v).container != unusable {
			m.open = true
			return
		}
		m.fault(rule, f.Name, f.Invalid)
		return
	}
	switch f.Kind {
	case spec.FieldText:
		m.checkText(f, v)
	case spec.FieldAny:
	case spec.FieldString:
		m.require(f, v.Kind() == value.KindString)
	case spec.FieldBool:
		m.require(f, v.Kind() == value.KindBool)
	case spec.FieldInteger:
		n, ok := v.(value.Number)
		m.require(f, ok && n.IsInteger())
	case spec.FieldNumber:
		n, ok := v.(value.Number)
		m.require(f, ok && n.IsJSON())
	case spec.FieldObject:
		m.require(f, v.Kind() == value.KindObject)
	case spec.FieldArray:
		m.require(f, v.Kind() == value.KindArray)
	case spec.FieldLiteral:
		m.require(f, value.Equal(v, f.Literal))
	case spec.FieldEnum:
		s, ok := v.(value.String)
		m.require(f, ok && slices.Contains(f.Values, string(s)))
	}
}

func (m *members) require(f *spec.Field, ok bool) {
	if !ok {
		m.fault(f.Rule, f.Name, f.Invalid)
	}
}

func (m *members) checkText(f *spec.Field, v value.Value) {
	s, ok := v.(value.String)
	if !ok {
		m.fault(f.Rule, f.Name, f.Invalid)
		return
	}
	switch value.Blankness(string(s)) {
	case value.NotBlank:
	case value.BlankASCII:
		m.fault(f.Rule, f.Name, f.Blank)
	case value.BlankUnicode:
		m.fault(m.protocol.Rule(spec.RoleUnicodeBlank), f.Name, f.Blank)
	case value.BlankOpen:
		m.open = true
	}
}

// header judges the fields every state has, and applies a migration the target declared. It returns the
// migration, nil where none was applied.
func (m *members) header() *spec.Migration {
	t := m.protocol.Tagged
	for i := range t.Header {
		f := &t.Header[i]
		m.evaluate(f.Rule)
		if g := m.migration(f); g != nil {
			m.evaluate(m.protocol.Rule(spec.RoleMigration))
			m.action = append(m.action, value.Member{Name: f.Name, Value: f.Literal})
			return g
		}
		if v, ok := m.find(f); ok {
			m.check(f, v)
			m.action = append(m.action, value.Member{Name: f.Name, Value: v})
		}
	}
	return nil
}

func (m *members) migration(f *spec.Field) *spec.Migration {
	if !slices.Contains(m.protocol.Policies, "migrates") {
		return nil
	}
	if m.view.inherited.Has(f.Name) && len(m.policies.Migrates) > 0 {
		m.open = true // missing, so migrated, or there, so not: no rule says which
		return nil
	}
	v, present := m.view.own.Get(f.Name)
	for i := range m.protocol.Tagged.Migrations {
		g := &m.protocol.Tagged.Migrations[i]
		if !slices.Contains(m.policies.Migrates, g.Name) {
			continue
		}
		if g.From == nil && !present || g.From != nil && present && value.Equal(g.From, v) {
			return g
		}
	}
	return nil
}

// discriminator finds the state, or nil where the discriminator is at fault.
func (m *members) discriminator() *spec.State {
	p, t := m.protocol, m.protocol.Tagged
	rule, codes := p.Rule(spec.RoleDiscriminator), p.Codes[spec.FaultDiscriminator]
	m.evaluate(rule)
	tag := spec.Field{Name: t.Discriminator, Kind: spec.FieldText, Rule: rule, Missing: codes, Invalid: codes, Blank: codes}
	before, open := len(m.faults), m.open
	v, ok := m.find(&tag)
	if !ok {
		return nil
	}
	s, isString := v.(value.String)
	if !isString || value.IsBlank(string(s)) {
		m.check(&tag, v)
		if len(m.faults) == before || value.Blankness(string(s)) == value.BlankUnicode {
			// Whether blank or unknown, such a type is refused; only the name of the fault is free.
			m.fault(p.Rule(spec.RoleLiteral), t.Discriminator, p.Codes[spec.FaultLiteral])
		}
		if value.Blankness(string(s)) == value.BlankOpen {
			m.fault(rule, t.Discriminator, codes)
			m.unordered = true // blank or unknown: either word is right
		}
		m.open = open
		return nil
	}
	m.evaluate(p.Rule(spec.RoleLiteral))
	state, ok := t.State(string(s))
	if !ok {
		m.fault(p.Rule(spec.RoleLiteral), t.Discriminator, p.Codes[spec.FaultLiteral])
		if value.Blankness(string(s)) == value.BlankOpen {
			m.fault(rule, t.Discriminator, codes)
			m.unordered = true // blank or unknown: either word is right
		}
		return nil
	}
	m.action = append(m.action, value.Member{Name: t.Discriminator, Value: s})
	return state
}

// unknown judges the members no row names.
func (m *members) unknown(state *spec.State) {
	t := m.protocol.Tagged
	m.evaluate(m.protocol.Rule(spec.RoleUnknown))
	treatment := t.Unknown
	if slices.Contains(m.protocol.Policies, "unknown_fields") && m.policies.UnknownFields != "" {
		treatment = spec.UnknownFields(m.policies.UnknownFields)
	}
	if treatment != spec.Reject {
		return
	}
	for _, member := range m.view.own {
		if member.Name == t.Discriminator || hasField(t.Header, member.Name) || hasField(state.Fields, member.Name) {
			continue
		}
		// A declared policy is binding whatever the level of the rule; the name may stay unsaid.
		m.faults = append(m.faults, fault{codes: m.protocol.Codes[spec.FaultUnknown], field: member.Name, anyField: true,
			rule: m.protocol.Rule(spec.RoleUnknown), level: spec.Must})
		return
	}
}

// fickle judges an object one getter of which changes its mind: refusing is legal, and so is accepting
// what the first read gave, which is preferred.
func (m *members) fickle(accepted Outcome) {
	rule := m.protocol.Rule(spec.RoleGetter)
	m.evaluate(rule)
	if m.hard() {
		m.open = true
		return
	}
	m.open, m.advised = true, rule
	m.actions = append(m.actions, accepted, Outcome{})
}

func hasField(fields []spec.Field, name string) bool {
	return slices.ContainsFunc(fields, func(f spec.Field) bool { return f.Name == name })
}
