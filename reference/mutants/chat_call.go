package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// turn is a wire on which one response makes any number of calls.
type turn struct {
	scope
	family string // what the ids of its mutants begin with
	call   place  // each call
	named  place  // the part of a call that has its name and arguments
	id     string // the member with the id of a call
	input  string // the member with its arguments
	asText bool   // arguments are the text of an object
	field  string // what refusals of a call blame
	// notObject and missing are the requirements of arguments that are no object, and of absent ones.
	notObject, missing string
}

func chatTurn() turn {
	return turn{scope: chat(), family: "openai-chat", call: chatCall, named: function, id: "id", input: "arguments", asText: true, field: "message",
		notObject: reference.OC06, missing: reference.OC08}
}

// empty is an empty object as the wire writes arguments.
func (t turn) empty() value.Value { return t.written(value.Object{}) }

// written is an object as the wire writes arguments.
func (t turn) written(o value.Object) value.Value {
	if t.asText {
		return printed(o)
	}
	return o
}

// chatCallMutants break the rules of one call of a chat completion.
func chatCallMutants() []Mutant {
	s := chat()
	return append(chatTurn().calls(),
		s.verdict("openai-chat/call/name/on-call", "takes a name beside the function", runtimes, editing(chatCall, hoisted), reference.OC05),
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
	)
}

// calls are the mutants that break the rules of one call.
func (s turn) calls() []Mutant {
	always := func(value.Object) bool { return true }
	var out []Mutant
	for _, f := range []struct {
		place                       place
		name, requirement, invented string
	}{
		{s.call, "id", reference.OC04, "call-generated"},
		{s.named, "name", reference.OC05, "noop"},
	} {
		id := func(defect string) string { return s.family + "/call/" + f.name + "/" + defect }
		at := f.name
		if at == "id" {
			at = s.id
		}
		through := func(when func(value.Value) bool) defect {
			return smuggling(f.place, always, at, when, markText, asIs)
		}
		r := f.requirement
		out = append(out,
			s.verdict(id("empty"), "accepts an empty "+f.name, omission, through(isEmptyText), r),
			s.verdict(id("blank"), "accepts a "+f.name+" of ASCII white space", omission, through(isSpaces), r),
			s.verdict(id("unicode-blank"), "accepts a "+f.name+" of other white space", "ASCII-only trim", through(isBlank(value.BlankUnicode)), reference.AP23, r),
			s.verdict(id("trimmed"), "strips blanks from the "+f.name, serde, rewriting(onCalls(mappingText(f.name, strings.TrimSpace))), reference.OC15),
			s.verdict(id("lower-cased"), "lowers the case of the "+f.name, runtimes, rewriting(onCalls(mappingText(f.name, strings.ToLower))), reference.OC15),
			s.verdict(id("lost"), "loses the "+f.name+" on the way out", "operator: assignment left out", rewriting(onCalls(dropping(f.name))), reference.OC15),
			s.verdict(id("words-only"), "refuses a "+f.name+" that is no plain word", excess, refusingAt(f.place, member(at, isText(notWord)), reference.ToolNameEmpty, s.field), reference.OC15),
			s.verdict(id("long-refused"), "refuses a "+f.name+" of more than 64 bytes", excess,
				refusingAt(f.place, member(at, isText(func(t string) bool { return len(t) > 64 })), reference.ToolNameEmpty, s.field), reference.OC15),
		)
		for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindArray, value.KindObject} {
			out = append(out, s.verdict(id("accepts-"+string(kind)), "accepts a "+string(kind)+" as "+f.name, omission, through(isKind(kind)), r))
		}
	}
	out = append(out,
		s.verdict(s.family+"/call/name/default", "fills in the name of a call", lesson, editing(s.named, defaulting("name", value.String("noop"))), reference.OC05),
		s.verdict(s.family+"/call/name/blank-default", "fills in a blank name", lesson, editing(s.named, setIf("name", isBlank(value.BlankASCII, value.BlankUnicode), value.String("noop"))), reference.OC05),
		s.verdict(s.family+"/call/name/coerced", "turns a number into a name", serde, editing(s.named, mapping("name", scalarText)), reference.OC05),
		s.verdict(s.family+"/call/id/by-index", "puts the number of a call in the place of its id", runtimes,
			rewriting(onCalls(setting("id", value.String("call_0")))), reference.OC15),
		s.verdict(s.family+"/call/id/duplicates-run", "runs both calls that have one id", runtimes, distinctIDs(s.call, s.id), reference.OC10),
	)
	out = append(out, s.inputs()...)
	if s.asText {
		out = append(out, s.inputTexts()...)
	}
	return out
}

