package conformance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec/wire"
)

// TestContractInvariantsHold is the part of the invariants that is about tools: every case kills a mutant,
// every mutant is killed, the reference is not.
func TestContractInvariantsHold(t *testing.T) {
	table, suite := builtin(t)
	cases := slices.DeleteFunc(slices.Clone(suite), func(c *derive.Case) bool { return c.Operation != wire.OpInvoke })
	mutants := slices.DeleteFunc(allMutants(), func(m conformance.Mutant) bool { return !strings.HasPrefix(m.ID, "tool/") })
	if len(mutants) < 40 {
		t.Errorf("%d mutants of tools, want at least 40", len(mutants))
	}
	m, err := conformance.Coverage(t.Context(), table, cases, soundMutant(), mutants)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range m.Gaps() {
		if g.Kind == "cell" || g.Kind == "requirement" && !strings.HasPrefix(g.ID, "TC-") {
			continue // of the protocols
		}
		t.Errorf("%s %s: %s", g.Kind, g.ID, g.Problem)
	}
	t.Logf("%d cases, %d mutants", len(cases), len(mutants))
}
