package stdio

import (
	"fmt"
	"sync"
)

// maxNoise is how many noise lines are kept.
const maxNoise = 8

// Diagnostics is what was odd about a target over all of its processes: not failures of single
// requests, but things its author wants to know.
type Diagnostics struct {
	// Noise holds the first few lines of standard output that were no messages, shortened and made
	// printable; NoiseCount is how many there were.
	Noise      []string
	NoiseCount int
	// Starts counts processes; Restarts those that were started because one before them had ended
	// (0 for a target that wants one process per request).
	Starts   int
	Restarts int
	// Stderr is the tail of standard error of the latest process.
	Stderr string

	// UnknownIDs counts answers to nothing that was asked; DuplicateIDs second answers to a request;
	// LateAnswers answers to requests whose caller had gone; WrongIDs answers whose id was not the
	// plain number that was sent, such as "1" or 1.0 or null.
	UnknownIDs   int
	DuplicateIDs int
	LateAnswers  int
	WrongIDs     int
	// Stray holds the first few of all those, shortened and made printable.
	Stray []string

	// Requests counts requests and notifications the target sent; CRLF lines that ended in \r\n;
	// Unversioned answers without "jsonrpc":"2.0".
	Requests    int
	CRLF        int
	Unversioned int

	// LateCallbacks counts callbacks of steps that had ended; UnknownSteps those with an id no step had;
	// UnnumberedCallbacks those sent as notifications. Callbacks holds the first few, each with its step.
	LateCallbacks       int
	UnknownSteps        int
	UnnumberedCallbacks int
	Callbacks           []string

	// ForcedEnds counts processes that did not end at bye and end of input and had to be
	// terminated; Escaped processes that were found and killed outside of the process group;
	// HeldPipes how often the pipes stayed open after everything that could be found was killed.
	ForcedEnds int
	Escaped    int
	HeldPipes  int
}

// Hints are sentences for the author of the target, the most important first; nil if all is well.
func (d Diagnostics) Hints() []string {
	var out []string
	hint := func(n int, format string) {
		if n > 0 {
			out = append(out, fmt.Sprintf(format, n))
		}
	}
	hint(d.NoiseCount, "standard output had %d lines that are not protocol messages: print logs to standard error")
	hint(d.WrongIDs, "%d answers had an id of another type than the number that was sent: return the id unchanged")
	hint(d.DuplicateIDs, "%d requests were answered twice: answer each once")
	hint(d.UnknownIDs, "%d answers had an id that was never sent: return the id of the request")
	hint(d.Unversioned, `%d answers lacked "jsonrpc":"2.0"`)
	hint(d.CRLF, `%d lines ended in \r\n: \n alone is enough`)
	hint(d.Requests, "the target sent %d requests or notifications of its own: they are not answered")
	hint(d.LateCallbacks, "%d callbacks came for a step that had ended: ask for nothing once the report is sent")
	hint(d.UnknownSteps, "%d callbacks named a step that was never begun: send back the step of the params")
	hint(d.UnnumberedCallbacks, "%d callbacks had no id: they are requests, and are answered")
	hint(d.LateAnswers, "%d answers came after their requests had been given up")
	hint(d.ForcedEnds, "%d times the target did not exit at end of input and had to be killed")
	hint(d.Escaped, "%d processes the target had started in the background were killed")
	hint(d.HeldPipes, "%d times a process that could not be found kept the pipes open")
	return out
}

// diagnosis gathers Diagnostics from many goroutines.
type diagnosis struct {
	mu   sync.Mutex
	d    Diagnostics
	tail *tail
}

func (g *diagnosis) add(f func(*Diagnostics)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.d)
}

func (g *diagnosis) started(t *tail) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.d.Starts++
	g.tail = t
}

func (g *diagnosis) noise(line []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.d.NoiseCount++
	if len(g.d.Noise) < maxNoise {
		g.d.Noise = append(g.d.Noise, printable(line, maxShown))
	}
}

// unclaimed counts an answer nobody waits for.
func (g *diagnosis) unclaimed(line []byte, late, asked bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case late:
		g.d.LateAnswers++
		return
	case asked:
		g.d.DuplicateIDs++
	default:
		g.d.UnknownIDs++
	}
	g.stray(line)
}

// callback counts a callback that belongs to no running step.
func (g *diagnosis) callback(count func(*Diagnostics), method, step string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	count(&g.d)
	if len(g.d.Callbacks) < maxNoise {
		g.d.Callbacks = append(g.d.Callbacks, printable([]byte(method+" for step "+step), maxShown))
	}
}

func (g *diagnosis) wrongID(line []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.d.WrongIDs++
	g.stray(line)
}

func (g *diagnosis) stray(line []byte) {
	if len(g.d.Stray) < maxNoise {
		g.d.Stray = append(g.d.Stray, printable(line, maxShown))
	}
}

// get returns a copy.
func (g *diagnosis) get() Diagnostics {
	g.mu.Lock()
	defer g.mu.Unlock()
	d := g.d
	d.Noise = append([]string(nil), d.Noise...)
	d.Stray = append([]string(nil), d.Stray...)
	d.Callbacks = append([]string(nil), d.Callbacks...)
	if g.tail != nil {
		d.Stderr = g.tail.String()
	}
	return d
}
