package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// nativeCallMutants break the rules of the one call of a response.
func nativeCallMutants() []Mutant {
	s := native()
	anyCall := func(value.Object) bool { return true }
	var out []Mutant
	for _, f := range []struct{ name, result, requirement, invented string }{
		{"id", "providerCallId", reference.NT05, "call-generated"},
		{"name", "name", reference.NT06, "noop"},
	} {
		id := func(defect string) string { return "native-tool/call/" + f.name + "/" + defect }
		through := func(when func(value.Value) bool) defect {
			return smuggling(nativeCall, anyCall, f.name, when, markText, asIs)
		}
		r := f.requirement
		out = append(out,
			s.verdict(id("default"), "fills in the "+f.name+" of a call", lesson, editing(nativeCall, defaulting(f.name, value.String(f.invented))), r),
			s.verdict(id("blank-default"), "fills in a blank "+f.name, runtimes, editing(nativeCall, setIf(f.name, isBlank(value.BlankASCII, value.BlankUnicode), value.String(f.invented))), r),
			s.verdict(id("null-default"), "fills in a null "+f.name, "null coalescing", editing(nativeCall, setIf(f.name, isKind(value.KindNull), value.String(f.invented))), r),
			s.verdict(id("coerced"), "turns a number in the "+f.name+" into text", serde, editing(nativeCall, mapping(f.name, scalarText)), r),
			s.verdict(id("empty"), "accepts an empty "+f.name, omission, through(isEmptyText), r),
			s.verdict(id("blank"), "accepts a "+f.name+" of ASCII white space", omission, through(isSpaces), r),
			s.verdict(id("unicode-blank"), "accepts a "+f.name+" of other white space", "ASCII-only trim", through(isBlank(value.BlankUnicode)), reference.AP23, r),
			s.verdict(id("trimmed"), "strips blanks from the "+f.name, serde, rewritingIn(mappingText(f.result, strings.TrimSpace)), reference.NT11),
			s.verdict(id("lower-cased"), "lowers the case of the "+f.name, runtimes, rewritingIn(mappingText(f.result, strings.ToLower)), reference.NT11),
			s.verdict(id("words-only"), "refuses a "+f.name+" that is no plain word", excess, refusingAt(nativeCall, member(f.name, isText(notWord)), reference.CallIDEmpty, "toolCalls"), reference.NT11, r),
			s.verdict(id("long-refused"), "refuses a "+f.name+" of more than 64 bytes", excess,
				refusingAt(nativeCall, member(f.name, isText(func(t string) bool { return len(t) > 64 })), reference.CallIDEmpty, "toolCalls"), reference.NT11, r),
		)
		for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindArray, value.KindObject} {
			out = append(out, s.verdict(id("accepts-"+string(kind)), "accepts a "+string(kind)+" as "+f.name, omission, through(isKind(kind)), r))
		}
	}
	return append(append(append(out, nativeArguments()...), controlMutants()...), nativeResults()...)
}

// notWord reports whether a text is more than letters, digits, "_" and "-".
func notWord(t string) bool {
	return strings.ContainsFunc(t, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || '9' < r) && (r|0x20 < 'a' || 'z' < r|0x20)
	})
}

func nativeArguments() []Mutant {
	s := native()
	r := reference.NT07
	id := func(defect string) string { return "native-tool/call/arguments/" + defect }
	onCall := func(e edit) defect { return editing(nativeCall, e) }
	out := []Mutant{
		s.verdict(id("default"), "makes missing arguments an empty object", lesson, onCall(defaulting("arguments", value.Object{})), r),
		s.verdict(id("null-as-object"), "makes null arguments an empty object", "null coalescing", onCall(setIf("arguments", isKind(value.KindNull), value.Object{})), r),
		s.verdict(id("blank-as-object"), "makes blank arguments an empty object", "provider wires", onCall(setIf("arguments", isBlank(value.BlankASCII, value.BlankUnicode), value.Object{})), r),
		s.verdict(id("parsed"), "parses arguments that are JSON text", runtimes, onCall(mapping("arguments", parsedString)), r),
		s.verdict(id("wrapped"), "wraps arguments that are no object", python, onCall(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return wrapped(v), v.Kind() != value.KindObject && v.Kind() != value.KindHost
		})), r),
		s.verdict(id("empty-refused"), "refuses an empty object", excess, refusingAt(nativeCall, member("arguments", func(v value.Value) bool {
			o, ok := v.(value.Object)
			return ok && len(o) == 0
		}), reference.ArgumentsNotObject, "toolCalls"), r, reference.NT11),
		s.verdict(id("lost"), "loses arguments on the way out", "operator: assignment left out", rewritingIn(setting("arguments", value.Object{})), reference.NT11),
		s.verdict(id("numbers-as-text"), "turns numbers in arguments into text", serde, rewritingIn(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return walk(v, numberAsText), true
		})), reference.NT11),
		s.verdict(id("cut"), "cuts arguments at the second level", "depth-limited copy", rewritingIn(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return cutAt(2)(v), true
		})), reference.NT11),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindString, value.KindArray} {
		out = append(out, s.verdict(id("accepts-"+string(kind)), "accepts a "+string(kind)+" as arguments", omission,
			smuggling(nativeCall, func(value.Object) bool { return true }, "arguments", isKind(kind), markObject, asIs), r))
	}
	for _, alias := range []string{"args", "input", "parameters"} {
		out = append(out, s.verdict(id("alias-"+alias), "takes "+alias+" for arguments", runtimes, onCall(renaming(alias, "arguments")), r))
	}
	return out
}

