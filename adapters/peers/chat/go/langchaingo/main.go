// Command langchaingo is a launcher with the OpenAI functions agent of tmc/langchaingo, whose tools take one
// text as their input.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms/openai"
	lc "github.com/tmc/langchaingo/tools"

	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/adapters/peers/chat/go/internal/tools"
)

// plain is a tool of langchaingo: it gets the arguments as the text of its input.
type plain struct {
	name, about, url string
}

func (t plain) Name() string        { return t.name }
func (t plain) Description() string { return t.about }

func (t plain) Call(ctx context.Context, input string) (string, error) {
	if json.Valid([]byte(input)) {
		return tools.Call(ctx, t.url, t.name, json.RawMessage(input))
	}
	return tools.Call(ctx, t.url, t.name, map[string]string{"path": input})
}

func main() {
	answer := func(ctx context.Context, p agent.Prompt) (string, error) {
		model, err := openai.New(openai.WithBaseURL(p.BaseURL), openai.WithToken(p.APIKey), openai.WithModel("conform"))
		if err != nil {
			return "", err
		}
		list := []lc.Tool{plain{"lookup", "Look up a document.", p.ToolURL}, plain{"search", "Search the documents.", p.ToolURL}}
		options := []agents.Option{}
		if p.System != "" {
			options = append(options, agents.NewOpenAIOption().WithSystemMessage(p.System))
		}
		executor := agents.NewExecutor(agents.NewOpenAIFunctionsAgent(model, list, options...), agents.WithMaxIterations(20))
		return chains.Run(ctx, executor, p.Text)
	}
	tools.Ready("github.com/tmc/langchaingo")
	if err := agent.Serve(context.Background(), os.Stdin, os.Stdout, answer); err != nil {
		log.Fatal(err)
	}
}
