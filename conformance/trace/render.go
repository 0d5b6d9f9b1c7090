package trace

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/actionconform/conform/spec"
)

// ReportFormat is a way to write a summary.
type ReportFormat string

// The formats of reports.
const (
	Text     ReportFormat = "text"
	JSON     ReportFormat = "json"
	JUnit    ReportFormat = "junit"
	Markdown ReportFormat = "markdown"
)

// ReportFormats returns every format of reports.
func ReportFormats() []ReportFormat { return []ReportFormat{Text, JSON, JUnit, Markdown} }

// Rendering says how a summary is written.
type Rendering struct {
	Format ReportFormat
	Table  *spec.Table // sentences of requirements and codes
	Lang   string      // en or zh
	// Max is the rate of faulty records that is allowed.
	Max float64
	// Shown is how many violations of each code the text shows; 0 is 5.
	Shown int
	// Elapsed is how long the check took; 0 leaves the speed out.
	Elapsed time.Duration
}

// Exceeds reports whether more records are faulty than allowed.
func (s *Summary) Exceeds(max float64) bool { return s.Rate() > max }

// Render writes a summary. The error is that of the writer.
func (s *Summary) Render(w io.Writer, r Rendering) error {
	if r.Shown <= 0 {
		r.Shown = 5
	}
	switch r.Format {
	case JSON:
		return s.json(w, r)
	case JUnit:
		return s.junit(w, r)
	case Markdown:
		return s.markdown(w, r)
	case Text, "":
	}
	return s.text(w, r)
}

// sentence says what was counted: in the words of the table, or in ours where it has no code for it.
func (r Rendering) sentence(c Count) string {
	if r.Table != nil {
		if code, ok := r.Table.ErrorCode(c.Code); ok {
			return code.Message.In(r.Lang)
		}
		if rule, ok := r.Table.Requirement(c.Requirement); ok && (c.Code == Refused || c.Code == CallRefused) {
			return rule.Text.In(r.Lang)
		}
	}
	t := meanings()[c.Code]
	return t.In(r.Lang)
}

