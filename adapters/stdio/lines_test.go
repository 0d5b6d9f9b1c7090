package stdio

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLineReader(t *testing.T) {
	long := strings.Repeat("l", 300<<10)
	for _, c := range []struct {
		name, in string
		max      int
		want     []string
		end      error
	}{
		{"empty", "", 10, nil, io.EOF},
		{"lines", "a\n\nbc\n", 10, []string{"a", "", "bc"}, io.EOF},
		{"half a line", "a\nbc", 10, []string{"a"}, io.ErrUnexpectedEOF},
		{"at the cap", "0123456789\nx\n", 10, []string{"0123456789", "x"}, io.EOF},
		{"beyond the cap", "a\n01234567890\nx\n", 10, []string{"a"}, errLineTooLong},
		{"beyond the cap without an end", "01234567890", 10, nil, errLineTooLong},
		{"long", "a\n" + long + "\nb\n" + long + "\n", 300 << 10, []string{"a", long, "b", long}, io.EOF},
		{"too long", "a\n" + long + "\n", 300<<10 - 1, []string{"a"}, errLineTooLong},
	} {
		for way, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "halves": iotest.HalfReader, "data with the end": iotest.DataErrReader,
		} {
			l := newLineReader(wrap(strings.NewReader(c.in)), c.max)
			var got []string
			var err error
			for {
				var line []byte
				if line, err = l.next(); err != nil {
					break
				}
				got = append(got, string(line))
			}
			if !errors.Is(err, c.end) || strings.Join(got, "\n") != strings.Join(c.want, "\n") || len(got) != len(c.want) {
				t.Errorf("%s, %s: %d lines, %v; want %d, %v", c.name, way, len(got), err, len(c.want), c.end)
			}
		}
	}
}

func TestLineReaderLetsGoOfALargeBuffer(t *testing.T) {
	l := newLineReader(strings.NewReader(strings.Repeat("l", 8<<20)+"\na\nb\n"), 16<<20)
	for range 3 {
		if _, err := l.next(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.next(); err != io.EOF || len(l.buf) > bufferSize {
		t.Errorf("%v; the buffer still has %d bytes", err, len(l.buf))
	}
}

func TestTailKeepsTheLastBytes(t *testing.T) {
	tl := newTail(10)
	want := ""
	for _, s := range []string{"", "abc", "defghij", "k", "lmnopqrstuvwxyz", "0123", "456789", "x"} {
		tl.add([]byte(s))
		want += s
		if got := tl.String(); got != want[max(0, len(want)-10):] {
			t.Errorf("after %q: %q", s, got)
		}
	}
}
