package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/actionconform/conform/conformance"
)

// junit is the format CI systems read: one suite for each requirement, one test for each case.
//
// A case is red here exactly where it makes the run red. What was not judged is skipped with its reason;
// so is advice, which is neither a pass nor a failure. What belongs to the run as a whole (a target that
// did not start, a stale list of known failures) is a test of its own in the suite "run".
type junit struct{}

func (junit) Name() string  { return "junit" }
func (junit) About() string { return "JUnit XML for CI: a suite for each requirement" }

func (junit) render(w io.Writer, v *view) error {
	doc := v.junit()
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type junitSuites struct {
	XMLName   xml.Name     `xml:"testsuites"`
	Name      string       `xml:"name,attr"`
	Tests     int          `xml:"tests,attr"`
	Failures  int          `xml:"failures,attr"`
	Errors    int          `xml:"errors,attr"`
	Skipped   int          `xml:"skipped,attr"`
	Timestamp string       `xml:"timestamp,attr"`
	Time      string       `xml:"time,attr"`
	Suites    []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Skipped *junitSkipped `xml:"skipped"`
}

type junitProblem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

func (v *view) junit() junitSuites {
	doc := junitSuites{
		Name:      legal("conform " + cmp.Or(v.Target.Spec, "reference")),
		Timestamp: v.Started.UTC().Format(time.RFC3339), Time: fmt.Sprintf("%.3f", v.Elapsed.Seconds()),
	}
	place := map[string]int{}
	for i := range v.Results {
		r := &v.Results[i]
		id := v.rule(r)
		at, ok := place[id]
		if !ok {
			at = len(doc.Suites)
			place[id] = at
			doc.Suites = append(doc.Suites, junitSuite{Name: legal(strings.TrimSpace(id + " " + v.requirement(id).Text.In(v.Lang)))})
		}
		doc.Suites[at].add(v.junitCase(r))
	}
	if run := v.junitRun(); len(run.Cases) > 0 {
		doc.Suites = append(doc.Suites, run)
	}
	for _, s := range doc.Suites {
		doc.Tests += s.Tests
		doc.Failures += s.Failures
		doc.Errors += s.Errors
		doc.Skipped += s.Skipped
	}
	return doc
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func (v *view) junitCase(r *conformance.Result) junitCase {
	c := junitCase{Class: legal(v.rule(r)), Name: legal(r.Case.ID)}
	p := &printer{view: v, speaker: speaker{catalogue(v.Lang), shownVerbose}}
	skip := func(why string) { c.Skipped = &junitSkipped{legal(why)} }
	switch r.Status {
	case conformance.Pass:
	case conformance.Fail:
		if !r.Scored {
			skip(p.say.Advice + ": " + p.brief(r))
			break
		}
		p.failure(r)
		c.Failure = &junitProblem{aspectOf(r), legal(p.brief(r)), legal(p.out.String())}
	case conformance.XPass:
		p.failure(r)
		c.Failure = &junitProblem{"xpass", legal(fmt.Sprintf(p.say.XPass, r.Case.ID, r.Reason)), legal(p.out.String())}
	case conformance.Error:
		if r.Failure != nil {
			p.failed(r)
			c.Error = &junitProblem{string(r.Failure.Kind), legal(r.Failure.Detail), legal(p.out.String())}
			break
		}
		c.Error = &junitProblem{Type: string(r.Status)}
	case conformance.Untested:
		c.Error = &junitProblem{Type: string(r.Status)}
		if r.Failure != nil {
			c.Error.Message = legal(r.Failure.Detail)
		}
	case conformance.NotApplicable:
		skip(fmt.Sprintf(p.say.NeedsCount, 1, needOf(r.Case, r.Need)))
	case conformance.XFail:
		skip(p.say.KnownFailures + ": " + r.Reason)
	}
	return c
}

func aspectOf(r *conformance.Result) string {
	if len(r.Findings) == 0 {
		return string(r.Status)
	}
	return string(r.Findings[0].Aspect)
}

// brief is a failure on one line.
func (p *printer) brief(r *conformance.Result) string {
	out := p.requirement(p.rule(r)).Text.In(p.Lang)
	findings := p.findings(r)
	if len(findings) == 0 {
		return out
	}
	if remark := p.remark(findings[0]); remark != "" {
		return out + ": " + remark
	}
	return out + ": " + p.answered(r, findings[0].Request)
}

// junitRun holds what belongs to no case.
func (v *view) junitRun() junitSuite {
	run := junitSuite{Name: "run"}
	if f := v.NotStarted; f != nil {
		run.add(junitCase{Class: "run", Name: "start", Error: &junitProblem{string(f.Kind), legal(f.Detail), legal(f.Stderr)}})
	}
	if v.Interrupted {
		run.add(junitCase{Class: "run", Name: "complete", Error: &junitProblem{Type: "interrupted", Message: "the run was interrupted; this report is partial"}})
	}
	for i, p := range v.Problems {
		run.add(junitCase{Class: "run", Name: fmt.Sprintf("problem %d", i+1), Failure: &junitProblem{Type: "problem", Message: legal(p)}})
	}
	return run
}

// legal makes a text fit for XML 1.0, which has no way at all to write most control characters: each
// stands as a visible ‹U+0001›, and so do bytes that are no UTF-8.
func legal(s string) string {
	ok := func(r rune) bool {
		return r == '\t' || r == '\n' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000
	}
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !ok(r) }) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, "‹%02X›", s[i])
		case !ok(r):
			fmt.Fprintf(&out, "‹U+%04X›", r)
		default:
			out.WriteString(s[i : i+n])
		}
		i += n
	}
	return out.String()
}
