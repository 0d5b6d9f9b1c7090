package step_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/step"
	"github.com/actionconform/conform/spec/value"
)

func TestACallGoesThroughTheStagesInOrder(t *testing.T) {
	for name, p := range protocols() {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.response = calls(p, "delete", `{"n":"x"}`)
			report, e := w.run(p, input())
			if e != nil {
				t.Fatal(e)
			}
			want := []string{"model_request", "generate", "model_result", "tool_call", "guard", "approval", "execute", "tool_result"}
			if !slices.Equal(w.asked, want) {
				t.Errorf("asked %v", w.asked)
			}
			done, ok := report.Outcome.(step.ToolOutcome)
			if !ok || done.Execution.Output != w.output {
				t.Errorf("ended with %v", report)
			}
			c := w.calls[0]
			if c.Context != report.Context || w.requests[0].Context != report.Context || c.Context.TaskID != "task" || c.ID == c.ProviderCallID || c.Index != 0 {
				t.Errorf("call %+v, request %v, report %v", c, w.requests[0].Context, report.Context)
			}
		})
	}
}

// rogue is a protocol that makes an action of its own of whatever the model said.
type rogue struct {
	step.Native
	action reference.StepAction
	err    error
}

func (r rogue) Parse(value.Value) (reference.StepAction, error) { return r.action, r.err }

func TestAProtocolCannotGetAroundTheChecks(t *testing.T) {
	for _, tt := range []struct {
		name   string
		action reference.StepAction
		err    error
		code   step.Code
	}{
		{"a tool nobody granted", reference.CallTool{Name: "format", Arguments: value.Object{}}, nil, step.ToolNotVisible},
		{"a hidden tool", reference.CallTool{Name: "delete", Arguments: parsed(`{"n":"x"}`)}, nil, step.ToolNotVisible},
		{"bad arguments", reference.CallTool{Name: "read", Arguments: parsed(`{"n":7}`)}, nil, step.ArgumentsInvalid},
		{"no arguments", reference.CallTool{Name: "read"}, nil, step.ArgumentsInvalid},
		{"exotic arguments", reference.CallTool{Name: "read", Arguments: value.Host{Name: value.HostFrozen}}, nil, step.ArgumentsInvalid},
		{"an error of its own", nil, errors.New(secret), "ACTION_INVALID"},
		{"nothing at all", nil, nil, "ACTION_INVALID"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld()
			w.response = says("anything")
			in := input()
			in.Visible = []string{"read"}
			_, e := w.run(rogue{action: tt.action, err: tt.err}, in)
			if e == nil || e.Code != tt.code || len(w.calls) != 0 || !silent(e.Error(), fmt.Sprintf("%+v %#v", e, e)) {
				t.Errorf("got %v, %d executions", e, len(w.calls))
			}
		})
	}
}

