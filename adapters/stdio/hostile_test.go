//go:build unix

package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"go.uber.org/goleak"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// The processes under test are this very test binary, run again with hostileName in its environment.
const (
	hostileName  = "CONFORM_TEST_HOSTILE"
	hostileState = "CONFORM_TEST_STATE" // a file the processes of one test share
)

func TestMain(m *testing.M) {
	if name := os.Getenv(hostileName); name != "" {
		behave, ok := behaviours[name]
		if !ok {
			fmt.Fprintln(os.Stderr, "no such behaviour:", name)
			os.Exit(99)
		}
		behave(newPeer())
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// peer is the target's side of the conversation, without any care.
type peer struct {
	in  *bufio.Reader
	out *os.File
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Text string `json:"text"`
		Step string `json:"step"`
		Task string `json:"taskId"`
	} `json:"params"`
}

func newPeer() *peer { return &peer{in: bufio.NewReader(os.Stdin), out: os.Stdout} }

// next returns the next request; at the end of the input the process exits as it should.
func (p *peer) next() request {
	line, err := p.in.ReadBytes('\n')
	if err != nil {
		os.Exit(0)
	}
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		fmt.Fprintln(os.Stderr, "bad request:", err)
		os.Exit(98)
	}
	if r.Method == "bye" {
		os.Exit(0)
	}
	return r
}

const helloResult = `{"wire":"conform/1","name":"hostile","capabilities":{"operations":["parse","decode"],"protocols":["p"]}}`

