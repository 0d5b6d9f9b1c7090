package property

import (
	"fmt"
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Stable sends an accepted action again, as a value and, where it has one, as a text.
func Stable(r *Rules, s Subject, req wire.Request) error {
	p, action, err := accepted(r, s, req)
	if err != nil || action == nil || p.Tagged == nil {
		return err
	}
	same := func(again wire.Request) error {
		got, err := asked(s, again)
		switch {
		case err != nil:
			return err
		case !got.Accepted:
			return fmt.Errorf("%s: accepted as %s, which is refused with %s %s", Show(req), value.Show(action, shown), got.Code, got.Field)
		case !value.Equal(got.Action, action) && value.Equal(action, action):
			return fmt.Errorf("%s: accepted as %s, which is accepted as %s", Show(req), value.Show(action, shown), value.Show(got.Action, shown))
		}
		return nil
	}
	if p.Response == nil && does(p, wire.OpParse) {
		if err := same(wire.ParseRequest{Protocol: p.ID, Value: action}); err != nil {
			return err
		}
	}
	text, err := value.Print(action)
	if err != nil || !does(p, wire.OpDecode) || repeats(action) {
		return nil // undefined and host values have no text, and a text may repeat no name
	}
	return same(wire.DecodeRequest{Protocol: p.ID, Text: text})
}

// accepted asks a parse or decode request. The action is nil where it is refused.
func accepted(r *Rules, s Subject, req wire.Request) (*spec.Protocol, value.Object, error) {
	var id string
	switch req := req.(type) {
	case wire.ParseRequest:
		id = req.Protocol
	case wire.DecodeRequest:
		id = req.Protocol
	case wire.RouteRequest:
		return nil, nil, nil
	default: // nothing to do for the others
	}
	p, known := r.Table.Protocol(id)
	if !known {
		return nil, nil, nil
	}
	got, err := asked(s, req)
	if err != nil || !got.Accepted {
		return p, nil, err
	}
	action, ok := got.Action.(value.Object)
	if !ok {
		return p, nil, fmt.Errorf("%s: accepted as %s, which is no object", Show(req), value.Show(got.Action, shown))
	}
	return p, action, nil
}

// Closed holds an accepted action to the members it may have.
func Closed(r *Rules, s Subject, req wire.Request) error {
	p, action, err := accepted(r, s, req)
	if err != nil || action == nil {
		return err
	}
	for i := range action {
		if !slices.Contains(membersOf(p, action), action[i].Name) || action[:i].Has(action[i].Name) {
			return fmt.Errorf("%s: the action has a member %q", Show(req), action[i].Name)
		}
	}
	return nil
}

// membersOf are the members the normal form of an action may have.
func membersOf(p *spec.Protocol, action value.Object) []string {
	if p.Tagged == nil {
		if p.Response.Calls.Limit == spec.ManyCalls {
			return []string{"content", "calls", "refused"}
		}
		return []string{"action", "name", "arguments", "providerCallId", "text", "question"}
	}
	names := []string{p.Tagged.Discriminator}
	state, ok := stateOf(p, action)
	if !ok {
		return names
	}
	for _, list := range [][]spec.Field{p.Tagged.Header, state.Fields} {
		for _, f := range list {
			names = append(names, f.Name)
		}
	}
	return names
}

// Pure sends a request, the same again, others near it, and the same once more.
func Pure(r *Rules, s Subject, req wire.Request) error {
	before := value.Encode(inputOf(req))
	first, err := ask(s, req)
	if err != nil {
		return err
	}
	for _, others := range [][]wire.Request{nil, neighbours(req)} {
		for _, other := range others {
			if _, err := ask(s, other); err != nil {
				return err
			}
		}
		again, err := ask(s, req)
		if err != nil {
			return err
		}
		if a, b := answerText(first), answerText(again); a != b {
			return fmt.Errorf("%s: answered %s, and then %s", Show(req), a, b)
		}
	}
	if v, ok := first.(wire.Verdict); ok && v.Observed.Mutated {
		return fmt.Errorf("%s: the input was changed", Show(req))
	}
	if after := value.Encode(inputOf(req)); string(after) != string(before) {
		return fmt.Errorf("%s: the input was changed to %s", Show(req), after)
	}
	return nil
}

// neighbours are requests that a careless implementation remembers when it answers the next one.
func neighbours(req wire.Request) []wire.Request {
	switch req := req.(type) {
	case wire.ParseRequest:
		return []wire.Request{wire.ParseRequest{Protocol: req.Protocol, Value: value.Null{}}, wire.ParseRequest{Protocol: req.Protocol, Value: value.Object{}}}
	case wire.DecodeRequest:
		return []wire.Request{wire.DecodeRequest{Protocol: req.Protocol, Text: []byte("{")}, wire.DecodeRequest{Protocol: req.Protocol, Text: []byte("{}")}}
	case wire.RouteRequest:
		return []wire.Request{wire.RouteRequest{Protocol: req.Protocol, Value: value.Object{}}}
	default: // nothing to do for the others
	}
	return nil
}

func inputOf(req wire.Request) value.Value {
	switch req := req.(type) {
	case wire.ParseRequest:
		return req.Value
	case wire.RouteRequest:
		return req.Value
	case wire.DecodeRequest:
		return value.String(fmt.Sprintf("%x", req.Text))
	default: // nothing to do for the others
	}
	return value.Null{}
}

// Textual sends the text of a value where the value was sent.
func Textual(r *Rules, s Subject, req wire.Request) error {
	parse, ok := req.(wire.ParseRequest)
	if !ok {
		return nil
	}
	p, known := r.Table.Protocol(parse.Protocol)
	if !known || !does(p, wire.OpDecode) || p.Tagged != nil && p.Response != nil {
		return nil
	}
	text, err := value.Print(parse.Value)
	if err != nil || repeats(parse.Value) {
		return nil
	}
	decode := wire.DecodeRequest{Protocol: p.ID, Text: text}
	if j, err := r.Judge(decode, s.Capabilities.Policies); err != nil || j.Open() {
		return err
	}
	want, err := asked(s, req)
	if err != nil {
		return err
	}
	got, err := asked(s, decode)
	if err != nil {
		return err
	}
	if got.Accepted != want.Accepted || got.Code != want.Code || got.Field != want.Field ||
		got.Accepted && !value.Equal(got.Action, want.Action) {
		return fmt.Errorf("%s: answered %s as a value, %s as a text", Show(req), ShowAnswer(want), ShowAnswer(got))
	}
	return nil
}

// repeats reports whether a name stands twice in one object anywhere in a value without host values.
func repeats(v value.Value) bool {
	switch v := v.(type) {
	case value.Array:
		return slices.ContainsFunc(v, repeats)
	case value.Object:
		for i, m := range v {
			if v[:i].Has(m.Name) || repeats(m.Value) {
				return true
			}
		}
	case value.Undefined, value.Null, value.Bool, value.Number, value.String, value.Host:
	}
	return false
}
