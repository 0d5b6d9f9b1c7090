package spec

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/actionconform/conform/spec/value"
)

// parse returns the tree of the file, or nil where it is no YAML a table may be written in. The faults are
// recorded; those that leave a tree (a duplicate key, an anchor) are recorded and stepped over.
func (s *source) parse() *node {
	if !s.readable() {
		return nil
	}
	file := s.parseYAML()
	if file == nil {
		return nil
	}
	root := s.root(file)
	if root == nil {
		return nil
	}
	return s.convert(root, 0)
}

// parseYAML runs the YAML library. It panics on some broken files; that is a fault of the file here.
func (s *source) parseYAML() (file *ast.File) {
	defer func() {
		if r := recover(); r != nil {
			s.fault(Position{}, "the file is no YAML: the YAML reader gave up on it", "")
			file = nil
		}
	}()
	tokens := lexer.Tokenize(s.text)
	if !s.bounded(tokens) {
		return nil
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		s.syntax(err)
		return nil
	}
	return file
}

// syntax records an error of the YAML library without its own rendering of the source.
func (s *source) syntax(err error) {
	var located yaml.Error
	if !errors.As(err, &located) {
		s.fault(Position{}, "the file is no YAML", "")
		return
	}
	problem := value.ShowText(strings.TrimSpace(located.GetMessage()), 200)
	s.fault(place(located.GetToken()), "the file is no YAML: "+problem, "")
}

// bounded reports whether a tree can be built of the tokens, with a fault where not: what tables do not use
// is refused here, and so is what would use up the stack. The YAML library calls itself once for every level
// of nesting and once for every key of a mapping.
func (s *source) bounded(tokens token.Tokens) bool {
	var open nesting
	for _, t := range tokens {
		if what := unused(t); what != "" {
			s.fault(place(t), what+" are not used in tables", "write the value out, or put the text in quotes")
			continue
		}
		if t.Type == token.SequenceEntryType && open.inBrackets() {
			s.fault(place(t), "a list with hyphens stands inside brackets", "write it in brackets as well, as in [a, b]")
			return false
		}
		open = open.after(t)
		if len(open) > MaxTableDepth {
			s.fault(place(t), fmt.Sprintf("the file is nested deeper than %d levels", MaxTableDepth), "")
			return false
		}
		if n := len(open); n > 0 && open[n-1].keys > MaxTableKeys {
			s.fault(place(t), fmt.Sprintf("a mapping has more than %d keys", MaxTableKeys), "")
			return false
		}
	}
	return len(s.faults) == 0
}

// nesting is what is open at a token: blocks, told apart by their columns, and brackets.
type nesting []struct {
	column int // 0 for a bracket, inside which columns mean nothing
	keys   int
}

// inBrackets reports whether the innermost thing open is a bracket.
func (open nesting) inBrackets() bool { return len(open) > 0 && open[len(open)-1].column == 0 }

// after returns what is open after one more token.
func (open nesting) after(t *token.Token) nesting {
	column := place(t).Column
	switch t.Type {
	case token.MappingStartType, token.SequenceStartType:
		return append(open, struct{ column, keys int }{})
	case token.MappingEndType, token.SequenceEndType:
		for n := len(open) - 1; n >= 0; n-- {
			if open[n].column == 0 {
				return open[:n]
			}
		}
		return open
	case token.MappingValueType:
		if t.Prev != nil {
			column = place(t.Prev).Column // the column of the key
		}
	case token.SequenceEntryType:
	default:
		return open
	}
	for n := len(open); n > 0 && open[n-1].column > column; n = len(open) {
		open = open[:n-1]
	}
	if n := len(open); n == 0 || open[n-1].column != 0 && open[n-1].column < column {
		open = append(open, struct{ column, keys int }{column: column})
	}
	if t.Type == token.MappingValueType {
		open[len(open)-1].keys++
	}
	return open
}

// unused names the feature of YAML a token stands for, if it is one that tables do not use.
func unused(t *token.Token) string {
	switch t.Type {
	case token.AnchorType:
		return "anchors"
	case token.AliasType:
		return "aliases"
	case token.TagType:
		return "tags"
	case token.MergeKeyType:
		return "merge keys"
	case token.MappingKeyType:
		return "keys behind a question mark"
	case token.DirectiveType:
		return "directives"
	default:
		return ""
	}
}

// root returns the value of the only document of a file.
func (s *source) root(file *ast.File) ast.Node {
	var root ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case doc.Body.Type() == ast.CommentType:
		case root != nil:
			at := doc.Start
			if at == nil {
				at = doc.Body.GetToken()
			}
			s.fault(place(at), "the file holds more than one YAML document", "write one table a file")
			return nil
		default:
			root = doc.Body
		}
	}
	if root == nil {
		s.fault(Position{Line: 1, Column: 1}, "the file is empty", "begin with `version: 1`; see spec/table.md")
	}
	return root
}

