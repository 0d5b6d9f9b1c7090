package value

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// Texts that Parse takes, and the tree each must give.
func TestParseAccepts(t *testing.T) {
	tests := []struct {
		text   string
		want   Value
		reason string
	}{
		{`null`, Null{}, "a scalar is a document (RFC 8259 section 2)"},
		{"\t\r\n true \n", Bool(true), "the four white space characters around a document"},
		{`false`, Bool(false), "false is not the zero of something else"},
		{`""`, String(""), "an empty string is a string"},
		{`[]`, Array{}, "an empty array is not nil"},
		{`{}`, Object{}, "an empty object is not nil"},
		{`[1,[2],{"a":[]}]`, Array{Number("1"), Array{Number("2")}, obj("a", Array{})}, "children stay with their parents"},
		{`{"a":{"b":1,"c":2},"d":3}`, obj("a", obj("b", Number("1"), "c", Number("2")), "d", Number("3")), "members after a nested object"},
		{`{"a":1,"a":2,"a":1}`, obj("a", Number("1"), "a", Number("2"), "a", Number("1")), "duplicates are kept"},
		{`{"b":1,"a":2}`, obj("b", Number("1"), "a", Number("2")), "the order is that written, not sorted"},
		{`{"":0}`, obj("", Number("0")), "an empty name is a name"},
		{`9007199254740993`, Number("9007199254740993"), "numbers are not rounded"},
		{`-0`, Number("-0"), "the sign of zero is kept"},
		{`1.0`, Number("1.0"), "the text of a number is kept"},
		{`1E+2`, Number("1E+2"), "the text of an exponent is kept"},
		{`1e400`, Number("1e400"), "a number may exceed a double"},
		{`"\u0041\n\/\"\\\b\f\r\t"`, String("A\n/\"\\\b\f\r\t"), "all escapes are undone"},
		{`"\ud83d\ude00"`, String("😀"), "a pair of escaped surrogates is one character"},
		{`"\uD83D\uDE00"`, String("😀"), "hexadecimal digits in upper case"},
		{`"😀"`, String("😀"), "raw characters beyond the BMP"},
		{`"\ud800"`, String("\xed\xa0\x80"), "a lone high surrogate is kept"},
		{`"\udc00x"`, String("\xed\xb0\x80x"), "a lone low surrogate is kept"},
		{`"\ud800\ud83d\ude00"`, String("\xed\xa0\x80😀"), "a lone one before a pair leaves the pair whole"},
		{`"\ude00\ud83d"`, String("\xed\xb8\x80\xed\xa0\xbd"), "a pair in the wrong order is two lone ones"},
		{`"\ud800\u0041"`, String("\xed\xa0\x80A"), "a surrogate before another escape"},
		{`"\ud800\n"`, String("\xed\xa0\x80\n"), "a surrogate before a short escape"},
		{`{"\ud800":1}`, obj("\xed\xa0\x80", Number("1")), "names hold lone surrogates as well"},
		{`{"\u0074ype":1}`, obj("type", Number("1")), "names are unescaped"},
		{`"\u0000"`, String("\x00"), "an escaped NUL"},
		{`"` + "\x7f\u2028\u2029\ufeff" + `"`, String("\x7f\u2028\u2029\ufeff"), "DEL, separators and U+FEFF inside a string are text"},
		{`"\ufffd"`, String("\ufffd"), "U+FFFD itself is text"},
		{`{"__proto__":1}`, obj("__proto__", Number("1")), "no name is special"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			got, err := Parse([]byte(tt.text))
			if err != nil {
				t.Fatalf("Parse(%s): %v", tt.text, err)
			}
			wantSame(t, got, tt.want)
		})
	}
}

