package mutants

import (
	"strings"
	"unicode/utf8"
)

// The repairs of this file make JSON of what is none, as repair libraries and lenient parsers do. Each
// reports whether it found something to repair; whether the result is JSON is for the parser to say.

// outsideStrings rebuilds a text, giving each byte that stands outside of strings to a function, which
// appends what it makes of it and returns how many bytes it used up.
func outsideStrings(text string, f func(out []byte, rest string) ([]byte, int)) (string, bool) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if text[i] == '"' {
			end := stringEnd(text, i)
			out = append(out, text[i:end]...)
			i = end
			continue
		}
		var n int
		out, n = f(out, text[i:])
		i += max(n, 1)
	}
	return string(out), string(out) != text
}

// stringEnd is the index after the string that starts at i.
func stringEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func keepByte(out []byte, rest string) ([]byte, int) { return append(out, rest[0]), 1 }

// dropTrailingCommas drops commas before a closing bracket.
func dropTrailingCommas(text string) (string, bool) {
	return outsideStrings(text, func(out []byte, rest string) ([]byte, int) {
		after := strings.TrimLeft(rest[1:], " \t\r\n")
		if rest[0] == ',' && after != "" && (after[0] == '}' || after[0] == ']') {
			return out, 1
		}
		return keepByte(out, rest)
	})
}

func dropLineComments(text string) (string, bool) {
	return outsideStrings(text, func(out []byte, rest string) ([]byte, int) {
		if !strings.HasPrefix(rest, "//") {
			return keepByte(out, rest)
		}
		line, _, _ := strings.Cut(rest, "\n")
		return out, len(line)
	})
}

func dropBlockComments(text string) (string, bool) {
	return outsideStrings(text, func(out []byte, rest string) ([]byte, int) {
		if !strings.HasPrefix(rest, "/*") {
			return keepByte(out, rest)
		}
		end := strings.Index(rest, "*/")
		if end < 0 {
			return out, len(rest)
		}
		return out, end + 2
	})
}

// singleQuotes takes single quotes for double ones.
func singleQuotes(text string) (string, bool) {
	return strings.ReplaceAll(text, "'", `"`), strings.Contains(text, "'") && !strings.Contains(text, `"`) || mixedQuotes(text)
}

// mixedQuotes reports whether single quotes open where a string could begin.
func mixedQuotes(text string) bool {
	return strings.Contains(text, "{'") || strings.Contains(text, ":'") || strings.Contains(text, ": '") || strings.Contains(text, ",'")
}

// notNumbers takes NaN and the infinities, and makes null of them, which is JSON.
func notNumbers(text string) (string, bool) {
	return outsideStrings(text, func(out []byte, rest string) ([]byte, int) {
		for _, word := range []string{"NaN", "-Infinity", "Infinity", "nan", "undefined"} {
			if strings.HasPrefix(rest, word) {
				return append(out, "null"...), len(word)
			}
		}
		return keepByte(out, rest)
	})
}

// pythonWords takes True, False and None.
func pythonWords(text string) (string, bool) {
	return outsideStrings(text, func(out []byte, rest string) ([]byte, int) {
		for _, word := range []string{"True", "False", "None"} {
			if strings.HasPrefix(rest, word) {
				if word == "None" {
					return append(out, "null"...), len(word)
				}
				return append(out, strings.ToLower(word)...), len(word)
			}
		}
		return keepByte(out, rest)
	})
}

// escapeControls takes raw control characters in strings.
func escapeControls(text string) (string, bool) {
	const hex = "0123456789abcdef"
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
			c = text[i]
		case c == '"':
			inString = !inString
		case inString && c < ' ':
			b.WriteString(`\u00`)
			b.WriteByte(hex[c>>4])
			c = hex[c&15]
		}
		b.WriteByte(c)
	}
	return b.String(), b.Len() != len(text)
}

