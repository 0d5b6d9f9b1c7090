package preview

import (
	"regexp"
	"strings"
)

// Text returns s with the secrets in it hidden: all that JSON hides where s is JSON, and what gives itself
// away by its form anywhere.
func Text(s string) string { return redactText(s, 0) }

func redactText(s string, nested int) string {
	if json, ok := nestedJSON(s, nested); ok {
		return json
	}
	for _, f := range forms {
		if f.needs != "" && !containsFold(s, f.needs) {
			continue
		}
		s = f.pattern.ReplaceAllString(s, f.with)
	}
	return s
}

// form is one way in which a secret gives itself away.
type form struct {
	// needs is a text every match holds, in small letters; it saves the search where it is missing.
	needs   string
	pattern *regexp.Regexp
	with    string
}

// name is what stands before a value in a query, a setting or a broken piece of JSON.
const name = `(?i:(?:[a-z0-9]+[_.-]?)*?(?:token|passw(?:or)?d|passwd|passphrase|pwd|secret|api[_.-]?key|secret[_.-]?key|access[_.-]?key|private[_.-]?key|credentials?|signature|sig))`

// forms are looked for in this order. The variable is set once and never changed.
var forms = []form{
	{"-----begin", regexp.MustCompile(`(?s)-----BEGIN [A-Z0-9 ]*-----.*?(?:-----END [A-Z0-9 ]*-----|$)`), Placeholder},
	{"authorization", regexp.MustCompile(`(?i)\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:[a-z]+\s+)?[^\s"',;]+`), "${1}" + Placeholder},
	{"", regexp.MustCompile(`(?i)\b(bearer|basic|token|apikey)\s+[A-Za-z0-9._~+/=-]{8,}`), "${1} " + Placeholder},
	{"cookie", regexp.MustCompile(`(?i)\b((?:set-)?cookie["']?\s*[:=]\s*["']?)[^"'\r\n]+`), "${1}" + Placeholder},
	{"://", regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s@]+@`), "${1}" + Placeholder + "@"},
	{"ey", regexp.MustCompile(`\bey[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_=-]{4,}\.[A-Za-z0-9_=-]*`), Placeholder},
	{"", regexp.MustCompile(`\b(?:sk|rk|pk)[-_][A-Za-z0-9_-]{12,}`), Placeholder},
	{"", regexp.MustCompile(`\b(?:gh[a-z]_|github_pat_|glpat-|hf_|npm_|pypi-|xox[a-z]-|ya29\.|AIza|shpat_|SG\.)[A-Za-z0-9_.-]{12,}`), Placeholder},
	{"", regexp.MustCompile(`\b(?:AKIA|ASIA)[A-Z0-9]{12,}`), Placeholder},
	{"=", regexp.MustCompile(`(\b` + name + `\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s&;,"']+)`), "${1}" + Placeholder},
	{":", regexp.MustCompile(`(["']` + name + `["']\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s,}\]"']+)`), "${1}\"" + Placeholder + "\""},
}

// containsFold reports whether s holds a text in small letters, in any case.
func containsFold(s, small string) bool {
	for i := 0; i+len(small) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(small)], small) {
			return true
		}
	}
	return false
}
