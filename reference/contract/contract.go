// Package contract holds tools that keep their contracts, as small as they can be written.
//
// A tool has four layers, in this order, and each fails with codes of its own:
//
//  1. the arguments, of which nothing is known, become a typed request or INVALID_ARGUMENT;
//  2. who asks: a record that is not there and one the viewer may not know of are the same NOT_FOUND;
//     what the viewer sees but may not do is FORBIDDEN;
//  3. the business rules: a finite set of codes;
//  4. the result is held against the contract like anybody else's data: what breaks it is INTERNAL.
//
// The viewer is given by the host and never read from the arguments. A failure of the store becomes the
// code its kind has, or INTERNAL; its text goes nowhere.
package contract

import (
	"errors"

	"github.com/actionconform/conform/spec/value"
)

// Code is the stable name of a reason for failure. It means the same in every tool.
type Code string

// The codes.
const (
	InvalidArgument Code = "INVALID_ARGUMENT"
	NotFound        Code = "NOT_FOUND"
	Forbidden       Code = "FORBIDDEN"
	Conflict        Code = "CONFLICT"
	RateLimited     Code = "RATE_LIMITED"
	Unavailable     Code = "UNAVAILABLE"
	Internal        Code = "INTERNAL"
)

// Retryable reports whether the same call may succeed later.
func (c Code) Retryable() bool { return c == RateLimited || c == Unavailable }

func (c Code) sentence() string {
	switch c {
	case InvalidArgument:
		return "the arguments do not meet the tool's contract"
	case NotFound:
		return "not found"
	case Forbidden:
		return "not allowed"
	case Conflict:
		return "the state of the record does not allow this"
	case RateLimited:
		return "too many calls; try again later"
	case Unavailable:
		return "not available; try again later"
	case Internal:
	}
	return "the tool failed"
}

// Error is the failure of a tool. It says nothing but its code.
type Error struct{ Code Code }

// Error implements error.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Code.sentence() }

func fail(c Code) error { return &Error{c} }

// Viewer is the identity the host has authenticated: attribute to value.
type Viewer map[string]string

// Tool is a tool that keeps its contract.
type Tool func(Viewer, value.Value, Store) (value.Object, error)

// Tools returns the tools by the ids of their contracts.
func Tools() map[string]Tool {
	return map[string]Tool{"read_ticket/1": ReadTicket, "refund_payment/1": RefundPayment}
}

// Call runs a tool and puts what comes of it in an envelope: {ok:true,data}, or
// {ok:false,error:{code,message,retryable}}. An error that is none of this package's is [Internal].
func Call(t Tool, viewer Viewer, args value.Value, store Store) value.Object {
	data, err := t(viewer, args, store)
	if err == nil {
		return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: data}}
	}
	code := Internal
	var known *Error
	if errors.As(err, &known) {
		code = known.Code
	}
	return value.Object{{Name: "ok", Value: value.Bool(false)}, {Name: "error", Value: value.Object{
		{Name: "code", Value: value.String(code)},
		{Name: "message", Value: value.String(code.sentence())},
		{Name: "retryable", Value: value.Bool(code.Retryable())},
	}}}
}
