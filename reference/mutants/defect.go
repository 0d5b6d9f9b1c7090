package mutants

import (
	"strconv"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// answerer is an implementation: what it answers to a request.
type answerer func(wire.Request) wire.Answer

// defect makes a faulty implementation of a sound one. What it has to remember it allocates when it is
// applied, so that each instance of a mutant has its own memory.
type defect func(answerer) answerer

// before changes the request.
func before(f func(wire.Request) wire.Request) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer { return next(f(req)) }
	}
}

// after changes the answer.
func after(f func(wire.Request, wire.Answer) wire.Answer) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer { return f(req, next(req)) }
	}
}

// editing repairs the objects at a place before they are judged.
func editing(p place, e edit) defect {
	return before(func(req wire.Request) wire.Request { return edited(req, p, e) })
}

// refusing refuses what the sound implementation accepts, where a condition holds.
func refusing(when func(wire.Request) bool, code reference.Code, field string) defect {
	return after(func(req wire.Request, ans wire.Answer) wire.Answer {
		if isRefusal(ans) || !when(req) {
			return ans
		}
		return wire.Reject(string(code), field)
	})
}

// refusingAt is refusing for a condition on the objects at a place.
func refusingAt(p place, when func(value.Object) bool, code reference.Code, field string) defect {
	return refusing(func(req wire.Request) bool { return holds(req, p, when) }, code, field)
}

// crashing crashes where a condition holds.
func crashing(when func(wire.Request) bool) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			if when(req) {
				panic("mutant: the seeded crash")
			}
			return next(req)
		}
	}
}

// rewriting changes the action that is accepted.
func rewriting(f func(value.Object) value.Value) defect {
	return after(func(_ wire.Request, ans wire.Answer) wire.Answer {
		v, ok := ans.(wire.Verdict)
		o, isObject := v.Action.(value.Object)
		if !ok || !v.Accepted || !isObject {
			return ans
		}
		v.Action = f(o)
		return v
	})
}

// rewritingIn is rewriting by an edit.
func rewritingIn(e edit) defect {
	return rewriting(func(o value.Object) value.Value {
		o, _ = e(o)
		return o
	})
}

// answering gives a refused input another answer, where there is one.
func answering(f func(wire.Request) (wire.Answer, bool)) defect {
	return after(func(req wire.Request, ans wire.Answer) wire.Answer {
		if !isRefusal(ans) {
			return ans
		}
		if other, ok := f(req); ok {
			return other
		}
		return ans
	})
}

// retrying judges a refused input once more, edited; it is how careless runtimes recover.
func retrying(p place, e edit) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			ans := next(req)
			if !isRefusal(ans) {
				return ans
			}
			if again := next(edited(req, p, e)); !isRefusal(again) {
				return again
			}
			return ans
		}
	}
}

// rereading judges a text that was refused once more, repaired. It repairs the text of decode and the
// content of a response in jingwei-json/1.
func rereading(repair func(string) (string, bool)) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			ans := next(req)
			if !isRefusal(ans) {
				return ans
			}
			if again := next(repaired(req, repair)); !isRefusal(again) {
				return again
			}
			return ans
		}
	}
}

func repaired(req wire.Request, repair func(string) (string, bool)) wire.Request {
	switch r := req.(type) {
	case wire.DecodeRequest:
		if text, ok := repair(string(r.Text)); ok {
			r.Text = []byte(text)
			return r
		}
	case wire.ParseRequest:
		if r.Protocol != reference.JingweiJSON1 {
			return req
		}
		return edited(req, response, mapping("content", func(v value.Value) (value.Value, bool) {
			s, isString := v.(value.String)
			text, ok := repair(string(s))
			return value.String(text), ok && isString
		}))
	default: // nothing to do for the others
	}
	return req
}

