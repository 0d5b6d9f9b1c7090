//go:build unix

package stdio_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// playSteps is a target that does in a step what its task id says.
func playSteps(p *peer) {
	p.hello()
	ask := func(method, params string) {
		p.say(`{"jsonrpc":"2.0","id":77,"method":"` + method + `","params":` + params + `}`)
	}
	line := func() string {
		l, err := p.in.ReadString('\n')
		if err != nil {
			os.Exit(0)
		}
		return l
	}
	for {
		r := p.next()
		call := `{"step":"` + r.Params.Step + `","call":{"name":"ls","arguments":{}}}`
		final := func(text string) {
			quoted, _ := json.Marshal(text)
			p.result(r, `{"outcome":"final","text":`+string(quoted)+`,"context":{"taskId":"t","stepId":"s"},"nextMessages":[]}`)
		}
		switch r.Params.Task {
		case "one after the other":
			ask("guard/evaluate", call)
			first := line()
			ask("tool/execute", call)
			final(first + line())
		case "at once": // asks twice and answers without waiting
			ask("guard/evaluate", call)
			ask("tool/execute", call)
			final("at once")
			line()
			line()
		case "cancelled meanwhile":
			ask("tool/execute", call)
			final(line() + line())
		case "unknown step":
			ask("tool/execute", strings.Replace(call, r.Params.Step, "nobody", 1))
			final(line())
		case "after the end":
			final("done")
			ask("tool/execute", call)
			for { // the next request may come before the refusal
				l := line()
				if strings.Contains(l, `"error"`) {
					break
				}
				var next request
				if json.Unmarshal([]byte(l), &next) == nil {
					p.ok(next)
				}
			}
		case "malformed":
			ask("tool/execute", `{"step":"`+r.Params.Step+`"}`)
			final(line())
		case "without an id":
			p.say(`{"jsonrpc":"2.0","method":"tool/execute","params":` + call + `}`)
			final("done")
		case "silent":
			ask("tool/execute", call)
			forever()
		default:
			p.ok(r)
		}
	}
}

// play are callbacks that note what they are asked.
type play struct {
	cancelled chan struct{}
	cancelAt  string

	mu    sync.Mutex
	asked []string
	late  []string
}

func newPlay() *play { return &play{cancelled: make(chan struct{})} }

func (p *play) Cancelled() <-chan struct{} { return p.cancelled }

func (p *play) Call(_ context.Context, c wire.Callback) (wire.Reply, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, c.Method())
	if c.Method() == p.cancelAt {
		close(p.cancelled)
	}
	if e, ok := c.(wire.ToolExecute); ok {
		return wire.ToolReply{Output: "out", Ran: e.Call}, nil
	}
	return wire.Decision{Decision: wire.DecisionAllow}, nil
}

func (p *play) Late(c wire.Callback) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.late = append(p.late, c.Method())
}

func (p *play) methods() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

func stepOf(id, task string, p *play) wire.StepRequest {
	return wire.StepRequest{Protocol: "p/1", Step: id, TaskID: task, Callbacks: p}
}

func TestCallbacksOfASteps(t *testing.T) {
	f := start(t, "steps", nil)
	for _, tt := range []struct {
		task, cancelAt string
		asked          []string
		says           []string // in the final text, which holds what the target was answered
	}{
		{task: "one after the other", asked: []string{"guard/evaluate", "tool/execute"}, says: []string{`"decision":"allow"`, `"output":"out"`}},
		{task: "at once", asked: []string{"guard/evaluate", "tool/execute"}, says: []string{"at once"}},
		{task: "cancelled meanwhile", cancelAt: "tool/execute", asked: []string{"tool/execute"},
			says: []string{`{"jsonrpc":"2.0","method":"cancel","params":{"step":"cancelled meanwhile"}}` + "\n" + `{"jsonrpc":"2.0","id":77,"result":`}},
		{task: "unknown step", says: []string{"no step with this id is running"}},
		{task: "without an id", says: []string{"done"}},
	} {
		t.Run(tt.task, func(t *testing.T) {
			p := newPlay()
			p.cancelAt = tt.cancelAt
			got, err := f.Do(t.Context(), stepOf(tt.task, tt.task, p))
			if err != nil {
				t.Fatal(err)
			}
			r, ok := got.(wire.StepReport)
			if !ok || r.Outcome != wire.OutcomeFinal {
				t.Fatalf("answered %#v", got)
			}
			for _, s := range tt.says {
				if !strings.Contains(r.Text, s) {
					t.Errorf("the target was not told %q:\n%s", s, r.Text)
				}
			}
			if !slices.Equal(p.methods(), tt.asked) {
				t.Errorf("asked for %v", p.methods())
			}
		})
	}
	d := f.Diagnostics()
	if d.UnknownSteps != 1 || d.UnnumberedCallbacks != 1 || d.Requests != 0 || d.Starts != 1 || len(d.Callbacks) != 2 || d.Callbacks[0] != "tool/execute for step nobody" {
		t.Errorf("%+v", d)
	}
	if h := strings.Join(d.Hints(), "; "); !strings.Contains(h, "a step that was never begun") || !strings.Contains(h, "had no id") {
		t.Errorf("hints: %s", h)
	}
}

