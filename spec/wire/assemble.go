package wire

import (
	"encoding/base64"

	"github.com/actionconform/conform/spec/value"
)

// OpAssemble puts the chunks of a streamed response together. Its answer is a [Verdict] whose action is the
// complete response in the wire's own unchunked shape, which is what parse of the protocol takes.
const OpAssemble Operation = "assemble"

// AssembleRequest asks for the response a stream holds. A stream is given either as its events or as its
// bytes; the other list is nil.
type AssembleRequest struct {
	Protocol string
	// Events are the payloads of the events, in order: what stands after "data:".
	Events []string
	// Pieces are the bytes of the event stream, cut anywhere.
	Pieces [][]byte
}

// Operation implements [Request].
func (AssembleRequest) Operation() Operation { return OpAssemble }

func (AssembleRequest) request() {}

// The values of [Capabilities].Streams.
const (
	StreamEvents = "events"
	StreamBytes  = "bytes"
)

// Reads reports whether a target that assembles takes streams in a form: its events, unless it says
// otherwise.
func (c Capabilities) Reads(form string) bool {
	if len(c.Streams) == 0 {
		return form == StreamEvents
	}
	for _, s := range c.Streams {
		if s == form {
			return true
		}
	}
	return false
}

func appendStream(dst []byte, req AssembleRequest) []byte {
	dst = appendProtocol(dst, req.Protocol)
	if req.Pieces != nil {
		dst = append(dst, `,"base64":[`...)
		for i, piece := range req.Pieces {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, '"')
			dst = base64.StdEncoding.AppendEncode(dst, piece)
			dst = append(dst, '"')
		}
		return append(dst, "]}"...)
	}
	dst = append(dst, `,"events":[`...)
	for i, event := range req.Events {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value.Append(dst, value.String(event))
	}
	return append(dst, "]}"...)
}

// streamOf decodes the params of assemble.
func streamOf(params []byte) (Request, error) {
	o, err := readMembers("params", "", params, "protocol", "events", "base64")
	if err != nil {
		return nil, err
	}
	req := AssembleRequest{}
	if req.Protocol, err = o.text("protocol", true); err != nil {
		return nil, err
	}
	name := "events"
	if o.has("base64") {
		if name = "base64"; o.has("events") {
			return nil, &ShapeError{Member: name, Reason: "must not stand beside events"}
		}
	}
	v, ok, err := o.value(name)
	if err != nil {
		return nil, err
	}
	list, isList := v.(value.Array)
	switch {
	case !ok:
		return nil, &ShapeError{Member: name, Reason: "is missing"}
	case !isList:
		return nil, wrongType(name, "a list of strings", v)
	}
	req.Events = []string{}
	if name == "base64" {
		req.Events, req.Pieces = nil, [][]byte{}
	}
	for _, e := range list {
		s, ok := e.(value.String)
		if !ok {
			return nil, wrongType(name, "a list of strings", e)
		}
		if req.Pieces == nil {
			req.Events = append(req.Events, string(s))
			continue
		}
		piece, err := base64.StdEncoding.DecodeString(string(s))
		if err != nil {
			return nil, &ShapeError{Member: name, Reason: "is not standard base64 with padding"}
		}
		req.Pieces = append(req.Pieces, piece)
	}
	return req, nil
}
