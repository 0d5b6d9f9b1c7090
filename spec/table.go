// Package spec holds the legal-state table: protocols, states, requirements and error codes, with the
// strict loader that reads them from YAML.
//
// The table is the single source of the suite. Cases, the oracle, vectors and generators are derived
// from it, for the built-in table and for any table a user brings.
package spec

import "github.com/actionconform/conform/spec/value"

// Table is a loaded legal-state table. It is immutable after [Load] and safe to share.
type Table struct {
	Version      int
	Requirements []Requirement // in the order of the file
	Errors       []ErrorCode   // in the order of the file
	Protocols    []Protocol    // in the order of the file
	Contracts    []Contract    // in the order of the file
	// MCP maps the roles of an MCP server to requirements; nil where the table holds none to anything.
	MCP   map[Role]string
	Steps *Steps // nil where the table has none
	// Redaction says what a preview must not show; nil where the table does not speak of it.
	Redaction *Redaction
}

// Protocol is one wire shape of actions.
type Protocol struct {
	ID         string
	Title      Text
	Operations []string // parse, decode, route, preview
	// Rules maps each role a requirement plays to the requirement; [Protocol.Rule] reads it.
	Rules map[Role]string
	// Codes maps each fault that belongs to no single field to the codes that are legal for it, the
	// precise one first. A fault without codes leaves the choice of code to the implementation.
	Codes map[Fault][]string
	// Policies are the choices a target may declare for this protocol.
	Policies []string
	// Tagged describes actions that are objects told apart by a discriminator.
	Tagged *Tagged
	// Response describes complete model responses; with Tagged too, the response's content holds the
	// text of the tagged object.
	Response *Response
	// Future are literals that look plausible for a later version and must be refused today.
	Future []string
	Pos    Position
}

// Tagged is the shape of a tagged object: a discriminator, and one state for each of its literals.
type Tagged struct {
	Discriminator string
	Unknown       UnknownFields
	// Header are the fields every state has, judged before the discriminator (a version, say).
	Header []Field
	// States are the rows of the table in the order of the file.
	States []State
	// Migrations are the older shapes a target may declare to convert.
	Migrations []Migration
}

// UnknownFields says what happens to a member no row names.
type UnknownFields string

// The treatments of unknown fields.
const (
	Drop   UnknownFields = "drop"   // accepted, and gone from the result
	Reject UnknownFields = "reject" // the object is refused
)

// State is one legal state: a literal of the discriminator and the fields that go with it.
type State struct {
	Name     string
	Title    Text
	Fields   []Field      // in the order they are judged
	Forbids  []string     // fields of other states that must never get through
	Handler  string       // conversation, tool_pipeline, completion_gate, approval_gate, user
	Terminal string       // none, proposal
	Rule     string       // requirement id
	Example  value.Object // complete: the discriminator, the header and every required field
	Pos      Position
}

// Field is one member of a state.
type Field struct {
	Name     string
	Kind     FieldKind
	Optional bool
	// Literal is the only value a field of kind literal may hold; Values those of kind enum.
	Literal value.Value
	Values  []string
	// Missing and Invalid are the codes for an absent member and for a wrong one.
	// Blank are those of a text that is a blank string; the loader fills them with Invalid where the
	// table says nothing.
	Missing []string
	Invalid []string
	Blank   []string
	// Rule is the requirement id. MissingRule, where set, is that of an absent member.
	Rule        string
	MissingRule string
	// Identity marks a field that a preview keeps as it is, as it keeps the discriminator.
	Identity bool
	// Aliases are near-miss names people send or accept instead.
	Aliases []string
	Pos     Position
}

// FieldKind says which values a field may hold.
type FieldKind string

// The kinds of field.
const (
	FieldText    FieldKind = "text"    // a string with a non-blank character, kept verbatim
	FieldString  FieldKind = "string"  // any string
	FieldAny     FieldKind = "any"     // any value, undefined included; the member must be own
	FieldBool    FieldKind = "bool"    // true or false
	FieldInteger FieldKind = "integer" // a number without a fraction
	FieldNumber  FieldKind = "number"  // a finite number
	FieldObject  FieldKind = "object"  // a plain object
	FieldArray   FieldKind = "array"   // an array
	FieldLiteral FieldKind = "literal" // exactly one value
	FieldEnum    FieldKind = "enum"    // one of several strings
)

