package derive

import (
	"strconv"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// variant is a changed value with the role of the requirement the change breaks; "" where it breaks none.
type variant struct {
	name  string
	value value.Value
	role  spec.Role
}

// wrongValues are the minimal changes of a legal value that its shape does not admit: another kind,
// a pattern almost met, a bound just passed, and the same for every part of it.
func wrongValues(s *spec.Shape, v value.Value) []variant {
	var out []variant
	add := func(name string, w value.Value, role spec.Role) {
		if w != nil && !s.Admits(w) {
			out = append(out, variant{name, w, role})
		}
	}
	for _, k := range append(kindSamples(), lookAlikes(s, v)...) {
		if k.value.Kind() == v.Kind() {
			continue
		}
		add("kind-"+k.name, k.value, spec.RoleKind)
	}
	switch s.Kind {
	case spec.ShapeString:
		text, _ := v.(value.String)
		for _, t := range nearTexts(s, string(text)) {
			add(t.name, t.value, spec.RoleConstraint)
		}
	case spec.ShapeEnum:
		for _, t := range nearWords(s.Values) {
			add(t.name, t.value, spec.RoleConstraint)
		}
	case spec.ShapeInteger, spec.ShapeNumber:
		for _, n := range nearNumbers(s) {
			add(n.name, n.value, spec.RoleConstraint)
		}
	case spec.ShapeArray:
		out = append(out, wrongItems(s, v)...)
	case spec.ShapeObject:
		o, _ := v.(value.Object)
		out = append(out, wrongMembers(s.Fields, o)...)
	case spec.ShapeBool, spec.ShapeAny:
	}
	return out
}

// lookAlikes are values of other kinds that loose comparison, truth or conversion takes for the value.
func lookAlikes(s *spec.Shape, v value.Value) []sample {
	out := []sample{
		{"in-array", value.Array{v}},
		{"in-object", obj(member("value", v))},
		{"boxed", host("boxed", member("value", str("x")))},
	}
	switch s.Kind {
	case spec.ShapeBool:
		out = append(out, sample{"true-text", str("true")}, sample{"false-text", str("false")}, sample{"yes-text", str("yes")}, sample{"one-text", str("1")}, sample{"empty-text", str("")})
	case spec.ShapeInteger, spec.ShapeNumber:
		n, _ := v.(value.Number)
		out = append(out, sample{"number-text", str(string(n))}, sample{"padded-number-text", str(" " + string(n))}, sample{"empty-text", str("")}, sample{"hex-text", str("0x10")})
	case spec.ShapeArray:
		out = append(out, sample{"array-text", str("[]")}, sample{"comma-text", str("a,b")}, sample{"index-object", obj(member("0", str("x")), member("length", num("1")))})
	case spec.ShapeObject:
		out = append(out, sample{"object-text", str("{}")})
	case spec.ShapeString, spec.ShapeEnum:
		out = append(out, sample{"number-like", num("101")})
	case spec.ShapeAny:
	}
	return out
}

// nearTexts are texts that almost meet a pattern or a bound.
func nearTexts(s *spec.Shape, text string) []sample {
	out := []sample{{"empty", str("")}}
	if s.Pattern != nil {
		out = append(out,
			sample{"blank", str(" ")},
			sample{"newline-after", str(text + "\n")}, sample{"newline-before", str("\n" + text)},
			sample{"line-after", str(text + "\nx")}, sample{"line-before", str("x\n" + text)},
			sample{"return-after", str(text + "\r")}, sample{"nul-after", str(text + "\x00")},
			sample{"space-before", str(" " + text)}, sample{"space-after", str(text + " ")},
			sample{"text-before", str("x" + text)}, sample{"text-after", str(text + "x")},
			sample{"digit-after", str(text + "0")}, sample{"twice", str(text + text)},
			sample{"lower-case", str(strings.ToLower(text))}, sample{"upper-case", str(strings.ToUpper(text))},
			sample{"quote-after", str(text + "' OR '1'='1")}, sample{"path-before", str("../" + text)},
			sample{"percent-encoded", str(percent(text))}, sample{"zero-width-after", str(text + "\u200b")},
			sample{"arabic-digits", str(digits(text, '\u0660'))}, sample{"full-width-digits", str(digits(text, '\uff10'))}, sample{"devanagari-digits", str(digits(text, '\u0966'))},
		)
		if len(text) > 0 {
			out = append(out, sample{"last-missing", str(text[:len(text)-1])}, sample{"first-missing", str(text[1:])})
		}
	}
	if s.MinLength > 0 {
		out = append(out, sample{"too-short", str(strings.Repeat("x", s.MinLength-1))})
	}
	if s.MaxLength >= 0 {
		out = append(out, sample{"too-long", str(strings.Repeat("x", s.MaxLength+1))}, sample{"far-too-long", str(strings.Repeat("x", s.MaxLength+5000))})
	}
	return distinctSamples(out)
}

// digits writes the ASCII digits of a text in another script.
func digits(text string, zero rune) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return zero + r - '0'
		}
		return r
	}, text)
}

func percent(text string) string {
	if text == "" {
		return "%00"
	}
	return "%" + strconv.FormatInt(int64(text[0]), 16) + text[1:]
}

