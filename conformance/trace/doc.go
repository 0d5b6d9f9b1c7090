// Package trace checks what runtimes recorded: actions, step events and provider responses, one JSON value a
// line, in files of any size.
//
// Each line is judged by itself against the legal-state table, by the same oracle as the answers of a target.
// Over the lines of a run, calls and results are held together: every result has its call, no result comes
// before it, no call is answered twice or left without an answer, ids are not used again. Secrets that were
// recorded are reported by their place and never shown; nothing of a line but names of members ever is.
//
// A line that cannot be read costs that line. Memory does not grow with the input: the ledger of open calls,
// the groups of the statistics and the list of violations have caps, and what was left out is counted.
package trace

import "github.com/actionconform/conform/spec"

// Format is a shape of recorded lines.
type Format string

// The formats. Auto tells them apart line by line.
const (
	Auto            Format = "auto"
	Actions         Format = "action"
	StepEvents      Format = "step-events"
	OpenAIChat      Format = "openai-chat"
	OpenAIResponses Format = "openai-responses"
	Anthropic       Format = "anthropic"
	MCP             Format = "mcp"
)

// Formats returns every format, Auto first.
func Formats() []Format {
	return []Format{Auto, Actions, StepEvents, OpenAIChat, OpenAIResponses, Anthropic, MCP}
}

// The codes of what only a trace can get wrong. Codes of the table stand beside them.
const (
	NotJSON        = "TRACE_NOT_JSON"             // the line is no JSON document
	TooLong        = "TRACE_LINE_TOO_LONG"        // the line is longer than the cap
	UnknownShape   = "TRACE_UNKNOWN_SHAPE"        // the value has none of the shapes
	ResultWithout  = "TRACE_RESULT_WITHOUT_CALL"  // a result nobody asked for
	ResultBefore   = "TRACE_RESULT_BEFORE_CALL"   // a call that comes after its result
	Unanswered     = "TRACE_CALL_UNANSWERED"      // a call without a result at the end of the trace
	AnsweredTwice  = "TRACE_CALL_ANSWERED_TWICE"  // a second result of one call
	IDReused       = "TRACE_CALL_ID_REUSED"       // the id of an earlier call of the run: a replay
	Misattributed  = "TRACE_RESULT_MISATTRIBUTED" // a result that names another tool or another run than its call
	IDMissing      = "TRACE_ID_MISSING"           // a call or a result without an id
	SecretRecorded = "TRACE_SECRET"               // a secret stands in the trace
	Refused        = "REFUSED"                    // what must be refused, and the table has no code for
	CallRefused    = "CALL_REFUSED"               // a call of that kind
	NameMissing    = "TOOL_NAME_EMPTY"            // an event of a step about a call without a tool
)

// Violation is one thing wrong with a trace. It holds nothing of the line but a place.
type Violation struct {
	File string
	Line int64
	// Pointer is the place in the line (RFC 6901). Names that are long or may be secrets stand as *.
	Pointer string
	Code    string
	// Requirement is the one of the table that is broken; "" for the codes of traces.
	Requirement string
	// Level is MUST for what counts, SHOULD for advice.
	Level spec.Level
	// Other is the line of the call or result this one belongs to; 0 where there is none.
	Other int64
}
