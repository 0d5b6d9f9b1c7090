package mutants

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/step"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stepModelMutants are defects from the catalogue to the response of the model.
func stepModelMutants() []Mutant {
	return slices.Concat(catalogueMutants(), stepSchemaMutants(), inferenceMutants(), stepResponseMutants(), lookupMutants())
}

func catalogueMutants() []Mutant {
	s := steps()
	keep := func(f func(wire.StepTool, []wire.StepTool) bool) defect {
		return given(func(r *wire.StepRequest) {
			var out []wire.StepTool
			for _, t := range r.Tools {
				if f(t, out) {
					out = append(out, t)
				}
			}
			r.Tools = out
		})
	}
	named := func(list []wire.StepTool, name string) bool {
		return slices.ContainsFunc(list, func(t wire.StepTool) bool { return t.Name == name })
	}
	refuse := func(when func(*wire.StepRequest) bool, code string) defect {
		return stepping(func(r *wire.StepRequest) hooks {
			bad := when(r)
			return hooks{report: func(_ send, out *wire.StepReport) {
				if bad {
					failWith(out, code)
				}
			}}
		})
	}
	return []Mutant{
		s.verdict("step/catalogue/blank-dropped", "leaves out tools without a name", runtimes, keep(func(t wire.StepTool, _ []wire.StepTool) bool { return !value.IsBlank(t.Name) }), "ST-02"),
		s.verdict("step/catalogue/white-accepted", "takes white space for a name", omission, given(func(r *wire.StepRequest) {
			for i := range r.Tools {
				if r.Tools[i].Name != "" && value.IsBlank(r.Tools[i].Name) {
					r.Tools[i].Name = "blank"
				}
			}
		}), "ST-02"),
		s.verdict("step/catalogue/first-wins", "keeps the first of two tools with one name", runtimes, keep(func(t wire.StepTool, have []wire.StepTool) bool { return !named(have, t.Name) }), "ST-02"),
		s.verdict("step/catalogue/visible-only", "checks only the visible part of the catalogue", omission, stepping(func(r *wire.StepRequest) hooks {
			if r.Visible != nil {
				r.Tools = slices.DeleteFunc(r.Tools, func(t wire.StepTool) bool { return !slices.Contains(r.Visible, t.Name) })
			}
			return hooks{}
		}), "ST-02"),
		s.verdict("step/catalogue/empty-refused", "refuses to take a step without tools", excess, refuse(func(r *wire.StepRequest) bool { return len(r.Tools) == 0 }, "CATALOG_INVALID"), "ST-36"),
		s.verdict("step/visible/ignored", "shows all tools whatever is visible", omission, given(func(r *wire.StepRequest) { r.Visible = nil }), "ST-03"),
		s.verdict("step/visible/unknown-skipped", "leaves out visible names that are not granted", runtimes, given(func(r *wire.StepRequest) {
			if r.Visible != nil {
				r.Visible = slices.DeleteFunc(r.Visible, func(n string) bool { return !named(r.Tools, n) })
			}
		}), "ST-03"),
		s.verdict("step/visible/folded", "compares visible names without regard to case", "case-insensitive registries", given(func(r *wire.StepRequest) {
			for i, n := range r.Visible {
				for _, t := range r.Tools {
					if strings.EqualFold(n, t.Name) {
						r.Visible[i] = t.Name
					}
				}
			}
		}), "ST-03"),
		s.verdict("step/visible/empty-is-all", "takes an empty list for no list", "null coalescing", given(func(r *wire.StepRequest) {
			if len(r.Visible) == 0 {
				r.Visible = nil
			}
		}), "ST-03"),
		s.verdict("step/visible/offered-all", "tells the model of hidden tools", runtimes, stepping(func(r *wire.StepRequest) hooks {
			all := *r
			all.Visible = nil
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				if g, ok := c.(wire.ModelGenerate); ok {
					g.Request = offered(all, g.Request)
					return next(g)
				}
				return next(c)
			}}
		}), "ST-03"),
		s.verdict("step/capability/unchecked", "asks whatever the model supports", omission, given(func(r *wire.StepRequest) { r.Model = wire.StepModel{Native: wire.Supported, JSON: wire.Supported} }), "ST-07"),
		s.verdict("step/capability/unknown-is-yes", "takes an unknown capability for a given one", "truthiness", given(func(r *wire.StepRequest) {
			for _, m := range []*wire.Support{&r.Model.Native, &r.Model.JSON} {
				if *m == wire.Unknown {
					*m = wire.Supported
				}
			}
		}), "ST-07"),
		s.verdict("step/capability/both-wanted", "wants both paths where one is enough", excess, refuse(func(r *wire.StepRequest) bool {
			return r.Model.Native != wire.Supported || r.Model.JSON != wire.Supported
		}, "CAPABILITY_UNSUPPORTED"), "ST-07"),
		nativeSteps().verdict("step/build/reserved-shadowed", "lets a tool have the name of the control tool", omission, keep(func(t wire.StepTool, _ []wire.StepTool) bool { return t.Name != reference.DefaultAskUserTool }), "ST-05"),
		nativeSteps().verdict("step/build/reserved-prefix", "reserves every name that begins like the control tool's", excess, refuse(func(r *wire.StepRequest) bool {
			return slices.ContainsFunc(r.Tools, func(t wire.StepTool) bool {
				return strings.HasPrefix(t.Name, reference.DefaultAskUserTool) && t.Name != reference.DefaultAskUserTool
			})
		}, "TOOL_NAME_RESERVED"), "ST-05"),
		nativeSteps().verdict("step/build/no-control", "does not offer the control tool", omission, requesting(func(m *wire.ModelRequest) {
			m.Tools = slices.DeleteFunc(slices.Clone(m.Tools), func(t wire.StepTool) bool { return t.Name == reference.DefaultAskUserTool })
		}), "ST-05"),
		nativeSteps().verdict("step/build/control-twice", "offers the control tool twice", runtimes, requesting(func(m *wire.ModelRequest) { m.Tools = append(slices.Clone(m.Tools), m.Tools[len(m.Tools)-1]) }), "ST-05"),
	}
}

