// Package phrases has the sentences of the harness in Chinese: what was wrong with a step, why a target gave no
// answer, remarks and problems of a run. They are made in English where they arise; reports say them in the
// language that was asked for.
package phrases

import (
	"regexp"
	"strings"
	"sync"
)

// In is a sentence in a language. What is not known stays as it is: it may be the target's own.
func In(lang, text string) string {
	if lang != "zh" || text == "" {
		return text
	}
	return translate(text, 0)
}

// All is In for a list.
func All(lang string, texts []string) []string {
	out := make([]string, len(texts))
	for i := range texts {
		out[i] = In(lang, texts[i])
	}
	return out
}

// Known reports whether there is a sentence for a text.
func Known(text string) bool {
	for _, p := range compiled() {
		if p.pattern.MatchString(text) {
			return true
		}
	}
	return false
}

// phrase is a sentence in two languages; each {} in the English one is taken over, itself translated, to the
// place of the same number in the Chinese one.
type phrase struct{ en, zh string }

type compiledPhrase struct {
	pattern *regexp.Regexp
	zh      string
}

// maxText bounds what is looked at, and maxNested how deep sentences stand in sentences.
const (
	maxText   = 4 << 10
	maxNested = 3
)

var compiled = sync.OnceValue(func() []compiledPhrase {
	var out []compiledPhrase
	for _, p := range all() {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(p.en), `\{\}`, `(.*?)`)
		out = append(out, compiledPhrase{regexp.MustCompile(`(?s)^` + pattern + `$`), p.zh})
	}
	return out
})

func translate(text string, nested int) string {
	if len(text) > maxText || nested > maxNested {
		return text
	}
	for _, p := range compiled() {
		parts := p.pattern.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		out := p.zh
		for i, part := range parts[1:] {
			mark := "{" + string(rune('1'+i)) + "}"
			if part != text { // a sentence that is only its part would not end
				part = translate(part, nested+1)
			}
			out = strings.Replace(out, mark, part, 1)
		}
		return out
	}
	return text
}
