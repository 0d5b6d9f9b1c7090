package wire

import (
	"context"

	"github.com/actionconform/conform/spec/value"
)

type (
	// StepRequest asks for one step: one decision of the model, and at most one execution of a tool.
	// The target reaches the model, the tools and the other collaborators through Callbacks.
	StepRequest struct {
		Protocol string
		// Step is the id the harness gave the step; every callback of the step carries it. It is not
		// the StepId of the decision context, which the target makes.
		Step string
		// TaskID is the caller's, for any number of steps.
		TaskID string
		// Messages is the conversation so far, each an object {role, content, toolCalls, toolCallId}.
		Messages value.Array
		// Tools is the catalogue that was granted, in order.
		Tools []StepTool
		// Visible narrows the catalogue; nil is all of it, empty none.
		Visible []string
		// Model says which ways of answering the model supports.
		Model StepModel
		// Options are the caller's.
		Options StepOptions
		// Cancelled says that the step was cancelled before it began.
		Cancelled bool
		// Callbacks reaches the collaborators. It is not part of the JSON form: there a callback is a
		// request of the target.
		Callbacks Callbacks
	}
	// StepTool is one tool of the catalogue.
	StepTool struct {
		Name        string
		Description string
		// Parameters is the JSON Schema of the arguments.
		Parameters value.Value
		// Approval says that every call has to be authorised.
		Approval bool
	}
	// StepModel says what the model supports.
	StepModel struct{ Native, JSON Support }
	// StepOptions are what a caller passes along with a step.
	StepOptions struct {
		// Context is a decision context that a careless caller left in the options; the target has to
		// put its own in its place. Nil is none.
		Context *DecisionContext
		// OutputLimit is how many bytes a tool may return; 0 is no limit.
		OutputLimit int
		// Budget is what is left of the task's budget; nil is no bound.
		Budget *StepBudget
	}
	// StepBudget is how many model calls and tool calls the task may still make.
	StepBudget struct{ ModelCalls, ToolCalls int }
	// DecisionContext says which step of which task something belongs to.
	DecisionContext struct{ TaskID, StepID string }
)

// Support says whether a model has a capability.
type Support string

// The states of a capability.
const (
	Supported   Support = "supported"
	Unsupported Support = "unsupported"
	Unknown     Support = "unknown"
)

// Operation implements [Request].
func (StepRequest) Operation() Operation { return OpStep }

func (StepRequest) request() {}

// The parts of a step a target may claim in [Capabilities].Step.
const (
	StepNative   = "native"   // native-tool/1
	StepJSON     = "json"     // jingwei-json/1
	StepRecords  = "records"  // the four records of a step
	StepGuard    = "guard"    // deny-only guards
	StepApproval = "approval" // approval of calls
	StepCancel   = "cancel"   // cancellation
	StepBudgets  = "budget"   // bounds on model calls and tool calls
)

// StepCapabilities lists what a target may claim of a step.
func StepCapabilities() []string {
	return []string{StepNative, StepJSON, StepRecords, StepGuard, StepApproval, StepCancel, StepBudgets}
}

// StepOutcome says how a step ended that did not end with an error.
type StepOutcome string

// The outcomes.
const (
	OutcomeFinal         StepOutcome = "final"          // the model claims to have answered
	OutcomeAskUser       StepOutcome = "ask_user"       // the user has to answer first
	OutcomeToolCompleted StepOutcome = "tool_completed" // one tool ran
	OutcomeHalted        StepOutcome = "halted"         // the one call failed; nothing else was tried
)

type (
	// StepReport answers step: an outcome, or an error.
	StepReport struct {
		// Outcome is "" where the step ended with Error.
		Outcome  StepOutcome
		Text     string // of final
		Question string // of ask_user
		Error    *StepFailure
		// Context is that of the step, on outcomes and errors alike.
		Context DecisionContext
		// Execution is the evidence of the call; nil where none was recorded.
		Execution *Execution
		// NextMessages is the history a next step goes on from; nil beside an error.
		NextMessages value.Array
		// Debug is how the implementation prints the report or error for its logs.
		Debug string
	}
	// StepFailure is the error a step ended with.
	StepFailure struct {
		Code    string
		Message string
		// Barrier is the record that failed, with the code RECORDING_FAILED.
		Barrier string
	}
	// Execution is what is known of a call once it was recorded.
	Execution struct {
		Call RuntimeCall
		// Status is completed, failed, or unknown where nobody can tell.
		Status ExecutionStatus
		// Output is that of a completed execution.
		Output string
		// Category and Retryable say how a failed one failed.
		Category  string
		Retryable bool
	}
)

func (StepReport) answer() {}

// ExecutionStatus is how far an execution is known to have come.
type ExecutionStatus string

// The statuses of an execution.
const (
	ExecutionCompleted ExecutionStatus = "completed"
	ExecutionFailed    ExecutionStatus = "failed"
	ExecutionUnknown   ExecutionStatus = "unknown"
)

// Callbacks is how a step reaches the model, the tools, the guards, the approver and the recorder. All
// of them are played by the harness. It is safe for concurrent use.
type Callbacks interface {
	// Cancelled is closed when the step is cancelled.
	Cancelled() <-chan struct{}
	// Call asks one thing and waits for the reply. The error says that there is none: the step has
	// ended, or the context has.
	Call(ctx context.Context, c Callback) (Reply, error)
	// Late enters a callback that came after the report of the step. It gets no reply.
	Late(c Callback)
}

