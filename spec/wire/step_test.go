package wire_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func object(t *testing.T, text string) value.Object {
	t.Helper()
	v, err := value.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(value.Object)
}

func fullStep(t *testing.T) wire.StepRequest {
	return wire.StepRequest{
		Protocol: "native-tool/1", Step: "s1", TaskID: "task",
		Messages: value.Array{object(t, `{"role":"user","content":"hello"}`)},
		Tools:    []wire.StepTool{{Name: "ls", Description: "lists", Parameters: object(t, `{"type":"object"}`), Approval: true}},
		Visible:  []string{"ls"}, Model: wire.StepModel{Native: wire.Supported, JSON: wire.Unknown},
		Options: wire.StepOptions{Context: &wire.DecisionContext{TaskID: "other", StepID: "old"}, OutputLimit: 7,
			Budget: &wire.StepBudget{ModelCalls: 1}},
		Cancelled: true,
	}
}

func TestStepRequestSurvives(t *testing.T) {
	for _, req := range []wire.StepRequest{
		fullStep(t),
		{Protocol: "p/1", Step: "s", TaskID: "t", Messages: value.Array{}, Tools: []wire.StepTool{}, Model: wire.StepModel{Native: "supported", JSON: "supported"}},
		{Protocol: "p/1", Step: "s", TaskID: "t", Messages: value.Array{}, Tools: []wire.StepTool{}, Visible: []string{}, Model: wire.StepModel{Native: "supported", JSON: "supported"}},
	} {
		method, params, err := wire.MarshalRequest(req)
		if err != nil || method != "step" {
			t.Fatal(method, err)
		}
		got, err := wire.UnmarshalRequest(method, params)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, wire.Request(req)) {
			t.Errorf("got %+v\nwant %+v", got, req)
		}
	}
}

func TestReportsSurvive(t *testing.T) {
	call := wire.RuntimeCall{ID: "r1", Name: "ls", Arguments: object(t, `{"n":1}`),
		Action: &wire.ActionRef{Context: wire.DecisionContext{TaskID: "t", StepID: "s"}, ProviderCallID: "p1"}}
	for name, r := range map[string]wire.StepReport{
		"final":  {Outcome: wire.OutcomeFinal, Text: "done", NextMessages: value.Array{}},
		"asks":   {Outcome: wire.OutcomeAskUser, Question: "which?", NextMessages: value.Array{}},
		"empty":  {Outcome: wire.OutcomeToolCompleted, Execution: &wire.Execution{Call: call, Status: wire.ExecutionCompleted}},
		"halted": {Outcome: wire.OutcomeHalted, Execution: &wire.Execution{Call: call, Status: wire.ExecutionFailed, Category: "timeout", Retryable: true}},
		"error":  {Error: &wire.StepFailure{Code: "RECORDING_FAILED", Message: "m", Barrier: "tool_call"}, Debug: "d"},
	} {
		r.Context = wire.DecisionContext{TaskID: "t", StepID: "s"}
		text, err := wire.MarshalAnswer(r)
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := wire.UnmarshalAnswer(wire.OpStep, text)
		if err != nil || !reflect.DeepEqual(got, wire.Answer(r)) {
			t.Errorf("%s: %v\ngot  %+v\nwant %+v", name, err, got, r)
		}
	}
}

func TestCallbacksAndRepliesSurvive(t *testing.T) {
	c := wire.DecisionContext{TaskID: "t", StepID: "s"}
	call := wire.RuntimeCall{ID: "r1", Name: "ls", Arguments: object(t, `{}`), Action: &wire.ActionRef{Context: c, Index: 0}}
	request := wire.ModelRequest{Messages: value.Array{object(t, `{"role":"user"}`)}, Tools: []wire.StepTool{{Name: "ls", Parameters: value.Bool(true)}}, Schema: object(t, `{}`), Context: c}
	for _, x := range []struct {
		callback wire.Callback
		reply    wire.Reply
	}{
		{wire.ModelGenerate{Request: request}, wire.ModelReply{Response: object(t, `{"content":"x"}`)}},
		{wire.ToolExecute{Call: call}, wire.ToolReply{Output: "", Ran: call}},
		{wire.GuardEvaluate{Call: call}, wire.Decision{Decision: wire.DecisionDeny}},
		{wire.ApprovalAuthorize{Call: call}, wire.FaultReply{Kind: wire.FaultFailure, Message: "m", Retryable: true}},
		{wire.RecordAppend{Entry: wire.RecordEntry{Kind: wire.RecordModelRequest, Context: c, Request: &request}}, wire.Recorded{}},
		{wire.RecordAppend{Entry: wire.RecordEntry{Kind: wire.RecordToolResult, Context: c, Call: &call, Result: &wire.Execution{Call: call, Status: wire.ExecutionUnknown}}}, wire.Recorded{}},
	} {
		params := value.Encode(wire.CallbackParams("s9", x.callback))
		step, got, err := wire.UnmarshalCallback(x.callback.Method(), params)
		if err != nil || step != "s9" || !reflect.DeepEqual(got, x.callback) {
			t.Errorf("%s: %q %v\ngot  %+v\nwant %+v", x.callback.Method(), step, err, got, x.callback)
		}
		reply, err := wire.UnmarshalReply(x.callback.Method(), value.Encode(wire.ReplyResult(x.reply)))
		if err != nil || !reflect.DeepEqual(reply, x.reply) {
			t.Errorf("%T: %v, got %+v", x.reply, err, reply)
		}
	}
}

func TestStepShapesAreRefused(t *testing.T) {
	answer := func(text string) error { _, err := wire.UnmarshalAnswer(wire.OpStep, []byte(text)); return err }
	callback := func(method, text string) error {
		_, _, err := wire.UnmarshalCallback(method, []byte(text))
		return err
	}
	for name, err := range map[string]error{
		"no outcome":         answer(`{}`),
		"both":               answer(`{"outcome":"final","error":{"code":"X"}}`),
		"unknown outcome":    answer(`{"outcome":"done"}`),
		"text of a number":   answer(`{"outcome":"final","text":1}`),
		"status":             answer(`{"outcome":"halted","execution":{"call":{"name":"x","arguments":{}},"status":"fine"}}`),
		"messages":           answer(`{"outcome":"final","nextMessages":{}}`),
		"not JSON":           answer(`{"outcome"`),
		"no step":            callback("tool/execute", `{"call":{"name":"x","arguments":{}}}`),
		"no call":            callback("tool/execute", `{"step":"s"}`),
		"no arguments":       callback("tool/execute", `{"step":"s","call":{"name":"x"}}`),
		"no entry":           callback("record/append", `{"step":"s"}`),
		"unknown callback":   callback("tool/undo", `{"step":"s"}`),
		"request of a list":  callback("model/generate", `{"step":"s","request":[]}`),
		"index of a text":    callback("guard/evaluate", `{"step":"s","call":{"name":"x","arguments":{},"action":{"index":"0"}}}`),
		"tools of an object": callback("model/generate", `{"step":"s","request":{"tools":{}}}`),
	} {
		var shape *wire.ShapeError
		if !errors.As(err, &shape) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	step, _, err := wire.UnmarshalCallback("tool/execute", []byte(`{"step":"s7"}`))
	if step != "s7" || err == nil {
		t.Errorf("a broken callback is not attributed: %q, %v", step, err)
	}
	if line := string(wire.AppendCancel(nil, "s7")); !strings.Contains(line, `"method":"cancel","params":{"step":"s7"}`) {
		t.Error(line)
	}
}
