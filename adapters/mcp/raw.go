package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The protocol version exchanges are made with, and the longest line that is read.
const (
	rawVersion = "2025-06-18"
	maxLine    = 4 << 20
	// grace is how long an answer may come after that to a later ping.
	grace = 300 * time.Millisecond
)

// message is an answer as far as exchanges look at it.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int64           `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// wireLink carries bytes to a server below any client, and its messages back.
type wireLink interface {
	// send writes the parts, each by a write of its own. They are one message, or none.
	send(ctx context.Context, parts [][]byte) error
	// messages are what the server sends; closed when it ends.
	messages() <-chan message
	stderr() string
	close()
}

// connection is a link with the state of its handshake.
type connection struct {
	link  wireLink
	ready bool
	pings int
}

func (c *connection) close() { c.link.close() }

// exchange writes bytes below the client and then asks for a sign of life.
func (t *Target) exchange(ctx context.Context, x wire.Exchange) (wire.Answer, error) {
	if t.closed {
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the target is closed"}
	}
	if x.Fresh && t.raw != nil {
		t.raw.close()
		t.raw = nil
	}
	starting, cancelStart := context.WithTimeout(context.WithoutCancel(ctx), t.opts.StartTimeout)
	defer cancelStart()
	if t.raw == nil {
		if f := t.starting(); f != nil {
			return nil, f
		}
		link, err := t.next()
		if err != nil {
			return nil, startFailure(starting, err)
		}
		t.raw = &connection{link: link}
	}
	if !x.Fresh && !t.raw.ready {
		if _, err := t.raw.initialize(starting); err != nil {
			return nil, t.broken(starting, adapters.NotStarted, "the server does not initialise: "+err.Error())
		}
	}
	ctx, cancel := context.WithTimeout(ctx, t.opts.CallTimeout)
	if x.Fresh { // the server starts up meanwhile
		cancel()
		ctx, cancel = starting, func() {}
	}
	defer cancel()
	v, err := t.raw.exchange(ctx, x)
	if err != nil {
		return nil, t.broken(ctx, adapters.Crashed, err.Error())
	}
	return v, nil // after a fresh exchange the connection is initialised like any other
}

// broken ends the raw connection and says why.
func (t *Target) broken(ctx context.Context, kind adapters.FailureKind, detail string) *adapters.Failure {
	f := &adapters.Failure{Kind: kind, Detail: value.ShowText(detail, 300), Stderr: t.raw.link.stderr()}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		f.Kind = adapters.Interrupted
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.Kind, f.Detail = adapters.Hung, "no answer to a ping after it"
	}
	t.raw.close()
	t.raw = nil
	return f
}

var errEnded = errors.New("the server ended")

