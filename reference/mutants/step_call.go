package mutants

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stepCallMutants are defects between the call and its result.
func stepCallMutants() []Mutant {
	return slices.Concat(permissionMutants(), executionMutants(), resultMutants(), cancelMutants())
}

func permissionMutants() []Mutant {
	s := steps()
	return []Mutant{
		s.verdict("step/call/unrecorded", "does not record the call", omission, skipping(recordCall), "ST-10"),
		s.verdict("step/call/fault-ignored", "runs a call that could not be recorded", runtimes, ignoring(recordCall, isFault), "ST-10"),
		s.verdict("step/call/recorded-late", "records the call once it has run", runtimes, delaying(recordCall, executeTool), "ST-10", "ST-40"),
		s.verdict("step/guard/skipped", "does not ask the guards", omission, skipping(evaluate), "ST-18"),
		s.verdict("step/guard/denial-ignored", "runs what a guard denies", omission, ignoring(evaluate, decides(wire.DecisionDeny)), "ST-18"),
		s.verdict("step/guard/fault-allows", "runs what a guard could not judge", "fail-open", ignoring(evaluate, isFault), "ST-18"),
		s.verdict("step/guard/unknown-allows", "takes every word but deny for allow", "fail-open", ignoring(evaluate, decides("probably")), "ST-18"),
		s.verdict("step/guard/retried", "asks a guard that failed again", runtimes, askingAgain(evaluate, isFault), "ST-18"),
		s.verdict("step/guard/late", "asks the guards after the execution", runtimes, delaying(evaluate, executeTool), "ST-18", "ST-40"),
		s.verdict("step/guard/after-approval", "asks for approval before the guards", runtimes, delaying(evaluate, authorize), "ST-18", "ST-40"),
		s.verdict("step/guard/denial-as-error", "ends with an error where a guard denies", runtimes, stating(func(r *wire.StepReport) {
			if r.Execution != nil && r.Execution.Category == "denied" {
				failWith(r, "TOOL_FAILED")
			}
		}), "ST-18"),
		s.verdict("step/approval/skipped", "does not ask for approval", omission, skipping(authorize), "ST-19"),
		s.verdict("step/approval/denial-ignored", "runs what was not approved", omission, ignoring(authorize, decides(wire.DecisionDenied)), "ST-19"),
		s.verdict("step/approval/nobody-grants", "runs what nobody was there to approve", "fail-open", ignoring(authorize, decides(wire.DecisionUnavailable)), "ST-19"),
		s.verdict("step/approval/fault-grants", "runs a call whose approval failed", "fail-open", ignoring(authorize, isFault), "ST-19"),
		s.verdict("step/approval/unknown-grants", "takes every word but denied for granted", "fail-open", ignoring(authorize, decides("later")), "ST-19"),
		s.verdict("step/approval/retried", "asks again until approval is granted", runtimes, askingAgain(authorize, func(r wire.Reply) bool { return !decides(wire.DecisionGranted)(r) }), "ST-19"),
		s.verdict("step/approval/always", "asks for approval of every call", excess, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if e, ok := c.(wire.ToolExecute); ok && e.Call.Name != "delete_file" {
				if _, err := next(wire.ApprovalAuthorize(e)); err != nil {
					return nil, err
				}
			}
			return next(c)
		}), "ST-19"),
		s.verdict("step/approval/before-record", "asks for approval before the call is on record", runtimes, delaying(recordCall, authorize), "ST-10", "ST-40"),
		s.verdict("step/approval/before-guard", "asks for approval although a guard denied", runtimes, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if g, ok := c.(wire.GuardEvaluate); ok && g.Call.Name == "delete_file" {
				if _, err := next(wire.ApprovalAuthorize(g)); err != nil {
					return nil, err
				}
			}
			return next(c)
		}), "ST-18", "ST-19"),
	}
}

// executing changes what is executed, without the runner noticing.
func executing(f func(wire.RuntimeCall) wire.RuntimeCall) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		e, ok := c.(wire.ToolExecute)
		if !ok {
			return next(c)
		}
		reply, err := next(wire.ToolExecute{Call: f(e.Call)})
		if t, ok := reply.(wire.ToolReply); ok {
			t.Ran = e.Call
			return t, err
		}
		return reply, err
	})
}

