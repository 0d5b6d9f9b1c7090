package step

import (
	"bytes"
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/actionconform/conform/spec/value"
)

// Schema is a compiled schema of arguments. It is immutable and safe for concurrent use.
type Schema struct{ compiled *jsonschema.Schema }

// IDPrefix is the base of a schema that has no $id, and begins the ids the JSON protocol gives to such. It resolves to nothing. It is hierarchical, because a
// relative reference against a URN resolves to the URN itself, and so to the schema it stands in.
const IDPrefix = "https://tools.conform.invalid/"

// errNoLoading is what every reference out of a schema ends in (ST-04).
var errNoLoading = errors.New("step: nothing outside of a schema is loaded")

// noLoader refuses every address, of the web and of files alike.
type noLoader struct{}

// Load implements jsonschema.URLLoader.
func (noLoader) Load(string) (any, error) { return nil, errNoLoading }

// Compile compiles a schema with nothing but itself: no network, no files, no neighbours. What cannot be
// compiled so, a value that is no schema included, is an error.
func Compile(schema value.Value) (*Schema, error) {
	doc, err := plain(schema)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	if err := c.AddResource(IDPrefix, doc); err != nil {
		return nil, err
	}
	compiled, err := c.Compile(IDPrefix)
	if err != nil {
		return nil, err
	}
	return &Schema{compiled}, nil
}

// Accepts reports whether arguments fit the schema. Nothing is coerced and no default filled in (ST-17).
func (s *Schema) Accepts(arguments value.Value) bool {
	doc, err := plain(arguments)
	return err == nil && s.compiled.Validate(doc) == nil
}

// plain turns a value into what the validator takes; numbers keep their digits.
func plain(v value.Value) (any, error) {
	if v == nil {
		return nil, errors.New("step: there is no value")
	}
	text, err := value.Print(v)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(text))
}
