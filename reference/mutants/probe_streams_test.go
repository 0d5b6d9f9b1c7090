package mutants_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func chatEvent(delta, reason string) string {
	return `{"choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + reason + `}]}`
}

func chatCallEvent(pieces ...string) string {
	return chatEvent(`{"tool_calls":[`+strings.Join(pieces, ",")+`]}`, "null")
}

// chatStreams are streams of chat completions: a whole one, and what may stand in the place of its middle.
func chatStreams() [][]string {
	begin := func(i int, id, name string) string {
		return fmt.Sprintf(`{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}`, i, id, name)
	}
	args := func(i int, text string) string {
		return fmt.Sprintf(`{"index":%d,"function":{"arguments":%q}}`, i, text)
	}
	a, b := begin(0, "call-1", "read_file"), begin(1, "call-2", "list_files")
	text := chatEvent(`{"content":" Hi "}`, "null")
	end := []string{chatEvent("{}", `"tool_calls"`), `{"choices":[],"usage":{"total_tokens":3}}`, "[DONE]"}
	var out [][]string
	add := func(middle ...string) { out = append(out, slices.Concat([]string{text, text}, middle, end)) }
	x, y := args(0, `{"p": `), args(0, `"é"}`)
	add(chatCallEvent(a), chatCallEvent(x), chatCallEvent(y))
	add(chatCallEvent(a), chatCallEvent(b), chatCallEvent(args(0, "{")), chatCallEvent(args(1, "{")), chatCallEvent(args(0, "}")), chatCallEvent(args(1, `"q":1}`)))
	add(chatCallEvent(a), chatCallEvent(args(0, "{}")), chatCallEvent(b), text, chatCallEvent(args(1, "{}")))
	add(chatCallEvent(a, begin(1, "call-2", "read_file")), chatCallEvent(args(1, "{}"), args(0, "{}")))
	add(chatCallEvent(begin(3, "call-1", "read_file")))
	for _, piece := range []string{
		`{"index":0,"id":null,"function":{"name":null,"arguments":null}}`, `{"index":0,"id":"","function":{"name":"","arguments":""}}`, `{"index":0}`, `{"index":0,"function":{}}`, a,
		begin(0, "call-9", "list_files"), `{"index":0,"id":"call-8","function":{"name":"x","arguments":"{}"}}`,
	} {
		add(chatCallEvent(a), chatCallEvent(x), chatCallEvent(piece), chatCallEvent(y))
		add(chatCallEvent(a), chatCallEvent(x), chatCallEvent(y), chatCallEvent(piece))
	}
	add(chatCallEvent(`{"index":0,"id":"call-1"}`), chatCallEvent(`{"index":0,"function":{"name":"read_file","arguments":"{}"}}`))
	add(chatCallEvent(`{"index":0,"function":{"name":"read_file","arguments":"{}"}}`), chatCallEvent(`{"index":0,"id":"call-1"}`))
	add(chatCallEvent(a), chatCallEvent(args(0, "{}")), chatCallEvent(args(0, "{}")))
	for _, t := range []string{`{"p":"RE`, `{"p":1,}`, "[]", "null", "```json\n{}\n```", "{}{}"} {
		add(chatCallEvent(a), chatCallEvent(args(0, t)))
	}
	for _, e := range []string{chatEvent("{}", "null"), chatEvent(`{"role":"assistant"}`, "null"), chatEvent(`{"content":null,"tool_calls":null}`, "null"), chatEvent(`{"content":"","tool_calls":[]}`, "null"), chatEvent(`{"reasoning_content":"r"}`, "null"),
		`{"choices":[{"index":0,"finish_reason":null}]}`, `{"object":"x"}`, `{"error":{"message":"no"}}`, "null", "<html>", `{"choices":[`, `{'choices':[]}`, `{"choices":[]}}`,
		`{"choices":[{"index":1,"delta":{"content":"other"},"finish_reason":"stop"}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":null},{"index":1,"delta":{"content":"other"},"finish_reason":null}]}`, chatEvent("{}", `"tool_calls"`), "[DONE]"} {
		add(chatCallEvent(a), e, chatCallEvent(args(0, "{}")))
		out = append(out, []string{text, e})
	}
	whole := []string{text, chatCallEvent(a), chatCallEvent(args(0, "{}"))}
	for _, r := range []string{"stop", "length", "content_filter", "surprise"} {
		out = append(out, slices.Concat(whole, []string{chatEvent(`{"content":"x"}`, `"`+r+`"`), "[DONE]", "[DONE]"}))
	}
	return append(out, nil, whole, append(slices.Clone(whole), "[DONE]"))
}

