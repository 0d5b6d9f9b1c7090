package spec

import (
	"fmt"
	"slices"

	"github.com/actionconform/conform/spec/value"
)

// readStates reads the states a protocol has of its own.
func (l *loader) readStates(s *section, p *protocolDraft, t *Tagged) []State {
	n := s.get("states")
	if n == nil {
		return nil
	}
	entries := l.rows(n, "`states`")
	out := make([]State, 0, len(entries))
	for _, e := range entries {
		if value.IsBlank(e.key.text) {
			l.fault(e.key, "", "the name of a state is blank")
		}
		if slices.ContainsFunc(p.bare, func(state State) bool { return state.Name == e.key.text }) {
			l.fault(e.key, "give it another name, or copy the states by hand",
				fmt.Sprintf("the state %s comes with `same_states_as`", quote(e.key.text)))
			continue
		}
		if state, ok := l.readState(e, p, t); ok {
			out = append(out, state)
		}
	}
	return out
}

// readState reads one state.
func (l *loader) readState(e entry, p *protocolDraft, t *Tagged) (State, bool) {
	s := l.open(e.value, "the state "+quote(e.key.text),
		"title", "rule", "handler", "terminal", "forbids", "fields", "example").under(e.key)
	if s == nil {
		return State{}, false
	}
	state := State{
		Name:     e.key.text,
		Title:    l.languages(s.get("title"), "`title`"),
		Handler:  word(l, s.get("handler"), "handler", Handlers()),
		Terminal: word(l, s.get("terminal"), "terminal", Terminals()),
		Rule:     l.rule(s.get("rule"), "`rule`"),
		Pos:      e.key.pos,
	}
	if state.Terminal == "" {
		state.Terminal = "none"
	}
	if state.Rule == "" {
		state.Rule = p.Rules[RoleDefault]
	}
	if n := s.need("fields"); n != nil {
		state.Fields = l.readFields(n, "`fields`", state.Rule, t)
	}
	state.Forbids = l.readForbids(s, state.Fields, t)
	if n := s.get("example"); n != nil {
		state.Example = l.readExample(n, state, t)
	} else {
		state.Example = madeExample(state, t)
	}
	return state, true
}

// readForbids reads the fields of other states that must never get through.
func (l *loader) readForbids(s *section, fields []Field, t *Tagged) []string {
	refs := l.names(s.get("forbids"), "`forbids`")
	for _, r := range refs {
		isIt := func(f Field) bool { return f.Name == r.name }
		switch {
		case r.name == t.Discriminator:
			l.fault(r.at, "", fmt.Sprintf("the discriminator %s cannot be forbidden", quote(r.name)))
		case slices.ContainsFunc(t.Header, isIt):
			l.fault(r.at, "", fmt.Sprintf("the header field %s cannot be forbidden", quote(r.name)))
		case slices.ContainsFunc(fields, isIt):
			l.fault(r.at, "", fmt.Sprintf("the field %s is both forbidden and one of the state's own", quote(r.name)))
		}
	}
	return plain(refs)
}

// readFields reads the fields of a state or of a header.
func (l *loader) readFields(n *node, what, rule string, t *Tagged) []Field {
	entries := l.rows(n, what)
	out := make([]Field, 0, len(entries))
	for _, e := range entries {
		if e.key.text == t.Discriminator {
			l.fault(e.key, "the discriminator is in every state without being listed",
				fmt.Sprintf("%s is the discriminator", quote(e.key.text)))
			continue
		}
		if f, ok := l.readField(e, rule, t); ok {
			out = append(out, f)
		}
	}
	return out
}

// readField reads one field: a mapping, or only its kind.
func (l *loader) readField(e entry, rule string, t *Tagged) (Field, bool) {
	name := "the field " + quote(e.key.text)
	f := Field{Name: e.key.text, Rule: rule, Pos: e.key.pos}
	if value.IsBlank(e.key.text) {
		l.fault(e.key, "", "the name of a field is blank")
	}
	s := &section{loader: l, name: name, at: e.key}
	if e.value.kind == nodeString {
		f.Kind = word(l, e.value, "kind of field", FieldKinds())
	} else {
		s = l.open(e.value, name, "kind", "optional", "literal", "values", "missing", "invalid", "blank", "rule",
			"missing_rule", "identity", "aliases").under(e.key)
		if s == nil {
			return Field{}, false
		}
		f.Kind = word(l, s.need("kind"), "kind of field", FieldKinds())
	}
	f.Optional = l.flag(s.get("optional"), "`optional`")
	f.Identity = l.flag(s.get("identity"), "`identity`")
	f.Missing = l.codeList(s.get("missing"), "`missing`")
	f.Invalid = l.codeList(s.get("invalid"), "`invalid`")
	f.Blank = l.codeList(s.get("blank"), "`blank`")
	if own := l.rule(s.get("rule"), "`rule`"); own != "" {
		f.Rule = own
	}
	f.MissingRule = l.rule(s.get("missing_rule"), "`missing_rule`")
	l.readChoice(s, &f)
	l.readAliases(s, &f, t)
	l.checkField(s, f)
	if f.Kind == FieldText && f.Blank == nil {
		f.Blank = f.Invalid
	}
	return f, true
}

// readChoice reads the only value of a literal, and the values of an enum.
func (l *loader) readChoice(s *section, f *Field) {
	switch {
	case f.Kind == FieldLiteral:
		if n := s.need("literal"); n != nil {
			f.Literal = l.decode(n)
			if n.kind == nodeList || n.kind == nodeMapping {
				l.fault(n, "", fmt.Sprintf("a literal is a text, a number, a bool or null, not %s", n.describe()))
			}
		}
	case f.Kind == FieldEnum:
		if n := s.need("values"); n != nil {
			f.Values = plain(l.names(n, "`values`"))
			if n.kind == nodeList && len(n.items) == 0 {
				l.fault(n, "", "`values` is empty")
			}
		}
	}
	if f.Kind != "" && f.Kind != FieldLiteral {
		l.refuse(s, fmt.Sprintf("a field of kind %s has no", f.Kind), "literal")
	}
	if f.Kind != "" && f.Kind != FieldEnum {
		l.refuse(s, fmt.Sprintf("a field of kind %s has no", f.Kind), "values")
	}
}

// readAliases reads the near-miss names of a field.
func (l *loader) readAliases(s *section, f *Field, t *Tagged) {
	refs := l.names(s.get("aliases"), "`aliases`")
	for _, r := range refs {
		switch r.name {
		case f.Name:
			l.fault(r.at, "an alias is a name that is nearly right", fmt.Sprintf("%s is the field's own name", quote(r.name)))
		case t.Discriminator:
			l.fault(r.at, "", fmt.Sprintf("the alias %s is the discriminator", quote(r.name)))
		}
	}
	f.Aliases = plain(refs)
}

// checkField reports what a field of its kind has no use for.
func (l *loader) checkField(s *section, f Field) {
	if f.Kind == FieldAny {
		l.refuse(s, "a field of kind any cannot be wrong, so it has no", "invalid")
	}
	if f.Kind != FieldText && f.Kind != "" {
		l.refuse(s, fmt.Sprintf("a field of kind %s has no", f.Kind), "blank")
	}
	if f.Kind != FieldText && f.Kind != "" {
		l.refuse(s, fmt.Sprintf("only a field of kind text tells actions apart; one of kind %s has no", f.Kind), "identity")
	}
	if f.Optional {
		l.refuse(s, "an optional field may be missing, so it has no", "missing", "missing_rule")
	}
}
