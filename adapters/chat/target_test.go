package chat_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/chat"
	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// launcherVariable makes this test binary a launcher of the named behaviour.
const (
	launcherVariable = "CONFORM_TEST_LAUNCHER"
	wireVariable     = "CONFORM_TEST_WIRE"
)

func TestMain(m *testing.M) {
	behaviour := os.Getenv(launcherVariable)
	if behaviour == "" {
		os.Exit(m.Run())
	}
	w := wire.ChatWire(os.Getenv(wireVariable))
	if w == "" {
		w = wire.ChatCompletions
	}
	if behaviour == "garbage" {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println("thinking about", len(lines.Text()))
			_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"id": 7})
		}
		os.Exit(0)
	}
	answer := behave(behaviour, w)
	if err := agent.Serve(context.Background(), os.Stdin, os.Stdout, answer); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

func launcher(t *testing.T, behaviour string) *chat.Target {
	t.Helper()
	return launcherOn(t, behaviour, wire.ChatCompletions)
}

func launcherOn(t *testing.T, behaviour string, w wire.ChatWire) *chat.Target {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	target := chat.New(chat.Options{
		Command: []string{self}, Env: append(os.Environ(), launcherVariable+"="+behaviour, wireVariable+"="+string(w)), StartTimeout: 3 * time.Second, TurnTimeout: 3 * time.Second,
	})
	t.Cleanup(func() { _ = target.Close() })
	return target
}

func run(t *testing.T, target adapters.Target, cases ...string) *conformance.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	r, err := conformance.Run(ctx, target, conformance.Options{Level: spec.Should, CallTimeout: -1, Selection: conformance.Selection{Cases: cases}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAStrictAgentMeetsTheClassInFullOnEveryWire(t *testing.T) {
	for _, w := range wire.ChatWires() {
		t.Run(string(w), func(t *testing.T) {
			began := time.Now()
			r := run(t, launcherOn(t, "strict", w), w.Protocol()+"/chat/*")
			if len(r.Results) < 300 || r.Counts.Passed != len(r.Results) {
				t.Errorf("%d scenarios: %+v", len(r.Results), r.Counts)
				for _, res := range r.Results {
					if res.Status != conformance.Pass {
						t.Errorf("%s %s %v %v", res.Case.ID, res.Status, res.Findings, res.Failure)
					}
				}
			}
			for _, c := range r.Classes {
				if c.Name == "chat" && c.State != conformance.ClassMet {
					t.Errorf("class chat is %s", c.State)
				}
			}
			if r.Results[0].Outcome == "" {
				t.Error("no outcome is told of a scenario that passed")
			}
			t.Logf("%d scenarios in %v", len(r.Results), time.Since(began))
			if took := time.Since(began); took > 50*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestANaiveAgentIsFoundOnEveryWire(t *testing.T) {
	for _, w := range wire.ChatWires() {
		t.Run(string(w), func(t *testing.T) {
			of := w.Protocol() + "/chat/"
			r := run(t, launcherOn(t, "naive", w), of+"call/arguments/*", of+"call/finish/*", of+"call/name/*", of+"call/id/*", of+"tool/leak/*")
			plain, streamed := map[string]bool{}, map[string]bool{}
			for _, res := range r.Results {
				broken := plain
				if asked, _ := res.Case.Requests[0].(wire.ChatRequest); asked.Stream != wire.Plain {
					broken = streamed
				}
				for _, f := range res.Findings {
					broken[f.Requirement] = true
				}
			}
			for _, want := range []string{"CH-01", "CH-05", "CH-06", "CH-07", "CH-14"} {
				if !plain[want] {
					t.Errorf("%s was not found broken", want)
				}
				if !streamed[want] && (want != "CH-05" || w != wire.ChatResponses) { // whose streams end by a name
					t.Errorf("%s was not found broken in streams", want)
				}
			}
		})
	}
}

func TestScenariosOfOtherWiresAreNotPlayed(t *testing.T) {
	hello, err := launcherOn(t, "strict", wire.ChatMessages).Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := hello.Capabilities; !slices.Equal(got.Protocols, []string{"anthropic-messages/1"}) || !slices.Contains(got.Chat, "anthropic-messages") || slices.Contains(got.Chat, "openai-chat") {
		t.Errorf("claims %v %v", got.Protocols, got.Chat)
	}
}

func TestALauncherThatUsesItsEnvironmentIsGivenOnePromptAtATime(t *testing.T) {
	target := launcher(t, "environment")
	r := run(t, target, "openai-chat/1/chat/call/group/*", "openai-chat/1/chat/talk/*")
	if r.Counts.Passed != len(r.Results) {
		t.Errorf("%d scenarios: %+v", len(r.Results), r.Counts)
	}
	if !slices.ContainsFunc(target.Notes(), func(n string) bool { return strings.Contains(n, "environment") }) {
		t.Errorf("the notes do not say so: %q", target.Notes())
	}
}

func TestLaunchersNothingCanBeTestedBehindAreUntested(t *testing.T) {
	for behaviour, want := range map[string]struct {
		kind   adapters.FailureKind
		detail string
	}{
		"never":   {adapters.NoRequest, "no request to the model within"},
		"ignores": {adapters.NoRequest, "without asking the model"},
		"garbage": {adapters.NoRequest, "no request to the model within"},
		"dies":    {adapters.Crashed, "exit status 3"},
		"loops":   {adapters.BadHello, "for ever"},
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			r := run(t, launcher(t, behaviour), "openai-chat/1/chat/call/shape/*")
			if r.NotStarted == nil || r.NotStarted.Kind != want.kind || !strings.Contains(r.NotStarted.Detail, want.detail) {
				t.Fatalf("got %v, want %s with %q", r.NotStarted, want.kind, want.detail)
			}
			if r.Counts.Untested != len(r.Results) || r.ExitCode() != 3 {
				t.Errorf("%+v, exit code %d: nothing is to be judged", r.Counts, r.ExitCode())
			}
		})
	}
}

func TestALauncherThatDiesIsACrashOfItsCase(t *testing.T) {
	r := run(t, launcher(t, "dies later"), "openai-chat/1/chat/call/shape/null")
	if r.Counts.Errors != 1 {
		t.Fatalf("%+v", r.Counts)
	}
	f := r.Results[0].Failure
	if f.Kind != adapters.Crashed || !strings.Contains(f.Stderr, "out of memory") {
		t.Errorf("got %+v", f)
	}
}

func TestOtherRequestsAreNotForLaunchers(t *testing.T) {
	_, err := launcher(t, "strict").Do(t.Context(), wire.DecodeRequest{Protocol: "openai-chat/1"})
	var f *adapters.Failure
	if !errors.As(err, &f) || f.Kind != adapters.ShimError {
		t.Errorf("got %v", err)
	}
}
