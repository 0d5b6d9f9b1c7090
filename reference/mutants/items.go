package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// itemWire is a wire whose calls and texts stand in one list of typed items.
type itemWire struct {
	turn
	list, callType, text         string                         // the list, the types of a call and of an item with text
	reason                       string                         // the member that says how the response ended
	good                         string                         // a reason of a complete response
	cut                          []string                       // reasons of one that is not
	say                          func(value.Value) value.Object // an item with a text
	whole                        func(items value.Array) value.Object
	shape, ended, unknown, kinds string // requirements
}

func responsesWire() itemWire {
	const call = "function_call"
	w := itemWire{list: "output", callType: call, text: "message", reason: "status", good: "completed",
		cut:   []string{"incomplete", "failed", "cancelled", "queued", "in_progress"},
		shape: reference.OR01, ended: reference.OR02, unknown: reference.OR03, kinds: reference.OR04,
		say: func(v value.Value) value.Object {
			return value.Object{{Name: "type", Value: value.String("message")}, {Name: "role", Value: value.String("assistant")},
				{Name: "content", Value: value.Array{value.Object{{Name: "type", Value: value.String("output_text")}, {Name: "text", Value: v}}}}}
		},
		whole: func(items value.Array) value.Object {
			return value.Object{{Name: "status", Value: value.String("completed")}, {Name: "output", Value: items}}
		},
	}
	w.turn = turn{scope: scope{[]string{reference.OpenAIResponses1}, judging()}, family: "openai-responses", call: itemsOf("output", call), named: itemsOf("output", call),
		id: "call_id", input: "arguments", asText: true, field: "output", notObject: reference.OC06, missing: reference.OC08}
	return w
}

func messagesWire() itemWire {
	const call = "tool_use"
	w := itemWire{list: "content", callType: call, text: "text", reason: "stop_reason", good: "end_turn",
		cut:   []string{"max_tokens", "model_context_window_exceeded", "refusal"},
		shape: reference.AM01, ended: reference.AM02, unknown: reference.AM03, kinds: reference.AM04,
		say: func(v value.Value) value.Object {
			return value.Object{{Name: "type", Value: value.String("text")}, {Name: "text", Value: v}}
		},
		whole: func(items value.Array) value.Object {
			return value.Object{{Name: "role", Value: value.String("assistant")}, {Name: "content", Value: items}, {Name: "stop_reason", Value: value.String("end_turn")}}
		},
	}
	w.turn = turn{scope: scope{[]string{reference.AnthropicMessages1}, judging()}, family: "anthropic-messages", call: itemsOf("content", call), named: itemsOf("content", call),
		id: "id", input: "input", field: "content", notObject: reference.AM05, missing: reference.AM06}
	return w
}

// itemsOf is each item of a list that has a type; "" is any.
func itemsOf(list, kind string) place {
	return func(at site, v value.Value, e edit) (value.Value, bool) {
		return root(at, v, func(o value.Object) (value.Object, bool) { return inElements(o, list, having("type", kind, e)) })
	}
}

// itemMutants are those of the wires with items.
func itemMutants() []Mutant {
	var out []Mutant
	for _, w := range []itemWire{responsesWire(), messagesWire()} {
		out = append(append(append(append(out, w.calls()...), w.pairing()...), w.response()...), w.items()...)
	}
	r := responsesWire()
	return append(append(out, r.parts()...),
		r.verdict("openai-responses/call/id/of-item", "takes the id of the item for that of the call", "two ids on one wire", editing(r.call, func(o value.Object) (value.Object, bool) {
			id, ok := o.Get("id")
			if _, text := o.Get("call_id"); !ok || !text {
				return o, false
			}
			return o.With("call_id", id), true
		}), reference.OC15),
	)
}

func (w itemWire) say1(text string) value.Object { return w.say(value.String(text)) }

func (w itemWire) has(o value.Object, kind string) bool {
	v, _ := o.Get(w.list)
	list, _ := v.(value.Array)
	return anyOf(list, func(e value.Value) bool { i, ok := e.(value.Object); return ok && isA("type", kind)(i) })
}

func (w itemWire) hasCalls(o value.Object) bool { return w.has(o, w.callType) }

// onList edits the list of a response.
func (w itemWire) onList(f func(value.Array) (value.Array, bool)) defect {
	return editing(root, mapping(w.list, func(v value.Value) (value.Value, bool) {
		list, ok := v.(value.Array)
		if !ok {
			return v, false
		}
		return f(list)
	}))
}

