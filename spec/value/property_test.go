package value

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// genText draws text of the value model, with what is awkward in it often.
func genText() *rapid.Generator[string] {
	units := rapid.OneOf(
		rapid.Uint16Range('a', 'd'),
		rapid.Uint16Range(0xD7FE, 0xE001),
		rapid.SampledFrom([]uint16{'$', 0, '"', '\\', '/', '\n', 0x7F, 0x2028, 0xFEFF, 0xFFFD, 0xD83D, 0xDE00}),
		rapid.Uint16(),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return FromUTF16(rapid.SliceOfN(units, 0, 5).Draw(t, "units"))
	})
}

// genName draws names that repeat, look like tags, or are any text.
func genName() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"a", "b", "c", "", "type", "__proto__", "$undefined", "$number", "$host", "$"}),
		genText(),
	)
}

func genNumber() *rapid.Generator[Number] {
	return rapid.OneOf(
		rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,4})?`), func(s string) Number { return Number(s) }),
		rapid.Map(rapid.StringMatching(`-?[1-9][0-9]{0,3}0{0,5}(\.0{1,3})?([eE][-+]?[0-9]{1,25})?`), func(s string) Number { return Number(s) }),
		rapid.Map(rapid.Float64(), NumberOf),
		rapid.SampledFrom([]Number{NaN, Infinity, NegativeInfinity, "-0", "0", "1e400", "9007199254740993"}),
	)
}

// genValue draws values of every kind but host kinds with awkward constraints, nested at most depth deep.
func genValue(depth int) *rapid.Generator[Value] {
	kinds := []*rapid.Generator[Value]{
		rapid.SampledFrom([]Value{Undefined{}, Null{}, Bool(true), Bool(false)}),
		rapid.Map(genNumber(), func(n Number) Value { return n }),
		rapid.Map(genText(), func(s string) Value { return String(s) }),
	}
	if depth > 0 {
		elem := rapid.Deferred(func() *rapid.Generator[Value] { return genValue(depth - 1) })
		object := rapid.Map(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Member {
			return Member{genName().Draw(t, "name"), elem.Draw(t, "value")}
		}), 0, 5), func(ms []Member) Object { return ms })
		kinds = append(kinds,
			rapid.Map(rapid.SliceOfN(elem, 0, 4), func(vs []Value) Value { return Array(vs) }),
			rapid.Map(object, func(o Object) Value { return o }),
			rapid.Custom(func(t *rapid.T) Value {
				return Host{HostInherited, Object{{"own", object.Draw(t, "own")}, {"proto", object.Draw(t, "proto")}}}
			}),
			rapid.Map(genText(), func(s string) Value { return Host{HostSymbol, Object{{"description", String(s)}}} }),
		)
	}
	return rapid.OneOf(kinds...)
}

// decode(encode(v)) is v, for every v.
func TestPropertyEncodingRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(4).Draw(t, "v")
		text := Encode(v)
		back, err := Decode(text)
		if err != nil {
			t.Fatalf("Decode(%s): %v", text, err)
		}
		if diff := cmp.Diff(v, back); diff != "" {
			t.Fatalf("%s\n(-want +got)\n%s", text, diff)
		}
		if err := Check(v); err != nil {
			t.Fatalf("Check: %v", err)
		}
		if !ValidUTF8String(string(text)) {
			t.Fatalf("the encoding is not UTF-8: %q", text)
		}
	})
}

// A sender that passes the encoding through readers which hold doubles and merge names loses nothing.
func TestPropertyEncodingIsSafeForAnyReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(4).Draw(t, "v")
		tree, err := Parse(Encode(v))
		if err != nil {
			t.Fatal(err)
		}
		naive := throughNaiveReader(t, tree)
		text, err := Print(naive)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if d := FirstDifference(v, back); d != nil {
			t.Fatalf("lost: %+v\n%s", d, text)
		}
	})
}

// throughNaiveReader does to a tree what a reader does that holds numbers as doubles. It fails on what
// such readers treat differently: repeated names and lone surrogates.
func throughNaiveReader(t *rapid.T, v Value) Value {
	switch v := v.(type) {
	case Number:
		f, _ := v.Float64()
		return NumberOf(f)
	case String:
		if !ValidUTF8String(string(v)) {
			t.Fatalf("a lone surrogate travels bare: %q", v)
		}
		return v
	case Array:
		out := make(Array, len(v))
		for i := range v {
			out[i] = throughNaiveReader(t, v[i])
		}
		return out
	case Object:
		out := make(Object, len(v))
		for i, m := range v {
			if v[:i].Has(m.Name) || !ValidUTF8String(m.Name) {
				t.Fatalf("the name %q travels bare", m.Name)
			}
			out[i] = Member{m.Name, throughNaiveReader(t, m.Value)}
		}
		return out
	default:
		return v
	}
}

// parse(print(v)) is v, for every v that has a text.
func TestPropertyPrintRoundTrip(t *testing.T) {
	printed := 0
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3).Draw(t, "v")
		text, err := Print(v)
		if err != nil {
			return
		}
		printed++
		back, err := Parse(text)
		if err != nil {
			t.Fatalf("Parse(%s): %v", text, err)
		}
		if diff := cmp.Diff(v, back); diff != "" {
			t.Fatalf("%s\n(-want +got)\n%s", text, diff)
		}
	})
	if printed == 0 {
		t.Error("nothing was printed")
	}
}

// Equal is an equivalence that ignores the order of members, and FirstDifference finds one exactly if
// Equal does not hold.
func TestPropertyEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genValue(3).Draw(t, "a"), genValue(3).Draw(t, "b")
		if !Equal(a, a) || FirstDifference(a, a) != nil {
			t.Fatal("not reflexive")
		}
		if Equal(a, b) != Equal(b, a) {
			t.Fatal("not symmetric")
		}
		for _, c := range []Comparison{{}, {Doubles: true}} {
			if c.Equal(a, b) != (c.FirstDifference(a, b) == nil) {
				t.Fatal("FirstDifference disagrees with Equal")
			}
		}
		if Equal(a, b) && !(Comparison{Doubles: true}).Equal(a, b) {
			t.Fatal("equal values differ as doubles")
		}
		if !Equal(a, rearranged(a)) {
			t.Fatal("the order of members counts")
		}
	})
}

// rearranged reverses the members of every object, but not those of one name among themselves.
func rearranged(v Value) Value {
	switch v := v.(type) {
	case Array:
		out := make(Array, len(v))
		for i := range v {
			out[i] = rearranged(v[i])
		}
		return out
	case Object:
		out := Object{}
		for i := len(v) - 1; i >= 0; i-- {
			if v[i+1:].Has(v[i].Name) {
				continue
			}
			for _, m := range v[:i+1] {
				if m.Name == v[i].Name {
					out = append(out, Member{m.Name, rearranged(m.Value)})
				}
			}
		}
		return out
	case Host:
		return Host{v.Name, rearranged(v.Args).(Object)}
	default:
		return v
	}
}

// The small and the large way to pair up members agree.
func TestPropertyPairUp(t *testing.T) {
	member := rapid.Custom(func(t *rapid.T) Member {
		return Member{rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(t, "name"), Null{}}
	})
	members := rapid.SliceOfN(member, 0, fewMembers)
	rapid.Check(t, func(t *rapid.T) {
		a, b := Object(members.Draw(t, "a")), Object(members.Draw(t, "b"))
		smallA, smallB := pairUp(a, b)
		padding := make(Object, fewMembers+1)
		for i := range padding {
			padding[i] = Member{"pad" + string(rune('a'+i)), Null{}}
		}
		largeA, largeB := pairUp(append(slices.Clone(a), padding...), append(slices.Clone(b), padding...))
		if !slices.Equal(smallA, largeA[:len(a)]) || !slices.Equal(smallB, largeB[:len(b)]) {
			t.Fatalf("small %v %v, large %v %v", smallA, smallB, largeA, largeB)
		}
		if (a.Repeats() < 0) != (len(slices.Compact(byNames(a))) == len(a)) {
			t.Fatal("Repeats is wrong")
		}
	})
}

func byNames(o Object) []string {
	var out []string
	for _, m := range o {
		out = append(out, m.Name)
	}
	slices.Sort(out)
	return out
}

// Text and code units are two spellings of the same.
func TestPropertyUTF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SliceOf(rapid.OneOf(rapid.Uint16(), rapid.Uint16Range(0xD7FF, 0xE000))).Draw(t, "units")
		s := FromUTF16(units)
		if !ValidString(s) {
			t.Fatalf("%x gives %q, which is no text", units, s)
		}
		if got := UTF16(s); !slices.Equal(got, units) {
			t.Fatalf("%x comes back as %x", units, got)
		}
	})
}
