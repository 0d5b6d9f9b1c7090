package conformance

import (
	"fmt"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/internals"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// inspect looks at what an envelope says beside its answer: the inside of the tool, changed input.
func (e *examiner) inspect(c *derive.Case, got wire.Envelope, found func(judge.Finding)) {
	if c.Watch && got.Observed.Mutated {
		found(judge.Finding{Aspect: judge.Mutation, Level: c.Level})
	}
	if !c.Internals {
		return
	}
	what, shows := internals.FindIn(got.Value)
	if !shows {
		what, shows = internals.Find(got.Threw)
	}
	if shows {
		found(judge.Finding{Aspect: judge.Leak, Level: c.Level, Detail: what})
	}
}

// inside looks for stacks, queries and paths in a refusal.
func (e *examiner) inside(c *derive.Case, v wire.Verdict, found func(judge.Finding)) {
	if v.Accepted {
		return
	}
	if what, shows := internals.Find(v.Message); shows {
		found(judge.Finding{Aspect: judge.Leak, Level: c.Level, Detail: what})
	}
}

// identical requires every answer to be the first one, messages included.
func (e *examiner) identical(r *Result) {
	first, ok := r.Answers[0].(wire.Envelope)
	for i := 1; ok && i < len(r.Answers); i++ {
		next, _ := r.Answers[i].(wire.Envelope)
		detail := ""
		switch {
		case first.Threw != next.Threw || (first.Value == nil) != (next.Value == nil):
			detail = "one of them threw"
		case first.Value == nil:
			continue
		default:
			d := value.FirstDifference(first.Value, next.Value)
			if d == nil {
				continue
			}
			detail = "they differ at " + value.ShowText(d.Pointer, 80)
		}
		r.Findings = append(r.Findings, judge.Finding{Aspect: judge.Relation, Level: r.Case.Level, Request: i, Detail: detail})
		return
	}
}

// differingEnvelopes says in which way two answers to the same call differ; "" where they do not. What a
// tool words or numbers anew each time is no difference.
func differingEnvelopes(a wire.Envelope, other wire.Answer) string {
	b, ok := other.(wire.Envelope)
	if !ok || (a.Threw == "") != (b.Threw == "") {
		return "answered otherwise"
	}
	x, y := gist(a.Value), gist(b.Value)
	if x != y {
		return fmt.Sprintf("%s, then %s", x, y)
	}
	return ""
}

// gist is what an envelope says in a word.
func gist(v value.Value) string {
	o, _ := v.(value.Object)
	flag, _ := o.Get("ok")
	ok, isBool := flag.(value.Bool)
	switch {
	case v == nil:
		return "threw"
	case !isBool:
		return "no envelope"
	case bool(ok):
		data, _ := o.Get("data")
		members, _ := data.(value.Object)
		return "ok " + strings.Join(names(members), ",")
	}
	inner, _ := o.Get("error")
	members, _ := inner.(value.Object)
	code, _ := members.Get("code")
	text, _ := code.(value.String)
	return "code " + value.ShowText(string(text), 60)
}

func names(o value.Object) []string {
	out := make([]string, 0, len(o))
	for _, m := range o {
		out = append(out, value.ShowText(m.Name, 40))
	}
	return out
}
