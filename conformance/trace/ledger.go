package trace

import (
	"hash/maphash"
)

// The caps of the ledger: how many calls are remembered, and how many results whose call has not come.
const (
	maxCalls  = 50_000
	maxOrphan = 5_000
)

// ledger holds calls and results of runs together. It remembers ids by their hashes, the latest of them, so
// that it does not grow with the trace; a collision of hashes is less likely than a fault of the machine.
type ledger struct {
	seed    maphash.Seed
	calls   map[uint64]*entry
	order   []uint64 // the calls, the oldest first
	oldest  int
	orphans map[uint64]place
	byID    map[uint64]uint64 // id alone, to its call: to tell a result that names another run
	// forgotten is how many calls were dropped while their result might still have come.
	forgotten int64
}

type entry struct {
	at       place
	tool     uint64
	answered place
	done     bool
	faulty   bool // the record of the call has another fault, so that it is counted already
}

// place is where in a trace something stands.
type place struct {
	file    int
	line    int64
	pointer string
}

func newLedger() *ledger {
	return &ledger{seed: maphash.MakeSeed(), calls: map[uint64]*entry{}, orphans: map[uint64]place{}, byID: map[uint64]uint64{}}
}

func (l *ledger) hash(parts ...string) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	for _, p := range parts {
		_, _ = h.WriteString(p)
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}

// finding is a fault of a call or result, and the place of its counterpart.
type finding struct {
	code  string
	other place
}

// add enters one event of a run and returns what is wrong with it.
func (l *ledger) add(run string, e event, at place) []finding {
	if e.id == "" {
		return []finding{{code: IDMissing}}
	}
	key, id, tool := l.hash(run, e.id), l.hash(e.id), uint64(0)
	if e.tool != "" {
		tool = l.hash(e.tool)
	}
	if e.result {
		return l.answer(key, id, tool, at)
	}
	var out []finding
	if before, ok := l.orphans[key]; ok {
		delete(l.orphans, key)
		out = append(out, finding{ResultBefore, before})
	}
	if old, ok := l.calls[key]; ok {
		return append(out, finding{IDReused, old.at})
	}
	l.calls[key] = &entry{at: at, tool: tool}
	l.byID[id] = key
	l.order = append(l.order, key)
	if len(out) > 0 {
		l.calls[key].done = true
	}
	l.forget()
	return out
}

func (l *ledger) answer(key, id, tool uint64, at place) []finding {
	call, ok := l.calls[key]
	if !ok {
		if elsewhere, known := l.calls[l.byID[id]]; known && !elsewhere.done {
			elsewhere.done, elsewhere.answered = true, at
			return []finding{{Misattributed, elsewhere.at}}
		}
		if len(l.orphans) < maxOrphan {
			l.orphans[key] = at
		}
		return []finding{{ResultWithout, place{}}}
	}
	if call.done {
		return []finding{{AnsweredTwice, call.answered}}
	}
	call.done, call.answered = true, at
	if tool != 0 && call.tool != 0 && tool != call.tool {
		return []finding{{Misattributed, call.at}}
	}
	return nil
}

// forget drops the oldest calls beyond the cap.
func (l *ledger) forget() {
	for len(l.calls) > maxCalls {
		key := l.order[l.oldest]
		l.oldest++
		if e, ok := l.calls[key]; ok {
			if !e.done {
				l.forgotten++
			}
			delete(l.calls, key)
		}
		if l.oldest > maxCalls {
			l.order = append([]uint64(nil), l.order[l.oldest:]...)
			l.oldest = 0
			for id, k := range l.byID {
				if _, ok := l.calls[k]; !ok {
					delete(l.byID, id)
				}
			}
		}
	}
}

// open lists the calls without an answer, in their order.
func (l *ledger) open() []*entry {
	var out []*entry
	for _, key := range l.order[l.oldest:] {
		if e, ok := l.calls[key]; ok && !e.done {
			out = append(out, e)
		}
	}
	return out
}

// faulty notes that the record of a call is counted as faulty.
func (l *ledger) faulty(run, id string, at place) {
	if e, ok := l.calls[l.hash(run, id)]; ok && e.at == at {
		e.faulty = true
	}
}