// repeating changes what the tool is taken to have said.
func repeating(f func(wire.ToolReply) wire.Reply) defect {
	return asking(func(next send, c wire.Callback) (wire.Reply, error) {
		reply, err := next(c)
		if t, ok := reply.(wire.ToolReply); ok {
			return f(t), err
		}
		return reply, err
	})
}

func executionMutants() []Mutant {
	s := steps()
	args := func(f func(value.Object) value.Value) defect {
		return executing(func(c wire.RuntimeCall) wire.RuntimeCall {
			if o, ok := c.Arguments.(value.Object); ok {
				c.Arguments = f(o)
			}
			return c
		})
	}
	other := func(when func(wire.Reply) bool) defect {
		return asking(func(next send, c wire.Callback) (wire.Reply, error) {
			reply, err := next(c)
			if e, ok := c.(wire.ToolExecute); ok && when(reply) {
				e.Call.Name = "list_directory"
				_, _ = next(e)
			}
			return reply, err
		})
	}
	obeys := func(parts ...string) defect {
		return asking(func(next send, c wire.Callback) (wire.Reply, error) {
			reply, err := next(c)
			t, isReply := reply.(wire.ToolReply)
			e, isCall := c.(wire.ToolExecute)
			if isReply && isCall && slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(t.Output, p) }) {
				e.Call.Name = "delete_file"
				_, _ = next(e)
			}
			return reply, err
		})
	}
	failing := func(kinds ...wire.FaultKind) func(wire.Reply) bool {
		return func(r wire.Reply) bool {
			f, ok := r.(wire.FaultReply)
			return ok && slices.Contains(kinds, f.Kind)
		}
	}
	completed := func(kind wire.FaultKind) defect {
		return stepping(func(*wire.StepRequest) hooks {
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				reply, err := next(c)
				e, ok := c.(wire.ToolExecute)
				if f, isFault := reply.(wire.FaultReply); ok && isFault && f.Kind == kind {
					return wire.ToolReply{Output: "error", Ran: e.Call}, err
				}
				return reply, err
			}}
		})
	}
	halting := func(when func(wire.ToolReply) bool, kind wire.FaultKind) defect {
		return repeating(func(t wire.ToolReply) wire.Reply {
			if when(t) {
				return wire.FaultReply{Kind: kind}
			}
			return t
		})
	}
	relabel := func(from, to string) defect {
		return stating(func(r *wire.StepReport) {
			if r.Execution != nil && r.Execution.Category == from {
				x := *r.Execution
				x.Category = to
				r.Execution = &x
			}
		})
	}
	return []Mutant{
		s.verdict("step/execute/never", "reports an execution that was not made", "dry runs", skipping(executeTool), "ST-20"),
		s.verdict("step/execute/twice", "runs every call twice", runtimes, askingAgain(executeTool, func(r wire.Reply) bool { return !isFault(r) }), "ST-20"),
		s.verdict("step/execute/retried", "runs a call that failed again", runtimes, askingAgain(executeTool, isFault), "ST-21"),
		s.verdict("step/execute/retried-if-retryable", "runs a call again that says this may help", guide, askingAgain(executeTool, isRetryable), "ST-21"),
		s.verdict("step/execute/retried-after-timeout", "runs a call again that timed out", runtimes, askingAgain(executeTool, failing(wire.FaultTimeout)), "ST-21"),
		s.verdict("step/execute/retried-after-panic", "runs a call again that crashed", runtimes, askingAgain(executeTool, failing(wire.FaultPanic)), "ST-21"),
		s.verdict("step/execute/retried-after-refusal", "runs a call again that the gateway refused", runtimes, askingAgain(executeTool, failing(wire.FaultInvalidArguments)), "ST-21"),
		s.verdict("step/execute/other-tool", "tries another tool where one failed", "fallbacks", other(isFault), "ST-21"),
		s.verdict("step/execute/other-if-unavailable", "tries another tool where one is unavailable", "fallbacks", other(failing(wire.FaultUnavailable)), "ST-21"),
		s.verdict("step/execute/arguments-added", "adds an argument of its own", runtimes, args(func(o value.Object) value.Value { return o.With("verbose", value.Bool(true)) }), "ST-20"),
		s.verdict("step/execute/arguments-coerced", "turns numbers into texts on the way", serde, args(func(o value.Object) value.Value {
			if n, ok := o.Get("limit"); ok {
				if d, ok := n.(value.Number); ok {
					return o.With("limit", value.String(d))
				}
			}
			return o
		}), "ST-20"),
		s.verdict("step/execute/arguments-lost", "loses the arguments on the way", "operator: assignment left out", args(func(value.Object) value.Value { return value.Object{} }), "ST-20"),
		s.verdict("step/execute/failure-as-output", "takes the failure of a body for its output", runtimes, completed(wire.FaultFailure), "ST-21", "ST-29"),
		s.verdict("step/execute/timeout-as-output", "takes a timeout for an output", runtimes, completed(wire.FaultTimeout), "ST-21", "ST-29"),
		s.verdict("step/execute/panic-as-output", "takes a panic for an output", runtimes, completed(wire.FaultPanic), "ST-21", "ST-29"),
		s.verdict("step/execute/refusal-as-output", "takes a refusal of the gateway for an output", runtimes, completed(wire.FaultInvalidArguments), "ST-21", "ST-29"),
		s.verdict("step/execute/unavailable-as-output", "takes a missing tool for an output", runtimes, completed(wire.FaultUnavailable), "ST-21", "ST-29"),
		s.verdict("step/execute/panics", "lets the panic of a tool through", runtimes, stating(func(r *wire.StepReport) {
			if r.Execution != nil && r.Execution.Category == "body_panic" {
				panic("mutant: the panic of a tool")
			}
		}), "ST-21"),
		s.reason("step/execute/timeout-as-failure", "reports a timeout as a failure of the body", runtimes, relabel("timeout", "body_failure"), "ST-21"),
		s.reason("step/execute/panic-as-failure", "reports a panic as a failure of the body", runtimes, relabel("body_panic", "body_failure"), "ST-21"),
		s.reason("step/execute/all-unavailable", "reports every failure as a missing tool", runtimes, relabel("body_failure", "unavailable"), "ST-21"),
		s.reason("step/execute/limit-as-failure", "reports an output over the limit as a failure of the body", runtimes, relabel("output_limit", "body_failure"), "ST-22"),
		s.reason("step/execute/denied-as-failure", "reports a denied call as a failure of the body", runtimes, relabel("denied", "body_failure"), "ST-18"),
		s.reason("step/execute/refusal-as-denied", "reports a refused approval as a denying guard", runtimes, relabel("approval_denied", "denied"), "ST-19"),
		s.verdict("step/execute/limit-ignored", "does not look at the limit", omission, given(func(r *wire.StepRequest) { r.Options.OutputLimit = 0 }), "ST-22"),
		s.verdict("step/execute/limit-in-characters", "counts characters instead of bytes", runtimes, stepping(func(r *wire.StepRequest) hooks {
			limit := r.Options.OutputLimit
			r.Options.OutputLimit = 0
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				reply, err := next(c)
				if t, ok := reply.(wire.ToolReply); ok && limit > 0 && utf8.RuneCountInString(t.Output) > limit {
					t.Output = strings.Repeat("x", limit+1)
					return t, err
				}
				return reply, err
			}, report: func(_ send, out *wire.StepReport) {}}
		}), "ST-22"),
		s.verdict("step/execute/limit-cuts", "cuts an output to the limit", runtimes, stepping(func(r *wire.StepRequest) hooks {
			limit := r.Options.OutputLimit
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				reply, err := next(c)
				if t, ok := reply.(wire.ToolReply); ok && limit > 0 && len(t.Output) > limit {
					t.Output = strings.ToValidUTF8(t.Output[:limit], "")
					return t, err
				}
				return reply, err
			}}
		}), "ST-22"),
		s.verdict("step/execute/limit-off-by-one", "refuses an output at the limit", "operator: comparison", given(func(r *wire.StepRequest) {
			if r.Options.OutputLimit > 1 {
				r.Options.OutputLimit--
			}
		}), "ST-22"),
		s.verdict("step/execute/limit-generous", "allows twice the limit", runtimes, given(func(r *wire.StepRequest) { r.Options.OutputLimit *= 2 }), "ST-22"),
		s.verdict("step/execute/limit-always", "has a limit nobody set", excess, given(func(r *wire.StepRequest) {
			if r.Options.OutputLimit == 0 {
				r.Options.OutputLimit = 4096
			}
		}), "ST-20"),
		s.verdict("step/execute/empty-as-failure", "takes an empty output for a failure", "truthiness", halting(func(t wire.ToolReply) bool { return t.Output == "" }, wire.FaultFailure), "ST-39"),
		s.verdict("step/execute/empty-as-missing", "takes an empty output for a missing one", "truthiness", stating(func(r *wire.StepReport) {
			if r.Execution != nil && r.Execution.Status == wire.ExecutionCompleted && r.Execution.Output == "" {
				r.Execution = nil
			}
		}), "ST-39", "ST-28"),
		s.verdict("step/execute/empty-filled", "puts words in the place of an empty output", runtimes, repeating(func(t wire.ToolReply) wire.Reply {
			if t.Output == "" {
				t.Output = "(no output)"
			}
			return t
		}), "ST-39", "ST-29"),
		s.verdict("step/execute/obeys-output", "does what an output says", "prompt injection", obeys("Ignore all previous", "maintenance mode"), "ST-33"),
		s.verdict("step/execute/runs-embedded-call", "runs an action it finds in an output", "prompt injection", obeys(`"action":"call_tool"`), "ST-33"),
		s.verdict("step/execute/runs-embedded-response", "runs a call it finds in an output", "prompt injection", obeys(`"toolCalls"`), "ST-33"),
		s.verdict("step/execute/error-by-looks", "takes an output that looks like an error for a failure", runtimes, halting(func(t wire.ToolReply) bool { return strings.Contains(t.Output, `"error"`) }, wire.FaultFailure), "ST-29"),
	}
}

