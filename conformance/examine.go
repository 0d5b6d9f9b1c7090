package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// ask is how a request reaches a target.
type ask func(context.Context, wire.Request) (wire.Answer, error)

// examiner judges the cases of one target. It is immutable and safe for concurrent use.
type examiner struct {
	table    *spec.Table
	oracle   *oracle.Oracle
	judge    judge.Judge
	caps     wire.Capabilities
	declared bool // whether the target declared any policy
	level    spec.Level
	key      canary.Key    // makes the secrets of the run
	watch    *canary.Watch // told of every secret before it is sent; nil where nobody listens
	steps    judge.StepJudge
	stepIDs  *stepCount
}

func newExaminer(t *spec.Table, caps wire.Capabilities, level spec.Level) *examiner {
	p := caps.Policies
	declared := len(p.Trims) > 0 || p.UnknownFields != "" || len(p.Migrates) > 0 || p.AskUserTool != "" || p.EmptyArguments != "" || p.FinishReason != ""
	return &examiner{table: t, oracle: oracle.New(t), judge: judge.New(caps), caps: caps, declared: declared, level: level,
		steps: judge.NewStep(caps, t.Steps), stepIDs: &stepCount{}}
}

// lacks returns what a case needs and the target does not claim.
func lacks(c *derive.Case, caps wire.Capabilities) (string, bool) {
	switch {
	case !slices.Contains(caps.Operations, c.Operation):
		return "operation " + string(c.Operation), true
	case c.Operation == wire.OpInvoke && !slices.Contains(caps.Contracts, c.Protocol):
		return "contract " + c.Protocol, true
	case c.Operation != wire.OpInvoke && c.Protocol != "" && !slices.Contains(caps.Protocols, c.Protocol):
		return "protocol " + c.Protocol, true
	}
	if n, missing := c.Missing(caps); missing {
		return n.Capability + " " + n.Value, true
	}
	return "", false
}

// examine runs one case and judges its answers. The failure it may return is the target's, and then the
// result says no more than that.
func (e *examiner) examine(ctx context.Context, c *derive.Case, ask ask) (Result, *adapters.Failure) {
	requests, secrets := c.Planted(e.key)
	r := Result{Case: c, Status: Pass, Secrets: secrets}
	if c.Scenario != nil {
		s, planted := c.PlantedScenario(e.key)
		r.Secrets = planted
		e.listen(planted)
		if failure := e.examineSteps(ctx, c, s, ask, &r); failure != nil {
			r.Status, r.Failure, r.Scored = Error, failure, true
			return r, failure
		}
		e.conclude(&r)
		return r, nil
	}
	for _, req := range requests {
		if chat, ok := req.(wire.ChatRequest); ok {
			r.Secrets = append(r.Secrets, canary.Secret{Text: chat.SecretToken()})
		}
	}
	e.listen(r.Secrets)
	for i, req := range requests {
		got, failure := answer(ctx, ask, req)
		if failure != nil {
			r.Status, r.Failure, r.Scored = Error, failure, true
			return r, failure
		}
		r.Answers = append(r.Answers, got)
		e.judgeOne(c, i, req, got, &r)
	}
	if c.Relation == derive.Stable {
		if failure := e.sendBack(ctx, c, ask, &r); failure != nil {
			r.Status, r.Failure, r.Scored = Error, failure, true
			return r, failure
		}
	}
	e.relate(c, &r)
	e.conclude(&r)
	return r, nil
}

// listen makes the watch over what the target writes look for secrets that are about to be sent.
func (e *examiner) listen(secrets []canary.Secret) {
	if e.watch == nil {
		return
	}
	for _, s := range secrets {
		e.watch.Plant(s)
	}
}

func answer(ctx context.Context, ask ask, req wire.Request) (wire.Answer, *adapters.Failure) {
	got, err := ask(ctx, req)
	if err == nil {
		return got, nil
	}
	if failure, ok := err.(*adapters.Failure); ok {
		return nil, failure
	}
	return nil, &adapters.Failure{Kind: adapters.Garbage, Detail: err.Error()}
}

