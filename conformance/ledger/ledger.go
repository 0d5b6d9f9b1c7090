// Package ledger plays the collaborators of a step (model, tools, guard, approver, recorder) by the script
// of a scenario, and keeps the ledger of what it was asked, in order. The ledger is what a step is judged
// by; the target's own account is only compared with it.
package ledger

import (
	"context"
	"errors"
	"sync"

	"github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec/wire"
)

// MaxCallbacks is how many callbacks one step may make; whatever comes after is refused, so that a target
// that retries for ever comes to an end.
const MaxCallbacks = 64

// The errors of a callback that gets no reply.
var (
	ErrEnded   = errors.New("this step has ended; nothing more may be asked for it")
	ErrTooMany = errors.New("the step asks too much")
)

// Entry is one callback in the ledger.
type Entry struct {
	Point    scenario.Point
	Callback wire.Callback
	// AfterCancel says that the cancellation had been sent before the callback came.
	AfterCancel bool
	// Refused says that there were too many.
	Refused bool
}

// Play is one step being played. It implements [wire.Callbacks] and is safe for concurrent use.
type Play struct {
	script scenario.Script

	mu        sync.Mutex
	asked     map[scenario.Point]int
	entries   []Entry
	late      []scenario.Point
	cancelled chan struct{}
	isOver    bool
	isStopped bool // cancelled is closed
}

var _ wire.Callbacks = (*Play)(nil)

// New begins the play of a script. With cancelled the step is cancelled before it begins.
func New(script scenario.Script, cancelled bool) *Play {
	p := &Play{script: script, asked: map[scenario.Point]int{}, cancelled: make(chan struct{})}
	if cancelled {
		p.stop()
	}
	return p
}

// Cancelled implements [wire.Callbacks].
func (p *Play) Cancelled() <-chan struct{} { return p.cancelled }

// Call implements [wire.Callbacks]: it enters the callback and answers by the script. It never blocks.
func (p *Play) Call(_ context.Context, c wire.Callback) (wire.Reply, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	point := scenario.PointOf(c)
	if p.isOver {
		p.tooLate(point)
		return nil, ErrEnded
	}
	e := Entry{Point: point, Callback: c, AfterCancel: p.isStopped, Refused: len(p.entries) >= MaxCallbacks}
	if len(p.entries) <= MaxCallbacks { // one more shows that there were too many
		p.entries = append(p.entries, e)
	}
	if e.Refused {
		return nil, ErrTooMany
	}
	p.asked[point]++
	if p.script.Cancel == point {
		p.stop()
	}
	if fault, ok := p.script.Faults[point]; ok && p.asked[point] == 1 {
		return fault, nil
	}
	return p.reply(point, c), nil
}

// Late implements [wire.Callbacks].
func (p *Play) Late(c wire.Callback) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tooLate(scenario.PointOf(c))
}

func (p *Play) tooLate(at scenario.Point) {
	if len(p.late) < MaxCallbacks {
		p.late = append(p.late, at)
	}
}

func (p *Play) stop() {
	if !p.isStopped {
		p.isStopped = true
		close(p.cancelled)
	}
}

func (p *Play) reply(point scenario.Point, c wire.Callback) wire.Reply {
	switch c := c.(type) {
	case wire.ModelGenerate:
		return wire.ModelReply{Response: p.script.Response}
	case wire.ToolExecute:
		ran := c.Call
		if r := p.script.Ran; r != nil {
			ran.Name, ran.Arguments = r.Name, r.Arguments
		}
		return wire.ToolReply{Output: p.script.Output, Ran: ran}
	case wire.GuardEvaluate:
		return wire.Decision{Decision: p.decision(point, wire.DecisionAllow)}
	case wire.ApprovalAuthorize:
		return wire.Decision{Decision: p.decision(point, wire.DecisionGranted)}
	case wire.RecordAppend:
		return wire.Recorded{}
	}
	return wire.FaultReply{Kind: wire.FaultFailure, Message: "unknown callback"}
}

func (p *Play) decision(at scenario.Point, usual string) string {
	if d := p.script.Decisions[at]; d != "" {
		return d
	}
	return usual
}

// End ends the step: its report has come, or it never will. What is asked from now on is late.
func (p *Play) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isOver = true
}

// Entries is the ledger so far, in order.
func (p *Play) Entries() []Entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Entry(nil), p.entries...)
}

// TooLate lists what was asked after the end, so far.
func (p *Play) TooLate() []scenario.Point {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]scenario.Point(nil), p.late...)
}
