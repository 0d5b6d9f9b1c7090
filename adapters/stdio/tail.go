package stdio

import "sync"

// tail keeps the last bytes of a stream. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	max  int
	ring []byte
	next int // where the next byte goes once ring is full
}

func newTail(max int) *tail { return &tail{max: max} }

// add appends b and forgets what is too old.
func (t *tail) add(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(b) > t.max {
		b = b[len(b)-t.max:]
	}
	if room := t.max - len(t.ring); room > 0 {
		n := min(room, len(b))
		t.ring = append(t.ring, b[:n]...)
		b = b[n:]
	}
	for len(b) > 0 {
		n := copy(t.ring[t.next:], b)
		t.next = (t.next + n) % t.max
		b = b[n:]
	}
}

// String returns what was kept, in order.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.ring[t.next:]) + string(t.ring[:t.next])
}
