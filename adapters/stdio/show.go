package stdio

import (
	"strconv"
	"unicode/utf8"
)

// maxShown bounds what of a line or a word is repeated to people, in bytes.
const maxShown = 200

// printable makes untrusted bytes fit for one line of a terminal: at most max bytes of them, control
// characters and bad UTF-8 escaped.
func printable(b []byte, max int) string {
	cut := len(b) > max
	if cut {
		b = b[:max]
		for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
		if len(b) > 0 && b[len(b)-1] >= utf8.RuneSelf {
			b = b[:len(b)-1]
		}
	}
	out := make([]byte, 0, len(b)+3)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && size == 1:
			out = append(out, `\x`...)
			out = append(out, "0123456789abcdef"[b[0]>>4], "0123456789abcdef"[b[0]&15])
		case strconv.IsPrint(r):
			out = append(out, b[:size]...)
		default:
			q := strconv.QuoteRune(r)
			out = append(out, q[1:len(q)-1]...)
		}
		b = b[size:]
	}
	if cut {
		out = append(out, "..."...)
	}
	return string(out)
}
