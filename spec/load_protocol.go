package spec

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// protocolID is the spelling of a protocol's id: a name, a slash, a version.
var protocolID = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9.+_-]*$`)

// protocolDraft is a protocol that has been read, with what later ones may take from it.
type protocolDraft struct {
	Protocol
	bare []State // the states with examples as they were written, without the members of a header
}

// readProtocols reads the section `protocols`.
func (l *loader) readProtocols(table *section) []Protocol {
	l.protocols = map[string]*protocolDraft{}
	if !table.has("protocols") && table.has("contracts") {
		return nil
	}
	entries := l.rows(table.need("protocols"), "`protocols`")
	out := make([]Protocol, 0, len(entries))
	for _, e := range entries {
		if !protocolID.MatchString(e.key.text) {
			l.fault(e.key, "a name, a slash and a version, as in `my-action/1`",
				fmt.Sprintf("%s is not an id of a protocol", quote(e.key.text)))
		}
		if p := l.readProtocol(e); p != nil {
			l.protocols[e.key.text] = p
			out = append(out, p.Protocol)
		}
	}
	return out
}

// readProtocol reads one protocol.
func (l *loader) readProtocol(e entry) *protocolDraft {
	s := l.open(e.value, "the protocol "+quote(e.key.text),
		"title", "operations", "policies", "same_rules_as", "rules", "codes", "future", "discriminator",
		"unknown_fields", "header", "migrations", "same_states_as", "states", "response").under(e.key)
	if s == nil {
		return nil
	}
	p := &protocolDraft{Protocol: Protocol{ID: e.key.text, Pos: e.key.pos}}
	p.Title = l.languages(s.get("title"), "`title`")
	p.Policies = words(l, s.get("policies"), "`policies`", "policy", Policies())
	l.readRules(s, p)
	l.readCodes(s, p)
	if s.has("states") || s.has("same_states_as") {
		p.Tagged = l.readTagged(s, p)
	} else {
		l.refuse(s, "a protocol without states has no", "discriminator", "unknown_fields", "header", "migrations", "future")
	}
	if n := s.get("response"); n != nil {
		p.Response = l.readResponse(n, s.key("response"), p)
	}
	if p.Tagged == nil && p.Response == nil && !s.has("states") && !s.has("same_states_as") && !s.has("response") {
		l.fault(e.key, "give it `states`, a `response`, or both",
			fmt.Sprintf("%s has neither states nor a response", s.name))
	}
	l.readOperations(s, p)
	l.checkPolicies(s, p)
	l.checkRoles(s, p)
	return p
}

// refuse reports every one of the keys that is there.
func (l *loader) refuse(s *section, why string, keys ...string) {
	for _, key := range keys {
		if at := s.key(key); at != nil {
			l.fault(at, "", fmt.Sprintf("%s %s", why, quote(key)))
		}
	}
}

// earlier returns the protocol a key refers to, which must stand before this one.
func (l *loader) earlier(s *section, key string) *protocolDraft {
	n := s.get(key)
	id := l.text(n, quote(key))
	if id == "" {
		return nil
	}
	p := l.protocols[id]
	if p == nil {
		l.fault(n, suggest(id, slices.Sorted(maps.Keys(l.protocols))),
			fmt.Sprintf("no protocol before this one has the id %s", quote(id)))
	}
	return p
}

// readRules reads `rules` on top of those of `same_rules_as`.
func (l *loader) readRules(s *section, p *protocolDraft) {
	p.Rules = map[Role]string{}
	if base := l.earlier(s, "same_rules_as"); base != nil {
		maps.Copy(p.Rules, base.Rules)
		p.Codes = maps.Clone(base.Codes)
	}
	n := s.get("rules")
	if n != nil {
		for _, e := range l.rows(n, "`rules`") {
			id := l.rule(e.value, "a rule")
			if !contains(Roles(), Role(e.key.text)) {
				l.fault(e.key, suggest(e.key.text, Roles()), fmt.Sprintf("unknown role %s", quote(e.key.text)))
				continue
			}
			p.Rules[Role(e.key.text)] = id
		}
	}
	if _, ok := p.Rules[RoleDefault]; ok || s.has("same_rules_as") {
		return
	}
	at, hint := s.key("rules"), "name the requirement every role falls back to: `rules: {default: XX-01}`"
	if at == nil {
		at = s.at
	}
	l.fault(at, hint, s.name+" needs `rules` with `default`")
}

// readCodes reads `codes` on top of those of `same_rules_as`.
func (l *loader) readCodes(s *section, p *protocolDraft) {
	if p.Codes == nil {
		p.Codes = map[Fault][]string{}
	}
	n := s.get("codes")
	if n == nil {
		return
	}
	for _, e := range l.rows(n, "`codes`") {
		codes := l.codeList(e.value, "the list of codes")
		if !contains(Faults(), Fault(e.key.text)) {
			l.fault(e.key, suggest(e.key.text, Faults()), fmt.Sprintf("unknown fault %s", quote(e.key.text)))
			continue
		}
		p.Codes[Fault(e.key.text)] = codes
	}
}

// readOperations reads `operations`. Without them a target parses, decodes and, where there are states,
// routes.
func (l *loader) readOperations(s *section, p *protocolDraft) {
	n := s.get("operations")
	p.Operations = words(l, n, "`operations`", "operation", Operations())
	at := s.at
	switch {
	case n == nil && p.Tagged != nil:
		p.Operations = []string{"parse", "decode", "route"}
		if l.redacts && p.Response == nil {
			p.Operations = []string{"parse", "decode", "route", "preview"}
		}
	case n == nil:
		p.Operations = []string{"parse", "decode"}
	default:
		at = n
		if n.kind == nodeList && len(n.items) == 0 {
			l.fault(n, "", "`operations` is empty")
		}
	}
	if contains(p.Operations, "preview") {
		switch {
		case p.Tagged == nil && p.Response != nil, p.Tagged != nil && p.Response != nil:
			l.fault(at, "leave `preview` out", "only a protocol with states and without a response has the operation `preview`")
		case !l.redacts:
			l.fault(at, "add the section `redaction`, or leave `preview` out", "`preview` needs the table's section `redaction`")
		}
	}
	if contains(p.Operations, "assemble") && (p.Response == nil || p.Response.Stream == "") {
		l.fault(at, "give the response its `stream`, or leave `assemble` out", "`assemble` needs a response with `stream`")
	}
	if contains(p.Operations, "chat") && (p.Response == nil || !p.Response.Spoken()) {
		l.fault(at, "leave `chat` out", "only a protocol whose response is that of a provider with `stream` has the operation `chat`")
	}
	if !contains(p.Operations, "route") {
		return
	}
	if p.Tagged == nil {
		if p.Response != nil {
			l.fault(at, "leave `route` out", "only a protocol with states has the operation `route`")
		}
		return
	}
	l.checkHandlers(s, p)
}

// checkHandlers reports the states nobody handles in a protocol whose targets route actions. Those of a
// protocol that routes as well are reported there.
func (l *loader) checkHandlers(s *section, p *protocolDraft) {
	base := l.protocols[s.string("same_states_as")]
	for _, state := range p.Tagged.States {
		where := &node{pos: state.Pos}
		own := s.state(state.Name)
		switch {
		case state.Handler != "", own != nil && own.child("handler") != nil:
			continue
		case own == nil && base != nil && contains(base.Operations, "route"):
			continue
		case own == nil:
			where = s.get("same_states_as")
		}
		l.fault(where, "add `handler`, or leave `route` out of `operations`",
			fmt.Sprintf("the state %s needs `handler`, because targets are asked to route it", quote(state.Name)))
	}
}

// state returns a state a protocol has of its own, rather than from `same_states_as`, as it is written.
func (s *section) state(name string) *node {
	if states := s.get("states"); states != nil {
		return states.child(name)
	}
	return nil
}

// string returns the text of a key without a fault for anything else.
func (s *section) string(key string) string {
	if n := s.get(key); n != nil && n.kind == nodeString {
		return n.text
	}
	return ""
}

// checkPolicies reports policies a protocol has no use for.
func (l *loader) checkPolicies(s *section, p *protocolDraft) {
	list := s.get("policies")
	if list == nil || list.kind != nodeList {
		return
	}
	lacks := map[string]string{}
	if p.Tagged == nil {
		lacks["trims"], lacks["unknown_fields"] = "`states`", "`states`"
	}
	if p.Tagged == nil || len(p.Tagged.Migrations) == 0 && !s.has("migrations") {
		lacks["migrates"] = "`migrations`"
	}
	if p.Response == nil {
		lacks["empty_arguments"], lacks["finish_reason"] = "`response`", "`response`"
	}
	if p.Response == nil || p.Response.Control == nil {
		lacks["ask_user_tool"] = "`response` with `control`"
	}
	for _, item := range list.items {
		if what := lacks[item.text]; what != "" {
			l.fault(item, "", fmt.Sprintf("the policy %s needs %s", quote(item.text), what))
		}
	}
}

// checkRoles reports rules and codes of the protocol itself that nothing in it can break.
func (l *loader) checkRoles(s *section, p *protocolDraft) {
	lacks := map[string]string{}
	if !s.has("response") {
		for _, role := range responseRoles() {
			lacks[string(role)] = "`response`"
		}
		for _, fault := range responseFaults() {
			lacks[string(fault)] = "`response`"
		}
	}
	if p.Tagged == nil && s.has("response") {
		for _, role := range []Role{RoleDiscriminator, RoleLiteral, RoleNames, RoleUnknown, RoleRoute} {
			lacks[string(role)] = "`states`"
		}
	}
	if !s.has("migrations") {
		lacks[string(RoleMigration)] = "`migrations`"
	}
	if !contains(p.Operations, "assemble") {
		for _, role := range streamRoles() {
			lacks[string(role)] = "the operation `assemble`"
		}
	}
	if !contains(p.Operations, "route") {
		lacks[string(RoleRoute)] = "the operation `route`"
	}
	for _, key := range []string{"rules", "codes"} {
		n := s.get(key)
		if n == nil {
			continue
		}
		for _, e := range n.entries {
			if what := lacks[e.key.text]; what != "" {
				l.fault(e.key, "", fmt.Sprintf("%s has no place in a protocol without %s", quote(e.key.text), what))
			}
		}
	}
}
