package spec

import "fmt"

// nodeKind is the kind of a node of a table file.
type nodeKind int

const (
	nodeNull nodeKind = iota
	nodeBool
	nodeNumber
	nodeString
	nodeList
	nodeMapping
)

// node is one value of a table file. It is all the loader sees of YAML.
type node struct {
	kind    nodeKind
	text    string  // of a scalar: a number as written, the characters of a string
	items   []*node // of a list
	entries []entry // of a mapping, in the order written, without duplicates
	pos     Position
}

// entry is one key of a mapping and its value.
type entry struct{ key, value *node }

// describe names a node in messages: its kind, and what it holds where that is short.
func (n *node) describe() string {
	switch n.kind {
	case nodeNull:
		return "nothing"
	case nodeBool:
		return "the bool " + n.text
	case nodeNumber:
		return "the number " + quote(n.text)
	case nodeString:
		return "the text " + quote(n.text)
	case nodeList:
		return fmt.Sprintf("a list of %d", len(n.items))
	case nodeMapping:
		return fmt.Sprintf("a mapping of %d", len(n.entries))
	default:
		return "nothing"
	}
}

// child returns the value a mapping has for a key, or nil.
func (n *node) child(key string) *node {
	for _, e := range n.entries {
		if e.key.text == key {
			return e.value
		}
	}
	return nil
}

// section is a mapping that is being read: its keys are fixed by the format.
type section struct {
	loader *loader
	node   *node
	name   string // what it is, for messages
	values map[string]*entry
	typos  map[string]bool // keys that are there, but misspelt
	at     *node           // where to report what it lacks
}

// open takes a node as a section with the given legal keys, and reports every other key. It returns nil
// where the node is no mapping.
func (l *loader) open(n *node, name string, keys ...string) *section {
	if n.kind != nodeMapping {
		l.partial = true
		l.fault(n, "", fmt.Sprintf("%s is a mapping, not %s", name, n.describe()))
		return nil
	}
	s := &section{loader: l, node: n, name: name, at: n}
	s.values, s.typos = make(map[string]*entry, len(n.entries)), map[string]bool{}
	for i := range n.entries {
		e := &n.entries[i]
		if !contains(keys, e.key.text) {
			l.partial = true
			l.fault(e.key, suggest(e.key.text, keys), fmt.Sprintf("unknown key %s in %s", quote(e.key.text), name))
			if near := nearest(e.key.text, keys); near != "" {
				s.typos[near] = true
			}
			continue
		}
		s.values[e.key.text] = e
	}
	return s
}

// under makes a section report what it lacks at its own key instead of its first line.
func (s *section) under(key *node) *section {
	if s != nil {
		s.at = key
	}
	return s
}

// has reports whether the section has a key.
func (s *section) has(key string) bool { return s.values[key] != nil }

// get returns the value of a key, or nil.
func (s *section) get(key string) *node {
	if e := s.values[key]; e != nil {
		return e.value
	}
	return nil
}

// key returns the key itself, for messages about the key rather than its value, or nil.
func (s *section) key(key string) *node {
	if e := s.values[key]; e != nil {
		return e.key
	}
	return nil
}

// need returns the value of a key, and reports where it is missing. A key that is only misspelt has been
// reported already.
func (s *section) need(key string) *node {
	n := s.get(key)
	if n == nil && !s.typos[key] {
		s.loader.fault(s.at, "", fmt.Sprintf("%s needs %s", s.name, quote(key)))
	}
	return n
}

// fault records what is wrong at a node.
func (l *loader) fault(at *node, hint, problem string) { l.source.fault(at.pos, problem, hint) }

func contains[S ~string](list []S, s S) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}
