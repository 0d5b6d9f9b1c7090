package chat

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/actionconform/conform/spec/value"
)

// server is the model, the tools and the MCP server of every turn, on one port of loopback.
type server struct {
	http *http.Server
	base string // http://127.0.0.1:port

	mu     sync.Mutex
	turns  map[string]*turn
	shared int // requests to addresses without a turn
	stray  int // requests nobody waits for
}

func newServer() (*server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{base: "http://" + listener.Addr().String(), turns: map[string]*turn{}}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 30 * time.Second}
	go func() { _ = s.http.Serve(listener) }()
	return s, nil
}

func (s *server) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
}

func (s *server) add(t *turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns[t.id] = t
}

func (s *server) remove(t *turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.turns, t.id)
	s.stray += t.late
}

// sharedUses is how often a launcher used the addresses of its environment rather than those of a prompt.
func (s *server) sharedUses() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shared
}

// turnOf finds the turn of a path /t/ID/...; /t/any/ is that of the only turn there is.
func (s *server) turnOf(path string) (t *turn, rest string) {
	after, ok := strings.CutPrefix(path, "/t/")
	if !ok {
		return nil, path
	}
	id, rest, _ := strings.Cut(after, "/")
	s.mu.Lock()
	defer s.mu.Unlock()
	if id != "any" {
		t = s.turns[id]
	} else {
		s.shared++
		if len(s.turns) == 1 {
			for _, t = range s.turns {
			}
		}
	}
	if t == nil {
		s.stray++
	}
	return t, rest
}

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t, rest := s.turnOf(r.URL.Path)
	if t == nil {
		fail(w, http.StatusGone, "there is no such turn, or it has ended")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		fail(w, http.StatusBadRequest, "the body cannot be read")
		return
	}
	if p := providerOf(rest); p != nil {
		speak(w, t, p, body)
		return
	}
	switch {
	case strings.HasPrefix(rest, "tool/"):
		serveTool(w, t, strings.TrimPrefix(rest, "tool/"), body)
	case rest == "mcp" || rest == "mcp/":
		serveMCP(w, r, t, body)
	case strings.HasSuffix(rest, "/models"):
		writeJSON(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": "conform", "object": "model", "created": created, "owned_by": "conform"}}})
	default:
		fail(w, http.StatusNotFound, "this provider has no such endpoint")
	}
}

// created is the time every response was made at: two runs of a scenario show the same bytes.
const created = 1_700_000_000

func writeJSON(w http.ResponseWriter, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		fail(w, http.StatusInternalServerError, "the answer cannot be written")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

// fail answers with an error in the form every provider has.
func fail(w http.ResponseWriter, status int, message string) {
	text, _ := json.Marshal(map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "message": message}})
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// serveTool executes a tool: the body is the object of its arguments.
func serveTool(w http.ResponseWriter, t *turn, tool string, body []byte) {
	arguments, err := value.Parse(body)
	var bad *value.Error
	if errors.As(err, &bad) {
		arguments = value.String(body)
	}
	text, failed, hangs := t.execute(tool, arguments)
	if hangs {
		hang(w)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if failed {
		w.WriteHeader(http.StatusInternalServerError)
	}
	_, _ = io.WriteString(w, text)
}

// hang keeps a connection for a while, then breaks it.
func hang(w http.ResponseWriter) {
	time.Sleep(hangTime)
	if h, ok := w.(http.Hijacker); ok {
		if conn, _, err := h.Hijack(); err == nil {
			_ = conn.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}
