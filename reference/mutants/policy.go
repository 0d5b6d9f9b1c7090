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
	versioned := agent(reference.AgentAction1Versioned)
	migrates := wire.Policies{Migrates: []string{"unversioned"}}
	without := func(p wire.Policies) defect { // behaves as if it had declared something else
		return func(answerer) answerer {
			return func(req wire.Request) wire.Answer { return reference.Answer(req, p) }
		}
	}
	return []Mutant{
		declare(anyAgent().verdict("policy/trims/not-kept", "declares that it trims, and does not", source,
			without(wire.Policies{}), reference.AP10), wire.Policies{Trims: []string{"callId", "tool"}}),
		declare(anyAgent().verdict("policy/trims/too-much", "declares that it trims callId, and trims the tool too", source,
			without(wire.Policies{Trims: []string{"callId", "tool"}}), reference.AP10), wire.Policies{Trims: []string{"callId"}}),
		declare(anyAgent().verdict("policy/unknown_fields/not-kept", "declares that it refuses unknown members, and drops them", source,
			without(wire.Policies{}), reference.AP09), wire.Policies{UnknownFields: "reject"}),
		declare(versioned.verdict("policy/migrates/not-kept", "declares a migration, and refuses", source,
			without(wire.Policies{}), reference.AV02), migrates),
		declare(versioned.verdict("policy/migrates/silent", "migrates, and does not say so", source,
			after(func(_ wire.Request, ans wire.Answer) wire.Answer {
				v, ok := ans.(wire.Verdict)
				if ok {
					v.MigratedFrom = ""
					return v
				}
				return ans
			}), reference.AV03), migrates),
		declare(versioned.verdict("policy/migrates/inventive", "migrates, and fills in what else is missing", source,
			editing(action, both(defaulting("callId", value.String("migrated-1")), defaulting("content", value.String("(migrated)")))), reference.AV03), migrates),
		declare(versioned.verdict("policy/migrates/marks", "migrates, and adds a member that says so", source,
			after(func(_ wire.Request, ans wire.Answer) wire.Answer {
				v, ok := ans.(wire.Verdict)
				o, isObject := v.Action.(value.Object)
				if ok && isObject && v.MigratedFrom != "" {
					v.Action = o.With("migrated", value.Bool(true))
					return v
				}
				return ans
			}), reference.AV03), migrates),
		declare(native().verdict("policy/ask_user_tool/not-kept", "declares a control tool, and knows only the usual one", source,
			without(wire.Policies{}), reference.NT08), wire.Policies{AskUserTool: "ask_the_user"}),
		declare(chat().verdict("policy/empty_arguments/not-kept", "declares that it refuses blank arguments, and does not", source,
			without(wire.Policies{}), reference.OC09), wire.Policies{EmptyArguments: "refuse"}),
	}
}
