package mutants

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// agentStrictMutants refuse what is legal.
func agentStrictMutants() []Mutant {
	s := anyAgent()
	var out []Mutant
	for _, state := range []string{"message", "tool_call", "finish"} {
		out = append(out, s.verdict("agent-action/"+state+"/unhandled", "does not know "+state, "operator: branch left out",
			refusingAt(action, isA("type", state), reference.ActionTypeUnsupported, "type"), reference.AP03))
	}
	out = append(out, agent(reference.AgentAction2).verdict("agent-action/request_approval/unhandled", "does not know request_approval", "operator: branch left out",
		refusingAt(action, isA("type", "request_approval"), reference.ActionTypeUnsupported, "type"), reference.AV04))
	for _, t := range textConditions() {
		out = append(out, s.verdict("agent-action/text/refuses-"+t.name, "refuses text with "+t.what, excess,
			refusingAt(action, anyText(t.holds), reference.ActionTextInvalid, ""), t.requirement))
	}
	return append(out,
		s.verdict("agent-action/unknown/refused", "refuses members the row does not name", excess,
			refusingAt(action, hasExtra(func(string) bool { return true }), reference.ActionInvalid, ""), reference.AP09),
		s.verdict("agent-action/unknown/proto-refused", "refuses a member named __proto__", excess,
			refusingAt(action, hasExtra(func(n string) bool { return n == "__proto__" }), reference.ActionInvalid, ""), reference.AP14),
		s.verdict("agent-action/unknown/own-method-crashes", "calls a method that the input can replace", javaScript,
			crashing(func(req wire.Request) bool {
				v, ok := input(req)
				host, isHost := v.(value.Host)
				return ok && isHost && host.Name == value.HostNullPrototype || holds(req, action, func(o value.Object) bool { return o.Has("hasOwnProperty") })
			}), reference.AP14, reference.AP17),
		s.verdict("agent-action/tool_call/tool/registry", "refuses tools it does not know", "registry in the parser",
			refusingAt(action, member("tool", isText(func(t string) bool { return !contains([]string{"read_file", "write_file"}, t) })),
				reference.ActionTextInvalid, "tool"), reference.AP19),
		s.verdict("agent-action/tool_call/tool/lower-cased", "lowers the case of tool names", runtimes,
			rewritingIn(mappingText("tool", strings.ToLower)), reference.AP10),
		s.verdict("agent-action/tool_call/callId/pattern", "refuses call ids that are not plain words", excess,
			refusingAt(action, member("callId", isText(func(t string) bool { return !regexp.MustCompile(`^[A-Za-z0-9_-]+$`).MatchString(t) })),
				reference.ActionTextInvalid, "callId"), reference.AP05),
		s.verdict("agent-action/tool_call/tool/pattern", "refuses tool names that are not plain words", excess,
			refusingAt(action, member("tool", isText(func(t string) bool { return !regexp.MustCompile(`^[A-Za-z0-9_-]+$`).MatchString(t) })),
				reference.ActionTextInvalid, "tool"), reference.AP06),
	)
}

// textCondition is something a text may well have.
type textCondition struct {
	name, what  string
	requirement string
	holds       func(string) bool
}

func textConditions() []textCondition {
	has := func(f func(rune) bool) func(string) bool {
		return func(s string) bool { return strings.ContainsFunc(s, f) }
	}
	return []textCondition{
		{"padding", "surrounding blanks", reference.AP10, func(s string) bool { return s != strings.TrimSpace(s) }},
		{"leading-blank", "a leading blank", reference.AP10, func(s string) bool { return s != strings.TrimLeftFunc(s, unicode.IsSpace) }},
		{"trailing-blank", "a trailing blank", reference.AP10, func(s string) bool { return s != strings.TrimRightFunc(s, unicode.IsSpace) }},
		{"non-ascii", "characters beyond ASCII", reference.AP10, has(func(r rune) bool { return r > unicode.MaxASCII })},
		{"astral", "characters beyond the BMP", reference.AP10, has(func(r rune) bool { return r > 0xFFFF })},
		{"marks", "combining marks", reference.AP10, has(func(r rune) bool { return unicode.Is(unicode.Mn, r) })},
		{"right-to-left", "right-to-left letters", reference.AP10, has(func(r rune) bool { return unicode.In(r, unicode.Arabic, unicode.Hebrew) })},
		{"nul", "a NUL", reference.AP10, has(func(r rune) bool { return r == 0 })},
		{"1k", "more than 1,024 bytes", reference.TX11, func(s string) bool { return len(s) > 1024 }},
		{"32k", "more than 32,768 bytes", reference.TX11, func(s string) bool { return len(s) > 32768 }},
	}
}

// anyText is the condition that a text field fulfils a condition.
func anyText(condition func(string) bool) func(value.Object) bool {
	return func(o value.Object) bool {
		for _, name := range []string{"content", "callId", "tool", "summary", "requestId", "capability", "resource", "reason", "name", "text", "question"} {
			if member(name, isText(condition))(o) {
				return true
			}
		}
		return false
	}
}

// hasExtra is the condition that an action has a member beyond its row whose name fulfils a condition.
func hasExtra(condition func(string) bool) func(value.Object) bool {
	return func(o value.Object) bool {
		t, _ := o.Get("type")
		s, _ := t.(value.String)
		for _, m := range o {
			if !contains(row(string(s)), m.Name) && condition(m.Name) {
				return true
			}
		}
		return false
	}
}

// row is the names of the members of a row.
func row(state string) []string {
	fields := []string{"type", "schemaVersion"}
	if state == "tool_call" {
		fields = append(fields, "input")
	}
	for _, f := range agentTexts() {
		if f.state == state {
			fields = append(fields, f.name)
		}
	}
	return fields
}