// requesting changes what the model is asked.
func requesting(f func(*wire.ModelRequest)) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		if g, ok := c.(wire.ModelGenerate); ok {
			f(&g.Request)
			return next(g)
		}
		return next(c)
	})
}

// rewritten applies f to every object of a value, the inner ones first.
func rewritten(v value.Value, f func(value.Object) value.Value) value.Value {
	switch v := v.(type) {
	case value.Array:
		out := make(value.Array, len(v))
		for i := range v {
			out[i] = rewritten(v[i], f)
		}
		return out
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: rewritten(m.Value, f)}
		}
		return f(out)
	default:
		return v
	}
}

func stepSchemaMutants() []Mutant {
	s := steps()
	broken := func(when func(string) bool) defect {
		return offering(func(r *wire.StepRequest) {
			for i, t := range r.Tools {
				if _, err := step.Compile(t.Parameters); err != nil && when(string(value.Encode(t.Parameters))) {
					r.Tools[i].Parameters = value.Bool(true)
				}
			}
		})
	}
	has := func(parts ...string) func(string) bool {
		return func(text string) bool {
			return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
		}
	}
	// loose checks arguments against schemas without some keyword, although the model is told the whole.
	loose := func(f func(value.Object) value.Value) defect {
		return offering(func(r *wire.StepRequest) {
			for i := range r.Tools {
				if _, err := step.Compile(r.Tools[i].Parameters); err == nil {
					r.Tools[i].Parameters = rewritten(r.Tools[i].Parameters, f)
				}
			}
		})
	}
	without := func(name string) func(value.Object) value.Value {
		return func(o value.Object) value.Value {
			if _, isSchema := o.Get("type"); !isSchema && name != "$ref" {
				return o
			}
			return o.Without(name)
		}
	}
	arguments := func(f func(value.Object) value.Value) defect {
		return hearing(func(o value.Object) value.Value {
			return inCall(o, func(_ string, a value.Value) (string, value.Value) {
				if args, ok := a.(value.Object); ok {
					return "", f(args)
				}
				return "", a
			})
		})
	}
	return []Mutant{
		s.verdict("step/schemas/broken-skipped", "does without a schema that does not compile", runtimes, broken(func(string) bool { return true }), "ST-04"),
		s.verdict("step/schemas/web-fetched", "fetches what a schema refers to", runtimes, broken(has("http")), "ST-04"),
		s.verdict("step/schemas/file-read", "reads the files a schema refers to", runtimes, broken(has("file:", "neighbour")), "ST-04"),
		s.verdict("step/schemas/dangling-open", "takes a reference to nothing for anything", runtimes, broken(has("nothing")), "ST-04"),
		s.verdict("step/schemas/malformed-open", "takes a malformed schema for an empty one", runtimes, broken(has(`"type":12`, `"object"`)), "ST-04"),
		s.verdict("step/arguments/unchecked", "does not check arguments", omission, loose(func(value.Object) value.Value { return value.Object{} }), "ST-17"),
		s.verdict("step/arguments/required-unchecked", "does not look for required arguments", omission, loose(without("required")), "ST-17"),
		s.verdict("step/arguments/extra-unchecked", "lets further arguments through", "additionalProperties ignored", loose(without("additionalProperties")), "ST-17"),
		s.verdict("step/arguments/refs-unchecked", "does not follow references", "validators without references", loose(without("$ref")), "ST-17"),
		s.verdict("step/arguments/types-unchecked", "does not look at types", omission, loose(without("type")), "ST-17"),
		s.verdict("step/arguments/defaulted", "fills in a path that is missing", lesson, arguments(func(a value.Object) value.Value {
			if v, ok := a.Get("path"); !ok || v.Kind() == value.KindNull {
				return a.With("path", value.String("."))
			}
			return a
		}), "ST-17"),
		s.verdict("step/arguments/coerced", "turns texts into numbers and numbers into texts", serde, arguments(func(a value.Object) value.Value {
			if v, ok := a.Get("limit"); ok {
				if t, ok := v.(value.String); ok {
					a = a.With("limit", value.Number(t))
				}
			}
			if v, ok := a.Get("path"); ok {
				if n, ok := v.(value.Number); ok {
					a = a.With("path", value.String(n))
				}
			}
			return a
		}), "ST-17"),
		s.verdict("step/arguments/unwrapped", "takes the only element of a list", python, arguments(func(a value.Object) value.Value {
			if v, ok := a.Get("path"); ok {
				if l, ok := v.(value.Array); ok && len(l) == 1 {
					return a.With("path", l[0])
				}
			}
			return a
		}), "ST-17", "ST-35"),
		s.verdict("step/arguments/pruned", "drops arguments the schema forbids", serde, arguments(func(a value.Object) value.Value { return a.Without("recursive") }), "ST-17"),
		s.verdict("step/arguments/halted", "makes a halted step of refused arguments", runtimes, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "ARGUMENTS_INVALID" {
				*r = wire.StepReport{Outcome: wire.OutcomeHalted, Context: r.Context, NextMessages: value.Array{},
					Execution: &wire.Execution{Call: wire.RuntimeCall{ID: "x", Name: "read_file", Arguments: value.Object{}}, Status: wire.ExecutionFailed, Category: "invalid_arguments"}}
			}
		}), "ST-17"),
		jsonSteps().verdict("step/build/unrooted", "embeds schemas without an id of their own", runtimes, requesting(func(m *wire.ModelRequest) {
			m.Schema = rewritten(m.Schema, func(o value.Object) value.Value {
				if id, ok := o.Get("$id"); ok && strings.HasPrefix(string(id.(value.String)), step.IDPrefix) {
					return o.Without("$id")
				}
				return o
			})
		}), "ST-06"),
		jsonSteps().verdict("step/build/ids-removed", "removes the ids of schemas", runtimes, requesting(func(m *wire.ModelRequest) {
			m.Schema = rewritten(m.Schema, func(o value.Object) value.Value {
				if id, ok := o.Get("$id"); ok && !strings.HasPrefix(string(id.(value.String)), step.IDPrefix) {
					return o.Without("$id")
				}
				return o
			})
		}), "ST-06"),
		jsonSteps().verdict("step/build/no-schema", "asks for JSON in words only", omission, requesting(func(m *wire.ModelRequest) { m.Schema = nil }), "ST-06"),
		jsonSteps().verdict("step/build/open-schema", "asks for any object", omission, requesting(func(m *wire.ModelRequest) {
			m.Schema = value.Object{{Name: "type", Value: value.String("object")}}
		}), "ST-06"),
		jsonSteps().verdict("step/build/arguments-open", "leaves the arguments of tools open", omission, requesting(func(m *wire.ModelRequest) {
			m.Schema = rewritten(m.Schema, func(o value.Object) value.Value {
				if _, ok := o.Get("arguments"); ok {
					return o.With("arguments", value.Object{{Name: "type", Value: value.String("object")}})
				}
				return o
			})
		}), "ST-06"),
	}
}

