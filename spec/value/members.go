package value

import (
	"slices"
	"strings"
)

// fewMembers is the size up to which looking through all members beats building an index.
const fewMembers = 12

// Repeats returns the index of the first member whose name an earlier member has, or -1.
func (o Object) Repeats() int {
	if len(o) <= fewMembers {
		for i := range o {
			for j := range i {
				if o[i].Name == o[j].Name {
					return i
				}
			}
		}
		return -1
	}
	seen := make(map[string]struct{}, len(o))
	for i := range o {
		seen[o[i].Name] = struct{}{}
		if len(seen) <= i {
			return i
		}
	}
	return -1
}

// sameNames reports whether a and b have the same names in the same places.
func sameNames(a, b Object) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name {
			return false
		}
	}
	return true
}

// pairUp finds for each member of a its partner in b: the n-th member of a name is the partner of the
// n-th member of that name. It returns the index of the partner, -1 if there is none, for the members
// of a and for those of b.
func pairUp(a, b Object) (ofA, ofB []int) {
	ofA, ofB = unpaired(len(a)), unpaired(len(b))
	if len(a) <= fewMembers && len(b) <= fewMembers {
		for i := range a {
			for j := range b {
				if ofB[j] < 0 && a[i].Name == b[j].Name {
					ofA[i], ofB[j] = j, i
					break
				}
			}
		}
		return ofA, ofB
	}
	byA, byB := byName(a), byName(b)
	for i, j := 0, 0; i < len(byA) && j < len(byB); {
		switch strings.Compare(a[byA[i]].Name, b[byB[j]].Name) {
		case -1:
			i++
		case 1:
			j++
		default:
			ofA[byA[i]], ofB[byB[j]] = byB[j], byA[i]
			i++
			j++
		}
	}
	return ofA, ofB
}

func unpaired(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// byName returns the indices of the members in the order of their names, and of their places.
func byName(o Object) []int {
	out := make([]int, len(o))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(i, j int) int { return strings.Compare(o[i].Name, o[j].Name) })
	return out
}

// Depth counts the containers around the innermost value: 0 for a scalar. It recurses as deep as the value.
func Depth(v Value) int {
	deepest := 0
	switch v := v.(type) {
	case Array:
		for _, e := range v {
			deepest = max(deepest, Depth(e))
		}
		return deepest + 1
	case Object:
		for _, m := range v {
			deepest = max(deepest, Depth(m.Value))
		}
		return deepest + 1
	case Undefined, Null, Bool, Number, String, Host:
	}
	return deepest
}
