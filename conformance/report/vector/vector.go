// Package vector writes cases as JSON, for people who do not use the harness and for reports.
//
// A vector says everything a case says: what is asked (the JSON-RPC method and params of
// spec/adapter-protocol.md), which answers are legal, which requirement decides, and why the case
// exists. Its schema is spec/schema/vectors.schema.json; ids and expectations are a public interface.
package vector

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// MaxInline is how many bytes of JSON one input or action may have and still be written out; of a
// larger one only size and digest are written.
const MaxInline = 8 << 10

// Vector is one case.
type Vector struct {
	ID          string         `json:"id"`
	Kind        derive.Kind    `json:"kind"`
	Requirement string         `json:"requirement"`
	Level       spec.Level     `json:"level"`
	Operation   wire.Operation `json:"operation"`
	Protocol    string         `json:"protocol"`
	State       string         `json:"state,omitempty"`
	Field       string         `json:"field,omitempty"`
	Edit        string         `json:"edit,omitempty"`
	Change      Text           `json:"change"`
	Why         Text           `json:"why"`
	// Needs are capabilities as "name:value"; a target that lacks one is not asked.
	Needs []string `json:"needs,omitempty"`
	// Relation is what must hold between the answers to several requests.
	Relation derive.Relation `json:"relation,omitempty"`
	Requests []Request       `json:"requests"`
	// Expected has one entry for each request.
	Expected []Expected `json:"expected"`
	// Scenario is there for steps, and says what is expected instead.
	Scenario *Scenario `json:"scenario,omitempty"`
	Canary   string    `json:"canary,omitempty"`
}

// Text is a sentence in both languages.
type Text struct {
	EN string `json:"en"`
	ZH string `json:"zh,omitempty"`
}

// Request is one thing to ask.
type Request struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
	// Omitted stands for params that are too large.
	Omitted string `json:"omitted,omitempty"`
}

// Expected are the legal answers to one request.
type Expected struct {
	// Any says that every answer is legal and only a crash is not.
	Any bool `json:"any,omitempty"`
	// Legal are the outcomes to choose from (MUST), Preferred the narrower choice (SHOULD).
	Legal     []Outcome `json:"legal,omitempty"`
	Preferred []Outcome `json:"preferred,omitempty"`
}

// Outcome is one legal answer.
type Outcome struct {
	Accepted bool            `json:"accepted"`
	Action   json.RawMessage `json:"action,omitempty"`
	// ActionOmitted stands for an action that is too large.
	ActionOmitted string      `json:"actionOmitted,omitempty"`
	MigratedFrom  string      `json:"migratedFrom,omitempty"`
	Completion    *Completion `json:"completion,omitempty"`
	// Assembled is what a streamed response must hold: finish, content, calls; with finish alone, nothing else
	// matters.
	Assembled json.RawMessage `json:"assembled,omitempty"`
	Reasons   []Reason        `json:"reasons,omitempty"`
	Handler   string          `json:"handler,omitempty"`
	Terminal  string          `json:"terminal,omitempty"`
	// Identity are the members a preview shows as they are.
	Identity json.RawMessage `json:"identity,omitempty"`
}

// Reason is one legal reason of a refusal. No codes, and no field, leave them to the implementation;
// field "" is the value as a whole.
type Reason struct {
	Codes []string `json:"codes,omitempty"`
	Field *string  `json:"field,omitempty"`
	Rule  string   `json:"requirement,omitempty"`
}

// Completion is an accepted response in which each call is judged by itself.
type Completion struct {
	Content json.RawMessage `json:"content,omitempty"`
	Calls   []Call          `json:"calls"`
}

// Call is one call of a completion. No id means that any non-blank one is legal.
type Call struct {
	ID        json.RawMessage  `json:"id,omitempty"`
	Name      json.RawMessage  `json:"name"`
	Arguments json.RawMessage  `json:"arguments,omitempty"`
	Omitted   string           `json:"argumentsOmitted,omitempty"`
	Treatment oracle.Treatment `json:"treatment"`
}

// Of returns the vector of a case, with the oracle's judgement under no policy.
func Of(c *derive.Case) Vector {
	v := Vector{
		ID: c.ID, Kind: c.Kind, Requirement: c.Requirement, Level: c.Level, Operation: c.Operation,
		Protocol: c.Protocol, State: c.State, Field: c.Field, Edit: c.Edit,
		Change: Text(c.Change), Why: Text(c.Why),
		Relation: c.Relation, Canary: c.Canary,
	}
	if c.Scenario != nil {
		v.Scenario, v.Expected = scenarioOf(c.Scenario), []Expected{}
	}
	for _, n := range c.Needs {
		v.Needs = append(v.Needs, n.Capability+":"+n.Value)
	}
	for _, r := range c.Requests {
		v.Requests = append(v.Requests, RequestOf(r))
	}
	for i := range c.Requests {
		if c.Scenario != nil {
			break
		}
		v.Expected = append(v.Expected, ExpectedOf(c.Judgement(i)))
	}
	return v
}

