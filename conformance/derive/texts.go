package derive

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	secrets "github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// texts derives what only a text can be: what surrounds the document, relaxed dialects, cut-offs, bytes
// that are no UTF-8, duplicate names, depth, size.
func (d *deriver) texts(s *spec.State) {
	if !d.does(wire.OpDecode) {
		return
	}
	base := s.Example
	w := textWriter{deriver: d, at: place{state: s.Name, field: "json", own: true}, base: base, plain: printed(base)}
	w.surroundings()
	w.relaxed()
	w.cutOff()
	w.bytes()
	w.duplicates()
	w.deep(d.slot(s))
	w.surrogates()
	w.silent()
	for i := range s.Fields {
		if s.Fields[i].Kind == spec.FieldText && s.Name == d.protocol.Tagged.States[0].Name {
			w.put(edit{name: "mebibyte", kind: Valid, rule: d.rule(spec.RoleSize),
				change: wordsf("%s is a mebibyte long", "%s 长达一兆字节", s.Fields[i].Name),
				why:    words("long answers are ordinary", "长回答很常见")},
				printed(base.With(s.Fields[i].Name, str(repeat("0123456789abcdef", 1<<16)))))
			break
		}
	}
}

// slot names a member that may hold any JSON value, so that depth can be put there; "" where the state
// has none.
func (d *deriver) slot(s *spec.State) string {
	for i := range s.Fields {
		if k := s.Fields[i].Kind; k == spec.FieldAny || k == spec.FieldObject {
			return s.Fields[i].Name
		}
	}
	if d.protocol.Tagged.Unknown == spec.Drop {
		return free("extra", legalNames(d.protocol.Tagged, s))
	}
	return ""
}

// textWriter derives text forms of one legal object.
type textWriter struct {
	*deriver
	at    place
	base  value.Object
	plain []byte
}

func (w textWriter) put(e edit, text []byte) { w.emitText(w.at, e, text) }

func (w textWriter) refuse(name string, role spec.Role, text string, change, why spec.Text) {
	w.put(edit{name: name, kind: Invalid, rule: w.rule(role), change: change, why: why}, []byte(text))
}

// surroundings derives everything that is not exactly one document.
func (w textWriter) surroundings() {
	t := string(w.plain)
	why := words("an action quoted in prose is not an action", "文字中引用的动作不是动作")
	for _, s := range []struct{ name, text string }{
		{"empty", ""}, {"blank", " \n"}, {"fence", "```json\n" + t + "\n```"}, {"bare-fence", "```\n" + t + "\n```"},
		{"inline-code", "`" + t + "`"}, {"prose-before", "Here is the action: " + t}, {"prose-after", t + "\nI hope this helps."},
		{"prose-around", "Sure!\n" + t + "\nDone."}, {"heading", "# Action\n" + t}, {"label", "json " + t}, {"call-syntax", "call(" + t + ")"},
		{"parentheses", "(" + t + ")"}, {"semicolon", t + ";"}, {"assignment", "action = " + t}, {"export", "export default " + t},
		{"tag", "<action>" + t + "</action>"}, {"tool-call-tag", "<tool_call>\n" + t + "\n</tool_call>"}, {"event-stream", "data: " + t + "\n\n"},
		{"two-documents", t + t}, {"two-lines", t + "\n" + t}, {"comma-after", t + ","}, {"brace-after", t + "}"}, {"bracket-after", t + "]"},
		{"text-after", t + "x"}, {"number-after", t + "1"}, {"null-after", t + " null"}, {"nul-after", t + "\x00"}, {"nul-before", "\x00" + t},
		{"array-unclosed", "[" + t}, {"comma-before", "," + t}, {"nbsp-before", "\u00a0" + t}, {"nbsp-after", t + "\u00a0"}, {"form-feed-before", "\f" + t},
		{"line-separator-after", t + "\u2028"}, {"think-before", "<think>ok</think>" + t}, {"record-separator", "\x1e" + t + "\n"},
		{"brace-before", "{" + t}, {"quoted-unescaped", `"` + t + `"`}, {"single-quoted", "'" + t + "'"}, {"xssi-prefix", ")]}'\n" + t},
		{"token-before", "<|start|>" + t}, {"token-after", t + "<|end|>"}, {"ellipsis", t + "..."},
	} {
		w.refuse("around-"+s.name, spec.RoleSyntax, s.text, wordsf("what surrounds the document: %s", "文档外围：%s", s.name), why)
	}
	w.put(edit{name: "around-byte-order-mark", kind: Free, rule: w.rule(spec.RoleSyntax),
		change: words("a byte order mark stands before the document", "文档前有字节顺序标记"),
		why:    words("RFC 8259 leaves it to the parser; it must not crash or change the action", "RFC 8259 留给解析器决定；但不得崩溃或改变动作")}, append([]byte("\xef\xbb\xbf"), w.plain...))
	for _, s := range []sample{
		{"double-encoded", str(t)}, {"array-around", value.Array{w.base}}, {"null", value.Null{}}, {"true", value.Bool(true)}, {"number", num("1")}, {"text", str("x")},
	} {
		role := spec.RoleContainer
		if w.protocol.Tagged == nil {
			role = spec.RoleShape
		}
		w.refuse("whole-"+s.name, role, string(printed(s.value)), wordsf("the document is another value: %s", "文档是另一个值：%s", s.name),
			words("valid JSON is not a valid action", "合法 JSON 不等于合法动作"))
	}
}

