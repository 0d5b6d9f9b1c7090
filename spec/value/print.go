package value

import "strconv"

// Print returns v as plain JSON text, the text form of RFC 8259: compact, with duplicate names, the order
// of members and the text of numbers as they are. Only what JSON wants escaped is escaped, and lone
// surrogates are, as \udXXX; [Parse] turns the text back into the same value.
//
// Undefined, host values, NaN and the infinities have no JSON text, wherever they stand; Print refuses
// them with [CodeNotRepresentable] and does not, as JSON.stringify does, leave them out.
func Print(v Value) ([]byte, error) {
	out, t := printValue(make([]byte, 0, 128), v, 0)
	if t != nil {
		return nil, t.done()
	}
	return out, nil
}

// printValue appends a value that stands inside depth containers.
func printValue(dst []byte, v Value, depth int) ([]byte, *trail) {
	switch v := v.(type) {
	case Null:
		return append(dst, "null"...), nil
	case Bool:
		return strconv.AppendBool(dst, bool(v)), nil
	case Number:
		if !v.IsJSON() {
			return nil, fault(CodeNotRepresentable, -1, "JSON has no such number")
		}
		return append(dst, v...), nil
	case String:
		return printText(dst, string(v))
	case Array:
		if depth >= MaxDepth {
			return nil, tooDeep()
		}
		dst = append(dst, '[')
		for i, elem := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			var t *trail
			if dst, t = printValue(dst, elem, depth+1); t != nil {
				return nil, t.at(i)
			}
		}
		return append(dst, ']'), nil
	case Object:
		if depth >= MaxDepth {
			return nil, tooDeep()
		}
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			var t *trail
			if dst, t = printText(dst, m.Name); t != nil {
				return nil, t.in(m.Name)
			}
			dst = append(dst, ':')
			if dst, t = printValue(dst, m.Value, depth+1); t != nil {
				return nil, t.in(m.Name)
			}
		}
		return append(dst, '}'), nil
	case Host:
		return nil, fault(CodeNotRepresentable, -1, "JSON has no host values")
	default:
		return nil, fault(CodeNotRepresentable, -1, "JSON has no undefined")
	}
}

func printText(dst []byte, s string) ([]byte, *trail) {
	dst, ok := appendQuoted(dst, s)
	if !ok {
		return nil, fault(CodeInvalidUTF8, -1, "text must be generalised UTF-8")
	}
	return dst, nil
}