// inputs are the mutants that break the rules of what arguments are.
func (s turn) inputs() []Mutant {
	r := s.notObject
	id := func(defect string) string { return s.family + "/call/arguments/" + defect }
	onFunction := func(e edit) defect { return editing(s.named, e) }
	empty := s.empty()
	out := []Mutant{
		s.verdict(id("default"), "makes missing arguments an empty object", runtimes, onFunction(defaulting(s.input, empty)), s.missing),
		s.verdict(id("null-as-object"), "makes null arguments an empty object", runtimes, onFunction(setIf(s.input, isKind(value.KindNull), empty)), s.missing),
		s.verdict(id("number-coerced"), "takes a number where the text should be", serde, onFunction(setIf(s.input, isKind(value.KindNumber, value.KindBool), empty)), r),
		s.verdict(id("list-coerced"), "takes a list where the text should be", serde, onFunction(setIf(s.input, isKind(value.KindArray), empty)), r),
		s.verdict(id("blank-filled"), "fills blank arguments with defaults", runtimes,
			onFunction(setIf(s.input, isBlank(value.BlankASCII, value.BlankUnicode), s.written(value.Object{{Name: "path", Value: value.String(".")}}))), reference.OC09),
		s.verdict(id("empty-refused"), "refuses an empty object", excess, refusingAt(s.named, member(s.input, func(v value.Value) bool { return value.Equal(v, empty) }), reference.ArgumentsInvalid, s.field), reference.OC15),
		s.verdict(id("lost"), "loses arguments on the way out", "operator: assignment left out", rewriting(onCalls(setting("arguments", value.Object{}))), reference.OC15),
		s.verdict(id("as-text"), "leaves arguments as text", runtimes, rewriting(onCalls(mapping("arguments", func(v value.Value) (value.Value, bool) { return printed(v), true }))), reference.OC15),
		s.verdict(id("numbers-as-text"), "turns numbers in arguments into text", serde, rewriting(onCalls(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return walk(v, numberAsText), true
		}))), reference.OC15),
		s.verdict(id("cut"), "cuts arguments at the second level", "depth-limited copy", rewriting(onCalls(mapping("arguments", func(v value.Value) (value.Value, bool) {
			return cutAt(2)(v), true
		}))), reference.OC15),
	}
	if s.asText {
		out = append(out,
			s.verdict(id("null-text-as-object"), "makes the arguments \"null\" an empty object", runtimes, onFunction(setIf(s.input, argumentKind(value.KindNull), empty)), s.missing, r),
			s.verdict(id("unwrapped-list"), "takes the first element of a list", runtimes, onFunction(mappingText(s.input, func(t string) string {
				first, _ := onlyElement(t)
				return first
			})), r),
			s.verdict(id("list-as-object"), "makes an empty object of a list", "dict(arguments or ())", onFunction(setIf(s.input, argumentKind(value.KindArray), empty)), r),
			s.verdict(id("scalar-as-object"), "makes an empty object of a number or a boolean", "dict(arguments or ())", onFunction(setIf(s.input, argumentKind(value.KindNumber, value.KindBool), empty)), r),
			s.verdict(id("double-encoded"), "parses a JSON string in the JSON string", runtimes, onFunction(mappingText(s.input, func(t string) string {
				inner, ok := unquoted(t)
				if !ok {
					return t
				}
				return inner
			})), r),
			s.verdict(id("string-wrapped"), "wraps a text in an object", runtimes, onFunction(mapping(s.input, func(v value.Value) (value.Value, bool) {
				s, _ := v.(value.String)
				inner, ok := unquoted(string(s))
				text, err := value.Print(value.Object{{Name: "input", Value: value.String(inner)}})
				return value.String(text), ok && err == nil
			})), r),
			s.verdict(id("object-crashes"), "crashes on arguments that are an object", "json.loads of a dict", crashing(inputsAt(s.named, member(s.input, isKind(value.KindObject)))), r),
			s.verdict(id("object-emptied"), "makes an empty object of an object where the text should be", serde, onFunction(setIf(s.input, isKind(value.KindObject), empty)), reference.OC15, r),
		)
	} else {
		out = append(out, s.objectInputs()...)
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindString, value.KindArray} {
		requirement := r
		if kind == value.KindNull {
			requirement = s.missing
		}
		is, in, back := argumentKind(kind), standIn(markArguments), func(v value.Value) value.Value {
			parsed, _ := parsedString(v)
			return parsed
		}
		if !s.asText {
			is, in, back = isKind(kind), markObject, asIs
		}
		out = append(out, s.verdict(id("accepts-"+string(kind)), "passes arguments on that are a "+string(kind), omission,
			smuggling(s.named, func(value.Object) bool { return true }, s.input, is, in, back), requirement))
	}
	return out
}

// objectInputs break the rules of arguments that are an object on the wire.
func (s turn) objectInputs() []Mutant {
	r := s.notObject
	id := func(defect string) string { return s.family + "/call/arguments/" + defect }
	onCall := func(e edit) defect { return editing(s.named, e) }
	out := []Mutant{
		s.verdict(id("parsed"), "parses arguments that are JSON text", runtimes, onCall(mapping(s.input, parsedString)), r),
		s.verdict(id("blank-as-object"), "makes blank arguments an empty object", "provider wires", onCall(setIf(s.input, isBlank(value.BlankASCII, value.BlankUnicode), value.Object{})), r),
		s.verdict(id("wrapped"), "wraps arguments that are no object", python, onCall(mapping(s.input, func(v value.Value) (value.Value, bool) {
			return wrapped(v), v.Kind() != value.KindObject && v.Kind() != value.KindHost
		})), r),
	}
	for _, alias := range []string{"args", "arguments", "input", "parameters", "params"} {
		if alias != s.input {
			out = append(out, s.verdict(id("alias-"+alias), "takes "+alias+" for "+s.input, runtimes, onCall(renaming(alias, s.input)), s.missing))
		}
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

// inputTexts read arguments that are not JSON.
func (s turn) inputTexts() []Mutant {
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
		out = append(out, s.verdict(s.family+"/call/arguments/"+r.id, r.title, r.source, editing(s.named, mapping(s.input, func(v value.Value) (value.Value, bool) {
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
