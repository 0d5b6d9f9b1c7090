package canary

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Sighting is one secret that came out.
type Sighting struct {
	// Secret is the index of the secret among those the finder looks for.
	Secret   int
	Encoding Encoding
}

// Finder looks for secrets. It is immutable and safe for concurrent use; [Watch] takes new secrets while it
// searches a stream.
type Finder struct{ index *index }

// NewFinder makes a finder of secrets, in any [Window] of theirs.
func NewFinder(secrets ...Secret) *Finder {
	f := &Finder{newIndex(Window)}
	for _, s := range secrets {
		if !s.None() {
			f.index.add(s)
		}
	}
	return f
}

// Find returns the first sighting in a text, in any of its readings.
func (f *Finder) Find(text []byte) (Sighting, bool) {
	if len(f.index.secrets) == 0 {
		return Sighting{}, false
	}
	for _, layer := range layers(text) {
		for _, h := range f.index.hits(layer) {
			return Sighting{h.ref.secret(), f.index.needleOf(h.ref).encoding}, true
		}
	}
	return Sighting{}, false
}

// FindString is Find for a string.
func (f *Finder) FindString(text string) (Sighting, bool) { return f.Find([]byte(text)) }

// Mask replaces every secret in a text, and every part of one that gives it away. Where one is hidden in an
// encoding of the text, the whole text is replaced.
func (f *Finder) Mask(text, with string) string {
	if len(f.index.secrets) == 0 {
		return text
	}
	var out strings.Builder
	end := 0
	for _, h := range f.index.hits([]byte(text)) {
		if f.index.needleOf(h.ref).encoding == Base64 {
			h.start, h.end = wordStart(text, h.start), wordEnd(text, h.end)
		}
		h.start = max(h.start, end)
		if h.start > end || end == 0 {
			out.WriteString(text[end:h.start])
			out.WriteString(with)
		}
		end = max(end, h.end)
	}
	if end > 0 {
		text = out.String() + text[end:]
	}
	if _, still := f.Find([]byte(text)); still {
		return with
	}
	return text
}

// wordStart and wordEnd widen a hit in base64 by one character: the ones at its ends hold a part of the
// secret, and change with it.
func wordStart(text string, i int) int {
	if i > 0 && isWord(text[i-1]) {
		return i - 1
	}
	return i
}

func wordEnd(text string, i int) int {
	if i < len(text) && isWord(text[i]) {
		return i + 1
	}
	return i
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '+' || c == '/' || c == '-' || c == '_'
}

// index finds windows of needles by their first eight bytes.
type index struct {
	window  int
	secrets []string
	// exact and small map eight bytes to the windows that begin with them, the latter in small letters.
	exact, small map[uint64]ref
}

// ref packs secret, needle and place of a window.
type ref uint64

func newRef(secret, needle, at int) ref { return ref(secret)<<24 | ref(needle)<<16 | ref(at) }

func (r ref) secret() int { return int(r >> 24) }
func (r ref) needle() int { return int(r >> 16 & 0xff) }
func (r ref) at() int     { return int(r & 0xffff) }

func newIndex(window int) *index {
	return &index{window: window, exact: map[uint64]ref{}, small: map[uint64]ref{}}
}

// add makes the index look for one more secret and returns its number.
func (x *index) add(s Secret) int {
	number := len(x.secrets)
	x.secrets = append(x.secrets, s.Text)
	for k, n := range needles(s.Text, x.window) {
		into := x.small
		if n.exact {
			into = x.exact
		}
		for at := 0; at+n.window <= len(n.text); at += n.step {
			into[binary.LittleEndian.Uint64([]byte(n.text[at:at+8]))] = newRef(number, k, at)
		}
	}
	return number
}

func (x *index) needleOf(r ref) needle { return needles(x.secrets[r.secret()], x.window)[r.needle()] }

// hit is one window found in a text.
type hit struct {
	ref        ref
	start, end int
}

// hits finds every window in one reading of a text, in the order of their places.
func (x *index) hits(text []byte) []hit {
	if len(text) < 8 {
		return nil
	}
	var out []hit
	small := bytes.ToLower(text)
	if len(small) != len(text) { // a character changed its length: only ASCII is of interest
		small = asciiLower(text)
	}
	for i := 0; i+8 <= len(text); i++ {
		if r, ok := x.small[binary.LittleEndian.Uint64(small[i:])]; ok {
			if n := x.needleOf(r); bytes.HasPrefix(small[i:], []byte(n.text[r.at():r.at()+n.window])) {
				out = append(out, hit{r, i, i + n.window})
				continue
			}
		}
		if r, ok := x.exact[binary.LittleEndian.Uint64(text[i:])]; ok {
			if n := x.needleOf(r); bytes.HasPrefix(text[i:], []byte(n.text[r.at():r.at()+n.window])) {
				out = append(out, hit{r, i, i + n.window})
			}
		}
	}
	return out
}

func asciiLower(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}
