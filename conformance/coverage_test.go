package conformance_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

func allMutants() []conformance.Mutant {
	var out []conformance.Mutant
	for _, m := range mutants.All() {
		out = append(out, conformance.Mutant{ID: m.ID, Title: m.Title, Requirements: m.Requirements, Hello: m.Hello(), New: m.New, Touches: m.Touches})
	}
	return out
}

func soundMutant() conformance.Mutant {
	return conformance.Mutant{ID: "reference", Hello: target.Hello(), New: func() func(wire.Request) wire.Answer {
		return func(req wire.Request) wire.Answer { return target.Answer(context.Background(), req, wire.Policies{}) }
	}}
}

func builtin(t *testing.T) (*spec.Table, []*derive.Case) {
	t.Helper()
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	return table, suite
}

// TestInvariantsHold is the heart of the project: every requirement has cases, every case kills a
// mutant, every mutant is killed, the reference is not, and no cell of the table is empty.
func TestInvariantsHold(t *testing.T) {
	table, suite := builtin(t)
	m, err := conformance.Coverage(t.Context(), table, suite, soundMutant(), allMutants())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range m.Gaps() {
		t.Errorf("%s %s: %s", g.Kind, g.ID, g.Problem)
	}
}

// TestGapsAreFound breaks each invariant on purpose, on the cases of one field.
func TestGapsAreFound(t *testing.T) {
	table, suite := builtin(t)
	few := slices.DeleteFunc(slices.Clone(suite), func(c *derive.Case) bool {
		return c.Protocol != "agent-action/1" || c.Operation != wire.OpParse || c.State != "tool_call" || c.Field != "callId"
	})
	killers := slices.DeleteFunc(allMutants(), func(m conformance.Mutant) bool { return !strings.HasPrefix(m.ID, "agent-action/tool_call/callId") })
	if len(few) == 0 || len(killers) == 0 {
		t.Fatal("the field has no cases or no mutants; the test tests nothing")
	}
	idle := soundMutant()
	idle.ID = "idle"
	accuser := soundMutant()
	accuser.New = func() func(wire.Request) wire.Answer {
		return func(wire.Request) wire.Answer { return wire.Reject("ACTION_NOT_OBJECT", "") }
	}
	for _, tt := range []struct {
		name      string
		kind, id  string
		cases     []*derive.Case
		reference conformance.Mutant
		mutants   []conformance.Mutant
	}{
		{"a requirement without its cases", "requirement", "AP-05", slices.DeleteFunc(slices.Clone(few), func(c *derive.Case) bool { return c.Requirement == "AP-05" }), soundMutant(), killers},
		{"a case without its mutants", "case", "agent-action/1/tool_call/callId/missing", few, soundMutant(), nil},
		{"a mutant without its killers", "mutant", "idle", few, soundMutant(), []conformance.Mutant{idle}},
		{"a reference that fails", "reference", "agent-action/1/tool_call/callId/keeps-one-character", few, accuser, killers},
		{"a cell without cases", "cell", "agent-action/1/tool_call/callId/missing", few[:1], soundMutant(), killers},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := conformance.Coverage(t.Context(), table, tt.cases, tt.reference, tt.mutants)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(m.Gaps(), func(g conformance.Gap) bool { return g.Kind == tt.kind && g.ID == tt.id }) {
				t.Errorf("no gap of kind %s for %s", tt.kind, tt.id)
			}
		})
	}
}
