package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/ledger"
	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Played is one step of a scenario after it was played: what was asked for and what came of it.
type Played struct {
	Step *scenario.Step
	// Messages are those the step was sent.
	Messages value.Array
	Entries  []ledger.Entry
	Report   wire.StepReport
}

// StepJudge holds played steps against what had to come of them, by the harness' own ledger. It is safe for
// concurrent use.
type StepJudge struct {
	judge   Judge
	caps    wire.Capabilities
	steps   *spec.Steps
	schemas *schemas
}

// NewStep makes the judge of steps for a target with the given capabilities.
func NewStep(caps wire.Capabilities, steps *spec.Steps) StepJudge {
	return StepJudge{New(caps), caps, steps, &schemas{known: map[string]*jsonschema.Schema{}}}
}

// Judge returns what was wrong with the last of the steps played, the others having been judged before. The
// findings about one step bear its index.
func (j StepJudge) Judge(s *scenario.Scenario, played []Played) []Finding {
	v := &verdict{
		StepJudge: j, scenario: s, Played: &played[len(played)-1], before: played[:len(played)-1],
		native: j.isNative(s.Protocol),
	}
	v.end()
	v.sequence()
	v.texts()
	v.requests()
	v.identity()
	v.calls()
	v.evidence()
	v.history()
	v.silence()
	for i := range v.findings {
		v.findings[i].Request, v.findings[i].Step = len(played)-1, true
	}
	return v.findings
}

func (j StepJudge) isNative(protocol string) bool {
	for _, p := range j.steps.Protocols {
		if p.ID == protocol {
			return p.Capability == wire.StepNative
		}
	}
	return false
}

// verdict is the judgement of one step in the making.
type verdict struct {
	StepJudge
	*Played
	scenario *scenario.Scenario
	before   []Played
	native   bool
	findings []Finding
}

// found notes what is wrong. A role names the requirement where it is not the scenario's own.
func (v *verdict) found(a Aspect, role spec.StepRole, format string, args ...any) {
	f := Finding{Aspect: a, Level: spec.Must, Detail: fmt.Sprintf(format, args...)}
	if role != "" {
		f.Requirement = v.steps.Rule(v.scenario.Protocol, role)
	}
	v.findings = append(v.findings, f)
}

// blames is found for a requirement of the table that is that of a stage.
func (v *verdict) blames(stage string, a Aspect, format string, args ...any) {
	v.found(a, "", format, args...)
	if s, _ := v.steps.Stage(stage); s != nil && len(s.Faults) > 0 {
		v.findings[len(v.findings)-1].Requirement = s.Faults[0].Rule
	}
}

// stageOf is the stage at which a point is asked for.
func (v *verdict) stageOf(p scenario.Point) string {
	for i := range v.steps.Stages {
		if v.steps.Stages[i].Callback == string(p) {
			return v.steps.Stages[i].Name
		}
	}
	return ""
}

// claims reports whether the target has a part of a step; "" it always has.
func (v *verdict) claims(part string) bool { return part == "" || slices.Contains(v.caps.Step, part) }

// judged are the entries of the ledger that are judged: those of parts the target claims.
func (v *verdict) judged() []ledger.Entry {
	var out []ledger.Entry
	for _, e := range v.Entries {
		if e.Point.Judged() && v.claims(e.Point.Needs()) {
			out = append(out, e)
		}
	}
	return out
}

func (v *verdict) asked(p scenario.Point) []ledger.Entry {
	var out []ledger.Entry
	for _, e := range v.Entries {
		if e.Point == p {
			out = append(out, e)
		}
	}
	return out
}

// end holds the way the step ended against the legal ones.
func (v *verdict) end() {
	var ends []string
	reason := ""
	for _, e := range v.Step.Expect.Ends {
		ends = append(ends, e.String())
		if e.Outcome != v.Report.Outcome {
			continue
		}
		wrong := v.wrongReason(e)
		if wrong == "" {
			return
		}
		reason = wrong
	}
	if reason != "" {
		v.findings = append(v.findings, Finding{Aspect: Code, Level: spec.Must, Detail: reason})
		return
	}
	v.found(Decision, "", "ended with %s, not with %s", ended(v.Report), strings.Join(ends, " or "))
}

// wrongReason says what is wrong with the code, barrier or category of an end; "" where nothing is, or the
// target claims to give none.
func (v *verdict) wrongReason(e scenario.End) string {
	if !v.judge.codes {
		return ""
	}
	if failure := v.Report.Error; failure != nil {
		switch {
		case len(e.Codes) > 0 && !slices.Contains(e.Codes, failure.Code):
			return "error " + shownWord(failure.Code) + ", not " + strings.Join(e.Codes, " or ")
		case e.Barrier != "" && failure.Barrier != "" && failure.Barrier != e.Barrier:
			return "barrier " + shownWord(failure.Barrier) + ", not " + e.Barrier
		case e.Barrier != "" && failure.Barrier == "" && v.judge.fields:
			return "no barrier, where it was " + e.Barrier
		}
		return ""
	}
	if x := v.Report.Execution; x != nil && len(e.Categories) > 0 && !slices.Contains(e.Categories, x.Category) {
		return "category " + shownWord(x.Category) + ", not " + strings.Join(e.Categories, " or ")
	}
	return ""
}

func shownWord(s string) string {
	if s == "" {
		return "none"
	}
	return value.ShowText(s, 60)
}

