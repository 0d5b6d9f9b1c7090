package derive

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// Cell is one place of the table's coverage: a field of a state and a kind of edit that must be derived
// for it.
type Cell struct {
	Protocol, State, Field string
	// Edit is the name of the edit, or the stem of a family of them ("alias-").
	Edit string
	// Cases is how many cases the cell has.
	Cases int
	own   bool
}

// String names the cell as case ids do.
func (c Cell) String() string {
	return c.Protocol + "/" + place{state: c.State, field: c.Field, own: c.own}.path(c.Edit)
}

// Cells lists the cells a table must have, counted in the given cases. They are enumerated from the
// table alone, apart from the derivation, so that a derivation that skips a field shows.
func Cells(t *spec.Table, cases []*Case) []Cell {
	var cells []Cell
	for i := range t.Protocols {
		p := &t.Protocols[i]
		if p.Tagged == nil {
			continue
		}
		values := p.Response == nil && hasOperation(p, wire.OpParse)
		for k := range p.Tagged.States {
			s := &p.Tagged.States[k]
			want := func(field string, edits ...string) {
				for _, e := range edits {
					own := field == "beside" || field == "json"
					cells = append(cells, Cell{Protocol: p.ID, State: s.Name, Field: field, Edit: e, own: own})
				}
			}
			want(p.Tagged.Discriminator, "missing", "kind-null", "kind-number", "kind-array", "kind-object", "empty", "space", "literal-", "alias-", "silent-")
			if values {
				want(p.Tagged.Discriminator, "inherited", "kind-undefined", "host-boxed")
			}
			names := legalNames(p.Tagged, s)
			proto := slices.Contains(names, "__proto__") // a name like any other there
			for _, list := range [][]spec.Field{p.Tagged.Header, s.Fields} {
				for n := range list {
					wantField(&list[n], values, proto, want)
				}
			}
			want("beside", idOf(free("extra", names)))
			if !proto {
				want("beside", "__proto__")
			}
			if hasOperation(p, wire.OpDecode) {
				want("json", "around-", "relaxed-", "cut-", "utf8-", "duplicate-")
			}
		}
	}
	cells = append(cells, stepCells(t)...)
	count(cells, cases)
	return cells
}

// stepCells are the faults of every stage of a step, for every protocol they concern.
func stepCells(t *spec.Table) []Cell {
	if t.Steps == nil {
		return nil
	}
	var cells []Cell
	for _, p := range t.Steps.Protocols {
		for _, stage := range t.Steps.Stages {
			for _, f := range stage.Faults {
				if len(f.Protocols) == 0 || slices.Contains(f.Protocols, p.ID) {
					cells = append(cells, Cell{Protocol: p.ID, State: stage.Name, Edit: f.Name})
				}
			}
		}
	}
	return cells
}

func hasOperation(p *spec.Protocol, op wire.Operation) bool {
	for _, o := range p.Operations {
		if o == string(op) {
			return true
		}
	}
	return false
}

// wantField lists the edits a field must have, by its kind.
func wantField(f *spec.Field, values, proto bool, want func(string, ...string)) {
	if f.Optional {
		want(f.Name, "absent")
	} else {
		want(f.Name, "missing", "alias-")
		if !proto {
			want(f.Name, "in-proto-member")
		}
		if values {
			want(f.Name, "inherited")
		}
	}
	for _, k := range kindSamples() {
		if mayHold(f, k.value) || k.name == "undefined" && !values {
			continue
		}
		want(f.Name, "kind-"+k.name)
	}
	switch f.Kind {
	case spec.FieldText:
		want(f.Name, "empty", "space", "tab", "newline", "unicode-nbsp", "keeps-leading-space", "keeps-astral", "keeps-nul", "keeps-long")
	case spec.FieldAny:
		want(f.Name, "keeps-null", "keeps-false", "keeps-zero", "keeps-empty-text", "keeps-empty-array", "keeps-empty-object", "keeps-nested")
		if values {
			want(f.Name, "keeps-undefined")
		}
	case spec.FieldObject:
		want(f.Name, "keeps-empty-object", "keeps-nested")
	case spec.FieldEnum:
		want(f.Name, "value-", "other-value")
	case spec.FieldString, spec.FieldBool, spec.FieldInteger, spec.FieldNumber, spec.FieldArray, spec.FieldLiteral:
	}
}

func count(cells []Cell, cases []*Case) {
	type key struct{ protocol, state, field string }
	edits := map[key][]string{}
	for _, c := range cases {
		k := key{c.Protocol, c.State, c.Field}
		edits[k] = append(edits[k], c.Edit)
	}
	for i := range cells {
		c := &cells[i]
		for _, e := range edits[key{c.Protocol, c.State, c.Field}] {
			if e == c.Edit || strings.HasSuffix(c.Edit, "-") && strings.HasPrefix(e, c.Edit) || strings.HasPrefix(e, "keeps-"+c.Edit) {
				c.Cases++
			}
		}
	}
}
