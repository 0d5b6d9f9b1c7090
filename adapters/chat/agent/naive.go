package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Naive answers as much of the code out there does: whatever arguments can be read are executed, {} in the
// place of those that cannot, an unknown end is no matter, and what a tool fails with is told as it is.
func Naive() Answer {
	return func(ctx context.Context, p Prompt) (string, error) {
		messages := []any{map[string]any{"role": "user", "content": p.Text}}
		for range 10 {
			body, err := json.Marshal(map[string]any{"model": "conform", "messages": messages, "tools": json.RawMessage(definitionText())})
			if err != nil {
				return "", err
			}
			text, status, err := post(ctx, p.BaseURL+"/chat/completions", p.APIKey, body)
			if err != nil || status != http.StatusOK {
				return "", errors.Join(err, fmt.Errorf("status %d", status))
			}
			var r struct {
				Choices []struct {
					Message struct {
						Content   *string `json:"content"`
						ToolCalls []struct {
							ID       string `json:"id"`
							Type     string `json:"type"`
							Function struct {
								Name      string `json:"name"`
								Arguments string `json:"arguments"`
							} `json:"function"`
						} `json:"tool_calls"`
					} `json:"message"`
				} `json:"choices"`
			}
			if err := json.Unmarshal(text, &r); err != nil || len(r.Choices) == 0 {
				return "", errors.Join(err, errors.New("no choices"))
			}
			m := r.Choices[0].Message
			if len(m.ToolCalls) == 0 {
				if m.Content == nil {
					return "", nil
				}
				return *m.Content, nil
			}
			messages = append(messages, map[string]any{"role": "assistant", "content": m.Content, "tool_calls": m.ToolCalls})
			for _, c := range m.ToolCalls {
				arguments := map[string]any{}
				_ = json.Unmarshal([]byte(c.Function.Arguments), &arguments)
				body, _ := json.Marshal(arguments)
				result, _, err := post(ctx, p.ToolURL+"/"+c.Function.Name, p.APIKey, body)
				if err != nil {
					result = []byte(err.Error())
				}
				messages = append(messages, map[string]any{"role": "tool", "tool_call_id": c.ID, "content": string(result)})
			}
		}
		return "", errors.New("too many steps")
	}
}
