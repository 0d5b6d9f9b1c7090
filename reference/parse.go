package reference

import (
	"errors"

	"github.com/actionconform/conform/spec/value"
)

// The protocols of this package.
const (
	AgentAction1          = "agent-action/1"
	AgentAction1Versioned = "agent-action/1+version"
	AgentAction2          = "agent-action/2"
	JingweiJSON1          = "jingwei-json/1"
	NativeTool1           = "native-tool/1"
	OpenAIChat1           = "openai-chat/1"
	OpenAIResponses1      = "openai-responses/1"
	AnthropicMessages1    = "anthropic-messages/1"
	MCPCall1              = "mcp-call/1"
)

// Protocols returns the ids of the protocols of this package, in the order of the specification.
func Protocols() []string {
	return []string{AgentAction1, AgentAction1Versioned, AgentAction2, JingweiJSON1, NativeTool1,
		OpenAIChat1, OpenAIResponses1, AnthropicMessages1, MCPCall1}
}

// ErrUnknownProtocol is the error for a protocol that is none of [Protocols]. It is no refusal: nothing
// has been judged.
var ErrUnknownProtocol = errors.New("reference: unknown protocol")

// Parse judges a host value. For agent-action that is the action itself, for the other protocols the
// model's complete response. The error is an [*Error] or [ErrUnknownProtocol].
//
// Parse keeps nothing and changes nothing; the parts of the value that the protocol lets through
// unexamined, such as the input of a tool call, are in the action as they are.
func Parse(protocol string, v value.Value, opts Options) (Action, error) {
	p := parser{protocol: protocol, opts: opts}
	return p.parse(v)
}

// Decode judges a text: one JSON document by RFC 8259 and nothing around it, in which no name occurs
// twice in one object. What it holds is then judged as by [Parse], except that in jingwei-json/1 the
// text is the content of the response alone.
func Decode(protocol string, text []byte, opts Options) (Action, error) {
	p := parser{protocol: protocol, opts: opts}
	return p.decode(text)
}

// parser is one judgement.
type parser struct {
	protocol string
	opts     Options
	// getterReads is how often one getter of the input was read at the most.
	getterReads int
}

// observe notes what reading an object did. It is deferred, to run after the reading.
func (p *parser) observe(o *object) { p.getterReads = max(p.getterReads, o.reads) }

func (p *parser) parse(v value.Value) (Action, error) {
	switch p.protocol {
	case AgentAction1:
		return done(p.agentAction(v, 0))
	case AgentAction1Versioned:
		return done(p.agentAction(v, 1))
	case AgentAction2:
		return done(p.agentAction(v, 2))
	case JingweiJSON1:
		return done(p.jingweiResponse(v))
	case NativeTool1:
		return done(p.native(v))
	case OpenAIChat1:
		return done(p.chat(v))
	case OpenAIResponses1:
		return done(p.responses(v))
	case AnthropicMessages1:
		return done(p.messages(v))
	case MCPCall1:
		return done(p.mcpCall(v))
	}
	return nil, ErrUnknownProtocol
}

func (p *parser) decode(text []byte) (Action, error) {
	if p.protocol == JingweiJSON1 {
		return done(p.jingweiText(text))
	}
	v, err := p.document(text)
	if err != nil {
		return nil, err
	}
	return p.parse(v)
}

// done makes a result of the two interfaces, neither of which may hold a typed nil.
func done[A Action](a A, err *Error) (Action, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}
