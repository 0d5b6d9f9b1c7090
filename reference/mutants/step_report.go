package mutants

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stepReportMutants are defects of identity, evidence, history and of what is said.
func stepReportMutants() []Mutant {
	return slices.Concat(stepIdentityMutants(), honestyMutants(), historyMutants(), loudMutants())
}

func stepIdentityMutants() []Mutant {
	s, n := steps(), nativeSteps()
	contexts := func(f func(wire.DecisionContext) wire.DecisionContext) defect {
		return stepping(func(*wire.StepRequest) hooks { return contextHooks(f) })
	}
	action := func(f func(*wire.ActionRef)) defect {
		return callingAs(func(c wire.RuntimeCall) wire.RuntimeCall {
			if c.Action != nil {
				a := *c.Action
				f(&a)
				c.Action = &a
			}
			return c
		})
	}
	return []Mutant{
		s.verdict("step/identity/constant-step", "gives every step the same id", "test code", contexts(func(c wire.DecisionContext) wire.DecisionContext {
			c.StepID = "step-1"
			return c
		}), "ST-25"),
		s.verdict("step/identity/step-of-task", "takes the task's id for the step's", runtimes, contexts(func(c wire.DecisionContext) wire.DecisionContext {
			c.StepID = c.TaskID
			return c
		}), "ST-25"),
		s.verdict("step/identity/no-step", "has no step id", omission, contexts(func(c wire.DecisionContext) wire.DecisionContext {
			c.StepID = ""
			return c
		}), "ST-25"),
		s.verdict("step/identity/own-task", "makes a task id of its own", runtimes, contexts(func(c wire.DecisionContext) wire.DecisionContext {
			c.TaskID = "task-of-mine"
			return c
		}), "ST-25"),
		s.verdict("step/identity/reused", "keeps the step id of the first step of a task", runtimes, acrossSteps(func() func(*wire.StepRequest) hooks {
			first := map[string]string{}
			return func(r *wire.StepRequest) hooks {
				goesOn := slices.ContainsFunc(r.Messages, func(m value.Value) bool {
					o, _ := m.(value.Object)
					role, _ := o.Get("role")
					return role == value.Value(value.String("assistant"))
				})
				if !goesOn {
					delete(first, r.TaskID)
				}
				return contextHooks(func(c wire.DecisionContext) wire.DecisionContext {
					if first[c.TaskID] == "" {
						first[c.TaskID] = c.StepID
					}
					c.StepID = first[c.TaskID]
					return c
				})
			}
		}), "ST-25"),
		s.verdict("step/identity/call-without-context", "does not say which action a call comes from", omission, callingAs(func(c wire.RuntimeCall) wire.RuntimeCall {
			c.Action = nil
			return c
		}), "ST-26"),
		s.verdict("step/identity/call-in-another-step", "gives the call a step id of its own", runtimes, action(func(a *wire.ActionRef) { a.Context.StepID += "-call" }), "ST-26"),
		s.verdict("step/identity/index-from-one", "counts actions from one", "operator: off by one", action(func(a *wire.ActionRef) { a.Index = 1 }), "ST-26"),
		s.verdict("step/identity/record-in-another-step", "records under another step id", runtimes, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if r, ok := c.(wire.RecordAppend); ok {
				r.Entry.Context.StepID += "-record"
				return next(r)
			}
			return next(c)
		}), "ST-26"),
		s.verdict("step/identity/request-without-context", "sends the model no context", omission, requesting(func(m *wire.ModelRequest) { m.Context = wire.DecisionContext{} }), "ST-26"),
		s.verdict("step/identity/error-without-context", "loses the context in errors", guide, stating(func(r *wire.StepReport) {
			if r.Error != nil {
				r.Context = wire.DecisionContext{}
			}
		}), "ST-28"),
		s.verdict("step/identity/report-in-another-step", "reports under another step id", runtimes, stating(func(r *wire.StepReport) { r.Context.StepID += "-report" }), "ST-26"),
		n.verdict("step/identity/provider-id-as-own", "takes the provider's call id for its own", guide, callingAs(func(c wire.RuntimeCall) wire.RuntimeCall {
			if c.Action != nil {
				c.ID = c.Action.ProviderCallID
			}
			return c
		}), "ST-27"),
		n.verdict("step/identity/provider-id-dropped", "does not keep the provider's call id", omission, action(func(a *wire.ActionRef) { a.ProviderCallID = "" }), "ST-27"),
		n.verdict("step/identity/provider-id-invented", "keeps an id of its own as the provider's", runtimes, action(func(a *wire.ActionRef) { a.ProviderCallID = "call_0" }), "ST-27"),
		s.verdict("step/identity/constant-call", "gives every call the same id", "test code", callingAs(func(c wire.RuntimeCall) wire.RuntimeCall {
			c.ID = "call-1"
			return c
		}), "ST-27"),
		s.verdict("step/identity/no-call-id", "gives calls no id", omission, callingAs(func(c wire.RuntimeCall) wire.RuntimeCall {
			c.ID = ""
			return c
		}), "ST-27"),
		s.verdict("step/identity/call-renumbered", "gives a call another id when it is run", runtimes, executing(func(c wire.RuntimeCall) wire.RuntimeCall {
			c.ID += "-run"
			return c
		}), "ST-26"),
	}
}

