package value

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// many is an object of n members, more than are compared one with each.
func many(n int, from int) Object {
	out := make(Object, 0, n)
	for i := range n {
		k := (i + from) % n
		out = append(out, Member{fmt.Sprint("m", k), Number(fmt.Sprint(k))})
	}
	return out
}

// Each row says where and how the first difference lies; no kind means that the values are equal.
func TestEqualAndFirstDifference(t *testing.T) {
	boxed := func(v Value) Host { return Host{HostBoxed, obj("value", v)} }
	tests := []struct {
		want, got Value
		kind      DifferenceKind
		pointer   string
		reason    string
	}{
		{Null{}, Null{}, "", "", "null"},
		{Null{}, Undefined{}, DiffKind, "", "null is not undefined"},
		{nil, Undefined{}, "", "", "no value counts as undefined"},
		{nil, nil, "", "", "no value is no value"},
		{Bool(true), Bool(false), DiffChanged, "", "true is not false"},
		{Bool(false), Null{}, DiffKind, "", "nothing is coerced"},
		{Number("0"), Bool(false), DiffKind, "", "zero is not false"},
		{Number("1"), String("1"), DiffKind, "", "a number is not its text"},
		{Number("1"), Number("1.0"), "", "", "numbers are compared, not their text"},
		{Number("1"), Number("2"), DiffChanged, "", "other number"},
		{String("é"), String("e\u0301"), DiffChanged, "", "nothing is normalised"},
		{String("\xed\xa0\x80"), String("\ufffd"), DiffChanged, "", "a lone surrogate is not U+FFFD"},
		{String(""), Undefined{}, DiffKind, "", "an empty string is there"},
		{Array{}, Array{}, "", "", "empty arrays"},
		{Array{}, Array(nil), "", "", "an empty array and a nil one"},
		{Array{}, Object{}, DiffKind, "", "an array is no object"},
		{Array{Number("1"), Number("2")}, Array{Number("2"), Number("1")}, DiffChanged, "/0", "the order of an array counts"},
		{Array{Null{}}, Array{}, DiffMissing, "/0", "an element is gone"},
		{Array{}, Array{Undefined{}}, DiffAdded, "/0", "an element is new, if only undefined"},
		{obj("a", Null{}, "b", Bool(true)), obj("b", Bool(true), "a", Null{}), "", "", "the order of members does not count"},
		{obj("a", Undefined{}), Object{}, DiffMissing, "/a", "undefined is not missing"},
		{Object{}, obj("a", Undefined{}), DiffAdded, "/a", "nor is missing undefined"},
		{obj("a", Undefined{}), obj("b", Undefined{}), DiffMissing, "/a", "wanted comes first"},
		{obj("a", Null{}, "b", Null{}), obj("b", Bool(true), "a", Bool(true)), DiffKind, "/a", "the order of want decides"},
		{obj("a", Null{}), obj("z", Null{}, "y", Null{}, "a", Null{}), DiffAdded, "/z", "then the order of got"},
		{obj("a", Null{}, "a", Null{}), obj("a", Null{}), DiffMissing, "/a", "duplicates are not merged"},
		{obj("a", Null{}), obj("a", Null{}, "a", Null{}), DiffAdded, "/a", "nor the other way"},
		{obj("a", Number("1"), "a", Number("2")), obj("a", Number("1"), "a", Number("2")), "", "", "the same duplicates"},
		{obj("a", Number("1"), "a", Number("2")), obj("a", Number("2"), "a", Number("1")), DiffChanged, "/a", "the order of duplicates counts"},
		{obj("a", Number("1"), "b", Null{}, "a", Number("2")), obj("b", Null{}, "a", Number("1"), "a", Number("2")), "", "", "but not what stands between them"},
		{obj("a", Number("1"), "b", Null{}, "a", Number("2")), obj("b", Null{}, "a", Number("2"), "a", Number("1")), DiffChanged, "/a", "in whatever order the others are"},
		{obj("a", Null{}, "a", Null{}, "b", Null{}), obj("a", Null{}, "b", Null{}, "b", Null{}), DiffMissing, "/a", "as many of each name"},
		{many(100, 0), many(100, 37), "", "", "many members in another order"},
		{many(100, 0), many(100, 37).With("m5", Null{}), DiffKind, "/m5", "many members, one other"},
		{many(100, 0), many(100, 37).Renamed("m5", "m6"), DiffMissing, "/m5", "many members, one twice"},
		{many(100, 0).Without("m7"), many(100, 37), DiffAdded, "/m7", "many members, one new"},
		{obj("a/b~", Array{Null{}, obj("", Number("1"))}), obj("a/b~", Array{Null{}, obj("", Number("2"))}), DiffChanged, "/a~1b~0/1/", "a pointer is escaped"},
		{boxed(String("x")), boxed(String("x")), "", "", "the same host value"},
		{boxed(String("x")), String("x"), DiffKind, "", "a boxed string is no string"},
		{boxed(String("x")), boxed(String("y")), DiffChanged, "/value", "another argument"},
		{boxed(Number("1")), boxed(Number("1.0")), "", "", "arguments are compared as values"},
		{Host{HostFunction, nil}, Host{HostRevokedProxy, nil}, DiffChanged, "", "another host kind"},
		{nested(MaxDepth), nested(MaxDepth), "", "", "as deep as allowed"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			equal := tt.kind == ""
			if got := Equal(tt.want, tt.got); got != equal {
				t.Errorf("Equal = %v", got)
			}
			if got := Equal(tt.got, tt.want); got != equal {
				t.Errorf("Equal the other way = %v", got)
			}
			d := FirstDifference(tt.want, tt.got)
			if equal {
				if d != nil {
					t.Errorf("FirstDifference = %+v, want none", d)
				}
				return
			}
			if d == nil || d.Kind != tt.kind || d.Pointer != tt.pointer {
				t.Errorf("FirstDifference = %+v, want %s at %q", d, tt.kind, tt.pointer)
			}
		})
	}
}

