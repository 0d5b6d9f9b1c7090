package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/schema"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// listing derives what the list of tools itself must be: schemas that are schemas, names that are names.
func (s *suite) listing(tools []wire.Tool) {
	list := wire.Exchange{Parts: [][]byte{[]byte(`{"jsonrpc":"2.0","id":"list","method":"tools/list"}` + "\n")}, ID: `"list"`}
	says := func(id string, role spec.Role, change spec.Text, problem string) {
		s.add(role, derive.Case{ID: "mcp/listing/" + id, Edit: "listing", Kind: derive.Free, Requests: []wire.Request{list}, Change: change,
			Why: text("clients and models rely on the list", "客户端和模型依赖这份列表"), Verify: func(wire.Answer) string { return problem }}, anyhow())
	}
	seen := map[string]bool{}
	for _, t := range tools {
		says(spelt(t.Name)+"/input", spec.RoleSchema, textf("the input schema of %s", "%s 的输入 schema", shortened(t.Name)), flaw(t.Input, true))
		if t.Output != nil {
			says(spelt(t.Name)+"/output", spec.RoleSchema, textf("the output schema of %s", "%s 的输出 schema", shortened(t.Name)), flaw(t.Output, true))
		}
		problem := ""
		switch {
		case seen[t.Name]:
			problem = "two tools have the same name"
		case value.IsBlank(t.Name):
			problem = "the name is blank"
		case len(t.Name) > 128 || strings.ContainsFunc(t.Name, func(r rune) bool {
			return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_-./", r))
		}):
			problem = "the name has characters other than letters, digits and _ - . /, or more than 128"
		}
		seen[t.Name] = true
		says(spelt(t.Name)+"/name", spec.RoleToolNames, textf("the name of %s", "%s 的名称", shortened(t.Name)), problem)
	}
}

// flaw says what is wrong with a schema; "" where nothing is.
func flaw(text []byte, object bool) string {
	c, err := schema.Compile(text)
	if err != nil {
		return err.Error()
	}
	if object && !c.Object() {
		return `its type is not "object"`
	}
	if list := c.Contradictions(); len(list) > 0 {
		return "it contradicts itself: " + list[0]
	}
	return ""
}

// exchange is one exchange below the client.
type exchange struct {
	name   string
	role   spec.Role
	parts  []string // without the line end of the last
	id     string
	fresh  bool
	want   oracle.Judgement
	verify func(wire.Answer) string
	change spec.Text
}

// answered requires a result: the request was in order.
func answered(a wire.Answer) string {
	if v, ok := a.(wire.Verdict); ok && !v.Accepted {
		return "a request in order was not answered by a result under its id: " + v.Code
	}
	return ""
}

// settled holds a server to a version of its own where it was asked for one nobody has.
func settled(a wire.Answer) string {
	v, _ := a.(wire.Verdict)
	o, _ := v.Action.(value.Object)
	version, _ := o.Get("protocolVersion")
	if t, ok := version.(value.String); v.Accepted && ok && t == "1900-01-01" {
		return "it agrees to a protocol version that does not exist"
	}
	return ""
}

const mebibyte = 1 << 20

