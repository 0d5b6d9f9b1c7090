package generate

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// maxNesting is how deep the values made here are nested at the most, deep chains apart.
const maxNesting = 3

// Value makes any value of the value model: every kind, repeated names, host values.
func Value(s Source) value.Value { return anyValue(s, maxNesting) }

// JSON makes a value that a JSON text can carry: no undefined, no host values, no number JSON lacks.
// Names may repeat.
func JSON(s Source) value.Value { return jsonValue(s, maxNesting) }

func anyValue(s Source, depth int) value.Value {
	if weighted(s, 5, 1) == 0 || depth == 0 {
		switch weighted(s, 8, 1) {
		case 0:
			return container(s, depth, anyValue)
		default:
			return pick(s, []value.Value{value.Undefined{}, value.NaN, value.Infinity, value.NegativeInfinity})
		}
	}
	return host(s, depth-1)
}

func jsonValue(s Source, depth int) value.Value { return container(s, depth, jsonValue) }

// container makes a value out of parts made by another generator.
func container(s Source, depth int, part func(Source, int) value.Value) value.Value {
	weights := []int{2, 2, 3, 4, 2, 4}
	if depth == 0 {
		weights = weights[:4]
	}
	switch weighted(s, weights...) {
	case 0:
		return value.Null{}
	case 1:
		return value.Bool(s.Intn(2) == 1)
	case 2:
		return Number(s)
	case 3:
		if chance(s, 6) {
			return value.String(Host(s))
		}
		return value.String(Text(s))
	case 4:
		if chance(s, 12) {
			return deep(s)
		}
		out := make(value.Array, s.Intn(4))
		for i := range out {
			out[i] = part(s, depth-1)
		}
		return out
	}
	return members(s, depth, part)
}

// members makes an object, with a name twice at times.
func members(s Source, depth int, part func(Source, int) value.Value) value.Object {
	out := make(value.Object, 0, 4)
	for range s.Intn(4) {
		m := value.Member{Name: Name(s), Value: part(s, depth-1)}
		if len(out) > 0 && chance(s, 8) {
			m.Name = out[0].Name
		}
		out = append(out, m)
	}
	return out
}

// Object makes a plain object without repeated names, which any field of kind object may hold.
func Object(s Source) value.Object {
	var out value.Object
	for _, m := range members(s, maxNesting, anyValue) {
		out = out.With(m.Name, m.Value)
	}
	if out == nil {
		return value.Object{}
	}
	return out
}

// deep makes a chain of arrays or objects, around the depths at which implementations give up.
func deep(s Source) value.Value {
	depth := pick(s, []int{16, 31, 63, 64, 65, 100, 128})
	objects := s.Intn(2) == 1
	var v value.Value = value.Null{}
	for range depth {
		if objects {
			v = value.Object{{Name: "a", Value: v}}
		} else {
			v = value.Array{v}
		}
	}
	return v
}

// Number makes a number that JSON can write, in any spelling.
func Number(s Source) value.Number {
	switch weighted(s, 4, 4, 2) {
	case 0:
		return value.Number(pick(s, []string{"0", "1", "-1", "2", "42", "1.5", "0.1"}))
	case 1:
		return value.Number(pick(s, []string{
			"-0", "0.0", "1.0", "1e0", "10e-1", "2.0", "0e5", "1E+2", "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807",
			"9223372036854775808", "18446744073709551616", "1e21", "1e400", "-1e400", "1e-400", "5e-324", "0.1000000000000000055511151231257827", "1.0000000000000000000001",
			"2.0000000000000000000001", "0.30000000000000004", "1e999999999", "1e-999999999", "123456789012345678901234567890", "4294967296", "2147483648",
		}))
	}
	var b strings.Builder
	if s.Intn(2) == 1 {
		b.WriteByte('-')
	}
	digits := func(n int) {
		for range n {
			b.WriteByte(byte('0' + s.Intn(10)))
		}
	}
	b.WriteByte(byte('1' + s.Intn(9)))
	digits(s.Intn(20))
	if s.Intn(2) == 1 {
		b.WriteByte('.')
		digits(1 + s.Intn(20))
	}
	if s.Intn(2) == 1 {
		b.WriteString(pick(s, []string{"e", "E", "e+", "e-"}))
		digits(1 + s.Intn(4))
	}
	return value.Number(b.String())
}

// host makes a host value whose arguments its kind allows.
func host(s Source, depth int) value.Value {
	return hostOf(s, pick(s, value.HostKinds()).Name, members(s, depth, anyValue), depth)
}

// hostOf makes a host value of a kind out of the members of an object, for kinds that have members.
func hostOf(s Source, name string, own value.Object, depth int) value.Value {
	arg := func(name string, v value.Value) value.Member { return value.Member{Name: name, Value: v} }
	h := value.Host{Name: name}
	switch name {
	case value.HostInherited:
		proto := value.Object{}
		if len(own) > 0 && s.Intn(2) == 0 { // a member moves to the prototype
			m := own[s.Intn(len(own))]
			own, proto = own.Without(m.Name), append(proto, m)
		} else {
			proto = members(s, max(depth, 1), anyValue)
		}
		h.Args = value.Object{arg("own", own), arg("proto", proto)}
	case value.HostNullPrototype, value.HostClassInstance, value.HostFrozen, value.HostTransparentProxy:
		h.Args = value.Object{arg("own", own)}
	case value.HostBoxed:
		h.Args = value.Object{arg("value", pick(s, []value.Value{value.String(Text(s)), Number(s), value.Bool(true)}))}
	case value.HostDate:
		h.Args = value.Object{arg("value", value.Number("0"))}
	case value.HostMap:
		entries := value.Array{}
		for _, m := range own {
			entries = append(entries, value.Array{value.String(m.Name), m.Value})
		}
		h.Args = value.Object{arg("entries", entries)}
	case value.HostSet:
		h.Args = value.Object{arg("values", value.Array{value.String(Text(s))})}
	case value.HostSymbol:
		h.Args = value.Object{arg("description", value.String(Text(s)))}
	case value.HostBigInt:
		h.Args = value.Object{arg("value", value.String(pick(s, []string{"1", "0", "-1", "9007199254740993"})))}
	case value.HostGetter:
		name, reads := Name(s), value.Array{anyValue(s, 0)}
		if len(own) > 0 && s.Intn(2) == 0 { // a member becomes an accessor
			m := own[s.Intn(len(own))]
			name, reads, own = m.Name, value.Array{m.Value}, own.Without(m.Name)
		}
		if chance(s, 3) {
			reads = append(reads, anyValue(s, 0))
		}
		h.Args = value.Object{arg("own", own), arg("name", value.String(name)), arg("values", reads)}
	case value.HostCyclic:
		h.Args = value.Object{arg("own", own), arg("name", value.String(Name(s)))}
	case value.HostSparseArray:
		h.Args = value.Object{arg("length", value.Number("3")), arg("items", value.Object{arg("1", anyValue(s, 0))})}
	case value.HostTypedArray:
		h.Args = value.Object{arg("values", value.Array{value.Number("1")})}
	case value.HostNonEnumerable:
		hidden := value.Object{}
		if len(own) > 0 {
			m := own[s.Intn(len(own))]
			own, hidden = own.Without(m.Name), append(hidden, m)
		}
		h.Args = value.Object{arg("own", own), arg("hidden", hidden)}
	default: // functions and proxies have no arguments
	}
	return h
}
