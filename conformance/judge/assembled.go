package judge

import (
	"strconv"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
)

// assembled holds a response that was put together against what the stream comes to.
func (j Judge) assembled(want oracle.Assembled, action value.Value) *Finding {
	got, ok := oracle.Parts(want.Shape, action)
	if !ok {
		return &Finding{Aspect: Action, Change: Coerced, Got: action, Detail: "not a response of this wire"}
	}
	if want.Reason != got.Reason {
		return &Finding{Aspect: Action, Pointer: "/" + want.Shape.Finish.At, Change: Changed, Expected: reason(want.Reason), Got: reason(got.Reason)}
	}
	if want.Loose {
		return nil
	}
	if f := j.text(want.Content, got.Content); f != nil {
		return f
	}
	for i, call := range want.Calls {
		at := "/calls/" + strconv.Itoa(i)
		if i >= len(got.Calls) {
			return &Finding{Aspect: Action, Pointer: at, Change: Lost, Expected: value.String(call.ID)}
		}
		if f := j.assembledCall(want.Shape, call, got.Calls[i], at); f != nil {
			return f
		}
	}
	if n := len(want.Calls); n < len(got.Calls) {
		return &Finding{Aspect: Action, Pointer: "/calls/" + strconv.Itoa(n), Change: Invented, Got: value.String(got.Calls[n].ID)}
	}
	return nil
}

func reason(r string) value.Value {
	if r == "" {
		return value.Null{}
	}
	return value.String(r)
}

// text compares the text; absent, null and empty are the same "no text".
func (j Judge) text(want, got value.Value) *Finding {
	if noText(want) && noText(got) {
		return nil
	}
	d := j.compare.FirstDifference(want, got)
	if d == nil {
		return nil
	}
	d.Pointer = "/content"
	return difference(*d)
}

func (j Judge) assembledCall(shape *spec.Response, want, got oracle.AssembledCall, at string) *Finding {
	for _, m := range []struct {
		name      string
		want, got value.Value
	}{{"id", value.String(want.ID), value.String(got.ID)}, {"name", value.String(want.Name), value.String(got.Name)}} {
		if d := j.compare.FirstDifference(m.want, m.got); d != nil {
			d.Pointer = at + "/" + m.name
			return difference(*d)
		}
	}
	kind := value.KindObject
	if shape.Calls.Encoding == spec.EncodingText {
		kind = value.KindString
	}
	if want.Empty && got.Empty && got.Arguments.Kind() == kind {
		return nil
	}
	if got.Arguments == nil {
		return &Finding{Aspect: Action, Pointer: at + "/arguments", Change: Lost, Expected: want.Arguments}
	}
	d := j.compare.FirstDifference(want.Arguments, got.Arguments)
	if d == nil {
		return nil
	}
	d.Pointer = at + "/arguments" + d.Pointer
	return difference(*d)
}
