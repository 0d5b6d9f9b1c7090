package trace_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/trace"
)

// BenchmarkCheck reads calls and results of a usual length.
func BenchmarkCheck(b *testing.B) {
	table, err := conform.Table()
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	words := strings.Repeat("Lorem ipsum dolor sit amet consectetur ", 6)
	for i := range 20_000 {
		fmt.Fprintf(&text, `{"run":"r%d","model":"m-%d","time":"2026-01-31T10:00:00Z","action":{"type":"tool_call","callId":"c%d","tool":"read_file","input":{"path":"docs/%d.md","limit":%d,"note":%q}}}`+"\n", i/20, i%4, i, i, i%100, words)
		fmt.Fprintf(&text, `{"run":"r%d","event":"tool_result","callId":"c%d","tool":"read_file","output":%q}`+"\n", i/20, i, words)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		in := trace.Input{Name: "x", Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil }}
		sum, err := trace.Check(context.Background(), []trace.Input{in}, trace.Options{Table: table})
		if err != nil || sum.Records != 40_000 || sum.Faulty != 0 {
			b.Fatal(sum, err)
		}
	}
}
