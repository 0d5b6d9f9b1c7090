package wire

import (
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// reader reads the members of decoded objects. It keeps the first fault, and yields zero values from
// then on, so that a shape is read in one go and checked once.
type reader struct{ err *ShapeError }

func (r *reader) fail(member, reason string) {
	if r.err == nil {
		r.err = &ShapeError{Member: member, Reason: reason}
	}
}

func (r *reader) done() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// decoded reads JSON that must be an object.
func (r *reader) decoded(what string, text []byte) object {
	if len(text) == 0 {
		r.fail(what, "is missing")
		return object{r: r}
	}
	v, err := value.Decode(text)
	if err != nil {
		if r.err == nil {
			r.err = &ShapeError{Member: what, Reason: "is not a well-formed value", Err: err}
		}
		return object{r: r}
	}
	return r.object("", what, v)
}

// object takes a value that must be an object; path stands before the names of its members in errors.
func (r *reader) object(path, what string, v value.Value) object {
	o, ok := v.(value.Object)
	if !ok {
		r.mistyped(what, "an object", v)
	}
	return object{r: r, path: path, members: o}
}

func (r *reader) mistyped(what, want string, v value.Value) {
	r.fail(what, "must be "+want+", not "+kindName(v))
}

// object is an object being read.
type object struct {
	r       *reader
	path    string
	members value.Object
}

// get returns a member, nil if it is absent.
func (o object) get(name string) value.Value {
	v, ok := o.members.Get(name)
	if _, undefined := v.(value.Undefined); !ok || undefined {
		return nil // a member that is undefined is one that was left out
	}
	return v
}

// need is get for a member that must be there.
func (o object) need(name string) value.Value {
	v := o.get(name)
	if v == nil {
		o.r.fail(o.path+name, "is missing")
	}
	return v
}

// text returns a string member; an absent or null one is "" unless it is required.
func (o object) text(name string, required bool) string {
	v := o.get(name)
	if v == nil || v.Kind() == value.KindNull {
		if required {
			o.r.fail(o.path+name, "is missing")
		}
		return ""
	}
	s, ok := v.(value.String)
	if !ok {
		o.r.mistyped(o.path+name, "a string", v)
	}
	return string(s)
}

func (o object) flag(name string) bool {
	v := o.get(name)
	if v == nil || v.Kind() == value.KindNull {
		return false
	}
	b, ok := v.(value.Bool)
	if !ok {
		o.r.mistyped(o.path+name, "true or false", v)
	}
	return bool(b)
}

func (o object) integer(name string) int {
	v := o.get(name)
	if v == nil || v.Kind() == value.KindNull {
		return 0
	}
	n, ok := v.(value.Number)
	if !ok {
		o.r.mistyped(o.path+name, "an integer", v)
		return 0
	}
	i, err := strconv.Atoi(string(n))
	if err != nil {
		o.r.fail(o.path+name, "must be an integer of 64 bits")
	}
	return i
}

// list returns an array member; nil where it is absent or null.
func (o object) list(name string) value.Array {
	v := o.get(name)
	if v == nil || v.Kind() == value.KindNull {
		return nil
	}
	a, ok := v.(value.Array)
	if !ok {
		o.r.mistyped(o.path+name, "a list", v)
		return nil
	}
	if a == nil {
		a = value.Array{}
	}
	return a
}

// inner returns an object member; ok is false where it is absent or null.
func (o object) inner(name string) (object, bool) {
	v := o.get(name)
	if v == nil || v.Kind() == value.KindNull {
		return object{r: o.r}, false
	}
	return o.r.object(o.path+name+".", o.path+name, v), o.r.err == nil
}

func (o object) context(name string) DecisionContext {
	c, ok := o.inner(name)
	if !ok {
		return DecisionContext{}
	}
	return DecisionContext{TaskID: c.text("taskId", false), StepID: c.text("stepId", false)}
}

func (o object) tools(name string) []StepTool {
	list := o.list(name)
	out := make([]StepTool, 0, len(list))
	for i, v := range list {
		at := o.path + name + "[" + strconv.Itoa(i) + "]"
		t := o.r.object(at+".", at, v)
		out = append(out, StepTool{Name: t.text("name", false), Description: t.text("description", false),
			Parameters: t.get("parameters"), Approval: t.flag("approval")})
	}
	return out
}

// UnmarshalStep decodes the params of step. The error is a [*ShapeError].
func UnmarshalStep(params []byte) (StepRequest, error) {
	r := &reader{}
	o := r.decoded("params", params)
	req := StepRequest{
		Protocol: o.text("protocol", true), Step: o.text("step", true), TaskID: o.text("taskId", true),
		Messages: o.list("messages"), Tools: o.tools("tools"), Cancelled: o.flag("cancelled"),
	}
	if list := o.list("visible"); list != nil {
		req.Visible = make([]string, 0, len(list))
		for _, v := range list {
			s, ok := v.(value.String)
			if !ok {
				r.mistyped("visible", "a list of strings", v)
			}
			req.Visible = append(req.Visible, string(s))
		}
	}
	if m, ok := o.inner("model"); ok {
		req.Model = StepModel{Native: Support(m.text("native", false)), JSON: Support(m.text("json", false))}
	}
	if opts, ok := o.inner("options"); ok {
		if _, ok := opts.inner("context"); ok {
			c := opts.context("context")
			req.Options.Context = &c
		}
		req.Options.OutputLimit = opts.integer("outputLimit")
		if b, ok := opts.inner("budget"); ok {
			req.Options.Budget = &StepBudget{ModelCalls: b.integer("modelCalls"), ToolCalls: b.integer("toolCalls")}
		}
	}
	return req, r.done()
}

// UnmarshalCallback decodes the params of a callback and the id of its step. The step is returned as far
// as it could be read, also beside an error, so that a broken callback can be attributed. The error is a
// [*ShapeError].
func UnmarshalCallback(method string, params []byte) (step string, c Callback, err error) {
	r := &reader{}
	o := r.decoded("params", params)
	step = o.text("step", true)
	switch method {
	case MethodGenerate:
		if q, ok := o.inner("request"); ok {
			return step, ModelGenerate{Request: q.modelRequest()}, r.done()
		}
		r.fail("request", "is missing")
	case MethodExecute:
		call := o.call("call")
		return step, ToolExecute{Call: call}, r.done()
	case MethodGuard:
		call := o.call("call")
		return step, GuardEvaluate{Call: call}, r.done()
	case MethodAuthorize:
		call := o.call("call")
		return step, ApprovalAuthorize{Call: call}, r.done()
	case MethodRecord:
		if e, ok := o.inner("entry"); ok {
			entry := e.entry()
			return step, RecordAppend{Entry: entry}, r.done()
		}
		r.fail("entry", "is missing")
	default:
		r.fail("method", "is not a callback of "+Version)
	}
	return step, nil, r.done()
}

func (o object) modelRequest() ModelRequest {
	return ModelRequest{Messages: o.list("messages"), Tools: o.tools("tools"), Schema: notNull(o.get("schema")), Context: o.context("context")}
}

func notNull(v value.Value) value.Value {
	if v == nil || v.Kind() == value.KindNull {
		return nil
	}
	return v
}

func (o object) call(name string) RuntimeCall {
	c, ok := o.inner(name)
	if !ok {
		o.r.fail(o.path+name, "is missing")
		return RuntimeCall{}
	}
	out := RuntimeCall{ID: c.text("id", false), Name: c.text("name", true), Arguments: c.need("arguments")}
	if a, ok := c.inner("action"); ok {
		out.Action = &ActionRef{Context: DecisionContext{TaskID: a.text("taskId", false), StepID: a.text("stepId", false)},
			Index: a.integer("index"), ProviderCallID: a.text("providerCallId", false)}
	}
	return out
}

func (o object) execution(name string) *Execution {
	e, ok := o.inner(name)
	if !ok {
		return nil
	}
	out := &Execution{Status: ExecutionStatus(e.text("status", true)),
		Output: e.text("output", false), Category: e.text("category", false), Retryable: e.flag("retryable")}
	if _, ok := e.inner("call"); ok { // a record may name the call beside the result
		out.Call = e.call("call")
	}
	return out
}

func (o object) entry() RecordEntry {
	e := RecordEntry{Kind: RecordKind(o.text("kind", true)), Context: o.context("context"), Response: o.get("response"), Result: o.execution("result")}
	if q, ok := o.inner("request"); ok {
		request := q.modelRequest()
		e.Request = &request
	}
	if _, ok := o.inner("call"); ok {
		call := o.call("call")
		e.Call = &call
	}
	return e
}

// UnmarshalReply decodes the result of a callback with the given method. The error is a [*ShapeError].
func UnmarshalReply(method string, result []byte) (Reply, error) {
	r := &reader{}
	o := r.decoded("result", result)
	if f, ok := o.inner("fault"); ok {
		reply := FaultReply{Kind: FaultKind(f.text("kind", true)), Message: f.text("message", false), Retryable: f.flag("retryable")}
		return reply, r.done()
	}
	var reply Reply
	switch method {
	case MethodGenerate:
		reply = ModelReply{Response: o.need("response")}
	case MethodExecute:
		reply = ToolReply{Output: o.text("output", true), Ran: o.call("ran")}
	case MethodGuard, MethodAuthorize:
		reply = Decision{Decision: o.text("decision", true)}
	case MethodRecord:
		reply = Recorded{}
	default:
		r.fail("method", "is not a callback of "+Version)
	}
	return reply, r.done()
}

// stepReport decodes the answer to step.
func stepReport(result []byte) (Answer, error) {
	r := &reader{}
	o := r.decoded("result", result)
	report := StepReport{
		Outcome: StepOutcome(o.text("outcome", false)), Text: o.text("text", false), Question: o.text("question", false),
		Context: o.context("context"), Execution: o.execution("execution"), NextMessages: o.list("nextMessages"), Debug: o.text("debug", false),
	}
	if e, ok := o.inner("error"); ok {
		report.Error = &StepFailure{Code: e.text("code", false), Message: e.text("message", false), Barrier: e.text("barrier", false)}
	}
	switch report.Outcome {
	case OutcomeFinal, OutcomeAskUser, OutcomeToolCompleted, OutcomeHalted:
		if report.Error != nil {
			r.fail("error", "must not stand beside an outcome")
		}
	case "":
		if report.Error == nil {
			r.fail("outcome", "is missing, and so is error; a report has one of them")
		}
	default:
		r.fail("outcome", "must be final, ask_user, tool_completed or halted")
	}
	if report.Execution != nil {
		switch report.Execution.Status {
		case ExecutionCompleted, ExecutionFailed, ExecutionUnknown:
		default:
			r.fail("execution.status", "must be completed, failed or unknown")
		}
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	return report, nil
}

// kindName is the kind of a value, "nothing" for nil.
func kindName(v value.Value) string {
	if v == nil {
		return "nothing"
	}
	return string(v.Kind())
}
