package oracle

import (
	"slices"

	"github.com/actionconform/conform/spec"
)

// fault is one thing wrong with an input, found in check order.
type fault struct {
	codes []string
	field string
	// anyField leaves the field to the implementation.
	anyField bool
	rule     string
	level    spec.Level
}

func (f fault) reason() Reason {
	return Reason{Codes: f.codes, Field: f.field, AnyField: f.anyField, Rule: f.rule}
}

// ruling collects what was found about one input: its faults, in check order, and the normal forms it
// has when every fault is overlooked that may be.
type ruling struct {
	oracle  *Oracle
	faults  []fault
	actions []Outcome // accepting outcomes
	trace   []string
	// exotic says that the container is an object both outcomes are legal for.
	exotic *fault
	// unordered says that no order of the faults is preferred.
	unordered bool
	// listing is what a refusal may list call by call; nil where it may not.
	listing *Completion
	// open says that the specification leaves this input to the implementation; advised names the
	// requirement that still prefers the actions found, if one does.
	open    bool
	advised string
}

func (r *ruling) evaluate(rule string) {
	if n := len(r.trace); n > 0 && r.trace[n-1] == rule {
		return
	}
	r.trace = append(r.trace, rule)
}

func (r *ruling) fault(rule, field string, codes []string) {
	r.evaluate(rule)
	r.faults = append(r.faults, fault{codes: codes, field: field, rule: rule, level: r.oracle.levels[rule]})
}

// hard reports whether any fault of level MUST was found.
func (r *ruling) hard() bool {
	return slices.ContainsFunc(r.faults, func(f fault) bool { return f.level == spec.Must })
}

// judgement turns what was found into the legal outcomes. A MUST fault refuses; of several, any may be
// reported and the first should be. A SHOULD fault alone makes both legal and refusing preferred.
func (r *ruling) judgement(accepting string, order string) Judgement {
	j := Judgement{Rule: accepting}
	if r.open {
		if r.advised != "" {
			j.Rule, j.PreferredRule, j.Preferred = r.advised, r.advised, r.actions
		}
		j.Trace = r.trace
		return j
	}
	reasons := make([]Reason, 0, len(r.faults)+1)
	for _, f := range r.faults {
		reasons = append(reasons, f.reason())
	}
	if r.exotic != nil {
		reasons = append(reasons, r.exotic.reason())
	}
	refusal := Outcome{Reasons: reasons, Listing: r.listing}
	switch {
	case r.hard():
		j.Legal = []Outcome{refusal}
		first := slices.IndexFunc(r.faults, func(f fault) bool { return f.level == spec.Must })
		j.Rule = r.faults[first].rule
		if len(r.faults) > 1 && r.exotic == nil && !r.unordered {
			j.Preferred = []Outcome{{Reasons: reasons[:1]}}
			j.PreferredRule = order
		}
	case len(r.faults) > 0:
		j.Legal = append(slices.Clone(r.actions), refusal)
		j.Rule = r.faults[0].rule
		if slices.ContainsFunc(r.faults, func(f fault) bool { return f.level == spec.Should }) {
			j.Preferred = []Outcome{refusal}
			j.PreferredRule = r.faults[0].rule
		}
	case r.exotic != nil:
		j.Legal = append(slices.Clone(r.actions), refusal)
		j.Rule = r.exotic.rule
	default:
		j.Legal = r.actions
	}
	if len(r.trace) == 0 || r.trace[len(r.trace)-1] != j.Rule {
		r.trace = append(r.trace, j.Rule)
	}
	j.Trace = r.trace
	return j
}
