package report

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/report/vector"
	reftarget "github.com/actionconform/conform/reference/target"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// gossip repeats everything it is sent, in a place and a disguise that change from case to case: shown,
// refused, crashed with, and cut short.
func gossip(ctx context.Context, req wire.Request) wire.Answer {
	r, ok := req.(wire.PreviewRequest)
	switch req := req.(type) {
	case wire.StepRequest:
		return gossipStep(ctx, req)
	case wire.InvokeRequest:
		text := string(value.Encode(req.Args)) + string(value.Encode(req.Store))
		return wire.Envelope{Value: value.Object{{Name: "ok", Value: value.Bool(false)}, {Name: "error", Value: value.String(text)}}, Threw: escaped(text)}
	default: // what the others are sent is looked at below
	}
	if !ok {
		v := wire.Reject("NO", "")
		if p, ok := req.(wire.ParseRequest); ok {
			v.Message = string(value.Encode(p.Value))
		}
		return v
	}
	text := string(value.Encode(r.Value))
	switch len(text) % 5 {
	case 0:
		panic("cannot preview " + text)
	case 1:
		v := wire.Reject("NO", "")
		v.Message, v.Pointer, v.Code = text, "/"+text, "CODE "+text
		return v
	case 2:
		return wire.Preview{Value: value.String(escaped(text))}
	case 3:
		return wire.Preview{Value: value.Object{{Name: text, Value: r.Value}}}
	}
	return wire.Preview{Value: r.Value}
}

// gossipStep repeats in its report, its records and its debug text whatever its collaborators say.
func gossipStep(ctx context.Context, req wire.StepRequest) wire.Answer {
	said := string(value.Encode(req.Messages))
	ask := func(c wire.Callback) {
		switch reply, _ := req.Callbacks.Call(ctx, c); reply := reply.(type) {
		case wire.ModelReply:
			said += string(value.Encode(reply.Response))
		case wire.ToolReply:
			said += reply.Output
		case wire.FaultReply:
			said += reply.Message
		default:
		}
	}
	ask(wire.ModelGenerate{Request: wire.ModelRequest{Messages: req.Messages}})
	call := wire.RuntimeCall{ID: said, Name: said, Arguments: value.String(said)}
	ask(wire.ToolExecute{Call: call})
	r := wire.StepReport{Outcome: wire.OutcomeHalted, Debug: said, Text: said, Question: said, NextMessages: value.Array{value.String(said)},
		Context: wire.DecisionContext{TaskID: said, StepID: said}, Execution: &wire.Execution{Call: call, Output: said, Category: said, Status: wire.ExecutionFailed}}
	switch len(said) % 3 {
	case 0:
		panic("cannot step " + said)
	case 1:
		r.Error = &wire.StepFailure{Code: said, Message: said, Barrier: said}
	}
	return r
}

func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[s[i]>>4])+string("0123456789abcdef"[s[i]&15])))
	}
	return b.String()
}

