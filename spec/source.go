package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// source is the text of one table file and the faults found in it so far.
type source struct {
	name   string
	text   string
	lines  []string // split on first use: only faults need them
	faults []*LoadError
}

// newSource takes the bytes of a file.
func newSource(name string, data []byte) *source { return &source{name: name, text: string(data)} }

// fault records what is wrong at a place. A place with line 0 is the file as a whole.
func (s *source) fault(pos Position, problem, hint string) {
	e := &LoadError{File: s.name, Line: pos.Line, Column: pos.Column, Problem: problem, Hint: hint}
	s.faults = append(s.faults, e)
}

// failure returns the faults in the order of the file, or nil where there are none.
func (s *source) failure() error {
	if len(s.faults) == 0 {
		return nil
	}
	list := slices.Clone(s.faults)
	slices.SortStableFunc(list, func(a, b *LoadError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	list = slices.CompactFunc(list, func(a, b *LoadError) bool {
		return a.Line == b.Line && a.Column == b.Column && a.Problem == b.Problem
	})
	out := &LoadErrors{List: list}
	if len(list) > MaxLoadErrors {
		out.List, out.More = list[:MaxLoadErrors], len(list)-MaxLoadErrors
	}
	for _, e := range out.List {
		if line, ok := s.line(e.Line); ok {
			e.Snippet = snippet(line, e.Line, e.Column)
		}
	}
	return out
}

// line returns a line of the text, counted from 1.
func (s *source) line(number int) (string, bool) {
	if s.lines == nil {
		s.lines = strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s.text), "\n")
	}
	if number < 1 || number > len(s.lines) {
		return "", false
	}
	return s.lines[number-1], true
}

// maxEmptyLines is how many empty lines may follow each other. The YAML library copies a block of text once
// for every empty line at its end.
const maxEmptyLines = 64

// readable reports whether the bytes are text a table may be written in, with a fault where not: not too
// long, valid UTF-8, and without control characters. A byte order mark at the start is dropped.
func (s *source) readable() bool {
	if len(s.text) > MaxTableSize {
		s.fault(Position{}, fmt.Sprintf("the file is longer than %d MiB", MaxTableSize>>20),
			"split the table, or generate fewer rows")
		s.text = ""
		return false
	}
	s.text = strings.TrimPrefix(s.text, "\ufeff")
	pos := Position{Line: 1, Column: 1}
	empty := 0 // how many lines without a character end here
	for i, r := range s.text {
		if problem, hint := unreadable(r, s.text[i:]); problem != "" {
			s.fault(pos, problem, hint)
			return false
		}
		switch {
		case r == '\r' && strings.HasPrefix(s.text[i:], "\r\n"):
		case r == '\n', r == '\r':
			pos = Position{Line: pos.Line + 1, Column: 1}
			if empty++; empty > maxEmptyLines {
				s.fault(pos, fmt.Sprintf("more than %d lines in a row are empty", maxEmptyLines), "")
				return false
			}
		default:
			pos.Column++
			if r != ' ' && r != '\t' {
				empty = 0
			}
		}
	}
	return true
}

// unreadable says why a character may not stand in a table file, and what to do about it; "" where it may.
// The text begins with the character.
func unreadable(r rune, text string) (problem, hint string) {
	switch {
	case r == utf8.RuneError && !strings.HasPrefix(text, "\ufffd"):
		return "the file is not valid UTF-8 here", "save the file as UTF-8"
	case r == '\n', r == '\r', r == '\t', r == 0x85:
		return "", ""
	case r < ' ', 0x7f <= r && r < 0xa0, r == '\ufeff':
		return fmt.Sprintf("the file holds the control character U+%04X", r),
			"write it as an escape in a double-quoted string"
	default:
		return "", ""
	}
}
