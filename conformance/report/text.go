package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/actionconform/conform/conformance"
)

// The layout of the text format.
const (
	labelWidth   = 10  // of "expected" and its like
	headingWidth = 88  // after which the count of failures stands
	remarkColumn = 100 // after which a remark has a line of its own
	fewFailures  = 3   // shown of a requirement
	fewErrors    = 3   // shown of a kind of failure
	fewNeeds     = 4   // shown of what was not claimed
	fewAdvice    = 6   // requirements of advice that are shown
)

// text is the format for people.
//
// Its last line is always "N passed, N failed, N skipped (...)". passed, failed, skipped and advice add up to
// the cases of the run: failed is everything that turns the run red, errors and unexpected passes
// included; skipped is everything that was not judged, known failures included.
type text struct{}

func (text) Name() string { return "text" }
func (text) About() string {
	return "for people: failures by requirement, with commands that replay them"
}

func (text) render(w io.Writer, v *view) error {
	max := shownShort
	if v.Verbose {
		max = shownVerbose
	}
	p := &printer{view: v, speaker: speaker{catalogue(v.Lang), max}, style: style{v.Color}}
	p.report()
	_, err := w.Write(p.out.Bytes())
	return err
}

// printer writes one report as text.
type printer struct {
	*view
	speaker
	style
	out bytes.Buffer
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

func (p *printer) report() {
	if !p.Quiet {
		p.header()
		p.failures()
		p.errors()
		p.advice()
		p.line("")
		p.remarks()
		p.skipped()
		p.classes()
	}
	p.problems()
	p.line("%s", p.closing())
}

func (p *printer) header() {
	cases := thousands(p.Suite.Cases)
	if p.Suite.Total > p.Suite.Cases {
		cases += "/" + thousands(p.Suite.Total)
	}
	target := cmp.Or(p.Target.Spec, "reference")
	h := p.Target.Hello
	var about []string
	if name := strings.TrimSpace(h.Name + " " + h.Version); name != "" && name != target {
		about = append(about, name)
	}
	if h.Language != "" {
		about = append(about, h.Language)
	}
	if len(about) > 0 {
		target += " (" + strings.Join(about, ", ") + ")"
	}
	head := fmt.Sprintf(p.say.Header, p.Version, cmp.Or(p.Suite.Version, "-"), cases, thousands(p.Suite.Requirements), Visible([]byte(target), shownVerbose))
	if p.Suite.Shard != "" {
		head += " - shard " + p.Suite.Shard
	}
	p.line("%s", p.bold(head))
}

// remarks are the notes on the session, and whether it is partial.
func (p *printer) remarks() {
	for _, n := range p.Notes {
		p.labelled(0, p.say.Note, p.yellow, Visible([]byte(n), shownVerbose))
	}
}

// problems are what fails the run as a whole.
func (p *printer) problems() {
	if f := p.NotStarted; f != nil && !p.Interrupted {
		p.labelled(0, p.say.NotStarted, p.red, Visible([]byte(f.Detail), shownVerbose))
		p.stderr(0, f.Stderr)
		p.labelled(0, "", p.faint, p.say.StartHint)
	}
	for _, problem := range p.Problems {
		p.labelled(0, p.say.Problem, p.red, problem)
	}
	if p.Interrupted {
		ran := len(p.Results) - p.Counts.Untested - p.Counts.NotApplicable
		p.line("%s", p.yellow(fmt.Sprintf(p.say.Interrupted, ran, p.Suite.Cases)))
	}
}

// skipped says what the target would have had to claim.
func (p *printer) skipped() {
	counts := map[string]int{}
	for i := range p.Results {
		if r := &p.Results[i]; r.Status == conformance.NotApplicable {
			counts[needOf(r.Case, r.Need)]++
		}
	}
	if len(counts) == 0 {
		p.untested()
		return
	}
	needs := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	var out []string
	rest := 0
	for i, n := range needs {
		if i < fewNeeds || p.Verbose {
			out = append(out, fmt.Sprintf(p.say.NeedsCount, counts[n], n))
		} else {
			rest += counts[n]
		}
	}
	if rest > 0 {
		out = append(out, fmt.Sprintf(p.say.MoreNeeds, rest))
	}
	p.labelled(0, p.say.Skipped, p.plain, strings.Join(out, p.say.Comma))
	p.untested()
}

// untested says why cases were not run, unless that is said for the run as a whole.
func (p *printer) untested() {
	if p.NotStarted != nil || p.Interrupted {
		return
	}
	counts := map[string]int{}
	for i := range p.Results {
		if r := &p.Results[i]; r.Status == conformance.Untested && r.Failure != nil {
			counts[r.Failure.Detail]++
		}
	}
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		p.labelled(0, p.say.NotRun, p.yellow, fmt.Sprintf("%d: %s", counts[why], Visible([]byte(why), shownVerbose)))
	}
}

