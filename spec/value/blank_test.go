package value

import (
	"testing"
	"unicode"
)

func TestBlankness(t *testing.T) {
	tests := []struct {
		text   string
		class  Blank
		blank  bool
		reason string
	}{
		{"", BlankASCII, true, "empty"},
		{" ", BlankASCII, true, "a space"},
		{" \t\n\v\f\r", BlankASCII, true, "all ASCII blanks"},
		{"a", NotBlank, false, "a letter"},
		{" a ", NotBlank, false, "blanks around a letter"},
		{"\u00a0", BlankUnicode, true, "no-break space"},
		{" \u3000", BlankUnicode, true, "ASCII and Unicode blanks"},
		{"\u3000 ", BlankUnicode, true, "in either order"},
		{"\u0085", BlankOpen, true, "U+0085 has White_Space, and is left open"},
		{"\ufeff", BlankOpen, false, "U+FEFF lacks White_Space, and is left open"},
		{"\u180e", BlankOpen, false, "U+180E lacks it since Unicode 6.3"},
		{"\u200b", BlankOpen, false, "U+200B never had it"},
		{" \u200b\u2003", BlankOpen, false, "an open character among blanks"},
		{"\u200ba", NotBlank, false, "an open character beside a letter"},
		{"\x00", NotBlank, false, "NUL is not white space"},
		{"\x1c", NotBlank, false, "nor are the separators that Python strips"},
		{"\u2060", NotBlank, false, "nor is the word joiner"},
		{"\u0301", NotBlank, false, "nor is a combining mark alone"},
		{"\u2800", NotBlank, false, "nor is the empty braille pattern"},
		{"\xed\xa0\x80", NotBlank, false, "nor is a lone surrogate"},
		{"\xff", NotBlank, false, "nor is a bad byte"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := Blankness(tt.text); got != tt.class {
				t.Errorf("Blankness = %v, want %v", got, tt.class)
			}
			if got := IsBlank(tt.text); got != tt.blank {
				t.Errorf("IsBlank = %v", got)
			}
		})
	}
}

// The list has exactly the characters with White_Space and the four left open, each with the class that
// Blankness gives it.
func TestBlankRunes(t *testing.T) {
	listed := map[rune]bool{}
	last := rune(-1)
	for _, b := range BlankRunes() {
		listed[b.Rune] = true
		if b.Rune <= last {
			t.Errorf("%U is out of order", b.Rune)
		}
		last = b.Rune
		if got := Blankness(string(b.Rune)); got != b.Class {
			t.Errorf("%U: Blankness %v, listed as %v", b.Rune, got, b.Class)
		}
		if IsASCIIBlank(b.Rune) != (b.Class == BlankASCII) {
			t.Errorf("%U: IsASCIIBlank disagrees", b.Rune)
		}
		if b.Name == "" {
			t.Errorf("%U has no name", b.Rune)
		}
	}
	for r := range unicode.MaxRune {
		open := r == '\ufeff' || r == '\u180e' || r == '\u200b' || r == '\u0085'
		if want := unicode.Is(unicode.White_Space, r) || open; listed[r] != want {
			t.Errorf("%U: listed %v, want %v", r, listed[r], want)
		}
	}
	if NotBlank.String() == BlankOpen.String() {
		t.Error("classes share a name")
	}
}
