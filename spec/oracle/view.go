package oracle

import "github.com/actionconform/conform/spec/value"

// container says how a value stands as the object an action must be.
type container string

const (
	plain    container = "plain"    // an ordinary object: judged by its members
	exotic   container = "exotic"   // an object with usable members; refusing it outright is legal too
	unusable container = "unusable" // an object without usable members: refused, either way of saying so is legal
	noObject container = "none"     // not an object
)

// view is a value as a host would see it when it looks for members.
type view struct {
	container container
	own       value.Object
	inherited value.Object
	// fickle names a member whose getter gives another value at the next read; "" where none does.
	fickle string
}

// look reads a value as an object. The rules for exotic hosts are those of AP-13, AP-16, AP-17, AP-22.
func look(v value.Value) view {
	switch v := v.(type) {
	case value.Object:
		return view{container: plain, own: v}
	case value.Host:
		return lookHost(v)
	case value.Undefined, value.Null, value.Bool, value.Number, value.String, value.Array:
		return view{container: noObject}
	}
	return view{container: noObject}
}

func lookHost(h value.Host) view {
	own := objectArg(h, "own")
	switch h.Name {
	case "frozen":
		return view{container: plain, own: own}
	case "inherited":
		return view{container: exotic, own: own, inherited: objectArg(h, "proto")}
	case "null_prototype", "class_instance", "transparent_proxy":
		return view{container: exotic, own: own}
	case "non_enumerable":
		return view{container: plain, own: append(own[:len(own):len(own)], objectArg(h, "hidden")...)}
	case "cyclic":
		return view{container: plain, own: own.With(textArg(h, "name"), h)}
	case "getter":
		name := textArg(h, "name")
		values, _ := h.Args.Get("values")
		reads, _ := values.(value.Array)
		if len(reads) == 0 {
			return view{container: plain, own: own}
		}
		w := view{container: plain, own: own.With(name, reads[0])}
		for _, r := range reads[1:] {
			if !value.Equal(r, reads[0]) {
				w.fickle = name
			}
		}
		return w
	case "sparse_array", "symbol", "bigint":
		return view{container: noObject}
	default: // boxed, date, map, set, function, proxies that throw, typed arrays
		return view{container: unusable}
	}
}

func objectArg(h value.Host, name string) value.Object {
	v, _ := h.Args.Get(name)
	o, _ := v.(value.Object)
	return o
}

func textArg(h value.Host, name string) string {
	v, _ := h.Args.Get(name)
	s, _ := v.(value.String)
	return string(s)
}
