package value

import "unicode"

// Blank is how a text stands to the rule that a text field must have a character that is not blank.
type Blank int

// The classes of a text, or of one character. Blank characters are those with the Unicode property
// White_Space; a blank text has no other.
const (
	// NotBlank: the text has a character that is not blank. Every implementation must take it.
	NotBlank Blank = iota
	// BlankASCII: the text is empty or has only ASCII white space. Every implementation must refuse it.
	BlankASCII
	// BlankUnicode: the text has only white space, not all of it ASCII. Implementations should refuse it.
	BlankUnicode
	// BlankOpen: whether the text is blank depends on U+FEFF, U+0085, U+180E or U+200B, which is left to
	// implementations and not tested.
	BlankOpen
)

// String is the name of the class in reports.
func (b Blank) String() string {
	switch b {
	case NotBlank:
		return "not blank"
	case BlankASCII:
		return "blank (ASCII)"
	case BlankUnicode:
		return "blank (Unicode)"
	case BlankOpen:
		return "left open"
	default:
		return "unknown"
	}
}

// BlankRune is a character that may make up a blank text.
type BlankRune struct {
	Rune  rune
	Name  string // its name in Unicode
	Class Blank  // of a text of only this character
}

// BlankRunes returns every character that is white space or left open, in the order of code points. The
// list is the caller's own.
func BlankRunes() []BlankRune {
	return []BlankRune{
		{'\t', "CHARACTER TABULATION", BlankASCII},
		{'\n', "LINE FEED", BlankASCII},
		{'\v', "LINE TABULATION", BlankASCII},
		{'\f', "FORM FEED", BlankASCII},
		{'\r', "CARRIAGE RETURN", BlankASCII},
		{' ', "SPACE", BlankASCII},
		{'\u0085', "NEXT LINE", BlankOpen},
		{'\u00A0', "NO-BREAK SPACE", BlankUnicode},
		{'\u1680', "OGHAM SPACE MARK", BlankUnicode},
		{'\u180E', "MONGOLIAN VOWEL SEPARATOR", BlankOpen},
		{'\u2000', "EN QUAD", BlankUnicode},
		{'\u2001', "EM QUAD", BlankUnicode},
		{'\u2002', "EN SPACE", BlankUnicode},
		{'\u2003', "EM SPACE", BlankUnicode},
		{'\u2004', "THREE-PER-EM SPACE", BlankUnicode},
		{'\u2005', "FOUR-PER-EM SPACE", BlankUnicode},
		{'\u2006', "SIX-PER-EM SPACE", BlankUnicode},
		{'\u2007', "FIGURE SPACE", BlankUnicode},
		{'\u2008', "PUNCTUATION SPACE", BlankUnicode},
		{'\u2009', "THIN SPACE", BlankUnicode},
		{'\u200A', "HAIR SPACE", BlankUnicode},
		{'\u200B', "ZERO WIDTH SPACE", BlankOpen},
		{'\u2028', "LINE SEPARATOR", BlankUnicode},
		{'\u2029', "PARAGRAPH SEPARATOR", BlankUnicode},
		{'\u202F', "NARROW NO-BREAK SPACE", BlankUnicode},
		{'\u205F', "MEDIUM MATHEMATICAL SPACE", BlankUnicode},
		{'\u3000', "IDEOGRAPHIC SPACE", BlankUnicode},
		{'\uFEFF', "ZERO WIDTH NO-BREAK SPACE", BlankOpen},
	}
}

// IsASCIIBlank reports whether r is one of the six ASCII characters of white space.
func IsASCIIBlank(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }

// IsBlank reports whether s is empty or has only characters with the property White_Space. Of the
// characters left open only U+0085 has it; see [Blankness] where the difference matters.
func IsBlank(s string) bool {
	for _, r := range s { // a byte that starts no character is U+FFFD here, which is not blank
		if !isWhiteSpace(r) {
			return false
		}
	}
	return true
}

// Blankness returns the class of s.
func Blankness(s string) Blank {
	class := BlankASCII
	for _, r := range s {
		switch {
		case IsASCIIBlank(r):
		case isOpen(r):
			class = BlankOpen
		case !isWhiteSpace(r):
			return NotBlank
		case class == BlankASCII:
			class = BlankUnicode
		}
	}
	return class
}

func isWhiteSpace(r rune) bool { return IsASCIIBlank(r) || unicode.Is(unicode.White_Space, r) }

func isOpen(r rune) bool {
	return r == '\u0085' || r == '\u180E' || r == '\u200B' || r == '\uFEFF'
}
