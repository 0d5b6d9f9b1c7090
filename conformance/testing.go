package conformance

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Test holds a target against the whole built-in suite in an ordinary Go test: one subtest for each
// requirement, which fails with the smallest inputs that show what is wrong. Failed SHOULD requirements
// are logged, not failed. It closes the target.
//
// Make a target of a Go function with package adapters/inprocess.
func Test(t *testing.T, target adapters.Target) {
	t.Helper()
	TestWith(t, target, Options{})
}

// TestWith is [Test] with options.
func TestWith(t *testing.T, target adapters.Target, opts Options) {
	t.Helper()
	defer func() {
		if err := target.Close(); err != nil {
			t.Errorf("closing the target: %v", err)
		}
	}()
	ctx := context.Background()
	if deadline, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	report, err := Run(ctx, target, opts)
	if err != nil {
		t.Fatal(err)
	}
	if report.NotStarted != nil {
		t.Fatal(report.NotStarted)
	}
	table, _, err := prepare(opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range report.Problems {
		t.Error(problem)
	}
	for i := range table.Requirements {
		req := &table.Requirements[i]
		if results := report.about(req.ID); len(results) > 0 {
			t.Run(req.ID, func(t *testing.T) { testRequirement(t, req, results) })
		}
	}
}

// about lists the results that belong to a requirement and were run.
func (r *Report) about(id string) []*Result {
	var out []*Result
	for i := range r.Results {
		res := &r.Results[i]
		if res.Requirement() == id && res.Status != NotApplicable {
			out = append(out, res)
		}
	}
	return out
}

// Requirement is the id of the requirement the result is about: that of its gravest finding where that
// names one, else the case's.
func (r *Result) Requirement() string {
	if len(r.Findings) > 0 && r.Findings[0].Requirement != "" {
		return r.Findings[0].Requirement
	}
	return r.Case.Requirement
}

// shownFailures bounds how many failures of one requirement a test prints.
const shownFailures = 3

func testRequirement(t *testing.T, req *spec.Requirement, results []*Result) {
	failed := 0
	for _, res := range results {
		switch {
		case res.Status == Untested:
			t.Errorf("%s: not run: %v", res.Case.ID, res.Failure)
		case res.Status == Error, res.Status == XPass, res.Status == Fail && res.Scored:
			if failed++; failed <= shownFailures {
				t.Errorf("%s %s: %s\n%s", req.Level, req.ID, req.Text.EN, describe(res))
			}
		case res.Status == Fail:
			t.Logf("advice, %s %s: %s\n%s", req.Level, req.ID, req.Text.EN, describe(res))
		}
	}
	if failed > shownFailures {
		t.Errorf("and %d more cases of %s", failed-shownFailures, req.ID)
	}
}

// maxShown is how many characters of a value a test prints.
const maxShown = 300

// describe says what was sent, what had to come back and what did.
func describe(res *Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "case     %s (%s)\n", res.Case.ID, res.Case.Change.EN)
	at := 0
	if len(res.Findings) > 0 {
		at = min(res.Findings[0].Request, len(res.Case.Requests)-1)
	}
	fmt.Fprintf(&b, "sent     %s\n", sent(res.Case.Requests[at]))
	if res.Failure != nil {
		fmt.Fprintf(&b, "got      %v\n", res.Failure)
	}
	for _, f := range res.Findings {
		fmt.Fprintf(&b, "wrong    %s\n", finding(f))
	}
	return strings.TrimRight(b.String(), "\n")
}

func sent(req wire.Request) string {
	switch req := req.(type) {
	case wire.ParseRequest:
		return "parse " + value.Show(req.Value, maxShown)
	case wire.DecodeRequest:
		return "decode " + value.ShowText(string(req.Text), maxShown)
	case wire.ChatRequest:
		return "chat " + value.Show(value.Array(req.Choices), maxShown)
	case wire.AssembleRequest:
		if req.Pieces != nil {
			return "assemble " + value.ShowText(string(bytes.Join(req.Pieces, nil)), maxShown)
		}
		return "assemble " + value.ShowText(strings.Join(req.Events, " | "), maxShown)
	case wire.RouteRequest:
		return "route " + value.Show(req.Value, maxShown)
	default: // nothing to do for the others
	}
	return string(req.Operation())
}

func finding(f judge.Finding) string {
	out := string(f.Aspect)
	if f.Pointer != "" {
		out += " at " + f.Pointer
	}
	if f.Change != judge.NoChange {
		out += ": " + string(f.Change)
	}
	if f.Expected != nil {
		out += ", expected " + value.Show(f.Expected, maxShown)
	}
	if f.Got != nil {
		out += ", got " + value.Show(f.Got, maxShown)
	}
	if f.Detail != "" {
		out += " (" + value.ShowText(f.Detail, maxShown) + ")"
	}
	return out
}