func TestCallbacksAfterTheEnd(t *testing.T) {
	f := start(t, "steps", nil)
	p := newPlay()
	if _, err := f.Do(t.Context(), stepOf("late one", "after the end", p)); err != nil {
		t.Fatal(err)
	}
	f.good("good") // answered only after the target has asked
	if len(p.methods()) != 0 || !slices.Equal(p.late, []string{"tool/execute"}) {
		t.Errorf("the late callback was not entered as late: %v, %v", p.methods(), p.late)
	}
	if d := f.Diagnostics(); d.LateCallbacks != 1 || d.Callbacks[0] != "tool/execute for step late one" {
		t.Errorf("%+v", d)
	}
}

func TestStepsThatFail(t *testing.T) {
	f := start(t, "steps", func(o *stdio.Options) { o.CallTimeout = 2 * time.Second })
	p := newPlay()
	_, err := f.Do(t.Context(), stepOf("one", "malformed", p))
	wantFailure(t, err, adapters.Garbage, "the callback tool/execute is malformed", "call is missing")
	if len(p.methods()) != 0 {
		t.Errorf("a malformed callback was played: %v", p.methods())
	}
	f.good("good") // the same process goes on
	p = newPlay()
	_, err = f.Do(t.Context(), stepOf("two", "silent", p))
	wantFailure(t, err, adapters.Hung, "no answer within 2s")
	if !slices.Equal(p.methods(), []string{"tool/execute"}) {
		t.Errorf("asked for %v", p.methods())
	}
	f.good("good") // and after a hang another one does
}

// TestServeSteps connects the two ends: a target that runs a command which serves a target that asks.
func TestServeSteps(t *testing.T) {
	asks := inprocess.New(wire.Hello{Name: "asks"}, func(ctx context.Context, req wire.Request) wire.Answer {
		r := req.(wire.StepRequest)
		reply, err := r.Callbacks.Call(ctx, wire.ToolExecute{Call: wire.RuntimeCall{ID: "r", Name: "ls", Arguments: value.Object{}}})
		text := "not cancelled"
		select {
		case <-r.Callbacks.Cancelled():
			text = "cancelled"
		default:
		}
		if o, ok := reply.(wire.ToolReply); ok && err == nil {
			text += ", " + o.Output
		}
		return wire.StepReport{Outcome: wire.OutcomeFinal, Text: text, NextMessages: value.Array{}}
	})
	defer asks.Close()
	fromHarness, toTarget, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromTarget, toHarness, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() {
		served <- stdio.Serve(t.Context(), fromHarness, toHarness, asks)
		toHarness.Close()
	}()
	lines := make(chan string, 16)
	go func() {
		defer close(lines)
		buf := make([]byte, 0, 4096)
		chunk := make([]byte, 4096)
		for {
			n, err := fromTarget.Read(chunk)
			buf = append(buf, chunk[:n]...)
			for {
				i := slices.Index(buf, '\n')
				if i < 0 {
					break
				}
				lines <- string(buf[:i])
				buf = buf[i+1:]
			}
			if err != nil {
				return
			}
		}
	}()
	write := func(s string) {
		if _, err := toTarget.WriteString(s + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"jsonrpc":"2.0","id":5,"method":"step","params":{"protocol":"p/1","step":"a","taskId":"t"}}`)
	asked := <-lines
	if !strings.Contains(asked, `"method":"tool/execute","params":{"step":"a","call":{"id":"r"`) {
		t.Fatalf("asked %s", asked)
	}
	var callback struct{ ID json.RawMessage }
	if err := json.Unmarshal([]byte(asked), &callback); err != nil {
		t.Fatal(err)
	}
	write(`{"jsonrpc":"2.0","method":"cancel","params":{"step":"a"}}`)
	write(`{"jsonrpc":"2.0","id":` + string(callback.ID) + `,"result":{"output":"out","ran":{"name":"ls","arguments":{}}}}`)
	if answer := <-lines; !strings.Contains(answer, `"id":5,"result":{"outcome":"final","text":"cancelled, out"`) {
		t.Errorf("answered %s", answer)
	}
	// A step that still waits when the input ends does not keep the server from ending.
	write(`{"jsonrpc":"2.0","id":6,"method":"step","params":{"protocol":"p/1","step":"b","taskId":"t"}}`)
	<-lines
	toTarget.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for range lines {
	}
	fromTarget.Close()
	fromHarness.Close()
}