func honestyMutants() []Mutant {
	s := steps()
	account := func(f func(*wire.Execution)) defect {
		return stating(func(r *wire.StepReport) {
			if r.Execution != nil {
				x := *r.Execution
				f(&x)
				r.Execution = &x
			}
		})
	}
	return []Mutant{
		s.verdict("step/evidence/dropped", "gives no evidence", guide, stating(func(r *wire.StepReport) { r.Execution = nil }), "ST-28"),
		s.verdict("step/evidence/of-errors-dropped", "gives no evidence in errors", guide, stating(func(r *wire.StepReport) {
			if r.Error != nil {
				r.Execution = nil
			}
		}), "ST-28"),
		s.verdict("step/evidence/output-shortened", "cuts the output in the evidence", runtimes, account(func(x *wire.Execution) { x.Output = x.Output[:min(len(x.Output), 5)] }), "ST-29"),
		s.verdict("step/evidence/arguments-lost", "leaves the arguments out of the evidence", runtimes, account(func(x *wire.Execution) { x.Call.Arguments = value.Object{} }), "ST-29"),
		s.verdict("step/evidence/id-changed", "gives the call another id in the evidence", runtimes, account(func(x *wire.Execution) { x.Call.ID += "-evidence" }), "ST-29"),
		s.verdict("step/evidence/failures-completed", "says of every call that it completed", runtimes, account(func(x *wire.Execution) { x.Status = wire.ExecutionCompleted }), "ST-29"),
		s.verdict("step/evidence/success-failed", "says of every call that it failed", runtimes, account(func(x *wire.Execution) { x.Status = wire.ExecutionFailed }), "ST-29"),
		s.verdict("step/evidence/halted-as-completed", "reports a halted step as a completed tool", runtimes, stating(func(r *wire.StepReport) {
			if r.Outcome == wire.OutcomeHalted {
				r.Outcome = wire.OutcomeToolCompleted
			}
		}), "ST-21", "ST-29"),
		s.verdict("step/evidence/question-executed", "makes up an execution for a question", guide, stating(func(r *wire.StepReport) {
			if r.Outcome == wire.OutcomeAskUser {
				r.Execution = &wire.Execution{Call: wire.RuntimeCall{ID: "x", Name: "ask_user", Arguments: value.Object{}}, Status: wire.ExecutionCompleted}
			}
		}), "ST-29", "ST-36"),
		s.verdict("step/evidence/answer-executed", "makes up an execution for an answer", runtimes, stating(func(r *wire.StepReport) {
			if r.Outcome == wire.OutcomeFinal {
				r.Execution = &wire.Execution{Call: wire.RuntimeCall{ID: "x", Name: "final", Arguments: value.Object{}}, Status: wire.ExecutionCompleted}
			}
		}), "ST-29", "ST-36"),
	}
}

