// Package agent runs the reference's agent, or any other function, as a launcher: the lines of standard
// input and output, the model and the tools over HTTP. It shows in Go what a launcher is.
package agent

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
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

// Strict answers with the reference's agent, one for each conversation.
func Strict() Answer {
	var mu sync.Mutex
	agents := map[string]*reference.ChatAgent{}
	return func(ctx context.Context, p Prompt) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
		defer cancel()
		mu.Lock()
		a := agents[p.Conversation]
		if a == nil {
			a = &reference.ChatAgent{Model: model{p}, Tools: tools{p}}
			if p.System != "" {
				a.Instruct(p.System)
			}
			agents[p.Conversation] = a
		}
		mu.Unlock()
		return a.Ask(ctx, p.Text)
	}
}

// toolTime is how long a tool may take.
const toolTime = time.Second

// model is the model of a prompt over HTTP.
type model struct{ p Prompt }

// Next implements [reference.ChatModel].
func (m model) Next(ctx context.Context, history []wire.ChatMessage) (value.Value, error) {
	body, err := value.Print(request(history, m.p.Stream))
	if err != nil {
		return nil, err
	}
	text, status, err := post(ctx, m.p.BaseURL+"/chat/completions", m.p.APIKey, body)
	switch {
	case err != nil:
		return nil, err
	case status != http.StatusOK:
		return nil, fmt.Errorf("the provider answered with status %d", status)
	case m.p.Stream:
		return assemble(text)
	}
	v, err := value.Parse(text)
	if err != nil {
		return nil, err
	}
	o, _ := v.(value.Object)
	list, _ := o.Get("choices")
	choices, ok := list.(value.Array)
	if !ok || len(choices) != 1 {
		return nil, errors.New("the response has not one choice")
	}
	return choices[0], nil
}

// request is the body of a request.
func request(history []wire.ChatMessage, stream bool) value.Object {
	messages := make(value.Array, 0, len(history))
	for _, m := range history {
		o := value.Object{{Name: "role", Value: value.String(m.Role)}, {Name: "content", Value: value.String(strings.ToValidUTF8(m.Text, "\ufffd"))}}
		if m.Role == wire.RoleTool {
			o = append(o, value.Member{Name: "tool_call_id", Value: value.String(m.Answers)})
		}
		var calls value.Array
		for _, c := range m.Calls {
			calls = append(calls, value.Object{{Name: "id", Value: value.String(c.ID)}, {Name: "type", Value: value.String("function")},
				{Name: "function", Value: value.Object{{Name: "name", Value: value.String(c.Name)}, {Name: "arguments", Value: value.String(c.Arguments)}}}})
		}
		if calls != nil {
			o = append(o, value.Member{Name: "tool_calls", Value: calls})
		}
		messages = append(messages, o)
	}
	return value.Object{{Name: "model", Value: value.String("conform")}, {Name: "stream", Value: value.Bool(stream)}, {Name: "messages", Value: messages}, {Name: "tools", Value: definitions()}}
}

// definitionText is what the model is told of the suite's tools.
func definitionText() string {
	return `[{"type":"function","function":{"name":"lookup","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}}},
{"type":"function","function":{"name":"search","parameters":{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}},"additionalProperties":false}}}]`
}

func definitions() value.Value {
	v, _ := value.Parse([]byte(definitionText()))
	return v
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