func inferenceMutants() []Mutant {
	s := steps()
	return []Mutant{
		s.verdict("step/request/unrecorded", "does not record the request", omission, skipping(recordRequest), "ST-08"),
		s.verdict("step/request/fault-ignored", "asks the model although the request could not be recorded", runtimes, ignoring(recordRequest, isFault), "ST-08"),
		s.verdict("step/request/recorded-late", "records the request once the model has answered", runtimes, delaying(recordRequest, generate), "ST-08", "ST-40"),
		s.verdict("step/request/stale-context", "goes by the context in the options", guide, stepping(func(r *wire.StepRequest) hooks {
			if r.Options.Context == nil {
				return hooks{}
			}
			stale := *r.Options.Context
			return contextHooks(func(wire.DecisionContext) wire.DecisionContext { return stale })
		}), "ST-26"),
		s.verdict("step/generate/retried", "asks the model again when it fails", runtimes, askingAgain(generate, isFault), "ST-12"),
		s.verdict("step/generate/retried-if-retryable", "asks the model again when it says that this may help", guide, askingAgain(generate, isRetryable), "ST-12"),
		s.verdict("step/generate/twice", "asks the model twice and takes the second answer", runtimes, askingAgain(generate, anyReply), "ST-12"),
		s.verdict("step/generate/fault-as-answer", "apologises where the model failed", runtimes, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "MODEL_FAILED" {
				answerWith(r, "Sorry, something went wrong.")
			}
		}), "ST-12"),
		s.verdict("step/generate/goes-on", "asks the model again after the tool", "agent loops", stepping(func(*wire.StepRequest) hooks {
			var asked wire.Callback
			return hooks{
				call: func(next send, c wire.Callback) (wire.Reply, error) {
					if _, ok := c.(wire.ModelGenerate); ok {
						asked = c
					}
					return next(c)
				},
				report: func(next send, r *wire.StepReport) {
					if r.Outcome == wire.OutcomeToolCompleted {
						_, _ = next(asked)
					}
				},
			}
		}), "ST-12"),
		s.verdict("step/generate/repaired", "asks the model again after an illegal response", "self-repair loops", stepping(func(*wire.StepRequest) hooks {
			var asked wire.Callback
			return hooks{
				call: func(next send, c wire.Callback) (wire.Reply, error) {
					if _, ok := c.(wire.ModelGenerate); ok {
						asked = c
					}
					return next(c)
				},
				report: func(next send, r *wire.StepReport) {
					if refused(r) && asked != nil {
						_, _ = next(asked)
					}
				},
			}
		}), "ST-15"),
		s.verdict("step/budget/ignored", "does not look at the budget", omission, given(func(r *wire.StepRequest) { r.Options.Budget = nil }), "ST-37"),
		s.verdict("step/budget/after-the-call", "checks the budget of tools after the execution", runtimes, stepping(func(r *wire.StepRequest) hooks {
			spent := r.Options.Budget != nil && r.Options.Budget.ToolCalls < 1
			if spent {
				r.Options.Budget = nil
			}
			return hooks{report: func(_ send, out *wire.StepReport) {
				if spent {
					failWith(out, "BUDGET_EXHAUSTED")
				}
			}}
		}), "ST-37"),
		s.verdict("step/result/unrecorded", "does not record the response", omission, skipping(recordResponse), "ST-09"),
		s.verdict("step/result/fault-ignored", "goes on although the response could not be recorded", runtimes, ignoring(recordResponse, isFault), "ST-09"),
		s.verdict("step/result/recorded-late", "records the response after the call", runtimes, delaying(recordResponse, recordCall), "ST-09", "ST-40"),
		s.verdict("step/result/legal-only", "records only responses it can read", runtimes, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if r, ok := c.(wire.RecordAppend); ok && r.Entry.Kind == wire.RecordModelResult {
				for _, p := range []string{reference.NativeTool1, reference.JingweiJSON1} {
					if _, err := reference.Parse(p, r.Entry.Response, reference.Options{}); err == nil {
						return next(c)
					}
				}
				return best(c), nil
			}
			return next(c)
		}), "ST-09"),
		s.verdict("step/result/digest", "records a shortened response", runtimes, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if r, ok := c.(wire.RecordAppend); ok && r.Entry.Kind == wire.RecordModelResult {
				r.Entry.Response = value.String("(response)")
				return next(r)
			}
			return next(c)
		}), "ST-29"),
	}
}

