package conformance_test

import (
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/mutants"
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
	return conformance.Mutant{ID: "reference", Hello: reference.Hello(), New: func() func(wire.Request) wire.Answer {
		return func(req wire.Request) wire.Answer { return reference.Answer(req, wire.Policies{}) }
	}}
}

func TestInvariantsHold(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	m, err := conformance.Coverage(t.Context(), table, suite, soundMutant(), allMutants())
	if err != nil {
		t.Fatal(err)
	}
	gaps := m.Gaps()
	for i, g := range gaps {
		if i < 150 {
			t.Errorf("%s %s: %s", g.Kind, g.ID, g.Problem)
		}
	}
	t.Log(len(gaps), len(suite), len(m.Mutants), len(m.Cells))
}
