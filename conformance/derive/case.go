// Package derive makes the cases of the suite from the legal-state table: every valid and every
// minimal-invalid form of every row, the text forms, pairs of faults and metamorphic relations.
//
// No case is written by hand. An edit that makes sense for one field is applied to every field of every
// state of every protocol of any table, so a table nobody here has seen gets its cases too. The expected
// verdict is the oracle's judgement of the edited input; that the edit broke exactly the rule it was
// meant to break is checked while deriving.
package derive

import (
	"slices"

	secrets "github.com/actionconform/conform/conformance/canary"
	play "github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Kind groups cases by what they are for.
type Kind string

// The kinds of case.
const (
	Valid       Kind = "valid"       // a legal input, to be accepted
	Invalid     Kind = "invalid"     // a legal input with one edit that breaks one rule
	Text        Kind = "text"        // a text that no value could stand for
	Pair        Kind = "pair"        // two faults at once
	Metamorphic Kind = "metamorphic" // several inputs that must get the same answer
	Free        Kind = "free"        // any answer is legal, a crash is not
	Play        Kind = "scenario"    // steps in which the harness plays the collaborators
)

// Relation says what must hold between the answers to the requests of one case.
type Relation string

// The relations.
const (
	// Alone: one request, judged by itself.
	Alone Relation = ""
	// Same: every request gets the same verdict and the same action as the first.
	Same Relation = "same"
	// Again: the request is sent as many times as it stands there; each answer is the first one.
	Again Relation = "again"
	// Stable: the action of the first answer is sent again and comes back unchanged.
	Stable Relation = "stable"
	// Decision: every request gets the same decision, accepted or refused.
	Decision Relation = "decision"
	// Identical: every answer is the first one to the letter, messages included.
	Identical Relation = "identical"
	// Return: the last request is the first one, and gets the same answer.
	Return Relation = "return"
	// Each: the requests are sent one after the other, and each is judged by itself.
	Each Relation = "each"
)

// Case is one input, or several that belong together, with what must come back. Cases are immutable.
type Case struct {
	// ID is stable, unique and readable: protocol/state/field/edit.
	ID          string
	Kind        Kind
	Requirement string
	Level       spec.Level
	Operation   wire.Operation
	Protocol    string
	State       string // "" where the case belongs to no state
	Field       string // "" where the case belongs to no field
	// Edit names the edit ("missing"); Change says it in words.
	Edit   string
	Change spec.Text
	Why    spec.Text
	Needs  []Need
	// Requests is one request, or several bound by Relation.
	Requests []wire.Request
	Relation Relation
	// Migrates are the migrations a target must declare for the case to apply.
	Migrates []string
	// Judgements, where set, are what is legal, one for each request; [Case.Judgement] asks the oracle
	// where they are not.
	Judgements []oracle.Judgement
	oracle     *oracle.Oracle
	// narrow, where set, leaves of a judgement what the case is about.
	narrow func(oracle.Judgement) oracle.Judgement
	// Canary stands in for a secret planted in the input that must not come out in an answer, other than in
	// the action of an accepted input; "" where none is. [Case.Planted] puts a fresh secret of its Form in
	// its place.
	Canary string
	Form   *secrets.Form
	// Exposure says what else a preview must not show, or should go on showing; nil for most cases.
	Exposure *Exposure
	// Verify, where set, says what is wrong with an answer that no outcome describes; "" for nothing.
	Verify func(wire.Answer) string
	// Internals says that the answer is searched for stacks, queries and paths.
	Internals bool
	// Watch says that the case is about what becomes of the input.
	Watch bool
	// Scenario is that of a case of steps, whose Requests stand for its steps and are not judged by
	// themselves; nil for any other case.
	Scenario *play.Scenario
}

// Judgement returns what is legal for a request where a target migrates as the case asks: anything, for a request the
// case does not judge by itself, such as one of a scenario.
func (c *Case) Judgement(request int) oracle.Judgement {
	if request < len(c.Judgements) {
		return c.Judgements[request]
	}
	if c.oracle == nil || c.Scenario != nil || request >= len(c.Requests) {
		return oracle.Judgement{}
	}
	j, err := c.oracle.Judge(c.Requests[request], wire.Policies{Migrates: c.Migrates})
	if err != nil {
		return oracle.Judgement{} // of a request no table has; one that is derived has been judged by then
	}
	if c.narrow != nil {
		j = c.narrow(j)
	}
	return j
}

// Exposure is what to look for in a preview beside a secret.
type Exposure struct {
	// Bare is a member whose value is too common to be searched for, such as true; it should not show.
	Bare *value.Member
	// Harmless should show wherever Control, a plain member beside it, does.
	Control, Harmless *value.Member
}

// Need is a capability a case depends on.
type Need struct {
	// Capability is hostValues, numbers, text, observes, protocols, migrates, chat or step; Value is what must be claimed of it.
	Capability string
	Value      string
}

// Missing returns the first need a target does not claim.
func (c *Case) Missing(caps wire.Capabilities) (Need, bool) {
	for _, n := range c.Needs {
		if !n.met(caps) {
			return n, true
		}
	}
	return Need{}, false
}

func (n Need) met(caps wire.Capabilities) bool {
	switch n.Capability {
	case "hostValues":
		return slices.Contains(caps.HostValues, n.Value)
	case "numbers":
		return caps.Numbers == n.Value
	case "text":
		return caps.Text == n.Value
	case "observes":
		return slices.Contains(caps.Observes, n.Value)
	case "migrates":
		return slices.Contains(caps.Policies.Migrates, n.Value)
	case needStreams:
		return caps.Reads(n.Value)
	case needChat:
		return slices.Contains(caps.Chat, n.Value)
	case "step":
		return slices.Contains(caps.Step, n.Value)
	case "protocols":
		return slices.Contains(caps.Protocols, n.Value)
	}
	return false
}

// needsOf lists what a value asks of a target's language.
func needsOf(v value.Value, out []Need) []Need {
	add := func(n Need) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	switch v := v.(type) {
	case value.Undefined:
		add(Need{"hostValues", "undefined"})
	case value.Host:
		add(Need{"hostValues", v.Name})
		for _, m := range v.Args {
			out = needsOf(m.Value, out)
		}
	case value.Number:
		if !v.SurvivesDouble() && !value.Equal(v, value.Number("0")) { // -0 equals 0 when judged
			add(Need{"numbers", wire.NumbersExact})
		}
	case value.Array:
		for _, e := range v {
			out = needsOf(e, out)
		}
	case value.Object:
		for _, m := range v {
			out = needsOf(m.Value, out)
		}
	case value.Null, value.Bool, value.String:
	}
	return out
}

// Needs lists what a request asks of a target's language.
func Needs(req wire.Request) []Need { return requestNeeds(req) }
