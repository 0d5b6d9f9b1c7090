package preview

import (
	"regexp"
	"strings"
)

// Text returns s with the secrets in it hidden: all that JSON hides where s is JSON, and what gives itself
// away by its form anywhere.
func Text(s string) string { return redactText(s, 0) }

// Tells reports whether a text, taken as it is and not as JSON, gives a secret away by its form.
func Tells(s string) bool {
	small := lower(s)
	for i := range forms {
		if forms[i].maybeIn(small) && forms[i].pattern.MatchString(s) {
			return true
		}
	}
	return false
}

func redactText(s string, nested int) string {
	if json, ok := nestedJSON(s, nested); ok {
		return json
	}
	small := lower(s)
	for i := range forms {
		if forms[i].maybeIn(small) {
			s = forms[i].pattern.ReplaceAllString(s, forms[i].with)
		}
	}
	return s
}

// form is one way in which a secret gives itself away.
type form struct {
	// any and all are texts in small letters: every match holds one of any and each of all. They save the
	// search in most texts.
	any, all []string
	pattern  *regexp.Regexp
	with     string
}

func (f *form) maybeIn(small string) bool {
	for _, n := range f.all {
		if !strings.Contains(small, n) {
			return false
		}
	}
	for _, n := range f.any {
		if strings.Contains(small, n) {
			return true
		}
	}
	return len(f.any) == 0
}

// name is what stands before a value in a query, a setting or a broken piece of JSON; words are parts of it.
const name = `(?i:(?:[a-z0-9]+[_.-]?)*?(?:token|passw(?:or)?d|passwd|passphrase|pwd|secret|api[_.-]?key|secret[_.-]?key|access[_.-]?key|private[_.-]?key|credentials?|signature|sig))`

var words = []string{"token", "passw", "passphrase", "pwd", "secret", "key", "credential", "sig"}

// forms are looked for in this order. The variables are set once and never changed.
var forms = []form{
	{nil, []string{"-----begin"}, regexp.MustCompile(`(?s)-----BEGIN [A-Z0-9 ]*-----.*?(?:-----END [A-Z0-9 ]*-----|$)`), Placeholder},
	{nil, []string{"authorization"}, regexp.MustCompile(`(?i)\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:[a-z]+\s+)?[^\s"',;]+`), "${1}" + Placeholder},
	{[]string{"bearer", "basic", "token", "apikey"}, nil, regexp.MustCompile(`(?i)\b(bearer|basic|token|apikey)\s+[A-Za-z0-9._~+/=-]{8,}`), "${1} " + Placeholder},
	{nil, []string{"cookie"}, regexp.MustCompile(`(?i)\b((?:set-)?cookie["']?\s*[:=]\s*["']?)[^"'\r\n]+`), "${1}" + Placeholder},
	{nil, []string{"://", "@"}, regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s@]+@`), "${1}" + Placeholder + "@"},
	{nil, []string{"ey", "."}, regexp.MustCompile(`\bey[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_=-]{4,}\.[A-Za-z0-9_=-]*`), Placeholder},
	{[]string{"sk-", "sk_", "rk-", "rk_", "pk-", "pk_"}, nil, regexp.MustCompile(`\b(?:sk|rk|pk)[-_][A-Za-z0-9_-]{12,}`), Placeholder},
	{[]string{"gh", "github_pat_", "glpat-", "hf_", "npm_", "pypi-", "xox", "ya29.", "aiza", "shpat_", "sg."}, nil,
		regexp.MustCompile(`\b(?:gh[a-z]_|github_pat_|glpat-|hf_|npm_|pypi-|xox[a-z]-|ya29\.|AIza|shpat_|SG\.)[A-Za-z0-9_.-]{12,}`), Placeholder},
	{[]string{"akia", "asia"}, nil, regexp.MustCompile(`\b(?:AKIA|ASIA)[A-Z0-9]{12,}`), Placeholder},
	{words, []string{"="}, regexp.MustCompile(`(\b` + name + `\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s&;,"']+)`), "${1}" + Placeholder},
	{words, []string{":"}, regexp.MustCompile(`(["']` + name + `["']\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s,}\]"']+)`), "${1}\"" + Placeholder + "\""},
}

// lower is the text with ASCII letters in small, for searches.
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for k := i; k < len(b); k++ {
				if 'A' <= b[k] && b[k] <= 'Z' {
					b[k] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
