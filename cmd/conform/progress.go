package main

import (
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"

	"github.com/actionconform/conform/conformance"
)

// bar shows how far a run is. It exists on a terminal only; elsewhere it does nothing.
type bar struct {
	writer  progress.Writer
	tracker *progress.Tracker
	ended   chan struct{}
}

// newProgress starts a bar on a terminal.
func newProgress(w io.Writer) *bar {
	if !isTerminal(w) {
		return &bar{}
	}
	writer := progress.NewWriter()
	writer.SetOutputWriter(w)
	writer.SetUpdateFrequency(100 * time.Millisecond)
	writer.SetTrackerLength(30)
	writer.Style().Visibility.Time = false
	writer.Style().Visibility.Speed = false
	return &bar{writer: writer}
}

// update is called after every case, from one goroutine at a time.
func (b *bar) update(done, total int, _ *conformance.Result) {
	if b.writer == nil {
		return
	}
	if b.tracker == nil {
		b.tracker = &progress.Tracker{Message: "cases", Total: int64(total), RemoveOnCompletion: true}
		b.writer.AppendTracker(b.tracker)
		b.ended = make(chan struct{})
		go func() {
			defer close(b.ended)
			b.writer.Render()
		}()
	}
	b.tracker.SetValue(int64(done))
}

// stop takes the bar off the screen before anything else is written. Render notices Stop at its next
// tick only, so that it is waited for.
func (b *bar) stop() {
	if b.tracker == nil {
		return
	}
	b.tracker.MarkAsDone()
	b.writer.Stop()
	<-b.ended
}
