// Package matrix puts the reports of several targets side by side: target x requirement, one verdict and
// one replay command a cell. It is what docs/peers.md is made with, whatever kind of target a peer is.
package matrix

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// Row is one target.
type Row struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
	// Class is the conformance class whose requirements are its columns; State is where it stands.
	Class string                 `json:"class"`
	State conformance.ClassState `json:"state,omitempty"`
	// Target is what --target is given to reach it, from the root of the repository.
	Target string `json:"target"`
	// NotRun says why there are no cells; "" where there are.
	NotRun string `json:"notRun,omitempty"`
	// Cells are by requirement id.
	Cells map[string]Cell `json:"cells,omitempty"`
	// Outcomes counts the cases by outcome class, for runtimes behind a scripted model.
	Outcomes map[wire.Class]int `json:"outcomes,omitempty"`
}

// Verdict is what a cell says.
type Verdict string

// The verdicts.
const (
	OK       Verdict = "ok"
	Fails    Verdict = "fails"    // a MUST is broken
	Advice   Verdict = "advice"   // a SHOULD is not followed
	Untested Verdict = "untested" // no case could be run
)

// Cell is one target and one requirement.
type Cell struct {
	Verdict Verdict `json:"verdict"`
	// Failed is how many cases broke the requirement, Ran how many were made for it and run. A case made
	// for one requirement may break another.
	Failed int `json:"failed"`
	Ran    int `json:"ran"`
	// Case is the smallest that failed, or one that passed; Outcome is its class.
	Case    string `json:"case,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	// Reason says why the cell is untested.
	Reason string `json:"reason,omitempty"`
}

// Of makes the row of a report, for the requirements of one class.
func Of(r *conformance.Report, t *spec.Table, name, class string) Row {
	row := Row{Name: name, Version: r.Target.Hello.Version, Language: r.Target.Hello.Language, Class: class, Target: r.Target.Spec}
	if r.NotStarted != nil {
		row.NotRun = string(r.NotStarted.Kind) + ": " + oneLine(r.NotStarted.Detail)
		return row
	}
	for _, c := range r.Classes {
		if c.Name == class {
			row.State = c.State
		}
	}
	row.Cells, row.Outcomes = map[string]Cell{}, map[wire.Class]int{}
	for _, q := range t.Requirements {
		if q.Class == class && q.Level != spec.May {
			row.Cells[q.ID] = cell(r, &q)
		}
	}
	for i := range r.Results {
		if c := r.Results[i].Outcome; c != "" {
			row.Outcomes[c]++
		}
	}
	return row
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// cell gathers what the results say of one requirement.
func cell(r *conformance.Report, q *spec.Requirement) Cell {
	out := Cell{Verdict: OK}
	var failed, passed []*conformance.Result
	reason, elsewhere := "", ""
	for i := range r.Results {
		res := &r.Results[i]
		own := res.Case.Requirement == q.ID
		switch {
		case breaks(res, q.ID):
			failed = append(failed, res)
		case own && (res.Status == conformance.Pass || res.Status == conformance.Fail):
			passed = append(passed, res)
		case own && res.Status == conformance.NotApplicable && !slices.Contains(r.Target.Hello.Capabilities.Protocols, res.Case.Protocol):
			elsewhere = cmp.Or(elsewhere, "needs "+res.Need) // of another wire than the target's
		case own && res.Status == conformance.NotApplicable:
			reason = cmp.Or(reason, "needs "+res.Need)
		case own && res.Failure != nil:
			reason = cmp.Or(reason, string(res.Failure.Kind))
		}
		if own && res.Status != conformance.NotApplicable && res.Status != conformance.Untested {
			out.Ran++
		}
	}
	out.Failed = len(failed)
	shown := passed
	switch {
	case len(failed) > 0:
		shown = failed
		out.Verdict = Fails
		if q.Level != spec.Must {
			out.Verdict = Advice
		}
	case len(passed) == 0:
		out.Verdict, out.Reason = Untested, cmp.Or(reason, elsewhere, "not selected")
		return out
	}
	first := slices.MinFunc(shown, func(a, b *conformance.Result) int {
		return cmp.Or(len(a.Case.ID)-len(b.Case.ID), strings.Compare(a.Case.ID, b.Case.ID))
	})
	out.Case = first.Case.ID
	if out.Outcome = string(first.Outcome); out.Outcome == "" && first.Failure != nil {
		out.Outcome = string(first.Failure.Kind)
	}
	return out
}

// breaks reports whether a result breaks a requirement: by a finding about it, or by being no answer to a
// case made for it.
func breaks(r *conformance.Result, id string) bool {
	switch r.Status {
	case conformance.Fail, conformance.XFail:
		return slices.ContainsFunc(r.Findings, func(f judge.Finding) bool {
			return f.Requirement == id || f.Requirement == "" && r.Case.Requirement == id
		})
	case conformance.Error:
		return r.Case.Requirement == id && r.Failure != nil && r.Failure.Kind != adapters.Interrupted
	case conformance.Pass, conformance.NotApplicable, conformance.Untested, conformance.XPass:
	}
	return false
}

// Replay is the command that shows a cell again, from the root of the repository.
func (r Row) Replay(c Cell) string {
	return report.QuoteAll([]string{"go", "run", "./cmd/conform", "run", "--target", r.Target, "--level", "should", "--case", c.Case})
}

// Baseline is what is kept of a row, so that a change in a runtime shows.
func (r Row) Baseline() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", " ")
	return append(text, '\n'), err
}

// Changes lists where a row differs from its baseline in a verdict.
func Changes(before, now Row) []string {
	var out []string
	if before.Version != now.Version {
		out = append(out, fmt.Sprintf("%s: version %s, was %s", now.Name, now.Version, before.Version))
	}
	ids := make([]string, 0, len(now.Cells))
	for id := range now.Cells {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		was, is := before.Cells[id], now.Cells[id]
		if was.Verdict != is.Verdict {
			out = append(out, fmt.Sprintf("%s %s: %s, was %s", now.Name, id, is.Verdict, cmp.Or(was.Verdict, "not there")))
		}
	}
	return out
}

// columns are the requirements of a class in the order of the table.
func columns(t *spec.Table, class string) []spec.Requirement {
	var out []spec.Requirement
	for _, q := range t.Requirements {
		if q.Class == class && q.Level != spec.May {
			out = append(out, q)
		}
	}
	return out
}
