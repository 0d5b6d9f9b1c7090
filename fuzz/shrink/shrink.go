// Package shrink makes a request that shows a fault as small as it can be while it still shows it.
//
// It removes parts of the tree, in halves first and then one by one, puts plainer values in the place of
// what is left, and shortens numbers and texts. A text that is no document loses tokens and bytes.
package shrink

import (
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Request returns the smallest request it finds for which shows holds, asking at most budget times. The
// request given must show the fault; it is returned where nothing smaller does. The same answers of shows
// give the same result.
func Request(req wire.Request, budget int, shows func(wire.Request) bool) wire.Request {
	s := &search{left: budget, shows: shows}
	switch req := req.(type) {
	case wire.ParseRequest:
		return wire.ParseRequest{Protocol: req.Protocol, Value: s.value(req.Value, func(v value.Value) wire.Request {
			return wire.ParseRequest{Protocol: req.Protocol, Value: v}
		})}
	case wire.RouteRequest:
		return wire.RouteRequest{Protocol: req.Protocol, Value: s.value(req.Value, func(v value.Value) wire.Request {
			return wire.RouteRequest{Protocol: req.Protocol, Value: v}
		})}
	case wire.DecodeRequest:
		return s.text(req)
	default:
		return req
	}
}

// search is one shrinking.
type search struct {
	left  int
	shows func(wire.Request) bool
}

func (s *search) try(req wire.Request) bool {
	if s.left <= 0 {
		return false
	}
	s.left--
	return s.shows(req)
}

// value shrinks a value until no candidate shows the fault.
func (s *search) value(v value.Value, wrap func(value.Value) wire.Request) value.Value {
	for progress := true; progress && s.left > 0; {
		progress = false
		for _, c := range candidates(v, maxDepth) {
			if s.try(wrap(c)) {
				v, progress = c, true
				break
			}
		}
	}
	return v
}

// text shrinks a document by its tree, and any text by its bytes.
func (s *search) text(req wire.DecodeRequest) wire.Request {
	wrap := func(text []byte) wire.Request { return wire.DecodeRequest{Protocol: req.Protocol, Text: text} }
	printed := func(v value.Value) wire.Request {
		text, err := value.Print(v)
		if err != nil {
			return req
		}
		return wrap(text)
	}
	if v, err := value.Parse(req.Text); err == nil && s.try(printed(v)) {
		small, _ := printed(s.value(v, printed)).(wire.DecodeRequest)
		req = small
	}
	text := req.Text
	for size := (len(text) + 1) / 2; size > 0 && s.left > 0; size /= 2 {
		for at := 0; at+size <= len(text) && s.left > 0; {
			shorter := append(append([]byte{}, text[:at]...), text[at+size:]...)
			if s.try(wrap(shorter)) {
				text = shorter
				continue
			}
			at += size
		}
	}
	return wrap(text)
}

// maxDepth is how deep candidates are looked for; what is deeper is removed as a whole or kept.
const maxDepth = 12

// candidates are smaller forms of a value, the smallest first.
func candidates(v value.Value, depth int) []value.Value {
	if depth == 0 {
		return nil
	}
	switch v := v.(type) {
	case value.Object:
		return objectCandidates(v, depth)
	case value.Array:
		return arrayCandidates(v, depth)
	case value.String:
		return textCandidates(string(v))
	case value.Number:
		return plainer(v, value.Number("0"), value.Number("1"))
	case value.Host:
		return hostCandidates(v, depth)
	case value.Bool:
		return plainer(v, value.Null{})
	case value.Undefined, value.Null:
	}
	return nil
}

// plainer are the values that are not the one given.
func plainer(v value.Value, values ...value.Value) []value.Value {
	var out []value.Value
	for _, p := range values {
		if p == v {
			break // what comes after it is no plainer
		}
		out = append(out, p)
	}
	return out
}

func objectCandidates(o value.Object, depth int) []value.Value {
	if len(o) == 0 {
		return nil
	}
	out := []value.Value{value.Object{}}
	for size := len(o) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(o); at += size {
			out = append(out, append(append(value.Object{}, o[:at]...), o[at+size:]...))
		}
	}
	for i := range o {
		for _, c := range candidates(o[i].Value, depth-1) {
			with := append(value.Object{}, o...)
			with[i].Value = c
			out = append(out, with)
		}
	}
	return out
}

func arrayCandidates(a value.Array, depth int) []value.Value {
	if len(a) == 0 {
		return nil
	}
	out := []value.Value{value.Array{}}
	for size := len(a) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(a); at += size {
			out = append(out, append(append(value.Array{}, a[:at]...), a[at+size:]...))
		}
	}
	for i := range a {
		for _, c := range candidates(a[i], depth-1) {
			with := append(value.Array{}, a...)
			with[i] = c
			out = append(out, with)
		}
	}
	return out
}

func textCandidates(text string) []value.Value {
	out := plainer(value.String(text), value.String(""), value.String("x"))
	units := value.UTF16(text)
	for size := len(units) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(units); at += size {
			rest := append(append([]uint16{}, units[:at]...), units[at+size:]...)
			out = append(out, value.String(value.FromUTF16(rest)))
		}
		if len(units) > 64 && size < len(units)/8 {
			break // long texts are cut in large pieces first; another round goes on
		}
	}
	return out
}

// hostCandidates are a host value's own members as a plain object, and plainer arguments.
func hostCandidates(h value.Host, depth int) []value.Value {
	var out []value.Value
	if own, ok := h.Args.Get("own"); ok {
		out = append(out, own)
	}
	for i := range h.Args {
		for _, c := range candidates(h.Args[i].Value, depth-1) {
			args := append(value.Object{}, h.Args...)
			args[i].Value = c
			if with := (value.Host{Name: h.Name, Args: args}); value.Check(with) == nil {
				out = append(out, with)
			}
		}
	}
	return out
}
