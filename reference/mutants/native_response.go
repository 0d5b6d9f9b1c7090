package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// nativeResponseMutants break the rules of the response around the call.
func nativeResponseMutants() []Mutant {
	s := native()
	out := responseMutants(s, "native-tool/response/", reference.NT02)
	onResponse := func(e edit) defect { return editing(response, e) }
	calls := func(f func(value.Array) value.Array) edit {
		return mapping("toolCalls", func(v value.Value) (value.Value, bool) {
			list, ok := v.(value.Array)
			if !ok || len(list) < 2 {
				return v, false
			}
			return f(list), true
		})
	}
	final := func(when func(value.Value) bool) defect {
		return smuggling(response, isA("finishReason", "stop"), "content", when, markText, asIs)
	}
	return append(out,
		s.verdict("native-tool/response/as-object", "takes anything for an empty response", omission, replacing(func(v value.Value) (value.Value, bool) {
			return value.Object{{Name: "content", Value: value.String("(nothing)")}, {Name: "finishReason", Value: value.String("stop")}}, v.Kind() != value.KindObject
		}), reference.NT01),
		s.verdict("native-tool/response/null-crashes", "crashes on what is no object", lesson, crashing(inputs(func(v value.Value) bool { return v.Kind() != value.KindObject })), reference.NT01),
		s.verdict("native-tool/response/array-crashes", "crashes on calls that are no objects", "attribute access", crashing(func(req wire.Request) bool {
			return holds(req, response, member("toolCalls", func(v value.Value) bool {
				list, _ := v.(value.Array)
				return anyOf(list, func(e value.Value) bool { return e.Kind() != value.KindObject })
			}))
		}), reference.NT01),
		s.verdict("native-tool/response/odd-calls-ignored", "takes calls that are no list for an answer", omission, onResponse(func(o value.Object) (value.Object, bool) {
			if v, ok := o.Get("toolCalls"); !ok || v.Kind() == value.KindArray || v.Kind() == value.KindNull {
				return o, false
			}
			o, _ = contentIfNoCalls(o.With("toolCalls", value.Array{}).With("finishReason", value.String("stop")))
			return o, true
		}), reference.NT01),
		s.verdict("native-tool/response/error-as-answer", "shows a provider's error as the answer", runtimes, onResponse(func(o value.Object) (value.Object, bool) {
			if o.Has("toolCalls") || !o.Has("error") {
				return o, false
			}
			return o.With("content", value.String("The model is overloaded.")).With("finishReason", value.String("stop")), true
		}), reference.NT01),
		s.verdict("native-tool/response/single-call", "takes a call that is in no list", serde, onResponse(mapping("toolCalls", func(v value.Value) (value.Value, bool) {
			return value.Array{v}, v.Kind() == value.KindObject
		})), reference.NT01),
		s.verdict("native-tool/response/odd-calls-dropped", "drops calls that are no objects", runtimes, onResponse(both(mapping("toolCalls", func(v value.Value) (value.Value, bool) {
			list, ok := v.(value.Array)
			out := filter(list, func(e value.Value) bool { return e.Kind() == value.KindObject })
			return out, ok && len(out) < len(list)
		}), both(fittingReason(isA("finishReason", "tool_calls")), contentIfNoCalls))), reference.NT01),
		s.verdict("native-tool/response/stop-with-calls", "runs calls though the reason is stop", runtimes, onResponse(fittingReason(isA("finishReason", "stop"))), reference.NT03),
		s.verdict("native-tool/response/text-despite-reason", "takes text for the answer though calls are announced", runtimes,
			onResponse(fittingReason(isA("finishReason", "tool_calls"))), reference.NT03),
		s.verdict("native-tool/response/calls-dropped", "takes the text for the answer where the reason is stop, and drops the calls", runtimes,
			onResponse(func(o value.Object) (value.Object, bool) {
				if !isA("finishReason", "stop")(o) || !o.Has("toolCalls") {
					return o, false
				}
				o, _ = contentIfNoCalls(o.With("toolCalls", value.Array{}))
				return o, true
			}), reference.NT03),
		s.verdict("native-tool/response/first-call", "runs the first of several calls", guide, onResponse(calls(func(l value.Array) value.Array { return l[:1] })), reference.NT04),
		s.verdict("native-tool/response/last-call", "runs the last of several calls", runtimes, onResponse(calls(func(l value.Array) value.Array { return l[len(l)-1:] })), reference.NT04),
		s.verdict("native-tool/response/same-calls", "runs calls that are alike once", runtimes, onResponse(calls(distinct)), reference.NT04),
		s.verdict("native-tool/response/good-calls", "runs the one call of several that is sound", runtimes, onResponse(calls(func(l value.Array) value.Array {
			return filter(l, func(e value.Value) bool { o, _ := e.(value.Object); return o.Has("arguments") && o.Has("id") })
		})), reference.NT04),
		s.verdict("native-tool/response/control-wins", "asks the user where several calls are made", runtimes, onResponse(calls(func(l value.Array) value.Array {
			return filter(l, func(e value.Value) bool { o, _ := e.(value.Object); return !isA("name", "read_file")(o) })
		})), reference.NT04),
		s.verdict("native-tool/response/text-wins", "takes the text beside a call for the answer", runtimes, onResponse(func(o value.Object) (value.Object, bool) {
			if !member("content", isText(func(t string) bool { return !value.IsBlank(t) }))(o) || !isA("finishReason", "tool_calls")(o) {
				return o, false
			}
			return o.With("toolCalls", value.Array{}).With("finishReason", value.String("stop")), true
		}), reference.NT11),
		s.verdict("native-tool/response/text-refused", "refuses text beside a call", excess, refusingAt(response, all(isA("finishReason", "tool_calls"),
			member("content", isText(func(t string) bool { return t != "" }))), reference.MultipleActions, "content"), reference.NT11),
		s.verdict("native-tool/response/null-text", "takes null content for an empty answer", "null coalescing", final(isKind(value.KindNull)), reference.NT10),
		s.verdict("native-tool/response/absent-text", "takes absent content for an empty answer", "null coalescing",
			onResponse(having("finishReason", "stop", defaulting("content", value.String("(nothing)")))), reference.NT10),
		s.verdict("native-tool/response/empty-text", "accepts an empty answer", omission, final(isEmptyText), reference.NT09),
		s.verdict("native-tool/response/blank-text", "accepts an answer of ASCII white space", omission, final(isSpaces), reference.NT09),
		s.verdict("native-tool/response/unicode-blank-text", "accepts an answer of other white space", "ASCII-only trim", final(isBlank(value.BlankUnicode)), reference.AP23, reference.NT09),
		s.verdict("native-tool/response/odd-text", "accepts an answer that is no text", omission,
			final(isKind(value.KindNumber, value.KindBool, value.KindArray, value.KindObject)), reference.NT01),
		s.verdict("native-tool/response/final-refused", "does not know answers without a call", "operator: branch left out",
			refusingAt(response, isA("finishReason", "stop"), reference.ResponseEmpty, "content"), reference.NT09),
		s.verdict("native-tool/response/call-refused", "does not know calls", "operator: branch left out",
			refusingAt(response, isA("finishReason", "tool_calls"), reference.ResponseInvalid, "toolCalls"), reference.NT07),
		s.verdict("native-tool/response/json-text", "reads a tagged action in the text", "two protocols in one parser", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			v, ok := ans.(wire.Verdict)
			o, isObject := v.Action.(value.Object)
			if !ok || !isObject || !isA("action", "final")(o) {
				return ans
			}
			text, _ := o.Get("text")
			s, _ := text.(value.String)
			if parsed, ok := parsedString(s); ok && parsed.Kind() == value.KindObject {
				v.Action = parsed
				return v
			}
			return ans
		}), reference.NT11),
	)
}

