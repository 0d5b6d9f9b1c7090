package judge

import (
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// envelope holds what a tool returned against an outcome. Each outcome names the aspect that is judged, so
// that a fault is found where it is looked for and nowhere else.
func (j Judge) envelope(o oracle.Outcome, got wire.Envelope) *Finding {
	if o.Tool == nil {
		return &Finding{Aspect: Decision, Detail: "an envelope, not a verdict"}
	}
	if got.Threw != "" {
		return &Finding{Aspect: Decision, Change: NoChange, Detail: "threw"}
	}
	e, ok := readEnvelope(got.Value)
	switch o.Tool.Aspect {
	case oracle.ToolStore:
		return storeChange(o, e, ok, got.Observed)
	case oracle.ToolShape:
		return shape(o, got.Value)
	case oracle.ToolAnswer, oracle.ToolRetryable:
	}
	switch {
	case !ok:
		return &Finding{Aspect: Envelope, Got: got.Value}
	case o.Accept && !e.ok:
		return &Finding{Aspect: Decision, Expected: o.Action, Detail: e.code}
	case !o.Accept && e.ok:
		return &Finding{Aspect: Decision, Got: e.data}
	case !o.Accept:
		return j.failure(o, e)
	case o.Tool.AnyData:
		return nil
	}
	return j.data(o, e.data)
}

// reading is an envelope as far as it can be read.
type reading struct {
	ok        bool
	data      value.Value
	code      string
	retryable value.Value
}

// readEnvelope reads an envelope leniently: whether it says ok, and then the data or the code.
func readEnvelope(v value.Value) (reading, bool) {
	o, isObject := v.(value.Object)
	flag, _ := o.Get("ok")
	b, isBool := flag.(value.Bool)
	if !isObject || !isBool {
		return reading{}, false
	}
	r := reading{ok: bool(b)}
	if r.ok {
		r.data, _ = o.Get("data")
		return r, true
	}
	e, _ := o.Get("error")
	members, _ := e.(value.Object)
	code, _ := members.Get("code")
	text, _ := code.(value.String)
	r.code = string(text)
	r.retryable, _ = members.Get("retryable")
	return r, true
}

// shape judges the members of an envelope: no more, no fewer, each of its kind.
func shape(o oracle.Outcome, v value.Value) *Finding {
	fault := func(pointer string, change Change, got value.Value) *Finding {
		return &Finding{Aspect: Envelope, Pointer: pointer, Change: change, Got: got}
	}
	e, isObject := v.(value.Object)
	if !isObject {
		return fault("", NoChange, v)
	}
	flag, _ := e.Get("ok")
	b, isBool := flag.(value.Bool)
	if !isBool {
		return fault("/ok", Coerced, flag)
	}
	if bool(b) != o.Accept {
		return &Finding{Aspect: Decision}
	}
	if b {
		if !e.Has("data") {
			return fault("/data", Lost, nil)
		}
		return only(e, "", "ok", "data")
	}
	inner, _ := e.Get("error")
	members, isObject := inner.(value.Object)
	if !isObject {
		return fault("/error", Coerced, inner)
	}
	if f := only(e, "", "ok", "error"); f != nil {
		return f
	}
	for _, m := range []struct {
		name string
		kind value.Kind
	}{{"code", value.KindString}, {"message", value.KindString}, {"retryable", value.KindBool}} {
		got, there := members.Get(m.name)
		switch {
		case !there:
			return fault("/error/"+m.name, Lost, nil)
		case got.Kind() != m.kind:
			return fault("/error/"+m.name, Coerced, got)
		}
	}
	return only(members, "/error", "code", "message", "retryable")
}

func only(o value.Object, at string, names ...string) *Finding {
	for _, m := range o {
		if !contains(names, m.Name) {
			return &Finding{Aspect: Envelope, Pointer: at + "/" + m.Name, Change: Kept, Got: m.Value}
		}
	}
	return nil
}

// failure judges the code of a refusal, or whether the code may be retried.
func (j Judge) failure(o oracle.Outcome, e reading) *Finding {
	if o.Tool.Aspect == oracle.ToolRetryable {
		want, known := o.Tool.Retryable[e.code]
		if known && !value.Equal(value.Bool(want), e.retryable) {
			return &Finding{Aspect: Retryable, Pointer: "/error/retryable", Expected: value.Bool(want), Got: e.retryable, Detail: e.code}
		}
		return nil
	}
	if len(o.Reasons) == 0 {
		return nil
	}
	for _, r := range o.Reasons {
		if len(r.Codes) == 0 || contains(r.Codes, e.code) {
			return nil
		}
	}
	return &Finding{Aspect: Code, Detail: e.code}
}

// data judges the data of a call that succeeded: the members that are fixed are equal, those that are free
// have their shape.
func (j Judge) data(o oracle.Outcome, got value.Value) *Finding {
	if len(o.Tool.Free) > 0 {
		if members, ok := got.(value.Object); ok {
			rest := members
			for k := range o.Tool.Free {
				f := &o.Tool.Free[k]
				v, there := members.Get(f.Name)
				switch {
				case !there && !f.Optional:
					return &Finding{Aspect: Action, Pointer: "/data/" + f.Name, Change: Lost}
				case there && !f.Shape.Admits(v):
					return &Finding{Aspect: Action, Pointer: "/data/" + f.Name, Change: Changed, Got: v}
				}
				rest = rest.Without(f.Name)
			}
			got = rest
		}
	}
	if got == nil {
		return &Finding{Aspect: Action, Pointer: "/data", Change: Lost, Expected: o.Action}
	}
	d := j.compare.FirstDifference(o.Action, got)
	if d == nil {
		return nil
	}
	d.Pointer = "/data" + d.Pointer
	return difference(*d)
}

// storeChange judges what became of the store.
func storeChange(o oracle.Outcome, e reading, readable bool, seen wire.Observed) *Finding {
	if readable && e.ok != o.Accept {
		return nil // another case is about the answer
	}
	switch {
	case o.Tool.Changes == oracle.NoChange && seen.StoreChanged:
		return &Finding{Aspect: Store, Level: spec.Must, Detail: "the store was changed"}
	case o.Tool.Changes == oracle.MustChange && !seen.StoreChanged:
		return &Finding{Aspect: Store, Level: spec.Must, Detail: "the store was not changed"}
	}
	return nil
}
