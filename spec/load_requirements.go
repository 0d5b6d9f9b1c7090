package spec

import (
	"fmt"
	"regexp"
)

// The spelling of ids, codes and classes.
var (
	requirementID = regexp.MustCompile(`^[A-Z]{2,4}-[0-9]{2,3}$`)
	errorCodeName = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
	className     = regexp.MustCompile(`^[a-z][a-z0-9]*([+-][a-z0-9]+)*$`)
)

// readRequirements reads the section `requirements`.
func (l *loader) readRequirements(table *section) []Requirement {
	l.requirements, l.renamed = map[string]*node{}, map[string]string{}
	n := table.need("requirements")
	entries := l.rows(n, "`requirements`")
	out := make([]Requirement, 0, len(entries))
	for _, e := range entries { // ids first: an alias must not take the id of a later one
		l.requirements[e.key.text] = e.key
	}
	for _, e := range entries {
		if !requirementID.MatchString(e.key.text) {
			l.fault(e.key, "two to four capitals, a hyphen and two or three digits, as in `AP-07`",
				fmt.Sprintf("%s is not an id of a requirement", quote(e.key.text)))
		}
		if r, ok := l.readRequirement(e); ok {
			out = append(out, r)
		}
	}
	return out
}

// readRequirement reads one requirement.
func (l *loader) readRequirement(e entry) (Requirement, bool) {
	name := "the requirement " + quote(e.key.text)
	s := l.open(e.value, name, "level", "class", "text", "consequence", "source", "aliases").under(e.key)
	if s == nil {
		return Requirement{}, false
	}
	r := Requirement{
		ID:          e.key.text,
		Level:       word(l, s.need("level"), "level", Levels()),
		Class:       l.text(s.need("class"), "`class`"),
		Text:        l.languages(s.need("text"), "`text`"),
		Consequence: l.languages(s.get("consequence"), "`consequence`"),
		Source:      l.text(s.need("source"), "`source`"),
		Pos:         e.key.pos,
	}
	if r.Class != "" && !className.MatchString(r.Class) {
		l.fault(s.get("class"), "small letters, as in `parser` or `step-json`",
			fmt.Sprintf("%s is not a name of a class", quote(r.Class)))
	}
	for _, alias := range l.names(s.get("aliases"), "`aliases`") {
		switch first := l.requirements[alias.name]; {
		case first != nil:
			l.fault(alias.at, fmt.Sprintf("line %d has it", first.pos.Line),
				fmt.Sprintf("the id %s is taken", quote(alias.name)))
		case l.renamed[alias.name] != "":
			l.fault(alias.at, "", fmt.Sprintf("the id %s is an alias of %s already",
				quote(alias.name), quote(l.renamed[alias.name])))
		case !requirementID.MatchString(alias.name):
			l.fault(alias.at, "", fmt.Sprintf("%s is not an id of a requirement", quote(alias.name)))
		default:
			l.renamed[alias.name] = r.ID
			r.Aliases = append(r.Aliases, alias.name)
		}
	}
	return r, true
}

// readErrors reads the section `errors`, which a table without codes does not have.
func (l *loader) readErrors(table *section) []ErrorCode {
	l.codes = map[string]*node{}
	entries := l.rows(table.get("errors"), "`errors`")
	out := make([]ErrorCode, 0, len(entries))
	for _, e := range entries {
		l.codes[e.key.text] = e.key
		if !errorCodeName.MatchString(e.key.text) {
			l.fault(e.key, "capitals and underscores, as in `ACTION_INPUT_MISSING`",
				fmt.Sprintf("%s is not a name of an error code", quote(e.key.text)))
		}
		name := "the error code " + quote(e.key.text)
		s := l.open(e.value, name, "layer", "retryable", "message", "advice").under(e.key)
		if s == nil {
			continue
		}
		out = append(out, ErrorCode{
			Code:      e.key.text,
			Layer:     word(l, s.need("layer"), "layer", Layers()),
			Retryable: l.flag(s.get("retryable"), "`retryable`"),
			Message:   l.languages(s.need("message"), "`message`"),
			Advice:    l.languages(s.get("advice"), "`advice`"),
			Pos:       e.key.pos,
		})
	}
	return out
}

// rows returns the entries of a mapping whose keys the author chooses, and reports an empty one; none for
// nil.
func (l *loader) rows(n *node, what string) []entry {
	switch {
	case n == nil:
		return nil
	case n.kind != nodeMapping:
		l.partial = true
		l.fault(n, "", fmt.Sprintf("%s is a mapping, not %s", what, n.describe()))
		return nil
	case len(n.entries) == 0:
		l.partial = true
		l.fault(n, "", what+" is empty")
	}
	return n.entries
}
