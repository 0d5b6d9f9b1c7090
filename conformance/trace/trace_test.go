package trace_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/trace"
	"github.com/actionconform/conform/spec"
)

// builtin loads the built-in table once; it is immutable.
var builtin = sync.OnceValues(conform.Table)

func check(t testing.TB, text []byte, o trace.Options) *trace.Summary {
	t.Helper()
	table, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	o.Table = table
	in := trace.Input{Name: "t", Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
	sum, err := trace.Check(t.Context(), []trace.Input{in}, o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// found lists violations as "line code pointer", with ? behind advice.
func found(sum *trace.Summary) []string {
	var out []string
	for _, v := range sum.Violations {
		mark := ""
		if v.Level == spec.Should {
			mark = "?"
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s%s %s", v.Line, v.Code, mark, v.Pointer)))
	}
	return out
}

const (
	called   = `{"run":"r","action":{"type":"tool_call","callId":"c1","tool":"read_file","input":{}}}`
	answered = `{"run":"r","event":"tool_result","callId":"c1","tool":"read_file"}`
)

func TestViolations(t *testing.T) {
	for _, c := range []struct {
		why   string
		lines []string
		want  []string
	}{
		{"a call and its result", []string{called, answered}, nil},
		{"a blank line is nothing", []string{called, "", " \t", answered}, nil},
		{"an action alone", []string{`{"type":"message","content":"hello"}`, `{"type":"finish","summary":"done"}`}, nil},
		{"calls without any result in the file are not matched", []string{called}, nil},
		{"an unknown type", []string{`{"type":"toolcall","callId":"c1"}`}, []string{"1 ACTION_TYPE_UNSUPPORTED /type"}},
		{"an action inside a line", []string{`{"action":{"type":"tool_call","callId":"c1","tool":"x"}}`}, []string{"1 ACTION_INPUT_MISSING /action/input"}},
		{"no JSON costs one line", []string{"oops", called, answered}, []string{"1 TRACE_NOT_JSON byte 0"}},
		{"nothing known", []string{`{"hello":1}`, `3`}, []string{"1 TRACE_UNKNOWN_SHAPE", "2 TRACE_UNKNOWN_SHAPE"}},
		{"a result without a call", []string{answered}, []string{"1 TRACE_RESULT_WITHOUT_CALL"}},
		{"a result before its call", []string{answered, called}, []string{"1 TRACE_RESULT_WITHOUT_CALL", "2 TRACE_RESULT_BEFORE_CALL /action/callId"}},
		{"two results", []string{called, answered, answered}, []string{"3 TRACE_CALL_ANSWERED_TWICE"}},
		{"an id used again", []string{called, answered, called}, []string{"3 TRACE_CALL_ID_REUSED /action/callId"}},
		{"without a run an id may be another run's", []string{`{"type":"tool_call","callId":"c1","tool":"x","input":1}`, `{"type":"tool_call","callId":"c1","tool":"x","input":1}`}, []string{"2 TRACE_CALL_ID_REUSED? /callId"}},
		{"the same id in two runs", []string{called, answered, strings.Replace(called, `"r"`, `"s"`, 1), strings.Replace(answered, `"r"`, `"s"`, 1)}, nil},
		{"a result of another tool", []string{called, strings.Replace(answered, "read_file", "shell", 1)}, []string{"2 TRACE_RESULT_MISATTRIBUTED"}},
		{"a result in another run", []string{called, strings.Replace(answered, `"r"`, `"s"`, 1)}, []string{"2 TRACE_RESULT_MISATTRIBUTED"}},
		{"a call without a result", []string{called, answered, strings.ReplaceAll(called, "c1", "c2")}, []string{"3 TRACE_CALL_UNANSWERED /action/callId"}},
		{"a result without an id", []string{called, answered, `{"event":"tool_result"}`}, []string{"3 TRACE_ID_MISSING"}},
		{"a chat completion", []string{`{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{"}}]},"finish_reason":"tool_calls"}]}`},
			[]string{"1 ARGUMENTS_NOT_OBJECT /choices/0/message/tool_calls/0"}},
		{"a choice that was cut off", []string{`{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"length"}`},
			[]string{"1 RESPONSE_INCOMPLETE /finish_reason"}},
		{"one call of two", []string{`{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":" ","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`},
			[]string{"1 TOOL_NAME_EMPTY /choices/0/message/tool_calls/1"}},
		{"a history", []string{`{"messages":[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"f","arguments":"[]"}}]},{"role":"tool","tool_call_id":"a","content":""},{"role":"tool","tool_call_id":"z","content":""}]}`},
			[]string{"1 ARGUMENTS_NOT_OBJECT /messages/1/tool_calls/1", "1 TRACE_RESULT_WITHOUT_CALL /messages/3/tool_call_id", "1 TRACE_CALL_UNANSWERED /messages/1/tool_calls/1"}},
		{"the Responses API", []string{`{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"q","name":"f","arguments":"{"}]}`, `{"type":"function_call_output","call_id":"q","output":"x"}`},
			[]string{"1 ARGUMENTS_NOT_OBJECT /output/0"}},
		{"the Messages API", []string{`{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"","input":[]}],"stop_reason":"max_tokens"}`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":""}]}`},
			[]string{"1 RESPONSE_INCOMPLETE /stop_reason"}},
		{"one call of a message", []string{`{"role":"assistant","type":"message","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"t","name":"f","input":{}},{"type":"tool_use","id":"u","name":"","input":{}}],"stop_reason":"tool_use"}`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":""},{"type":"tool_result","tool_use_id":"u","content":""}]}`},
			[]string{"1 TOOL_NAME_EMPTY /content/2"}},
		{"the only call of a message", []string{`{"role":"assistant","type":"message","content":[{"type":"tool_use","id":"t","name":"f","input":"{}"}],"stop_reason":"tool_use"}`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":""}]}`},
			[]string{"1 ARGUMENTS_NOT_OBJECT /content/0"}},
		{"a block of a history", []string{`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":" ","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":""}]}]}`},
			[]string{"1 TOOL_NAME_EMPTY /messages/0/content/0"}},
		{"an item of an input", []string{`{"input":[{"type":"function_call","call_id":"q","name":"f","arguments":"7"},{"type":"function_call_output","call_id":"q","output":"x"}]}`},
			[]string{"1 ARGUMENTS_NOT_OBJECT /input/0"}},
		{"a response that was cut off", []string{`{"object":"response","status":"incomplete","output":[{"type":"function_call","call_id":"q","name":"f","arguments":"{}"}]}`, `{"type":"function_call_output","call_id":"q","output":"x"}`},
			[]string{"1 RESPONSE_INCOMPLETE /status"}},
		{"an id twice in one response", []string{`{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"q","name":"f","arguments":"{}"},{"type":"function_call","call_id":"q","name":"f","arguments":"{}"}]}`, `{"type":"function_call_output","call_id":"q","output":"x"}`},
			[]string{"1 CALL_ID_DUPLICATE /output", "1 TRACE_CALL_ID_REUSED? /output/1"}},
		{"a call without params", []string{`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`}, []string{"1 REFUSED /params"}},
		{"MCP", []string{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"f","arguments":"x"}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":2,"error":{}}`},
			[]string{"1 ARGUMENTS_NOT_OBJECT /params/arguments", "3 TRACE_RESULT_WITHOUT_CALL /id"}},
		{"a secret by its name", []string{`{"type":"tool_call","callId":"c","tool":"t","input":{"a":[{"PassWord":"hunter2hunter2"}],"api_key":"k"}}`}, []string{"1 TRACE_SECRET /input/a/0/PassWord", "1 TRACE_SECRET? /input/api_key"}},
		{"a secret by its form, in JSON in a text", []string{`{"type":"message","content":"{\"u\":\"https://u:geheim@x.example/\"}"}`}, []string{"1 TRACE_SECRET? /content/u"}},
		{"what was taken out is no secret", []string{`{"type":"tool_call","callId":"c","tool":"t","input":{"token":"[redacted]","password":"***","authorization":"<REDACTED>","max_tokens":3,"logprobs":[{"token":"Hel"}]}}`}, nil},
		{"a secret that is a name", []string{`{"type":"message","content":"x","extra":{"ghp_0123456789abcdef0123456789abcdef0123":1}}`}, []string{"1 TRACE_SECRET? /extra/*"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			if diff := cmp.Diff(c.want, found(check(t, []byte(strings.Join(c.lines, "\n")), trace.Options{}))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompressedTraces(t *testing.T) {
	text := []byte(strings.Repeat(`{"type":"message","content":"hello"}`+"\n", 50_000))
	var zipped, standard bytes.Buffer
	g := gzip.NewWriter(&zipped)
	_, _ = g.Write(text)
	_ = g.Close()
	z, err := zstd.NewWriter(&standard)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = z.Write(text)
	_ = z.Close()
	for name, data := range map[string][]byte{"plain": text, "gzip": zipped.Bytes(), "zstd": standard.Bytes()} {
		sum := check(t, data, trace.Options{})
		if sum.Records != 50_000 || !sum.Complete() || sum.Bytes != int64(len(text)) {
			t.Errorf("%s: %d records, %d bytes, %v", name, sum.Records, sum.Bytes, sum.Files)
		}
	}
	for name, data := range map[string][]byte{"gzip": zipped.Bytes()[:zipped.Len()-100], "zstd": standard.Bytes()[:standard.Len()-20], "gzip head": {0x1f, 0x8b, 8}, "damaged": append([]byte{0x28, 0xb5, 0x2f, 0xfd}, text...)} {
		if sum := check(t, data, trace.Options{}); sum.Complete() || sum.Files[0].Problem == "" {
			t.Errorf("%s: complete, %v", name, sum.Files)
		}
	}
	if sum := check(t, zipped.Bytes()[:zipped.Len()-100], trace.Options{}); sum.Records == 0 {
		t.Error("what was read of a cut file is not reported")
	}
}

func TestALongLineCostsItself(t *testing.T) {
	text := called + "\n" + `{"type":"message","content":"` + strings.Repeat("x", 100_000) + "\"}\n" + answered + "\n" + strings.Repeat("y", 50_000)
	sum := check(t, []byte(text), trace.Options{MaxLine: 4096})
	if diff := cmp.Diff([]string{"2 TRACE_LINE_TOO_LONG", "4 TRACE_LINE_TOO_LONG"}, found(sum)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGroupsRatesAndTimes(t *testing.T) {
	text := `{"model":"a","prompt_version":"1","time":"2026-01-01T00:00:00Z","action":{"type":"message","content":"x"}}
{"model":"a","prompt_version":"2","time":1798675200,"action":{"type":"message","content":" "}}
{"model":"b","prompt":"` + strings.Repeat("long ", 100) + `","time":1798675200123,"action":{"type":"oops"}}
{"model":"b","action":{"type":"message","content":"x"}}
`
	sum := check(t, []byte(text), trace.Options{GroupBy: []string{"code", "model", "prompt"}, Since: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)})
	want := []trace.Group{
		{By: "code", Name: "ACTION_TEXT_INVALID", Records: 3, Faulty: 1}, {By: "code", Name: "ACTION_TYPE_UNSUPPORTED", Records: 3, Faulty: 1},
		{By: "model", Name: "b", Records: 2, Faulty: 1}, {By: "model", Name: "a", Records: 1, Faulty: 1},
		{By: "prompt", Name: "(a text of 500 bytes)", Records: 1, Faulty: 1}, {By: "prompt", Name: "2", Records: 1, Faulty: 1}, {By: "prompt", Name: "(none)", Records: 1},
	}
	if diff := cmp.Diff(want, sum.Groups); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if sum.Records != 3 || sum.Faulty != 2 || sum.Older != 1 || !sum.Exceeds(0.5) || sum.Exceeds(0.7) {
		t.Errorf("got %+v", sum)
	}
}

// FuzzNoSecretIsShown puts a secret in every place of a line, and whatever bytes around it.
func FuzzNoSecretIsShown(f *testing.F) {
	const secret = "Zq7mK2xW9pLr4TnV8bYc3HsD"
	f.Add([]byte(`{"type":"tool_call","callId":"`+secret+`","tool":"`+secret+`","input":{"token":"`+secret+`","`+secret+`":1}}`), []byte(""))
	f.Add([]byte(`{"type":"`+secret+`"}`), []byte(secret))
	f.Add([]byte(`{"type":["`+secret+`"],"`+secret+`":{"token":"x"}}`), []byte(`{"jsonrpc":"`+secret+`","id":"`+secret+`","method":"tools/call"}`))
	f.Add([]byte(`{"event":"`+secret+`","run":"`+secret+`"}`), []byte(`{"choices":["`+secret+`"]}`))
	f.Fuzz(func(t *testing.T, before, after []byte) {
		text := append(append(append(before, '\n'), after...), "\n\""+secret+"\n{\"role\":\"tool\",\"tool_call_id\":\""+secret+"\"}"...)
		sum := check(t, text, trace.Options{})
		for _, format := range trace.ReportFormats() {
			var out bytes.Buffer
			if err := sum.Render(&out, trace.Rendering{Format: format, Lang: "en", Shown: 100}); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out.String(), secret[:8]) {
				t.Errorf("%s shows it:\n%s", format, out.String())
			}
		}
	})
}