func resultMutants() []Mutant {
	s := steps()
	ran := func(f func(proposed, ran wire.RuntimeCall) wire.RuntimeCall) defect {
		return asking(func(next send, c wire.Callback) (wire.Reply, error) {
			reply, err := next(c)
			e, isCall := c.(wire.ToolExecute)
			if t, ok := reply.(wire.ToolReply); ok && isCall {
				t.Ran = f(e.Call, t.Ran)
				return t, err
			}
			return reply, err
		})
	}
	return []Mutant{
		s.verdict("step/outcome/unrecorded", "does not record results", omission, skipping(recordResult), "ST-38"),
		s.verdict("step/outcome/fault-ignored", "goes on although the result could not be recorded", runtimes, ignoring(recordResult, isFault), "ST-11"),
		s.verdict("step/outcome/record-retried", "records a result again that could not be recorded", runtimes, askingAgain(recordResult, isFault), "ST-11"),
		s.verdict("step/outcome/replayed", "runs the call again where its result could not be recorded", runtimes, stepping(func(*wire.StepRequest) hooks {
			var made wire.Callback
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				if _, ok := c.(wire.ToolExecute); ok {
					made = c
				}
				reply, err := next(c)
				if point(c) == recordResult && isFault(reply) && made != nil {
					_, _ = next(made)
				}
				return reply, err
			}}
		}), "ST-11"),
		s.verdict("step/outcome/fault-without-evidence", "forgets the call where its result could not be recorded", guide, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Barrier == "tool_result" {
				r.Execution = nil
			}
		}), "ST-11", "ST-28"),
		s.reason("step/outcome/no-barrier", "does not say which record failed", omission, stating(func(r *wire.StepReport) {
			if r.Error != nil {
				r.Error.Barrier = ""
			}
		}), "ST-08", "ST-09", "ST-10", "ST-11"),
		s.verdict("step/outcome/refusals-unrecorded", "does not record the result of a call that was not made", omission, stepping(func(*wire.StepRequest) hooks {
			executed := false
			return hooks{call: func(next send, c wire.Callback) (wire.Reply, error) {
				executed = executed || point(c) == executeTool
				if point(c) == recordResult && !executed {
					return best(c), nil
				}
				return next(c)
			}}
		}), "ST-38"),
		s.verdict("step/outcome/failures-unrecorded", "records only results of calls that succeeded", omission, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if r, ok := c.(wire.RecordAppend); ok && r.Entry.Result != nil && r.Entry.Result.Status == wire.ExecutionFailed {
				return best(c), nil
			}
			return next(c)
		}), "ST-38"),
		s.verdict("step/outcome/recorded-as-completed", "records every result as completed", runtimes, asking(func(next send, c wire.Callback) (wire.Reply, error) {
			if r, ok := c.(wire.RecordAppend); ok && r.Entry.Result != nil {
				x := *r.Entry.Result
				x.Status = wire.ExecutionCompleted
				r.Entry.Result = &x
				return next(r)
			}
			return next(c)
		}), "ST-29"),
		s.verdict("step/evidence/uncompared", "does not compare what was run with what was proposed", omission, ran(func(p, _ wire.RuntimeCall) wire.RuntimeCall { return p }), "ST-34"),
		s.verdict("step/evidence/name-only", "compares only the name of the tool", omission, ran(func(p, r wire.RuntimeCall) wire.RuntimeCall {
			r.Arguments = p.Arguments
			return r
		}), "ST-34"),
		s.verdict("step/evidence/arguments-only", "compares only the arguments", omission, ran(func(p, r wire.RuntimeCall) wire.RuntimeCall {
			r.Name = p.Name
			return r
		}), "ST-34"),
		s.verdict("step/evidence/loose-numbers", "compares numbers with their text", "loose equality", ran(func(p, r wire.RuntimeCall) wire.RuntimeCall {
			if o, ok := r.Arguments.(value.Object); ok {
				if v, ok := o.Get("limit"); ok && value.Equal(v, value.String("20")) {
					r.Arguments = p.Arguments
				}
			}
			return r
		}), "ST-34"),
		s.verdict("step/evidence/subset", "does not look for further arguments", runtimes, ran(func(p, r wire.RuntimeCall) wire.RuntimeCall {
			if o, ok := r.Arguments.(value.Object); ok {
				r.Arguments = o.Without("follow")
			}
			return r
		}), "ST-34"),
		s.verdict("step/evidence/mismatch-without-evidence", "forgets the call where the evidence does not fit", omission, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "EVIDENCE_MISMATCH" {
				r.Execution = nil
			}
		}), "ST-34", "ST-28"),
	}
}

