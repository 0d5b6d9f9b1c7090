package mutants

import (
	"math"
	"strings"
	"unicode"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// valueMutants change numbers and characters on the way through.
func valueMutants() []Mutant {
	s := everywhere()
	onResult := func(f func(value.Value) value.Value) defect {
		return rewriting(func(o value.Object) value.Value { return walk(o, f) })
	}
	onText := func(f func(string) string) defect {
		return onResult(func(v value.Value) value.Value {
			if t, ok := v.(value.String); ok {
				return value.String(f(string(t)))
			}
			return v
		})
	}
	notIn := func(keep func(rune) bool) func(string) string {
		return func(t string) string {
			return strings.Map(func(r rune) rune {
				if keep(r) {
					return r
				}
				return -1
			}, t)
		}
	}
	return []Mutant{
		s.verdict("value/numbers/double", "holds numbers as doubles", javaScript, onResult(asDouble), reference.TX13),
		s.verdict("value/numbers/single", "holds numbers as singles", "float columns", onResult(asSingle), reference.TX13),
		s.verdict("value/numbers/integer", "cuts fractions off", "int conversion", onResult(asInteger), reference.TX13),
		s.verdict("value/numbers/unsigned", "loses the sign of numbers", "operator: sign left out", onResult(unsigned), reference.TX13),
		s.verdict("value/numbers/huge-refused", "refuses numbers beyond a double", excess,
			refusing(inputs(func(v value.Value) bool { return anywhere(v, isHuge) }), reference.ActionNotJSON, ""), reference.TX13),
		s.verdict("value/text/surrogates-replaced", "replaces lone surrogates", goJSON, onText(func(t string) string { return strings.ToValidUTF8(t, "\uFFFD") }), reference.TX09),
		s.verdict("value/text/surrogates-dropped", "drops lone surrogates", "errors='ignore'", onText(func(t string) string { return strings.ToValidUTF8(t, "") }), reference.TX09),
		s.verdict("value/text/astral-dropped", "drops characters beyond the BMP", "three-byte UTF-8 columns",
			onText(notIn(func(r rune) bool { return r <= 0xFFFF })), reference.AP10, reference.NT11, reference.OC15),
		s.verdict("value/text/ascii-only", "replaces characters beyond ASCII", "ASCII encoders", onText(func(t string) string {
			return strings.Map(func(r rune) rune {
				if r > unicode.MaxASCII {
					return '?'
				}
				return r
			}, t)
		}), reference.AP10, reference.NT11, reference.OC15),
		s.verdict("value/text/marks-dropped", "drops combining marks", "accent folding",
			onText(notIn(func(r rune) bool { return !unicode.Is(unicode.Mn, r) })), reference.AP10),
		s.verdict("value/text/cut-at-nul", "ends text at a NUL", "C strings", onText(func(t string) string {
			head, _, _ := strings.Cut(t, "\x00")
			return head
		}), reference.AP10),
		s.verdict("value/text/trimmed", "strips blanks from every text", serde, onText(strings.TrimSpace), reference.AP10, reference.NT11, reference.OC15),
		s.verdict("value/text/spaces-joined", "joins runs of blanks", "HTML-minded normalisation",
			onText(func(t string) string {
				if strings.TrimSpace(t) == "" {
					return t
				}
				return strings.Join(strings.Fields(t), " ")
			}), reference.AP10),
		s.verdict("value/members/null-dropped", "drops members that are null", "JSON writers that omit null",
			onResult(without(isKind(value.KindNull))), reference.AP11, reference.NT11, reference.OC15),
		s.only(wire.OpParse, wire.OpDecode).verdict("value/members/empty-dropped", "drops members that are empty", "omitempty",
			onResult(without(func(v value.Value) bool { return !value.Equal(emptied(v), v) || v == value.Value(value.Bool(false)) })), reference.AP11, reference.NT11, reference.OC15),
	}
}

func asDouble(v value.Value) value.Value {
	n, ok := v.(value.Number)
	x, isNumber := n.Float64()
	switch {
	case !ok || !isNumber || !n.IsJSON():
		return v
	case math.IsInf(x, 0):
		return value.Null{}
	}
	return value.NumberOf(x)
}

func asSingle(v value.Value) value.Value {
	n, ok := v.(value.Number)
	x, isNumber := n.Float64()
	if !ok || !isNumber || math.IsInf(x, 0) || math.IsNaN(x) {
		return v
	}
	return value.NumberOf(float64(float32(x)))
}

func asInteger(v value.Value) value.Value {
	n, ok := v.(value.Number)
	x, isNumber := n.Float64()
	if !ok || !isNumber || x == math.Trunc(x) || math.IsInf(x, 0) || math.IsNaN(x) {
		return v
	}
	return value.NumberOf(math.Trunc(x))
}

func unsigned(v value.Value) value.Value {
	if n, ok := v.(value.Number); ok {
		return value.Number(strings.TrimPrefix(string(n), "-"))
	}
	return v
}

func isHuge(v value.Value) bool {
	n, ok := v.(value.Number)
	x, isNumber := n.Float64()
	return ok && isNumber && n.IsJSON() && (math.IsInf(x, 0) || math.Abs(x) > 1<<53)
}

// without drops members that fulfil a condition from every object.
func without(condition func(value.Value) bool) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		o, ok := v.(value.Object)
		if !ok {
			return v
		}
		out := make(value.Object, 0, len(o))
		for _, m := range o {
			if !condition(m.Value) {
				out = append(out, m)
			}
		}
		return out
	}
}
