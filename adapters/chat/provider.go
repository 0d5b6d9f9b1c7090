package chat

import (
	"net/http"
	"strings"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// provider is one wire of a scripted model: how its requests are read and its responses are written.
type provider interface {
	wire() wire.ChatWire
	// read reads a request. t resolves what a request only points at.
	read(body []byte, t *turn) (asked, error)
	// plain is the body of a response that says something.
	plain(says value.Value, id string) value.Value
	// stream writes the same as events.
	stream(e *events, says value.Object, id string, way wire.Chunking)
}

// providers are the wires by the ends of their paths.
func providerOf(path string) provider {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return completions{}
	case strings.HasSuffix(path, "/responses"):
		return responses{}
	case strings.HasSuffix(path, "/messages"):
		return messages{}
	}
	return nil
}

// speak answers one request to the model.
func speak(w http.ResponseWriter, t *turn, p provider, body []byte) {
	r, err := p.read(body, t)
	if err != nil {
		fail(w, http.StatusBadRequest, "the body is not a request of "+string(p.wire())+": "+err.Error())
		return
	}
	r.wire = p.wire()
	says, id, final, ok := t.ask(r)
	if !ok {
		fail(w, http.StatusBadRequest, "this conversation has no more answers on this wire")
		return
	}
	if !r.stream {
		text, err := value.Print(p.plain(says, id))
		if err != nil {
			fail(w, http.StatusInternalServerError, "this response has no text")
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
		return
	}
	way := t.req.Stream
	if final || way == wire.Plain {
		way = wire.Whole
	}
	o, _ := says.(value.Object)
	p.stream(newEvents(w, way), o, id, way)
}

// Shorthand for writing values.

func m(name string, v value.Value) value.Member { return value.Member{Name: name, Value: v} }

func obj(members ...value.Member) value.Object { return members }

func str(s string) value.String { return value.String(s) }

func num(n int) value.Number { return value.NumberOf(float64(n)) }

// over is an object with the members of another put over its own.
func over(base, with value.Object) value.Object {
	for _, m := range with {
		base = base.With(m.Name, m.Value)
	}
	return base
}

func get(v value.Value, name string) value.Value {
	o, _ := v.(value.Object)
	got, _ := o.Get(name)
	return got
}

func textAt(v value.Value, name string) string {
	s, _ := get(v, name).(value.String)
	return string(s)
}
