package value

import "strconv"

// maxEncodedDepth is how deep the encoding of a value of [MaxDepth] can nest: {"$object":[["k",v]]} takes
// three levels for one, and the innermost name or scalar can take two more for its tag.
const maxEncodedDepth = 3*MaxDepth + 2

// Decode reads the tagged encoding, for which see [Encode], as strictly as [Parse] reads JSON:
//
//  1. An object with a name that begins with "$" must be exactly one of the tags, in exactly its form.
//     Another such name is refused with [CodeUnknownTag], another form with [CodeBadTag].
//  2. The arguments of a host value must be those of its kind; see [HostKinds].
//  3. An object that repeats a name must be written as $object.
//  4. What is tagged without need, such as {"$number":"1"}, is taken. So is an escaped lone surrogate in
//     a plain string, since nothing is lost by it.
//  5. The value may be nested [MaxDepth] deep; the levels its tags need are not counted.
//
// The error is an [*Error], and points into the encoded text.
func Decode(data []byte) (Value, error) {
	v, t := parse(data, maxEncodedDepth)
	if t == nil {
		v, t = untag(v, 0)
	}
	if t != nil {
		return nil, t.done()
	}
	return v, nil
}

// untag turns the tree of an encoded text, which nobody else holds, into the value encoded. The value
// stands inside depth containers.
func untag(v Value, depth int) (Value, *trail) {
	switch v := v.(type) {
	case Array:
		if depth >= MaxDepth {
			return nil, tooDeep()
		}
		for i, elem := range v {
			elem, t := untag(elem, depth+1)
			if t != nil {
				return nil, t.at(i)
			}
			v[i] = elem
		}
		return v, nil
	case Object:
		for _, m := range v {
			if isTagName(m.Name) {
				return untagObject(v, depth)
			}
		}
		if depth >= MaxDepth {
			return nil, tooDeep()
		}
		if i := v.Repeats(); i >= 0 {
			return nil, badTag("a plain object repeats a name; $object is for that").in(v[i].Name)
		}
		for i, m := range v {
			value, t := untag(m.Value, depth+1)
			if t != nil {
				return nil, t.in(m.Name)
			}
			v[i].Value = value
		}
		return v, nil
	default:
		return v, nil
	}
}

func isTagName(name string) bool { return name != "" && name[0] == tagSign }

// untagObject decodes an object in which a name begins with "$".
func untagObject(o Object, depth int) (Value, *trail) {
	tag := -1
	for i, m := range o {
		if !isTagName(m.Name) {
			continue
		}
		switch m.Name {
		case tagUndefined, tagNumber, tagUTF16, tagObject, tagHost:
			if tag < 0 {
				tag = i
				continue
			}
			return nil, badTag("an object can be one tag only").in(m.Name)
		case tagTooDeep:
			return nil, fault(CodeTooDeep, -1, "the sender's value is nested deeper than "+strconv.Itoa(MaxDepth)+" levels")
		default:
			return nil, fault(CodeUnknownTag, -1, "a name that begins with $ must be a known tag; $object holds such names").in(m.Name)
		}
	}
	name := o[tag].Name
	if name == tagHost {
		if depth >= MaxDepth {
			return nil, tooDeep()
		}
		return untagHost(o, tag, depth)
	}
	if len(o) > 1 {
		return nil, badTag("a tag other than $host is the only member of its object")
	}
	var v Value
	var t *trail
	switch content := o[tag].Value; name {
	case tagUndefined:
		v, t = untagUndefined(content)
	case tagNumber:
		v, t = untagNumber(content)
	case tagUTF16:
		v, t = untagUTF16(content)
	default:
		if depth >= MaxDepth {
			return nil, tooDeep()
		}
		v, t = untagPairs(content, depth)
	}
	if t != nil {
		return nil, t.in(name)
	}
	return v, nil
}

func untagUndefined(content Value) (Value, *trail) {
	if content != Value(Bool(true)) {
		return nil, badTag("$undefined must be true")
	}
	return Undefined{}, nil
}

func untagNumber(content Value) (Value, *trail) {
	text, ok := content.(String)
	if !ok || !Number(text).Valid() {
		return nil, badTag("$number must be a string that spells a JSON number, NaN, Infinity or -Infinity")
	}
	return Number(text), nil
}

func untagUTF16(content Value) (Value, *trail) {
	units, ok := content.(Array)
	if !ok {
		return nil, badTag("$utf16 must be an array of code units")
	}
	out := make([]uint16, len(units))
	for i, unit := range units {
		n, ok := unit.(Number)
		if !ok || len(n) > len("65535") || leadingDigits(string(n)) != len(n) {
			return nil, badTag("a code unit must be an integer from 0 to 65535").at(i)
		}
		u, err := strconv.ParseUint(string(n), 10, 16)
		if err != nil {
			return nil, badTag("a code unit must be an integer from 0 to 65535").at(i)
		}
		out[i] = uint16(u)
	}
	return String(FromUTF16(out)), nil
}

// untagPairs decodes the content of $object, an object that itself stands inside depth containers.
func untagPairs(content Value, depth int) (Value, *trail) {
	pairs, ok := content.(Array)
	if !ok {
		return nil, badTag("$object must be an array of [name, value] pairs")
	}
	out := make(Object, len(pairs))
	for i, elem := range pairs {
		pair, ok := elem.(Array)
		if !ok || len(pair) != 2 {
			return nil, badTag("a member must be an array of a name and a value").at(i)
		}
		name, t := untag(pair[0], depth+1)
		if t != nil {
			return nil, t.at(0).at(i)
		}
		text, ok := name.(String)
		if !ok {
			return nil, badTag("a name must be a string or $utf16").at(0).at(i)
		}
		v, t := untag(pair[1], depth+1)
		if t != nil {
			return nil, t.at(1).at(i)
		}
		out[i] = Member{Name: string(text), Value: v}
	}
	return out, nil
}

// untagHost decodes a host value, whose tag is the member at index tag. The order of the arguments is
// kept, wherever the tag stands.
func untagHost(o Object, tag, depth int) (Value, *trail) {
	name, ok := o[tag].Value.(String)
	if !ok {
		return nil, badTag("$host must be the name of a host kind").in(tagHost)
	}
	args := make(Object, 0, len(o)-1)
	for i, m := range o {
		if i == tag {
			continue
		}
		v, t := untag(m.Value, depth+1)
		if t != nil {
			return nil, t.in(m.Name)
		}
		args = append(args, Member{Name: m.Name, Value: v})
	}
	host := Host{Name: string(name), Args: args}
	if t := checkHost(host); t != nil {
		return nil, t
	}
	return host, nil
}

func badTag(reason string) *trail { return fault(CodeBadTag, -1, reason) }

func tooDeep() *trail {
	return fault(CodeTooDeep, -1, "nested deeper than "+strconv.Itoa(MaxDepth)+" levels")
}
