package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestRequestsOfEveryWireAreReadAlike(t *testing.T) {
	call := wire.ChatCall{ID: "c1", Name: "lookup", Arguments: `{"path":"a"}`}
	want := []wire.ChatMessage{
		{Role: wire.RoleSystem, Text: "Be short."}, {Role: wire.RoleUser, Text: "Look."},
		{Role: wire.RoleAssistant, Calls: []wire.ChatCall{call}}, {Role: wire.RoleTool, Text: "twelve", Answers: "c1"}, {Role: wire.RoleUser, Text: "And?"},
	}
	for name, c := range map[string]struct {
		p    provider
		body string
	}{
		"completions": {completions{}, `{"stream":true,"messages":[{"role":"developer","content":"Be short."},{"role":"user","content":[{"type":"text","text":"Look."}]},
			{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"lookup","arguments":"{\"path\":\"a\"}"}}]},
			{"role":"tool","tool_call_id":"c1","content":"twelve"},{"role":"user","content":"And?"}],"tools":[{"type":"function","function":{"name":"lookup"}}]}`},
		"responses": {responses{}, `{"stream":true,"instructions":"Be short.","input":[{"role":"user","content":[{"type":"input_text","text":"Look."}]},{"type":"reasoning","id":"r1","summary":[]},
			{"type":"function_call","id":"f1","call_id":"c1","name":"lookup","arguments":"{\"path\":\"a\"}"},{"type":"function_call_output","call_id":"c1","output":"twelve"},
			{"type":"message","role":"user","content":"And?"}],"tools":[{"type":"function","name":"lookup"},{"type":"web_search"}]}`},
		"messages": {messages{}, `{"stream":true,"system":[{"type":"text","text":"Be short."}],"messages":[{"role":"user","content":"Look."},
			{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"lookup","input":{"path":"a"}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"twelve"}]},{"type":"text","text":"And?"}]}],"tools":[{"name":"lookup"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.p.read([]byte(c.body), &turn{})
			if err != nil {
				t.Fatal(err)
			}
			if !got.stream || !cmp.Equal(got.tools, []string{"lookup"}) {
				t.Errorf("stream %t, tools %v", got.stream, got.tools)
			}
			if d := cmp.Diff(want, got.messages); d != "" {
				t.Error(d)
			}
			for _, bad := range []string{``, `[]`, `{"messages":7,"input":7}`} {
				if _, err := c.p.read([]byte(bad), &turn{}); err == nil {
					t.Errorf("%q was read", bad)
				}
			}
		})
	}
}

func TestWhatARequestPointsAtIsFound(t *testing.T) {
	said := wire.ChatResponses.Call("c1", "lookup", value.Object{})
	tn := &turn{id: "1", req: wire.ChatRequest{Wire: wire.ChatResponses, Choices: []value.Value{said}}}
	first, err := responses{}.read([]byte(`{"instructions":"Be short.","input":"Look."}`), tn)
	if err != nil {
		t.Fatal(err)
	}
	first.wire = wire.ChatResponses
	_, id, _, _ := tn.ask(first)
	result := `{"type":"function_call_output","call_id":"c1","output":"twelve"}`
	want := []wire.ChatMessage{{Role: wire.RoleUser, Text: "Look."}, {Role: wire.RoleAssistant, Calls: []wire.ChatCall{{ID: "c1", Name: "lookup", Arguments: "{}"}}}, {Role: wire.RoleTool, Text: "twelve", Answers: "c1"}}
	for name, body := range map[string]string{
		"previous response": `{"previous_response_id":"resp_` + id + `","input":[` + result + `]}`,
		"item reference":    `{"input":[{"role":"user","content":"Look."},{"type":"item_reference","id":"item-c1"},` + result + `]}`,
	} {
		got, err := responses{}.read([]byte(body), tn)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got.messages); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	got, err := responses{}.read([]byte(`{"previous_response_id":"resp_other","input":[{"type":"item_reference","id":"other"}]}`), tn)
	if err != nil || len(got.messages) != 0 {
		t.Errorf("what was never said is %v, %v", got.messages, err)
	}
}

func TestARequestOnAnotherWireIsNotAnswered(t *testing.T) {
	tn := &turn{id: "1", req: wire.ChatRequest{Wire: wire.ChatMessages, Choices: []value.Value{wire.ChatMessages.Text("x")}}}
	if _, _, _, ok := tn.ask(asked{wire: wire.ChatCompletions}); ok {
		t.Error("it was answered")
	}
	if _, _, _, ok := tn.ask(asked{wire: wire.ChatMessages}); !ok {
		t.Error("the wire of the scenario was not answered")
	}
}
