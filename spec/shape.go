package spec

import (
	"math/big"
	"unicode/utf16"

	"github.com/actionconform/conform/spec/value"
)

// Admits reports whether a value is legal for the shape. Undefined and host values never are, except for
// kind any.
func (s *Shape) Admits(v value.Value) bool {
	if _, isNull := v.(value.Null); isNull && s.Nullable {
		return true
	}
	switch s.Kind {
	case ShapeString:
		t, ok := v.(value.String)
		return ok && s.counts(length(string(t))) && (s.Pattern == nil || s.Pattern.MatchString(string(t)))
	case ShapeBool:
		_, ok := v.(value.Bool)
		return ok
	case ShapeInteger:
		n, ok := v.(value.Number)
		r := rational(n)
		return ok && r != nil && r.IsInt() && s.within(r)
	case ShapeNumber:
		n, ok := v.(value.Number)
		r := rational(n)
		return ok && r != nil && s.within(r)
	case ShapeEnum:
		t, ok := v.(value.String)
		return ok && contains(s.Values, string(t))
	case ShapeArray:
		a, ok := v.(value.Array)
		if !ok || !s.counts(len(a)) {
			return false
		}
		for _, item := range a {
			if s.Of != nil && !s.Of.Admits(item) {
				return false
			}
		}
		return true
	case ShapeObject:
		o, ok := v.(value.Object)
		return ok && AdmitsAll(s.Fields, o)
	case ShapeAny:
		return true
	}
	return false
}

// AdmitsAll reports whether an object has every member the slots require, each of its shape, and no other.
func AdmitsAll(slots []Slot, o value.Object) bool {
	seen := map[string]bool{}
	for _, m := range o {
		f, ok := slot(slots, m.Name)
		if !ok || seen[m.Name] || !f.Shape.Admits(m.Value) {
			return false
		}
		seen[m.Name] = true
	}
	for i := range slots {
		if !slots[i].Optional && !seen[slots[i].Name] {
			return false
		}
	}
	return true
}

func (s *Shape) counts(n int) bool {
	return (s.MinLength < 0 || n >= s.MinLength) && (s.MaxLength < 0 || n <= s.MaxLength)
}

func (s *Shape) within(r *big.Rat) bool {
	lower, upper := rational(s.Min), rational(s.Max)
	return (lower == nil || r.Cmp(lower) >= 0) && (upper == nil || r.Cmp(upper) <= 0)
}

// maxNumberText bounds the numbers that are compared exactly; beyond lies nothing a tool takes.
const maxNumberText = 400

// rational is a number exactly; nil for none, for one that is not finite and for one absurdly long.
func rational(n value.Number) *big.Rat {
	if n == "" || len(n) > maxNumberText || !n.IsJSON() {
		return nil
	}
	f, _, err := big.ParseFloat(string(n), 10, 64, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > 4096 || f.MantExp(nil) < -4096 {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}

// Greater reports whether both values are numbers and a is the greater.
func Greater(a, b value.Value) bool {
	x, isX := a.(value.Number)
	y, isY := b.(value.Number)
	if !isX || !isY {
		return false
	}
	p, q := rational(x), rational(y)
	return p != nil && q != nil && p.Cmp(q) > 0
}

// length counts characters. A text whose count depends on how a language counts is not bounded by tables:
// derivation avoids such texts.
func length(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

// PlainLength reports whether bytes, code units and code points of a text are equally many.
func PlainLength(s string) bool { return len(s) == length(s) && len(utf16.Encode([]rune(s))) == len(s) }

// Sample returns a legal value of the shape; nil where none is known, which is only so for patterns.
func (s *Shape) Sample() value.Value {
	switch s.Kind {
	case ShapeString:
		text := []byte("x")
		for len(text) < s.MinLength {
			text = append(text, 'x')
		}
		if v := value.String(text); s.Admits(v) {
			return v
		}
		return nil
	case ShapeBool:
		return value.Bool(true)
	case ShapeInteger, ShapeNumber:
		for _, n := range []value.Number{"1", s.Min, s.Max, "0"} {
			if n != "" && s.Admits(n) {
				return n
			}
		}
		return nil
	case ShapeEnum:
		if len(s.Values) == 0 {
			return nil
		}
		return value.String(s.Values[0])
	case ShapeArray:
		out := value.Array{}
		for len(out) < max(1, s.MinLength) && (s.MaxLength < 0 || len(out) < s.MaxLength) {
			item := value.Value(value.String("x"))
			if s.Of != nil {
				if item = s.Of.Sample(); item == nil {
					return nil
				}
			}
			out = append(out, item)
		}
		return out
	case ShapeObject:
		out := value.Object{}
		for i := range s.Fields {
			f := &s.Fields[i]
			if f.Optional {
				continue
			}
			if f.Example == nil {
				return nil
			}
			out = append(out, value.Member{Name: f.Name, Value: f.Example})
		}
		return out
	case ShapeAny:
		return value.String("x")
	}
	return nil
}
