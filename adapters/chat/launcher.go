package chat

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// launcher is one process and the lines to and from it.
type launcher struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser

	writing sync.Mutex
	gone    chan struct{} // closed when the process has ended

	mu      sync.Mutex
	waiting map[string]chan reply
	state   string // how it ended
	stderr  []byte
	noise   int
	ready   readyLine
}

// readyLine is what a launcher may say first.
type readyLine struct {
	Ready    bool   `json:"ready"`
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
}

// reply is a launcher's answer to a prompt.
type reply struct {
	final, err *string
}

// promptLine is what a launcher is sent.
type promptLine struct {
	ID           string `json:"id"`
	Prompt       string `json:"prompt"`
	Conversation string `json:"conversation"`
	BaseURL      string `json:"baseURL"`
	ToolURL      string `json:"toolURL"`
	MCPURL       string `json:"mcpURL"`
	APIKey       string `json:"apiKey"`
	Model        string `json:"model"`
	Stream       bool   `json:"stream"`
	System       string `json:"system"`
}

// apiKey is the key every prompt is given; it opens nothing.
const apiKey = "sk-conform-loopback"

// start starts the command with the addresses of the server in its environment.
func start(o Options, base string) (*launcher, error) {
	c := exec.Command(o.Command[0], o.Command[1:]...)
	c.Dir = o.Dir
	env := o.Env
	if env == nil {
		env = os.Environ()
	}
	shared := base + "/t/any"
	c.Env = append(append([]string(nil), env...),
		"OPENAI_BASE_URL="+shared+"/v1", "OPENAI_API_BASE="+shared+"/v1", "OPENAI_API_KEY="+apiKey,
		"ANTHROPIC_BASE_URL="+shared, "ANTHROPIC_API_KEY="+apiKey, "NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost",
		"CONFORM_TOOL_URL="+shared+"/tool", "CONFORM_MCP_URL="+shared+"/mcp", "PYTHONUNBUFFERED=1")
	ownGroup(c)
	stdin, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	stderr, err := c.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	l := &launcher{cmd: c, stdin: stdin, gone: make(chan struct{}), waiting: map[string]chan reply{}}
	var pipes sync.WaitGroup
	pipes.Go(func() { l.read(stdout) })
	pipes.Go(func() { l.readStderr(stderr) })
	go func() {
		pipes.Wait()
		err := c.Wait()
		l.mu.Lock()
		l.state = "exit status 0"
		if err != nil {
			l.state = err.Error()
		}
		l.mu.Unlock()
		close(l.gone)
	}()
	return l, nil
}

// read takes lines off standard output; what is no answer is noise.
func (l *launcher) read(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for lines.Scan() {
		var m struct {
			readyLine
			ID    string  `json:"id"`
			Final *string `json:"final"`
			Error *string `json:"error"`
		}
		err := json.Unmarshal(lines.Bytes(), &m)
		l.mu.Lock()
		switch ch := l.waiting[m.ID]; {
		case err == nil && m.Ready:
			l.ready = m.readyLine
		case err == nil && ch != nil && (m.Final != nil || m.Error != nil):
			delete(l.waiting, m.ID)
			ch <- reply{m.Final, m.Error}
		default:
			l.noise++
		}
		l.mu.Unlock()
	}
	_, _ = io.Copy(io.Discard, r)
}

func (l *launcher) readStderr(r io.Reader) {
	buf := make([]byte, 8<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			l.mu.Lock()
			l.stderr = append(l.stderr, buf[:n]...)
			if over := len(l.stderr) - stderrTail; over > 0 {
				l.stderr = append([]byte(nil), l.stderr[over:]...)
			}
			l.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// send sends a prompt; the reply comes on the channel returned.
func (l *launcher) send(p promptLine) (chan reply, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	ch := make(chan reply, 1)
	l.mu.Lock()
	l.waiting[p.ID] = ch
	l.mu.Unlock()
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err = l.stdin.Write(append(text, '\n'))
	return ch, err
}

func (l *launcher) forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, id)
}

func (l *launcher) tail() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.ToValidUTF8(string(l.stderr), "?")
}

func (l *launcher) ended() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

func (l *launcher) isGone() bool {
	select {
	case <-l.gone:
		return true
	default:
		return false
	}
}

// stop closes standard input, waits a while and kills what is left.
func (l *launcher) stop(grace time.Duration) {
	_ = l.stdin.Close()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-l.gone:
	case <-timer.C:
	}
	killGroup(l.cmd)
	select {
	case <-l.gone:
	case <-time.After(closeTime):
	}
}

func (l *launcher) hello(command []string) (name, version, language string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name = l.ready.Name
	if name == "" {
		name = fmt.Sprintf("agent runtime (%s)", command[0])
	}
	return name, l.ready.Version, l.ready.Language
}
