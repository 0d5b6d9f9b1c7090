// Package internals finds in the texts of an answer what must not come out of a program: its stacks, queries,
// paths and addresses.
package internals

import (
	"regexp"

	"github.com/actionconform/conform/spec/value"
)

// maxTexts bounds how many texts of one value are looked at, and maxText how long one may be.
const (
	maxTexts = 10_000
	maxText  = 1 << 20
)

// pattern is a trace of the inside of a program.
type pattern struct {
	what string
	re   *regexp.Regexp
}

// insides are written so that an honest message does not match: each wants a place in a source file, the
// head of a stack, a query with its clauses, or a path below a root directory.
var insides = []pattern{
	{"stack trace", regexp.MustCompile(`(?m)^\s*at .{0,200}[(: ][^\s()]{0,200}:\d+(:\d+)?\)?\s*$`)},
	{"stack trace", regexp.MustCompile(`Traceback \(most recent call last\)|(?m)^\s*File "[^"]{1,300}", line \d+`)},
	{"stack trace", regexp.MustCompile(`goroutine \d+ \[|\+0x[0-9a-f]{2,}\b|panic: runtime error`)},
	{"stack trace", regexp.MustCompile(`(?m)^\s*at [\w$.<>]+\([\w$]+\.java:\d+\)|Caused by: [\w.]+Exception`)},
	{"stack trace", regexp.MustCompile(`(?m)[\w/.-]+\.(rb|php|rs|cs|kt|go|py|js|mjs|ts)(:|\(| on line )\d+`)},
	{"internal error text", regexp.MustCompile(`Cannot read propert(y|ies) of (undefined|null)|is not a function|undefined is not an object|is not iterable|NoneType' object|object has no attribute|NullPointerException|nil pointer dereference|is not subscriptable|unexpected keyword argument`)},
	{"query", regexp.MustCompile(`\bSELECT\b[^.]{1,200}\bFROM\b|select \* from\b|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE\b[^.]{1,100}\bSET\b|SQLSTATE|ORA-\d{5}|syntax error at or near`)},
	{"path", regexp.MustCompile(`(?:^|[\s'"(=:])/(?:srv|var|usr|home|root|opt|etc|tmp|app|proc|Users|private|mnt|data|workspace|node_modules)/[\w.@-]+|\b[A-Za-z]:\\[\w.-]+\\|node_modules/|site-packages/|file:///`)},
	{"address", regexp.MustCompile(`\bECONNREFUSED\b|\bENOENT\b|\bEACCES\b|\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@`)},
}

// Find reports whether a text shows the inside of a program, and what of it.
func Find(text string) (what string, found bool) {
	if len(text) > maxText {
		return "", false
	}
	for _, p := range insides {
		if p.re.MatchString(text) {
			return p.what, true
		}
	}
	return "", false
}

// FindIn is Find for the texts of a value, names of members included.
func FindIn(v value.Value) (what string, found bool) {
	left := maxTexts
	var walk func(value.Value) bool
	text := func(s string) bool {
		left--
		what, found = Find(s)
		return found || left <= 0
	}
	members := func(o value.Object) bool {
		for _, m := range o {
			if text(m.Name) || walk(m.Value) {
				return true
			}
		}
		return false
	}
	walk = func(v value.Value) bool {
		switch v := v.(type) {
		case value.String:
			return text(string(v))
		case value.Array:
			for _, e := range v {
				if walk(e) {
					return true
				}
			}
		case value.Object:
			return members(v)
		case value.Host:
			return members(v.Args)
		case value.Undefined, value.Null, value.Bool, value.Number:
		}
		return false
	}
	walk(v)
	return what, found
}
