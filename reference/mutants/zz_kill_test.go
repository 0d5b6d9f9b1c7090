package mutants_test

import (
	"context"
	"fmt"
	"os"
	"sort"
	"testing"
	"time"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

func TestZZKill(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	f, _ := os.Create("/tmp/k/out.txt")
	defer f.Close()
	run := func(h wire.Hello, a func(context.Context, wire.Request) wire.Answer) *conformance.Report {
		target := inprocess.New(h, a)
		defer target.Close()
		r, err := conformance.Run(t.Context(), target, conformance.Options{Table: table, Level: spec.Should})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run(reference.Hello(), func(_ context.Context, req wire.Request) wire.Answer { return reference.Answer(req, wire.Policies{}) })
	fmt.Fprintf(f, "REFERENCE %+v %v\n", r.Counts, r.Elapsed)
	ids := map[string]int{}
	for _, res := range r.Results {
		ids[res.Case.ID] = 0
		if res.Status != conformance.Pass {
			fmt.Fprintf(f, "REFFAIL %s %s %v %v\n", res.Case.ID, res.Status, res.Findings, res.Answers)
		}
	}
	start := time.Now()
	for _, m := range mutants.All() {
		r := run(m.Hello(), m.Answer())
		n := 0
		ex := ""
		for _, res := range r.Results {
			if res.Status == conformance.Fail || res.Status == conformance.Error {
				n++
				ids[res.Case.ID]++
				ex = res.Case.ID
			}
		}
		if n == 0 {
			fmt.Fprintf(f, "SURVIVES %s %v\n", m.ID, r.Elapsed)
		} else {
			fmt.Fprintf(f, "killed %s %d %s %v\n", m.ID, n, ex, r.Elapsed)
		}
	}
	fmt.Fprintf(f, "MUTANTS %d in %v\n", len(mutants.All()), time.Since(start))
	var dead []string
	for id, n := range ids {
		if n == 0 {
			dead = append(dead, id)
		}
	}
	sort.Strings(dead)
	for _, d := range dead {
		fmt.Fprintf(f, "DEAD %s\n", d)
	}
}
