package chat

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// Target is a launcher behind a scripted model. It is safe for concurrent use.
type Target struct {
	opts  Options
	slots chan struct{} // one for each prompt that may be open
	alone chan struct{} // one, for launchers whose prompts cannot be told apart

	turns     atomic.Int64 // played so far
	open      atomic.Int64
	abandoned atomic.Int64 // prompts of this process without an end

	mu       sync.Mutex
	server   *server
	current  *launcher
	starts   int
	serial   bool
	closed   bool
	greeting *wire.Hello
	refusal  *adapters.Failure // why the target was given up
}

var _ adapters.Target = (*Target)(nil)

// New returns a target that runs a launcher. Nothing is started before Hello or Do. It must be closed.
func New(o Options) *Target {
	o = o.withDefaults()
	return &Target{opts: o, slots: make(chan struct{}, o.Window), alone: make(chan struct{}, 1)}
}

// Hello implements [adapters.Target]. It starts the launcher and has it play three conversations to see
// what it does: plain, with a stream, with a second prompt.
func (t *Target) Hello(ctx context.Context) (wire.Hello, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.greeting != nil {
		return *t.greeting, nil
	}
	if t.refusal != nil {
		return wire.Hello{}, t.refusal
	}
	h, failure := t.probe(ctx)
	if failure != nil {
		t.refusal = failure
		return wire.Hello{}, failure
	}
	t.greeting = &h
	return h, nil
}

// probe plays the first conversations. t.mu is held.
func (t *Target) probe(ctx context.Context) (wire.Hello, *adapters.Failure) {
	l, failure := t.launcher()
	if failure != nil {
		failure.Kind = adapters.NotStarted
		return wire.Hello{}, failure
	}
	scene := wire.ChatRequest{Scene: "probe"}
	plain, seen, failure := t.converse(ctx, l, scene, t.opts.StartTimeout)
	if failure == nil {
		failure = unusable(plain, seen, t.opts.StartTimeout)
	}
	if failure != nil {
		return wire.Hello{}, failure
	}
	chat := []string{}
	if plain.plain {
		chat = append(chat, "plain")
	}
	scene.Stream = wire.Whole
	streamed, _, failure := t.converse(ctx, l, scene, t.opts.TurnTimeout)
	if failure == nil && streamed.streamed {
		chat = append(chat, "stream")
	}
	if failure == nil {
		scene.Stream, scene.Follow = wire.Plain, true
		_, seen, failure = t.converse(ctx, l, scene, t.opts.TurnTimeout)
		if failure == nil && remembers(seen) {
			chat = append(chat, "history")
		}
	}
	if failure != nil && failure.Kind == adapters.Interrupted {
		return wire.Hello{}, failure
	}
	spoken := plain.req.Wire
	chat = append(chat, string(spoken))
	protocols := t.opts.Protocols
	if protocols == nil {
		protocols = []string{spoken.Protocol()}
	}
	t.serial = t.server.sharedUses() > 0
	name, version, language := l.hello(t.opts.Command)
	return wire.Hello{
		Wire: wire.Version, Name: name, Version: version, Language: language,
		Capabilities: wire.Capabilities{
			Operations: []wire.Operation{wire.OpChat}, Protocols: protocols, Chat: chat,
			Numbers: wire.NumbersExact, Errors: wire.ErrorsNone,
		},
	}, nil
}

// unusable says why nothing can be tested behind a launcher, nil where it can.
func unusable(t *turn, seen wire.ChatObservation, waited time.Duration) *adapters.Failure {
	end := wire.ChatEnd{Kind: wire.EndOpen}
	if len(seen.Ends) > 0 {
		end = seen.Ends[0]
	}
	switch {
	case len(seen.Requests) == 0 && end.Kind == wire.EndOpen:
		return &adapters.Failure{Kind: adapters.NoRequest, Detail: fmt.Sprintf("no request to the model within %v: give the prompt's baseURL to the runtime's client", waited)}
	case len(seen.Requests) == 0:
		return &adapters.Failure{Kind: adapters.NoRequest, Detail: fmt.Sprintf("the launcher ended the prompt without asking the model at its baseURL (%s: %s)", end.Kind, shorten(end.Text))}
	case seen.Budget:
		return &adapters.Failure{Kind: adapters.BadHello, Detail: fmt.Sprintf("the launcher asks the model for ever: %d requests after one call and one answer", len(seen.Requests))}
	case !slices.Contains(t.offered, wire.ToolLookup):
		return &adapters.Failure{Kind: adapters.BadHello, Detail: fmt.Sprintf("the runtime offers no tool %q to the model, but %s", wire.ToolLookup, shorten(strings.Join(t.offered, ", ")))}
	}
	return nil
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}

// remembers reports whether the second prompt's request holds the first prompt.
func remembers(seen wire.ChatObservation) bool {
	for _, s := range seen.Requests {
		users := 0
		for _, m := range s.Messages {
			if m.Role == wire.RoleUser {
				users++
			}
		}
		if s.Prompt == 1 && (users > 1 || len(s.Messages) > 3) {
			return true
		}
	}
	return false
}

