package value

// Check reports whether v is a value of the model, all the way down: no part is a nil Value, nested
// deeper than [MaxDepth], a number that is none, a string that is not generalised UTF-8 in its one
// spelling, or a host value without a kind or with arguments that are not its own. The error is an
// [*Error]; what passes has an encoding that [Decode] turns back into the same value.
func Check(v Value) error { return check(v, 0).done() }

// check checks a value that stands inside depth containers.
func check(v Value, depth int) *trail {
	switch v := v.(type) {
	case Undefined, Null, Bool:
		return nil
	case Number:
		if !v.Valid() {
			return fault(CodeNotRepresentable, -1, "a number must be a JSON number, NaN, Infinity or -Infinity")
		}
		return nil
	case String:
		return checkText(string(v))
	case Array:
		if depth >= MaxDepth {
			return tooDeep()
		}
		for i, elem := range v {
			if t := check(elem, depth+1); t != nil {
				return t.at(i)
			}
		}
		return nil
	case Object:
		if depth >= MaxDepth {
			return tooDeep()
		}
		return checkMembers(v, depth)
	case Host:
		if depth >= MaxDepth {
			return tooDeep()
		}
		if t := checkMembers(v.Args, depth); t != nil {
			return t
		}
		return checkHost(v)
	default:
		return fault(CodeNotRepresentable, -1, "there is no value")
	}
}

func checkMembers(o Object, depth int) *trail {
	for _, m := range o {
		if t := checkText(m.Name); t != nil {
			return t.in(m.Name)
		}
		if t := check(m.Value, depth+1); t != nil {
			return t.in(m.Name)
		}
	}
	return nil
}

func checkText(s string) *trail {
	if !ValidString(s) {
		return fault(CodeInvalidUTF8, -1, "text must be generalised UTF-8")
	}
	return nil
}
