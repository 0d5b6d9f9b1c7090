package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// agentTypeMutants break the rules of the object and of its type.
func agentTypeMutants() []Mutant {
	s := anyAgent()
	value1 := s.only(wire.OpParse, wire.OpRoute)
	onType := func(f func(string) string) defect { return editing(action, mappingText("type", f)) }
	out := []Mutant{
		s.verdict("agent-action/returned-as-is", "returns what it does not understand unchanged", lesson,
			answering(func(req wire.Request) (wire.Answer, bool) {
				v, ok := input(req)
				return wire.Accept(v), ok
			}), reference.AP03, reference.AP01),
		s.verdict("agent-action/type/unknown-as-is", "returns an action of unknown type unchanged", lesson,
			answering(unknownAsIs), reference.AP03),
		s.verdict("agent-action/type/unknown-as-message", "takes an unknown type for a message", "action protocol lesson, failure case 3",
			after(unknownAsMessage), reference.AP03),
		s.verdict("agent-action/type/missing-as-message", "takes an action without a type for a message", lesson,
			editing(action, both(defaulting("type", value.String("message")), having("type", "message", defaulting("content", value.String("(no content)"))))), reference.AP02),
		s.verdict("agent-action/type/inferred", "guesses a missing type from the other fields", runtimes,
			editing(action, inferType), reference.AP02),
		s.verdict("agent-action/type/ignores-case", "compares types without regard to case", goJSON, onType(strings.ToLower), reference.AP03),
		s.verdict("agent-action/type/trimmed", "strips blanks from the type", javaScript, onType(strings.TrimSpace), reference.AP03),
		s.verdict("agent-action/type/plural", "takes a plural for the type", runtimes,
			onType(func(t string) string { return strings.TrimSuffix(t, "s") }), reference.AP03),
		s.verdict("agent-action/type/prefix", "takes any type that begins like a known one", "prefix match",
			onType(knownPrefix), reference.AP03),
		s.verdict("agent-action/type/other-protocol", "takes the literals of another protocol", runtimes,
			onType(otherProtocol), reference.AP03),
		s.verdict("agent-action/type/separators", "takes tool-call and toolCall for tool_call", runtimes,
			onType(func(t string) string {
				if t == "tool-call" || t == "toolCall" || t == "toolcall" || t == "tool call" {
					return "tool_call"
				}
				return t
			}), reference.AP03),
		s.verdict("agent-action/type/array", "takes a type wrapped in a list", javaScript,
			editing(action, mapping("type", first)), reference.AP02),
		s.verdict("agent-action/type/null-as-message", "takes a null type for a message", "null coalescing",
			editing(action, typeAsMessage(value.KindNull)), reference.AP02),
		s.verdict("agent-action/type/scalar-as-message", "takes a number or boolean for the type of a message", javaScript,
			editing(action, typeAsMessage(value.KindNumber, value.KindBool)), reference.AP02),
		s.verdict("agent-action/type/object-as-message", "takes an object or list for the type of a message", "fall through to the default branch",
			editing(action, typeAsMessage(value.KindObject, value.KindArray)), reference.AP02),
		s.verdict("agent-action/type/empty-as-message", "takes an empty type for a message", "falsy test",
			editing(action, blankAsMessage(isEmptyText)), reference.AP02),
		s.verdict("agent-action/type/blank-as-message", "takes a type of ASCII white space for a message", omission,
			editing(action, blankAsMessage(isSpaces)), reference.AP02),
		s.verdict("agent-action/type/unicode-blank-as-message", "takes a type of other white space for a message", omission,
			editing(action, blankAsMessage(isBlank(value.BlankUnicode))), reference.AP23, reference.AP02),
		value1.verdict("agent-action/type/undefined-as-message", "takes an undefined type for a message", javaScript,
			editing(action, typeAsMessage(value.KindUndefined)), reference.AP02),
		value1.verdict("agent-action/type/boxed", "accepts a boxed type", javaScript, editing(action, mapping("type", unboxed)), reference.AP15, reference.AP02),
		value1.verdict("agent-action/type/inherited", "reads the type from the prototype", javaScript,
			replacing(inheriting("type")), reference.AP13),
	}
	for _, alias := range []string{"Type", "kind", "action", "role"} {
		out = append(out, s.verdict("agent-action/type/alias-"+alias, "takes "+alias+" for type", runtimes,
			editing(action, renaming(alias, "type")), reference.AP24, reference.AP02))
	}
	return append(out, containerMutants()...)
}

