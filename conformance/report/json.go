package report

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/conformance/report/vector"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// JSONFormat names the shape of the JSON report, spec/schema/report.schema.json.
const JSONFormat = "conform-report/1"

// jsonFormat is the format for programs. Two runs of the same cases against the same target differ in
// the member "times" only. Each result stands on a line of its own.
type jsonFormat struct{}

func (jsonFormat) Name() string { return "json" }
func (jsonFormat) About() string {
	return "for programs: every case with findings, input and expectation (spec/schema/report.schema.json)"
}

func (jsonFormat) render(w io.Writer, v *view) error {
	head, err := vector.Line(headOf(v))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.Write(bytes.TrimSuffix(head, []byte("}")))
	out.WriteString(`,"results":[`)
	for i := range v.Results {
		line, err := vector.Line(resultOf(v, &v.Results[i]))
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(line)
		if out.Len() > 1<<20 {
			if _, err := w.Write(out.Bytes()); err != nil {
				return err
			}
			out.Reset()
		}
	}
	out.WriteString("\n]}\n")
	_, err = w.Write(out.Bytes())
	return err
}

type headJSON struct {
	Format      string       `json:"format"`
	Conform     string       `json:"conform"`
	Suite       suiteJSON    `json:"suite"`
	Target      targetJSON   `json:"target"`
	Level       spec.Level   `json:"level"`
	Seed        uint64       `json:"seed"`
	ExitCode    int          `json:"exitCode"`
	Interrupted bool         `json:"interrupted"`
	NotStarted  *failureJSON `json:"notStarted,omitempty"`
	Counts      countsJSON   `json:"counts"`
	Classes     []classJSON  `json:"classes"`
	Problems    []string     `json:"problems"`
	Notes       []string     `json:"notes"`
	Times       timesJSON    `json:"times"`
}

type timesJSON struct {
	Started   string `json:"started"`
	ElapsedMS int64  `json:"elapsed_ms"`
}

type suiteJSON struct {
	Version      string `json:"version"`
	Digest       string `json:"digest"`
	Cases        int    `json:"cases"`
	Total        int    `json:"total"`
	Requirements int    `json:"requirements"`
	Shard        string `json:"shard,omitempty"`
}

type targetJSON struct {
	Spec string `json:"spec"`
	// Hello is absent where the target never said it.
	Hello *wire.Hello `json:"hello,omitempty"`
}

type countsJSON struct {
	Passed        int `json:"passed"`
	Failed        int `json:"failed"`
	Advice        int `json:"advice"`
	Errors        int `json:"errors"`
	NotApplicable int `json:"notApplicable"`
	Untested      int `json:"untested"`
	XFailed       int `json:"xfailed"`
	XPassed       int `json:"xpassed"`
}

type classJSON struct {
	Name      string                 `json:"name"`
	State     conformance.ClassState `json:"state"`
	Passed    int                    `json:"passed"`
	Total     int                    `json:"total"`
	Protocols []string               `json:"protocols,omitempty"`
}

type failureJSON struct {
	Kind   adapters.FailureKind `json:"kind"`
	Detail string               `json:"detail"`
	Stderr string               `json:"stderr,omitempty"`
	Shared bool                 `json:"shared,omitempty"`
}

func headOf(v *view) headJSON {
	h := headJSON{
		Format: JSONFormat, Conform: v.Version, Level: v.Level, Seed: v.Seed,
		ExitCode: v.ExitCode(), Interrupted: v.Interrupted, NotStarted: failureOf(v.NotStarted),
		Suite: suiteJSON(v.Suite), Target: targetJSON{Spec: v.Target.Spec}, Counts: countsJSON(v.Counts),
		Classes: []classJSON{}, Problems: append([]string{}, v.Problems...), Notes: append([]string{}, v.Notes...),
		Times: timesJSON{v.Started.UTC().Format(time.RFC3339), v.Elapsed.Milliseconds()},
	}
	if !reflect.DeepEqual(v.Target.Hello, wire.Hello{}) {
		h.Target.Hello = &v.Target.Hello
	}
	for _, c := range v.Classes {
		h.Classes = append(h.Classes, classJSON(c))
	}
	return h
}

func failureOf(f *adapters.Failure) *failureJSON {
	if f == nil {
		return nil
	}
	out := failureJSON(*f)
	return &out
}

type resultJSON struct {
	ID          string             `json:"id"`
	Requirement string             `json:"requirement"`
	Level       spec.Level         `json:"level"`
	Status      conformance.Status `json:"status"`
	Scored      bool               `json:"scored"`
	Operation   wire.Operation     `json:"operation"`
	Protocol    string             `json:"protocol"`
	Kind        derive.Kind        `json:"kind"`
	Findings    []findingJSON      `json:"findings,omitempty"`
	Failure     *failureJSON       `json:"failure,omitempty"`
	Need        string             `json:"need,omitempty"`
	Reason      string             `json:"reason,omitempty"`
	Relation    derive.Relation    `json:"relation,omitempty"`
	Requests    []vector.Request   `json:"requests"`
	Expected    []vector.Expected  `json:"expected"`
	// Answers are those of a case that did not simply pass.
	Answers []json.RawMessage `json:"answers,omitempty"`
}

type findingJSON struct {
	Aspect judge.Aspect `json:"aspect"`
	Level  spec.Level   `json:"level"`
	// Requirement is absent where it is that of the case.
	Requirement string          `json:"requirement,omitempty"`
	Request     int             `json:"request"`
	Pointer     *string         `json:"pointer,omitempty"`
	Change      judge.Change    `json:"change,omitempty"`
	Expected    json.RawMessage `json:"expected,omitempty"`
	Got         json.RawMessage `json:"got,omitempty"`
	Detail      string          `json:"detail,omitempty"`
}

func resultOf(v *view, r *conformance.Result) resultJSON {
	c := r.Case
	out := resultJSON{
		ID: c.ID, Requirement: c.Requirement, Level: c.Level, Status: r.Status, Scored: r.Scored,
		Operation: c.Operation, Protocol: c.Protocol, Kind: c.Kind, Failure: failureOf(r.Failure),
		Need: r.Need, Reason: r.Reason, Relation: c.Relation,
		Requests: []vector.Request{}, Expected: []vector.Expected{},
	}
	for i, q := range c.Requests {
		out.Requests = append(out.Requests, vector.RequestOf(q))
		if j, ok := v.judgement(c, i); ok {
			out.Expected = append(out.Expected, vector.ExpectedOf(j))
		}
	}
	for _, f := range v.findings(r) {
		out.Findings = append(out.Findings, findingOf(f))
	}
	if r.Status != conformance.Pass {
		for _, a := range r.Answers {
			out.Answers = append(out.Answers, vector.AnswerJSON(a))
		}
	}
	return out
}

func findingOf(f judge.Finding) findingJSON {
	out := findingJSON{
		Aspect: f.Aspect, Level: f.Level, Requirement: f.Requirement, Request: f.Request, Change: f.Change, Detail: f.Detail,
		Expected: valueJSON(f.Expected), Got: valueJSON(f.Got),
	}
	if f.Change != judge.NoChange {
		pointer := f.Pointer
		out.Pointer = &pointer
	}
	return out
}

func valueJSON(v value.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return vector.ValueJSON(v)
}
