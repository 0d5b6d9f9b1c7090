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

func (e *examiner) line(text []byte, long bool) examined {
	if long {
		return examined{faults: []fault{{code: TooLong}}}
	}
	v, err := value.Parse(text)
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
	switch {
	case j.Rejects():
		return []fault{refusal(j.Legal[0], s.pointer, j.Rule, false)}
	case len(j.Preferred) > 0 && (oracle.Judgement{Legal: j.Preferred}).Rejects():
		return []fault{refusal(j.Preferred[0], s.pointer, j.PreferredRule, true)}
	}
	return e.calls(s, j)
}

// calls finds the calls of an accepted response that must be refused by themselves.
func (e *examiner) calls(s subject, j oracle.Judgement) []fault {
	p, ok := e.table.Protocol(s.protocol)
	if !ok || p.Response == nil || len(j.Legal) == 0 || j.Legal[0].Completion == nil {
		return nil
	}
	var out []fault
	for i, call := range j.Legal[0].Completion.Calls {
		if call.Treatment != oracle.Refuse {
			continue
		}
		f := fault{pointer: s.pointer + "/" + p.Response.Calls.At + "/" + strconv.Itoa(i), code: "CALL_REFUSED", requirement: p.Rule(spec.RoleEach)}
		if root, isObject := s.value.(value.Object); isObject {
			alone, err := e.oracle.Judge(wire.ParseRequest{Protocol: s.protocol, Value: onlyCall(root, strings.Split(p.Response.Calls.At, "/"), i)}, wire.Policies{})
			if err == nil && alone.Rejects() {
				one := refusal(alone.Legal[0], "", alone.Rule, false)
				f.code, f.requirement = one.code, one.requirement
			} else if codes := p.Codes[spec.FaultCallUnique]; len(codes) > 0 {
				f.code, f.requirement = codes[0], p.Rule(spec.RoleCallUnique)
			}
		}
		out = append(out, f)
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

func refusal(o oracle.Outcome, pointer, rule string, advice bool) fault {
	f := fault{pointer: pointer, code: "REFUSED", requirement: rule, advice: advice}
	for _, r := range o.Reasons {
		if len(r.Codes) == 0 {
			continue
		}
		f.code = r.Codes[0]
		if r.Rule != "" {
			f.requirement = r.Rule
		}
		if r.Field != "" && plainStep(r.Field) {
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
