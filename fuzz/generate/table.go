package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// Table makes the YAML text of a small table: one to three protocols with states nobody has thought of,
// names in any script and of any meaning to JavaScript or YAML, every kind of field, headers, migrations,
// and responses. Most are legal; some contradict themselves in a way the loader must see.
func Table(s Source) string {
	w := &tableWriter{s: s}
	w.line(0, "version: 1")
	protocols := &tableWriter{s: s}
	protocols.line(0, "protocols:")
	for i := range 1 + s.Intn(2) {
		protocols.protocol(i)
	}
	w.line(0, "requirements:")
	for i := range 3 {
		w.line(1, fmt.Sprintf("XX-%02d: {level: %s, class: parser, text: \"rule %d\", source: made up}", i, pick(s, []string{"MUST", "MUST", "SHOULD"}), i))
	}
	w.line(0, "errors:")
	for i := range 3 {
		w.line(1, fmt.Sprintf("CODE_%d: {layer: protocol, message: \"code %d\"}", i, i))
	}
	return w.text.String() + protocols.text.String()
}

// tableWriter writes YAML that is all quoted texts and flow mappings, so that any name can stand in it.
type tableWriter struct {
	s    Source
	text strings.Builder
}

func (w *tableWriter) line(depth int, text string) {
	w.text.WriteString(strings.Repeat("  ", depth) + text + "\n")
}

// quoted is a text as YAML and JSON both read it.
func quoted(text string) string {
	printed, err := value.Print(value.String(text))
	if err != nil {
		return `"unwritable"`
	}
	return escapeControls(string(printed))
}

