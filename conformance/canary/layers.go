package canary

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// maxLayers bounds how many readings of one text are searched, and maxRounds how many encodings are undone
// one after the other.
const (
	maxLayers = 12
	maxRounds = 3
)

// layers returns a text and what it says once escapes, URL encoding, character references, UTF-16 and lists
// of bytes are undone, one by one and one after the other.
func layers(text []byte) [][]byte {
	out := [][]byte{text}
	for from, round := 0, 0; from < len(out) && round < maxRounds; round++ {
		last := out[from:]
		from = len(out)
		for _, t := range last {
			for _, undo := range []func([]byte) []byte{unescaped, percentDecoded, dereferenced, withoutNUL, listedBytes} {
				if u := undo(t); u != nil && len(out) < maxLayers {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// unescaped undoes escapes with a backslash: \u0061, \x61 and the short ones. It returns nil where there
// are none.
func unescaped(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return nil
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		switch c := text[i]; {
		case c == 'u' && isHex(text, i+1, 4):
			n, _ := strconv.ParseUint(string(text[i+1:i+5]), 16, 32)
			out = utf8.AppendRune(out, rune(n))
			i += 4
		case c == 'x' && isHex(text, i+1, 2):
			n, _ := strconv.ParseUint(string(text[i+1:i+3]), 16, 8)
			out = append(out, byte(n))
			i += 2
		case c == '\\' || c == '"' || c == '\'' || c == '/':
			out = append(out, c)
		default:
			out = append(out, ' ')
		}
	}
	return out
}

// percentDecoded undoes URL encoding; nil where there is none.
func percentDecoded(text []byte) []byte {
	return decoded(text, '%', func(rest []byte) (byte, int) {
		if !isHex(rest, 1, 2) {
			return 0, 0
		}
		n, _ := strconv.ParseUint(string(rest[1:3]), 16, 8)
		return byte(n), 3
	})
}

// dereferenced undoes numeric character references of HTML and XML; nil where there are none.
func dereferenced(text []byte) []byte {
	return decoded(text, '&', func(rest []byte) (byte, int) {
		end := bytes.IndexByte(rest[:min(len(rest), 10)], ';')
		if end < 3 || rest[1] != '#' {
			return 0, 0
		}
		digits, base := string(rest[2:end]), 10
		if digits[0] == 'x' || digits[0] == 'X' {
			digits, base = digits[1:], 16
		}
		n, err := strconv.ParseUint(digits, base, 7)
		if err != nil {
			return 0, 0
		}
		return byte(n), end + 1
	})
}

// decoded replaces what begins with a sign by the byte it stands for.
func decoded(text []byte, sign byte, one func(rest []byte) (b byte, size int)) []byte {
	if bytes.IndexByte(text, sign) < 0 {
		return nil
	}
	out := make([]byte, 0, len(text))
	found := false
	for i := 0; i < len(text); {
		if text[i] == sign {
			if b, size := one(text[i:]); size > 0 {
				out, found = append(out, b), true
				i += size
				continue
			}
		}
		out = append(out, text[i])
		i++
	}
	if !found {
		return nil
	}
	return out
}

// withoutNUL undoes UTF-16, in either byte order, as far as the text is ASCII; nil where there is none.
func withoutNUL(text []byte) []byte {
	if bytes.IndexByte(text, 0) < 0 {
		return nil
	}
	return bytes.ReplaceAll(text, []byte{0}, nil)
}

// listedBytes reads lists of numbers as bytes, as debuggers print them: [99 110], 99,110, <63 6e>. It
// returns nil where there is no list of at least [Window].
func listedBytes(text []byte) []byte {
	var out, decimal, hexadecimal []byte
	for i := 0; i < len(text); {
		if !isHex(text, i, 1) || i > 0 && isHex(text, i-1, 1) {
			i++
			continue
		}
		decimal, hexadecimal = decimal[:0], hexadecimal[:0]
		for i < len(text) {
			end := i
			for end < len(text) && end-i <= 3 && isHex(text, end, 1) {
				end++
			}
			d, h, ok := byteOf(text[i:end])
			if !ok {
				i = max(end, i+1)
				break
			}
			decimal, hexadecimal = append(decimal, d), append(hexadecimal, h)
			i = end
			for i < len(text) && (text[i] == ' ' || text[i] == ',' || text[i] == ':' || text[i] == '\n') {
				i++
			}
			if i == end {
				break
			}
		}
		if len(decimal) >= Window {
			out = append(append(append(out, decimal...), ' '), hexadecimal...)
			out = append(out, ' ')
		}
	}
	return out
}

// byteOf reads a word as a number below 256 in decimal and, where it has two digits, in hexadecimal; what it
// is not is 0.
func byteOf(word []byte) (decimal, hexadecimal byte, ok bool) {
	if len(word) == 0 || len(word) > 3 {
		return 0, 0, false
	}
	d, h, digits := 0, 0, true
	for _, c := range word {
		n := 0
		switch {
		case c <= '9':
			n = int(c - '0')
		default:
			n, digits = int(c|0x20-'a')+10, false
		}
		d, h = d*10+n, h*16+n
	}
	digits = digits && d < 256
	if len(word) != 2 {
		return byte(d), 0, digits
	}
	if !digits {
		d = 0
	}
	return byte(d), byte(h), true
}

// isHex reports whether n hexadecimal digits stand at text[i:].
func isHex(text []byte, i, n int) bool {
	if i+n > len(text) {
		return false
	}
	for _, c := range text[i : i+n] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	return true
}
