package preview

import "regexp"

// Text returns s with the secrets in it hidden: all that JSON hides where s is JSON, and what gives itself
// away by its form anywhere.
func Text(s string) string { return redactText(s, 0) }

// Tells reports whether a text, taken as it is and not as JSON, gives a secret away by its form.
func Tells(s string) bool {
	found := allSigns.in(s)
	for i := range forms {
		if forms[i].maybe(found) && forms[i].pattern.MatchString(s) {
			return true
		}
	}
	return false
}

func redactText(s string, nested int) string {
	if json, ok := nestedJSON(s, nested); ok {
		return json
	}
	found := allSigns.in(s)
	for i := range forms {
		if forms[i].maybe(found) {
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

	needs, needsOne set // all and any
}

// maybe reports whether the form may stand in a text with the given signs.
func (f *form) maybe(found set) bool {
	return found&f.needs == f.needs && (f.needsOne == 0 || found&f.needsOne != 0)
}

// allSigns are those of all forms.
var allSigns = newSigns(forms)

// name is what stands before a value in a query, a setting or a broken piece of JSON; words are parts of it.
const name = `(?i:(?:[a-z0-9]+[_.-]?)*?(?:token|passw(?:or)?d|passwd|passphrase|pwd|secret|api[_.-]?key|secret[_.-]?key|access[_.-]?key|private[_.-]?key|credentials?|signature|sig))`

var words = []string{"token", "passw", "passphrase", "pwd", "secret", "key", "credential", "sig"}

// forms are looked for in this order. The variables are set once and never changed.
var forms = []form{
	{all: []string{"-----begin"}, pattern: regexp.MustCompile(`(?s)-----BEGIN [A-Z0-9 ]*-----.*?(?:-----END [A-Z0-9 ]*-----|$)`), with: Placeholder},
	{all: []string{"authorization"}, pattern: regexp.MustCompile(`(?i)\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:[a-z]+\s+)?[^\s"',;]+`), with: "${1}" + Placeholder},
	{any: []string{"bearer", "basic", "token", "apikey"}, pattern: regexp.MustCompile(`(?i)\b(bearer|basic|token|apikey)\s+[A-Za-z0-9._~+/=-]{8,}`), with: "${1} " + Placeholder},
	{all: []string{"cookie"}, pattern: regexp.MustCompile(`(?i)\b((?:set-)?cookie["']?\s*[:=]\s*["']?)[^"'\r\n]+`), with: "${1}" + Placeholder},
	{all: []string{"://", "@"}, pattern: regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s@]+@`), with: "${1}" + Placeholder + "@"},
	{all: []string{"ey", "."}, pattern: regexp.MustCompile(`\bey[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_=-]{4,}\.[A-Za-z0-9_=-]*`), with: Placeholder},
	{any: []string{"sk-", "sk_", "rk-", "rk_", "pk-", "pk_"}, pattern: regexp.MustCompile(`\b(?:sk|rk|pk)[-_][A-Za-z0-9_-]{12,}`), with: Placeholder},
	{any: []string{"gh", "github_pat_", "glpat-", "hf_", "npm_", "pypi-", "xox", "ya29.", "aiza", "shpat_", "sg."}, pattern: regexp.MustCompile(`\b(?:gh[a-z]_|github_pat_|glpat-|hf_|npm_|pypi-|xox[a-z]-|ya29\.|AIza|shpat_|SG\.)[A-Za-z0-9_.-]{12,}`), with: Placeholder},
	{any: []string{"akia", "asia"}, pattern: regexp.MustCompile(`\b(?:AKIA|ASIA)[A-Z0-9]{12,}`), with: Placeholder},
	{any: words, all: []string{"="}, pattern: regexp.MustCompile(`(\b` + name + `\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s&;,"']+)`), with: "${1}" + Placeholder},
	{any: words, all: []string{":"}, pattern: regexp.MustCompile(`(["']` + name + `["']\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|[^\s,}\]"']+)`), with: "${1}\"" + Placeholder + "\""},
}
