package fuzz

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/fuzz/property"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// builtin loads the built-in table once; it is immutable.
var builtin = sync.OnceValues(conform.Table)

// suite derives the built-in table's cases once.
var suite = sync.OnceValues(func() ([]*derive.Case, error) {
	table, err := builtin()
	if err != nil {
		return nil, err
	}
	return derive.Suite(table)
})

func rules(t testing.TB) *property.Rules {
	t.Helper()
	table, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	return property.NewRules(table)
}

func cases(t testing.TB) []*derive.Case {
	t.Helper()
	all, err := suite()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// referenceUnder is the reference as a target that declares policies.
func referenceUnder(p wire.Policies) property.Subject {
	h := reference.Hello()
	h.Capabilities.Policies = p
	return property.Subject{Capabilities: h.Capabilities, Answer: func(req wire.Request) wire.Answer { return reference.Answer(req, p) }}
}

// drawn is a source of choices that rapid makes, and shrinks. Each choice is one unbiased word of two that
// rapid takes from its stream; see [streamOf], which is the way back.
type drawn struct{ t *rapid.T }

func (d drawn) Intn(n int) int {
	return int(rapid.Uint64Range(0, uint64(n-1)).Draw(d.t, "choice"))
}

// protocolOf chooses one of the reference's protocols.
func protocolOf(s generate.Source, table *spec.Table) *spec.Protocol {
	ids := reference.Protocols()
	p, _ := table.Protocol(ids[s.Intn(len(ids))])
	return p
}

// scenario is a request and the policies of the implementation that gets it.
type scenario struct {
	policies wire.Policies
	request  wire.Request
}

// newScenario makes one. The plainest choices make a request of the suite, chosen by its number.
func newScenario(s generate.Source, table *spec.Table, suite []wire.Request) scenario {
	if s.Intn(16) == 0 {
		return scenario{request: suite[s.Intn(len(suite))]}
	}
	p := protocolOf(s, table)
	return scenario{generate.Policies(s, p), generate.Request(s, p)}
}

// judged lists the requests of the suite that are answered with a verdict or a route, those of moderate
// size.
func judged(t testing.TB) []wire.Request {
	t.Helper()
	var out []wire.Request
	for _, c := range cases(t) {
		switch req := c.Requests[0].(type) {
		case wire.ParseRequest:
			if len(value.Encode(req.Value)) < 4096 {
				out = append(out, req)
			}
		case wire.DecodeRequest:
			if len(req.Text) < 4096 {
				out = append(out, req)
			}
		case wire.RouteRequest:
			out = append(out, req)
		default: // what other operations are asked has statements of its own
		}
	}
	return out
}
