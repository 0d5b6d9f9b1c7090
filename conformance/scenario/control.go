package scenario

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// WithControl returns the scenario for a target whose control tool has another name; s itself where it
// has the usual one.
func (s *Scenario) WithControl(name string) *Scenario {
	if name == "" || name == s.Control || s.Control == "" {
		return s
	}
	rename := func(n string) string {
		if strings.HasPrefix(n, s.Control) {
			return name + strings.TrimPrefix(n, s.Control)
		}
		return n
	}
	out := *s
	out.Control, out.Steps = name, append([]Step(nil), s.Steps...)
	for i := range out.Steps {
		step := &out.Steps[i]
		step.Request.Tools = append([]wire.StepTool(nil), step.Request.Tools...)
		for k := range step.Request.Tools {
			step.Request.Tools[k].Name = rename(step.Request.Tools[k].Name)
		}
		step.Script.Response = renamed(step.Script.Response, rename)
		candidates := append([]string(nil), step.Expect.Candidates...)
		for k := range candidates {
			candidates[k] = rename(candidates[k])
		}
		step.Expect.Candidates = candidates
		if c := step.Expect.Call; c != nil {
			call := *c
			call.Name = rename(c.Name)
			step.Expect.Call = &call
		}
	}
	return &out
}

// renamed renames the calls of a response.
func renamed(response value.Value, rename func(string) string) value.Value {
	o, ok := response.(value.Object)
	if !ok {
		return response
	}
	list, _ := o.Get("toolCalls")
	calls, ok := list.(value.Array)
	if !ok || len(calls) == 0 {
		return response
	}
	out := make(value.Array, len(calls))
	for i, c := range calls {
		out[i] = c
		if call, ok := c.(value.Object); ok {
			if name, ok := call.Get("name"); ok {
				if text, ok := name.(value.String); ok {
					out[i] = call.With("name", value.String(rename(string(text))))
				}
			}
		}
	}
	return o.With("toolCalls", out)
}
