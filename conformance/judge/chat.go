package judge

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Rules gives the requirement of a role and its level.
type Rules func(spec.Role) (id string, level spec.Level)

// Chat holds what was seen of a conversation against the judgement of the first thing the model said. What
// a runtime does instead of executing a call is its own choice: a result for the model, an error for the
// caller, another try. It is held to what must not happen and to what must not be lost.
func Chat(want oracle.Judgement, p *spec.Protocol, req wire.ChatRequest, got wire.ChatObservation, rules Rules) []Finding {
	c := &chat{req: req, got: got, rules: rules, response: p.Response, calls: expected(want, p, req)}
	_, others := itemsOf(p.Response, req.Choices[0])
	c.strange = others > 0
	c.executions()
	c.history()
	c.evidence()
	c.ending()
	c.following()
	c.disclosure()
	return c.findings
}

// chat is one conversation while it is judged.
type chat struct {
	req      wire.ChatRequest
	got      wire.ChatObservation
	rules    Rules
	response *spec.Response
	calls    []*chatCall
	strange  bool // the first thing said holds items that are neither calls nor text
	findings []Finding
}

// chatCall is a call the model made and what may become of it.
type chatCall struct {
	name, id  string
	arguments value.Value // nil where there is no object to execute with
	may, must bool        // may be executed, must be
	doubtful  bool        // should not be
	delicate  bool        // its arguments hold what a language may not be able to hold
	done      bool
}

func (c *chat) found(role spec.Role, aspect Aspect, change Change, pointer string, expected, got value.Value) {
	if pointer == "" {
		pointer = "(no name)"
	}
	id, level := c.rules(role)
	c.findings = append(c.findings, Finding{Aspect: aspect, Level: level, Requirement: id, Change: change, Pointer: pointer, Expected: expected, Got: got})
}

// expected lists the calls of the choices. Those of the first are treated as the oracle says; a tool
// nobody offered is never executed, and arguments the tool's own schema refuses need not be.
func expected(want oracle.Judgement, p *spec.Protocol, req wire.ChatRequest) []*chatCall {
	var out []*chatCall
	for n, choice := range req.Choices {
		calls := callsOf(p, choice)
		for i, call := range calls {
			if n == 0 {
				treat(call, i, want)
			} else {
				call.may, call.must = call.arguments != nil, call.arguments != nil
			}
			if call.name != wire.ToolLookup && call.name != wire.ToolSearch {
				call.may, call.must = false, false
			}
			// What the runtime never came to, because it ended at something bad before, is no loss.
			if !conforms(call.name, call.arguments) || call.delicate || req.Stream == wire.NoDone || n > 0 && !all(out, func(c *chatCall) bool { return c.must }) {
				call.must = false
			}
		}
		out = append(out, calls...)
	}
	return out
}

func all(calls []*chatCall, is func(*chatCall) bool) bool {
	for _, c := range calls {
		if !is(c) {
			return false
		}
	}
	return true
}

// treat settles what may become of the i-th call of the first choice.
func treat(call *chatCall, i int, want oracle.Judgement) {
	run := func(outcomes []oracle.Outcome) (may, must bool) {
		must = len(outcomes) > 0
		for _, o := range outcomes {
			treatment := oracle.Refuse
			if o.Accept && o.Completion != nil && i < len(o.Completion.Calls) {
				treatment = o.Completion.Calls[i].Treatment
			}
			may = may || treatment != oracle.Refuse
			must = must && treatment == oracle.Run
		}
		return may, must
	}
	call.may, call.must = run(want.Legal)
	if want.Open() {
		call.may = true
	}
	if len(want.Preferred) > 0 {
		may, _ := run(want.Preferred)
		call.doubtful = !may
	}
}

// callsOf reads the calls of a choice as far as there are any.
func callsOf(p *spec.Protocol, choice value.Value) []*chatCall {
	var out []*chatCall
	list, _ := itemsOf(p.Response, choice)
	for _, e := range list {
		name, _ := read(e, p.Response.Calls.Name).(value.String)
		id, _ := read(e, p.Response.Calls.ID).(value.String)
		call := &chatCall{name: string(name), id: string(id)}
		switch a := read(e, p.Response.Calls.Arguments).(type) {
		case value.String:
			if p.Response.Calls.Encoding != spec.EncodingText {
				break // never read as an object
			}
			if strings.TrimSpace(string(a)) == "" {
				call.arguments = value.Object{}
			} else if v, err := value.Parse([]byte(a)); err == nil {
				if o, ok := v.(value.Object); ok {
					call.arguments = o
				}
			}
		case value.Object:
			call.arguments = a
		case nil, value.Null:
			call.arguments = value.Object{}
		default:
		}
		call.delicate = call.arguments != nil && delicate(call.arguments)
		out = append(out, call)
	}
	return out
}

// itemsOf are the calls of a choice, and how many items are neither calls nor text.
func itemsOf(r *spec.Response, choice value.Value) (calls value.Array, others int) {
	list, _ := read(choice, r.Calls.At).(value.Array)
	if r.Items == nil {
		return list, 0
	}
	for _, e := range list {
		switch kind, _ := read(e, r.Items.Type).(value.String); string(kind) {
		case r.Items.Call:
			calls = append(calls, e)
		case r.Items.Text:
		default:
			others++
		}
	}
	return calls, others
}