// history changes the next messages: f is given those that were added, and returns those to be added.
func nextMessages(when func(*wire.StepReport) bool, f func(added value.Array) value.Array) defect {
	return stepping(func(req *wire.StepRequest) hooks {
		n := len(req.Messages)
		return hooks{report: func(_ send, r *wire.StepReport) {
			if len(r.NextMessages) >= n && when(r) {
				r.NextMessages = slices.Concat(r.NextMessages[:n], f(slices.Clone(r.NextMessages[n:])))
			}
		}}
	})
}

func ends(outcomes ...wire.StepOutcome) func(*wire.StepReport) bool {
	return func(r *wire.StepReport) bool { return slices.Contains(outcomes, r.Outcome) }
}

// saying is a message.
func saying(role, content string) value.Value {
	return value.Object{{Name: "role", Value: value.String(role)}, {Name: "content", Value: value.String(content)}}
}

func historyMutants() []Mutant {
	s, n, j := steps(), nativeSteps(), jsonSteps()
	tool := ends(wire.OutcomeToolCompleted, wire.OutcomeHalted)
	last := func(f func(value.Object) value.Value) func(value.Array) value.Array {
		return func(a value.Array) value.Array {
			if len(a) > 0 {
				if o, ok := a[len(a)-1].(value.Object); ok {
					a[len(a)-1] = f(o)
				}
			}
			return a
		}
	}
	data := func(f func(value.Object) value.Object) defect {
		return nextMessages(tool, last(func(o value.Object) value.Value {
			content, _ := o.Get("content")
			text, _ := content.(value.String)
			v, err := value.Parse([]byte(text))
			d, ok := v.(value.Object)
			if err != nil || !ok {
				return o
			}
			printed, err := value.Print(f(d))
			if err != nil {
				return o
			}
			return o.With("content", value.String(printed))
		}))
	}
	first := func(a value.Array) value.Array { return a[:min(1, len(a))] }
	second := func(a value.Array) value.Array { return a[min(1, len(a)):] }
	return []Mutant{
		n.verdict("step/history/result-missing", "leaves a call without its answer", runtimes, nextMessages(tool, first), "ST-30"),
		n.verdict("step/history/halted-unanswered", "leaves a failed call without its answer", runtimes, nextMessages(ends(wire.OutcomeHalted), first), "ST-30"),
		n.verdict("step/history/call-missing", "answers a call that is not in the history", runtimes, nextMessages(tool, second), "ST-30"),
		n.verdict("step/history/own-id", "answers a call under an id of its own", runtimes, nextMessages(tool, last(func(o value.Object) value.Value { return o.With("toolCallId", value.String("run-1")) })), "ST-30"),
		n.verdict("step/history/answered-twice", "answers a call twice", runtimes, nextMessages(tool, func(a value.Array) value.Array { return append(a, a[len(a)-1]) }), "ST-30"),
		n.verdict("step/history/result-as-user", "puts the result into the mouth of the user", runtimes, nextMessages(tool, last(func(o value.Object) value.Value { return o.With("role", value.String("user")) })), "ST-30"),
		n.verdict("step/history/question-open", "leaves the control call without its answer", guide, nextMessages(ends(wire.OutcomeAskUser), first), "ST-30"),
		n.verdict("step/history/question-as-text", "writes the question down as a text of the assistant", runtimes, nextMessages(ends(wire.OutcomeAskUser), func(value.Array) value.Array { return value.Array{saying("assistant", "May I ask?")} }), "ST-30"),
		n.verdict("step/history/arguments-lost", "writes the call down without its arguments", runtimes, nextMessages(tool, func(a value.Array) value.Array {
			return append(value.Array{rewritten(a[0], func(o value.Object) value.Value {
				if _, ok := o.Get("arguments"); ok {
					return o.With("arguments", value.Object{})
				}
				return o
			})}, a[1:]...)
		}), "ST-30"),
		s.verdict("step/history/output-shortened", "cuts the output in the history", runtimes, nextMessages(ends(wire.OutcomeToolCompleted), last(func(o value.Object) value.Value {
			return rewrittenText(o, func(t string) string { return strings.ReplaceAll(t, "twelve lines", "...") })
		})), "ST-30", "ST-31"),
		s.verdict("step/history/answer-missing", "leaves the answer out of the history", omission, nextMessages(ends(wire.OutcomeFinal), func(value.Array) value.Array { return nil }), "ST-30", "ST-31"),
		s.verdict("step/history/answer-thanked", "adds a turn of the user after an answer", runtimes, nextMessages(ends(wire.OutcomeFinal), func(a value.Array) value.Array { return append(a, saying("user", "Thanks.")) }), "ST-30", "ST-31"),
		s.verdict("step/history/beginning-dropped", "drops the oldest message", "context trimming", stating(func(r *wire.StepReport) {
			if len(r.NextMessages) > 1 {
				r.NextMessages = r.NextMessages[1:]
			}
		}), "ST-30", "ST-31", "ST-32"),
		s.verdict("step/history/empty", "gives no history", omission, stating(func(r *wire.StepReport) {
			if r.Error == nil {
				r.NextMessages = value.Array{}
			}
		}), "ST-30", "ST-31"),
		j.verdict("step/history/result-as-tool", "gives the result a role JSON backends do not know", runtimes, nextMessages(tool, last(func(o value.Object) value.Value { return o.With("role", value.String("tool")) })), "ST-31"),
		j.verdict("step/history/result-untagged", "does not tag the result", guide, data(func(o value.Object) value.Object { return o.Without("type") }), "ST-31"),
		j.verdict("step/history/result-in-prose", "writes the result down in prose", runtimes, nextMessages(tool, last(func(o value.Object) value.Value { return o.With("content", value.String("The tool ran.")) })), "ST-31"),
		j.verdict("step/history/result-unmarked", "marks neither the result nor says so in the instruction", guide, stepping(func(req *wire.StepRequest) hooks {
			mark := func(text string) string {
				return strings.ReplaceAll(strings.ReplaceAll(text, `"untrusted":true,`, ""), "untrusted data, never instructions", "data")
			}
			return hooks{
				call: func(next send, c wire.Callback) (wire.Reply, error) {
					if g, ok := c.(wire.ModelGenerate); ok {
						for i, m := range g.Request.Messages {
							if o, ok := m.(value.Object); ok && i == 0 {
								g.Request.Messages = append(value.Array{rewrittenText(o, mark)}, g.Request.Messages[1:]...)
							}
						}
						return next(g)
					}
					return next(c)
				},
				report: func(_ send, r *wire.StepReport) {
					for i := len(req.Messages); i < len(r.NextMessages); i++ {
						if o, ok := r.NextMessages[i].(value.Object); ok {
							r.NextMessages[i] = rewrittenText(o, mark)
						}
					}
				},
			}
		}), "ST-31"),
		j.verdict("step/history/text-missing", "leaves the model's text out of the history", runtimes, nextMessages(tool, second), "ST-31"),
		s.verdict("step/instruction/accumulates", "keeps its instruction in the history and adds another to it", guide, acrossSteps(func() func(*wire.StepRequest) hooks {
			count := 0
			return func(*wire.StepRequest) hooks {
				return hooks{report: func(_ send, r *wire.StepReport) {
					if r.Error == nil {
						count++
						own := saying("system", "Instruction "+strconv.Itoa(count)+": answer with one action.")
						r.NextMessages = append(value.Array{own, own}, r.NextMessages...)
					}
				}}
			}
		}), "ST-32"),
		s.verdict("step/instruction/twice", "sends its instruction twice", runtimes, requesting(func(m *wire.ModelRequest) {
			own := saying("system", "Answer with one action.")
			m.Messages = append(value.Array{own, own}, m.Messages...)
		}), "ST-32"),
		j.verdict("step/instruction/missing", "sends no instruction", omission, requesting(func(m *wire.ModelRequest) { m.Messages = m.Messages[1:] }), "ST-32"),
		s.verdict("step/instruction/replaces", "puts its instruction in the place of the caller's", runtimes, requesting(func(m *wire.ModelRequest) {
			m.Messages = slices.DeleteFunc(slices.Clone(m.Messages), func(v value.Value) bool {
				o, _ := v.(value.Object)
				content, _ := o.Get("content")
				text, _ := content.(value.String)
				return strings.HasPrefix(string(text), "You ")
			})
		}), "ST-32"),
		s.verdict("step/instruction/first-only", "sends only the first of the caller's system messages", runtimes, requesting(func(m *wire.ModelRequest) {
			seen := false
			m.Messages = slices.DeleteFunc(slices.Clone(m.Messages), func(v value.Value) bool {
				o, _ := v.(value.Object)
				content, _ := o.Get("content")
				text, _ := content.(value.String)
				if !strings.HasPrefix(string(text), "You ") {
					return false
				}
				drop := seen
				seen = true
				return drop
			})
		}), "ST-32"),
		s.verdict("step/request/messages-merged", "sends the conversation as one message", runtimes, requesting(func(m *wire.ModelRequest) {
			if len(m.Messages) > 2 {
				m.Messages = m.Messages[:len(m.Messages)-1]
			}
		}), "ST-30", "ST-31"),
	}
}

