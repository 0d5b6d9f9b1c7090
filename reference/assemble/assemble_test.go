package assemble_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform/reference/assemble"
	"github.com/actionconform/conform/spec/value"
)

const (
	begins = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"t","arguments":""}}]},"finish_reason":null}]}`
	goesOn = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"p\":\"é😀\"}"}}]},"finish_reason":null}]}`
	ends   = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	whole  = `{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"t","arguments":"{\"p\":\"é😀\"}"}}]},"finish_reason":"tool_calls"}`
)

func TestEvents(t *testing.T) {
	v, err, known := assemble.Events(assemble.OpenAIChat, []string{begins, goesOn, ends, "[DONE]"})
	if !known || err != nil {
		t.Fatal(err, known)
	}
	want, _ := value.Parse([]byte(whole))
	if !value.Equal(v, want) {
		t.Errorf("got %s", value.Show(v, 500))
	}
	if _, _, known := assemble.Events("agent-action/1", nil); known {
		t.Error("agent-action/1 has no streams")
	}
}

func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		name, wire string
		events     []string
		want       assemble.Error
	}{
		{"no events", assemble.OpenAIChat, nil, assemble.Error{Incomplete: true, Requirement: "AS-07"}},
		{"cut off", assemble.OpenAIChat, []string{begins, goesOn}, assemble.Error{Incomplete: true, Requirement: "AS-07"}},
		{"closed without a reason", assemble.OpenAIChat, []string{begins, goesOn, "[DONE]"}, assemble.Error{Incomplete: true, Requirement: "AS-07"}},
		{"an error and then the end", assemble.OpenAIChat, []string{begins, `{"error":{}}`, ends}, assemble.Error{Requirement: "AS-11"}},
		{"no JSON", assemble.OpenAIChat, []string{begins, goesOn[:40], ends}, assemble.Error{Requirement: "AS-14"}},
		{"no response", assemble.OpenAIResponses, []string{`{"type":"response.created"}`}, assemble.Error{Incomplete: true, Requirement: "AS-07"}},
		{"stopped without a reason", assemble.AnthropicMessages, []string{`{"type":"message_stop"}`}, assemble.Error{Incomplete: true, Requirement: "AS-08"}},
		{"broken input", assemble.AnthropicMessages, []string{`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"t","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"p\":"}}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_stop"}`}, assemble.Error{Requirement: "AS-15"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			v, err, _ := assemble.Events(row.wire, row.events)
			if err == nil {
				t.Fatalf("accepted %s", value.Show(v, 300))
			}
			if *err != row.want {
				t.Errorf("got %+v, want %+v", *err, row.want)
			}
		})
	}
}

// FuzzBytes: however the bytes of a stream are framed and cut, the response is the same.
func FuzzBytes(f *testing.F) {
	for _, seed := range []struct {
		cut  uint16
		text string
	}{{0, "\n"}, {1, "\r\n"}, {3, "\r"}, {77, "\n"}} {
		f.Add(seed.cut, seed.text)
	}
	want, _ := value.Parse([]byte(whole))
	f.Fuzz(func(t *testing.T, cut uint16, end string) {
		if end != "\n" && end != "\r" && end != "\r\n" {
			end = "\n"
		}
		var b strings.Builder
		for _, e := range []string{begins, goesOn, ends, "[DONE]"} {
			b.WriteString(": a comment" + end + end + "event: x" + end + "data: " + e + end + end)
		}
		framed := []byte(b.String())
		at := int(cut) % len(framed)
		for _, pieces := range [][][]byte{{framed[:at], {}, framed[at:]}, slices.Collect(slices.Chunk(framed, 1+at%7))} {
			v, err, _ := assemble.Bytes(assemble.OpenAIChat, pieces)
			if err != nil || !value.Equal(v, want) {
				t.Errorf("cut at %d with %q: %v %s", at, end, err, value.Show(v, 300))
			}
		}
		if v, err, _ := assemble.Bytes(assemble.OpenAIChat, [][]byte{framed[:at]}); err == nil && !value.Equal(v, want) {
			t.Errorf("a stream that ends at %d was accepted as %s", at, value.Show(v, 300))
		}
	})
}
