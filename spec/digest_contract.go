package spec

import (
	"maps"
	"slices"
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

func (d digester) contract(c *Contract) {
	d.texts(c.ID, c.Invalid, c.Missing, c.Internal, string(c.Unknown))
	d.languages(c.Title)
	d.text(strconv.Itoa(len(c.Rules)))
	for _, role := range slices.Sorted(maps.Keys(c.Rules)) {
		d.texts(string(role), c.Rules[role])
	}
	each(d, c.Input, digester.slot)
	each(d, c.Output, digester.slot)
	each(d, c.Viewer, func(d digester, a *Attribute) {
		d.text(a.Name)
		d.list(a.Values)
	})
	each(d, c.Store, func(d digester, s *Collection) {
		d.text(s.Name)
		each(d, s.Records, func(d digester, o *value.Object) { d.object(*o) })
	})
	d.flag(c.Lookup != nil)
	if c.Lookup != nil {
		d.texts(c.Lookup.Collection, c.Lookup.Key, c.Lookup.Arg)
	}
	each(d, c.Checks, func(d digester, k *Check) {
		d.texts(k.Code, k.Rule)
		d.flag(k.Hides)
		d.condition(k.When)
		d.condition(k.Unless)
	})
	d.flag(c.Effect)
	each(d, c.Faults, func(d digester, f *StoreFault) { d.texts(f.Kind, f.Code) })
}

func (d digester) slot(s *Slot) {
	d.texts(s.Name, s.From)
	d.flag(s.Optional)
	d.value(s.Example)
	d.value(s.Value)
	d.condition(s.When)
	d.shape(&s.Shape)
}

func (d digester) shape(s *Shape) {
	d.texts(string(s.Kind), strconv.Itoa(s.MinLength), strconv.Itoa(s.MaxLength), string(s.Min), string(s.Max))
	d.flag(s.Nullable)
	d.list(s.Values)
	d.flag(s.Pattern != nil)
	if s.Pattern != nil {
		d.text(s.Pattern.String())
	}
	each(d, s.Fields, digester.slot)
	d.flag(s.Of != nil)
	if s.Of != nil {
		d.shape(s.Of)
	}
}

func (d digester) condition(c *Condition) {
	d.flag(c != nil)
	if c == nil {
		return
	}
	d.texts(c.Of, c.SameAs, c.Over)
	each(d, c.Is, func(d digester, v *value.Value) { d.value(*v) })
}