func ended(r wire.StepReport) string {
	switch {
	case r.Error != nil:
		return "error " + shownWord(r.Error.Code)
	case r.Outcome == wire.OutcomeHalted && r.Execution != nil:
		return "halted (" + shownWord(r.Execution.Category) + ")"
	}
	return string(r.Outcome)
}

// sequence holds what was asked, in order, against the points of the step.
func (v *verdict) sequence() {
	if n := len(v.Entries); n > 0 && v.Entries[n-1].Refused {
		v.found(Calls, "", "more than %d callbacks", ledger.MaxCallbacks)
	}
	v.repeated(scenario.Generate, spec.StepRoleGenerate)
	v.repeated(scenario.Execute, spec.StepRoleExecute)
	var items []scenario.Item
	for _, i := range v.Step.Expect.Calls {
		if v.claims(i.Point.Needs()) {
			items = append(items, i)
		}
	}
	seen := map[scenario.Point]int{}
	next := 0
	for _, e := range v.judged() {
		seen[e.Point]++
		at := next
		for at < len(items) && items[at].Point != e.Point && items[at].Optional {
			at++
		}
		if at < len(items) && items[at].Point == e.Point {
			next = at + 1
			continue
		}
		v.outOfTurn(e, seen[e.Point], items[next:])
		return
	}
	for ; next < len(items); next++ {
		if items[next].Optional {
			continue
		}
		if items[next].Point == scenario.RecordResult {
			v.found(Calls, spec.StepRoleResult, "%s was not asked for", items[next].Point)
		} else {
			v.blames(v.stageOf(items[next].Point), Calls, "%s was not asked for", items[next].Point)
		}
		return
	}
}

// repeated reports what may be asked for once and was asked for again.
func (v *verdict) repeated(p scenario.Point, role spec.StepRole) {
	asked := v.asked(p)
	if len(asked) < 2 {
		return
	}
	after := ""
	if asked[1].AfterCancel {
		after = ", after the step was cancelled"
	}
	v.found(Calls, role, "%s was asked for again%s", p, after)
}

// outOfTurn says why a callback should not have come when it did.
func (v *verdict) outOfTurn(e ledger.Entry, count int, due []scenario.Item) {
	var expected []string
	for _, i := range due {
		if !i.Optional {
			expected = append(expected, string(i.Point))
			break
		}
	}
	after := ""
	if e.AfterCancel {
		after = ", after the step was cancelled"
	}
	switch {
	case count > 1 && (e.Point == scenario.Generate || e.Point == scenario.Execute):
		return // has been reported
	case count > 1:
		v.found(Calls, "", "%s was asked for again%s", e.Point, after)
	case len(expected) > 0 && !v.skipped(scenario.Point(expected[0])):
		v.found(Calls, spec.StepRoleOrder, "%s was asked for where %s was due%s", e.Point, expected[0], after)
	case len(expected) > 0:
		v.blames(v.stageOf(scenario.Point(expected[0])), Calls, "%s was asked for, and %s never was%s", e.Point, expected[0], after)
	default:
		v.found(Calls, "", "%s was asked for where the step had to end%s", e.Point, after)
	}
}

// skipped reports whether a point was not asked for at all.
func (v *verdict) skipped(p scenario.Point) bool { return len(v.asked(p)) == 0 }

// texts holds what the user is told against what the model said.
func (v *verdict) texts() {
	switch v.Report.Outcome {
	case wire.OutcomeFinal:
		if v.Report.Text != v.Step.Expect.Text {
			v.found(Text, spec.StepRoleOutcome, "the answer is not the model's text")
		}
	case wire.OutcomeAskUser:
		if v.Report.Question != v.Step.Expect.Text {
			v.found(Text, spec.StepRoleOutcome, "the question is not the model's")
		}
	case wire.OutcomeToolCompleted, wire.OutcomeHalted:
	}
}

// silence searches what ends in logs for what was planted.
func (v *verdict) silence() {
	var planted []canary.Secret
	for _, c := range v.scenario.Canaries {
		if v.Report.Error == nil && strings.Contains(v.Step.Expect.Text, c) {
			continue // the answer itself is no secret of a step that has it
		}
		planted = append(planted, canary.Secret{Text: c})
	}
	finder := canary.NewFinder(planted...)
	repeats := func(where, text string) {
		if _, leaks := finder.FindString(text); leaks {
			v.found(Leak, spec.StepRoleSilent, "%s repeats a prompt, an argument, an output or a collaborator's text", where)
		}
	}
	if e := v.Report.Error; e != nil {
		repeats("the error", e.Code+" "+e.Message+" "+e.Barrier)
	}
	repeats("the debug text", v.Report.Debug)
	v.discretion()
}

// discretion searches what goes on to the next step and to the records for the text of a failure. The tool's
// own is for the model to read; those of the other collaborators are nobody's but the operator's.
func (v *verdict) discretion() {
	if _, tool := v.Step.Script.Faults[scenario.Execute]; tool || len(v.Step.Script.Faults) == 0 {
		return
	}
	finder := canary.NewFinder(canary.Secret{Text: v.scenario.Failure})
	if _, leaks := finder.Find(value.Encode(v.Report.NextMessages)); leaks && v.Report.NextMessages != nil {
		v.found(Leak, spec.StepRoleSilent, "the next messages repeat the failure of a collaborator")
	}
	for _, e := range v.Entries {
		r, ok := e.Callback.(wire.RecordAppend)
		if !ok {
			continue
		}
		if _, leaks := finder.Find(value.Encode(wire.CallbackParams("", r))); leaks {
			v.found(Leak, spec.StepRoleSilent, "%s repeats the failure of a collaborator", e.Point)
			return
		}
	}
}
