package conformance

import (
	"context"
	"math/rand/v2"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
)

// sampleSize is how many cases are run a second time where nothing else was asked for.
const sampleSize = 200

// repeat runs cases again in another order and requires the same answers: the answer to an input depends
// on the input alone (RolePure). With Options.Repeat it is every case, so many times; else a sample.
func (r *run) repeat(ctx context.Context, cases []*derive.Case, results []Result) {
	if r.opts.Repeat < 0 {
		return
	}
	var again []int
	for i := range results {
		if results[i].Status == Pass || results[i].Status == Fail {
			again = append(again, i)
		}
	}
	rounds := r.opts.Repeat - 1
	random := rand.New(rand.NewPCG(r.opts.Seed, 0))
	random.Shuffle(len(again), func(i, k int) { again[i], again[k] = again[k], again[i] })
	if rounds < 1 {
		rounds = 1
		again = again[:min(sampleSize, len(again))]
	}
	for range rounds {
		second := make([]Result, len(cases))
		for queue := again; len(queue) > 0; {
			suspects, rest := r.pipelined(ctx, cases, queue, second)
			for _, i := range suspects {
				second[i] = r.alone(ctx, cases[i])
			}
			queue = rest
		}
		for _, i := range again {
			r.compare(&results[i], &second[i])
		}
	}
}

// compare holds the second result of a case against its first.
func (r *run) compare(first, second *Result) {
	if second.Status == Untested {
		return
	}
	detail := ""
	switch {
	case second.Failure != nil:
		detail = "answered, then " + second.Failure.Error()
	case len(first.Answers) != len(second.Answers):
		detail = "accepted, then refused"
	default:
		for i := range first.Answers {
			if detail = r.examiner.differ(first.Answers[i], second.Answers[i]); detail != "" {
				break
			}
		}
	}
	if detail == "" {
		return
	}
	first.Findings = append(first.Findings, judge.Finding{Aspect: judge.Relation, Level: spec.Must,
		Requirement: r.examiner.rule(first.Case, spec.RolePure), Detail: "the same case again, later: " + detail})
	r.examiner.conclude(first)
}
