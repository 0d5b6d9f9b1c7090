package derive

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Suite derives every case of a table, sorted by id. The error lists the places where the table and its
// derivation disagree: an edit that does not break its rule, an example that is not legal, an id twice.
// The cases keep their judgements.
func Suite(t *spec.Table) ([]*Case, error) { return suiteOf(t, true) }

// Trusted derives the cases of a table that is known to be sound, such as the built-in one, in half the time
// and memory of [Suite]: what is legal is asked of the oracle when a case needs it, and an edit that misses
// its purpose goes unnoticed.
func Trusted(t *spec.Table) ([]*Case, error) { return suiteOf(t, false) }

func suiteOf(t *spec.Table, proven bool) ([]*Case, error) {
	var parts []func(*suite)
	for i := range t.Protocols {
		parts = append(parts, func(s *suite) { s.protocol(&t.Protocols[i]) })
	}
	for i := range t.Contracts {
		parts = append(parts, func(s *suite) { (&toolDeriver{suite: s, c: &t.Contracts[i]}).contract() })
	}
	parts = append(parts, (*suite).decisions)
	cases, err := derived(t, proven, parts)
	if err != nil || t.Steps == nil {
		return cases, err
	}
	// Scenarios of steps are made of the cases of their protocols, so they come after them.
	steps, err := derived(t, proven, []func(*suite){func(s *suite) { s.stepCases(cases) }})
	if err != nil {
		return nil, err
	}
	cases = append(cases, steps...)
	slices.SortFunc(cases, func(a, b *Case) int { return strings.Compare(a.ID, b.ID) })
	return cases, nil
}

// protocol derives the cases of one protocol.
func (s *suite) protocol(p *spec.Protocol) {
	d := &deriver{suite: s, protocol: p}
	if p.Tagged != nil {
		d.tagged()
	}
	if p.Response != nil {
		d.response()
	}
	if d.does(wire.OpAssemble) && p.Response != nil && p.Response.Stream != "" {
		d.streams(slices.Clone(s.cases))
	}
	if d.does(wire.OpChat) {
		d.chat()
	}
	if d.does(wire.OpPreview) && p.Tagged != nil && s.table.Redaction != nil {
		d.previews()
	}
}

// derived runs the parts of a derivation side by side, each on cases of its own, and puts them together.
func derived(t *spec.Table, proven bool, parts []func(*suite)) ([]*Case, error) {
	o := oracle.New(t)
	suites := make([]*suite, len(parts))
	var wg sync.WaitGroup
	for i, part := range parts {
		suites[i] = &suite{table: t, oracle: o, proven: proven, ids: map[string]bool{}}
		wg.Go(func() { part(suites[i]) })
	}
	wg.Wait()
	all := &suite{}
	for _, s := range suites {
		all.cases = append(all.cases, s.cases...)
		for _, p := range s.problems {
			all.problem("%w", p)
		}
	}
	slices.SortFunc(all.cases, func(a, b *Case) int { return strings.Compare(a.ID, b.ID) })
	for i := 1; i < len(all.cases); i++ {
		if all.cases[i].ID == all.cases[i-1].ID {
			all.problem("derive: two cases have the id %s", all.cases[i].ID)
		}
	}
	if len(all.problems) > 0 {
		return nil, errors.Join(all.problems...)
	}
	return all.cases, nil
}

// maxProblems bounds how many inconsistencies one error lists.
const maxProblems = 60

type suite struct {
	table  *spec.Table
	oracle *oracle.Oracle
	// proven says that every case is held against the purpose of its edit.
	proven   bool
	ids      map[string]bool
	cases    []*Case
	problems []error
}

func (s *suite) problem(format string, args ...any) {
	if len(s.problems) < maxProblems {
		s.problems = append(s.problems, fmt.Errorf(format, args...))
	}
}

// add completes a case, and holds the oracle's judgements against the purpose of the edit.
func (s *suite) add(c Case, e edit) {
	if s.ids[c.ID] {
		s.problem("derive: two cases have the id %s", c.ID)
		return
	}
	if (s.proven || e.tentative) && !s.prove(&c, e) {
		return
	}
	req, ok := s.table.Requirement(e.rule)
	if !ok {
		s.problem("derive: %s: there is no requirement %q", c.ID, e.rule)
		return
	}
	c.Kind, c.Requirement, c.Level = e.kind, req.ID, req.Level
	c.Edit, c.Change, c.Why, c.Canary = e.name, e.change, e.why, e.canary
	c.Exposure = e.exposure
	if e.form.Length > 0 {
		form := e.form
		c.Form = &form
	}
	c.Internals, c.Watch = e.internals, e.watch
	c.oracle, c.narrow = s.oracle, e.judge
	c.Needs = append(c.Needs, e.extra...)
	s.ids[c.ID] = true
	s.cases = append(s.cases, &c)
}

// prove judges the requests of a case, and reports whether they are what the edit is for.
func (s *suite) prove(c *Case, e edit) bool {
	judgements := make([]oracle.Judgement, 0, len(c.Requests))
	for _, req := range c.Requests {
		j, err := s.oracle.Judge(req, wire.Policies{Migrates: c.Migrates})
		if err != nil {
			s.problem("derive: %s: %w", c.ID, err)
			return false
		}
		j.Trace = nil // worked out again where it is shown; kept for every case it is a quarter of the suite
		judgements = append(judgements, j)
	}
	if !purposeful(e.kind, judgements) {
		if !e.tentative {
			s.problem("derive: %s: the edit does not do what it is for (%s)", c.ID, e.kind)
		}
		return false
	}
	if !s.proven {
		return true
	}
	if e.judge != nil {
		for i, j := range judgements {
			judgements[i] = e.judge(j)
		}
	}
	c.Judgements = judgements
	return true
}

