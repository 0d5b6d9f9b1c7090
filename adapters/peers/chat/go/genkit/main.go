// Command genkit is a launcher with Firebase Genkit and its OpenAI-compatible plugin.
package main

import (
	"context"
	"log"
	"os"
	"sync"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/core/api"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/compat_oai"
	"github.com/openai/openai-go/option"

	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/adapters/peers/chat/go/internal/tools"
)

func main() {
	var mu sync.Mutex
	histories := map[string][]*ai.Message{}
	answer := func(ctx context.Context, p agent.Prompt) (string, error) {
		provider := &compat_oai.OpenAICompatible{Provider: "conform", APIKey: p.APIKey, BaseURL: p.BaseURL, Opts: []option.RequestOption{option.WithMaxRetries(0)}}
		g := genkit.Init(ctx, genkit.WithPlugins(api.Plugin(provider)))
		model := provider.DefineModel("conform", "conform", ai.ModelOptions{Label: "conform", Supports: &ai.ModelSupports{Multiturn: true, Tools: true, SystemRole: true}})
		genkit.RegisterAction(g, model.(api.Registerable))
		lookup := genkit.DefineTool(g, "lookup", "Look up a document.", func(ctx *ai.ToolContext, in tools.Lookup) (string, error) {
			return tools.Call(ctx, p.ToolURL, "lookup", in)
		})
		search := genkit.DefineTool(g, "search", "Search the documents.", func(ctx *ai.ToolContext, in tools.Search) (string, error) {
			return tools.Call(ctx, p.ToolURL, "search", in)
		})
		mu.Lock()
		history := histories[p.Conversation]
		mu.Unlock()
		options := []ai.GenerateOption{ai.WithModel(model), ai.WithMessages(history...), ai.WithPrompt("%s", p.Text), ai.WithTools(lookup, search), ai.WithMaxTurns(20)}
		if p.System != "" && history == nil {
			options = append(options, ai.WithSystem("%s", p.System))
		}
		if p.Stream {
			options = append(options, ai.WithStreaming(func(context.Context, *ai.ModelResponseChunk) error { return nil }))
		}
		r, err := genkit.Generate(ctx, g, options...)
		if err != nil {
			return "", err
		}
		mu.Lock()
		histories[p.Conversation] = r.History()
		mu.Unlock()
		return r.Text(), nil
	}
	tools.Ready("github.com/firebase/genkit/go")
	if err := agent.Serve(context.Background(), os.Stdin, os.Stdout, answer); err != nil {
		log.Fatal(err)
	}
}
