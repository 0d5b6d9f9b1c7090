package trace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxZstdWindow bounds the memory a compressed file may ask for.
const maxZstdWindow = 32 << 20

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// plainReader returns what a stream holds, undone of gzip or zstd, which is told by its first bytes and not
// by its name. The closer must be called.
func plainReader(r io.Reader) (io.Reader, func(), error) {
	buffered := bufio.NewReaderSize(r, 256<<10)
	head, err := buffered.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, nil, fmt.Errorf("it begins like gzip, but: %w", err)
		}
		return z, func() { _ = z.Close() }, nil
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
		if err != nil {
			return nil, nil, fmt.Errorf("it begins like zstd, but: %w", err)
		}
		return z, z.Close, nil
	}
	return buffered, func() {}, nil
}

// lines cuts a stream into lines without ever holding more than the cap of one.
type lines struct {
	r   *bufio.Reader
	max int
}

// next returns the next line without its end; long says that it was longer than the cap and was passed over.
// At the end it returns io.EOF, or the error that cut the stream short; the piece of a line before such an
// error is dropped.
func (l *lines) next() (line []byte, long bool, err error) {
	for {
		piece, err := l.r.ReadSlice('\n')
		if !long {
			line = append(line, piece...)
			if len(line) > l.max {
				line, long = nil, true
			}
		}
		switch {
		case err == nil:
			return bytes.TrimRight(line, "\r\n"), long, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && (len(line) > 0 || long):
			return line, long, nil
		default:
			return nil, false, err
		}
	}
}