// quoteNames takes names without quotes.
func quoteNames(text string) (string, bool) {
	return outsideStrings(text, func(out []byte, rest string) ([]byte, int) {
		n := 0
		for n < len(rest) && (rest[n] == '_' || 'a' <= rest[n]|0x20 && rest[n]|0x20 <= 'z') {
			n++
		}
		if n > 0 && strings.HasPrefix(strings.TrimLeft(rest[n:], " "), ":") {
			return append(append(append(out, '"'), rest[:n]...), '"'), n
		}
		return append(out, rest[:max(n, 1)]...), max(n, 1)
	})
}

// closeOpen completes a text that was cut off: it ends the string that is open, and closes brackets.
func closeOpen(text string) (string, bool) {
	open, inString := nesting(text)
	if len(open) == 0 && !inString {
		return text, false
	}
	text = strings.TrimRight(text, " \t\r\n")
	if inString {
		text = strings.TrimRight(text, `\`) + `"`
	} else {
		text = strings.TrimSuffix(text, ",")
		if strings.HasSuffix(text, ":") {
			text += "null"
		}
	}
	return text + closers(open), true
}

// closeBrackets closes brackets, and completes nothing else.
func closeBrackets(text string) (string, bool) {
	open, inString := nesting(text)
	if len(open) == 0 || inString {
		return text, false
	}
	return text + closers(open), true
}

// nesting returns the brackets that are open at the end of a text, and whether a string is.
func nesting(text string) (open []byte, inString bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			open = append(open, c)
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return open, inString
}

func closers(open []byte) string {
	var b strings.Builder
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteByte(map[byte]byte{'{': '}', '[': ']'}[open[i]])
	}
	return b.String()
}

// firstDocument takes the first of several documents, and drops whatever follows it.
func firstDocument(text string) (string, bool) {
	var open int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
		case '{', '[':
			open++
		case '}', ']':
			open--
			if open == 0 && i+1 < len(text) {
				return text[:i+1], true
			}
		}
	}
	return text, false
}

// lastDocument takes the last of several documents.
func lastDocument(text string) (string, bool) {
	for {
		head, ok := firstDocument(text)
		rest := strings.TrimLeft(strings.TrimPrefix(text, head), " \t\r\n,")
		if !ok || rest == "" || rest[0] != '{' {
			return text, true
		}
		text = rest
	}
}

// embedded takes the object that begins at the first brace.
func embedded(text string) (string, bool) {
	i := strings.IndexByte(text, '{')
	if i <= 0 {
		return text, false
	}
	return text[i:], true
}

// betweenBraces takes what stands from the first brace to the last.
func betweenBraces(text string) (string, bool) {
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from || from == 0 && to == len(text)-1 {
		return text, false
	}
	return text[from : to+1], true
}

// unfenced takes what stands in a code fence.
func unfenced(text string) (string, bool) {
	_, inside, found := strings.Cut(text, "```")
	if !found {
		return text, false
	}
	inside, _, _ = strings.Cut(inside, "```")
	if i := strings.IndexAny(inside, "{["); i > 0 {
		inside = inside[i:]
	}
	return inside, true
}

// trailingGarbage drops what stands after the last brace.
func trailingGarbage(text string) (string, bool) {
	i := strings.LastIndexByte(text, '}')
	if i < 0 || i == len(text)-1 || !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return text, false
	}
	return text[:i+1], true
}

// validUTF8 replaces bytes that are not UTF-8.
func validUTF8(text string) (string, bool) {
	return strings.ToValidUTF8(text, "\uFFFD"), !utf8.ValidString(text)
}

// droppedUTF8 drops bytes that are not UTF-8.
func droppedUTF8(text string) (string, bool) {
	return strings.ToValidUTF8(text, ""), !utf8.ValidString(text)
}

// latin1 takes bytes that are not UTF-8 for Latin-1.
func latin1(text string) (string, bool) {
	if utf8.ValidString(text) {
		return text, false
	}
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String(), true
}

// overlong takes encodings of ASCII in two bytes.
func overlong(text string) (string, bool) {
	var b strings.Builder
	changed := false
	for i := 0; i < len(text); i++ {
		if (text[i] == 0xC0 || text[i] == 0xC1) && i+1 < len(text) && text[i+1]&0xC0 == 0x80 {
			b.WriteByte(text[i]&1<<6 | text[i+1]&0x3F)
			i++
			changed = true
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String(), changed
}
