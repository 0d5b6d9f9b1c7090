package step

import (
	"context"

	"github.com/actionconform/conform/spec/value"
)

// Model answers a request with one complete response, in the shape of native-tool/1 and jingwei-json/1.
type Model interface {
	// Supports says whether the model can be asked in this way.
	Supports(Path) Support
	Generate(ctx context.Context, r ModelRequest) (value.Value, error)
}

// Path is a way of asking a model for an action.
type Path string

// The paths.
const (
	NativePath Path = "native" // function calls
	JSONPath   Path = "json"   // output held to a JSON Schema
)

// Support says whether a model has a capability. What is unknown is not there.
type Support string

// The states of a capability.
const (
	Supported   Support = "supported"
	Unsupported Support = "unsupported"
	Unknown     Support = "unknown"
)

// Tools runs calls. Execute is called at most once in a step, and may be the only thing with an effect.
type Tools interface {
	// Execute returns what the tool said and the call the gateway made of it. A failure is a *[Fault];
	// any other error is a failure of the tool's body.
	Execute(ctx context.Context, c Call) (output string, ran Call, err error)
}

// Guard may deny a call; it cannot grant anything. An error denies it too.
type Guard interface {
	Evaluate(ctx context.Context, c Call) (allow bool, err error)
}

// Approver asks whoever has to approve a call.
type Approver interface {
	Authorize(ctx context.Context, c Call) (Approval, error)
}

// Approval is the answer of an [Approver]. Whatever is not Granted is none.
type Approval string

// The answers.
const (
	Granted           Approval = "granted"
	Denied            Approval = "denied"
	NobodyThere       Approval = "unavailable"
	unknownPermission Approval = ""
)

// Recorder appends to the record of the task. An error stops the step at this barrier.
type Recorder interface {
	Record(ctx context.Context, e Entry) error
}

// Entry is one record. The set of implementations is closed.
//
//sumtype:decl
type Entry interface {
	// Kind names the record, and the barrier where it fails.
	Kind() Barrier
	entry()
}

// Barrier is the record a step stops at.
type Barrier string

// The four barriers.
const (
	RequestBarrier  Barrier = "model_request"
	ResponseBarrier Barrier = "model_result"
	CallBarrier     Barrier = "tool_call"
	ResultBarrier   Barrier = "tool_result"
)

type (
	// RequestEntry records what the model is about to be sent.
	RequestEntry struct{ Request ModelRequest }
	// ResponseEntry records what it said.
	ResponseEntry struct {
		Context  Context
		Response value.Value
	}
	// CallEntry records the call that is about to be made.
	CallEntry struct{ Call Call }
	// ResultEntry records what became of it.
	ResultEntry struct{ Execution Execution }
)

// Kind implements [Entry].
func (RequestEntry) Kind() Barrier  { return RequestBarrier }
func (ResponseEntry) Kind() Barrier { return ResponseBarrier }
func (CallEntry) Kind() Barrier     { return CallBarrier }
func (ResultEntry) Kind() Barrier   { return ResultBarrier }

func (RequestEntry) entry()  {}
func (ResponseEntry) entry() {}
func (CallEntry) entry()     {}
func (ResultEntry) entry()   {}

// Fault is the failure of a tool, as its gateway tells it.
type Fault struct {
	Category  Category
	Retryable bool // a diagnostic, never a licence to retry
}

// Error names the category and nothing else.
func (f *Fault) Error() string { return "the tool failed: " + string(f.Category) }
