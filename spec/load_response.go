package spec

import (
	"fmt"
	"slices"
	"strings"
)

// readResponse reads the shape of a complete model response.
func (l *loader) readResponse(n, key *node, p *protocolDraft) *Response {
	s := l.open(n, "`response`", "content", "items", "calls", "finish", "incomplete", "control", "stream", "example", "final").under(key)
	if s == nil {
		return nil
	}
	r := &Response{
		Content:    l.path(s.get("content"), "`content`"),
		Incomplete: l.path(s.get("incomplete"), "`incomplete`"),
		Pos:        key.pos,
	}
	if i := s.get("items"); i != nil {
		r.Items = l.readItems(i, s.key("items"))
		l.refuse(s, "a response with `items` has no", "content", "incomplete", "control")
	}
	r.Stream = word(l, s.get("stream"), "stream", streams())
	single := false
	if c := s.need("calls"); c != nil {
		single = r.Items == nil && c.kind == nodeMapping && c.child("at") == nil && !s.has("content")
		r.Calls = l.readCalls(c, s.key("calls"), r.Items, single)
	}
	if single {
		l.refuse(s, "a response that is one call has no", "finish", "incomplete", "control", "stream", "final")
	} else {
		if r.Items == nil {
			s.need("content")
		}
		if f := s.need("finish"); f != nil {
			r.Finish = l.readFinish(f, s.key("finish"), r.Calls.Limit)
		}
	}
	if c := s.get("control"); c != nil {
		r.Control = l.readControl(c, s.key("control"), r.Calls)
	}
	if p.Tagged != nil {
		l.refuse(s, "a response whose content is a tagged object has no", "items", "stream", "example", "final")
		if single {
			l.fault(s.key("calls"), "", "a response whose content is a tagged object needs `content` and `calls` with `at`")
		}
		return r
	}
	if r.Calls.Limit == NoCalls {
		l.fault(s.key("calls"), "allow calls, or give the protocol `states`",
			"a response without calls and without states has no action but text")
		return r
	}
	if e := s.need("example"); e != nil {
		r.Example = l.readCallExample(e, r)
	}
	if single {
		return r
	}
	if f := s.need("final"); f != nil {
		r.Final = l.readFinalExample(f, r)
	}
	return r
}

// readItems reads how text and calls stand in one list.
func (l *loader) readItems(n, key *node) *Items {
	s := l.open(n, "`items`", "at", "type", "call", "text", "text_at", "parts").under(key)
	if s == nil {
		return nil
	}
	i := &Items{
		At:     l.path(s.need("at"), "`at`"),
		Type:   l.path(s.need("type"), "`type`"),
		Call:   l.text(s.need("call"), "`call`"),
		Text:   l.text(s.need("text"), "`text`"),
		TextAt: l.path(s.get("text_at"), "`text_at`"),
	}
	if i.Call != "" && i.Call == i.Text {
		l.fault(s.get("text"), "", fmt.Sprintf("`call` and `text` are both the type %s", quote(i.Call)))
	}
	parts := s.get("parts")
	if parts == nil {
		s.need("text_at")
		return i
	}
	l.refuse(s, "items with `parts` have no", "text_at")
	p := l.open(parts, "`parts`", "at", "type", "text", "text_at").under(s.key("parts"))
	if p == nil {
		return i
	}
	i.Parts = &Parts{
		At:     l.path(p.need("at"), "`at`"),
		Type:   l.path(p.need("type"), "`type`"),
		Text:   l.text(p.need("text"), "`text`"),
		TextAt: l.path(p.need("text_at"), "`text_at`"),
	}
	return i
}

