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
	// probing says that the scenario is a legal call on whichever wire the first request comes by.
	probing bool

	mu       sync.Mutex
	prompt   int
	asked    int // requests of the prompt at hand
	closed   bool
	late     int // requests after the end
	seen     wire.ChatObservation
	streamed bool                          // a request asked for a stream
	plain    bool                          // a request asked for none
	offered  []string                      // tools the first request offered
	items    map[string]wire.ChatMessage   // what was said, by the ids of its items
	talks    map[string][]wire.ChatMessage // whole conversations, by the ids of their last responses
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
	if t.probing && t.req.Choices == nil {
		t.req.Wire = r.wire
		t.req.Choices = []value.Value{r.wire.Call("call-0", wire.ToolLookup, value.Object{{Name: "path", Value: value.String("README.md")}})}
	}
	if r.wire != t.req.Wire {
		return nil, "", false, false
	}
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
		says = t.req.Wire.Call("call-final", finalTool, value.Object{{Name: "answer", Value: value.String(t.req.Final(t.prompt))}})
	}
	t.remember(r, says, id)
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
	wire     wire.ChatWire
	stream   bool
	messages []wire.ChatMessage
	tools    []string
}

// finalTool is the tool by which some runtimes want the model to give its final text.
const finalTool = "final_answer"

// remember keeps what a response said where later requests may only point at it. t.mu is held.
func (t *turn) remember(r asked, says value.Value, id string) {
	if r.wire != wire.ChatResponses {
		return
	}
	if t.items == nil {
		t.items, t.talks = map[string]wire.ChatMessage{}, map[string][]wire.ChatMessage{}
	}
	talk := append([]wire.ChatMessage(nil), r.messages...)
	list, _ := get(says, "output").(value.Array)
	for _, item := range list {
		text, err := value.Print(item)
		if err != nil {
			continue
		}
		if m, ok := readInput(text, nil); ok {
			talk = append(talk, m)
			t.items[textAt(item, "id")] = m
		}
	}
	t.talks["resp_"+id] = talk
}

// said is what an item of an earlier response said.
func (t *turn) said(item string) (wire.ChatMessage, bool) {
	if t == nil {
		return wire.ChatMessage{}, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	m, ok := t.items[item]
	return m, ok
}

// history is the conversation up to an earlier response, without its instruction, which is not kept.
func (t *turn) history(response string) (out []wire.ChatMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range t.talks[response] {
		if m.Role != wire.RoleSystem {
			out = append(out, m)
		}
	}
	return out
}
