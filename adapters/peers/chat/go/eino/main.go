// Command eino is a launcher with a ReAct agent of cloudwego/eino.
package main

import (
	"context"
	"log"
	"os"
	"sync"

	"github.com/cloudwego/eino-ext/components/model/openai"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"

	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/adapters/peers/chat/go/internal/tools"
)

func main() {
	var mu sync.Mutex
	histories := map[string][]*schema.Message{}
	answer := func(ctx context.Context, p agent.Prompt) (string, error) {
		model, err := openai.NewChatModel(ctx, &openai.ChatModelConfig{APIKey: p.APIKey, BaseURL: p.BaseURL, Model: "conform"})
		if err != nil {
			return "", err
		}
		lookup, err := utils.InferTool("lookup", "Look up a document.", func(ctx context.Context, in *tools.Lookup) (string, error) {
			return tools.Call(ctx, p.ToolURL, "lookup", in)
		})
		if err != nil {
			return "", err
		}
		search, err := utils.InferTool("search", "Search the documents.", func(ctx context.Context, in *tools.Search) (string, error) {
			return tools.Call(ctx, p.ToolURL, "search", in)
		})
		if err != nil {
			return "", err
		}
		a, err := react.NewAgent(ctx, &react.AgentConfig{
			ToolCallingModel: model, MaxStep: 40, ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{lookup, search}},
		})
		if err != nil {
			return "", err
		}
		mu.Lock()
		history := histories[p.Conversation]
		mu.Unlock()
		if p.System != "" && history == nil {
			history = append(history, schema.SystemMessage(p.System))
		}
		history = append(history, schema.UserMessage(p.Text))
		var out *schema.Message
		if p.Stream {
			s, err := a.Stream(ctx, history)
			if err != nil {
				return "", err
			}
			if out, err = schema.ConcatMessageStream(s); err != nil {
				return "", err
			}
		} else if out, err = a.Generate(ctx, history); err != nil {
			return "", err
		}
		mu.Lock()
		histories[p.Conversation] = append(history, out)
		mu.Unlock()
		return out.Content, nil
	}
	tools.Ready("github.com/cloudwego/eino")
	if err := agent.Serve(context.Background(), os.Stdin, os.Stdout, answer); err != nil {
		log.Fatal(err)
	}
}
