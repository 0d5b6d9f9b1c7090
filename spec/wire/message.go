package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"
)

// Message is the envelope of one JSON-RPC 2.0 message: the top-level members as they were written.
// The slices alias the line that was read; a nil slice is a member that was absent.
//
// A message with Method and ID is a request, with Method alone a notification, without Method an
// answer. The texts of ID, Params, Result and Error are not validated here: whoever decodes them
// does ([UnmarshalRequest], [UnmarshalAnswer], [Message.RPCError]), so that no byte is read twice.
type Message struct {
	ID     []byte
	Method string
	Params []byte
	Result []byte
	Error  []byte
	// Versioned says that the member "jsonrpc" was there and said "2.0".
	Versioned bool
}

// The reasons [ParseMessage] gives.
var (
	// ErrNotMessage: the line is not a JSON object at all, such as a log line.
	ErrNotMessage = errors.New("not a JSON object")
	// ErrTornMessage: the line begins like a JSON object but is cut short or malformed.
	ErrTornMessage = errors.New("a JSON object that is cut short or malformed")
	// ErrMemberTwice: one of id, method, params, result or error is there twice.
	ErrMemberTwice = errors.New("a member of the message is there twice")
)

// ParseMessage finds the members of the one JSON-RPC message in line. Names are compared exactly.
// With an error it still returns what it found up to there, so that a broken answer can be
// attributed to its request. It runs in one pass without recursion, whatever the nesting.
func ParseMessage(line []byte) (Message, error) {
	var m Message
	twice := false
	err := walkObject(line, func(name, text []byte) error {
		again, ok := m.set(name, text)
		if !ok {
			return ErrTornMessage
		}
		twice = twice || again
		return nil
	})
	if err == nil && twice {
		err = ErrMemberTwice
	}
	return m, err
}

// set stores a member and reports whether it had been there before, and whether its text is fit to be
// stored. Members the protocol does not know are only checked to be JSON.
func (m *Message) set(name, text []byte) (again, ok bool) {
	slot := (*[]byte)(nil)
	switch string(name) {
	case "jsonrpc":
		m.Versioned = string(text) == `"2.0"`
		return false, json.Valid(text)
	case "id":
		slot = &m.ID
	case "params":
		slot = &m.Params
	case "result":
		slot = &m.Result
	case "error":
		slot = &m.Error
	case "method":
		again = m.Method != ""
		return again, json.Unmarshal(text, &m.Method) == nil
	default:
		return false, json.Valid(text) && utf8.Valid(text) && utf8.Valid(name)
	}
	again = *slot != nil
	*slot = text
	return again, true
}

// NumericID returns the id as a number. It reports false where the id is absent or anything but the
// plain digits of a number, for ids are to come back unchanged.
func (m Message) NumericID() (uint64, bool) {
	if len(m.ID) == 0 || len(m.ID) > 20 || (m.ID[0] == '0' && len(m.ID) > 1) {
		return 0, false
	}
	var n uint64
	for _, c := range m.ID {
		if c < '0' || c > '9' {
			return 0, false
		}
		d := uint64(c - '0')
		if n > (1<<64-1-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}

// LooseID returns the number that an id of the wrong type stands for: "1", 1.0 or 1e0 for 1. It is
// for diagnosis only.
func (m Message) LooseID() (uint64, bool) {
	if len(m.ID) > 32 {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(bytes.Trim(m.ID, `"`)), 64)
	if err != nil || f < 0 || f >= 1<<53 || f != float64(uint64(f)) {
		return 0, false
	}
	return uint64(f), true
}

// RPCError is the error member of a JSON-RPC answer.
type RPCError struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
}

// The codes of JSON-RPC 2.0 this project sends.
const (
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternalError  = -32603
)

// RPCError decodes the error member; it returns an error where that is not an object with an
// integer code and a message.
func (m Message) RPCError() (RPCError, error) {
	var e struct {
		Code    *int64  `json:"code"`
		Message *string `json:"message"`
	}
	if err := json.Unmarshal(m.Error, &e); err != nil || e.Code == nil || e.Message == nil {
		return RPCError{}, &ShapeError{Member: "error", Reason: "must be an object with an integer code and a string message"}
	}
	return RPCError{Code: *e.Code, Message: *e.Message}, nil
}

// AppendCall appends the line of a request: the envelope, the params of [AppendParams], a newline.
func AppendCall(dst []byte, id uint64, req Request) ([]byte, error) {
	if req == nil {
		return dst, &ShapeError{Reason: "is a nil request"}
	}
	dst = appendCallHead(dst, id, string(req.Operation()))
	dst, err := AppendParams(dst, req)
	return append(dst, "}\n"...), err
}

// AppendHelloCall appends the line of a hello.
func AppendHelloCall(dst []byte, id uint64, p HelloParams) []byte {
	dst = appendCallHead(dst, id, MethodHello)
	dst = appendQuoted(append(dst, `{"wire":`...), p.Wire)
	dst = appendQuoted(append(dst, `,"harness":`...), p.Harness)
	dst = appendQuoted(append(dst, `,"version":`...), p.Version)
	return append(dst, "}}\n"...)
}

// appendCallHead appends a request up to its params.
func appendCallHead(dst []byte, id uint64, method string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = strconv.AppendUint(dst, id, 10)
	dst = append(dst, `,"method":`...)
	dst = appendQuoted(dst, method)
	return append(dst, `,"params":`...)
}

// AppendBye appends the line of the notification bye.
func AppendBye(dst []byte) []byte { return append(dst, `{"jsonrpc":"2.0","method":"bye"}`+"\n"...) }

// AppendResult appends a successful answer and its newline. id is the id as it came, nil for null;
// result is JSON.
func AppendResult(dst, id, result []byte) []byte {
	dst = appendAnswerHead(dst, id)
	dst = append(dst, `,"result":`...)
	dst = append(dst, result...)
	return append(dst, "}\n"...)
}

// AppendAnswerLine appends the line of an answer: the envelope around [AppendAnswer].
func AppendAnswerLine(dst, id []byte, a Answer) ([]byte, error) {
	dst = append(appendAnswerHead(dst, id), `,"result":`...)
	dst, err := AppendAnswer(dst, a)
	return append(dst, "}\n"...), err
}

// AppendError appends a failed answer and its newline. id is the id as it came, nil for null.
func AppendError(dst, id []byte, e RPCError) []byte {
	dst = appendAnswerHead(dst, id)
	dst = append(dst, `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, e.Code, 10)
	dst = append(dst, `,"message":`...)
	dst = appendQuoted(dst, e.Message)
	return append(dst, "}}\n"...)
}

func appendAnswerHead(dst, id []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	if id == nil {
		return append(dst, "null"...)
	}
	return append(dst, id...)
}

// appendQuoted appends s as a JSON string; plain ASCII, the usual case, without an allocation.
func appendQuoted(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			quoted, err := json.Marshal(s)
			if err != nil { // cannot be: a string always has a JSON text
				return append(dst, `""`...)
			}
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
