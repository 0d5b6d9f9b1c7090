package wire

import "github.com/actionconform/conform/spec/value"

// The operations only MCP servers are asked; no adapter of conform/1 claims them.
const (
	OpToolCall Operation = "tools/call" // call a tool by way of an MCP client
	OpExchange Operation = "exchange"   // write bytes below the client
)

// TimedOut is the code of the [Verdict] on a [ToolCall] that got no answer in time, from a server that
// answers others.
const TimedOut = "no answer in time"

type (
	// ToolCall calls a tool of an MCP server. It is answered by a [Verdict]: accepted with the result as
	// action, or refused where the result is an error or there is none.
	ToolCall struct {
		Tool string
		Args value.Value
	}
	// Exchange writes bytes to an MCP server and asks for a sign of life. It is answered by a [Verdict]:
	// accepted with the result the server gave to the id, refused where it gave an error or nothing.
	Exchange struct {
		// Parts are written one after the other, each by a write of its own.
		Parts [][]byte
		// ID is the JSON text of the id whose answer counts; "" where none is expected.
		ID string
		// Fresh asks for a server that was not initialised yet.
		Fresh bool
	}
)

// Operation implements [Request].
func (ToolCall) Operation() Operation { return OpToolCall }
func (Exchange) Operation() Operation { return OpExchange }

func (ToolCall) request() {}
func (Exchange) request() {}

// Tool is a tool as an MCP server lists it.
type Tool struct {
	Name string
	// Input and Output are its JSON Schemas as JSON text; Output is nil where it declares none.
	Input, Output []byte
	// ReadOnly says that the server annotates the tool as one that changes nothing.
	ReadOnly bool
}

func appendToolCall(dst []byte, c ToolCall) ([]byte, error) {
	if c.Args == nil {
		return dst, &ShapeError{Member: "arguments", Reason: "is nil"}
	}
	dst = appendQuoted(append(dst, `{"name":`...), c.Tool)
	dst = value.Append(append(dst, `,"arguments":`...), c.Args)
	return append(dst, '}'), nil
}

func appendExchange(dst []byte, x Exchange) []byte {
	dst = append(dst, `{"parts":[`...)
	for i, p := range x.Parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, string(p))
	}
	return append(dst, `]}`...)
}
