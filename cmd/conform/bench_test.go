package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The benchmarks of this file report ratios measured in one run, because absolute times say little on a
// shared machine. Each pair is run in turns, A B A B, and the ratio is of the sums.

const benchAction = `{"type":"tool_call","callId":"call-1","tool":"read_file","input":{"path":"docs/README.md","lines":[1,2,3],"follow":true,"note":"see below"}}`

// ratio reports how many times as long the first function takes as the second.
func ratio(b *testing.B, unit string, first, second func()) {
	const turn = 200
	var a, z time.Duration
	b.ResetTimer()
	for b.Loop() {
		start := time.Now()
		for range turn {
			first()
		}
		middle := time.Now()
		for range turn {
			second()
		}
		a, z = a+middle.Sub(start), z+time.Since(middle)
	}
	b.ReportMetric(float64(a)/float64(z), unit)
	b.ReportMetric(0, "ns/op")
}

// BenchmarkDecodeAgainstEncodingJSON: 1.0 is as fast as encoding/json reading the same bytes.
func BenchmarkDecodeAgainstEncodingJSON(b *testing.B) {
	text := []byte(benchAction)
	ratio(b, "x-encoding/json",
		func() {
			if _, err := reference.Decode("agent-action/1", text, reference.Options{}); err != nil {
				b.Fatal(err)
			}
		},
		func() { decodeStandard(b, text) })
}

// BenchmarkParseAgainstEncodingJSON: parsing a value already decoded, against reading its bytes.
func BenchmarkParseAgainstEncodingJSON(b *testing.B) {
	text := []byte(benchAction)
	v, err := value.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	ratio(b, "x-encoding/json",
		func() {
			if _, err := reference.Parse("agent-action/1", v, reference.Options{}); err != nil {
				b.Fatal(err)
			}
		},
		func() { decodeStandard(b, text) })
}

func decodeStandard(b *testing.B, text []byte) {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkProcess measures whole processes: start-up of list, and peak memory of a full run.
func BenchmarkProcess(b *testing.B) {
	binary := buildBinary(b)
	for _, bench := range []struct {
		name string
		args []string
	}{
		{"list", []string{"list", "--requirement", "AP-07"}},
		{"run", []string{"run", "--quiet"}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var peak int64
			for b.Loop() {
				cmd := exec.CommandContext(b.Context(), binary, bench.args...)
				cmd.Stdout = io.Discard
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				peak = max(peak, peakMemory(cmd.ProcessState))
			}
			b.ReportMetric(float64(peak)/(1<<20), "MiB-peak")
		})
	}
}

// BenchmarkServeAgainstEcho: the rate of cases over stdio to "conform serve", as a share of the rate at which
// the same harness gets bare echoes through the same pipes.
func BenchmarkServeAgainstEcho(b *testing.B) {
	binary := buildBinary(b)
	var serve, echo time.Duration
	var cases int
	b.ResetTimer()
	for b.Loop() {
		n, took := fullRun(b, stdio.New(stdio.Options{Command: []string{binary, "serve"}}))
		cases, serve = n, serve+took
		_, took = fullRun(b, stdio.New(stdio.Options{Command: []string{os.Args[0]}, Env: append(os.Environ(), echoName+"=1")}))
		echo += took
	}
	b.ReportMetric(float64(echo)/float64(serve), "x-echo")
	b.ReportMetric(float64(cases)*float64(b.N)/serve.Seconds(), "cases/s")
}

func fullRun(b *testing.B, target adapters.Target) (cases int, took time.Duration) {
	b.Helper()
	defer target.Close()
	if _, err := target.Hello(b.Context()); err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	r, err := conformance.Run(b.Context(), target, conformance.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return r.Suite.Cases, time.Since(start)
}

func buildBinary(b *testing.B) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "conform")
	if out, err := exec.CommandContext(b.Context(), "go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("building conform: %v\n%s", err, out)
	}
	return binary
}

// echoName is the environment variable that turns the test binary into [echoServer].
const echoName = "CONFORM_BENCH_ECHO"

// echoServer answers every line with one and the same refusal and the line's id, without reading the
// request: what is left of the cost of a case is the harness and the pipes.
func echoServer() error {
	hello, err := wire.MarshalHello(reference.Hello())
	if err != nil {
		return err
	}
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriterSize(os.Stdout, 1<<16)
	refusal := []byte(`{"accepted":false}`)
	id := regexp.MustCompile(`"id":(\d+)`)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil // the end of the input is the end of the benchmark
		}
		result := refusal
		if bytes.Contains(line, []byte(`"method":"hello"`)) {
			result = hello
		}
		m := id.FindSubmatch(line)
		if m == nil {
			continue
		}
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m[1], result)
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}
