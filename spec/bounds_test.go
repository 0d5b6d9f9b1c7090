package spec_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/spec"
)

// TestBounds tries files that would use up time or the stack: the YAML library calls itself for every level
// and every key, and is slow on some texts.
func TestBounds(t *testing.T) {
	const mib = 1 << 20
	repeat := func(s string, size int) string { return strings.Repeat(s, size/len(s)) }
	for _, c := range []struct {
		why, text, want string
	}{
		{"more bytes than a table may have", "a: " + repeat("x", spec.MaxTableSize), "the file is longer than 4 MiB"},
		{"brackets in brackets", repeat("[", mib), "1:65: the file is nested deeper than 64 levels"},
		{"braces in braces", repeat("{a: ", mib), "1:257: the file is nested deeper than 64 levels"},
		{"lists in lists on one line", repeat("- ", mib), "1:129: the file is nested deeper than 64 levels"},
		{"lists in lists in brackets", "[" + repeat("\n- ", mib), "2:1: a list with hyphens stands inside brackets"},
		{"mappings in mappings", stairs(70), "65:66: the file is nested deeper than 64 levels"},
		{"keys without end", repeat("a: b\n", mib), "4097:2: a mapping has more than 4096 keys"},
		{"keys without end in brackets", "[" + repeat("a: b\n ", mib), "4097:3: a mapping has more than 4096 keys"},
		{"empty lines without end", "a: |\n  x" + repeat("\n", mib), "67:1: more than 64 lines in a row are empty"},
		{"tags without end", repeat("!!x\n", 1<<12), "1:1: tags are not used in tables"},
	} {
		t.Run(c.why, func(t *testing.T) {
			start := time.Now()
			_, err := spec.Load(strings.NewReader(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %.300v\nwant %s", err, c.want)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// stairs returns mappings in mappings.
func stairs(levels int) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

func TestManyFaultsAreCut(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: 1\n")
	for i := range 30 {
		fmt.Fprintf(&b, "unknown_%d: 1\n", i)
	}
	_, err := spec.Load(strings.NewReader(b.String()))
	if got := faults(t, err); len(got) != spec.MaxLoadErrors {
		t.Errorf("%d faults are listed", len(got))
	}
	if !strings.HasSuffix(err.Error(), "\n\nand 12 more") {
		t.Errorf("the end is %q", err.Error()[len(err.Error())-40:])
	}
}

func TestErrorText(t *testing.T) {
	text := strings.Replace(minimal, "discriminator:", "discriminater:", 1)
	_, err := spec.LoadNamed("mine.yaml", strings.NewReader(text))
	want := "mine.yaml:8:5: unknown key `discriminater` in the protocol `order/1`\n" +
		"     8 |     discriminater: op\n" +
		"       |     ^\n" +
		"    hint: did you mean `discriminator`?"
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSnippetOfALongWideLine(t *testing.T) {
	text := "version: 1\n# 注释\n" + strings.Repeat("中", 100) + ": {x: 1}, y: " + strings.Repeat("z", 200) + "\n"
	_, err := spec.Load(strings.NewReader(text))
	for line := range strings.Lines(err.Error()) {
		if n := len([]rune(line)); n > 160 {
			t.Errorf("a line of the error has %d characters: %s", n, line)
		}
	}
}

func TestLineEndsDoNotMatter(t *testing.T) {
	want := load(t, minimal).Digest()
	for name, end := range map[string]string{"CR LF": "\r\n", "CR": "\r"} {
		if got := load(t, strings.ReplaceAll(minimal, "\n", end)).Digest(); got != want {
			t.Errorf("with %s the table is another", name)
		}
	}
	if got := load(t, "\ufeff"+minimal).Digest(); got != want {
		t.Error("with a byte order mark the table is another")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(minimal))
	f.Add([]byte(readBase(f)))
	text := string(conform.BuiltinTable())
	for i := 0; i < len(text); i += len(text) / 24 { // pieces, so that the mutator can join them
		f.Add([]byte(text[i:min(i+700, len(text))]))
	}
	for _, s := range []string{"a: &b c\n", "*a", "!!str x", "<<: {}", "? a\n: b\n", "%YAML 1.2\n---\n", "--- \n...\n---\n", "a: |-\n  b\n", "{a: [b, {c}]}", "\"\\ud800\"", "'a\n\n b'", "- - a\n  -b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := spec.Load(strings.NewReader(string(data)))
		if (table == nil) == (err == nil) {
			t.Fatalf("table %v, error %v", table, err)
		}
		if err == nil {
			if table.Digest() == "" || len(table.Protocols) == 0 {
				t.Fatal("an empty table was taken")
			}
			return
		}
		lines := strings.Count(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), "\n") + 1
		for _, f := range faults(t, err) {
			var line, column int
			if _, err := fmt.Sscanf(f, "%d:%d:", &line, &column); err != nil {
				t.Fatalf("no position: %s", f)
			}
			if line < 0 || line > lines {
				t.Fatalf("line %d of %d: %s", line, lines, f)
			}
		}
		if err.Error() == "" {
			t.Fatal("an error without a text")
		}
	})
}
