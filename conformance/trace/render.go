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

// sentence says what a code means: in the words of the table, or in ours.
func (r Rendering) sentence(code string) string {
	if r.Table != nil {
		if c, ok := r.Table.ErrorCode(code); ok {
			return c.Message.In(r.Lang)
		}
	}
	t := meanings()[code]
	return t.In(r.Lang)
}

func meanings() map[string]spec.Text {
	return map[string]spec.Text{
		NotJSON:        {EN: "the line is not one JSON document", ZH: "该行不是一个 JSON 文档"},
		TooLong:        {EN: "the line is longer than the cap (--max-line)", ZH: "该行超过上限（--max-line）"},
		UnknownShape:   {EN: "the line has none of the known shapes; see docs/traces.md", ZH: "该行不属于任何已知形状；见 docs/traces.md"},
		ResultWithout:  {EN: "a result belongs to no call of its run", ZH: "结果不属于本次运行的任何调用"},
		ResultBefore:   {EN: "a call comes after its result", ZH: "调用出现在其结果之后"},
		Unanswered:     {EN: "a call has no result", ZH: "调用没有结果"},
		AnsweredTwice:  {EN: "a call is answered a second time", ZH: "调用被第二次回答"},
		IDReused:       {EN: "the id of an earlier call is used again: a replay", ZH: "先前调用的 id 再次使用：重放"},
		Misattributed:  {EN: "a result names another tool or run than its call", ZH: "结果所指的工具或运行与其调用不同"},
		IDMissing:      {EN: "a call or a result has no id", ZH: "调用或结果没有 id"},
		SecretRecorded: {EN: "a secret is recorded here", ZH: "此处记录了秘密"},
		"CALL_REFUSED": {EN: "the call must be refused", ZH: "该调用必须拒绝"},
	}
}

func (s *Summary) text(w io.Writer, r Rendering) error {
	var b strings.Builder
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
				head += " (advice)"
			}
			fmt.Fprintf(&b, "%s  %s: %d\n", head, r.sentence(c.Code), c.Number)
			shown := 0
			for _, v := range s.Violations {
				if !c.is(v) {
					continue
				}
				if shown == r.Shown {
					break
				}
				shown++
				b.WriteString("  " + v.where() + "\n")
			}
			if more := c.Number - int64(shown); more > 0 {
				fmt.Fprintf(&b, "  %d more\n", more)
			}
		}
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	for i, g := range s.Groups {
		if i == 0 || s.Groups[i-1].By != g.By {
			fmt.Fprintf(&b, "by %s\n", g.By)
		}
		fmt.Fprintf(&b, "  %-40s %d of %d  %s\n", g.Name, g.Faulty, g.Records, percent(g.Rate()))
	}
	for _, f := range s.Files {
		if f.Problem != "" {
			fmt.Fprintf(&b, "problem   %s: %s\n", f.Name, f.Problem)
		}
	}
	if s.Forgotten > 0 {
		fmt.Fprintf(&b, "note      %d open calls were forgotten, because more than %d ids were in use\n", s.Forgotten, maxCalls)
	}
	if s.Unmatched > 0 {
		fmt.Fprintf(&b, "note      %d calls stand in files without any result, and were not held against results\n", s.Unmatched)
	}
	if s.Older > 0 {
		fmt.Fprintf(&b, "note      %d lines are older than --since\n", s.Older)
	}
	fmt.Fprintf(&b, "%d records, %d faulty, error rate %s (allowed %s)%s\n", s.Records, s.Faulty, percent(s.Rate()), percent(r.Max), s.formats())
	if r.Elapsed > 0 {
		mb := float64(s.Bytes) / 1e6
		fmt.Fprintf(&b, "read %.1f MB in %.1f s, %.0f MB/s\n", mb, r.Elapsed.Seconds(), mb/r.Elapsed.Seconds())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c Count) is(v Violation) bool {
	return v.Code == c.Code && v.Requirement == c.Requirement && v.Level == c.Level
}

// where is the place of a violation: file:line, pointer, and its counterpart.
func (v Violation) where() string {
	out := fmt.Sprintf("%s:%d", v.File, v.Line)
	if v.Pointer != "" {
		out += " " + v.Pointer
	}
	if v.Other > 0 {
		out += fmt.Sprintf(" (see line %d)", v.Other)
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
		out.Files = append(out.Files, fileJSON(f))
	}
	for _, c := range s.Codes {
		out.Codes = append(out.Codes, countJSON{c.Code, c.Requirement, c.Level, c.Number, r.sentence(c.Code)})
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
	suite := suiteXML{Name: "conform check"}
	total := caseXML{Class: "trace", Name: fmt.Sprintf("error rate %s of %d records, allowed %s", percent(s.Rate()), s.Records, percent(r.Max))}
	if s.Exceeds(r.Max) {
		total.Failure = &failureXML{Type: "rate", Message: fmt.Sprintf("%d of %d records are faulty", s.Faulty, s.Records)}
	}
	suite.Cases = append(suite.Cases, total)
	for _, f := range s.Files {
		c := caseXML{Class: "input", Name: f.Name}
		if f.Problem != "" {
			c.Failure = &failureXML{Type: "input", Message: f.Problem}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, c := range s.Codes {
		test := caseXML{Class: "trace." + c.Code, Name: strings.TrimSpace(c.Code + " " + c.Requirement)}
		var places []string
		for _, v := range s.Violations {
			if c.is(v) && len(places) < 50 {
				places = append(places, v.where())
			}
		}
		message := fmt.Sprintf("%s: %d", r.sentence(c.Code), c.Number)
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
	fmt.Fprintf(&b, "## conform check\n\n%d records, %d faulty, error rate **%s** (allowed %s)\n\n", s.Records, s.Faulty, percent(s.Rate()), percent(r.Max))
	if len(s.Codes) > 0 {
		b.WriteString("| code | requirement | level | count | meaning | first at |\n|---|---|---|---|---|---|\n")
		for _, c := range s.Codes {
			at := ""
			for _, v := range s.Violations {
				if c.is(v) {
					at = v.where()
					break
				}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %d | %s | %s |\n", c.Code, c.Requirement, c.Level, c.Number, r.sentence(c.Code), cell(at))
		}
		b.WriteString("\n")
	}
	for i, g := range s.Groups {
		if i == 0 || s.Groups[i-1].By != g.By {
			fmt.Fprintf(&b, "| %s | faulty | records | rate |\n|---|---|---|---|\n", g.By)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", cell(g.Name), g.Faulty, g.Records, percent(g.Rate()))
		if i == len(s.Groups)-1 || s.Groups[i+1].By != g.By {
			b.WriteString("\n")
		}
	}
	for _, f := range s.Files {
		if f.Problem != "" {
			fmt.Fprintf(&b, "- %s: %s\n", cell(f.Name), cell(f.Problem))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell is a text that may stand in a table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(s) }
