package generate

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Mutate changes a request that is there already at one place or two: a value at a place of its tree, with a
// part of another request at times, a text at its tokens.
func Mutate(s Source, req, other wire.Request) wire.Request {
	switch req := req.(type) {
	case wire.ParseRequest:
		req.Value = mutateValue(s, req.Value, valueOf(other))
		return req
	case wire.RouteRequest:
		req.Value = mutateValue(s, req.Value, valueOf(other))
		return req
	case wire.DecodeRequest:
		v, err := value.Parse(req.Text)
		if err != nil || s.Intn(2) == 0 {
			req.Text = []byte(Document(s, string(req.Text)))
			return req
		}
		if text, err := value.Print(writable(mutateValue(s, v, valueOf(other)))); err == nil {
			req.Text = text
		}
		return req
	default: // other operations have generators of their own
		return req
	}
}

// valueOf is the value a request is about; nil where it has none.
func valueOf(req wire.Request) value.Value {
	switch req := req.(type) {
	case wire.ParseRequest:
		return req.Value
	case wire.RouteRequest:
		return req.Value
	case wire.DecodeRequest:
		if v, err := value.Parse(req.Text); err == nil {
			return v
		}
	default: // a request about something else
	}
	return nil
}

// mutateValue changes a value at one place of its tree.
func mutateValue(s Source, v, other value.Value) value.Value {
	if inner, ok := descend(s, v, other); ok {
		return inner
	}
	switch v := v.(type) {
	case value.Object:
		return mutateMembers(s, v)
	case value.Array:
		return mutateElements(s, v)
	case value.String:
		return mutateText(s, v)
	default:
		return replacement(s, other)
	}
}

// descend changes a part of a value, most of the time where there is one.
func descend(s Source, v, other value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.Object:
		if len(v) == 0 || s.Intn(3) == 2 {
			return nil, false
		}
		i := s.Intn(len(v))
		out := append(value.Object{}, v...)
		out[i].Value = mutateValue(s, out[i].Value, other)
		return out, true
	case value.Array:
		if len(v) == 0 || s.Intn(3) == 2 {
			return nil, false
		}
		i := s.Intn(len(v))
		out := append(value.Array{}, v...)
		out[i] = mutateValue(s, out[i], other)
		return out, true
	default: // the others have no parts to go into
		return nil, false
	}
}

// replacement is another value, of another input at times.
func replacement(s Source, other value.Value) value.Value {
	for other != nil {
		o, ok := other.(value.Object)
		if !ok || len(o) == 0 || s.Intn(3) == 0 {
			return other
		}
		other = o[s.Intn(len(o))].Value
	}
	return Value(s)
}

func mutateMembers(s Source, o value.Object) value.Value {
	if len(o) == 0 {
		return value.Object{{Name: Name(s), Value: Value(s)}}
	}
	i := s.Intn(len(o))
	m := o[i]
	switch s.Intn(7) {
	case 0:
		return o.Without(m.Name)
	case 1:
		return append(o[:len(o):len(o)], m)
	case 2:
		return append(o[:len(o):len(o)], value.Member{Name: m.Name, Value: Value(s)})
	case 3:
		return o.Renamed(m.Name, near(s, m.Name))
	case 4:
		return append(o[:len(o):len(o)], value.Member{Name: Name(s), Value: Value(s)})
	case 5: // two members change places
		out := append(value.Object{}, o...)
		k := s.Intn(len(o))
		out[i].Value, out[k].Value = out[k].Value, out[i].Value
		return out
	}
	return Value(s)
}

func mutateElements(s Source, a value.Array) value.Value {
	if len(a) == 0 {
		return value.Array{Value(s)}
	}
	i := s.Intn(len(a))
	switch s.Intn(4) {
	case 0:
		return append(append(value.Array{}, a[:i]...), a[i+1:]...)
	case 1:
		return append(a[:len(a):len(a)], a[i])
	case 2:
		return a[i]
	}
	return Value(s)
}

func mutateText(s Source, text value.String) value.Value {
	v := otherText(s, text)
	if out, ok := v.(value.String); ok && !value.ValidString(string(out)) {
		return value.String(value.FromUTF16(value.UTF16(string(out)))) // two halves of a character met
	}
	return v
}

func otherText(s Source, text value.String) value.Value {
	switch s.Intn(6) {
	case 0:
		return value.String(near(s, string(text)))
	case 1:
		return value.String(Text(s))
	case 2:
		return value.String(Blank(s) + string(text))
	case 3:
		return value.String(strings.ToUpper(string(text)))
	case 4:
		if document := Document(s, string(text)); value.ValidString(document) {
			return value.String(document) // a text may be a document itself
		}
	}
	return Value(s)
}