// smuggling lets values through that are to be refused: the members for which the condition holds
// are judged as something harmless, and are back in their places in the action.
func smuggling(p place, of func(value.Object) bool, name string, when func(value.Value) bool, in standIn, back func(value.Value) value.Value) defect {
	return func(next answerer) answerer {
		return func(req wire.Request) wire.Answer {
			var kept []value.Value
			ans := next(edited(req, p, func(o value.Object) (value.Object, bool) {
				v, ok := o.Get(name)
				if !ok || !of(o) || !when(v) {
					return o, false
				}
				kept = append(kept, back(v))
				return o.With(name, in(len(kept)-1)), true
			}))
			return restored(ans, kept)
		}
	}
}

// standIn is what stands in the place of the n-th value that is smuggled through.
type standIn func(n int) value.Value

const mark = "\uE000" // private use; no input of the suite has it

func markText(n int) value.Value { return value.String(mark + strconv.Itoa(n)) }

func markObject(n int) value.Value {
	return value.Object{{Name: mark, Value: value.String(mark + strconv.Itoa(n))}}
}

// markArguments is an object as the text that openai-chat/1 has for it.
func markArguments(n int) value.Value {
	text, _ := value.Print(markObject(n)) // always JSON
	return value.String(text)
}

// restored puts smuggled values back.
func restored(ans wire.Answer, kept []value.Value) wire.Answer {
	v, ok := ans.(wire.Verdict)
	if !ok || !v.Accepted || len(kept) == 0 {
		return ans
	}
	v.Action = restore(v.Action, kept)
	return v
}

func restore(v value.Value, kept []value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		if digits, ok := strings.CutPrefix(string(v), mark); ok {
			if n, err := strconv.Atoi(digits); err == nil && n < len(kept) {
				return kept[n]
			}
		}
	case value.Array:
		out := make(value.Array, len(v))
		for i := range v {
			out[i] = restore(v[i], kept)
		}
		return out
	case value.Object:
		if inner, ok := v.Get(mark); ok {
			return restore(inner, kept)
		}
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: restore(m.Value, kept)}
		}
		return out
	default: // nothing to do for the others
	}
	return v
}

func asIs(v value.Value) value.Value { return v }

// recoding refuses with another code.
func recoding(from, to reference.Code) defect {
	return restating(func(v wire.Verdict) bool { return v.Code == string(from) },
		func(v *wire.Verdict) { v.Code = string(to) })
}

// refielding refuses with another field.
func refielding(code reference.Code, from, to string) defect {
	return restating(func(v wire.Verdict) bool { return v.Code == string(code) && v.Field == from },
		func(v *wire.Verdict) { v.Field = to })
}

// restating changes what a refusal says.
func restating(when func(wire.Verdict) bool, f func(*wire.Verdict)) defect {
	return after(func(_ wire.Request, ans wire.Answer) wire.Answer {
		v, ok := ans.(wire.Verdict)
		if !ok || v.Accepted || !when(v) {
			return ans
		}
		f(&v)
		return v
	})
}

func isRefusal(ans wire.Answer) bool {
	v, ok := ans.(wire.Verdict)
	return ok && !v.Accepted
}

// input is the value a request is about: a text is read, the first of duplicate names dropped.
func input(req wire.Request) (value.Value, bool) {
	switch req := req.(type) {
	case wire.ParseRequest:
		return req.Value, true
	case wire.RouteRequest:
		return req.Value, true
	case wire.PreviewRequest:
		return req.Value, true
	case wire.DecodeRequest:
		v, err := value.Parse(req.Text)
		return v, err == nil
	default: // nothing to do for the others
	}
	return nil, false
}

// inputs is the condition that the value of a request fulfils a condition.
func inputs(condition func(value.Value) bool) func(wire.Request) bool {
	return func(req wire.Request) bool {
		v, ok := input(req)
		return ok && condition(v)
	}
}

// replacing replaces the whole value, of a value or of a text.
func replacing(f func(value.Value) (value.Value, bool)) defect {
	return before(func(req wire.Request) wire.Request {
		return edited(req, func(_ site, v value.Value, _ edit) (value.Value, bool) { return f(v) }, nil)
	})
}
