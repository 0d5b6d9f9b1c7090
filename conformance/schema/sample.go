package schema

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// maxDepth bounds how deep samples are nested.
const maxDepth = 12

// Sample returns a value the schema admits, made up from its keywords; ok is false where none was found.
// Texts say where they come from: "conform" names nothing that exists.
func (s *Schema) Sample() (v any, ok bool) {
	v = s.sample(s.root, 0)
	return v, s.Admits(v)
}

// merged is a schema with those of allOf, and the first of anyOf and oneOf, put into it.
func (s *Schema) merged(node any, depth int) map[string]any {
	o := s.resolve(node)
	if o == nil || depth > maxDepth {
		return nil
	}
	var parts []any
	all, _ := o["allOf"].([]any)
	parts = append(parts, all...)
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, _ := o[key].([]any); len(list) > 0 {
			parts = append(parts, list[0])
		}
	}
	if then, ok := o["then"]; ok && o["if"] != nil {
		parts = append(parts, then)
	}
	if len(parts) == 0 {
		return o
	}
	out := maps.Clone(o)
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		delete(out, key)
	}
	for _, p := range parts {
		for key, v := range s.merged(p, depth+1) {
			switch key {
			case "properties":
				mine, _ := out[key].(map[string]any)
				theirs, _ := v.(map[string]any)
				both := maps.Clone(theirs)
				if both == nil {
					both = map[string]any{}
				}
				maps.Copy(both, mine)
				out[key] = both
			case "required":
				mine, _ := out[key].([]any)
				theirs, _ := v.([]any)
				out[key] = append(slices.Clone(mine), theirs...)
			default:
				if _, has := out[key]; !has {
					out[key] = v
				}
			}
		}
	}
	return out
}

func (s *Schema) sample(node any, depth int) any {
	if depth > maxDepth {
		return nil
	}
	if _, isBool := node.(bool); isBool {
		return "conform"
	}
	o := s.merged(node, depth)
	if o == nil {
		return nil
	}
	if c, ok := o["const"]; ok {
		return c
	}
	if list, _ := o["enum"].([]any); len(list) > 0 {
		return list[0]
	}
	switch kind(o) {
	case "object":
		return s.sampleObject(o, depth)
	case "array":
		return s.sampleArray(o, depth)
	case "integer", "number":
		return sampleNumber(o)
	case "boolean":
		return false
	case "null":
		return nil
	}
	return sampleText(o)
}

// kind is the first type a schema admits, guessed from its keywords where it has none.
func kind(o map[string]any) string {
	switch t := o["type"].(type) {
	case string:
		return t
	case []any:
		for _, one := range texts(t) {
			if one != "null" {
				return one
			}
		}
		return "null"
	}
	for _, g := range []struct{ keyword, kind string }{
		{"properties", "object"}, {"required", "object"}, {"additionalProperties", "object"}, {"items", "array"}, {"prefixItems", "array"},
		{"minItems", "array"}, {"minimum", "number"}, {"maximum", "number"}, {"multipleOf", "number"},
	} {
		if _, ok := o[g.keyword]; ok {
			return g.kind
		}
	}
	return "string"
}

func (s *Schema) sampleObject(o map[string]any, depth int) any {
	out := map[string]any{}
	properties, _ := o["properties"].(map[string]any)
	for _, name := range texts(o["required"]) {
		p, ok := properties[name]
		if !ok {
			p = true
		}
		out[name] = s.sample(p, depth+1)
	}
	if n, ok := number(o["minProperties"]); ok {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if big.NewRat(int64(len(out)), 1).Cmp(n) < 0 {
				out[name] = s.sample(properties[name], depth+1)
			}
		}
	}
	return out
}

