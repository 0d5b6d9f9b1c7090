package derive

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// A move is one thing a provider does while it sends a response. What events it sends for that is the
// business of the wire.
type move struct {
	kind  moveKind
	index int          // of the call or item
	item  value.Object // the call or item it is part of, as it stands in the whole response
	id    string
	name  string
	text  string // a piece of text or of arguments; at the end of a part all of it
	part  int    // of an item with several parts
	raw   string // a payload as it is
}

type moveKind int

const (
	moveHead  moveKind = iota // the response begins
	moveOpen                  // an item with text begins
	moveText                  // a piece of its text
	moveShut                  // it ends
	moveStart                 // a call begins
	moveArgs                  // a piece of its arguments
	moveStop                  // it ends
	moveOther                 // an item of another type, as a whole
	moveEnd                   // the finish reason
	moveUsage                 // a report of usage
	moveClose                 // the terminal event
	moveRaw                   // a payload as it is
)

// plan is what a provider does to send a response, its texts cut by a function. It reports false for a
// response that cannot be streamed as it is.
func (w streamWriter) plan(response value.Object, cut func(string) []string) ([]move, bool) {
	r := w.protocol.Response
	moves := []move{{kind: moveHead}}
	pieces := func(m move, text string) {
		for _, p := range cut(text) {
			m.text = p
			moves = append(moves, m)
		}
	}
	list, _ := getAt(response, r.Calls.At).(value.Array)
	if r.Items == nil {
		switch text := getAt(response, r.Content).(type) {
		case nil, value.Null:
		case value.String:
			moves = append(moves, move{kind: moveOpen})
			pieces(move{kind: moveText}, string(text))
			moves = append(moves, move{kind: moveShut})
		default:
			return nil, false
		}
	}
	for i, e := range list {
		item, ok := e.(value.Object)
		if !ok {
			return nil, false
		}
		m := move{index: i, item: item}
		switch {
		case r.Items == nil || value.Equal(orNull(getAt(item, r.Items.Type)), str(r.Items.Call)):
			args, ok := w.argumentText(item)
			id, isID := getAt(item, r.Calls.ID).(value.String)
			name, isName := getAt(item, r.Calls.Name).(value.String)
			if !ok || !isID || !isName {
				return nil, false
			}
			m.id, m.name = string(id), string(name)
			m.kind = moveStart
			moves = append(moves, m)
			m.kind = moveArgs
			pieces(m, args)
			m.kind, m.text = moveStop, args
			moves = append(moves, m)
		case value.Equal(getAt(item, r.Items.Type), str(r.Items.Text)):
			m.kind = moveOpen
			moves = append(moves, m)
			m.kind = moveText
			for p, text := range w.itemTexts(item) {
				m.part = p
				pieces(m, text)
			}
			m.kind, m.part = moveShut, 0
			moves = append(moves, m)
		default:
			m.kind = moveOther
			moves = append(moves, m)
		}
	}
	reason, ok := getAt(response, r.Finish.At).(value.String)
	return append(moves, move{kind: moveEnd, text: string(reason)}, move{kind: moveUsage}, move{kind: moveClose}), ok
}

// argumentText is the text of the arguments of a call.
func (w streamWriter) argumentText(call value.Object) (string, bool) {
	v := getAt(call, w.protocol.Response.Calls.Arguments)
	if w.protocol.Response.Calls.Encoding == spec.EncodingText {
		text, ok := v.(value.String)
		return string(text), ok
	}
	o, ok := v.(value.Object)
	if !ok || len(needsOf(o, nil)) > 0 {
		return "", false // undefined and the like are no JSON; big numbers have their own cases
	}
	if len(o) == 0 {
		return "", true // an empty input is streamed as nothing
	}
	text, err := value.Print(o)
	return string(text), err == nil
}

// itemTexts are the texts of an item, by its parts. Parts of other types are not streamed.
func (w streamWriter) itemTexts(item value.Object) []string {
	items := w.protocol.Response.Items
	if items.Parts == nil {
		text, _ := getAt(item, items.TextAt).(value.String)
		return []string{string(text)}
	}
	parts, _ := getAt(item, items.Parts.At).(value.Array)
	var out []string
	for _, e := range parts {
		part, _ := e.(value.Object)
		text, _ := getAt(part, items.Parts.TextAt).(value.String)
		out = append(out, string(text))
	}
	return out
}