// where keeps the items for which a condition holds.
func (w itemWire) where(keep func(value.Object) bool) func(value.Array) (value.Array, bool) {
	return func(list value.Array) (value.Array, bool) {
		out := filter(list, func(e value.Value) bool { o, ok := e.(value.Object); return !ok || keep(o) })
		return out, len(out) < len(list)
	}
}

// response are the mutants of a response around its items.
func (w itemWire) response() []Mutant {
	id := func(defect string) string { return w.family + "/response/" + defect }
	reason := func(when func(value.Value) bool) defect {
		return editing(root, setIf(w.reason, when, value.String(w.good)))
	}
	nothing := w.whole(value.Array{w.say1("(nothing)")})
	isObject := func(v value.Value) bool { return v.Kind() == value.KindObject }
	known := append([]string{w.good, "tool_use", "stop_sequence"}, w.cut...)
	out := []Mutant{
		w.verdict(id("as-object"), "takes anything for an empty response", omission, replacing(func(v value.Value) (value.Value, bool) { return nothing, !isObject(v) }), w.shape),
		w.verdict(id("null-crashes"), "crashes on what is no object", lesson, crashing(inputs(func(v value.Value) bool { return !isObject(v) })), w.shape),
		w.verdict(id("error-as-empty"), "takes a response without a list for an empty answer", runtimes, editing(root, defaulting(w.list, value.Array{w.say1("(nothing)")})), w.shape),
		w.verdict(id("odd-list"), "takes a list that is none for an empty one", omission,
			editing(root, setIf(w.list, func(v value.Value) bool { return v.Kind() != value.KindArray && v.Kind() != value.KindString }, value.Array{w.say1("(nothing)")})), w.shape),
		w.verdict(id("single-item"), "takes an item that is in no list", serde, editing(root, mapping(w.list, func(v value.Value) (value.Value, bool) { return value.Array{v}, isObject(v) })), w.shape),
		w.verdict(id("odd-items-dropped"), "drops items that are no objects", runtimes, w.onList(func(list value.Array) (value.Array, bool) {
			kept := filter(list, isObject)
			if len(kept) == 0 {
				kept = value.Array{w.say1("(nothing)")}
			}
			return kept, anyOf(list, func(v value.Value) bool { return !isObject(v) })
		}), w.shape),
		w.verdict(id("any-reason"), "does not look at how the response ended", runtimes, editing(root, putting(w.reason, value.String(w.good))), w.ended, w.unknown),
		w.verdict(id("unknown-reason"), "runs calls of a response that ended for an unknown reason", runtimes, reason(isText(func(t string) bool { return !contains(known, t) })), w.unknown),
		w.verdict(id("null-reason"), "runs calls of a response without a reason", runtimes, reason(isKind(value.KindNull)), w.unknown),
		w.verdict(id("absent-reason"), "runs calls of a response in which the reason is absent", runtimes, editing(root, defaulting(w.reason, value.String(w.good))), w.unknown),
		w.verdict(id("odd-reason"), "runs calls of a response whose reason is no text", omission, reason(isKind(value.KindNumber, value.KindBool, value.KindArray, value.KindObject)), w.unknown),
		w.verdict(id("reason-crashes"), "raises an exception where an answer did not end as usual", "enums without a default",
			crashing(inputsAt(root, func(o value.Object) bool { return !w.hasCalls(o) && !isA(w.reason, w.good)(o) })), w.ended, w.unknown),
		w.verdict(id("empty-final"), "accepts an empty answer", runtimes, answering(func(req wire.Request) (wire.Answer, bool) {
			v, _ := input(req)
			o, _ := v.(value.Object)
			l, _ := o.Get(w.list)
			_, isList := l.(value.Array)
			return wire.Accept(value.Object{{Name: "content", Value: value.String("")}, {Name: "calls", Value: value.Array{}}}), isList && !w.hasCalls(o)
		}), reference.OC12),
		w.verdict(id("text-wins"), "takes the text beside calls for the answer", runtimes, editing(root, func(o value.Object) (value.Object, bool) {
			if !w.hasCalls(o) || !w.has(o, w.text) {
				return o, false
			}
			return mapping(w.list, func(v value.Value) (value.Value, bool) {
				list, _ := v.(value.Array)
				return w.where(func(o value.Object) bool { return !isA("type", w.callType)(o) })(list)
			})(o)
		}), reference.OC13),
		w.verdict(id("text-lost"), "loses the text beside calls", runtimes, rewriting(func(o value.Object) value.Value {
			if calls, _ := o.Get("calls"); len(calls.(value.Array)) == 0 {
				return o
			}
			return o.With("content", value.Null{})
		}), reference.OC15, reference.OC13),
		w.verdict(id("text-trimmed"), "strips blanks from the text", serde, rewritingIn(mappingText("content", strings.TrimSpace)), reference.OC15),
		w.verdict(id("text-refused"), "does not know answers without a call", "operator: branch left out",
			refusingAt(root, func(o value.Object) bool { return !w.hasCalls(o) }, reference.ResponseEmpty, w.field), reference.OC15),
		w.verdict(id("calls-refused"), "does not know calls", "operator: branch left out", refusingAt(root, w.hasCalls, reference.ResponseInvalid, w.field), reference.OC15),
		w.verdict(id("beside-refused"), "refuses text beside calls", excess,
			refusingAt(root, func(o value.Object) bool { return w.hasCalls(o) && w.has(o, w.text) }, reference.ResponseInvalid, w.field), reference.OC13),
		w.verdict(id("first-text"), "takes the first of several texts", "content[0].text", w.onList(func(list value.Array) (value.Array, bool) {
			seen := false
			return w.where(func(o value.Object) bool {
				text := isA("type", w.text)(o)
				first := text && !seen
				seen = seen || text
				return !text || first
			})(list)
		}), reference.OC15),
		w.verdict(id("first-item"), "looks at the first item alone", "content[0]", w.onList(func(list value.Array) (value.Array, bool) {
			if len(list) < 2 {
				return list, false
			}
			return list[:1], true
		}), w.kinds, reference.OC14),
		w.verdict(id("last-item"), "looks at the last item alone", "content[-1]", w.onList(func(list value.Array) (value.Array, bool) {
			if len(list) < 2 {
				return list, false
			}
			return list[len(list)-1:], true
		}), w.kinds, reference.OC14),
		w.verdict(id("two-refused"), "refuses several calls", excess, refusingAt(root, func(o value.Object) bool {
			v, _ := o.Get(w.list)
			list, _ := v.(value.Array)
			return len(filter(list, func(e value.Value) bool { i, ok := e.(value.Object); return ok && isA("type", w.callType)(i) })) > 1
		}, reference.MultipleActions, w.field), reference.OC14),
	}
	for _, cut := range w.cut {
		out = append(out, w.verdict(id("ended-"+cut), "runs calls of a response that ended with "+cut, runtimes, reason(isWord(cut)), w.ended))
	}
	return out
}

