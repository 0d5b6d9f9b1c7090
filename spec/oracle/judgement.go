// Package oracle is the interpreter of the legal-state table. It judges any request against any
// protocol of any table and says which answers are legal, which requirement decides, and by which
// requirements it got there.
//
// It knows nothing of the reference and the reference knows nothing of it: the two are independent
// implementations of the same rules, and fuzzing holds one against the other.
package oracle

import (
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// Outcome is one legal way to answer. An accepting outcome has an action; a refusing one has reasons.
type Outcome struct {
	Accept bool
	// Action is the normalised action that must come back, compared by [value.Equal].
	Action value.Value
	// Completion, where set, replaces Action for responses with several calls.
	Completion *Completion
	// Assembled, where set, replaces Action for a response put together from a stream.
	Assembled *Assembled
	// MigratedFrom must be reported with the action; "" where nothing was migrated.
	MigratedFrom string
	// Reasons are the legal codes and fields of a refusal; none leaves them to the implementation.
	Reasons []Reason
	// Listing, where set in a refusing outcome, is how an answer may say the same call by call: accepted,
	// with no call and every one of these listed as refused.
	Listing *Completion
	// Route is the legal answer to route; nil for any other operation.
	Route *Route
	// Preview is what a legal answer to preview shows; nil for any other operation.
	Preview *Preview
	// Tool, where set, says that the outcome is the envelope of a tool call.
	Tool *Tool
}

// Reason is one code and field that is legal for a refusal.
type Reason struct {
	// Codes are interchangeable, the precise one first; none leaves the code to the implementation.
	Codes []string
	// Field is the member at fault, "" for the value as a whole; AnyField leaves it open.
	Field    string
	AnyField bool
	// Rule is the requirement id.
	Rule string
}

// Route is where a legal action goes.
type Route struct{ Handler, Terminal string }

// Preview is what the preview of a legal action must show; what it must not show is the business of those
// who planted a secret.
type Preview struct {
	// Identity are the members that tell the action apart, as they are in the action: the discriminator
	// first.
	Identity value.Object
}

// Completion is an accepted response with any number of calls, each judged by itself.
type Completion struct {
	Content value.Value // a string, or Null where there is no text
	Calls   []Call
}

// Call is the legal treatment of one call of a response.
type Call struct {
	// Index is the place of the call in the list it stands in, by which a refused one may be listed.
	Index     int
	ID        string
	AnyID     bool // the wire gave none: any non-blank id is legal
	Name      string
	Arguments value.Value
	Treatment Treatment
}

// Treatment says what may become of one call.
type Treatment string

// The treatments.
const (
	Run    Treatment = "run"    // must come through
	Refuse Treatment = "refuse" // must be refused
	Either Treatment = "either" // may be either
)

// Judgement is the oracle's answer to a request.
type Judgement struct {
	// Legal are the outcomes a target must choose from (MUST); empty means any answer is legal and only
	// a crash is not.
	Legal []Outcome
	// Preferred, where not empty, is the narrower choice a target should make (SHOULD).
	Preferred []Outcome
	// Rule is the requirement that decides, and PreferredRule the one that asks for the narrower choice.
	Rule          string
	PreferredRule string
	// Trace are the requirements evaluated, in order, the deciding one last.
	Trace []string
}

// Open reports whether any answer is legal.
func (j Judgement) Open() bool { return len(j.Legal) == 0 }

// Accepts reports whether every legal outcome accepts, Rejects whether every one refuses.
func (j Judgement) Accepts() bool { return len(j.Legal) > 0 && all(j.Legal, true) }

// Rejects reports whether every legal outcome refuses.
func (j Judgement) Rejects() bool { return len(j.Legal) > 0 && all(j.Legal, false) }

// Best are the outcomes to aim for: the preferred ones where there are any.
func (j Judgement) Best() []Outcome {
	if len(j.Preferred) > 0 {
		return j.Preferred
	}
	return j.Legal
}

func all(outcomes []Outcome, accept bool) bool {
	for _, o := range outcomes {
		if o.Accept != accept {
			return false
		}
	}
	return true
}

// Oracle judges requests against one table. It is immutable and safe for concurrent use.
type Oracle struct {
	table  *spec.Table
	levels map[string]spec.Level
}

// New makes the oracle of a table.
func New(t *spec.Table) *Oracle {
	levels := make(map[string]spec.Level, len(t.Requirements))
	for _, r := range t.Requirements {
		levels[r.ID] = r.Level
	}
	return &Oracle{table: t, levels: levels}
}