// convert turns a node of the YAML library into one of ours. What tables do not use is recorded as a fault
// and stands as null.
func (s *source) convert(from ast.Node, depth int) *node {
	if from == nil || from.GetToken() == nil {
		return &node{kind: nodeNull}
	}
	n := &node{pos: place(from.GetToken())}
	if depth > MaxTableDepth {
		s.fault(n.pos, fmt.Sprintf("the file is nested deeper than %d levels", MaxTableDepth), "")
		return n
	}
	switch from := from.(type) {
	case *ast.NullNode:
		n.kind, n.text = nodeNull, "null"
	case *ast.BoolNode:
		n.kind, n.text = nodeBool, fmt.Sprint(from.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.kind, n.text = nodeNumber, from.GetToken().Value
	case *ast.StringNode:
		n.kind, n.text = nodeString, from.Value
		if loseSurrogate(from) {
			s.fault(n.pos, "the text has half of a surrogate pair", "write both halves, or the character itself")
		}
		plain := from.GetToken().Type == token.StringType
		if plain && value.Number(from.Value).IsJSON() { // the library takes 1e3 for a text
			n.kind = nodeNumber
		}
	case *ast.LiteralNode:
		n.kind = nodeString
		n.pos = place(from.Start)
		if from.Value != nil {
			n.text = from.Value.Value
		}
	case *ast.SequenceNode:
		n.kind = nodeList
		n.items = make([]*node, 0, len(from.Values))
		for _, item := range from.Values {
			n.items = append(n.items, s.convert(item, depth+1))
		}
	case *ast.MappingNode:
		s.convertMapping(n, from, depth)
	default:
		s.fault(n.pos, "values of the YAML type "+from.Type().YAMLName()+" are not used in tables", "")
	}
	return n
}

// convertMapping fills a mapping.
func (s *source) convertMapping(n *node, from *ast.MappingNode, depth int) {
	n.kind = nodeMapping
	n.entries = make([]entry, 0, len(from.Values))
	if !from.IsFlowStyle && len(from.Values) > 0 {
		n.pos = place(from.Values[0].Key.GetToken()) // the library has the first colon
	}
	seen := make(map[string]Position, len(from.Values))
	for _, pair := range from.Values {
		key := s.convertKey(pair.Key)
		if key == nil {
			continue
		}
		if first, again := seen[key.text]; again {
			s.fault(key.pos, fmt.Sprintf("the key %s is there twice", quote(key.text)),
				fmt.Sprintf("the first one is on line %d", first.Line))
			continue
		}
		seen[key.text] = key.pos
		v := s.convert(pair.Value, depth+1)
		if v.pos.Line == 0 || v.kind == nodeNull && pair.Value.GetToken().Type != token.NullType {
			v.pos = key.pos // nothing has no place of its own
		}
		n.entries = append(n.entries, entry{key: key, value: v})
	}
}

// convertKey returns a key, which is always a text, or nil with a fault.
func (s *source) convertKey(from ast.MapKeyNode) *node {
	if from == nil || from.GetToken() == nil {
		return nil
	}
	pos := place(from.GetToken())
	switch from := from.(type) {
	case *ast.StringNode:
		if from.GetToken().Type != token.StringType || !value.Number(from.Value).IsJSON() {
			return &node{kind: nodeString, text: from.Value, pos: pos}
		}
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode, *ast.BoolNode, *ast.NullNode:
	default:
		s.fault(pos, "the key is of the YAML type "+from.Type().YAMLName(), "write a plain key, as in `key: value`")
		return nil
	}
	text := from.GetToken().Value
	s.fault(pos, fmt.Sprintf("the key %s is not a text", quote(text)), fmt.Sprintf("write it in quotes: \"%s\"", text))
	return nil
}

// loseSurrogate reports whether the library replaced a lone surrogate escape, which a text of a table file
// cannot hold.
func loseSurrogate(n *ast.StringNode) bool {
	if !strings.ContainsRune(n.Value, utf8.RuneError) {
		return false
	}
	source := strings.ToLower(n.GetToken().Origin)
	return !strings.ContainsRune(source, utf8.RuneError) && !strings.Contains(source, `\ufffd`)
}

// place returns where a token is.
func place(t *token.Token) Position {
	if t == nil || t.Position == nil {
		return Position{Line: 1, Column: 1}
	}
	return Position{Line: max(t.Position.Line, 1), Column: max(t.Position.Column, 1)}
}