// escapeControls spells the characters that YAML does not take raw.
func escapeControls(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == 0x7f || 0x80 <= r && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func quotedList(texts []string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = quoted(t)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// name chooses a name that is not taken yet.
func (w *tableWriter) name(taken *[]string) string {
	name := pick(w.s, tableNames())
	if chance(w.s, 200) {
		name = Blank(w.s) // refused, nearly always
	}
	for slices.Contains(*taken, name) {
		name += "2"
	}
	*taken = append(*taken, name)
	return name
}

func (w *tableWriter) protocol(i int) {
	s := w.s
	id := fmt.Sprintf("p%d/%d", i, 1+s.Intn(2))
	w.line(1, id+":")
	kind := weighted(s, 5, 1, 1)
	rules, codes := "", ""
	if kind != 2 {
		rules, codes = ", discriminator: XX-01, unknown: XX-00", ", discriminator: [CODE_1], literal: [CODE_1, CODE_2], unknown: [CODE_2]"
	}
	w.line(2, "rules: {default: XX-00, container: XX-01, unicode_blank: XX-02, silent: XX-00, order: XX-02, inherited: XX-02"+rules+"}")
	w.line(2, "codes: {container: [CODE_0, CODE_1, CODE_2], syntax: [CODE_0], duplicate: [CODE_2]"+codes+"}")
	if kind == 2 {
		w.response(true)
		return
	}
	if kind == 1 {
		w.line(2, `operations: ["parse", "decode"]`)
		w.states()
		w.response(false)
		return
	}
	if s.Intn(3) == 2 {
		w.line(2, "operations: "+pick(s, []string{`["parse"]`, `["decode"]`, `["parse", "decode"]`, `["parse", "route"]`}))
	}
	w.states()
}

func (w *tableWriter) states() {
	s := w.s
	var taken []string
	discriminator := w.name(&taken)
	w.line(2, "discriminator: "+quoted(discriminator))
	w.line(2, "unknown_fields: "+pick(s, []string{"drop", "reject"}))
	w.line(2, "future: "+quotedList([]string{"later thing", "später"}))
	if s.Intn(3) == 2 {
		header := w.name(&taken)
		w.line(2, "policies: [migrates, unknown_fields, trims]")
		w.line(2, "header: {"+quoted(header)+": {kind: literal, literal: "+pick(s, []string{"2", `"v2"`, "1.0", "-3", "9007199254740993", "true", `"2"`, "1.5", "1e2"})+", missing: [CODE_0], invalid: [CODE_1]}}")
		w.line(2, `migrations: {"unversioned": {}, "1": {from: 17}}`)
	}
	w.line(2, "states:")
	var literals []string
	for range 1 + s.Intn(3) {
		w.line(3, quoted(w.name(&literals))+":")
		w.line(4, "handler: "+pick(s, spec.Handlers()))
		w.line(4, "rule: XX-01")
		own := slices.Clone(taken)
		w.line(4, "fields:")
		for range 1 + s.Intn(3) {
			w.line(5, quoted(w.name(&own))+": "+w.field())
		}
	}
}

func (w *tableWriter) field() string {
	s := w.s
	kind := pick(s, spec.FieldKinds())
	var parts []string
	add := func(text string) { parts = append(parts, text) }
	add("kind: " + string(kind))
	switch kind {
	case spec.FieldLiteral:
		add("literal: " + pick(s, []string{"1", `"on"`, "true", "null", "-0.5", `"text"`, "0", `""`, "false", "1e400", `"other"`}))
	case spec.FieldEnum:
		add("values: " + quotedList(pick(s, [][]string{{"a", "b"}, {"other"}, {"值", "Wert"}, {"A", "a"}, {"x ", "x"}, {"other", "OTHER"}, {"1"}, {"é", "e\u0301"}, {"__proto__"}, {"a/b", "a.b"}})))
	default:
	}
	if s.Intn(4) == 3 {
		add("optional: true")
	} else {
		add("missing: [CODE_0]")
	}
	if kind != spec.FieldAny {
		add("invalid: [CODE_1]")
	}
	if s.Intn(3) == 2 {
		add("aliases: " + quotedList(pick(s, [][]string{{"near", "nearly"}, {"extra"}, {"NAME"}, {"别名"}, {"a", "b"}, {"__proto__"}, {"x/y", "x.y"}})))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// response writes a response with calls, or one whose content is a tagged object.
func (w *tableWriter) response(calls bool) {
	s := w.s
	nested := s.Intn(2) == 1
	content, at := "text", "calls"
	if nested {
		content, at = "msg/text", "msg/calls"
	}
	if !calls {
		w.line(2, fmt.Sprintf("response: {content: %q, calls: {at: %q, id: id, name: name, arguments: args, limit: none}, finish: {at: end, final: [stop, \"完\"], calls: [tools], incomplete: [cut]}}", content, at))
		return
	}
	text := s.Intn(2) == 1
	encoding, arguments := "object", `{"p": 1}`
	if text {
		encoding, arguments = "json-string", `"{\"p\":1}"`
	}
	limit := pick(s, []string{"many", "one"})
	unique, control, fragments := "", "", ""
	if limit == "many" && s.Intn(2) == 1 {
		unique = ", unique: true"
	}
	if limit == "one" && !text && s.Intn(2) == 1 {
		control = `, control: {name: "ask it", field: "frage"}`
	}
	if s.Intn(2) == 1 {
		fragments = ", incomplete: rest"
	}
	function, typ := "", ""
	if s.Intn(2) == 1 {
		function = "fn/"
	}
	if s.Intn(2) == 1 {
		typ = `, type: "kind", type_value: "function"`
	}
	strict := pick(s, []string{"true", "false"})
	w.line(2, fmt.Sprintf("response: {content: %q, calls: {at: %q, id: id, name: %q, arguments: %q, encoding: %s, limit: %s%s%s}, finish: {at: end, final: [stop], calls: [tools], incomplete: [cut], strict: %s}%s%s, example: %s, final: %s}",
		content, at, function+"name", function+"args", encoding, limit, unique, typ, strict, control, fragments,
		w.callExample(nested, function != "", typ != "", arguments), finalExample(nested)))
}

func (w *tableWriter) callExample(nested, function, typ bool, arguments string) string {
	call := `"id": "c1"`
	inner := `"name": "ls", "args": ` + arguments
	if function {
		inner = `"fn": {` + inner + `}`
	}
	call += ", " + inner
	if typ {
		call += `, "kind": "function"`
	}
	body := `"text": null, "calls": [{` + call + `}]`
	if nested {
		body = `"msg": {` + body + `}`
	}
	return "{" + body + `, "end": "tools"}`
}

func finalExample(nested bool) string {
	if nested {
		return `{"msg": {"text": "done"}, "end": "stop"}`
	}
	return `{"text": "done", "end": "stop"}`
}

// tableNames are names for members and literals: ordinary, near each other, of meaning elsewhere in the
// suite, to JavaScript, to YAML, to paths and patterns, and in other scripts.
func tableNames() []string {
	return []string{
		"type", "kind", "op", "go", "say", "do_it", "do-it", "doIt", "name", "id", "role", "action", "event", "_type", "data", "payload", "params", "arguments", "extra", "note",
		"text", "json", "beside", "pair", "route", "container", "same", "call", "final", "content", "other", "unheard_of", "example", "missing", "default", "function", "null", "undefined",
		"类型", "动作", "é", "e\u0301", "ß", "İ", "ı", "ǆ", "ﬁ", "Ω", "\u212b", "\U0001F600", "naïve_name", "НАЗВАНИЕ", "שם", "ｋind",
		"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "length", "toJSON", "valueOf", "$ref", "$undefined", "$host", "0", "1", "-1", "x ", " x",
		"a/b", "a.b", "a b", "a~b", "a*", "[a]", "?", "true", "yes", "~", "- a", "#x", "&x", "*x", "!x", "%x", "@x", "`x`", "'x'", `"x"`, `\x`, "a:b", "a: b", "A", "a", "Aa", "\x00", "\n", "\u200bx",
		"types", "Type", "TYPE", "_a", "$a", "as", "s", strings.Repeat("long", 40), "status", "version", "schemaVersion", "thought", "error", "confidence", "状态",
	}
}
