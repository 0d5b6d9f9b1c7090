package derive

import (
	"bytes"
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// faults derives what streams do beside cutting a response into pieces.
func (w streamWriter) faults() {
	duo := w.base(w.duo())
	w.interleaved(duo)
	w.cutOffStreams(duo)
	w.reasons(duo)
	w.idle(duo)
	w.errors(duo)
	w.endings(duo)
	w.brokenArguments()
	w.emptyCalls()
	w.bytes(duo)
	switch w.protocol.Response.Stream {
	case spec.StreamChat:
		w.chatOddities(duo)
	case spec.StreamMessages:
		w.messageOddities(duo)
	case spec.StreamResponses:
	}
}

// ofCall are the moves of the n-th call.
func (b streamBase) ofCall(n int, kinds ...moveKind) []move {
	index, seen := -1, 0
	var out []move
	for _, m := range b.moves {
		if m.kind == moveStart {
			if seen == n {
				index = m.index
			}
			seen++
		}
		if index >= 0 && m.index == index && slices.Contains(kinds, m.kind) {
			out = append(out, m)
		}
	}
	return out
}

// around are the moves before the first call and after the last.
func (b streamBase) around() (before, after []move) {
	first := slices.IndexFunc(b.moves, func(m move) bool { return m.kind == moveStart })
	last := first
	for i, m := range b.moves {
		if m.kind == moveStop {
			last = i
		}
	}
	return b.moves[:first:first], b.moves[last+1:]
}

// interleaved derives parallel calls whose deltas are mixed.
func (w streamWriter) interleaved(b streamBase) {
	before, after := b.around()
	calls := func(moves ...[]move) []move { return slices.Concat(slices.Concat(moves...), after) }
	starts := slices.Concat(b.ofCall(0, moveStart), b.ofCall(1, moveStart))
	stops := slices.Concat(b.ofCall(0, moveStop), b.ofCall(1, moveStop))
	x, y := b.ofCall(0, moveArgs), b.ofCall(1, moveArgs)
	var turns, back []move
	for i := range x {
		turns = append(turns, x[i], y[i])
		back = append(back, y[i], x[i])
	}
	put := func(name string, moves []move, en, zh string) {
		w.fault(name, Valid, spec.RoleStreamIndex, b, moves, en, zh)
	}
	put("interleaved", calls(before, starts, turns, stops), "the deltas of two calls come in turns", "两个调用的增量轮流到达")
	put("interleaved-second-first", calls(before, starts, back, stops), "the deltas of two calls come in turns, the second first", "两个调用的增量轮流到达，第二个在先")
	put("second-arguments-first", calls(before, starts, y, x, stops), "all arguments of the second call come before those of the first", "第二个调用的参数全部先于第一个到达")
	put("second-between", calls(before, b.ofCall(0, moveStart), x[:1], b.ofCall(1, moveStart), y, x[1:], stops), "the second call comes amid the arguments of the first", "第二个调用出现在第一个的参数中间")
	put("second-starts-first", calls(before, b.ofCall(1, moveStart), b.ofCall(0, moveStart), turns, stops), "the second call begins first", "第二个调用先开始")
	if text := slices.DeleteFunc(slices.Clone(before), func(m move) bool { return m.kind != moveText }); len(text) > 0 {
		head := slices.DeleteFunc(slices.Clone(before), func(m move) bool { return m.kind == moveText || m.kind == moveShut })
		shut := slices.DeleteFunc(slices.Clone(before), func(m move) bool { return m.kind != moveShut })
		put("text-between", calls(head, text[:1], starts, x[:1], text[1:], shut, x[1:], y, stops), "pieces of text come amid the arguments", "文本片段出现在参数中间")
	}
	if w.protocol.Response.Stream == spec.StreamResponses {
		return // the index is a place in the list there
	}
	gaps := slices.Clone(b.moves)
	for i := range gaps {
		gaps[i].index = 3 + 4*gaps[i].index
	}
	put("index-gaps", gaps, "the indexes of the calls do not begin at 0 and leave gaps", "调用的 index 不从 0 开始且有间隔")
}

// cutOffStreams derives streams that end before the response does.
func (w streamWriter) cutOffStreams(b streamBase) {
	whole := w.render(b.response, b.without(moveEnd, moveUsage, moveClose))
	e := edit{kind: Invalid, rule: w.rule(spec.RoleStreamEnd), why: streamWhy(spec.RoleStreamEnd)}
	at := place{field: "stream"}
	for i := range len(whole) + 1 {
		e.name, e.change = "cut-after-"+eventNumber(i), wordsf("the stream ends after %d events, none of them terminal", "流在 %d 个事件后结束，其中没有终止事件", i)
		w.put("stream/"+e.name, at, e, whole[:i])
	}
	var reqs []wire.Request
	framed := w.frame(whole)
	for i := 0; i <= len(framed); i += 11 {
		reqs = append(reqs, wire.AssembleRequest{Protocol: w.protocol.ID, Pieces: [][]byte{framed[:i:i]}})
	}
	e.name, e.change = "cut-bytes", words("the bytes of the stream end early, at every eleventh place", "流的字节提前结束，每隔十一处一次")
	w.bind("assemble/stream/cut-bytes", "", Alone, e, reqs...)
	if w.protocol.Response.Stream != spec.StreamResponses {
		w.fault("closed-without-reason", Free, spec.RoleStreamReason, b, b.without(moveEnd), "the stream is closed without a finish reason", "流关闭了，但没有结束原因")
		w.fault("reason-without-close", Free, spec.RoleStreamEnd, b, b.without(moveClose), "the finish reason came, the event that closes the stream did not", "结束原因已到，关闭流的事件没有到")
		w.fault("no-usage", Valid, spec.RoleStreamIdle, b, b.without(moveUsage), "no usage is reported", "没有用量报告")
	}
}

// reasons derives finish reasons that are to be kept.
func (w streamWriter) reasons(b streamBase) {
	f := w.protocol.Response.Finish
	put := func(kind Kind, reason string) {
		response := setAt(b.response, f.At, str(reason))
		moves := slices.Clone(b.moves)
		for i := range moves {
			if moves[i].kind == moveEnd {
				moves[i].text = reason
			}
		}
		w.fault("reason-"+idOf(reason), kind, spec.RoleStreamReason, streamBase{response, moves}, moves,
			"two calls, ended with "+reason, "两个调用，以 "+reason+" 结束")
	}
	for _, r := range distinct(f.Final, f.Calls) {
		put(Valid, r)
	}
	for _, r := range f.Incomplete {
		if w.protocol.Response.Stream != spec.StreamResponses || r == "incomplete" || r == "failed" {
			put(Free, r)
		}
	}
	if w.protocol.Response.Stream != spec.StreamResponses {
		put(Free, "surprise")
	}
}

// idle derives events that add nothing.
func (w streamWriter) idle(b streamBase) {
	put := func(name string, role spec.Role, en, zh string, payloads ...value.Object) {
		for _, p := range []struct {
			name string
			kind moveKind
		}{{"-first", moveHead}, {"-amid", moveStop}, {"-before-end", moveEnd}} {
			w.fault(name+p.name, Valid, role, b, b.before(p.kind, raw(payloads...)...), en, zh)
		}
	}
	switch w.protocol.Response.Stream {
	case spec.StreamChat:
		put("empty-delta", spec.RoleStreamIdle, "a delta is empty", "一个增量为空", chatDelta(obj(), value.Null{}))
		put("role-only", spec.RoleStreamIdle, "a delta holds a role alone", "一个增量只有角色", chatDelta(obj(member("role", str("assistant"))), value.Null{}))
		put("null-members", spec.RoleStreamIdle, "every member of a delta is null", "增量的所有成员都为 null", chatDelta(obj(member("role", value.Null{}), member("content", value.Null{}), member("tool_calls", value.Null{}), member("refusal", value.Null{}), member("function_call", value.Null{})), value.Null{}))
		put("empty-content", spec.RoleStreamIdle, "a delta holds an empty text", "一个增量含空文本", chatDelta(obj(member("content", str(""))), value.Null{}))
		put("empty-calls", spec.RoleStreamIdle, "a delta holds an empty list of calls", "一个增量含空的调用列表", chatDelta(obj(member("tool_calls", value.Array{})), value.Null{}))
		put("no-delta", spec.RoleStreamIdle, "a choice has no delta", "choice 没有 delta", chatChunk(obj(member("index", num("0")), member("finish_reason", value.Null{}))))
		put("no-choices", spec.RoleStreamIdle, "a chunk has an empty list of choices", "分块的 choices 为空列表", chatChunk())
		put("usage-amid", spec.RoleStreamIdle, "usage is reported with empty choices", "用量报告伴随空的 choices", chatEvents(move{kind: moveUsage})...)
		put("choices-absent", spec.RoleStreamIdle, "a chunk has no choices at all", "分块根本没有 choices", obj(member("object", str("chat.completion.chunk")), member("prompt_filter_results", value.Array{})))
		put("reasoning", spec.RoleStream, "a delta holds reasoning, which is no text of the answer", "增量含推理内容，不属于回答文本", chatDelta(obj(member("reasoning_content", str("hidden")), member("reasoning", str("hidden"))), value.Null{}))
	case spec.StreamMessages:
		put("ping", spec.RoleStreamIdle, "a ping comes", "来了一个 ping", messageEvent("ping"))
		put("unknown-event", spec.RoleStreamUnknown, "an event is of an unknown type", "一个事件类型未知", messageEvent("something_new", member("text", str("hidden")), member("index", num("0"))))
		put("early-delta", spec.RoleStreamIdle, "a message_delta reports usage and no stop reason", "message_delta 只报告用量而没有停止原因", messageEvent("message_delta", member("delta", obj(member("stop_reason", value.Null{}))), member("usage", obj(member("output_tokens", num("2"))))))
	case spec.StreamResponses:
		put("unknown-event", spec.RoleStreamUnknown, "an event is of an unknown type", "一个事件类型未知", obj(member("type", str("response.something_new.delta")), member("output_index", num("0")), member("delta", str("hidden"))))
		put("progress", spec.RoleStreamIdle, "progress is reported", "报告了进度", obj(member("type", str("response.in_progress")), member("response", setAt(setAt(b.response, w.protocol.Response.Finish.At, str("in_progress")), w.protocol.Response.Items.At, value.Array{}))))
	}
	for _, n := range []string{"null", "[]", "1", `"x"`} {
		v, _ := value.Parse([]byte(n))
		w.fault("no-object-"+string(v.Kind()), Free, spec.RoleStreamIdle, b, b.before(moveEnd, move{kind: moveRaw, raw: n}), "an event is JSON, but no object", "一个事件是 JSON，但不是对象")
	}
}

// errors derives errors in the stream, and events that cannot be read.
func (w streamWriter) errors(b streamBase) {
	var e value.Object
	detail := obj(member("type", str("server_error")), member("code", str("overloaded")), member("message", str("the server is overloaded")))
	switch w.protocol.Response.Stream {
	case spec.StreamChat:
		e = obj(member("error", detail))
	case spec.StreamMessages:
		e = messageEvent("error", member("error", detail))
	case spec.StreamResponses:
		e = append(obj(member("type", str("error"))), detail[1:]...)
	}
	for _, p := range []struct {
		name string
		kind moveKind
	}{{"first", moveHead}, {"before-call", moveStart}, {"amid-arguments", moveArgs}, {"after-call", moveStop}, {"before-end", moveEnd}} {
		i := slices.IndexFunc(b.moves, func(m move) bool { return m.kind == p.kind })
		w.fault("error-"+p.name, Invalid, spec.RoleStreamError, b, slices.Concat(b.moves[:i], raw(e)), "the stream ends with an error", "流以错误结束")
		w.fault("error-then-more-"+p.name, Invalid, spec.RoleStreamError, b, b.before(p.kind, raw(e)...), "an error comes, and then the rest", "先来错误，再来其余部分")
	}
	for i, m := range b.moves {
		if m.kind != moveArgs && m.kind != moveStart && m.kind != moveText {
			continue
		}
		events := w.render(b.response, b.moves[i:i+1])
		good := events[0]
		before, after := w.render(b.response, b.moves[:i]), w.render(b.response, b.moves[i+1:])
		for _, bad := range []struct{ name, text string }{{"cut", good[:len(good)*2/3]}, {"twice", good + good}, {"trailing", good + "}"}, {"html", "<html>502</html>"}, {"single-quotes", strings.ReplaceAll(good, `"`, "'")}} {
			name := "broken-" + eventNumber(i) + "-" + bad.name
			w.put("stream/"+name, place{field: "stream"}, edit{name: name, kind: Invalid, rule: w.rule(spec.RoleStreamBroken), change: words("an event is not JSON: "+bad.name, "一个事件不是 JSON："+bad.name), why: streamWhy(spec.RoleStreamBroken)},
				slices.Concat(before, []string{bad.text}, events[1:], after))
		}
	}
}

// endings derives what comes twice or too late.
func (w streamWriter) endings(b streamBase) {
	last := b.moves[len(b.moves)-1]
	w.fault("closed-twice", Free, spec.RoleStreamAfter, b, append(slices.Clone(b.moves), last), "the event that closes the stream comes twice", "关闭流的事件来了两次")
	if w.protocol.Response.Stream == spec.StreamResponses {
		return
	}
	end := slices.IndexFunc(b.moves, func(m move) bool { return m.kind == moveEnd })
	w.fault("reason-twice", Free, spec.RoleStreamAfter, b, slices.Insert(slices.Clone(b.moves), end, b.moves[end]), "the finish reason comes twice", "结束原因来了两次")
}

// emptyCalls derives calls for which no arguments came.
func (w streamWriter) emptyCalls() {
	r := w.responses("call", w.protocol.Response.Example)
	c := w.protocol.Response.Calls
	empty := r.encodeArguments(obj())
	if w.protocol.Response.Stream == spec.StreamResponses {
		empty = str("") // what the terminal event says when nothing came
	}
	none := func(o value.Object) value.Object { return setAt(o, c.Arguments, empty) }
	put := func(name string, response value.Object, en, zh string) {
		b := w.base(response)
		moves := slices.DeleteFunc(slices.Clone(b.moves), func(m move) bool {
			args, _ := w.argumentText(m.item)
			return m.kind == moveArgs && (args == "{}" || args == "")
		})
		w.fault(name, Valid, spec.RoleStreamNoArgs, b, moves, en, zh)
	}
	put("no-arguments", r.withCalls(none(r.call())), "no arguments come for the call", "调用没有收到参数")
	put("no-arguments-first", r.withCalls(none(r.call()), r.second("call-2", "list_files")), "no arguments come for the first of two calls", "两个调用中第一个没有收到参数")
	put("no-arguments-second", r.withCalls(r.call(), none(r.second("call-2", "list_files"))), "no arguments come for the second of two calls", "两个调用中第二个没有收到参数")
	put("no-arguments-both", r.withCalls(none(r.call()), none(r.second("call-2", "list_files"))), "no arguments come for either of two calls", "两个调用都没有收到参数")
}

// brokenArguments derives arguments that are no object when all of them have come.
func (w streamWriter) brokenArguments() {
	if w.protocol.Response.Stream == spec.StreamResponses {
		return // there the terminal event says what they are
	}
	r := w.responses("call", w.protocol.Response.Example)
	b := w.base(r.withCalls(r.call(), r.second("call-2", "list_files")))
	kind := Free
	if w.protocol.Response.Calls.Encoding == spec.EncodingObject {
		kind = Invalid
	}
	for _, t := range []struct{ name, text string }{
		{"cut-text", `{"path":"REA`}, {"cut-brace", `{"path":"README.md"`}, {"cut-name", `{"pa`}, {"cut-colon", `{"path":`}, {"two", "{}\n" + `{"path":"README.md"}`}, {"trailing-comma", `{"path":"README.md",}`},
		{"null", "null"}, {"array", "[]"}, {"text", `"README.md"`}, {"fence", "```json\n{}\n```"}, {"null-prefix", `null{"path":"README.md"}`},
	} {
		var moves []move
		for _, m := range b.moves {
			if m.index == b.ofCall(0, moveStart)[0].index && m.kind == moveArgs {
				continue
			}
			moves = append(moves, m)
			if m.kind == moveStart && m.id == "call-1" {
				for piece := range strings.SplitAfterSeq(t.text, "\n") {
					m.kind, m.text = moveArgs, piece
					moves = append(moves, m)
				}
			}
		}
		w.fault("arguments-"+t.name, kind, spec.RoleStreamRepair, b, moves, "the arguments of a call come to "+t.name, "调用的参数最终为 "+t.name)
	}
}

// bytes derives the ways in which bytes are cut and events framed.
func (w streamWriter) bytes(b streamBase) {
	events := w.render(b.response, b.moves)
	framed := w.frame(events)
	at := place{field: "stream"}
	for _, size := range []int{1, 2, 3, 5, 8, 64, len(framed)} {
		name := "bytes-" + itoa(size)
		if size == len(framed) {
			name = "bytes-whole"
		}
		w.putBytes("stream/"+name, at, edit{name: name, kind: Valid, rule: w.rule(spec.RoleStreamBytes), change: wordsf("the bytes come in pieces of %d", "字节以每片 %d 个到达", size), why: streamWhy(spec.RoleStreamBytes)}, cutBytes(framed, size))
	}
	var gaps [][]byte
	for _, piece := range cutBytes(framed, 5) {
		gaps = append(gaps, piece, []byte{})
	}
	w.putBytes("stream/bytes-gaps", at, edit{name: "bytes-gaps", kind: Valid, rule: w.rule(spec.RoleStreamBytes), change: words("empty pieces come between the others", "各片之间有空片"), why: streamWhy(spec.RoleStreamBytes)}, gaps)
	escaped := []byte(asciiOnly(string(framed)))
	w.putBytes("stream/bytes-escapes", at, edit{name: "bytes-escapes", kind: Valid, rule: w.rule(spec.RoleStreamBytes), change: words("characters are written as escapes, and cut inside them", "字符写成转义并在其中切断"), why: streamWhy(spec.RoleStreamBytes)}, cutBytes(escaped, 1))
	line := func(s string) []byte { return []byte(s) }
	for _, f := range []struct {
		name, en, zh string
		text         []byte
	}{
		{"crlf", "lines end with CR and LF", "行以 CR LF 结束", bytes.ReplaceAll(framed, line("\n"), line("\r\n"))},
		{"cr", "lines end with CR", "行以 CR 结束", bytes.ReplaceAll(framed, line("\n"), line("\r"))},
		{"no-space", "no blank follows the colon", "冒号后没有空格", bytes.ReplaceAll(framed, line("data: "), line("data:"))},
		{"comments", "comments stand between events", "事件之间有注释", bytes.ReplaceAll(framed, line("data: "), line(": keep-alive\n\n: PROCESSING\ndata: "))},
		{"fields", "events have an id and a retry", "事件带有 id 和 retry", bytes.ReplaceAll(framed, line("data: "), line("id: 7\nretry: 3000\ndata: "))},
		{"many-lines", "a payload stands in several data lines", "一个载荷分在几个 data 行", bytes.ReplaceAll(framed, line(`data: {`), line("data: {\ndata: "))},
		{"byte-order-mark", "a byte order mark stands first", "开头有字节顺序标记", append(line("\xef\xbb\xbf"), w.headless(b, framed)...)},
		{"blank-lines", "further empty lines stand between events", "事件之间有多余的空行", bytes.ReplaceAll(framed, line("\n\n"), line("\n\n\n\n"))},
	} {
		for _, size := range []int{len(f.text), 1} {
			name := "framing-" + f.name
			if size == 1 {
				name += "-cut"
			}
			w.putBytes("stream/"+name, at, edit{name: name, kind: Valid, rule: w.rule(spec.RoleStreamFraming), change: words(f.en, f.zh), why: words("servers and gateways frame events in every way the standard allows", "服务器和网关会用标准允许的各种方式分帧")}, cutBytes(f.text, size))
		}
	}
}

// headless is a stream whose first event is a part of the answer, where the wire allows that.
func (w streamWriter) headless(b streamBase, framed []byte) []byte {
	if w.protocol.Response.Stream != spec.StreamChat {
		return framed
	}
	return w.frame(w.render(b.response, b.without(moveHead, moveOpen)))
}

// asciiOnly writes every character beyond ASCII as an escape.
func asciiOnly(s string) string {
	var out strings.Builder
	for _, r := range s {
		if r < 0x80 {
			out.WriteRune(r)
		} else {
			out.WriteString(units(string(r))[1 : len(units(string(r)))-1])
		}
	}
	return out.String()
}
