package report

import (
	"slices"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/report/phrases"
)

// translated returns a copy of the report whose sentences are in a language. Reports for machines keep them as they
// were made.
func translated(r *conformance.Report, lang string) *conformance.Report {
	if lang == "en" || lang == "" {
		return r
	}
	out := *r
	out.Problems, out.Notes = phrases.All(lang, r.Problems), phrases.All(lang, r.Notes)
	out.NotStarted = failureIn(lang, r.NotStarted)
	out.Results = slices.Clone(r.Results)
	for i := range out.Results {
		res := &out.Results[i]
		res.Failure = failureIn(lang, res.Failure)
		res.Findings = slices.Clone(res.Findings)
		for k := range res.Findings {
			res.Findings[k].Detail = phrases.In(lang, res.Findings[k].Detail)
		}
	}
	return &out
}

func failureIn(lang string, f *adapters.Failure) *adapters.Failure {
	if f == nil {
		return nil
	}
	out := *f
	out.Detail = phrases.In(lang, f.Detail)
	return &out
}
