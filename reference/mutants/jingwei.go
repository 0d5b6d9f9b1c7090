package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// jingweiText is one text field of jingwei-json/1.
type jingweiText struct {
	state, name, requirement string
	code                     reference.Code // of a blank one
	invented                 string
	aliases                  []string
}

func jingweiTexts() []jingweiText {
	return []jingweiText{
		{"call_tool", "name", reference.JW05, reference.ArgumentsInvalid, "noop", []string{"Name", "tool", "tool_name", "function"}},
		{"final", "text", reference.JW07, reference.TextEmpty, "done", []string{"Text", "content", "answer", "message"}},
		{"ask_user", "question", reference.JW08, reference.TextEmpty, "Shall I go on?", []string{"Question", "text", "prompt", "message"}},
	}
}

// jingweiMutants break the rules of the tagged object.
func jingweiMutants() []Mutant {
	var out []Mutant
	for _, f := range jingweiTexts() {
		out = append(out, f.mutants()...)
	}
	return append(append(out, jingweiArguments()...), jingweiTags()...)
}

func (f jingweiText) mutants() []Mutant {
	s := jingwei()
	id := func(defect string) string { return "jingwei-json/" + f.state + "/" + f.name + "/" + defect }
	onAction := func(e edit) defect { return editing(action, having("action", f.state, e)) }
	through := func(when func(value.Value) bool) defect {
		return smuggling(action, isA("action", f.state), f.name, when, markText, asIs)
	}
	r := f.requirement
	out := []Mutant{
		s.verdict(id("default"), "fills in "+f.name+" where it is missing", lesson, onAction(defaulting(f.name, value.String(f.invented))), r),
		s.verdict(id("coerced"), "turns numbers and booleans in "+f.name+" into text", serde, onAction(mapping(f.name, scalarText)), r),
		s.verdict(id("empty"), "accepts an empty "+f.name, omission, through(isEmptyText), r),
		s.verdict(id("blank"), "accepts a "+f.name+" of ASCII white space", omission, through(isSpaces), r),
		s.verdict(id("unicode-blank"), "accepts a "+f.name+" of other white space", "ASCII-only trim", through(isBlank(value.BlankUnicode)), reference.AP23, r),
		s.verdict(id("trimmed"), "strips blanks from "+f.name, serde, rewritingIn(having("action", f.state, mappingText(f.name, strings.TrimSpace))), reference.AP10),
		s.verdict(id("lost"), "loses "+f.name+" on the way out", "operator: assignment left out", rewritingIn(having("action", f.state, dropping(f.name))), r),
		s.verdict("jingwei-json/"+f.state+"/unhandled", "does not know "+f.state, "operator: branch left out",
			refusingAt(action, isA("action", f.state), reference.ActionInvalid, "action"), reference.JW02),
		s.verdict("jingwei-json/"+f.state+"/extras-dropped", "drops members that "+f.state+" does not have", serde,
			onAction(keeping("action", "name", "arguments", f.name)), reference.JW03),
		s.reason(id("wrong-field"), "does not say that "+f.name+" is at fault", swap,
			restating(at(f.name), func(v *wire.Verdict) { v.Field = "action" }), r),
		s.reason(id("blank-code"), "gives a bad "+f.name+" the code of a syntax error", swap,
			restating(func(v wire.Verdict) bool { return v.Field == f.name && v.Code == string(f.code) },
				func(v *wire.Verdict) { v.Code = string(reference.ActionNotJSON) }), r),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindArray, value.KindObject} {
		out = append(out, s.verdict(id("accepts-"+string(kind)), "accepts a "+string(kind)+" as "+f.name, omission, through(isKind(kind)), r))
	}
	for _, alias := range f.aliases {
		out = append(out, s.verdict(id("alias-"+alias), "takes "+alias+" for "+f.name, runtimes, onAction(renaming(alias, f.name)), reference.JW03, r))
	}
	return out
}