func (p *peer) say(s string)                    { fmt.Fprintln(p.out, s) }
func (p *peer) result(r request, result string) { p.say(answerTo(string(r.ID), result)) }
func (p *peer) ok(r request)                    { p.result(r, accepted(r)) }
func (p *peer) hello()                          { p.helloWith(helloResult) }
func (p *peer) helloWith(result string)         { p.result(p.next(), result) }
func answerTo(id, result string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"result":` + result + `}`
}

// accepted is an answer that shows which request it belongs to.
func accepted(r request) string {
	text, _ := json.Marshal(r.Params.Text)
	return `{"accepted":true,"action":` + string(text) + `}`
}

// serve answers everything; special handles the requests with the given text.
func (p *peer) serve(special map[string]func(request)) {
	for {
		r := p.next()
		if f, ok := special[r.Params.Text]; ok {
			f(r)
			continue
		}
		p.ok(r)
	}
}

// nth counts the processes of a test through the state file.
func nth() int {
	f, err := os.OpenFile(os.Getenv(hostileState), os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return 1
	}
	defer f.Close()
	_, _ = f.WriteString(fmt.Sprintln(os.Getpid()))
	data, _ := os.ReadFile(f.Name())
	return bytes.Count(data, []byte("\n"))
}

// note appends a process id to the state file, for the test to look for it later.
func note(pid int) {
	f, err := os.OpenFile(os.Getenv(hostileState), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		os.Exit(97)
	}
	defer f.Close()
	fmt.Fprintln(f, pid)
}

func forever() { time.Sleep(time.Hour) }

// behaviours are the ways to be broken, by the name the tests use. Answers to the request "good" are
// always right; "bad" and others are where it happens.
var behaviours = map[string]func(*peer){
	"good": func(p *peer) { p.hello(); p.serve(nil) },
	"serve": func(*peer) {
		if err := stdio.Serve(context.Background(), os.Stdin, os.Stdout, mirror()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	},
	"echo":  func(p *peer) { p.echo() },
	"steps": playSteps,
	"library": func(*peer) {
		serveLibrary(func(*jsonrpc2.Request) json.RawMessage { return json.RawMessage(`{"accepted":true,"action":"x"}`) })
	},
	"library echo": func(*peer) {
		serveLibrary(func(*jsonrpc2.Request) json.RawMessage { return json.RawMessage(echoed) })
	},
	"library error": func(*peer) { serveLibrary(nil) },

	"exits at once": func(*peer) { fmt.Fprintln(os.Stderr, "cannot find module 'left-pad'"); os.Exit(3) },
	"exits at once, half a line": func(p *peer) {
		p.next()
		fmt.Fprint(p.out, `{"jsonrpc":"2.0","id":1,"resu`)
		os.Exit(0)
	},
	"banner": func(p *peer) {
		p.say("demo adapter 1.0\nlistening\x1b[31m on stdin")
		p.hello()
		p.serve(nil)
	},
	"banner only": func(p *peer) { p.say("Server running on port 3000"); forever() },
	"buffered stdout": func(p *peer) {
		w := bufio.NewWriterSize(p.out, 1<<20)
		defer w.Flush()
		for {
			line, err := p.in.ReadBytes('\n')
			if err != nil {
				return
			}
			var r request
			if json.Unmarshal(line, &r) == nil && r.Method == "hello" {
				fmt.Fprintln(w, answerTo(string(r.ID), helloResult))
			}
		}
	},
	"never answers hello":    func(*peer) { forever() },
	"hello with string id":   func(p *peer) { r := p.next(); p.say(answerTo(`"`+string(r.ID)+`"`, helloResult)); forever() },
	"hello fails":            func(p *peer) { p.fail(p.next(), "no license"); forever() },
	"other wire version":     func(p *peer) { p.helloWith(`{"wire":"conform/9","name":"x","capabilities":{}}`); forever() },
	"hello of wrong types":   func(p *peer) { p.helloWith(`{"wire":"conform/1","name":7}`); forever() },
	"hello is not an object": func(p *peer) { p.helloWith(`"hi"`); forever() },

	"stray ids": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){
			"unknown":   func(r request) { p.say(answerTo("987654", accepted(r))); p.ok(r) },
			"twice":     func(r request) { p.ok(r); p.ok(r) },
			"string":    func(r request) { p.say(answerTo(`"`+string(r.ID)+`"`, accepted(r))) },
			"float":     func(r request) { p.say(answerTo(string(r.ID)+".0", accepted(r))) },
			"null":      func(r request) { p.say(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`) },
			"unversion": func(r request) { p.say(`{"id":` + string(r.ID) + `,"result":` + accepted(r) + "}\r") },
			"requests": func(r request) {
				p.say(`{"jsonrpc":"2.0","id":5,"method":"sampling/create","params":{}}`)
				line, _ := p.in.ReadString('\n')
				if strings.Contains(line, `-32601`) {
					p.ok(r)
				}
			},
			"in advance": func(r request) {
				own, _ := strconv.Atoi(string(r.ID))
				for id := own + 1; id < own+200; id++ {
					p.say(answerTo(fmt.Sprint(id), `{"accepted":true,"action":"forged"}`))
				}
				p.ok(r)
			},
		})
	},
	"out of order": func(p *peer) {
		p.hello()
		for {
			var held []request
			for range 16 {
				held = append(held, p.next())
			}
			for i := len(held) - 1; i >= 0; i-- {
				p.ok(held[i])
			}
		}
	},
	"garbage": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){
			"line":       func(r request) { p.say("DEBUG handling\x07\n[1,2]\n{\"level\":\"info\"}\n\n"); p.ok(r) },
			"torn":       func(r request) { p.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"accepted":tr`) },
			"utf8":       func(r request) { p.result(r, `{"accepted":true,"action":"`+"\xff\xfe"+`"}`) },
			"utf8 noise": func(r request) { p.say("\xff\xfe\xfd"); p.ok(r) },
			"NaN":        func(r request) { p.result(r, `{"accepted":true,"action":{"n":NaN}}`) },
			"NaN aside":  func(r request) { p.result(r, `{"accepted":false,"score":NaN}`) },
			"Infinity":   func(r request) { p.result(r, `{"accepted":true,"action":-Infinity}`) },
			"types":      func(r request) { p.result(r, `{"accepted":"true","action":{}}`) },
			"result":     func(r request) { p.result(r, `null`) },
			"neither":    func(r request) { p.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `}`) },
			"both": func(r request) {
				p.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{},"error":{"code":1,"message":""}}`)
			},
			"error":       func(r request) { p.fail(r, "TypeError: x is undefined\n  at line 3") },
			"error types": func(r request) { p.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"error":"boom"}`) },
			"deep": func(r request) {
				p.result(r, `{"accepted":true,"action":`+strings.Repeat("[", 2_000_000)+strings.Repeat("]", 2_000_000)+`}`)
			},
			"deep objects": func(r request) {
				p.result(r, `{"accepted":true,"action":`+strings.Repeat(`{"a":`, 200_000)+"1"+strings.Repeat("}", 200_000)+`}`)
			},
		})
	},
	"half a line then exit": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){"bad": func(r request) {
			fmt.Fprint(p.out, `{"jsonrpc":"2.0","id":`+string(r.ID)+`,"result":{"accep`)
			os.Exit(0)
		}})
	},
	"whole line without newline then exit": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){"bad": func(r request) {
			fmt.Fprint(p.out, answerTo(string(r.ID), accepted(r)))
			os.Exit(0)
		}})
	},
	"huge line": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){"bad": func(r request) {
			fmt.Fprint(p.out, `{"jsonrpc":"2.0","id":`+string(r.ID)+`,"result":{"accepted":true,"action":"`)
			chunk := strings.Repeat("a", 1<<20)
			for range 100 {
				fmt.Fprint(p.out, chunk)
			}
			p.say(`"}}`)
		}})
	},
	"endless output": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){
			"bad":   func(request) { p.flood(p.out, strings.Repeat("x", 1<<16)) },
			"lines": func(request) { p.flood(p.out, strings.Repeat("tick\n", 1<<13)) },
		})
	},
	"endless stderr": func(p *peer) {
		p.hello()
		go p.flood(os.Stderr, strings.Repeat("warning: all is lost\n", 1<<10))
		p.serve(nil)
	},
	"closes stdin": func(p *peer) {
		r := p.next()
		os.Stdin.Close()
		p.result(r, helloResult)
		forever()
	},
	"closes stdout": func(p *peer) {
		p.hello()
		os.Stdout.Close()
		forever()
	},
	"ignores SIGTERM": func(p *peer) {
		signal.Ignore(syscall.SIGTERM)
		note(os.Getpid())
		p.hello()
		p.ok(p.next())
		forever()
	},
	"forks": func(p *peer) {
		p.fork(false)
		p.hello()
		p.serve(map[string]func(request){"bad": func(request) { os.Exit(4) }})
	},
	"daemon": func(p *peer) {
		p.fork(true)
		p.hello()
		p.serve(map[string]func(request){"bad": func(request) { os.Exit(4) }})
	},
	"child": func(p *peer) { signal.Ignore(syscall.SIGTERM, syscall.SIGHUP); forever() },
	"crashes on request": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){"bad": func(request) { panic("index out of range") }})
	},
	"crashes always": func(p *peer) { p.hello(); p.next(); fmt.Fprintln(os.Stderr, "Segmentation fault"); os.Exit(139) },
	"starts only once": func(p *peer) {
		if nth() > 1 {
			os.Exit(5)
		}
		p.hello()
		p.next()
		os.Exit(6)
	},
	"stops reading": func(p *peer) { p.hello(); p.ok(p.next()); forever() },
	"answers late": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){"bad": func(r request) {
			next := p.next() // which the harness sends after it has given the first one up
			p.ok(r)
			p.ok(next)
		}})
	},
	"hangs": func(p *peer) {
		p.hello()
		p.serve(map[string]func(request){"bad": func(request) {}, "mute": func(request) {}})
	},
	"one at a time": func(p *peer) {
		p.helloWith(strings.Replace(helloResult, `"protocols"`, `"pipeline":false,"protocols"`, 1))
		for {
			r := p.next()
			time.Sleep(2 * time.Millisecond) // so that a second request would be there already
			if p.in.Buffered() > 0 {
				fmt.Fprintln(os.Stderr, "two requests at a time")
				os.Exit(7)
			}
			p.ok(r)
		}
	},
	"one process each": func(p *peer) {
		p.helloWith(strings.Replace(helloResult, `"protocols"`, `"persistent":false,"protocols"`, 1))
		r := p.next()
		if r.Params.Text == "bad" {
			os.Exit(8)
		}
		note(os.Getpid())
		p.ok(r)
		p.next()
		os.Exit(9) // a second request
	},
	"leaks memory": func(p *peer) {
		p.hello()
		var kept [][]byte
		for {
			r := p.next()
			kept = append(kept, bytes.Repeat([]byte("m"), 1<<20))
			p.result(r, fmt.Sprintf(`{"accepted":true,"action":%d}`, len(kept)))
		}
	},
	"slow to end": func(p *peer) {
		p.hello()
		p.ok(p.next())
		_, _ = p.in.ReadString('\n')
		os.Stdout.Close()
		time.Sleep(700 * time.Millisecond) // longer than a process that was not asked to end is given
		note(os.Getpid())
		os.Exit(0)
	},
}

func (p *peer) fail(r request, message string) {
	text, _ := json.Marshal(message)
	p.say(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"error":{"code":-32000,"message":` + string(text) + `}}`)
}

// flood writes until it is killed.
func (p *peer) flood(f *os.File, chunk string) {
	for {
		if _, err := f.WriteString(chunk); err != nil {
			os.Exit(0)
		}
	}
}

// fork starts a child that holds all pipes and never ends by itself.
func (p *peer) fork(daemon bool) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), hostileName+"=child")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: daemon}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(96)
	}
	note(cmd.Process.Pid)
}

// mirror accepts every value as it is.
func mirror() *inprocess.Target {
	hello := wire.Hello{Name: "mirror", Capabilities: wire.Capabilities{Operations: wire.Operations(), Protocols: []string{"p"}}}
	return inprocess.New(hello, func(_ context.Context, req wire.Request) wire.Answer {
		switch req := req.(type) {
		case wire.ParseRequest:
			return wire.Accept(req.Value)
		case wire.DecodeRequest:
			return wire.Accept(value.String(req.Text))
		case wire.RouteRequest:
			return wire.Routing{Handler: "h", Terminal: "none"}
		}
		return nil
	})
}
