package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Naive answers as much of the code out there does: whatever arguments can be read are executed, {} in the
// place of those that cannot, an unknown end is no matter, and what a tool fails with is told as it is.
func Naive(w wire.ChatWire) Answer {
	return func(ctx context.Context, p Prompt) (string, error) {
		history := []wire.ChatMessage{{Role: wire.RoleUser, Text: p.Text}}
		for range 10 {
			body, err := value.Print(request(w, history, p.Stream))
			if err != nil {
				return "", err
			}
			text, status, err := post(ctx, p.BaseURL+endpoint(w), p.APIKey, body)
			if err != nil || status != http.StatusOK {
				return "", errors.Join(err, fmt.Errorf("status %d", status))
			}
			v, err := naively(w, text, p.Stream)
			if err != nil {
				return "", err
			}
			calls := w.Calls(v)
			if len(calls) == 0 {
				return saidText(w, v), nil
			}
			history = append(history, wire.ChatMessage{Role: wire.RoleAssistant, Calls: calls})
			for _, c := range calls {
				arguments := map[string]any{}
				_ = json.Unmarshal([]byte(c.Arguments), &arguments)
				body, _ := json.Marshal(arguments)
				result, _, err := post(ctx, p.ToolURL+"/"+c.Name, p.APIKey, body)
				if err != nil {
					result = []byte(err.Error())
				}
				history = append(history, wire.ChatMessage{Role: wire.RoleTool, Answers: c.ID, Text: string(result)})
			}
		}
		return "", errors.New("too many steps")
	}
}

// naively reads a response. Of a streamed message it takes whatever came, with {} for an input it cannot read.
func naively(w wire.ChatWire, body []byte, stream bool) (value.Value, error) {
	if !stream || w != wire.ChatMessages {
		return response(w, body, stream)
	}
	var blocks []map[string]any
	inputs := map[int]string{}
	for line := range bytes.Lines(body) {
		var e struct {
			Type  string         `json:"type"`
			Index int            `json:"index"`
			Block map[string]any `json:"content_block"`
			Delta struct {
				Text string `json:"text"`
				JSON string `json:"partial_json"`
			} `json:"delta"`
		}
		data, _ := bytes.CutPrefix(line, []byte("data: "))
		if json.Unmarshal(data, &e) != nil {
			continue
		}
		switch {
		case e.Type == "content_block_start":
			blocks = append(blocks, e.Block)
		case e.Type == "content_block_delta" && e.Index < len(blocks):
			if e.Delta.Text != "" {
				before, _ := blocks[e.Index]["text"].(string)
				blocks[e.Index]["text"] = before + e.Delta.Text
			}
			inputs[e.Index] += e.Delta.JSON
		}
	}
	for i, text := range inputs {
		var input map[string]any
		if json.Unmarshal([]byte(text), &input) == nil {
			blocks[i]["input"] = input
		}
	}
	text, err := json.Marshal(map[string]any{"content": blocks})
	if err != nil {
		return nil, err
	}
	return value.Parse(text)
}

// saidText is the text of a response, wherever one is.
func saidText(w wire.ChatWire, v value.Value) string {
	var loose struct {
		Message struct{ Content any }
		Content []struct{ Text string }
		Output  []struct{ Content []struct{ Text string } }
	}
	body, err := value.Print(v)
	if err != nil {
		return ""
	}
	_ = json.Unmarshal(body, &loose)
	out, _ := loose.Message.Content.(string)
	switch w {
	case wire.ChatResponses:
		for _, item := range loose.Output {
			for _, part := range item.Content {
				out += part.Text
			}
		}
	case wire.ChatMessages:
		for _, block := range loose.Content {
			out += block.Text
		}
	case wire.ChatCompletions:
	}
	return out
}
