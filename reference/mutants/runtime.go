package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// black is where runtimes behind a scripted model were watched.
const black = "runtimes tried behind a scripted model"

// runtimeMutants are agents with one defect: what was seen of the reference's agent is changed to what
// would have been seen of theirs.
func runtimeMutants() []Mutant {
	s := scope{[]string{reference.OpenAIChat1, reference.OpenAIResponses1, reference.AnthropicMessages1}, []wire.Operation{wire.OpChat}}
	seen := func(f func(wire.ChatRequest, *wire.ChatObservation)) defect {
		return after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, asked := req.(wire.ChatRequest)
			o, ok := ans.(wire.ChatObservation)
			if !asked || !ok {
				return ans
			}
			o = copied(o)
			f(r, &o)
			return o
		})
	}
	return []Mutant{
		s.verdict("runtime/executes/refused", "executes every call, with {} where the arguments cannot be read", black, seen(runsAll), "CH-01", "CH-05"),
		s.verdict("runtime/executes/unknown", "executes the first tool where the name is unknown", black, seen(runsUnknown), "CH-06"),
		s.verdict("runtime/executes/twice", "executes every call twice", "operator: retry", seen(runsTwice), "CH-02"),
		s.verdict("runtime/executes/trimmed", "trims the arguments", black, seen(arguments(func(v value.Value) value.Value {
			return onTexts(v, func(t string) string { return strings.TrimSpace(strings.ToLower(t)) + "?" })
		})), "CH-02"),
		s.verdict("runtime/executes/rounded", "reads numbers as doubles, and replaces what is not UTF-8", serde, seen(arguments(rounded)), "CH-16"),
		s.verdict("runtime/executes/never", "drops every call and answers", black, seen(runsNone), "CH-03", "CH-04"),
		s.verdict("runtime/history/no-results", "leaves the results out of the history", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			everyMessage(o, func(m wire.ChatMessage) []wire.ChatMessage {
				if m.Role == wire.RoleTool {
					return nil
				}
				return []wire.ChatMessage{m}
			})
		}), "CH-07", "CH-08"),
		s.verdict("runtime/history/two-results", "gives every call two results", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			everyMessage(o, func(m wire.ChatMessage) []wire.ChatMessage {
				if m.Role == wire.RoleTool {
					return []wire.ChatMessage{m, m}
				}
				return []wire.ChatMessage{m}
			})
		}), "CH-07"),
		s.verdict("runtime/history/no-calls", "leaves the calls out of the history", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			everyMessage(o, func(m wire.ChatMessage) []wire.ChatMessage { m.Calls = nil; return []wire.ChatMessage{m} })
		}), "CH-07"),
		s.verdict("runtime/history/swapped", "answers calls with each other's results", black, seen(swapped), "CH-08"),
		s.verdict("runtime/history/emptied", "keeps the message of a result and loses its text", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			everyMessage(o, func(m wire.ChatMessage) []wire.ChatMessage {
				if m.Role == wire.RoleTool {
					m.Text = "done"
				}
				return []wire.ChatMessage{m}
			})
		}), "CH-08"),
		s.verdict("runtime/history/as-system", "gives the result to the model as an instruction", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			everyMessage(o, func(m wire.ChatMessage) []wire.ChatMessage {
				if m.Role != wire.RoleTool {
					return []wire.ChatMessage{m}
				}
				return []wire.ChatMessage{m, {Role: wire.RoleSystem, Text: m.Text}}
			})
		}), "CH-08"),
		s.verdict("runtime/history/leaks", "gives the model the error of a tool as it is", black, seen(func(r wire.ChatRequest, o *wire.ChatObservation) {
			text, _ := r.Result(0)
			everyMessage(o, func(m wire.ChatMessage) []wire.ChatMessage {
				if m.Role == wire.RoleTool && r.Tool == wire.ToolLeaks {
					m.Text = text
				}
				return []wire.ChatMessage{m}
			})
		}), "CH-14"),
		s.verdict("runtime/history/system-again", "puts the instruction in front of every step", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			for i := range o.Requests {
				if m := o.Requests[i].Messages; i > 0 && len(m) > 0 && m[0].Role == wire.RoleSystem {
					o.Requests[i].Messages = append([]wire.ChatMessage{m[0]}, m...)
				}
			}
		}), "CH-15"),
		s.verdict("runtime/end/silent", "ends without a word where it has no answer", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			for i := range o.Ends {
				o.Ends[i] = wire.ChatEnd{Kind: wire.EndFinal}
			}
		}), "CH-09", "CH-12"),
		s.verdict("runtime/end/other-text", "answers with a text of its own", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			for i := range o.Ends {
				o.Ends[i].Text = "Done."
			}
		}), "CH-09"),
		s.verdict("runtime/end/never", "does not come back", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			o.Ends = []wire.ChatEnd{{Kind: wire.EndOpen}}
		}), "CH-10"),
		s.verdict("runtime/end/asks-again", "asks the model again for ever where it has nothing to go on with", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			o.Budget = o.Budget || o.Ends[0].Kind == wire.EndError
		}), "CH-10", "CH-13"),
		s.verdict("runtime/end/next-fails", "is broken for good after an error", black, seen(func(_ wire.ChatRequest, o *wire.ChatObservation) {
			if len(o.Ends) > 1 {
				o.Ends[1] = wire.ChatEnd{Kind: wire.EndError, Text: "the conversation is not valid"}
			}
		}), "CH-11"),
	}
}