// nearWords are texts that are almost one of an enumeration.
func nearWords(words []string) []sample {
	out := []sample{{"empty", str("")}, {"other-word", str("no_such_value")}, {"prototype-name", str("__proto__")}, {"constructor-name", str("constructor")}}
	if len(words) == 0 {
		return out
	}
	w := words[0]
	out = append(out, sample{"upper-case", str(strings.ToUpper(w))}, sample{"capitalised", str(strings.ToUpper(w[:1]) + w[1:])},
		sample{"space-before", str(" " + w)}, sample{"space-after", str(w + " ")}, sample{"newline-after", str(w + "\n")},
		sample{"prefix", str(w[:len(w)-1])}, sample{"text-after", str(w + "x")}, sample{"all-words", str(strings.Join(words, ","))})
	return distinctSamples(out)
}

// nearNumbers are numbers just beyond the bounds, or without the form of an integer.
func nearNumbers(s *spec.Shape) []sample {
	out := []sample{{"fraction", num("1.5")}, {"not-a-number", num("NaN")}, {"infinity", num("Infinity")}, {"negative-infinity", num("-Infinity")}}
	if n, ok := shift(s.Min, -1); ok {
		out = append(out, sample{"below-minimum", num(n)}, sample{"zero", num("0")}, sample{"negative", num("-1")}, sample{"far-below", num("-1000000000")})
	}
	if n, ok := shift(s.Max, 1); ok {
		out = append(out, sample{"above-maximum", num(n)}, sample{"far-above", num("9007199254740991")})
	}
	return distinctSamples(out)
}

func shift(n value.Number, by int64) (string, bool) {
	i, err := strconv.ParseInt(string(n), 10, 64)
	return strconv.FormatInt(i+by, 10), err == nil
}

func distinctSamples(list []sample) []sample {
	var out []sample
	for _, s := range list {
		known := false
		for _, o := range out {
			known = known || value.Equal(o.value, s.value)
		}
		if !known {
			out = append(out, s)
		}
	}
	return out
}

// wrongItems are arrays with too few, too many or wrong items, the wrong one at either end.
func wrongItems(s *spec.Shape, v value.Value) []variant {
	var out []variant
	items, _ := v.(value.Array)
	add := func(name string, a value.Array, role spec.Role) {
		if !s.Admits(a) {
			out = append(out, variant{name, a, role})
		}
	}
	add("too-few", value.Array{}, spec.RoleConstraint)
	item := value.Value(str("x"))
	if len(items) > 0 {
		item = items[0]
	} else if s.Of != nil {
		if item = s.Of.Sample(); item == nil {
			return out
		}
	}
	if s.MaxLength >= 0 && s.MaxLength < 1000 {
		many := make(value.Array, s.MaxLength+1)
		for i := range many {
			many[i] = item
		}
		add("too-many", many, spec.RoleConstraint)
	}
	if s.Of == nil {
		return out
	}
	for _, w := range wrongValues(s.Of, item) {
		add("item-"+w.name, value.Array{w.value}, w.role)
		if w.name == "kind-number" || w.name == "kind-null" || w.name == "kind-object" {
			add("last-item-"+w.name, value.Array{item, w.value}, w.role)
		}
	}
	return out
}

// wrongMembers are objects with a member missing, too many or wrong.
func wrongMembers(slots []spec.Slot, o value.Object) []variant {
	out := []variant{{"extra-member", o.With("extra", str("x")), spec.RoleUnknown}}
	for i := range slots {
		f := &slots[i]
		v, ok := o.Get(f.Name)
		if !ok {
			v = f.Example
		}
		if !f.Optional {
			out = append(out, variant{f.Name + "-missing", o.Without(f.Name), spec.RoleMissingArg})
		}
		if v == nil {
			continue
		}
		for _, w := range wrongValues(&f.Shape, v) {
			out = append(out, variant{f.Name + "-" + w.name, o.With(f.Name, w.value), w.role})
		}
	}
	return out
}

// legalValues are values at the edge of what a shape admits, and those that are easily taken for nothing.
func legalValues(s *spec.Shape, v value.Value) []sample {
	var out []sample
	add := func(name string, w value.Value) {
		if w != nil && s.Admits(w) && !value.Equal(w, v) {
			out = append(out, sample{name, w})
		}
	}
	add("null", value.Null{})
	switch s.Kind {
	case spec.ShapeString:
		add("empty", str(""))
		add("blank", str(" "))
		if s.Pattern == nil {
			for _, t := range textSamples() {
				if text, _ := t.value.(value.String); s.MaxLength < 0 && s.MinLength <= 1 || spec.PlainLength(string(text)) {
					add("text-"+t.name, t.value)
				}
			}
		}
		if s.MaxLength > 0 && s.Pattern == nil {
			add("longest", str(strings.Repeat("x", s.MaxLength)))
		}
		if s.MinLength > 0 {
			add("shortest", str(strings.Repeat("y", s.MinLength)))
		}
	case spec.ShapeEnum:
		for _, w := range s.Values {
			add("word-"+w, str(w))
		}
	case spec.ShapeBool:
		add("true", value.Bool(true))
		add("false", value.Bool(false))
	case spec.ShapeInteger, spec.ShapeNumber:
		add("zero", num("0"))
		add("negative", num("-1"))
		if s.Min != "" {
			add("minimum", s.Min)
		}
		if s.Max != "" {
			add("maximum", s.Max)
		}
	case spec.ShapeArray:
		add("empty-array", value.Array{})
		items, _ := v.(value.Array)
		if len(items) > 0 {
			add("one-item", items[:1])
			add("two-items", value.Array{items[0], items[0]})
			if s.Of != nil {
				for _, w := range legalValues(s.Of, items[0]) {
					if w.name == "empty" || w.name == "null" || w.name == "text-lines" {
						add("item-"+w.name, value.Array{w.value})
					}
				}
			}
		}
	case spec.ShapeObject, spec.ShapeAny:
	}
	return out
}
