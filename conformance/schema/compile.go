// Package schema derives from a JSON Schema what it admits and what it just does not: a sample, and minimal
// changes of it. Nothing it returns is taken on trust: every value is held against the schema by a validator.
package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a JSON Schema, of draft 2020-12 unless it says otherwise. It is immutable.
type Schema struct {
	root     any
	compiled *jsonschema.Schema
}

// maxSchema is how many bytes a schema may have.
const maxSchema = 1 << 20

// location is what a schema is known by while it is compiled; nothing is ever loaded from anywhere.
const location = "mem:///schema.json"

var errOutside = errors.New("it refers to another document")

type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errOutside }

// lenient is a pattern of a dialect RE2 does not have: it takes everything.
type lenient struct{ source string }

func (lenient) MatchString(string) bool { return true }
func (l lenient) String() string        { return l.source }

// engine compiles patterns. Those of ECMAScript that RE2 lacks are no fault of the schema.
func engine(source string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(source)
	if err == nil {
		return re, nil
	}
	if strings.Contains(source, "(?") || strings.Contains(source, `\`) {
		return lenient{source}, nil
	}
	return nil, err
}

// Compile reads a schema. The error says what is wrong with it: no JSON, no schema, a reference to another
// document, or to nothing.
func Compile(text []byte) (*Schema, error) {
	if len(text) > maxSchema {
		return nil, fmt.Errorf("the schema has more than %d bytes", maxSchema)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, errors.New("the schema is not JSON")
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(engine)
	if err := c.AddResource(location, doc); err != nil {
		return nil, fmt.Errorf("not a JSON Schema: %w", err)
	}
	compiled, err := c.Compile(location)
	if err != nil {
		if errors.Is(err, errOutside) {
			return nil, errOutside
		}
		return nil, fmt.Errorf("not a JSON Schema: %s", oneLine(err.Error()))
	}
	return &Schema{doc, compiled}, nil
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, location, "")), " ")
	if len(s) > 300 {
		s = s[:300]
	}
	return s
}

// Admits reports whether the schema admits a value, as encoding/json or jsonschema.UnmarshalJSON has it.
func (s *Schema) Admits(v any) bool { return s.compiled.Validate(v) == nil }

// AdmitsJSON is Admits for a JSON text.
func (s *Schema) AdmitsJSON(text []byte) (bool, error) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return false, err
	}
	return s.Admits(v), nil
}

// Object reports whether the schema says that it is of type object and nothing else.
func (s *Schema) Object() bool {
	o, _ := s.root.(map[string]any)
	return o["type"] == "object"
}

// Required lists the members the schema itself requires.
func (s *Schema) Required() []string {
	o, _ := s.root.(map[string]any)
	return texts(o["required"])
}

func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		if t, ok := e.(string); ok {
			out = append(out, t)
		}
	}
	return out
}

// resolve follows local references; nil where one leads nowhere.
func (s *Schema) resolve(node any) map[string]any {
	for range 32 {
		o, ok := node.(map[string]any)
		if !ok {
			return nil
		}
		ref, ok := o["$ref"].(string)
		if !ok {
			return o
		}
		if node = s.at(ref); node == nil {
			return nil
		}
	}
	return nil
}

// at returns what a local reference names: "#", "#/a/b" or "#anchor".
func (s *Schema) at(ref string) any {
	fragment, ok := strings.CutPrefix(ref, "#")
	switch {
	case !ok:
		return nil
	case fragment == "":
		return s.root
	case !strings.HasPrefix(fragment, "/"):
		return anchor(s.root, fragment, 0)
	}
	node := s.root
	for _, part := range strings.Split(fragment[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~", "%25", "%", "%20", " ").Replace(part)
		switch n := node.(type) {
		case map[string]any:
			node = n[part]
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil || i < 0 || i >= len(n) {
				return nil
			}
			node = n[i]
		default:
			return nil
		}
	}
	return node
}

func anchor(node any, name string, depth int) any {
	if depth > 32 {
		return nil
	}
	switch n := node.(type) {
	case map[string]any:
		if n["$anchor"] == name {
			return n
		}
		for _, v := range n {
			if found := anchor(v, name, depth+1); found != nil {
				return found
			}
		}
	case []any:
		for _, v := range n {
			if found := anchor(v, name, depth+1); found != nil {
				return found
			}
		}
	}
	return nil
}

// Print writes a value as JSON.
func Print(v any) ([]byte, error) { return json.Marshal(v) }