func TestDifferenceValues(t *testing.T) {
	tests := []struct {
		want, got Value
		diff      Difference
	}{
		{obj("a", Number("1")), obj("a", Number("2")), Difference{"/a", DiffChanged, Number("1"), Number("2")}},
		{obj("a", Number("1")), Object{}, Difference{"/a", DiffMissing, Number("1"), nil}},
		{Object{}, obj("a", Undefined{}), Difference{"/a", DiffAdded, nil, Undefined{}}},
		{Null{}, String(""), Difference{"", DiffKind, Null{}, String("")}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(&tt.diff, FirstDifference(tt.want, tt.got)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

func TestCompareTooDeep(t *testing.T) {
	for _, v := range []Value{nested(MaxDepth + 1), nested(1_000_000), obj("a", nested(MaxDepth))} {
		if Equal(v, v) {
			t.Error("a value too deep equals something")
		}
		if d := FirstDifference(v, v); d == nil || d.Kind != DiffTooDeep {
			t.Errorf("FirstDifference = %+v", d)
		}
	}
	cycle := make(Array, 1)
	cycle[0] = cycle
	if Equal(cycle, cycle) {
		t.Error("a cycle equals something")
	}
	if Check(cycle) == nil {
		t.Error("Check takes a cycle")
	}
	_, _ = Print(cycle)
	_ = Show(cycle, 10)
	_ = Encode(cycle)
}

func TestCompareAsDoubles(t *testing.T) {
	c := Comparison{Doubles: true}
	want := obj("n", Array{Number("9007199254740993")})
	got := obj("n", Array{Number("9007199254740992")})
	if !c.Equal(want, got) || c.FirstDifference(want, got) != nil {
		t.Error("the same double differs")
	}
	if Equal(want, got) {
		t.Error("the exact comparison has changed")
	}
	if d := c.FirstDifference(want, obj("n", Array{Number("9007199254740994")})); d == nil || d.Pointer != "/n/0" {
		t.Errorf("another double: %+v", d)
	}
}

// The editing methods of Object never touch their receiver.
func TestObjectEdits(t *testing.T) {
	o := obj("a", Number("1"), "b", Number("2"), "a", Number("3"))
	if v, ok := o.Get("a"); !ok || v != Value(Number("3")) {
		t.Errorf("Get returns %v, want the last", v)
	}
	if o.Has("c") || !o.Has("b") {
		t.Error("Has is wrong")
	}
	wantSame(t, o.With("a", Null{}), obj("a", Null{}, "b", Number("2")))
	wantSame(t, o.With("c", Null{}), obj("a", Number("1"), "b", Number("2"), "a", Number("3"), "c", Null{}))
	wantSame(t, o.Without("a"), obj("b", Number("2")))
	wantSame(t, o.Renamed("a", "z"), obj("z", Number("1"), "b", Number("2"), "z", Number("3")))
	wantSame(t, o, obj("a", Number("1"), "b", Number("2"), "a", Number("3")))
}