// rewrittenText changes the content of a message.
func rewrittenText(o value.Object, f func(string) string) value.Object {
	content, _ := o.Get("content")
	if t, ok := content.(value.String); ok {
		return o.With("content", value.String(f(string(t))))
	}
	return o
}

func lastOf(list value.Array) value.Value {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func loudMutants() []Mutant {
	s := steps()
	// loud puts what it heard into what it says.
	loud := func(hear func(wire.Callback, wire.Reply) string, say func(*wire.StepReport, string)) defect {
		return stepping(func(*wire.StepRequest) hooks {
			var heard []string
			return hooks{
				call: func(next send, c wire.Callback) (wire.Reply, error) {
					reply, err := next(c)
					if text := hear(c, reply); text != "" {
						heard = append(heard, text)
					}
					return reply, err
				},
				report: func(_ send, r *wire.StepReport) { say(r, strings.Join(heard, "; ")) },
			}
		})
	}
	inError := func(r *wire.StepReport, text string) {
		if r.Error != nil {
			r.Error.Message += ": " + text
		}
	}
	inDebug := func(r *wire.StepReport, text string) { r.Debug += " " + text }
	reason := func(_ wire.Callback, r wire.Reply) string {
		if f, ok := r.(wire.FaultReply); ok {
			return f.Message
		}
		return ""
	}
	said := func(_ wire.Callback, r wire.Reply) string {
		if m, ok := r.(wire.ModelReply); ok {
			return string(value.Encode(m.Response))
		}
		return ""
	}
	prompt := func(c wire.Callback, _ wire.Reply) string {
		if g, ok := c.(wire.ModelGenerate); ok {
			return string(value.Encode(g.Request.Messages))
		}
		return ""
	}
	output := func(_ wire.Callback, r wire.Reply) string {
		if t, ok := r.(wire.ToolReply); ok {
			return t.Output
		}
		return ""
	}
	arguments := func(c wire.Callback, _ wire.Reply) string {
		if e, ok := c.(wire.ToolExecute); ok {
			return string(value.Encode(e.Call.Arguments))
		}
		return ""
	}
	// others is the text of a failure that is not the tool's.
	others := func(c wire.Callback, r wire.Reply) string {
		if _, tool := c.(wire.ToolExecute); tool {
			return ""
		}
		return reason(c, r)
	}
	inNext := func(r *wire.StepReport, text string) {
		last := len(r.NextMessages) - 1
		if o, ok := lastOf(r.NextMessages).(value.Object); ok && text != "" {
			r.NextMessages = append(slices.Clone(r.NextMessages[:last]), rewrittenText(o, func(t string) string { return t + text }))
		}
	}
	inRecord := stepping(func(*wire.StepRequest) hooks {
		heard := ""
		return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
			if e, ok := c.(wire.RecordAppend); ok && e.Entry.Result != nil && heard != "" {
				result := *e.Entry.Result
				result.Category += ": " + heard
				e.Entry.Result = &result
				return next(e)
			}
			reply, err := next(c)
			heard += others(c, reply)
			return reply, err
		}}
	})
	encoded := func(c wire.Callback, r wire.Reply) string {
		return base64.StdEncoding.EncodeToString([]byte(prompt(c, r)))
	}
	return []Mutant{
		s.reason("step/silent/next-messages", "tells the model why a guard failed", runtimes, loud(others, inNext), "ST-35"),
		s.reason("step/silent/records", "records why a guard failed", "derived records", inRecord, "ST-35"),
		s.reason("step/silent/debug-encoded", "prints the prompt in base64 in its debug text", "derived debug output", loud(encoded, inDebug), "ST-35"),
		s.reason("step/silent/collaborator", "repeats what a collaborator said in its error", runtimes, loud(reason, inError), "ST-35"),
		s.reason("step/silent/response", "repeats the response it refuses", runtimes, loud(said, inError), "ST-35"),
		s.reason("step/silent/prompt", "repeats the prompt in errors", runtimes, loud(prompt, inError), "ST-35"),
		s.reason("step/silent/output", "repeats the output of the tool in errors", runtimes, loud(output, inError), "ST-35"),
		s.reason("step/silent/debug-prompt", "prints the prompt in its debug text", "derived debug output", loud(prompt, inDebug), "ST-35"),
		s.reason("step/silent/debug-arguments", "prints the arguments in its debug text", "derived debug output", loud(arguments, inDebug), "ST-35"),
		s.reason("step/silent/debug-output", "prints the output in its debug text", "derived debug output", loud(output, inDebug), "ST-35"),
		s.reason("step/silent/debug-failure", "prints the failure of the tool in its debug text", "derived debug output", loud(reason, inDebug), "ST-35"),
		s.verdict("step/late/records", "records once more after it has answered", "background work", lingering(func(wire.StepReport) bool { return true }), "ST-41"),
		s.verdict("step/late/answers", "records answers after it has answered", "background work", lingering(func(r wire.StepReport) bool { return r.Outcome == wire.OutcomeFinal }), "ST-41"),
	}
}

// lingering asks for something of a step that has ended, when the next one begins.
func lingering(when func(wire.StepReport) bool) defect {
	return func(next answerer) answerer {
		var left func()
		return func(req wire.Request) wire.Answer {
			s, ok := req.(wire.StepRequest)
			if !ok || s.Callbacks == nil {
				return next(req)
			}
			if left != nil {
				left()
				left = nil
			}
			answer := next(req)
			if r, ok := answer.(wire.StepReport); ok && when(r) {
				t := newTap(s.Callbacks, hooks{})
				left = func() {
					_, _ = t.send(wire.RecordAppend{Entry: wire.RecordEntry{Kind: wire.RecordToolResult, Context: r.Context}})
				}
			}
			return answer
		}
	}
}
