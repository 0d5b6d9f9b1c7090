// Package leak finds in the texts of an answer what must not come out of a system: a planted secret, and
// the inside of the program that answered.
package leak

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"regexp"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// maxTexts bounds how many texts of one value are looked at.
const maxTexts = 10_000

// Texts lists the texts and numbers of a value, names of members included.
func Texts(v value.Value) []string {
	var out []string
	var walk func(value.Value)
	walk = func(v value.Value) {
		if len(out) >= maxTexts {
			return
		}
		switch v := v.(type) {
		case value.String:
			out = append(out, string(v))
		case value.Number:
			out = append(out, string(v))
		case value.Array:
			for _, e := range v {
				walk(e)
			}
		case value.Object:
			for _, m := range v {
				out = append(out, m.Name)
				walk(m.Value)
			}
		case value.Host:
			walk(v.Args)
		case value.Undefined, value.Null, value.Bool:
		}
	}
	walk(v)
	return out
}

// window is how many characters of a secret in a row give it away.
const window = 8

// Holds reports whether a text holds a secret: any eight characters of it in a row, in either case, or all
// of it percent-encoded, in hexadecimal, in base64 or backwards.
func Holds(text, secret string) bool {
	if len(secret) <= window {
		return strings.Contains(text, secret)
	}
	lower := strings.ToLower(text)
	plain := strings.ToLower(secret)
	for i := 0; i+window <= len(plain); i++ {
		if strings.Contains(lower, plain[i:i+window]) {
			return true
		}
	}
	if strings.Contains(lower, backwards(plain)) || strings.Contains(lower, hex.EncodeToString([]byte(secret))) ||
		strings.Contains(text, url.QueryEscape(secret)) {
		return true
	}
	for shift := range 3 {
		coded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat(" ", shift) + secret))
		if strings.Contains(text, coded[4:len(coded)-4]) {
			return true
		}
	}
	return false
}

func backwards(s string) string {
	b := []byte(s)
	for i, k := 0, len(b)-1; i < k; i, k = i+1, k-1 {
		b[i], b[k] = b[k], b[i]
	}
	return string(b)
}

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

// Find reports whether a text shows the inside of a program, and what of it. Nothing is looked for where
// look is false.
func Find(text string, look bool) (what string, found bool) {
	if !look || len(text) > 1<<20 {
		return "", false
	}
	for _, p := range insides {
		if p.re.MatchString(text) {
			return p.what, true
		}
	}
	return "", false
}