// read follows a path with slashes; nil where it leads nowhere.
func read(v value.Value, path string) value.Value {
	for step := range strings.SplitSeq(path, "/") {
		o, ok := v.(value.Object)
		if !ok {
			return nil
		}
		if v, ok = o.Get(step); !ok {
			return nil
		}
	}
	return v
}

// delicate reports whether a value holds a number no double holds, or a text that is not UTF-8.
func delicate(v value.Value) bool {
	switch v := v.(type) {
	case value.Number:
		return !v.SurvivesDouble()
	case value.String:
		return !value.ValidUTF8String(string(v))
	case value.Object:
		for _, m := range v {
			if delicate(m.Value) {
				return true
			}
		}
	case value.Array:
		for _, e := range v {
			if delicate(e) {
				return true
			}
		}
	default:
	}
	return false
}

// conforms reports whether arguments are what the schema of the suite's tool says.
func conforms(tool string, v value.Value) bool {
	o, ok := v.(value.Object)
	if !ok {
		return false
	}
	path := false
	for _, m := range o {
		switch {
		case m.Name == "path" && m.Value.Kind() == value.KindString && !path:
			path = true
		case m.Name == "limit" && tool == wire.ToolSearch && m.Value.Kind() == value.KindNumber:
		default:
			return false
		}
	}
	return path || tool == wire.ToolSearch
}

// executions holds what was executed against what may be, as two multisets.
func (c *chat) executions() {
	whole := !c.strange && all(c.calls, func(k *chatCall) bool { return k.must })
	for _, e := range c.got.Executions {
		if k := c.take(e); k != nil {
			k.done = true
			if k.doubtful {
				c.found(spec.RoleChatDoubt, Execution, Anyway, e.Tool, nil, e.Arguments)
			}
			continue
		}
		if c.req.Endless && c.find(func(k *chatCall) bool { return k.may && k.name == e.Tool && equal(k.arguments, e.Arguments) }) != nil {
			continue
		}
		c.stray(e)
	}
	for _, k := range c.calls {
		if !k.must || k.done {
			continue
		}
		if whole && (c.req.Tool == wire.ToolWorks || len(c.calls) == 1) {
			c.found(spec.RoleChatRun, Execution, NotExecuted, k.name, k.arguments, nil)
		} else {
			c.found(spec.RoleChatEach, Execution, NotExecuted, k.name, k.arguments, nil)
		}
	}
}

func (c *chat) find(is func(*chatCall) bool) *chatCall {
	for _, k := range c.calls {
		if is(k) {
			return k
		}
	}
	return nil
}

// take finds the call an execution belongs to.
func (c *chat) take(e wire.ChatExecution) *chatCall {
	fits := func(k *chatCall) bool { return !k.done && k.may && k.name == e.Tool && equal(k.arguments, e.Arguments) }
	if k := c.find(func(k *chatCall) bool { return fits(k) && k.must }); k != nil {
		return k
	}
	return c.find(fits)
}

// equal compares arguments. A tool's side may write an optional member it was not given as null.
func equal(want, got value.Value) bool {
	if want == nil || got == nil {
		return false
	}
	if value.Equal(want, got) {
		return true
	}
	o, isObject := got.(value.Object)
	w, both := want.(value.Object)
	if !isObject || !both {
		return false
	}
	var plain value.Object
	for _, m := range o {
		if _, null := m.Value.(value.Null); null && !w.Has(m.Name) {
			continue
		}
		plain = append(plain, m)
	}
	return len(plain) < len(o) && value.Equal(w, plain)
}

// stray is an execution no call may have led to.
func (c *chat) stray(e wire.ChatExecution) {
	named := func(k *chatCall) bool { return k.name == e.Tool }
	switch {
	case e.Tool != wire.ToolLookup && e.Tool != wire.ToolSearch:
		c.found(spec.RoleChatUnknown, Execution, Anyway, e.Tool, nil, e.Arguments)
	case c.find(func(k *chatCall) bool { return k.done && named(k) && equal(k.arguments, e.Arguments) }) != nil:
		c.found(spec.RoleChatExact, Execution, Twice, e.Tool, nil, e.Arguments)
	case c.find(func(k *chatCall) bool { return named(k) && k.may && k.delicate && !k.done }) != nil:
		k := c.find(func(k *chatCall) bool { return named(k) && k.delicate && !k.done })
		k.done = true
		c.found(spec.RoleChatNumber, Execution, Otherwise, e.Tool, k.arguments, e.Arguments)
	case c.find(func(k *chatCall) bool { return named(k) && k.may && !k.done }) != nil:
		k := c.find(func(k *chatCall) bool { return named(k) && k.may && !k.done })
		k.done = true
		c.found(spec.RoleChatExact, Execution, Otherwise, e.Tool, k.arguments, e.Arguments)
	case c.find(named) == nil && len(c.calls) > 0:
		c.found(spec.RoleChatUnknown, Execution, Anyway, e.Tool, nil, e.Arguments)
	default:
		c.found(spec.RoleChatRefused, Execution, Anyway, e.Tool, nil, e.Arguments)
	}
}
