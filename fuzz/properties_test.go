package fuzz

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/fuzz/property"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// TestProperties holds the reference to every property, over requests of every protocol under any policies.
func TestProperties(t *testing.T) {
	for _, p := range property.All() {
		t.Run(p.Name, func(t *testing.T) { rapid.Check(t, holds(t, p)) })
	}
}

// holds is a property of the reference for requests that rapid draws.
func holds(t testing.TB, p property.Property) func(*rapid.T) {
	r, requests := rules(t), judged(t)
	return func(t *rapid.T) {
		s := newScenario(drawn{t}, r.Table, requests)
		if err := p.Holds(r, referenceUnder(s.policies), s.request); err != nil {
			t.Fatalf("policies %+v\n%v", s.policies, err)
		}
	}
}

// The same statements, guided by coverage.
func FuzzAgreement(f *testing.F) { fuzzProperty(f, "agreement") }
func FuzzPresence(f *testing.F)  { fuzzProperty(f, "presence") }
func FuzzRouted(f *testing.F)    { fuzzProperty(f, "routed") }
func FuzzStable(f *testing.F)    { fuzzProperty(f, "stable") }
func FuzzClosed(f *testing.F)    { fuzzProperty(f, "closed") }
func FuzzPure(f *testing.F)      { fuzzProperty(f, "pure") }
func FuzzTextual(f *testing.F)   { fuzzProperty(f, "textual") }

func fuzzProperty(f *testing.F, name string) {
	f.Fuzz(rapid.MakeFuzz(holds(f, named(f, name))))
}

func named(t testing.TB, name string) property.Property {
	t.Helper()
	for _, p := range property.All() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no property %q", name)
	return property.Property{}
}

// FuzzText holds the reference against the interpreter on any bytes: every protocol, every property.
func FuzzText(f *testing.F) {
	r := rules(f)
	f.Fuzz(func(t *testing.T, protocol string, text []byte) {
		everyProperty(t, r, protocol, wire.DecodeRequest{Protocol: protocol, Text: text})
	})
}

// FuzzValue does the same on any value, given in the tagged encoding.
func FuzzValue(f *testing.F) {
	r := rules(f)
	f.Fuzz(func(t *testing.T, protocol string, encoded []byte) {
		v, err := value.Decode(encoded)
		if err != nil {
			t.Skip("no value")
		}
		everyProperty(t, r, protocol, wire.ParseRequest{Protocol: protocol, Value: v})
	})
}

func everyProperty(t *testing.T, r *property.Rules, protocol string, req wire.Request) {
	t.Helper()
	if _, ok := r.Table.Protocol(protocol); !ok {
		t.Skip("no protocol")
	}
	for _, p := range property.All() {
		if err := p.Holds(r, referenceUnder(wire.Policies{}), req); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
	}
}

// TestEveryRowIsRouted asks about the example of every row: the reference's switch leaves none out.
func TestEveryRowIsRouted(t *testing.T) {
	r := rules(t)
	for i := range r.Table.Protocols {
		p := &r.Table.Protocols[i]
		for _, row := range generate.Rows(p) {
			if row.State == nil || p.Response != nil {
				continue // responses are no rows to be routed by themselves
			}
			got := reference.Answer(wire.RouteRequest{Protocol: p.ID, Value: row.State.Example}, wire.Policies{})
			to, ok := got.(wire.Routing)
			if !ok || to.Handler != row.State.Handler || to.Terminal != row.State.Terminal {
				t.Errorf("%s: %s", row, property.ShowAnswer(got))
			}
		}
	}
}

// TestGeneratorsReachBothVerdicts guards the statements against inputs that never get past the first check.
func TestGeneratorsReachBothVerdicts(t *testing.T) {
	r, requests := rules(t), judged(t)
	type kind struct {
		protocol  string
		operation wire.Operation
		accepted  bool
	}
	seen := map[kind]int{}
	for seed := range uint64(6000) {
		s := newScenario(generate.NewRandom(seed), r.Table, requests)
		j, err := r.Judge(s.request, s.policies)
		if err != nil {
			t.Fatal(err)
		}
		seen[kind{protocolID(s.request), s.request.Operation(), j.Accepts()}]++
	}
	for _, id := range reference.Protocols() {
		p, _ := r.Table.Protocol(id)
		for _, op := range p.Operations {
			for _, accepted := range []bool{true, false} {
				k := kind{id, wire.Operation(op), accepted}
				if judges(k.operation) && seen[k] < 5 {
					t.Errorf("%+v: %d requests of 6000", k, seen[k])
				}
			}
		}
	}
}

// judges reports whether an operation judges one input.
func judges(op wire.Operation) bool {
	return op == wire.OpParse || op == wire.OpDecode || op == wire.OpRoute
}

func protocolID(req wire.Request) string {
	switch req := req.(type) {
	case wire.ParseRequest:
		return req.Protocol
	case wire.DecodeRequest:
		return req.Protocol
	case wire.RouteRequest:
		return req.Protocol
	default:
		return ""
	}
}
