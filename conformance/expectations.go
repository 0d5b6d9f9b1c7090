package conformance

import (
	"fmt"
	"slices"
)

// expect applies the known failures to the results. An entry must match at least one selected case that
// was run, and every case it matches must fail as the entry says.
func (r *Report) expect(entries []Expectation) {
	used := make([]bool, len(entries))
	for i := range r.Results {
		res := &r.Results[i]
		at := slices.IndexFunc(entries, func(e Expectation) bool { return Glob(e.Case, res.Case.ID) })
		if at < 0 {
			continue
		}
		used[at] = true
		e := entries[at]
		switch res.Status {
		case Fail, Error:
			if e.Requirement != "" && e.Requirement != res.Case.Requirement {
				r.Problems = append(r.Problems, fmt.Sprintf("%s: %s failed for %s, the entry is about %s", e.where(), res.Case.ID, res.Case.Requirement, e.Requirement))
				continue
			}
			res.Status, res.Reason = XFail, e.Reason
		case Pass:
			res.Status, res.Reason = XPass, e.Reason
		case NotApplicable, Untested:
			r.Problems = append(r.Problems, fmt.Sprintf("%s: %s was not run (%s)", e.where(), res.Case.ID, res.Status))
		case XFail, XPass:
		}
	}
	for i, e := range entries {
		if !used[i] {
			r.Problems = append(r.Problems, fmt.Sprintf("%s: %q matches no selected case", e.where(), e.Case))
		}
	}
}

func (e Expectation) where() string {
	if e.Line == 0 {
		return "expectations"
	}
	return fmt.Sprintf("expectations, line %d", e.Line)
}
