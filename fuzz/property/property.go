// Package property states what must hold for the answers of an implementation to any request, so that one
// statement serves random testing, coverage-guided fuzzing and the fuzzing of foreign targets.
//
// A property takes one implementation and one request and returns an error that says what is wrong, or nil.
// It says nothing about how requests are made; package generate makes them.
package property

import (
	"fmt"

	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Subject is an implementation and what it claims.
type Subject struct {
	// Answer answers one request. A panic of it is a finding, not a crash of the caller.
	Answer       func(wire.Request) wire.Answer
	Capabilities wire.Capabilities
}

// Property is one statement about any implementation.
type Property struct {
	// Name is the property in one word.
	Name string
	// Doc says in one sentence what must hold.
	Doc string
	// Holds returns an error where the property does not hold for a request; nil where it does or where it
	// says nothing about the request.
	Holds func(*Rules, Subject, wire.Request) error
}

// All lists the properties of answers, in the order of the documentation.
func All() []Property {
	return []Property{
		{"agreement", "the answer is one of the outcomes the table's interpreter finds legal: verdict, action, code, field", Agreement},
		{"presence", "without its input a tool call is refused for that, with an undefined one it is not", Presence},
		{"routed", "every accepted action of a protocol that routes has the handler and the terminal of its row", Routed},
		{"stable", "an accepted action, sent again, is accepted as itself", Stable},
		{"closed", "an accepted action has the fields of its row and no others", Closed},
		{"pure", "the same request again, after others, gets the same answer, and the input is not changed", Pure},
		{"textual", "the text of a value gets the verdict of the value", Textual},
	}
}

// Rules is the table that properties are stated over. It is immutable and safe for concurrent use.
type Rules struct {
	Table  *spec.Table
	oracle *oracle.Oracle
}

// NewRules makes the rules of a table.
func NewRules(t *spec.Table) *Rules { return &Rules{Table: t, oracle: oracle.New(t)} }

// Judge is the oracle's judgement of a request for an implementation with the given policies.
func (r *Rules) Judge(req wire.Request, p wire.Policies) (oracle.Judgement, error) {
	return r.oracle.Judge(req, p)
}

// ask sends a request and turns a panic, or no answer at all, into an error.
func ask(s Subject, req wire.Request) (got wire.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			got, err = nil, fmt.Errorf("%s: it panics: %v", Show(req), p)
		}
	}()
	if got = s.Answer(req); got == nil {
		return nil, fmt.Errorf("%s: there is no answer", Show(req))
	}
	return got, nil
}

// asked is ask for requests that are answered with a verdict.
func asked(s Subject, req wire.Request) (wire.Verdict, error) {
	got, err := ask(s, req)
	if err != nil {
		return wire.Verdict{}, err
	}
	v, ok := got.(wire.Verdict)
	if !ok {
		return wire.Verdict{}, fmt.Errorf("%s: answered with %T, not a verdict", Show(req), got)
	}
	return v, nil
}

// Agreement holds an answer against the judgement of the table's interpreter, preferences included.
func Agreement(r *Rules, s Subject, req wire.Request) error {
	want, err := r.Judge(req, s.Capabilities.Policies)
	if err != nil {
		return err
	}
	got, err := ask(s, req)
	if err != nil {
		return err
	}
	if f := judge.New(s.Capabilities).Answer(want, got); f != nil {
		return fmt.Errorf("%s\nanswered %s\nbut %s %s decides: %s", Show(req), ShowAnswer(got), f.Level, want.Rule, describe(*f, want))
	}
	return nil
}

func describe(f judge.Finding, want oracle.Judgement) string {
	text := string(f.Aspect)
	if f.Pointer != "" || f.Change != "" {
		text += fmt.Sprintf(" (%s %s)", f.Pointer, f.Change)
	}
	if f.Detail != "" {
		text += " " + f.Detail
	}
	for _, o := range want.Best() {
		switch {
		case !o.Accept:
			text += fmt.Sprintf("; legal: refused %v", o.Reasons)
		case o.Route != nil:
			text += fmt.Sprintf("; legal: %s %s", o.Route.Handler, o.Route.Terminal)
		case o.Completion != nil:
			text += fmt.Sprintf("; legal: %v", *o.Completion)
		default:
			text += "; legal: accepted as " + value.Show(o.Action, shown)
		}
	}
	return text
}

