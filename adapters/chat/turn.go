package chat

import (
	"fmt"
	"slices"
	"sync"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// turn is one scenario while it is played: what the model still says, and what was seen so far. It is safe
// for concurrent use.
type turn struct {
	id  string
	req wire.ChatRequest

	mu       sync.Mutex
	prompt   int
	asked    int // requests of the prompt at hand
	closed   bool
	late     int // requests after the end
	seen     wire.ChatObservation
	streamed bool // a request asked for a stream
	plain    bool // a request asked for none
	wireName string
	offered  []string // tools the first request offered
}

// ask notes a request to the model and returns what the model says; ok is false where it says nothing any
// more.
func (t *turn) ask(r asked) (says value.Value, id string, final bool, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		t.late++
		return nil, "", false, false
	}
	if t.offered == nil {
		t.offered = r.tools
		if t.offered == nil {
			t.offered = []string{}
		}
	}
	t.wireName = r.wire
	t.streamed = t.streamed || r.stream
	t.plain = t.plain || !r.stream
	if t.asked >= wire.ChatBudget {
		t.seen.Budget = true
		return nil, "", false, false
	}
	n := t.asked
	t.asked++
	t.seen.Requests = append(t.seen.Requests, wire.ChatStep{Prompt: t.prompt, Messages: r.messages})
	// No two responses have one id: runtimes tell their messages apart by it.
	id = fmt.Sprintf("%s-%d", t.id, len(t.seen.Requests))
	says, final = t.req.Says(t.prompt, n), !t.req.Endless && (n >= len(t.req.Choices) || t.prompt > 0)
	if final && slices.Contains(t.offered, finalTool) {
		says = finalCall(t.req.Final(t.prompt))
	}
	return says, id, final, true
}

// execute notes an execution and returns what the tool answers.
func (t *turn) execute(tool string, arguments value.Value) (text string, failed bool, hangs bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.seen.Executions)
	t.seen.Executions = append(t.seen.Executions, wire.ChatExecution{
		Prompt: t.prompt, Seen: len(t.seen.Requests), Tool: tool, Arguments: arguments, Result: t.req.Token(n),
	})
	text, failed = t.req.Result(n)
	return text, failed, t.req.Tool == wire.ToolHangs
}

func (t *turn) next(prompt int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.prompt, t.asked = prompt, 0
}

func (t *turn) end(e wire.ChatEnd) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen.Ends = append(t.seen.Ends, e)
}

// finish closes the turn and returns what was seen.
func (t *turn) finish() wire.ChatObservation {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	return wire.ChatObservation{
		Requests: append([]wire.ChatStep(nil), t.seen.Requests...), Executions: append([]wire.ChatExecution(nil), t.seen.Executions...),
		Ends: append([]wire.ChatEnd(nil), t.seen.Ends...), Budget: t.seen.Budget,
	}
}

// asked is a request to the model, whichever wire it came by.
type asked struct {
	wire     string // openai-chat, openai-responses, anthropic
	stream   bool
	messages []wire.ChatMessage
	tools    []string
}

// finalTool is the tool by which some runtimes want the model to give its final text.
const finalTool = "final_answer"

// finalCall is the choice that gives a final text by that tool.
func finalCall(text string) value.Value {
	arguments, err := value.Print(value.Object{{Name: "answer", Value: value.String(text)}})
	if err != nil {
		return value.Null{}
	}
	call := value.Object{
		{Name: "id", Value: value.String("call-final")}, {Name: "type", Value: value.String("function")},
		{Name: "function", Value: value.Object{{Name: "name", Value: value.String(finalTool)}, {Name: "arguments", Value: value.String(arguments)}}},
	}
	return value.Object{
		{Name: "message", Value: value.Object{{Name: "role", Value: value.String(wire.RoleAssistant)}, {Name: "content", Value: value.Null{}}, {Name: "tool_calls", Value: value.Array{call}}}},
		{Name: "finish_reason", Value: value.String("tool_calls")},
	}
}
