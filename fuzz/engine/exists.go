package engine

import (
	"slices"

	"github.com/actionconform/conform/spec/value"
)

// exists reports whether a language can have a value as it stands. What no target could be given is held
// against none: an object or a map with one name twice, an accessor beside a member of its name, a set with
// one element twice, an object that hides nothing.
func exists(v value.Value) bool { return value.Check(v) == nil && possible(v) }

func possible(v value.Value) bool {
	switch v := v.(type) {
	case value.Array:
		for _, e := range v {
			if !possible(e) {
				return false
			}
		}
	case value.Object:
		names := make(map[string]bool, len(v))
		for _, m := range v {
			if names[m.Name] || !possible(m.Value) {
				return false
			}
			names[m.Name] = true
		}
	case value.Host:
		return possible(v.Args) && possibleHost(v)
	default:
	}
	return true
}

func possibleHost(h value.Host) bool {
	get := func(name string) value.Value {
		v, _ := h.Args.Get(name)
		return v
	}
	switch h.Name {
	case value.HostMap:
		entries, _ := get("entries").(value.Array)
		var keys value.Array
		for _, e := range entries {
			if pair, ok := e.(value.Array); ok && len(pair) > 0 {
				keys = append(keys, pair[0])
			}
		}
		return different(keys)
	case value.HostSet:
		elements, _ := get("values").(value.Array)
		return different(elements)
	case value.HostGetter, value.HostCyclic:
		own, _ := get("own").(value.Object)
		name, _ := get("name").(value.String)
		return !own.Has(string(name))
	case value.HostNonEnumerable:
		own, _ := get("own").(value.Object)
		hidden, _ := get("hidden").(value.Object)
		return len(hidden) > 0 && !slices.ContainsFunc(hidden, func(m value.Member) bool { return own.Has(m.Name) })
	}
	return true
}

// different reports whether no two values of a list are equal.
func different(list value.Array) bool {
	for i := range list {
		for k := range i {
			if value.Equal(list[i], list[k]) {
				return false
			}
		}
	}
	return true
}