// Migration is an older shape a target may declare with the policy migrates.
type Migration struct {
	// Name is the policy's word: "unversioned", or the old version.
	Name string
	// From is the header value the old shape carries; nil where it has no header field.
	From value.Value
	// States are the states the older version had; none says that it had them all. Whether another state
	// may be converted is left open.
	States []string
}

// Response is the shape of a complete model response. Members are named by paths with slashes.
type Response struct {
	// Content is where the text is; "" where Items says so, or where there is none.
	Content string
	// Items, where set, says how text and calls stand together in one list.
	Items *Items
	Calls Calls
	// Finish is empty for a single call, which has no finish reason.
	Finish     Finish
	Stream     Stream       // how the response is streamed; "" where it is not
	Incomplete string       // member listing incomplete call fragments; "" where the wire has none
	Control    *Control     // the reserved tool that asks the user
	Example    value.Object // a response with one call; absent where the content is tagged
	Final      value.Object // a response with text only; absent where the content is tagged
	Pos        Position
}

// Items is a list of typed items, some of which are calls and some of which hold text. Items of any other
// type are neither.
type Items struct {
	At   string // the list
	Type string // member holding the type of an item
	Call string // the type of a call
	Text string // the type of an item with text
	// TextAt is the text of an item; with Parts, Parts says where the text is.
	TextAt string
	Parts  *Parts
}

// Parts is the list of typed parts inside an item with text.
type Parts struct{ At, Type, Text, TextAt string }

// Single reports whether a response is one call and nothing else: no list, no text, no finish reason.
func (r *Response) Single() bool { return r.Calls.At == "" }

// Calls says where the tool calls of a response are and what each of them holds.
type Calls struct {
	// At is the list; with items it is theirs. "" says that the response is the call itself.
	At string
	// ID is "" for a single call without an id.
	ID        string
	Name      string
	Arguments string
	Type      string // member holding the call's type; "" where the wire has none
	TypeValue string
	Encoding  Encoding
	Limit     CallLimit
	Unique    bool // ids are unique within a response
	Optional  bool // arguments that are absent are an empty object
}

// CallLimit is how many calls one response may have.
type CallLimit string

// The limits.
const (
	NoCalls   CallLimit = "none" // calls are refused
	OneCall   CallLimit = "one"
	ManyCalls CallLimit = "many"
)

// Encoding is how the arguments of a call are written.
type Encoding string

// The encodings of arguments.
const (
	EncodingObject Encoding = "object"      // an object
	EncodingText   Encoding = "json-string" // a string holding the JSON text of an object
)

// Finish says where the finish reason is and what its values mean.
type Finish struct {
	At         string
	Final      []string // complete, without calls
	Calls      []string // complete, with calls
	Incomplete []string // cut off or filtered
	// Strict refuses a reason that disagrees with the presence of calls.
	Strict bool
}

// Control is a reserved tool name that is not a tool: it asks the user a question.
type Control struct {
	Name  string
	Field string
}

// Text is one sentence in the languages of the project.
type Text struct{ EN, ZH string }

// In returns the text in a language ("en" or "zh"), English where there is no other.
func (t Text) In(lang string) string {
	if lang == "zh" && t.ZH != "" {
		return t.ZH
	}
	return t.EN
}

// Position is a place in a table file, 1-based.
type Position struct{ Line, Column int }

// Level is the strength of a requirement, as in RFC 2119.
type Level string

// The levels.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
	May    Level = "MAY"
)

// Requirement is one numbered sentence of the specification.
type Requirement struct {
	ID          string
	Level       Level
	Class       string // conformance class the requirement belongs to
	Text        Text   // the sentence
	Consequence Text   // what is likely to happen where it is broken
	Source      string // where the sentence comes from
	Aliases     []string
	Pos         Position
}

// ErrorCode is one stable code of a refusal.
type ErrorCode struct {
	Code      string
	Layer     string // protocol, tool_input, permission, execution
	Retryable bool   // a diagnostic, never a licence to retry
	Message   Text
	Advice    Text // what the caller should do
	Pos       Position
}
