package generate

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// setAt returns a copy of an object in which the member at a path with slashes holds v; nil removes it.
// What stands in the way and is no object is replaced by one.
func setAt(o value.Object, path string, v value.Value) value.Object {
	step, rest, more := strings.Cut(path, "/")
	switch {
	case !more && v == nil:
		return o.Without(step)
	case !more:
		return o.With(step, v)
	}
	inner, _ := o.Get(step)
	object, _ := inner.(value.Object)
	return o.With(step, setAt(object, rest, v))
}

// valueAt reads the member at a path with slashes; nil where there is none.
func valueAt(o value.Object, path string) value.Value {
	step, rest, more := strings.Cut(path, "/")
	v, _ := o.Get(step)
	if !more {
		return v
	}
	inner, _ := v.(value.Object)
	return valueAt(inner, rest)
}
