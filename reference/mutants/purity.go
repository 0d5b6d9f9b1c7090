package mutants

import (
	"sync"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// purityMutants remember something, or change what they are given.
func purityMutants() []Mutant {
	s := anyAgent()
	return []Mutant{
		s.verdict("purity/unique-call-ids", "refuses a call id it has seen before", "call-id registry in the parser",
			remembering(callID, func(seen int, _ wire.Request, ans wire.Answer) wire.Answer {
				if seen > 0 {
					return wire.Reject(string(reference.ActionTextInvalid), "callId")
				}
				return ans
			}), reference.AP19, reference.AP18),
		s.verdict("purity/second-time-refused", "refuses an input the second time", "replay protection in the parser",
			remembering(printedInput, func(seen int, _ wire.Request, ans wire.Answer) wire.Answer {
				if seen == 1 && !isRefusal(ans) {
					return wire.Reject(string(reference.ActionInvalid), "")
				}
				return ans
			}), reference.AP18),
		s.verdict("purity/second-time-accepted", "accepts an input after it refused it", "retries inside the parser",
			remembering(printedInput, func(seen int, req wire.Request, ans wire.Answer) wire.Answer {
				if v, ok := input(req); ok && seen > 0 && isRefusal(ans) {
					return wire.Accept(v)
				}
				return ans
			}), reference.AP18),
		s.verdict("purity/counts-calls", "numbers the call ids it returns", "ids made unique",
			remembering(callID, func(seen int, _ wire.Request, ans wire.Answer) wire.Answer {
				v, ok := ans.(wire.Verdict)
				o, isObject := v.Action.(value.Object)
				if !ok || !isObject || seen == 0 {
					return ans
				}
				v.Action, _ = mappingText("callId", func(id string) string { return id + "#2" })(o)
				return v
			}), reference.AP18, reference.AP10),
		s.only(wire.OpParse).verdict("purity/deletes-members", "deletes unknown members of its input", "normalising in place",
			mutating(hasExtra(func(string) bool { return true })), reference.AP20),
		s.only(wire.OpParse).verdict("purity/trims-in-place", "strips blanks in its input", "normalising in place",
			mutating(anyText(func(t string) bool { return t != string(trimmedText(value.String(t)).(value.String)) })), reference.AP20),
		s.only(wire.OpParse).verdict("purity/marks-input", "marks its input as seen", "caches on the object",
			mutating(func(value.Object) bool { return true }), reference.AP20),
	}
}

// remembering counts how often a key of the request has been seen, each instance for itself.
func remembering(key func(wire.Request) string, f func(seen int, req wire.Request, ans wire.Answer) wire.Answer) defect {
	return func(next answerer) answerer {
		var mu sync.Mutex
		counts := make(map[string]int)
		return func(req wire.Request) wire.Answer {
			ans := next(req)
			k := key(req)
			if k == "" {
				return ans
			}
			mu.Lock()
			seen := counts[k]
			counts[k]++
			mu.Unlock()
			return f(seen, req, ans)
		}
	}
}

// callID is the call id of an acceptable tool call.
func callID(req wire.Request) string {
	v, _ := input(req)
	o, _ := v.(value.Object)
	id, _ := o.Get("callId")
	s, ok := id.(value.String)
	if !ok || !isA("type", "tool_call")(o) {
		return ""
	}
	return string(s)
}

// maxRemembered bounds what an instance keeps of one input.
const maxRemembered = 4096

func printedInput(req wire.Request) string {
	v, ok := input(req)
	if !ok {
		return ""
	}
	text, err := value.Print(v)
	if err != nil || len(text) > maxRemembered {
		return ""
	}
	return string(req.Operation()) + protocolOf(req) + string(text)
}

// mutating reports that it changed its input, as the shim of such a target would. The value itself is
// the harness's own, and is left alone.
func mutating(when func(value.Object) bool) defect {
	return after(func(req wire.Request, ans wire.Answer) wire.Answer {
		v, ok := ans.(wire.Verdict)
		if ok && holds(req, root, when) {
			v.Observed.Mutated = true
			return v
		}
		return ans
	})
}
