package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// maskText stands for a planted secret wherever a target repeated it. Real secrets travel the same way,
// and a report that shows the planted one teaches people to paste reports that show real ones.
const maskText = "«canary»"

// masked returns a copy of the report in which nothing the target said holds a canary. Inputs keep
// theirs: they are ours, and a replay needs them.
func masked(r *conformance.Report) *conformance.Report {
	m := newMask(r)
	if m == nil {
		return r
	}
	out := *r
	out.Results = slices.Clone(r.Results)
	for i := range out.Results {
		m.result(&out.Results[i])
	}
	out.Problems = m.texts(r.Problems)
	out.Notes = m.texts(r.Notes)
	out.NotStarted = m.failure(r.NotStarted)
	return &out
}

type mask struct{ replace *strings.Replacer }

// newMask returns nil where no case plants anything.
func newMask(r *conformance.Report) *mask {
	var secrets []string
	for i := range r.Results {
		if c := r.Results[i].Case; c != nil && c.Canary != "" {
			secrets = append(secrets, c.Canary)
		}
	}
	if len(secrets) == 0 {
		return nil
	}
	// The longest first: one canary may be the beginning of another.
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var pairs []string
	for _, s := range slices.Compact(secrets) {
		pairs = append(pairs, s, maskText)
	}
	return &mask{strings.NewReplacer(pairs...)}
}

func (m *mask) text(s string) string { return m.replace.Replace(s) }

func (m *mask) texts(list []string) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = m.text(out[i])
	}
	return out
}

func (m *mask) result(r *conformance.Result) {
	r.Failure = m.failure(r.Failure)
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		m.finding(&r.Findings[i])
	}
	r.Answers = slices.Clone(r.Answers)
	for i := range r.Answers {
		r.Answers[i] = m.answer(r.Answers[i])
	}
}

func (m *mask) finding(f *judge.Finding) {
	f.Got = m.value(f.Got)
	f.Detail = m.text(f.Detail)
	f.Pointer = m.text(f.Pointer)
}

func (m *mask) failure(f *adapters.Failure) *adapters.Failure {
	if f == nil {
		return nil
	}
	out := *f
	out.Detail, out.Stderr = m.text(f.Detail), m.text(f.Stderr)
	return &out
}

func (m *mask) answer(a wire.Answer) wire.Answer {
	switch a := a.(type) {
	case wire.Verdict:
		a.Action = m.value(a.Action)
		a.Code, a.Field = m.text(a.Code), m.text(a.Field)
		a.Message, a.Pointer = m.text(a.Message), m.text(a.Pointer)
		a.MigratedFrom = m.text(a.MigratedFrom)
		return a
	case wire.Routing:
		return wire.Routing{Handler: m.text(a.Handler), Terminal: m.text(a.Terminal)}
	case wire.ChatObservation:
		return m.talk(a)
	case wire.Envelope:
		a.Value, a.Threw = m.value(a.Value), m.text(a.Threw)
		return a
	case wire.Preview:
		a.Value = m.value(a.Value)
		return a
	}
	return a
}

// value copies v with every string masked. Values from a target are at most value.MaxDepth deep.
func (m *mask) value(v value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(m.text(string(v)))
	case value.Array:
		out := make(value.Array, len(v))
		for i := range v {
			out[i] = m.value(v[i])
		}
		return out
	case value.Object:
		return m.object(v)
	case value.Host:
		return value.Host{Name: v.Name, Args: m.object(v.Args)}
	default:
		return v
	}
}

func (m *mask) object(o value.Object) value.Object {
	out := make(value.Object, len(o))
	for i := range o {
		out[i] = value.Member{Name: m.text(o[i].Name), Value: m.value(o[i].Value)}
	}
	return out
}

// talk masks what was seen of a conversation.
func (m *mask) talk(o wire.ChatObservation) wire.ChatObservation {
	requests := slices.Clone(o.Requests)
	for i := range requests {
		messages := slices.Clone(requests[i].Messages)
		for k := range messages {
			messages[k].Text = m.text(messages[k].Text)
			calls := slices.Clone(messages[k].Calls)
			for n := range calls {
				calls[n] = wire.ChatCall{ID: m.text(calls[n].ID), Name: m.text(calls[n].Name), Arguments: m.text(calls[n].Arguments)}
			}
			messages[k].Calls = calls
		}
		requests[i].Messages = messages
	}
	executions := slices.Clone(o.Executions)
	for i := range executions {
		executions[i].Arguments = m.value(executions[i].Arguments)
	}
	ends := slices.Clone(o.Ends)
	for i := range ends {
		ends[i].Text = m.text(ends[i].Text)
	}
	return wire.ChatObservation{Requests: requests, Executions: executions, Ends: ends, Budget: o.Budget}
}
