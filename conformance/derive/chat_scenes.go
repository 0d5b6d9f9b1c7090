package derive

import (
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// call is a call of one of the suite's tools. Arguments may be given as the text a model wrote.
func (w *chatWriter) call(id, tool string, arguments value.Value) value.Object {
	c := w.shape.Calls
	text, written := arguments.(value.String)
	switch {
	case c.Encoding == spec.EncodingText && !written:
		arguments = value.String(printed(arguments))
	case c.Encoding != spec.EncodingText && written:
		if v, err := value.Parse([]byte(text)); err == nil {
			arguments = v
		}
	}
	o := value.Object(nil)
	switch {
	case w.shape.Items != nil:
		o = setAt(o, w.shape.Items.Type, str(w.shape.Items.Call))
		if c.ID != "id" {
			o = append(o, member("id", str("item-of-"+id)), member("status", str("completed")))
		}
	case c.Type != "":
		o = setAt(o, c.ID, str(id))
		o = setAt(o, c.Type, str(c.TypeValue))
	}
	o = setAt(o, c.ID, str(id))
	return setAt(setAt(o, c.Name, str(tool)), c.Arguments, arguments)
}

// says is the response that makes the given calls.
func (w *chatWriter) says(calls ...value.Value) value.Value {
	o := setAt(w.protocol.Response.Example, w.shape.Calls.At, value.Array(calls))
	if w.shape.Content != "" {
		o = setAt(o, w.shape.Content, value.Null{})
	}
	return o
}

func path(text string) value.Object { return obj(member("path", str(text))) }

// both derives a scenario as a plain response and as a stream. What stands as a text in the place of an
// object is streamed as the JSON the model wrote.
func (w *chatWriter) both(s scenario, way wire.Chunking) {
	w.put(s)
	for _, choice := range s.choices {
		for _, e := range w.list(choice) {
			call, _ := e.(value.Object)
			if _, text := getAt(call, w.shape.Calls.Arguments).(value.String); text && w.shape.Calls.Encoding != spec.EncodingText {
				way = wire.Raw
			}
		}
	}
	s.stream, s.path = way, s.path+"-stream-"+string(way)
	w.put(s)
}

// arguments derives legal arguments careless code changes on their way to the tool.
func (w *chatWriter) arguments() {
	why := words("what the model said must arrive as it was said", "模型所说的必须原样到达")
	for _, t := range textSamples() {
		w.both(scenario{path: "call/argument/keeps-" + t.name, kind: Valid, role: spec.RoleChatExact, why: why,
			choices: []value.Value{w.says(w.call("call-1", wire.ToolLookup, obj(member("path", t.value))))},
			change:  wordsf("the path is another legal text: %s", "path 换成另一个合法文本：%s", t.name)}, wire.Split)
	}
	for _, n := range []string{"0", "-0", "7", "1.0", "9007199254740991"} {
		w.both(scenario{path: "call/argument/keeps-integer-" + idOf(n), kind: Valid, role: spec.RoleChatExact, why: why,
			choices: []value.Value{w.says(w.call("call-1", wire.ToolSearch, obj(member("path", str("x")), member("limit", num(n)))))},
			change:  wordsf("the limit is %s", "limit 为 %s", n)}, wire.Whole)
	}
	for _, n := range []string{"9007199254740993", "-9007199254740993", "12345678901234567890123"} {
		w.both(scenario{path: "call/argument/large-integer-" + idOf(n), kind: Valid, role: spec.RoleChatNumber,
			why:     words("rounding changes which record is meant", "舍入会改变所指的记录"),
			choices: []value.Value{w.says(w.call("call-1", wire.ToolSearch, obj(member("path", str("x")), member("limit", num(n)))))},
			change:  wordsf("the limit is %s", "limit 为 %s", n)}, wire.Split)
	}
	for _, s := range []struct{ name, text string }{{"lone-high", `{"path":"a\ud800b"}`}, {"lone-low", `{"path":"\udc00"}`}} {
		w.both(scenario{path: "call/argument/surrogate-" + s.name, kind: Free, role: spec.RoleChatNumber, why: why,
			choices: []value.Value{w.says(w.call("call-1", wire.ToolLookup, str(s.text)))},
			change:  wordsf("the path holds a lone surrogate: %s", "path 含孤立代理项：%s", s.name)}, wire.Split)
	}
	for _, name := range []string{"__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "Lookup", "lookup ", "lookup2", "look_up", "functions.lookup", "lookup()", "default_api:lookup", "final_answer", "exec", "handoff", "transfer_to_lookup", "lookup\nsearch"} {
		w.both(scenario{path: "call/tool/unknown-" + idOf(name), kind: Free, role: spec.RoleChatUnknown,
			why:     words("names match exactly or not at all", "名字要么完全匹配，要么不匹配"),
			choices: []value.Value{w.says(w.call("call-1", name, path("README.md")))},
			change:  wordsf("the tool is called %q, which nobody offered", "工具名为 %q，没有人提供过", name)}, wire.Split)
	}
	for _, way := range []wire.Chunking{wire.Whole, wire.Split, wire.Interleaved, wire.Sparse, wire.NoDone} {
		w.put(scenario{path: "call/stream/one-" + string(way), kind: Valid, role: spec.RoleChatExact, stream: way, why: why,
			choices: []value.Value{w.says(w.call("call-1", wire.ToolLookup, path("文件/读取 \"x\"\n\U0001F600.md")))},
			change:  wordsf("the stream is cut otherwise: %s", "流以别的方式切分：%s", way)})
		w.put(scenario{path: "call/stream/two-" + string(way), kind: Valid, role: spec.RoleChatEvidence, stream: way, why: why,
			choices: []value.Value{w.says(w.call("call-1", wire.ToolLookup, path("a.md")), w.call("call-2", wire.ToolSearch, path("读.md")))},
			change:  wordsf("the stream of two calls is cut otherwise: %s", "两个调用的流以别的方式切分：%s", way)})
	}
}

// brokenStreams derives streamed arguments that are no JSON, for a wire whose plain form can only hold values.
func (w *chatWriter) brokenStreams() {
	if w.shape.Calls.Encoding == spec.EncodingText {
		return // its texts are those of the parse cases
	}
	for _, b := range []struct{ name, text string }{
		{"cut-in-value", `{"path":"REA`}, {"cut-in-key", `{"pa`}, {"cut-before-value", `{"path":`}, {"cut-before-brace", `{"path":"README.md"`}, {"cut-escape", `{"path":"\u00`},
		{"bare-key", `{path: "README.md"}`}, {"single-quotes", `{'path':'README.md'}`}, {"trailing-comma", `{"path":"README.md",}`}, {"trailing-text", `{"path":"README.md"} done`},
		{"two-documents", `{"path":"a.md"}{"path":"b.md"}`}, {"fenced", "```json\n{\"path\":\"README.md\"}\n```"}, {"comment", `{"path":"README.md" /* the file */}`},
		{"python", `{"path":None}`}, {"text", `README.md`},
	} {
		for _, tool := range []string{wire.ToolLookup, wire.ToolSearch} {
			name := "call/arguments/streamed-" + b.name
			if tool == wire.ToolSearch {
				name += "-optional"
			}
			s := scenario{path: name, kind: Invalid, role: spec.RoleChatRefused, stream: wire.Raw,
				choices: []value.Value{w.says(setAt(w.call("call-1", tool, obj()), w.shape.Calls.Arguments, str(b.text)))},
				change:  wordsf("the streamed arguments are no JSON: %s", "流式传来的参数不是 JSON：%s", b.name),
				why:     words("what was cut off or malformed is never repaired into a call", "被截断或格式错误的内容绝不能修成调用")}
			w.put(s)
			s.follow, s.role, s.path = true, spec.RoleChatNext, s.path+"-next"
			w.put(s)
		}
	}
}

// outcomes derives what tools do: each alone and beside another call.
func (w *chatWriter) outcomes() {
	for _, t := range []struct {
		tool   wire.ToolOutcome
		role   spec.Role
		change spec.Text
		why    spec.Text
	}{
		{wire.ToolFails, spec.RoleChatClosed, words("the tool fails", "工具失败"), words("a call that failed still needs its result", "失败的调用仍需要其结果")},
		{wire.ToolHangs, spec.RoleChatEnds, words("the tool does not answer, then its connection breaks", "工具不应答，随后连接中断"), words("a tool that hangs must not hang the conversation", "挂起的工具不得使会话挂起")},
		{wire.ToolOversize, spec.RoleChatEvidence, words("the tool answers with half a mebibyte", "工具返回半兆字节"), words("a result too long is cut, not dropped", "过长的结果可以截断，不可丢弃")},
		{wire.ToolInjects, spec.RoleChatEvidence, words("the result talks like the system and like a call", "结果冒充系统指令和调用"), words("a result is data, in the message of its tool", "结果是数据，只能在其工具的消息里")},
		{wire.ToolLeaks, spec.RoleChatSecret, words("the tool fails with a secret and a stack", "工具失败时带出秘密和堆栈"), words("errors are for the operator, not for the model's provider", "错误详情给运维人员，而不是模型提供方")},
		{wire.ToolEmpty, spec.RoleChatClosed, words("the tool answers with an empty text", "工具返回空文本"), words("an empty result is a result", "空结果也是结果")},
	} {
		one := scenario{path: "tool/" + string(t.tool) + "/one", kind: Valid, role: t.role, tool: t.tool, change: t.change, why: t.why,
			choices: []value.Value{w.says(w.call("call-1", wire.ToolLookup, path("README.md")))}}
		w.both(one, wire.Whole)
		next := one
		next.path, next.follow, next.role = "tool/"+string(t.tool)+"/one-next", true, spec.RoleChatNext
		w.put(next)
		two := one
		two.path = "tool/" + string(t.tool) + "/two"
		two.choices = []value.Value{w.says(w.call("call-1", wire.ToolLookup, path("a.md")), w.call("call-2", wire.ToolSearch, path("b.md")))}
		w.both(two, wire.Interleaved)
		mixed := one
		mixed.path, mixed.kind = "tool/"+string(t.tool)+"/beside-bad", Free
		mixed.choices = []value.Value{w.says(w.call("call-1", wire.ToolLookup, path("a.md")), w.call("call-2", wire.ToolSearch, str(`{"path":"b`)))}
		w.both(mixed, wire.Interleaved)
	}
}

// conversations derives what takes more than one response.
func (w *chatWriter) conversations() {
	first := w.says(w.call("call-1", wire.ToolLookup, path("a.md")))
	second := w.says(w.call("call-2", wire.ToolSearch, path("b.md")))
	bad := w.says(w.call("call-1", wire.ToolLookup, str(`{"path":"a`)))
	put := func(name string, kind Kind, role spec.Role, change spec.Text, s scenario) {
		s.path, s.kind, s.role, s.change = "talk/"+name, kind, role, change
		s.why = words("a conversation is more than one response", "会话不止一个响应")
		w.both(s, wire.Split)
	}
	put("two-steps", Valid, spec.RoleChatEvidence, words("a call, its result, another call", "一个调用、其结果、再一个调用"), scenario{choices: []value.Value{first, second}})
	put("same-call-again", Valid, spec.RoleChatEvidence, words("the same call in two responses, under two ids", "两个响应里的同一调用，id 不同"),
		scenario{choices: []value.Value{first, w.says(w.call("call-2", wire.ToolLookup, path("a.md")))}})
	put("same-id-again", Valid, spec.RoleChatEvidence, words("two calls in two responses, under one id", "两个响应里的两个调用，id 相同"),
		scenario{choices: []value.Value{first, w.says(w.call("call-1", wire.ToolSearch, path("b.md")))}})
	put("corrected", Invalid, spec.RoleChatRefused, words("a broken call, then the same call written well", "先是损坏的调用，然后是写对了的同一调用"), scenario{choices: []value.Value{bad, second}})
	put("broken-twice", Invalid, spec.RoleChatRefused, words("a broken call in two responses", "两个响应里各有一个损坏的调用"),
		scenario{choices: []value.Value{bad, w.says(w.call("call-2", wire.ToolLookup, str(`{path: 1}`)))}})
	put("system", Valid, spec.RoleChatSystem, words("an agent with an instruction, two calls, a second prompt", "带指令的代理，两次调用，第二个提示"),
		scenario{choices: []value.Value{first, second}, system: "You answer in one sentence.", follow: true})
	put("next", Valid, spec.RoleChatNext, words("a second prompt after a call", "调用之后的第二个提示"), scenario{choices: []value.Value{first}, follow: true})
	put("endless", Valid, spec.RoleChatEndless, words("the model calls for ever", "模型无休止地调用"), scenario{choices: []value.Value{first}, endless: true})
	put("endless-bad", Invalid, spec.RoleChatEndless, words("the model makes the same broken call for ever", "模型无休止地发出同一个损坏的调用"), scenario{choices: []value.Value{bad}, endless: true})
}