// textBeside puts the text beside a call into the action.
func textBeside(req wire.Request, ans wire.Answer) wire.Answer {
	v, ok := ans.(wire.Verdict)
	out, isObject := v.Action.(value.Object)
	in, _ := input(req)
	o, _ := in.(value.Object)
	content, _ := o.Get("content")
	if _, isText := content.(value.String); !ok || !isObject || !isText || !isA("action", "call_tool")(out) {
		return ans
	}
	v.Action = out.With("text", content)
	return v
}

// contentIfNoCalls gives a response that has neither calls nor text a text.
func contentIfNoCalls(o value.Object) (value.Object, bool) {
	v, _ := o.Get("toolCalls")
	calls, ok := v.(value.Array)
	content, _ := o.Get("content")
	if s, _ := content.(value.String); !ok || len(calls) > 0 || !value.IsBlank(string(s)) {
		return o, false
	}
	return o.With("content", value.String("(nothing)")), true
}

func anyOf(list value.Array, condition func(value.Value) bool) bool {
	return len(filter(list, condition)) > 0
}

func filter(list value.Array, keep func(value.Value) bool) value.Array {
	out := make(value.Array, 0, len(list))
	for _, e := range list {
		if keep(e) {
			out = append(out, e)
		}
	}
	return out
}

// distinct drops calls of the same tool with the same arguments.
func distinct(list value.Array) value.Array {
	var out value.Array
	for _, e := range list {
		o, _ := e.(value.Object)
		if !anyOf(out, func(seen value.Value) bool {
			s, _ := seen.(value.Object)
			return value.Equal(s.Without("id"), o.Without("id"))
		}) {
			out = append(out, e)
		}
	}
	return out
}
