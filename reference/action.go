package reference

import "github.com/actionconform/conform/spec/value"

// Action is what a parser accepted. The union is closed, and falls into one part for each family of
// protocols: [AgentAction], [StepAction] and [Completion].
//
//sumtype:decl
type Action interface{ action() }

// AgentAction is an action of agent-action/1, agent-action/1+version and agent-action/2.
//
//sumtype:decl
type AgentAction interface {
	Action
	agentAction()
}

type (
	// Message pushes the conversation on. It has no side effect.
	Message struct {
		Version
		Content string
	}
	// ToolCall proposes a side effect. It authorises nothing.
	ToolCall struct {
		Version
		CallID string
		Tool   string
		// Input is any value at all, undefined included; what it means is for the tool's contract.
		Input value.Value
	}
	// Finish proposes to end. It proves nothing.
	Finish struct {
		Version
		Summary string
	}
	// RequestApproval asks for a capability; agent-action/2 has it. It authorises nothing either.
	RequestApproval struct {
		Version
		RequestID  string
		Capability string
		Resource   string
		Reason     string
	}
)

// Version is the version an action is in. In agent-action/1, which has none, it is zero.
type Version struct {
	// Number is the version of the normalised action.
	Number int
	// MigratedFrom is what the input was before a migration the options allow: "unversioned" or "1".
	MigratedFrom string
}

// StepAction is what one step of jingwei-json/1 or native-tool/1 decides.
//
//sumtype:decl
type StepAction interface {
	Action
	stepAction()
}

type (
	// CallTool proposes one call of a tool.
	CallTool struct {
		Name string
		// Arguments is an object; it may be an exotic one of the host.
		Arguments value.Value
		// ProviderCallID says where the call came from. It is no identity of the call here.
		// jingwei-json/1 has none.
		ProviderCallID string
	}
	// Final claims that the task is answered.
	Final struct{ Text string }
	// AskUser hands a question to the user.
	AskUser struct{ Question string }
)

// Completion is what the wires of providers make of a response: text, calls to run, and calls to refuse, each
// judged by itself.
type Completion struct {
	// Content is a string, or null where there is no text.
	Content value.Value
	Calls   []Call
	Refused []Refusal
}

// Call is one call of a completion that may go on to the next gate.
type Call struct {
	ID   string
	Name string
	// Arguments is the object that the text of the arguments held.
	Arguments value.Object
}

// Refusal is one call of a completion that goes no further, and still needs its answer.
type Refusal struct {
	// ID is the id as it was sent, or nil where it was no string.
	ID    value.Value
	Index int
	Code  Code
}

func (Message) action()         {}
func (ToolCall) action()        {}
func (Finish) action()          {}
func (RequestApproval) action() {}
func (CallTool) action()        {}
func (Final) action()           {}
func (AskUser) action()         {}
func (Completion) action()      {}

func (Message) agentAction()         {}
func (ToolCall) agentAction()        {}
func (Finish) agentAction()          {}
func (RequestApproval) agentAction() {}

func (CallTool) stepAction() {}
func (Final) stepAction()    {}
func (AskUser) stepAction()  {}
