package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestParseMessageFindsTheMembers(t *testing.T) {
	m, err := wire.ParseMessage([]byte(`{"jsonrpc":"2.0" , "x":[{"id":9,"}":"]"}], "id":17,"result":{"a":"\\\"}","id":3}} ` + "\r"))
	if err != nil {
		t.Fatal(err)
	}
	if id, ok := m.NumericID(); !ok || id != 17 {
		t.Errorf("id: got %d, %v", id, ok)
	}
	if want := `{"a":"\\\"}","id":3}`; string(m.Result) != want {
		t.Errorf("result: got %s, want %s", m.Result, want)
	}
	if !m.Versioned || m.Error != nil || m.Method != "" {
		t.Errorf("got %+v", m)
	}
}

func TestParseMessageRefuses(t *testing.T) {
	for _, c := range []struct {
		line string
		want error
		id   string // what must be found nevertheless
	}{
		{``, wire.ErrNotMessage, ""},
		{`Listening on 8080`, wire.ErrNotMessage, ""},
		{`[{"id":1}]`, wire.ErrNotMessage, ""},
		{`{"id":1,"resu`, wire.ErrTornMessage, "1"},
		{`{"id":1,"result":{"a":1}`, wire.ErrTornMessage, "1"},
		{`{"id":1,"result":{}}}`, wire.ErrTornMessage, "1"},
		{`{"id":1,"result":{}}{}`, wire.ErrTornMessage, "1"},
		{`{"id":1,}`, wire.ErrTornMessage, "1"},
		{`{"id":1 "result":{}}`, wire.ErrTornMessage, "1"},
		{`{"id":1,"result":}`, wire.ErrTornMessage, "1"},
		{`{"id":1,"x":NaN}`, wire.ErrTornMessage, "1"},
		{`{"id":1,"method":5}`, wire.ErrTornMessage, "1"},
		{`{"id":1,"result":{},"id":2}`, wire.ErrMemberTwice, "2"},
		{`{"id":1,"result":{},"result":{}}`, wire.ErrMemberTwice, "1"},
		{`{"id":4,"result":` + strings.Repeat("[", 1_000_000), wire.ErrTornMessage, "4"},
	} {
		m, err := wire.ParseMessage([]byte(c.line))
		shown := c.line[:min(len(c.line), 60)]
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", shown, err, c.want)
		}
		if string(m.ID) != c.id {
			t.Errorf("%s: found id %s, want %s", shown, m.ID, c.id)
		}
	}
}

func TestIDsAreTakenOnlyAsSent(t *testing.T) {
	for _, c := range []struct {
		id           string
		exact, loose bool
	}{
		{"1", true, true}, {"18446744073709551615", true, false}, {"0", true, true},
		{`"1"`, false, true}, {"1.0", false, true}, {"1e0", false, true}, {"01", false, true},
		{"null", false, false}, {"-1", false, false}, {"18446744073709551616", false, false},
		{"{}", false, false}, {`"a"`, false, false}, {"1.5", false, false},
	} {
		m := wire.Message{ID: []byte(c.id)}
		if _, ok := m.NumericID(); ok != c.exact {
			t.Errorf("%s: numeric is %v", c.id, ok)
		}
		if _, ok := m.LooseID(); ok != c.loose {
			t.Errorf("%s: loose is %v", c.id, ok)
		}
	}
}

func TestLinesAreJSONOnOneLine(t *testing.T) {
	call, err := wire.AppendCall(nil, 7, wire.ParseRequest{Protocol: "a\n\"<", Value: value.String("x\ny")})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := wire.AppendAnswerLine(nil, []byte("7"), wire.Accept(value.String("x\ny")))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]byte{
		call, answer,
		wire.AppendHelloCall(nil, 1, wire.HelloParams{Wire: "w", Harness: "h\x00", Version: "v"}),
		wire.AppendBye(nil),
		wire.AppendResult(nil, nil, []byte("{}")),
		wire.AppendError(nil, []byte(`"x"`), wire.RPCError{Code: -1, Message: "bad \xff\n"}),
	} {
		if !json.Valid(line) || bytes.Count(line, []byte("\n")) != 1 || line[len(line)-1] != '\n' {
			t.Errorf("not one line of JSON: %q", line)
		}
		if _, err := wire.ParseMessage(line); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// FuzzParseMessage holds the walker against a full JSON parser: what encoding/json takes for an object
// the walker must take too, with the same members; and it must survive everything.
func FuzzParseMessage(f *testing.F) {
	for _, s := range []string{`{}`, `{"id":1,"result":{"a":[1,"\\\""]}}`, `{"id":1,"id":2}`, `[`, `{"\u0069d":"x"}`, `{"a":1,"error":null}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, err := wire.ParseMessage(line)
		for _, part := range [][]byte{m.ID, m.Params, m.Result, m.Error} {
			if part != nil && !bytes.Contains(line, part) {
				t.Fatalf("a member that is not in the line: %q", part)
			}
		}
		var want map[string]json.RawMessage
		if json.Unmarshal(line, &want) != nil || want == nil {
			return
		}
		if err != nil {
			if errors.Is(err, wire.ErrMemberTwice) || want["method"] != nil || strings.Contains(string(line), "method") || bytes.ContainsRune(line, '\ufffd') || !json.Valid(line) {
				return
			}
			if bytes.Equal(line, bytes.ToValidUTF8(line, nil)) {
				t.Fatalf("%q is JSON, but %v", line, err)
			}
			return
		}
		for name, got := range map[string][]byte{"id": m.ID, "params": m.Params, "result": m.Result, "error": m.Error} {
			if !bytes.Equal(got, bytes.TrimSpace(want[name])) {
				t.Fatalf("%s of %q: got %q, want %q", name, line, got, want[name])
			}
		}
	})
}
