package spec

// Role is the part a requirement plays in a protocol. A protocol names the requirement of each role it
// has; a role it does not name falls back to its "default" role.
type Role string

// The roles of a tagged protocol and of its text form.
const (
	RoleDefault       Role = "default"
	RoleContainer     Role = "container"     // only a plain object is an action
	RoleDiscriminator Role = "discriminator" // the discriminator is a non-blank string
	RoleLiteral       Role = "literal"       // only the literals of the table, compared exactly
	RoleNames         Role = "names"         // member names are exact; no aliases
	RoleUnknown       Role = "unknown"       // members no row names
	RoleVerbatim      Role = "verbatim"      // text is kept as it is
	RoleAny           Role = "any"           // any value is kept as it is
	RoleOwn           Role = "own"           // an inherited member of kind any is missing
	RoleInherited     Role = "inherited"     // any other inherited member is missing
	RolePrototype     Role = "prototype"     // __proto__ and its like have no power
	RoleBoxed         Role = "boxed"         // a boxed string is not a string
	RoleGetter        Role = "getter"        // a getter is read once
	RoleExotic        Role = "exotic"        // exotic hosts are judged without a crash
	RoleHidden        Role = "hidden"        // non-enumerable own members count
	RolePure          Role = "pure"          // the same input gets the same answer
	RoleRegistry      Role = "registry"      // no tool registry, no tool schema
	RoleUnmutated     Role = "unmutated"     // the input is not changed
	RoleOrder         Role = "order"         // which of two faults is reported
	RoleUnicodeBlank  Role = "unicode_blank" // white space beyond ASCII is blank
	RoleSilent        Role = "silent"        // a refusal never repeats the value
	RoleRoute         Role = "route"         // handler and terminal of every row
	RoleMigration     Role = "migration"     // older versions convert only where declared

	RoleSyntax     Role = "syntax"     // one JSON document and nothing around it
	RoleCutoff     Role = "cutoff"     // a cut-off text is never completed
	RoleRelaxed    Role = "relaxed"    // no relaxed dialect of JSON
	RoleUTF8       Role = "utf8"       // invalid UTF-8 is refused
	RoleDuplicate  Role = "duplicate"  // duplicate names
	RoleDepth      Role = "depth"      // nesting to 64
	RoleDeep       Role = "deep"       // nesting to 512
	RoleDeepest    Role = "deepest"    // nesting beyond: never a crash
	RoleSurrogate  Role = "surrogate"  // lone surrogate escapes
	RoleEscape     Role = "escape"     // escapes are only another spelling
	RoleSize       Role = "size"       // long texts
	RoleEquivalent Role = "equivalent" // spelling, order and white space change nothing
	RoleNumber     Role = "number"     // numbers survive
	RoleTextValue  Role = "text_value" // the value form and the text form agree

	RoleShape        Role = "shape"              // a response has its shape
	RoleIncomplete   Role = "incomplete"         // an incomplete response is refused
	RoleUnknownEnd   Role = "unknown_end"        // null or unknown finish reasons
	RoleConsistent   Role = "consistent"         // reason and calls agree
	RoleLimit        Role = "limit"              // more calls than one response may have
	RoleCallID       Role = "call_id"            // every call has its id
	RoleCallName     Role = "call_name"          // every call has its exact name
	RoleCallUnique   Role = "call_unique"        // ids are unique within the response
	RoleCallType     Role = "call_type"          // unknown call types are refused
	RoleArguments    Role = "arguments"          // arguments are an object
	RoleArgumentText Role = "argument_text"      // the text of arguments is never repaired
	RoleArgumentDup  Role = "argument_duplicate" // duplicate names within arguments
	RoleNoArguments  Role = "no_arguments"       // absent or null arguments
	RoleBlankArgs    Role = "blank_args"         // blank arguments mean no input
	RoleAbsentArgs   Role = "absent_args"        // absent arguments mean no input, where they are optional
	RoleControl      Role = "control"            // the reserved control tool
	RoleFinal        Role = "final"              // a final answer has text
	RoleEmpty        Role = "empty"              // neither text nor calls
	RoleProvenance   Role = "provenance"         // the provider's id is kept as provenance
	RoleEach         Role = "each"               // each call is judged by itself
	RoleBeside       Role = "beside"             // text beside calls
)

