package report

import (
	"context"
	"testing"
	"time"

	conform "github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// table is a small one made by hand, so that golden files do not change with the built-in table.
func table() *spec.Table {
	return &spec.Table{
		Version: 1,
		Requirements: []spec.Requirement{
			{ID: "AP-07", Level: spec.Must, Class: "parser",
				Text:        spec.Text{EN: "a tool call carries its own input field", ZH: "tool_call 必须自带 input 字段"},
				Consequence: spec.Text{EN: "a call the model never finished is run with made-up arguments", ZH: "没写完的调用被配上虚构参数执行"}},
			{ID: "AP-21", Level: spec.Should, Class: "parser", Text: spec.Text{EN: "of two faults the first is reported", ZH: "先报告第一处错误"}},
			{ID: "AP-25", Level: spec.Must, Class: "parser", Text: spec.Text{EN: "a refusal never repeats the value", ZH: "拒绝信息绝不复述"}},
		},
		Protocols: []spec.Protocol{{ID: "p/1", Tagged: &spec.Tagged{Discriminator: "type"}}},
	}
}

func text16(s string) value.String { return value.String(s) }

func object(pairs ...any) value.Object {
	var o value.Object
	for i := 0; i < len(pairs); i += 2 {
		v, ok := pairs[i+1].(value.Value)
		if !ok {
			v = text16(pairs[i+1].(string))
		}
		o = append(o, value.Member{Name: pairs[i].(string), Value: v})
	}
	return o
}

func refused(code, field, rule string) oracle.Judgement {
	return oracle.Judgement{Rule: rule, Legal: []oracle.Outcome{{Reasons: []oracle.Reason{{Codes: []string{code}, Field: field, Rule: rule}}}}}
}

func missing(id string, input value.Object) *derive.Case {
	return &derive.Case{
		ID: id, Kind: derive.Invalid, Requirement: "AP-07", Level: spec.Must, Operation: wire.OpParse, Protocol: "p/1",
		State: "tool_call", Field: "input", Edit: "missing",
		Change:     spec.Text{EN: "the input field is left out", ZH: "去掉 input"},
		Requests:   []wire.Request{wire.ParseRequest{Protocol: "p/1", Value: input}},
		Judgements: []oracle.Judgement{refused("ACTION_INPUT_MISSING", "input", "AP-07")},
	}
}

// failing is a report with one of everything.
func failing() *conformance.Report {
	const planted = "canary-7f3a"
	call := object("type", "tool_call", "callId", "it's")
	invented := object("type", "tool_call", "callId", "it's", "input", value.Object{})
	one := missing("p/1/tool_call/input/missing", call)
	other := missing("p/1/tool_call/input/null", object("type", "tool_call", "callId", "a much longer id", "tool", "read_file"))
	crash := missing("p/1/text/tool_call/crash", nil)
	crash.Operation, crash.Requests = wire.OpDecode, []wire.Request{wire.DecodeRequest{Protocol: "p/1", Text: []byte("{\"a\":\"\x01\u202e\",\xff\n")}}
	pair := missing("p/1/pair", object("type", value.Null{}))
	pair.Requirement, pair.Level = "AP-21", spec.Should
	leak := missing("p/1/leak", object("type", text16(planted)))
	leak.Requirement, leak.Canary = "AP-25", planted
	decision := func(v value.Value) []judge.Finding {
		return []judge.Finding{{Aspect: judge.Decision, Level: spec.Must, Got: v}}
	}
	reject := wire.Reject("ACTION_TYPE_INVALID", "type")
	reject.Message = "what is " + planted + "?"
	return &conformance.Report{
		Suite:  conformance.Suite{Version: "1.0", Digest: "sha256:0", Cases: 8, Total: 2314, Requirements: 3},
		Target: conformance.TargetInfo{Spec: "node my adapter.mjs", Hello: wire.Hello{Wire: wire.Version, Name: "demo", Version: "0.3", Language: "JavaScript"}},
		Level:  spec.Must, Started: time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC), Elapsed: 1500 * time.Millisecond,
		Results: []conformance.Result{
			{Case: leak, Secrets: []canary.Secret{{Text: planted}}, Status: conformance.Fail, Scored: true, Answers: []wire.Answer{reject},
				Findings: []judge.Finding{{Aspect: judge.Leak, Level: spec.Must, Detail: "message: " + planted}}},
			{Case: missing("p/1/need", call), Status: conformance.NotApplicable, Need: "hostValues boxed"},
			{Case: pair, Status: conformance.Fail, Answers: []wire.Answer{wire.Accept(call)}, Findings: []judge.Finding{{Aspect: judge.Code, Level: spec.Should}}},
			{Case: crash, Status: conformance.Error, Failure: &adapters.Failure{Kind: adapters.Crashed, Detail: "exit status 7", Stderr: "one\ntwo " + planted + "\n"}},
			{Case: one, Status: conformance.Fail, Scored: true, Answers: []wire.Answer{wire.Accept(invented)}, Findings: decision(invented)},
			{Case: other, Status: conformance.Fail, Scored: true, Answers: []wire.Answer{wire.Accept(invented)}, Findings: decision(invented)},
			{Case: missing("p/1/passes", call), Status: conformance.XPass, Reason: "was broken"},
			{Case: missing("p/1/late", call), Status: conformance.Untested, Failure: &adapters.Failure{Kind: adapters.Exhausted, Detail: "given up"}},
		},
		Classes:  []conformance.Class{{Name: "parser", State: conformance.ClassFailed, Passed: 1, Total: 5}, {Name: "redaction", State: conformance.ClassNotClaimed}},
		Counts:   conformance.Counts{Failed: 3, Advice: 1, Errors: 1, NotApplicable: 1, Untested: 1, XPassed: 1},
		Problems: []string{"expectations, line 3: nothing matched"},
		Notes:    []string{"2 lines of standard output are no messages"},
	}
}

func options(lang string) Options {
	return Options{Table: table(), Lang: lang, Command: []string{"node", "my adapter.mjs"}, Rerun: []string{"--table", "my table.yaml"}, Version: "0.1.0"}
}

// realRun is the report of a naive implementation on part of the built-in suite.
func realRun(t *testing.T) (*conformance.Report, *spec.Table) {
	t.Helper()
	tab, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	naive := inprocess.New(reference.Hello(), func(_ context.Context, r wire.Request) wire.Answer {
		if p, ok := r.(wire.ParseRequest); ok {
			if _, isObject := p.Value.(value.Object); isObject {
				return wire.Accept(p.Value)
			}
		}
		return reference.Answer(r, wire.Policies{})
	})
	r, err := conformance.Run(t.Context(), naive, conformance.Options{
		Table: tab, TargetSpec: "reference", Selection: conformance.Selection{Protocols: []string{"agent-action/1", "openai-chat/1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, tab
}

func cases(r *conformance.Report) []*derive.Case {
	var out []*derive.Case
	for i := range r.Results {
		out = append(out, r.Results[i].Case)
	}
	return out
}
