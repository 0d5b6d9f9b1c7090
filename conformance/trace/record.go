package trace

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// record is what one line says, in the terms of all formats.
type record struct {
	format Format
	// subjects are the values to be judged by the table, each in a protocol.
	subjects []subject
	// events are the calls and results in it, in their order.
	events []event
	// history says that the events are a run by themselves, from its beginning to where it stands.
	history bool
	// faults were found while reading.
	faults []fault
	labels labels
}

// subject is a value of a protocol of the table, and where it stands in the line.
type subject struct {
	protocol string
	value    value.Value
	pointer  string
	// text is set instead of value where the subject is a text to be decoded.
	text []byte
	// around says that value is a response made around one call of the line: all there is to say is said of
	// that call, which stands at pointer.
	around bool
}

// event is one call or result.
type event struct {
	result  bool
	id      string
	tool    string // "" where the line does not say
	pointer string
}

// fault is a violation that is still without its file and line.
type fault struct {
	pointer, code, requirement string
	advice                     bool
}

// labels are what statistics are grouped by, and the run.
type labels struct{ run, model, prompt, time string }

// read takes a line apart. A value with none of the shapes of its format has no format.
func read(v value.Value, want Format) record {
	root, ok := v.(value.Object)
	if !ok {
		if list, isList := v.(value.Array); isList && (want == Auto || want == OpenAIChat) {
			return messagesRecord(list, "", OpenAIChat)
		}
		return record{}
	}
	l := labelsOf(root)
	for _, f := range recognisers() {
		if want != Auto && want != f.format {
			continue
		}
		if r, ok := f.read(root); ok {
			r.format = f.format
			r.labels = l.over(r.labels)
			return r
		}
	}
	return record{labels: l}
}

// recogniser reads one format.
type recogniser struct {
	format Format
	read   func(value.Object) (record, bool)
}

// recognisers lists the formats in the order in which a line is tried: those with the plainest marks first.
func recognisers() []recogniser {
	return []recogniser{
		{MCP, mcpRecord}, {OpenAIResponses, responsesRecord}, {Anthropic, anthropicRecord}, {OpenAIChat, chatRecord},
		{StepEvents, stepRecord}, {Actions, actionRecord},
	}
}

// labelsOf finds the labels of a line, in the names that are in use.
func labelsOf(o value.Object) labels {
	context, _ := object(o, "context")
	return labels{
		run:    first(text(o, "run", "runId", "run_id", "trace_id", "traceId", "taskId", "task_id", "session_id", "sessionId", "conversation_id"), text(context, "taskId", "runId")),
		model:  text(o, "model", "model_name", "modelName"),
		prompt: text(o, "prompt_version", "promptVersion", "prompt_id", "promptId", "prompt"),
		time:   text(o, "time", "timestamp", "ts", "created_at", "createdAt", "created"),
	}
}

// over fills what is missing in the labels of a line from those of what it holds.
func (l labels) over(inner labels) labels {
	return labels{first(l.run, inner.run), first(l.model, inner.model), first(l.prompt, inner.prompt), first(l.time, inner.time)}
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// text is the first member of the names that is a text, or a number as it is written.
func text(o value.Object, names ...string) string {
	for _, n := range names {
		switch v, _ := o.Get(n); v := v.(type) {
		case value.String:
			if v != "" {
				return string(v)
			}
		case value.Number:
			return string(v)
		default:
		}
	}
	return ""
}

func object(o value.Object, name string) (value.Object, bool) {
	v, _ := o.Get(name)
	out, ok := v.(value.Object)
	return out, ok
}

func array(o value.Object, name string) (value.Array, bool) {
	v, _ := o.Get(name)
	out, ok := v.(value.Array)
	return out, ok
}

// actionRecord reads an action, bare or as the member action of a line about it.
func actionRecord(o value.Object) (record, bool) {
	action, pointer := o, ""
	if inner, ok := o.Get("action"); ok && inner.Kind() != value.KindString {
		object, isObject := inner.(value.Object)
		if !isObject {
			return record{subjects: []subject{{protocol: first(text(o, "protocol"), "agent-action/1"), value: inner, pointer: "/action"}}}, true
		}
		action, pointer = object, "/action"
	}
	protocol := text(o, "protocol")
	if protocol == "" {
		protocol = protocolOf(action)
	}
	if protocol == "" {
		return record{}, false
	}
	r := record{subjects: []subject{{protocol: protocol, value: action, pointer: pointer}}}
	if protocol == "jingwei-json/1" {
		printed, err := value.Print(action)
		if err != nil {
			return record{}, false
		}
		r.subjects[0] = subject{protocol: protocol, text: printed, pointer: pointer}
	}
	if id := text(action, "callId"); id != "" && text(action, "type") == "tool_call" {
		r.events = []event{{id: id, tool: text(action, "tool"), pointer: pointer + "/callId"}}
	}
	return r, true
}

// protocolOf tells the protocol of an action by its members; "" for what looks like none.
func protocolOf(action value.Object) string {
	switch {
	case action.Has("type"):
		switch text(action, "schemaVersion") {
		case "":
			return "agent-action/1"
		case "2":
			return "agent-action/2"
		}
		return "agent-action/1+version"
	case action.Has("action"):
		return "jingwei-json/1"
	case action.Has("callId") || action.Has("tool"):
		return "agent-action/1" // an action without its type
	}
	return ""
}

// plainKind writes the kinds of events alike: tool.call, Tool-Call and tool_call.
func plainKind(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r == '.' || r == '-' || r == '/' || r == ' ':
		return '_'
	}
	return r
}

// stepRecord reads an event of a step: something called, something answered, something decided.
func stepRecord(o value.Object) (record, bool) {
	kind := text(o, "event", "kind")
	if kind == "" {
		return record{}, false
	}
	kind = strings.Map(plainKind, kind)
	call, nested := object(o, "call")
	if !nested {
		call = o
	}
	at := ""
	if nested {
		at = "/call"
	}
	id := text(call, "callId", "call_id", "tool_call_id", "toolCallId", "id")
	tool := text(call, "tool", "toolName", "tool_name", "name")
	r := record{}
	switch kind {
	case "tool_call", "tool_execute", "tool_start", "tool_started", "call":
		r.events = []event{{id: id, tool: tool, pointer: at}}
		if tool == "" {
			r.faults = append(r.faults, fault{pointer: at, code: NameMissing})
		}
	case "tool_result", "tool_end", "tool_finished", "tool_error", "result":
		r.events = []event{{result: true, id: id, tool: tool, pointer: at}}
	case "action":
		if inner, ok := actionRecord(o); ok {
			return inner, true
		}
	case "model_result", "model_response":
		if response, ok := object(o, "response"); ok {
			r.subjects = []subject{{protocol: "native-tool/1", value: response, pointer: "/response"}}
		}
	}
	return r, true
}