func cancelMutants() []Mutant {
	s := steps()
	deaf := func(points ...string) defect {
		return stepping(func(r *wire.StepRequest) hooks {
			if slices.Contains(points, "start") {
				r.Cancelled = false
			}
			return hooks{deaf: func(p string) bool { return slices.Contains(points, p) }}
		})
	}
	out := []Mutant{
		s.verdict("step/cancel/never", "takes no notice of a cancellation", omission,
			deaf("start", recordRequest, generate, recordResponse, recordCall, evaluate, authorize, executeTool, recordResult), "ST-23", "ST-24", "ST-01"),
		s.verdict("step/cancel/execution-forgotten", "forgets a call that was made before the cancellation", guide, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "CANCELLED" {
				r.Execution = nil
			}
		}), "ST-24", "ST-28"),
		s.verdict("step/cancel/execution-denied", "reports a cancelled execution as one that was never tried", runtimes, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "CANCELLED" && r.Execution != nil {
				*r = wire.StepReport{Outcome: wire.OutcomeFinal, Text: "Stopped.", Context: r.Context, NextMessages: value.Array{}}
			}
		}), "ST-24", "ST-29"),
		s.verdict("step/cancel/as-answer", "answers where it was cancelled", runtimes, stating(func(r *wire.StepReport) {
			if r.Error != nil && r.Error.Code == "CANCELLED" {
				answerWith(r, "Cancelled.")
			}
		}), "ST-23"),
	}
	for _, p := range []struct{ name, point, rule string }{
		{"start", "start", "ST-01"}, {"request", recordRequest, "ST-23"}, {"generate", generate, "ST-23"}, {"result", recordResponse, "ST-23"},
		{"call", recordCall, "ST-23"}, {"guard", evaluate, "ST-23"}, {"approval", authorize, "ST-23"}, {"execute", executeTool, "ST-24"}, {"outcome", recordResult, "ST-28"},
	} {
		out = append(out, s.verdict("step/cancel/ignored-at-"+p.name, "takes no notice of a cancellation at the stage "+p.name, omission, deaf(p.point), p.rule))
	}
	return out
}