func (s *Schema) sampleArray(o map[string]any, depth int) any {
	out := []any{}
	prefix, _ := o["prefixItems"].([]any)
	for _, p := range prefix {
		out = append(out, s.sample(p, depth+1))
	}
	least, _ := number(o["minItems"])
	items, ok := o["items"]
	if !ok {
		items = true
	}
	for len(out) < 64 && least != nil && big.NewRat(int64(len(out)), 1).Cmp(least) < 0 {
		v := s.sample(items, depth+1)
		if t, isText := v.(string); isText && o["uniqueItems"] == true {
			v = t + strings.Repeat("x", len(out))
		}
		if _, isNumber := v.(json.Number); isNumber && o["uniqueItems"] == true {
			v = json.Number(big.NewInt(int64(len(out) + 1)).String())
		}
		out = append(out, v)
	}
	return out
}

func sampleNumber(o map[string]any) any {
	var candidates []*big.Rat
	add := func(r *big.Rat) { candidates = append(candidates, r) }
	add(big.NewRat(1, 1))
	add(new(big.Rat))
	for key, by := range map[string]int64{"minimum": 0, "exclusiveMinimum": 1, "maximum": 0, "exclusiveMaximum": -1} {
		if n, ok := number(o[key]); ok {
			add(new(big.Rat).Add(n, big.NewRat(by, 1)))
		}
	}
	if step, ok := number(o["multipleOf"]); ok && step.Sign() > 0 {
		add(step)
		if least, ok := number(o["minimum"]); ok {
			times := new(big.Rat).Quo(least, step)
			up := new(big.Int).Add(new(big.Int).Quo(times.Num(), times.Denom()), big.NewInt(1))
			add(new(big.Rat).Mul(new(big.Rat).SetInt(up), step))
		}
	}
	slices.SortFunc(candidates, func(a, b *big.Rat) int { return new(big.Rat).Abs(a).Cmp(new(big.Rat).Abs(b)) })
	for _, c := range candidates {
		if within(o, c) {
			return asNumber(c)
		}
	}
	return json.Number("1")
}

func within(o map[string]any, n *big.Rat) bool {
	holds := func(key string, ok func(int) bool) bool {
		bound, there := number(o[key])
		return !there || ok(n.Cmp(bound))
	}
	step, stepped := number(o["multipleOf"])
	return holds("minimum", func(c int) bool { return c >= 0 }) && holds("maximum", func(c int) bool { return c <= 0 }) &&
		holds("exclusiveMinimum", func(c int) bool { return c > 0 }) && holds("exclusiveMaximum", func(c int) bool { return c < 0 }) &&
		(kind(o) != "integer" || n.IsInt()) && (!stepped || step.Sign() == 0 || new(big.Rat).Quo(n, step).IsInt())
}

func asNumber(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	return json.Number(strings.TrimRight(r.FloatString(12), "0"))
}

func number(v any) (*big.Rat, bool) {
	var text string
	switch n := v.(type) {
	case json.Number:
		text = n.String()
	default:
		return nil, false
	}
	if len(text) > 40 {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// sampleText is a text within its bounds; one that meets a pattern is looked for among a few, and among
// the pattern's own characters.
func sampleText(o map[string]any) any {
	text := "conform"
	formats := map[string]string{"date-time": "2024-01-02T03:04:05Z", "date": "2024-01-02", "time": "03:04:05Z", "email": "conform@example.invalid",
		"uri": "https://example.invalid/conform", "uuid": "00000000-0000-4000-8000-000000000000", "ipv4": "192.0.2.1", "hostname": "example.invalid"}
	if f, _ := o["format"].(string); formats[f] != "" {
		text = formats[f]
	}
	if most, ok := number(o["maxLength"]); ok && most.IsInt() && most.Num().IsInt64() && int64(len(text)) > most.Num().Int64() && most.Sign() >= 0 {
		text = text[:most.Num().Int64()]
	}
	if least, ok := number(o["minLength"]); ok && least.Num().IsInt64() && least.Num().Int64() < 100_000 {
		for int64(len(text)) < least.Num().Int64() {
			text += "x"
		}
	}
	if pattern, _ := o["pattern"].(string); pattern != "" {
		if t, ok := matching(pattern); ok {
			return t
		}
	}
	return text
}
