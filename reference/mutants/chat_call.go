package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// chatCallMutants break the rules of one call of a chat completion.
func chatCallMutants() []Mutant {
	s := chat()
	always := func(value.Object) bool { return true }
	var out []Mutant
	for _, f := range []struct {
		place                       place
		name, requirement, invented string
	}{
		{chatCall, "id", reference.OC04, "call-generated"},
		{function, "name", reference.OC05, "noop"},
	} {
		id := func(defect string) string { return "openai-chat/call/" + f.name + "/" + defect }
		through := func(when func(value.Value) bool) defect {
			return smuggling(f.place, always, f.name, when, markText, asIs)
		}
		r := f.requirement
		out = append(out,
			s.verdict(id("empty"), "accepts an empty "+f.name, omission, through(isEmptyText), r),
			s.verdict(id("blank"), "accepts a "+f.name+" of ASCII white space", omission, through(isSpaces), r),
			s.verdict(id("unicode-blank"), "accepts a "+f.name+" of other white space", "ASCII-only trim", through(isBlank(value.BlankUnicode)), reference.AP23, r),
			s.verdict(id("trimmed"), "strips blanks from the "+f.name, serde, rewriting(onCalls(mappingText(f.name, strings.TrimSpace))), reference.OC15),
			s.verdict(id("lower-cased"), "lowers the case of the "+f.name, runtimes, rewriting(onCalls(mappingText(f.name, strings.ToLower))), reference.OC15),
			s.verdict(id("lost"), "loses the "+f.name+" on the way out", "operator: assignment left out", rewriting(onCalls(dropping(f.name))), reference.OC15),
			s.verdict(id("words-only"), "refuses a "+f.name+" that is no plain word", excess, refusingAt(f.place, member(f.name, isText(notWord)), reference.ToolNameEmpty, "message"), reference.OC15),
			s.verdict(id("long-refused"), "refuses a "+f.name+" of more than 64 bytes", excess,
				refusingAt(f.place, member(f.name, isText(func(t string) bool { return len(t) > 64 })), reference.ToolNameEmpty, "message"), reference.OC15),
		)
		for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindArray, value.KindObject} {
			out = append(out, s.verdict(id("accepts-"+string(kind)), "accepts a "+string(kind)+" as "+f.name, omission, through(isKind(kind)), r))
		}
	}
	return append(append(append(out,
		s.verdict("openai-chat/call/name/default", "fills in the name of a call", lesson, editing(function, defaulting("name", value.String("noop"))), reference.OC05),
		s.verdict("openai-chat/call/name/blank-default", "fills in a blank name", lesson, editing(function, setIf("name", isBlank(value.BlankASCII, value.BlankUnicode), value.String("noop"))), reference.OC05),
		s.verdict("openai-chat/call/name/coerced", "turns a number into a name", serde, editing(function, mapping("name", scalarText)), reference.OC05),
		s.verdict("openai-chat/call/name/on-call", "takes a name beside the function", runtimes, editing(chatCall, hoisted), reference.OC05),
		s.verdict("openai-chat/call/id/by-index", "puts the number of a call in the place of its id", runtimes,
			rewriting(onCalls(setting("id", value.String("call_0")))), reference.OC15),
		s.verdict("openai-chat/call/id/duplicates-run", "runs both calls that have one id", runtimes, distinctIDs(), reference.OC10),
		s.verdict("openai-chat/call/id/duplicates-first", "runs the first of two calls that have one id", runtimes, editing(message, firstOfID), reference.OC10),
		s.verdict("openai-chat/call/type/ignored", "runs a call of any type", runtimes, editing(chatCall, setIf("type", isKind(value.KindString), value.String("function"))), reference.OC11),
		s.verdict("openai-chat/call/type/odd-ignored", "runs a call whose type is no text", omission,
			editing(chatCall, setIf("type", func(v value.Value) bool { return v.Kind() != value.KindString }, value.String("function"))), reference.OC11),
		s.verdict("openai-chat/call/type/ignores-case", "compares types of calls without regard to case", goJSON, editing(chatCall, mappingText("type", strings.ToLower)), reference.OC11),
		s.verdict("openai-chat/call/type/dropped", "loses a call of another type", runtimes, editing(message, callsWhere(func(o value.Object) bool {
			v, ok := o.Get("type")
			return !ok || isWord("function")(v)
		})), reference.OC11, reference.OC14),
		s.verdict("openai-chat/call/type/crashes", "crashes on a call of another type", runtimes, crashing(inputsAt(chatCall, member("type", func(v value.Value) bool { return !isWord("function")(v) }))), reference.OC11),
	), chatArguments()...), chatArgumentTexts()...)
}

