//go:build unix

package stdio_test

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"os"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The tests of this file hold both sides against an independent implementation of JSON-RPC.

type pipeReader struct{ io.Reader }

type pipeWriter struct{ io.WriteCloser }

func libraryConn(rw io.ReadWriteCloser, h jsonrpc2.Handler) *jsonrpc2.Conn {
	return jsonrpc2.NewConn(context.Background(), jsonrpc2.NewPlainObjectStream(rw), h,
		jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
}

// libraryServer answers requests with the library.
type libraryServer struct {
	answer func(*jsonrpc2.Request) json.RawMessage
}

func (s libraryServer) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	switch {
	case req.Method == wire.MethodBye:
		os.Exit(0)
	case req.Notif:
	case req.Method == wire.MethodHello:
		_ = conn.Reply(ctx, req.ID, json.RawMessage(helloResult))
	case s.answer == nil:
		_ = conn.ReplyWithError(ctx, req.ID, &jsonrpc2.Error{Code: -32000, Message: "not today"})
	default:
		_ = conn.Reply(ctx, req.ID, s.answer(req))
	}
}

func serveLibrary(answer func(*jsonrpc2.Request) json.RawMessage) {
	conn := libraryConn(struct {
		pipeReader
		pipeWriter
	}{pipeReader{os.Stdin}, pipeWriter{os.Stdout}}, libraryServer{answer})
	<-conn.DisconnectNotify()
}

func TestClientAgainstTheLibrary(t *testing.T) {
	f := start(t, "library", nil)
	all(32, 5, func(int, int) { f.good("x") })
	if h := f.Diagnostics().Hints(); h != nil {
		t.Errorf("hints: %q", h)
	}
	f = start(t, "library error", nil)
	f.bad("x", "shim-error", "-32000", "not today")
}

func TestServerAgainstTheLibrary(t *testing.T) {
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	target := mirror()
	defer target.Close()
	go func() { done <- stdio.Serve(context.Background(), ours, ours, target) }()
	conn := libraryConn(theirs, refuseAll{})
	ctx := context.Background()
	var h wire.Hello
	if err := conn.Call(ctx, wire.MethodHello, wire.HelloParams{Wire: wire.Version}, &h); err != nil || h.Name != "mirror" || h.Wire != wire.Version {
		t.Fatalf("hello: %+v, %v", h, err)
	}
	all(32, 5, func(int, int) {
		var result json.RawMessage
		if err := conn.Call(ctx, "decode", json.RawMessage(`{"protocol":"p","text":"x"}`), &result); err != nil {
			t.Error(err)
			return
		}
		a, err := wire.UnmarshalAnswer(wire.OpDecode, result)
		if v, ok := a.(wire.Verdict); err != nil || !ok || !value.Equal(v.Action, value.String("x")) {
			t.Errorf("got %#v, %v", a, err)
		}
	})
	for method, code := range map[string]int64{"fly": jsonrpc2.CodeMethodNotFound, "parse": jsonrpc2.CodeInvalidParams} {
		err := conn.Call(ctx, method, json.RawMessage(`{}`), nil)
		if e, ok := err.(*jsonrpc2.Error); !ok || e.Code != code {
			t.Errorf("%s: %v", method, err)
		}
	}
	if err := conn.Notify(ctx, wire.MethodBye, nil); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Errorf("serve: %v", err)
	}
	conn.Close()
	ours.Close()
}