// purposeful reports whether the judgements are what a case of this kind is made for.
func purposeful(k Kind, judgements []oracle.Judgement) bool {
	for _, j := range judgements {
		refused, accepted := j.Rejects(), j.Accepts()
		if len(j.Preferred) > 0 {
			best := oracle.Judgement{Legal: j.Preferred}
			refused = refused || best.Rejects()
			accepted = accepted || best.Accepts() || slices.ContainsFunc(j.Preferred, func(o oracle.Outcome) bool { return o.Accept })
		}
		switch k {
		case Valid:
			if !accepted {
				return false
			}
		case Invalid, Pair:
			if !refused {
				return false
			}
		case Text, Metamorphic, Free:
		default: // nothing to do for the others
		}
	}
	return true
}

// deriver makes the cases of one protocol.
type deriver struct {
	*suite
	protocol *spec.Protocol
}

// rule is the requirement id of a role in the protocol at hand.
func (d *deriver) rule(r spec.Role) string { return d.protocol.Rule(r) }

func (d *deriver) does(op wire.Operation) bool {
	return slices.Contains(d.protocol.Operations, string(op))
}

// place says where in the table an edit belongs.
type place struct {
	state, field string
	// own says that the field is not the table's but a word of the suite, such as beside; response says
	// the same of the state.
	own, response bool
}

func (p place) path(edit string) string {
	parts := make([]string, 0, 3)
	state, field := p.state, p.field
	if !p.response {
		state = segment(state, "text", "route", "preview", "container", "content")
	}
	if !p.own {
		field = segment(field, "beside", "json", "pair", "same")
	}
	for _, s := range []string{state, field, edit} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "/")
}

// segment spells a name of the table as a part of an id, apart from the words the suite has there itself.
func segment(name string, words ...string) string {
	if slices.Contains(words, name) {
		return name + "~"
	}
	return idOf(name)
}

// emit makes the cases of one edit of a tagged value: as a value where the protocol takes values, and as
// text where the value has a text.
func (d *deriver) emit(at place, e edit) {
	if d.does(wire.OpParse) && d.protocol.Response == nil {
		d.emitRequest(d.protocol.ID+"/"+at.path(e.name), at, e,
			wire.ParseRequest{Protocol: d.protocol.ID, Value: e.value})
	}
	if e.valueOnly || !d.does(wire.OpDecode) {
		return
	}
	text, err := value.Print(e.value)
	if err != nil {
		return // undefined and host values have no text
	}
	d.emitText(at, e, bytes.Clone(text)) // kept for long, without the room it grew into
}

// emitText makes the decode case of a text, and where the text is the content of a response the parse
// case of that response too.
func (d *deriver) emitText(at place, e edit, text []byte) {
	if d.does(wire.OpDecode) {
		d.emitRequest(d.protocol.ID+"/text/"+at.path(e.name), at, e,
			wire.DecodeRequest{Protocol: d.protocol.ID, Text: text})
	}
	if d.protocol.Response != nil && d.protocol.Tagged != nil && d.does(wire.OpParse) && value.ValidUTF8String(string(text)) && isUTF8(text) {
		e.extra = append(slices.Clip(e.extra), textNeeds(text)...)
		d.emitRequest(d.protocol.ID+"/"+at.path(e.name), at, e,
			wire.ParseRequest{Protocol: d.protocol.ID, Value: d.contentResponse(string(text))})
	}
}

func (d *deriver) emitRequest(id string, at place, e edit, req wire.Request) {
	d.add(Case{
		ID: id, Operation: req.Operation(), Protocol: d.protocol.ID, State: at.state, Field: at.field,
		Needs: requestNeeds(req), Requests: []wire.Request{req},
	}, e)
}

// requestNeeds lists what a request asks of a target's language.
func requestNeeds(req wire.Request) []Need {
	switch req := req.(type) {
	case wire.ParseRequest:
		return needsOf(req.Value, nil)
	case wire.RouteRequest:
		return needsOf(req.Value, nil)
	case wire.PreviewRequest:
		return needsOf(req.Value, nil)
	case wire.DecodeRequest:
		var needs []Need
		if !isUTF8(req.Text) {
			needs = append(needs, Need{"text", wire.TextBytes})
		}
		return append(needs, textNeeds(req.Text)...)
	case wire.AssembleRequest:
		if req.Pieces != nil {
			return []Need{{needStreams, wire.StreamBytes}}
		}
		return []Need{{needStreams, wire.StreamEvents}}
	case wire.ChatRequest: // its needs are those of a runtime
	case wire.ToolCall, wire.Exchange: // the needs of those are the business of who derives them
		return nil
	case wire.InvokeRequest:
		return needsOf(req.Store, needsOf(req.Args, needsOf(req.Viewer, nil)))
	default: // nothing to do for the others
	}
	return nil
}

// textNeeds lists what the JSON of a text asks of a target's language: a number that a double cannot carry
// may be rounded by a target that says it has only those, and refused by it.
func textNeeds(text []byte) []Need {
	if !mayNeedNumbers(text) {
		return nil
	}
	v, err := value.Parse(text)
	if err != nil {
		return nil
	}
	return needsOf(v, nil)
}

// mayNeedNumbers reports whether a text may hold a number that a double cannot carry: one of many digits
// or with an exponent. It only spares the reading of texts that plainly do not.
func mayNeedNumbers(text []byte) bool {
	run := 0
	for _, b := range text {
		switch {
		case b >= '0' && b <= '9' || b == '.':
			run++
		case run > 0 && (b == 'e' || b == 'E'):
			return true
		default:
			run = 0
		}
		if run > 15 {
			return true
		}
	}
	return false
}