// inCall changes name and arguments of the one call of a response, native or JSON. An empty name keeps it.
func inCall(o value.Object, f func(name string, arguments value.Value) (string, value.Value)) value.Value {
	change := func(c value.Object) value.Object {
		n, _ := c.Get("name")
		name, _ := n.(value.String)
		a, _ := c.Get("arguments")
		to, arguments := f(string(name), a)
		if to != "" {
			c = c.With("name", value.String(to))
		}
		if arguments != nil {
			c = c.With("arguments", arguments)
		}
		return c
	}
	if calls := callsOf(o); len(calls) == 1 {
		if c, ok := calls[0].(value.Object); ok {
			return o.With("toolCalls", value.Array{change(c)})
		}
	}
	content, _ := o.Get("content")
	if text, ok := content.(value.String); ok {
		v, err := value.Parse([]byte(text))
		c, ok := v.(value.Object)
		if _, named := c.Get("name"); err == nil && ok && named {
			if printed, err := value.Print(change(c)); err == nil {
				return o.With("content", value.String(printed))
			}
		}
	}
	return o
}

func stepResponseMutants() []Mutant {
	n, s := nativeSteps(), steps()
	pick := func(which func(value.Array) value.Value) defect {
		return hearing(func(o value.Object) value.Value {
			if calls := callsOf(o); len(calls) > 1 {
				return o.With("toolCalls", value.Array{which(calls)})
			}
			return o
		})
	}
	reason := func(from, to string, calls bool) defect {
		return hearing(func(o value.Object) value.Value {
			if (from == "*" || reasonOf(o) == from) && (len(callsOf(o)) > 0) == calls {
				return o.With("finishReason", value.String(to))
			}
			return o
		})
	}
	return []Mutant{
		n.verdict("step/response/first-of-several", "runs the first of several calls", guide, pick(func(c value.Array) value.Value { return c[0] }), "ST-13"),
		n.verdict("step/response/last-of-several", "runs the last of several calls", runtimes, pick(func(c value.Array) value.Value { return c[len(c)-1] }), "ST-13"),
		n.verdict("step/response/equal-calls-merged", "takes equal calls for one", runtimes, hearing(func(o value.Object) value.Value {
			calls := callsOf(o)
			if len(calls) == 2 {
				a, _ := calls[0].(value.Object).Get("arguments")
				b, _ := calls[1].(value.Object).Get("arguments")
				if value.Equal(a, b) {
					return o.With("toolCalls", calls[:1])
				}
			}
			return o
		}), "ST-13"),
		n.verdict("step/response/finish-ignored", "does not look at the finish reason", runtimes, reason("*", "tool_calls", true), "ST-14"),
		n.verdict("step/response/length-accepted", "runs a call that was cut off", guide, reason("length", "tool_calls", true), "ST-14"),
		n.verdict("step/response/filtered-accepted", "runs a call of a filtered response", runtimes, reason("content_filtered", "tool_calls", true), "ST-14"),
		n.verdict("step/response/unknown-accepted", "runs a call that ended for an unknown reason", runtimes, reason("paused", "tool_calls", true), "ST-14"),
		n.verdict("step/response/stop-accepted", "runs a call after stop", runtimes, reason("stop", "tool_calls", true), "ST-14"),
		n.verdict("step/response/lost-call-as-answer", "takes the text beside a lost call for the answer", runtimes, reason("tool_calls", "stop", false), "ST-14"),
		n.verdict("step/response/fragments-ignored", "does not look at incomplete fragments", omission, hearing(func(o value.Object) value.Value { return o.With("incompleteToolCalls", value.Array{}) }), "ST-14"),
		s.verdict("step/response/refusal-as-answer", "answers with something where the response is illegal", runtimes, stating(func(r *wire.StepReport) {
			if refused(r) {
				answerWith(r, "I could not do that.")
			}
		}), "ST-15"),
		s.verdict("step/response/refusal-as-question", "asks the user where the response is illegal", runtimes, stating(func(r *wire.StepReport) {
			if refused(r) {
				*r = wire.StepReport{Outcome: wire.OutcomeAskUser, Question: "What now?", Context: r.Context, NextMessages: value.Array{}}
			}
		}), "ST-15"),
		s.verdict("step/response/question-as-answer", "takes a question for an answer", guide, stating(func(r *wire.StepReport) {
			if r.Outcome == wire.OutcomeAskUser {
				r.Outcome, r.Text = wire.OutcomeFinal, r.Question
			}
		}), "ST-36"),
		s.verdict("step/response/answer-shortened", "cuts the answer", runtimes, stating(func(r *wire.StepReport) {
			if r.Outcome == wire.OutcomeFinal {
				r.Text = r.Text[:min(8, len(r.Text))]
			}
		}), "ST-36"),
		s.verdict("step/response/question-dressed", "puts words of its own before the question", runtimes, stating(func(r *wire.StepReport) {
			if r.Outcome == wire.OutcomeAskUser {
				r.Question = "The assistant asks: " + r.Question
			}
		}), "ST-36"),
		n.verdict("step/response/text-hides-call", "takes the text beside a call for the answer", runtimes, hearing(func(o value.Object) value.Value {
			if content, ok := o.Get("content"); ok && content.Kind() == value.KindString && len(callsOf(o)) == 1 {
				return o.With("toolCalls", value.Array{}).With("finishReason", value.String("stop"))
			}
			return o
		}), "ST-20", "ST-36"),
		n.verdict("step/response/question-executed", "runs the control call as a tool", guide, stepping(func(*wire.StepRequest) hooks {
			return hooks{report: func(next send, r *wire.StepReport) {
				if r.Outcome == wire.OutcomeAskUser {
					_, _ = next(wire.ToolExecute{Call: wire.RuntimeCall{ID: "x", Name: reference.DefaultAskUserTool, Arguments: value.Object{}}})
				}
			}}
		}), "ST-36"),
	}
}

