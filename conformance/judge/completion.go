package judge

import (
	"strconv"

	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
)

// completion holds an accepted response against the legal treatment of each of its calls. Calls that
// came through must stand in the order of the response; every other one must be listed as refused.
func (j Judge) completion(want oracle.Completion, action value.Value) *Finding {
	got, ok := action.(value.Object)
	if !ok {
		return &Finding{Aspect: Action, Change: Coerced, Got: action}
	}
	if f := j.content(want.Content, got); f != nil {
		return f
	}
	calls, f := list(got, "calls")
	if f != nil {
		return f
	}
	refused, f := list(got, "refused")
	if f != nil {
		return f
	}
	next := 0
	for _, call := range want.Calls {
		var mismatch *Finding
		if next < len(calls) {
			mismatch = j.call(call, calls[next], "/calls/"+strconv.Itoa(next))
		} else {
			mismatch = &Finding{Aspect: Action, Pointer: "/calls/" + strconv.Itoa(next), Change: Lost, Expected: value.String(call.ID)}
		}
		switch call.Treatment {
		case oracle.Run:
			if mismatch != nil {
				return mismatch
			}
			next++
		case oracle.Either:
			switch { // the next call may look the same and be another one, so what is listed by its index comes first
			case listedAt(refused, call.Index):
			case mismatch == nil:
				next++
			case !listed(refused, call):
				return mismatch
			}
		case oracle.Refuse:
			if !listed(refused, call) {
				return &Finding{Aspect: Action, Pointer: "/refused", Change: Lost, Expected: value.String(call.ID)}
			}
		}
	}
	if next < len(calls) {
		return &Finding{Aspect: Action, Pointer: "/calls/" + strconv.Itoa(next), Change: Kept, Got: calls[next]}
	}
	return nil
}

// content compares the text beside the calls; absent, null and empty are the same "no text" here.
func (j Judge) content(want value.Value, got value.Object) *Finding {
	v, ok := got.Get("content")
	if noText(want) && (!ok || noText(v)) {
		return nil
	}
	if w, isText := want.(value.String); isText {
		if !ok {
			return &Finding{Aspect: Action, Pointer: "/content", Change: Lost, Expected: want}
		}
		if d := j.compare.FirstDifference(w, v); d != nil {
			d.Pointer = "/content" + d.Pointer
			return difference(*d)
		}
		return nil
	}
	if noText(want) {
		return &Finding{Aspect: Action, Pointer: "/content", Change: Invented, Got: v}
	}
	return nil // content of another kind: no rule speaks of it
}

func noText(v value.Value) bool {
	switch v := v.(type) {
	case value.Null, value.Undefined, nil:
		return true
	case value.String:
		return v == ""
	default:
		return false
	}
}

func list(o value.Object, name string) (value.Array, *Finding) {
	v, ok := o.Get(name)
	if !ok || v.Kind() == value.KindNull {
		return nil, nil
	}
	a, ok := v.(value.Array)
	if !ok {
		return nil, &Finding{Aspect: Action, Pointer: "/" + name, Change: Coerced, Got: v}
	}
	return a, nil
}

func (j Judge) call(want oracle.Call, got value.Value, at string) *Finding {
	o, ok := got.(value.Object)
	if !ok {
		return &Finding{Aspect: Action, Pointer: at, Change: Coerced, Got: got}
	}
	id, _ := o.Get("id")
	switch text, isText := id.(value.String); {
	case want.AnyID && (!isText || value.IsBlank(string(text))):
		return &Finding{Aspect: Action, Pointer: at + "/id", Change: Lost, Got: id}
	case want.AnyID:
	default:
		if f := j.member(value.String(want.ID), o, at, "id"); f != nil {
			return f
		}
	}
	if f := j.member(value.String(want.Name), o, at, "name"); f != nil {
		return f
	}
	return j.member(want.Arguments, o, at, "arguments")
}

func (j Judge) member(want value.Value, o value.Object, at, name string) *Finding {
	got, ok := o.Get(name)
	if !ok {
		return &Finding{Aspect: Action, Pointer: at + "/" + name, Change: Lost, Expected: want}
	}
	d := j.compare.FirstDifference(want, got)
	if d == nil {
		return nil
	}
	d.Pointer = at + "/" + name + d.Pointer
	return difference(*d)
}

// listedAt reports whether the call with an index stands among the refused ones.
func listedAt(refused value.Array, index int) bool {
	for _, r := range refused {
		o, _ := r.(value.Object)
		if at, ok := o.Get("index"); ok && value.Equal(at, value.Number(strconv.Itoa(index))) {
			return true
		}
	}
	return false
}

// listed reports whether a call stands among the refused ones, by its index or by its id.
func listed(refused value.Array, call oracle.Call) bool {
	if listedAt(refused, call.Index) {
		return true
	}
	for _, r := range refused {
		o, ok := r.(value.Object)
		if !ok {
			continue
		}
		if id, ok := o.Get("id"); ok && call.ID != "" && value.Equal(id, value.String(call.ID)) {
			return true
		}
	}
	return false
}
