package fuzz

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// tableHolds is what must hold for the text of any table: it is refused with a place for each fault, or
// every case can be derived from it and does what it is for.
func tableHolds(text string) error {
	table, err := spec.Load(strings.NewReader(text))
	if err != nil {
		return placed(err, text)
	}
	all, err := derive.Suite(table)
	if err != nil {
		return err
	}
	for _, c := range derive.Cells(table, all) {
		if c.Cases == 0 {
			return fmt.Errorf("the cell %s has no case", c)
		}
	}
	return minimal(table, all)
}

// placed holds a refusal to naming lines that exist.
func placed(err error, text string) error {
	var faults *spec.LoadErrors
	if !errors.As(err, &faults) || len(faults.List) == 0 {
		return fmt.Errorf("refused without a fault: %T %w", err, err)
	}
	for _, f := range faults.List {
		if f.Line < 0 || f.Line > strings.Count(text, "\n")+1 || f.Problem == "" {
			return fmt.Errorf("the fault %q is at %d:%d of %d lines", f.Problem, f.Line, f.Column, strings.Count(text, "\n")+1)
		}
	}
	_ = err.Error()
	return nil
}

// TestTables is the promise to those who bring a table of their own.
func TestTables(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 50
	}
	derived := 0
	for seed := range uint64(n) {
		text := generate.Table(generate.NewRandom(seed))
		if err := tableHolds(text); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
		if _, err := spec.Load(strings.NewReader(text)); err == nil {
			derived++
		}
	}
	if derived < n/2 {
		t.Errorf("only %d of %d tables were legal", derived, n)
	}
}

func FuzzTables(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		text := generate.Table(drawn{t})
		if err := tableHolds(text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}))
}

// FuzzLoader gives the loader any bytes.
func FuzzLoader(f *testing.F) {
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := tableHolds(string(text)); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDerivationIsMinimal holds the built-in suite to its promise.
func TestDerivationIsMinimal(t *testing.T) {
	if err := minimal(rules(t).Table, cases(t)); err != nil {
		t.Fatal(err)
	}
}

// minimal is what must hold for every case of a row that is made to be refused: it is one edit away from
// the row's example, which is accepted, and breaks one rule.
func minimal(table *spec.Table, all []*derive.Case) error {
	o := oracle.New(table)
	for _, c := range all {
		p, _ := table.Protocol(c.Protocol)
		if c.Kind != derive.Invalid || p == nil || p.Tagged == nil || p.Response != nil || c.State == "" {
			continue
		}
		state, ok := p.Tagged.State(c.State)
		req, isValue := c.Requests[0].(wire.ParseRequest)
		if !ok || !isValue || len(c.Requests) > 1 || severalEdits(c.Edit) || c.Migrates != nil {
			continue
		}
		if j, err := o.Judge(wire.ParseRequest{Protocol: p.ID, Value: state.Example}, wire.Policies{}); err != nil || j.Rejects() {
			return fmt.Errorf("%s: the example is refused (%v)", c.ID, err)
		}
		if v, isObject := req.Value.(value.Object); isObject {
			if n := edits(state.Example, v); n != 1 {
				return fmt.Errorf("%s: %d edits away from the example", c.ID, n)
			}
		}
		if err := oneRule(c, p); err != nil {
			return err
		}
	}
	return nil
}

// severalEdits names the edits that must change more than one member: a secret beside the fault, all
// members of another row, the members of one row under the name of another.
func severalEdits(edit string) bool {
	return strings.HasPrefix(edit, "silent-") || strings.HasPrefix(edit, "all-of-") || strings.HasPrefix(edit, "as-")
}

// edits counts what it takes to make one object of another: members added, changed, taken away. A member
// that goes and one that comes are one that was renamed or moved.
func edits(from, to value.Object) int {
	changed, gone, come := 0, 0, 0
	for _, m := range from {
		v, ok := to.Get(m.Name)
		switch {
		case !ok:
			gone++
		case !value.Equal(v, m.Value):
			changed++
		}
	}
	for _, m := range to {
		if !from.Has(m.Name) {
			come++
		}
	}
	return changed + max(gone, come)
}

// oneRule holds the faults of a case to one member or one requirement. What goes by another name is missing
// under its own, and unknown under the other: that is one fault too.
func oneRule(c *derive.Case, p *spec.Protocol) error {
	var fields, rules []string
	for _, o := range c.Judgements[0].Legal {
		for _, reason := range o.Reasons {
			if reason.Rule == p.Rule(spec.RoleUnknown) && reason.AnyField || reason.Rule == p.Rule(spec.RoleExotic) {
				continue
			}
			if !slices.Contains(fields, reason.Field) {
				fields = append(fields, reason.Field)
			}
			if !slices.Contains(rules, reason.Rule) {
				rules = append(rules, reason.Rule)
			}
		}
	}
	if len(fields) > 1 && len(rules) > 1 {
		return fmt.Errorf("%s: breaks %v at %v", c.ID, rules, fields)
	}
	return nil
}

// TestStatementsAboutTablesSeeFaults shows them red.
func TestStatementsAboutTablesSeeFaults(t *testing.T) {
	text, err := os.ReadFile("../spec/testdata/base.yaml")
	if err != nil {
		t.Fatal(err)
	}
	table, err := spec.Load(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	all, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	if err := minimal(table, all); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(all, func(c *derive.Case) bool { return c.ID == "one/1/act/times/missing" })
	req := all[at].Requests[0].(wire.ParseRequest)
	broken := *all[at]
	broken.Requests = []wire.Request{wire.ParseRequest{Protocol: req.Protocol, Value: req.Value.(value.Object).Without("tool")}}
	if minimal(table, []*derive.Case{&broken}) == nil {
		t.Error("two edits pass for one")
	}
	j, err := oracle.New(table).Judge(broken.Requests[0], wire.Policies{})
	if err != nil {
		t.Fatal(err)
	}
	broken = *all[at]
	broken.Judgements = []oracle.Judgement{j}
	if p, _ := table.Protocol("one/1"); oneRule(&broken, p) == nil && len(j.Legal[0].Reasons) > 1 && j.Legal[0].Reasons[0].Rule != j.Legal[0].Reasons[1].Rule {
		t.Error("two faults pass for one")
	}
	if placed(errors.New("no"), "") == nil {
		t.Error("a refusal without a place passes")
	}
	first := &table.Protocols[0].Tagged.States[0]
	first.Example = first.Example.Without("words")
	if _, err := derive.Suite(table); err == nil {
		t.Error("a row whose example is no action is derived from")
	}
}
