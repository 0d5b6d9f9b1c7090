package chat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/spec/wire"
)

// probes is how many prompts a launcher gets before the first scenario.
const probes = 4

// behave is the agent of a behaviour.
func behave(behaviour string, w wire.ChatWire) agent.Answer {
	strict := agent.Strict(w)
	behaviour, later := strings.CutSuffix(behaviour, " later")
	odd := map[string]agent.Answer{
		"strict":  strict,
		"naive":   agent.Naive(w),
		"never":   neverAsks,
		"ignores": func(context.Context, agent.Prompt) (string, error) { return "I know that.", nil },
		"dies": func(context.Context, agent.Prompt) (string, error) {
			fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(3)
			return "", nil
		},
		"loops":       asksForEver,
		"late":        func(ctx context.Context, p agent.Prompt) (string, error) { afterItsTurn(p); return strict(ctx, p) },
		"stuck":       stuckAfterItsTool,
		"mcp":         callsOverMCP,
		"environment": fromTheEnvironment(strict),
	}[behaviour]
	if odd == nil {
		return func(context.Context, agent.Prompt) (string, error) { return "", errors.New("no such behaviour") }
	}
	if !later {
		return odd
	}
	n := 0 // prompts of the first conversations come one by one
	return func(ctx context.Context, p agent.Prompt) (string, error) {
		if n++; n <= probes {
			return strict(ctx, p)
		}
		return odd(ctx, p)
	}
}

// neverAsks asks nobody and never answers.
func neverAsks(ctx context.Context, _ agent.Prompt) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

const offer = `{"model":"x","messages":[],"tools":[{"type":"function","function":{"name":"lookup"}}]}`

func ask(url string) (text string, status int, err error) {
	r, err := http.Post(url, "application/json", strings.NewReader(offer))
	if err != nil {
		return "", 0, err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	return string(body), r.StatusCode, err
}

// asksForEver asks again whatever the model says, until its turn is over.
func asksForEver(ctx context.Context, p agent.Prompt) (string, error) {
	for ctx.Err() == nil {
		if _, status, err := ask(p.BaseURL + "/chat/completions"); err != nil || status == http.StatusGone {
			return "", errors.Join(err, errors.New("gone"))
		}
	}
	return "", ctx.Err()
}

// afterItsTurn waits until nobody waits for the answer any more.
func afterItsTurn(p agent.Prompt) {
	for {
		r, err := http.Get(p.BaseURL + "/models")
		if err != nil {
			return
		}
		r.Body.Close()
		if r.StatusCode == http.StatusGone {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// stuckAfterItsTool executes, and does not come back where that fails.
func stuckAfterItsTool(ctx context.Context, p agent.Prompt) (string, error) {
	if _, _, err := ask(p.BaseURL + "/chat/completions"); err != nil {
		return "", err
	}
	r, err := http.Post(p.ToolURL+"/lookup", "application/json", strings.NewReader(`{"path":"README.md"}`))
	if err != nil {
		afterItsTurn(p)
		return "", err
	}
	r.Body.Close()
	return "done", nil
}

// callsOverMCP makes the call of the first response with a client of the protocol's own SDK.
func callsOverMCP(ctx context.Context, p agent.Prompt) (string, error) {
	if _, _, err := ask(p.BaseURL + "/chat/completions"); err != nil {
		return "", err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "launcher", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: p.MCPURL, MaxRetries: -1}, nil)
	if err != nil {
		return "", err
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return "", err
	}
	if len(tools.Tools) != 2 || tools.Tools[0].Name != wire.ToolLookup || tools.Tools[1].Name != wire.ToolSearch {
		return "", fmt.Errorf("the tools are %v", tools.Tools)
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: wire.ToolLookup, Arguments: map[string]any{"path": "README.md"}})
	if err != nil {
		return "", err
	}
	text, _ := result.Content[0].(*mcp.TextContent)
	if text == nil {
		return "", errors.New("the result is no text")
	}
	return fmt.Sprintf("%t %s", result.IsError, text.Text), nil
}

// fromTheEnvironment takes its addresses from the environment.
func fromTheEnvironment(answer agent.Answer) agent.Answer {
	return func(ctx context.Context, p agent.Prompt) (string, error) {
		p.BaseURL, p.ToolURL = os.Getenv("OPENAI_BASE_URL"), os.Getenv("CONFORM_TOOL_URL")
		return answer(ctx, p)
	}
}
