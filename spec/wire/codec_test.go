package wire_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// deep is an array nested n deep.
func deep(n int) value.Value {
	v := value.Value(value.Array{})
	for range n - 1 {
		v = value.Array{v}
	}
	return v
}

func TestRequestsComeBackUnchanged(t *testing.T) {
	odd := value.Object{
		{Name: "z", Value: value.Number("9007199254740993")},
		{Name: "a", Value: value.Undefined{}},
		{Name: "a", Value: value.String("\xed\xa0\x80 <&> \u2028")},
		{Name: "$x", Value: value.Array{value.Null{}, value.Bool(true), value.Number("NaN")}},
	}
	for name, req := range map[string]wire.Request{
		"parse":            wire.ParseRequest{Protocol: "agent-action/1", Value: odd},
		"parse null":       wire.ParseRequest{Protocol: "p", Value: value.Null{}},
		"parse deepest":    wire.ParseRequest{Protocol: "p", Value: deep(value.MaxDepth)},
		"route":            wire.RouteRequest{Protocol: "agent-action/1", Value: odd},
		"preview":          wire.PreviewRequest{Protocol: "agent-action/1", Value: odd},
		"decode":           wire.DecodeRequest{Protocol: "p", Text: []byte("{\"a\":\n1}")},
		"decode empty":     wire.DecodeRequest{Protocol: "p"},
		"decode bytes":     wire.DecodeRequest{Protocol: "p", Text: []byte("\xff\xfe{}")},
		"decode surrogate": wire.DecodeRequest{Protocol: "p", Text: []byte("\xed\xa0\x80")},
		"invoke": wire.InvokeRequest{Contract: "read_ticket/1", Viewer: value.Object{{Name: "role", Value: value.String("lead")}}, Args: odd,
			Store: value.Object{{Name: "tickets", Value: value.Array{odd}}, {Name: wire.StoreThrows, Value: value.String("at x.js:1\n")}}},
	} {
		t.Run(name, func(t *testing.T) {
			method, params, err := wire.MarshalRequest(req)
			if err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(string(params), "\n\r") {
				t.Errorf("a newline in the params breaks the framing: %q", params)
			}
			back, err := wire.UnmarshalRequest(method, params)
			if err != nil {
				t.Fatalf("%v in %s", err, params)
			}
			if !sameRequest(req, back) {
				t.Errorf("sent %#v\n got %#v", req, back)
			}
		})
	}
}

func sameRequest(a, b wire.Request) bool {
	switch a := a.(type) {
	case wire.ParseRequest:
		b, ok := b.(wire.ParseRequest)
		return ok && a.Protocol == b.Protocol && value.Equal(a.Value, b.Value)
	case wire.RouteRequest:
		b, ok := b.(wire.RouteRequest)
		return ok && a.Protocol == b.Protocol && value.Equal(a.Value, b.Value)
	case wire.PreviewRequest:
		b, ok := b.(wire.PreviewRequest)
		return ok && a.Protocol == b.Protocol && value.Equal(a.Value, b.Value)
	case wire.DecodeRequest:
		b, ok := b.(wire.DecodeRequest)
		return ok && a.Protocol == b.Protocol && string(a.Text) == string(b.Text)
	case wire.InvokeRequest:
		b, ok := b.(wire.InvokeRequest)
		return ok && a.Contract == b.Contract && value.Equal(a.Viewer, b.Viewer) && value.Equal(a.Args, b.Args) && value.Equal(a.Store, b.Store)
	}
	return false
}

