package stdio

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/actionconform/conform/adapters"
)

// call is one open request. Exactly one reply is sent for every call that is taken out of the map of
// open requests by someone other than its owner.
type call struct {
	ch    chan reply // capacity 1
	timer *time.Timer
	line  []byte // the request
	raw   []byte // the result
	// taken says that the writer has copied line. Before that no honest answer can exist, and line
	// must not be reused.
	taken atomic.Bool
	step  *openStep // of a step, nil otherwise; set before the call is registered
	start int64     // the offset of line in what was written, valid once taken
}

// read reports whether a process that took so many bytes has begun to read the call.
func (c *call) read(consumed int64) bool { return c.taken.Load() && c.start < consumed }

// reply wakes the owner of a call: with a failure, or with the result in call.raw.
// Untouched goes with a failure of kind Crashed: the process cannot have read the request.
type reply struct {
	failure   *adapters.Failure
	untouched bool
}

// calls recycles the calls of answered requests.
type calls struct{ pool sync.Pool }

// maxRecycled is the size of a buffer above which it is left to the garbage collector.
const maxRecycled = 64 << 10

func (c *calls) get() *call {
	if got, ok := c.pool.Get().(*call); ok {
		got.taken.Store(false)
		got.step = nil
		return got
	}
	t := time.NewTimer(time.Hour)
	t.Stop()
	return &call{ch: make(chan reply, 1), timer: t}
}

func (c *calls) put(one *call) {
	one.timer.Stop()
	if !one.taken.Load() || cap(one.line) > maxRecycled || cap(one.raw) > maxRecycled {
		return
	}
	c.pool.Put(one)
}
