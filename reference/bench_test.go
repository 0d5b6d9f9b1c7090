package reference_test

import (
	"encoding/json"
	"testing"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// benchmarks are one input a protocol, and a large one.
func benchmarks() []struct{ name, protocol, text string } {
	return []struct{ name, protocol, text string }{
		{"message", reference.AgentAction1, `{"type":"message","content":"I will look at the file first."}`},
		{"tool_call", reference.AgentAction1, `{"type":"tool_call","callId":"call-1","tool":"read_file","input":{"path":"README.md","lines":[1,20]}}`},
		{"large", reference.AgentAction1, largeCall()},
		{"versioned", reference.AgentAction2, `{"type":"finish","schemaVersion":2,"summary":"The typo is corrected."}`},
		{"native", reference.NativeTool1, `{"content":null,"toolCalls":[{"id":"call-1","name":"read_file","arguments":{"path":"README.md"}}],"finishReason":"tool_calls","incompleteToolCalls":[]}`},
		{"chat", reference.OpenAIChat1, `{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call-1","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"README.md\"}"}}]},"finish_reason":"tool_calls"}`},
	}
}

func largeCall() string {
	text := []byte(`{"type":"tool_call","callId":"call-1","tool":"write_rows","input":{"rows":[`)
	for i := range 500 {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, `{"id":9007199254740993,"name":"a row of some length","tags":["one","two\n"],"done":false,"at":null}`...)
	}
	return string(append(text, `]}}`...))
}

// BenchmarkDecode is the whole way from text to action, and BenchmarkParse the way from a value that
// is there already; BenchmarkEncodingJSON does nothing but decode the same bytes, and judges nothing.
func BenchmarkDecode(b *testing.B) {
	for _, bench := range benchmarks() {
		text := []byte(bench.text)
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := reference.Decode(bench.protocol, text, reference.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, bench := range benchmarks() {
		v, err := value.Parse([]byte(bench.text))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := reference.Parse(bench.protocol, v, reference.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAnswer(b *testing.B) {
	for _, bench := range benchmarks() {
		v, err := value.Parse([]byte(bench.text))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				reference.Answer(wire.ParseRequest{Protocol: bench.protocol, Value: v}, wire.Policies{})
			}
		})
	}
}

func BenchmarkEncodingJSON(b *testing.B) {
	for _, bench := range benchmarks() {
		text := []byte(bench.text)
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := json.Unmarshal(text, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