// Presence takes the input out of a tool call, and puts undefined there: of everything else in the row,
// only the member of kind any tells what is missing from what is there without a value.
func Presence(r *Rules, s Subject, req wire.Request) error {
	parse, ok := req.(wire.ParseRequest)
	object, isObject := parse.Value.(value.Object)
	if !ok || !isObject {
		return nil
	}
	p, known := r.Table.Protocol(parse.Protocol)
	if !known || p.Tagged == nil || p.Response != nil {
		return nil
	}
	before, err := asked(s, req)
	if err != nil || !before.Accepted {
		return err
	}
	state, ok := stateOf(p, object)
	if !ok {
		return fmt.Errorf("%s: accepted, though no row has its %s", Show(req), p.Tagged.Discriminator)
	}
	for i := range state.Fields {
		f := &state.Fields[i]
		if f.Kind != spec.FieldAny || f.Optional {
			continue
		}
		if err := presence(s, parse, object, f); err != nil {
			return err
		}
	}
	return nil
}

func presence(s Subject, req wire.ParseRequest, o value.Object, f *spec.Field) error {
	req.Value = o.Without(f.Name)
	missing, err := asked(s, req)
	switch {
	case err != nil:
		return err
	case missing.Accepted:
		return fmt.Errorf("%s: accepted without %s", Show(req), f.Name)
	case len(f.Missing) > 0 && (missing.Code != f.Missing[0] || missing.Field != f.Name) && s.Capabilities.Errors == wire.ErrorsFields:
		return fmt.Errorf("%s: refused with %s %s, not %s %s", Show(req), missing.Code, missing.Field, f.Missing[0], f.Name)
	}
	req.Value = o.With(f.Name, value.Undefined{})
	undefined, err := asked(s, req)
	switch {
	case err != nil:
		return err
	case !undefined.Accepted:
		return fmt.Errorf("%s: refused with %s, though %s is there", Show(req), undefined.Code, f.Name)
	}
	action, _ := undefined.Action.(value.Object)
	if kept, ok := action.Get(f.Name); !ok || kept.Kind() != value.KindUndefined {
		return fmt.Errorf("%s: accepted as %s, where %s is not undefined", Show(req), value.Show(undefined.Action, shown), f.Name)
	}
	return nil
}

// stateOf is the row of an object, by its discriminator.
func stateOf(p *spec.Protocol, o value.Object) (*spec.State, bool) {
	v, _ := o.Get(p.Tagged.Discriminator)
	name, _ := v.(value.String)
	return p.Tagged.State(string(name))
}

// Routed asks to route what parse accepts.
func Routed(r *Rules, s Subject, req wire.Request) error {
	var id string
	var v value.Value
	switch req := req.(type) {
	case wire.RouteRequest:
		id, v = req.Protocol, req.Value
	case wire.ParseRequest:
		id, v = req.Protocol, req.Value
	case wire.DecodeRequest:
		return nil
	default: // nothing to do for the others
	}
	p, known := r.Table.Protocol(id)
	if !known || !does(p, wire.OpRoute) {
		return nil
	}
	verdict, err := asked(s, wire.ParseRequest{Protocol: id, Value: v})
	if err != nil {
		return err
	}
	route := wire.RouteRequest{Protocol: id, Value: v}
	got, err := ask(s, route)
	if err != nil {
		return err
	}
	to, routed := got.(wire.Routing)
	if routed != verdict.Accepted {
		return fmt.Errorf("%s: routed is %v, accepted %v", Show(route), routed, verdict.Accepted)
	}
	if !routed {
		return nil
	}
	action, _ := verdict.Action.(value.Object)
	state, ok := stateOf(p, action)
	if !ok || to.Handler != state.Handler || to.Terminal != state.Terminal {
		return fmt.Errorf("%s: goes to %s %s", Show(route), to.Handler, to.Terminal)
	}
	return nil
}

func does(p *spec.Protocol, op wire.Operation) bool {
	for _, o := range p.Operations {
		if o == string(op) {
			return true
		}
	}
	return false
}