// controlMutants mistake the call that asks the user.
func controlMutants() []Mutant {
	s := native()
	r := reference.NT08
	through := func(when func(value.Value) bool) defect {
		return smuggling(control, func(value.Object) bool { return true }, "question", when, markText, asIs)
	}
	out := []Mutant{
		s.verdict("native-tool/control/run", "runs the control call as a tool", guide,
			smuggling(nativeCall, isA("name", reference.DefaultAskUserTool), "name", isKind(value.KindString), markText, asIs), r),
		s.verdict("native-tool/control/ignores-case", "compares the control name without regard to case", "case-insensitive registries",
			editing(nativeCall, mappingText("name", func(n string) string {
				if strings.EqualFold(n, reference.DefaultAskUserTool) {
					return reference.DefaultAskUserTool
				}
				return n
			})), r, reference.NT06),
		s.verdict("native-tool/control/trimmed", "strips blanks from the control name", runtimes, editing(nativeCall, mappingText("name", func(n string) string {
			if strings.TrimSpace(n) == reference.DefaultAskUserTool {
				return reference.DefaultAskUserTool
			}
			return n
		})), r, reference.NT06),
		s.verdict("native-tool/control/extras-dropped", "drops further members of the control call", serde, editing(control, keeping("question")), r),
		s.verdict("native-tool/control/default", "asks a question of its own where there is none", lesson, editing(control, defaulting("question", value.String("Shall I go on?"))), r),
		s.verdict("native-tool/control/coerced", "turns a number into a question", serde, editing(control, mapping("question", scalarText)), r),
		s.verdict("native-tool/control/empty", "asks an empty question", omission, through(isEmptyText), r),
		s.verdict("native-tool/control/blank", "asks a question of ASCII white space", omission, through(isSpaces), r),
		s.verdict("native-tool/control/unicode-blank", "asks a question of other white space", "ASCII-only trim", through(isBlank(value.BlankUnicode)), reference.AP23, r),
		s.verdict("native-tool/control/any-kind", "asks a question that is no text", omission, through(func(v value.Value) bool { return v.Kind() != value.KindString }), r),
		s.verdict("native-tool/control/alias", "takes text or prompt for question", runtimes, editing(control, both(both(renaming("text", "question"), renaming("prompt", "question")), renaming("Question", "question"))), r),
		s.verdict("native-tool/control/unhandled", "does not know the control call", "operator: branch left out",
			refusingAt(nativeCall, isA("name", reference.DefaultAskUserTool), reference.ActionInvalid, "toolCalls"), r),
		s.verdict("native-tool/control/question-trimmed", "strips blanks from the question", serde, rewritingIn(mappingText("question", strings.TrimSpace)), r, reference.NT11),
		s.verdict("native-tool/control/text-as-question", "asks the text beside the call", runtimes, retrying(response, func(o value.Object) (value.Object, bool) {
			content, _ := o.Get("content")
			if !isText(func(t string) bool { return !value.IsBlank(t) })(valueOrNull(content)) {
				content = value.String("(no question)")
			}
			return inElements(o, "toolCalls", having("name", reference.DefaultAskUserTool,
				putting("arguments", value.Object{{Name: "question", Value: content}})))
		}), r),
	}
	return out
}

func valueOrNull(v value.Value) value.Value {
	if v == nil {
		return value.Null{}
	}
	return v
}

// nativeResults return another call than the one that was made.
func nativeResults() []Mutant {
	s := native()
	onCall := func(e edit) defect { return rewritingIn(having("action", "call_tool", e)) }
	return []Mutant{
		s.verdict("native-tool/result/provider-id-dropped", "loses the provider's call id", guide, onCall(dropping("providerCallId")), reference.NT11),
		s.verdict("native-tool/result/provider-id-as-id", "takes the provider's call id for its own", guide,
			onCall(func(o value.Object) (value.Object, bool) { return o.Renamed("providerCallId", "callId"), true }), reference.NT11),
		s.verdict("native-tool/result/own-id", "puts an id of its own in the place of the provider's", runtimes,
			onCall(setting("providerCallId", value.String("step-1"))), reference.NT11),
		s.verdict("native-tool/result/text-kept", "puts the text beside a call into the action", runtimes,
			after(textBeside), reference.NT11),
		s.verdict("native-tool/result/raw-call", "returns the call as the provider sent it", runtimes,
			onCall(func(o value.Object) (value.Object, bool) {
				return o.Without("action").With("type", value.String("function")), true
			}), reference.NT11),
		s.verdict("native-tool/result/final-trimmed", "strips blanks from a final text", runtimes,
			rewritingIn(having("action", "final", mappingText("text", strings.TrimSpace))), reference.NT11),
	}
}
