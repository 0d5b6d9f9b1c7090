package generate

import (
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Request makes a request about a protocol: mostly something near a legal row, at times a legal one, now
// and then anything at all.
func Request(s Source, p *spec.Protocol) wire.Request {
	op := pick(s, judging(p))
	row := pick(s, Rows(p))
	edits := pick(s, []int{0, 1, 1, 1, 2, 3})
	switch op {
	case wire.OpDecode:
		return wire.DecodeRequest{Protocol: p.ID, Text: rowText(s, row, edits)}
	case wire.OpRoute:
		return wire.RouteRequest{Protocol: p.ID, Value: row.Chain(s, row.Legal(s), edits)}
	default: // parse
	}
	if p.Response != nil && p.Tagged != nil {
		return wire.ParseRequest{Protocol: p.ID, Value: contentResponse(s, row, edits)}
	}
	if chance(s, 15) {
		return wire.ParseRequest{Protocol: p.ID, Value: Value(s)}
	}
	return wire.ParseRequest{Protocol: p.ID, Value: row.Chain(s, row.Legal(s), edits)}
}

// judging are the operations of a protocol that judge one input.
func judging(p *spec.Protocol) []wire.Operation {
	var out []wire.Operation
	for _, op := range []wire.Operation{wire.OpParse, wire.OpDecode, wire.OpRoute} {
		if slices.Contains(p.Operations, string(op)) {
			out = append(out, op)
		}
	}
	return out
}

// ActionText makes the text of something near a legal row of the protocol.
func ActionText(s Source, p *spec.Protocol) []byte {
	return rowText(s, pick(s, Rows(p)), pick(s, []int{0, 1, 1, 2}))
}

// rowText prints an object of a row after some edits, and breaks the text at times.
func rowText(s Source, row Row, edits int) []byte {
	v := row.Chain(s, row.Legal(s), edits)
	text, err := value.Print(v)
	if err != nil {
		text, err = value.Print(writable(v))
		if err != nil {
			text = []byte("null")
		}
	}
	if weighted(s, 1, 1) == 0 {
		return text
	}
	return []byte(Document(s, string(text)))
}

// contentResponse makes a response whose content is the text of a tagged object.
func contentResponse(s Source, row Row, edits int) value.Value {
	p := row.Protocol
	r := p.Response
	o := setAt(nil, r.Content, value.String("{}"))
	o = setAt(o, r.Calls.At, value.Array{})
	o = setAt(o, r.Finish.At, value.String(r.Finish.Final[0]))
	if r.Incomplete != "" {
		o = setAt(o, r.Incomplete, value.Array{})
	}
	text := string(rowText(s, row, edits))
	if !value.ValidUTF8String(text) {
		text = value.FromUTF16(value.UTF16(text))
	}
	o = setAt(o, r.Content, value.String(text))
	if s.Intn(2) == 0 {
		return o
	}
	return Row{Protocol: p}.chainResponse(s, o, 1+s.Intn(2))
}

// chainResponse changes a response at places of its own, whatever its content is.
func (r Row) chainResponse(s Source, o value.Object, n int) value.Value {
	targets := append(responseTargets(r.Protocol), Target{Rule: r.Protocol.Rule(spec.RoleShape)})
	var v value.Value = o
	for range n {
		object, ok := v.(value.Object)
		if !ok {
			return v
		}
		v = r.EditAt(s, object, pick(s, targets))
	}
	return v
}

// writable replaces what JSON cannot write by null.
func writable(v value.Value) value.Value {
	switch v := v.(type) {
	case value.Undefined, value.Host:
		return value.Null{}
	case value.Number:
		if !v.IsJSON() {
			return value.Null{}
		}
	case value.Array:
		out := make(value.Array, len(v))
		for i := range v {
			out[i] = writable(v[i])
		}
		return out
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: writable(m.Value)}
		}
		return out
	case value.Null, value.Bool, value.String:
	}
	return v
}

// Policies makes choices a target may declare for a protocol, none at all most of the time.
func Policies(s Source, p *spec.Protocol) wire.Policies {
	var out wire.Policies
	for _, policy := range p.Policies {
		if s.Intn(3) != 2 {
			continue
		}
		switch policy {
		case "trims":
			out.Trims = textFields(s, p)
		case "unknown_fields":
			out.UnknownFields = pick(s, []string{"drop", "reject"})
		case "migrates":
			for i := range p.Tagged.Migrations {
				out.Migrates = append(out.Migrates, p.Tagged.Migrations[i].Name)
			}
		case "ask_user_tool":
			out.AskUserTool = pick(s, []string{"ask", "read_file", "jingwei_ask_user"})
		case "empty_arguments":
			out.EmptyArguments = pick(s, []string{"object", "refuse"})
		case "finish_reason":
			out.FinishReason = pick(s, []string{"caller", "parser"})
		}
	}
	return out
}

func textFields(s Source, p *spec.Protocol) []string {
	var out []string
	for i := range p.Tagged.States {
		for _, f := range p.Tagged.States[i].Fields {
			if f.Kind == spec.FieldText && s.Intn(2) == 0 && !slices.Contains(out, f.Name) {
				out = append(out, f.Name)
			}
		}
	}
	return out
}