// judgeOne judges the answer to one request of a case by itself.
func (e *examiner) judgeOne(c *derive.Case, i int, req wire.Request, got wire.Answer, r *Result) {
	want := c.Judgement(i)
	if e.declared && c.Operation != wire.OpInvoke {
		if j, err := e.oracle.Judge(req, e.caps.Policies); err == nil {
			want = j
		}
	}
	found := func(f judge.Finding) {
		f.Request = i
		r.Findings = append(r.Findings, f)
	}
	if seen, ok := got.(wire.ChatObservation); ok {
		if asked, ok := req.(wire.ChatRequest); ok {
			r.Outcome = seen.Class(asked, asked.Calls())
		}
		e.judgeChat(c, want, req, seen, found)
		return
	}
	if c.Relation != derive.Decision {
		if f := e.judge.Answer(want, got); f != nil {
			found(*f)
		}
	}
	if c.Verify != nil {
		if problem := c.Verify(got); problem != "" {
			found(judge.Finding{Aspect: judge.Promise, Level: c.Level, Detail: problem})
		}
	}
	if v, ok := got.(wire.Verdict); ok && c.Internals {
		e.inside(c, v, found)
	}
	if envelope, ok := got.(wire.Envelope); ok {
		e.inspect(c, envelope, found)
	}
	e.leaks(c, r.Secrets, got, found)
	verdict, ok := got.(wire.Verdict)
	if !ok {
		return
	}
	if verdict.Observed.Mutated {
		found(judge.Finding{Aspect: judge.Mutation, Level: spec.Must, Requirement: e.rule(c, spec.RoleUnmutated)})
	}
	if verdict.Observed.GetterReads > 1 {
		found(judge.Finding{Aspect: judge.Reads, Level: spec.Should, Requirement: e.rule(c, spec.RoleGetter), Detail: fmt.Sprintf("read %d times", verdict.Observed.GetterReads)})
	}
}

func (e *examiner) rule(c *derive.Case, role spec.Role) string {
	if p, ok := e.table.Protocol(c.Protocol); ok {
		return p.Rule(role)
	}
	if k, ok := e.table.Contract(c.Protocol); ok {
		return k.Rule(role)
	}
	return c.Requirement
}

// sendBack sends the action of the first answer again, as the input.
func (e *examiner) sendBack(ctx context.Context, c *derive.Case, ask ask, r *Result) *adapters.Failure {
	first, ok := r.Answers[0].(wire.Verdict)
	if !ok || !first.Accepted {
		return nil
	}
	got, failure := answer(ctx, ask, wire.ParseRequest{Protocol: c.Protocol, Value: first.Action})
	if failure == nil {
		r.Answers = append(r.Answers, got)
	}
	return failure
}

// relate judges what must hold between the answers of a case.
func (e *examiner) relate(c *derive.Case, r *Result) {
	switch c.Relation {
	case derive.Alone, derive.Each:
	case derive.Identical:
		e.identical(r)
	case derive.Return:
		last := len(r.Answers) - 1
		if d := e.differ(r.Answers[0], r.Answers[last]); d != "" {
			r.Findings = append(r.Findings, judge.Finding{Aspect: judge.Relation, Level: spec.Must, Request: last, Detail: d})
		}
	case derive.Same, derive.Again, derive.Stable:
		for i := 1; i < len(r.Answers); i++ {
			if d := e.differ(r.Answers[0], r.Answers[i]); d != "" {
				r.Findings = append(r.Findings, judge.Finding{Aspect: judge.Relation, Level: spec.Must, Request: i, Detail: d})
				return
			}
		}
	case derive.Decision:
		for i := 1; i < len(r.Answers); i++ {
			a, _ := r.Answers[0].(wire.Verdict)
			b, _ := r.Answers[i].(wire.Verdict)
			if a.Accepted != b.Accepted {
				r.Findings = append(r.Findings, judge.Finding{Aspect: judge.Relation, Level: spec.Must, Request: i, Detail: decision(a) + ", then " + decision(b)})
				return
			}
		}
	}
}