// jingweiArguments break the rules of the arguments of call_tool.
func jingweiArguments() []Mutant {
	s := jingwei()
	r := reference.JW06
	id := func(defect string) string { return "jingwei-json/call_tool/arguments/" + defect }
	onCall := func(e edit) defect { return editing(action, having("action", "call_tool", e)) }
	out := []Mutant{
		s.verdict(id("default"), "makes missing arguments an empty object", lesson, onCall(defaulting("arguments", value.Object{})), r),
		s.verdict(id("null-as-object"), "makes null arguments an empty object", "null coalescing", onCall(setIf("arguments", isKind(value.KindNull), value.Object{})), r),
		s.verdict(id("parsed"), "parses arguments that are JSON text", runtimes, onCall(mapping("arguments", parsedString)), r),
		s.verdict(id("pairs"), "makes an object of a list", serde, onCall(setIf("arguments", isKind(value.KindArray), value.Object{})), r),
		s.verdict(id("wrapped"), "wraps arguments that are no object", python, onCall(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return value.Object{{Name: "input", Value: v}}, v.Kind() == value.KindString || v.Kind() == value.KindNumber || v.Kind() == value.KindBool
		})), r),
		s.verdict(id("empty-refused"), "refuses an empty object", excess, refusingAt(action, member("arguments", func(v value.Value) bool {
			o, ok := v.(value.Object)
			return ok && len(o) == 0
		}), reference.ArgumentsInvalid, "arguments"), r, reference.AP11),
		s.verdict(id("nested-refused"), "refuses nested arguments", excess, refusingAt(action, member("arguments", deeperThan(1)), reference.ArgumentsInvalid, "arguments"), reference.AP11),
		s.verdict(id("texts-only"), "turns numbers in arguments into text", serde, rewritingIn(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return walk(v, numberAsText), true
		})), reference.AP11),
		s.verdict(id("cut"), "cuts arguments at the second level", "depth-limited copy", rewritingIn(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return cutAt(2)(v), true
		})), reference.AP11),
		s.verdict(id("lost"), "loses arguments on the way out", "operator: assignment left out", rewritingIn(setting("arguments", value.Object{})), r),
		s.reason(id("wrong-field"), "does not say that arguments are at fault", swap, restating(at("arguments"), func(v *wire.Verdict) { v.Field = "name" }), r),
		s.reason(id("wrong-code"), "gives bad arguments the code of a bad tag", swap, restating(func(v wire.Verdict) bool {
			return v.Field == "arguments" && v.Code == string(reference.ArgumentsInvalid)
		}, func(v *wire.Verdict) { v.Code = string(reference.ActionInvalid) }), r),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindString, value.KindArray} {
		out = append(out, s.verdict(id("accepts-"+string(kind)), "accepts a "+string(kind)+" as arguments", omission,
			smuggling(action, isA("action", "call_tool"), "arguments", isKind(kind), markObject, asIs), r))
	}
	for _, alias := range []string{"Arguments", "args", "input", "parameters"} {
		out = append(out, s.verdict(id("alias-"+alias), "takes "+alias+" for arguments", runtimes, onCall(renaming(alias, "arguments")), reference.JW03, r))
	}
	return out
}

