package judge

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// message is one message as far as it is judged.
type message struct {
	role, content, callID string
	calls                 value.Array
	raw                   value.Value
}

func readMessage(v value.Value) message {
	o, _ := v.(value.Object)
	m := message{raw: v}
	text := func(name string) string {
		got, _ := o.Get(name)
		switch got := got.(type) {
		case value.String:
			return string(got)
		case nil, value.Null, value.Undefined:
			return ""
		default:
			return string(value.Encode(got)) // content as parts or as an object
		}
	}
	m.role, m.content, m.callID = text("role"), text("content"), text("toolCallId")
	calls, _ := o.Get("toolCalls")
	m.calls, _ = calls.(value.Array)
	return m
}

func readMessages(list value.Array) []message {
	out := make([]message, len(list))
	for i, v := range list {
		out[i] = readMessage(v)
	}
	return out
}

func (m message) same(o message) bool {
	return m.role == o.role && m.content == o.content && m.callID == o.callID && len(m.calls) == len(o.calls) && value.Equal(m.calls, o.calls)
}

// callers are the system messages of the caller, in all steps so far.
func (v *verdict) callers() []string {
	var out []string
	for i := range v.scenario.Steps {
		for _, m := range readMessages(v.scenario.Steps[i].Request.Messages) {
			if m.role == "system" {
				out = append(out, m.content)
			}
		}
	}
	return out
}

// without returns the messages that are not the runner's own system instruction.
func (v *verdict) without(list []message) []message {
	callers := v.callers()
	var out []message
	for _, m := range list {
		if m.role != "system" || slices.Contains(callers, m.content) {
			out = append(out, m)
		}
	}
	return out
}

// instructions counts the system messages of a request.
func (v *verdict) instructions(sent value.Array) {
	all := readMessages(sent)
	theirs := v.without(all)
	own := len(all) - len(theirs)
	callers := v.callers()
	for _, text := range callers {
		n := 0
		for _, m := range theirs {
			if m.role == "system" && m.content == text {
				n++
			}
		}
		if n != 1 {
			v.found(History, spec.StepRoleInstruction, "a system message of the caller is sent %d times", n)
			return
		}
	}
	switch {
	case own > 1:
		v.found(History, spec.StepRoleInstruction, "the runner's own instruction is sent %d times", own)
	case own == 0 && !v.native:
		v.found(History, spec.StepRoleInstruction, "the runner sends no instruction of its own")
	case !slices.EqualFunc(theirs, v.without(readMessages(v.Messages)), message.same):
		v.found(History, spec.StepRoleHistory, "the model is sent other messages than the caller's")
	}
}

// history holds the next messages against a closed history.
func (v *verdict) history() {
	if v.Report.Error != nil {
		return
	}
	next := v.without(readMessages(v.Report.NextMessages))
	sent := v.without(readMessages(v.Messages))
	if len(next) < len(sent) || !slices.EqualFunc(next[:len(sent)], sent, message.same) {
		v.found(History, spec.StepRoleHistory, "the next messages do not begin with the caller's")
		return
	}
	rest := next[len(sent):]
	wrong := ""
	if v.native {
		wrong = v.nativeRest(rest)
	} else {
		wrong = v.jsonRest(rest)
	}
	if wrong != "" {
		v.found(History, spec.StepRoleHistory, "%s", wrong)
	}
}

// nativeRest says what is wrong with what a native step adds, "" where nothing is.
func (v *verdict) nativeRest(rest []message) string {
	if v.Report.Outcome == wire.OutcomeFinal {
		if len(rest) != 1 || rest[0].role != "assistant" || len(rest[0].calls) > 0 || rest[0].content != v.Step.Expect.Text {
			return "after an answer the next messages end with the answer and nothing else"
		}
		return ""
	}
	switch {
	case len(rest) != 2:
		return "the next messages must end with the call and its one answer"
	case rest[0].role != "assistant" || len(rest[0].calls) != 1:
		return "the call is missing from the next messages"
	case rest[1].role != "tool":
		return "the call is not answered in the next messages"
	}
	response, _ := v.Step.Script.Response.(value.Object)
	sent, _ := response.Get("toolCalls")
	if calls, ok := sent.(value.Array); !ok || len(calls) != 1 || !v.judge.compare.Equal(subset(rest[0].calls[0]), subset(calls[0])) {
		return "the call in the next messages is not the one the model made"
	}
	if id, _ := rest[0].calls[0].(value.Object).Get("id"); id != value.Value(value.String(rest[1].callID)) {
		return "the answer in the next messages does not bear the call's id"
	}
	return v.resultIn(rest[1].content)
}

// subset is a call with the members that matter.
func subset(v value.Value) value.Value {
	o, ok := v.(value.Object)
	if !ok {
		return v
	}
	out := value.Object{}
	for _, name := range []string{"id", "name", "arguments"} {
		if m, ok := o.Get(name); ok {
			out = append(out, value.Member{Name: name, Value: m})
		}
	}
	return out
}

