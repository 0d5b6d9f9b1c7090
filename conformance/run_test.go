package conformance_test

import (
	"context"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// referenceTarget is the reference under policies, which it declares.
func referenceTarget(p wire.Policies) *inprocess.Target {
	hello := target.Hello()
	hello.Capabilities.Policies = p
	return inprocess.New(hello, func(ctx context.Context, req wire.Request) wire.Answer { return target.Answer(ctx, req, p) })
}

// TestReferenceConforms holds the reference against the suite, advice included, under each policy there
// is: a declared policy changes what is legal, for the oracle and for the reference alike. Policies are
// about parsers, so that with one declared only the operations of parsers are run.
func TestReferenceConforms(t *testing.T) {
	table, suite := builtin(t)
	for _, tt := range []struct {
		name     string
		policies wire.Policies
		lacking  string // the only need that may be unmet
	}{
		{"no policy", wire.Policies{}, "migrates"},
		{"migrates everything", wire.Policies{Migrates: []string{"unversioned", "1"}}, ""},
		{"trims ids and names", wire.Policies{Trims: []string{"callId", "tool"}}, "migrates"},
		{"rejects unknown fields", wire.Policies{UnknownFields: "reject"}, "migrates"},
		{"another control tool", wire.Policies{AskUserTool: "ask_the_user"}, "migrates"},
		{"blank arguments are an object", wire.Policies{EmptyArguments: "object"}, "migrates"},
		{"blank arguments are refused", wire.Policies{EmptyArguments: "refuse"}, "migrates"},
		{"the caller judges the finish reason", wire.Policies{FinishReason: "caller"}, "migrates"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			subject := referenceTarget(tt.policies)
			defer subject.Close()
			opts := conformance.Options{Table: table, Suite: suite, Level: spec.Should}
			if tt.name != "no policy" {
				opts.Selection.Operations = []string{"parse", "decode"}
			}
			if tt.policies.AskUserTool != "" { // steps have a control tool too
				opts.Selection.Operations = append(opts.Selection.Operations, "step")
			}
			r, err := conformance.Run(t.Context(), subject, opts)
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			for _, res := range r.Results {
				if res.Status == conformance.Pass || res.Status == conformance.NotApplicable && tt.lacking != "" && len(res.Case.Migrates) > 0 {
					continue
				}
				if shown++; shown <= 20 {
					t.Errorf("%s: %s %v %v answer %v", res.Case.ID, res.Status, res.Findings, res.Need, res.Answers)
				}
			}
			if r.Counts.Passed < 1500 {
				t.Errorf("only %d cases passed", r.Counts.Passed)
			}
		})
	}
}
