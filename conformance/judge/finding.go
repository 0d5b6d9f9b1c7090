// Package judge holds an answer against the oracle's judgement and says what differs, in the terms a
// person looks for: accepted instead of refused, a field invented, a text trimmed, another code.
package judge

import (
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// Aspect is what an answer got wrong.
type Aspect string

// The aspects, from the gravest to the finest.
const (
	Decision  Aspect = "decision"  // accepted instead of refused, or the other way round
	Action    Aspect = "action"    // accepted, but not as this action
	Routing   Aspect = "routing"   // another handler or terminal
	Migration Aspect = "migration" // the version migrated from is missing or wrong
	Code      Aspect = "code"      // refused for another reason
	Field     Aspect = "field"     // refused, but another field is blamed
	Relation  Aspect = "relation"  // two answers that must agree do not
	Leak      Aspect = "leak"      // a secret shows where none may
	Mutation  Aspect = "mutation"  // the input was changed
	Reads     Aspect = "reads"     // a getter was read more than once

	Identity      Aspect = "identity"       // a preview, a step or a call says of another thing that it is its own
	Overredaction Aspect = "over-redaction" // a preview hides what is harmless
	Execution     Aspect = "execution"      // a tool was executed that must not be, or the other way round
	History       Aspect = "history"        // the messages of a request do not fit together
	Ending        Aspect = "ending"         // the conversation ended otherwise
	Promise       Aspect = "promise"        // it does not keep what it declares
	Envelope      Aspect = "envelope"       // not the envelope a tool answers with
	Retryable     Aspect = "retryable"      // the code may not be retried, or may
	Store         Aspect = "store"          // a refused call left a trace, or a successful one none

	Calls    Aspect = "calls"    // a collaborator was asked out of turn, or was not
	Evidence Aspect = "evidence" // the account of the call is missing or wrong
	Text     Aspect = "text"     // another answer or question than the model's
)

// Reason reports whether the aspect is about why, not about what: such findings count only where a
// target claims codes.
func (a Aspect) Reason() bool { return a == Code || a == Field }

// Finding is one thing an answer got wrong.
type Finding struct {
	Aspect Aspect
	// Level is MUST where no legal outcome fits, SHOULD where only the preferred ones do not.
	Level spec.Level
	// Pointer is the first differing place in the action (RFC 6901), where there is one.
	Pointer string
	// Change says in one word what became of that place.
	Change Change
	// Expected and Got are the two values at that place, where there are any.
	Expected, Got value.Value
	// Detail is a short text for aspects without a place, such as the code that was answered.
	Detail string
	// Requirement is the id of the requirement broken where it is not the case's own: what is watched in
	// every case, such as that the input stays unchanged. "" is the case's requirement.
	Requirement string
	// Request is the index of the request of the case the finding is about.
	Request int
	// Step says that the finding is about a step, which Detail puts into a sentence.
	Step bool
}

// Change says what became of a member.
type Change string

// The changes.
const (
	NoChange Change = ""
	Invented Change = "invented" // it was not in the input
	Lost     Change = "lost"     // it was in the input and is gone
	Kept     Change = "kept"     // it should have been dropped
	Trimmed  Change = "trimmed"  // surrounding blanks are gone
	Coerced  Change = "coerced"  // it has another kind
	Replaced Change = "replaced" // characters were replaced by U+FFFD
	Recased  Change = "recased"  // only upper and lower case differ
	Rounded  Change = "rounded"  // the number is another one
	Changed  Change = "changed"  // anything else

	// What became of a call, a result or a conversation.
	Anyway      Change = "executed"     // executed although it must not be
	Twice       Change = "twice"        // executed once more
	Otherwise   Change = "otherwise"    // executed with other arguments
	NotExecuted Change = "not-executed" // not executed although it is legal
	NoResult    Change = "no-result"    // a call in the history has no result
	TwoResults  Change = "two-results"  // it has more than one
	Orphan      Change = "orphan"       // a result has no call
	BlankID     Change = "blank-id"     // a call in the history has no id
	LostResult  Change = "lost-result"  // the result of an execution never reached the model
	WrongCall   Change = "wrong-call"   // it reached the model as the answer to another call
	AsSystem    Change = "as-system"    // it reached the model as an instruction
	Endless     Change = "endless"      // the requests were used up
	NoEnd       Change = "no-end"       // no end in time
	Died        Change = "died"         // the process ended
	NoFinal     Change = "no-final"     // an error in the place of the answer
	OtherFinal  Change = "other-final"  // another text in the place of the answer
	Silent      Change = "silent"       // neither a text nor an error
	Disclosed   Change = "disclosed"    // a secret or a stack went to the model
	TwiceSaid   Change = "twice-said"   // the instruction stands twice
)