// items are the mutants that take items for something else.
func (w itemWire) items() []Mutant {
	id := func(defect string) string { return w.family + "/item/" + defect }
	any := itemsOf(w.list, "")
	other := func(o value.Object) bool { return !isA("type", w.callType)(o) && !isA("type", w.text)(o) }
	as := func(kind string, when func(value.Object) bool) edit {
		return func(o value.Object) (value.Object, bool) {
			if !other(o) || !when(o) {
				return o, false
			}
			return o.With("type", value.String(kind)), true
		}
	}
	callLike := func(o value.Object) bool { return o.Has("name") && o.Has(w.input) }
	return []Mutant{
		w.verdict(id("call-by-members"), "takes every item with a name and arguments for a call", "duck typing", editing(any, as(w.callType, callLike)), w.kinds),
		w.verdict(id("call-by-suffix"), "takes every type that ends with call or use for a call", "endsWith", editing(any, as(w.callType, func(o value.Object) bool {
			return member("type", isText(func(t string) bool { return strings.HasSuffix(t, "call") || strings.HasSuffix(t, "use") }))(o)
		})), w.kinds),
		w.verdict(id("call-ignores-case"), "compares types without regard to case", goJSON, editing(any, func(o value.Object) (value.Object, bool) {
			return mappingText("type", func(t string) string { return strings.TrimSpace(strings.ToLower(t)) })(o)
		}), w.kinds),
		w.verdict(id("odd-type-is-call"), "takes an item whose type is no text for a call", omission, editing(any, as(w.callType, func(o value.Object) bool {
			v, ok := o.Get("type")
			return !ok || v.Kind() != value.KindString || isEmptyText(v)
		})), w.kinds),
		w.verdict(id("call-as-text"), "shows calls of another type as text", runtimes, editing(any, func(o value.Object) (value.Object, bool) {
			if !other(o) || !callLike(o) {
				return o, false
			}
			return w.say(printed(o)), true
		}), w.kinds),
		w.verdict(id("text-of-others"), "shows the text of items of any type", "item.text or ''", editing(any, func(o value.Object) (value.Object, bool) {
			text, ok := o.Get("text")
			if !other(o) || !ok {
				return o, false
			}
			return w.say(text), true
		}), w.kinds),
		w.verdict(id("others-refused"), "refuses a response with an item it does not know", excess, refusingAt(any, other, reference.CallTypeUnsupported, w.field), w.kinds),
		w.verdict(id("others-crash"), "crashes on an item it does not know", "enums without a default", crashing(inputsAt(any, other)), w.kinds),
		w.verdict(id("others-end"), "stops reading at an item it does not know", "break in a switch", w.onList(func(list value.Array) (value.Array, bool) {
			for i, e := range list {
				if o, ok := e.(value.Object); ok && other(o) {
					return list[:i], true
				}
			}
			return list, false
		}), w.kinds),
		w.verdict(id("text-ends"), "stops reading at a text", "return item.text", w.onList(func(list value.Array) (value.Array, bool) {
			for i, e := range list {
				if o, ok := e.(value.Object); ok && isA("type", w.text)(o) && i+1 < len(list) {
					return list[:i+1], true
				}
			}
			return list, false
		}), reference.OC13, w.kinds),
		w.verdict(id("texts-joined"), "puts a line break between texts", "join", w.onList(func(list value.Array) (value.Array, bool) {
			var out value.Array
			said := 0
			for _, e := range list {
				if o, ok := e.(value.Object); ok && isA("type", w.text)(o) {
					if said++; said > 1 {
						out = append(out, w.say1("\n"))
					}
				}
				out = append(out, e)
			}
			return out, said > 1
		}), reference.OC15),
		w.verdict(id("odd-text-empty"), "reads a text that is none as empty", "null coalescing", answering(func(req wire.Request) (wire.Answer, bool) {
			return wire.Accept(value.Object{{Name: "content", Value: value.String("")}, {Name: "calls", Value: value.Array{}}}),
				holds(req, itemsOf(w.list, w.text), func(value.Object) bool { return true })
		}), w.shape),
	}
}

