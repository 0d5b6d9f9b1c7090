package trace

import (
	"errors"
	"strconv"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// examiner judges lines by themselves. It is immutable and safe for concurrent use.
type examiner struct {
	table   *spec.Table
	oracle  *oracle.Oracle
	format  Format
	secrets *secretSearch
}

// examined is one line that was judged by itself.
type examined struct {
	record record
	faults []fault
	blank  bool
}

func (e *examiner) line(p *value.Parser, text []byte, long bool) examined {
	if long {
		return examined{faults: []fault{{code: TooLong}}}
	}
	v, err := p.Parse(text)
	if err != nil {
		if value.IsBlank(string(text)) {
			return examined{blank: true}
		}
		var at *value.Error
		pointer := ""
		if errors.As(err, &at) && at.Offset >= 0 {
			pointer = "byte " + strconv.FormatInt(at.Offset, 10)
		}
		return examined{faults: []fault{{pointer: pointer, code: NotJSON}}}
	}
	x := examined{record: read(v, e.format)}
	if x.record.format == "" {
		x.faults = append(x.faults, fault{code: UnknownShape})
	}
	x.faults = append(x.faults, x.record.faults...)
	for _, s := range x.record.subjects {
		x.faults = append(x.faults, e.subject(s)...)
	}
	x.faults = append(x.faults, e.secrets.find(v)...)
	if x.record.history {
		x.faults = append(x.faults, historyFaults(x.record.events)...)
		x.record.events = nil
	}
	return x
}

// subject holds a value against the table.
func (e *examiner) subject(s subject) []fault {
	var req wire.Request = wire.ParseRequest{Protocol: s.protocol, Value: s.value}
	if s.text != nil {
		req = wire.DecodeRequest{Protocol: s.protocol, Text: s.text}
	}
	j, err := e.oracle.Judge(req, wire.Policies{})
	if err != nil {
		return []fault{{pointer: s.pointer, code: UnknownShape}}
	}
	p, _ := e.table.Protocol(s.protocol)
	switch {
	case j.Rejects():
		whole := s.refused(j.Legal[0], j.Rule, false)
		if several(p) && whole.pointer == s.pointer+"/"+top(p.Response.Calls.At) {
			if calls := e.callsRefused(s, p, nil); len(calls) > 0 {
				return calls
			}
		}
		return []fault{whole}
	case len(j.Preferred) > 0 && (oracle.Judgement{Legal: j.Preferred}).Rejects():
		return []fault{s.refused(j.Preferred[0], j.PreferredRule, true)}
	case several(p) && len(j.Legal) > 0 && j.Legal[0].Completion != nil:
		return e.callsRefused(s, p, j.Legal[0].Completion)
	}
	return nil
}

// several reports whether responses of a protocol may have several calls, each judged by itself.
func several(p *spec.Protocol) bool {
	return p != nil && p.Response != nil && p.Response.Calls.Limit == spec.ManyCalls
}

func top(path string) string {
	step, _, _ := strings.Cut(path, "/")
	return step
}

// callsRefused finds the calls of a response that must be refused: those a completion lists, or where there is
// none those that would be refused alone.
func (e *examiner) callsRefused(s subject, p *spec.Protocol, c *oracle.Completion) []fault {
	root, isObject := s.value.(value.Object)
	if !isObject {
		return nil
	}
	path := strings.Split(p.Response.Calls.At, "/")
	var out []fault
	for _, at := range callsOf(root, path, c) {
		f := fault{pointer: s.pointer, code: CallRefused, requirement: p.Rule(spec.RoleEach)}
		alone, err := e.oracle.Judge(wire.ParseRequest{Protocol: s.protocol, Value: onlyCall(root, path, at)}, wire.Policies{})
		switch {
		case err == nil && alone.Rejects():
			one := s.refused(alone.Legal[0], alone.Rule, false)
			if c == nil && one.pointer != s.pointer+"/"+path[0] {
				continue // what is wrong with the response is not this call
			}
			f.code, f.requirement = one.code, one.requirement
		case c == nil:
			continue
		case len(p.Codes[spec.FaultCallUnique]) > 0:
			f.code, f.requirement = p.Codes[spec.FaultCallUnique][0], p.Rule(spec.RoleCallUnique)
		}
		if !s.around {
			f.pointer += "/" + p.Response.Calls.At + "/" + strconv.Itoa(at)
		}
		out = append(out, f)
	}
	return out
}

// callsOf are the places of the calls to look at in their list.
func callsOf(root value.Object, path []string, c *oracle.Completion) []int {
	var out []int
	if c != nil {
		for _, call := range c.Calls {
			if call.Treatment == oracle.Refuse {
				out = append(out, call.Index)
			}
		}
		return out
	}
	var v value.Value = root
	for _, step := range path {
		o, _ := v.(value.Object)
		v, _ = o.Get(step)
	}
	list, _ := v.(value.Array)
	for i := range list {
		out = append(out, i)
	}
	return out
}

// onlyCall is a response with one of its calls alone.
func onlyCall(root value.Object, path []string, call int) value.Object {
	v, _ := root.Get(path[0])
	if len(path) == 1 {
		list, _ := v.(value.Array)
		return root.With(path[0], value.Array{list[call]})
	}
	inner, _ := v.(value.Object)
	return root.With(path[0], onlyCall(inner, path[1:], call))
}

// refused is the fault of a subject that must be refused.
func (s subject) refused(o oracle.Outcome, rule string, advice bool) fault {
	f := fault{pointer: s.pointer, code: Refused, requirement: rule, advice: advice}
	for _, r := range o.Reasons {
		if len(r.Codes) == 0 {
			continue
		}
		f.code = r.Codes[0]
		if r.Rule != "" {
			f.requirement = r.Rule
		}
		if r.Field != "" && plainStep(r.Field) && !s.around {
			f.pointer += "/" + r.Field
		}
		break
	}
	return f
}

// historyFaults holds together the calls and results of a conversation that one line tells from its
// beginning. Its last calls may still be waiting.
func historyFaults(events []event) []fault {
	l := newLedger()
	var out []fault
	last := 0
	for i, e := range events {
		if e.result {
			last = i
		}
	}
	for i, e := range events {
		at := place{line: int64(i), pointer: e.pointer}
		for _, f := range l.add("", e, at) {
			if f.code != IDReused || i <= last {
				out = append(out, fault{pointer: e.pointer, code: f.code})
			}
		}
	}
	for _, e := range l.open() {
		if e.at.line < int64(last) {
			out = append(out, fault{pointer: e.at.pointer, code: Unanswered})
		}
	}
	return out
}