// jsonRest says what is wrong with what a JSON step adds, "" where nothing is.
func (v *verdict) jsonRest(rest []message) string {
	called := v.Report.Outcome == wire.OutcomeToolCompleted || v.Report.Outcome == wire.OutcomeHalted
	switch {
	case len(rest) == 0 || rest[0].role != "assistant" || rest[0].content == "":
		return "the model's text is missing from the next messages"
	case !called && len(rest) != 1:
		return "after an answer or a question the next messages end with the model's text"
	case !called:
		return ""
	case len(rest) != 2:
		return "the next messages must end with the model's text and one result"
	case rest[1].role != "user":
		return "the result is not in the role of the user"
	}
	data, err := value.Parse([]byte(rest[1].content))
	object, ok := data.(value.Object)
	if err != nil || !ok {
		return "the result in the next messages is no JSON object"
	}
	kind, _ := object.Get("type")
	if text, ok := kind.(value.String); !ok || !strings.HasSuffix(string(text), "tool_result") {
		return "the result in the next messages is not tagged as a tool result"
	}
	if !v.untrusted(object) {
		return "nothing says that the result in the next messages is untrusted"
	}
	return v.resultIn(rest[1].content)
}

// untrusted reports whether the data message, or the runner's instruction, says that it is not to be trusted.
func (v *verdict) untrusted(data value.Object) bool {
	if u, ok := data.Get("untrusted"); ok && value.Equal(u, value.Bool(true)) {
		return true
	}
	callers := v.callers()
	for _, e := range v.Entries {
		g, ok := e.Callback.(wire.ModelGenerate)
		if !ok {
			continue
		}
		for _, m := range readMessages(g.Request.Messages) {
			if m.role == "system" && !slices.Contains(callers, m.content) &&
				(strings.Contains(strings.ToLower(m.content), "untrusted") || strings.Contains(m.content, "不可信")) {
				return true
			}
		}
	}
	return false
}

// resultIn says what is wrong with the text of a result.
func (v *verdict) resultIn(content string) string {
	output := v.Step.Expect.Output
	if v.Report.Outcome != wire.OutcomeToolCompleted || strings.Contains(content, output) {
		return ""
	}
	data, err := value.Parse([]byte(content))
	if err == nil && carries(data, output, 0) {
		return ""
	}
	return "the tool's output is not in the next messages as it was"
}

// carries reports whether some text in a value contains another, or some part of it is the value it stands for.
func carries(v value.Value, text string, depth int) bool {
	const deep = 8
	if depth > deep {
		return false
	}
	switch v := v.(type) {
	case value.String:
		return strings.Contains(string(v), text)
	case value.Array:
		return slices.ContainsFunc(v, func(e value.Value) bool { return carries(e, text, depth+1) })
	case value.Object:
		if p, err := value.Parse([]byte(text)); err == nil && value.Equal(p, v) {
			return true
		}
		return slices.ContainsFunc(v, func(m value.Member) bool { return carries(m.Value, text, depth+1) })
	default:
		return false
	}
}

// schema holds the schema of a JSON request against actions it must and must not allow.
func (v *verdict) schema(schema value.Value) {
	role := spec.StepRoleSchema
	if schema == nil {
		v.found(Calls, role, "the request has no schema")
		return
	}
	compiled, err := v.schemas.compile(schema)
	if err != nil {
		v.found(Calls, role, "the schema of the request does not compile by itself")
		return
	}
	for _, a := range v.Step.Expect.Accepts {
		if !allows(compiled, a) {
			v.found(Calls, role, "the schema refuses %s", value.Show(a, 120))
			return
		}
	}
	for _, a := range v.Step.Expect.Refuses {
		if allows(compiled, a) {
			v.found(Calls, role, "the schema allows %s", value.Show(a, 120))
			return
		}
	}
}

// maxSchemas bounds how many compiled schemas are kept; a target that sends more has each compiled anew.
const maxSchemas = 64

// schemas keeps compiled schemas: most steps of a target have the same one, and compiling takes longer than
// all the rest of judging.
type schemas struct {
	mu    sync.Mutex
	known map[string]*jsonschema.Schema
}

func (s *schemas) compile(schema value.Value) (*jsonschema.Schema, error) {
	key := string(value.Encode(schema))
	s.mu.Lock()
	known, ok := s.known[key]
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	compiled, err := compile(schema)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) < maxSchemas {
		s.known[key] = compiled
	}
	return compiled, nil
}

// noLoader refuses every address.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("nothing is loaded") }

// requestURL is the base of the schema of a request; it resolves to nothing.
const requestURL = "https://request.conform.invalid/"

func compile(schema value.Value) (*jsonschema.Schema, error) {
	doc, err := document(schema)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	if err := c.AddResource(requestURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(requestURL)
}

func document(v value.Value) (any, error) {
	text, err := value.Print(v)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(text))
}

func allows(s *jsonschema.Schema, v value.Value) bool {
	doc, err := document(v)
	return err == nil && s.Validate(doc) == nil
}
