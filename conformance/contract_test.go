package conformance_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec/value"
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

// TestAWrongCodeFailsTheClassOfContracts answers one case with another code, and nothing else wrong.
func TestAWrongCodeFailsTheClassOfContracts(t *testing.T) {
	const id = "read_ticket/1/matrix/agent-billing/TCK-101"
	table, suite := builtin(t)
	subject := inprocess.New(target.Hello(), func(context.Context, wire.Request) wire.Answer {
		return wire.Envelope{Value: value.Object{{Name: "ok", Value: value.Bool(false)}, {Name: "error", Value: value.Object{
			{Name: "code", Value: value.String("FORBIDDEN")}, {Name: "message", Value: value.String("no")}, {Name: "retryable", Value: value.Bool(false)}}}}}
	})
	defer subject.Close()
	r, err := conformance.Run(t.Context(), subject, conformance.Options{Table: table, Suite: suite, Selection: conformance.Selection{Cases: []string{id}}})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Classes, func(c conformance.Class) bool { return c.Name == "contract" })
	if i < 0 || r.Classes[i].State != conformance.ClassFailed || r.Counts.Failed != 1 {
		t.Errorf("%+v, %+v", r.Classes[i], r.Counts)
	}
}
