package spec

// Steps describes one step of an agent: its stages in order, and what may go wrong at each of them.
// A table without steps has none.
type Steps struct {
	// Rules maps each role a requirement plays in every step to the requirement.
	Rules map[StepRole]string
	// Protocols are those a step can be run with, in the order of the file.
	Protocols []StepProtocol
	// Stages are in the order a step goes through them.
	Stages []Stage
	Pos    Position
}

// StepProtocol is one protocol a step can be run with.
type StepProtocol struct {
	ID string
	// Capability is what a target claims to run steps with it: native or json.
	Capability string
	// Rules are those that differ between protocols.
	Rules map[StepRole]string
}

// Stage is one stage of a step.
type Stage struct {
	Name  string
	Title Text
	// Callback is the point at which the harness sees the stage, such as "record/tool_call"; "" where
	// nothing is asked.
	Callback string
	// Needs is what a target must claim for the callback to be made: records, guard, approval.
	Needs  []string
	Faults []StepFault
	Pos    Position
}

// StepFault is one thing that happens at a stage, a success included, with what has to come of it. What
// is done to bring it about goes by its name.
type StepFault struct {
	Name string
	// Rule is the requirement that decides.
	Rule string
	// Protocols are those it concerns; nil is all.
	Protocols []string
	Needs     []string
	// Error lists the legal codes of an error; Outcome the legal outcomes, with Category those of a
	// halted one. Any of them may come where several are there.
	Error    []string
	Outcome  []string
	Category []string
	// Passes says that the step goes on to the end: nothing is wrong. Else it stops at the stage.
	Passes bool
	// Skips are stages whose callback is not made, although the step gets that far.
	Skips []string
	// Then are later stages whose callback must be made even so, May those where it may be made.
	Then   []string
	May    []string
	Change Text
	Why    Text
	Pos    Position
}

// StepRole is the part a requirement plays in every step, whatever the scenario is about.
type StepRole string

// The roles.
const (
	StepRoleOutcome     StepRole = "outcome"     // final and ask_user say what the model said
	StepRoleGenerate    StepRole = "generate"    // one model call a step
	StepRoleExecute     StepRole = "execute"     // one execution, of the call that was proposed
	StepRoleOrder       StepRole = "order"       // the stages in their order
	StepRoleIdentity    StepRole = "identity"    // fresh step id, the caller's task id
	StepRoleContext     StepRole = "context"     // one context on request, call and report
	StepRoleProvenance  StepRole = "provenance"  // the provider's id is provenance only
	StepRoleEvidence    StepRole = "evidence"    // a recorded call keeps its evidence
	StepRoleHonest      StepRole = "honest"      // the report says what happened
	StepRoleHistory     StepRole = "history"     // next messages are closed
	StepRoleInstruction StepRole = "instruction" // one system instruction
	StepRoleSilent      StepRole = "silent"      // errors repeat nothing
	StepRoleCandidates  StepRole = "candidates"  // the model is offered what is visible
	StepRoleSchema      StepRole = "schema"      // the schema of a JSON request
	StepRoleResult      StepRole = "result"      // every recorded call has its result
	StepRoleData        StepRole = "data"        // tool output is data
	StepRoleLate        StepRole = "late"        // nothing is asked after the end
	StepRoleResponse    StepRole = "response"    // a response that is not one action is refused
)

// StepRoles returns every role.
func StepRoles() []StepRole {
	return []StepRole{
		StepRoleOutcome, StepRoleGenerate, StepRoleExecute, StepRoleOrder, StepRoleIdentity, StepRoleContext,
		StepRoleProvenance, StepRoleEvidence, StepRoleHonest, StepRoleHistory, StepRoleInstruction,
		StepRoleSilent, StepRoleCandidates, StepRoleSchema, StepRoleResult, StepRoleData, StepRoleLate, StepRoleResponse,
	}
}

