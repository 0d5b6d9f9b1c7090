package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// leakMutants repeat what they refuse.
func leakMutants() []Mutant {
	s := everywhere()
	saying := func(f func(wire.Request) string) defect {
		return after(func(req wire.Request, ans wire.Answer) wire.Answer {
			v, ok := ans.(wire.Verdict)
			if ok && !v.Accepted {
				v.Message += ": " + f(req)
				return v
			}
			return ans
		})
	}
	member := func(name string) func(wire.Request) string {
		return func(req wire.Request) string {
			v, _ := input(req)
			return said(find(v, name))
		}
	}
	return []Mutant{
		s.reason("leak/input", "repeats the whole input in the message", "f-strings", saying(func(req wire.Request) string {
			if r, ok := req.(wire.DecodeRequest); ok {
				return string(r.Text)
			}
			v, _ := input(req)
			return said(v)
		}), reference.AP25),
		s.only(wire.OpDecode).reason("leak/text", "repeats the text it could not read", "exceptions of JSON parsers", saying(func(req wire.Request) string {
			r, _ := req.(wire.DecodeRequest)
			if _, err := value.Parse(r.Text); err != nil {
				return string(r.Text)
			}
			return "bad"
		}), reference.AP25),
		s.reason("leak/strings", "lists the strings of the input in the message", "debug output", saying(func(req wire.Request) string {
			v, _ := input(req)
			var b strings.Builder
			walk(valueOrNull(v), func(v value.Value) value.Value {
				if s, ok := v.(value.String); ok {
					b.WriteString(string(s))
					b.WriteByte(' ')
				}
				return v
			})
			return b.String()
		}), reference.AP25),
		anyAgent().reason("leak/type", "repeats an unsupported type", "action protocol lesson, solution", saying(member("type")), reference.AP25),
		anyAgent().reason("leak/input-member", "repeats the input of a refused call", "debug output", saying(member("input")), reference.AP25),
		s.reason("leak/pointer", "names the value at the place of the fault", "pointers that hold values", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			v, ok := ans.(wire.Verdict)
			in, _ := input(req)
			if ok && !v.Accepted {
				v.Pointer = "/" + said(in)
				return v
			}
			return ans
		}), reference.AP25),
	}
}

// find is the first member with a name, at any depth.
func find(v value.Value, name string) value.Value {
	var found value.Value
	anywhere(valueOrNull(v), func(v value.Value) bool {
		o, _ := v.(value.Object)
		m, ok := o.Get(name)
		if ok && found == nil {
			found = m
		}
		return found != nil
	})
	return found
}

// said is a value as an error message would repeat it.
func said(v value.Value) string {
	text, err := value.Print(valueOrNull(v))
	if err != nil {
		return "?"
	}
	return string(text)
}
