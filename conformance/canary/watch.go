package canary

import "sync"

// carried is how many bytes at the end of what was written are searched again with what comes next, so that
// a secret cut in two by a buffer is found. It is longer than the longest secret in any encoding.
const carried = 2 << 10

// Watch searches a stream, such as the standard error of a target, for all secrets planted so far. It is
// safe for concurrent use and keeps no more of the stream than it needs.
type Watch struct {
	mu    sync.Mutex
	index *index
	known map[string]int // by the text of the secret
	found map[string]Encoding
	tail  []byte
}

// NewWatch makes a watch that knows of no secret yet.
func NewWatch() *Watch {
	return &Watch{index: newIndex(watchWindow), known: map[string]int{}, found: map[string]Encoding{}}
}

// watchWindow is longer than [Window]: all secrets of a run are looked for in all of a stream, where eight
// digits in a row may be a time or a count.
const watchWindow = 10

// Plant makes the watch look for a secret, from now on.
func (w *Watch) Plant(s Secret) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.known[s.Text]; !ok && !s.None() {
		w.known[s.Text] = w.index.add(s)
	}
}

// Write implements io.Writer; it never fails.
func (w *Watch) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	const piece = 64 << 10
	for rest := p; len(rest) > 0; {
		n := min(piece, len(rest))
		w.tail = append(w.tail, rest[:n]...)
		rest = rest[n:]
		w.search()
		if over := len(w.tail) - carried; over > 0 {
			w.tail = append(w.tail[:0], w.tail[over:]...)
		}
	}
	return len(p), nil
}

func (w *Watch) search() {
	for _, layer := range layers(w.tail) {
		for _, h := range w.index.hits(layer) {
			secret := w.index.secrets[h.ref.secret()]
			if _, ok := w.found[secret]; !ok {
				w.found[secret] = w.index.needleOf(h.ref).encoding
			}
		}
	}
}

// Seen returns how a secret came out, if it did.
func (w *Watch) Seen(s Secret) (Encoding, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	e, ok := w.found[s.Text]
	return e, ok
}
