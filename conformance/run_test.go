package conformance_test

import (
	"context"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

func referenceTarget() *inprocess.Target {
	return inprocess.New(reference.Hello(), func(_ context.Context, req wire.Request) wire.Answer {
		return reference.Answer(req, wire.Policies{})
	})
}

func TestReferenceConforms(t *testing.T) {
	target := referenceTarget()
	defer target.Close()
	r, err := conformance.Run(t.Context(), target, conformance.Options{Level: spec.Should})
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, res := range r.Results {
		if res.Status == conformance.Pass {
			continue
		}
		if shown++; shown <= 40 {
			t.Errorf("%s: %s %v %v answer %v", res.Case.ID, res.Status, res.Findings, res.Need, res.Answers)
		}
	}
	t.Logf("%+v in %v", r.Counts, r.Elapsed)
}
