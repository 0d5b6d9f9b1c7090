package stdio

import (
	"bytes"
	"errors"
	"io"
)

// errLineTooLong is what a lineReader returns for a line beyond its cap.
var errLineTooLong = errors.New("a line is longer than the cap")

// bufferSize is the size of the read and write buffers. A pipe holds 64 KiB on Linux.
const bufferSize = 64 << 10

// lineReader reads lines of at most max bytes. It holds no more than the longest line it returned
// plus one buffer, and lets go of a large buffer with the next line.
type lineReader struct {
	r     io.Reader
	max   int
	buf   []byte
	start int // of the unread bytes in buf
	end   int
	seen  int // unread bytes known to hold no newline
	err   error
}

func newLineReader(r io.Reader, max int) *lineReader {
	return &lineReader{r: r, max: max, buf: make([]byte, bufferSize)}
}

// next returns the next line without its newline; the slice is valid until the next call. What stands
// before the end of the input without a newline is returned with io.ErrUnexpectedEOF.
func (l *lineReader) next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(l.buf[l.start+l.seen:l.end], '\n'); i >= 0 {
			line := l.buf[l.start : l.start+l.seen+i]
			l.start += l.seen + i + 1
			l.seen = 0
			if len(line) > l.max {
				return nil, errLineTooLong
			}
			return line, nil
		}
		l.seen = l.end - l.start
		if l.seen > l.max {
			l.buf, l.start, l.end, l.seen = make([]byte, bufferSize), 0, 0, 0
			return nil, errLineTooLong
		}
		if l.err != nil {
			rest := l.buf[l.start:l.end]
			l.start, l.end, l.seen = 0, 0, 0
			if len(rest) > 0 {
				return rest, io.ErrUnexpectedEOF
			}
			return nil, l.err
		}
		l.makeRoom()
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		l.err = err
	}
}

// makeRoom makes free space at the end of the buffer.
func (l *lineReader) makeRoom() {
	size := l.end - l.start
	switch {
	case size <= bufferSize/2 && len(l.buf) > bufferSize:
		fresh := make([]byte, bufferSize)
		copy(fresh, l.buf[l.start:l.end])
		l.buf, l.start, l.end = fresh, 0, size
	case size <= len(l.buf)/2:
		if l.start > 0 {
			copy(l.buf, l.buf[l.start:l.end])
			l.start, l.end = 0, size
		}
	case l.end == len(l.buf):
		fresh := make([]byte, min(2*len(l.buf), l.max+bufferSize))
		copy(fresh, l.buf[l.start:l.end])
		l.buf, l.start, l.end = fresh, 0, size
	}
}
