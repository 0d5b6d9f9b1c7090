package wire

import (
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// fields builds an object; members without a value are left out.
type fields value.Object

func (f *fields) value(name string, v value.Value) {
	if v != nil {
		*f = append(*f, value.Member{Name: name, Value: v})
	}
}

func (f *fields) text(name, s string) {
	if s != "" {
		f.value(name, value.String(s))
	}
}

func (f *fields) flag(name string, b bool) {
	if b {
		f.value(name, value.Bool(true))
	}
}

func (f *fields) number(name string, n int) { f.value(name, value.Number(strconv.Itoa(n))) }

func contextValue(c DecisionContext) value.Object {
	return value.Object{{Name: "taskId", Value: value.String(c.TaskID)}, {Name: "stepId", Value: value.String(c.StepID)}}
}

// StepParams is the JSON form of a step request.
func StepParams(r StepRequest) value.Object {
	var f fields
	f.text("protocol", r.Protocol)
	f.text("step", r.Step)
	f.text("taskId", r.TaskID)
	f.value("messages", orEmpty(r.Messages))
	f.value("tools", toolsValue(r.Tools))
	if r.Visible != nil {
		names := make(value.Array, len(r.Visible))
		for i, n := range r.Visible {
			names[i] = value.String(n)
		}
		f.value("visible", names)
	}
	f.value("model", value.Object{{Name: "native", Value: value.String(r.Model.Native)}, {Name: "json", Value: value.String(r.Model.JSON)}})
	var o fields
	if r.Options.Context != nil {
		o.value("context", contextValue(*r.Options.Context))
	}
	if r.Options.OutputLimit > 0 {
		o.number("outputLimit", r.Options.OutputLimit)
	}
	if b := r.Options.Budget; b != nil {
		var budget fields
		budget.number("modelCalls", b.ModelCalls)
		budget.number("toolCalls", b.ToolCalls)
		o.value("budget", value.Object(budget))
	}
	if len(o) > 0 {
		f.value("options", value.Object(o))
	}
	f.flag("cancelled", r.Cancelled)
	return value.Object(f)
}

func orEmpty(a value.Array) value.Array {
	if a == nil {
		return value.Array{}
	}
	return a
}

func toolsValue(tools []StepTool) value.Array {
	out := make(value.Array, len(tools))
	for i, t := range tools {
		var f fields
		f.value("name", value.String(t.Name))
		f.text("description", t.Description)
		f.value("parameters", t.Parameters)
		f.flag("approval", t.Approval)
		out[i] = value.Object(f)
	}
	return out
}

// CallbackParams is the JSON form of a callback of the step with the given id.
func CallbackParams(step string, c Callback) value.Object {
	f := fields{{Name: "step", Value: value.String(step)}}
	switch c := c.(type) {
	case ModelGenerate:
		f.value("request", modelRequestValue(c.Request))
	case ToolExecute:
		f.value("call", callValue(c.Call))
	case GuardEvaluate:
		f.value("call", callValue(c.Call))
	case ApprovalAuthorize:
		f.value("call", callValue(c.Call))
	case RecordAppend:
		f.value("entry", entryValue(c.Entry))
	}
	return value.Object(f)
}

func modelRequestValue(r ModelRequest) value.Object {
	var f fields
	f.value("messages", orEmpty(r.Messages))
	if len(r.Tools) > 0 {
		f.value("tools", toolsValue(r.Tools))
	}
	f.value("schema", r.Schema)
	f.value("context", contextValue(r.Context))
	return value.Object(f)
}

func callValue(c RuntimeCall) value.Object {
	var f fields
	f.text("id", c.ID)
	f.value("name", value.String(c.Name))
	f.value("arguments", c.Arguments)
	if a := c.Action; a != nil {
		var ref fields
		ref.value("taskId", value.String(a.Context.TaskID))
		ref.value("stepId", value.String(a.Context.StepID))
		ref.number("index", a.Index)
		ref.text("providerCallId", a.ProviderCallID)
		f.value("action", value.Object(ref))
	}
	return value.Object(f)
}

func executionValue(e Execution) value.Object {
	var f fields
	f.value("call", callValue(e.Call))
	f.value("status", value.String(e.Status))
	if e.Status == ExecutionCompleted {
		f.value("output", value.String(e.Output))
	}
	f.text("category", e.Category)
	f.flag("retryable", e.Retryable)
	return value.Object(f)
}

func entryValue(e RecordEntry) value.Object {
	var f fields
	f.value("kind", value.String(e.Kind))
	f.value("context", contextValue(e.Context))
	if e.Request != nil {
		f.value("request", modelRequestValue(*e.Request))
	}
	f.value("response", e.Response)
	if e.Call != nil {
		f.value("call", callValue(*e.Call))
	}
	if e.Result != nil {
		f.value("result", executionValue(*e.Result))
	}
	return value.Object(f)
}

// ReplyResult is the JSON form of a reply.
func ReplyResult(r Reply) value.Object {
	var f fields
	switch r := r.(type) {
	case ModelReply:
		f.value("response", r.Response)
	case ToolReply:
		f.value("output", value.String(r.Output))
		f.value("ran", callValue(r.Ran))
	case Decision:
		f.value("decision", value.String(r.Decision))
	case Recorded:
		f.flag("recorded", true)
	case FaultReply:
		var fault fields
		fault.value("kind", value.String(r.Kind))
		fault.text("message", r.Message)
		fault.flag("retryable", r.Retryable)
		f.value("fault", value.Object(fault))
	}
	return value.Object(f)
}

// ReportResult is the JSON form of a report.
func ReportResult(r StepReport) value.Object {
	var f fields
	f.text("outcome", string(r.Outcome))
	if r.Outcome == OutcomeFinal {
		f.value("text", value.String(r.Text))
	}
	if r.Outcome == OutcomeAskUser {
		f.value("question", value.String(r.Question))
	}
	if e := r.Error; e != nil {
		var failure fields
		failure.value("code", value.String(e.Code))
		failure.text("message", e.Message)
		failure.text("barrier", e.Barrier)
		f.value("error", value.Object(failure))
	}
	f.value("context", contextValue(r.Context))
	if r.Execution != nil {
		f.value("execution", executionValue(*r.Execution))
	}
	if r.NextMessages != nil {
		f.value("nextMessages", r.NextMessages)
	}
	f.text("debug", r.Debug)
	return value.Object(f)
}

// AppendCallbackCall appends the line of a callback: what a target sends.
func AppendCallbackCall(dst []byte, id uint64, step string, c Callback) []byte {
	dst = appendCallHead(dst, id, c.Method())
	dst = value.Append(dst, CallbackParams(step, c))
	return append(dst, "}\n"...)
}

// AppendReplyLine appends the line of a reply: what the harness answers to a callback.
func AppendReplyLine(dst, id []byte, r Reply) []byte {
	return AppendResult(dst, id, value.Encode(ReplyResult(r)))
}

// AppendCancel appends the line of the notification that cancels a step.
func AppendCancel(dst []byte, step string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"`+MethodCancel+`","params":{"step":`...)
	dst = appendQuoted(dst, step)
	return append(dst, "}}\n"...)
}
