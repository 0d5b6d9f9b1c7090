package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// agentInputMutants break the rules of the input of a tool call, which may be anything but missing.
func agentInputMutants() []Mutant {
	s := anyAgent()
	host := s.only(wire.OpParse)
	id := func(defect string) string { return "agent-action/tool_call/input/" + defect }
	onCall := func(e edit) defect { return editing(action, having("type", "tool_call", e)) }
	onResult := func(f func(value.Value) value.Value) defect {
		return rewritingIn(having("type", "tool_call", mapping("input", func(v value.Value) (value.Value, bool) { return f(v), true })))
	}
	out := []Mutant{
		s.verdict(id("default-object"), "makes a missing input an empty object", lesson, onCall(defaulting("input", value.Object{})), reference.AP07),
		s.verdict(id("default-null"), "makes a missing input null", goJSON, onCall(defaulting("input", value.Null{})), reference.AP07),
		s.verdict(id("default-undefined"), "leaves out the own-property check", lessonHint, onCall(defaulting("input", value.Undefined{})), reference.AP07),
		s.verdict(id("null-as-object"), "makes a null input an empty object", "null coalescing", onCall(setIf("input", isKind(value.KindNull), value.Object{})), reference.AP11),
		s.verdict(id("parsed"), "parses an input that is JSON text", runtimes, onResult(parsedOrSame), reference.AP11),
		s.verdict(id("stringified"), "turns the input into JSON text", runtimes, onResult(printed), reference.AP11),
		s.verdict(id("wrapped"), "wraps an input that is no object", python, onResult(wrapped), reference.AP11),
		s.verdict(id("numbers-as-text"), "turns numbers in the input into text", serde, onResult(walkWith(numberAsText)), reference.AP11),
		s.verdict(id("bools-as-text"), "turns booleans in the input into text", serde, onResult(boolAsText), reference.AP11),
		s.verdict(id("texts-trimmed"), "strips blanks from an input that is text", serde, onResult(trimmedText), reference.AP11),
		s.verdict(id("empties-dropped"), "drops an empty object, list or text", "JSON writers that omit empty members", onResult(emptied), reference.AP11),
		s.verdict(id("nested-dropped"), "cuts the input at the third level", "depth-limited copy", onResult(cutAt(3)), reference.AP11),
		host.verdict(id("undefined-as-null"), "makes an undefined input null", javaScript, onCall(setIf("input", isKind(value.KindUndefined), value.Null{})), reference.AP11),
		host.verdict(id("undefined-as-missing"), "refuses an undefined input as missing", lessonHint,
			onCall(dropIf("input", isKind(value.KindUndefined))), reference.AP11, reference.AP07),
		host.verdict(id("undefined-dropped"), "loses an undefined input on the way out", "JSON.stringify",
			rewritingIn(having("type", "tool_call", dropIf("input", isKind(value.KindUndefined)))), reference.AP11),
		host.verdict(id("inherited"), "takes an inherited input", javaScript, replacing(inheriting("input")), reference.AP12),
		host.verdict(id("json-clone"), "copies the action through JSON first", javaScript, replacing(jsonClone), reference.AP11, reference.AP22),
		s.verdict(id("schema-checked"), "refuses an input its tool's schema would refuse", "schemas in the parser",
			refusingAt(action, all(isA("tool", "read_file"), member("input", func(v value.Value) bool {
				o, ok := v.(value.Object)
				path, _ := o.Get("path")
				_, isText := path.(value.String)
				return !ok || !isText
			})), reference.ActionTextInvalid, "input"), reference.AP19, reference.AP11),
		s.reason(id("wrong-code"), "calls a missing input a bad text", swap, recoding(reference.ActionInputMissing, reference.ActionTextInvalid), reference.AP07),
		s.reason(id("wrong-field"), "does not say that input is missing", swap, refielding(reference.ActionInputMissing, "input", ""), reference.AP07),
	}
	for _, alias := range []string{"Input", "args", "arguments", "params", "parameters", "inputs"} {
		out = append(out, s.verdict(id("alias-"+alias), "takes "+alias+" for input", runtimes, onCall(renaming(alias, "input")), reference.AP24, reference.AP07))
	}
	for _, f := range []struct {
		name string
		is   func(value.Value) bool
	}{
		{"null", isKind(value.KindNull)},
		{"false", func(v value.Value) bool { return v == value.Value(value.Bool(false)) }},
		{"zero", func(v value.Value) bool { return v.Kind() == value.KindNumber && value.Equal(v, value.Number("0")) }},
		{"empty-text", isEmptyText},
		{"empty-array", func(v value.Value) bool { a, ok := v.(value.Array); return ok && len(a) == 0 }},
		{"empty-object", func(v value.Value) bool { o, ok := v.(value.Object); return ok && len(o) == 0 }},
	} {
		out = append(out, s.verdict(id(f.name+"-as-missing"), "takes an input that is "+f.name+" for a missing one", "falsy test",
			onCall(dropIf("input", f.is)), reference.AP11))
	}
	for _, kind := range []value.Kind{value.KindString, value.KindNumber, value.KindBool, value.KindArray} {
		out = append(out, s.verdict(id("refuses-"+string(kind)), "refuses an input that is a "+string(kind), excess,
			refusingAt(action, all(isA("type", "tool_call"), member("input", isKind(kind))), reference.ActionInputMissing, "input"), reference.AP11))
	}
	return out
}

