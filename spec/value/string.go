package value

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Strings are generalised UTF-8, also called WTF-8: every sequence of UTF-16 code units has exactly one
// spelling. A proper pair of surrogates is the four bytes of its code point; a surrogate that is not
// half of a pair is the three bytes that UTF-8 would give it, which no valid UTF-8 contains.

// ValidUTF8String reports whether s is well-formed Unicode: UTF-8 without lone surrogates.
func ValidUTF8String(s string) bool { return utf8.ValidString(s) }

// ValidString reports whether s is a text the value model has: generalised UTF-8 in its one spelling.
func ValidString(s string) bool {
	if utf8.ValidString(s) {
		return true
	}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		if _, n := utf8.DecodeRuneInString(s[i:]); n > 1 {
			i += n
			continue
		}
		if _, ok := loneAt(s, i); !ok {
			return false
		}
		i += surrogateLen
	}
	return true
}

// UTF16 returns the code units of s. A byte that belongs to no character becomes U+FFFD.
func UTF16(s string) []uint16 {
	out := make([]uint16, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			out = append(out, uint16(s[i]))
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			if unit, ok := surrogateAt(s, i); ok {
				out = append(out, unit)
				i += surrogateLen
				continue
			}
		}
		out = utf16.AppendRune(out, r)
		i += n
	}
	return out
}

// FromUTF16 returns the text of the code units; pairs of surrogates are joined, others kept.
func FromUTF16(units []uint16) string {
	var b strings.Builder
	b.Grow(len(units))
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if !utf16.IsSurrogate(r) {
			b.WriteRune(r)
			continue
		}
		if i+1 < len(units) {
			if joined := utf16.DecodeRune(r, rune(units[i+1])); joined != utf8.RuneError {
				b.WriteRune(joined)
				i++
				continue
			}
		}
		writeSurrogate(&b, uint16(r))
	}
	return b.String()
}

// surrogateLen is how many bytes a lone surrogate takes.
const surrogateLen = 3

// surrogateAt returns the surrogate spelt by the three bytes at s[i:].
func surrogateAt(s string, i int) (uint16, bool) {
	if len(s)-i < surrogateLen || s[i] != 0xED || s[i+1]&0xE0 != 0xA0 || s[i+2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | uint16(s[i+1]&0x3F)<<6 | uint16(s[i+2]&0x3F), true
}

// loneAt is surrogateAt, but refuses the first half of a pair spelt as two surrogates, which is the
// wrong spelling of the pair.
func loneAt(s string, i int) (uint16, bool) {
	unit, ok := surrogateAt(s, i)
	if !ok {
		return 0, false
	}
	if unit < 0xDC00 {
		if next, ok := surrogateAt(s, i+surrogateLen); ok && next >= 0xDC00 {
			return 0, false
		}
	}
	return unit, true
}

func writeSurrogate(b *strings.Builder, unit uint16) {
	b.Write([]byte{0xED, 0x80 | byte(unit>>6)&0x3F, 0x80 | byte(unit)&0x3F})
}

// validPrefix is the length of the longest prefix of s that is UTF-8.
func validPrefix(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(s)
}

// unescape undoes the escapes in the body of a JSON string whose grammar has been checked.
func unescape(body string) string {
	i := strings.IndexByte(body, '\\')
	if i < 0 {
		return body
	}
	var b strings.Builder
	b.Grow(len(body))
	for i >= 0 && i+1 < len(body) {
		b.WriteString(body[:i])
		c := body[i+1]
		body = body[i+2:]
		switch c {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			r := hex4(body)
			body = body[min(4, len(body)):]
			switch {
			case !utf16.IsSurrogate(r):
				b.WriteRune(r)
			case strings.HasPrefix(body, `\u`) && utf16.DecodeRune(r, hex4(body[2:])) != utf8.RuneError:
				b.WriteRune(utf16.DecodeRune(r, hex4(body[2:])))
				body = body[6:]
			default:
				writeSurrogate(&b, uint16(r))
			}
		default: // '"', '\\', '/'
			b.WriteByte(c)
		}
		i = strings.IndexByte(body, '\\')
	}
	b.WriteString(body)
	return b.String()
}

// hex4 is the number spelt by the first four hexadecimal digits of s, or U+FFFD if there are none.
func hex4(s string) rune {
	if len(s) < 4 {
		return utf8.RuneError
	}
	var r rune
	for i := range 4 {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return utf8.RuneError
		}
		r = r<<4 | rune(c)
	}
	return r
}

// appendQuoted appends s as a JSON string with as few escapes as JSON allows, lone surrogates as
// \udXXX. It reports whether s is text of the value model; if not, what it appended is of no use.
func appendQuoted(dst []byte, s string) ([]byte, bool) {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			if _, n := utf8.DecodeRuneInString(s[i:]); n > 1 {
				i += n
				continue
			}
			unit, ok := loneAt(s, i)
			if !ok {
				return dst, false
			}
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, unit)
			i += surrogateLen
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = appendEscape(dst, uint16(c))
		}
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"'), true
}

// appendEscape appends \uXXXX.
func appendEscape(dst []byte, unit uint16) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[unit>>12], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}