func TestAnswersComeBackUnchanged(t *testing.T) {
	full := wire.Reject("ACTION_INPUT_MISSING", "input")
	full.Message, full.Pointer, full.Offset = "no \"input\"\n", "/input", 0
	full.Observed = wire.Observed{Mutated: true, GetterReads: 2}
	migrated := wire.Accept(value.Object{{Name: "b", Value: value.Null{}}, {Name: "a", Value: value.Number("1e400")}})
	migrated.MigratedFrom = "unversioned"
	for name, c := range map[string]struct {
		op     wire.Operation
		answer wire.Answer
	}{
		"accepted":      {wire.OpParse, migrated},
		"deepest":       {wire.OpDecode, wire.Accept(deep(value.MaxDepth))},
		"refused":       {wire.OpParse, full},
		"refused whole": {wire.OpDecode, wire.Reject("CODE", "")},
		"routing":       {wire.OpRoute, wire.Routing{Handler: "tool_pipeline", Terminal: "none"}},
		"envelope":      {wire.OpInvoke, wire.Envelope{Value: value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "$x", Value: value.Null{}}}, Observed: wire.Observed{StoreChanged: true}}},
		"no envelope":   {wire.OpInvoke, wire.Envelope{Value: value.Undefined{}}},
		"threw":         {wire.OpInvoke, wire.Envelope{Threw: "Error: x\n  at y", Observed: wire.Observed{Mutated: true, StoreChanged: true}}},
		"preview":       {wire.OpPreview, wire.Preview{Value: deep(3), Observed: wire.Observed{Mutated: true}}},
		"preview text":  {wire.OpPreview, wire.Preview{Value: value.String("tool_call c1 read_file")}},
		"no preview":    {wire.OpPreview, full},
		"not routed":    {wire.OpRoute, wire.Reject("CODE", "type")},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := wire.MarshalAnswer(c.answer)
			if err != nil {
				t.Fatal(err)
			}
			back, err := wire.UnmarshalAnswer(c.op, text)
			if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if !sameAnswer(c.answer, back) {
				t.Errorf("sent %#v\n got %#v", c.answer, back)
			}
		})
	}
}

func sameAnswer(a, b wire.Answer) bool {
	if ea, ok := a.(wire.Envelope); ok {
		eb, ok := b.(wire.Envelope)
		return ok && ea.Threw == eb.Threw && ea.Observed == eb.Observed && (ea.Value == nil) == (eb.Value == nil) && (ea.Value == nil || value.Equal(ea.Value, eb.Value))
	}
	if p, ok := a.(wire.Preview); ok {
		q, ok := b.(wire.Preview)
		return ok && p.Observed == q.Observed && value.Equal(p.Value, q.Value)
	}
	va, ok := a.(wire.Verdict)
	if !ok {
		return a == b
	}
	vb, ok := b.(wire.Verdict)
	if !ok || (va.Action == nil) != (vb.Action == nil) || (va.Action != nil && !value.Equal(va.Action, vb.Action)) {
		return false
	}
	va.Action, vb.Action = nil, nil
	return va == vb
}

func TestAnswersOfTheWrongShapeNameTheMember(t *testing.T) {
	for _, c := range []struct {
		op     wire.Operation
		text   string
		member string
	}{
		{wire.OpParse, ``, "result"},
		{wire.OpParse, `null`, "result"},
		{wire.OpParse, `[]`, "result"},
		{wire.OpParse, `{`, "result"},
		{wire.OpParse, `{}`, "accepted"},
		{wire.OpParse, `{"Accepted":true,"action":{}}`, "accepted"},
		{wire.OpParse, `{"accepted":"true","action":{}}`, "accepted"},
		{wire.OpParse, `{"accepted":1,"action":{}}`, "accepted"},
		{wire.OpParse, `{"accepted":null,"action":{}}`, "accepted"},
		{wire.OpParse, `{"accepted":true,"accepted":false}`, "accepted"},
		{wire.OpParse, `{"accepted":true}`, "action"},
		{wire.OpParse, `{"accepted":true,"action":NaN}`, "action"},
		{wire.OpParse, `{"accepted":true,"action":{"a":1,"a":2}}`, "action"},
		{wire.OpParse, `{"accepted":true,"action":"` + "\xff" + `"}`, "action"},
		{wire.OpParse, `{"accepted":true,"action":{},"migratedFrom":1}`, "migratedFrom"},
		{wire.OpParse, `{"accepted":true,"action":{},"code":nope}`, "code"},
		{wire.OpParse, `{"accepted":false,"action":NaN}`, "action"},
		{wire.OpDecode, `{"accepted":false,"code":7}`, "code"},
		{wire.OpInvoke, `{"ok":true}`, "envelope"},
		{wire.OpInvoke, `{"envelope":{},"threw":"x"}`, "threw"},
		{wire.OpInvoke, `{"threw":{}}`, "threw"},
		{wire.OpInvoke, `{"envelope":{},"observed":{"storeChanged":1}}`, "observed.storeChanged"},
		{wire.OpDecode, `{"accepted":false,"field":["a"]}`, "field"},
		{wire.OpDecode, `{"accepted":false,"message":{}}`, "message"},
		{wire.OpDecode, `{"accepted":false,"pointer":false}`, "pointer"},
		{wire.OpDecode, `{"accepted":false,"offset":"3"}`, "offset"},
		{wire.OpDecode, `{"accepted":false,"offset":1.5}`, "offset"},
		{wire.OpDecode, `{"accepted":false,"observed":true}`, "observed"},
		{wire.OpDecode, `{"accepted":false,"observed":{"mutated":1}}`, "observed.mutated"},
		{wire.OpDecode, `{"accepted":false,"observed":{"getterReads":-1}}`, "observed.getterReads"},
		{wire.OpDecode, `{"accepted":false,"other":NaN}`, "result"},
		{wire.OpRoute, `{"handler":"x"}`, "terminal"},
		{wire.OpRoute, `{"handler":1,"terminal":"none"}`, "handler"},
		{wire.OpRoute, `{"accepted":true,"action":{}}`, "accepted"},
		{"fly", `{"accepted":false}`, "method"},
	} {
		a, err := wire.UnmarshalAnswer(c.op, []byte(c.text))
		var shape *wire.ShapeError
		if !errors.As(err, &shape) || shape.Member != c.member || a != nil {
			t.Errorf("%s %s: got %#v, %v; want an error about %s", c.op, c.text, a, err, c.member)
		}
	}
}

