package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

func newGenSchema(s streams) *cobra.Command {
	var table, lang string
	c := &cobra.Command{
		Use:   "schema PROTOCOL",
		Short: "JSON Schema of the legal actions of a protocol",
		Long: `Print the JSON Schema (2020-12) of the legal actions of a protocol whose actions are tagged
objects. A schema sees JSON values only: it knows nothing of undefined, of prototypes or of
the text form, and is no replacement for a parser.`,
		Example: "  conform gen schema agent-action/1",
		Args:    oneArg("the id of a protocol", "conform gen schema agent-action/1"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("lang", lang, report.Languages()...); err != nil {
				return err
			}
			t, err := loadTable(table)
			if err != nil {
				return err
			}
			p, ok := t.Protocol(args[0])
			if !ok {
				var ids []string
				for _, p := range t.Protocols {
					ids = append(ids, p.ID)
				}
				return fmt.Errorf("there is no protocol %q%s", args[0], didYouMean(args[0], ids, true))
			}
			if p.Tagged == nil {
				return fmt.Errorf("protocol %s has no tagged actions but whole responses; a schema of those is not built yet", p.ID)
			}
			text, err := json.Marshal(schemaOf(p, lang))
			if err != nil {
				return err
			}
			var out bytes.Buffer
			if err := json.Indent(&out, text, "", "  "); err != nil {
				return err
			}
			out.WriteByte('\n')
			_, err = s.out.Write(out.Bytes())
			return err
		},
	}
	c.Flags().StringVar(&table, "table", "", "legal-state table instead of the built-in one (`FILE`)")
	c.Flags().StringVar(&lang, "lang", "en", "language of titles: en or zh (`LANG`)")
	return c
}

// object is a JSON object; encoding/json writes its members in the order of their names.
type object = map[string]any

func schemaOf(p *spec.Protocol, lang string) object {
	var states []any
	for _, st := range p.Tagged.States {
		states = append(states, stateSchema(p.Tagged, st, lang))
	}
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   p.Title.In(lang),
		"oneOf":   states,
	}
}

func stateSchema(t *spec.Tagged, st spec.State, lang string) object {
	properties := object{t.Discriminator: object{"const": st.Name}}
	required := []string{t.Discriminator}
	for _, fields := range [][]spec.Field{t.Header, st.Fields} {
		for _, f := range fields {
			properties[f.Name] = fieldSchema(f)
			if !f.Optional {
				required = append(required, f.Name)
			}
		}
	}
	out := object{"type": "object", "properties": properties, "required": required}
	if title := st.Title.In(lang); title != "" {
		out["title"] = title
	}
	if t.Unknown == spec.Reject {
		out["additionalProperties"] = false
	}
	return out
}

func fieldSchema(f spec.Field) object {
	switch f.Kind {
	case spec.FieldText:
		return object{"type": "string", "pattern": `\S`}
	case spec.FieldString:
		return object{"type": "string"}
	case spec.FieldBool:
		return object{"type": "boolean"}
	case spec.FieldInteger:
		return object{"type": "integer"}
	case spec.FieldNumber:
		return object{"type": "number"}
	case spec.FieldObject:
		return object{"type": "object"}
	case spec.FieldArray:
		return object{"type": "array"}
	case spec.FieldEnum:
		return object{"enum": f.Values}
	case spec.FieldLiteral:
		return object{"const": json.RawMessage(value.Encode(f.Literal))}
	case spec.FieldAny:
	}
	return object{}
}
