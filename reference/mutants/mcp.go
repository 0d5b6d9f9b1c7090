package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// mcpMutants break the rules of the params of an MCP tools/call.
func mcpMutants() []Mutant {
	s := mcp()
	any := func(value.Object) bool { return true }
	name := func(defect string) string { return "mcp-call/name/" + defect }
	args := func(defect string) string { return "mcp-call/arguments/" + defect }
	through := func(when func(value.Value) bool) defect { return smuggling(root, any, "name", when, markText, asIs) }
	odd := func(v value.Value) bool { return v.Kind() != value.KindObject && v.Kind() != value.KindUndefined }
	inside := func(names ...string) edit { // takes the call out of what is around it
		return func(o value.Object) (value.Object, bool) {
			for _, n := range names {
				v, _ := o.Get(n)
				if inner, ok := v.(value.Object); ok && !o.Has("name") {
					return inner, true
				}
			}
			return o, false
		}
	}
	out := []Mutant{
		s.verdict("mcp-call/shape/null-crashes", "crashes on what is no object", lesson, crashing(inputs(func(v value.Value) bool { return v.Kind() != value.KindObject })), reference.MC01),
		s.verdict("mcp-call/shape/as-object", "takes anything for a call", omission, replacing(func(v value.Value) (value.Value, bool) {
			return value.Object{{Name: "name", Value: value.String("noop")}}, v.Kind() != value.KindObject
		}), reference.MC01),
		s.verdict("mcp-call/shape/unwrapped", "takes the one call out of a list", "calls[0]", replacing(func(v value.Value) (value.Value, bool) {
			list, ok := v.(value.Array)
			if !ok || len(list) != 1 {
				return v, false
			}
			return list[0], true
		}), reference.MC01),
		s.verdict("mcp-call/shape/envelope", "takes the call out of the envelope around it", runtimes, editing(root, inside("params", "call", "function", "_meta")), reference.MC02),
		s.verdict("mcp-call/shape/further-kept", "lets further members through", "spread", after(furtherKept), reference.MC06),
		s.verdict("mcp-call/shape/further-refused", "refuses further members", "additionalProperties: false",
			refusingAt(root, func(o value.Object) bool { _, more := keeping("name", "arguments")(o); return more }, reference.ResponseInvalid, ""), reference.MC06),
		s.verdict("mcp-call/shape/input-wins", "takes input for arguments where both are there", runtimes, editing(root, func(o value.Object) (value.Object, bool) {
			v, ok := o.Get("input")
			return o.With("arguments", v), ok && o.Has("arguments")
		}), reference.MC06),
		s.verdict(name("default"), "fills in the name of a call", lesson, editing(root, defaulting("name", value.String("noop"))), reference.MC02),
		s.verdict(name("alias"), "takes tool or toolName for name", runtimes, editing(root, both(both(renaming("tool", "name"), renaming("toolName", "name")), both(renaming("tool_name", "name"), renaming("function", "name")))), reference.MC02),
		s.verdict(name("any-case"), "takes names of members in any case", goJSON, editing(root, folding("name", "arguments")), reference.MC02),
		s.verdict(name("coerced"), "turns a number into a name", serde, editing(root, mapping("name", scalarText)), reference.MC02),
		s.verdict(name("empty"), "accepts an empty name", omission, through(isEmptyText), reference.MC02),
		s.verdict(name("blank"), "accepts a name of ASCII white space", omission, through(isSpaces), reference.MC02),
		s.verdict(name("unicode-blank"), "accepts a name of other white space", "ASCII-only trim", through(isBlank(value.BlankUnicode)), reference.AP23, reference.MC02),
		s.verdict(name("trimmed"), "strips blanks from the name", serde, rewritingIn(mappingText("name", strings.TrimSpace)), reference.MC06),
		s.verdict(name("lower-cased"), "lowers the case of the name", runtimes, rewritingIn(mappingText("name", strings.ToLower)), reference.MC06),
		s.verdict(name("words-only"), "refuses a name that is no plain word", excess, refusingAt(root, member("name", isText(notWord)), reference.ToolNameEmpty, "name"), reference.MC06),
		s.verdict(name("long-refused"), "refuses a name of more than 64 bytes", excess,
			refusingAt(root, member("name", isText(func(t string) bool { return len(t) > 64 })), reference.ToolNameEmpty, "name"), reference.MC06),
		s.verdict(args("absent-refused"), "refuses a call without arguments", excess, refusingAt(root, lacks("arguments"), reference.ArgumentsNotObject, "arguments"), reference.MC04),
		s.verdict(args("absent-null"), "passes null on where arguments are absent", "pointer to nothing", after(absentAsNull), reference.MC04),
		s.verdict(args("absent-crashes"), "crashes on a call without arguments", "attribute access", crashing(inputsAt(root, all(member("name", isKind(value.KindString)), lacks("arguments")))), reference.MC04),
		s.verdict(args("null-as-object"), "makes null arguments an empty object", "null coalescing", editing(root, setIf("arguments", isKind(value.KindNull), value.Object{})), reference.MC05),
		s.verdict(args("odd-as-object"), "makes arguments of another kind an empty object", "as? [String: Any] ?? [:]", editing(root, setIf("arguments", odd, value.Object{})), reference.MC03),
		s.verdict(args("parsed"), "parses arguments that are JSON text", runtimes, editing(root, mapping("arguments", parsedString)), reference.MC03),
		s.verdict(args("blank-as-object"), "makes blank arguments an empty object", "provider wires", editing(root, setIf("arguments", isBlank(value.BlankASCII, value.BlankUnicode), value.Object{})), reference.MC03),
		s.verdict(args("unwrapped"), "takes the one object out of a list", "list[0]", editing(root, mapping("arguments", func(v value.Value) (value.Value, bool) {
			list, ok := v.(value.Array)
			if !ok || len(list) != 1 || list[0].Kind() != value.KindObject {
				return v, false
			}
			return list[0], true
		})), reference.MC03),
		s.verdict(args("empty-refused"), "refuses an empty object", excess, refusingAt(root, member("arguments", func(v value.Value) bool { return value.Equal(v, value.Object{}) }), reference.ArgumentsInvalid, "arguments"), reference.MC06),
		s.verdict(args("lost"), "loses arguments on the way out", "operator: assignment left out", rewritingIn(setting("arguments", value.Object{})), reference.MC06),
		s.verdict(args("numbers-as-text"), "turns numbers in arguments into text", serde, rewritingIn(mapping("arguments", func(v value.Value) (value.Value, bool) { return walk(v, numberAsText), true })), reference.MC06),
		s.verdict(args("cut"), "cuts arguments at the second level", "depth-limited copy", rewritingIn(mapping("arguments", func(v value.Value) (value.Value, bool) { return cutAt(2)(v), true })), reference.MC06),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindArray, value.KindObject} {
		out = append(out, s.verdict(name("accepts-"+string(kind)), "accepts a "+string(kind)+" as name", omission, through(isKind(kind)), reference.MC02))
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindString, value.KindArray} {
		requirement := reference.MC03
		if kind == value.KindNull {
			requirement = reference.MC05
		}
		out = append(out, s.verdict(args("accepts-"+string(kind)), "accepts a "+string(kind)+" as arguments", omission,
			smuggling(root, any, "arguments", isKind(kind), markObject, asIs), requirement))
	}
	for _, alias := range []string{"args", "input", "params", "parameters"} {
		out = append(out, s.verdict(args("alias-"+alias), "takes "+alias+" for arguments", runtimes, editing(root, renaming(alias, "arguments")), reference.MC04))
	}
	return out
}

// furtherKept puts the members beside name and arguments into the action.
func furtherKept(req wire.Request, ans wire.Answer) wire.Answer {
	v, ok := ans.(wire.Verdict)
	out, isObject := v.Action.(value.Object)
	in, _ := input(req)
	o, _ := in.(value.Object)
	if !ok || !v.Accepted || !isObject {
		return ans
	}
	for _, m := range o {
		if !out.Has(m.Name) {
			out = append(out[:len(out):len(out)], m)
		}
	}
	v.Action = out
	return v
}

// absentAsNull passes null on where arguments are absent.
func absentAsNull(req wire.Request, ans wire.Answer) wire.Answer {
	v, ok := ans.(wire.Verdict)
	out, isObject := v.Action.(value.Object)
	if !ok || !v.Accepted || !isObject || !holds(req, root, lacks("arguments")) {
		return ans
	}
	v.Action = out.With("arguments", value.Null{})
	return v
}
