//go:build unix

package stdio_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// window is how many requests the harness keeps open.
const window = 64

// typical is an action of the usual size.
func typical() wire.Request {
	return wire.ParseRequest{Protocol: "p", Value: value.Object{
		{Name: "type", Value: value.String("tool_call")},
		{Name: "callId", Value: value.String("call_0123456789")},
		{Name: "tool", Value: value.String("read_file")},
		{Name: "input", Value: value.Object{
			{Name: "path", Value: value.String("src/main.go")},
			{Name: "limit", Value: value.Number("200")},
		}},
	}}
}

// pipeline asks b.N times, window at a time.
func pipeline(b *testing.B, do func() error) {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(b.N))
	failed := make(chan error, window)
	b.ReportAllocs()
	b.ResetTimer()
	all(window, 1, func(int, int) {
		for left.Add(-1) >= 0 {
			if err := do(); err != nil {
				failed <- err
				return
			}
		}
	})
	b.StopTimer()
	select {
	case err := <-failed:
		b.Fatal(err)
	default:
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
}

func benchTarget(b *testing.B, behaviour string) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	target := stdio.New(stdio.Options{Command: []string{self}, Env: append(os.Environ(), hostileName+"="+behaviour)})
	defer target.Close()
	ctx := context.Background()
	if _, err := target.Hello(ctx); err != nil {
		b.Fatal(err)
	}
	req := typical()
	pipeline(b, func() error { _, err := target.Do(ctx, req); return err })
}

// BenchmarkStdioServe is the whole way: encode, pipe, decode, answer, encode, pipe, decode.
func BenchmarkStdioServe(b *testing.B) { benchTarget(b, "serve") }

// BenchmarkBareEcho is the same client, but a process that answers without reading what it is asked.
func BenchmarkBareEcho(b *testing.B) { benchTarget(b, "echo") }

// BenchmarkLibraryEcho is an echo with sourcegraph/jsonrpc2 on both sides.
func BenchmarkLibraryEcho(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), hostileName+"=library echo")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	conn := libraryConn(struct {
		pipeReader
		pipeWriter
	}{pipeReader{out}, pipeWriter{in}}, refuseAll{})
	_, params, err := wire.MarshalRequest(typical())
	if err != nil {
		b.Fatal(err)
	}
	raw := json.RawMessage(params)
	ctx := context.Background()
	pipeline(b, func() error {
		var result json.RawMessage
		return conn.Call(ctx, "parse", raw, &result)
	})
	conn.Close()
	_ = cmd.Wait()
}

// echoed is the answer of the echo process: its size is that of a real one.
const echoed = `{"accepted":true,"action":{"type":"tool_call","callId":"call_0123456789","tool":"read_file","input":{"path":"src/main.go","limit":200}}}`

// echo answers as fast as lines can be read and written.
func (p *peer) echo() {
	in := bufio.NewReaderSize(os.Stdin, 64<<10)
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		m, err := wire.ParseMessage(line)
		if err != nil || m.ID == nil {
			return
		}
		result := echoed
		if m.Method == wire.MethodHello {
			result = helloResult
		}
		fmt.Fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", m.ID, result)
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

// refuseAll is the handler of a client, which is asked nothing.
type refuseAll struct{}

func (refuseAll) Handle(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) {}
