package derive

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The capabilities a scenario may need of a runtime.
const (
	needChat    = "chat"
	chatPlain   = "plain"
	chatStream  = "stream"
	chatHistory = "history"
)

// chat derives the scenarios of a runtime behind a scripted model: every response of the protocol's parse
// cases, as the first thing the model says, with the suite's tools in the place of the example's.
func (d *deriver) chat() {
	w := chatWriter{deriver: d, shape: d.protocol.Response, wire: wire.ChatWire(d.protocol.Response.Stream)}
	for _, c := range slices.Clone(d.cases) {
		if c.Protocol == d.protocol.ID && c.Operation == wire.OpParse && c.Relation == Alone && len(c.Requests) == 1 {
			w.from(c)
		}
	}
	w.arguments()
	w.brokenStreams()
	w.outcomes()
	w.conversations()
}

// chatWriter derives scenarios.
type chatWriter struct {
	*deriver
	shape *spec.Response
	wire  wire.ChatWire
	turn  int // chooses the way of cutting of the next stream
}

// scenario is one scenario before it is written down.
type scenario struct {
	path        string // below protocol/chat/
	kind        Kind
	role        spec.Role
	choices     []value.Value
	stream      wire.Chunking
	tool        wire.ToolOutcome
	follow      bool
	endless     bool
	system      string
	change, why spec.Text
}

func (w *chatWriter) put(s scenario) {
	id := w.protocol.ID + "/chat/" + s.path
	for _, choice := range s.choices {
		if _, err := value.Print(choice); err != nil {
			return // no provider can send it
		}
	}
	needs := []Need{{needChat, string(w.wire)}, {needChat, chatPlain}}
	if s.stream != wire.Plain {
		needs[1].Value = chatStream
	}
	name := s.path[strings.LastIndexByte(s.path, '/')+1:]
	w.add(Case{
		ID: id, Operation: wire.OpChat, Protocol: w.protocol.ID, State: "chat", Field: strings.TrimSuffix(s.path, "/"+name), Needs: needs,
		Requests: []wire.Request{wire.ChatRequest{
			Protocol: w.protocol.ID, Wire: w.wire, Scene: id, Choices: s.choices, Stream: s.stream, Tool: s.tool,
			Follow: s.follow, Endless: s.endless, System: s.system,
		}},
	}, edit{name: name, kind: s.kind, rule: w.rule(s.role), change: s.change, why: s.why, tentative: true})
}

// from derives the scenarios of one response.
func (w *chatWriter) from(c *Case) {
	req, ok := c.Requests[0].(wire.ParseRequest)
	if !ok || c.State != "call" && c.State != "final" {
		return
	}
	choice, known := w.withTools(req.Value)
	s := scenario{
		path: strings.TrimPrefix(c.ID, w.protocol.ID+"/"), kind: c.Kind, choices: []value.Value{choice}, change: c.Change, why: c.Why,
	}
	switch {
	case c.Field == "arguments" && c.Kind == Valid && !w.fits(choice) || c.Edit == "twenty":
		return // the suite's tools have no such arguments
	case strings.Contains(c.Edit, "__proto__"):
		return // a client may refuse a body with such a member, whatever it says
	}
	if s.role = w.roleOf(c, known); s.role == "" {
		return
	}
	if s.role == spec.RoleChatUnknown || s.role == spec.RoleChatDoubt || s.role == spec.RoleChatSilent {
		s.kind = Free
	}
	w.put(s)
	w.streamed(s, c)
	if c.Field == "arguments" && c.Kind != Valid {
		o := s
		o.choices = []value.Value{w.renamed(choice, wire.ToolLookup, wire.ToolSearch)}
		o.path += "-optional"
		w.put(o)
	}
	if c.Kind == Invalid && slices.Contains([]string{"arguments", "finish", "type", "group"}, c.Field) && !strings.HasPrefix(c.Edit, "cut-") && !strings.HasPrefix(c.Edit, "alias-") {
		s.follow, s.role, s.path = true, spec.RoleChatNext, s.path+"-next"
		w.put(s)
	}
}

