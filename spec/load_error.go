package spec

import (
	"fmt"
	"strings"
	"unicode"
)

// LoadError is one fault of a table file.
type LoadError struct {
	// File is the name given to [LoadNamed].
	File string
	// Line and Column are where the fault is, 1-based and in characters; 0 where it has no place.
	Line, Column int
	// Problem says what is wrong, Hint what to do about it; Hint may be empty.
	Problem, Hint string
	// Snippet is the line of the fault with a mark below the column; empty where there is none.
	Snippet string

	cause error
}

// Error returns the place, the problem, the snippet and the hint, on several lines.
func (e *LoadError) Error() string {
	var b strings.Builder
	b.WriteString(e.Summary())
	if e.Snippet != "" {
		b.WriteString("\n")
		b.WriteString(e.Snippet)
	}
	if e.Hint != "" {
		b.WriteString("\n    hint: ")
		b.WriteString(e.Hint)
	}
	return b.String()
}

// Summary returns the place and the problem on one line, as compilers do: "file:line:column: problem".
func (e *LoadError) Summary() string {
	if e.Line == 0 {
		return e.File + ": " + e.Problem
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// Unwrap returns the error of the reader where the table could not be read.
func (e *LoadError) Unwrap() error { return e.cause }

// LoadErrors are the faults of a table file in the order of the file, at most [MaxLoadErrors] of them.
type LoadErrors struct {
	List []*LoadError
	// More is how many faults were found beyond those listed.
	More int
}

// Error returns all faults, each as [LoadError.Error] has it, with an empty line between them.
func (e *LoadErrors) Error() string {
	parts := make([]string, 0, len(e.List)+1)
	for _, one := range e.List {
		parts = append(parts, one.Error())
	}
	if e.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(parts, "\n\n")
}

// Unwrap returns the faults, for [errors.As].
func (e *LoadErrors) Unwrap() []error {
	out := make([]error, len(e.List))
	for i, one := range e.List {
		out[i] = one
	}
	return out
}

// The widths of a snippet in characters: how much of a line is shown, and how much before the column.
const (
	snippetWidth  = 100
	snippetBefore = 60
)

// snippet returns a line of the source with a mark below the column.
func snippet(line string, number, column int) string {
	runes := []rune(line)
	at := min(max(column-1, 0), len(runes))
	from := 0
	if at > snippetBefore && len(runes) > snippetWidth {
		from = at - snippetBefore
	}
	to := min(len(runes), from+snippetWidth)
	var shown, mark strings.Builder
	if from > 0 {
		shown.WriteString("…")
		mark.WriteString(" ")
	}
	for i, r := range runes[from:to] {
		if r == '\t' {
			r = ' '
		}
		if r != ' ' && !unicode.IsPrint(r) {
			r = unicode.ReplacementChar
		}
		shown.WriteRune(r)
		if from+i < at {
			mark.WriteRune(blankAsWideAs(r))
		}
	}
	if to < len(runes) {
		shown.WriteString("…")
	}
	return fmt.Sprintf("%6d | %s\n       | %s^", number, shown.String(), mark.String())
}

// blankAsWideAs returns a blank that is as wide on a terminal as r.
func blankAsWideAs(r rune) rune {
	if unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) ||
		'\u3000' <= r && r <= '\u303f' || '\uff00' <= r && r <= '\uff60' {
		return '\u3000'
	}
	return ' '
}
