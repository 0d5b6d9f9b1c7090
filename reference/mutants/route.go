package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/wire"
)

// routeMutants hand actions to the wrong handler.
func routeMutants() []Mutant {
	s := anyAgent().only(wire.OpRoute)
	routed := func(handler reference.Handler, f func(*wire.Routing)) defect {
		return after(func(_ wire.Request, ans wire.Answer) wire.Answer {
			r, ok := ans.(wire.Routing)
			if ok && r.Handler == string(handler) {
				f(&r)
				return r
			}
			return ans
		})
	}
	to := func(handler reference.Handler) func(*wire.Routing) {
		return func(r *wire.Routing) { r.Handler = string(handler) }
	}
	ending := func(terminal string) func(*wire.Routing) {
		return func(r *wire.Routing) { r.Terminal = terminal }
	}
	approval := agent(reference.AgentAction2).only(wire.OpRoute)
	return []Mutant{
		s.verdict("route/message/tool-pipeline", "hands a message to the tools", swap, routed(reference.Conversation, to(reference.ToolPipeline)), reference.AP26),
		s.verdict("route/message/ends", "lets a message end the run", swap, routed(reference.Conversation, ending("proposal")), reference.AP26),
		s.verdict("route/tool_call/conversation", "shows a tool call as a message", "default branch", routed(reference.ToolPipeline, to(reference.Conversation)), reference.AP26),
		s.verdict("route/tool_call/ends", "lets a tool call end the run", swap, routed(reference.ToolPipeline, ending("proposal")), reference.AP26),
		s.verdict("route/finish/conversation", "shows a finish as a message", "action protocol lesson, default branch", routed(reference.CompletionGate, to(reference.Conversation)), reference.AP26),
		s.verdict("route/finish/goes-on", "does not let a finish propose the end", swap, routed(reference.CompletionGate, ending("none")), reference.AP26),
		s.verdict("route/finish/final", "takes a finish for the end itself", "action protocol lesson, finish is a proposal", routed(reference.CompletionGate, ending("final")), reference.AP26),
		approval.verdict("route/request_approval/conversation", "shows an approval request as a message", "action protocol lesson, failure case 3",
			routed(reference.ApprovalGate, to(reference.Conversation)), reference.AP26, reference.AV04),
		approval.verdict("route/request_approval/tool-pipeline", "hands an approval request to the tools", "action protocol lesson, homework 1",
			routed(reference.ApprovalGate, to(reference.ToolPipeline)), reference.AP26, reference.AV04),
		s.verdict("route/unparsed", "routes what it has not parsed", "default branch", answering(func(req wire.Request) (wire.Answer, bool) {
			return wire.Routing{Handler: "conversation", Terminal: "none"}, true
		}), reference.AP26),
		s.verdict("route/verdict", "answers with the action instead of its handler", "operator: wrong operation", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			if v, ok := input(req); ok && !isRefusal(ans) {
				return wire.Accept(v)
			}
			return ans
		}), reference.AP26),
	}
}