// relaxed derives the dialects that lenient parsers take. Each stands in an otherwise legal document.
func (w textWriter) relaxed() {
	why := words("two parsers in one system must not read two actions from one text", "同一系统的两个解析器不得从同一文本读出两个动作")
	t := string(w.plain)
	body := t[1 : len(t)-1]
	first := w.base[0].Name
	quoted := string(printed(str(first)))
	rest := t[len(quoted)+1:] // from the colon on
	for _, s := range []struct{ name, text string }{
		{"trailing-comma", "{" + body + ",}"}, {"leading-comma", "{," + body + "}"}, {"double-comma", "{" + strings.Replace(body, ",\"", ",,\"", 1) + ",,}"},
		{"line-comment", "{" + body + "// done\n}"}, {"block-comment", "{/* a */" + body + "}"}, {"hash-comment", "{" + body + "# done\n}"},
		{"comment-before", "// action\n" + t}, {"single-quotes", strings.ReplaceAll(t, `"`, "'")},
		{"single-quoted-name", "{'" + first + "'" + rest}, {"bare-name", "{" + first + rest}, {"smart-quotes", "{\u201c" + first + "\u201d" + rest},
		{"backquoted-name", "{`" + first + "`" + rest}, {"equals", "{" + quoted + "=" + rest[1:]}, {"arrow", "{" + quoted + "=>" + rest[1:]},
		{"missing-colon", "{" + quoted + " " + rest[1:]}, {"semicolons", strings.Replace(t, `,"`, `;"`, 1) + ";"},
		{"missing-comma", strings.Replace(t, `,"`, ` "`, 1)}, {"name-alone", "{" + body + `,"x"}`}, {"empty-member", "{" + body + `,"x":}`},
		{"full-width-comma", "{" + body + "\uff0c\"x\":1}"}, {"full-width-colon", "{" + quoted + "\uff1a" + rest[1:]},
		{"nbsp-inside", "{\u00a0" + body + "}"}, {"form-feed-inside", "{\f" + body + "}"}, {"vertical-tab-inside", "{\v" + body + "}"},
		{"parenthesised", "(" + body + ")"}, {"bracketed", "[" + body + "]"}, {"close-mismatch", "{" + body + "]"}, {"no-braces", body},
		{"number-name", "{" + body + `,1:"x"}`}, {"null-name", "{" + body + `,null:1}`}, {"spread", "{..." + t + "}"},
	} {
		if s.text == t {
			continue
		}
		w.refuse("relaxed-"+s.name, spec.RoleRelaxed, s.text, wordsf("a relaxed dialect: %s", "宽松方言：%s", s.name), why)
	}
	for _, s := range relaxedValues() {
		w.refuse("relaxed-value-"+s.name, spec.RoleRelaxed, "{"+body+`,"extra":`+s.text+"}", wordsf("a member holds what is no JSON value: %s", "成员的值不是 JSON 值：%s", s.name), why)
	}
}

