package schema

import (
	"fmt"
	"maps"
	"slices"
)

// Contradictions lists the places where a schema admits nothing because it contradicts itself: bounds that
// cross, and required members a closed object does not have.
func (s *Schema) Contradictions() []string {
	var out []string
	s.contradictions(s.root, "", 0, &out)
	return out
}

func (s *Schema) contradictions(node any, at string, depth int, out *[]string) {
	o, ok := node.(map[string]any)
	if !ok || depth > maxDepth || len(*out) > 20 {
		return
	}
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}} {
		low, hasLow := number(o[pair[0]])
		high, hasHigh := number(o[pair[1]])
		if hasLow && hasHigh && low.Cmp(high) > 0 {
			*out = append(*out, fmt.Sprintf("%s/%s is beyond %s", at, pair[0], pair[1]))
		}
	}
	properties, _ := o["properties"].(map[string]any)
	if o["additionalProperties"] == false && o["patternProperties"] == nil {
		for _, name := range texts(o["required"]) {
			if _, ok := properties[name]; !ok {
				*out = append(*out, fmt.Sprintf("%s requires %q, which it does not have", at, name))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		s.contradictions(properties[name], at+"/"+name, depth+1, out)
	}
	if items, ok := o["items"]; ok {
		s.contradictions(items, at+"/items", depth+1, out)
	}
}
