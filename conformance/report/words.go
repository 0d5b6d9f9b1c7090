package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// How many characters of an input or an action show, without --verbose and with it, and how many of a
// value inside a remark.
const (
	shownShort   = 160
	shownVerbose = 4000
	shownRemark  = 48
	maxOutcomes  = 3
)

// speaker puts requests, answers and findings into words of one language.
type speaker struct {
	say *messages
	max int // characters of a value
}

// Speaker is what other packages use to put a case into the words of a report.
type Speaker struct{ s speaker }

// NewSpeaker returns a speaker of a language that shows max characters of a value.
func NewSpeaker(lang string, max int) Speaker { return Speaker{speaker{catalogue(lang), max}} }

// Request shows an input; Expected lists the legal answers, one a line.
func (s Speaker) Request(r wire.Request) string { return s.s.request(r) }

// Expected lists the legal outcomes of a judgement, one a line.
func (s Speaker) Expected(outcomes []oracle.Outcome) string {
	return strings.Join(s.s.expected(outcomes), "\n")
}

// request shows an input, after the name of the operation where that is not parse.
func (s speaker) request(r wire.Request) string {
	switch r := r.(type) {
	case wire.ParseRequest:
		return value.Show(r.Value, s.max)
	case wire.RouteRequest:
		return "route  " + value.Show(r.Value, s.max)
	case wire.PreviewRequest:
		return "preview  " + value.Show(r.Value, s.max)
	case wire.DecodeRequest:
		return "decode  " + Visible(r.Text, s.max)
	case wire.AssembleRequest:
		return "assemble  " + streamed(r, s.max)
	case wire.ChatRequest:
		return conversation(r, s.max)
	case wire.InvokeRequest:
		return invocation(r, s.max)
	case wire.StepRequest:
		return stepAsked(r, s.say.StepAsked)
	case wire.ToolCall:
		return "call  " + value.ShowText(r.Tool, shownRemark) + "  " + value.Show(r.Args, s.max)
	case wire.Exchange:
		return "write  " + Visible(bytes.Join(r.Parts, []byte(" | ")), s.max)
	}
	return ""
}

// Visible shows a text as it is, but for characters that do not show or change how others show: those
// stand as ‹U+000A›, bytes that are no UTF-8 as ‹FF›. Quotes and backslashes stand for themselves, so that
// an escape that is in the text cannot be taken for a character that is not.
func Visible(text []byte, max int) string {
	var out strings.Builder
	shown := 0
	for i := 0; i < len(text); {
		if shown >= max {
			return out.String() + fmt.Sprintf("… (%s bytes)", thousands(len(text)))
		}
		r, n := utf8.DecodeRune(text[i:])
		piece := string(text[i : i+n])
		switch {
		case r == utf8.RuneError && n == 1:
			piece = fmt.Sprintf("‹%02X›", text[i])
		case r == '"' || r == '\\':
		case value.ShowText(piece, 16) != piece:
			piece = fmt.Sprintf("‹U+%04X›", r)
		}
		out.WriteString(piece)
		shown += utf8.RuneCountInString(piece)
		i += n
	}
	if shown == 0 {
		return `""`
	}
	return out.String()
}

// answer shows what a target said.
func (s speaker) answer(a wire.Answer) string {
	switch a := a.(type) {
	case wire.Verdict:
		if !a.Accepted {
			return s.refusal(a)
		}
		out := s.say.Accepted + "  " + value.Show(a.Action, s.max)
		if a.MigratedFrom != "" {
			out += "  " + s.say.MigratedFrom + " " + value.ShowText(a.MigratedFrom, shownRemark)
		}
		return out
	case wire.Routing:
		return s.routing(a.Handler, a.Terminal)
	case wire.ChatObservation:
		return s.talk(wire.ChatRequest{}, a)
	case wire.Envelope:
		return envelope(a, s.max)
	case wire.StepReport:
		return stepEnded(a)
	case wire.Preview:
		return s.say.Preview + "  " + value.Show(a.Value, s.max)
	}
	return s.say.NoAnswer
}

func (s speaker) refusal(v wire.Verdict) string {
	if v.Code == "" {
		if v.Message == "" {
			return s.say.Rejected
		}
		return s.say.Rejected + "  " + value.Show(value.String(v.Message), s.max)
	}
	return s.say.Rejected + "  " + s.reason(value.ShowText(v.Code, shownRemark), value.ShowText(v.Field, shownRemark))
}

