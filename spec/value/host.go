package value

import (
	"slices"
	"strconv"
)

// HostKind describes one sort of exotic host value that a target can be asked to build. The vocabulary
// is that of JavaScript, where all of them exist; a target in another language claims those it has.
type HostKind struct {
	Name string
	// Doc is one sentence that says what a target builds.
	Doc  string
	Args []HostArg
}

// HostArg describes one argument of a host kind.
type HostArg struct {
	Name string
	Doc  string
	// Kinds are the kinds the value may have.
	Kinds []Kind
	// Required arguments must be there. At present all are.
	Required bool

	// check holds what the kinds cannot say; it may be nil.
	check func(host Host, v Value) *trail
}

// The names of the host kinds, as they stand after "$host".
const (
	HostInherited        = "inherited"
	HostNullPrototype    = "null_prototype"
	HostClassInstance    = "class_instance"
	HostBoxed            = "boxed"
	HostDate             = "date"
	HostMap              = "map"
	HostSet              = "set"
	HostFunction         = "function"
	HostSymbol           = "symbol"
	HostBigInt           = "bigint"
	HostGetter           = "getter"
	HostThrowingProxy    = "throwing_proxy"
	HostRevokedProxy     = "revoked_proxy"
	HostTransparentProxy = "transparent_proxy"
	HostFrozen           = "frozen"
	HostCyclic           = "cyclic"
	HostSparseArray      = "sparse_array"
	HostTypedArray       = "typed_array"
	HostNonEnumerable    = "non_enumerable"
)

// HostKinds returns every host kind, in the order of the documentation. The list is the caller's own.
func HostKinds() []HostKind {
	own := arg("own", "the own, enumerable members", KindObject)
	return []HostKind{
		{HostInherited, "An object with own members whose prototype is an object with further members.",
			[]HostArg{own, arg("proto", "the members of the prototype", KindObject)}},
		{HostNullPrototype, "An object whose prototype is null.", []HostArg{own}},
		{HostClassInstance, "An instance of a class other than Object.", []HostArg{own}},
		{HostBoxed, "A primitive in its wrapper object, such as new String(\"x\").",
			[]HostArg{arg("value", "the primitive", KindString, KindNumber, KindBool)}},
		{HostDate, "A Date.", []HostArg{arg("value", "its time in milliseconds since 1970", KindNumber)}},
		{HostMap, "A Map.", []HostArg{arg("entries", "its entries as [key, value] pairs", KindArray).with(checkEntries)}},
		{HostSet, "A Set.", []HostArg{arg("values", "its elements", KindArray)}},
		{HostFunction, "A function.", nil},
		{HostSymbol, "A symbol.", []HostArg{arg("description", "its description", KindString)}},
		{HostBigInt, "A bigint.", []HostArg{arg("value", "its decimal digits, after a minus sign if it is negative", KindString).with(checkDigits)}},
		{HostGetter, "An object one member of which is an accessor that returns another value at each read.",
			[]HostArg{own, arg("name", "the name of the accessor", KindString),
				arg("values", "what the reads return, in order; the last one repeats", KindArray).with(checkNotEmpty)}},
		{HostThrowingProxy, "A Proxy every trap of which throws.", nil},
		{HostRevokedProxy, "A Proxy that has been revoked.", nil},
		{HostTransparentProxy, "A Proxy without traps around an object.", []HostArg{own}},
		{HostFrozen, "A frozen object.", []HostArg{own}},
		{HostCyclic, "An object one member of which is the object itself.",
			[]HostArg{own, arg("name", "the name of the member that holds the object itself", KindString)}},
		{HostSparseArray, "An array with holes.",
			[]HostArg{arg("length", "its length", KindNumber).with(checkLength),
				arg("items", "the elements that are there, by index", KindObject).with(checkItems)}},
		{HostTypedArray, "A Float64Array.", []HostArg{arg("values", "its elements", KindArray).with(checkNumbers)}},
		{HostNonEnumerable, "An object with further own members that are not enumerable.",
			[]HostArg{own, arg("hidden", "the members that are not enumerable", KindObject)}},
	}
}

// arg describes a required argument.
func arg(name, doc string, kinds ...Kind) HostArg {
	return HostArg{Name: name, Doc: doc, Kinds: kinds, Required: true}
}

// with adds a check beyond the kind.
func (a HostArg) with(check func(Host, Value) *trail) HostArg {
	a.check = check
	return a
}

