package mutants

import (
	"strconv"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// limitMutants have limits that are too low, or none where one is needed.
func limitMutants() []Mutant {
	s := everywhere()
	text := s.only(wire.OpDecode)
	var out []Mutant
	for _, limit := range []struct {
		depth       int
		requirement string
	}{{16, reference.TX06}, {32, reference.TX06}, {63, reference.TX06}, {100, reference.TX07}, {256, reference.TX07}, {511, reference.TX07}} {
		out = append(out, text.verdict("limit/depth-"+strconv.Itoa(limit.depth), "refuses nesting beyond "+strconv.Itoa(limit.depth)+" levels", "parser defaults",
			refusing(inputs(deeperThan(limit.depth)), reference.ActionNotJSON, ""), limit.requirement))
	}
	for _, limit := range []int{16 << 10, 256 << 10, 1 << 20} {
		out = append(out, text.verdict("limit/size-"+strconv.Itoa(limit>>10)+"k", "refuses texts of "+strconv.Itoa(limit>>10)+" KiB and more", "parser defaults",
			refusing(texts(func(t []byte) bool { return len(t) >= limit }), reference.ActionNotJSON, ""), reference.TX11))
	}
	for _, limit := range []int{1 << 10, 32 << 10, 1 << 20} {
		out = append(out, s.verdict("limit/cut-"+strconv.Itoa(limit>>10)+"k", "cuts strings at "+strconv.Itoa(limit>>10)+" KiB", "log previews",
			rewriting(func(o value.Object) value.Value { return walk(o, cut(limit-1)) }), reference.TX11, reference.AP10))
	}
	return append(out,
		s.verdict("limit/stack", "crashes on deep nesting", "recursive parsers", crashing(deepText), reference.TX08),
	)
}

// deepText is the condition that a text, or a string that may be one, is nested too deep for recursion.
func deepText(req wire.Request) bool {
	if r, ok := req.(wire.DecodeRequest); ok && bracketDepth(r.Text) > reach {
		return true
	}
	v, ok := input(req)
	return ok && anywhere(v, isText(func(t string) bool { return bracketDepth([]byte(t)) > reach }))
}

// reach is how deep the recursion of a careless parser reaches.
const reach = 900

func deeperThan(limit int) func(value.Value) bool {
	return func(v value.Value) bool { return value.Depth(v) > limit }
}

func bracketDepth(text []byte) int {
	open, deepest := 0, 0
	for _, c := range text {
		switch c {
		case '{', '[':
			open++
			deepest = max(deepest, open)
		case '}', ']':
			open--
		}
	}
	return deepest
}

// cut shortens long strings.
func cut(limit int) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		if s, ok := v.(value.String); ok && len(s) > limit {
			return s[:limit]
		}
		return v
	}
}