// relaxedValues are tokens that are no JSON values, though some parser takes each of them.
func relaxedValues() []struct{ name, text string } {
	return []struct{ name, text string }{
		{"nan", "NaN"}, {"infinity", "Infinity"}, {"minus-infinity", "-Infinity"}, {"undefined", "undefined"}, {"none", "None"}, {"python-true", "True"},
		{"python-false", "False"}, {"upper-null", "NULL"}, {"upper-true", "TRUE"}, {"nil", "nil"}, {"hex", "0x1F"}, {"octal", "0o17"}, {"leading-zero", "01"}, {"plus", "+1"},
		{"bare-fraction", ".5"}, {"trailing-point", "5."}, {"bare-exponent", "1e"}, {"underscore", "1_000"}, {"bigint", "1n"}, {"minus-alone", "-"}, {"minus-space", "- 1"},
		{"two-numbers", "1 2"}, {"bare-word", "yes"}, {"single-quoted", "'x'"}, {"back-quoted", "`x`"}, {"triple-quoted", `"""x"""`}, {"concatenated", `"a" "b"`}, {"added", `"a"+"b"`},
		{"raw-newline", "\"a\nb\""}, {"raw-tab", "\"a\tb\""}, {"raw-nul", "\"a\x00b\""}, {"raw-escape", "\"a\x1bb\""}, {"raw-return", "\"a\rb\""},
		{"hex-escape", `"\x41"`}, {"single-quote-escape", `"\'"`}, {"brace-escape", `"\u{41}"`}, {"nul-escape", `"\0"`}, {"alarm-escape", `"\a"`}, {"vertical-tab-escape", `"\v"`},
		{"line-continuation", "\"a\\\nb\""}, {"short-unicode", `"\u41"`}, {"bad-unicode", `"\u00g1"`}, {"upper-unicode", `"\U00000041"`}, {"trailing-comma-array", "[1,]"}, {"hole-array", "[1,,2]"},
		{"trailing-comma-object", `{"a":1,}`}, {"bare-name-object", "{a:1}"}, {"tuple", "(1,2)"}, {"regex", "/x/"}, {"function", "function(){}"}, {"date", "2024-01-01"}, {"comment", "1/*a*/"},
		{"ellipsis", "..."}, {"angle", "<x>"}, {"superscript", "\u00b2"}, {"arabic-digit", "\u0661"}, {"full-width-digit", "\uff11"},
	}
}

