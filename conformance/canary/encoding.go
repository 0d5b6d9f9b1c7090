package canary

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// Encoding is a way in which a secret came out.
type Encoding string

// The encodings. Escapes, URL encoding, UTF-16 and lists of bytes are undone before the search, so that
// they count as what they hide.
const (
	Verbatim Encoding = "verbatim"
	Reversed Encoding = "reversed"
	Hex      Encoding = "hex"
	Base64   Encoding = "base64"
)

// Window is how many characters of a secret in a row are as good as all of it.
const Window = 8

// needle is one encoding of a secret and how long a part of it gives the secret away.
type needle struct {
	encoding Encoding
	text     string
	// window is the length of such a part, step the distance between two of them.
	window, step int
	// exact needles are searched as they are, others in small letters.
	exact bool
}

// needles are the texts a secret is searched by.
func needles(secret string, window int) []needle {
	small := strings.ToLower(secret)
	backwards := []byte(small)
	slices.Reverse(backwards)
	out := []needle{
		{Verbatim, small, window, 1, false},
		{Reversed, string(backwards), window, 1, false},
		{Hex, hex.EncodeToString([]byte(secret)), 2 * window, 2, false},
	}
	for lead := range 3 {
		// In base64 the same bytes look different at each distance from a multiple of three. The characters
		// at both ends depend on what stands there, and are left out.
		text := base64.StdEncoding.EncodeToString([]byte("\x00\x00"[:lead%3] + secret))
		text = strings.TrimRight(text, "=")
		first, last := (lead*8+5)/6, (lead+len(secret))*8/6
		out = append(out, needle{Base64, text[first:last], (8*window - 4) / 6, 1, true})
	}
	return out
}