// FindHostKind returns the host kind with the given name, and whether there is one.
func FindHostKind(name string) (HostKind, bool) {
	kinds := HostKinds()
	i := slices.IndexFunc(kinds, func(k HostKind) bool { return k.Name == name })
	if i < 0 {
		return HostKind{}, false
	}
	return kinds[i], true
}

// NewHost returns the host value of the given kind, or an [*Error] with [CodeBadTag] if the kind is not
// known or the arguments are not exactly its own, or with the code of [Check] if what is inside them is no
// value. The arguments keep the order given.
func NewHost(name string, args ...Member) (Host, error) {
	host := Host{Name: name, Args: slices.Clone(Object(args))}
	if err := Check(host); err != nil {
		return Host{}, err
	}
	return host, nil
}

// checkHost checks the kind of a host value and its arguments, but not what is inside the arguments.
func checkHost(host Host) *trail {
	kind, ok := FindHostKind(host.Name)
	if !ok {
		return badTag("there is no such host kind").in(tagHost)
	}
	for i, m := range host.Args {
		j := slices.IndexFunc(kind.Args, func(a HostArg) bool { return a.Name == m.Name })
		if j < 0 {
			return badTag("the host kind has no such argument").in(m.Name)
		}
		for _, earlier := range host.Args[:i] {
			if earlier.Name == m.Name {
				return badTag("an argument is given twice").in(m.Name)
			}
		}
		if !slices.Contains(kind.Args[j].Kinds, kindOf(m.Value)) {
			return badTag("the argument is of the wrong kind").in(m.Name)
		}
	}
	for _, a := range kind.Args {
		v, ok := host.Args.Get(a.Name)
		if !ok {
			if a.Required {
				return badTag("the argument " + strconv.Quote(a.Name) + " is missing")
			}
			continue
		}
		if a.check != nil {
			if t := a.check(host, v); t != nil {
				return t.in(a.Name)
			}
		}
	}
	return nil
}

func checkEntries(_ Host, v Value) *trail {
	entries, _ := v.(Array)
	for i, entry := range entries {
		if pair, ok := entry.(Array); !ok || len(pair) != 2 {
			return badTag("an entry must be an array of a key and a value").at(i)
		}
	}
	return nil
}

func checkNumbers(_ Host, v Value) *trail {
	elems, _ := v.(Array)
	for i, elem := range elems {
		if kindOf(elem) != KindNumber {
			return badTag("an element must be a number").at(i)
		}
	}
	return nil
}

func checkNotEmpty(_ Host, v Value) *trail {
	if elems, _ := v.(Array); len(elems) == 0 {
		return badTag("there must be at least one value")
	}
	return nil
}

// maxBigIntDigits bounds a bigint, since a target turns its digits into a number in quadratic time.
const maxBigIntDigits = 10_000

func checkDigits(_ Host, v Value) *trail {
	s, _ := v.(String)
	digits := string(s)
	if digits != "" && digits[0] == '-' {
		digits = digits[1:]
	}
	if digits == "" || len(digits) > maxBigIntDigits || leadingDigits(digits) != len(digits) {
		return badTag("the value must be 1 to " + strconv.Itoa(maxBigIntDigits) + " decimal digits, after a minus sign if negative")
	}
	return nil
}

func checkLength(_ Host, v Value) *trail {
	if _, ok := arrayLength(v); !ok {
		return badTag("the length must be an integer from 0 to 4294967295 in digits")
	}
	return nil
}

func checkItems(host Host, v Value) *trail {
	length, _ := host.Args.Get("length")
	limit, _ := arrayLength(length) // checkLength reports a bad one, and comes first
	items, _ := v.(Object)
	if i := items.Repeats(); i >= 0 {
		return badTag("an index is given twice").in(items[i].Name)
	}
	for _, m := range items {
		index, err := strconv.ParseUint(m.Name, 10, 32)
		if err != nil || strconv.FormatUint(index, 10) != m.Name || index >= limit {
			return badTag("a name must be an index below the length, in digits").in(m.Name)
		}
	}
	return nil
}

// arrayLength is v as the length of an array.
func arrayLength(v Value) (uint64, bool) {
	n, ok := v.(Number)
	if !ok || !n.IsJSON() {
		return 0, false
	}
	length, err := strconv.ParseUint(string(n), 10, 32)
	return length, err == nil
}
