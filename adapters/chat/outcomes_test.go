package chat_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

const oneCase = "openai-chat/1/chat/call/example"

func TestALauncherThatAsksTooLateIsUntested(t *testing.T) {
	t.Parallel()
	for behaviour, status := range map[string]conformance.Status{"late": conformance.Untested, "late later": conformance.Untested} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			target := launcher(t, behaviour)
			r := run(t, target, oneCase)
			if got := r.Results[0]; got.Status != status || len(got.Findings) > 0 {
				t.Errorf("%s %v %v: nothing is to be judged", got.Status, got.Findings, got.Failure)
			}
			if r.ExitCode() != 3 {
				t.Errorf("exit code %d", r.ExitCode())
			}
			late := func() bool {
				return slices.ContainsFunc(target.Notes(), func(n string) bool { return strings.Contains(n, "after their conversation had ended") })
			}
			for until := time.Now().Add(10 * time.Second); !late() && time.Now().Before(until); {
				time.Sleep(10 * time.Millisecond)
			}
			if !late() {
				t.Errorf("the notes do not say that requests came late: %q", target.Notes())
			}
		})
	}
}

func TestALauncherThatLoopsForEverIsFoundAndStopped(t *testing.T) {
	t.Parallel()
	r := run(t, launcher(t, "loops later"), oneCase)
	got := r.Results[0]
	if got.Status != conformance.Fail || !slices.Contains(requirements(got), "CH-10") {
		t.Fatalf("%s %v %v", got.Status, got.Findings, got.Failure)
	}
	seen, ok := got.Answers[0].(wire.ChatObservation)
	if !ok || !seen.Budget || len(seen.Requests) != wire.ChatBudget {
		t.Errorf("%d requests were answered, budget used up: %t", len(seen.Requests), seen.Budget)
	}
	if class := seen.Class(got.Case.Requests[0].(wire.ChatRequest), true); class != wire.Looped {
		t.Errorf("the class is %q", class)
	}
}

func TestALauncherThatStopsAskingLeavesTheRestUntested(t *testing.T) {
	t.Parallel()
	r := run(t, launcher(t, "never later"), "openai-chat/1/chat/call/shape/*")
	if r.Counts.Untested != len(r.Results) || r.ExitCode() != 3 {
		t.Errorf("%+v, exit code %d", r.Counts, r.ExitCode())
	}
}

func TestALauncherThatAnswersByItselfIsNotJudged(t *testing.T) {
	t.Parallel()
	r := run(t, launcher(t, "ignores later"), oneCase)
	if got := r.Results[0]; got.Status != conformance.Untested || got.Failure.Kind != adapters.NoRequest {
		t.Errorf("%s %v %v", got.Status, got.Findings, got.Failure)
	}
}

func TestARunEndsWithinItsDeadline(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"never", "never later", "loops later"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			r, err := conformance.Run(context.Background(), launcher(t, behaviour), conformance.Options{
				CallTimeout: -1, Deadline: 1500 * time.Millisecond, Selection: conformance.Selection{Cases: []string{"openai-chat/1/chat/call/*"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > 12*time.Second {
				t.Errorf("took %v", took)
			}
			if r.ExitCode() == 0 || r.Counts.Passed > 0 {
				t.Errorf("exit code %d, %+v", r.ExitCode(), r.Counts)
			}
		})
	}
}

func TestAToolThatHangsIsLetGoAfterAWhile(t *testing.T) {
	t.Parallel()
	r := run(t, launcher(t, "strict"), "openai-chat/1/chat/tool/hang/*")
	if r.Counts.Passed != len(r.Results) || len(r.Results) == 0 {
		t.Errorf("%+v", r.Counts)
	}
	r = run(t, launcher(t, "stuck later"), "openai-chat/1/chat/tool/hang/one")
	got := r.Results[0]
	if got.Status != conformance.Fail || !slices.Contains(requirements(got), "CH-10") {
		t.Errorf("a runtime that hangs with its tool: %s %v %v", got.Status, got.Findings, got.Failure)
	}
}

func requirements(r conformance.Result) (out []string) {
	for _, f := range r.Findings {
		out = append(out, f.Requirement)
	}
	return out
}

func TestExecutionsOverMCPAreSeen(t *testing.T) {
	t.Parallel()
	for tool, says := range map[wire.ToolOutcome]string{wire.ToolWorks: "false record-", wire.ToolFails: "true record-", wire.ToolEmpty: "false ", wire.ToolHangs: ""} {
		t.Run(string(tool), func(t *testing.T) {
			t.Parallel()
			call := wire.ChatCompletions.Call("call-1", wire.ToolLookup, value.Object{{Name: "path", Value: value.String("README.md")}})
			got, err := launcher(t, "mcp later").Do(t.Context(), wire.ChatRequest{Protocol: "openai-chat/1", Wire: wire.ChatCompletions, Scene: "mcp", Choices: []value.Value{call}, Tool: tool})
			if err != nil {
				t.Fatal(err)
			}
			seen := got.(wire.ChatObservation)
			if len(seen.Executions) != 1 || seen.Executions[0].Tool != wire.ToolLookup || !value.Equal(seen.Executions[0].Arguments, value.Object{{Name: "path", Value: value.String("README.md")}}) {
				t.Errorf("executions %v", seen.Executions)
			}
			end := seen.Ends[0]
			if tool == wire.ToolHangs {
				if end.Kind != wire.EndError {
					t.Errorf("a tool that hangs ended with %v", end)
				}
				return
			}
			if end.Kind != wire.EndFinal || !strings.HasPrefix(end.Text, says) {
				t.Errorf("ended with %v", end)
			}
		})
	}
}