func lookupMutants() []Mutant {
	s := steps()
	rename := func(f func(name string) string) defect {
		return hearing(func(o value.Object) value.Value {
			return inCall(o, func(name string, _ value.Value) (string, value.Value) { return f(name), nil })
		})
	}
	tools := []string{"read_file", "list_directory", "delete_file"}
	// run lets a name pass that is not visible: the runner sees another one, the gateway the model's.
	run := func(when func(string) bool) defect {
		return stepping(func(*wire.StepRequest) hooks {
			called := ""
			h := callHooks(func(c wire.RuntimeCall) wire.RuntimeCall {
				if called != "" {
					c.Name = called
				}
				return c
			})
			ask := h.call
			h.call = func(next send, c wire.Callback) (wire.Reply, error) {
				reply, err := ask(next, c)
				if m, ok := reply.(wire.ModelReply); ok {
					if o, ok := m.Response.(value.Object); ok {
						m.Response = inCall(o, func(name string, a value.Value) (string, value.Value) {
							if !when(name) {
								return "", nil
							}
							called = name
							return "list_directory", value.Object{{Name: "path", Value: value.String(".")}}
						})
						return m, err
					}
				}
				return reply, err
			}
			return h
		})
	}
	return []Mutant{
		s.verdict("step/lookup/unknown-run", "runs tools nobody granted", omission, run(func(n string) bool { return !slices.Contains(tools, n) && n != "" && !strings.HasPrefix(n, "jingwei") }), "ST-16"),
		s.verdict("step/lookup/inherited", "finds members every object has in its registry", "objects as maps", run(func(n string) bool { return n == "constructor" }), "ST-16"),
		s.verdict("step/lookup/folded", "compares names without regard to case", "case-insensitive registries", rename(strings.ToLower), "ST-16"),
		s.verdict("step/lookup/trimmed", "trims names", runtimes, rename(strings.TrimSpace), "ST-16"),
		s.verdict("step/lookup/completed", "completes names that begin a tool's", runtimes, rename(func(n string) string {
			for _, t := range tools {
				if n != "" && strings.HasPrefix(t, n) {
					return t
				}
			}
			return n
		}), "ST-16"),
		s.verdict("step/lookup/granted-is-enough", "runs granted tools that are not visible", guide, offering(func(r *wire.StepRequest) { r.Visible = nil }), "ST-16"),
		s.verdict("step/lookup/first-tool", "runs the first visible tool where a name is unknown", runtimes, stepping(func(r *wire.StepRequest) hooks {
			visible := r.Visible
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				reply, err := next(c)
				if m, ok := reply.(wire.ModelReply); ok {
					if o, ok := m.Response.(value.Object); ok {
						m.Response = inCall(o, func(name string, _ value.Value) (string, value.Value) {
							if name != "" && (!slices.Contains(tools, name) || visible != nil && !slices.Contains(visible, name)) {
								return "list_directory", value.Object{{Name: "path", Value: value.String(".")}}
							}
							return "", nil
						})
						return m, err
					}
				}
				return reply, err
			}}
		}), "ST-16"),
		s.reason("step/lookup/arguments-first", "checks the arguments before the name", guide, stepping(func(*wire.StepRequest) hooks {
			var bad bool
			return hooks{
				call: func(next send, c wire.Callback) (wire.Reply, error) {
					reply, err := next(c)
					if m, ok := reply.(wire.ModelReply); ok {
						if o, ok := m.Response.(value.Object); ok {
							inCall(o, func(_ string, a value.Value) (string, value.Value) {
								args, _ := a.(value.Object)
								path, _ := args.Get("path")
								bad = path == nil || path.Kind() != value.KindString
								return "", nil
							})
						}
					}
					return reply, err
				},
				report: func(_ send, r *wire.StepReport) {
					if bad && r.Error != nil && r.Error.Code == "TOOL_NOT_VISIBLE" {
						r.Error.Code = "ARGUMENTS_INVALID"
					}
				},
			}
		}), "ST-16"),
		s.verdict("step/lookup/halted", "makes a halted step of a tool that is not visible", runtimes, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "TOOL_NOT_VISIBLE" {
				*r = wire.StepReport{Outcome: wire.OutcomeHalted, Context: r.Context, NextMessages: value.Array{},
					Execution: &wire.Execution{Call: wire.RuntimeCall{ID: "x", Name: "read_file", Arguments: value.Object{}}, Status: wire.ExecutionFailed, Category: "unavailable"}}
			}
		}), "ST-16"),
	}
}
