package mutants

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// having applies an edit to objects whose member name is the text literal; "" is any object.
func having(name, literal string, e edit) edit {
	return func(o value.Object) (value.Object, bool) {
		if !isA(name, literal)(o) {
			return o, false
		}
		return e(o)
	}
}

func isA(name, literal string) func(value.Object) bool {
	return func(o value.Object) bool {
		v, _ := o.Get(name)
		return literal == "" || v == value.Value(value.String(literal))
	}
}

// defaulting adds a member that is missing.
func defaulting(name string, v value.Value) edit {
	return func(o value.Object) (value.Object, bool) {
		if o.Has(name) {
			return o, false
		}
		return o.With(name, v), true
	}
}

// renaming takes the member alias for the member name where that is missing.
func renaming(alias, name string) edit {
	return func(o value.Object) (value.Object, bool) {
		if o.Has(name) || !o.Has(alias) {
			return o, false
		}
		return o.Renamed(alias, name), true
	}
}

// setting replaces a member that is there.
func setting(name string, v value.Value) edit {
	return mapping(name, func(value.Value) (value.Value, bool) { return v, true })
}

// putting sets a member whether it is there or not.
func putting(name string, v value.Value) edit {
	return func(o value.Object) (value.Object, bool) { return o.With(name, v), true }
}

// mapping changes a member that is there; the function reports false where it changes nothing.
func mapping(name string, f func(value.Value) (value.Value, bool)) edit {
	return func(o value.Object) (value.Object, bool) {
		v, ok := o.Get(name)
		if !ok {
			return o, false
		}
		v, changed := f(v)
		if !changed {
			return o, false
		}
		return o.With(name, v), true
	}
}

// mappingText is mapping for members that are strings.
func mappingText(name string, f func(string) string) edit {
	return mapping(name, func(v value.Value) (value.Value, bool) {
		s, ok := v.(value.String)
		if !ok {
			return v, false
		}
		t := f(string(s))
		return value.String(t), t != string(s)
	})
}

// keeping drops every member that is not one of the names.
func keeping(names ...string) edit {
	return func(o value.Object) (value.Object, bool) {
		out := slices.DeleteFunc(slices.Clone(o), func(m value.Member) bool { return !slices.Contains(names, m.Name) })
		return out, len(out) < len(o)
	}
}

// dropping drops a member.
func dropping(name string) edit {
	return func(o value.Object) (value.Object, bool) { return o.Without(name), o.Has(name) }
}

// folding takes names in any case, and the last of those that agree, as encoding/json does.
func folding(names ...string) edit {
	return func(o value.Object) (value.Object, bool) {
		out := make(value.Object, 0, len(o))
		changed := false
		for _, m := range o {
			for _, name := range names {
				if m.Name != name && strings.EqualFold(m.Name, name) {
					m.Name, changed = name, true
				}
			}
			out = out.With(m.Name, m.Value)
		}
		return out, changed
	}
}

// both applies two edits, one after the other.
func both(first, second edit) edit {
	return func(o value.Object) (value.Object, bool) {
		o, one := first(o)
		o, two := second(o)
		return o, one || two
	}
}

// Conditions on values.

func isKind(kinds ...value.Kind) func(value.Value) bool {
	return func(v value.Value) bool { return slices.Contains(kinds, v.Kind()) }
}

// isBlank is the condition for strings of one class of blank, or of any class.
func isBlank(classes ...value.Blank) func(value.Value) bool {
	return func(v value.Value) bool {
		s, ok := v.(value.String)
		if !ok {
			return false
		}
		class := value.Blankness(string(s))
		return slices.Contains(classes, class)
	}
}

func isEmptyText(v value.Value) bool { return v == value.Value(value.String("")) }

func isSpaces(v value.Value) bool { return !isEmptyText(v) && isBlank(value.BlankASCII)(v) }

func isText(condition func(string) bool) func(value.Value) bool {
	return func(v value.Value) bool {
		s, ok := v.(value.String)
		return ok && condition(string(s))
	}
}

// member is the condition that a member is there and holds a value for which condition holds.
func member(name string, condition func(value.Value) bool) func(value.Object) bool {
	return func(o value.Object) bool {
		v, ok := o.Get(name)
		return ok && condition(v)
	}
}

// lacks is the condition that a member is missing.
func lacks(name string) func(value.Object) bool {
	return func(o value.Object) bool { return !o.Has(name) }
}

// all is the condition that every condition holds.
func all(conditions ...func(value.Object) bool) func(value.Object) bool {
	return func(o value.Object) bool {
		for _, c := range conditions {
			if !c(o) {
				return false
			}
		}
		return true
	}
}

// walk rebuilds a value from the inside out. The function is given each part with its parts rebuilt.
func walk(v value.Value, f func(value.Value) value.Value) value.Value {
	switch w := v.(type) {
	case value.Array:
		out := make(value.Array, len(w))
		for i := range w {
			out[i] = walk(w[i], f)
		}
		return f(out)
	case value.Object:
		out := slices.Clone(w)
		for i := range out {
			out[i].Value = walk(out[i].Value, f)
		}
		return f(out)
	default:
		return f(v)
	}
}

// anywhere reports whether a condition holds of some part of a value.
func anywhere(v value.Value, condition func(value.Value) bool) bool {
	if condition(v) {
		return true
	}
	switch v := v.(type) {
	case value.Array:
		return slices.ContainsFunc(v, func(e value.Value) bool { return anywhere(e, condition) })
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return anywhere(m.Value, condition) })
	case value.Host:
		return slices.ContainsFunc(v.Args, func(m value.Member) bool { return anywhere(m.Value, condition) })
	default: // nothing to do for the others
	}
	return false
}
