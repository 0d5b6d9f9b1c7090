package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// jingweiResponseMutants break the rules of the response around the text.
func jingweiResponseMutants() []Mutant {
	s := jingwei().only(wire.OpParse)
	out := responseMutants(s, "jingwei-json/response/", reference.JW09)
	return append(out,
		s.verdict("jingwei-json/response/calls-ignored", "ignores native calls beside the text", runtimes,
			editing(response, setting("toolCalls", value.Array{})), reference.JW09),
		s.verdict("jingwei-json/response/tool-calls-reason", "takes the reason tool_calls for complete", runtimes,
			editing(response, both(setIf("finishReason", isWord("tool_calls"), value.String("stop")), setting("toolCalls", value.Array{}))), reference.JW09),
		s.verdict("jingwei-json/response/native-call", "runs a native call instead of the text", runtimes,
			answering(func(req wire.Request) (wire.Answer, bool) {
				r, _ := req.(wire.ParseRequest)
				o, _ := r.Value.(value.Object)
				o = o.With("finishReason", value.String("tool_calls"))
				ans := reference.Answer(wire.ParseRequest{Protocol: reference.NativeTool1, Value: o}, wire.Policies{})
				return ans, !isRefusal(ans)
			}), reference.JW09),
		s.verdict("jingwei-json/response/null-content", "takes missing content for an empty answer", "null coalescing",
			editing(response, contentIf(isKind(value.KindNull, value.KindUndefined), `{"action":"final","text":"(nothing)"}`)), reference.JW01),
		s.verdict("jingwei-json/response/absent-content", "takes absent content for an empty answer", "null coalescing",
			editing(response, defaulting("content", value.String(`{"action":"final","text":"(nothing)"}`))), reference.JW01),
		s.verdict("jingwei-json/response/blank-content", "takes blank content for an empty answer", "falsy test",
			editing(response, contentIf(isBlank(value.BlankASCII, value.BlankUnicode), `{"action":"final","text":"(nothing)"}`)), reference.JW01),
		s.verdict("jingwei-json/response/object-content", "takes content that is parsed already", runtimes,
			editing(response, mapping("content", func(v value.Value) (value.Value, bool) {
				text, err := value.Print(v)
				return value.String(text), err == nil && v.Kind() == value.KindObject
			})), reference.JW01),
		s.verdict("jingwei-json/response/other-content", "takes content of any kind for the answer", omission,
			editing(response, contentIf(isKind(value.KindNumber, value.KindBool, value.KindArray, value.KindObject), `{"action":"final","text":"(odd content)"}`)), reference.JW01),
	)
}

// contentIf replaces content that fulfils a condition.
func contentIf(when func(value.Value) bool, text string) edit {
	return setIf("content", when, value.String(text))
}

func isWord(word string) func(value.Value) bool {
	return func(v value.Value) bool { return v == value.Value(value.String(word)) }
}

// responseMutants ignore, one way each, that a response of jingwei-json/1 or native-tool/1 is not
// complete: they take its finish reason for the one that fits its calls.
func responseMutants(s scope, prefix, requirement string) []Mutant {
	var out []Mutant
	for _, c := range []struct {
		id, title string
		when      func(value.Value) bool
	}{
		{"length", "runs a response that was cut off", isWord("length")},
		{"content-filtered", "runs a response that was filtered", isWord("content_filtered")},
		{"unknown-reason", "runs a response that ended for an unknown reason", isText(func(t string) bool {
			return !contains([]string{"stop", "tool_calls", "length", "content_filtered"}, t)
		})},
		{"null-reason", "runs a response without a reason", isKind(value.KindNull)},
		{"odd-reason", "runs a response whose reason is no text", isKind(value.KindNumber, value.KindBool, value.KindArray, value.KindObject)},
		{"reason-ignores-case", "compares reasons without regard to case", isText(func(t string) bool {
			return contains([]string{"STOP", "Stop", "TOOL_CALLS", "Tool_Calls", "TOOL_calls", "tool_Calls"}, t)
		})},
	} {
		out = append(out, s.verdict(prefix+c.id, c.title, runtimes, editing(response, fittingReason(func(o value.Object) bool {
			v, ok := o.Get("finishReason")
			return ok && c.when(v)
		})), requirement))
	}
	return append(out,
		s.verdict(prefix+"absent-reason", "runs a response in which the reason is absent", runtimes, editing(response, fittingReason(lacks("finishReason"))), requirement),
		s.verdict(prefix+"fragments-ignored", "ignores incomplete fragments of calls", runtimes, editing(response, setting("incompleteToolCalls", value.Array{})), requirement),
		s.verdict(prefix+"shape-ignored", "takes calls that are no list for none", omission, editing(response, both(
			setIf("toolCalls", func(v value.Value) bool { return v.Kind() != value.KindArray }, value.Array{}),
			fittingReason(isA("finishReason", "tool_calls")))), requirement),
		s.verdict(prefix+"refuses-usual", "refuses a response that lists its fragments, though there are none", excess,
			refusingAt(response, func(o value.Object) bool { return o.Has("incompleteToolCalls") }, reference.ResponseIncomplete, "incompleteToolCalls"), requirement),
	)
}

// fittingReason sets the finish reason to the one that fits the calls.
func fittingReason(when func(value.Object) bool) edit {
	return func(o value.Object) (value.Object, bool) {
		if !when(o) {
			return o, false
		}
		v, _ := o.Get("toolCalls")
		if calls, _ := v.(value.Array); len(calls) > 0 {
			return o.With("finishReason", value.String("tool_calls")), true
		}
		return o.With("finishReason", value.String("stop")), true
	}
}
