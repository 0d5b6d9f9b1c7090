package derive

import (
	"slices"
	"strings"

	play "github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stepCases derives the scenarios of the operation step: every fault of every stage with every protocol,
// every class of illegal response, and conversations of two and three steps. The illegal responses are
// those of the parse cases.
func (s *suite) stepCases(parsed []*Case) {
	for i := range s.table.Steps.Protocols {
		p := &s.table.Steps.Protocols[i]
		d := stepDeriver{suite: s, steps: s.table.Steps, protocol: p, native: p.Capability == wire.StepNative, control: controlOf(s.table, p.ID)}
		for k := range d.steps.Stages {
			for n := range d.steps.Stages[k].Faults {
				d.fault(&d.steps.Stages[k], k, &d.steps.Stages[k].Faults[n])
			}
		}
		d.illegalResponses(parsed)
		d.conversations()
	}
}

// controlOf is the name of the tool that asks the user, "" where the protocol has none.
func controlOf(t *spec.Table, id string) string {
	p, ok := t.Protocol(id)
	if !ok || p.Response == nil || p.Response.Control == nil {
		return ""
	}
	return p.Response.Control.Name
}

// stepDeriver derives the scenarios of one protocol.
type stepDeriver struct {
	*suite
	steps    *spec.Steps
	protocol *spec.StepProtocol
	native   bool
	control  string
}

// scenarioID is the id of a scenario: step, the protocol, the stage, the fault.
func (d *stepDeriver) scenarioID(parts ...string) string {
	return "step/" + d.protocol.ID + "/" + strings.Join(parts, "/")
}

// describe is what a scenario is about.
type description struct {
	id, stage, name, rule string
	change, why           spec.Text
	needs                 []string
}

// addScenario makes a case of a scenario.
func (d *stepDeriver) addScenario(about description, steps ...play.Step) {
	if d.ids[about.id] {
		d.problem("two cases have the id %s", about.id)
		return
	}
	req, ok := d.table.Requirement(about.rule)
	if !ok {
		d.problem("%s: there is no requirement %q", about.id, about.rule)
		return
	}
	c := &Case{
		ID: about.id, Kind: Play, Requirement: req.ID, Level: req.Level, Operation: wire.OpStep, Protocol: d.protocol.ID,
		State: about.stage, Edit: about.name, Change: about.change, Why: about.why,
		Needs:    []Need{{"step", d.protocol.Capability}},
		Scenario: &play.Scenario{Protocol: d.protocol.ID, Control: d.control, Steps: steps, Canaries: canaries(), Failure: failureCanary},
	}
	for _, n := range about.needs {
		c.Needs = append(c.Needs, Need{"step", n})
	}
	for i := range steps {
		c.Requests = append(c.Requests, steps[i].Request)
	}
	d.ids[about.id] = true
	d.cases = append(d.cases, c)
}

// fault derives the scenario of one fault of one stage.
func (d *stepDeriver) fault(stage *spec.Stage, at int, f *spec.StepFault) {
	if len(f.Protocols) > 0 && !slices.Contains(f.Protocols, d.protocol.ID) {
		return
	}
	b := d.draft()
	if !b.arrange(stage.Name, f.Name) {
		d.problem("nobody knows how to bring about %s at the stage %s", f.Name, stage.Name)
		return
	}
	step := b.step()
	step.Expect.Calls = d.calls(at, f, b.approved())
	step.Expect.Ends = ends(stage, f)
	b.complete(&step.Expect, step.Script)
	needs := slices.Clone(f.Needs)
	if b.approved() && !slices.Contains(needs, wire.StepApproval) {
		needs = append(needs, wire.StepApproval)
	}
	d.addScenario(description{
		id: d.scenarioID(stage.Name, f.Name), stage: stage.Name, name: f.Name, rule: f.Rule,
		change: f.Change, why: f.Why, needs: needs,
	}, step)
}

// calls is the sequence of points a step must go through, from the order of the stages and what the fault
// does to it. approved says that the call, if there is one, has to be approved.
func (d *stepDeriver) calls(at int, f *spec.StepFault, approved bool) []play.Item {
	last := at
	if f.Passes {
		last = len(d.steps.Stages) - 1
		if !slices.Contains(f.Outcome, string(wire.OutcomeToolCompleted)) {
			_, last = d.steps.Stage("response")
		}
	}
	var out []play.Item
	for i := range d.steps.Stages {
		stage := &d.steps.Stages[i]
		if stage.Callback == "" {
			continue
		}
		reached := i <= last && !slices.Contains(f.Skips, stage.Name) || slices.Contains(f.Then, stage.Name)
		if stage.Callback == string(play.Authorize) && !approved {
			reached = false
		}
		switch {
		case reached:
			out = append(out, play.Item{Point: play.Point(stage.Callback)})
		case slices.Contains(f.May, stage.Name):
			out = append(out, play.Item{Point: play.Point(stage.Callback), Optional: true})
		}
	}
	return out
}

// ends are the legal ends of a fault.
func ends(stage *spec.Stage, f *spec.StepFault) []play.End {
	var out []play.End
	if len(f.Error) > 0 {
		e := play.End{Codes: f.Error}
		if slices.Contains(f.Error, "RECORDING_FAILED") {
			e.Barrier = strings.TrimPrefix(stage.Callback, "record/")
		}
		out = append(out, e)
	}
	for _, o := range f.Outcome {
		e := play.End{Outcome: wire.StepOutcome(o)}
		if e.Outcome == wire.OutcomeHalted {
			e.Categories = f.Category
		}
		out = append(out, e)
	}
	return out
}

// illegalResponses derives a scenario of every class of response the protocol refuses: the minimal-invalid
// cases of its parser, one for each requirement, place and family of edits.
func (d *stepDeriver) illegalResponses(parsed []*Case) {
	at, last := d.steps.Stage("response")
	if at == nil {
		return
	}
	seen := map[string]bool{}
	for _, c := range parsed {
		response, codes, ok := d.illegal(c)
		if !ok {
			continue
		}
		family, _, _ := strings.Cut(c.Edit, "-")
		class := strings.Join([]string{c.Requirement, c.State, c.Field, family}, " ")
		if seen[class] {
			continue
		}
		seen[class] = true
		b := d.draft()
		b.response, b.call = response, nil
		step := b.step()
		step.Expect.Calls = d.calls(last, &spec.StepFault{}, false)
		step.Expect.Ends = []play.End{{Codes: codes}}
		d.addScenario(description{
			id: d.scenarioID("response", strings.TrimPrefix(c.ID, d.protocol.ID+"/")), stage: "response", name: c.Edit,
			rule:   d.steps.Rule(d.protocol.ID, spec.StepRoleResponse),
			change: spec.Text{EN: "the response is not legal: " + c.Change.EN, ZH: "响应不合法：" + c.Change.ZH}, why: c.Why,
		}, step)
	}
}

// maxIllegal is how many bytes an illegal response may have; size is no matter of steps.
const maxIllegal = 4 << 10

// illegal returns the response of a minimal-invalid parse case of the protocol, and the codes it may be
// refused with.
func (d *stepDeriver) illegal(c *Case) (value.Value, []string, bool) {
	if c.Protocol != d.protocol.ID || c.Operation != wire.OpParse || c.Kind != Invalid || c.Level != spec.Must || len(c.Requests) != 1 || len(c.Needs) > 0 {
		return nil, nil, false
	}
	req, ok := c.Requests[0].(wire.ParseRequest)
	if !ok {
		return nil, nil, false
	}
	if text, err := value.Print(req.Value); err != nil || len(text) > maxIllegal {
		return nil, nil, false
	}
	var codes []string
	add := func(code string) {
		if !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	for _, o := range c.Judgement(0).Legal {
		if o.Accept {
			return nil, nil, false
		}
		for _, r := range o.Reasons {
			if len(r.Codes) == 0 {
				return nil, nil, false // any code is legal; here one is wanted
			}
			for _, code := range r.Codes {
				add(code)
			}
		}
	}
	object, isObject := req.Value.(value.Object)
	if !isObject || slices.Contains(codes, "RESPONSE_INVALID") {
		add("MODEL_FAILED") // what is no response may as well count as a failure of the model
	}
	if list, ok := object.Get("toolCalls"); ok {
		if calls, ok := list.(value.Array); ok && len(calls) > 1 {
			add("MULTIPLE_ACTIONS") // a runner looks at the number of calls first, a parser last
		}
	}
	return req.Value, codes, len(codes) > 0
}
