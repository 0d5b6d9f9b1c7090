// Package target is the reference as a target: every gate there is behind one function. Gates build on one
// another, so none of their packages can answer for all of them.
package target

import (
	"context"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/step"
	"github.com/actionconform/conform/spec/wire"
)

// Hello is what the reference claims: everything there is, with no policy declared.
func Hello() wire.Hello {
	h := reference.Hello()
	h.Capabilities.Step = wire.StepCapabilities()
	return h
}

// Answer answers one request under the given policies; nil for one about something the reference does not
// claim.
func Answer(ctx context.Context, req wire.Request, policies wire.Policies) wire.Answer {
	if r, ok := req.(wire.StepRequest); ok {
		return step.Answer(ctx, r, policies)
	}
	return reference.Answer(req, policies)
}