// containerMutants take something for the object that it is not.
func containerMutants() []Mutant {
	s := anyAgent()
	return []Mutant{
		s.verdict("agent-action/container/first-element", "takes the first element of a list", lessonHint, replacing(first), reference.AP01),
		s.verdict("agent-action/container/last-element", "takes the last element of a list", runtimes, replacing(last), reference.AP01),
		s.verdict("agent-action/container/array-as-message", "takes a list for an object, and it for a message", lessonHint,
			replacing(kindAsMessage(value.KindArray)), reference.AP01),
		s.verdict("agent-action/container/null-as-message", "takes null for an empty object, and it for a message", goJSON,
			replacing(kindAsMessage(value.KindNull)), reference.AP01),
		s.verdict("agent-action/container/string-as-message", "takes a string for the content of a message", runtimes,
			replacing(kindAsMessage(value.KindString)), reference.AP01),
		s.verdict("agent-action/container/number-as-message", "takes a number for the content of a message", javaScript,
			replacing(kindAsMessage(value.KindNumber)), reference.AP01),
		s.verdict("agent-action/container/bool-as-finish", "takes a boolean for the end", runtimes,
			replacing(kindAsMessage(value.KindBool)), reference.AP01),
		s.verdict("agent-action/container/string-parsed", "parses a string as JSON", runtimes, replacing(parsedString), reference.AP01),
		s.only(wire.OpParse).verdict("agent-action/container/undefined-as-message", "takes undefined for a message", javaScript,
			replacing(kindAsMessage(value.KindUndefined)), reference.AP01),
		s.verdict("agent-action/container/null-crashes", "crashes on null", lesson, crashing(inputs(isKind(value.KindNull))), reference.AP01),
		s.verdict("agent-action/container/scalar-crashes", "crashes on what is no object", "Python attribute access",
			crashing(inputs(isKind(value.KindString, value.KindNumber, value.KindBool))), reference.AP01),
		s.only(wire.OpParse).verdict("agent-action/container/undefined-crashes", "crashes on undefined", lesson,
			crashing(inputs(isKind(value.KindUndefined))), reference.AP01),
		s.verdict("agent-action/container/wrapped", "takes the only member of a wrapping object", runtimes,
			replacing(unwrapped), reference.AP02, reference.AP01),
	}
}

func unknownAsIs(req wire.Request) (wire.Answer, bool) {
	v, _ := input(req)
	o, _ := v.(value.Object)
	t, _ := o.Get("type")
	s, ok := t.(value.String)
	return wire.Accept(v), ok && !value.IsBlank(string(s)) && !contains(knownTypes(), string(s))
}

func unknownAsMessage(req wire.Request, ans wire.Answer) wire.Answer {
	v, ok := ans.(wire.Verdict)
	if !ok || v.Code != string(reference.ActionTypeUnsupported) {
		return ans
	}
	in, _ := input(req)
	o, _ := in.(value.Object)
	content, ok := o.Get("content")
	if _, isText := content.(value.String); !ok || !isText {
		content = value.String("(an unknown action)")
	}
	return wire.Accept(value.Object{{Name: "type", Value: value.String("message")}, {Name: "content", Value: content}})
}

func knownTypes() []string { return []string{"message", "tool_call", "finish", "request_approval"} }

func inferType(o value.Object) (value.Object, bool) {
	switch {
	case o.Has("type"):
		return o, false
	case o.Has("tool"):
		return o.With("type", value.String("tool_call")), true
	case o.Has("summary"):
		return o.With("type", value.String("finish")), true
	case o.Has("content"):
		return o.With("type", value.String("message")), true
	}
	return o, false
}

func knownPrefix(t string) string {
	for _, known := range knownTypes()[:3] {
		if strings.HasPrefix(t, known) {
			return known
		}
	}
	return t
}

func otherProtocol(t string) string {
	switch t {
	case "call_tool", "function_call", "tool_use":
		return "tool_call"
	case "final", "done":
		return "finish"
	case "ask_user", "text", "assistant":
		return "message"
	}
	return t
}

func typeAsMessage(kinds ...value.Kind) edit { return blankAsMessage(isKind(kinds...)) }

// blankAsMessage makes a message of an action whose type fulfils a condition.
func blankAsMessage(when func(value.Value) bool) edit {
	return both(
		mapping("type", func(v value.Value) (value.Value, bool) { return value.String("message"), when(v) }),
		having("type", "message", defaulting("content", value.String("(no content)"))))
}

// kindAsMessage makes a message of any value of a kind, in whatever version.
func kindAsMessage(kind value.Kind) func(value.Value) (value.Value, bool) {
	return func(v value.Value) (value.Value, bool) {
		if v.Kind() != kind {
			return v, false
		}
		content := value.Value(value.String("(not an object)"))
		if s, ok := v.(value.String); ok && !value.IsBlank(string(s)) {
			content = s
		}
		return value.Object{{Name: "type", Value: value.String("message")}, {Name: "content", Value: content}}, true
	}
}

func first(v value.Value) (value.Value, bool) {
	list, ok := v.(value.Array)
	if !ok || len(list) == 0 {
		return v, false
	}
	return list[0], true
}

func last(v value.Value) (value.Value, bool) {
	list, ok := v.(value.Array)
	if !ok || len(list) == 0 {
		return v, false
	}
	return list[len(list)-1], true
}

// parsedString is the value that a string spells.
func parsedString(v value.Value) (value.Value, bool) {
	s, ok := v.(value.String)
	if !ok {
		return v, false
	}
	parsed, err := value.Parse([]byte(s))
	return parsed, err == nil
}

// unwrapped is the object in {"action": {...}} and the like.
func unwrapped(v value.Value) (value.Value, bool) {
	o, ok := v.(value.Object)
	if !ok || len(o) != 1 {
		return v, false
	}
	inner, ok := o[0].Value.(value.Object)
	return inner, ok
}
