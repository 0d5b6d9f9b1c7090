package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// hostMutants misjudge values that only a host such as JavaScript has.
func hostMutants() []Mutant {
	s := anyAgent().only(wire.OpParse)
	isHost := func(names ...string) func(value.Value) bool {
		return func(v value.Value) bool {
			host, ok := v.(value.Host)
			return ok && contains(names, host.Name)
		}
	}
	out := []Mutant{
		s.verdict("host/inherited/read", "reads every member from the prototype", javaScript, replacing(inheriting()), reference.AP12, reference.AP13),
		s.verdict("host/non_enumerable/dropped", "copies enumerable members only", "object spread",
			replacing(ownOf(value.HostNonEnumerable)), reference.AP22),
		s.verdict("host/non_enumerable/refused", "refuses objects with hidden members", excess,
			refusing(inputs(isHost(value.HostNonEnumerable)), reference.ActionNotObject, ""), reference.AP22),
		s.verdict("host/frozen/crashes", "writes to its input", "normalising in place", crashing(inputs(isHost(value.HostFrozen))), reference.AP20, reference.AP17),
		s.verdict("host/cyclic/crashes", "crashes on a cycle", "JSON.stringify", crashing(inputs(isHost(value.HostCyclic))), reference.AP17),
		s.verdict("host/map/read", "reads a Map like an object", "Map-tolerant decoders", replacing(mapAsObject), reference.AP17),
		s.verdict("host/boxed/parsed", "parses a boxed string as JSON", javaScript, replacing(boxedJSON), reference.AP17, reference.AP01),
		s.verdict("host/null_prototype/crashes", "calls a method of the input's prototype", "value.hasOwnProperty",
			crashing(inputs(isHost(value.HostNullPrototype))), reference.AP17),
		s.verdict("host/class_instance/crashes", "clones its input structurally", "structuredClone", crashing(inputs(func(v value.Value) bool {
			return anywhere(v, isHost(value.HostFunction, value.HostSymbol, value.HostThrowingProxy, value.HostRevokedProxy, value.HostTransparentProxy, value.HostClassInstance))
		})), reference.AP17),
		s.verdict("host/getter/second-read", "checks the first value of a getter and uses the second", javaScript, after(secondRead), reference.AP16),
		s.verdict("host/getter/refused", "refuses objects with getters", excess,
			refusing(inputs(isHost(value.HostGetter)), reference.ActionNotObject, ""), reference.AP16),
		s.verdict("host/getter/read-twice", "reads every member twice", javaScript, after(func(req wire.Request, ans wire.Answer) wire.Answer {
			v, ok := ans.(wire.Verdict)
			if ok {
				v.Observed.GetterReads *= 2
				return v
			}
			return ans
		}), reference.AP16),
	}
	for _, kind := range []string{value.HostThrowingProxy, value.HostRevokedProxy, value.HostFunction, value.HostSymbol, value.HostBigInt,
		value.HostDate, value.HostSet, value.HostMap, value.HostBoxed, value.HostSparseArray, value.HostTypedArray, value.HostTransparentProxy, value.HostGetter, value.HostNonEnumerable} {
		out = append(out, s.verdict("host/"+kind+"/as-message", "takes a "+kind+" for a message", "operator: kind check left out",
			replacing(func(v value.Value) (value.Value, bool) {
				if !isHost(kind)(v) {
					return v, false
				}
				return value.Object{{Name: "type", Value: value.String("message")}, {Name: "content", Value: value.String("[object Object]")}}, true
			}), reference.AP17))
	}
	for _, kind := range []string{value.HostThrowingProxy, value.HostRevokedProxy, value.HostFunction, value.HostSymbol, value.HostBigInt,
		value.HostDate, value.HostMap, value.HostTypedArray, value.HostSparseArray} {
		out = append(out, s.verdict("host/"+kind+"/crashes", "crashes on a "+kind, "operator: guard left out", crashing(inputs(isHost(kind))), reference.AP17))
	}
	for i := range out { // without a version these make no message of agent-action/2
		out[i].Protocols = anyAgent().protocols
	}
	return out
}

// ownOf is the enumerable members alone.
func ownOf(kind string) func(value.Value) (value.Value, bool) {
	return func(v value.Value) (value.Value, bool) {
		host, ok := v.(value.Host)
		if !ok || host.Name != kind {
			return v, false
		}
		return host.Args.Get("own")
	}
}

func mapAsObject(v value.Value) (value.Value, bool) {
	host, ok := v.(value.Host)
	if !ok || host.Name != value.HostMap {
		return v, false
	}
	arg, _ := host.Args.Get("entries")
	entries, _ := arg.(value.Array)
	var out value.Object
	for _, e := range entries {
		pair, _ := e.(value.Array)
		if len(pair) != 2 {
			return v, false
		}
		name, isText := pair[0].(value.String)
		if !isText {
			return v, false
		}
		out = out.With(string(name), pair[1])
	}
	return out, true
}

func boxedJSON(v value.Value) (value.Value, bool) {
	inner, ok := unboxed(v)
	if !ok {
		return v, false
	}
	return parsedString(inner)
}

// secondRead uses what a getter yields when it is read again.
func secondRead(req wire.Request, ans wire.Answer) wire.Answer {
	v, ok := ans.(wire.Verdict)
	in, _ := input(req)
	host, isHost := in.(value.Host)
	out, isObject := v.Action.(value.Object)
	if !ok || !isHost || !isObject || host.Name != value.HostGetter {
		return ans
	}
	nameArg, _ := host.Args.Get("name")
	name, _ := nameArg.(value.String)
	valuesArg, _ := host.Args.Get("values")
	values, _ := valuesArg.(value.Array)
	if len(values) > 1 && out.Has(string(name)) {
		v.Action = out.With(string(name), values[1])
		v.Observed.GetterReads = 2
	}
	return v
}
