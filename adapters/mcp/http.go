package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// httpLink is a link to a server over streamable HTTP: every message is a POST of its own.
type httpLink struct {
	url    string
	client *http.Client
	out    chan message

	mu      sync.Mutex
	session string
}

func newHTTPLink(o Options) *httpLink {
	return &httpLink{url: o.URL, client: httpClient(o.CallTimeout), out: make(chan message, 1024)}
}

// send posts the parts as one body and reads what comes back. A status that refuses is an answer: it is
// given as an error to the id of the body, where it has one.
func (h *httpLink) send(ctx context.Context, parts [][]byte) error {
	body := bytes.TrimSuffix(bytes.Join(parts, nil), []byte("\n"))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	h.mu.Lock()
	if h.session != "" {
		req.Header.Set("Mcp-Session-Id", h.session)
		req.Header.Set("MCP-Protocol-Version", rawVersion)
	}
	h.mu.Unlock()
	res, err := h.client.Do(req)
	if err != nil {
		return errEnded
	}
	defer res.Body.Close()
	if id := res.Header.Get("Mcp-Session-Id"); id != "" {
		h.mu.Lock()
		h.session = id
		h.mu.Unlock()
	}
	if res.StatusCode >= 400 {
		h.refused(body, res)
		return nil
	}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return h.events(res.Body)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxLine))
	if err != nil {
		return errEnded
	}
	for _, m := range parse(text) {
		h.pass(m)
	}
	return nil
}

func (h *httpLink) refused(body []byte, res *http.Response) {
	text, _ := io.ReadAll(io.LimitReader(res.Body, maxMessage)) // as much of the reason as there is
	var asked message
	if json.Unmarshal(body, &asked) != nil || asked.ID == nil {
		return
	}
	m := message{ID: asked.ID}
	for _, said := range parse(text) {
		m.Error = said.Error
	}
	if m.Error == nil {
		quoted, err := json.Marshal(fmt.Sprintf("HTTP status %d", res.StatusCode))
		if err != nil {
			return
		}
		if json.Unmarshal([]byte(`{"error":{"code":`+fmt.Sprint(res.StatusCode)+`,"message":`+string(quoted)+`}}`), &m) != nil {
			return
		}
		m.Error.Data = []byte(text)
	}
	h.pass(m)
}

func (h *httpLink) events(body io.Reader) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:")); ok {
			for _, m := range parse(bytes.TrimSpace(data)) {
				h.pass(m)
			}
		}
	}
	return nil
}

// pass never blocks: more than the channel holds nobody waits for.
func (h *httpLink) pass(m message) {
	select {
	case h.out <- m:
	default:
	}
}

func (h *httpLink) messages() <-chan message { return h.out }
func (h *httpLink) stderr() string           { return "" }
func (h *httpLink) close()                   { h.client.CloseIdleConnections() }
