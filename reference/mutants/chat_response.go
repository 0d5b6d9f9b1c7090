package mutants

import (
	"slices"
	"strconv"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// chatResponseMutants break the rules of a choice and of its calls together.
func chatResponseMutants() []Mutant {
	s := chat()
	onChoice := func(e edit) defect { return editing(root, e) }
	reason := func(when func(value.Value) bool) defect {
		return onChoice(setIf("finish_reason", when, value.String("stop")))
	}
	placeholder := value.Object{{Name: "role", Value: value.String("assistant")}, {Name: "content", Value: value.String("(nothing)")}}
	out := []Mutant{
		s.verdict("openai-chat/response/as-object", "takes anything for an empty choice", omission, replacing(func(v value.Value) (value.Value, bool) {
			return value.Object{{Name: "message", Value: placeholder}, {Name: "finish_reason", Value: value.String("stop")}}, v.Kind() != value.KindObject
		}), reference.OC01),
		s.verdict("openai-chat/response/null-crashes", "crashes on what is no object", lesson, crashing(inputs(func(v value.Value) bool { return v.Kind() != value.KindObject })), reference.OC01),
		s.verdict("openai-chat/response/message-default", "makes up a missing message", runtimes, onChoice(defaulting("message", placeholder)), reference.OC01),
		s.verdict("openai-chat/response/message-ignored", "takes a message that is no object for none", omission,
			onChoice(setIf("message", func(v value.Value) bool { return v.Kind() != value.KindObject }, placeholder)), reference.OC01),
		s.verdict("openai-chat/response/message-crashes", "crashes without a message", "attribute access", crashing(inputs(func(v value.Value) bool {
			o, ok := v.(value.Object)
			m, _ := o.Get("message")
			_, isObject := m.(value.Object)
			return ok && !isObject
		})), reference.OC01),
		s.verdict("openai-chat/response/calls-shape", "takes calls that are no list for none", omission,
			editing(message, both(dropIf("tool_calls", func(v value.Value) bool { return v.Kind() != value.KindArray }), textIfNone)), reference.OC01),
		s.verdict("openai-chat/response/odd-calls-dropped", "drops calls that are no objects", runtimes, editing(message, func(o value.Object) (value.Object, bool) {
			v, _ := o.Get("tool_calls")
			list, _ := v.(value.Array)
			kept := filter(list, func(e value.Value) bool { return e.Kind() == value.KindObject })
			if len(kept) == len(list) {
				return o, false
			}
			o, _ = textIfNone(o.With("tool_calls", kept))
			return o, true
		}), reference.OC01),
		s.verdict("openai-chat/response/single-call", "takes a call that is in no list", serde, editing(message, mapping("tool_calls", func(v value.Value) (value.Value, bool) {
			return value.Array{v}, v.Kind() == value.KindObject
		})), reference.OC01),
		s.verdict("openai-chat/response/length", "runs calls of a response that was cut off", runtimes, reason(isWord("length")), reference.OC02),
		s.verdict("openai-chat/response/content-filter", "runs calls of a response that was filtered", runtimes, reason(isWord("content_filter")), reference.OC02),
		s.verdict("openai-chat/response/any-reason", "does not look at the finish reason", runtimes, onChoice(putting("finish_reason", value.String("stop"))), reference.OC02, reference.OC03),
		s.verdict("openai-chat/response/unknown-reason", "runs calls of a response that ended for an unknown reason", runtimes, reason(isText(func(t string) bool {
			return !contains([]string{"stop", "tool_calls", "length", "content_filter"}, t)
		})), reference.OC03),
		s.verdict("openai-chat/response/null-reason", "runs calls of a response without a reason", runtimes, reason(isKind(value.KindNull)), reference.OC03),
		s.verdict("openai-chat/response/absent-reason", "runs calls of a response in which the reason is absent", runtimes, onChoice(defaulting("finish_reason", value.String("stop"))), reference.OC03),
		s.verdict("openai-chat/response/odd-reason", "runs calls of a response whose reason is no text", omission,
			reason(isKind(value.KindNumber, value.KindBool, value.KindArray, value.KindObject)), reference.OC03),
		s.verdict("openai-chat/response/null-as-empty", "accepts a response of nothing", runtimes, editing(message, nothingBut("(nothing)")), reference.OC12),
		s.verdict("openai-chat/response/empty-final", "accepts an empty answer", runtimes, answering(func(req wire.Request) (wire.Answer, bool) {
			v, _ := input(req)
			o, _ := v.(value.Object)
			m, _ := o.Get("message")
			inner, ok := m.(value.Object)
			_, changed := nothingBut("x")(inner)
			return wire.Accept(value.Object{{Name: "content", Value: value.String("")}, {Name: "calls", Value: value.Array{}}}), ok && changed
		}), reference.OC12),
		s.verdict("openai-chat/response/odd-text", "accepts an answer that is no text", omission,
			smuggling(message, func(o value.Object) bool { return !hasCalls(o) }, "content",
				isKind(value.KindNumber, value.KindBool, value.KindArray, value.KindObject), markText, asIs), reference.OC01),
		s.verdict("openai-chat/response/reason-crashes", "raises an exception where an answer did not end with stop", "LengthFinishReasonError; enums without a default",
			crashing(inputs(func(v value.Value) bool {
				o, _ := v.(value.Object)
				m, _ := o.Get("message")
				inner, ok := m.(value.Object)
				return ok && !hasCalls(inner) && !isA("finish_reason", "stop")(o)
			})), reference.OC02, reference.OC03),
		s.verdict("openai-chat/response/text-wins", "takes the text beside calls for the answer", runtimes, editing(message, func(o value.Object) (value.Object, bool) {
			if !member("content", isText(func(t string) bool { return !value.IsBlank(t) }))(o) {
				return o, false
			}
			return dropping("tool_calls")(o)
		}), reference.OC13),
		s.verdict("openai-chat/response/text-lost", "loses the text beside calls", runtimes, rewriting(func(o value.Object) value.Value {
			if calls, _ := o.Get("calls"); len(calls.(value.Array)) == 0 {
				return o
			}
			return o.With("content", value.Null{})
		}), reference.OC15, reference.OC13),
		s.verdict("openai-chat/response/text-trimmed", "strips blanks from the text", serde, rewritingIn(mappingText("content", strings.TrimSpace)), reference.OC15),
		s.verdict("openai-chat/response/text-refused", "does not know answers without a call", "operator: branch left out",
			refusingAt(message, func(o value.Object) bool { return !hasCalls(o) }, reference.ResponseEmpty, "message"), reference.OC15),
		s.verdict("openai-chat/response/calls-refused", "does not know calls", "operator: branch left out", refusingAt(message, hasCalls, reference.ResponseInvalid, "message"), reference.OC15),
		s.verdict("openai-chat/response/beside-refused", "refuses text beside calls", excess, refusingAt(message,
			all(hasCalls, member("content", isText(func(t string) bool { return t != "" }))), reference.ResponseInvalid, "message"), reference.OC13),
		s.verdict("openai-chat/response/two-refused", "refuses several calls", excess, refusingAt(message, func(o value.Object) bool { return callCount(o) > 1 },
			reference.MultipleActions, "message"), reference.OC14),
	}
	return append(out, chatTurn().pairing()...)
}

// pairing are the mutants that mistake several calls for each other.
func (s turn) pairing() []Mutant {
	calls := func(f func(value.Array) value.Array) defect {
		return rewriting(func(o value.Object) value.Value {
			v, _ := o.Get("calls")
			list, _ := v.(value.Array)
			if len(list) < 2 {
				return o
			}
			return o.With("calls", f(slices.Clone(list)))
		})
	}
	return []Mutant{
		s.verdict(s.family+"/calls/first", "runs the first of several calls", runtimes, calls(func(l value.Array) value.Array { return l[:1] }), reference.OC14),
		s.verdict(s.family+"/calls/last", "runs the last of several calls", runtimes, calls(func(l value.Array) value.Array { return l[len(l)-1:] }), reference.OC14),
		s.verdict(s.family+"/calls/merged-alike", "runs two calls of one tool once", runtimes, calls(func(l value.Array) value.Array {
			var out value.Array
			for _, e := range l {
				o, _ := e.(value.Object)
				name, _ := o.Get("name")
				if !anyOf(out, func(seen value.Value) bool {
					s, _ := seen.(value.Object)
					n, _ := s.Get("name")
					return value.Equal(n, name)
				}) {
					out = append(out, e)
				}
			}
			return out
		}), reference.OC14),
		s.verdict(s.family+"/calls/reversed", "runs calls in reverse order", runtimes, calls(func(l value.Array) value.Array { slices.Reverse(l); return l }), reference.OC14),
		s.verdict(s.family+"/calls/ids-swapped", "pairs ids with the wrong calls", runtimes, calls(func(l value.Array) value.Array {
			a, _ := l[0].(value.Object)
			b, _ := l[1].(value.Object)
			idA, _ := a.Get("id")
			idB, _ := b.Get("id")
			l[0], l[1] = a.With("id", idB), b.With("id", idA)
			return l
		}), reference.OC14, reference.OC15),
		s.verdict(s.family+"/calls/arguments-merged", "gives every call the arguments of the last", runtimes, calls(func(l value.Array) value.Array {
			o, _ := l[len(l)-1].(value.Object)
			arguments, _ := o.Get("arguments")
			for i := range l {
				inner, _ := l[i].(value.Object)
				l[i] = inner.With("arguments", arguments)
			}
			return l
		}), reference.OC14),
		s.verdict(s.family+"/calls/refused-lost", "loses a refused call", runtimes, rewritingIn(dropping("refused")), reference.OC14),
		s.verdict(s.family+"/calls/refused-misnumbered", "numbers refused calls among themselves", "operator: wrong index", rewritingIn(mapping("refused", func(v value.Value) (value.Value, bool) {
			list, _ := v.(value.Array)
			out := slices.Clone(list)
			for i := range out {
				o, _ := out[i].(value.Object)
				out[i] = o.With("index", value.Number(strconv.Itoa(i+100))).Without("id")
			}
			return out, true
		})), reference.OC14),
		s.verdict(s.family+"/calls/refused-run-empty", "runs refused calls with empty arguments", runtimes, rewriting(func(o value.Object) value.Value {
			v, _ := o.Get("refused")
			refused, _ := v.(value.Array)
			v, _ = o.Get("calls")
			list, _ := v.(value.Array)
			for _, r := range refused {
				bad, _ := r.(value.Object)
				id, _ := bad.Get("id")
				list = append(slices.Clone(list), value.Object{{Name: "id", Value: id}, {Name: "name", Value: value.String("noop")}, {Name: "arguments", Value: value.Object{}}})
			}
			return o.With("calls", list).Without("refused")
		}), reference.OC14),
	}
}

// onCalls edits each call of a completion.
func onCalls(e edit) func(value.Object) value.Value {
	return func(o value.Object) value.Value {
		o, _ = inElements(o, "calls", e)
		return o
	}
}

func callCount(o value.Object) int {
	v, _ := o.Get("tool_calls")
	list, _ := v.(value.Array)
	return len(list)
}

func hasCalls(o value.Object) bool { return callCount(o) > 0 }

// nothingBut gives a message that has neither calls nor text a text.
func nothingBut(text string) edit {
	return func(o value.Object) (value.Object, bool) {
		v, _ := o.Get("content")
		_, isText := v.(value.String)
		if hasCalls(o) || isText && !isEmptyText(v) || v != nil && !isText && v.Kind() != value.KindNull {
			return o, false
		}
		return o.With("content", value.String(text)), true
	}
}

func textIfNone(o value.Object) (value.Object, bool) { return nothingBut("(nothing)")(o) }

// callsWhere drops the calls of a message that do not fulfil a condition.
func callsWhere(keep func(value.Object) bool) edit {
	return func(o value.Object) (value.Object, bool) {
		v, _ := o.Get("tool_calls")
		list, _ := v.(value.Array)
		kept := filter(list, func(e value.Value) bool { call, ok := e.(value.Object); return !ok || keep(call) })
		if len(kept) == len(list) {
			return o, false
		}
		o, _ = textIfNone(o.With("tool_calls", kept))
		return o, true
	}
}

// hoisted takes the name and the arguments of a call from beside its function.
func hoisted(o value.Object) (value.Object, bool) {
	v, _ := o.Get("function")
	f, _ := v.(value.Object)
	if f.Has("name") {
		return o, false
	}
	name, ok := o.Get("name")
	if !ok {
		name = value.String("noop")
	}
	f = f.With("name", name)
	if !f.Has("arguments") {
		f = f.With("arguments", value.String("{}"))
	}
	return o.With("function", f), true
}

// firstOfID drops calls whose id an earlier one has.
func firstOfID(o value.Object) (value.Object, bool) {
	seen := make(map[string]bool)
	return callsWhere(func(call value.Object) bool {
		v, _ := call.Get("id")
		id, ok := v.(value.String)
		again := ok && seen[string(id)]
		seen[string(id)] = true
		return !again
	})(o)
}

// distinctIDs runs calls that share an id, each under it.
func distinctIDs(call place, name string) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			var kept []value.Value
			seen := make(map[string]bool)
			ans := next(edited(req, call, func(o value.Object) (value.Object, bool) {
				v, _ := o.Get(name)
				id, ok := v.(value.String)
				if !ok || !seen[string(id)] {
					seen[string(id)] = true
					return o, false
				}
				kept = append(kept, id)
				return o.With(name, markText(len(kept)-1)), true
			}))
			return restored(ans, kept)
		}
	}
}

// inputsAt is the condition that some object at a place fulfils a condition.
func inputsAt(p place, condition func(value.Object) bool) func(wire.Request) bool {
	return func(req wire.Request) bool { return holds(req, p, condition) }
}
