package stdio

import (
	"fmt"
	"io"
	"math"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// write sends what is queued, as much as there is in one go.
func (s *session) write() {
	defer close(s.writeDone)
	buf := make([]byte, 0, bufferSize)
	for {
		buf = buf[:0]
		select {
		case m := <-s.queue:
			buf = s.gather(s.copyLine(buf, m))
		case <-s.dead:
			return
		case <-s.finish:
			buf = s.gather(buf)
			buf = wire.AppendBye(buf)
			_, _ = s.proc.stdin.Write(buf)
			s.proc.stdin.Close()
			return
		}
		err := s.put(buf)
		if err != nil {
			text := err.Error()
			s.writeError.Store(&text)
			return
		}
		if cap(buf) > 4*bufferSize {
			buf = make([]byte, 0, bufferSize)
		}
	}
}

// put writes to standard input and counts what has gone into the pipe.
func (s *session) put(buf []byte) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	n, err := s.proc.stdin.Write(buf)
	s.piped += int64(n)
	return err
}

// writerStuck reports that the writer is in a write, which blocks while the target does not read.
func (s *session) writerStuck() bool {
	if s.writing.TryLock() {
		s.writing.Unlock()
		return false
	}
	return true
}

// consumed is how many bytes the process, which has ended, took out of its standard input; all of
// them if that cannot be known.
func (s *session) consumed() int64 {
	if !s.writing.TryLock() {
		return math.MaxInt64
	}
	defer s.writing.Unlock()
	unread, ok := unreadBytes(s.proc.stdin)
	if !ok {
		return math.MaxInt64
	}
	return s.piped - int64(unread)
}

// copyLine copies the line of a call to what is about to be written.
func (s *session) copyLine(buf []byte, c *call) []byte {
	c.start = s.copied
	buf = append(buf, c.line...)
	s.copied += int64(len(c.line))
	c.taken.Store(true)
	return buf
}

// gather appends what else is queued, up to a buffer full.
func (s *session) gather(buf []byte) []byte {
	for len(buf) < bufferSize {
		select {
		case m := <-s.queue:
			buf = s.copyLine(buf, m)
		default:
			return buf
		}
	}
	return buf
}

// readStderr drains standard error, so that the target never blocks on it.
func (s *session) readStderr() {
	defer close(s.errDone)
	buf := make([]byte, 16<<10)
	for {
		n, err := s.proc.stderr.Read(buf)
		if n > 0 {
			s.errTail.add(buf[:n])
			if s.t.opts.OnStderr != nil {
				s.t.opts.OnStderr(buf[:n])
			}
		}
		if err != nil {
			return
		}
	}
}

// read takes lines off standard output until it ends.
func (s *session) read() {
	defer close(s.readDone)
	lines := newLineReader(s.proc.stdout, s.t.opts.MaxLine)
	for {
		line, err := lines.next()
		switch err {
		case nil:
			s.take(line)
		case io.ErrUnexpectedEOF:
			if _, torn := wire.ParseMessage(line); torn == nil {
				s.take(line)
				return
			}
			s.mu.Lock()
			s.partial = printable(line, maxShown)
			s.mu.Unlock()
			return
		case errLineTooLong:
			s.die(adapters.Failure{Kind: adapters.Garbage,
				Detail: fmt.Sprintf("the target wrote a line longer than %d bytes", s.t.opts.MaxLine)}, nil, math.MaxInt64)
			return
		default:
			return
		}
	}
}
