package value

import (
	"strconv"
	"strings"
)

// ErrorCode is the stable name of what is wrong with a text or a value.
type ErrorCode string

// The codes of an [Error].
const (
	// CodeSyntax: the text is not JSON by RFC 8259.
	CodeSyntax ErrorCode = "syntax"
	// CodeTooDeep: the nesting is deeper than the limit, which is [MaxDepth] unless set lower.
	CodeTooDeep ErrorCode = "too_deep"
	// CodeInvalidUTF8: the text holds bytes that are not UTF-8.
	CodeInvalidUTF8 ErrorCode = "invalid_utf8"
	// CodeTrailingData: something other than white space follows the one document.
	CodeTrailingData ErrorCode = "trailing_data"
	// CodeUnknownTag: an encoded object has a name that begins with "$" and is no tag.
	CodeUnknownTag ErrorCode = "unknown_tag"
	// CodeBadTag: a tag is used in another form than the encoding gives it.
	CodeBadTag ErrorCode = "bad_tag"
	// CodeNotRepresentable: the value has no JSON text, or is not a value at all.
	CodeNotRepresentable ErrorCode = "not_representable"
)

// Error says what is wrong, and where. It is the only error type this package returns.
//
// No text of the offending value ever stands in it, because values may hold secrets and errors end
// in logs. The one exception is the names of members, which are in Pointer.
type Error struct {
	Code ErrorCode
	// Pointer is the RFC 6901 pointer to the place in the text or, for errors about a value, in the
	// value. For an encoded text it points into the encoding: "/a/$object/0/1". Empty is the root.
	Pointer string
	// Offset is the place as a count of bytes from the start of the text; -1 if there is no text or
	// the place is not known.
	Offset int64
	// Reason is one fixed English sentence without its full stop.
	Reason string
}

// maxShownPointer bounds how much of a pointer an error text repeats.
const maxShownPointer = 200

// Error renders the code, the place and the reason on one line of printable characters.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	if e.Offset >= 0 {
		b.WriteString(" at byte ")
		b.WriteString(strconv.FormatInt(e.Offset, 10))
	}
	if e.Pointer != "" {
		b.WriteString(" at ")
		b.WriteString(ShowText(e.Pointer, maxShownPointer))
	}
	if e.Reason != "" {
		b.WriteString(": ")
		b.WriteString(e.Reason)
	}
	return b.String()
}

// Is reports whether target is an *Error with the same code, so that errors.Is(err,
// &value.Error{Code: value.CodeTooDeep}) asks for a kind of error whatever its place.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && t.Code == e.Code && t.Pointer == "" && t.Reason == "" && t.Offset <= 0
}

// trail collects the steps from a faulty place up to the root while a recursion unwinds, so that the
// path that goes well pays nothing for pointers.
type trail struct {
	err   Error
	steps []string // innermost first, not escaped
}

// fault starts a trail at the faulty place.
func fault(code ErrorCode, offset int64, reason string) *trail {
	return &trail{err: Error{Code: code, Offset: offset, Reason: reason}}
}

// in records that the faulty place lies in the member or element called step.
func (t *trail) in(step string) *trail {
	t.steps = append(t.steps, step)
	return t
}

// at is in for an element of an array.
func (t *trail) at(index int) *trail { return t.in(strconv.Itoa(index)) }

// done is the finished error; a nil trail is no error.
func (t *trail) done() error {
	if t == nil {
		return nil
	}
	t.err.Pointer = pointer(t.steps)
	return &t.err
}

// pointer joins steps, innermost first, to an RFC 6901 pointer.
func pointer(steps []string) string {
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(escapeStep(steps[i]))
	}
	return b.String()
}

// escapeStep writes "~" and "/" as RFC 6901 section 3 wants them.
func escapeStep(step string) string {
	if !strings.ContainsAny(step, "~/") {
		return step
	}
	return strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
}
