package spec

import (
	"fmt"

	"github.com/actionconform/conform/spec/value"
)

// text reads a text that is not blank. It returns "" with a fault for anything else, and "" for nil.
func (l *loader) text(n *node, what string) string {
	if n == nil {
		return ""
	}
	if n.kind != nodeString {
		hint := ""
		if n.kind == nodeNumber || n.kind == nodeBool {
			hint = fmt.Sprintf("write it in quotes: \"%s\"", n.text)
		}
		l.fault(n, hint, fmt.Sprintf("%s is a text, not %s", what, n.describe()))
		return ""
	}
	if value.IsBlank(n.text) {
		l.fault(n, "", what+" is blank")
		return ""
	}
	return n.text
}

// word reads one of the legal words; "" for nil, and "" with a fault for any other.
func word[S ~string](l *loader, n *node, what string, legal []S) S {
	text := l.text(n, what)
	if text == "" {
		return ""
	}
	if !contains(legal, S(text)) {
		l.fault(n, suggest(text, legal), fmt.Sprintf("unknown %s %s", what, quote(text)))
		return ""
	}
	return S(text)
}

// flag reads true or false; false for nil.
func (l *loader) flag(n *node, what string) bool {
	if n == nil {
		return false
	}
	if n.kind != nodeBool {
		l.fault(n, "write true or false", fmt.Sprintf("%s is true or false, not %s", what, n.describe()))
		return false
	}
	return n.text == "true"
}

// names reads a list of different texts; nil for nil.
func (l *loader) names(n *node, what string) []reference {
	if n == nil {
		return nil
	}
	if n.kind != nodeList {
		hint := ""
		if n.kind == nodeString {
			hint = fmt.Sprintf("write a list: [%s]", value.ShowText(n.text, quoteLength))
		}
		l.fault(n, hint, fmt.Sprintf("%s is a list, not %s", what, n.describe()))
		return nil
	}
	out := make([]reference, 0, len(n.items))
	seen := make(map[string]bool, len(n.items))
	for _, item := range n.items {
		name := l.text(item, "each of "+what)
		switch {
		case name == "":
		case seen[name]:
			l.fault(item, "", fmt.Sprintf("%s is there twice in %s", quote(name), what))
		default:
			seen[name] = true
			out = append(out, reference{name, item})
		}
	}
	return out
}

// words reads a list of different legal words; nil for nil.
func words[S ~string](l *loader, n *node, what, one string, legal []S) []S {
	refs := l.names(n, what)
	if refs == nil {
		return nil
	}
	out := make([]S, 0, len(refs))
	for _, r := range refs {
		if w := word(l, r.at, one, legal); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// plain returns the names alone.
func plain(refs []reference) []string {
	if refs == nil {
		return nil
	}
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = r.name
	}
	return out
}

// languages reads a sentence: a text, which is English, or a mapping of languages. An empty Text for nil.
func (l *loader) languages(n *node, what string) Text {
	if n == nil {
		return Text{}
	}
	if n.kind != nodeMapping {
		return Text{EN: l.text(n, what)}
	}
	s := l.open(n, what, "en", "zh")
	t := Text{EN: l.text(s.need("en"), what), ZH: l.text(s.get("zh"), what)}
	return t
}

// codeList reads a list of error codes and notes that they are mentioned. A list that is there has a code.
func (l *loader) codeList(n *node, what string) []string {
	if n == nil {
		return nil
	}
	refs := l.names(n, what)
	if n.kind == nodeList && len(n.items) == 0 {
		l.fault(n, "leave the key out where any code is legal", what+" is empty")
	}
	l.code = append(l.code, refs...)
	return plain(refs)
}

// rule reads the id of a requirement and notes that it is mentioned; "" for nil.
func (l *loader) rule(n *node, what string) string {
	id := l.text(n, what)
	if id != "" {
		l.requirement = append(l.requirement, reference{id, n})
	}
	return id
}

// decode reads any value: numbers keep the text they are written in, mappings the order of their keys.
func (l *loader) decode(n *node) value.Value {
	switch n.kind {
	case nodeBool:
		return value.Bool(n.text == "true")
	case nodeNumber:
		if !value.Number(n.text).IsJSON() {
			l.fault(n, "write the digits out, or put a text in quotes",
				fmt.Sprintf("%s is not a number as JSON writes them", quote(n.text)))
		}
		return value.Number(n.text)
	case nodeString:
		return value.String(n.text)
	case nodeList:
		out := make(value.Array, 0, len(n.items))
		for _, item := range n.items {
			out = append(out, l.decode(item))
		}
		return out
	case nodeMapping:
		return l.decodeObject(n)
	default:
		return value.Null{}
	}
}

// decodeObject reads a mapping as an object.
func (l *loader) decodeObject(n *node) value.Object {
	out := make(value.Object, 0, len(n.entries))
	for _, e := range n.entries {
		out = append(out, value.Member{Name: e.key.text, Value: l.decode(e.value)})
	}
	return out
}
