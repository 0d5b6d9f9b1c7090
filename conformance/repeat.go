package conformance

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
)

// sampleSize is how many cases are run a second time where nothing else was asked for.
const sampleSize = 200

// sample picks the cases that are run again, in another order: with Options.Repeat all that can be run.
func (r *run) sample(cases []int) []int {
	if r.opts.Repeat < 0 {
		return nil
	}
	again := slices.Clone(cases)
	random := rand.New(rand.NewPCG(r.opts.Seed, 0))
	random.Shuffle(len(again), func(i, k int) { again[i], again[k] = again[k], again[i] })
	if r.opts.Repeat < 2 {
		again = again[:min(sampleSize, len(again))]
	}
	return again
}

// repeat runs the cases of the sample again and requires the same answers: the answer to an input depends
// on the input alone (RolePure). With Options.Repeat it does so as many times as that says, less one.
func (r *run) repeat(ctx context.Context, cases []*derive.Case, results []Result, again []int) {
	again = slices.DeleteFunc(again, func(i int) bool { return results[i].Status != Pass && results[i].Status != Fail })
	for range max(1, r.opts.Repeat-1) {
		second := make(map[int]Result, len(again))
		var mu sync.Mutex
		record := func(i int, res Result) {
			mu.Lock()
			defer mu.Unlock()
			second[i] = res
		}
		for queue := again; len(queue) > 0; {
			suspects, rest := r.pipelined(ctx, cases, queue, record)
			for _, i := range suspects {
				record(i, r.alone(ctx, cases[i]))
			}
			queue = rest
		}
		for _, i := range again {
			r.compare(&results[i], second[i])
		}
	}
}

// compare holds the second result of a case against its first.
func (r *run) compare(first *Result, second Result) {
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