// streamed derives the streams of a scenario: one way of cutting in turn, for groups the one that
// interleaves too.
func (w *chatWriter) streamed(s scenario, c *Case) {
	if !w.streamable(s.choices[0]) {
		return
	}
	ways := []wire.Chunking{wire.Whole, wire.Split, wire.Sparse}
	plain := s.path
	put := func(way wire.Chunking) {
		s.stream, s.path = way, plain+"-stream-"+string(way)
		w.put(s)
	}
	put(ways[w.turn%len(ways)])
	w.turn++
	if c.Field == "group" {
		put(wire.Interleaved)
	}
}

// roleOf is the requirement's role a response puts to the test; "" leaves the response out.
func (w *chatWriter) roleOf(c *Case, known bool) spec.Role {
	j := c.Judgement(0)
	switch {
	case c.State == "final" && (c.Kind == Invalid || c.Kind == Free || w.strange(c)):
		return spec.RoleChatSilent
	case c.State == "final":
		return spec.RoleChatFinal
	case c.Requirement == w.rule(spec.RoleShape) && c.Kind == Invalid:
		return spec.RoleChatEnds
	case !known && c.Field == "name" && c.Kind == Valid:
		return spec.RoleChatUnknown
	case c.Kind == Invalid && j.Rejects():
		return spec.RoleChatRefused
	case c.Kind == Invalid:
		return spec.RoleChatDoubt
	case j.Open():
		return ""
	case w.strange(c):
		return spec.RoleChatEach
	case c.Kind == Free && c.Field == "group":
		return spec.RoleChatEach
	case c.Kind == Free && c.Field == "id", c.Kind == Valid && c.Field == "id":
		return spec.RoleChatClosed
	case c.Kind == Free && !j.Accepts():
		return spec.RoleChatExact
	case c.Field == "group":
		return spec.RoleChatEvidence
	}
	return spec.RoleChatRun
}

// list is what stands in the list of a choice's calls.
func (w *chatWriter) list(choice value.Value) value.Array {
	o, _ := choice.(value.Object)
	list, _ := getAt(o, w.shape.Calls.At).(value.Array)
	return list
}

// isCall reports whether an element of that list is a call.
func (w *chatWriter) isCall(v value.Value) bool {
	o, ok := v.(value.Object)
	return ok && (w.shape.Items == nil || value.Equal(orNull(getAt(o, w.shape.Items.Type)), str(w.shape.Items.Call)))
}

// strange reports whether a response holds items that are neither calls nor text: clients of providers read
// lists of a closed set of types, so what becomes of the rest of such a response is their choice.
func (w *chatWriter) strange(c *Case) bool {
	req, _ := c.Requests[0].(wire.ParseRequest)
	if w.shape.Items == nil || c.Field == "type" {
		return false
	}
	for _, e := range w.list(req.Value) {
		o, _ := e.(value.Object)
		if !w.isCall(e) && !value.Equal(orNull(getAt(o, w.shape.Items.Type)), str(w.shape.Items.Text)) {
			return true
		}
	}
	return false
}

// withTools puts the suite's tools in the place of the example's. known says that every name is one of
// theirs.
func (w *chatWriter) withTools(v value.Value) (choice value.Value, known bool) {
	example, _ := getAt(w.protocol.Response.Example, w.shape.Calls.At).(value.Array)
	first, _ := getAt(example[0].(value.Object), w.shape.Calls.Name).(value.String)
	choice = w.renamed(w.renamed(v, string(first), wire.ToolLookup), "list_files", wire.ToolSearch)
	known = true
	for _, e := range w.list(choice) {
		call, _ := e.(value.Object)
		if w.shape.Items != nil && !w.isCall(e) {
			continue
		}
		name, _ := getAt(call, w.shape.Calls.Name).(value.String)
		known = known && (name == wire.ToolLookup || name == wire.ToolSearch)
	}
	return choice, known
}