// Ways to cut a text.

func cutNever(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// cutEverywhere cuts between all characters; long texts into 61 pieces.
func cutEverywhere(s string) []string {
	size := max(1, len(s)/61)
	var out []string
	var piece strings.Builder
	for _, r := range s {
		piece.WriteRune(r)
		if piece.Len() >= size {
			out = append(out, piece.String())
			piece.Reset()
		}
	}
	if piece.Len() > 0 {
		out = append(out, piece.String())
	}
	return out
}

// cutInThree cuts where careless code looks for tokens: inside a name, inside a value.
func cutInThree(s string) []string {
	runes := []rune(s)
	if len(runes) < 3 {
		return cutEverywhere(s)
	}
	a, b := len(runes)/3, 2*len(runes)/3
	return []string{string(runes[:a]), string(runes[a:b]), string(runes[b:])}
}

// render are the events of moves. response is the whole, which some wires repeat in their last event.
func (w streamWriter) render(response value.Object, moves []move) []string {
	var out []string
	for _, m := range moves {
		if m.kind == moveRaw {
			out = append(out, m.raw)
			continue
		}
		var events []value.Object
		switch w.protocol.Response.Stream {
		case spec.StreamChat:
			if m.kind == moveClose {
				out = append(out, "[DONE]")
				continue
			}
			events = chatEvents(m)
		case spec.StreamResponses:
			events = w.responseEvents(response, m)
		case spec.StreamMessages:
			events = messageEvents(m)
		}
		for _, e := range events {
			out = append(out, string(printed(e)))
		}
	}
	return out
}

// chatChunk is one chunk of a chat completion.
func chatChunk(choices ...value.Value) value.Object {
	return obj(member("id", str("chatcmpl-1")), member("object", str("chat.completion.chunk")), member("created", num("1700000000")), member("model", str("scripted")), member("choices", value.Array(choices)))
}

func chatDelta(delta value.Value, finish value.Value) value.Object {
	return chatChunk(obj(member("index", num("0")), member("delta", delta), member("finish_reason", finish)))
}

// chatPiece is a delta with one piece of a call.
func chatPiece(index int, members ...value.Member) value.Object {
	piece := append(obj(member("index", num(itoa(index)))), members...)
	return chatDelta(obj(member("tool_calls", value.Array{piece})), value.Null{})
}

func functionOf(members ...value.Member) value.Member { return member("function", obj(members...)) }

func chatEvents(m move) []value.Object {
	one := func(o value.Object) []value.Object { return []value.Object{o} }
	switch m.kind {
	case moveHead:
		return one(chatDelta(obj(member("role", str("assistant")), member("content", value.Null{})), value.Null{}))
	case moveText:
		return one(chatDelta(obj(member("content", str(m.text))), value.Null{}))
	case moveOpen:
		return one(chatDelta(obj(member("content", str(""))), value.Null{}))
	case moveStart:
		return one(chatPiece(m.index, member("id", str(m.id)), member("type", str("function")), functionOf(member("name", str(m.name)), member("arguments", str("")))))
	case moveArgs:
		return one(chatPiece(m.index, functionOf(member("arguments", str(m.text)))))
	case moveEnd:
		return one(chatDelta(obj(), str(m.text)))
	case moveUsage:
		return one(chatChunk().With("usage", obj(member("prompt_tokens", num("9")), member("completion_tokens", num("4")), member("total_tokens", num("13")))))
	case moveShut, moveStop, moveOther, moveClose, moveRaw:
	}
	return nil
}

// messageEvent is one event of an Anthropic message.
func messageEvent(kind string, members ...value.Member) value.Object {
	return append(obj(member("type", str(kind))), members...)
}

func messageEvents(m move) []value.Object {
	index := member("index", num(itoa(m.index)))
	start := func(block value.Object) value.Object {
		return messageEvent("content_block_start", index, member("content_block", block))
	}
	delta := func(kind, name string) value.Object {
		return messageEvent("content_block_delta", index, member("delta", obj(member("type", str(kind)), member(name, str(m.text)))))
	}
	one := func(o value.Object) []value.Object { return []value.Object{o} }
	switch m.kind {
	case moveHead:
		return []value.Object{
			messageEvent("message_start", member("message", obj(member("id", str("msg_1")), member("type", str("message")), member("role", str("assistant")), member("model", str("scripted")),
				member("content", value.Array{}), member("stop_reason", value.Null{}), member("stop_sequence", value.Null{}), member("usage", obj(member("input_tokens", num("9")), member("output_tokens", num("1"))))))),
			messageEvent("ping"),
		}
	case moveOpen:
		return one(start(m.item.With("text", str(""))))
	case moveText:
		return one(delta("text_delta", "text"))
	case moveStart:
		return one(start(m.item.With("input", obj())))
	case moveArgs:
		return one(delta("input_json_delta", "partial_json"))
	case moveOther:
		return []value.Object{start(m.item), messageEvent("content_block_stop", index)}
	case moveShut, moveStop:
		return one(messageEvent("content_block_stop", index))
	case moveEnd:
		return one(messageEvent("message_delta", member("delta", obj(member("stop_reason", str(m.text)), member("stop_sequence", value.Null{}))), member("usage", obj(member("output_tokens", num("4"))))))
	case moveClose:
		return one(messageEvent("message_stop"))
	case moveUsage, moveRaw:
	}
	return nil
}

// responseEvents are the events of the Responses API.
func (w streamWriter) responseEvents(response value.Object, m move) []value.Object {
	r := w.protocol.Response
	event := func(kind string, members ...value.Member) value.Object {
		return append(obj(member("type", str(kind))), members...)
	}
	index := member("output_index", num(itoa(m.index)))
	part := member("content_index", num(itoa(m.part)))
	itemID := member("item_id", orNull(getAt(m.item, "id")))
	item := func(kind string, o value.Object) value.Object { return event(kind, index, member("item", o)) }
	var out []value.Object
	switch m.kind {
	case moveHead:
		begun := setAt(setAt(response, r.Finish.At, str("in_progress")), r.Items.At, value.Array{})
		out = append(out, event("response.created", member("response", begun)), event("response.in_progress", member("response", begun)))
	case moveOpen:
		out = append(out, item("response.output_item.added", setAt(m.item, r.Items.Parts.At, value.Array{})))
		for p := range w.itemTexts(m.item) {
			out = append(out, event("response.content_part.added", itemID, index, member("content_index", num(itoa(p))), member("part", obj(member("type", str("output_text")), member("text", str(""))))))
		}
	case moveText:
		out = append(out, event("response.output_text.delta", itemID, index, part, member("delta", str(m.text))))
	case moveShut:
		for p, text := range w.itemTexts(m.item) {
			out = append(out, event("response.output_text.done", itemID, index, member("content_index", num(itoa(p))), member("text", str(text))))
		}
		out = append(out, item("response.output_item.done", m.item))
	case moveStart:
		out = append(out, item("response.output_item.added", setAt(m.item, r.Calls.Arguments, str(""))))
	case moveArgs:
		out = append(out, event("response.function_call_arguments.delta", itemID, index, member("delta", str(m.text))))
	case moveStop:
		out = append(out, event("response.function_call_arguments.done", itemID, index, member("arguments", str(m.text))), item("response.output_item.done", m.item))
	case moveOther:
		out = append(out, item("response.output_item.added", m.item), item("response.output_item.done", m.item))
	case moveClose:
		kind := "response.completed"
		if reason, _ := getAt(response, r.Finish.At).(value.String); reason == "incomplete" || reason == "failed" {
			kind = "response." + string(reason)
		}
		out = append(out, event(kind, member("response", response)))
	case moveEnd, moveUsage, moveRaw:
	}
	return out
}

// frame is the event stream of payloads, as providers usually write it.
func (w streamWriter) frame(events []string) []byte {
	var out strings.Builder
	for _, e := range events {
		if w.protocol.Response.Stream != spec.StreamChat {
			if v, err := value.Parse([]byte(e)); err == nil {
				if o, ok := v.(value.Object); ok {
					if kind, ok := getAt(o, "type").(value.String); ok {
						out.WriteString("event: " + string(kind) + "\n")
					}
				}
			}
		}
		out.WriteString("data: " + e + "\n\n")
	}
	return []byte(out.String())
}

// cutBytes cuts bytes into pieces of one size.
func cutBytes(text []byte, size int) [][]byte {
	out := make([][]byte, 0, len(text)/size+1)
	for len(text) > size {
		out = append(out, text[:size:size])
		text = text[size:]
	}
	return append(out, text)
}
