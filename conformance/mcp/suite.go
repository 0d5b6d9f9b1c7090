// Package mcp derives the cases of an MCP server from the tools it lists: calls its own schemas refuse, names
// it does not have, and messages no client would send.
//
// It is safe to point at a server that can delete things. A call the server's schema admits is sent to a
// tool only where the server annotates it as read-only or the caller allows it; every other call was
// held against the schema by a validator and refused. What is left out is said, and why.
package mcp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/schema"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// protocol is the name MCP cases go under.
const protocol = "mcp"

// Options say what may be sent.
type Options struct {
	// AllowCalls lets calls through that the schemas admit, to tools nobody says are read-only.
	AllowCalls bool
	// HTTP leaves out what only a stream of lines can be asked.
	HTTP bool
}

// Suite derives the cases for a server with the given tools, sorted by id, and the remarks on what is not
// called and why. The error is a fault of the table: it has no section mcp.
func Suite(t *spec.Table, tools []wire.Tool, o Options) ([]*derive.Case, []string, error) {
	if t.MCP == nil {
		return nil, nil, fmt.Errorf("the table has no section `mcp`, whose rules MCP servers are held to")
	}
	s := &suite{table: t, options: o, ids: map[string]bool{}}
	s.listing(tools)
	for _, tool := range tools {
		s.tool(tool)
	}
	s.names(tools)
	s.exchanges(tools)
	if s.problem != nil {
		return nil, nil, s.problem
	}
	slices.SortFunc(s.cases, func(a, b *derive.Case) int { return strings.Compare(a.ID, b.ID) })
	return s.cases, s.remarks(len(tools)), nil
}

type suite struct {
	table   *spec.Table
	options Options
	ids     map[string]bool
	cases   []*derive.Case
	problem error

	uncalled, unprobed, broken []string
}

func text(en, zh string) spec.Text { return spec.Text{EN: en, ZH: zh} }

func textf(en, zh string, args ...any) spec.Text {
	return spec.Text{EN: fmt.Sprintf(en, args...), ZH: fmt.Sprintf(zh, args...)}
}

// refused and anyhow are the judgements of cases: an error, or whatever leaves the server alive.
func refused() oracle.Judgement { return oracle.Judgement{Legal: []oracle.Outcome{{}}} }
func anyhow() oracle.Judgement  { return oracle.Judgement{} }

// add completes a case with its requirement.
func (s *suite) add(role spec.Role, c derive.Case, want oracle.Judgement) {
	id := s.table.MCP[role]
	if id == "" {
		id = s.table.MCP[spec.RoleDefault]
	}
	r, ok := s.table.Requirement(id)
	if !ok {
		s.problem = fmt.Errorf("the table has no requirement %q for the role %s of mcp", id, role)
		return
	}
	for n := 2; s.ids[c.ID]; n++ {
		c.ID = strings.TrimRight(c.ID, "0123456789") + fmt.Sprint(n)
	}
	s.ids[c.ID] = true
	want.Rule, want.Trace = r.ID, []string{r.ID}
	c.Protocol, c.Requirement, c.Level = protocol, r.ID, r.Level
	c.Operation = c.Requests[0].Operation()
	c.Judgements = []oracle.Judgement{want}
	if c.Verify == nil && len(want.Legal) > 0 {
		c.Verify = inTime
	}
	if c.Kind == "" {
		c.Kind = derive.Invalid
	}
	s.cases = append(s.cases, &c)
}

// inTime requires an answer: silence is no refusal.
func inTime(a wire.Answer) string {
	if v, ok := a.(wire.Verdict); ok && v.Code == wire.TimedOut {
		return "no answer in time"
	}
	return ""
}

// tool derives the calls of one tool.
func (s *suite) tool(t wire.Tool) {
	at := "mcp/tools/" + spelt(t.Name)
	in, err := schema.Compile(t.Input)
	if err != nil {
		s.broken = append(s.broken, t.Name)
		return // reported with the listing; nothing can be told to be invalid
	}
	callable := t.ReadOnly || s.options.AllowCalls
	leaks := map[schema.Family]bool{}
	sent := 0
	for _, i := range in.Invalid() {
		args, ok := valueOf(i.Value)
		if !ok || !callable && !harmless(in, i.Family) {
			continue
		}
		sent++
		call := wire.ToolCall{Tool: t.Name, Args: args}
		s.add(spec.RoleArguments, derive.Case{ID: at + "/" + i.Name, State: t.Name, Edit: string(i.Family), Requests: []wire.Request{call},
			Change: textf("arguments the tool's own schema refuses: %s", "工具自身 schema 拒绝的参数：%s", i.Name),
			Why:    text("a server validates what it publishes a schema for", "服务器公布了 schema，就应据此校验")}, refused())
		if !leaks[i.Family] {
			leaks[i.Family] = true
			s.add(spec.RoleInternals, derive.Case{ID: at + "/internals/" + i.Name, State: t.Name, Edit: "internals", Kind: derive.Free, Internals: true, Requests: []wire.Request{call},
				Change: textf("what is said about arguments that are refused: %s", "对被拒绝参数的说明：%s", i.Name),
				Why:    text("an error is for the model to read", "错误信息是给模型读的")}, anyhow())
		}
	}
	if sent == 0 {
		s.unprobed = append(s.unprobed, t.Name)
	}
	if !callable {
		s.uncalled = append(s.uncalled, t.Name)
		return
	}
	s.valid(t, in, at)
}