// parts are the mutants of the parts of a message.
func (w itemWire) parts() []Mutant {
	id := func(defect string) string { return w.family + "/part/" + defect }
	part := func(at site, v value.Value, e edit) (value.Value, bool) {
		return itemsOf(w.list, w.text)(at, v, func(o value.Object) (value.Object, bool) { return inElements(o, "content", e) })
	}
	other := func(o value.Object) bool { return !isA("type", "output_text")(o) }
	return []Mutant{
		w.verdict(id("any-text"), "shows the text of parts of any type", "part.text or ''", editing(part, func(o value.Object) (value.Object, bool) {
			if !other(o) || !o.Has("text") {
				return o, false
			}
			return o.With("type", value.String("output_text")), true
		}), w.kinds),
		w.verdict(id("refusal-as-text"), "shows a refusal as the answer", runtimes, editing(part, func(o value.Object) (value.Object, bool) {
			v, ok := o.Get("refusal")
			if !other(o) || !ok {
				return o, false
			}
			return o.With("type", value.String("output_text")).With("text", v), true
		}), w.kinds),
		w.verdict(id("others-crash"), "crashes on a part it does not know", "attribute access", crashing(inputsAt(part, other)), w.kinds),
		w.verdict(id("first"), "takes the first part of a message", "content[0]", editing(itemsOf(w.list, w.text), mapping("content", func(v value.Value) (value.Value, bool) {
			list, ok := v.(value.Array)
			if !ok || len(list) < 2 {
				return v, false
			}
			return list[:1], true
		})), reference.OC15, w.kinds),
		w.verdict(id("absent-as-empty"), "takes a message without parts for an empty one", "null coalescing", editing(itemsOf(w.list, w.text), func(o value.Object) (value.Object, bool) {
			v, _ := o.Get("content")
			if _, ok := v.(value.Array); ok {
				return o, false
			}
			return w.say1("(nothing)"), true
		}), w.shape),
	}
}
