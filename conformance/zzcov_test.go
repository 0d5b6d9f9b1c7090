package conformance_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec/wire"
)

func TestZZCover(t *testing.T) {
	table, suite := builtin(t)
	suite = slices.DeleteFunc(slices.Clone(suite), func(c *derive.Case) bool { return c.Operation != wire.OpStep })
	ms := slices.DeleteFunc(allMutants(), func(m conformance.Mutant) bool { return !strings.HasPrefix(m.ID, "step/") })
	start := time.Now()
	m, err := conformance.Coverage(t.Context(), table, suite, soundMutant(), ms)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range m.Gaps() {
		if g.Kind == "cell" || (g.Kind == "requirement" && !strings.HasPrefix(g.ID, "ST")) {
			continue
		}
		t.Errorf("%s %s: %s", g.Kind, g.ID, g.Problem)
	}
	for i, x := range m.Mutants {
		hit := false
		for _, k := range m.Kills[i] {
			hit = hit || slices.Contains(x.Requirements, m.Cases[k].Requirement)
		}
		if !hit {
			t.Logf("MISS %s %v kills %d crashes %d", x.ID, x.Requirements, len(m.Kills[i]), len(m.Crashes[i]))
		}
	}
	t.Log(len(ms), len(suite), time.Since(start))
}
