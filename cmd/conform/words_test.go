package main

import (
	"context"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/actionconform/conform/conformance/report"
)

func TestSplitWords(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
		err  string // part of the error
	}{
		{in: "node adapter.mjs", want: []string{"node", "adapter.mjs"}},
		{in: `  a  "b c"  'd  e' f\ g ''`, want: []string{"a", "b c", "d  e", "f g", ""}},
		{in: `a "it's" 'say "x"' "\$HOME" '$HOME'`, want: []string{"a", "it's", `say "x"`, "$HOME", "$HOME"}},
		{in: `a --x=1 *.go ~ {b,c}`, want: []string{"a", "--x=1", "*.go", "~", "{b,c}"}},
		{in: "", err: "is empty"},
		{in: "a | b", err: "a pipe"},
		{in: "a && b", err: "a pipe, a list"},
		{in: "a; b", err: "several commands"},
		{in: "a > b", err: "a redirection"},
		{in: "a &", err: "& or !"},
		{in: "X=1 a", err: "a variable assignment"},
		{in: "a $X", err: "a variable ($NAME)"},
		{in: `a "$(b)"`, err: "a command substitution"},
		{in: `a "b`, err: "cannot be split"},
	} {
		got, err := splitWords(tt.in)
		switch {
		case tt.err == "" && err != nil:
			t.Errorf("splitWords(%q): %v", tt.in, err)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("splitWords(%q) = %q, %v; want an error with %q", tt.in, got, err, tt.err)
		case !reflect.DeepEqual(got, tt.want):
			t.Errorf("splitWords(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// What is quoted for a replay command is split into the same words again.
func TestSplitWordsReadsQuotedWords(t *testing.T) {
	words := []string{"node", "my adapter.mjs", "it's", `"`, `\`, "$X", "", "a|b", "日本", "a\nb", "#", "~"}
	got, err := splitWords(report.QuoteAll(words))
	if err != nil || !reflect.DeepEqual(got, words) {
		t.Errorf("got %q, %v", got, err)
	}
}

// A panic of our own is one line on the screen and exit code 2, never a trace.
func TestInternalErrorHasNoTrace(t *testing.T) {
	var out strings.Builder
	code := run(context.Background(), []string{"--version"}, streams{strings.NewReader(""), brokenWriter{}, &out})
	if code != exitUsage {
		t.Errorf("exit code %d, want %d", code, exitUsage)
	}
	if got := out.String(); !strings.Contains(got, "internal error: the pen broke") || strings.Contains(got, "goroutine") {
		t.Errorf("standard error is %q", got)
	}
}

type brokenWriter struct{ io.Writer }

func (brokenWriter) Write([]byte) (int, error) { panic("the pen broke") }

func TestNearest(t *testing.T) {
	for name, want := range map[string][]string{
		"AP-O7": {"AP-07"}, "parse": {"parser"}, "xyz": nil, "": nil,
	} {
		if got := nearest(name, []string{"AP-07", "parser", "redaction"}, 1); !reflect.DeepEqual(got, want) {
			t.Errorf("nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