// initialize makes the handshake.
func (c *connection) initialize(ctx context.Context) (message, error) {
	id := `"conform-initialize"`
	line := `{"jsonrpc":"2.0","id":` + id + `,"method":"initialize","params":{"protocolVersion":"` + rawVersion + `","capabilities":{},"clientInfo":{"name":"conform","version":"0.1.0"}}}` + "\n"
	if err := c.link.send(ctx, [][]byte{[]byte(line)}); err != nil {
		return message{}, err
	}
	m, err := c.await(ctx, id, nil)
	if err != nil {
		return m, err
	}
	if m.Error != nil {
		return m, fmt.Errorf("error %d", m.Error.Code)
	}
	c.ready = true
	return m, c.link.send(ctx, [][]byte{[]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")})
}

// await waits for the answer to an id. Answers to other ids are given to also.
func (c *connection) await(ctx context.Context, id string, also func(message)) (message, error) {
	for {
		select {
		case m, ok := <-c.link.messages():
			if !ok {
				return message{}, errEnded
			}
			if m.Method == "" && string(bytes.TrimSpace(m.ID)) == id {
				return m, nil
			}
			if also != nil {
				also(m)
			}
		case <-ctx.Done():
			return message{}, ctx.Err()
		}
	}
}

func (c *connection) exchange(ctx context.Context, x wire.Exchange) (wire.Verdict, error) {
	if err := c.link.send(ctx, x.Parts); err != nil {
		return wire.Verdict{}, err
	}
	var got *message
	also := func(m message) {
		if x.ID != "" && m.Method == "" && string(bytes.TrimSpace(m.ID)) == x.ID && got == nil {
			got = &m
		}
	}
	if x.Fresh {
		if m, err := c.initializeAfter(ctx, x, also); err != nil {
			return wire.Verdict{}, fmt.Errorf("the server cannot be initialised any more: %w (%s)", err, m)
		}
	}
	c.pings++
	id := fmt.Sprintf(`"conform-ping-%d"`, c.pings)
	if err := c.link.send(ctx, [][]byte{[]byte(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` + "\n")}); err != nil {
		return wire.Verdict{}, err
	}
	pong, err := c.await(ctx, id, also)
	if err != nil {
		return wire.Verdict{}, err
	}
	if pong.Result == nil {
		return wire.Verdict{}, errors.New("the server refuses a ping after it")
	}
	if x.ID != "" && got == nil { // servers may answer in any order
		late, cancel := context.WithTimeout(ctx, grace)
		if m, err := c.await(late, x.ID, nil); err == nil {
			got = &m
		}
		cancel()
	}
	return verdictOf(got), nil
}

// initializeAfter makes the handshake after bytes that came before it, unless they were the handshake.
func (c *connection) initializeAfter(ctx context.Context, x wire.Exchange, also func(message)) (string, error) {
	if bytes.Contains(bytes.Join(x.Parts, nil), []byte(`"method":"initialize"`)) {
		m, err := c.await(ctx, x.ID, nil)
		if err != nil {
			return "", err
		}
		also(m)
		if m.Error == nil {
			c.ready = true
			return "", c.link.send(ctx, [][]byte{[]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")})
		}
	}
	_, err := c.initialize(ctx)
	return "", err
}

func verdictOf(m *message) wire.Verdict {
	switch {
	case m == nil:
		return wire.Reject("no answer", "")
	case m.Error != nil:
		v := wire.Reject(fmt.Sprint(m.Error.Code), "")
		v.Message = clean(m.Error.Message + " " + string(m.Error.Data))
		return v
	}
	result, err := value.Parse(m.Result)
	if err != nil {
		result = value.Null{}
	}
	if o, ok := result.(value.Object); ok {
		if e, _ := o.Get("isError"); e == value.Bool(true) {
			v := wire.Reject("isError", "")
			v.Message = clean(string(m.Result))
			return v
		}
	}
	return wire.Accept(result)
}

// next returns a link to a server that was started ahead, and starts another: servers take their time.
func (t *Target) next() (wireLink, error) {
	link := t.spare
	t.spare = nil
	if link == nil {
		var err error
		if link, err = open(t.opts); err != nil {
			return nil, err
		}
	}
	t.ahead()
	return link, nil
}

// ahead starts a server for the next exchange that needs a new one. Where it cannot be started, that
// exchange says so.
func (t *Target) ahead() {
	if t.spare == nil {
		if link, err := open(t.opts); err == nil {
			t.spare = link
		}
	}
}

// open makes a link to a server.
func open(o Options) (wireLink, error) {
	if o.URL != "" {
		return newHTTPLink(o), nil
	}
	return newPipe(o)
}

// pipe is a link to a process.
type pipe struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	out   chan message
	tail  *tail
	done  chan struct{}
}

func newPipe(o Options) (*pipe, error) {
	p := &pipe{out: make(chan message, 64), tail: &tail{more: o.OnStderr}, done: make(chan struct{})}
	p.cmd = command(o, p.tail)
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.read(stdout)
	return p, nil
}

// read passes on the messages of the server until its output ends; anything else it writes is skipped.
func (p *pipe) read(stdout io.Reader) {
	defer close(p.out)
	lines := bufio.NewScanner(stdout)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for lines.Scan() {
		for _, m := range parse(lines.Bytes()) {
			select {
			case p.out <- m:
			case <-p.done:
				return
			}
		}
	}
}

// parse reads a message, or a batch of them; none where it is neither.
func parse(line []byte) []message {
	var one message
	if json.Unmarshal(line, &one) == nil {
		return []message{one}
	}
	var many []message
	if json.Unmarshal(line, &many) == nil {
		return many
	}
	return nil
}

func (p *pipe) send(ctx context.Context, parts [][]byte) error {
	written := make(chan error, 1)
	go func() {
		for _, part := range parts {
			if _, err := p.stdin.Write(part); err != nil {
				written <- errEnded
				return
			}
		}
		written <- nil
	}()
	select {
	case err := <-written:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pipe) messages() <-chan message { return p.out }
func (p *pipe) stderr() string           { return p.tail.String() }

func (p *pipe) close() {
	select {
	case <-p.done:
		return
	default:
	}
	close(p.done)
	_ = p.stdin.Close()
	killGroup(p.cmd)
	_ = p.cmd.Wait() // it was killed; how it ended says nothing
}