func (s speaker) reason(code, field string) string {
	if field == "" {
		return code
	}
	return strings.TrimSpace(code + "  " + s.say.AtPlace + " " + field)
}

func (s speaker) routing(handler, terminal string) string {
	return s.say.Handler + " " + value.ShowText(handler, shownRemark) + "  " + s.say.Terminal + " " + value.ShowText(terminal, shownRemark)
}

// expected lists outcomes, the first few of them; none means that any answer is legal.
func (s speaker) expected(outcomes []oracle.Outcome) []string {
	if len(outcomes) == 0 {
		return []string{s.say.AnyAnswer}
	}
	var out []string
	for _, o := range outcomes {
		if len(out) == maxOutcomes {
			out = append(out, s.say.Or+" …")
			break
		}
		line := s.outcome(o)
		if len(out) > 0 {
			line = s.say.Or + " " + line
		}
		out = append(out, line)
	}
	return out
}

func (s speaker) outcome(o oracle.Outcome) string {
	switch {
	case !o.Accept:
		return strings.TrimSpace(s.say.Rejected + "  " + s.reasons(o.Reasons))
	case o.Route != nil:
		return s.routing(o.Route.Handler, o.Route.Terminal)
	case o.Preview != nil:
		return s.say.Preview + "  " + s.say.With + " " + value.Show(o.Preview.Identity, s.max)
	case o.Assembled != nil:
		return s.say.Accepted + "  " + s.say.With + " " + value.Show(o.Assembled.Value(), s.max)
	case o.Completion != nil:
		return s.say.Accepted + "  " + s.completion(*o.Completion)
	}
	out := s.say.Accepted + "  " + value.Show(o.Action, s.max)
	if o.MigratedFrom != "" {
		out += "  " + s.say.MigratedFrom + " " + o.MigratedFrom
	}
	return out
}

func (s speaker) reasons(list []oracle.Reason) string {
	var out []string
	for _, r := range list {
		field := r.Field
		if r.AnyField {
			field = ""
		}
		one := s.reason(strings.Join(r.Codes, "|"), field)
		if one == "" || slices.Contains(out, one) {
			continue
		}
		if len(out) == maxOutcomes {
			out = append(out, "…")
			break
		}
		out = append(out, one)
	}
	return strings.Join(out, " "+s.say.Or+" ")
}

// completion shows what may become of the calls of a response: each with its treatment.
func (s speaker) completion(c oracle.Completion) string {
	calls := make(value.Array, 0, len(c.Calls))
	for _, call := range c.Calls {
		o := value.Object{}
		if !call.AnyID {
			o = append(o, value.Member{Name: "id", Value: value.String(call.ID)})
		}
		o = append(o, value.Member{Name: "name", Value: value.String(call.Name)})
		if call.Arguments != nil {
			o = append(o, value.Member{Name: "arguments", Value: call.Arguments})
		}
		if call.Treatment != oracle.Run {
			o = value.Object{{Name: string(call.Treatment), Value: o}}
		}
		calls = append(calls, o)
	}
	content := c.Content
	if content == nil {
		content = value.Null{}
	}
	return value.Show(value.Object{{Name: "content", Value: content}, {Name: "calls", Value: calls}}, s.max)
}

// remark says in a few words what is wrong with an answer, "" where the answer speaks for itself.
func (s speaker) remark(f judge.Finding) string {
	if f.Detail != "" && f.Step {
		return f.Detail
	}
	change, ok := s.say.Change[f.Change]
	if !ok || f.Pointer == "" {
		switch f.Aspect {
		case judge.Decision:
			return ""
		case judge.Promise:
			return value.ShowText(f.Detail, s.max)
		default:
		}
		return s.say.Aspect[f.Aspect]
	}
	out := fmt.Sprintf(change, value.ShowText(f.Pointer, shownRemark))
	if f.Aspect == judge.Action && f.Expected != nil && f.Got != nil {
		out += ": " + value.Show(f.Expected, shownRemark) + " -> " + value.Show(f.Got, shownRemark)
	}
	return out
}

// needOf is what a case that was not asked needs.
func needOf(c *derive.Case, need string) string {
	if need != "" {
		return need
	}
	if len(c.Needs) > 0 {
		return c.Needs[0].Capability + " " + c.Needs[0].Value
	}
	return "-"
}

// thousands is n in groups of three digits.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
