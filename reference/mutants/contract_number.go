package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// amount changes the amount of a refund before the tool sees it.
func amount(f func(value.Value) value.Value) defect {
	return coercing(func(name string, v value.Value) value.Value {
		if name == "amountCents" {
			return f(v)
		}
		return v
	})
}

// lines changes the lines of a refund before the tool sees them.
func lines(f func(value.Array) value.Value) defect {
	return coercing(func(name string, v value.Value) value.Value {
		if a, ok := v.(value.Array); ok && name == "lines" {
			return f(a)
		}
		return v
	})
}

// toolNumberMutants get numbers, lengths and nested arguments wrong.
func toolNumberMutants() []Mutant {
	s := refunds()
	plain := value.Array{value.Object{{Name: "sku", Value: value.String("x")}, {Name: "quantity", Value: value.Number("1")}}}
	return []Mutant{
		s.verdict("tool/amount-minimum", "refunds nothing and less", "bounds that are only described", amount(func(v value.Value) value.Value {
			if n, ok := v.(value.Number); ok && (n == "0" || strings.HasPrefix(string(n), "-") && n != "-Infinity") {
				return value.Number("1")
			}
			return v
		}), "TC-05"),
		s.verdict("tool/amount-maximum", "leaves the maximum to the business rules", "bounds that are only described", recast(contract.InvalidArgument, contract.Conflict, func(r wire.InvokeRequest) bool {
			o, _ := r.Args.(value.Object)
			v, _ := o.Get("amountCents")
			n, ok := v.(value.Number)
			return ok && len(n) >= 7 && !strings.HasPrefix(string(n), "-")
		}), "TC-05"),
		s.verdict("tool/amount-fraction", "cuts a fraction off", "parseInt", amount(func(v value.Value) value.Value {
			if n, ok := v.(value.Number); ok && strings.Contains(string(n), ".") {
				return value.Number("1")
			}
			return v
		}), "TC-05"),
		s.verdict("tool/amount-text", "reads an amount from a text", "Number(x)", amount(func(v value.Value) value.Value {
			switch v := v.(type) {
			case value.String:
				if strings.TrimSpace(string(v)) == "" {
					return v
				}
				return value.Number("1")
			case value.Bool:
				return value.Number("1")
			default:
				return v
			}
		}), "TC-04"),
		s.verdict("tool/amount-not-finite", "takes NaN and Infinity for amounts", "typeof x === 'number'", amount(func(v value.Value) value.Value {
			if n, ok := v.(value.Number); ok && !n.IsJSON() {
				return value.Number("1")
			}
			return v
		}), "TC-05"),
		s.verdict("tool/note-length", "cuts a note that is too long", "silent truncation", coercing(func(name string, v value.Value) value.Value {
			if t, ok := v.(value.String); ok && name == "note" && len(t) > 200 {
				return t[:200]
			}
			return v
		}), "TC-05"),
		s.verdict("tool/note-coerced", "turns any note into a text", "String(x)", coercing(func(name string, v value.Value) value.Value {
			if _, ok := v.(value.String); name == "note" && !ok {
				return value.String("note")
			}
			return v
		}), "TC-04"),
		s.verdict("tool/note-longest-refused", "refuses a note of the greatest length", "off by one", coercing(func(name string, v value.Value) value.Value {
			if t, ok := v.(value.String); ok && name == "note" && len(t) == 200 {
				return value.Null{}
			}
			return v
		}), "TC-28"),
		s.verdict("tool/note-empty-refused", "refuses an empty note", "if (!note)", coercing(func(name string, v value.Value) value.Value {
			if t, ok := v.(value.String); ok && name == "note" && strings.TrimSpace(string(t)) == "" {
				return value.Null{}
			}
			return v
		}), "TC-22"),
		s.verdict("tool/minimum-refused", "refuses the smallest amount", "off by one", amount(func(v value.Value) value.Value {
			if v == value.Number("1") {
				return value.Number("0")
			}
			return v
		}), "TC-28"),
		s.verdict("tool/lines-unchecked", "does not look into lists of arguments", "shallow validation", lines(func(value.Array) value.Value { return plain }), "TC-04", "TC-05"),
		s.verdict("tool/lines-count", "takes any number of lines", "maxItems ignored", lines(func(a value.Array) value.Value {
			if len(a) > 3 {
				return a[:3]
			}
			return a
		}), "TC-05"),
		s.verdict("tool/lines-first-only", "looks at the first line only", "shallow validation", lines(func(a value.Array) value.Value {
			if len(a) > 1 {
				return a[:1]
			}
			return a
		}), "TC-04"),
		s.verdict("tool/lines-extra", "ignores unknown members of lines", "shallow strictness", lines(func(a value.Array) value.Value {
			out := value.Array{}
			for _, l := range a {
				if o, ok := l.(value.Object); ok {
					l = o.Without("extra")
				}
				out = append(out, l)
			}
			return out
		}), "TC-03"),
		s.verdict("tool/lines-quantity", "takes any quantity", "shallow validation", lines(func(a value.Array) value.Value {
			out := value.Array{}
			for _, l := range a {
				if o, ok := l.(value.Object); ok && o.Has("quantity") {
					l = o.With("quantity", value.Number("1"))
				}
				out = append(out, l)
			}
			return out
		}), "TC-04", "TC-05"),
		s.verdict("tool/lines-empty-refused", "refuses an empty list of lines", "if (lines.length)", lines(func(a value.Array) value.Value {
			if len(a) == 0 {
				return value.Null{}
			}
			return a
		}), "TC-22"),
		s.verdict("tool/lines-any-kind", "takes any value for lines", "shallow validation", coercing(func(name string, v value.Value) value.Value {
			if name == "lines" && v.Kind() != value.KindArray {
				return plain
			}
			return v
		}), "TC-04"),
	}
}
