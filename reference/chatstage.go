package reference

import (
	"context"
	"errors"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// stage plays a scenario in process: it is the model and the tools of an agent, and keeps what was seen.
type stage struct {
	req    wire.ChatRequest
	prompt int
	asked  int // requests of this prompt
	seen   wire.ChatObservation
}

// converse has the reference's agent play a scenario.
func converse(req wire.ChatRequest) wire.ChatObservation {
	s := &stage{req: req}
	agent := ChatAgent{Model: s, Tools: s, Protocol: req.Protocol}
	if req.System != "" {
		agent.Instruct(req.System)
	}
	prompts := 1
	if req.Follow {
		prompts = 2
	}
	for s.prompt = range prompts {
		s.asked = 0
		text, err := agent.Ask(context.Background(), req.Prompt(s.prompt))
		if err != nil {
			s.seen.Ends = append(s.seen.Ends, wire.ChatEnd{Kind: wire.EndError, Text: err.Error()})
			continue
		}
		s.seen.Ends = append(s.seen.Ends, wire.ChatEnd{Kind: wire.EndFinal, Text: text})
	}
	return s.seen
}

// Next implements [ChatModel].
func (s *stage) Next(_ context.Context, history []wire.ChatMessage) (value.Value, error) {
	if s.asked >= wire.ChatBudget {
		s.seen.Budget = true
		return nil, errors.New("too many requests")
	}
	s.asked++
	s.seen.Requests = append(s.seen.Requests, wire.ChatStep{Prompt: s.prompt, Messages: append([]wire.ChatMessage(nil), history...)})
	return s.req.Says(s.prompt, s.asked-1), nil
}

// Offers implements [ChatTools].
func (s *stage) Offers(name string, arguments value.Object) (known, fits bool) {
	return OffersTool(name, arguments)
}

// OffersTool says whether the suite has a tool of that name and whether it takes the arguments.
func OffersTool(name string, arguments value.Object) (known, fits bool) {
	if name != wire.ToolLookup && name != wire.ToolSearch {
		return false, false
	}
	path := false
	for _, m := range arguments {
		switch v := m.Value.(type) {
		case value.String:
			if m.Name != "path" {
				return true, false
			}
			path = true
		case value.Number:
			if m.Name != "limit" || name != wire.ToolSearch || !v.IsInteger() {
				return true, false
			}
		default:
			return true, false
		}
	}
	return true, path || name == wire.ToolSearch
}

// Call implements [ChatTools].
func (s *stage) Call(_ context.Context, name string, arguments value.Object) (string, error) {
	text, failed := s.req.Result(len(s.seen.Executions))
	s.seen.Executions = append(s.seen.Executions, wire.ChatExecution{
		Prompt: s.prompt, Seen: len(s.seen.Requests), Tool: name, Arguments: arguments, Result: s.req.Token(len(s.seen.Executions)),
	})
	if failed {
		return "", errors.New(text)
	}
	return text, nil
}
