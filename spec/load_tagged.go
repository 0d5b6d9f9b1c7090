package spec

import (
	"fmt"
	"slices"

	"github.com/actionconform/conform/spec/value"
)

// readTagged reads the parts of a protocol that make up its tagged objects.
func (l *loader) readTagged(s *section, p *protocolDraft) *Tagged {
	t := &Tagged{
		Discriminator: l.text(s.get("discriminator"), "`discriminator`"),
		Unknown:       word(l, s.get("unknown_fields"), "treatment", unknownFieldTreatments()),
	}
	base := l.earlier(s, "same_states_as")
	if base != nil && base.Tagged == nil {
		l.fault(s.get("same_states_as"), "", fmt.Sprintf("the protocol %s has no states", quote(base.ID)))
		base = nil
	}
	l.inherit(s, t, base)
	t.Header = l.readHeader(s, p, t)
	if base != nil {
		p.bare = append(p.bare, base.bare...)
	}
	p.bare = append(p.bare, l.readStates(s, p, t)...)
	t.States = make([]State, len(p.bare))
	for i, state := range p.bare {
		state.Example = withHeader(state.Example, t)
		t.States[i] = state
	}
	l.checkHeader(s, t)
	l.checkForbids(s, t)
	t.Migrations = l.readMigrations(s, p, t)
	p.Future = l.readFuture(s, t)
	return t
}

// inherit fills what a protocol does not say with that of `same_states_as`.
func (l *loader) inherit(s *section, t *Tagged, base *protocolDraft) {
	switch {
	case base == nil:
	case !s.has("discriminator"):
		t.Discriminator = base.Tagged.Discriminator
	case t.Discriminator != "" && t.Discriminator != base.Tagged.Discriminator:
		l.fault(s.get("discriminator"), "", fmt.Sprintf("the states of %s have the discriminator %s",
			quote(base.ID), quote(base.Tagged.Discriminator)))
	}
	if t.Discriminator == "" && !s.has("discriminator") && !s.has("same_states_as") {
		s.need("discriminator")
	}
	if t.Unknown == "" {
		t.Unknown = Drop
		if base != nil {
			t.Unknown = base.Tagged.Unknown
		}
	}
}

// readHeader reads the fields every state has.
func (l *loader) readHeader(s *section, p *protocolDraft, t *Tagged) []Field {
	n := s.get("header")
	if n == nil {
		return nil
	}
	fields := l.readFields(n, "`header`", p.Rules[RoleDefault], t)
	for _, f := range fields {
		if f.Kind != FieldLiteral && f.Kind != FieldEnum && f.Kind != "" {
			l.fault(&node{pos: f.Pos}, "the header is judged before the state is known",
				fmt.Sprintf("the header field %s is of kind %s, not literal or enum", quote(f.Name), f.Kind))
		}
	}
	return fields
}

// checkHeader reports a header field that is a field of a state as well.
func (l *loader) checkHeader(s *section, t *Tagged) {
	for _, f := range t.Header {
		for _, state := range t.States {
			if slices.ContainsFunc(state.Fields, func(g Field) bool { return g.Name == f.Name }) {
				l.fault(&node{pos: f.Pos}, "", fmt.Sprintf("the state %s has a field %s as well",
					quote(state.Name), quote(f.Name)))
				break
			}
		}
	}
}

// withHeader returns an example with the members of the header it lacks, after its discriminator.
func withHeader(example value.Object, t *Tagged) value.Object {
	if example == nil {
		return nil
	}
	var lacking value.Object
	for _, f := range t.Header {
		if v := f.sample(); v != nil && !f.Optional && !example.Has(f.Name) {
			lacking = append(lacking, value.Member{Name: f.Name, Value: v})
		}
	}
	at := slices.IndexFunc(example, func(m value.Member) bool { return m.Name == t.Discriminator })
	return slices.Concat(example[:at+1], lacking, example[at+1:])
}

// checkForbids reports forbidden fields that no other state has. One that is required is reported with the
// state itself.
func (l *loader) checkForbids(s *section, t *Tagged) {
	states := s.get("states")
	if states == nil {
		return
	}
	taken := append(fieldNames(t.Header), t.Discriminator) // reported with the state
	for _, e := range states.entries {
		var others []string
		for _, state := range t.States {
			if state.Name != e.key.text {
				for _, f := range state.Fields {
					others = append(others, f.Name)
				}
			}
		}
		for _, item := range forbidden(e.value) {
			known := contains(others, item.text) || contains(taken, item.text) || hasField(e.value, item.text)
			if item.kind == nodeString && !known {
				l.fault(item, suggest(item.text, others), fmt.Sprintf("no other state has a field %s", quote(item.text)))
			}
		}
	}
}

// forbidden returns what the list `forbids` of a state holds.
func forbidden(state *node) []*node {
	if list := state.child("forbids"); list != nil {
		return list.items
	}
	return nil
}

// hasField reports whether a state as written has a field.
func hasField(state *node, name string) bool {
	fields := state.child("fields")
	return fields != nil && fields.child(name) != nil
}

// readStateNames reads the states an older version had.
func (l *loader) readStateNames(m *section, t *Tagged) []string {
	refs := l.names(m.get("states"), "`states`")
	for _, r := range refs {
		if _, ok := t.State(r.name); !ok {
			l.fault(r.at, "", fmt.Sprintf("there is no state %s", quote(r.name)))
		}
	}
	return plain(refs)
}

// readFuture reads the literals of a later version.
func (l *loader) readFuture(s *section, t *Tagged) []string {
	refs := l.names(s.get("future"), "`future`")
	for _, r := range refs {
		if slices.ContainsFunc(t.States, func(state State) bool { return state.Name == r.name }) {
			l.fault(r.at, "", fmt.Sprintf("%s is a state already", quote(r.name)))
		}
	}
	return plain(refs)
}

// readMigrations reads the older shapes a target may declare to convert.
func (l *loader) readMigrations(s *section, p *protocolDraft, t *Tagged) []Migration {
	n := s.get("migrations")
	if n == nil {
		return nil
	}
	if !contains(p.Policies, "migrates") {
		l.fault(s.key("migrations"), "add `migrates` to `policies`", "nothing lets a target declare these migrations")
	}
	if !s.has("header") {
		l.fault(s.key("migrations"), "add the field that holds the version to `header`",
			"a protocol without `header` has no older version to tell from this one")
	}
	entries := l.rows(n, "`migrations`")
	out := make([]Migration, 0, len(entries))
	for _, e := range entries {
		if value.IsBlank(e.key.text) {
			l.fault(e.key, "", "the name of a migration is blank")
		}
		m := l.open(e.value, "the migration "+quote(e.key.text), "from", "states")
		if m == nil {
			continue
		}
		migration := Migration{Name: e.key.text}
		if from := m.get("from"); from != nil {
			migration.From = l.decode(from)
			if !scalar(from) {
				l.fault(from, "", fmt.Sprintf("`from` is a literal, not %s", from.describe()))
			}
			for _, f := range t.Header {
				if f.accepts(migration.From) {
					l.fault(from, "", fmt.Sprintf("%s is today's %s", value.Show(migration.From, quoteLength), quote(f.Name)))
				}
			}
		}
		migration.States = l.readStateNames(m, t)
		out = append(out, migration)
	}
	return out
}

// scalar reports whether a node is a text, a number or a bool.
func scalar(n *node) bool { return n.kind == nodeString || n.kind == nodeNumber || n.kind == nodeBool }