// cutOff derives every strict prefix of the document, and the prefixes people repair.
func (w textWriter) cutOff() {
	why := words("half a call is not a call, however easily its end is guessed", "半截调用不是调用，哪怕结尾很容易猜")
	cut := func(name string, n int) {
		w.refuse("cut-"+name, spec.RoleCutoff, string(w.plain[:n]), wordsf("the text ends early: %s", "文本提前结束：%s", name), why)
	}
	n := len(w.plain)
	cut("last-brace", n-1)
	cut("half", n/2)
	cut("first-brace", 1)
	if i := bytes.LastIndexByte(w.plain, ':'); i > 0 {
		cut("after-last-colon", i+1)
		cut("before-last-colon", i)
	}
	if i := bytes.LastIndexByte(w.plain, ','); i > 0 {
		cut("after-last-comma", i+1)
		cut("before-last-comma", i)
	}
	if i := bytes.LastIndexByte(w.plain, '"'); i > 0 {
		cut("inside-last-text", i)
		cut("after-last-quote", min(i+1, n-1))
	}
	var reqs []wire.Request
	for i := range n {
		reqs = append(reqs, wire.DecodeRequest{Protocol: w.protocol.ID, Text: w.plain[:i:i]})
	}
	w.bind("text/"+w.at.path("cut-everywhere"), w.at.state, Alone, edit{name: "cut-everywhere", kind: Invalid, rule: w.rule(spec.RoleCutoff),
		change: words("every strict prefix of the text", "文本的每一个真前缀"), why: why}, reqs...)
	w.refuse("cut-escape", spec.RoleCutoff, string(w.plain[:n-1])+`,"extra":"a\`, words("the text ends inside an escape", "文本在转义中结束"), why)
	w.refuse("cut-unicode-escape", spec.RoleCutoff, string(w.plain[:n-1])+`,"extra":"\u00`, words("the text ends inside a unicode escape", "文本在 unicode 转义中结束"), why)
	w.refuse("cut-nested", spec.RoleCutoff, string(w.plain[:n-1])+`,"extra":{"a":[1,{"b":"c`, words("the text ends in a nested value", "文本在嵌套值中结束"), why)
	w.refuse("cut-literal", spec.RoleCutoff, string(w.plain[:n-1])+`,"extra":tru`, words("the text ends inside a literal", "文本在字面量中结束"), why)
	w.refuse("cut-number", spec.RoleCutoff, string(w.plain[:n-1])+`,"extra":12`, words("the text ends inside a number", "文本在数字中结束"), why)
}

// bytes derives byte sequences that are no UTF-8.
func (w textWriter) bytes() {
	why := words("replacing a byte makes another id, path or name of it", "替换一个字节就变成另一个 id、路径或名字")
	body := string(w.plain[:len(w.plain)-1])
	for _, s := range []struct{ name, raw string }{
		{"bad-byte", "\xff"}, {"continuation", "\x80"}, {"cut-character", "\xe4\xb8"}, {"overlong-slash", "\xc0\xaf"}, {"overlong-nul", "\xc0\x80"},
		{"surrogate", "\xed\xa0\x80"}, {"surrogate-pair", "\xed\xa0\xbd\xed\xb8\x80"}, {"beyond-unicode", "\xf4\x90\x80\x80"}, {"five-bytes", "\xf8\x88\x80\x80\x80"}, {"latin-1", "caf\xe9"},
	} {
		w.refuse("utf8-"+s.name, spec.RoleUTF8, body+`,"extra":"`+s.raw+`"}`, wordsf("a text holds bytes that are no UTF-8: %s", "文本含有非 UTF-8 字节：%s", s.name), why)
		w.refuse("utf8-name-"+s.name, spec.RoleUTF8, body+`,"`+s.raw+`":1}`, wordsf("a name holds bytes that are no UTF-8: %s", "成员名含有非 UTF-8 字节：%s", s.name), why)
	}
	wide := make([]byte, 0, 2*len(w.plain))
	for _, b := range w.plain {
		wide = append(wide, b, 0)
	}
	w.refuse("utf8-utf16", spec.RoleSyntax, string(wide), words("the document is UTF-16", "文档是 UTF-16"), why)
}

// duplicates derives names that stand twice.
func (w textWriter) duplicates() {
	why := words("the check reads one value and the executor the other", "检查读一个值，执行读另一个值")
	for _, m := range w.base {
		other := value.Value(str("other"))
		if m.Value.Kind() != value.KindString {
			other = obj(member("path", str("other")))
			if m.Value.Kind() == value.KindNumber {
				other = num("9")
			}
		}
		for _, v := range []struct {
			name string
			text []byte
		}{
			{"same", printed(append(slices.Clone(w.base), m))},
			{"other-last", printed(append(slices.Clone(w.base), member(m.Name, other)))},
			{"other-first", printed(append(value.Object{member(m.Name, other)}, w.base...))},
			{"null-last", printed(append(slices.Clone(w.base), member(m.Name, value.Null{})))},
			{"escaped-last", []byte(strings.TrimSuffix(string(w.plain), "}") + "," + units(m.Name) + ":" + string(printed(other)) + "}")},
		} {
			w.put(edit{name: "duplicate-" + idOf(m.Name) + "-" + v.name, kind: Invalid, rule: w.rule(spec.RoleDuplicate), tentative: true,
				change: wordsf("%s stands twice: %s", "%s 出现两次：%s", m.Name, v.name), why: why}, v.text)
		}
		if o, ok := m.Value.(value.Object); ok && len(o) > 0 {
			nested := append(slices.Clone(o), member(o[0].Name, str("other")))
			w.put(edit{name: "duplicate-inside-" + idOf(m.Name), kind: Invalid, rule: w.rule(spec.RoleDuplicate), tentative: true,
				change: wordsf("a name inside %s stands twice", "%s 内部的名字出现两次", m.Name), why: why}, printed(w.base.With(m.Name, nested)))
		}
	}
}

// deep derives nesting in the member named slot. Depth is counted in containers, the action included.
func (w textWriter) deep(slot string) {
	if slot == "" {
		return
	}
	at := func(levels int, open, end string) []byte {
		n := levels - 2
		prefix, suffix := `{"a":`, "}" // legal also where the slot must be an object
		text := strings.TrimSuffix(string(printed(w.base.Without(slot))), "}")
		return []byte(text + "," + string(printed(str(slot))) + ":" + prefix + strings.Repeat(open, n) + "1" + strings.Repeat(end, n) + suffix + "}")
	}
	for _, shape := range []struct{ name, open, end string }{{"arrays", "[", "]"}, {"objects", `{"a":`, "}"}} {
		for _, l := range []struct {
			levels int
			role   spec.Role
			kind   Kind
		}{{16, spec.RoleDepth, Valid}, {32, spec.RoleDepth, Valid}, {64, spec.RoleDepth, Valid}, {128, spec.RoleDeep, Valid}, {512, spec.RoleDeep, Valid}, {1000, spec.RoleDeepest, Free}, {10000, spec.RoleDeepest, Free}} {
			if l.levels > 1000 && !w.firstSlot(slot) {
				continue // one place in a protocol is enough for what costs a megabyte
			}
			w.put(edit{name: fmt.Sprintf("depth-%s-%d", shape.name, l.levels), kind: l.kind, rule: w.rule(l.role),
				change: wordsf("%d levels of %[2]s", "%d 层 %[2]s", l.levels, shape.name),
				why:    words("brackets are cheap for whoever sends them", "括号对发送者来说很便宜")}, at(l.levels, shape.open, shape.end))
		}
	}
	if !w.firstSlot(slot) {
		return
	}
	w.put(edit{name: "depth-unclosed", kind: Free, rule: w.rule(spec.RoleDeepest),
		change: words("100,000 brackets that are never closed", "十万个从不闭合的括号"),
		why:    words("brackets are cheap for whoever sends them", "括号对发送者来说很便宜")}, bytes.Repeat([]byte("["), 100000))
}

// firstSlot reports whether the object at hand is the first of its protocol that has the slot.
func (w textWriter) firstSlot(slot string) bool {
	if w.protocol.Tagged == nil {
		return true
	}
	for i := range w.protocol.Tagged.States {
		if s := &w.protocol.Tagged.States[i]; w.slot(s) == slot {
			return s.Name == w.at.state
		}
	}
	return false
}

// silent plants a secret in a text that cannot be read, and forbids the refusal to repeat it.
func (w textWriter) silent() {
	stand := secrets.StandIn(secrets.Plain())
	c := stand.Text
	body := strings.TrimSuffix(string(w.plain), "}") + `,"token":"` + c + `"`
	for _, s := range []struct{ name, text string }{
		{"cut", body}, {"cut-inside", body[:len(body)-1]}, {"prose", c + " " + string(w.plain)}, {"only", c}, {"bad-value", body + `,"a":` + c + "}"}, {"trailing", body + "}" + c}, {"bare-name", body + "," + c + ":1}"},
	} {
		w.put(edit{name: "silent-" + s.name, kind: Invalid, rule: w.rule(spec.RoleSilent), canary: c, form: stand.Form,
			change: wordsf("a secret stands in a text that is not JSON: %s", "不是 JSON 的文本里有秘密：%s", s.name),
			why:    words("a syntax error that quotes its surroundings quotes secrets", "引用上下文的语法错误会引用秘密")}, []byte(s.text))
	}
}

// surrogates derives escapes that are half a character.
func (w textWriter) surrogates() {
	for i, m := range w.base {
		s, ok := m.Value.(value.String)
		if !ok || i == 0 && w.protocol.Tagged != nil && m.Name == w.protocol.Tagged.Discriminator {
			continue
		}
		for _, e := range []struct{ name, text string }{{"high", `\ud83d`}, {"low", `\ude00`}, {"swapped", `\ude00\ud83d`}} {
			text := strings.Replace(string(w.plain), string(printed(s)), `"a`+e.text+`b"`, 1)
			w.put(edit{name: "surrogate-" + idOf(m.Name) + "-" + e.name, kind: Free, rule: w.rule(spec.RoleSurrogate),
				change: wordsf("%s holds a lone surrogate escape: %s", "%s 含孤立代理项转义：%s", m.Name, e.name),
				why:    words("a replaced character makes another text of it", "被替换的字符使其成为另一个文本")}, []byte(text))
		}
	}
}
