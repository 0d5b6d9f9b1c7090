package generate

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// Text makes any text of the value model: ordinary ones, blank ones, ones that careless code takes for
// something else, and sequences of code units with lone surrogates among them.
func Text(s Source) string {
	switch weighted(s, 4, 3, 3, 2) {
	case 0:
		return pick(s, plainTexts())
	case 1:
		return pick(s, hostileTexts())
	case 2:
		return Blank(s)
	}
	return units(s)
}

// LegalText makes a text with a character that is certainly not blank, with blanks around it at times.
func LegalText(s Source) string {
	text := pick(s, plainTexts())
	switch weighted(s, 5, 2, 1, 1, 1) {
	case 1:
		text = pick(s, hostileTexts()) + text
	case 2:
		text = Blank(s) + text
	case 3:
		text += Blank(s)
	case 4:
		text += units(s)
	}
	return text
}

// Blank makes a text of white space, of ASCII or beyond, of characters left open, or none.
func Blank(s Source) string {
	runes := value.BlankRunes()
	var b strings.Builder
	for range s.Intn(4) {
		if s.Intn(2) == 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(pick(s, runes).Rune)
	}
	return b.String()
}

// units makes a short text out of UTF-16 code units.
func units(s Source) string {
	out := make([]uint16, s.Intn(6))
	for i := range out {
		switch weighted(s, 3, 2, 2, 1) {
		case 0:
			out[i] = uint16('a' + s.Intn(4))
		case 1:
			out[i] = pick(s, []uint16{0, '"', '\\', '/', '\n', '$', 0x7f, 0x85, 0x2028, 0xfeff, 0xfffd, 0xfdd0})
		case 2:
			out[i] = uint16(0xd7fe + s.Intn(0x806)) // the surrogates and their neighbours
		case 3:
			out[i] = uint16(s.Intn(1 << 16))
		}
	}
	return value.FromUTF16(out)
}

// Name makes a member name that no row need have: near-misses, names with power over prototypes, any text.
func Name(s Source) string {
	if weighted(s, 4, 1) == 0 {
		return pick(s, hostileNames())
	}
	return units(s)
}

// Host makes a text that is a host name, a path or a URL, of the sort that is read differently by two
// parsers.
func Host(s Source) string { return pick(s, hostileHosts()) }

func plainTexts() []string {
	return []string{"x", "README.md", "read_file", "call-1", "The file has twelve lines.", "读取文件", "a b", "0", "007"}
}

func hostileTexts() []string {
	return []string{
		"", " ", "null", "undefined", "true", "false", "NaN", "1e3", "-0", "[object Object]", "__proto__", "constructor", "toString",
		`{"type":"finish"}`, `{}`, `[]`, `"x"`, "\x00", "a\x00b", "\x1b[0m", "a\nb", "\r\n", "\u2028", "\ufeffx", "x\ufeff", "e\u0301", "\u00e9", "\ufb01",
		"\U0001F600", "\u202ex", "\u200b", "İ", "ß", "%s%n", "${x}", "{{x}}", "'; DROP TABLE x; --", "<b>", "../../etc/passwd", "C:\\dir\\new", "```json",
		"jingwei_ask_user", "call_tool", "tool_call", "message", "finish", "final", "ask_user", "function", "stop", "tool_calls", "length",
		strings.Repeat("a", 300), strings.Repeat("\U0001F600", 70),
	}
}

func hostileNames() []string {
	return []string{
		"extra", "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "toJSON", "then", "length", "__defineGetter__",
		"", " ", "0", "1", "-1", "$ref", "$undefined", "$number", "$object", "$host", "Type", "TYPE", "type ", " type", "type\x00", "typ", "types", "_type", "kind",
		"call_id", "callID", "id", "args", "arguments", "params", "Input", "name", "tool", "content", "summary", "input", "schemaVersion", "schema_version", "role",
		"e\u0301", "\u00e9", "类型", "\U0001F600", "\u200b", "a/b", "a~b", "a.b", "\x00",
	}
}

func hostileHosts() []string {
	return []string{
		"localhost", "127.0.0.1", "0177.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "localhost.", "LOCALHOST",
		"example.com@127.0.0.1", "127.0.0.1#@example.com", "http:\\\\127.0.0.1\\", "//127.0.0.1/", "http://169.254.169.254/latest/", "file:///etc/passwd",
		"xn--e1afmkfd", "ｌocalhost", "a..b", "a\tb", "http://a:b@c:99999/", "example.com:80:81", "", ".", "*",
	}
}
