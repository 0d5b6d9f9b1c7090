package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/fuzz/shrink"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Finding is one bucket of disagreements, with the smallest request that shows it.
type Finding struct {
	// Bucket names the kind of disagreement: the rule that decides, what was expected and what came back.
	Bucket string
	// Requirement decides; "" for a target that failed to answer.
	Requirement string
	Level       spec.Level
	Request     wire.Request
	// Judgement is what was expected, Answer what came back; without an answer Failure says why.
	Judgement oracle.Judgement
	Answer    wire.Answer
	Failure   *adapters.Failure
	// Finding is what is wrong with the answer; nil with a failure.
	Finding *judge.Finding
	// Count is how many requests fell into the bucket, those of shrinking not counted.
	Count int
	// Unsteady says that the request does not show the fault every time.
	Unsteady bool
}

// disagreement is the finding of an answer that is not legal.
func (f *fuzzer) disagreement(x exchange, want oracle.Judgement, found *judge.Finding) *Finding {
	detail := string(found.Change)
	if found.Aspect.Reason() {
		detail = found.Detail
	}
	bucket := fmt.Sprintf("%s %s %s %s: %s, %s %s", protocolOf(x.request), x.request.Operation(), want.Rule, expected(want), decision(x.answer), found.Aspect, detail)
	return &Finding{Bucket: bucket, Requirement: want.Rule, Level: found.Level, Request: x.request, Judgement: want, Answer: x.answer, Finding: found}
}

// decision is whether an answer accepts.
func decision(a wire.Answer) string {
	switch a := a.(type) {
	case wire.Verdict:
		if a.Accepted {
			return "accepted"
		}
		return "refused"
	case wire.Routing:
		return "routed"
	default:
		return "answered"
	}
}

// failed is the finding of a request that is not answered.
func failed(x exchange) *Finding {
	return &Finding{Bucket: fmt.Sprintf("%s %s %s", protocolOf(x.request), x.request.Operation(), x.failure.Kind), Level: spec.Must, Request: x.request, Failure: x.failure}
}

// found counts a finding, and makes the first of its bucket as small as it can be.
func (f *fuzzer) found(ctx context.Context, x *Finding) error {
	if known := f.buckets[x.Bucket]; known != nil {
		known.Count++
		return nil
	}
	if len(f.buckets) >= maxFindings {
		return nil
	}
	x.Count = 1
	f.buckets[x.Bucket] = x
	f.result.Found = append(f.result.Found, x)
	f.result.Findings++
	if !x.Unsteady {
		f.shrink(ctx, x)
	}
	if f.opts.Found != nil && ctx.Err() == nil {
		return f.opts.Found(x)
	}
	return nil
}

// shrink puts the smallest request it finds in the place of a finding's, and shows it again.
func (f *fuzzer) shrink(ctx context.Context, x *Finding) {
	smallest := x
	shows := func(req wire.Request) bool {
		if ctx.Err() != nil || !f.may(req) {
			return false
		}
		again := f.again(ctx, req)
		if again == nil || again.Bucket != x.Bucket {
			return false
		}
		smallest = again
		return true
	}
	budget := shrinkBudget
	if x.Failure != nil {
		budget = shrinkBudget / 10 // each costs a start of the target
	}
	req := shrink.Request(x.Request, budget, shows)
	for range confirmations {
		if !shows(req) && ctx.Err() == nil {
			x.Unsteady = true
			return
		}
	}
	x.Request, x.Judgement, x.Answer, x.Failure, x.Finding = smallest.Request, smallest.Judgement, smallest.Answer, smallest.Failure, smallest.Finding
}

// again asks once more; nil where nothing is wrong.
func (f *fuzzer) again(ctx context.Context, req wire.Request) *Finding {
	x := f.alone(ctx, req)
	if x.failure != nil {
		return failed(x)
	}
	want, err := f.oracle.Judge(req, f.caps.Policies)
	if err != nil {
		return nil
	}
	found := f.judge.Answer(want, x.answer)
	if found == nil {
		return nil
	}
	return f.disagreement(x, want, found)
}

// Expected says in words what the rules ask for.
func (x *Finding) Expected() string {
	if x.Failure != nil {
		return "an answer"
	}
	best := x.Judgement.Best()
	var words []string
	for _, o := range best {
		switch {
		case o.Route != nil:
			words = append(words, "routed to "+o.Route.Handler+", terminal "+o.Route.Terminal)
		case o.Completion != nil:
			words = append(words, fmt.Sprintf("accepted, each of %d calls judged by itself", len(o.Completion.Calls)))
		case o.Accept && o.Action != nil:
			words = append(words, "accepted "+value.Show(o.Action, shown))
		case o.Accept:
			words = append(words, "accepted")
		default:
			words = append(words, "refused"+reasons(o.Reasons))
		}
	}
	return strings.Join(words, ", or ")
}

// shown is how much of a value stands in words.
const shown = 400

// reasons lists the codes and fields that are legal.
func reasons(legal []oracle.Reason) string {
	var words []string
	for _, r := range legal {
		word := strings.Join(r.Codes, " or ")
		if !r.AnyField && r.Field != "" {
			word += " " + r.Field
		}
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, ", or ")
}

// Answered says in words what came back.
func (x *Finding) Answered() string {
	switch a := x.Answer.(type) {
	case wire.Verdict:
		if a.Accepted {
			return "accepted " + value.Show(a.Action, shown)
		}
		return strings.TrimSpace("refused " + value.ShowText(a.Code, shown) + " " + value.ShowText(a.Field, shown))
	case wire.Routing:
		return "routed to " + value.ShowText(a.Handler, shown) + ", terminal " + value.ShowText(a.Terminal, shown)
	default:
		if x.Failure != nil {
			return string(x.Failure.Kind) + ": " + x.Failure.Detail
		}
		return "another answer"
	}
}
