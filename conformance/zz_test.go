package conformance_test

import (
	"testing"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

func TestZZStep(t *testing.T) {
	subject := referenceTarget(wire.Policies{})
	defer subject.Close()
	r, err := conformance.Run(t.Context(), subject, conformance.Options{Level: spec.Should, Selection: conformance.Selection{Operations: []string{"step"}}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, res := range r.Results {
		if res.Status != conformance.Pass {
			if n++; n < 40 {
				t.Errorf("%s: %s %v %v %v", res.Case.ID, res.Status, res.Findings, res.Need, res.Failure)
			}
		}
	}
	by := map[string]int{}
	for _, res := range r.Results {
		by[res.Case.State]++
	}
	t.Log(r.Counts, r.Elapsed, by, r.Classes)
}
