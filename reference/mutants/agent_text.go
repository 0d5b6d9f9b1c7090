package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The sources of defects that many mutants share.
const (
	lesson     = "action protocol lesson, failing implementation"
	lessonHint = "action protocol lesson, mutation hints"
	guide      = "single-step guide"
	goJSON     = "Go encoding/json into a struct"
	javaScript = "JavaScript idiom"
	python     = "Python idiom"
	serde      = "lenient deserialisers"
	runtimes   = "agent runtimes in the wild"
	repairJSON = "JSON repair libraries"
	omission   = "operator: check left out"
	excess     = "operator: check too strict"
	swap       = "operator: constant exchanged"
)

// agentText is one text field of agent-action.
type agentText struct {
	scope       scope
	state       string
	name        string
	requirement string
	invented    string // what a runtime that will not refuse makes up
	aliases     []string
}

func agentTexts() []agentText {
	approval := func(name, invented string, aliases ...string) agentText {
		return agentText{agent(reference.AgentAction2), "request_approval", name, reference.AV04, invented, aliases}
	}
	return []agentText{
		{anyAgent(), "message", "content", reference.AP04, "(no content)", []string{"Content", "text", "message", "body"}},
		{anyAgent(), "tool_call", "callId", reference.AP05, "generated-1", []string{"call_id", "callID", "callid", "id", "tool_call_id", "toolCallId"}},
		{anyAgent(), "tool_call", "tool", reference.AP06, "noop", []string{"Tool", "name", "toolName", "tool_name", "function"}},
		{anyAgent(), "finish", "summary", reference.AP08, "done", []string{"Summary", "content", "result", "text"}},
		approval("requestId", "generated-1", "request_id", "requestID", "id"),
		approval("capability", "default", "Capability", "permission", "scope"),
		approval("resource", "*", "Resource", "path", "target"),
		approval("reason", "not given", "Reason", "why", "message"),
	}
}

// agentTextMutants break the rules of one text field each.
func agentTextMutants() []Mutant {
	var out []Mutant
	for _, f := range agentTexts() {
		out = append(out, f.laxMutants()...)
		for _, alias := range f.aliases {
			out = append(out, f.scope.verdict(f.id("alias-"+alias), "takes "+alias+" for "+f.name, runtimes,
				f.editing(renaming(alias, f.name)), reference.AP24, f.requirement))
		}
	}
	return out
}

func (f agentText) id(defect string) string {
	return "agent-action/" + f.state + "/" + f.name + "/" + defect
}

// editing edits the objects of the field's state.
func (f agentText) editing(e edit) defect { return editing(action, having("type", f.state, e)) }

// smuggling lets values of the field through.
func (f agentText) smuggling(when func(value.Value) bool, back func(value.Value) value.Value) defect {
	return smuggling(action, isA("type", f.state), f.name, when, markText, back)
}

func (f agentText) laxMutants() []Mutant {
	s, r := f.scope, f.requirement
	out := []Mutant{
		s.verdict(f.id("default"), "fills in "+f.name+" where it is missing", lesson,
			f.editing(defaulting(f.name, value.String(f.invented))), r),
		s.verdict(f.id("coerced"), "turns numbers and booleans in "+f.name+" into text", javaScript,
			f.editing(mapping(f.name, scalarText)), r),
		s.verdict(f.id("empty"), "accepts an empty "+f.name, omission, f.smuggling(isEmptyText, asIs), r),
		s.verdict(f.id("blank"), "accepts a "+f.name+" of ASCII white space", omission, f.smuggling(isSpaces, asIs), r),
		s.verdict(f.id("unicode-blank"), "accepts a "+f.name+" of other white space", "ASCII-only trim",
			f.smuggling(isBlank(value.BlankUnicode), asIs), reference.AP23, r),
		s.verdict(f.id("trimmed"), "strips blanks from "+f.name, "action protocol lesson, trim",
			rewritingIn(having("type", f.state, mappingText(f.name, strings.TrimSpace))), reference.AP10),
		s.only(wire.OpParse).verdict(f.id("boxed"), "accepts a boxed string as "+f.name, javaScript,
			f.editing(mapping(f.name, unboxed)), reference.AP15, r),
		s.only(wire.OpParse).verdict(f.id("inherited"), "reads "+f.name+" from the prototype", javaScript,
			replacing(inheriting(f.name)), reference.AP13, r),
		s.reason(f.id("wrong-code"), "calls a bad "+f.name+" an invalid action", swap,
			restating(at(f.name), func(v *wire.Verdict) { v.Code = string(reference.ActionInvalid) }), r),
		s.reason(f.id("wrong-field"), "does not say that "+f.name+" is at fault", swap,
			restating(at(f.name), func(v *wire.Verdict) { v.Field = "" }), r),
	}
	for _, kind := range []value.Kind{value.KindNull, value.KindBool, value.KindNumber, value.KindArray, value.KindObject} {
		out = append(out, s.verdict(f.id("accepts-"+string(kind)), "accepts a "+string(kind)+" as "+f.name, omission,
			f.smuggling(isKind(kind), asIs), r))
	}
	return append(out, s.only(wire.OpParse).verdict(f.id("accepts-undefined"), "accepts undefined as "+f.name, javaScript,
		f.smuggling(isKind(value.KindUndefined), asIs), r))
}

// at is the condition that a refusal is about a field.
func at(field string) func(wire.Verdict) bool {
	return func(v wire.Verdict) bool { return v.Field == field }
}

// scalarText is what String(x) makes of a number or a boolean.
func scalarText(v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.Number:
		return value.String(v), true
	case value.Bool:
		if v {
			return value.String("true"), true
		}
		return value.String("false"), true
	default: // nothing to do for the others
	}
	return v, false
}

// unboxed is the primitive in a wrapper object.
func unboxed(v value.Value) (value.Value, bool) {
	host, ok := v.(value.Host)
	if !ok || host.Name != value.HostBoxed {
		return v, false
	}
	return host.Args.Get("value")
}

// inheriting reads members from the prototype; without names, all of them.
func inheriting(names ...string) func(value.Value) (value.Value, bool) {
	return func(v value.Value) (value.Value, bool) {
		host, ok := v.(value.Host)
		if !ok || host.Name != value.HostInherited {
			return v, false
		}
		ownArg, _ := host.Args.Get("own")
		protoArg, _ := host.Args.Get("proto")
		out, _ := ownArg.(value.Object)
		proto, _ := protoArg.(value.Object)
		changed := false
		for _, m := range proto {
			if !out.Has(m.Name) && (len(names) == 0 || contains(names, m.Name)) {
				out, changed = out.With(m.Name, m.Value), true
			}
		}
		return out, changed
	}
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
