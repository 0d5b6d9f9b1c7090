package derive_test

import (
	"os"
	"testing"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
)

func load(t testing.TB) *spec.Table {
	t.Helper()
	f, err := os.Open("../../testdata/legal-states.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := spec.Load(f)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestBuiltinTableHasNoInconsistency(t *testing.T) {
	cases, err := derive.Suite(load(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 1500 {
		t.Fatalf("derived %d cases, want at least 1,500", len(cases))
	}
	n := map[string]int{}
	for _, c := range cases {
		n[c.Protocol]++
	}
	t.Log(len(cases), n)
}

func BenchmarkSuite(b *testing.B) {
	table := load(b)
	for b.Loop() {
		if _, err := derive.Suite(table); err != nil {
			b.Fatal(err)
		}
	}
}