func TestUnknownMembersAreIgnored(t *testing.T) {
	a, err := wire.UnmarshalAnswer(wire.OpParse, []byte(` { "x":{"a":1,"a":[2]}, "\u0061ccepted" : false , "code":"C","field":"f"} `))
	if err != nil || a != wire.Answer(wire.Reject("C", "f")) {
		t.Errorf("answer: got %#v, %v", a, err)
	}
	req, err := wire.UnmarshalRequest("decode", []byte(`{"protocol":"p","text":"t","later":{}}`))
	if err != nil || !sameRequest(req, wire.DecodeRequest{Protocol: "p", Text: []byte("t")}) {
		t.Errorf("request: got %#v, %v", req, err)
	}
	h, err := wire.UnmarshalHello([]byte(`{"wire":"conform/1","name":"n","later":1,"capabilities":{"operations":["parse"],"protocols":[],"new":[]}}`))
	if err != nil || h.Name != "n" || len(h.Capabilities.Operations) != 1 {
		t.Errorf("hello: got %#v, %v", h, err)
	}
}

func TestRequestsOfTheWrongShapeNameTheMember(t *testing.T) {
	for _, c := range []struct{ method, params, member string }{
		{"fly", `{}`, "method"},
		{"hello", `{}`, "method"},
		{"parse", ``, "params"},
		{"parse", `[]`, "params"},
		{"parse", `{"protocol":"p"}`, "value"},
		{"parse", `{"value":1}`, "protocol"},
		{"parse", `{"protocol":"p","value":{"$odd":1}}`, "value"},
		{"decode", `{"protocol":"p"}`, "text"},
		{"decode", `{"protocol":"p","text":1}`, "text"},
		{"decode", `{"protocol":"p","base64":"%"}`, "base64"},
		{"decode", `{"protocol":"p","base64":"","text":""}`, "base64"},
	} {
		_, err := wire.UnmarshalRequest(c.method, []byte(c.params))
		var shape *wire.ShapeError
		if !errors.As(err, &shape) || shape.Member != c.member {
			t.Errorf("%s %s: got %v; want an error about %s", c.method, c.params, err, c.member)
		}
	}
	if _, _, err := wire.MarshalRequest(nil); err == nil {
		t.Error("a nil request was encoded")
	}
	if _, _, err := wire.MarshalRequest(wire.ParseRequest{}); err == nil {
		t.Error("a nil value was encoded")
	}
	if _, err := wire.MarshalAnswer(nil); err == nil {
		t.Error("a nil answer was encoded")
	}
	if _, err := wire.MarshalAnswer(wire.Verdict{Accepted: true}); err == nil {
		t.Error("an accepting verdict without an action was encoded")
	}
}

func TestHellosThatAreRefused(t *testing.T) {
	for _, c := range []struct{ text, member string }{
		{``, "result"},
		{`[]`, "result"},
		{`{}`, "wire"},
		{`{"Wire":"conform/1"}`, "wire"},
		{`{"wire":"conform/2","capabilities":"later"}`, "wire"},
		{`{"wire":"conform/1","wire":"conform/1"}`, "result"},
		{`{"wire":"conform/1","capabilities":{"pipeline":"no"}}`, "hello member /capabilities/pipeline"},
	} {
		_, err := wire.UnmarshalHello([]byte(c.text))
		var shape *wire.ShapeError
		if !errors.As(err, &shape) || shape.Member != c.member {
			t.Errorf("%s: got %v; want an error about %s", c.text, err, c.member)
		}
	}
}