// The roles of a runtime that talks to a model: what a conversation must show.
const (
	RoleChatRefused  Role = "chat_refused"  // a call that must be refused is not executed
	RoleChatExact    Role = "chat_exact"    // a call is executed once at most, with its own arguments
	RoleChatRun      Role = "chat_run"      // a good call of a good response is executed
	RoleChatEach     Role = "chat_each"     // a good call beside a bad one is executed
	RoleChatDoubt    Role = "chat_doubt"    // a doubtful call is not executed
	RoleChatUnknown  Role = "chat_unknown"  // a call of a tool nobody offered executes none
	RoleChatClosed   Role = "chat_closed"   // every call of the history has its result
	RoleChatEvidence Role = "chat_evidence" // the result of an execution reaches the model, as its own
	RoleChatFinal    Role = "chat_final"    // the final text is the model's
	RoleChatEnds     Role = "chat_ends"     // the conversation ends
	RoleChatNext     Role = "chat_next"     // the next prompt works
	RoleChatSilent   Role = "chat_silent"   // a conversation does not end without a word
	RoleChatEndless  Role = "chat_endless"  // a model that never stops calling is stopped
	RoleChatSecret   Role = "chat_secret"   // no secret and no stack of a failing tool goes to the model
	RoleChatSystem   Role = "chat_system"   // the instruction stands once in a request
	RoleChatNumber   Role = "chat_number"   // a number no double holds comes through or is refused
)

// Fault names a kind of refusal that belongs to no single field of a state.
type Fault string

// The faults.
const (
	FaultContainer     Fault = "container"
	FaultSyntax        Fault = "syntax"
	FaultDuplicate     Fault = "duplicate"
	FaultDiscriminator Fault = "discriminator"
	FaultLiteral       Fault = "literal"
	FaultUnknown       Fault = "unknown"

	FaultShape      Fault = "shape"
	FaultIncomplete Fault = "incomplete"
	FaultConsistent Fault = "consistent"
	FaultLimit      Fault = "limit"
	FaultCallID     Fault = "call_id"
	FaultCallName   Fault = "call_name"
	FaultCallUnique Fault = "call_unique"
	FaultCallType   Fault = "call_type"
	FaultArguments  Fault = "arguments"
	FaultControl    Fault = "control"
	FaultFinal      Fault = "final"
	FaultEmpty      Fault = "empty"
)

// Rule returns the requirement id of a role: the protocol's own, or its default.
func (p *Protocol) Rule(r Role) string {
	if id, ok := p.Rules[r]; ok {
		return id
	}
	return p.Rules[RoleDefault]
}

// Protocol returns the protocol with the given id.
func (t *Table) Protocol(id string) (*Protocol, bool) {
	for i := range t.Protocols {
		if t.Protocols[i].ID == id {
			return &t.Protocols[i], true
		}
	}
	return nil, false
}

// Requirement returns the requirement with the given id or alias.
func (t *Table) Requirement(id string) (*Requirement, bool) {
	for i := range t.Requirements {
		r := &t.Requirements[i]
		if r.ID == id {
			return r, true
		}
		for _, a := range r.Aliases {
			if a == id {
				return r, true
			}
		}
	}
	return nil, false
}

// ErrorCode returns the error code of the given name.
func (t *Table) ErrorCode(code string) (*ErrorCode, bool) {
	for i := range t.Errors {
		if t.Errors[i].Code == code {
			return &t.Errors[i], true
		}
	}
	return nil, false
}

// State returns the state whose discriminator literal is name.
func (t *Tagged) State(name string) (*State, bool) {
	for i := range t.States {
		if t.States[i].Name == name {
			return &t.States[i], true
		}
	}
	return nil, false
}