func decision(v wire.Verdict) string {
	if v.Accepted {
		return "accepted"
	}
	return "refused"
}

// differ says in which way two answers that must agree do not; "" where they agree. Messages and
// positions are for people and may differ.
func (e *examiner) differ(a, b wire.Answer) string {
	if _, ok := a.(wire.Preview); ok {
		if _, both := b.(wire.Preview); !both {
			return "previewed, then refused"
		}
		return "" // a line of a log may tell the time
	}
	if first, ok := a.(wire.ChatObservation); ok {
		return differentTalk(first, b)
	}
	if before, ok := a.(wire.Envelope); ok {
		return differingEnvelopes(before, b)
	}
	if x, ok := a.(wire.StepReport); ok {
		y, _ := b.(wire.StepReport)
		return differInEnd(x, y)
	}
	x, isVerdict := a.(wire.Verdict)
	y, both := b.(wire.Verdict)
	if !isVerdict || !both {
		if r, ok := a.(wire.Routing); ok && b == wire.Answer(r) {
			return ""
		}
		return "answered otherwise"
	}
	switch {
	case x.Accepted != y.Accepted:
		return decision(x) + ", then " + decision(y)
	case x.Code != y.Code:
		return fmt.Sprintf("code %q, then %q", value.ShowText(x.Code, 60), value.ShowText(y.Code, 60))
	case x.Field != y.Field:
		return fmt.Sprintf("field %q, then %q", value.ShowText(x.Field, 60), value.ShowText(y.Field, 60))
	case x.MigratedFrom != y.MigratedFrom:
		return "migrated otherwise"
	case !x.Accepted:
		return ""
	}
	compare := value.Comparison{Doubles: e.caps.Numbers != wire.NumbersExact}
	if d := compare.FirstDifference(x.Action, y.Action); d != nil {
		return "another action at " + value.ShowText(d.Pointer, 80)
	}
	return ""
}

// conclude settles the status of a result from its findings.
func (e *examiner) conclude(r *Result) {
	if len(r.Findings) == 0 {
		return
	}
	slices.SortStableFunc(r.Findings, func(a, b judge.Finding) int { return weight(b.Level) - weight(a.Level) })
	r.Status = Fail
	r.Scored = weight(r.Findings[0].Level) >= weight(e.level)
}

func weight(l spec.Level) int {
	switch l {
	case spec.Must, "":
		return 3
	case spec.Should:
		return 2
	case spec.May:
		return 1
	}
	return 0
}

// judgeChat judges what was seen of a conversation.
func (e *examiner) judgeChat(c *derive.Case, want oracle.Judgement, req wire.Request, got wire.ChatObservation, found func(judge.Finding)) {
	asked, ok := req.(wire.ChatRequest)
	p, known := e.table.Protocol(c.Protocol)
	if !ok || !known {
		return
	}
	for _, f := range judge.Chat(want, p, asked, got, func(role spec.Role) (string, spec.Level) {
		id := p.Rule(role)
		if r, ok := e.table.Requirement(id); ok {
			return id, r.Level
		}
		return id, spec.Must
	}) {
		found(f)
	}
}

// differentTalk says in which way two conversations of one scenario differ: in what was executed, or in how
// they ended. The words in between are the runtime's own.
func differentTalk(a wire.ChatObservation, other wire.Answer) string {
	b, ok := other.(wire.ChatObservation)
	if !ok || len(a.Ends) != len(b.Ends) {
		return "ended otherwise"
	}
	for i := range a.Ends {
		if a.Ends[i].Kind != b.Ends[i].Kind {
			return fmt.Sprintf("ended with %s, then with %s", a.Ends[i].Kind, b.Ends[i].Kind)
		}
	}
	if len(a.Executions) != len(b.Executions) {
		return fmt.Sprintf("%d executions, then %d", len(a.Executions), len(b.Executions))
	}
	return ""
}
