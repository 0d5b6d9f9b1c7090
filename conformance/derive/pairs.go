package derive

import (
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// pairs derives two faults at once: whichever is reported, the action is refused, and the one first in
// the order of the table should be.
func (d *deriver) pairs(s *spec.State) {
	t := d.protocol.Tagged
	fields := append(append([]spec.Field{}, t.Header...), s.Fields...)
	put := func(a, b string, v value.Value) {
		d.emit(place{state: s.Name, field: "pair", own: true}, edit{name: idOf(a) + "-and-" + idOf(b), kind: Pair, rule: d.rule(spec.RoleOrder), value: v,
			change: wordsf("both %s and %s are wrong", "%s 和 %s 同时出错", a, b),
			why:    words("statistics by code compare only where the order is the same", "只有顺序一致，按 code 的统计才能比较")})
	}
	for i := range fields {
		f := &fields[i]
		put(t.Discriminator, f.Name, s.Example.With(f.Name, wrongFor(f)).With(t.Discriminator, str(d.unheard())))
		for k := i + 1; k < len(fields); k++ {
			g := &fields[k]
			if f.Optional && f.Kind == spec.FieldAny || g.Optional && g.Kind == spec.FieldAny {
				continue // nothing about it can be wrong
			}
			if g.Kind == spec.FieldAny && f.Kind == spec.FieldAny {
				put(f.Name, g.Name, s.Example.Without(f.Name).Without(g.Name))
				continue
			}
			if g.Kind == spec.FieldAny {
				put(f.Name, g.Name, s.Example.Without(g.Name).With(f.Name, wrongFor(f)))
				continue
			}
			if f.Kind == spec.FieldAny {
				put(f.Name, g.Name, s.Example.Without(f.Name).With(g.Name, wrongFor(g)))
				continue
			}
			put(f.Name, g.Name, s.Example.With(f.Name, wrongFor(f)).With(g.Name, wrongFor(g)))
		}
	}
}

// wrongFor is a value a field may not hold.
func wrongFor(f *spec.Field) value.Value {
	for _, k := range kindSamples() {
		if !mayHold(f, k.value) {
			return k.value
		}
	}
	return value.Null{}
}
