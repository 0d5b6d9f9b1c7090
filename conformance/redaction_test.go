package conformance_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// previewSuite is the part of the suite about previews.
func previewSuite(t *testing.T) (suite []*derive.Case) {
	t.Helper()
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	all, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Operation == wire.OpPreview {
			suite = append(suite, c)
		}
	}
	return suite
}

func TestRedactionMutantsAreKilledForTheirRequirement(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	var mutants []conformance.Mutant
	for _, m := range allMutants() {
		if strings.HasPrefix(m.ID, "preview/") {
			mutants = append(mutants, m)
		}
	}
	if len(mutants) < 40 {
		t.Fatalf("there are %d redaction mutants", len(mutants))
	}
	suite := previewSuite(t)
	m, err := conformance.Coverage(t.Context(), table, suite, soundMutant(), mutants)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range m.Alarms {
		t.Errorf("the reference fails %s", suite[i].ID)
	}
	few := []string{"top-level", "exact-case", "no-arrays", "echo", "strings-only", "contains"}
	for _, mutant := range mutants {
		if !slices.Contains(few, strings.TrimPrefix(mutant.ID, "preview/")) {
			continue
		}
		broken := brokenBy(t, mutant)
		for _, r := range mutant.Requirements {
			if !broken[r] {
				t.Errorf("%s does not fail %s, but %v", mutant.ID, r, broken)
			}
		}
	}
	for i, n := range m.KillersByCase() {
		if n == 0 {
			t.Errorf("%s kills no mutant", suite[i].ID)
		}
	}
	t.Logf("%d mutants, %d cases", len(mutants), len(suite))
}

// brokenBy lists the requirements a mutant fails in a run over previews.
func brokenBy(t *testing.T, m conformance.Mutant) map[string]bool {
	t.Helper()
	implementation := m.New()
	target := inprocess.New(m.Hello, func(_ context.Context, req wire.Request) wire.Answer { return implementation(req) })
	defer target.Close()
	r, err := conformance.Run(t.Context(), target, conformance.Options{Level: spec.Should, Selection: conformance.Selection{Operations: []string{"preview"}}})
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string]bool{}
	for _, res := range r.Results {
		if res.Status == conformance.Error {
			broken[res.Case.Requirement] = true
		}
		for _, f := range res.Findings {
			if f.Requirement != "" {
				broken[f.Requirement] = true
			} else {
				broken[res.Case.Requirement] = true
			}
		}
	}
	return broken
}