// RequestOf returns the wire form of a request.
func RequestOf(r wire.Request) Request {
	method, params, err := wire.MarshalRequest(r)
	if err != nil { // the suite has no such request
		return Request{Method: method, Omitted: "not encodable: " + err.Error()}
	}
	out := Request{Method: method}
	out.Params, out.Omitted = inline(params, "params")
	return out
}

// ExpectedOf returns the legal answers of a judgement.
func ExpectedOf(j oracle.Judgement) Expected {
	return Expected{Any: j.Open(), Legal: outcomes(j.Legal), Preferred: outcomes(j.Preferred)}
}

func outcomes(list []oracle.Outcome) []Outcome {
	var out []Outcome
	for _, o := range list {
		out = append(out, outcomeOf(o))
	}
	return out
}

func outcomeOf(o oracle.Outcome) Outcome {
	out := Outcome{Accepted: o.Accept, MigratedFrom: o.MigratedFrom}
	if o.Action != nil && o.Completion == nil {
		out.Action, out.ActionOmitted = inline(value.Encode(o.Action), "action")
	}
	if o.Route != nil {
		out.Handler, out.Terminal = o.Route.Handler, o.Route.Terminal
	}
	if o.Assembled != nil {
		out.Assembled = ValueJSON(o.Assembled.Value())
	}
	if o.Preview != nil {
		out.Identity = ValueJSON(o.Preview.Identity)
	}
	for _, r := range o.Reasons {
		reason := Reason{Codes: r.Codes, Rule: r.Rule}
		if !r.AnyField {
			field := r.Field
			reason.Field = &field
		}
		out.Reasons = append(out.Reasons, reason)
	}
	if c := o.Completion; c != nil {
		out.Completion = completionOf(c)
	}
	return out
}

func completionOf(c *oracle.Completion) *Completion {
	out := &Completion{Calls: []Call{}}
	if c.Content != nil {
		out.Content = ValueJSON(c.Content)
	}
	for _, call := range c.Calls {
		one := Call{Name: ValueJSON(value.String(call.Name)), Treatment: call.Treatment}
		if !call.AnyID {
			one.ID = ValueJSON(value.String(call.ID))
		}
		if call.Arguments != nil {
			one.Arguments, one.Omitted = inline(value.Encode(call.Arguments), "arguments")
		}
		out.Calls = append(out.Calls, one)
	}
	return out
}

// ValueJSON returns the tagged encoding of a value in ASCII; of a large one a note in a string.
func ValueJSON(v value.Value) json.RawMessage {
	text, omitted := inline(value.Encode(v), "value")
	if omitted == "" {
		return text
	}
	return quoted("omitted: " + omitted)
}

// inline returns JSON in ASCII, or a note where it is too large.
func inline(text []byte, what string) (json.RawMessage, string) {
	if len(text) > MaxInline {
		return nil, fmt.Sprintf("%s of %d bytes, sha256 %x", what, len(text), sha256.Sum256(text))
	}
	return ASCII(text), ""
}

// ASCII returns the same JSON with every character beyond ASCII escaped, so that nothing in it is
// invisible, reorders the line around it, or is lost by a terminal. Outside strings JSON is ASCII
// already, and lone surrogates never stand in an encoding, so an escape is always legal.
func ASCII(text []byte) []byte {
	if !bytes.ContainsFunc(text, func(r rune) bool { return r >= 0x7f }) {
		return text
	}
	var out strings.Builder
	out.Grow(len(text) + len(text)/4)
	for _, r := range string(text) {
		if r < 0x7f {
			out.WriteByte(byte(r))
			continue
		}
		if r > 0xffff {
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, hi, lo)
			continue
		}
		fmt.Fprintf(&out, `\u%04x`, r)
	}
	return []byte(out.String())
}

// AnswerJSON returns what a target answered as its JSON-RPC result, null where it did not.
func AnswerJSON(a wire.Answer) json.RawMessage {
	text, err := wire.MarshalAnswer(a)
	if err != nil {
		return json.RawMessage(`null`)
	}
	if short, omitted := inline(text, "answer"); omitted == "" {
		return short
	}
	return quoted(fmt.Sprintf("omitted: answer of %d bytes, sha256 %x", len(text), sha256.Sum256(text)))
}

// quoted is a JSON string.
func quoted(s string) json.RawMessage {
	text, err := json.Marshal(s)
	if err != nil { // cannot be: a string always has a JSON text
		return json.RawMessage(`null`)
	}
	return text
}
