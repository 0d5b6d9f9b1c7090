package generate

import (
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// Row is one row of a protocol's table: a state of its tagged object, or a form of its response.
type Row struct {
	Protocol *spec.Protocol
	// State is the state of a tagged object; nil for a row of a response.
	State *spec.State
	// Final says that a row of a response has a text and no calls.
	Final bool
}

// Rows lists the rows of a protocol: its states where it has any, else the forms of its response.
func Rows(p *spec.Protocol) []Row {
	if p.Tagged == nil && (p.Response == nil || p.Response.Single()) {
		return []Row{{Protocol: p}}
	}
	if p.Tagged == nil {
		return []Row{{Protocol: p}, {Protocol: p, Final: true}}
	}
	rows := make([]Row, len(p.Tagged.States))
	for i := range rows {
		rows[i] = Row{Protocol: p, State: &p.Tagged.States[i]}
	}
	return rows
}

// String names the row.
func (r Row) String() string {
	switch {
	case r.State != nil:
		return r.Protocol.ID + "/" + r.State.Name
	case r.Final:
		return r.Protocol.ID + "/final"
	}
	return r.Protocol.ID + "/call"
}

// Legal makes a legal object of the row: any value each of its fields may hold, optional ones left out at
// times, members in any order.
func (r Row) Legal(s Source) value.Object {
	if r.State == nil {
		return legalResponse(s, r)
	}
	t := r.Protocol.Tagged
	if chance(s, 5) {
		return r.State.Example
	}
	o := value.Object{{Name: t.Discriminator, Value: value.String(r.State.Name)}}
	for _, list := range [][]spec.Field{t.Header, r.State.Fields} {
		for i := range list {
			if f := &list[i]; !f.Optional || s.Intn(2) == 0 {
				o = append(o, value.Member{Name: f.Name, Value: FieldValue(s, f)})
			}
		}
	}
	return shuffled(s, o)
}

// FieldValue makes a value the field may hold.
func FieldValue(s Source, f *spec.Field) value.Value {
	switch f.Kind {
	case spec.FieldText:
		return value.String(LegalText(s))
	case spec.FieldString:
		return value.String(Text(s))
	case spec.FieldAny:
		return Value(s)
	case spec.FieldBool:
		return value.Bool(s.Intn(2) == 1)
	case spec.FieldInteger:
		return value.Number(pick(s, []string{"1", "0", "-1", "1.0", "9007199254740993", "1e3", "-0"}))
	case spec.FieldNumber:
		return Number(s)
	case spec.FieldObject:
		return Object(s)
	case spec.FieldArray:
		return value.Array{Value(s)}
	case spec.FieldLiteral:
		return f.Literal
	case spec.FieldEnum:
		return value.String(pick(s, f.Values))
	}
	return value.Null{}
}

// legalResponse makes a complete response: a text, or as many calls as the protocol allows.
func legalResponse(s Source, r Row) value.Object {
	shape := r.Protocol.Response
	switch {
	case shape.Single():
		return legalCall(s, shape, shape.Example, 0)
	case r.Final && (shape.Content == "" || s.Intn(2) == 0):
		return shape.Final
	case r.Final:
		return setAt(shape.Final, shape.Content, value.String(LegalText(s)))
	}
	list, _ := valueAt(shape.Example, shape.Calls.At).(value.Array)
	n := 1
	if shape.Calls.Limit == spec.ManyCalls {
		n += s.Intn(3)
	}
	var calls value.Array
	for _, e := range list {
		call, _ := e.(value.Object)
		if items := shape.Items; items != nil && !value.Equal(orNull(valueAt(call, items.Type)), value.String(items.Call)) {
			calls = append(calls, e)
			continue
		}
		for i := range n {
			calls = append(calls, legalCall(s, shape, call, i))
		}
	}
	return setAt(shape.Example, shape.Calls.At, calls)
}

// legalCall makes a call out of the example's. Calls of different numbers have different ids.
func legalCall(s Source, shape *spec.Response, call value.Object, i int) value.Object {
	if i > 0 && shape.Calls.ID != "" {
		call = setAt(call, shape.Calls.ID, value.String("call-"+string(rune('a'+i))))
	}
	if s.Intn(2) == 1 {
		call = setAt(call, shape.Calls.Name, value.String(LegalText(s)))
	}
	if s.Intn(2) == 1 {
		call = setAt(call, shape.Calls.Arguments, arguments(s, shape.Calls.Encoding))
	}
	return call
}

// arguments makes the legal arguments of a call in their encoding.
func arguments(s Source, e spec.Encoding) value.Value {
	o := Object(s)
	if e != spec.EncodingText {
		return o
	}
	text, err := value.Print(o)
	if err != nil {
		return value.String(`{"path":"README.md"}`)
	}
	return value.String(text)
}

// shuffled puts members into another order at times.
func shuffled(s Source, o value.Object) value.Object {
	if len(o) < 2 || s.Intn(2) == 0 {
		return o
	}
	for i := len(o) - 1; i > 0; i-- {
		k := i - s.Intn(i+1)
		o[i], o[k] = o[k], o[i]
	}
	return o
}
