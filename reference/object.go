package reference

import "github.com/actionconform/conform/spec/value"

// object is a value read as its host reads an object: by own members, enumerable or not. What stands on
// the prototype is not there.
type object struct {
	own    value.Object
	hidden value.Object // own, but not enumerable

	// special is the member of a getter, whose value the first read yields, or of a cyclic object,
	// whose value is the object itself; nil where there is none.
	special *value.Member
	getter  bool
	reads   int // of the getter
}

// objectOf reads v as an object. It reports false for what is none, and for exotic values that have no
// members of use, such as boxed strings, dates, maps and arrays of any sort. A Proxy that throws is one
// of them too: nothing can be read from it, so nothing is, and nothing crashes.
func objectOf(v value.Value) (object, bool) {
	switch v := v.(type) {
	case value.Object:
		return object{own: v}, true
	case value.Host:
		return hostObject(v)
	default:
		return object{}, false
	}
}

func hostObject(host value.Host) (object, bool) {
	o := object{own: members(host, "own")}
	switch host.Name {
	case value.HostInherited, value.HostNullPrototype, value.HostClassInstance, value.HostFrozen, value.HostTransparentProxy:
		return o, true
	case value.HostNonEnumerable:
		o.hidden = members(host, "hidden")
		return o, true
	case value.HostGetter:
		reads, _ := host.Args.Get("values")
		if list, ok := reads.(value.Array); ok && len(list) > 0 {
			o.special = &value.Member{Name: specialName(host), Value: list[0]}
			o.getter = true
		}
		return o, true
	case value.HostCyclic:
		o.special = &value.Member{Name: specialName(host), Value: host}
		return o, true
	default:
		return object{}, false
	}
}

func members(host value.Host, arg string) value.Object {
	v, _ := host.Args.Get(arg)
	o, _ := v.(value.Object)
	return o
}

func specialName(host value.Host) string {
	v, _ := host.Args.Get("name")
	name, _ := v.(value.String)
	return string(name)
}

// get reads the member with the given name. A missing one is nil, which no value is.
func (o *object) get(name string) (value.Value, bool) {
	if o.special != nil && o.special.Name == name {
		if o.getter {
			o.reads++
		}
		return o.special.Value, true
	}
	if v, ok := o.own.Get(name); ok {
		return v, true
	}
	return o.hidden.Get(name)
}

// onlyHas reports whether every member is one of the names.
func (o *object) onlyHas(names ...string) bool {
	for _, members := range []value.Object{o.own, o.hidden} {
		for i := range members {
			if !contains(names, members[i].Name) {
				return false
			}
		}
	}
	return o.special == nil || contains(names, o.special.Name)
}

// contains is slices.Contains, which would make the names of onlyHas escape to the heap.
func contains(names []string, name string) bool {
	for i := range names {
		if names[i] == name {
			return true
		}
	}
	return false
}

// listOf reads v as a list. Undefined, null and a missing member are an empty one.
func listOf(v value.Value) (value.Array, bool) {
	switch v := v.(type) {
	case nil, value.Undefined, value.Null:
		return nil, true
	case value.Array:
		return v, true
	default:
		return nil, false
	}
}

// textOf reads v as a text: a string with a character that is not blank. A boxed string is none.
func textOf(v value.Value) (string, bool) {
	s, ok := v.(value.String)
	return string(s), ok && !value.IsBlank(string(s))
}

// isAbsent reports whether v stands for no value.
func isAbsent(v value.Value) bool {
	switch v.(type) {
	case nil, value.Undefined, value.Null:
		return true
	default: // nothing to do for the others
	}
	return false
}