// copied is an observation whose lists may be changed.
func copied(o wire.ChatObservation) wire.ChatObservation {
	o.Requests = append([]wire.ChatStep(nil), o.Requests...)
	o.Executions = append([]wire.ChatExecution(nil), o.Executions...)
	o.Ends = append([]wire.ChatEnd(nil), o.Ends...)
	return o
}

// everyMessage replaces every message by others.
func everyMessage(o *wire.ChatObservation, f func(wire.ChatMessage) []wire.ChatMessage) {
	for i, s := range o.Requests {
		var out []wire.ChatMessage
		for _, m := range s.Messages {
			out = append(out, f(m)...)
		}
		o.Requests[i].Messages = out
	}
}

// madeCalls are the calls of the first thing the model says.
func madeCalls(r wire.ChatRequest) []wire.ChatCall { return r.Wire.Calls(r.Says(0, 0)) }

// execute adds an execution after the first request.
func execute(r wire.ChatRequest, o *wire.ChatObservation, tool string, arguments value.Value) {
	o.Executions = append(o.Executions, wire.ChatExecution{Seen: len(o.Requests), Tool: tool, Arguments: arguments, Result: r.Token(len(o.Executions))})
}

func runsAll(r wire.ChatRequest, o *wire.ChatObservation) {
	calls := madeCalls(r)
	if len(o.Executions) >= len(calls) {
		return
	}
	o.Executions = nil
	for _, c := range calls {
		arguments, _ := readObject(c.Arguments)
		tool := c.Name
		if strings.TrimSpace(tool) == "" {
			tool = wire.ToolLookup
		}
		execute(r, o, tool, arguments)
	}
}

func readObject(text string) (value.Object, bool) {
	v, err := value.Parse([]byte(text))
	o, ok := v.(value.Object)
	if err != nil || !ok {
		return value.Object{}, false
	}
	return o, true
}

func runsUnknown(r wire.ChatRequest, o *wire.ChatObservation) {
	for _, c := range madeCalls(r) {
		if c.Name == wire.ToolLookup || c.Name == wire.ToolSearch {
			continue
		}
		arguments, _ := readObject(c.Arguments)
		execute(r, o, wire.ToolLookup, arguments)
	}
}

func runsTwice(r wire.ChatRequest, o *wire.ChatObservation) {
	for _, e := range o.Executions {
		execute(r, o, e.Tool, e.Arguments)
	}
}

func runsNone(_ wire.ChatRequest, o *wire.ChatObservation) {
	o.Executions = nil
	o.Requests = o.Requests[:min(1, len(o.Requests))]
}

// arguments changes the arguments of every execution.
func arguments(f func(value.Value) value.Value) func(wire.ChatRequest, *wire.ChatObservation) {
	return func(_ wire.ChatRequest, o *wire.ChatObservation) {
		for i := range o.Executions {
			o.Executions[i].Arguments = f(o.Executions[i].Arguments)
		}
	}
}

func onTexts(v value.Value, f func(string) string) value.Value {
	o, ok := v.(value.Object)
	if !ok {
		return v
	}
	out := make(value.Object, len(o))
	for i, m := range o {
		if t, ok := m.Value.(value.String); ok {
			m.Value = value.String(f(string(t)))
		}
		out[i] = m
	}
	return out
}

func rounded(v value.Value) value.Value {
	v = onTexts(v, func(t string) string {
		if value.ValidUTF8String(t) {
			return t
		}
		return strings.ToValidUTF8(t, "\ufffd")
	})
	o, _ := v.(value.Object)
	for i, m := range o {
		if n, ok := m.Value.(value.Number); ok {
			if f, ok := n.Float64(); ok {
				o[i].Value = value.NumberOf(f)
			}
		}
	}
	return o
}

// swapped turns the results of every step round.
func swapped(_ wire.ChatRequest, o *wire.ChatObservation) {
	for i, s := range o.Requests {
		var at []int
		for k, m := range s.Messages {
			if m.Role == wire.RoleTool {
				at = append(at, k)
			}
		}
		messages := append([]wire.ChatMessage(nil), s.Messages...)
		for k := range at {
			messages[at[k]].Text = s.Messages[at[len(at)-1-k]].Text
		}
		o.Requests[i].Messages = messages
	}
}
