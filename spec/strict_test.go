package spec_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/spec"
)

// edit is a block of testdata/strict.txt.
type edit struct {
	why      string
	old, new string
	faults   []string
}

// readEdits reads testdata/strict.txt, whose head says how it is written.
func readEdits(t *testing.T) []edit {
	t.Helper()
	data, err := os.ReadFile("testdata/strict.txt")
	if err != nil {
		t.Fatal(err)
	}
	var edits []edit
	for block := range strings.SplitSeq(string(data), "\n\n") {
		if strings.HasPrefix(block, "# What the loader refuses") || strings.HasPrefix(block, "##") {
			continue
		}
		var e edit
		for line := range strings.Lines(block) {
			sign, text := line[0], strings.ReplaceAll(strings.TrimSuffix(line[2:], "\n"), `\n`, "\n")
			switch sign {
			case '#':
				e.why = text
			case '-':
				e.old = text
			case '+':
				e.new = text
			case '!':
				e.faults = append(e.faults, text)
			default:
				t.Fatalf("strict.txt: a line begins with none of # - + !: %q", line)
			}
		}
		if e.why == "" || e.old == "" || len(e.faults) == 0 {
			t.Fatalf("strict.txt: a block is incomplete:\n%s", block)
		}
		edits = append(edits, e)
	}
	return edits
}

func readBase(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/base.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestStrict edits a legal table in one place at a time: exactly the faults stated must be reported, exactly
// where they are.
func TestStrict(t *testing.T) {
	base := readBase(t)
	if _, err := spec.Load(strings.NewReader(base)); err != nil {
		t.Fatalf("base.yaml is not legal:\n%v", err)
	}
	for _, e := range readEdits(t) {
		t.Run(e.why, func(t *testing.T) {
			if n := strings.Count(base, e.old); n != 1 {
				t.Fatalf("base.yaml has the text to be replaced %d times: %q", n, e.old)
			}
			table, err := spec.LoadNamed("t", strings.NewReader(strings.Replace(base, e.old, e.new, 1)))
			if table != nil {
				t.Error("a table came with the error")
			}
			if diff := cmp.Diff(e.faults, faults(t, err)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

// faults returns the faults of an error as "line:column: problem".
func faults(t *testing.T, err error) []string {
	t.Helper()
	var list *spec.LoadErrors
	if !errors.As(err, &list) {
		t.Fatalf("not a *LoadErrors: %v", err)
	}
	var out []string
	for _, e := range list.List {
		out = append(out, fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Problem))
	}
	return out
}
