package step

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// Runner runs single steps. It keeps nothing between them, and may run several at once if its
// collaborators can.
type Runner struct {
	Protocol Protocol
	Model    Model
	Tools    Tools
	// Guards are all asked, in order, until one denies; none is legal.
	Guards []Guard
	// Approver may be nil where no visible tool requires approval; one that does is then never run.
	Approver Approver
	// Recorder may be nil: nothing is recorded.
	Recorder Recorder
	// NewID makes ids of steps and calls; nil is 128 random bits.
	NewID func() string
	// ToolTimeout bounds an execution; 0 leaves that to the context.
	ToolTimeout time.Duration
}

// Input is what a step starts from.
type Input struct {
	TaskID    string
	Messages  []Message
	Catalogue []Tool // what was granted
	// Visible narrows the catalogue; nil is all of it.
	Visible []string
	// OutputLimit is how many bytes a tool may return; 0 is no limit.
	OutputLimit int
	// Budget is what is left; nil is no bound.
	Budget *Budget
}

// Budget is how many calls of the model and of tools the task may still make.
type Budget struct{ ModelCalls, ToolCalls int }

// run is one step while it lasts.
type run struct {
	*Runner
	ctx     context.Context
	in      Input
	context Context
	visible []Tool
	schemas map[string]*Schema
	// evidence is set once the call is on record.
	evidence *Execution
}

// Run takes one step. The error is an *[Error]. Cancelling ctx stops the step before its next effect; an
// execution that has begun is cancelled and reported as evidence.
func (r *Runner) Run(ctx context.Context, in Input) (*Report, error) {
	s := &run{Runner: r, ctx: ctx, in: in, context: Context{TaskID: in.TaskID, StepID: r.id()}}
	request, e := s.prepare()
	if e != nil {
		return nil, e
	}
	response, e := s.ask(request)
	if e != nil {
		return nil, e
	}
	action, e := s.read(response)
	if e != nil {
		return nil, e
	}
	report := &Report{Context: s.context, Request: request, Response: response}
	switch a := action.(type) {
	case reference.Final:
		report.Outcome = FinalOutcome{Text: a.Text}
	case reference.AskUser:
		report.Outcome = AskOutcome{Question: a.Question}
	case reference.CallTool:
		if report.Outcome, e = s.act(a); e != nil {
			return nil, e
		}
	}
	next, err := r.Protocol.Continue(in.Messages, response, action, s.evidence)
	if err != nil {
		return nil, s.fail(protocolContradicted, err)
	}
	report.Next = next
	return report, nil
}

func (r *Runner) id() string {
	if r.NewID != nil {
		return r.NewID()
	}
	return rand.Text()
}

// fail is the error of the step at this point, with the evidence there is.
func (s *run) fail(code Code, cause error) *Error {
	return &Error{Code: code, Context: s.context, Execution: s.evidence, cause: cause}
}

func (s *run) cancelled() *Error {
	if err := s.ctx.Err(); err != nil {
		return s.fail(Cancelled, err)
	}
	return nil
}

// prepare goes through the stages before anything is asked of anybody.
func (s *run) prepare() (ModelRequest, *Error) {
	none := ModelRequest{}
	if e := s.cancelled(); e != nil {
		return none, e
	}
	granted := map[string]Tool{}
	for _, t := range s.in.Catalogue {
		if _, twice := granted[t.Name]; twice || value.IsBlank(t.Name) {
			return none, s.fail(CatalogInvalid, nil)
		}
		granted[t.Name] = t
	}
	for _, name := range s.in.Visible {
		if _, ok := granted[name]; !ok {
			return none, s.fail(ToolNotVisible, nil)
		}
	}
	s.schemas = map[string]*Schema{}
	for _, t := range s.in.Catalogue {
		if s.in.Visible != nil && !slices.Contains(s.in.Visible, t.Name) {
			continue
		}
		schema, err := Compile(t.Schema)
		if err != nil {
			return none, s.fail(SchemaInvalid, err)
		}
		s.schemas[t.Name] = schema
		s.visible = append(s.visible, t)
	}
	request, err := s.Protocol.Build(s.in.Messages, s.visible)
	if err != nil {
		return none, s.coded(err)
	}
	if s.Model.Supports(s.Protocol.Path()) != Supported {
		return none, s.fail(CapabilityUnsupp, nil)
	}
	request.Context = s.context // whatever the caller's options say
	return request, nil
}

// coded is the error of a protocol, with its code where it is one this project knows.
func (s *run) coded(err error) *Error {
	var refusal *reference.Error
	if errors.As(err, &refusal) {
		return s.fail(Code(refusal.Code), err)
	}
	var own *Error
	if errors.As(err, &own) {
		return s.fail(own.Code, err)
	}
	return s.fail(protocolContradicted, err)
}

// ask records the request, asks the model once, and records what it said.
func (s *run) ask(request ModelRequest) (value.Value, *Error) {
	if b := s.in.Budget; b != nil && b.ModelCalls < 1 {
		return nil, s.fail(TaskBudgetExhausted, nil)
	}
	if e := s.record(RequestEntry{request}); e != nil {
		return nil, e
	}
	if e := s.cancelled(); e != nil {
		return nil, e
	}
	response, err := s.Model.Generate(s.ctx, request)
	if err != nil {
		if e := s.cancelled(); e != nil {
			return nil, e
		}
		return nil, s.fail(ModelFailed, err)
	}
	if e := s.record(ResponseEntry{s.context, response}); e != nil {
		return nil, e
	}
	return response, s.cancelled()
}

// record passes one barrier. What happened is recorded even if the step was cancelled meanwhile.
func (s *run) record(entry Entry) *Error {
	if s.Recorder == nil {
		return nil
	}
	if err := s.Recorder.Record(context.WithoutCancel(s.ctx), entry); err != nil {
		e := s.fail(RecordingFailed, err)
		e.Barrier = entry.Kind()
		return e
	}
	return nil
}

// read makes one action of the response, and of a call one that may be made: visible first, then
// valid (ST-16), whoever the protocol is.
func (s *run) read(response value.Value) (reference.StepAction, *Error) {
	if len(callsOf(response)) > 1 {
		return nil, s.fail(MultipleActions, nil)
	}
	action, err := s.Protocol.Parse(response)
	if err != nil {
		return nil, s.coded(err)
	}
	switch a := action.(type) {
	case reference.CallTool:
		schema, ok := s.schemas[a.Name]
		if !ok {
			return nil, s.fail(ToolNotVisible, nil)
		}
		if _, isObject := a.Arguments.(value.Object); !isObject || !schema.Accepts(a.Arguments) {
			return nil, s.fail(ArgumentsInvalid, nil)
		}
	case reference.Final, reference.AskUser:
	default:
		return nil, s.fail(protocolContradicted, nil)
	}
	return action, nil
}
