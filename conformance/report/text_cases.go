package report

import (
	"fmt"
	"strings"

	pretty "github.com/jedib0t/go-pretty/v6/text"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// failures are the failed cases that count, by requirement.
func (p *printer) failures() {
	for _, g := range p.groups(func(r *conformance.Result) bool { return red(r) && r.Status != conformance.Error }) {
		p.line("")
		p.heading(g, p.red)
		if means := g.requirement.Consequence.In(p.Lang); means != "" {
			p.labelled(2, p.say.Means, p.faint, means)
		}
		p.some(g, fewFailures, p.failure)
	}
}

// some shows the first few results of a group and counts the others.
func (p *printer) some(g group, max int, show func(*conformance.Result)) {
	if p.Verbose {
		max = len(g.results)
	}
	shown := few(g.results, max)
	for _, r := range shown {
		show(r)
	}
	if rest := without(g.results, shown); len(rest) > 0 {
		p.line("  %s", fmt.Sprintf(p.say.More, len(rest), QuoteAll(p.selector(g.requirement.ID, rest))))
	}
}

func without(all, some []*conformance.Result) []*conformance.Result {
	var out []*conformance.Result
	for _, r := range all {
		found := false
		for _, s := range some {
			found = found || r == s
		}
		if !found {
			out = append(out, r)
		}
	}
	return out
}

// heading is the requirement with its sentence and how many of its cases failed.
func (p *printer) heading(g group, color func(string) string) {
	left := fmt.Sprintf("%s %s  %s", p.bold(g.requirement.ID), color(string(g.requirement.Level)), g.requirement.Text.In(p.Lang))
	if pretty.StringWidthWithoutEscSequences(left) < headingWidth {
		left = pad(left, headingWidth)
	}
	p.line("%s  %s", left, color(p.count(len(g.results), g.ran)))
}

// failure is one failed case.
func (p *printer) failure(r *conformance.Result) {
	p.line("  %s", r.Case.ID)
	if r.Status == conformance.XPass {
		p.labelled(4, p.say.Got, p.faint, fmt.Sprintf(p.say.XPass, r.Case.ID, r.Reason))
		return
	}
	p.change(r.Case)
	for i, f := range p.findings(r) {
		if i > 0 && !p.Verbose && f.Request == r.Findings[0].Request {
			p.labelled(4, "", p.faint, "<- "+p.remark(f))
			continue
		}
		p.finding(r, f)
		if !p.Verbose && i+1 < len(r.Findings) && r.Findings[i+1].Request != f.Request {
			break
		}
	}
	p.labelled(4, p.say.Replay, p.faint, p.replay(r.Case)...)
}

func (p *printer) change(c *derive.Case) {
	if edit := c.Change.In(p.Lang); edit != "" {
		p.labelled(4, p.say.Edit, p.faint, edit)
	}
}

// finding shows what was sent, what should have come back, and what did.
func (p *printer) finding(r *conformance.Result, f judge.Finding) {
	if f.Aspect == judge.Relation {
		p.disagreement(r, f)
		return
	}
	if f.Request < len(r.Case.Requests) {
		p.labelled(4, p.say.Sent, p.faint, p.request(r.Case.Requests[f.Request]))
	}
	if j, ok := p.judgement(r.Case, f.Request); ok {
		legal := p.expected(wanted(j, f.Level))
		if _, chat := r.Case.Requests[f.Request].(wire.ChatRequest); chat {
			legal = p.legalTalk(j)
		}
		p.labelled(4, p.say.Expected, p.faint, legal...)
	}
	if s := r.Case.Scenario; s != nil && f.Request < len(s.Steps) {
		p.labelled(4, p.say.Expected, p.faint, legalEnds(&s.Steps[f.Request]))
	}
	p.labelled(4, p.say.Got, p.faint, p.got(r, f))
}

// legalEnds are the ways a step may end.
func legalEnds(s *scenario.Step) string {
	var out []string
	for _, e := range s.Expect.Ends {
		out = append(out, e.String())
	}
	return strings.Join(out, " | ")
}

// wanted are the outcomes a finding was measured against.
func wanted(j oracle.Judgement, level spec.Level) []oracle.Outcome {
	if level == spec.Should {
		return j.Best()
	}
	return j.Legal
}

// disagreement shows two requests whose answers should have been the same.
func (p *printer) disagreement(r *conformance.Result, f judge.Finding) {
	if len(r.Case.Requests) > 0 {
		p.labelled(4, p.say.Sent, p.faint, p.request(r.Case.Requests[0]))
	}
	p.labelled(4, p.say.Got, p.faint, p.answered(r, 0))
	switch {
	case f.Request < len(r.Case.Requests):
		p.labelled(4, p.say.Then, p.faint, p.request(r.Case.Requests[f.Request]))
	case len(r.Answers) > 0: // the action of the first answer was sent back
		if first, ok := r.Answers[0].(wire.Verdict); ok && first.Action != nil {
			p.labelled(4, p.say.Then, p.faint, p.request(wire.ParseRequest{Value: first.Action}))
		}
	}
	p.labelled(4, p.say.Expected, p.faint, p.say.Unless)
	p.labelled(4, p.say.Got, p.faint, p.got(r, f))
}

// got is an answer with a remark on what is wrong with it.
func (p *printer) got(r *conformance.Result, f judge.Finding) string {
	out := p.answered(r, f.Request)
	if v, ok := answerAt(r, f.Request).(wire.Verdict); ok && f.Aspect == judge.Leak && v.Code != "" && v.Message != "" {
		out += "  " + value.Show(value.String(v.Message), p.max) // it is what may have leaked
	}
	remark := p.remark(f)
	if remark == "" {
		return out
	}
	if pretty.StringWidthWithoutEscSequences(out) > remarkColumn {
		return out + "\n" + p.red("<- "+remark)
	}
	return out + "   " + p.red("<- "+remark)
}

func (p *printer) answered(r *conformance.Result, request int) string {
	if a := answerAt(r, request); a != nil {
		seen, talked := a.(wire.ChatObservation)
		if asked, ok := r.Case.Requests[min(request, len(r.Case.Requests)-1)].(wire.ChatRequest); ok && talked {
			return p.talk(asked, seen)
		}
		return p.answer(a)
	}
	return p.say.NoAnswer
}

func answerAt(r *conformance.Result, request int) wire.Answer {
	if request < len(r.Answers) {
		return r.Answers[request]
	}
	return nil
}

// errors are the cases the target did not answer, by what it did instead.
func (p *printer) errors() {
	byKind := map[adapters.FailureKind][]*conformance.Result{}
	var order []adapters.FailureKind
	total := 0
	for i := range p.Results {
		r := &p.Results[i]
		if r.Status != conformance.Error || r.Failure == nil {
			continue
		}
		total++
		if byKind[r.Failure.Kind] == nil {
			order = append(order, r.Failure.Kind)
		}
		byKind[r.Failure.Kind] = append(byKind[r.Failure.Kind], r)
	}
	if total == 0 {
		return
	}
	p.line("")
	p.labelled(0, p.say.Errors, p.red, fmt.Sprintf(p.say.ErrorsIntro, total))
	for _, kind := range order {
		shown := byKind[kind]
		if !p.Verbose {
			shown = few(shown, fewErrors)
		}
		for _, r := range shown {
			p.failed(r)
		}
		if rest := without(byKind[kind], shown); len(rest) > 0 {
			p.line("  %s", fmt.Sprintf(p.say.MoreErrors, len(rest), QuoteAll(p.selector("", rest))))
		}
	}
}

// failed is one case without an answer.
func (p *printer) failed(r *conformance.Result) {
	what := p.say.Failure[r.Failure.Kind]
	if r.Failure.Shared {
		what += " (" + p.say.Shared + ")"
	}
	p.line("  %s  %s", r.Case.ID, p.red(what))
	if r.Failure.Detail != "" {
		p.labelled(4, p.say.Got, p.faint, Visible([]byte(r.Failure.Detail), shownVerbose))
	}
	if at := min(len(r.Answers), len(r.Case.Requests)-1); at >= 0 {
		p.labelled(4, p.say.Asked, p.faint, p.request(r.Case.Requests[at]))
	}
	p.stderr(4, r.Failure.Stderr)
	p.labelled(4, p.say.Replay, p.faint, p.replay(r.Case)...)
}

// advice is what was not followed but does not count.
func (p *printer) advice() {
	groups := p.groups(advice)
	if len(groups) == 0 {
		return
	}
	p.line("")
	p.labelled(0, p.say.Advice, p.yellow, p.say.AdviceIntro)
	for i, g := range groups {
		if p.Verbose {
			p.heading(g, p.yellow)
			p.some(g, len(g.results), p.failure)
			continue
		}
		if i == fewAdvice {
			var ids []string
			n := 0
			for _, more := range groups[i:] {
				ids = append(ids, more.requirement.ID)
				n += len(more.results)
			}
			p.line("  %s", fmt.Sprintf(p.say.More, n, strings.Join(ids, ", ")))
			break
		}
		p.line("  %s  %s", pad(g.requirement.ID, 7), pad(g.requirement.Text.In(p.Lang), headingWidth-11)+"  "+p.count(len(g.results), g.ran))
		p.line("  %s  %s", pad("", 7), p.faint(QuoteAll([]string{"--case", g.results[0].Case.ID})))
	}
}
