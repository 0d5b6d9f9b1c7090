package derive

import (
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// chatOddities derives what only the deltas of chat completions do.
func (w streamWriter) chatOddities(b streamBase) {
	before, after := b.around()
	put := func(name string, kind Kind, role spec.Role, en, zh string, chunks ...value.Object) {
		w.fault(name, kind, role, b, slices.Concat(before, raw(chunks...), after), en, zh)
	}
	id := func(s string) value.Member { return member("id", str(s)) }
	function := member("type", str("function"))
	name := func(s string) value.Member { return member("name", str(s)) }
	args := func(s string) value.Member { return member("arguments", str(s)) }
	null := func(n string) value.Member { return member(n, value.Null{}) }
	first := []value.Object{chatPiece(0, id("call-1"), function, functionOf(name("read_file"), args(""))), chatPiece(0, functionOf(args(`{"path":`))), chatPiece(0, functionOf(args(`"README.md"}`)))}
	with := func(chunks ...value.Object) []value.Object { return chunks }
	put("null-later", Valid, spec.RoleStreamLater, "id, type and name are null in later deltas", "后续增量中 id、type、name 为 null",
		first[0], chatPiece(0, null("id"), null("type"), functionOf(null("name"), args(`{"path":`))), chatPiece(0, null("id"), null("type"), functionOf(null("name"), args(`"README.md"}`))))
	put("empty-later", Valid, spec.RoleStreamLater, "id and name are empty in later deltas", "后续增量中 id 和 name 为空",
		first[0], chatPiece(0, id(""), function, functionOf(name(""), args(`{"path":`))), chatPiece(0, id(""), function, functionOf(name(""), args(`"README.md"}`))))
	put("null-arguments", Valid, spec.RoleStreamLater, "the arguments are null in the first delta", "第一个增量的参数为 null",
		chatPiece(0, id("call-1"), function, functionOf(name("read_file"), null("arguments"))), first[1], first[2])
	put("null-arguments-last", Valid, spec.RoleStreamLater, "the arguments are null in the last delta", "最后一个增量的参数为 null", append(with(first...), chatPiece(0, functionOf(null("arguments"))))...)
	put("absent-arguments", Valid, spec.RoleStreamLater, "the first delta has no arguments", "第一个增量没有参数", chatPiece(0, id("call-1"), function, functionOf(name("read_file"))), first[1], first[2])
	put("empty-arguments-later", Valid, spec.RoleStreamLater, "the arguments are empty in a later delta", "后续某个增量的参数为空", first[0], first[1], chatPiece(0, functionOf(args(""))), first[2])
	put("no-function-later", Valid, spec.RoleStreamLater, "a later delta has an index alone", "后续某个增量只有 index", first[0], first[1], chatPiece(0), first[2])
	put("late-name", Valid, spec.RoleStreamLater, "the name comes after the id", "名字在 id 之后到达", chatPiece(0, id("call-1"), function), chatPiece(0, functionOf(name("read_file"))), first[1], first[2])
	put("late-id", Valid, spec.RoleStreamLater, "the id comes after the name", "id 在名字之后到达", chatPiece(0, functionOf(name("read_file"), args(""))), chatPiece(0, id("call-1"), function), first[1], first[2])
	put("name-last", Valid, spec.RoleStreamLater, "the name comes after the arguments", "名字在参数之后到达", chatPiece(0, id("call-1"), function, functionOf(args(`{"path":`))), first[2], chatPiece(0, functionOf(name("read_file"))))
	put("id-last", Valid, spec.RoleStreamLater, "the id comes after the arguments", "id 在参数之后到达", chatPiece(0, functionOf(name("read_file"), args(`{"path":`))), first[2], chatPiece(0, id("call-1")))
	put("no-type", Valid, spec.RoleStreamLater, "the type is never said", "从未给出 type", chatPiece(0, id("call-1"), functionOf(name("read_file"), args(""))), first[1], first[2])
	whole := member("tool_calls", value.Array{obj(member("index", num("0")), id("call-1"), function, functionOf(name("read_file"), args(`{"path":"README.md"}`)))})
	put("at-once", Valid, spec.RoleStream, "a call comes in one delta", "调用在一个增量中到达", chatDelta(obj(whole), value.Null{}))
	w.fault("at-once-with-reason", Valid, spec.RoleStream, b, slices.Concat(before, raw(chatDelta(obj(whole), str("tool_calls"))), []move{{kind: moveClose}}), "a call comes in the same chunk as the finish reason", "调用与结束原因在同一分块中")
	w.fault("text-with-reason", Valid, spec.RoleStream, b, slices.Concat(before, raw(chatDelta(obj(member("content", str(" Done."))), str("stop"))), []move{{kind: moveClose}}), "the last text comes in the same chunk as the finish reason", "最后的文本与结束原因在同一分块中")
	piece := func(index int, members ...value.Member) value.Value {
		return append(obj(member("index", num(itoa(index)))), members...)
	}
	put("two-in-one-chunk", Valid, spec.RoleStreamIndex, "every chunk holds a piece of both calls", "每个分块都含两个调用的片段",
		chatDelta(obj(member("tool_calls", value.Array{piece(0, id("call-1"), function, functionOf(name("read_file"), args(""))), piece(1, id("call-2"), function, functionOf(name("list_files"), args("")))})), value.Null{}),
		chatDelta(obj(member("tool_calls", value.Array{piece(1, functionOf(args(`{"path":`))), piece(0, functionOf(args(`{"path":`)))})), value.Null{}),
		chatDelta(obj(member("tool_calls", value.Array{piece(0, functionOf(args(`"README.md"}`))), piece(1, functionOf(args(`"docs"}`)))})), value.Null{}))
	put("id-repeated", Valid, spec.RoleStreamRepeat, "every delta says the id again", "每个增量都重复 id", first[0], chatPiece(0, id("call-1"), function, functionOf(args(`{"path":`))), chatPiece(0, id("call-1"), function, functionOf(args(`"README.md"}`))))
	put("name-repeated", Valid, spec.RoleStreamRepeat, "every delta says the name again", "每个增量都重复名字", first[0], chatPiece(0, functionOf(name("read_file"), args(`{"path":`))), chatPiece(0, functionOf(name("read_file"), args(`"README.md"}`))))
	put("all-repeated", Valid, spec.RoleStreamRepeat, "every delta says id and name again", "每个增量都重复 id 和名字", first[0], chatPiece(0, id("call-1"), function, functionOf(name("read_file"), args(`{"path":`))), chatPiece(0, id("call-1"), function, functionOf(name("read_file"), args(`"README.md"}`))))
	other := []value.Object{chatPiece(0, id("call-2"), function, functionOf(name("list_files"), args(""))), chatPiece(0, functionOf(args(`{"path":"docs"}`)))}
	put("index-reused", Free, spec.RoleStreamReuse, "one index is used for two ids", "同一 index 用于两个 id", append(with(first...), other...)...)
	put("index-reused-at-once", Free, spec.RoleStreamReuse, "one index is used for two ids, each call in one delta", "同一 index 用于两个 id，各在一个增量中",
		chatPiece(0, id("call-1"), function, functionOf(name("read_file"), args(`{"path":"README.md"}`))), chatPiece(0, id("call-2"), function, functionOf(name("list_files"), args(`{"path":"docs"}`))))
	put("index-reused-same-name", Free, spec.RoleStreamReuse, "one index is used for two calls of one tool", "同一 index 用于同一工具的两个调用",
		append(with(first...), chatPiece(0, id("call-2"), function, functionOf(name("read_file"), args(`{"path":"LICENSE"}`))))...)
	put("index-reused-empty-first", Free, spec.RoleStreamReuse, "one index is used for two ids, and no arguments come for the first", "同一 index 用于两个 id，第一个没有收到参数", append(with(first[0]), other...)...)
	put("index-reused-empty-second", Free, spec.RoleStreamReuse, "one index is used for two ids, and no arguments come for the second", "同一 index 用于两个 id，第二个没有收到参数", append(with(first...), other[0])...)
	choice := func(index string, delta value.Object) value.Value {
		return obj(member("index", num(index)), member("delta", delta), member("finish_reason", value.Null{}))
	}
	stray := obj(member("content", str("another answer")), member("tool_calls", value.Array{piece(0, id("call-9"), function, functionOf(name("delete_everything"), args(`{"path":"/"}`)))}))
	put("choice-beside", Free, spec.RoleStreamAlongside, "deltas of another choice come in between", "中间出现另一个 choice 的增量", slices.Concat(first[:1], with(chatChunk(choice("1", stray))), first[1:])...)
	put("choice-in-chunk", Free, spec.RoleStreamAlongside, "a chunk holds deltas of two choices", "一个分块含两个 choice 的增量", slices.Concat(first[:2], with(chatChunk(choice("0", obj()), choice("1", stray))), first[2:])...)
	put("choice-ends-beside", Free, spec.RoleStreamAlongside, "another choice ends first", "另一个 choice 先结束", slices.Concat(first[:1], with(chatChunk(obj(member("index", num("1")), member("delta", obj()), member("finish_reason", str("length"))))), first[1:])...)
	only := with(chatChunk(obj(member("index", num("1")), member("delta", obj()), member("finish_reason", str("stop")))))
	w.fault("choice-ends-alone", Invalid, spec.RoleStreamEnd, b, slices.Concat(before, raw(first...), raw(only...)), "another choice ends, and this one does not", "另一个 choice 结束了，这个没有")
}

// messageOddities derives what only the content blocks of Anthropic messages do.
func (w streamWriter) messageOddities(b streamBase) {
	before, after := b.around()
	put := func(name string, kind Kind, role spec.Role, en, zh string, events ...value.Object) {
		w.fault(name, kind, role, b, slices.Concat(before, raw(events...), after), en, zh)
	}
	index := func(n string) value.Member { return member("index", num(n)) }
	start := func(n string, block value.Object) value.Object {
		return messageEvent("content_block_start", index(n), member("content_block", block))
	}
	tool := func(n, id, name string) value.Object {
		return start(n, obj(member("type", str("tool_use")), member("id", str(id)), member("name", str(name)), member("input", obj())))
	}
	delta := func(n, kind, name, text string) value.Object {
		return messageEvent("content_block_delta", index(n), member("delta", obj(member("type", str(kind)), member(name, str(text)))))
	}
	stop := func(n string) value.Object { return messageEvent("content_block_stop", index(n)) }
	json := func(n, text string) value.Object { return delta(n, "input_json_delta", "partial_json", text) }
	put("empty-json-first", Valid, spec.RoleStreamLater, "the first piece of the input is empty", "输入的第一个片段为空", tool("1", "call-1", "read_file"), json("1", ""), json("1", `{"path":`), json("1", ""), json("1", `"README.md"}`), stop("1"))
	put("thinking", Valid, spec.RoleStream, "a block of thinking comes, with its signature", "来了一个思考块及其签名", start("1", obj(member("type", str("thinking")), member("thinking", str("")))), delta("1", "thinking_delta", "thinking", "hidden"), delta("1", "signature_delta", "signature", "c2ln"), stop("1"),
		tool("2", "call-1", "read_file"), json("2", `{"path":"README.md"}`), stop("2"))
	put("server-tool", Valid, spec.RoleStream, "the server calls a tool of its own", "服务器调用自己的工具", start("1", obj(member("type", str("server_tool_use")), member("id", str("srv-1")), member("name", str("web_search")), member("input", obj()))), json("1", `{"query":"hidden"}`), stop("1"),
		tool("2", "call-1", "read_file"), json("2", `{"path":"README.md"}`), stop("2"))
	put("unknown-delta", Valid, spec.RoleStreamUnknown, "a delta is of an unknown type", "一个增量类型未知", tool("1", "call-1", "read_file"), delta("1", "something_delta", "partial_json", `{"x":`), json("1", `{"path":"README.md"}`), stop("1"))
	put("index-reused", Free, spec.RoleStreamReuse, "one index is used for two ids", "同一 index 用于两个 id", tool("1", "call-1", "read_file"), json("1", `{"path":"README.md"}`), stop("1"), tool("1", "call-2", "list_files"), json("1", `{"path":"docs"}`), stop("1"))
	put("index-reused-unstopped", Free, spec.RoleStreamReuse, "one index is used for two ids, and the first block never ends", "同一 index 用于两个 id，且第一个块没有结束", tool("1", "call-1", "read_file"), json("1", `{"path":"README.md"}`), tool("1", "call-2", "list_files"), json("1", `{"path":"docs"}`), stop("1"))
	put("index-reused-empty-first", Free, spec.RoleStreamReuse, "one index is used for two ids, and no input comes for the first", "同一 index 用于两个 id，第一个没有收到输入", tool("1", "call-1", "read_file"), stop("1"), tool("1", "call-2", "list_files"), json("1", `{"path":"docs"}`), stop("1"))
	put("index-reused-empty-second", Free, spec.RoleStreamReuse, "one index is used for two ids, and no input comes for the second", "同一 index 用于两个 id，第二个没有收到输入", tool("1", "call-1", "read_file"), json("1", `{"path":"README.md"}`), stop("1"), tool("1", "call-2", "list_files"), stop("1"))
	put("server-tool-after", Valid, spec.RoleStream, "the server calls a tool of its own, after a call that takes no input", "在一个无输入的调用之后，服务器调用自己的工具", tool("1", "call-1", "read_file"), stop("1"), start("2", obj(member("type", str("server_tool_use")), member("id", str("srv-1")), member("name", str("web_search")), member("input", obj()))), json("2", `{"query":"hidden"}`), stop("2"))
	put("text-in-start", Valid, spec.RoleStream, "a block of text begins with text", "文本块以文本开始", start("1", obj(member("type", str("text")), member("text", str(" And")))), delta("1", "text_delta", "text", " then."), stop("1"), tool("2", "call-1", "read_file"), json("2", `{"path":"README.md"}`), stop("2"))
}