// Rule returns the requirement of a role in a protocol.
func (s *Steps) Rule(protocol string, r StepRole) string {
	for i := range s.Protocols {
		if s.Protocols[i].ID == protocol {
			if id, ok := s.Protocols[i].Rules[r]; ok {
				return id
			}
		}
	}
	return s.Rules[r]
}

// Stage returns the stage of a name and its place.
func (s *Steps) Stage(name string) (*Stage, int) {
	for i := range s.Stages {
		if s.Stages[i].Name == name {
			return &s.Stages[i], i
		}
	}
	return nil, -1
}

// StepCallbacks returns the points at which the harness sees a step: the methods of callbacks, with the
// kind of a record in the place of append.
func StepCallbacks() []string {
	return []string{"record/model_request", "model/generate", "record/model_result", "record/tool_call",
		"guard/evaluate", "approval/authorize", "tool/execute", "record/tool_result"}
}

func stepCapabilities() []string {
	return []string{"native", "json", "records", "guard", "approval", "cancel", "budget"}
}

func stepOutcomes() []string { return []string{"final", "ask_user", "tool_completed", "halted"} }

func stepCategories() []string {
	return []string{"unavailable", "invalid_arguments", "denied", "guard_fault", "approval_unavailable", "approval_denied",
		"approval_fault", "timeout", "cancelled", "body_failure", "body_panic", "output_limit", "budget"}
}

// StepFaults returns the names of what the suite knows how to bring about, by stage.
func StepFaults() map[string][]string {
	return map[string][]string{
		"start":      {"cancelled"},
		"catalogue":  {"empty-name", "white-name", "duplicate-name", "duplicate-hidden", "empty"},
		"visible":    {"unknown-name", "only-unknown", "other-case", "narrowed", "none"},
		"schemas":    {"malformed", "not-a-schema", "external-ref", "external-ref-nested", "file-ref", "relative-ref", "dangling-ref"},
		"build":      {"reserved-name", "near-reserved-name", "local-ref", "two-refs", "own-id"},
		"capability": {"unsupported", "unknown", "other-path-unsupported"},
		"request":    {"record-fault", "cancelled", "foreign-context", "budget-exhausted"},
		"generate":   {"fault", "retryable-fault", "timeout", "talkative-fault", "cancelled"},
		"result":     {"record-fault", "record-fault-final", "record-fault-invalid", "talkative-record-fault", "cancelled", "cancelled-final", "cancelled-ask"},
		"response":   {"final", "ask-user", "ask-with-text", "several-calls", "several-same", "several-three", "control-and-call", "call-and-control", "several-truncated", "truncated-call", "filtered-call", "unknown-reason-call", "incomplete-fragment", "stop-with-call", "calls-without-call"},
		"lookup":     {"ungranted", "invisible", "other-case", "padded", "prefix", "inherited-name", "invisible-bad-arguments", "ungranted-bad-arguments", "secret-name"},
		"arguments":  {"missing-member", "wrong-type", "number-as-text", "extra-member", "null-member", "empty", "nested", "local-ref", "secret"},
		"call":       {"record-fault", "cancelled"},
		"guard":      {"deny", "fault", "unknown-decision", "cancelled"},
		"approval":   {"granted", "denied", "unavailable", "fault", "unknown-decision", "not-required", "guard-denied", "cancelled"},
		"execute":    {"success", "call-with-text", "empty-output", "long-output", "failure", "retryable-failure", "panic", "timeout", "unavailable", "retryable-unavailable", "invalid-arguments", "oversized", "far-oversized", "at-limit", "multibyte-limit", "cancelled", "cancelled-failure", "budget-exhausted", "injection", "embedded-call", "embedded-response", "looks-like-error", "talkative-failure"},
		"outcome":    {"every-stage", "guard-refused", "approval-refused", "record-fault", "record-fault-failed", "cancelled", "cancelled-failed"},
		"evidence":   {"other-tool", "other-arguments", "extra-arguments", "coerced-arguments"},
	}
}
