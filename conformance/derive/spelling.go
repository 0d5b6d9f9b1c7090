package derive

import (
	"strings"
	"unicode"
)

// spelt is one spelling of a sensitive name.
type spelt struct {
	name string // what the spelling is called
	text string
	// recased differs from the table's spelling in case alone, rejoined in what joins the words.
	recased, rejoined bool
}

// spelt lists the spellings of a name the table writes in small letters with underscores, its own first.
func spellingsOf(name string) []spelt {
	words := strings.Split(name, "_")
	capital := func(w string) string { return strings.ToUpper(w[:1]) + w[1:] }
	capitals := make([]string, len(words))
	for i, w := range words {
		capitals[i] = capital(w)
	}
	pascal := strings.Join(capitals, "")
	out := []spelt{{name: "plain", text: name}}
	add := func(kind, text string) {
		for _, s := range out {
			if s.text == text {
				return
			}
		}
		s := spelt{name: kind, text: text}
		s.recased = strings.EqualFold(text, name)
		s.rejoined = !s.recased
		out = append(out, s)
	}
	add("upper", strings.ToUpper(name))
	add("title", strings.Join(capitals, "_"))
	add("camel", words[0]+pascal[len(words[0]):])
	add("pascal", pascal)
	add("kebab", strings.Join(words, "-"))
	add("header", strings.Join(capitals, "-"))
	add("joined", strings.Join(words, ""))
	add("mixed", alternating(name))
	return out
}

// alternating spells every second letter as a capital.
func alternating(s string) string {
	up := false
	return strings.Map(func(r rune) rune {
		defer func() { up = !up }()
		if up {
			return unicode.ToUpper(r)
		}
		return r
	}, s)
}
