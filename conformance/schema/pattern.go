package schema

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// matching returns a text that matches a pattern, walking its syntax; ok is false where RE2 has no such
// pattern or the walk does not lead to one.
func matching(pattern string) (string, bool) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	walk(&b, parsed.Simplify(), 0)
	re, err := regexp.Compile(pattern)
	return b.String(), err == nil && re.MatchString(b.String())
}

func walk(b *strings.Builder, re *syntax.Regexp, depth int) {
	if depth > 64 || b.Len() > 4096 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(r)
		}
	case syntax.OpCharClass:
		b.WriteRune(pick(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpPlus, syntax.OpCapture:
		walk(b, re.Sub[0], depth+1)
	case syntax.OpRepeat:
		for range re.Min {
			walk(b, re.Sub[0], depth+1)
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			walk(b, sub, depth+1)
		}
	case syntax.OpAlternate:
		walk(b, re.Sub[0], depth+1)
	default: // empty matches, and what may be there or not
	}
}

// pick is a plain character of a class, its first where it has none.
func pick(ranges []rune) rune {
	for _, want := range "a1A_-" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= want && want <= ranges[i+1] {
				return want
			}
		}
	}
	if len(ranges) == 0 {
		return 'x'
	}
	return ranges[0]
}
