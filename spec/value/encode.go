package value

import "strconv"

// The tags of the tagged encoding. A name that begins with tagSign is never the name of a plain member.
const (
	tagSign      = '$'
	tagUndefined = "$undefined"
	tagNumber    = "$number"
	tagUTF16     = "$utf16"
	tagObject    = "$object"
	tagHost      = "$host"
	// tagTooDeep stands for what is nested too deep to be encoded; [Decode] always refuses it.
	tagTooDeep = "$too_deep"
)

// notEncodable stands for what is no value of the model, such as bytes that are not text. [Decode]
// refuses it, so that a fault of the sender never arrives as another value.
const notEncodable = `{"` + tagUTF16 + `":null}`

// Encode returns the tagged encoding of v: compact JSON text in valid UTF-8, which [Decode] turns back
// into the same value.
//
//	undefined                                          {"$undefined":true}
//	number that does not survive a double              {"$number":"9007199254740993"}
//	string with lone surrogates                        {"$utf16":[55296,65]}
//	object with a duplicate name, with a name that
//	begins with "$" or with one that has a lone
//	surrogate                                          {"$object":[["k",1],["k",2]]}
//	host value                                         {"$host":"boxed","value":"x"}
//	all else                                           plain JSON
//
// See [Number.SurvivesDouble] for which numbers are tagged. What [Check] refuses has no encoding: in its
// place stands a tag that Decode refuses, so that a fault of the sender never arrives as another value.
func Encode(v Value) []byte { return Append(make([]byte, 0, 128), v) }

// Append appends the encoding of v to dst; see [Encode].
func Append(dst []byte, v Value) []byte { return appendValue(dst, v, 0) }

// appendValue encodes a value that stands inside depth containers.
func appendValue(dst []byte, v Value, depth int) []byte {
	switch v := v.(type) {
	case nil, Undefined:
		return append(dst, `{"`+tagUndefined+`":true}`...)
	case Null:
		return append(dst, "null"...)
	case Bool:
		return strconv.AppendBool(dst, bool(v))
	case Number:
		if v.SurvivesDouble() {
			return append(dst, v...)
		}
		dst = append(dst, `{"`+tagNumber+`":`...)
		dst = appendText(dst, string(v))
		return append(dst, '}')
	case String:
		return appendText(dst, string(v))
	case Array:
		if depth >= MaxDepth {
			return appendTooDeep(dst)
		}
		dst = append(dst, '[')
		for i, elem := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, elem, depth+1)
		}
		return append(dst, ']')
	case Object:
		if depth >= MaxDepth {
			return appendTooDeep(dst)
		}
		if needsPairs(v) {
			return appendPairs(dst, v, depth)
		}
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendMember(dst, m, depth)
		}
		return append(dst, '}')
	case Host:
		if depth >= MaxDepth {
			return appendTooDeep(dst)
		}
		dst = append(dst, `{"`+tagHost+`":`...)
		dst = appendText(dst, v.Name)
		for _, m := range v.Args {
			dst = append(dst, ',')
			dst = appendMember(dst, m, depth)
		}
		return append(dst, '}')
	default: // a pointer to a value, or a type that embeds one
		return append(dst, notEncodable...)
	}
}

// appendMember encodes a member of a plain object, or an argument of a host value.
func appendMember(dst []byte, m Member, depth int) []byte {
	mark := len(dst)
	dst, ok := appendQuoted(dst, m.Name)
	if !ok { // only in a host value that Check refuses; Decode refuses this name
		dst = append(dst[:mark], `"$"`...)
	}
	dst = append(dst, ':')
	return appendValue(dst, m.Value, depth+1)
}

// appendPairs encodes an object by a list of its members.
func appendPairs(dst []byte, o Object, depth int) []byte {
	dst = append(dst, `{"`+tagObject+`":[`...)
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = appendText(dst, m.Name)
		dst = append(dst, ',')
		dst = appendValue(dst, m.Value, depth+1)
		dst = append(dst, ']')
	}
	return append(dst, `]}`...)
}

// needsPairs reports whether o cannot be a plain JSON object.
func needsPairs(o Object) bool {
	for _, m := range o {
		if m.Name != "" && m.Name[0] == tagSign || !ValidUTF8String(m.Name) {
			return true
		}
	}
	return o.Repeats() >= 0
}

// appendText encodes a string or the name of a member in a list of pairs.
func appendText(dst []byte, s string) []byte {
	if ValidUTF8String(s) {
		dst, _ = appendQuoted(dst, s)
		return dst
	}
	if !ValidString(s) {
		return append(dst, notEncodable...)
	}
	dst = append(dst, `{"`+tagUTF16+`":[`...)
	for i, unit := range UTF16(s) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(unit), 10)
	}
	return append(dst, `]}`...)
}

func appendTooDeep(dst []byte) []byte { return append(dst, `{"`+tagTooDeep+`":true}`...) }
