package spec_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/spec"
)

const schemaFile = "schema/table.schema.json"

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("table.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("table.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// asJSON turns a table file into what a validator of JSON Schema takes.
func asJSON(t *testing.T, text []byte) any {
	t.Helper()
	data, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestSchemaAcceptsLegalTables(t *testing.T) {
	schema := compileSchema(t)
	for name, text := range map[string]string{
		"built-in": string(conform.BuiltinTable()), "base": readBase(t), "redacting": readRedacting(t), "minimal": minimal,
	} {
		if err := schema.Validate(asJSON(t, []byte(text))); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

// TestSchemaRefusesWrongWords holds the schema to the rules of the loader that a schema can state.
func TestSchemaRefusesWrongWords(t *testing.T) {
	schema := compileSchema(t)
	base := readBase(t)
	refused := 0
	for _, e := range readEdits(t) {
		problem := e.faults[0]
		if !strings.Contains(problem, ": unknown ") && !strings.Contains(problem, " is blank") ||
			strings.Contains(problem, "unknown key") && strings.Contains(problem, "response") {
			continue
		}
		refused++
		if schema.Validate(asJSON(t, []byte(strings.Replace(base, e.old, e.new, 1)))) == nil {
			t.Errorf("%s: the schema takes it", e.why)
		}
	}
	if refused < 15 {
		t.Errorf("only %d rules were tried", refused)
	}
}

func TestSchemaHasTheVocabulary(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	type enum struct {
		Enum []string `json:"enum"`
	}
	var schema struct {
		Defs struct {
			Protocol struct {
				Properties struct {
					Rules, Codes struct {
						PropertyNames enum `json:"propertyNames"`
					}
					Policies, Operations struct {
						Items enum `json:"items"`
					}
				} `json:"properties"`
			} `json:"protocol"`
			State struct {
				Properties struct{ Handler, Terminal enum } `json:"properties"`
			} `json:"state"`
			FieldMapping struct {
				Properties struct{ Kind enum } `json:"properties"`
			} `json:"fieldMapping"`
			Redaction struct {
				Properties struct {
					Rules struct {
						PropertyNames enum `json:"propertyNames"`
					}
				} `json:"properties"`
			} `json:"redaction"`
			ErrorCode struct {
				Properties struct{ Layer enum } `json:"properties"`
			} `json:"errorCode"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	p, s := schema.Defs.Protocol.Properties, schema.Defs.State.Properties
	for _, c := range []struct {
		what      string
		want, got []string
	}{
		{"roles", texts(spec.Roles()), p.Rules.PropertyNames.Enum},
		{"faults", texts(spec.Faults()), p.Codes.PropertyNames.Enum},
		{"policies", spec.Policies(), p.Policies.Items.Enum},
		{"operations", spec.Operations(), p.Operations.Items.Enum},
		{"handlers", spec.Handlers(), s.Handler.Enum},
		{"terminals", spec.Terminals(), s.Terminal.Enum},
		{"kinds", texts(spec.FieldKinds()), schema.Defs.FieldMapping.Properties.Kind.Enum},
		{"roles of redaction", texts(spec.RedactionRoles()), schema.Defs.Redaction.Properties.Rules.PropertyNames.Enum},
		{"layers", spec.Layers(), schema.Defs.ErrorCode.Properties.Layer.Enum},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-spec +schema):\n%s", c.what, diff)
		}
	}
}

func texts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