// setIf replaces a member that fulfils a condition, and dropIf drops it.
func setIf(name string, when func(value.Value) bool, v value.Value) edit {
	return mapping(name, func(old value.Value) (value.Value, bool) { return v, when(old) })
}

func dropIf(name string, when func(value.Value) bool) edit {
	return func(o value.Object) (value.Object, bool) {
		if v, ok := o.Get(name); !ok || !when(v) {
			return o, false
		}
		return o.Without(name), true
	}
}

func parsedOrSame(v value.Value) value.Value {
	if parsed, ok := parsedString(v); ok {
		return parsed
	}
	return v
}

func printed(v value.Value) value.Value {
	text, err := value.Print(v)
	if err != nil {
		return v
	}
	return value.String(text)
}

func wrapped(v value.Value) value.Value {
	if v.Kind() == value.KindObject || v.Kind() == value.KindHost {
		return v
	}
	return value.Object{{Name: "value", Value: v}}
}

func walkWith(f func(value.Value) value.Value) func(value.Value) value.Value {
	return func(v value.Value) value.Value { return walk(v, f) }
}

func numberAsText(v value.Value) value.Value {
	if n, ok := v.(value.Number); ok {
		return value.String(n)
	}
	return v
}

func boolAsText(v value.Value) value.Value {
	if v.Kind() == value.KindBool {
		v, _ = scalarText(v)
	}
	return v
}

func trimmedText(v value.Value) value.Value {
	if s, ok := v.(value.String); ok {
		return value.String(strings.TrimSpace(string(s)))
	}
	return v
}

func emptied(v value.Value) value.Value {
	switch w := v.(type) {
	case value.Object:
		if len(w) == 0 {
			return value.Null{}
		}
	case value.Array:
		if len(w) == 0 {
			return value.Null{}
		}
	case value.String:
		if w == "" {
			return value.Null{}
		}
	default: // nothing to do for the others
	}
	return v
}

// cutAt replaces what is nested deeper than some levels.
func cutAt(levels int) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		switch v := v.(type) {
		case value.Object:
			if levels == 0 {
				return value.String("[object]")
			}
			out := make(value.Object, len(v))
			for i, m := range v {
				out[i] = value.Member{Name: m.Name, Value: cutAt(levels - 1)(m.Value)}
			}
			return out
		case value.Array:
			if levels == 0 {
				return value.String("[array]")
			}
			out := make(value.Array, len(v))
			for i, e := range v {
				out[i] = cutAt(levels - 1)(e)
			}
			return out
		default: // nothing to do for the others
		}
		return v
	}
}

// jsonClone is JSON.parse(JSON.stringify(v)) as far as it does not throw: undefined and hidden members
// are lost, and so is what only the host has.
func jsonClone(v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.Object:
		out := make(value.Object, 0, len(v))
		for _, m := range v {
			if m.Value.Kind() == value.KindUndefined {
				continue
			}
			inner, _ := jsonClone(m.Value)
			out = append(out, value.Member{Name: m.Name, Value: inner})
		}
		return out, true
	case value.Array:
		out := make(value.Array, len(v))
		for i, e := range v {
			out[i], _ = jsonClone(e)
			if out[i].Kind() == value.KindUndefined {
				out[i] = value.Null{}
			}
		}
		return out, true
	case value.Host:
		if v.Name == value.HostNonEnumerable {
			own, _ := v.Args.Get("own")
			return own, true
		}
		if v.Name == value.HostCyclic || v.Name == value.HostBigInt {
			panic("mutant: JSON.stringify throws")
		}
	default: // nothing to do for the others
	}
	return v, false
}
