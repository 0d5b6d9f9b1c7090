package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"
)

// knownDifferences lists every way in which Parse may answer otherwise than encoding/json does, and why.
// Each was there when the list was begun, with Go 1.26. FuzzParse fails on any other.
var knownDifferences = []struct {
	why     string
	applies func(text []byte, err *Error) bool
}{
	{
		"encoding/json takes bytes that are not UTF-8 inside strings and replaces them; Parse refuses them",
		func(text []byte, err *Error) bool {
			return err != nil && err.Code == CodeInvalidUTF8 && !utf8.Valid(text)
		},
	},
	{
		"encoding/json takes nesting up to 10,000; Parse up to MaxDepth",
		func(text []byte, err *Error) bool {
			return err != nil && err.Code == CodeTooDeep && bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > MaxDepth
		},
	},
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0,1e400,"x\ud800\ud83d\ude00\n"],"a":null,"":{}}`, `[1,]`, `{"a":1,}`, "\ufeff{}", "[1]//", `NaN`, `"\x"`, `"\u12"`,
		"\"\xff\"", "\"\xed\xa0\x80\"", "01", "1.", "-", "[[[[[[", `{"a":1}{"b":2}`, "```json\n{}\n```", `{'a':1}`, "\"\t\"", " \n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		var e *Error
		if err != nil {
			var ok bool
			if e, ok = err.(*Error); !ok {
				t.Fatalf("an error of type %T", err)
			}
			if e.Offset < -1 || e.Offset > int64(len(text)) {
				t.Fatalf("offset %d in a text of %d bytes", e.Offset, len(text))
			}
		}
		if taken := json.Valid(text); taken != (err == nil) {
			for _, known := range knownDifferences {
				if known.applies(text, e) {
					return
				}
			}
			t.Fatalf("encoding/json takes it: %v, Parse: %v", taken, err)
		}
		if err != nil {
			return
		}
		sameAsStandard(t, text, v)
		checkRoundTrips(t, v)
	})
}

// sameAsStandard compares the tree with that of encoding/json, where that one keeps what it reads.
func sameAsStandard(t *testing.T, text []byte, v Value) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var std any
	if err := d.Decode(&std); err != nil {
		t.Fatalf("encoding/json: %v", err)
	}
	if want, got := fmt.Sprint(std), fmt.Sprint(merged(v)); want != got {
		t.Fatalf("encoding/json reads %q, Parse %q", want, got)
	}
}

// merged is v as encoding/json would have it: the last of repeated names, U+FFFD for lone surrogates.
func merged(v Value) any {
	switch v := v.(type) {
	case Bool:
		return bool(v)
	case Number:
		return json.Number(v)
	case String:
		return lossy(string(v))
	case Array:
		out := []any{}
		for _, elem := range v {
			out = append(out, merged(elem))
		}
		return out
	case Object:
		out := map[string]any{}
		for _, m := range v {
			out[lossy(m.Name)] = merged(m.Value)
		}
		return out
	default:
		return nil
	}
}

// lossy replaces each lone surrogate by one U+FFFD.
func lossy(s string) string {
	var out []byte
	for i := 0; i < len(s); {
		if _, ok := surrogateAt(s, i); ok {
			out = append(out, "\ufffd"...)
			i += surrogateLen
			continue
		}
		out = append(out, s[i])
		i++
	}
	return string(out)
}

// checkRoundTrips holds for every value of the model.
func checkRoundTrips(t *testing.T, v Value) {
	t.Helper()
	if err := Check(v); err != nil {
		t.Fatalf("Check: %v", err)
	}
	encoded := Encode(v)
	back, err := Decode(encoded)
	if err != nil {
		t.Fatalf("Decode(%s): %v", encoded, err)
	}
	if again := Encode(back); !bytes.Equal(again, encoded) {
		t.Fatalf("Encode gives %s, and then %s", encoded, again)
	}
	if !Equal(v, back) || FirstDifference(v, back) != nil {
		t.Fatalf("Decode(Encode(v)) differs: %s", encoded)
	}
	if printed, err := Print(v); err == nil {
		reread, err := Parse(printed)
		if err != nil {
			t.Fatalf("Parse(%q): %v", printed, err)
		}
		if again, err := Print(reread); err != nil || !bytes.Equal(again, printed) {
			t.Fatalf("Print gives %q, and then %q, %v", printed, again, err)
		}
	}
	if shown := Show(v, 40); !utf8.ValidString(shown) {
		t.Fatalf("Show gives %q", shown)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"$undefined":true}`, `{"$number":"NaN"}`, `{"$number":"1e400"}`, `{"$utf16":[55296,65]}`, `{"$object":[["a",1],["a",{"$nope":1}]]}`,
		`{"$object":[[{"$utf16":[55296]},null]]}`, `{"$host":"inherited","own":{"a":1},"proto":{}}`, `{"$host":"map","entries":[[1,2]]}`,
		`{"$host":"sparse_array","length":3,"items":{"1":null}}`, `{"$host":"bigint","value":"-1"}`, `{"a":1,"a":2}`, `[1,"x",{"b":-0}]`,
	} {
		f.Add([]byte(seed))
	}
	for name, args := range hostExamples() {
		f.Add(Encode(Host{name, args}))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Decode(text)
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("an error of type %T", err)
			}
			_ = err.Error()
			return
		}
		checkRoundTrips(t, v)
	})
}

// FuzzNumber compares numbers with what exact arithmetic says, and with the rules of tagging.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"1", "-0.10e5", "9007199254740993", "1e400", "1e-400", "0.000e99999999999999999999", "12e999999999999999999"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, shift int) {
		n := Number(text)
		if n.IsJSON() != json.Valid([]byte(text)) && !bytes.ContainsAny([]byte(text), " \t\r\n\"{}[]ntf") {
			t.Fatalf("IsJSON(%q) = %v", text, n.IsJSON())
		}
		if !n.IsJSON() {
			return
		}
		if n.SurvivesDouble() {
			f, _ := n.Float64()
			if !Equal(n, NumberOf(f)) {
				t.Fatalf("%s becomes %s in a double", n, NumberOf(f))
			}
		}
		if !Equal(n, Number(text)) || !(Comparison{Doubles: true}).Equal(n, n) {
			t.Fatalf("%s differs from itself", n)
		}
		if zero := parseDecimal(text).digits == ""; !zero {
			negated := Number("-" + text)
			if text[0] == '-' {
				negated = Number(text[1:])
			}
			if Equal(n, negated) {
				t.Fatalf("%s equals its negative", n)
			}
		}
		if rescaled := Number(parseDecimal(text).scientific()); rescaled.IsJSON() && !Equal(n, rescaled) {
			if parseDecimal(text).huge == "" {
				t.Fatalf("%s is not %s", n, rescaled)
			}
		}
	})
}