// messageStreams are streams of Anthropic messages.
func messageStreams() [][]string {
	start := `{"type":"message_start","message":{"type":"message","role":"assistant","content":[],"stop_reason":null}}`
	block := func(i int, members string) string {
		return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{%s}}`, i, members)
	}
	call := func(i int, id, name string) string {
		return block(i, fmt.Sprintf(`"type":"tool_use","id":%q,"name":%q,"input":{}`, id, name))
	}
	delta := func(i int, kind, member, text string) string {
		return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":%q,%q:%q}}`, i, kind, member, text)
	}
	json := func(i int, text string) string { return delta(i, "input_json_delta", "partial_json", text) }
	stop := func(i int) string { return fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i) }
	reason := func(r string) string { return fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%s}}`, r) }
	end := []string{reason(`"tool_use"`), `{"type":"message_stop"}`}
	text := []string{block(0, `"type":"text","text":" Hi"`), delta(0, "text_delta", "text", " and "), delta(0, "text_delta", "text", " on"), stop(0)}
	var out [][]string
	add := func(middle ...string) { out = append(out, slices.Concat([]string{start}, text, middle, end)) }
	one := []string{call(1, "call-1", "read_file"), json(1, `{"p": `), json(1, `"é"}`), stop(1)}
	add(one...)
	add(call(1, "call-1", "a"), call(2, "call-2", "b"), json(1, "{"), json(2, "{"), json(1, `"x":1}`), json(2, "}"), stop(1), stop(2))
	add(call(1, "call-1", "a"), stop(1))
	add(call(7, "call-1", "a"), json(7, "{}"), stop(7))
	add(call(1, "call-1", "a"), json(1, "{"), json(1, ""), json(1, "}"), stop(1))
	add(call(1, "call-1", "a"), json(1, "{}"), stop(1), call(1, "call-2", "b"), stop(1))
	add(call(1, "call-1", "a"), stop(1), call(1, "call-2", "b"), json(1, "{}"), stop(1))
	add(call(1, "call-1", "a"), stop(1), block(2, `"type":"server_tool_use","id":"s","name":"w","input":{}`), json(2, "{}"), stop(2))
	add(block(1, `"type":"thinking","thinking":""`), delta(1, "thinking_delta", "thinking", "h"), stop(1))
	for _, pieces := range [][]string{{`{"p":"RE`}, {`{"p":1,}`}, {"[]"}, {"null"}, {"```json\n{}\n```"}, {"{}", "{}"}, {"{", "{", "}", "}"}} {
		middle := []string{call(1, "call-1", "a")}
		for _, p := range pieces {
			middle = append(middle, json(1, p))
		}
		add(append(middle, stop(1))...)
	}
	for _, e := range []string{`{"type":"ping"}`, `{"type":"something_new","text":"x"}`, delta(1, "something_delta", "partial_json", "{"), reason("null"), `{"type":"error"}`, "null", "<html>", `{"type":`, `{'type':'ping'}`, `{"type":"ping"}}`, reason(`"tool_use"`)} {
		add(one[0], e, one[1], one[2])
		out = append(out, []string{start, e})
	}
	whole := slices.Concat([]string{start}, text, one)
	for _, r := range []string{"end_turn", "max_tokens", "refusal", "surprise"} {
		out = append(out, slices.Concat(whole, []string{reason(`"` + r + `"`), end[1], end[1]}))
	}
	return append(out, nil, whole, append(slices.Clone(whole), end[1]))
}

