package matrix_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/conformance/report/matrix"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// table has a requirement of each level, one nobody breaks, and one of another class.
func table() *spec.Table {
	q := func(id string, level spec.Level, class string) spec.Requirement {
		return spec.Requirement{ID: id, Level: level, Class: class, Text: spec.Text{EN: id + " <holds>", ZH: id}}
	}
	return &spec.Table{Requirements: []spec.Requirement{
		q("Q-1", spec.Must, "chat"), q("Q-2", spec.Should, "chat"), q("Q-3", spec.Must, "chat"), q("Q-4", spec.May, "chat"), q("Q-5", spec.Must, "chat"), q("P-1", spec.Must, "parser"),
	}}
}

func result(id, requirement string, status conformance.Status, broken ...string) conformance.Result {
	r := conformance.Result{Status: status, Case: &derive.Case{ID: id, Requirement: requirement, Protocol: "p/1"}}
	for _, b := range broken {
		r.Findings = append(r.Findings, judge.Finding{Requirement: b})
	}
	if status == conformance.Pass || status == conformance.Fail {
		r.Outcome = wire.Aborted
	}
	return r
}

func played() *conformance.Report {
	crashed := result("p/1/crashed", "Q-1", conformance.Error)
	crashed.Failure = &adapters.Failure{Kind: adapters.Crashed}
	interrupted := result("p/1/interrupted", "Q-3", conformance.Error)
	interrupted.Failure = &adapters.Failure{Kind: adapters.Interrupted}
	lacking := result("p/1/lacking", "Q-5", conformance.NotApplicable)
	lacking.Need = "chat stream"
	foreign := result("other/1/a", "Q-5", conformance.NotApplicable)
	foreign.Case.Protocol, foreign.Need = "other/1", "protocol other/1"
	r := &conformance.Report{Results: []conformance.Result{
		foreign,
		result("p/1/a-long-one", "Q-1", conformance.Fail, "Q-1"), result("p/1/short", "Q-2", conformance.Fail, "Q-1", "Q-2"), result("p/1/fine", "Q-1", conformance.Pass), crashed,
		result("p/1/three", "Q-3", conformance.Pass), interrupted, lacking, result("p/1/none", "P-1", conformance.Pass),
	}, Classes: []conformance.Class{{Name: "chat", State: conformance.ClassFailed}}}
	r.Target.Spec = "chat:node 'my agent.mjs'"
	r.Target.Hello = wire.Hello{Version: "1.2", Language: "JavaScript", Capabilities: wire.Capabilities{Protocols: []string{"p/1"}}}
	return r
}

func TestARowHasOneVerdictForEveryRequirementOfItsClass(t *testing.T) {
	row := matrix.Of(played(), table(), "peer", "chat")
	want := map[string]matrix.Cell{
		"Q-1": {Verdict: matrix.Fails, Failed: 3, Ran: 3, Case: "p/1/short", Outcome: "aborted with an error"},
		"Q-2": {Verdict: matrix.Advice, Failed: 1, Ran: 1, Case: "p/1/short", Outcome: "aborted with an error"},
		"Q-3": {Verdict: matrix.OK, Ran: 2, Case: "p/1/three", Outcome: "aborted with an error"},
		"Q-5": {Verdict: matrix.Untested, Reason: "needs chat stream"},
	}
	if d := cmp.Diff(want, row.Cells); d != "" {
		t.Error(d)
	}
	if row.State != conformance.ClassFailed || row.Version != "1.2" || row.Outcomes[wire.Aborted] != 5 {
		t.Errorf("%+v", row)
	}
	if got, want := row.Replay(row.Cells["Q-2"]), `go run ./cmd/conform run --target 'chat:node '\''my agent.mjs'\''' --level should --case p/1/short`; got != want {
		t.Errorf("replay %s, want %s", got, want)
	}
}

func TestWhatDidNotStartHasNoCells(t *testing.T) {
	r := played()
	r.NotStarted = &adapters.Failure{Kind: adapters.NotStarted, Detail: "no such\n  file"}
	row := matrix.Of(r, table(), "peer", "chat")
	if row.NotRun != "not-started: no such file" || row.Cells != nil {
		t.Errorf("%+v", row)
	}
}

func TestAllCellsNotSelectedSayWhy(t *testing.T) {
	r := played()
	r.Results = r.Results[:1]
	row := matrix.Of(r, table(), "peer", "chat")
	if got := row.Cells["Q-5"].Reason; got != "needs protocol other/1" {
		t.Errorf("reason %q", got)
	}
	if got := row.Cells["Q-1"].Reason; got != "not selected" {
		t.Errorf("reason %q", got)
	}
}

func TestChangesAreThoseOfVersionsAndVerdicts(t *testing.T) {
	before, now := matrix.Of(played(), table(), "peer", "chat"), matrix.Of(played(), table(), "peer", "chat")
	if got := matrix.Changes(before, now); got != nil {
		t.Errorf("nothing changed, but %q", got)
	}
	before.Version = "1.1"
	before.Cells["Q-1"] = matrix.Cell{Verdict: matrix.OK}
	delete(before.Cells, "Q-3")
	want := []string{"peer: version 1.2, was 1.1", "peer Q-1: fails, was ok", "peer Q-3: ok, was not there"}
	if got := matrix.Changes(before, now); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestABaselineIsReadBackAsItWas(t *testing.T) {
	row := matrix.Of(played(), table(), "peer", "chat")
	text, err := row.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	var back matrix.Row
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(row, back); d != "" {
		t.Error(d)
	}
}

func TestPagesShowEveryCellAndReason(t *testing.T) {
	gone := matrix.Row{Name: "b <gone>", Language: "Rust", Class: "chat", NotRun: "cargo: error & more"}
	rows := []matrix.Row{gone, matrix.Of(played(), table(), "a peer", "chat")}
	var md, page bytes.Buffer
	if err := matrix.Markdown(&md, table(), rows); err != nil {
		t.Fatal(err)
	}
	if err := matrix.HTML(&page, table(), rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| peer | version | language | Q-1 | Q-2 | Q-3 | Q-5 |", "| a peer | 1.2 | JavaScript | **✗ 3** | – 1 | ok | untested |", "| b <gone> |  | Rust | untested | untested | untested | untested |",
		"- Q-5 untested: needs chat stream", "untested: cargo: error & more", "Outcomes: aborted with an error 5.", "- Q-3 ok, 2 cases (aborted with an error): `go run ./cmd/conform run --target",
	} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, md.String())
		}
	}
	for _, want := range []string{`<td class="c fails" title="aborted with an error`, `<td class="c untested" title="needs chat stream">untested`, "b &lt;gone&gt;", "cargo: error &amp; more", "Q-1 &lt;holds&gt;"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page.String(), "<script") || strings.Contains(page.String(), "http") {
		t.Error("the page needs a script or the network")
	}
	if i, j := strings.Index(md.String(), "a peer"), strings.Index(md.String(), "b <gone>"); i > j {
		t.Error("the rows are not sorted")
	}
}