// jingweiTags break the rules of the object and of its tag.
func jingweiTags() []Mutant {
	s := jingwei()
	onTag := func(f func(string) string) defect { return editing(action, mappingText("action", f)) }
	asFinal := func(when func(value.Value) bool) edit {
		return func(o value.Object) (value.Object, bool) {
			if v, ok := o.Get("action"); !ok || !when(v) {
				return o, false
			}
			return taggedFinal("(an unknown action)"), true
		}
	}
	final := func(kind value.Kind) defect {
		return rereading(func(text string) (string, bool) {
			v, err := value.Parse([]byte(text))
			out, _ := value.Print(taggedFinal("(not an object)"))
			return string(out), err == nil && v.Kind() == kind
		})
	}
	out := []Mutant{
		s.verdict("jingwei-json/prose-as-final", "takes text that is not JSON for the answer", runtimes, rereading(func(text string) (string, bool) {
			_, err := value.Parse([]byte(text))
			out, bad := value.Print(taggedFinal(strings.ToValidUTF8(text, "?")))
			return string(out), err != nil && bad == nil && strings.TrimSpace(text) != ""
		}), reference.JW01),
		s.verdict("jingwei-json/returned-as-is", "returns what it does not understand unchanged", lesson, answering(func(req wire.Request) (wire.Answer, bool) {
			v, ok := input(req)
			return wire.Accept(v), ok
		}), reference.JW01, reference.JW02),
		s.verdict("jingwei-json/action/unknown-as-final", "takes an unknown action for an answer", "action protocol lesson, failure case 3",
			editing(action, asFinal(isText(func(t string) bool { return !contains([]string{"call_tool", "final", "ask_user"}, t) }))), reference.JW02),
		s.verdict("jingwei-json/action/other-kind-as-final", "takes an action that is no text for an answer", "fall through to the default branch",
			editing(action, asFinal(func(v value.Value) bool { return v.Kind() != value.KindString })), reference.JW02),
		s.verdict("jingwei-json/action/missing-as-final", "takes an object without action for an answer", runtimes, editing(action, func(o value.Object) (value.Object, bool) {
			if o.Has("action") {
				return o, false
			}
			return taggedFinal("(no action)"), true
		}), reference.JW02),
		s.verdict("jingwei-json/action/inferred", "guesses a missing action from the other members", runtimes, editing(action, func(o value.Object) (value.Object, bool) {
			for _, guess := range [][2]string{{"name", "call_tool"}, {"text", "final"}, {"question", "ask_user"}} {
				if !o.Has("action") && o.Has(guess[0]) {
					return o.With("action", value.String(guess[1])), true
				}
			}
			return o, false
		}), reference.JW02),
		s.verdict("jingwei-json/action/ignores-case", "compares actions without regard to case", goJSON, onTag(strings.ToLower), reference.JW02),
		s.verdict("jingwei-json/action/trimmed", "strips blanks from the action", serde, onTag(strings.TrimSpace), reference.JW02),
		s.verdict("jingwei-json/action/plural", "takes a plural for the action", runtimes, onTag(func(t string) string { return strings.TrimSuffix(t, "s") }), reference.JW02),
		s.verdict("jingwei-json/action/other-protocol", "takes the literals of another protocol", runtimes, onTag(func(t string) string {
			switch t {
			case "tool_call":
				return "call_tool"
			case "finish":
				return "final"
			}
			return t
		}), reference.JW02),
		s.verdict("jingwei-json/action/array", "takes an action wrapped in a list", serde, editing(action, mapping("action", first)), reference.JW02),
		s.verdict("jingwei-json/action/alias-type", "takes type for action", runtimes, editing(action, renaming("type", "action")), reference.JW02, reference.JW03),
		s.verdict("jingwei-json/action/alias-Action", "takes Action for action", goJSON, editing(action, renaming("Action", "action")), reference.JW02, reference.JW03),
		s.verdict("jingwei-json/names/folded", "compares names without regard to case", goJSON, editing(action, folding("action", "name", "arguments", "text", "question")), reference.JW03),
		s.verdict("jingwei-json/extras/dropped", "drops unknown members", serde, editing(action, func(o value.Object) (value.Object, bool) {
			switch {
			case isA("action", "call_tool")(o):
				return keeping("action", "name", "arguments")(o)
			case isA("action", "final")(o):
				return keeping("action", "text")(o)
			case isA("action", "ask_user")(o):
				return keeping("action", "question")(o)
			}
			return o, false
		}), reference.JW03),
		s.verdict("jingwei-json/extras/comments-dropped", "drops members that explain", runtimes, editing(action, both(both(dropping("reasoning"), dropping("comment")), both(dropping("extra"), dropping("note")))), reference.JW03),
		s.verdict("jingwei-json/extras/proto-dropped", "drops a member named __proto__", javaScript, editing(action, dropping("__proto__")), reference.JW03),
		s.verdict("jingwei-json/extras/null-dropped", "drops members of other actions that are null", "one struct with optional fields", editing(action, func(o value.Object) (value.Object, bool) {
			out := o
			for _, m := range o {
				if m.Value.Kind() == value.KindNull && contains([]string{"name", "arguments", "text", "question"}, m.Name) {
					out = out.Without(m.Name)
				}
			}
			return out, len(out) < len(o)
		}), reference.JW03),
		s.verdict("jingwei-json/result/provider-id", "invents a provider's call id", "one result type for two protocols",
			rewritingIn(having("action", "call_tool", putting("providerCallId", value.String("call-1")))), reference.JW01),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindString, value.KindArray} {
		out = append(out, s.verdict("jingwei-json/container/"+string(kind)+"-as-final", "takes a "+string(kind)+" for an answer", runtimes, final(kind), reference.JW01))
	}
	for _, t := range textConditions() {
		out = append(out, s.verdict("jingwei-json/text/refuses-"+t.name, "refuses text with "+t.what, excess,
			refusingAt(action, anyText(t.holds), reference.TextEmpty, ""), t.requirement))
	}
	return out
}

func taggedFinal(text string) value.Object {
	return value.Object{{Name: "action", Value: value.String("final")}, {Name: "text", Value: value.String(text)}}
}