// Callback is one thing a step asks of a collaborator. The set of implementations is closed, one per
// method.
//
//sumtype:decl
type Callback interface {
	// Method is the JSON-RPC method of the callback.
	Method() string
	callback()
}

// The methods of callbacks, and the notification the harness sends to cancel a step.
const (
	MethodGenerate  = "model/generate"
	MethodExecute   = "tool/execute"
	MethodGuard     = "guard/evaluate"
	MethodAuthorize = "approval/authorize"
	MethodRecord    = "record/append"
	MethodCancel    = "cancel"
)

// CallbackMethods lists the methods of callbacks.
func CallbackMethods() []string {
	return []string{MethodGenerate, MethodExecute, MethodGuard, MethodAuthorize, MethodRecord}
}

type (
	// ModelGenerate asks the model for one complete response.
	ModelGenerate struct{ Request ModelRequest }
	// ToolExecute has the tool gateway run one call, once.
	ToolExecute struct{ Call RuntimeCall }
	// GuardEvaluate asks the guards, which may only deny.
	GuardEvaluate struct{ Call RuntimeCall }
	// ApprovalAuthorize asks for the approval of one call.
	ApprovalAuthorize struct{ Call RuntimeCall }
	// RecordAppend appends one entry to the record of the task.
	RecordAppend struct{ Entry RecordEntry }
)

// Method implements [Callback].
func (ModelGenerate) Method() string     { return MethodGenerate }
func (ToolExecute) Method() string       { return MethodExecute }
func (GuardEvaluate) Method() string     { return MethodGuard }
func (ApprovalAuthorize) Method() string { return MethodAuthorize }
func (RecordAppend) Method() string      { return MethodRecord }

func (ModelGenerate) callback()     {}
func (ToolExecute) callback()       {}
func (GuardEvaluate) callback()     {}
func (ApprovalAuthorize) callback() {}
func (RecordAppend) callback()      {}

type (
	// ModelRequest is what the model is sent.
	ModelRequest struct {
		Messages value.Array
		// Tools are the candidates of a native request, the control tool among them.
		Tools []StepTool
		// Schema is that of a JSON request; nil where there is none.
		Schema  value.Value
		Context DecisionContext
	}
	// RuntimeCall is a call as the runtime makes it.
	RuntimeCall struct {
		// ID is the runtime's own.
		ID        string
		Name      string
		Arguments value.Value
		// Action says where the call comes from; nil is not said.
		Action *ActionRef
	}
	// ActionRef names the action of a step.
	ActionRef struct {
		Context DecisionContext
		Index   int
		// ProviderCallID is the provider's id of the call; "" where there is none.
		ProviderCallID string
	}
	// RecordEntry is one record. Kind says which of the other members there is.
	RecordEntry struct {
		Kind     RecordKind
		Context  DecisionContext
		Request  *ModelRequest
		Response value.Value
		Call     *RuntimeCall
		Result   *Execution
	}
)

// RecordKind is the kind of a record; those the protocol does not know are accepted and not judged.
type RecordKind string

// The four records of a step.
const (
	RecordModelRequest RecordKind = "model_request"
	RecordModelResult  RecordKind = "model_result"
	RecordToolCall     RecordKind = "tool_call"
	RecordToolResult   RecordKind = "tool_result"
)

// Reply is what a collaborator says. The set of implementations is closed.
//
//sumtype:decl
type Reply interface{ reply() }

type (
	// ModelReply is the response of the model, in the shape of native-tool/1 and jingwei-json/1.
	ModelReply struct{ Response value.Value }
	// ToolReply is the output of a tool, with the call the gateway says it ran.
	ToolReply struct {
		Output string
		Ran    RuntimeCall
	}
	// Decision is that of a guard (allow, deny) or of an approver (granted, denied, unavailable).
	Decision struct{ Decision string }
	// Recorded says that the entry is recorded.
	Recorded struct{}
	// FaultReply says that the collaborator failed.
	FaultReply struct {
		Kind      FaultKind
		Message   string
		Retryable bool
	}
)

func (ModelReply) reply() {}
func (ToolReply) reply()  {}
func (Decision) reply()   {}
func (Recorded) reply()   {}
func (FaultReply) reply() {}

// FaultKind is the way a collaborator failed.
type FaultKind string

// The kinds of fault; all but the first are of tools only.
const (
	FaultFailure          FaultKind = "failure" // of a tool: its body failed
	FaultPanic            FaultKind = "panic"
	FaultTimeout          FaultKind = "timeout"
	FaultCancelled        FaultKind = "cancelled"
	FaultUnavailable      FaultKind = "unavailable"
	FaultInvalidArguments FaultKind = "invalid_arguments"
)

// The decisions of guards and approvers.
const (
	DecisionAllow       = "allow"
	DecisionDeny        = "deny"
	DecisionGranted     = "granted"
	DecisionDenied      = "denied"
	DecisionUnavailable = "unavailable"
)

// FailureCategories lists the ways a call may fail, as they stand in an execution.
func FailureCategories() []string {
	return []string{"unavailable", "invalid_arguments", "denied", "guard_fault", "approval_unavailable", "approval_denied",
		"approval_fault", "timeout", "cancelled", "body_failure", "body_panic", "output_limit", "budget"}
}