// Do implements [adapters.Target] for scenarios.
func (t *Target) Do(ctx context.Context, req wire.Request) (wire.Answer, error) {
	scene, ok := req.(wire.ChatRequest)
	if !ok {
		return nil, &adapters.Failure{Kind: adapters.ShimError, Detail: "a runtime behind a scripted model plays scenarios only"}
	}
	if _, err := t.Hello(ctx); err != nil {
		return nil, err
	}
	places := t.slots
	if t.serial {
		places = t.alone
	}
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
	case <-ctx.Done():
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the run ended"}
	}
	t.mu.Lock()
	l, failure := t.launcher()
	t.mu.Unlock()
	if failure != nil {
		return nil, failure
	}
	timeout := t.opts.TurnTimeout
	if scene.Endless {
		timeout *= 2
	}
	_, seen, failure := t.converse(ctx, l, scene, timeout)
	if failure != nil {
		return nil, failure
	}
	if len(seen.Requests) == 0 {
		return nil, &adapters.Failure{Kind: adapters.NoRequest, Detail: fmt.Sprintf("no request to the model within %v", timeout)}
	}
	return seen, nil
}

// launcher returns a running process. t.mu is held.
func (t *Target) launcher() (*launcher, *adapters.Failure) {
	if t.closed {
		return nil, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the target was closed"}
	}
	if t.server == nil {
		s, err := newServer()
		if err != nil {
			return nil, &adapters.Failure{Kind: adapters.NotStarted, Detail: "no port on loopback: " + err.Error()}
		}
		t.server = s
	}
	if t.current != nil && !t.current.isGone() && t.abandoned.Load() < maxAbandoned {
		return t.current, nil
	}
	if t.current != nil {
		go t.current.stop(0)
		t.abandoned.Store(0)
	}
	if t.starts++; t.starts > maxStarts {
		return nil, &adapters.Failure{Kind: adapters.Exhausted, Detail: fmt.Sprintf("started %d times", maxStarts)}
	}
	l, err := start(t.opts, t.server.base)
	if err != nil {
		return nil, &adapters.Failure{Kind: adapters.NotStarted, Detail: err.Error()}
	}
	t.current = l
	return l, nil
}

// converse plays one scenario.
func (t *Target) converse(ctx context.Context, l *launcher, scene wire.ChatRequest, timeout time.Duration) (*turn, wire.ChatObservation, *adapters.Failure) {
	id := strconv.Itoa(int(t.turns.Add(1)))
	tn := &turn{id: id, req: scene, probing: scene.Choices == nil}
	t.server.add(tn)
	defer t.server.remove(tn)
	shared := t.open.Add(1) > 1
	defer t.open.Add(-1)
	prompts := 1
	if scene.Follow {
		prompts = 2
	}
	for n := range prompts {
		tn.next(n)
		end, failure := t.prompt(ctx, l, tn, scene, n, timeout)
		if failure != nil {
			failure.Shared = shared || t.open.Load() > 1
			return tn, tn.finish(), failure
		}
		tn.end(end)
		if end.Kind == wire.EndOpen {
			break
		}
	}
	return tn, tn.finish(), nil
}

// prompt sends one prompt and waits for its end.
func (t *Target) prompt(ctx context.Context, l *launcher, tn *turn, scene wire.ChatRequest, n int, timeout time.Duration) (wire.ChatEnd, *adapters.Failure) {
	base := t.server.base + "/t/" + tn.id
	id := tn.id
	if n > 0 {
		id += "-" + strconv.Itoa(n)
	}
	ch, err := l.send(promptLine{
		ID: id, Prompt: scene.Prompt(n), Conversation: tn.id, BaseURL: base + "/v1", ToolURL: base + "/tool", MCPURL: base + "/mcp",
		APIKey: apiKey, Model: "conform", Stream: scene.Stream != wire.Plain, System: scene.System,
	})
	defer l.forget(id)
	if err != nil && !l.isGone() {
		waitGone(l)
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case r := <-ch:
		return endOf(r), nil
	case <-l.gone:
		select {
		case r := <-ch:
			return endOf(r), nil
		default:
		}
		return wire.ChatEnd{}, &adapters.Failure{Kind: adapters.Crashed, Detail: "the launcher ended while the prompt was open: " + l.ended(), Stderr: l.tail()}
	case <-timer.C:
		t.abandoned.Add(1)
		return wire.ChatEnd{Kind: wire.EndOpen}, nil
	case <-ctx.Done():
		return wire.ChatEnd{}, &adapters.Failure{Kind: adapters.Interrupted, Detail: "the run ended"}
	}
}

func waitGone(l *launcher) {
	select {
	case <-l.gone:
	case <-time.After(closeTime):
	}
}

func endOf(r reply) wire.ChatEnd {
	if r.err != nil {
		return wire.ChatEnd{Kind: wire.EndError, Text: *r.err}
	}
	return wire.ChatEnd{Kind: wire.EndFinal, Text: *r.final}
}

// Notes are what was odd, for the launcher's author.
func (t *Target) Notes() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	if t.current != nil {
		t.current.mu.Lock()
		noise := t.current.noise
		t.current.mu.Unlock()
		if noise > 0 {
			out = append(out, fmt.Sprintf("standard output had %d lines that answer no prompt: print logs to standard error", noise))
		}
	}
	if t.serial {
		out = append(out, "the launcher uses the addresses of its environment, so it was given one prompt at a time: use those of the prompt's line")
	}
	if t.server != nil {
		t.server.mu.Lock()
		stray := t.server.stray
		t.server.mu.Unlock()
		if stray > 0 {
			out = append(out, fmt.Sprintf("%d requests came after their conversation had ended", stray))
		}
	}
	return out
}

// Close implements [adapters.Target].
func (t *Target) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	if t.current != nil {
		t.current.stop(closeTime)
	}
	if t.server != nil {
		t.server.close()
	}
	return nil
}