// exchanges derives messages no client would send. None of them calls a tool with arguments it would take.
func (s *suite) exchanges(tools []wire.Tool) {
	call := func(id, rest string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call"` + rest + `}`
	}
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }
	name := quoted(probed(tools))
	list := []exchange{
		{name: "cut-off-line", parts: []string{`{"jsonrpc":"2.0","id":1,"method":"pi`}, change: text("a line that is cut off", "被截断的一行")},
		{name: "not-json", parts: []string{`hello`}, change: text("a line that is not JSON", "不是 JSON 的一行")},
		{name: "empty-line", parts: []string{``}, change: text("an empty line", "空行")},
		{name: "blank-line", parts: []string{`   `}, change: text("a blank line", "空白行")},
		{name: "bytes", parts: []string{"\xff\xfe\x00{"}, change: text("bytes that are not UTF-8", "不是 UTF-8 的字节")},
		{name: "number", parts: []string{`42`}, change: text("a number for a message", "一个数字作为消息")},
		{name: "null", parts: []string{`null`}, change: text("null for a message", "null 作为消息")},
		{name: "text", parts: []string{`"ping"`}, change: text("a text for a message", "一段文本作为消息")},
		{name: "empty-object", parts: []string{`{}`}, change: text("an empty object for a message", "空对象作为消息")},
		{name: "empty-batch", parts: []string{`[]`}, change: text("an empty batch", "空批次")},
		{name: "batch", parts: []string{`[` + ping("11") + `,` + ping("12") + `]`}, change: text("a batch of two pings", "两个 ping 的批次")},
		{name: "batch-of-garbage", parts: []string{`[1,null,"x",{}]`}, change: text("a batch of what are no messages", "由非消息组成的批次")},
		{name: "no-version", parts: []string{`{"id":13,"method":"ping"}`}, change: text("a request without jsonrpc", "没有 jsonrpc 的请求")},
		{name: "other-version", parts: []string{`{"jsonrpc":"1.0","id":14,"method":"ping"}`}, change: text("a request of JSON-RPC 1.0", "JSON-RPC 1.0 的请求")},
		{name: "answer-to-nothing", parts: []string{`{"jsonrpc":"2.0","id":999,"result":{}}`}, change: text("an answer nobody asked for", "无人询问的回答")},
		{name: "error-to-nothing", parts: []string{`{"jsonrpc":"2.0","id":998,"error":{"code":1,"message":"x"}}`}, change: text("an error nobody asked for", "无人询问的错误")},
		{name: "result-and-error", parts: []string{`{"jsonrpc":"2.0","id":997,"result":{},"error":{}}`}, change: text("an answer that is result and error", "既是结果又是错误的回答")},
		{name: "unknown-notification", parts: []string{`{"jsonrpc":"2.0","method":"notifications/conform"}`}, change: text("a notification nobody knows", "未知的通知")},
		{name: "cancel-nothing", parts: []string{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":424242}}`}, change: text("a cancellation of no request", "取消不存在的请求")},
		{name: "cancel-zero", parts: []string{ping("0") + "\n", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}`}, change: text("a request with the id 0, and its cancellation", "id 为 0 的请求及其取消")},
		{name: "cancel-garbage", parts: []string{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":"x"}`}, change: text("a cancellation whose params are a text", "params 为文本的取消通知")},
		{name: "initialize-again", parts: []string{`{"jsonrpc":"2.0","id":15,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"conform","version":"0.1.0"}}}`}, change: text("a second initialisation", "第二次初始化")},
		{name: "before-initialize", fresh: true, parts: []string{`{"jsonrpc":"2.0","id":16,"method":"tools/list"}`}, change: text("a request before the initialisation", "初始化之前的请求")},
		{name: "garbage-before-initialize", fresh: true, parts: []string{`garbage`}, change: text("garbage before the initialisation", "初始化之前的垃圾")},
		{name: "deep", parts: []string{`{"jsonrpc":"2.0","id":17,"method":"ping","params":{"_meta":{"x":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}}`}, change: text("a value nested 5,000 deep", "嵌套 5,000 层的值")},
		{name: "long", parts: []string{`{"jsonrpc":"2.0","id":18,"method":"ping","params":{"_meta":{"x":"` + strings.Repeat("x", mebibyte) + `"}}}`}, change: text("a line of one mebibyte", "长度为 1 MiB 的一行")},
		{name: "big-progress-token", parts: []string{call("19", `,"params":{"name":"conform-no-such-tool","arguments":{},"_meta":{"progressToken":9007199254740993}}`)}, change: text("a progress token beyond a double", "超出双精度的 progressToken")},
		{name: "carriage-return", parts: []string{ping("20") + "\r"}, change: text("a line that ends with CR LF", "以 CR LF 结尾的一行")},

		{name: "no-method", role: spec.RoleMalformed, id: "30", want: refused(), parts: []string{`{"jsonrpc":"2.0","id":30}`}, change: text("a request without a method", "没有 method 的请求")},
		{name: "method-number", role: spec.RoleMalformed, id: "31", want: refused(), parts: []string{`{"jsonrpc":"2.0","id":31,"method":7}`}, change: text("a method that is a number", "method 为数字")},
		{name: "unknown-method", role: spec.RoleMalformed, id: "32", want: refused(), parts: []string{`{"jsonrpc":"2.0","id":32,"method":"conform/none"}`}, change: text("a method nobody knows", "未知的 method")},
		{name: "method-other-case", role: spec.RoleMalformed, id: "33", want: refused(), parts: []string{`{"jsonrpc":"2.0","id":33,"method":"Tools/Call","params":{"name":"conform-no-such-tool"}}`}, change: text("a method in another case", "大小写不同的 method")},
		{name: "call-params-list", role: spec.RoleMalformed, id: "34", want: refused(), parts: []string{call("34", `,"params":[]`)}, change: text("a call whose params are a list", "params 为列表的调用")},
		{name: "call-params-text", role: spec.RoleMalformed, id: "35", want: refused(), parts: []string{call("35", `,"params":"x"`)}, change: text("a call whose params are a text", "params 为文本的调用")},
		{name: "call-params-null", role: spec.RoleMalformed, id: "36", want: refused(), parts: []string{call("36", `,"params":null`)}, change: text("a call whose params are null", "params 为 null 的调用")},
		{name: "call-no-params", role: spec.RoleMalformed, id: "37", want: refused(), parts: []string{call("37", ``)}, change: text("a call without params", "没有 params 的调用")},
		{name: "call-no-name", role: spec.RoleMalformed, id: "38", want: refused(), parts: []string{call("38", `,"params":{"arguments":{}}`)}, change: text("a call without a name", "没有 name 的调用")},
		{name: "call-name-blank", role: spec.RoleMalformed, id: "39", want: refused(), parts: []string{call("39", `,"params":{"name":"","arguments":{}}`)}, change: text("a call with an empty name", "name 为空的调用")},
		{name: "call-name-number", role: spec.RoleMalformed, id: "40", want: refused(), parts: []string{call("40", `,"params":{"name":7,"arguments":{}}`)}, change: text("a call whose name is a number", "name 为数字的调用")},
		{name: "call-name-list", role: spec.RoleMalformed, id: "41", want: refused(), parts: []string{call("41", `,"params":{"name":["conform-no-such-tool"],"arguments":{}}`)}, change: text("a call whose name is a list", "name 为列表的调用")},
		{name: "call-name-surrogate", role: spec.RoleMalformed, id: "42", want: refused(), parts: []string{call("42", `,"params":{"name":"conform\ud800","arguments":{}}`)}, change: text("a call whose name has half a character", "name 含半个字符的调用")},
		{name: "call-name-twice", role: spec.RoleMalformed, id: "43", want: refused(), parts: []string{call("43", `,"params":{"name":"conform-no-such-tool","name":"conform-nor-this","arguments":{"a":1,"a":2}}`)}, change: text("a call with duplicate names", "成员名重复的调用")},

		{name: "id-zero", role: spec.RoleIDs, id: "0", verify: answered, parts: []string{ping("0")}, change: text("a request with the id 0", "id 为 0 的请求")},
		{name: "id-text", role: spec.RoleIDs, id: `"conform"`, verify: answered, parts: []string{ping(`"conform"`)}, change: text("a request with a text for an id", "id 为文本的请求")},
		{name: "id-empty-text", role: spec.RoleIDs, id: `""`, verify: answered, parts: []string{ping(`""`)}, change: text("a request with an empty text for an id", "id 为空文本的请求")},
		{name: "id-negative", role: spec.RoleIDs, id: "-1", verify: answered, parts: []string{ping("-1")}, change: text("a request with a negative id", "id 为负数的请求")},
		{name: "id-large", role: spec.RoleIDs, id: "9007199254740991", verify: answered, parts: []string{ping("9007199254740991")}, change: text("a request with the largest safe integer for an id", "id 为最大安全整数的请求")},
		{name: "id-like-number", role: spec.RoleIDs, id: `"7"`, verify: answered, parts: []string{ping(`"7"`)}, change: text("a request with a text of digits for an id", "id 为数字文本的请求")},
		{name: "split-character", role: spec.RoleIDs, id: `"é"`, verify: answered, parts: []string{"{\"jsonrpc\":\"2.0\",\"id\":\"\xc3", "\xa9\",\"method\":\"ping\"}"}, change: text("a character split over two writes", "一个字符分两次写入")},
		{name: "split-line", role: spec.RoleIDs, id: "51", verify: answered, parts: []string{`{"jsonrpc":"2.0",`, `"id":51,"method":`, `"ping"}`}, change: text("a line in three writes", "一行分三次写入")},
		{name: "two-lines-one-write", role: spec.RoleIDs, id: "53", verify: answered, parts: []string{ping("52") + "\n" + ping("53")}, change: text("two lines in one write", "一次写入两行")},
		{name: "unknown-version", role: spec.RoleHandshake, fresh: true, id: "60", verify: settled, parts: []string{`{"jsonrpc":"2.0","id":60,"method":"initialize","params":{"protocolVersion":"1900-01-01","capabilities":{},"clientInfo":{"name":"conform","version":"0.1.0"}}}`}, change: text("a protocol version nobody has", "不存在的协议版本")},
	}
	if name != "" {
		for i, a := range []struct{ name, rest string }{{"missing", ""}, {"null", `,"arguments":null`}, {"list", `,"arguments":[]`}, {"text", `,"arguments":"{}"`}, {"number", `,"arguments":1`}} {
			id := fmt.Sprint(70 + i)
			list = append(list, exchange{name: "arguments-" + a.name, role: spec.RoleArguments, id: id, want: refused(), parts: []string{call(id, `,"params":{"name":`+name+a.rest+`}`)},
				change: textf("a call of a tool that needs arguments, whose arguments are: %s", "调用需要参数的工具，参数为：%s", a.name)})
		}
	}
	for _, x := range list {
		if s.options.HTTP && x.name == "two-lines-one-write" {
			continue // a body is one message
		}
		if x.role == "" {
			x.role = spec.RoleAlive
		}
		parts := make([][]byte, len(x.parts))
		for i, p := range x.parts {
			parts[i] = []byte(p)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], '\n')
		kind := derive.Free
		if len(x.want.Legal) > 0 {
			kind = derive.Invalid
		}
		s.add(x.role, derive.Case{ID: "mcp/messages/" + x.name, Edit: x.name, Kind: kind, Change: x.change, Verify: x.verify,
			Why:      text("whatever comes in, the server answers or refuses, and is there for the next request", "无论收到什么，服务器都要回答或拒绝，并继续服务下一个请求"),
			Requests: []wire.Request{wire.Exchange{Parts: parts, ID: x.id, Fresh: x.fresh}}}, x.want)
	}
}

// probed is a tool that needs arguments, one that is read-only if there is any; "" where there is none.
func probed(tools []wire.Tool) string {
	found := ""
	for _, t := range tools {
		in, err := schema.Compile(t.Input)
		if err != nil || len(in.Required()) == 0 {
			continue
		}
		if t.ReadOnly {
			return t.Name
		}
		if found == "" {
			found = t.Name
		}
	}
	return found
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	text, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return string(text)
}
