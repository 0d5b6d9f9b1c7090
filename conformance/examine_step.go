package conformance

import (
	"context"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/conformance/ledger"
	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stepCount numbers the steps of a run, so that no two have the same id.
type stepCount struct{ n atomic.Uint64 }

func (c *stepCount) next() string { return "s-" + strconv.FormatUint(c.n.Add(1), 10) }

// examineSteps plays the steps of a case one after the other and judges each by the ledger. A step without
// an answer ends the case; what was seen of it up to there stays in the result.
func (e *examiner) examineSteps(ctx context.Context, c *derive.Case, planted *scenario.Scenario, ask ask, r *Result) *adapters.Failure {
	s := planted.WithControl(e.caps.Policies.AskUserTool)
	var played []judge.Played
	var history value.Array
	for i := range s.Steps {
		step := &s.Steps[i]
		req := step.Request
		if step.Continues {
			req.Messages = append(append(value.Array{}, history...), req.Messages...)
		}
		play := ledger.New(step.Script, req.Cancelled)
		r.plays = append(r.plays, play)
		req.Step, req.Callbacks = e.stepIDs.next(), play
		got, failure := answer(ctx, ask, req)
		play.End()
		report, ok := got.(wire.StepReport)
		if failure == nil && !ok {
			failure = &adapters.Failure{Kind: adapters.Garbage, Detail: "the answer to step is no report"}
		}
		if failure != nil {
			failure.Detail = afterLast(failure.Detail, play)
			return failure
		}
		r.Answers = append(r.Answers, report)
		played = append(played, judge.Played{Step: step, Messages: req.Messages, Entries: play.Entries(), Report: report})
		r.Findings = append(r.Findings, e.steps.Judge(s, played)...)
		// A step that ended with an error has no next messages: the next one begins where it began.
		history = req.Messages
		if report.Error == nil && report.NextMessages != nil {
			history = report.NextMessages
		}
	}
	e.late(c, r)
	ownFirst(c, r)
	return nil
}

// ownFirst puts what the scenario is about before what is watched in every scenario, since a result is reported
// under the requirement of its first finding.
func ownFirst(c *derive.Case, r *Result) {
	other := func(f judge.Finding) int {
		if f.Requirement == "" || f.Requirement == c.Requirement {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(r.Findings, func(a, b judge.Finding) int { return other(a) - other(b) })
}

// afterLast says how far a step had come that did not answer.
func afterLast(detail string, play *ledger.Play) string {
	entries := play.Entries()
	if len(entries) == 0 {
		return detail + "; the step had asked for nothing"
	}
	return detail + "; the last the step asked for was " + string(entries[len(entries)-1].Point)
}

// late notes what was asked after a step had ended, the first time it shows.
func (e *examiner) late(c *derive.Case, r *Result) {
	for i, p := range r.plays {
		late := p.TooLate()
		if len(late) == 0 || r.wasLate {
			continue
		}
		r.wasLate = true
		r.Findings = append(r.Findings, judge.Finding{Aspect: judge.Calls, Level: spec.Must, Request: i, Step: true,
			Requirement: e.table.Steps.Rule(c.Protocol, spec.StepRoleLate),
			Detail:      string(late[0]) + " was asked for after the step had ended"})
	}
}

// settle adds what was asked late, after the case had been judged.
func (e *examiner) settle(results []Result) {
	for i := range results {
		r := &results[i]
		if r.Case == nil || r.Case.Scenario == nil || (r.Status != Pass && r.Status != Fail) {
			continue
		}
		before := len(r.Findings)
		if e.late(r.Case, r); len(r.Findings) > before {
			e.conclude(r)
		}
	}
}

// Points lists what the steps of a result asked for, step by step, as far as they got.
func (r *Result) Points() [][]scenario.Point {
	out := make([][]scenario.Point, len(r.plays))
	for i, p := range r.plays {
		for _, e := range p.Entries() {
			out[i] = append(out[i], e.Point)
		}
	}
	return out
}

// differInEnd says in which way two reports of one scenario differ that must agree; "" where they agree.
// Where several ends are legal, a target still takes one of them each time.
func differInEnd(a, b wire.StepReport) string {
	code := func(r wire.StepReport) string {
		switch {
		case r.Error != nil:
			return "error " + value.ShowText(r.Error.Code, 60)
		case r.Execution != nil:
			return string(r.Outcome) + " " + value.ShowText(r.Execution.Category, 60)
		}
		return string(r.Outcome)
	}
	if x, y := code(a), code(b); x != y {
		return x + ", then " + y
	}
	return ""
}