// responseStreams are streams of the Responses API.
func responseStreams() [][]string {
	item := func(id, name, args string) string {
		return fmt.Sprintf(`{"type":"function_call","id":"item-%s","call_id":%q,"name":%q,"arguments":%q}`, id, id, name, args)
	}
	say := `{"type":"message","content":[{"type":"output_text","text":" Hi "}]}`
	whole := func(kind, status string, items ...string) string {
		return fmt.Sprintf(`{"type":"response.%s","response":{"status":%q,"output":[%s]}}`, kind, status, strings.Join(items, ","))
	}
	created := whole("created", "in_progress")
	call := func(i int, id, args string) []string {
		var out []string
		out = append(out, fmt.Sprintf(`{"type":"response.output_item.added","output_index":%d,"item":%s}`, i, item(id, "t", "")))
		for _, p := range []string{args[:len(args)/2], args[len(args)/2:]} {
			out = append(out, fmt.Sprintf(`{"type":"response.function_call_arguments.delta","output_index":%d,"delta":%q}`, i, p))
		}
		return append(out, fmt.Sprintf(`{"type":"response.function_call_arguments.done","output_index":%d,"arguments":%q}`, i, args))
	}
	text := []string{`{"type":"response.output_text.delta","output_index":0,"delta":" Hi "}`, `{"type":"response.output_text.done","output_index":0,"text":" Hi "}`}
	a, b := call(1, "c1", `{"é":1}`), call(2, "c2", `{}`)
	done := whole("completed", "completed", say, item("c1", "t", `{"é":1}`), item("c2", "t", `{}`))
	out := [][]string{nil, {created}, slices.Concat([]string{created}, text, a, b, []string{done}), slices.Concat([]string{created}, text, a, b, []string{done, done}), slices.Concat([]string{created}, a)}
	for _, e := range []string{`{"type":"error"}`, `{"type":"response.something_new.delta","delta":"x"}`, `{"type":"response.in_progress","response":{}}`, "null", "<html>", `{"type":`, `{'type':'x'}`, `{"type":"x"}}`} {
		out = append(out, slices.Concat([]string{created}, text, a, []string{e}, b, []string{done}), []string{created, e})
	}
	empty := whole("completed", "completed", item("c1", "t", ""))
	return append(out, []string{created, empty}, []string{created, whole("incomplete", "incomplete", item("c1", "t", "{}"))}, []string{created, whole("failed", "failed", say)})
}

// streamProbes are those streams, and the first of each as bytes.
func streamProbes() []wire.Request {
	var out []wire.Request
	for protocol, streams := range map[string][][]string{reference.OpenAIChat1: chatStreams(), reference.AnthropicMessages1: messageStreams(), reference.OpenAIResponses1: responseStreams()} {
		for _, events := range streams {
			out = append(out, wire.AssembleRequest{Protocol: protocol, Events: append([]string{}, events...)})
		}
		events := slices.MaxFunc(streams[:3], func(a, b []string) int { return len(a) - len(b) })
		framed := "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
		var pieces, gaps [][]byte
		for i := range len(framed) {
			pieces, gaps = append(pieces, []byte(framed[i:i+1])), append(gaps, []byte(framed[i:i+1]), nil)
		}
		texts := []string{strings.ReplaceAll(framed, "\n", "\r\n"), strings.ReplaceAll(framed, "\n", "\r"), strings.ReplaceAll(framed, "data: ", "data:"), ": hello\n\n" + framed, "id: 1\n" + framed,
			strings.ReplaceAll(framed, "data: {", "data: {\ndata: "), "\ufeff" + framed, strings.ReplaceAll(framed, "\n\n", "\n\n\n\n"), framed[:len(framed)*2/3]}
		if i := strings.LastIndex(framed, `"finish_reason":"tool_calls"`); i > 0 {
			texts = append(texts, framed[:i+len(`"finish_reason":"tool_calls"`)])
		}
		for _, last := range []string{`"stop_reason":"tool_use"`, `"output":[`} {
			if i := strings.LastIndex(framed, last); i > 0 {
				texts = append(texts, framed[:i+len(last)])
			}
		}
		out = append(out, wire.AssembleRequest{Protocol: protocol, Pieces: pieces}, wire.AssembleRequest{Protocol: protocol, Pieces: gaps})
		for _, t := range texts {
			out = append(out, wire.AssembleRequest{Protocol: protocol, Pieces: [][]byte{[]byte(t)}})
		}
	}
	slices.SortStableFunc(out, func(a, b wire.Request) int {
		return strings.Compare(a.(wire.AssembleRequest).Protocol, b.(wire.AssembleRequest).Protocol)
	})
	return out
}

// TestCarelessIsSoundWithoutHabits: the assembler that the habits are seeded in agrees with the reference on
// what every one of them is about, so that a mutant has no other defect than its own.
func TestCarelessIsSoundWithoutHabits(t *testing.T) {
	for _, req := range streamProbes() {
		r := req.(wire.AssembleRequest)
		want, _ := reference.Answer(r, wire.Policies{}).(wire.Verdict)
		got, _ := mutants.Careless("", r).(wire.Verdict)
		if got.Accepted != want.Accepted || got.Accepted && !value.Equal(got.Action, want.Action) {
			t.Errorf("%s %.300q %.300q:\n got %s\nwant %s", r.Protocol, r.Events, r.Pieces, shown(got), shown(want))
		}
	}
}
