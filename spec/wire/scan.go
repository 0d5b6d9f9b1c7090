package wire

import (
	"bytes"
	"encoding/json"
)

// The functions of this file walk over JSON text without judging it: they find where a string or a
// value ends, and return -1 if the text ends first. They never recurse.

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// skipString returns the index after the string that begins at b[i].
func skipString(b []byte, i int) int {
	for j := i + 1; j < len(b); {
		k := bytes.IndexByte(b[j:], '"')
		if k < 0 {
			return -1
		}
		j += k
		slashes := 0
		for b[j-1-slashes] == '\\' && j-1-slashes > i {
			slashes++
		}
		j++
		if slashes%2 == 0 {
			return j
		}
	}
	return -1
}

// skipValue returns the index after the value that begins at b[i]; an absent value is -1. Brackets
// are counted, not matched.
func skipValue(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
		return skipNested(b, i)
	}
	start := i
	for i < len(b) {
		switch b[i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			if i == start {
				return -1
			}
			return i
		}
		i++
	}
	return -1
}

func skipNested(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i = skipString(b, i)
			if i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

// walkObject calls visit for each member of the object that text must be, in order: its name without
// quotes and escapes, and the text of its value, which nobody has judged yet. The error is
// [ErrNotMessage], [ErrTornMessage] or the first of visit.
func walkObject(text []byte, visit func(name, value []byte) error) error {
	i := skipSpace(text, 0)
	if i >= len(text) || text[i] != '{' {
		return ErrNotMessage
	}
	i = skipSpace(text, i+1)
	if i < len(text) && text[i] == '}' {
		return trailing(text, i+1)
	}
	for {
		if i >= len(text) || text[i] != '"' {
			return ErrTornMessage
		}
		nameEnd := skipString(text, i)
		if nameEnd < 0 {
			return ErrTornMessage
		}
		name, ok := unescaped(text[i:nameEnd])
		if !ok {
			return ErrTornMessage
		}
		i = skipSpace(text, nameEnd)
		if i >= len(text) || text[i] != ':' {
			return ErrTornMessage
		}
		i = skipSpace(text, i+1)
		end := skipValue(text, i)
		if end < 0 {
			return ErrTornMessage
		}
		if err := visit(name, text[i:end]); err != nil {
			return err
		}
		i = skipSpace(text, end)
		if i >= len(text) {
			return ErrTornMessage
		}
		if text[i] == '}' {
			return trailing(text, i+1)
		}
		if text[i] != ',' {
			return ErrTornMessage
		}
		i = skipSpace(text, i+1)
	}
}

// unescaped returns the content of a quoted name.
func unescaped(quoted []byte) ([]byte, bool) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1], true
	}
	var s string
	err := json.Unmarshal(quoted, &s)
	return []byte(s), err == nil
}

// trailing reports whether only white space follows.
func trailing(b []byte, i int) error {
	if skipSpace(b, i) != len(b) {
		return ErrTornMessage
	}
	return nil
}
