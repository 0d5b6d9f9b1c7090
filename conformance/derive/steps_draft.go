package derive

import (
	"slices"

	secrets "github.com/actionconform/conform/conformance/canary"
	play "github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The stand-ins for the secrets planted in the scenarios. No eight characters of one are part of another, or
// of anything a target would say; they are as long as the secrets, since outputs are limited by length.
const (
	promptCanary   = "standinpq7xk2vd9rt4m8wz1"
	argumentCanary = "standinag3jh8wq5nz6c1yt0"
	outputCanary   = "standinou9bf4xm2kd7s3vr6"
	failureCanary  = "standinfl5tz1qh6wp8g2jn4"
	answerCanary   = "standinan4cv9ky3xb6m7ds2"
	nameCanary     = "standinnm8rg2zj5qf1t6hw7"
)

// stepSecret is the form of the secrets that take their places. It is all in small letters: some are names.
var stepSecret = secrets.Form{Alphabet: spec.AlphabetLower, Length: len(promptCanary)}

func canaries() []string {
	return []string{promptCanary, argumentCanary, outputCanary, failureCanary, answerCanary, nameCanary}
}

const (
	taskID     = "task-7"
	providerID = "call-p1"
	finalText  = "The notes have twelve lines. " + answerCanary
	question   = "Which notes do you mean? " + answerCanary
	toolOutput = "twelve lines " + outputCanary
)

// draft is a step in the making: the legal step in which the model calls read_file and the tool succeeds,
// until something is done to it.
type draft struct {
	d       *stepDeriver
	request wire.StepRequest
	script  play.Script
	// call is what the model proposes; nil where it answers or asks instead.
	call *play.Call
	// text is the final answer, question what is asked.
	text, question string
	// beside is the text beside a native call.
	beside value.Value
	// response, where set, is what the model says in the place of what is made of the rest.
	response value.Value
	// accepts and refuses are further actions for the schema of a JSON request.
	accepts, refuses []value.Value
}

func say(role, text string) value.Value {
	return obj(member("role", str(role)), member("content", str(text)))
}

const readSchema = `{"type":"object","properties":{"path":{"type":"string","minLength":1},"limit":{"type":"integer"},
	"range":{"$ref":"#/$defs/range"}},"required":["path"],"additionalProperties":false,
	"$defs":{"range":{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"required":["from"],"additionalProperties":false}}}`

const pathSchema = `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`

func (d *stepDeriver) draft() *draft {
	return &draft{
		d: d,
		request: wire.StepRequest{
			Protocol: d.protocol.ID, TaskID: taskID,
			Messages: value.Array{say("system", "You look after files."), say("user", "How long are the notes? "+promptCanary)},
			Tools: []wire.StepTool{
				{Name: "read_file", Description: "Reads a file.", Parameters: encoded(readSchema)},
				{Name: "delete_file", Description: "Deletes a file.", Parameters: encoded(pathSchema), Approval: true},
				{Name: "list_directory", Description: "Lists a directory.", Parameters: encoded(pathSchema)},
			},
			Model: wire.StepModel{Native: wire.Supported, JSON: wire.Supported},
		},
		script: play.Script{Output: toolOutput, Faults: map[play.Point]wire.FaultReply{}, Decisions: map[play.Point]string{}},
		call:   &play.Call{Name: "read_file", Arguments: arguments("")},
	}
}

// arguments are those of a legal call of read_file, with further members in JSON.
func arguments(more string) value.Value {
	return encoded(`{"path":"notes/` + argumentCanary + `.md","limit":20` + more + `}`)
}

// encoded decodes JSON in which names may begin with $, which the tagged encoding reserves.
func encoded(text string) value.Value {
	v, err := value.Parse([]byte(text))
	if err != nil {
		return value.Null{} // every literal is parsed by the tests of the suite
	}
	return v
}

// tool returns the tool of the catalogue with a name, to be changed.
func (b *draft) tool(name string) *wire.StepTool {
	for i := range b.request.Tools {
		if b.request.Tools[i].Name == name {
			return &b.request.Tools[i]
		}
	}
	return &wire.StepTool{}
}

// approved reports whether the call has to be approved.
func (b *draft) approved() bool { return b.call != nil && b.tool(b.call.Name).Approval }

// answers makes the model answer, asks makes it ask.
func (b *draft) answers() { b.call, b.text = nil, finalText }
func (b *draft) asks()    { b.call, b.question = nil, question }

// said is the response of the model.
func (b *draft) said() value.Value {
	if b.response != nil {
		return b.response
	}
	if !b.d.native {
		return whole(str(string(printed(b.action()))), nil, "stop")
	}
	switch {
	case b.call != nil:
		return whole(b.beside, value.Array{nativeCall(providerID, b.call.Name, b.call.Arguments)}, "tool_calls")
	case b.question != "":
		return whole(b.beside, value.Array{nativeCall(providerID, b.d.control, obj(member("question", str(b.question))))}, "tool_calls")
	}
	return whole(str(b.text), nil, "stop")
}

// action is the tagged object of jingwei-json/1.
func (b *draft) action() value.Object {
	switch {
	case b.call != nil:
		return callAction(b.call.Name, b.call.Arguments)
	case b.question != "":
		return obj(member("action", str("ask_user")), member("question", str(b.question)))
	}
	return obj(member("action", str("final")), member("text", str(b.text)))
}

func callAction(name string, arguments value.Value) value.Object {
	return obj(member("action", str("call_tool")), member("name", str(name)), member("arguments", arguments))
}

func nativeCall(id, name string, arguments value.Value) value.Value {
	return obj(member("id", str(id)), member("name", str(name)), member("arguments", arguments))
}

// whole is a complete response.
func whole(content value.Value, calls value.Array, reason string) value.Value {
	if content == nil {
		content = value.Null{}
	}
	if calls == nil {
		calls = value.Array{}
	}
	return obj(member("content", content), member("toolCalls", calls), member("finishReason", str(reason)), member("incompleteToolCalls", value.Array{}))
}

// step is the step as it stands, without the sequence and the ends.
func (b *draft) step() play.Step {
	s := play.Step{Request: b.request, Script: b.script}
	s.Script.Response = b.said()
	s.Expect.Text = b.text + b.question
	s.Expect.Candidates = b.candidates()
	if b.call != nil {
		call := *b.call
		if b.d.native {
			call.ProviderID = providerID
		}
		s.Expect.Call = &call
	}
	if !b.d.native {
		s.Expect.Accepts = append([]value.Value{
			obj(member("action", str("final")), member("text", str("x"))),
			obj(member("action", str("ask_user")), member("question", str("x"))),
		}, b.accepts...)
		s.Expect.Refuses = append([]value.Value{
			obj(member("action", str("call_tools"))),
			callAction("format_disk", obj()),
			obj(member("action", str("final"))),
		}, b.refuses...)
	}
	return s
}

// candidates are the visible tools in the order of the catalogue.
func (b *draft) candidates() []string {
	out := []string{}
	for _, t := range b.request.Tools {
		if b.request.Visible == nil || slices.Contains(b.request.Visible, t.Name) {
			out = append(out, t.Name)
		}
	}
	return out
}

// complete settles what follows from the sequence and the script.
func (b *draft) complete(e *play.Expectation, s play.Script) {
	e.Output = s.Output
	required := func(p play.Point) bool { return slices.Contains(e.Calls, play.Item{Point: p}) }
	_, callFault := s.Faults[play.RecordCall]
	_, bodyFault := s.Faults[play.Execute]
	tooLong := b.request.Options.OutputLimit > 0 && len(s.Output) > b.request.Options.OutputLimit
	e.Recorded = required(play.RecordCall) && !callFault
	executed := required(play.Execute)
	e.MayComplete = executed && !bodyFault && !tooLong
	e.MayFail = !e.MayComplete || s.Cancel == play.Execute || s.Ran != nil || s.Cancel == play.RecordResult
	if e.MayComplete && !b.d.native && b.call != nil && b.response == nil {
		e.Accepts = append(e.Accepts, callAction(b.call.Name, b.call.Arguments))
	}
}
