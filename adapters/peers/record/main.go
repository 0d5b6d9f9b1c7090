// Command record stands between conform and the launcher of an agent runtime, and keeps what went over the wire
// between the runtime and the model: one JSON value a line, requests and responses as they were, each with the
// name of its conversation. `conform check` reads such files.
//
//	go build -o /tmp/record ./adapters/peers/record
//	conform run --target 'chat:/tmp/record trace.jsonl node adapters/peers/chat/node/ai-sdk.mjs' --case GLOB
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: record FILE COMMAND...")
		os.Exit(2)
	}
	if err := record(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// recorder is a proxy that keeps what passes.
type recorder struct {
	mu  sync.Mutex
	out *os.File
	err error
	// runs are the conversations by the path of their turn.
	runs map[string]string
}

func record(path string, command []string) error {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	r := &recorder{out: out, runs: map[string]string{}}
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for serving := false; lines.Scan(); {
		var prompt map[string]any
		if err := json.Unmarshal(lines.Bytes(), &prompt); err != nil {
			return err
		}
		base, _ := prompt["baseURL"].(string)
		u, err := url.Parse(base)
		if err != nil {
			return err
		}
		if !serving {
			serving = true
			go func() { _ = http.Serve(listener, r.proxy(&url.URL{Scheme: u.Scheme, Host: u.Host})) }()
		}
		r.mu.Lock()
		r.runs[u.Path] = fmt.Sprint(prompt["conversation"])
		r.mu.Unlock()
		prompt["baseURL"] = "http://" + listener.Addr().String() + u.Path
		text, err := json.Marshal(prompt)
		if err != nil {
			return err
		}
		if _, err := in.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	_ = in.Close()
	err = cmd.Wait()
	if r.err != nil {
		return r.err
	}
	return err
}

// proxy passes everything on and keeps what is JSON.
func (r *recorder) proxy(to *url.URL) http.Handler {
	p := httputil.NewSingleHostReverseProxy(to)
	p.ModifyResponse = func(res *http.Response) error {
		if !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") || res.StatusCode != http.StatusOK {
			return nil
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return err
		}
		res.Body = io.NopCloser(bytes.NewReader(body))
		r.keep(res.Request.URL.Path, body)
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusBadRequest)
			return
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		r.keep(req.URL.Path, body)
		p.ServeHTTP(w, req)
	})
}

// keep writes a body with the name of its conversation before its own members, which stay as they are.
func (r *recorder) keep(path string, body []byte) {
	body = bytes.TrimSpace(body)
	if len(body) < 2 || body[0] != '{' || bytes.ContainsAny(body, "\r\n") {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	run := ""
	for base, name := range r.runs {
		if strings.HasPrefix(path, base+"/") {
			run = name
		}
	}
	line := append([]byte(`{"run":`+fmt.Sprintf("%q", run)+`,`), body[1:]...)
	if _, err := r.out.Write(append(line, '\n')); err != nil && r.err == nil {
		r.err = err
	}
}
