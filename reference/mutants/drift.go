package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// driftMutants are implementations with a parser for each version, one of which has lost its checks: the
// versions decide differently about the same action.
func driftMutants() []Mutant {
	const source = "a parser for each version"
	var out []Mutant
	for _, p := range []struct{ name, protocol string }{
		{"1", reference.AgentAction1}, {"1+version", reference.AgentAction1Versioned}, {"2", reference.AgentAction2},
	} {
		s := agent(p.protocol)
		out = append(out,
			s.verdict("drift/"+p.name+"/blank", "takes blank text in agent-action/"+p.name+" alone", source,
				inEveryText(func(f agentText) defect { return f.smuggling(isBlank(value.BlankASCII, value.BlankUnicode), asIs) }), reference.TX12, reference.AP04),
			s.verdict("drift/"+p.name+"/coerced", "turns numbers into text in agent-action/"+p.name+" alone", source,
				inEveryText(func(f agentText) defect { return f.editing(mapping(f.name, scalarText)) }), reference.TX12, reference.AP04),
		)
	}
	return out
}

// inEveryText puts a defect of one text field into all of them.
func inEveryText(one func(agentText) defect) defect {
	return func(next answerer) answerer {
		for _, f := range agentTexts() {
			next = one(f)(next)
		}
		return next
	}
}
