package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// client is a session of the official client with one server.
type client struct {
	session *sdk.ClientSession
	process *exec.Cmd // nil over HTTP
	tail    *tail
}

// dialError is why a server could not be reached, with the end of what it wrote to standard error.
type dialError struct {
	cause  error
	stderr string
}

func (e *dialError) Error() string { return e.cause.Error() }
func (e *dialError) Unwrap() error { return e.cause }

// dial starts or reaches a server and initialises it.
func dial(ctx context.Context, o Options) (*client, error) {
	c := &client{tail: &tail{more: o.OnStderr}}
	var transport sdk.Transport
	if o.URL != "" {
		transport = &sdk.StreamableClientTransport{Endpoint: o.URL, MaxRetries: -1, DisableStandaloneSSE: true, HTTPClient: httpClient(o.CallTimeout)}
	} else {
		c.process = command(o, c.tail)
		transport = &sdk.CommandTransport{Command: c.process, TerminateDuration: time.Second}
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "conform", Version: "0.1.0"}, nil).Connect(ctx, transport, nil)
	if err != nil {
		c.kill()
		return nil, &dialError{err, c.tail.String()}
	}
	c.session = session
	return c, nil
}

// command is a server that is not started yet, in a process group of its own.
func command(o Options, stderr *tail) *exec.Cmd {
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.Dir
	cmd.Env = append(os.Environ(), o.Env...)
	cmd.Stderr = stderr
	cmd.WaitDelay = time.Second
	ownGroup(cmd)
	return cmd
}

func httpClient(timeout time.Duration) *http.Client {
	return &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: timeout}}
}

func (c *client) kill() {
	if c.process != nil && c.process.Process != nil {
		killGroup(c.process)
	}
}

func (c *client) close() {
	if c.session != nil {
		_ = c.session.Close() // ends the process; what it says by now is of no interest
	}
	c.kill()
}

func (c *client) stderr() string { return c.tail.String() }

// server is the name and version the server gives itself.
func (c *client) server() (name, version string) {
	r := c.session.InitializeResult()
	if r == nil || r.ServerInfo == nil {
		return "MCP server", ""
	}
	return r.ServerInfo.Name, r.ServerInfo.Version
}

// list lists the tools, at most max of them.
func (c *client) list(ctx context.Context, max int) ([]wire.Tool, error) {
	var out []wire.Tool
	for tool, err := range c.session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		if len(out) == max {
			return nil, fmt.Errorf("more than %d tools", max)
		}
		w := wire.Tool{Name: tool.Name, ReadOnly: tool.Annotations != nil && tool.Annotations.ReadOnlyHint}
		if w.Input, err = json.Marshal(tool.InputSchema); err != nil {
			return nil, err
		}
		if tool.OutputSchema != nil {
			if w.Output, err = json.Marshal(tool.OutputSchema); err != nil {
				return nil, err
			}
		}
		out = append(out, w)
	}
	return out, nil
}

func (c *client) ping(ctx context.Context) error {
	err := c.session.Ping(ctx, nil)
	var refused *jsonrpc.Error
	if errors.As(err, &refused) {
		return nil // an answer all the same
	}
	return err
}

// call calls a tool. The error is one of the connection; what the server refuses is a verdict.
func (c *client) call(ctx context.Context, req wire.ToolCall) (wire.Verdict, error) {
	args, err := value.Print(req.Args)
	if err != nil {
		return wire.Verdict{}, err
	}
	res, err := c.session.CallTool(ctx, &sdk.CallToolParams{Name: req.Tool, Arguments: json.RawMessage(args)})
	var refused *jsonrpc.Error
	switch {
	case errors.As(err, &refused):
		v := wire.Reject(fmt.Sprint(refused.Code), "")
		v.Message = clean(refused.Message + " " + string(refused.Data))
		return v, nil
	case err != nil:
		return wire.Verdict{}, err
	case res.IsError:
		v := wire.Reject("isError", "")
		v.Message = clean(texts(res))
		return v, nil
	}
	text, err := json.Marshal(res)
	if err != nil {
		return wire.Verdict{}, err
	}
	result, err := value.Parse(text)
	if err != nil {
		result = value.String(clean(string(text)))
	}
	return wire.Accept(result), nil
}

// texts is all a result says.
func texts(res *sdk.CallToolResult) string {
	var b strings.Builder
	for _, c := range res.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			b.WriteString(t.Text + "\n")
		}
	}
	if res.StructuredContent != nil {
		if text, err := json.Marshal(res.StructuredContent); err == nil {
			b.Write(text)
		}
	}
	return strings.TrimSpace(b.String())
}

const maxMessage = 4000

// clean is a text that can be shown: bounded, and valid UTF-8.
func clean(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxMessage {
		s = s[:maxMessage]
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// tail keeps the end of what a server writes to standard error. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	data []byte
	more func([]byte)
}

const maxTail = 4096

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	t.data = append(t.data, p...)
	if len(t.data) > maxTail {
		t.data = append([]byte(nil), t.data[len(t.data)-maxTail:]...)
	}
	t.mu.Unlock()
	if t.more != nil {
		t.more(p)
	}
	return len(p), nil
}

// String returns what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.data), "\ufffd")
}