func (p *printer) plain(s string) string { return s }

func (p *printer) classes() {
	var out []string
	for _, c := range p.Classes {
		state := p.say.Class[c.State]
		switch c.State {
		case conformance.ClassMet:
			state = p.green(state)
		case conformance.ClassFailed:
			state = p.red(state)
		case conformance.ClassNotClaimed, conformance.ClassPartial:
		}
		one := c.Name + " " + state
		if c.State != conformance.ClassNotClaimed {
			one += " (" + fmt.Sprintf(p.say.ClassCount, c.Passed, c.Total) + ")"
		}
		out = append(out, one)
	}
	if len(out) > 0 {
		p.labelled(0, p.say.Classes, p.plain, strings.Join(out, "   "))
	}
}

// closing is the last line.
func (p *printer) closing() string {
	c := p.Counts
	failed := c.Failed + c.Errors + c.XPassed
	skipped := c.NotApplicable + c.Untested + c.XFailed
	paint := func(n int, format string, color func(string) string) string {
		if s := fmt.Sprintf(format, n); n > 0 {
			return color(s)
		}
		return fmt.Sprintf(format, n)
	}
	out := strings.Join([]string{
		paint(c.Passed, p.say.Passed, p.green), paint(failed, p.say.Failed, p.red), paint(skipped, p.say.SkippedCount, p.yellow),
	}, p.say.Comma)
	detail := []string{
		paint(c.Errors, p.say.ErrorCount, p.red), paint(c.Advice, p.say.AdviceCount, p.yellow),
		paint(c.NotApplicable, p.say.NotApplicable, p.plain), paint(c.Untested, p.say.Untested, p.yellow),
	}
	if c.XFailed > 0 {
		detail = append(detail, paint(c.XFailed, p.say.XFailed, p.yellow))
	}
	if c.XPassed > 0 {
		detail = append(detail, paint(c.XPassed, p.say.XPassed, p.red))
	}
	return out + " (" + strings.Join(detail, p.say.Comma) + ")"
}

// labelled writes a label and a text of one or more lines beside it.
func (p *printer) labelled(indent int, label string, color func(string) string, lines ...string) {
	left := strings.Repeat(" ", indent)
	first := true
	for _, text := range lines {
		for _, l := range strings.Split(text, "\n") {
			head := pad("", labelWidth)
			if first && label != "" {
				head = pad(label, labelWidth)
				if head == label {
					head += "  "
				}
				head = color(label) + head[len(label):]
			}
			first = false
			p.line("%s", strings.TrimRight(left+head+l, " "))
		}
	}
}

// stderr shows the end of what a target wrote to standard error.
func (p *printer) stderr(indent int, tail string) {
	const last = 4
	lines := strings.Split(strings.TrimRight(tail, "\r\n"), "\n")
	if strings.TrimSpace(tail) == "" {
		return
	}
	if len(lines) > last && !p.Verbose {
		lines = lines[len(lines)-last:]
	}
	for i, l := range lines {
		lines[i] = Visible([]byte(strings.TrimRight(l, "\r")), shownShort)
		if l == "" {
			lines[i] = ""
		}
	}
	p.labelled(indent, p.say.Stderr, p.faint, lines...)
}

// count is "n of m failed" in the language.
func (p *printer) count(n, of int) string {
	return fmt.Sprintf(p.say.FailedOf, n, max(of, n))
}