// Texts that Parse refuses, and where and why it must say so.
func TestParseRefuses(t *testing.T) {
	tests := []struct {
		text    string
		code    ErrorCode
		pointer string
		offset  int64
		reason  string
	}{
		{"", CodeSyntax, "", 0, "no document"},
		{" \n", CodeSyntax, "", 2, "white space only"},
		{"\ufeff{}", CodeSyntax, "", 0, "byte order mark"},
		{"\xef\xbb", CodeInvalidUTF8, "", 0, "half a byte order mark"},
		{"nul", CodeSyntax, "", 3, "a literal cut short"},
		{"nulL", CodeSyntax, "", 3, "a literal in the wrong case"},
		{"True", CodeSyntax, "", 0, "Python's true"},
		{"NaN", CodeSyntax, "", 0, "NaN"},
		{"-Infinity", CodeSyntax, "", 1, "infinity"},
		{"undefined", CodeSyntax, "", 0, "undefined"},
		{"01", CodeSyntax, "", 1, "leading zero"},
		{"+1", CodeSyntax, "", 0, "leading plus"},
		{".5", CodeSyntax, "", 0, "no digit before the point"},
		{"5.", CodeSyntax, "", 2, "no digit after the point"},
		{"1e", CodeSyntax, "", 2, "no digit in the exponent"},
		{"0x1", CodeSyntax, "", 1, "hexadecimal"},
		{"1_000", CodeSyntax, "", 1, "digit separator"},
		{"--1", CodeSyntax, "", 1, "two signs"},
		{"nullx", CodeSyntax, "", 4, "a literal with a tail is one bad word"},
		{"'a'", CodeSyntax, "", 0, "single quotes"},
		{"\"a\tb\"", CodeSyntax, "", 2, "raw control character"},
		{"\"\x00\"", CodeSyntax, "", 1, "raw NUL"},
		{`"\x41"`, CodeSyntax, "", 1, "an escape of JavaScript"},
		{`"\u12"`, CodeSyntax, "", 1, "a short escape"},
		{`"\u{41}"`, CodeSyntax, "", 1, "an escape with braces"},
		{`"\ud800\u00"`, CodeSyntax, "", 7, "a bad escape after a surrogate"},
		{`"abc`, CodeSyntax, "", 4, "a string without an end"},
		{`"abc\`, CodeSyntax, "", 5, "a string that ends in a backslash"},
		{"\"\xff\"", CodeInvalidUTF8, "", 1, "a byte that UTF-8 does not have"},
		{"\"ab\xc0\xaf\"", CodeInvalidUTF8, "", 3, "overlong UTF-8"},
		{"\"\xed\xa0\x80\"", CodeInvalidUTF8, "", 1, "a surrogate in raw bytes"},
		{"\"\xf4\x90\x80\x80\"", CodeInvalidUTF8, "", 1, "beyond U+10FFFF"},
		{"\"\\n\xff\"", CodeInvalidUTF8, "", 3, "a bad byte after an escape"},
		{"{\"a\xff\":1}", CodeInvalidUTF8, "", 3, "a bad byte in a name"},
		{"{\"a\":[1,\"\xff\"]}", CodeInvalidUTF8, "/a/1", 9, "a bad byte deep inside"},
		{"[1]\xff", CodeInvalidUTF8, "", 3, "a bad byte after the document"},
		{"[1,\xff]", CodeInvalidUTF8, "/1", 3, "a bad byte in place of a value"},
		{"[1,]", CodeSyntax, "/1", 2, "trailing comma in an array"},
		{`{"a":1,}`, CodeSyntax, "", 6, "trailing comma in an object"},
		{"[,1]", CodeSyntax, "/0", 1, "leading comma"},
		{"[1 2]", CodeSyntax, "/1", 3, "no comma"},
		{"[1}", CodeSyntax, "/1", 2, "the wrong bracket"},
		{"]", CodeSyntax, "", 0, "a closing bracket alone"},
		{`{a:1}`, CodeSyntax, "", 1, "a name without quotes"},
		{`{1:1}`, CodeSyntax, "", 1, "a number as a name"},
		{`{null:1}`, CodeSyntax, "", 1, "a literal as a name"},
		{`{[]:1}`, CodeSyntax, "", 1, "an array as a name"},
		{`{"a"}`, CodeSyntax, "/a", 4, "a name alone"},
		{`{"a",1}`, CodeSyntax, "/a", 4, "a comma for a colon"},
		{`{"a":}`, CodeSyntax, "/a", 5, "no value"},
		{`{"a"::1}`, CodeSyntax, "/a", 5, "two colons"},
		{`{"a":1`, CodeSyntax, "", 6, "an object without an end"},
		{`[1,2`, CodeSyntax, "/2", 4, "an array without an end"},
		{`{"a/b~":[tru]}`, CodeSyntax, "/a~1b~0/0", 12, "pointers are escaped"},
		{"[1]//x", CodeTrailingData, "", 3, "a comment after the document"},
		{"/*x*/[1]", CodeSyntax, "", 0, "a comment before the document"},
		{"[1]#", CodeTrailingData, "", 3, "a comment of another language"},
		{"{}{}", CodeTrailingData, "", 2, "two documents"},
		{"1 2", CodeTrailingData, "", 2, "two documents with a space between them"},
		{"{} x", CodeTrailingData, "", 3, "prose after the document"},
		{"{},", CodeTrailingData, "", 2, "a comma after the document"},
		{"[1]]", CodeTrailingData, "", 3, "a bracket too many"},
		{"\"a\"b", CodeTrailingData, "", 3, "a string with a tail"},
		{"{}\x00", CodeTrailingData, "", 2, "a NUL after the document"},
		{"{}\u00a0", CodeTrailingData, "", 2, "white space that JSON does not have"},
		{"```json\n{}\n```", CodeSyntax, "", 0, "a code fence"},
		{"Here: {}", CodeSyntax, "", 0, "prose before the document"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			v, err := Parse([]byte(tt.text))
			if err == nil {
				t.Fatalf("Parse(%q) = %v, want an error", tt.text, v)
			}
			if v != nil {
				t.Errorf("a value comes with the error: %v", v)
			}
			wantError(t, err, tt.code, tt.pointer)
			var e *Error
			if errors.As(err, &e) && e.Offset != tt.offset {
				t.Errorf("offset %d (%v), want %d", e.Offset, err, tt.offset)
			}
		})
	}
}

// Every strict prefix of a document that ends in a bracket is refused.
func TestParsePrefixes(t *testing.T) {
	text := `{"a":[1.5e3,"x\ud83d\ude00é",{"b":null}],"c":true}`
	if _, err := Parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for n := range len(text) {
		if v, err := Parse([]byte(text[:n])); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text[:n], v)
		}
	}
}

func TestParseDepth(t *testing.T) {
	deep := func(n int, open, inside, closing string) []byte {
		return []byte(strings.Repeat(open, n) + inside + strings.Repeat(closing, n))
	}
	tests := []struct {
		text    []byte
		options ParseOptions
		offset  int64 // -1 if the text is taken
		reason  string
	}{
		{deep(MaxDepth, "[", "", "]"), ParseOptions{}, -1, "as many arrays as allowed"},
		{deep(MaxDepth+1, "[", "", "]"), ParseOptions{}, MaxDepth, "one array more"},
		{deep(MaxDepth, `{"a":`, "1", "}"), ParseOptions{}, -1, "as many objects as allowed"},
		{deep(MaxDepth+1, `{"a":`, "1", "}"), ParseOptions{}, 5 * MaxDepth, "one object more"},
		{deep(1_000_000, "[", "", "]"), ParseOptions{}, MaxDepth, "a million levels do no harm"},
		{deep(1_000_000, "[", "", ""), ParseOptions{}, MaxDepth, "nor do a million levels that never close"},
		{deep(3, "[", "", "]"), ParseOptions{MaxDepth: 3}, -1, "a lower limit reached"},
		{deep(4, "[", "", "]"), ParseOptions{MaxDepth: 3}, 3, "a lower limit exceeded"},
		{deep(MaxDepth+1, "[", "", "]"), ParseOptions{MaxDepth: 1 << 40}, MaxDepth, "the limit cannot be raised"},
		{[]byte("[[],[],[]]"), ParseOptions{MaxDepth: 2}, -1, "siblings do not add up"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			_, err := tt.options.Parse(tt.text)
			if tt.offset < 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var e *Error
			if !errors.As(err, &e) || e.Code != CodeTooDeep || e.Offset != tt.offset {
				t.Fatalf("error %v, want too_deep at byte %d", err, tt.offset)
			}
		})
	}
}

// The text is not kept, so a caller may use its buffer again.
func TestParseDoesNotAlias(t *testing.T) {
	data := []byte(`{"name":"text","n":123,"e":"\n"}`)
	v, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] = 'X'
	}
	wantSame(t, v, obj("name", String("text"), "n", Number("123"), "e", String("\n")))
}

// Parse does not write to the text.
func TestParseLeavesTheText(t *testing.T) {
	text := `{"a":"\ud800\n","b":[1,2,{"c":"x"}]} `
	data := []byte(text)
	if _, err := Parse(data); err != nil {
		t.Fatal(err)
	}
	if string(data) != text {
		t.Errorf("the text is now %q", data)
	}
}

// Whatever is wrong, an error never repeats the text: it may be a secret.
func TestErrorsKeepSecrets(t *testing.T) {
	const secret = "hunter2"
	texts := []string{
		secret, `"` + secret, `"` + secret + "\x01\"", `["` + secret + `",]`, `{"k":"` + secret + `"`,
		`[1]` + secret, `{"$number":"` + secret + `"}`, `{"$nope":"` + secret + `"}`,
		`{"$host":"` + secret + `"}`, `{"$host":"bigint","value":"` + secret + `"}`,
		`{"$undefined":"` + secret + `"}`, `{"$object":[["a","` + secret + `",1]]}`, `{"$utf16":["` + secret + `"]}`,
		"\"" + secret + "\xff\"", `"` + secret + `\q"`, `tr` + secret, "-" + secret,
	}
	for _, text := range texts {
		_, err := Decode([]byte(text))
		if err == nil {
			t.Errorf("Decode(%q) succeeds", text)
		} else if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "'h'") {
			t.Errorf("the error repeats the text: %v", err)
		}
	}
}

// An error is one printable line, whatever names are in its pointer.
func TestErrorText(t *testing.T) {
	_, err := Parse([]byte("{\"a\\n\\u202e\":{\"" + strings.Repeat("x", 5000) + "\":tru}}"))
	if err == nil {
		t.Fatal("no error")
	}
	text := err.Error()
	if strings.ContainsAny(text, "\n\u202e") || !strings.Contains(text, `/a\n\u202e/xxx`) {
		t.Errorf("unprintable: %q", text)
	}
	if len(text) > 400 {
		t.Errorf("%d bytes long", len(text))
	}
	want := `syntax at byte 5 at /a: unexpected ','`
	if _, err := Parse([]byte(`{"a":,}`)); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestErrorIs(t *testing.T) {
	_, err := Parse([]byte(`[[`))
	if !errors.Is(err, &Error{Code: CodeSyntax}) {
		t.Error("an error is not of its own code")
	}
	if errors.Is(err, &Error{Code: CodeTooDeep}) {
		t.Error("an error is of another code")
	}
}

// A quick look that the list above and the standard library agree, with what they differ in being the
// list in fuzz_test.go.
func TestParseAgreesWithStandardLibrary(t *testing.T) {
	for _, text := range []string{`{"a":[1,2.5e-3,"x"]}`, `[1,]`, `"\q"`, `{"a" 1}`, `1`, `01`, ``} {
		_, err := Parse([]byte(text))
		if (err == nil) != json.Valid([]byte(text)) {
			t.Errorf("%q: error %v, encoding/json says %v", text, err, json.Valid([]byte(text)))
		}
	}
}

// TestAParserIsAsGoodAsNew reads documents that follow one another, broken ones among them.
func TestAParserIsAsGoodAsNew(t *testing.T) {
	var p Parser
	for _, text := range []string{`{"a":[1,{"b":null}]}`, `{"a":[1,{"b":`, `[]`, `{"a":1}x`, "\xff", `"tail"`, `{"a":[[[1,2,3`, `[{"a":{},"b":[]},2]`, ``, `7`} {
		want, wantErr := Parse([]byte(text))
		got, err := p.Parse([]byte(text))
		if !reflect.DeepEqual(err, wantErr) || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v; want %v, %v", text, got, err, want, wantErr)
		}
	}
}
