package step_test

import (
	"context"
	"errors"
	"strings"

	"github.com/actionconform/conform/reference/step"
	"github.com/actionconform/conform/spec/value"
)

// secret is part of every prompt, argument, output and failure of a world.
const secret = "s3cr3t"

// world plays every collaborator of a step and keeps the ledger of what it was asked.
type world struct {
	response value.Value
	output   string
	support  step.Support
	ran      func(step.Call) step.Call
	// fails are the points that fail; cancelAt is one during which the step is cancelled.
	fails    map[string]error
	allow    bool
	approval step.Approval
	cancelAt string
	cancel   context.CancelFunc

	asked    []string // points, in order
	requests []step.ModelRequest
	calls    []step.Call // executed
	recorded []step.Entry
}

func newWorld() *world {
	return &world{support: step.Supported, allow: true, approval: step.Granted, output: "out " + secret, fails: map[string]error{}}
}

// at enters a point and does what is to happen there.
func (w *world) at(point string) error {
	w.asked = append(w.asked, point)
	if w.cancelAt == point && w.cancel != nil {
		w.cancel()
	}
	return w.fails[point]
}

func (w *world) Supports(step.Path) step.Support { return w.support }

func (w *world) Generate(_ context.Context, r step.ModelRequest) (value.Value, error) {
	w.requests = append(w.requests, r)
	return w.response, w.at("generate")
}

func (w *world) Execute(_ context.Context, c step.Call) (string, step.Call, error) {
	w.calls = append(w.calls, c)
	ran := c
	if w.ran != nil {
		ran = w.ran(c)
	}
	return w.output, ran, w.at("execute")
}

func (w *world) Evaluate(context.Context, step.Call) (bool, error) { return w.allow, w.at("guard") }

func (w *world) Authorize(context.Context, step.Call) (step.Approval, error) {
	return w.approval, w.at("approval")
}

func (w *world) Record(_ context.Context, e step.Entry) error {
	w.recorded = append(w.recorded, e)
	return w.at(string(e.Kind()))
}

// run takes one step in the world.
func (w *world) run(p step.Protocol, in step.Input) (*step.Report, *step.Error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w.cancel = cancel
	if w.cancelAt == "start" {
		cancel()
	}
	r := step.Runner{Protocol: p, Model: w, Tools: w, Guards: []step.Guard{w}, Approver: w, Recorder: w}
	report, err := r.Run(ctx, in)
	if err == nil {
		return report, nil
	}
	var e *step.Error
	if !errors.As(err, &e) {
		panic("an error that is not *step.Error: " + err.Error())
	}
	return report, e
}

func (w *world) count(point string) int {
	n := 0
	for _, a := range w.asked {
		if a == point {
			n++
		}
	}
	return n
}

func parsed(text string) value.Value {
	v, err := value.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}

func tool(name string, approval bool) step.Tool {
	return step.Tool{Name: name, Approval: approval, Schema: parsed(`{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"required":["n"],"additionalProperties":false,"$defs":{"n":{"type":"string"}}}`)}
}

func input() step.Input {
	return step.Input{TaskID: "task", Catalogue: []step.Tool{tool("read", false), tool("delete", true)},
		Messages: []step.Message{{{Name: "role", Value: value.String("user")}, {Name: "content", Value: value.String("do it " + secret)}}}}
}

// calls is a response that calls a tool, in each protocol.
func calls(p step.Protocol, name, arguments string) value.Value {
	if _, native := p.(step.Native); native {
		return parsed(`{"content":null,"toolCalls":[{"id":"p1","name":"` + name + `","arguments":` + arguments + `}],"finishReason":"tool_calls","incompleteToolCalls":[]}`)
	}
	return says(`{"action":"call_tool","name":"` + name + `","arguments":` + arguments + `}`)
}

// says is a response with a text.
func says(text string) value.Value {
	quoted := string(value.Encode(value.String(text)))
	return parsed(`{"content":` + quoted + `,"toolCalls":[],"finishReason":"stop","incompleteToolCalls":[]}`)
}

func answers(p step.Protocol, text string) value.Value {
	if _, native := p.(step.Native); native {
		return says(text)
	}
	return says(`{"action":"final","text":"` + text + `"}`)
}

func protocols() map[string]step.Protocol {
	return map[string]step.Protocol{"native": step.Native{}, "json": step.JSON{}}
}

// silent reports whether none of the texts holds the secret.
func silent(texts ...string) bool {
	for _, t := range texts {
		if strings.Contains(t, secret) {
			return false
		}
	}
	return true
}
