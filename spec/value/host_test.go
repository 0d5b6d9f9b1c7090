package value

import (
	"slices"
	"testing"
)

// One legal example of every host kind; the test below fails if a kind has none.
func hostExamples() map[string]Object {
	own := obj("a", Number("1"))
	return map[string]Object{
		HostInherited:        obj("own", own, "proto", obj("b", Undefined{})),
		HostNullPrototype:    obj("own", own),
		HostClassInstance:    obj("own", own),
		HostBoxed:            obj("value", Bool(false)),
		HostDate:             obj("value", NaN),
		HostMap:              obj("entries", Array{Array{String("k"), Null{}}}),
		HostSet:              obj("values", Array{Number("1"), Undefined{}}),
		HostFunction:         Object{},
		HostSymbol:           obj("description", String("s")),
		HostBigInt:           obj("value", String("-9007199254740993")),
		HostGetter:           obj("own", own, "name", String("type"), "values", Array{String("a"), String("b")}),
		HostThrowingProxy:    Object{},
		HostRevokedProxy:     Object{},
		HostTransparentProxy: obj("own", own),
		HostFrozen:           obj("own", own),
		HostCyclic:           obj("own", own, "name", String("self")),
		HostSparseArray:      obj("length", Number("4294967295"), "items", obj("0", Null{}, "4294967294", Null{})),
		HostTypedArray:       obj("values", Array{Number("1"), NaN}),
		HostNonEnumerable:    obj("own", own, "hidden", obj("b", Number("2"))),
	}
}

func TestHostKinds(t *testing.T) {
	examples := hostExamples()
	var names []string
	for _, kind := range HostKinds() {
		names = append(names, kind.Name)
		if kind.Doc == "" || kind.Doc[len(kind.Doc)-1] != '.' {
			t.Errorf("%s: no sentence says what it is", kind.Name)
		}
		args, ok := examples[kind.Name]
		if !ok {
			t.Errorf("%s: no example", kind.Name)
			continue
		}
		host, err := NewHost(kind.Name, args...)
		if err != nil {
			t.Errorf("%s: the example is refused: %v", kind.Name, err)
			continue
		}
		back, err := Decode(Encode(host))
		if err != nil {
			t.Errorf("%s: %v", kind.Name, err)
			continue
		}
		wantSame(t, back, host)
		if len(kind.Args) != len(args) {
			t.Errorf("%s: the example does not show every argument", kind.Name)
		}
		checkArgs(t, kind, args)
	}
	if len(names) != len(examples) {
		t.Errorf("%d kinds, %d examples", len(names), len(examples))
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(examples) {
		t.Error("a name is used twice")
	}
}

// checkArgs holds every argument of a kind to what the list says of it.
func checkArgs(t *testing.T, kind HostKind, args Object) {
	t.Helper()
	ofKind := map[Kind]Value{
		KindUndefined: Undefined{}, KindNull: Null{}, KindBool: Bool(true), KindNumber: Number("0"), KindString: String("0"),
		KindArray: Array{}, KindObject: Object{}, KindHost: Host{HostFunction, Object{}},
	}
	for _, a := range kind.Args {
		if a.Doc == "" || len(a.Kinds) == 0 {
			t.Errorf("%s: argument %s is not described", kind.Name, a.Name)
		}
		if _, err := NewHost(kind.Name, args.Without(a.Name)...); (err != nil) != a.Required {
			t.Errorf("%s without %s: %v", kind.Name, a.Name, err)
		}
		for k, v := range ofKind {
			if slices.Contains(a.Kinds, k) {
				continue
			}
			_, err := NewHost(kind.Name, args.With(a.Name, v)...)
			wantError(t, err, CodeBadTag, "/"+a.Name)
		}
	}
	_, err := NewHost(kind.Name, append(slices.Clone(args), Member{"extra", Null{}})...)
	wantError(t, err, CodeBadTag, "/extra")
}

// Callers may do what they like with the list and with the arguments.
func TestHostKindsAreTheCallersOwn(t *testing.T) {
	HostKinds()[0].Args[0].Name = "changed"
	HostKinds()[0].Name = "changed"
	if k := HostKinds()[0]; k.Name != HostInherited || k.Args[0].Name != "own" {
		t.Errorf("the list has changed: %+v", k)
	}
	args := []Member{{"value", String("x")}}
	host, err := NewHost(HostBoxed, args...)
	if err != nil {
		t.Fatal(err)
	}
	args[0].Value = Null{}
	wantSame(t, host, Host{HostBoxed, obj("value", String("x"))})
}

func TestNewHostRefuses(t *testing.T) {
	tests := []struct {
		name    string
		args    []Member
		code    ErrorCode
		pointer string
		reason  string
	}{
		{"nope", nil, CodeBadTag, "/$host", "no such kind"},
		{HostBoxed, nil, CodeBadTag, "", "a missing argument"},
		{HostBoxed, obj("value", nil), CodeNotRepresentable, "/value", "no value"},
		{HostFrozen, obj("own", obj("a", Number("x"))), CodeNotRepresentable, "/own/a", "a bad value inside an argument"},
		{HostSparseArray, obj("length", Number("1"), "items", obj("0", Null{}, "0", Null{})), CodeBadTag, "/items/0", "an index twice"},
		{HostSparseArray, obj("length", Number("1e2"), "items", Object{}), CodeBadTag, "/length", "a length with an exponent"},
		{HostBigInt, obj("value", String("")), CodeBadTag, "/value", "no digits"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			_, err := NewHost(tt.name, tt.args...)
			wantError(t, err, tt.code, tt.pointer)
		})
	}
	if _, ok := FindHostKind("nope"); ok {
		t.Error("FindHostKind finds what is not there")
	}
}
