package schema_test

import (
	"strings"
	"testing"

	"github.com/actionconform/conform/conformance/schema"
)

func compile(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEverySampleIsAdmittedAndEveryChangeIsNot(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string"}},"additionalProperties":false}`, "empty a/kind-null a/kind-number extra is-array"},
		{`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer","minimum":3,"maximum":5}}}`, "a/beyond-minimum a/beyond-maximum a/kind-fraction a/kind-text"},
		{`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#here"}},"$defs":{"n":{"$anchor":"here","enum":["x","y"]}}}`, "a/not-listed a/other-case"},
		{`{"type":"object","required":["a"],"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"string","minLength":2}]}}}`, "a/kind-true a/kind-object"},
		{`{"type":"object","required":["a"],"properties":{"a":{"oneOf":[{"const":1},{"const":2}]}}}`, "a/not-const a/kind-null"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^[A-Z]{3}-\\d+$"}}}`, "a/pattern-newline a/pattern-around a/blank"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"array","minItems":1,"maxItems":2,"uniqueItems":true,"items":{"type":"string","maxLength":9}}}}`, "a/kind-array a/too-many a/twice a/item/too-long"},
		{`{"allOf":[{"type":"object","required":["a"]},{"properties":{"a":{"type":"boolean"}}}]}`, "a/kind-text empty"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"number","exclusiveMinimum":0,"multipleOf":0.5}}}`, "a/beyond-exclusiveMinimum a/between-steps"},
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"object","required":["b"],"properties":{"b":{"type":"string"}}}}}`, "a/kind-object a/b/kind-null"},
	} {
		s := compile(t, c.text)
		if v, ok := s.Sample(); !ok {
			t.Errorf("%s: the sample %v is not admitted", c.text, v)
		}
		names := map[string]bool{}
		for _, i := range s.Invalid() {
			names[i.Name] = true
			if s.Admits(i.Value) {
				t.Errorf("%s: %s is admitted: %v", c.text, i.Name, i.Value)
			}
		}
		for _, want := range strings.Fields(c.want) {
			if !names[want] {
				t.Errorf("%s: no %s among %v", c.text, want, names)
			}
		}
	}
}

func TestSchemasThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                                    "not JSON",
		`{"type":"obj"}`:                       "not a JSON Schema",
		`{"$ref":"https://example.com/s"}`:     "another document",
		`{"$ref":"#/$defs/none"}`:              "not a JSON Schema",
		`{"properties":{"a":{"pattern":"["}}}`: "not a JSON Schema",
	} {
		if _, err := schema.Compile([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error about %s", text, err, want)
		}
	}
	if _, err := schema.Compile([]byte(`{"properties":{"a":{"pattern":"^(?=x)x"}}}`)); err != nil {
		t.Errorf("a pattern of ECMAScript is no fault: %v", err)
	}
}

func TestContradictionsAreFound(t *testing.T) {
	s := compile(t, `{"type":"object","required":["b"],"additionalProperties":false,"properties":{"a":{"minimum":5,"maximum":3}}}`)
	if got := s.Contradictions(); len(got) != 2 {
		t.Errorf("got %v", got)
	}
}
