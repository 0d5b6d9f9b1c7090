package mutants

import (
	"strconv"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// versionMutants break the rules of schemaVersion, in either protocol that has it.
func versionMutants() []Mutant {
	var out []Mutant
	for _, p := range []struct {
		protocol string
		name     string
		current  int
	}{
		{reference.AgentAction1Versioned, "1+version", 1},
		{reference.AgentAction2, "2", 2},
	} {
		out = append(out, versionMutantsOf(agent(p.protocol), "agent-action/"+p.name+"/schemaVersion/", p.current)...)
	}
	return out
}

func versionMutantsOf(s scope, prefix string, current int) []Mutant {
	own := value.Number(strconv.Itoa(current))
	accepting := func(when func(value.Value) bool) defect { return editing(action, setIf("schemaVersion", when, own)) }
	number := func(f func(float64) bool) func(value.Value) bool {
		return func(v value.Value) bool {
			n, ok := v.(value.Number)
			x, isNumber := n.Float64()
			return ok && isNumber && f(x)
		}
	}
	c := float64(current)
	out := []Mutant{
		s.verdict(prefix+"default", "takes a missing version for the current one", lesson, editing(action, defaulting("schemaVersion", own)), reference.AV02),
		s.verdict(prefix+"text", "takes a version in a string", serde, accepting(isText(func(t string) bool { return strings.TrimSpace(t) == string(own) })), reference.AV01),
		s.verdict(prefix+"any-text", "takes any string for the version", omission, accepting(isKind(value.KindString)), reference.AV01),
		s.verdict(prefix+"bool", "takes true for the version", python, accepting(isKind(value.KindBool)), reference.AV01),
		s.verdict(prefix+"null", "takes null for the version", goJSON, accepting(isKind(value.KindNull)), reference.AV01),
		s.verdict(prefix+"container", "takes a list or an object for the version", omission, accepting(isKind(value.KindArray, value.KindObject)), reference.AV01),
		s.verdict(prefix+"fraction", "cuts the fraction off a version", "int conversion", accepting(number(func(x float64) bool { return x != c && float64(int(x)) == c })), reference.AV01),
		s.verdict(prefix+"any-fraction", "takes any fraction for the version", omission, accepting(number(func(x float64) bool { return x != float64(int(x)) })), reference.AV01),
		s.verdict(prefix+"higher", "takes a higher version", "forward compatibility by hope", accepting(number(func(x float64) bool { return x > c })), reference.AV01),
		s.verdict(prefix+"lower", "takes a lower version", "backward compatibility by hope", accepting(number(func(x float64) bool { return x < c })), reference.AV01),
		s.verdict(prefix+"lost", "loses the version on the way out", "operator: assignment left out", rewritingIn(dropping("schemaVersion")), reference.AP09, reference.AV01),
		s.verdict(prefix+"text-out", "turns the version into text on the way out", serde, rewritingIn(putting("schemaVersion", value.String(own))), reference.AV01, reference.AP09),
		s.verdict(prefix+"refused", "refuses the current version", "operator: comparison reversed",
			refusingAt(action, func(o value.Object) bool { return o.Has("schemaVersion") }, reference.ActionVersionUnsupported, "schemaVersion"), reference.AV01),
		s.only(wire.OpParse).verdict(prefix+"inherited", "reads the version from the prototype", javaScript, replacing(inheriting("schemaVersion")), reference.AP13, reference.AV02),
		s.only(wire.OpParse).verdict(prefix+"undefined", "takes an undefined version for the current one", javaScript, accepting(isKind(value.KindUndefined)), reference.AV01),
		s.only(wire.OpParse).verdict(prefix+"boxed", "takes a boxed version", javaScript,
			editing(action, setIf("schemaVersion", isKind(value.KindHost), own)), reference.AV01),
		s.reason(prefix+"missing-as-unsupported", "calls a missing version unsupported", swap, recoding(reference.ActionVersionMissing, reference.ActionVersionUnsupported), reference.AV02),
		s.reason(prefix+"unsupported-as-missing", "calls an unsupported version missing", swap, recoding(reference.ActionVersionUnsupported, reference.ActionVersionMissing), reference.AV01),
		s.reason(prefix+"missing-field", "does not say that schemaVersion is missing", swap, refielding(reference.ActionVersionMissing, "schemaVersion", "type"), reference.AV02),
		s.reason(prefix+"unsupported-field", "does not say that schemaVersion is unsupported", swap, refielding(reference.ActionVersionUnsupported, "schemaVersion", ""), reference.AV01),
	}
	for _, alias := range []string{"schema_version", "version", "SchemaVersion"} {
		out = append(out, s.verdict(prefix+"alias-"+alias, "takes "+alias+" for schemaVersion", runtimes,
			editing(action, renaming(alias, "schemaVersion")), reference.AP24, reference.AV02))
	}
	return out
}
