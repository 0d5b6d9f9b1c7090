package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/actionconform/conform/conformance"
)

// maxExpectFile bounds a file of known failures.
const maxExpectFile = 4 << 20

const expectShape = "an entry is written `- case: GLOB`, with `reason: TEXT` and perhaps `requirement: ID` below it"

// loadExpectations reads a file of known failures: a YAML (or JSON) list of {case, reason, requirement}.
// Errors name file, line and column.
func loadExpectations(path string) ([]conformance.Expectation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("--expect %s cannot be read: %w", path, err)
	}
	if len(text) > maxExpectFile {
		return nil, fmt.Errorf("--expect %s has %d bytes; at most %d are read", path, len(text), maxExpectFile)
	}
	return parseExpectations(path, text)
}

// expectReader turns the tree of a file into entries.
type expectReader struct{ path string }

func parseExpectations(path string, text []byte) (out []conformance.Expectation, err error) {
	r := expectReader{path}
	defer func() { // the YAML library gives up on some broken files by a panic
		if recover() != nil {
			out, err = nil, fmt.Errorf("%s: this is no YAML: the reader gave up on it", path)
		}
	}()
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		var located yaml.Error
		if errors.As(err, &located) {
			return nil, r.fault(located.GetToken(), "this is no YAML: "+strings.TrimSpace(located.GetMessage()))
		}
		return nil, fmt.Errorf("%s: this is no YAML: %w", path, err)
	}
	return r.entries(file)
}

func (r expectReader) fault(t *token.Token, problem string) error {
	if t == nil || t.Position == nil {
		return fmt.Errorf("%s: %s", r.path, problem)
	}
	return fmt.Errorf("%s:%d:%d: %s", r.path, t.Position.Line, t.Position.Column, problem)
}

func (r expectReader) entries(file *ast.File) ([]conformance.Expectation, error) {
	if len(file.Docs) > 1 {
		return nil, r.fault(file.Docs[1].GetToken(), "there is a second document; one list is read")
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, fmt.Errorf("%s: there are no entries; %s", r.path, expectShape)
	}
	list, ok := file.Docs[0].Body.(*ast.SequenceNode)
	if !ok {
		return nil, r.fault(file.Docs[0].Body.GetToken(), "this is not a list; "+expectShape)
	}
	if len(list.Values) == 0 {
		return nil, r.fault(list.GetToken(), "there are no entries; "+expectShape)
	}
	out := make([]conformance.Expectation, 0, len(list.Values))
	for _, n := range list.Values {
		e, err := r.entry(n)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func (r expectReader) entry(n ast.Node) (conformance.Expectation, error) {
	var e conformance.Expectation
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		return e, r.fault(n.GetToken(), expectShape)
	}
	into := map[string]*string{"case": &e.Case, "reason": &e.Reason, "requirement": &e.Requirement}
	for _, p := range pairs {
		key := p.Key.GetToken()
		slot, ok := into[key.Value]
		if !ok {
			return e, r.fault(key, fmt.Sprintf("there is no key %q%s; %s", key.Value, didYouMean(key.Value, []string{"case", "reason", "requirement"}, false), expectShape))
		}
		text, ok := p.Value.(*ast.StringNode)
		if !ok {
			if block, isBlock := p.Value.(*ast.LiteralNode); isBlock {
				text, ok = block.Value, true
			}
		}
		if !ok || strings.TrimSpace(text.Value) == "" {
			return e, r.fault(p.Value.GetToken(), fmt.Sprintf("the value of %q must be a text that is not blank", key.Value))
		}
		*slot = strings.TrimSpace(text.Value)
		if e.Line == 0 || key.Position.Line < e.Line {
			e.Line = key.Position.Line
		}
	}
	at := pairs[0].Key.GetToken()
	switch {
	case e.Case == "":
		return e, r.fault(at, "this entry has no case; "+expectShape)
	case e.Reason == "":
		return e, r.fault(at, "this entry has no reason; say why the failure is known, so that the next reader need not find out")
	}
	return e, nil
}
