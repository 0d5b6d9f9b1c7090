package vector

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Scenario is the play behind a case of steps.
type Scenario struct {
	Steps []Step `json:"steps"`
	// Canaries must not appear in errors and debug texts.
	Canaries []string `json:"canaries"`
}

// Step is one step of a scenario. What is asked stands in the request of the same index.
type Step struct {
	// Continues says that the messages of the request come after the next messages of the step before.
	Continues bool   `json:"continues,omitempty"`
	Script    Script `json:"script"`
	// Calls are the callbacks in order; Ends the legal ways to end.
	Calls []StepCall `json:"calls"`
	Ends  []StepEnd  `json:"ends"`
	// Evidence says that the call is on record at the end.
	Evidence bool `json:"evidence,omitempty"`
}

// Script is what the collaborators answer.
type Script struct {
	Response  json.RawMessage            `json:"response"`
	Output    string                     `json:"output"`
	Ran       json.RawMessage            `json:"ran,omitempty"`
	Decisions map[string]string          `json:"decisions,omitempty"`
	Faults    map[string]json.RawMessage `json:"faults,omitempty"`
	// Cancel is the callback during which the step is cancelled.
	Cancel string `json:"cancel,omitempty"`
}

// StepCall is one callback of the sequence.
type StepCall struct {
	Callback string `json:"callback"`
	Optional bool   `json:"optional,omitempty"`
}

// StepEnd is one legal end.
type StepEnd struct {
	Outcome    string   `json:"outcome,omitempty"`
	Codes      []string `json:"codes,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Barrier    string   `json:"barrier,omitempty"`
}

// scenarioOf returns the machine form of a scenario.
func scenarioOf(s *scenario.Scenario) *Scenario {
	out := &Scenario{Canaries: s.Canaries}
	for i := range s.Steps {
		step := &s.Steps[i]
		one := Step{Continues: step.Continues, Script: scriptOf(step.Script), Calls: []StepCall{}, Evidence: step.Expect.Recorded}
		for _, c := range step.Expect.Calls {
			one.Calls = append(one.Calls, StepCall{string(c.Point), c.Optional})
		}
		for _, e := range step.Expect.Ends {
			one.Ends = append(one.Ends, StepEnd{string(e.Outcome), e.Codes, e.Categories, e.Barrier})
		}
		out.Steps = append(out.Steps, one)
	}
	return out
}

func scriptOf(s scenario.Script) Script {
	out := Script{Response: ValueJSON(s.Response), Output: s.Output, Cancel: string(s.Cancel)}
	if s.Ran != nil {
		out.Ran = ValueJSON(value.Object{{Name: "name", Value: value.String(s.Ran.Name)}, {Name: "arguments", Value: s.Ran.Arguments}})
	}
	for _, p := range slices.Sorted(maps.Keys(s.Decisions)) {
		if out.Decisions == nil {
			out.Decisions = map[string]string{}
		}
		out.Decisions[string(p)] = s.Decisions[p]
	}
	for _, p := range slices.Sorted(maps.Keys(s.Faults)) {
		if out.Faults == nil {
			out.Faults = map[string]json.RawMessage{}
		}
		fault, _ := wire.ReplyResult(s.Faults[p]).Get("fault")
		out.Faults[string(p)] = ValueJSON(fault)
	}
	return out
}
