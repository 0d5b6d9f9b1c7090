package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/spec/wire"
)

// The bounds of [Serve]: how many requests are answered at once, and how long a line may be.
const (
	serveWorkers = 64
	serveMaxLine = 64 << 20
)

// Serve answers conform/1 on a pair of streams with the answers of any target, such as the reference.
//
// Requests are answered by up to 64 goroutines at once, in whatever order they finish; what is ready
// at the same time is written in one go. A failure of the target becomes a JSON-RPC error. Serve
// returns nil at the end of the input or after bye, once every request has been answered; the
// context's error when it ends; or the error of the stream that failed. It closes neither stream nor
// the target. To stop at once when ctx ends it needs a reader with SetReadDeadline, which pipes and
// sockets have; with any other the goroutine that reads stays behind until its Read returns.
func Serve(ctx context.Context, r io.Reader, w io.Writer, target adapters.Target) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &server{
		ctx: ctx, cancel: cancel, target: target,
		jobs: make(chan *job, serveWorkers), out: make(chan *job, serveWorkers),
		steps: map[string]*servedStep{}, asked: map[uint64]chan wire.Message{}, ended: make(chan struct{}),
	}
	if d, ok := r.(interface{ SetReadDeadline(time.Time) error }); ok {
		stop := context.AfterFunc(ctx, func() { _ = d.SetReadDeadline(time.Unix(1, 0)) })
		defer stop()
	}
	written := make(chan error, 1)
	go func() { written <- s.write(w) }()
	read := make(chan error, 1)
	go func() { read <- s.read(r) }()
	var err error
	select {
	case err = <-read:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if werr := <-written; werr != nil {
		return werr
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

type server struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	target adapters.Target
	jobs   chan *job
	out    chan *job
	pool   sync.Pool

	mu     sync.Mutex
	steps  map[string]*servedStep       // under way
	asked  map[uint64]chan wire.Message // callbacks that wait for the harness
	lastID uint64
	ended  chan struct{} // closed at the end of the input: no callback is answered any more
}

// job is one request and the room for its answer. Its buffers are reused.
type job struct {
	id     []byte
	method string
	params []byte
	reply  []byte
}

func (s *server) get() *job {
	if j, ok := s.pool.Get().(*job); ok {
		return j
	}
	return new(job)
}

func (s *server) put(j *job) {
	if cap(j.params) <= maxRecycled && cap(j.reply) <= maxRecycled {
		s.pool.Put(j)
	}
}

// read takes requests off the stream until it ends, then waits for the workers and lets the writer
// end.
func (s *server) read(r io.Reader) error {
	var workers sync.WaitGroup
	defer close(s.out)
	defer workers.Wait()
	defer close(s.jobs)
	defer close(s.ended)
	lines := newLineReader(r, serveMaxLine)
	for started := 0; ; {
		line, err := lines.next()
		switch {
		case err == io.EOF:
			return nil
		case err == errLineTooLong:
			return errors.New("the harness wrote a line that is too long")
		case err != nil && err != io.ErrUnexpectedEOF:
			return err
		}
		m, perr := wire.ParseMessage(line)
		if perr == nil && m.Method == wire.MethodBye {
			return nil
		}
		switch {
		case perr == nil && m.Method == wire.MethodCancel:
			s.takeCancel(m.Params)
			continue
		case perr == nil && m.Method == "" && m.ID != nil && (m.Result != nil || m.Error != nil):
			s.takeReply(m)
			continue
		}
		j := s.accept(m, perr)
		if j == nil {
			continue
		}
		select {
		case s.jobs <- j:
		case <-s.ctx.Done():
			return context.Cause(s.ctx)
		}
		if started < serveWorkers && len(s.jobs) > 0 {
			started++
			workers.Go(s.work)
		}
		if started == 0 {
			started++
			workers.Go(s.work)
		}
	}
}

// accept makes a job of a message; nil for those that need no answer.
func (s *server) accept(m wire.Message, err error) *job {
	if err == wire.ErrNotMessage || (err == nil && m.ID == nil) {
		return nil
	}
	j := s.get()
	j.id = append(j.id[:0], m.ID...)
	j.method = m.Method
	j.params = append(j.params[:0], m.Params...)
	j.reply = j.reply[:0]
	if err != nil || !json.Valid(j.id) || !utf8.Valid(j.id) {
		j.method, j.id = "", append(j.id[:0], "null"...)
	}
	return j
}

func (s *server) work() {
	for j := range s.jobs {
		j.reply = s.answer(j)
		select {
		case s.out <- j:
		case <-s.ctx.Done():
		}
	}
}

// answer appends the answer to the request.
func (s *server) answer(j *job) []byte {
	refuse := func(code int64, err error) []byte {
		return wire.AppendError(j.reply[:0], j.id, wire.RPCError{Code: code, Message: err.Error()})
	}
	switch j.method {
	case "":
		return refuse(wire.CodeInvalidRequest, errors.New("not a JSON-RPC request"))
	case wire.MethodHello:
		h, err := s.target.Hello(s.ctx)
		if err != nil {
			return refuse(wire.CodeInternalError, err)
		}
		h.Wire = wire.Version
		result, err := wire.MarshalHello(h)
		if err != nil {
			return refuse(wire.CodeInternalError, err)
		}
		return wire.AppendResult(j.reply, j.id, result)
	}
	req, err := wire.UnmarshalRequest(j.method, j.params)
	if err != nil {
		var shape *wire.ShapeError
		if errors.As(err, &shape) && shape.Member == "method" {
			return refuse(wire.CodeMethodNotFound, err)
		}
		return refuse(wire.CodeInvalidParams, err)
	}
	do := func() (wire.Answer, error) { return s.target.Do(s.ctx, req) }
	if step, ok := req.(wire.StepRequest); ok {
		do = func() (wire.Answer, error) { return s.step(step) }
	}
	a, err := do()
	if err != nil {
		return refuse(wire.CodeInternalError, err)
	}
	out, err := wire.AppendAnswerLine(j.reply, j.id, a)
	if err != nil {
		return refuse(wire.CodeInternalError, err)
	}
	return out
}

// write writes answers, as many as are ready in one go.
func (s *server) write(w io.Writer) error {
	buf := make([]byte, 0, bufferSize)
	for {
		var j *job
		var ok bool
		select {
		case j, ok = <-s.out:
			if !ok {
				return nil
			}
		case <-s.ctx.Done():
			return nil
		}
		buf = append(buf[:0], j.reply...)
		s.put(j)
		buf = s.gather(buf)
		if _, err := w.Write(buf); err != nil {
			s.cancel(err)
			return err
		}
		if cap(buf) > 4*bufferSize {
			buf = make([]byte, 0, bufferSize)
		}
	}
}

func (s *server) gather(buf []byte) []byte {
	for len(buf) < bufferSize {
		select {
		case j, ok := <-s.out:
			if !ok {
				return buf
			}
			buf = append(buf, j.reply...)
			s.put(j)
		default:
			return buf
		}
	}
	return buf
}
