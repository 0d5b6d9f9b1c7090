package report

import (
	"regexp"
	"slices"
	"strings"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// maskText stands for a planted secret wherever a target repeated it. Real secrets travel the same way,
// and a report that shows the planted one teaches people to paste reports that show real ones.
const maskText = "«canary»"

// masked returns a copy of the report in which no planted secret stands, in any encoding, and none of the user's
// own in what was given on the command line and in files: the target, reasons of known failures. The inputs it
// shows are those of the cases, which hold stand-ins: a replay with them shows the same.
func masked(r *conformance.Report) *conformance.Report {
	var all []canary.Secret
	for i := range r.Results {
		all = append(all, r.Results[i].Secrets...)
	}
	shared := &mask{finder: canary.NewFinder(all...)}
	out := *r
	out.Results = slices.Clone(r.Results)
	for i := range out.Results {
		res := &out.Results[i]
		own := &mask{finder: canary.NewFinder(res.Secrets...), secrets: res.Secrets}
		own.result(res)
		res.Failure = shared.failure(res.Failure)
		res.Reason = preview.Text(res.Reason)
	}
	out.Target.Spec = command(r.Target.Spec)
	out.Problems = shared.texts(r.Problems)
	out.Notes = shared.texts(r.Notes)
	out.NotStarted = shared.failure(r.NotStarted)
	return &out
}

// namedFlag is a flag of a command and what follows it.
var namedFlag = regexp.MustCompile(`(--?)([A-Za-z][A-Za-z0-9_-]*)(\s+)([^\s-]\S*)`)

// command is the text of a command without the secrets in it: the values of flags that are named for one, and
// what gives itself away by its form.
func command(text string) string {
	text = namedFlag.ReplaceAllStringFunc(text, func(s string) string {
		p := namedFlag.FindStringSubmatch(s)
		if !preview.Sensitive(p[2]) {
			return s
		}
		return p[1] + p[2] + p[3] + preview.Placeholder
	})
	return preview.Text(text)
}

// commandWords is command for the words of one.
func commandWords(words []string) []string {
	out := slices.Clone(words) // nil stays nil: there is no command
	for i := range out {
		out[i] = preview.Text(out[i])
		if name, ok := strings.CutPrefix(words[max(i-1, 0)], "-"); i > 0 && ok && preview.Sensitive(strings.TrimPrefix(name, "-")) && !strings.HasPrefix(out[i], "-") {
			out[i] = preview.Placeholder
		}
	}
	return out
}

// mask hides what finder finds, and of secrets even a few characters at either end: since secrets are new in
// every run, those would make two reports of the same answers differ.
type mask struct {
	finder  *canary.Finder
	secrets []canary.Secret
}

func (m *mask) text(s string) string {
	for i := range m.secrets {
		s = trimmedEnds(s, m.secrets[i].Text)
	}
	return m.finder.Mask(s, maskText)
}

// trimmedEnds hides what is left of a secret that was cut short, as in "abcd****wxyz" and "abcd...".
func trimmedEnds(text, secret string) string {
	for n := min(canary.Window, len(secret)) - 1; n >= 2; n-- {
		text = replaceEnd(text, secret[:n], false)
		text = replaceEnd(text, secret[len(secret)-n:], true)
	}
	return text
}

// replaceEnd replaces part where dots or stars stand for the rest of it, before it or after it, and nothing
// of a word on its other side.
func replaceEnd(text, part string, before bool) string {
	for at := 0; at+len(part) <= len(text); {
		i := strings.Index(text[at:], part)
		if i < 0 {
			break
		}
		i += at
		end := i + len(part)
		inner, outer := end < len(text) && isEllipsis(text[end]), i == 0 || !isWord(text[i-1])
		if before {
			inner, outer = i > 0 && isEllipsis(text[i-1]), end == len(text) || !isWord(text[end])
		}
		at = end
		if inner && outer {
			text = text[:i] + maskText + text[end:]
			at = i + len(maskText)
		}
	}
	return text
}

// isEllipsis reports whether a byte belongs to what stands for characters left out: * . # … •
func isEllipsis(c byte) bool { return c == '*' || c == '.' || c == '#' || c >= 0x80 }

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func (m *mask) texts(list []string) []string {
	out := slices.Clone(list)
	for i := range out {
		out[i] = preview.Text(m.text(out[i]))
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
	f.Got, f.Expected = m.value(f.Got), m.value(f.Expected)
	f.Detail = m.text(f.Detail)
	f.Pointer = m.text(f.Pointer)
}

func (m *mask) failure(f *adapters.Failure) *adapters.Failure {
	if f == nil {
		return nil
	}
	out := *f
	out.Detail, out.Stderr = preview.Text(m.text(f.Detail)), preview.Text(m.text(f.Stderr))
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
	case wire.StepReport:
		return m.step(a)
	}
	return a
}

// value copies v with every text, name and number masked. Values from a target are at most value.MaxDepth
// deep.
func (m *mask) value(v value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(m.text(string(v)))
	case value.Number:
		if _, found := m.finder.FindString(string(v)); found {
			return value.String(maskText)
		}
		return v
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

func (m *mask) context(c wire.DecisionContext) wire.DecisionContext {
	return wire.DecisionContext{TaskID: m.text(c.TaskID), StepID: m.text(c.StepID)}
}

// step masks what a step reported.
func (m *mask) step(r wire.StepReport) wire.StepReport {
	r.Outcome, r.Context = wire.StepOutcome(m.text(string(r.Outcome))), m.context(r.Context)
	r.Text, r.Question, r.Debug = m.text(r.Text), m.text(r.Question), m.text(r.Debug)
	if r.Error != nil {
		r.Error = &wire.StepFailure{Code: m.text(r.Error.Code), Message: m.text(r.Error.Message), Barrier: m.text(r.Error.Barrier)}
	}
	if r.Execution != nil {
		x := *r.Execution
		x.Output, x.Category = m.text(x.Output), m.text(x.Category)
		x.Status = wire.ExecutionStatus(m.text(string(x.Status)))
		x.Call.ID, x.Call.Name = m.text(x.Call.ID), m.text(x.Call.Name)
		if from := x.Call.Action; from != nil {
			x.Call.Action = &wire.ActionRef{Context: m.context(from.Context), Index: from.Index, ProviderCallID: m.text(from.ProviderCallID)}
		}
		if x.Call.Arguments != nil {
			x.Call.Arguments = m.value(x.Call.Arguments)
		}
		r.Execution = &x
	}
	if next, ok := m.value(r.NextMessages).(value.Array); ok && r.NextMessages != nil {
		r.NextMessages = next
	}
	return r
}
