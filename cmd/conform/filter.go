package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// filter are the flags that narrow the cases, the same for run and list.
type filter struct {
	table, shard                                string
	protocols, operations, cases, skip, require []string
}

func (f *filter) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.table, "table", "", "legal-state table to derive the cases from, instead of the built-in one (`FILE`)")
	flags.StringSliceVar(&f.protocols, "protocol", nil, "only cases of this protocol (`ID`, repeatable)")
	flags.StringSliceVar(&f.operations, "operation", nil, "only cases of this operation (`OP`, such as parse or preview; repeatable)")
	flags.StringArrayVar(&f.cases, "case", nil, "only cases whose whole id matches; * matches any characters (`GLOB`, repeatable)")
	flags.StringArrayVar(&f.skip, "skip", nil, "leave out cases whose id matches (`GLOB`, repeatable)")
	flags.StringSliceVar(&f.require, "requirement", nil, "only cases of this requirement (`ID`, repeatable)")
	flags.StringVar(&f.shard, "shard", "", "only part I of N, by a hash of the case id (`I/N`)")
}

// selection checks that every flag matches something, so that a typo never turns a run green, and
// returns the selection with the cases it selects.
func (f *filter) selection(s *suite) (conformance.Selection, []*derive.Case, error) {
	sel := conformance.Selection{Protocols: f.protocols, Operations: f.operations, Cases: f.cases, Skip: f.skip}
	fail := func(err error) (conformance.Selection, []*derive.Case, error) { return sel, nil, err }
	if err := f.checkNames(s.table); err != nil {
		return fail(err)
	}
	for _, id := range f.require {
		r, ok := s.table.Requirement(id)
		if !ok {
			return fail(fmt.Errorf("--requirement %s matches nothing: the table has no such requirement%s", id, didYouMean(id, requirementIDs(s.table), true)))
		}
		sel.Requirements = append(sel.Requirements, r.ID)
	}
	for _, flag := range []struct {
		name  string
		globs []string
	}{{"case", f.cases}, {"skip", f.skip}} {
		for _, g := range flag.globs {
			if !slices.ContainsFunc(s.cases, func(c *derive.Case) bool { return conformance.Glob(g, c.ID) }) {
				return fail(fmt.Errorf("--%s %s matches nothing: no case has such an id%s", flag.name, g, s.similarCases(g)))
			}
		}
	}
	if f.shard != "" {
		shard, err := parseShard(f.shard)
		if err != nil {
			return fail(err)
		}
		sel.Shard = shard
	}
	cases, err := conformance.Select(s.cases, sel)
	if err != nil {
		return fail(fmt.Errorf("nothing matched: %w (%s)", err, f.given()))
	}
	return sel, cases, nil
}

func (f *filter) checkNames(t *spec.Table) error {
	var protocols []string
	for _, p := range t.Protocols {
		protocols = append(protocols, p.ID)
	}
	for _, p := range f.protocols {
		if !slices.Contains(protocols, p) {
			return fmt.Errorf("--protocol %s matches nothing: the table has no such protocol%s", p, didYouMean(p, protocols, true))
		}
	}
	var operations []string
	for _, op := range wire.Operations() {
		operations = append(operations, string(op))
	}
	for _, op := range f.operations {
		if !slices.Contains(operations, op) {
			return fmt.Errorf("--operation %s matches nothing: there is no such operation%s", op, didYouMean(op, operations, true))
		}
	}
	return nil
}

// given repeats the filters as they were given.
func (f *filter) given() string {
	var out []string
	add := func(flag string, values ...string) {
		for _, v := range values {
			out = append(out, "--"+flag+" "+v)
		}
	}
	add("protocol", f.protocols...)
	add("operation", f.operations...)
	add("requirement", f.require...)
	add("case", f.cases...)
	add("skip", f.skip...)
	if f.shard != "" {
		add("shard", f.shard)
	}
	return strings.Join(out, " ")
}

func requirementIDs(t *spec.Table) []string {
	var out []string
	for _, r := range t.Requirements {
		out = append(out, r.ID)
	}
	return out
}

// parseShard reads I/N with 1 <= I <= N.
func parseShard(s string) (conformance.Shard, error) {
	var shard conformance.Shard
	var rest string
	n, _ := fmt.Sscanf(s, "%d/%d%s", &shard.Index, &shard.Of, &rest)
	if n != 2 || shard.Index < 1 || shard.Of < shard.Index {
		return conformance.Shard{}, fmt.Errorf("--shard is %q; it must be I/N with I from 1 to N, such as 1/4", s)
	}
	return shard, nil
}

// nearestIDs returns the ids of the cases that a mistyped id or pattern may have meant: those that share
// its longest beginning, the shortest first.
func nearestIDs(pattern string, cases []*derive.Case) []string {
	want := strings.ReplaceAll(pattern, "*", "")
	best := 0
	var out []string
	for _, c := range cases {
		n := 0
		for n < len(want) && n < len(c.ID) && want[n] == c.ID[n] {
			n++
		}
		switch {
		case n < best || n < 4:
		case n > best:
			best, out = n, []string{c.ID}
		default:
			out = append(out, c.ID)
		}
	}
	return out
}