// renamed renames the tool of every call that has a name.
func (w *chatWriter) renamed(v value.Value, from, to string) value.Value {
	list := w.list(v)
	if len(list) == 0 {
		return v
	}
	out := slices.Clone(list)
	for i := range out {
		call, ok := out[i].(value.Object)
		if ok && value.Equal(orNull(getAt(call, w.shape.Calls.Name)), str(from)) {
			out[i] = setAt(call, w.shape.Calls.Name, str(to))
		}
	}
	return setAt(v.(value.Object), w.shape.Calls.At, out)
}

func orNull(v value.Value) value.Value {
	if v == nil {
		return value.Null{}
	}
	return v
}

// fits reports whether the arguments of every call are those of the suite's tools.
func (w *chatWriter) fits(choice value.Value) bool {
	for _, e := range w.list(choice) {
		if !w.isCall(e) {
			continue
		}
		v := orNull(getAt(e.(value.Object), w.shape.Calls.Arguments))
		if text, ok := v.(value.String); ok && w.shape.Calls.Encoding == spec.EncodingText {
			parsed, err := value.Parse([]byte(text))
			if err != nil {
				return false
			}
			v = parsed
		}
		o, ok := v.(value.Object)
		if !ok || len(o) != 1 || o[0].Name != "path" || o[0].Value.Kind() != value.KindString {
			return false
		}
	}
	return true
}

// streamable reports whether a choice can be said in events: everything that is cut is a text.
func (w *chatWriter) streamable(v value.Value) bool {
	o, ok := v.(value.Object)
	if !ok {
		return false
	}
	if w.shape.Items != nil {
		return w.streamableItems(o)
	}
	message, ok := getAt(o, "message").(value.Object)
	if !ok {
		return false
	}
	switch c, _ := message.Get("content"); c.(type) {
	case nil, value.Null, value.String:
	default:
		return false
	}
	list, _ := message.Get("tool_calls")
	calls, ok := list.(value.Array)
	if list != nil && !ok && list.Kind() != value.KindNull {
		return false
	}
	for _, e := range calls {
		call, ok := e.(value.Object)
		if !ok {
			return false
		}
		if _, ok := getAt(call, "function/arguments").(value.String); !ok {
			return false
		}
	}
	return true
}

// streamableItems is streamable for a list of items. The last event of a wire that repeats the response in it
// is named after the status, so that only a status with an event can be streamed.
func (w *chatWriter) streamableItems(o value.Object) bool {
	list, ok := getAt(o, w.shape.Items.At).(value.Array)
	if !ok {
		return false
	}
	if end, _ := getAt(o, w.shape.Finish.At).(value.String); w.wire == wire.ChatResponses && end != "completed" && end != "incomplete" && end != "failed" {
		return false
	}
	for _, e := range list {
		item, ok := e.(value.Object)
		switch {
		case !ok:
			return false
		case w.isCall(e):
			a := getAt(item, w.shape.Calls.Arguments)
			if _, text := a.(value.String); a == nil || !text && w.shape.Calls.Encoding == spec.EncodingText {
				return false
			}
		case value.Equal(orNull(getAt(item, w.shape.Items.Type)), str(w.shape.Items.Text)):
			if !w.streamableText(item) {
				return false
			}
		}
	}
	return true
}

func (w *chatWriter) streamableText(item value.Object) bool {
	parts := w.shape.Items.Parts
	if parts == nil {
		_, ok := getAt(item, w.shape.Items.TextAt).(value.String)
		return ok
	}
	list, ok := getAt(item, parts.At).(value.Array)
	for _, e := range list {
		part, _ := e.(value.Object)
		if _, text := getAt(part, parts.TextAt).(value.String); !text {
			return false
		}
	}
	return ok
}
