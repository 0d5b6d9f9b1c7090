package wire

import "github.com/actionconform/conform/spec/value"

type (
	// ChatRequest asks an agent runtime to run a conversation against a scripted model, of which it knows
	// no more than its address. It is never sent over the adapter protocol: a target of the kind chat
	// plays it.
	ChatRequest struct {
		// Protocol is the table's protocol the choices are written in, Wire the provider's that sends them.
		Protocol string
		Wire     ChatWire
		// Scene names the scenario; the texts of tools and model are made of it.
		Scene string
		// Choices are what the model says, in order. After the last it says the final text.
		Choices []value.Value
		// Stream is how the response is cut into events; empty asks for a plain response.
		Stream Chunking
		// Tool is what becomes of every execution.
		Tool ToolOutcome
		// Endless has the model repeat the last choice, each time with fresh ids, for ever.
		Endless bool
		// System is the instruction of the agent, "" for none.
		System string
		// Follow says that a second prompt of the same conversation follows the first.
		Follow bool
	}

	// ChatObservation is what the wire and the tools saw of one conversation.
	ChatObservation struct {
		Requests   []ChatStep
		Executions []ChatExecution
		// Ends has one entry for each prompt.
		Ends []ChatEnd
		// Budget says that a prompt used up its requests to the model and was refused more.
		Budget bool
	}
	// ChatStep is one request to the model.
	ChatStep struct {
		Prompt   int // 0 for the first prompt, 1 for the one that follows
		Messages []ChatMessage
	}
	// ChatMessage is one entry of the history a request carries.
	ChatMessage struct {
		Role string // system, user, assistant, tool, or what the runtime wrote
		Text string
		// Calls are those of an assistant; Answers is the id of the call a tool's message answers.
		Calls   []ChatCall
		Answers string
	}
	// ChatCall is a call in the history.
	ChatCall struct{ ID, Name, Arguments string }
	// ChatExecution is one execution of a tool, seen by the tool itself.
	ChatExecution struct {
		Prompt int
		// Seen is how many requests the model had had before.
		Seen      int
		Tool      string
		Arguments value.Value
		// Result is what the tool answered, cut to its telling part.
		Result string
	}
	// ChatEnd is how a prompt ended.
	ChatEnd struct {
		Kind EndKind
		// Text is the final text, or the error given to the caller.
		Text string
	}
)

// Operation implements [Request].
func (ChatRequest) Operation() Operation { return OpChat }

func (ChatRequest) request()    {}
func (ChatObservation) answer() {}

// Chunking is how a streamed response is cut into events.
type Chunking string

// The ways of cutting.
const (
	Plain       Chunking = ""            // no stream
	Whole       Chunking = "whole"       // a call an event
	Split       Chunking = "split"       // arguments cut inside characters and escapes, and the bytes anywhere
	Interleaved Chunking = "interleaved" // the fragments of several calls in turn
	Sparse      Chunking = "sparse"      // empty deltas, a usage event, comments between the events
	NoDone      Chunking = "no-done"     // the stream ends without its last event
	Raw         Chunking = "raw"         // a text in the place of an object is streamed as that object's JSON
)

// ToolOutcome is what becomes of an execution.
type ToolOutcome string

// The outcomes.
const (
	ToolWorks    ToolOutcome = ""          // a short result
	ToolFails    ToolOutcome = "failure"   // an error in plain words
	ToolHangs    ToolOutcome = "hang"      // no answer; the connection breaks after a while
	ToolOversize ToolOutcome = "oversize"  // a result of half a mebibyte
	ToolInjects  ToolOutcome = "injection" // a result that talks like the system and like a call
	ToolLeaks    ToolOutcome = "leak"      // an error with a secret and a stack
	ToolEmpty    ToolOutcome = "empty"     // a result without a character
)

// EndKind is how a prompt ended.
type EndKind string

// The ends.
const (
	EndFinal EndKind = "final" // with a text for the caller
	EndError EndKind = "error" // with an error for the caller
	EndDied  EndKind = "died"  // the process ended
	EndOpen  EndKind = "open"  // not at all, within its time
)

func appendChat(dst []byte, r ChatRequest) []byte {
	o := value.Object{
		{Name: "protocol", Value: value.String(r.Protocol)},
		{Name: "scene", Value: value.String(r.Scene)},
		{Name: "choices", Value: value.Array(r.Choices)},
	}
	if r.Wire != ChatCompletions {
		o = withText(o, "wire", string(r.Wire))
	}
	o = withText(o, "stream", string(r.Stream))
	o = withText(o, "tool", string(r.Tool))
	o = withText(o, "system", r.System)
	o = withFlag(o, "endless", r.Endless)
	o = withFlag(o, "follow", r.Follow)
	return value.Append(dst, o)
}

func withText(o value.Object, name, text string) value.Object {
	if text == "" {
		return o
	}
	return append(o, value.Member{Name: name, Value: value.String(text)})
}

func withFlag(o value.Object, name string, set bool) value.Object {
	if !set {
		return o
	}
	return append(o, value.Member{Name: name, Value: value.Bool(true)})
}

// Value is the observation as a value, for reports: what a person needs to see what happened.
func (o ChatObservation) Value() value.Object {
	steps := make(value.Array, 0, len(o.Requests))
	for _, s := range o.Requests {
		steps = append(steps, s.value())
	}
	ran := make(value.Array, 0, len(o.Executions))
	for _, e := range o.Executions {
		ran = append(ran, value.Object{{Name: "tool", Value: value.String(e.Tool)}, {Name: "arguments", Value: e.Arguments}, {Name: "result", Value: value.String(e.Result)}})
	}
	ends := make(value.Array, 0, len(o.Ends))
	for _, e := range o.Ends {
		ends = append(ends, value.Object{{Name: string(e.Kind), Value: value.String(e.Text)}})
	}
	out := value.Object{{Name: "executions", Value: ran}, {Name: "ends", Value: ends}, {Name: "requests", Value: steps}}
	return withFlag(out, "budget", o.Budget)
}

func (s ChatStep) value() value.Value {
	list := make(value.Array, 0, len(s.Messages))
	for _, m := range s.Messages {
		o := value.Object{{Name: "role", Value: value.String(m.Role)}}
		o = withText(o, "text", m.Text)
		if len(m.Calls) > 0 {
			calls := make(value.Array, 0, len(m.Calls))
			for _, c := range m.Calls {
				calls = append(calls, value.Object{{Name: "id", Value: value.String(c.ID)}, {Name: "name", Value: value.String(c.Name)}, {Name: "arguments", Value: value.String(c.Arguments)}})
			}
			o = append(o, value.Member{Name: "calls", Value: calls})
		}
		if m.Role == RoleTool {
			o = append(o, value.Member{Name: "answers", Value: value.String(m.Answers)})
		}
		list = append(list, o)
	}
	return list
}
