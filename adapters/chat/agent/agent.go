// Package agent runs the reference's agent, or any other function, as a launcher: the lines of standard
// input and output, the model and the tools over HTTP. It shows in Go what a launcher is.
package agent

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Prompt is one line from the harness.
type Prompt struct {
	ID           string `json:"id"`
	Text         string `json:"prompt"`
	Conversation string `json:"conversation"`
	BaseURL      string `json:"baseURL"`
	ToolURL      string `json:"toolURL"`
	MCPURL       string `json:"mcpURL"`
	APIKey       string `json:"apiKey"`
	Stream       bool   `json:"stream"`
	System       string `json:"system"`
}

// Answer runs one prompt to its final text.
type Answer func(context.Context, Prompt) (string, error)

// Serve answers the prompts of in on out until in ends. Prompts run side by side.
func Serve(ctx context.Context, in io.Reader, out io.Writer, answer Answer) error {
	var writing sync.Mutex
	write := func(v any) {
		line, err := json.Marshal(v)
		if err != nil {
			return
		}
		writing.Lock()
		defer writing.Unlock()
		_, _ = out.Write(append(line, '\n'))
	}
	var open sync.WaitGroup
	defer open.Wait()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p Prompt
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return fmt.Errorf("a line of standard input is no prompt: %w", err)
		}
		open.Go(func() {
			text, err := answer(ctx, p)
			if err != nil {
				write(map[string]string{"id": p.ID, "error": err.Error()})
				return
			}
			write(map[string]string{"id": p.ID, "final": text})
		})
	}
	return lines.Err()
}

// Strict answers with the reference's agent on a wire, one agent for each conversation.
func Strict(w wire.ChatWire) Answer {
	var mu sync.Mutex
	agents := map[string]*reference.ChatAgent{}
	return func(ctx context.Context, p Prompt) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
		defer cancel()
		mu.Lock()
		a := agents[p.Conversation]
		if a == nil {
			a = &reference.ChatAgent{Model: model{p, w}, Tools: tools{p}, Protocol: w.Protocol()}
			if p.System != "" {
				a.Instruct(p.System)
			}
			agents[p.Conversation] = a
		}
		mu.Unlock()
		return a.Ask(ctx, p.Text)
	}
}

// Command runs an answer as the program it is the whole of, on the wire given as -wire.
func Command(answer func(wire.ChatWire) Answer) error {
	w := wire.ChatCompletions
	flag.Func("wire", fmt.Sprintf("the provider's wire, one of %v", wire.ChatWires()), func(s string) error {
		if w = wire.ChatWire(s); !slices.Contains(wire.ChatWires(), w) {
			return fmt.Errorf("none of %v", wire.ChatWires())
		}
		return nil
	})
	flag.Parse()
	return Serve(context.Background(), os.Stdin, os.Stdout, answer(w))
}

// toolTime is how long a tool may take.
const toolTime = time.Second

// model is the model of a prompt over HTTP.
type model struct {
	p    Prompt
	wire wire.ChatWire
}

// Next implements [reference.ChatModel].
func (m model) Next(ctx context.Context, history []wire.ChatMessage) (value.Value, error) {
	body, err := value.Print(request(m.wire, history, m.p.Stream))
	if err != nil {
		return nil, err
	}
	text, status, err := post(ctx, m.p.BaseURL+endpoint(m.wire), m.p.APIKey, body)
	switch {
	case err != nil:
		return nil, err
	case status != http.StatusOK:
		return nil, fmt.Errorf("the provider answered with status %d", status)
	}
	return response(m.wire, text, m.p.Stream)
}

func post(ctx context.Context, url, key string, body []byte) (text []byte, status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	return text, resp.StatusCode, err
}

// tools are the tools of a prompt over HTTP.
type tools struct{ p Prompt }

// Offers implements [reference.ChatTools].
func (tools) Offers(name string, arguments value.Object) (known, fits bool) {
	return reference.OffersTool(name, arguments)
}

// Call implements [reference.ChatTools].
func (t tools) Call(ctx context.Context, name string, arguments value.Object) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, toolTime)
	defer cancel()
	body, err := value.Print(arguments)
	if err != nil {
		return "", err
	}
	text, status, err := post(ctx, t.p.ToolURL+"/"+name, t.p.APIKey, body)
	if err != nil {
		return "", err
	}
	if status != http.StatusOK {
		return "", errors.New(string(text))
	}
	return string(text), nil
}
