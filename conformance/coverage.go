package conformance

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// Mutant is an implementation with one known defect.
type Mutant struct {
	ID    string
	Title string
	// Requirements are those the defect breaks.
	Requirements []string
	Hello        wire.Hello
	// New makes a fresh instance; its function may be called from one goroutine at a time and may panic.
	New func() func(wire.Request) wire.Answer
	// Touches reports whether the defect can show in the answer to a request; nil is always.
	Touches func(wire.Request) bool
}

// Matrix is requirement x case x mutant: which case kills which mutant.
type Matrix struct {
	Cases   []*derive.Case
	Mutants []Mutant
	// Kills lists, for every mutant, the indexes of the cases that kill it, ascending. A crash of the
	// mutant is detected, but is no kill; Crashes lists those. Unless the matrix is Full they hold just
	// what it took to show that the invariants hold.
	Full    bool
	Kills   [][]int
	Crashes [][]int
	// Alarms are the cases the reference itself fails, whatever their level.
	Alarms []int
	// Cells are those of the table, with the number of cases each has.
	Cells []derive.Cell
	table *spec.Table
}

// Coverage runs the cases against the reference and against the mutants, in process, as far as it takes
// to settle the invariants: a mutant meets the cases no mutant before it killed, and the others until
// one kills it. It ends early with the context's error.
func Coverage(ctx context.Context, t *spec.Table, suite []*derive.Case, reference Mutant, mutants []Mutant) (*Matrix, error) {
	return matrix(ctx, t, suite, reference, mutants, false)
}

// FullMatrix is [Coverage] with every case run against every mutant.
func FullMatrix(ctx context.Context, t *spec.Table, suite []*derive.Case, reference Mutant, mutants []Mutant) (*Matrix, error) {
	return matrix(ctx, t, suite, reference, mutants, true)
}

func matrix(ctx context.Context, t *spec.Table, suite []*derive.Case, reference Mutant, mutants []Mutant, full bool) (*Matrix, error) {
	m := &Matrix{Cases: suite, Mutants: mutants, Kills: make([][]int, len(mutants)), Crashes: make([][]int, len(mutants)), Cells: derive.Cells(t, suite), Full: full, table: t}
	sound := newTrial(t, suite, reference)
	for i := range suite {
		if killed, crashed := sound.meets(ctx, i); killed || crashed {
			m.Alarms = append(m.Alarms, i)
		}
	}
	covered := make([]atomic.Bool, len(suite))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				m.Kills[i], m.Crashes[i] = newTrial(t, suite, mutants[i]).run(ctx, covered, full)
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	wg.Wait()
	return m, ctx.Err()
}

// trial is one implementation put before the cases.
type trial struct {
	suite    []*derive.Case
	mutant   Mutant
	examiner *examiner
	answer   func(wire.Request) wire.Answer
}

func newTrial(t *spec.Table, suite []*derive.Case, m Mutant) *trial {
	return &trial{suite: suite, mutant: m, examiner: newExaminer(t, m.Hello.Capabilities, spec.Should), answer: m.New()}
}

// run puts the implementation before all cases, or before as many as the invariants need: those not yet
// covered, and of the others those of its own requirements first, until one detects it.
func (t *trial) run(ctx context.Context, covered []atomic.Bool, full bool) (kills, crashes []int) {
	meet := func(i int) {
		killed, crashed := t.meets(ctx, i)
		if killed {
			kills = append(kills, i)
		}
		if crashed {
			crashes = append(crashes, i)
		}
		if killed || crashed {
			covered[i].Store(true)
		}
	}
	var rest []int
	for i := range t.suite {
		if full || !covered[i].Load() {
			meet(i)
		} else {
			rest = append(rest, i)
		}
	}
	for _, own := range []bool{true, false} {
		for _, i := range rest {
			if len(kills) > 0 || len(crashes) > 0 {
				break
			}
			if slices.Contains(t.mutant.Requirements, t.suite[i].Requirement) == own {
				meet(i)
			}
		}
	}
	slices.Sort(kills)
	slices.Sort(crashes)
	return kills, crashes
}

// meets puts one case to the implementation.
func (t *trial) meets(ctx context.Context, i int) (killed, crashed bool) {
	c := t.suite[i]
	if ctx.Err() != nil || t.mutant.Touches != nil && !slices.ContainsFunc(c.Requests, t.mutant.Touches) {
		return false, false
	}
	if _, lacking := lacks(c, t.mutant.Hello.Capabilities); lacking {
		return false, false
	}
	res, failure := t.examiner.examine(ctx, c, func(_ context.Context, req wire.Request) (wire.Answer, error) { return guarded(t.answer, req) })
	return res.Status == Fail, failure != nil
}

// guarded turns a panic of an implementation into a failure.
func guarded(implementation func(wire.Request) wire.Answer, req wire.Request) (got wire.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			got, err = nil, &adapters.Failure{Kind: adapters.Crashed, Detail: "panic"}
		}
	}()
	return implementation(req), nil
}

// Gap is one breach of the three invariants, or a hole in the table's coverage.
type Gap struct {
	// Kind is requirement, case, mutant, reference or cell.
	Kind string
	// ID is the requirement, case, mutant or cell concerned.
	ID string
	// Problem says what is missing.
	Problem string
}

// Gaps lists every breach: a MUST or SHOULD requirement without cases, a case that kills no mutant, a
// mutant no case kills, a case the reference fails, a cell of the table without cases.
func (m *Matrix) Gaps() []Gap {
	var gaps []Gap
	gap := func(kind, id, format string, args ...any) {
		gaps = append(gaps, Gap{kind, id, fmt.Sprintf(format, args...)})
	}
	count := m.CasesByRequirement()
	for _, r := range m.table.Requirements {
		if r.Class == "mcp" {
			continue // its cases come from the tools a server lists
		}
		if r.Level != spec.May && count[r.ID] == 0 {
			gap("requirement", r.ID, "%s %s has no case", r.Level, r.ID)
		}
	}
	killers := m.KillersByCase()
	for i, c := range m.Cases {
		if killers[i] == 0 {
			gap("case", c.ID, "kills no mutant")
		}
	}
	for i := range m.Mutants {
		switch {
		case len(m.Kills[i]) == 0 && len(m.Crashes[i]) == 0:
			gap("mutant", m.Mutants[i].ID, "no case kills it: %s", m.Mutants[i].Title)
		}
	}
	for _, i := range m.Alarms {
		gap("reference", m.Cases[i].ID, "the reference fails this case")
	}
	for _, c := range m.Cells {
		if c.Cases == 0 {
			gap("cell", c.String(), "no case")
		}
	}
	return gaps
}

// CasesByRequirement counts the cases of each requirement.
func (m *Matrix) CasesByRequirement() map[string]int {
	count := map[string]int{}
	for _, c := range m.Cases {
		count[c.Requirement]++
	}
	return count
}

// KillersByCase counts, for every case, the mutants it detects.
func (m *Matrix) KillersByCase() []int {
	killers := make([]int, len(m.Cases))
	for i := range m.Mutants {
		for _, list := range [][]int{m.Kills[i], m.Crashes[i]} {
			for _, c := range list {
				killers[c]++
			}
		}
	}
	return killers
}
