package conformance_test

import (
	"context"
	"strings"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// robotTable is a table with states, kinds of field and rules the built-in one does not have.
const robotTable = `
version: 1
requirements:
  RB-01: {level: MUST, class: parser, text: {en: "a robot command is one of the table's"}, source: "robot handbook"}
protocols:
  robot/1:
    rules: {default: RB-01}
    operations: [parse, decode]
    discriminator: command
    unknown_fields: reject
    states:
      dig:
        fields:
          depth: {kind: integer}
          tool: {kind: enum, values: [spade, drill]}
          loud: {kind: bool, optional: true}
        example: {command: dig, depth: 3, tool: spade, loud: false}
      挖掘:
        fields:
          地点: text
        example: {command: 挖掘, 地点: 院子}
`

func loadTable(t *testing.T, text string) *spec.Table {
	t.Helper()
	table, err := spec.LoadNamed("robot.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// robot answers by the oracle of its table, so that it conforms, after a defect of the input.
func robot(table *spec.Table, defect func(value.Object) value.Object) *inprocess.Target {
	o := oracle.New(table)
	hello := wire.Hello{Name: "robot", Capabilities: wire.Capabilities{
		Operations: []wire.Operation{wire.OpParse}, Protocols: []string{"robot/1"}, Numbers: wire.NumbersExact,
	}}
	return inprocess.New(hello, func(_ context.Context, req wire.Request) wire.Answer {
		parse := req.(wire.ParseRequest)
		if object, ok := parse.Value.(value.Object); ok {
			parse.Value = defect(object)
		}
		j, err := o.Judge(parse, wire.Policies{})
		if err != nil || !j.Accepts() {
			return wire.Reject("", "")
		}
		return wire.Accept(j.Legal[0].Action)
	})
}

func TestUserTableFindsAWrongImplementation(t *testing.T) {
	table := loadTable(t, robotTable)
	for _, tt := range []struct {
		name   string
		defect func(value.Object) value.Object
		killer string // a case that must fail; "" where the implementation is right
	}{
		{"right", func(o value.Object) value.Object { return o }, ""},
		{"default depth", func(o value.Object) value.Object {
			if tag, _ := o.Get("command"); value.Equal(tag, value.String("dig")) && !o.Has("depth") {
				return o.With("depth", value.Number("1"))
			}
			return o
		}, "robot/1/dig/depth/missing"},
		{"depth in words", func(o value.Object) value.Object {
			if d, _ := o.Get("depth"); d != nil && d.Kind() == value.KindString {
				return o.With("depth", value.Number("3"))
			}
			return o
		}, "robot/1/dig/depth/kind-text"},
		{"any tool", func(o value.Object) value.Object {
			if o.Has("tool") {
				return o.With("tool", value.String("spade"))
			}
			return o
		}, "robot/1/dig/tool/other-value"},
		{"unknown members dropped", func(o value.Object) value.Object { return o.Without("extra") }, "robot/1/dig/beside/extra"},
		{"blank place", func(o value.Object) value.Object {
			if p, _ := o.Get("地点"); value.Equal(p, value.String(" ")) {
				return o.With("地点", value.String("院子"))
			}
			return o
		}, "robot/1/挖掘/地点/space"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := robot(table, tt.defect)
			defer target.Close()
			r, err := conformance.Run(t.Context(), target, conformance.Options{Table: table, Selection: conformance.Selection{Operations: []string{"parse"}}})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, res := range r.Results {
				found = found || res.Case.ID == tt.killer && res.Status == conformance.Fail
			}
			switch {
			case tt.killer == "" && r.ExitCode() != 0:
				t.Errorf("the right implementation is accused: %+v", r.Counts)
			case tt.killer != "" && !found:
				t.Errorf("%s does not fail; %+v", tt.killer, r.Counts)
			case tt.killer != "" && r.ExitCode() != 1:
				t.Errorf("exit code %d, want 1", r.ExitCode())
			}
		})
	}
}
