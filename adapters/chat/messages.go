package chat

import (
	"encoding/json"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// messages is the wire of Anthropic's Messages API.
type messages struct{}

func (messages) wire() wire.ChatWire { return wire.ChatMessages }

// messagesBody is a request of the Messages API, as far as it is looked at.
type messagesBody struct {
	Stream   bool            `json:"stream"`
	System   json.RawMessage `json:"system"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name string `json:"name"`
	} `json:"tools"`
}

// contentBlock is one block of a message.
type contentBlock struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      any             `json:"id"`
	Name    any             `json:"name"`
	Input   json.RawMessage `json:"input"`
	Answers any             `json:"tool_use_id"`
	Content any             `json:"content"`
}

func (messages) read(body []byte, _ *turn) (asked, error) {
	var b messagesBody
	if err := json.Unmarshal(body, &b); err != nil {
		return asked{}, err
	}
	out := asked{stream: b.Stream}
	for _, block := range blocksOf(b.System) {
		out.messages = append(out.messages, wire.ChatMessage{Role: wire.RoleSystem, Text: block.Text})
	}
	for _, said := range b.Messages {
		out.messages = append(out.messages, readBlocks(said.Role, blocksOf(said.Content))...)
	}
	for _, t := range b.Tools {
		out.tools = append(out.tools, t.Name)
	}
	return out, nil
}

// blocksOf are the blocks of a content, which may be a text.
func blocksOf(raw json.RawMessage) []contentBlock {
	var text string
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if json.Unmarshal(raw, &text) == nil {
		return []contentBlock{{Type: "text", Text: text}}
	}
	var list []json.RawMessage
	_ = json.Unmarshal(raw, &list)
	var out []contentBlock
	for _, e := range list {
		var block contentBlock
		if json.Unmarshal(e, &block) == nil {
			out = append(out, block)
		}
	}
	return out
}

// readBlocks reads one message: its results of tools, each a message of its own, then the rest.
func readBlocks(role string, blocks []contentBlock) (out []wire.ChatMessage) {
	rest := wire.ChatMessage{Role: role}
	told := false
	for _, b := range blocks {
		switch b.Type {
		case "tool_result":
			out = append(out, wire.ChatMessage{Role: wire.RoleTool, Text: textOf(b.Content), Answers: textOf(b.Answers)})
		case "tool_use":
			rest.Calls = append(rest.Calls, wire.ChatCall{ID: textOf(b.ID), Name: textOf(b.Name), Arguments: string(b.Input)})
			told = true
		case "text":
			rest.Text += b.Text
			told = true
		}
	}
	if told || len(out) == 0 {
		out = append(out, rest)
	}
	return out
}

// messageFrame is a message without what it says.
func messageFrame(id string) value.Object {
	return obj(m("id", str("msg_"+id)), m("type", str("message")), m("role", str(wire.RoleAssistant)), m("model", str("conform")), m("content", value.Array{}),
		m("stop_reason", value.Null{}), m("stop_sequence", value.Null{}), m("usage", obj(m("input_tokens", num(10)), m("output_tokens", num(5)))))
}

func (messages) plain(says value.Value, id string) value.Value {
	o, ok := says.(value.Object)
	if !ok {
		return says
	}
	frame := messageFrame(id)
	for _, name := range []string{"content", "stop_reason"} { // what is left out is missing
		if !o.Has(name) {
			frame = frame.Without(name)
		}
	}
	return over(frame, o)
}

func (messages) stream(e *events, says value.Object, id string, way wire.Chunking) {
	event := func(kind string, members ...value.Member) {
		e.event(kind, append(obj(m("type", str(kind))), members...))
	}
	event("message_start", m("message", messageFrame(id)))
	idle := func() {
		if way == wire.Sparse {
			e.raw([]byte(": still here\n\n"))
			event("ping")
		}
	}
	idle()
	list, _ := get(says, "content").(value.Array)
	for i, v := range list {
		block, _ := v.(value.Object)
		at := m("index", num(i))
		delta := func(kind, name, piece string) {
			event("content_block_delta", at, m("delta", obj(m("type", str(kind)), m(name, str(piece)))))
			idle()
		}
		switch textAt(block, "type") {
		case "text":
			event("content_block_start", at, m("content_block", block.With("text", str(""))))
			for _, piece := range emptied(pieces(textAt(block, "text"), way), way) {
				delta("text_delta", "text", piece)
			}
		case "tool_use":
			event("content_block_start", at, m("content_block", block.With("input", obj())))
			for _, piece := range emptied(pieces(inputText(get(block, "input"), way), way), way) {
				delta("input_json_delta", "partial_json", piece)
			}
		default:
			event("content_block_start", at, m("content_block", block))
		}
		event("content_block_stop", at)
	}
	end := obj(m("stop_sequence", value.Null{}))
	if reason, ok := says.Get("stop_reason"); ok {
		end = end.With("stop_reason", reason)
	}
	event("message_delta", m("delta", end), m("usage", obj(m("output_tokens", num(5)))))
	if way != wire.NoDone {
		event("message_stop")
	}
}

// inputText is the JSON of an input: what the model wrote, where that is no JSON.
func inputText(v value.Value, way wire.Chunking) string {
	if text, ok := v.(value.String); ok && way == wire.Raw {
		return string(text)
	}
	if v == nil {
		return ""
	}
	text, err := value.Print(v)
	if err != nil {
		return ""
	}
	return string(text)
}
