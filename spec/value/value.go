// Package value holds action inputs without losing anything.
//
// A model's output, once inside a runtime, is a host value, and JSON cannot carry every host value:
// it has no undefined, its decoders merge duplicate names, round big numbers and replace lone
// surrogates. The suite tests exactly those places, so it has a value model of its own. Three forms
// of a value exist, and each has one reader and one writer:
//
//   - the tree in this file, which keeps number text, member order, duplicate names, lone surrogates;
//   - the tagged encoding ([Decode], [Encode]) that travels between harness and target;
//   - plain JSON text ([Parse], [Print]), the text form of RFC 8259.
package value

// Kind names the type of a value as the specification does.
type Kind string

// The kinds of a value. Every [Value] has exactly one.
const (
	KindUndefined Kind = "undefined"
	KindNull      Kind = "null"
	KindBool      Kind = "bool"
	KindNumber    Kind = "number"
	KindString    Kind = "string"
	KindArray     Kind = "array"
	KindObject    Kind = "object"
	KindHost      Kind = "host"
)

// Value is one host value. The set of implementations is closed.
//
//sumtype:decl
type Value interface {
	Kind() Kind
	sealed()
}

type (
	// Undefined is the value a host has for "no value"; a member holding it is present.
	Undefined struct{}
	// Null is JSON null.
	Null struct{}
	// Bool is true or false.
	Bool bool
	// Number is the literal text of a number: a JSON number, or NaN, Infinity, -Infinity.
	Number string
	// String is text in generalised UTF-8 (WTF-8): valid UTF-8, except that a lone surrogate stands
	// as the three bytes UTF-8 would give its code point.
	String string
	// Array is an ordered sequence.
	Array []Value
	// Object is a sequence of members in the order written, duplicate names included.
	Object []Member
	// Host is an exotic host value such as a boxed string or a Proxy; see [HostKinds].
	Host struct {
		// Name is the host kind, a key of [HostKinds].
		Name string
		// Args are the parameters of the host kind in the order of the encoding.
		Args Object
	}
)

// Member is one name and value of an [Object].
type Member struct {
	Name  string // generalised UTF-8, as [String]
	Value Value
}

func (Undefined) Kind() Kind { return KindUndefined }
func (Null) Kind() Kind      { return KindNull }
func (Bool) Kind() Kind      { return KindBool }
func (Number) Kind() Kind    { return KindNumber }
func (String) Kind() Kind    { return KindString }
func (Array) Kind() Kind     { return KindArray }
func (Object) Kind() Kind    { return KindObject }
func (Host) Kind() Kind      { return KindHost }

func (Undefined) sealed() {}
func (Null) sealed()      {}
func (Bool) sealed()      {}
func (Number) sealed()    {}
func (String) sealed()    {}
func (Array) sealed()     {}
func (Object) sealed()    {}
func (Host) sealed()      {}

// Get returns the last member with the given name, as most decoders would, and whether there is one.
func (o Object) Get(name string) (Value, bool) {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].Name == name {
			return o[i].Value, true
		}
	}
	return nil, false
}

// Has reports whether the object has a member with the given name.
func (o Object) Has(name string) bool {
	_, ok := o.Get(name)
	return ok
}

// With returns a copy in which the member with the given name holds v; a new member goes last.
func (o Object) With(name string, v Value) Object {
	out := make(Object, 0, len(o)+1)
	found := false
	for _, m := range o {
		if m.Name == name {
			if found {
				continue
			}
			found = true
			m.Value = v
		}
		out = append(out, m)
	}
	if !found {
		out = append(out, Member{Name: name, Value: v})
	}
	return out
}

// Without returns a copy that lacks every member with the given name.
func (o Object) Without(name string) Object {
	out := make(Object, 0, len(o))
	for _, m := range o {
		if m.Name != name {
			out = append(out, m)
		}
	}
	return out
}

// Renamed returns a copy in which every member called from is called to, in its old place.
func (o Object) Renamed(from, to string) Object {
	out := make(Object, len(o))
	copy(out, o)
	for i := range out {
		if out[i].Name == from {
			out[i].Name = to
		}
	}
	return out
}
