package wire

import (
	"encoding/base64"
	"unicode/utf8"

	"github.com/actionconform/conform/spec/value"
)

// ShapeError says that a message has the wrong shape. No text of the message stands in it, because
// messages may hold secrets; Member is always a name of the protocol.
type ShapeError struct {
	// Member is the name of the member at fault; "" is the message itself.
	Member string
	// Reason is one fixed English clause: "must be true or false, not a string".
	Reason string
	// Err is the cause where the member is not even a value, else nil.
	Err error
}

// Error implements error.
func (e *ShapeError) Error() string {
	member := e.Member
	if member == "" {
		member = "the message"
	}
	if e.Err != nil {
		return member + " " + e.Reason + ": " + e.Err.Error()
	}
	return member + " " + e.Reason
}

// Unwrap returns the cause.
func (e *ShapeError) Unwrap() error { return e.Err }

// MarshalRequest returns the JSON-RPC method and params of a request. The error is a [*ShapeError]: a
// nil request or value.
func MarshalRequest(req Request) (method string, params []byte, err error) {
	params, err = AppendParams(nil, req)
	if err != nil {
		return "", nil, err
	}
	return string(req.Operation()), params, nil
}

// AppendParams appends the JSON-RPC params of a request.
func AppendParams(dst []byte, req Request) ([]byte, error) {
	switch req := req.(type) {
	case ParseRequest:
		return appendJudged(dst, req.Protocol, req.Value)
	case RouteRequest:
		return appendJudged(dst, req.Protocol, req.Value)
	case PreviewRequest:
		return appendJudged(dst, req.Protocol, req.Value)
	case DecodeRequest:
		dst = appendProtocol(dst, req.Protocol)
		if utf8.Valid(req.Text) {
			dst = append(dst, `,"text":`...)
			dst = value.Append(dst, value.String(req.Text))
			return append(dst, '}'), nil
		}
		dst = append(dst, `,"base64":"`...)
		dst = base64.StdEncoding.AppendEncode(dst, req.Text)
		return append(dst, `"}`...), nil
	case InvokeRequest:
		return appendInvocation(dst, req)
	case ToolCall:
		return appendToolCall(dst, req)
	case Exchange:
		return appendExchange(dst, req), nil
	case AssembleRequest:
		return appendStream(dst, req), nil
	case StepRequest:
		return value.Append(dst, StepParams(req)), nil
	case ChatRequest:
		return appendChat(dst, req), nil
	case nil:
		return dst, &ShapeError{Reason: "is a nil request"}
	}
	return dst, &ShapeError{Reason: "is a request of an unknown operation"}
}

func appendJudged(dst []byte, protocol string, v value.Value) ([]byte, error) {
	if v == nil {
		return dst, &ShapeError{Member: "value", Reason: "is nil"}
	}
	dst = appendProtocol(dst, protocol)
	dst = append(dst, `,"value":`...)
	dst = value.Append(dst, v)
	return append(dst, '}'), nil
}

func appendProtocol(dst []byte, protocol string) []byte {
	dst = append(dst, `{"protocol":`...)
	return appendQuoted(dst, protocol)
}

// UnmarshalRequest decodes the params of an operation. Members it does not know are ignored; the
// error is a [*ShapeError].
func UnmarshalRequest(method string, params []byte) (Request, error) {
	op := Operation(method)
	switch op {
	case OpParse, OpDecode, OpRoute, OpPreview:
	case OpInvoke:
		return invocationOf(params)
	case OpAssemble:
		return streamOf(params)
	case OpStep:
		req, err := UnmarshalStep(params)
		if err != nil {
			return nil, err
		}
		return req, nil
	default:
		return nil, &ShapeError{Member: "method", Reason: "is not an operation of " + Version}
	}
	o, err := readMembers("params", "", params, "protocol", "value", "text", "base64")
	if err != nil {
		return nil, err
	}
	protocol, err := o.text("protocol", true)
	if err != nil {
		return nil, err
	}
	if op == OpDecode {
		text, err := decodedText(&o)
		if err != nil {
			return nil, err
		}
		return DecodeRequest{Protocol: protocol, Text: text}, nil
	}
	v, ok, err := o.value("value")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &ShapeError{Member: "value", Reason: "is missing"}
	}
	switch op {
	case OpRoute:
		return RouteRequest{Protocol: protocol, Value: v}, nil
	case OpPreview:
		return PreviewRequest{Protocol: protocol, Value: v}, nil
	default: // nothing to do for the others
	}
	return ParseRequest{Protocol: protocol, Value: v}, nil
}

func decodedText(o *members) ([]byte, error) {
	if !o.has("base64") {
		text, err := o.text("text", true)
		return []byte(text), err
	}
	if o.has("text") {
		return nil, &ShapeError{Member: "base64", Reason: "must not stand beside text"}
	}
	encoded, err := o.text("base64", true)
	if err != nil {
		return nil, err
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, &ShapeError{Member: "base64", Reason: "is not standard base64 with padding"}
	}
	return text, nil
}
