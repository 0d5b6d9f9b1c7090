package mutants

import (
	"slices"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// orderMutants report another of two faults than the first.
func orderMutants() []Mutant {
	a := anyAgent()
	approval := agent(reference.AgentAction2)
	text := value.String("x")
	toolCall := []sound{{"callId", text}, {"tool", text}, {"input", value.Null{}}}
	request := []sound{{"requestId", text}, {"capability", text}, {"resource", text}, {"reason", text}}
	return []Mutant{
		a.reason("order/tool_call/last-fault", "reports the last bad field of a tool call", "operator: order reversed",
			reordered(action, isA("type", "tool_call"), toolCall, []int{2, 1, 0}), reference.AP21),
		a.reason("order/tool_call/input-first", "looks for the input first", "operator: order changed",
			reordered(action, isA("type", "tool_call"), toolCall, []int{2, 0, 1}), reference.AP21),
		a.reason("order/tool_call/tool-first", "looks for the tool first", "operator: order changed",
			reordered(action, isA("type", "tool_call"), toolCall, []int{1, 0, 2}), reference.AP21),
		approval.reason("order/request_approval/last-fault", "reports the last bad field of an approval request", "operator: order reversed",
			reordered(action, isA("type", "request_approval"), request, []int{3, 2, 1, 0}), reference.AP21),
		agent(reference.AgentAction1Versioned).reason("order/1+version/type-first", "looks at the type before the version", "operator: order changed",
			withoutFault(putting("schemaVersion", value.Number("1"))), reference.AP21),
		agent(reference.AgentAction2).reason("order/2/type-first", "looks at the type before the version", "operator: order changed",
			withoutFault(putting("schemaVersion", value.Number("2"))), reference.AP21),
	}
}

// sound is a member with a value that is not refused.
type sound struct {
	name  string
	value value.Value
}

// reordered reports the first fault in another order: it judges each field with all others made sound.
func reordered(p place, of func(value.Object) bool, fields []sound, order []int) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			ans := next(req)
			if !isRefusal(ans) || !holds(req, p, of) {
				return ans
			}
			for _, judged := range order {
				again := next(edited(req, p, func(o value.Object) (value.Object, bool) {
					o = slices.Clone(o)
					for i, f := range fields {
						if i != judged {
							o = o.With(f.name, f.value)
						}
					}
					return o, true
				}))
				if isRefusal(again) {
					return again
				}
			}
			return ans
		}
	}
}

// withoutFault reports what is wrong once a fault is repaired, where something is.
func withoutFault(e edit) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			ans := next(req)
			if !isRefusal(ans) {
				return ans
			}
			if again := next(edited(req, action, e)); isRefusal(again) {
				return again
			}
			return ans
		}
	}
}
