package judge

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Judge compares answers with judgements, as strictly as a target's capabilities allow. It is immutable.
type Judge struct {
	compare value.Comparison
	codes   bool
	fields  bool
}

// New makes the judge for a target with the given capabilities.
func New(caps wire.Capabilities) Judge {
	return Judge{
		compare: value.Comparison{Doubles: caps.Numbers != wire.NumbersExact},
		codes:   caps.Errors == wire.ErrorsCodes || caps.Errors == wire.ErrorsFields,
		fields:  caps.Errors == wire.ErrorsFields,
	}
}

// Answer holds one answer against one judgement. It returns nil where the answer is one of the best
// outcomes, and otherwise what is wrong with it, measured against the outcome it comes closest to.
func (j Judge) Answer(want oracle.Judgement, got wire.Answer) *Finding {
	if f := j.closest(want.Legal, got); f != nil {
		f.Level = spec.Must
		return f
	}
	if f := j.closest(want.Preferred, got); f != nil {
		f.Level = spec.Should
		return f
	}
	return nil
}

// closest returns nil where an outcome fits or there is none to fit, else the least grave finding.
func (j Judge) closest(outcomes []oracle.Outcome, got wire.Answer) *Finding {
	var best *Finding
	for _, o := range outcomes {
		f := j.outcome(o, got)
		if f == nil {
			return nil
		}
		if best == nil || rank(f.Aspect) > rank(best.Aspect) {
			best = f
		}
	}
	return best
}

func rank(a Aspect) int {
	switch a {
	case Decision:
		return 0
	case Action, Routing, Relation, Leak, Mutation, Identity, Execution, History, Ending, Envelope, Retryable, Store, Calls, Evidence, Text, Promise:
		return 1
	case Migration, Reads, Overredaction:
		return 2
	case Code:
		return 3
	case Field:
		return 4
	}
	return 0
}

func (j Judge) outcome(o oracle.Outcome, got wire.Answer) *Finding {
	switch got := got.(type) {
	case wire.Verdict:
		return j.verdict(o, got)
	case wire.Routing:
		return routing(o, got)
	case wire.Preview:
		return preview(o, got)
	case wire.Envelope:
		return j.envelope(o, got)
	default: // nothing to do for the others
	}
	return &Finding{Aspect: Decision, Detail: "no verdict"}
}

func (j Judge) verdict(o oracle.Outcome, got wire.Verdict) *Finding {
	switch {
	case o.Accept && !got.Accepted:
		return &Finding{Aspect: Decision, Expected: o.Action, Detail: refusal(got)}
	case !o.Accept && got.Accepted && o.Listing != nil && j.completion(*o.Listing, got.Action) == nil:
		return nil
	case !o.Accept && got.Accepted:
		return &Finding{Aspect: Decision, Got: got.Action}
	case !o.Accept:
		return j.reasons(o.Reasons, got)
	case o.Route != nil:
		return &Finding{Aspect: Routing, Detail: "a verdict without handler"}
	case o.Preview != nil:
		return &Finding{Aspect: Decision, Detail: "a verdict without preview"}
	case o.Assembled != nil:
		return j.assembled(*o.Assembled, got.Action)
	case o.Completion != nil:
		return j.completion(*o.Completion, got.Action)
	}
	if d := j.compare.FirstDifference(o.Action, got.Action); d != nil {
		return difference(*d)
	}
	if o.MigratedFrom != got.MigratedFrom {
		return &Finding{Aspect: Migration, Detail: got.MigratedFrom}
	}
	return nil
}

func refusal(v wire.Verdict) string {
	switch {
	case v.Code == "":
		return ""
	case v.Field == "":
		return v.Code
	}
	return v.Code + " " + v.Field
}

// reasons holds a refusal against the legal reasons, as far as the target claims to give any.
func (j Judge) reasons(legal []oracle.Reason, got wire.Verdict) *Finding {
	if len(legal) == 0 || !j.codes {
		return nil
	}
	codeFits := false
	for _, r := range legal {
		if len(r.Codes) > 0 && !contains(r.Codes, got.Code) {
			continue
		}
		codeFits = true
		if !j.fields || r.AnyField || r.Field == got.Field {
			return nil
		}
	}
	if codeFits {
		return &Finding{Aspect: Field, Detail: got.Field}
	}
	return &Finding{Aspect: Code, Detail: got.Code}
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func routing(o oracle.Outcome, got wire.Routing) *Finding {
	switch {
	case !o.Accept:
		return &Finding{Aspect: Decision, Detail: "routed to " + got.Handler}
	case o.Route == nil:
		return &Finding{Aspect: Decision, Detail: "routed, not judged"}
	case got.Handler != o.Route.Handler:
		return &Finding{Aspect: Routing, Detail: got.Handler}
	case got.Terminal != o.Route.Terminal:
		return &Finding{Aspect: Routing, Detail: got.Terminal}
	}
	return nil
}

// difference turns a place where two actions differ into a finding that says what became of it.
func difference(d value.Difference) *Finding {
	f := &Finding{Aspect: Action, Pointer: d.Pointer, Expected: d.Want, Got: d.Got}
	switch d.Kind {
	case value.DiffMissing:
		f.Change = Lost
	case value.DiffAdded:
		f.Change = Kept
	case value.DiffKind:
		f.Change = Coerced
	case value.DiffChanged, value.DiffTooDeep:
		f.Change = changed(d.Want, d.Got)
	}
	return f
}

func changed(want, got value.Value) Change {
	switch want := want.(type) {
	case value.Number:
		return Rounded
	case value.String:
		s, ok := got.(value.String)
		switch {
		case !ok:
			return Coerced
		case strings.TrimSpace(string(want)) == strings.TrimSpace(string(s)):
			return Trimmed
		case strings.EqualFold(string(want), string(s)):
			return Recased
		case strings.Contains(string(s), "\ufffd"):
			return Replaced
		}
	default:
	}
	return Changed
}
