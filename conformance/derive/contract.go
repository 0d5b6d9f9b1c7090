package derive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// toolDeriver makes the cases of one tool contract. It knows nothing of any particular tool: what may be
// asked, by whom and with which result is read from the contract and from the oracle.
type toolDeriver struct {
	*suite
	c     *spec.Contract
	cells []cell
	// base is the plainest call that succeeds, full the one that succeeds with the most arguments.
	base, full cell
	stored     value.Object
}

// cell is one cell of the authorisation matrix: a viewer, a record or none, and the options asked for.
type cell struct {
	name   string
	viewer value.Object
	args   value.Object
	// judgement is the oracle's with the store as it is.
	judgement oracle.Judgement
	options   int
}

func (d *toolDeriver) rule(r spec.Role) string { return d.c.Rule(r) }

// contract derives every case of the contract.
func (d *toolDeriver) contract() {
	d.cells = d.matrix()
	if !d.choose() {
		d.problem("%s: no viewer of the contract may make a call that succeeds; give its viewer, store and checks such values", d.c.ID)
		return
	}
	d.eachCell()
	d.arguments()
	d.identities()
	d.viewers()
	d.layers()
	d.tells()
	d.faults()
	d.results()
	d.envelopes()
	d.effects()
	d.repeats()
}

// store is the store of the contract as it is, one for all cases.
func (d *toolDeriver) store() value.Object {
	if d.stored == nil {
		d.stored = d.wholeStore()
	}
	return slices.Clip(d.stored)
}

func (d *toolDeriver) wholeStore() value.Object {
	out := value.Object{}
	for i := range d.c.Store {
		records := make(value.Array, len(d.c.Store[i].Records))
		for k, r := range d.c.Store[i].Records {
			records[k] = r
		}
		out = append(out, member(d.c.Store[i].Name, records))
	}
	return out
}

func (d *toolDeriver) request(c cell) wire.InvokeRequest {
	return wire.InvokeRequest{Contract: d.c.ID, Viewer: c.viewer, Args: c.args, Store: d.store()}
}

// code is the one code the cell is refused with, "" where it is not refused or with several.
func (c cell) code() string {
	j := c.judgement
	if !j.Rejects() || len(j.Legal) != 1 || len(j.Legal[0].Reasons) != 1 || len(j.Legal[0].Reasons[0].Codes) != 1 {
		return ""
	}
	return j.Legal[0].Reasons[0].Codes[0]
}

// richer reports whether a call that succeeds asks for more than another, and gets more.
func (c cell) richer(than cell) bool {
	got, _ := c.judgement.Legal[0].Action.(value.Object)
	other, _ := than.judgement.Legal[0].Action.(value.Object)
	if len(got) != len(other) {
		return len(got) > len(other)
	}
	return c.options > than.options
}

// option is one argument of a call, or its absence.
type option struct {
	name  string
	value value.Value // nil is absent
	label string
}

// matrix enumerates viewers x records x options completely. Options are the arguments of few values; any
// other argument has its example, or is left out where it may be.
func (d *toolDeriver) matrix() []cell {
	viewers := d.everyViewer()
	var sides [][]option
	for i := range d.c.Input {
		sides = append(sides, d.optionsOf(&d.c.Input[i]))
	}
	var out []cell
	for _, v := range viewers {
		grow(sides, nil, func(chosen []option) {
			c := cell{viewer: v.viewer, args: value.Object{}}
			parts := []string{v.name}
			for _, o := range chosen {
				if o.value != nil {
					c.args = append(c.args, member(o.name, o.value))
				}
				if o.value != nil && o.label != "" {
					parts = append(parts, o.label)
				}
				if f, _ := d.c.Argument(o.name); f.Optional && o.value != nil {
					c.options++
				}
			}
			c.name = strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "/")
			c.judgement, _ = d.oracle.Judge(d.request(c), wire.Policies{})
			out = append(out, c)
		})
	}
	return out
}

// grow calls use with every way of choosing one option from each side.
func grow(sides [][]option, chosen []option, use func([]option)) {
	if len(chosen) == len(sides) {
		use(chosen)
		return
	}
	for _, o := range sides[len(chosen)] {
		grow(sides, append(chosen[:len(chosen):len(chosen)], o), use)
	}
}

type namedViewer struct {
	name   string
	viewer value.Object
}

func (d *toolDeriver) everyViewer() []namedViewer {
	out := []namedViewer{{"", value.Object{}}}
	for _, a := range d.c.Viewer {
		var next []namedViewer
		for _, v := range out {
			for _, word := range a.Values {
				n := v.name
				if len(a.Values) > 1 {
					n = strings.Trim(n+"-"+word, "-")
				}
				next = append(next, namedViewer{n, append(v.viewer[:len(v.viewer):len(v.viewer)], member(a.Name, str(word)))})
			}
		}
		out = next
	}
	return out
}

