package assemble

import "bytes"

// eventReader takes an event stream apart, piece by piece. A line ends with LF, CR or both, and an empty line
// ends an event; what is left when the stream ends is no event.
type eventReader struct {
	handle func(payload string) *Error

	line    []byte // of which the end has not come
	data    []byte
	hasData bool
	started bool // the byte order mark, if there was one, is past
	afterCR bool // so that the LF of a CR LF ends no second line
}

func (r *eventReader) write(piece []byte) *Error {
	for _, c := range piece {
		if c == '\n' && r.afterCR {
			r.afterCR = false
			continue
		}
		r.afterCR = c == '\r'
		if c != '\n' && c != '\r' {
			r.line = append(r.line, c)
			continue
		}
		if err := r.endLine(); err != nil {
			return err
		}
	}
	return nil
}

// endLine reads one line.
func (r *eventReader) endLine() *Error {
	line := r.line
	if !r.started {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	r.line, r.started = nil, true
	if len(line) == 0 {
		payload, has := string(r.data), r.hasData
		r.data, r.hasData = nil, false
		if !has {
			return nil
		}
		return r.handle(payload)
	}
	name, content, _ := bytes.Cut(line, []byte(":"))
	if string(name) != "data" {
		return nil // a comment, or a field that says nothing about the response
	}
	if r.hasData {
		r.data = append(r.data, '\n')
	}
	r.data, r.hasData = append(r.data, bytes.TrimPrefix(content, []byte(" "))...), true
	return nil
}
