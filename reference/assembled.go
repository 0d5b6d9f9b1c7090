package reference

import (
	"github.com/actionconform/conform/reference/assemble"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// assembled answers a request to put a streamed response together; nil for a wire that has no streams.
func assembled(req wire.AssembleRequest) wire.Answer {
	var v value.Value
	var err *assemble.Error
	var known bool
	if req.Pieces != nil {
		v, err, known = assemble.Bytes(req.Protocol, req.Pieces)
	} else {
		v, err, known = assemble.Events(req.Protocol, req.Events)
	}
	switch {
	case !known:
		return nil
	case err == nil:
		return wire.Accept(v)
	}
	code := ResponseInvalid
	if err.Incomplete {
		code = ResponseIncomplete
	}
	return verdict(nil, refuse(code, "", err.Requirement), wire.Observed{})
}
