package wire

import "github.com/actionconform/conform/spec/value"

// Request is one thing a target is asked. The set of implementations is closed, one per operation.
//
//sumtype:decl
type Request interface {
	// Operation is the JSON-RPC method of the request.
	Operation() Operation
	request()
}

type (
	// ParseRequest asks for the verdict on a host value.
	ParseRequest struct {
		Protocol string
		Value    value.Value
	}
	// DecodeRequest asks for the verdict on a text, given as the bytes a model sent.
	DecodeRequest struct {
		Protocol string
		Text     []byte
	}
	// RouteRequest asks who handles a legal action and whether it may end the run.
	RouteRequest struct {
		Protocol string
		Value    value.Value
	}
	// PreviewRequest asks for a summary of a value that is fit for a log.
	PreviewRequest struct {
		Protocol string
		Value    value.Value
	}
)

// Operation implements [Request].
func (ParseRequest) Operation() Operation  { return OpParse }
func (DecodeRequest) Operation() Operation { return OpDecode }
func (RouteRequest) Operation() Operation  { return OpRoute }

// Operation implements [Request].
func (PreviewRequest) Operation() Operation { return OpPreview }

func (ParseRequest) request()  {}
func (DecodeRequest) request() {}
func (RouteRequest) request()  {}

func (PreviewRequest) request() {}

// Answer is what a target says to a request. The set of implementations is closed.
//
//sumtype:decl
type Answer interface{ answer() }

type (
	// Verdict answers parse and decode: accepted with the normalised action, or refused with a reason.
	Verdict struct {
		Accepted bool
		// Action is the normalised action of an accepted input; nil where refused.
		Action value.Value
		// MigratedFrom is the version the input had, where a migration policy accepted it.
		MigratedFrom string
		// Code, Field and Message say why it was refused.
		Code    string
		Field   string
		Message string
		// Pointer (RFC 6901) and Offset (bytes, -1 unknown) are shown, never judged.
		Pointer  string
		Offset   int64
		Observed Observed
	}
	// Routing answers route for a legal action; an illegal one is answered with a refusing [Verdict].
	Routing struct {
		Handler  string
		Terminal string
	}
	// Preview answers preview for a legal action; an illegal one is answered with a refusing [Verdict].
	Preview struct {
		// Value is the summary: any value, an object with the identity of the action or a line of text.
		Value    value.Value
		Observed Observed
	}
)

func (Verdict) answer() {}
func (Routing) answer() {}
func (Preview) answer() {}

// Observed is what only the target's side can see.
type Observed struct {
	// Mutated says that the input was changed while it was judged.
	Mutated bool `json:"mutated,omitempty"`
	// GetterReads is the largest number of times one getter of the input was read.
	GetterReads int `json:"getterReads,omitempty"`
	// StoreChanged says that the store of an invocation is not what it was before.
	StoreChanged bool `json:"storeChanged,omitempty"`
}

// Accept is the verdict that accepts an input as the given action.
func Accept(action value.Value) Verdict { return Verdict{Accepted: true, Action: action, Offset: -1} }

// Reject is the verdict that refuses an input with a code and the field at fault ("" for the whole).
func Reject(code, field string) Verdict { return Verdict{Code: code, Field: field, Offset: -1} }
