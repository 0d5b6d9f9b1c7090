package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/fuzz/engine"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func table(t *testing.T) *spec.Table {
	t.Helper()
	out, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func fuzz(t *testing.T, h wire.Hello, answer func(context.Context, wire.Request) wire.Answer, o engine.Options) *engine.Result {
	t.Helper()
	target := inprocess.New(h, answer)
	defer target.Close()
	o.Table, o.CallTimeout = table(t), time.Minute
	r, err := engine.Run(t.Context(), target, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func referenceAnswer(_ context.Context, req wire.Request) wire.Answer {
	return reference.Answer(req, wire.Policies{})
}

func TestReferenceIsAccusedOfNothing(t *testing.T) {
	for seed := range uint64(3) {
		r := fuzz(t, reference.Hello(), referenceAnswer, engine.Options{Seed: seed, Execs: 5000, Level: spec.Should})
		for _, f := range r.Found {
			t.Errorf("seed %d: %s: %s", seed, f.Bucket, show(f))
		}
		if r.Signatures < 300 || r.Execs != 5000 {
			t.Errorf("seed %d: %+v", seed, r.Status)
		}
	}
}

func show(f *engine.Finding) string {
	_, params, err := wire.MarshalRequest(f.Request)
	if err != nil {
		return err.Error()
	}
	return string(params)
}

func TestMutantsAreFoundAndMadeSmall(t *testing.T) {
	for _, c := range []struct {
		id          string
		requirement string
		most        int // bytes of the request's parameters
	}{
		{"agent-action/tool_call/input/default-object", reference.AP07, 110},
		{"agent-action/message/content/blank", reference.AP04, 100},
		{"text/duplicates/last", reference.JW04, 150},
		{"openai-chat/call/id/duplicates-run", reference.OC10, 400},
		{"jingwei-json/extras/dropped", reference.JW03, 140},
	} {
		t.Run(c.id, func(t *testing.T) {
			m, ok := mutants.ByID(c.id)
			if !ok {
				t.Fatal("there is no such mutant")
			}
			r := fuzz(t, m.Hello(), m.Answer(), engine.Options{Execs: 12_000, Protocols: m.Protocols})
			at := slices.IndexFunc(r.Found, func(f *engine.Finding) bool { return f.Requirement == c.requirement })
			if at < 0 {
				t.Fatalf("not found: %s", told(r))
			}
			if text := show(r.Found[at]); len(text) > c.most {
				t.Errorf("%d bytes: %s", len(text), text)
			}
			if r.Found[at].Unsteady || r.Found[at].Count < 1 {
				t.Errorf("%+v", r.Found[at])
			}
		})
	}
}

// told is everything a run says, in its order.
func told(r *engine.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n", r.Status)
	for _, f := range r.Found {
		fmt.Fprintf(&b, "%s %d %s\n", f.Bucket, f.Count, show(f))
	}
	return b.String()
}

func TestSameSeedSameRun(t *testing.T) {
	m, _ := mutants.ByID("agent-action/tool_call/callId/default")
	run := func(seed uint64) string {
		return told(fuzz(t, m.Hello(), m.Answer(), engine.Options{Seed: seed, Execs: 3000, Window: 32}))
	}
	if a, b := run(7), run(7); a != b {
		t.Errorf("first\n%s\nthen\n%s", a, b)
	}
	if run(7) == run(8) {
		t.Error("the seed makes no difference")
	}
}

func TestCrashesAreFindings(t *testing.T) {
	crashing := func(ctx context.Context, req wire.Request) wire.Answer {
		if d, ok := req.(wire.DecodeRequest); ok && strings.Contains(string(d.Text), "NaN") {
			panic("no")
		}
		return referenceAnswer(ctx, req)
	}
	r := fuzz(t, reference.Hello(), crashing, engine.Options{Execs: 3000, Protocols: []string{reference.AgentAction1}})
	if len(r.Found) != 1 || r.Found[0].Failure == nil {
		t.Fatalf("%s", told(r))
	}
	if text := string(r.Found[0].Request.(wire.DecodeRequest).Text); text != "NaN" {
		t.Errorf("made small: %q", text)
	}
}

// A target is asked nothing that it does not claim.
func TestClaimsAreKeptTo(t *testing.T) {
	h := reference.Hello()
	h.Capabilities.Operations = []wire.Operation{wire.OpParse, wire.OpDecode}
	h.Capabilities.Protocols = []string{reference.AgentAction1}
	h.Capabilities.HostValues, h.Capabilities.Text, h.Capabilities.Numbers = nil, wire.TextUTF8, wire.NumbersDouble
	fuzz(t, h, func(ctx context.Context, req wire.Request) wire.Answer {
		switch req := req.(type) {
		case wire.ParseRequest:
			if _, err := value.Print(req.Value); err != nil || req.Protocol != reference.AgentAction1 {
				t.Errorf("asked %s %s", req.Protocol, value.Show(req.Value, 200))
			}
		case wire.DecodeRequest:
			if !value.ValidUTF8String(string(req.Text)) {
				t.Errorf("asked %q", req.Text)
			}
		default:
			t.Errorf("asked %T", req)
		}
		return referenceAnswer(ctx, req)
	}, engine.Options{Execs: 3000})
}

func TestStartAndKept(t *testing.T) {
	var kept []wire.Request
	o := engine.Options{Execs: 500, Kept: func(req wire.Request) error { kept = append(kept, req); return nil }}
	first := fuzz(t, reference.Hello(), referenceAnswer, o)
	o.Start, o.Kept, o.Execs = kept, nil, len(kept)
	if again := fuzz(t, reference.Hello(), referenceAnswer, o); again.Signatures < first.Signatures {
		t.Errorf("going on from %d signatures gives %d", first.Signatures, again.Signatures)
	}
}