func (s *Summary) text(w io.Writer, r Rendering) error {
	var b strings.Builder
	say := wordsOf(r.Lang)
	for _, level := range []spec.Level{spec.Must, spec.Should} {
		for _, c := range s.Codes {
			if c.Level != level {
				continue
			}
			head := c.Code
			if c.Requirement != "" {
				head += " " + c.Requirement
			}
			if level == spec.Should {
				head += say.Advice
			}
			fmt.Fprintf(&b, "%s  %s: %d\n", head, r.sentence(c), c.Number)
			shown := 0
			for _, v := range s.Violations {
				if !c.is(v) {
					continue
				}
				if shown == r.Shown {
					break
				}
				shown++
				b.WriteString("  " + v.where(say) + "\n")
			}
			if more := c.Number - int64(shown); more > 0 {
				fmt.Fprintf(&b, "  "+say.More+"\n", more)
			}
		}
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	for i, g := range s.Groups {
		if i == 0 || s.Groups[i-1].By != g.By {
			fmt.Fprintf(&b, say.By+"\n", g.By)
		}
		fmt.Fprintf(&b, "  %-40s %d of %d  %s\n", g.Name, g.Faulty, g.Records, percent(g.Rate()))
	}
	for _, f := range s.Files {
		if f.Problem != "" {
			fmt.Fprintf(&b, "%-9s %s: %s\n", say.Problem, f.Name, f.problem(say))
		}
	}
	note := func(format string, args ...any) {
		fmt.Fprintf(&b, "%-9s "+format+"\n", append([]any{say.Note}, args...)...)
	}
	if s.Forgotten > 0 {
		note(say.Forgotten, s.Forgotten, maxCalls)
	}
	if s.Unmatched > 0 {
		note(say.Unmatched, s.Unmatched)
	}
	if s.Older > 0 {
		note(say.Older, s.Older)
	}
	fmt.Fprintf(&b, say.Sum+"%s\n", s.Records, s.Faulty, percent(s.Rate()), percent(r.Max), s.formats())
	if mb := float64(s.Bytes) / 1e6; r.Elapsed > 0 && mb >= 1 {
		fmt.Fprintf(&b, say.Speed+"\n", r.Elapsed.Seconds(), mb, mb/r.Elapsed.Seconds())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c Count) is(v Violation) bool {
	return v.Code == c.Code && v.Requirement == c.Requirement && v.Level == c.Level
}

// where is the place of a violation: file:line, pointer, and its counterpart.
func (v Violation) where(say words) string {
	out := fmt.Sprintf("%s:%d", v.File, v.Line)
	if v.Pointer != "" {
		out += " " + v.Pointer
	}
	if v.Other > 0 {
		out += fmt.Sprintf(say.See, v.Other)
	}
	return out
}

func (s *Summary) formats() string {
	var list []string
	for f, n := range s.Formats {
		list = append(list, fmt.Sprintf("%s %d", f, n))
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return "; " + strings.Join(list, ", ")
}

func percent(rate float64) string { return fmt.Sprintf("%.2f%%", rate*100) }

type summaryJSON struct {
	Format     string           `json:"format"`
	Records    int64            `json:"records"`
	Faulty     int64            `json:"faulty"`
	Rate       float64          `json:"rate"`
	Allowed    float64          `json:"allowed"`
	Older      int64            `json:"older"`
	Forgotten  int64            `json:"forgotten"`
	Bytes      int64            `json:"bytes"`
	Formats    map[Format]int64 `json:"formats"`
	Files      []fileJSON       `json:"files"`
	Codes      []countJSON      `json:"codes"`
	Groups     []groupJSON      `json:"groups"`
	Violations []violationJSON  `json:"violations"`
}

type fileJSON struct {
	Name    string `json:"name"`
	Lines   int64  `json:"lines"`
	Problem string `json:"problem,omitempty"`
}

type countJSON struct {
	Code        string     `json:"code"`
	Requirement string     `json:"requirement,omitempty"`
	Level       spec.Level `json:"level"`
	Number      int64      `json:"number"`
	Meaning     string     `json:"meaning"`
}

type groupJSON struct {
	By      string  `json:"by"`
	Name    string  `json:"name"`
	Records int64   `json:"records"`
	Faulty  int64   `json:"faulty"`
	Rate    float64 `json:"rate"`
}

type violationJSON struct {
	File        string     `json:"file"`
	Line        int64      `json:"line"`
	Pointer     string     `json:"pointer"`
	Code        string     `json:"code"`
	Requirement string     `json:"requirement,omitempty"`
	Level       spec.Level `json:"level"`
	Other       int64      `json:"other,omitempty"`
}

// SummaryFormat names the shape of the JSON summary.
const SummaryFormat = "conform-trace/1"

func (s *Summary) json(w io.Writer, r Rendering) error {
	out := summaryJSON{
		Format: SummaryFormat, Records: s.Records, Faulty: s.Faulty, Rate: s.Rate(), Allowed: r.Max, Older: s.Older, Forgotten: s.Forgotten,
		Bytes: s.Bytes, Formats: s.Formats, Files: []fileJSON{}, Codes: []countJSON{}, Groups: []groupJSON{}, Violations: []violationJSON{},
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, fileJSON{f.Name, f.Lines, f.problem(wordsOf(r.Lang))})
	}
	for _, c := range s.Codes {
		out.Codes = append(out.Codes, countJSON{c.Code, c.Requirement, c.Level, c.Number, r.sentence(c)})
	}
	for _, g := range s.Groups {
		out.Groups = append(out.Groups, groupJSON{g.By, g.Name, g.Records, g.Faulty, g.Rate()})
	}
	for _, v := range s.Violations {
		out.Violations = append(out.Violations, violationJSON(v))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

type suitesXML struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Suite    suiteXML `xml:"testsuite"`
}

type suiteXML struct {
	Name     string    `xml:"name,attr"`
	Tests    int       `xml:"tests,attr"`
	Failures int       `xml:"failures,attr"`
	Cases    []caseXML `xml:"testcase"`
}

type caseXML struct {
	Class   string      `xml:"classname,attr"`
	Name    string      `xml:"name,attr"`
	Failure *failureXML `xml:"failure,omitempty"`
	Skipped *skippedXML `xml:"skipped,omitempty"`
}

type failureXML struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type skippedXML struct {
	Message string `xml:"message,attr"`
}

// junit writes a test for each code that was found, and one for the rate.
func (s *Summary) junit(w io.Writer, r Rendering) error {
	suite, say := suiteXML{Name: "conform check"}, wordsOf(r.Lang)
	total := caseXML{Class: "trace", Name: fmt.Sprintf(say.RateTest, percent(s.Rate()), s.Records, percent(r.Max))}
	if s.Exceeds(r.Max) {
		total.Failure = &failureXML{Type: "rate", Message: fmt.Sprintf(say.RateFailed, s.Faulty, s.Records)}
	}
	suite.Cases = append(suite.Cases, total)
	for _, f := range s.Files {
		c := caseXML{Class: "input", Name: f.Name}
		if f.Problem != "" {
			c.Failure = &failureXML{Type: "input", Message: f.problem(say)}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, c := range s.Codes {
		test := caseXML{Class: "trace." + c.Code, Name: strings.TrimSpace(c.Code + " " + c.Requirement)}
		var places []string
		for _, v := range s.Violations {
			if c.is(v) && len(places) < 50 {
				places = append(places, v.where(say))
			}
		}
		message := fmt.Sprintf("%s: %d", r.sentence(c), c.Number)
		switch {
		case c.Level == spec.Must && s.Exceeds(r.Max):
			test.Failure = &failureXML{Type: c.Code, Message: message, Text: strings.Join(places, "\n")}
		default:
			test.Skipped = &skippedXML{Message: message}
		}
		suite.Cases = append(suite.Cases, test)
	}
	for _, c := range suite.Cases {
		suite.Tests++
		if c.Failure != nil {
			suite.Failures++
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(suitesXML{Tests: suite.Tests, Failures: suite.Failures, Suite: suite}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *Summary) markdown(w io.Writer, r Rendering) error {
	var b strings.Builder
	say := wordsOf(r.Lang)
	fmt.Fprintf(&b, "## conform check\n\n"+say.Head+"\n\n", s.Records, s.Faulty, percent(s.Rate()), percent(r.Max))
	if len(s.Codes) > 0 {
		b.WriteString(say.CodeHead + "\n|---|---|---|---|---|---|\n")
		for _, c := range s.Codes {
			at := ""
			for _, v := range s.Violations {
				if c.is(v) {
					at = v.where(say)
					break
				}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %d | %s | %s |\n", c.Code, c.Requirement, c.Level, c.Number, r.sentence(c), cell(at))
		}
		b.WriteString("\n")
	}
	for i, g := range s.Groups {
		if i == 0 || s.Groups[i-1].By != g.By {
			fmt.Fprintf(&b, say.GroupHead+"\n|---|---|---|---|\n", g.By)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", cell(g.Name), g.Faulty, g.Records, percent(g.Rate()))
		if i == len(s.Groups)-1 || s.Groups[i+1].By != g.By {
			b.WriteString("\n")
		}
	}
	for _, f := range s.Files {
		if f.Problem != "" {
			fmt.Fprintf(&b, "- %s: %s\n", cell(f.Name), cell(f.problem(say)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell is a text that may stand in a table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(s) }
