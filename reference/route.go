package reference

// Routing is who handles an action next, and what it may come to.
type Routing struct {
	Handler  Handler
	Terminal Terminal
}

// Handler names who handles an action next.
type Handler string

// The handlers.
const (
	Conversation   Handler = "conversation"
	ToolPipeline   Handler = "tool_pipeline"
	CompletionGate Handler = "completion_gate"
	ApprovalGate   Handler = "approval_gate"
	User           Handler = "user"
)

// Terminal says whether an action may end the run. None does so by itself.
type Terminal string

// The terminals.
const (
	NotTerminal Terminal = "none"
	Proposal    Terminal = "proposal" // proposes the end; the completion gate decides
)

// Route returns who handles an action. Every action has its own case: one that is forgotten here is
// found by the linter, and one that is added elsewhere has no silent default to fall into.
func Route(a Action) Routing {
	switch a := a.(type) {
	case Message:
		return Routing{Conversation, NotTerminal}
	case ToolCall, CallTool:
		return Routing{ToolPipeline, NotTerminal}
	case Finish, Final:
		return Routing{CompletionGate, Proposal}
	case RequestApproval:
		return Routing{ApprovalGate, NotTerminal}
	case AskUser:
		return Routing{User, NotTerminal}
	case Completion:
		if len(a.Calls) > 0 { // text beside calls is no answer
			return Routing{ToolPipeline, NotTerminal}
		}
		return Routing{CompletionGate, Proposal}
	}
	panic("reference: an action without a route")
}
