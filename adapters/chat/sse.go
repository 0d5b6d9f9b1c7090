package chat

import (
	"net/http"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// events writes server-sent events, cut into writes as a way of cutting says.
type events struct {
	w     http.ResponseWriter
	split bool
	size  int
	cuts  int // so far
}

// maxCuts bounds the writes of one response: enough has been cut by then, and a reader is to be tested, not
// worn out.
const maxCuts = 1500

func newEvents(w http.ResponseWriter, way wire.Chunking) *events {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return &events{w: w, split: way == wire.Split || way == wire.Raw}
}

// raw writes bytes: in one piece, or in pieces of ever other lengths that pay no heed to characters.
func (e *events) raw(text []byte) {
	for e.split && len(text) > 0 && e.cuts < maxCuts {
		e.cuts++
		e.size = e.size*7%61 + 5
		n := min(e.size, len(text))
		if _, err := e.w.Write(text[:n]); err != nil {
			return
		}
		e.flush()
		text = text[n:]
	}
	if len(text) > 0 {
		_, _ = e.w.Write(text)
		e.flush()
	}
}

func (e *events) flush() {
	if f, ok := e.w.(http.Flusher); ok {
		f.Flush()
	}
}

// event writes one event; name is "" where the wire names none.
func (e *events) event(name string, v value.Value) {
	text, err := value.Print(v)
	if err != nil {
		return
	}
	var out []byte
	if name != "" {
		out = append(append(append(out, "event: "...), name...), '\n')
	}
	out = append(append(append(out, "data: "...), text...), "\n\n"...)
	e.raw(out)
}

// streamChat says a choice in the chunks of Chat Completions.
func streamChat(e *events, choice value.Object, id string, way wire.Chunking) {
	message, _ := get(choice, "message").(value.Object)
	delta := func(o value.Object) { e.event("", chunk(id, value.Array{entry(o, value.Null{})})) }
	sparse := func() {
		if way == wire.Sparse {
			e.raw([]byte(": still here\n\n"))
			delta(value.Object{})
			delta(value.Object{{Name: "content", Value: value.String("")}})
		}
	}
	delta(value.Object{{Name: "role", Value: value.String(wire.RoleAssistant)}, {Name: "content", Value: value.Null{}}})
	sparse()
	if content, ok := message.Get("content"); ok {
		if text, ok := content.(value.String); ok {
			for _, piece := range pieces(string(text), way) {
				delta(value.Object{{Name: "content", Value: value.String(piece)}})
			}
		}
	}
	list, _ := message.Get("tool_calls")
	calls, _ := list.(value.Array)
	for _, d := range callDeltas(calls, way) {
		delta(value.Object{{Name: "tool_calls", Value: value.Array{d}}})
		sparse()
	}
	if reason, ok := choice.Get("finish_reason"); ok {
		e.event("", chunk(id, value.Array{entry(value.Object{}, reason)}))
	}
	e.event("", append(chunk(id, value.Array{}), value.Member{Name: "usage", Value: usage()}))
	if way != wire.NoDone {
		e.raw([]byte("data: [DONE]\n\n"))
	}
}

func chunk(id string, choices value.Array) value.Object {
	return value.Object{
		{Name: "id", Value: value.String(id)}, {Name: "object", Value: value.String("chat.completion.chunk")},
		{Name: "created", Value: value.NumberOf(created)}, {Name: "model", Value: value.String("conform")}, {Name: "choices", Value: choices},
	}
}

func entry(delta value.Object, reason value.Value) value.Object {
	return value.Object{{Name: "index", Value: value.Number("0")}, {Name: "delta", Value: delta}, {Name: "finish_reason", Value: reason}}
}

// callDeltas are the fragments of calls in the order they are sent.
func callDeltas(calls value.Array, way wire.Chunking) []value.Value {
	lists := make([][]value.Value, len(calls))
	for i, c := range calls {
		lists[i] = fragments(c, i, way)
	}
	var out []value.Value
	if way != wire.Interleaved {
		for _, l := range lists {
			out = append(out, l...)
		}
		return out
	}
	for more := true; more; {
		more = false
		for i, l := range lists {
			if len(l) > 0 {
				out, lists[i], more = append(out, l[0]), l[1:], true
			}
		}
	}
	return out
}

// fragments are those of one call: the first has everything but the arguments, unless it is whole.
func fragments(c value.Value, index int, way wire.Chunking) []value.Value {
	call, _ := c.(value.Object)
	f, _ := call.Get("function")
	function, _ := f.(value.Object)
	a, _ := function.Get("arguments")
	text, _ := a.(value.String)
	at := value.Member{Name: "index", Value: value.NumberOf(float64(index))}
	head := append(value.Object{at}, call.Without("index")...)
	if way == wire.Whole || way == wire.NoDone {
		return []value.Value{head}
	}
	out := []value.Value{head.With("function", function.With("arguments", value.String("")))}
	for _, piece := range pieces(string(text), way) {
		out = append(out, value.Object{at, {Name: "function", Value: value.Object{{Name: "arguments", Value: value.String(piece)}}}})
	}
	return out
}

// pieces cuts a text between characters, inside whatever the characters spell.
func pieces(text string, way wire.Chunking) []string {
	if way == wire.Whole || way == wire.NoDone || text == "" {
		return []string{text}
	}
	var out []string
	runes := []rune(text)
	if len(runes) > 4096 { // enough has been cut by then
		return []string{text}
	}
	for n := 1; len(runes) > 0; n = n%3 + 1 {
		k := min(n, len(runes))
		out = append(out, string(runes[:k]))
		runes = runes[k:]
	}
	return out
}
