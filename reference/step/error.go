package step

import "fmt"

// Code is the stable name of the reason a step ended with an error. Codes of the protocol (a response that
// is not one legal action) are those of package reference.
type Code string

// The codes of the runner.
const (
	Cancelled            Code = "CANCELLED"
	CatalogInvalid       Code = "CATALOG_INVALID"
	ToolNotVisible       Code = "TOOL_NOT_VISIBLE"
	SchemaInvalid        Code = "SCHEMA_INVALID"
	ToolNameReserved     Code = "TOOL_NAME_RESERVED"
	CapabilityUnsupp     Code = "CAPABILITY_UNSUPPORTED"
	MultipleActions      Code = "MULTIPLE_ACTIONS"
	ArgumentsInvalid     Code = "ARGUMENTS_INVALID"
	RecordingFailed      Code = "RECORDING_FAILED"
	ModelFailed          Code = "MODEL_FAILED"
	EvidenceMismatch     Code = "EVIDENCE_MISMATCH"
	TaskBudgetExhausted  Code = "BUDGET_EXHAUSTED"
	protocolContradicted Code = "ACTION_INVALID"
)

// Error is a step that ended without a report. It keeps the context, and from the recorded call on the
// evidence (ST-28): a caller that finds Execution set must not simply run the step again.
type Error struct {
	Code Code
	// Barrier is the record that failed, with RecordingFailed.
	Barrier   Barrier
	Context   Context
	Execution *Execution
	// cause is the collaborator's error, for errors.Is and errors.As. Its text is never part of this one's.
	cause error
}

// Error says the code, the barrier and the step, and repeats nothing anybody else said (ST-35).
func (e *Error) Error() string {
	at := ""
	if e.Barrier != "" {
		at = " (" + string(e.Barrier) + ")"
	}
	evidence := ""
	if e.Execution != nil {
		evidence = ", with evidence of a call: " + string(e.Execution.Status)
	}
	return fmt.Sprintf("%s%s: step %s of task %s%s", e.Code, at, e.Context.StepID, e.Context.TaskID, evidence)
}

// GoString is Error, so that %#v shows no more.
func (e *Error) GoString() string { return e.Error() }

// Unwrap returns the collaborator's error. Printing that is the caller's own decision.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is an *Error with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && t.Code == e.Code
}
