package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/report/vector"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec/wire"
)

const coverageLong = `Run every case against the reference and against every mutant, and print for each requirement
how many cases and mutants it has. Fails unless
  - every MUST and SHOULD requirement has a case,
  - every case is failed by some mutant,
  - every mutant fails some case, and the reference none,
  - every cell of the table (state, field, kind of edit) has a case.

With --table only the requirements and cells of that table are checked: mutants are those of
the built-in table's reference.`

func newCoverage(s streams) *cobra.Command {
	var table, format string
	var verbose bool
	c := &cobra.Command{
		Use:     "coverage",
		Short:   "requirement x case x mutant, and whether the three invariants hold",
		Long:    coverageLong,
		Example: "  conform coverage\n  conform coverage --verbose\n  conform coverage --format json\n  conform coverage --table mine.yaml",
		Args:    noArgs("it always covers the whole table"),
		RunE: func(c *cobra.Command, _ []string) error {
			if err := oneOf("format", format, "text", "json"); err != nil {
				return err
			}
			su, err := proveSuite(table)
			if err != nil {
				return err
			}
			cov, err := newCover(c.Context(), su, table == "")
			if err != nil {
				return &exit{exitInterrupted, errors.New("interrupted; coverage of a part says nothing")}
			}
			write := cov.text
			if format == "json" {
				write = cov.json
			}
			if err := write(s, verbose); err != nil {
				return err
			}
			if len(cov.gaps) > 0 {
				return &exit{exitFailed, nil}
			}
			return nil
		},
	}
	c.Flags().StringVar(&table, "table", "", "legal-state table instead of the built-in one (`FILE`)")
	c.Flags().StringVar(&format, "format", "text", "text or json (`FORMAT`)")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "list everything that is uncovered")
	return c
}

// cover is a matrix with what is read off it.
type cover struct {
	suite  *suite
	matrix *conformance.Matrix
	gaps   []conformance.Gap
	// kinds are the sorts of gap that were looked for.
	kinds []string
}

func newCover(ctx context.Context, su *suite, builtin bool) (*cover, error) {
	kinds := []string{"requirement", "cell"}
	var list []conformance.Mutant
	if builtin {
		kinds = []string{"requirement", "case", "mutant", "reference", "cell"}
		for _, m := range mutants.All() {
			list = append(list, conformance.Mutant{
				ID: m.ID, Title: m.Title, Requirements: m.Requirements, Hello: m.Hello(), New: m.New, Touches: m.Touches,
			})
		}
	}
	sound := conformance.Mutant{ID: "reference", Hello: target.Hello(), New: func() func(wire.Request) wire.Answer {
		return func(r wire.Request) wire.Answer { return target.Answer(ctx, r, wire.Policies{}) }
	}}
	m, err := conformance.Coverage(ctx, su.table, su.cases, sound, list)
	if err != nil {
		return nil, err
	}
	out := &cover{suite: su, matrix: m, kinds: kinds}
	for _, g := range m.Gaps() {
		if slices.Contains(kinds, g.Kind) {
			out.gaps = append(out.gaps, g)
		}
	}
	return out, nil
}

// row is what one requirement has.
type row struct {
	ID      string `json:"id"`
	Level   string `json:"level"`
	Cases   int    `json:"cases"`
	Mutants int    `json:"mutants"`
	Killed  int    `json:"killed"`
}

func (c *cover) rows() []row {
	cases := c.matrix.CasesByRequirement()
	out := make([]row, 0, len(c.suite.table.Requirements))
	for _, r := range c.suite.table.Requirements {
		one := row{ID: r.ID, Level: string(r.Level), Cases: cases[r.ID]}
		for i, m := range c.matrix.Mutants {
			if slices.Contains(m.Requirements, r.ID) {
				one.Mutants++
				if c.killed(i) {
					one.Killed++
				}
			}
		}
		out = append(out, one)
	}
	return out
}

func (c *cover) killed(mutant int) bool {
	return len(c.matrix.Kills[mutant])+len(c.matrix.Crashes[mutant]) > 0
}

// maxGaps is how many gaps of a kind are listed without --verbose.
const maxGaps = 10

func (c *cover) text(s streams, verbose bool) error {
	tab := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "requirement\tlevel\tcases\tmutants\tkilled\tsentence")
	for i, r := range c.rows() {
		fmt.Fprintf(tab, "%s\t%s\t%d\t%d\t%d\t%s\n", r.ID, r.Level, r.Cases, r.Mutants, r.Killed, c.suite.table.Requirements[i].Text.EN)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(s.out)
	for _, kind := range c.kinds {
		c.kind(s, kind, verbose)
	}
	fmt.Fprintf(s.out, "%d requirements, %d cases, %d mutants, %d cells, %d gaps\n",
		len(c.suite.table.Requirements), len(c.matrix.Cases), len(c.matrix.Mutants), len(c.matrix.Cells), len(c.gaps))
	return nil
}

// kind writes whether one invariant holds, and where it does not.
func (c *cover) kind(s streams, kind string, verbose bool) {
	holds := map[string]string{
		"requirement": "every MUST and SHOULD requirement has a case",
		"case":        "every case is failed by a mutant",
		"mutant":      "every mutant fails a case",
		"reference":   "the reference fails no case",
		"cell":        "every cell of the table has a case",
	}
	var gaps []conformance.Gap
	for _, g := range c.gaps {
		if g.Kind == kind {
			gaps = append(gaps, g)
		}
	}
	if len(gaps) == 0 {
		fmt.Fprintf(s.out, "ok    %s\n", holds[kind])
		return
	}
	fmt.Fprintf(s.out, "FAIL  %s: not so for %d\n", holds[kind], len(gaps))
	for i, g := range gaps {
		if i == maxGaps && !verbose {
			fmt.Fprintf(s.out, "      and %d more (--verbose lists them)\n", len(gaps)-i)
			break
		}
		fmt.Fprintf(s.out, "      %s  %s\n", g.ID, g.Problem)
	}
}

// json writes the matrix in short: for each mutant how many cases it fails, and the first few of them.
func (c *cover) json(s streams, _ bool) error {
	type mutant struct {
		ID           string   `json:"id"`
		Requirements []string `json:"requirements"`
		Kills        int      `json:"kills"`
		Crashes      int      `json:"crashes"`
		First        []string `json:"first"`
	}
	type gap struct {
		Kind    string `json:"kind"`
		ID      string `json:"id"`
		Problem string `json:"problem"`
	}
	out := struct {
		Requirements []row    `json:"requirements"`
		Mutants      []mutant `json:"mutants"`
		Gaps         []gap    `json:"gaps"`
	}{c.rows(), []mutant{}, []gap{}}
	for i, m := range c.matrix.Mutants {
		one := mutant{m.ID, m.Requirements, len(c.matrix.Kills[i]), len(c.matrix.Crashes[i]), []string{}}
		for _, k := range c.matrix.Kills[i][:min(5, len(c.matrix.Kills[i]))] {
			one.First = append(one.First, c.matrix.Cases[k].ID)
		}
		out.Mutants = append(out.Mutants, one)
	}
	for _, g := range c.gaps {
		out.Gaps = append(out.Gaps, gap(g))
	}
	line, err := vector.Line(out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s\n", line)
	return err
}