func TestSchemasAreCompiledAlone(t *testing.T) {
	for _, text := range []string{
		`{"$ref":"https://example.com/x.json"}`, `{"$ref":"http://127.0.0.1:1/x.json"}`, `{"$ref":"file:///etc/hostname"}`, `{"$ref":"other.json"}`,
		`{"$ref":"#/$defs/none"}`, `{"type":"strange"}`, `{"type":12}`, `"object"`, `[]`, `null`, `7`, `{"$schema":"https://example.com/dialect"}`,
		`{"properties":{"a":{"items":{"$ref":"https://example.com/y"}}}}`, `{"pattern":"("}`,
	} {
		if _, err := step.Compile(parsed(text)); err == nil {
			t.Errorf("%s compiles", text)
		}
	}
	if _, err := step.Compile(nil); err == nil {
		t.Error("nothing compiles")
	}
	for _, text := range []string{`true`, `{}`, `{"$id":"https://example.com/own","$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`} {
		s, err := step.Compile(parsed(text))
		if err != nil || !s.Accepts(value.Object{}) {
			t.Errorf("%s: %v", text, err)
		}
	}
	s, err := step.Compile(parsed(`{"type":"object","properties":{"n":{"type":"integer","default":3}},"required":["n"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{`{"n":1}`: true, `{"n":1.0}`: true, `{"n":"1"}`: false, `{}`: false, `{"n":1e400}`: true, `{"n":null}`: false} {
		if s.Accepts(parsed(text)) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}

// slow is a gateway that never ends by itself.
type slow struct{ *world }

func (s slow) Execute(ctx context.Context, c step.Call) (string, step.Call, error) {
	s.calls = append(s.calls, c)
	<-ctx.Done()
	return "", step.Call{}, ctx.Err()
}

func TestTimeoutsAndCancellationOfTheBody(t *testing.T) {
	for _, tt := range []struct {
		name   string
		cancel time.Duration
		check  func(*step.Report, error) bool
	}{
		{"timeout", time.Hour, func(r *step.Report, err error) bool {
			h, ok := r.Outcome.(step.HaltedOutcome)
			return err == nil && ok && h.Execution.Category == step.TimedOut
		}},
		{"cancelled", time.Second, func(_ *step.Report, err error) bool {
			var e *step.Error
			return errors.As(err, &e) && e.Code == step.Cancelled && e.Execution != nil && e.Execution.Category == step.WasCancelled
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				stop := time.AfterFunc(tt.cancel, cancel)
				defer stop.Stop()
				w := newWorld()
				w.response = calls(step.Native{}, "read", `{"n":"x"}`)
				r := step.Runner{Protocol: step.Native{}, Model: w, Tools: slow{w}, Recorder: w, ToolTimeout: time.Minute}
				report, err := r.Run(ctx, input())
				if !tt.check(report, err) {
					t.Errorf("got %v, %v", report, err)
				}
				if n := w.count("tool_result"); n != 1 {
					t.Errorf("the result was recorded %d times", n)
				}
			})
		})
	}
}

// panicking is a gateway whose tool panics.
type panicking struct{ *world }

func (p panicking) Execute(context.Context, step.Call) (string, step.Call, error) { panic(secret) }

func TestFaultsOfTheBody(t *testing.T) {
	for name, tt := range map[string]struct {
		err      error
		category step.Category
	}{
		"plain error": {errors.New(secret), step.BodyFailure},
		"deadline":    {fmt.Errorf("%s: %w", secret, context.DeadlineExceeded), step.TimedOut},
		"fault":       {&step.Fault{Category: step.ToolUnavailable, Retryable: true}, step.ToolUnavailable},
		"wrapped":     {fmt.Errorf("%s: %w", secret, &step.Fault{Category: step.InvalidArguments}), step.InvalidArguments},
	} {
		w := newWorld()
		w.response = calls(step.Native{}, "read", `{"n":"x"}`)
		w.fails["execute"] = tt.err
		report, e := w.run(step.Native{}, input())
		if e != nil {
			t.Errorf("%s: %v", name, e)
			continue
		}
		h, ok := report.Outcome.(step.HaltedOutcome)
		if !ok || h.Execution.Category != tt.category || len(w.calls) != 1 || !silent(fmt.Sprintf("%+v %#v", report, report)) {
			t.Errorf("%s: %v", name, report)
		}
	}
	w := newWorld()
	w.response = calls(step.Native{}, "read", `{"n":"x"}`)
	r := step.Runner{Protocol: step.Native{}, Model: w, Tools: panicking{w}}
	report, err := r.Run(t.Context(), input())
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := report.Outcome.(step.HaltedOutcome); !ok || h.Execution.Category != step.BodyPanic {
		t.Errorf("a panic: %v", report)
	}
}

func TestApprovalWithoutApprover(t *testing.T) {
	w := newWorld()
	w.response = calls(step.Native{}, "delete", `{"n":"x"}`)
	r := step.Runner{Protocol: step.Native{}, Model: w, Tools: w}
	report, err := r.Run(t.Context(), input())
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := report.Outcome.(step.HaltedOutcome); !ok || h.Execution.Category != step.ApprovalUnavailable || len(w.calls) != 0 {
		t.Errorf("got %v, %d executions", report, len(w.calls))
	}
}

func TestErrorsKeepTheirCause(t *testing.T) {
	cause := errors.New(secret)
	w := newWorld()
	w.response = says("x")
	w.fails["generate"] = cause
	_, e := w.run(step.Native{}, input())
	if e == nil || !errors.Is(e, cause) || !errors.Is(e, &step.Error{Code: step.ModelFailed}) || !silent(e.Error()) {
		t.Errorf("got %v", e)
	}
}
