package schema

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// Family says in which way a value is wrong.
type Family string

// The families of wrong values.
const (
	Container Family = "container" // no object at all
	Missing   Family = "missing"   // a required member is not there
	Kind      Family = "kind"      // a member of another type
	Value     Family = "value"     // beyond a bound, a pattern or an enumeration
	Extra     Family = "extra"     // a member a closed object does not have
)

// Instance is a value a schema does not admit.
type Instance struct {
	Name   string // stable: the place and the change
	Family Family
	Value  any
}

// maxInstances bounds how many wrong values one schema is given.
const maxInstances = 80

// Invalid returns minimal changes of a sample that the schema does not admit, each one checked, in a
// stable order. Where no sample is known only what needs none is returned.
func (s *Schema) Invalid() []Instance {
	b := builder{schema: s}
	sample, sampled := s.Sample()
	for _, c := range []struct {
		name  string
		value any
	}{{"array", []any{}}, {"text", "conform"}, {"number", json.Number("1")}, {"true", true}, {"null", nil}} {
		b.add("is-"+c.name, Container, c.value)
	}
	b.add("empty", Missing, map[string]any{})
	if sampled {
		b.walk(s.root, sample, "", func(v any) any { return v }, 0)
	}
	if len(b.out) > maxInstances {
		b.out = b.out[:maxInstances]
	}
	return b.out
}

type builder struct {
	schema *Schema
	out    []Instance
}

// add keeps a value the schema does not admit, once.
func (b *builder) add(name string, f Family, v any) {
	if b.schema.Admits(v) {
		return
	}
	text, err := json.Marshal(v)
	if err != nil {
		return
	}
	for _, o := range b.out {
		if t, err := json.Marshal(o.Value); err == nil && string(t) == string(text) {
			return
		}
	}
	b.out = append(b.out, Instance{name, f, v})
}

// walk changes a value at one place after the other; put puts a changed part back into the whole.
func (b *builder) walk(node, v any, at string, put func(any) any, depth int) {
	if depth > maxDepth {
		return
	}
	o := b.schema.merged(node, 0)
	if o == nil {
		return
	}
	name := func(change string) string { return strings.TrimPrefix(at+"/"+change, "/") }
	if at != "" {
		b.kinds(v, name, put)
	}
	if _, ok := o["enum"]; ok {
		b.add(name("not-listed"), Value, put("conform-not-listed"))
		if t, isText := v.(string); isText && t != "" {
			b.add(name("other-case"), Value, put(strings.ToUpper(t[:1])+t[1:]+" "))
		}
	}
	if _, ok := o["const"]; ok {
		b.add(name("not-const"), Value, put("conform-other"))
	}
	switch v := v.(type) {
	case map[string]any:
		b.object(o, v, at, put, depth)
	case []any:
		b.array(o, v, at, put, depth)
	case string:
		b.text(o, v, name, put)
	case json.Number:
		b.number(o, name, put)
	}
}

func (b *builder) kinds(v any, name func(string) string, put func(any) any) {
	for _, k := range []struct {
		name  string
		value any
	}{
		{"null", nil}, {"true", true}, {"number", json.Number("1")}, {"fraction", json.Number("1.5")}, {"text", "conform"}, {"array", []any{}}, {"object", map[string]any{}}, {"in-array", []any{v}},
	} {
		b.add(name("kind-"+k.name), Kind, put(k.value))
	}
}

func (b *builder) object(o, v map[string]any, at string, put func(any) any, depth int) {
	name := func(change string) string { return strings.TrimPrefix(at+"/"+change, "/") }
	with := func(key string, m any) map[string]any {
		out := maps.Clone(v)
		out[key] = m
		return out
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		out := maps.Clone(v)
		delete(out, key)
		b.add(name(key+"-missing"), Missing, put(out))
	}
	b.add(name("extra"), Extra, put(with("conformUnknown", true)))
	if required := texts(o["required"]); len(required) > 0 {
		renamed := maps.Clone(v)
		delete(renamed, required[0])
		renamed[strings.ToUpper(required[0])] = v[required[0]]
		b.add(name(required[0]+"-other-case"), Missing, put(renamed))
	}
	properties, _ := o["properties"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		m, there := v[key]
		if !there {
			if m = b.schema.sample(properties[key], depth+1); !b.schema.Admits(put(with(key, m))) {
				continue
			}
		}
		b.walk(properties[key], m, name(key), func(changed any) any { return put(with(key, changed)) }, depth+1)
	}
	if most, ok := number(o["maxProperties"]); ok && most.IsInt() && most.Num().IsInt64() && most.Num().Int64() < 50 {
		out := maps.Clone(v)
		for i := range most.Num().Int64() + 1 {
			out["conform"+big.NewInt(i).String()] = "conform"
		}
		b.add(name("too-many-members"), Value, put(out))
	}
}

func (b *builder) array(o map[string]any, v []any, at string, put func(any) any, depth int) {
	name := func(change string) string { return strings.TrimPrefix(at+"/"+change, "/") }
	items, ok := o["items"]
	if !ok {
		items = true
	}
	one := b.schema.sample(items, depth+1)
	b.add(name("too-few"), Value, put([]any{}))
	if most, ok := number(o["maxItems"]); ok && most.IsInt() && most.Num().IsInt64() && most.Num().Int64() < 500 {
		many := make([]any, most.Num().Int64()+1)
		for i := range many {
			many[i] = one
		}
		b.add(name("too-many"), Value, put(many))
	}
	if o["uniqueItems"] == true {
		b.add(name("twice"), Value, put([]any{one, one}))
	}
	if !ok {
		return
	}
	b.walk(items, one, name("item"), func(changed any) any { return put(append(slices.Clone(v), changed)) }, depth+1)
}

func (b *builder) text(o map[string]any, v string, name func(string) string, put func(any) any) {
	b.add(name("blank"), Value, put(""))
	if _, ok := o["pattern"]; ok {
		b.add(name("pattern-newline"), Value, put(v+"\n"))
		b.add(name("pattern-around"), Value, put(" "+v+" "))
		b.add(name("pattern-other"), Value, put("\u0001conform\u0001"))
	}
	if most, ok := number(o["maxLength"]); ok && most.Num().IsInt64() && most.Num().Int64() < 100_000 {
		n := int(most.Num().Int64()) + 1 - utf8.RuneCountInString(v)
		b.add(name("too-long"), Value, put(v+strings.Repeat("x", max(n, 1))))
	}
	if least, ok := number(o["minLength"]); ok && least.Num().IsInt64() && least.Sign() > 0 && least.Num().Int64() < 100_000 {
		b.add(name("too-short"), Value, put(strings.Repeat("x", int(least.Num().Int64())-1)))
	}
}

func (b *builder) number(o map[string]any, name func(string) string, put func(any) any) {
	for _, bound := range []struct {
		key string
		by  int64
	}{{"minimum", -1}, {"exclusiveMinimum", 0}, {"maximum", 1}, {"exclusiveMaximum", 0}} {
		if n, ok := number(o[bound.key]); ok {
			b.add(name("beyond-"+bound.key), Value, put(asNumber(new(big.Rat).Add(n, big.NewRat(bound.by, 1)))))
		}
	}
	if step, ok := number(o["multipleOf"]); ok {
		b.add(name("between-steps"), Value, put(asNumber(new(big.Rat).Quo(step, big.NewRat(2, 1)))))
	}
	b.add(name("negative"), Value, put(json.Number("-1000000")))
}
