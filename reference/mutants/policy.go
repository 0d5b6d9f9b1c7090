package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// policyMutants declare a policy and do not keep to it.
func policyMutants() []Mutant {
	const source = "a declaration nobody tests"
	declare := func(m Mutant, p wire.Policies) Mutant {
		m.Policies = p
		return m
	}
	without := func(p wire.Policies) defect { // behaves as if it had declared something else
		return func(answerer) answerer {
			return func(req wire.Request) wire.Answer { return reference.Answer(req, p) }
		}
	}
	out := []Mutant{
		declare(anyAgent().verdict("policy/trims/not-kept", "declares that it trims, and does not", source,
			without(wire.Policies{}), reference.AP10), wire.Policies{Trims: []string{"callId", "tool"}}),
		declare(anyAgent().verdict("policy/trims/too-much", "declares that it trims callId, and trims the tool too", source,
			without(wire.Policies{Trims: []string{"callId", "tool"}}), reference.AP10), wire.Policies{Trims: []string{"callId"}}),
		declare(anyAgent().verdict("policy/unknown_fields/not-kept", "declares that it refuses unknown members, and drops them", source,
			without(wire.Policies{}), reference.AP09), wire.Policies{UnknownFields: "reject"}),
		declare(native().verdict("policy/ask_user_tool/not-kept", "declares a control tool, and knows only the usual one", source,
			without(wire.Policies{}), reference.NT08), wire.Policies{AskUserTool: "ask_the_user"}),
		declare(chat().verdict("policy/empty_arguments/not-kept", "declares that it refuses blank arguments, and does not", source,
			without(wire.Policies{}), reference.OC09), wire.Policies{EmptyArguments: "refuse"}),
	}
	out = append(out, migrationMutants(agent(reference.AgentAction1Versioned), "unversioned")...)
	return append(out, migrationMutants(agent(reference.AgentAction2), "1")...)
}

// migrationMutants declare a migration and convert wrongly.
func migrationMutants(s scope, from string) []Mutant {
	const source = "migrations that guess"
	id := func(defect string) string { return "policy/migrates-" + from + "/" + defect }
	onMigrated := func(f func(wire.Verdict) wire.Verdict) defect {
		return after(func(_ wire.Request, ans wire.Answer) wire.Answer {
			if v, ok := ans.(wire.Verdict); ok && v.Accepted && v.MigratedFrom != "" {
				return f(v)
			}
			return ans
		})
	}
	changing := func(e edit) defect {
		return onMigrated(func(v wire.Verdict) wire.Verdict {
			o, _ := v.Action.(value.Object)
			v.Action, _ = e(o)
			return v
		})
	}
	inventing := func(next answerer) answerer { return editing(action, defaulting("input", value.Object{}))(next) }
	for _, f := range agentTexts() {
		inner := inventing
		one := f.editing(defaulting(f.name, value.String(f.invented)))
		inventing = func(next answerer) answerer { return one(inner(next)) }
	}
	out := []Mutant{
		s.verdict(id("not-kept"), "declares a migration, and refuses", source, func(answerer) answerer {
			return func(req wire.Request) wire.Answer { return reference.Answer(req, wire.Policies{}) }
		}, reference.AV02),
		s.verdict(id("silent"), "migrates, and does not say so", source,
			onMigrated(func(v wire.Verdict) wire.Verdict { v.MigratedFrom = ""; return v }), reference.AV03),
		s.verdict(id("misstated"), "migrates, and says that it was from another version", source,
			onMigrated(func(v wire.Verdict) wire.Verdict { v.MigratedFrom = "0"; return v }), reference.AV03),
		s.verdict(id("inventive"), "migrates, and fills in what else is missing", source, inventing, reference.AV03),
		s.verdict(id("lenient"), "migrates, and takes an unknown type for a message", source, after(unknownAsMessage), reference.AV03, reference.AP03),
		s.verdict(id("marks"), "migrates, and adds a member that says so", source, changing(putting("migrated", value.Bool(true))), reference.AV03),
		s.verdict(id("unchanged"), "migrates, and leaves the version out", source, changing(dropping("schemaVersion")), reference.AV03),
	}
	for i := range out {
		out[i].Policies = wire.Policies{Migrates: []string{from}}
	}
	return out
}
