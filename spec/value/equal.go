package value

import "strconv"

// Comparison says when two values are equal. The zero value compares exactly, which is what [Equal] and
// [FirstDifference] do.
type Comparison struct {
	// Doubles compares numbers after rounding them to doubles, for targets that hold them so.
	Doubles bool
}

// Equal reports whether a and b are the same value:
//
//  1. Values of different kinds differ. A nil Value counts as undefined.
//  2. Numbers are equal if they are mathematically: 1, 1.0 and 1e0 are, 9007199254740993 and
//     9007199254740992 are not; 0 equals -0 and NaN equals NaN.
//  3. Strings and names are equal if all their code units are; nothing is normalised.
//  4. Arrays are equal if they have equal elements in the same order.
//  5. Objects are equal if they have the same names with equal values, in whatever order. Duplicates
//     are not merged: members of one name are compared in their order, and as many must be there. A
//     member that holds undefined differs from a missing one.
//  6. Host values are equal if their names are and their arguments are equal as an object.
//  7. A value nested deeper than [MaxDepth] equals nothing.
func Equal(a, b Value) bool { return Comparison{}.Equal(a, b) }

// Equal is [Equal] with the comparison applied.
func (c Comparison) Equal(a, b Value) bool { return c.equal(a, b, 0) }

// equal compares values that stand inside depth containers.
func (c Comparison) equal(a, b Value, depth int) bool {
	switch a := a.(type) {
	case nil, Undefined:
		return isUndefined(b)
	case Null:
		_, ok := b.(Null)
		return ok
	case Bool:
		b, ok := b.(Bool)
		return ok && a == b
	case Number:
		b, ok := b.(Number)
		return ok && c.sameNumber(a, b)
	case String:
		b, ok := b.(String)
		return ok && a == b
	case Array:
		b, ok := b.(Array)
		if !ok || len(a) != len(b) || depth >= MaxDepth {
			return false
		}
		for i := range a {
			if !c.equal(a[i], b[i], depth+1) {
				return false
			}
		}
		return true
	case Object:
		b, ok := b.(Object)
		return ok && c.equalMembers(a, b, depth)
	case Host:
		b, ok := b.(Host)
		return ok && a.Name == b.Name && c.equalMembers(a.Args, b.Args, depth)
	default:
		return false
	}
}

// equalMembers compares objects, or the arguments of host values, that stand inside depth containers.
func (c Comparison) equalMembers(a, b Object, depth int) bool {
	if len(a) != len(b) || depth >= MaxDepth {
		return false
	}
	if sameNames(a, b) {
		for i := range a {
			if !c.equal(a[i].Value, b[i].Value, depth+1) {
				return false
			}
		}
		return true
	}
	partners, _ := pairUp(a, b)
	for i, j := range partners {
		if j < 0 || !c.equal(a[i].Value, b[j].Value, depth+1) {
			return false
		}
	}
	return true
}

func (c Comparison) sameNumber(a, b Number) bool {
	if c.Doubles {
		return sameDouble(a, b)
	}
	return sameNumber(a, b)
}

func isUndefined(v Value) bool {
	switch v.(type) {
	case nil, Undefined:
		return true
	default: // nothing to do for the others
	}
	return false
}

// DifferenceKind says how two values differ at a place.
type DifferenceKind string

// The kinds of a [Difference].
const (
	// DiffMissing: a member or element wanted is not there.
	DiffMissing DifferenceKind = "missing"
	// DiffAdded: a member or element is there that was not wanted.
	DiffAdded DifferenceKind = "added"
	// DiffChanged: both are of one kind, with another value.
	DiffChanged DifferenceKind = "changed"
	// DiffKind: the two are of different kinds.
	DiffKind DifferenceKind = "kind"
	// DiffTooDeep: the two are nested deeper than [MaxDepth] and were not compared further.
	DiffTooDeep DifferenceKind = "too_deep"
)

// Difference is one place where two values differ.
type Difference struct {
	// Pointer is the RFC 6901 pointer to the place; arguments of host values count as members.
	Pointer string
	Kind    DifferenceKind
	// Want and Got are the values at the place; nil for the one that is not there.
	Want, Got Value
}

// FirstDifference returns the first place where the values differ, or nil if [Equal] holds. The order
// is that of want, depth first, then of what got has in addition.
func FirstDifference(want, got Value) *Difference { return Comparison{}.FirstDifference(want, got) }

// FirstDifference is [FirstDifference] with the comparison applied.
func (c Comparison) FirstDifference(want, got Value) *Difference {
	if c.Equal(want, got) {
		return nil
	}
	var f finder
	f.compare = c
	d := f.find(want, got, 0)
	if d != nil {
		d.Pointer = pointer(f.steps)
	}
	return d
}

// finder looks for the first difference, and collects the steps to it, innermost first.
type finder struct {
	compare Comparison
	steps   []string
}

func (f *finder) find(want, got Value, depth int) *Difference {
	here := func(kind DifferenceKind) *Difference { return &Difference{Kind: kind, Want: want, Got: got} }
	if kindOf(want) != kindOf(got) {
		return here(DiffKind)
	}
	switch want := want.(type) {
	case Array:
		if got, ok := got.(Array); ok {
			if depth >= MaxDepth {
				return here(DiffTooDeep)
			}
			return f.findElement(want, got, depth)
		}
	case Object:
		if got, ok := got.(Object); ok {
			if depth >= MaxDepth {
				return here(DiffTooDeep)
			}
			return f.findMember(want, got, depth)
		}
	case Host:
		if got, ok := got.(Host); ok && want.Name == got.Name {
			if depth >= MaxDepth {
				return here(DiffTooDeep)
			}
			return f.findMember(want.Args, got.Args, depth)
		}
	default: // nothing to do for the others
	}
	if f.compare.equal(want, got, depth) {
		return nil
	}
	return here(DiffChanged)
}

func (f *finder) findElement(want, got Array, depth int) *Difference {
	for i := range want {
		step := strconv.Itoa(i)
		if i >= len(got) {
			return f.found(&Difference{Kind: DiffMissing, Want: want[i]}, step)
		}
		if d := f.find(want[i], got[i], depth+1); d != nil {
			return f.found(d, step)
		}
	}
	if len(got) > len(want) {
		return f.found(&Difference{Kind: DiffAdded, Got: got[len(want)]}, strconv.Itoa(len(want)))
	}
	return nil
}

func (f *finder) findMember(want, got Object, depth int) *Difference {
	ofWant, ofGot := pairUp(want, got)
	for i, j := range ofWant {
		if j < 0 {
			return f.found(&Difference{Kind: DiffMissing, Want: want[i].Value}, want[i].Name)
		}
		if d := f.find(want[i].Value, got[j].Value, depth+1); d != nil {
			return f.found(d, want[i].Name)
		}
	}
	for j, i := range ofGot {
		if i < 0 {
			return f.found(&Difference{Kind: DiffAdded, Got: got[j].Value}, got[j].Name)
		}
	}
	return nil
}

// found records the step that led to d.
func (f *finder) found(d *Difference, step string) *Difference {
	f.steps = append(f.steps, step)
	return d
}

// kindOf is the kind of v, where nil counts as undefined. What is no value, such as a pointer to one, has
// no kind; asking it could panic.
func kindOf(v Value) Kind {
	switch v := v.(type) {
	case nil:
		return KindUndefined
	case Undefined, Null, Bool, Number, String, Array, Object, Host:
		return v.Kind()
	default:
		return ""
	}
}