// chatArguments break the rules of what arguments are.
func chatArguments() []Mutant {
	s := chat()
	r := reference.OC06
	id := func(defect string) string { return "openai-chat/call/arguments/" + defect }
	onFunction := func(e edit) defect { return editing(function, e) }
	empty := value.String("{}")
	out := []Mutant{
		s.verdict(id("default"), "makes missing arguments an empty object", runtimes, onFunction(defaulting("arguments", empty)), reference.OC08),
		s.verdict(id("null-as-object"), "makes null arguments an empty object", runtimes, onFunction(setIf("arguments", isKind(value.KindNull), empty)), reference.OC08),
		s.verdict(id("null-text-as-object"), "makes the arguments \"null\" an empty object", runtimes, onFunction(setIf("arguments", argumentKind(value.KindNull), empty)), reference.OC08, r),
		s.verdict(id("unwrapped-list"), "takes the first element of a list", runtimes, onFunction(mappingText("arguments", func(t string) string {
			first, _ := onlyElement(t)
			return first
		})), r),
		s.verdict(id("list-as-object"), "makes an empty object of a list", "dict(arguments or ())", onFunction(setIf("arguments", argumentKind(value.KindArray), empty)), r),
		s.verdict(id("scalar-as-object"), "makes an empty object of a number or a boolean", "dict(arguments or ())", onFunction(setIf("arguments", argumentKind(value.KindNumber, value.KindBool), empty)), r),
		s.verdict(id("double-encoded"), "parses a JSON string in the JSON string", runtimes, onFunction(mappingText("arguments", func(t string) string {
			inner, ok := unquoted(t)
			if !ok {
				return t
			}
			return inner
		})), r),
		s.verdict(id("string-wrapped"), "wraps a text in an object", runtimes, onFunction(mapping("arguments", func(v value.Value) (value.Value, bool) {
			s, _ := v.(value.String)
			inner, ok := unquoted(string(s))
			text, err := value.Print(value.Object{{Name: "input", Value: value.String(inner)}})
			return value.String(text), ok && err == nil
		})), r),
		s.verdict(id("number-coerced"), "takes a number where the text should be", serde, onFunction(setIf("arguments", isKind(value.KindNumber, value.KindBool), empty)), r),
		s.verdict(id("list-coerced"), "takes a list where the text should be", serde, onFunction(setIf("arguments", isKind(value.KindArray), empty)), r),
		s.verdict(id("object-crashes"), "crashes on arguments that are an object", "json.loads of a dict", crashing(inputsAt(function, member("arguments", isKind(value.KindObject)))), r),
		s.verdict(id("object-emptied"), "makes an empty object of an object where the text should be", serde, onFunction(setIf("arguments", isKind(value.KindObject), empty)), reference.OC15, r),
		s.verdict(id("blank-filled"), "fills blank arguments with defaults", runtimes,
			onFunction(setIf("arguments", isBlank(value.BlankASCII, value.BlankUnicode), value.String(`{"path":"."}`))), reference.OC09),
		s.verdict(id("empty-refused"), "refuses an empty object", excess, refusingAt(function, member("arguments", isWord("{}")), reference.ArgumentsInvalid, "message"), reference.OC15),
		s.verdict(id("lost"), "loses arguments on the way out", "operator: assignment left out", rewriting(onCalls(setting("arguments", value.Object{}))), reference.OC15),
		s.verdict(id("as-text"), "leaves arguments as text", runtimes, rewriting(onCalls(mapping("arguments", func(v value.Value) (value.Value, bool) { return printed(v), true }))), reference.OC15),
		s.verdict(id("numbers-as-text"), "turns numbers in arguments into text", serde, rewriting(onCalls(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return walk(v, numberAsText), true
		}))), reference.OC15),
		s.verdict(id("cut"), "cuts arguments at the second level", "depth-limited copy", rewriting(onCalls(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return cutAt(2)(v), true
		}))), reference.OC15),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindString, value.KindArray} {
		requirement := r
		if kind == value.KindNull {
			requirement = reference.OC08
		}
		out = append(out, s.verdict(id("accepts-"+string(kind)), "passes arguments on that are a "+string(kind), omission,
			smuggling(function, func(value.Object) bool { return true }, "arguments", argumentKind(kind), markArguments, func(v value.Value) value.Value {
				parsed, _ := parsedString(v)
				return parsed
			}), requirement))
	}
	return out
}

// argumentKind is the condition that a text is the JSON of a kind.
func argumentKind(kinds ...value.Kind) func(value.Value) bool {
	return func(v value.Value) bool {
		parsed, ok := parsedString(v)
		return ok && isKind(kinds...)(parsed)
	}
}

// chatArgumentTexts read arguments that are not JSON.
func chatArgumentTexts() []Mutant {
	s := chat()
	var out []Mutant
	for _, r := range []struct {
		id, title, source string
		repair            func(string) (string, bool)
		requirement       string
	}{
		{"completes", "completes arguments that were cut off", repairJSON, closeOpen, reference.OC07},
		{"closes-brackets", "closes brackets that are open in arguments", repairJSON, closeBrackets, reference.OC07},
		{"trailing-comma", "takes trailing commas in arguments", "JSON5", dropTrailingCommas, reference.OC07},
		{"single-quotes", "takes single quotes in arguments", "ast.literal_eval", singleQuotes, reference.OC07},
		{"fence", "takes arguments out of a code fence", runtimes, unfenced, reference.OC07},
		{"first-document", "takes the first document of arguments", "json.Decoder.Decode", firstDocument, reference.OC07},
		{"between-braces", "takes what stands between braces in arguments", runtimes, betweenBraces, reference.OC07},
		{"broken-as-object", "makes broken arguments an empty object", runtimes, func(t string) (string, bool) { return "{}", strings.TrimSpace(t) != "" }, reference.OC07},
		{"raw-text", "passes broken arguments on as a text", runtimes, func(t string) (string, bool) {
			out, err := value.Print(value.Object{{Name: "input", Value: value.String(t)}})
			return string(out), err == nil && strings.TrimSpace(t) != ""
		}, reference.OC07},
		{"duplicates/last", "takes the last of duplicate names in arguments", goJSON, merging(true, anyRepeat), reference.OC16},
		{"duplicates/first", "takes the first of duplicate names in arguments", serde, merging(false, anyRepeat), reference.OC16},
	} {
		out = append(out, s.verdict("openai-chat/call/arguments/"+r.id, r.title, r.source, editing(function, mapping("arguments", func(v value.Value) (value.Value, bool) {
			t, isText := v.(value.String)
			if !isText {
				return v, false
			}
			if parsed, err := value.Parse([]byte(t)); err == nil && !anyRepeat(parsed) {
				return v, false
			}
			fixed, ok := r.repair(string(t))
			return value.String(fixed), ok
		})), r.requirement))
	}
	return out
}