// harmless reports whether wrong arguments of a family may go to a tool that may do harm: those a server
// that ignores its schema could take for a call without arguments, or for a complete one, may not, unless
// the tool needs arguments that are made up.
func harmless(in *schema.Schema, f schema.Family) bool {
	switch f {
	case schema.Container, schema.Missing:
		return len(in.Required()) > 0
	case schema.Kind, schema.Value, schema.Extra:
		return len(in.Required()) > 0
	}
	return false
}

// valid derives the one call of a read-only tool that its schema admits.
func (s *suite) valid(t wire.Tool, in *schema.Schema, at string) {
	sample, ok := in.Sample()
	args, isValue := valueOf(sample)
	if !ok || !isValue {
		return
	}
	c := derive.Case{ID: at + "/valid", State: t.Name, Edit: "valid", Kind: derive.Free, Requests: []wire.Request{wire.ToolCall{Tool: t.Name, Args: args}},
		Change: text("arguments the tool's schema admits", "工具 schema 接受的参数"), Why: text("the server lives, whatever comes of it", "无论结果如何，服务器都应存活")}
	if t.Output == nil {
		s.add(spec.RoleAlive, c, anyhow())
		return
	}
	out, err := schema.Compile(t.Output)
	if err != nil {
		return // reported with the listing
	}
	c.Why = text("structured content is what the output schema says", "结构化内容必须符合输出 schema")
	c.Verify = func(a wire.Answer) string { return structured(out, a) }
	s.add(spec.RoleOutput, c, anyhow())
}

// structured says what is wrong with the structured content of a result; "" where nothing is.
func structured(out *schema.Schema, a wire.Answer) string {
	v, ok := a.(wire.Verdict)
	result, isObject := v.Action.(value.Object)
	if !ok || !v.Accepted || !isObject {
		return "" // an error needs none
	}
	content, there := result.Get("structuredContent")
	if !there {
		return "no structured content, although an output schema is declared"
	}
	text, err := value.Print(content)
	if err != nil {
		return ""
	}
	if ok, err := out.AdmitsJSON(text); err != nil || !ok {
		return "the structured content does not meet the output schema"
	}
	return ""
}

// valueOf turns decoded JSON into a value.
func valueOf(v any) (value.Value, bool) {
	text, err := schema.Print(v)
	if err != nil {
		return nil, false
	}
	out, err := value.Parse(text)
	return out, err == nil
}

// names derives calls of tools the server does not have.
func (s *suite) names(tools []wire.Tool) {
	known := func(n string) bool {
		return slices.ContainsFunc(tools, func(t wire.Tool) bool { return t.Name == n })
	}
	names := []string{"conform-no-such-tool", " ", "__proto__", "constructor", "toString", "hasOwnProperty", "../conform", "conform\nno", strings.Repeat("c", 5000)}
	if len(tools) > 0 {
		n := tools[0].Name
		names = append(names, strings.ToUpper(n), n+" ", " "+n, n+"\x00", n+"/x")
	}
	for i, n := range names {
		if known(n) {
			continue
		}
		call := []wire.Request{wire.ToolCall{Tool: n, Args: value.Object{}}}
		s.add(spec.RoleUnknownTool, derive.Case{ID: fmt.Sprintf("mcp/names/%02d-%s", i, spelt(n)), Edit: "name", Requests: call,
			Change: textf("a tool the server does not have: %q", "服务器没有的工具：%q", shortened(n)), Why: text("names are compared exactly", "名称逐字比较")}, refused())
		if i < 4 {
			s.add(spec.RoleInternals, derive.Case{ID: fmt.Sprintf("mcp/names/%02d-%s/internals", i, spelt(n)), Edit: "internals", Kind: derive.Free, Internals: true, Requests: call,
				Change: textf("what is said about a tool the server does not have: %q", "对不存在的工具的说明：%q", shortened(n)), Why: text("an error is for the model to read", "错误信息是给模型读的")}, anyhow())
		}
	}
}

func shortened(s string) string { return value.ShowText(s, 40) }

// spelt is a name with characters that need no quoting.
func spelt(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-', r == '.':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "~%x", r)
		}
		if b.Len() > 60 {
			break
		}
	}
	if b.Len() == 0 {
		return "~"
	}
	return b.String()
}

// remarks say what was left out.
func (s *suite) remarks(tools int) []string {
	var out []string
	say := func(names []string, why string) {
		if len(names) > 0 {
			out = append(out, fmt.Sprintf("%d of %d tools %s: %s", len(names), tools, why, listed(names)))
		}
	}
	say(s.uncalled, "were not called with arguments their schema admits, as they are not annotated readOnlyHint (--allow-calls calls them)")
	say(s.unprobed, "got no call at all: they need no argument, and a careless server would run whatever is sent, or their schema refuses nothing")
	say(s.broken, "were not called because their input schema is no JSON Schema")
	return out
}

func listed(names []string) string {
	const max = 12
	shown := make([]string, 0, max+1)
	for i, n := range names {
		if i == max {
			shown = append(shown, fmt.Sprintf("and %d more", len(names)-max))
			break
		}
		shown = append(shown, value.ShowText(n, 40))
	}
	return strings.Join(shown, ", ")
}
