package value

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Show returns v for people to read, on one line and at most about max characters long. It looks like
// JSON, but is not meant to be read back:
//
//  1. undefined, NaN and the infinities are words; a host value is <boxed "x">.
//  2. Every character that does not show, or that changes how others show, is escaped: control, format,
//     bidirectional and invisible characters, blanks other than the space, lone surrogates.
//  3. What is too long is cut, and "… (65,536 characters)" says how long it is: a string inside an array
//     or object at half of max, so that what stands around it can be seen, and the whole at max.
//
// A max below 1 counts as 1. A value nested deeper than [MaxDepth] shows as … from there.
func Show(v Value, max int) string {
	max = atLeastOne(max)
	if s, ok := v.(String); ok {
		return shorten(string(s), `"`, max).text
	}
	w := shower{left: max, limit: atLeastOne(max / 2)}
	w.value(v, 0)
	if w.cut {
		return w.out.String() + ellipsis(w.total)
	}
	return w.out.String()
}

// ShowText is [Show] for a text, without quotes around it.
func ShowText(s string, max int) string { return shorten(s, "", atLeastOne(max)).text }

func atLeastOne(n int) int { return max(n, 1) }

// shower writes until there is no more room, and then only counts.
type shower struct {
	out   strings.Builder
	left  int  // how many more characters have room
	limit int  // how many characters of a string inside a container show
	total int  // how many characters there are, shown or not
	cut   bool // whether something was not written
}

// put writes an indivisible piece of width characters that stands for count characters.
func (w *shower) put(piece string, width, count int) {
	w.total += count
	if w.cut || width > w.left {
		w.cut = true
		return
	}
	w.out.WriteString(piece)
	w.left -= width
}

// word writes ASCII text.
func (w *shower) word(s string) { w.put(s, len(s), len(s)) }

// ellipsis says that something of total characters was cut.
func ellipsis(total int) string { return "… (" + thousands(total) + " characters)" }

func (w *shower) value(v Value, depth int) {
	switch v := v.(type) {
	case nil, Undefined:
		w.word("undefined")
	case Null:
		w.word("null")
	case Bool:
		w.word(strconv.FormatBool(bool(v)))
	case Number:
		w.short(string(v), "")
	case String:
		w.quoted(string(v))
	case Array:
		if depth >= MaxDepth {
			w.put("…", 1, 1)
			return
		}
		w.word("[")
		for i, elem := range v {
			if i > 0 {
				w.word(",")
			}
			w.value(elem, depth+1)
		}
		w.word("]")
	case Object:
		if depth >= MaxDepth {
			w.put("…", 1, 1)
			return
		}
		w.word("{")
		for i, m := range v {
			if i > 0 {
				w.word(",")
			}
			w.quoted(m.Name)
			w.word(":")
			w.value(m.Value, depth+1)
		}
		w.word("}")
	case Host:
		if depth >= MaxDepth {
			w.put("…", 1, 1)
			return
		}
		w.host(v, depth)
	default:
		w.word("<not a value>")
	}
}

// host writes <name>, <name value> or <name a=value b=value>.
func (w *shower) host(h Host, depth int) {
	w.word("<")
	w.short(h.Name, "")
	for _, m := range h.Args {
		w.word(" ")
		if len(h.Args) > 1 {
			w.short(m.Name, "")
			w.word("=")
		}
		w.value(m.Value, depth+1)
	}
	w.word(">")
}

// quoted writes a string inside a container, shortened on its own.
func (w *shower) quoted(s string) { w.short(s, `"`) }

// short writes text between quotes, shortened on its own.
func (w *shower) short(s, quote string) {
	if !w.cut {
		if piece := shorten(s, quote, w.limit); piece.width <= w.left {
			w.put(piece.text, piece.width, piece.total)
			return
		}
	}
	w.word(quote)
	w.text(s)
	w.word(quote)
}

// shortened is a text made fit to show.
type shortened struct {
	text  string
	width int // characters in text
	total int // characters in what it stands for
}

// shorten shows at most max characters of s between quotes.
func shorten(s, quote string, max int) shortened {
	w := shower{left: max}
	w.text(s)
	out := quote + w.out.String() + quote
	width := max - w.left + 2*len(quote)
	if !w.cut {
		return shortened{out, width, width}
	}
	total := characters(s)
	note := ellipsis(total)
	return shortened{out + note, width + utf8.RuneCountInString(note), total + 2*len(quote)}
}

// text writes s with everything escaped that does not show as itself.
func (w *shower) text(s string) {
	for i := 0; i < len(s); {
		if w.cut {
			w.total += characters(s[i:])
			return
		}
		if c := s[i]; c >= ' ' && c < 0x7F && c != '"' && c != '\\' {
			w.put(s[i:i+1], 1, 1)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		var piece string
		switch {
		case r == utf8.RuneError && n == 1:
			if unit, ok := surrogateAt(s, i); ok {
				piece, n = string(appendEscape(nil, unit)), surrogateLen
			} else {
				piece = `\x` + strconv.FormatUint(uint64(s[i]), 16)
			}
		case r == '"' || r == '\\':
			piece = `\` + string(r)
		case r == '\n':
			piece = `\n`
		case r == '\r':
			piece = `\r`
		case r == '\t':
			piece = `\t`
		case hides(r):
			for _, unit := range UTF16(string(r)) {
				piece += string(appendEscape(nil, unit))
			}
		default:
			piece = string(r)
		}
		width := utf8.RuneCountInString(piece)
		w.put(piece, width, width)
		i += n
	}
}

// hides reports whether r shows as nothing or changes how its surroundings show.
func hides(r rune) bool {
	return !unicode.IsPrint(r) || // control, format, bidirectional, private, unassigned, blanks
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || // fillers, joiners
		unicode.Is(unicode.Variation_Selector, r) ||
		r == '\u2800' // BRAILLE PATTERN BLANK
}

// characters counts the characters of s; a lone surrogate is one.
func characters(s string) int {
	if utf8.ValidString(s) {
		return utf8.RuneCountInString(s)
	}
	count := 0
	for i := 0; i < len(s); count++ {
		_, n := utf8.DecodeRuneInString(s[i:])
		if _, ok := surrogateAt(s, i); ok {
			n = surrogateLen
		}
		i += n
	}
	return count
}

// thousands is n in decimal, in groups of three digits.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
