package inprocess

import (
	"context"
	"strconv"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// worker is a goroutine that runs calls one after the other, so that a call which never returns can
// be left behind. Starting a goroutine for each call would grow a new stack each time.
type worker struct {
	jobs chan job
	done chan outcome // capacity 1: a late outcome must not block the worker
	// abandoned says that nobody waits for the call under way; guarded by Target.mu.
	abandoned bool
}

type job struct {
	ctx context.Context
	req wire.Request
}

// take returns an idle worker or a new one.
func (t *Target) take() (*worker, *adapters.Failure) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.refusesLocked(); f != nil {
		return nil, f
	}
	if n := len(t.idle); n > 0 {
		w := t.idle[n-1]
		t.idle = t.idle[:n-1]
		return w, nil
	}
	w := &worker{jobs: make(chan job, 1), done: make(chan outcome, 1)}
	go t.work(w)
	return w, nil
}

// put makes a worker idle, or ends it if there are enough.
func (t *Target) put(w *worker) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || len(t.idle) >= maxIdle {
		close(w.jobs)
		return
	}
	t.idle = append(t.idle, w)
}

// abandon leaves a worker whose call has not returned. If it ever does, the worker ends.
func (t *Target) abandon(w *worker) {
	t.mu.Lock()
	t.hung++
	w.abandoned = true
	t.mu.Unlock()
	close(w.jobs)
}

// work runs calls until no more can come.
func (t *Target) work(w *worker) {
	returned := false
	defer func() {
		t.mu.Lock()
		if w.abandoned {
			t.hung-- // late, but not for ever
		}
		t.mu.Unlock()
		if !returned { // the function ended this goroutine, as testing.T.FailNow does
			w.done <- outcome{failure: &adapters.Failure{Kind: adapters.Crashed, Detail: "the function called runtime.Goexit"}}
		}
	}()
	for j := range w.jobs {
		w.done <- t.call(j.ctx, j.req)
	}
	returned = true
}

func (t *Target) refuses() *adapters.Failure {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.refusesLocked()
}

func (t *Target) refusesLocked() *adapters.Failure {
	if t.closed {
		return &adapters.Failure{Kind: adapters.Interrupted, Detail: "the target is closed"}
	}
	if t.hung >= MaxHung {
		return &adapters.Failure{Kind: adapters.Exhausted,
			Detail: strconv.Itoa(t.hung) + " calls never returned; the target is given up"}
	}
	return nil
}
