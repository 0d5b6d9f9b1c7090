package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// agentResultMutants return another action than the one they accepted.
func agentResultMutants() []Mutant {
	s := anyAgent()
	out := []Mutant{
		s.verdict("agent-action/result/input-itself", "returns the input instead of a new value", lesson, extrasKept(nil), reference.AP09),
		s.verdict("agent-action/result/proto-kept", "lets a member named __proto__ through", javaScript, extrasKept([]string{"__proto__"}), reference.AP14),
		s.verdict("agent-action/result/constructor-kept", "lets members named like methods through", javaScript,
			extrasKept([]string{"constructor", "toString", "hasOwnProperty", "prototype"}), reference.AP09),
		s.verdict("agent-action/result/other-rows-kept", "lets the fields of other rows through", "one struct with optional fields",
			extrasKept([]string{"content", "summary", "callId", "tool", "input"}), reference.AP09),
		s.verdict("agent-action/result/optional-fields", "fills the fields of other rows with null", "one struct with optional fields",
			rewritingIn(both(defaulting("content", value.Null{}), defaulting("summary", value.Null{}))), reference.AP09),
		s.verdict("agent-action/result/invented-field", "adds a field of its own", "trace ids in the parser",
			rewritingIn(putting("receivedAt", value.String("now"))), reference.AP09),
		s.verdict("agent-action/result/snake-case", "renames callId on the way out", python,
			rewritingIn(func(o value.Object) (value.Object, bool) { return o.Renamed("callId", "call_id"), true }), reference.AP09, reference.AP05),
		s.verdict("agent-action/result/wrapped", "wraps the action", "result types",
			rewriting(func(o value.Object) value.Value { return value.Object{{Name: "value", Value: o}} }), reference.AP09),
		s.verdict("agent-action/names/folded", "compares names without regard to case, the last of them winning", goJSON,
			editing(action, folding("type", "content", "callId", "tool", "input", "summary", "schemaVersion", "requestId", "capability", "resource", "reason")), reference.AP24),
		s.verdict("agent-action/names/trimmed", "strips blanks from names", serde, editing(action, trimmedNames), reference.AP24),
	}
	for _, f := range agentTexts() {
		out = append(out, f.scope.verdict(f.id("lost"), "loses "+f.name+" on the way out", "operator: assignment left out",
			rewritingIn(having("type", f.state, dropping(f.name))), f.requirement, reference.AP09))
	}
	return out
}

// extrasKept lets members of the input through that the row does not have; nil is any.
func extrasKept(names []string) defect {
	return after(func(req wire.Request, ans wire.Answer) wire.Answer {
		v, ok := ans.(wire.Verdict)
		out, isObject := v.Action.(value.Object)
		in, _ := input(req)
		members, _ := in.(value.Object)
		if !ok || !isObject {
			return ans
		}
		for _, m := range members {
			if !out.Has(m.Name) && (names == nil || contains(names, m.Name)) {
				out = out.With(m.Name, m.Value)
			}
		}
		v.Action = out
		return v
	})
}

func trimmedNames(o value.Object) (value.Object, bool) {
	out := make(value.Object, len(o))
	changed := false
	for i, m := range o {
		name := string(trimmedText(value.String(m.Name)).(value.String))
		changed = changed || name != m.Name
		out[i] = value.Member{Name: name, Value: m.Value}
	}
	return out, changed
}
