package reference

// Code is the stable name of a reason for refusal. A code means the same in every protocol.
type Code string

// The codes this package refuses with.
const (
	ActionNotObject          Code = "ACTION_NOT_OBJECT"
	ActionTypeInvalid        Code = "ACTION_TYPE_INVALID"
	ActionTypeUnsupported    Code = "ACTION_TYPE_UNSUPPORTED"
	ActionTextInvalid        Code = "ACTION_TEXT_INVALID"
	ActionInputMissing       Code = "ACTION_INPUT_MISSING"
	ActionNotJSON            Code = "ACTION_NOT_JSON"
	ActionDuplicateField     Code = "ACTION_DUPLICATE_FIELD"
	ActionVersionMissing     Code = "ACTION_VERSION_MISSING"
	ActionVersionUnsupported Code = "ACTION_VERSION_UNSUPPORTED"
	ActionInvalid            Code = "ACTION_INVALID"
	TextEmpty                Code = "TEXT_EMPTY"
	ResponseInvalid          Code = "RESPONSE_INVALID"
	ResponseIncomplete       Code = "RESPONSE_INCOMPLETE"
	ResponseEmpty            Code = "RESPONSE_EMPTY"
	FinishReasonInconsistent Code = "FINISH_REASON_INCONSISTENT"
	MultipleActions          Code = "MULTIPLE_ACTIONS"
	CallIDEmpty              Code = "CALL_ID_EMPTY"
	CallIDDuplicate          Code = "CALL_ID_DUPLICATE"
	CallTypeUnsupported      Code = "CALL_TYPE_UNSUPPORTED"
	ToolNameEmpty            Code = "TOOL_NAME_EMPTY"
	ArgumentsNotObject       Code = "ARGUMENTS_NOT_OBJECT"
	ArgumentsNotJSON         Code = "ARGUMENTS_NOT_JSON"
	ArgumentsInvalid         Code = "ARGUMENTS_INVALID"
)

// sentence says what a code means, in fixed words.
func (c Code) sentence() string {
	switch c {
	case ActionNotObject:
		return "the action is not a plain object"
	case ActionTypeInvalid:
		return "the type is missing, not a string, or blank"
	case ActionTypeUnsupported:
		return "the type is not one this protocol has"
	case ActionTextInvalid:
		return "a text field is missing, not a string, or blank"
	case ActionInputMissing:
		return "the input field is missing"
	case ActionNotJSON:
		return "the text is not exactly one JSON document"
	case ActionDuplicateField:
		return "a name occurs twice in one object"
	case ActionVersionMissing:
		return "the protocol version is missing"
	case ActionVersionUnsupported:
		return "the protocol version is not supported"
	case ActionInvalid:
		return "not exactly one legal tagged action"
	case TextEmpty:
		return "the text is blank"
	case ResponseInvalid:
		return "the response does not have its shape"
	case ResponseIncomplete:
		return "the response is incomplete"
	case ResponseEmpty:
		return "the response has neither text nor calls"
	case FinishReasonInconsistent:
		return "the finish reason and the calls disagree"
	case MultipleActions:
		return "the response has more than one call"
	case CallIDEmpty:
		return "a call has no id, or a blank one"
	case CallIDDuplicate:
		return "two calls of one response have the same id"
	case CallTypeUnsupported:
		return "a call has an unknown type"
	case ToolNameEmpty:
		return "a call has no tool name, or a blank one"
	case ArgumentsNotObject:
		return "the arguments are not an object"
	case ArgumentsNotJSON:
		return "the arguments are not one JSON document"
	case ArgumentsInvalid:
		return "the arguments break the tool's contract"
	}
	return "refused"
}

// Error is a refusal. Nothing of the input stands in it but a place: what a model sent may hold a
// secret, and errors end in logs and in the next prompt.
type Error struct {
	Code Code
	// Field is the top-level member at fault, one that the protocol names; "" is the value as a whole.
	Field string
	// Pointer is the place within the value (RFC 6901), as far as the protocol names it.
	Pointer string
	// Offset is the place in the text, as a count of bytes; -1 where there is none.
	Offset int64
	// Requirement is the rule that was broken.
	Requirement string
}

// Error is the code, the field and a fixed sentence.
func (e *Error) Error() string {
	if e.Field == "" {
		return string(e.Code) + ": " + e.Code.sentence()
	}
	return string(e.Code) + " (" + e.Field + "): " + e.Code.sentence()
}

// Is reports whether target is an *Error with the same code that names no other field, so that
// errors.Is(err, &reference.Error{Code: reference.TextEmpty}) asks for a reason.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && t.Code == e.Code && (t.Field == "" || t.Field == e.Field)
}

// refuse is the refusal for a fault in a top-level member, or of the value as a whole.
func refuse(code Code, field, requirement string) *Error {
	e := &Error{Code: code, Field: field, Offset: -1, Requirement: requirement}
	if field != "" {
		e.Pointer = "/" + field
	}
	return e
}

// at makes the place more precise than its top-level member.
func (e *Error) at(pointer string) *Error {
	e.Pointer = pointer
	return e
}