// readCalls reads where the calls are and what each holds. Among items the list is theirs, and so is the
// type; a single call stands alone and needs neither a place nor an id.
func (l *loader) readCalls(n, key *node, items *Items, single bool) Calls {
	s := l.open(n, "`calls`", "at", "id", "name", "arguments", "type", "type_value", "encoding", "limit", "unique", "optional").under(key)
	if s == nil {
		return Calls{}
	}
	c := Calls{
		At:        l.path(s.get("at"), "`at`"),
		ID:        l.path(s.get("id"), "`id`"),
		Name:      l.path(s.need("name"), "`name`"),
		Arguments: l.path(s.need("arguments"), "`arguments`"),
		Type:      l.path(s.get("type"), "`type`"),
		TypeValue: l.text(s.get("type_value"), "`type_value`"),
		Encoding:  word(l, s.get("encoding"), "encoding", encodings()),
		Limit:     word(l, s.get("limit"), "limit", callLimits()),
		Unique:    l.flag(s.get("unique"), "`unique`"),
		Optional:  l.flag(s.get("optional"), "`optional`"),
	}
	switch {
	case items != nil:
		l.refuse(s, "calls among `items` have no", "at", "type", "type_value")
		c.At, c.Type, c.TypeValue = items.At, "", ""
	case !single:
		s.need("at")
	}
	if !single {
		s.need("id")
	}
	if s.has("type") && !s.has("type_value") {
		s.under(s.key("type")).need("type_value")
	}
	if s.has("type_value") && !s.has("type") {
		s.under(s.key("type_value")).need("type")
	}
	if !s.has("encoding") {
		c.Encoding = EncodingObject
	}
	switch {
	case single && s.has("limit") && c.Limit != OneCall:
		l.fault(s.get("limit"), "leave it out", "a response that is one call has the limit one")
		fallthrough
	case single:
		c.Limit = OneCall
	case !s.has("limit"):
		c.Limit = ManyCalls
	}
	if items != nil && c.Limit != ManyCalls {
		l.fault(s.get("limit"), "leave it out", "calls among `items` have the limit many")
	}
	if c.Unique && c.Limit != ManyCalls && (s.has("limit") || single) {
		l.fault(s.key("unique"), "", fmt.Sprintf("ids cannot collide where the limit is %s", c.Limit))
	}
	l.differ(s, "id", "name", "arguments", "type")
	return c
}

// readFinish reads the finish reasons.
func (l *loader) readFinish(n, key *node, limit CallLimit) Finish {
	s := l.open(n, "`finish`", "at", "final", "calls", "incomplete", "strict").under(key)
	if s == nil {
		return Finish{}
	}
	f := Finish{At: l.path(s.need("at"), "`at`"), Strict: l.flag(s.get("strict"), "`strict`")}
	meaning := map[string]string{}
	read := func(name string) []string {
		list := s.get(name)
		refs := l.names(list, quote(name))
		if list != nil && list.kind == nodeList && len(list.items) == 0 {
			l.fault(list, "leave the key out", quote(name)+" is empty")
		}
		for _, r := range refs {
			other := meaning[r.name]
			either := !f.Strict && (other == "final" && name == "calls") // complete, whatever it holds
			if other != "" && !either {
				l.fault(r.at, "", fmt.Sprintf("the finish reason %s is listed in %s already", quote(r.name), quote(other)))
			}
			meaning[r.name] = name
		}
		return plain(refs)
	}
	s.need("final")
	if limit == OneCall || limit == ManyCalls {
		s.need("calls")
	}
	f.Final, f.Calls, f.Incomplete = read("final"), read("calls"), read("incomplete")
	return f
}

// readControl reads the reserved tool that asks the user.
func (l *loader) readControl(n, key *node, calls Calls) *Control {
	s := l.open(n, "`control`", "name", "field").under(key)
	if s == nil {
		return nil
	}
	switch calls.Limit {
	case NoCalls:
		l.fault(key, "", "a response without calls has no `control`")
	case ManyCalls:
		l.fault(key, "write `limit: one` in `calls`", "a question to the user is the whole of a response, so that `control` needs the limit one")
	case OneCall:
	}
	return &Control{Name: l.text(s.need("name"), "`name`"), Field: l.text(s.need("field"), "`field`")}
}

// path reads the path of a member, with slashes between names; "" for nil.
func (l *loader) path(n *node, what string) string {
	path := l.text(n, what)
	if path != "" && slices.Contains(strings.Split(path, "/"), "") {
		l.fault(n, "names with one slash between them, as in `message/content`",
			fmt.Sprintf("%s is not a path", quote(path)))
		return ""
	}
	return path
}

// differ reports two members of a call that have the same path.
func (l *loader) differ(s *section, keys ...string) {
	seen := map[string]string{}
	for _, key := range keys {
		n := s.get(key)
		if n == nil || n.kind != nodeString {
			continue
		}
		if other := seen[n.text]; other != "" {
			l.fault(n, "", fmt.Sprintf("%s and %s are both at %s", quote(other), quote(key), quote(n.text)))
		}
		seen[n.text] = key
	}
}