// optionsOf are the values an argument takes in the matrix.
func (d *toolDeriver) optionsOf(f *spec.Slot) []option {
	var out []option
	look := d.c.Lookup
	if look != nil && look.Arg == f.Name {
		for _, r := range d.c.Records(look.Collection) {
			key, _ := r.Get(look.Key)
			out = append(out, option{f.Name, key, shown(key)})
		}
		if key := d.missingKey(f); key != nil {
			out = append(out, option{f.Name, key, "no-such-" + shown(key)})
		}
		return out
	}
	if f.Optional {
		out = append(out, option{f.Name, nil, ""})
	}
	switch f.Shape.Kind {
	case spec.ShapeBool:
		for _, b := range []bool{false, true} {
			out = append(out, option{f.Name, value.Bool(b), f.Name + "=" + shown(value.Bool(b))})
		}
	case spec.ShapeEnum:
		for _, w := range f.Shape.Values {
			out = append(out, option{f.Name, str(w), f.Name + "=" + w})
		}
	default:
		if !f.Optional {
			out = append(out, option{f.Name, f.Example, ""})
		}
	}
	return out
}

func shown(v value.Value) string {
	switch v := v.(type) {
	case value.String:
		return idOf(string(v))
	case value.Bool:
		if v {
			return "true"
		}
		return "false"
	case value.Number:
		return string(v)
	default:
		return "value"
	}
}

// missingKey is a legal key no record has, made from the example by changing it as little as possible.
func (d *toolDeriver) missingKey(f *spec.Slot) value.Value {
	taken := func(v value.Value) bool {
		for _, r := range d.c.Records(d.c.Lookup.Collection) {
			if key, _ := r.Get(d.c.Lookup.Key); value.Equal(key, v) {
				return true
			}
		}
		return false
	}
	fits := func(v value.Value) bool { return f.Shape.Admits(v) && !taken(v) }
	switch v := f.Example.(type) {
	case value.String:
		for at := len(v) - 1; at >= 0; at-- {
			for _, c := range "9876543210zyxwvutsrqponmlkjihgfedcba" {
				if k := value.String(string(v[:at]) + string(c) + string(v[at+1:])); fits(k) {
					return k
				}
			}
		}
		for _, w := range f.Shape.Values {
			if fits(str(w)) {
				return str(w)
			}
		}
	case value.Number:
		for _, n := range []value.Number{"999999", "999", "99", "9", "8", "7", "6", "5"} {
			if fits(n) {
				return n
			}
		}
	default:
	}
	return nil
}

// choose picks the calls everything else is a change of.
func (d *toolDeriver) choose() bool {
	found := false
	for _, c := range d.cells {
		if !c.judgement.Accepts() {
			continue
		}
		if !found {
			d.base, d.full, found = c, c, true
		}
		if c.options < d.base.options {
			d.base = c
		}
		if c.richer(d.full) {
			d.full = c
		}
	}
	if !found {
		return false
	}
	// Arguments that are no option of the matrix join the full call, as long as it still succeeds.
	for i := range d.c.Input {
		f := &d.c.Input[i]
		if d.full.args.Has(f.Name) || f.Example == nil {
			continue
		}
		c := d.full
		c.args = c.args.With(f.Name, f.Example)
		if c.judgement, _ = d.oracle.Judge(d.request(c), wire.Policies{}); c.judgement.Accepts() {
			d.full = c
		}
	}
	return true
}

// refusedCells are the cells that are refused although the arguments are valid, one for each requirement
// and code, and for hidden and missing records one each.
func (d *toolDeriver) refusedCells() []cell {
	var out []cell
	seen := map[string]bool{}
	for _, c := range d.cells {
		_, there := d.recordOf(c.args)
		key := fmt.Sprint(c.judgement.Rule, c.code(), there)
		if c.judgement.Rejects() && !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	return out
}

// call describes a case of one or several invocations.
func (d *toolDeriver) call(id string, field string, e edit, relation Relation, reqs ...wire.InvokeRequest) {
	c := Case{ID: d.c.ID + "/" + id, Operation: wire.OpInvoke, Protocol: d.c.ID, Field: field, Relation: relation}
	c.State, _, _ = strings.Cut(id, "/")
	for _, r := range reqs {
		c.Requests = append(c.Requests, r)
		for _, n := range requestNeeds(r) {
			if !slices.Contains(c.Needs, n) {
				c.Needs = append(c.Needs, n)
			}
		}
	}
	d.add(c, e)
}

// one describes a case of one invocation.
func (d *toolDeriver) one(id, field string, e edit, req wire.InvokeRequest) {
	d.call(id, field, e, Alone, req)
}

// eachCell derives the matrix itself.
func (d *toolDeriver) eachCell() {
	for _, c := range d.cells {
		kind, why := Valid, words("a call that is valid and allowed", "合法且被允许的调用")
		if c.judgement.Rejects() {
			kind, why = Invalid, words("a valid call that this caller may not make now", "合法，但该调用者此刻不得进行的调用")
		}
		d.one("matrix/"+c.name, "", edit{name: "matrix", kind: kind, rule: c.judgement.Rule, why: why,
			change: wordsf("cell %s of the authorisation matrix", "授权矩阵的单元 %s", c.name)}, d.request(c))
	}
}
