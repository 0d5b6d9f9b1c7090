package conformance_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec/wire"
)

// steps runs the cases of steps that match a glob.
func steps(t *testing.T, subject adapters.Target, opts conformance.Options, globs ...string) *conformance.Report {
	t.Helper()
	table, suite := builtin(t)
	opts.Table, opts.Suite = table, suite
	opts.Selection = conformance.Selection{Operations: []string{"step"}, Cases: globs}
	r, err := conformance.Run(t.Context(), subject, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSuiteOfSteps holds the size and the shape of the suite, and the reference against it.
func TestSuiteOfSteps(t *testing.T) {
	subject := referenceTarget(wire.Policies{})
	defer subject.Close()
	r := steps(t, subject, conformance.Options{})
	if r.Counts.Passed < 250 || r.Counts.Passed != len(r.Results) {
		t.Errorf("%+v", r.Counts)
	}
	table, _ := builtin(t)
	stages, categories := map[string]bool{}, map[string]bool{}
	for _, res := range r.Results {
		c := res.Case
		if c.Why.EN == "" || c.Why.ZH == "" || c.Change.EN == "" || c.Change.ZH == "" {
			t.Errorf("%s does not say why it exists", c.ID)
		}
		stages[c.State] = true
		for _, step := range c.Scenario.Steps {
			if n := step.Expect.Executions(); n > 1 {
				t.Errorf("%s executes %d times", c.ID, n)
			}
			for _, e := range step.Expect.Ends {
				for _, name := range e.Categories {
					categories[name] = true
				}
			}
		}
	}
	for _, s := range table.Steps.Stages {
		if !stages[s.Name] {
			t.Errorf("no scenario is about the stage %s", s.Name)
		}
	}
	for _, c := range wire.FailureCategories() {
		if !categories[c] {
			t.Errorf("no scenario ends with the category %s", c)
		}
	}
	for _, name := range []string{"step-native", "step-json"} {
		i := slices.IndexFunc(r.Classes, func(c conformance.Class) bool { return c.Name == name })
		if i < 0 || r.Classes[i].State != conformance.ClassMet {
			t.Errorf("class %s is not met: %+v", name, r.Classes)
		}
	}
}

// TestUnclaimedPartsAreNotAskedFor takes parts of a step from the reference; nothing may fail for that.
func TestUnclaimedPartsAreNotAskedFor(t *testing.T) {
	for _, lacking := range []string{wire.StepRecords, wire.StepGuard, wire.StepApproval, wire.StepCancel, wire.StepBudgets, wire.StepJSON} {
		t.Run(lacking, func(t *testing.T) {
			hello := target.Hello()
			hello.Capabilities.Step = slices.DeleteFunc(wire.StepCapabilities(), func(c string) bool { return c == lacking })
			subject := inprocess.New(hello, func(ctx context.Context, req wire.Request) wire.Answer {
				return target.Answer(ctx, req, wire.Policies{})
			})
			defer subject.Close()
			r := steps(t, subject, conformance.Options{})
			if r.Counts.Failed+r.Counts.Errors > 0 || r.Counts.NotApplicable == 0 {
				t.Errorf("%+v", r.Counts)
			}
		})
	}
}

// hostile is the reference with another way of running steps.
func hostile(answer func(context.Context, wire.StepRequest) wire.Answer) *inprocess.Target {
	return inprocess.New(target.Hello(), func(ctx context.Context, req wire.Request) wire.Answer {
		return answer(ctx, req.(wire.StepRequest))
	})
}

func sound(ctx context.Context, req wire.StepRequest) wire.Answer {
	return target.Answer(ctx, req, wire.Policies{})
}

// meddling are callbacks with something done after each.
type meddling struct {
	wire.Callbacks
	after func(c wire.Callback, ask func(wire.Callback))
}

func (m meddling) Call(ctx context.Context, c wire.Callback) (wire.Reply, error) {
	reply, err := m.Callbacks.Call(ctx, c)
	m.after(c, func(c wire.Callback) { _, _ = m.Callbacks.Call(ctx, c) })
	return reply, err
}

// deaf are callbacks of a step that is never cancelled.
type deaf struct{ wire.Callbacks }

func (deaf) Cancelled() <-chan struct{} { return nil }

// TestHostileTargets plays with targets that break the rules of a step in ways no honest mistake does. Each is
// reported for what it did, and the run goes on to its end.
func TestHostileTargets(t *testing.T) {
	const success, cancelled = "step/native-tool/1/execute/success", "step/native-tool/1/execute/cancelled"
	release := make(chan struct{})
	defer close(release)
	for _, tt := range []struct {
		name   string
		answer func(context.Context, wire.StepRequest) wire.Answer
		id     string
		status conformance.Status
		rule   string // of some finding; "" is the case's own
		says   string
	}{
		{
			name: "executes twice", id: success, status: conformance.Fail, rule: "ST-20", says: "tool/execute was asked for again",
			answer: func(ctx context.Context, req wire.StepRequest) wire.Answer {
				req.Callbacks = meddling{req.Callbacks, func(c wire.Callback, ask func(wire.Callback)) {
					if e, ok := c.(wire.ToolExecute); ok {
						ask(e)
					}
				}}
				return sound(ctx, req)
			},
		},
		{
			name: "never answers after the execution", id: success, status: conformance.Error, says: "the last the step asked for was tool/execute",
			answer: func(ctx context.Context, req wire.StepRequest) wire.Answer {
				req.Callbacks = meddling{req.Callbacks, func(c wire.Callback, _ func(wire.Callback)) {
					if _, ok := c.(wire.ToolExecute); ok {
						<-release
					}
				}}
				return sound(ctx, req)
			},
		},
		{
			name: "answers after the cancellation", id: cancelled, status: conformance.Fail, says: "ended with tool_completed, not with error CANCELLED or halted (cancelled)",
			answer: func(ctx context.Context, req wire.StepRequest) wire.Answer {
				req.Callbacks = deaf{req.Callbacks}
				return sound(ctx, req)
			},
		},
		{
			name: "asks for ever", id: success, status: conformance.Fail, says: "more than 64 callbacks",
			answer: func(ctx context.Context, req wire.StepRequest) wire.Answer {
				for range 1000 {
					_, _ = req.Callbacks.Call(ctx, wire.ModelGenerate{Request: wire.ModelRequest{}})
				}
				return sound(ctx, req)
			},
		},
		{
			name: "answers something else", id: success, status: conformance.Error, says: "the answer to step is no report",
			answer: func(context.Context, wire.StepRequest) wire.Answer { return wire.Reject("NO", "") },
		},
		{
			name: "panics halfway", id: success, status: conformance.Error, says: "the last the step asked for was model/generate",
			answer: func(ctx context.Context, req wire.StepRequest) wire.Answer {
				req.Callbacks = meddling{req.Callbacks, func(c wire.Callback, _ func(wire.Callback)) {
					if _, ok := c.(wire.ModelGenerate); ok {
						panic("halfway")
					}
				}}
				return sound(ctx, req)
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			subject := hostile(tt.answer)
			defer subject.Close()
			r := steps(t, subject, conformance.Options{CallTimeout: 300 * time.Millisecond}, tt.id, "step/native-tool/1/response/final")
			for _, res := range r.Results {
				if res.Status == conformance.Untested {
					t.Errorf("%s was not run", res.Case.ID)
				}
				if res.Case.ID != tt.id {
					continue
				}
				if res.Status != tt.status || !strings.Contains(said(&res, tt.rule), tt.says) {
					t.Errorf("%s: %s", res.Status, said(&res, ""))
				}
			}
		})
	}
}

// said is what a result says, of one requirement or of all.
func said(r *conformance.Result, rule string) string {
	var out []string
	for _, f := range r.Findings {
		if rule == "" || f.Requirement == rule || f.Requirement == "" && r.Case.Requirement == rule {
			out = append(out, f.Detail)
		}
	}
	if r.Failure != nil {
		out = append(out, r.Failure.Detail)
	}
	return strings.Join(out, "; ")
}

// TestLateCallbacksAreFound has a target ask for a step that has ended while the next case is being run, which is
// after the first one was judged.
func TestLateCallbacksAreFound(t *testing.T) {
	var left wire.Callbacks
	subject := hostile(func(ctx context.Context, req wire.StepRequest) wire.Answer {
		if left != nil {
			_, _ = left.Call(ctx, wire.ToolExecute{Call: wire.RuntimeCall{ID: "x", Name: "read_file"}})
		}
		left = req.Callbacks
		return sound(ctx, req)
	})
	defer subject.Close()
	r := steps(t, subject, conformance.Options{Window: 1}, "step/native-tool/1/response/final", "step/native-tool/1/response/ask-user")
	if r.Counts.Failed == 0 {
		t.Fatalf("%+v", r.Counts)
	}
	for _, res := range r.Results {
		if res.Status != conformance.Fail {
			continue
		}
		i := slices.IndexFunc(res.Findings, func(f judge.Finding) bool { return f.Requirement == "ST-41" })
		if i < 0 || res.Findings[i].Detail != "tool/execute was asked for after the step had ended" {
			t.Errorf("%s: %+v", res.Case.ID, res.Findings)
		}
	}
}
