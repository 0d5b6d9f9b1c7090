package generate

import (
	"strings"
	"unicode/utf8"
)

// Document breaks or respells a JSON text by up to two changes of its tokens. The result need not differ.
func Document(s Source, text string) string {
	for range 1 + s.Intn(2) {
		text = mutateTokens(s, text)
	}
	return text
}

// mutateTokens makes one change: to a token, between two, around the document, or to its bytes.
func mutateTokens(s Source, text string) string {
	tokens := tokensOf(text)
	if len(tokens) == 0 {
		return text + pick(s, strayTokens())
	}
	i := s.Intn(len(tokens))
	join := func(parts ...[]string) string {
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(strings.Join(p, ""))
		}
		return b.String()
	}
	switch weighted(s, 3, 2, 3, 2, 2, 2, 2, 2, 1, 1) {
	case 0: // a token is dropped
		return join(tokens[:i], tokens[i+1:])
	case 1: // a token stands twice
		return join(tokens[:i+1], tokens[i:])
	case 2: // a token becomes another
		return join(tokens[:i], []string{pick(s, strayTokens())}, tokens[i+1:])
	case 3: // a token more
		return join(tokens[:i], []string{pick(s, strayTokens())}, tokens[i:])
	case 4: // the text ends early
		return text[:s.Intn(len(text)+1)]
	case 5: // a character is spelt with an escape, or a wrong one
		tokens[i] = escapedToken(s, tokens[i])
		return join(tokens)
	case 6: // a member stands twice
		return repeatMember(s, text)
	case 7: // something stands around the document
		around := pick(s, surroundings())
		return strings.Replace(around, "_", text, 1)
	case 8: // two tokens change places
		k := s.Intn(len(tokens))
		tokens[i], tokens[k] = tokens[k], tokens[i]
		return join(tokens)
	}
	at := s.Intn(len(text))
	return text[:at] + pick(s, strayBytes()) + text[at:]
}

// tokensOf splits a text into JSON's tokens and white space. It judges nothing: what is no token is one
// of a single byte. Together the tokens are the text.
func tokensOf(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == '"':
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
		case isWord(c):
			for end < len(text) && isWord(text[end]) {
				end++
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			for end < len(text) && strings.IndexByte(" \t\r\n", text[end]) >= 0 {
				end++
			}
		}
		out = append(out, text[i:end])
		i = end
	}
	return out
}

func isWord(c byte) bool {
	return c == '-' || c == '+' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// escapedToken respells a character of a string with a unicode escape, or puts an escape there.
func escapedToken(s Source, token string) string {
	if len(token) < 3 || token[0] != '"' {
		return token
	}
	at := 1 + s.Intn(len(token)-2)
	for at > 1 && !utf8.RuneStart(token[at]) {
		at--
	}
	if s.Intn(2) == 0 {
		return token[:at] + pick(s, []string{`\n`, `\/`, `\u0000`, `\ud800`, `\udc00`, `\ud83d\ude00`, `\ude00\ud83d`, `\x41`, `\'`, `\u12`, `\U0041`, `\u{41}`, "\\"}) + token[at:]
	}
	c := token[at]
	if c >= utf8.RuneSelf || c == '\\' || token[at-1] == '\\' {
		return token
	}
	const hex = "0123456789abcdef"
	return token[:at] + `\u00` + string(hex[c>>4]) + string(hex[c&15]) + token[at+1:]
}

// repeatMember puts a member of the outermost object there once more, with its value or another one.
func repeatMember(s Source, text string) string {
	tokens := tokensOf(text)
	var names []string
	for i := range tokens {
		if tokens[i][0] == '"' && i+1 < len(tokens) && tokens[i+1] == ":" {
			names = append(names, tokens[i])
		}
	}
	end := strings.LastIndexByte(text, '}')
	if len(names) == 0 || end < 0 {
		return text
	}
	return text[:end] + "," + pick(s, names) + ":" + pick(s, []string{`"other"`, "null", "{}", `"message"`, "1"}) + text[end:]
}

func strayTokens() []string {
	return []string{
		",", ":", "{", "}", "[", "]", `""`, "null", "true", "1", " ", "\n", `"x"`, "{}", "[]", "NaN", "Infinity", "undefined", "None", "True", "'x'", "x", "//x\n", "/*x*/", "#x\n",
		"01", "+1", ".5", "5.", "1e", "1e400", "-0", "-", "0x1", "9007199254740993", "1_0", "\u00a0", "\u2028", "\ufeff", "\f", "\v", "\x00", ";", "=", "(", ")", "\u201c", "`",
		strings.Repeat("[", 70) + strings.Repeat("]", 70), strings.Repeat("[", 2000),
	}
}

func surroundings() []string {
	return []string{
		" _ ", "\n_\n", "\t_", "\ufeff_", "_\ufeff", "```json\n_\n```", "Here: _", "_ ok", "_,", "_;", "__", "[_]", "(_)", "_\x00", "data: _\n\n", "<action>_</action>", "_//x", "{\"action\":_}", "_ null", "\"_\"",
	}
}

func strayBytes() []string {
	return []string{"\xff", "\x80", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe4\xb8", "\x00", "\x1f", "\x7f", "\"", "\\", "{", "}"}
}
