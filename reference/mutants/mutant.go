package mutants

import (
	"cmp"
	"context"
	"slices"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec/wire"
)

// Class says by what a mutant can be found.
type Class string

// The classes.
const (
	// Verdict mutants accept or refuse wrongly, accept with another action, or crash.
	Verdict Class = "verdict"
	// Reason mutants refuse what is to be refused, but say why wrongly or say too much. A suite that
	// looks at verdicts only cannot find them.
	Reason Class = "reason"
)

// Mutant is the reference with one seeded defect.
type Mutant struct {
	// ID is stable and unique: what is concerned, then what is wrong with it.
	ID string
	// Title says in one clause what the mutant does.
	Title string
	// Requirements are the rules it breaks, the foremost first.
	Requirements []string
	Class        Class
	// Source is where the defect was found in the wild, or the operator that makes it.
	Source string
	// Protocols and Operations are where the defect can show.
	Protocols  []string
	Operations []wire.Operation
	// Policies are those the mutant declares, for defects that break a declared policy.
	Policies wire.Policies

	defect defect
}

// All returns every mutant, ordered by id. The list is the caller's own.
func All() []Mutant {
	all := slices.Concat(
		agentTextMutants(), agentTypeMutants(), agentInputMutants(), agentResultMutants(), agentStrictMutants(),
		versionMutants(), driftMutants(), hostMutants(), purityMutants(), policyMutants(),
		syntaxMutants(), documentMutants(), limitMutants(), valueMutants(),
		jingweiMutants(), jingweiResponseMutants(),
		nativeCallMutants(), nativeResponseMutants(),
		chatCallMutants(), chatResponseMutants(), itemMutants(), mcpMutants(), streamMutants(),
		routeMutants(), runtimeMutants(), reasonMutants(), orderMutants(), leakMutants(), previewMutants(),
		toolMutants(),
		stepModelMutants(), stepCallMutants(), stepReportMutants(),
	)
	slices.SortFunc(all, func(a, b Mutant) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// ByID returns the mutant with the given id, and whether there is one.
func ByID(id string) (Mutant, bool) {
	all := All()
	i, ok := slices.BinarySearchFunc(all, id, func(m Mutant, id string) int { return cmp.Compare(m.ID, id) })
	if !ok {
		return Mutant{}, false
	}
	return all[i], true
}

// Hello is what the mutant claims as a target: what the reference does, and its own policies.
func (m Mutant) Hello() wire.Hello {
	h := target.Hello()
	h.Name = "mutant:" + m.ID
	h.Capabilities.Policies = m.Policies
	return h
}

// Touches reports whether the mutant may answer req otherwise than the reference does.
func (m Mutant) Touches(req wire.Request) bool {
	return slices.Contains(m.Operations, req.Operation()) && slices.Contains(m.Protocols, protocolOf(req))
}

// New returns a fresh instance of the mutant, under the policies it declares. It may be called by many
// goroutines, and may panic: a crash is one of the defects.
func (m Mutant) New() func(wire.Request) wire.Answer {
	return m.Over(func(req wire.Request) wire.Answer { return target.Answer(context.Background(), req, m.Policies) })
}

// Over is [Mutant.New] over a sound implementation of the caller's choice, such as one that remembers
// what the reference answered under the mutant's policies.
func (m Mutant) Over(sound func(wire.Request) wire.Answer) func(wire.Request) wire.Answer {
	faulty := m.defect(sound)
	return func(req wire.Request) wire.Answer {
		if !m.Touches(req) {
			return sound(req)
		}
		return faulty(req)
	}
}

// Answer is [Mutant.New] in the form an in-process target is made of.
func (m Mutant) Answer() func(context.Context, wire.Request) wire.Answer {
	answer := m.New()
	return func(_ context.Context, req wire.Request) wire.Answer { return answer(req) }
}

// scope is where a family of mutants is at home.
type scope struct {
	protocols  []string
	operations []wire.Operation
}

func (s scope) verdict(id, title, source string, d defect, requirements ...string) Mutant {
	return Mutant{ID: id, Title: title, Source: source, Requirements: requirements, Class: Verdict,
		Protocols: s.protocols, Operations: s.operations, defect: d}
}

func (s scope) reason(id, title, source string, d defect, requirements ...string) Mutant {
	m := s.verdict(id, title, source, d, requirements...)
	m.Class = Reason
	return m
}

// only narrows a scope to some operations.
func (s scope) only(operations ...wire.Operation) scope {
	s.operations = operations
	return s
}

// anyAgent is every version of agent-action.
func anyAgent() scope {
	return scope{[]string{reference.AgentAction1, reference.AgentAction1Versioned, reference.AgentAction2}, gating()}
}

func agent(protocols ...string) scope { return scope{protocols, gating()} }

func jingwei() scope { return scope{[]string{reference.JingweiJSON1}, judging()} }
func native() scope  { return scope{[]string{reference.NativeTool1}, judging()} }
func mcp() scope     { return scope{[]string{reference.MCPCall1}, judging()} }
func chat() scope    { return scope{[]string{reference.OpenAIChat1}, judging()} }

// everywhere is every protocol, for defects of the reading of values and texts.
func everywhere() scope { return scope{reference.Protocols(), judging()} }

// gating are the operations that decide about an action.
func gating() []wire.Operation { return []wire.Operation{wire.OpParse, wire.OpDecode, wire.OpRoute} }

func judging() []wire.Operation { return []wire.Operation{wire.OpParse, wire.OpDecode} }

func protocolOf(req wire.Request) string {
	switch req := req.(type) {
	case wire.ParseRequest:
		return req.Protocol
	case wire.DecodeRequest:
		return req.Protocol
	case wire.RouteRequest:
		return req.Protocol
	case wire.PreviewRequest:
		return req.Protocol
	case wire.AssembleRequest:
		return req.Protocol
	case wire.ChatRequest:
		return req.Protocol
	case wire.InvokeRequest:
		return req.Contract
	case wire.StepRequest:
		return req.Protocol
	default: // nothing to do for the others
	}
	return ""
}