// gossiped is the report of a run against gossip.
func gossiped(t *testing.T, table *spec.Table) *conformance.Report {
	t.Helper()
	target := inprocess.New(reftarget.Hello(), gossip)
	defer target.Close()
	r, err := conformance.Run(t.Context(), target, conformance.Options{
		Table: table, Level: spec.Should, Selection: conformance.Selection{
			Cases: []string{"agent-action/1/preview/*/silent-*", "agent-action/1/preview/*/token/upper/*", "agent-action/1/preview/*/text/*/whole", "agent-action/1/*/silent-*",
				"step/*/execute/*", "step/*/generate/*", "read_ticket/1/fault/*", "*/result/*/raw-*"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNoFormatShowsASecret(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	first, second := gossiped(t, table), gossiped(t, table)
	var planted []canary.Secret
	for _, r := range []*conformance.Report{first, second} {
		for _, res := range r.Results {
			planted = append(planted, res.Secrets...)
		}
	}
	if len(planted) < 200 {
		t.Fatalf("only %d secrets were planted", len(planted))
	}
	first.Notes = append(first.Notes, "heard "+planted[0].Text)
	second.Notes = append(second.Notes, "heard "+planted[len(planted)/2].Text)
	finder := canary.NewFinder(planted...)
	times := regexp.MustCompile(`"times":\{[^}]*\}|time(stamp)?="[^"]*"`)
	for _, f := range Formats() {
		for _, o := range []Options{{Lang: "en", Verbose: true}, {Lang: "zh"}} {
			o.Table, o.Command = table, []string{"./target"}
			var out [2]bytes.Buffer
			for i, r := range []*conformance.Report{first, second} {
				if err := Write(&out[i], f, r, o); err != nil {
					t.Fatal(err)
				}
				if s, found := finder.Find(out[i].Bytes()); found {
					t.Errorf("%s %s: a secret shows, %s", f.Name(), o.Lang, s.Encoding)
				}
			}
			if !bytes.Contains(out[0].Bytes(), []byte("canary")) {
				t.Errorf("%s %s: nothing was masked", f.Name(), o.Lang)
			}
			if a, b := times.ReplaceAllString(out[0].String(), ""), times.ReplaceAllString(out[1].String(), ""); f.Name() == "json" && a != b {
				lines := strings.Split(b, "\n")
				for i, line := range strings.Split(a, "\n") {
					if line != lines[i] {
						t.Fatalf("two runs make two reports:\n%s\n%s", line, lines[i])
					}
				}
			}
		}
	}
}

func TestVectorsHoldStandInsOnly(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := derive.Suite(table)
	if err != nil {
		t.Fatal(err)
	}
	key, err := canary.NewKey(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range suite {
		if c.Form == nil {
			continue
		}
		requests, secrets := c.Planted(key)
		line, err := vector.Line(vector.Of(c))
		if err != nil {
			t.Fatal(err)
		}
		finder := canary.NewFinder(secrets...)
		if _, found := finder.Find(line); found || !bytes.Contains(line, []byte(canary.StandIn(*c.Form).Written())) {
			t.Errorf("%s: the vector has the secret, or no stand-in", c.ID)
		}
		sent, err := wire.AppendParams(nil, requests[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, found := finder.Find(sent); !found || bytes.Contains(sent, []byte(canary.StandIn(*c.Form).Written())) {
			t.Errorf("%s: the request lacks the secret, or has the stand-in", c.ID)
		}
	}
}

// FuzzReportsHideSecrets puts a secret into whatever a target may say.
func FuzzReportsHideSecrets(f *testing.F) {
	for _, s := range []string{"", "é", "\\", "%", "\x00", "\"", "\u202e", "]]>", "&#x"} {
		f.Add(s, s, uint64(len(s)))
	}
	f.Fuzz(func(t *testing.T, before, after string, seed uint64) {
		key, err := canary.NewKey(seed|1, nil)
		if err != nil {
			t.Fatal(err)
		}
		secret := key.Secret("here", canary.Plain())
		said := before + secret.Text + after
		c := missing("p/1/leak", object("type", value.String("x")))
		answer := wire.Reject(said, said)
		answer.Message, answer.Pointer = said, said
		r := &conformance.Report{
			Level: spec.Must, Problems: []string{said}, Notes: []string{said},
			Results: []conformance.Result{
				{Case: c, Secrets: []canary.Secret{secret}, Status: conformance.Fail, Scored: true, Answers: []wire.Answer{answer, wire.Preview{Value: value.Object{{Name: said, Value: value.String(said)}}}}},
				{Case: c, Secrets: []canary.Secret{secret}, Status: conformance.Error, Failure: &adapters.Failure{Kind: adapters.Crashed, Detail: said, Stderr: said}},
			},
		}
		finder := canary.NewFinder(secret)
		for _, format := range Formats() {
			var out bytes.Buffer
			if err := Write(&out, format, r, options("en")); err != nil {
				t.Fatal(err)
			}
			if s, found := finder.Find(out.Bytes()); found {
				t.Errorf("%s: %s in\n%s", format.Name(), s.Encoding, out.Bytes())
			}
		}
	})
}
