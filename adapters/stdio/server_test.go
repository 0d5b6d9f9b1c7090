//go:build unix

package stdio_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/spec/wire"
)

// Each line of input is answered on its own; what the answer must hold is beside it.
func TestServeAnswersEachLine(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"jsonrpc":"2.0","id":2,"method":"parse","params":{"protocol":"p","value":{"b":1,"a":{"$number":"1e400"}}}}`,
			`{"jsonrpc":"2.0","id":2,"result":{"accepted":true,"action":{"b":1,"a":{"$number":"1e400"}}}}`},
		{`{"id":"x","method":"route","params":{"protocol":"p","value":{}}}` + "\r", `{"jsonrpc":"2.0","id":"x","result":{"handler":"h","terminal":"none"}}`},
		{`{"id":3,"method":"hello","params":{}}`, `"wire":"conform/1","name":"mirror"`},
		{`{"id":4,"method":"fly"}`, `"id":4,"error":{"code":-32601`},
		{`{"id":5,"method":"parse","params":[]}`, `"id":5,"error":{"code":-32602`},
		{`{"id":6,"method":"parse","params":{"protocol":"p","value":NaN}}`, `"id":6,"error":{"code":-32602`},
		{`{"id":7,"method":`, `"id":null,"error":{"code":-32600`},
		{`{"id":NaN,"method":"hello"}`, `"id":null,"error":{"code":-32600`},
		{`{"id":8}`, `"id":8,"error":{"code":-32600`},
		{`{"method":"parse","params":{}}`, ``},
		{`not a message`, ``},
	} {
		target := mirror()
		var out bytes.Buffer
		if err := stdio.Serve(context.Background(), strings.NewReader(c.in+"\n"), &out, target); err != nil {
			t.Errorf("%s: %v", c.in, err)
		}
		_ = target.Close()
		if !strings.Contains(out.String(), c.want) || (c.want == "") != (out.Len() == 0) {
			t.Errorf("%s\n got %s\nwant %s", c.in, out.String(), c.want)
		}
	}
}

func TestServeEndsAtByeAndAnswersWhatCameBefore(t *testing.T) {
	target := mirror()
	defer target.Close()
	in := strings.Repeat(`{"id":1,"method":"decode","params":{"protocol":"p","text":"x"}}`+"\n", 500) +
		`{"method":"bye"}` + "\n" + `{"id":2,"method":"decode","params":{"protocol":"p","text":"x"}}` + "\n"
	var out bytes.Buffer
	if err := stdio.Serve(context.Background(), strings.NewReader(in), &out, target); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 500 || strings.Contains(out.String(), `"id":2`) {
		t.Errorf("%d answers", n)
	}
}

func TestServeTurnsFailuresIntoErrors(t *testing.T) {
	target := inprocess.New(wire.Hello{Name: "n"}, func(context.Context, wire.Request) wire.Answer { panic("boom") })
	defer target.Close()
	var out bytes.Buffer
	in := `{"id":1,"method":"decode","params":{"protocol":"p","text":"x"}}` + "\n"
	if err := stdio.Serve(context.Background(), strings.NewReader(in), &out, target); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"error":{"code":-32603,"message":"crashed: panic: boom"}`) {
		t.Errorf("got %s", out.String())
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	target := mirror()
	defer target.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- stdio.Serve(ctx, r, io.Discard, target) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestServeReportsWhatItCannotWrite(t *testing.T) {
	target := mirror()
	defer target.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := w.WriteString(`{"id":1,"method":"hello"}` + "\n"); err != nil {
		t.Fatal(err)
	}
	if err := stdio.Serve(context.Background(), r, full{}, target); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
