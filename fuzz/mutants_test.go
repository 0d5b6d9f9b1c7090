package fuzz

import (
	"testing"

	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/fuzz/property"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec/wire"
)

// draws is how many requests a statement may need to find a mutant.
const draws = 20_000

// TestPropertiesSeeMutants shows each statement red: it finds implementations that break it.
func TestPropertiesSeeMutants(t *testing.T) {
	for _, c := range []struct {
		property string
		mutants  []string
	}{
		{"agreement", []string{
			"agent-action/tool_call/callId/default", "agent-action/message/content/blank", "agent-action/finish/summary/coerced", "agent-action/tool_call/tool/wrong-field",
			"agent-action/tool_call/tool/alias-name", "agent-action/message/content/accepts-null", "text/duplicates/last", "native-tool/response/unknown-reason",
			"openai-chat/call/id/duplicates-run", "jingwei-json/extras/dropped",
		}},
		{"presence", []string{"agent-action/tool_call/input/default-object", "agent-action/tool_call/input/undefined-as-missing", "agent-action/tool_call/input/wrong-code"}},
		{"routed", []string{"agent-action/type/unknown-as-message", "route/finish/goes-on", "route/unparsed"}},
		{"stable", []string{"agent-action/tool_call/input/stringified", "agent-action/tool_call/tool/lost"}},
		{"closed", []string{"agent-action/type/unknown-as-is", "agent-action/result/proto-kept"}},
		{"pure", []string{"purity/counts-calls", "purity/marks-input", "purity/second-time-refused"}},
		{"textual", []string{"agent-action/type/undefined-as-message", "agent-action/tool_call/input/default-undefined"}},
	} {
		p := named(t, c.property)
		if len(c.mutants) == 0 {
			t.Errorf("no mutant shows %s red", c.property)
		}
		for _, id := range c.mutants {
			t.Run(c.property+"/"+id, func(t *testing.T) {
				t.Parallel()
				n, err := find(t, p, id)
				if err == nil {
					t.Fatalf("not found in %d requests", draws)
				}
				t.Logf("request %d: %v", n, err)
			})
		}
	}
}

// find draws requests until a statement does not hold for a mutant.
func find(t *testing.T, p property.Property, id string) (int, error) {
	t.Helper()
	m, ok := mutants.ByID(id)
	if !ok {
		t.Fatalf("there is no mutant %q", id)
	}
	r, requests := rules(t), judged(t)
	subject := property.Subject{Answer: m.New(), Capabilities: m.Hello().Capabilities}
	for seed := range uint64(draws) {
		s := newScenario(generate.NewRandom(seed), r.Table, requests)
		if !m.Touches(s.request) {
			continue
		}
		if err := p.Holds(r, subject, cloned(t, s.request)); err != nil {
			return int(seed), err
		}
	}
	return 0, nil
}

// cloned is a request of its own, since some mutants change what they are given.
func cloned(t *testing.T, req wire.Request) wire.Request {
	t.Helper()
	method, params, err := wire.MarshalRequest(req)
	if err != nil {
		t.Fatal(err)
	}
	out, err := wire.UnmarshalRequest(method, params)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
