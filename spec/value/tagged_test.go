package value

import (
	"strings"
	"testing"
)

// What Encode writes, and that Decode turns it back.
func TestEncode(t *testing.T) {
	tests := []struct {
		value  Value
		want   string
		reason string
	}{
		{Undefined{}, `{"$undefined":true}`, "undefined"},
		{Null{}, `null`, "null is plain"},
		{Bool(false), `false`, "a bool is plain"},
		{Number("1.0"), `1.0`, "a number keeps its text"},
		{Number("1e0"), `1e0`, "so does one with an exponent"},
		{Number("9007199254740993"), `{"$number":"9007199254740993"}`, "an integer no double holds"},
		{Number("-0"), `{"$number":"-0"}`, "negative zero"},
		{Number("1e400"), `{"$number":"1e400"}`, "overflow"},
		{NaN, `{"$number":"NaN"}`, "NaN"},
		{NegativeInfinity, `{"$number":"-Infinity"}`, "an infinity"},
		{String("$undefined"), `"$undefined"`, "a string may begin with a dollar sign"},
		{String("a\"\\\n\x01\u2028é"), `"a\"\\\n\u0001` + "\u2028" + `é"`, "escapes are few"},
		{String("\xed\xa0\x80A"), `{"$utf16":[55296,65]}`, "a lone surrogate"},
		{Array{}, `[]`, "an empty array"},
		{Array{Undefined{}, Null{}}, `[{"$undefined":true},null]`, "undefined in an array"},
		{Object{}, `{}`, "an empty object"},
		{obj("b", Number("1"), "a", Number("2")), `{"b":1,"a":2}`, "the order is kept"},
		{obj("a", Undefined{}), `{"a":{"$undefined":true}}`, "a member that holds undefined"},
		{obj("k", Number("1"), "k", Number("2")), `{"$object":[["k",1],["k",2]]}`, "a duplicate name"},
		{obj("$x", Null{}), `{"$object":[["$x",null]]}`, "a name that begins with a dollar sign"},
		{obj("$", Null{}), `{"$object":[["$",null]]}`, "a name that is a dollar sign"},
		{obj("x$", Null{}), `{"x$":null}`, "a dollar sign further on"},
		{obj("", Null{}), `{"":null}`, "an empty name"},
		{obj("$undefined", Bool(true)), `{"$object":[["$undefined",true]]}`, "an object that looks like a tag"},
		{obj("\xed\xa0\x80", Null{}), `{"$object":[[{"$utf16":[55296]},null]]}`, "a lone surrogate in a name"},
		{obj("$a", obj("$b", NaN)), `{"$object":[["$a",{"$object":[["$b",{"$number":"NaN"}]]}]]}`, "tags inside tags"},
		{Host{HostFunction, Object{}}, `{"$host":"function"}`, "a host value without arguments"},
		{Host{HostBoxed, obj("value", String("x"))}, `{"$host":"boxed","value":"x"}`, "a boxed string"},
		{Host{HostInherited, obj("own", obj("$a", Null{}), "proto", obj("b", Undefined{}))},
			`{"$host":"inherited","own":{"$object":[["$a",null]]},"proto":{"b":{"$undefined":true}}}`, "arguments are encoded values"},
		{Host{HostInherited, obj("proto", Object{}, "own", Object{})}, `{"$host":"inherited","proto":{},"own":{}}`, "the order of arguments is kept"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			got := string(Encode(tt.value))
			if got != tt.want {
				t.Errorf("Encode = %s, want %s", got, tt.want)
			}
			back, err := Decode([]byte(got))
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, back, tt.value)
			if err := Check(tt.value); err != nil {
				t.Errorf("Check: %v", err)
			}
		})
	}
	if got := string(Append([]byte("x"), Null{})); got != "xnull" {
		t.Errorf("Append does not append: %s", got)
	}
}

// What Decode takes though Encode would write it otherwise.
func TestDecodeTakes(t *testing.T) {
	tests := []struct {
		text   string
		want   Value
		reason string
	}{
		{` { "$number" : "1" } `, Number("1"), "white space, and a tag without need"},
		{`{"\u0024undefined":true}`, Undefined{}, "the escape spelling of a tag"},
		{`{"$utf16":[]}`, String(""), "no code units"},
		{`{"$utf16":[55357,56832]}`, String("😀"), "a pair is joined"},
		{`"\ud800"`, String("\xed\xa0\x80"), "an escaped surrogate loses nothing"},
		{`{"$object":[]}`, Object{}, "an object without members"},
		{`{"$object":[["a",1]]}`, obj("a", Number("1")), "an object that could be plain"},
		{`{"value":"x","$host":"boxed"}`, Host{HostBoxed, obj("value", String("x"))}, "the tag after the arguments"},
		{`9007199254740993`, Number("9007199254740993"), "a plain number keeps its text"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			got, err := Decode([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, got, tt.want)
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct {
		text    string
		code    ErrorCode
		pointer string
		reason  string
	}{
		{`{"$nope":1}`, CodeUnknownTag, "/$nope", "no such tag"},
		{`[{"a":{"$":1}}]`, CodeUnknownTag, "/0/a/$", "a dollar sign alone is no tag"},
		{`{"$Undefined":true}`, CodeUnknownTag, "/$Undefined", "tags are case-sensitive"},
		{`{"a":1,"$nope":1}`, CodeUnknownTag, "/$nope", "an unknown tag beside members"},
		{`{"$undefined":true,"$nope":1}`, CodeUnknownTag, "/$nope", "an unknown tag beside a tag"},
		{`{"$undefined":false}`, CodeBadTag, "/$undefined", "undefined is only true"},
		{`{"$undefined":1}`, CodeBadTag, "/$undefined", "one is not true"},
		{`{"$undefined":[]}`, CodeBadTag, "/$undefined", "an array, which Go cannot compare, is not true"},
		{`{"$undefined":true,"a":1}`, CodeBadTag, "", "a tag stands alone"},
		{`{"a":1,"$number":"1"}`, CodeBadTag, "", "a tag stands alone, wherever it is"},
		{`{"$undefined":true,"$undefined":true}`, CodeBadTag, "/$undefined", "a tag twice"},
		{`{"$number":"1","$utf16":[]}`, CodeBadTag, "/$utf16", "two tags"},
		{`{"$number":1}`, CodeBadTag, "/$number", "a number is spelt in a string"},
		{`{"$number":"01"}`, CodeBadTag, "/$number", "not a JSON number"},
		{`{"$number":"nan"}`, CodeBadTag, "/$number", "NaN in the wrong case"},
		{`{"$number":"+Infinity"}`, CodeBadTag, "/$number", "an infinity with a plus sign"},
		{`{"$number":""}`, CodeBadTag, "/$number", "no digits"},
		{`{"$number":{"$utf16":[49]}}`, CodeBadTag, "/$number", "no tag inside a number"},
		{`{"$utf16":"a"}`, CodeBadTag, "/$utf16", "units are an array"},
		{`{"$utf16":[65536]}`, CodeBadTag, "/$utf16/0", "beyond 16 bits"},
		{`{"$utf16":[1,-1]}`, CodeBadTag, "/$utf16/1", "negative"},
		{`{"$utf16":[1.0]}`, CodeBadTag, "/$utf16/0", "not an integer's spelling"},
		{`{"$utf16":["A"]}`, CodeBadTag, "/$utf16/0", "a letter is no unit"},
		{`{"$object":{}}`, CodeBadTag, "/$object", "members are an array"},
		{`{"$object":[["a"]]}`, CodeBadTag, "/$object/0", "a pair of one"},
		{`{"$object":[["a",1,2]]}`, CodeBadTag, "/$object/0", "a pair of three"},
		{`{"$object":["a"]}`, CodeBadTag, "/$object/0", "no pair"},
		{`{"$object":[["a",1],[1,1]]}`, CodeBadTag, "/$object/1/0", "a number as a name"},
		{`{"$object":[[{"$undefined":true},1]]}`, CodeBadTag, "/$object/0/0", "undefined as a name"},
		{`{"$object":[["a",{"$x":1}]]}`, CodeUnknownTag, "/$object/0/1/$x", "a value inside a pair is checked"},
		{`{"a":1,"a":2}`, CodeBadTag, "/a", "a plain object repeats a name"},
		{`{"a":1,"\u0061":2}`, CodeBadTag, "/a", "a name repeated in another spelling"},
		{`{"$too_deep":true}`, CodeTooDeep, "", "what a sender could not encode"},
		{`{"$utf16":null}`, CodeBadTag, "/$utf16", "what is no value"},
		{`{"$host":"nope"}`, CodeBadTag, "/$host", "no such host kind"},
		{`{"$host":1}`, CodeBadTag, "/$host", "a host kind is a string"},
		{`{"$host":"Boxed","value":"x"}`, CodeBadTag, "/$host", "host kinds are case-sensitive"},
		{`{"$host":"boxed"}`, CodeBadTag, "", "a missing argument"},
		{`{"$host":"boxed","value":null}`, CodeBadTag, "/value", "an argument of the wrong kind"},
		{`{"$host":"boxed","value":"x","own":{}}`, CodeBadTag, "/own", "an extra argument"},
		{`{"$host":"boxed","value":"x","value":"x"}`, CodeBadTag, "/value", "an argument twice"},
		{`{"$host":"function","$undefined":true}`, CodeBadTag, "/$undefined", "a host value is no other tag"},
		{`{"$host":"map","entries":[[1,2],[1]]}`, CodeBadTag, "/entries/1", "an entry of one"},
		{`{"$host":"bigint","value":"1.5"}`, CodeBadTag, "/value", "a bigint has digits only"},
		{`{"$host":"bigint","value":"-"}`, CodeBadTag, "/value", "a bigint has digits"},
		{`{"$host":"getter","own":{},"name":"a","values":[]}`, CodeBadTag, "/values", "a getter returns something"},
		{`{"$host":"sparse_array","length":-1,"items":{}}`, CodeBadTag, "/length", "a negative length"},
		{`{"$host":"sparse_array","length":2,"items":{"2":0}}`, CodeBadTag, "/items/2", "an index at the length"},
		{`{"$host":"sparse_array","length":2,"items":{"01":0}}`, CodeBadTag, "/items/01", "an index in another spelling"},
		{`{"$host":"typed_array","values":[1,"2"]}`, CodeBadTag, "/values/1", "an element that is no number"},
		{`{"$host":"inherited","own":{"$x":1},"proto":{}}`, CodeUnknownTag, "/own/$x", "arguments are checked inside"},
		{`{"a":`, CodeSyntax, "/a", "what is no JSON"},
		{`1 2`, CodeTrailingData, "", "two documents"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			v, err := Decode([]byte(tt.text))
			if err == nil {
				t.Fatalf("Decode(%s) = %v, want an error", tt.text, v)
			}
			wantError(t, err, tt.code, tt.pointer)
		})
	}
}

// Depth is that of the value: tags do not count, so every value within the limit can travel.
func TestEncodingDepth(t *testing.T) {
	pairs := func(depth int, inside Value) Value {
		for range depth {
			inside = obj("\xed\xa0\x80", inside)
		}
		return inside
	}
	for _, v := range []Value{nested(MaxDepth), pairs(MaxDepth, String("\xed\xa0\x80")), pairs(MaxDepth, NaN), pairs(MaxDepth-1, Object{})} {
		back, err := Decode(Encode(v))
		if err != nil {
			t.Fatal(err)
		}
		if !Equal(v, back) {
			t.Error("a value as deep as allowed does not survive")
		}
		if err := Check(v); err != nil {
			t.Errorf("Check: %v", err)
		}
	}
	inHost := Value(Object{})
	for range MaxDepth {
		inHost = Host{HostNullPrototype, obj("own", obj("a", inHost))}
	}
	for _, v := range []Value{nested(MaxDepth + 1), pairs(MaxDepth+1, Null{}), inHost, nested(1_000_000)} {
		_, err := Decode(Encode(v))
		if e, ok := err.(*Error); !ok || e.Code != CodeTooDeep {
			t.Errorf("Decode(Encode(too deep)): %v", err)
		}
		if e, ok := Check(v).(*Error); !ok || e.Code != CodeTooDeep {
			t.Errorf("Check(too deep) = %v", e)
		}
	}
	for _, text := range []string{
		strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
		strings.Repeat(`{"a":`, MaxDepth+1) + "1" + strings.Repeat("}", MaxDepth+1),
		strings.Repeat(`{"$object":[["a",`, MaxDepth+1) + "1" + strings.Repeat("]]}", MaxDepth+1),
		strings.Repeat("[", 1_000_000),
		strings.Repeat(`{"$object":[["a",`, 1_000_000),
	} {
		if _, err := Decode([]byte(text)); err == nil || err.(*Error).Code != CodeTooDeep {
			t.Errorf("Decode of a text too deep: %v", err)
		}
	}
}

// What is no value has no encoding that anybody takes for another value.
func TestEncodeNotAValue(t *testing.T) {
	pointerToValue := String("x")
	tests := []struct {
		value  Value
		reason string
	}{
		{Number("abc"), "a number that is none"},
		{String("\xff"), "a string that is no text"},
		{String("\xed\xa0\xbd\xed\xb8\x80"), "a pair in the wrong spelling"},
		{obj("\xff", Null{}), "a name that is no text"},
		{Array{&pointerToValue}, "a pointer to a value"},
		{(*String)(nil), "a nil pointer"},
		{Host{Name: "nope"}, "a host value of no kind"},
		{Host{Name: "\xff"}, "a host kind that is no text"},
		{Host{HostBoxed, Object{}}, "a host value without its argument"},
		{Host{HostFunction, obj("$undefined", Bool(true))}, "an argument that looks like a tag"},
		{Host{HostFunction, obj("\xff", Null{})}, "an argument whose name is no text"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if v, err := Decode(Encode(tt.value)); err == nil {
				t.Errorf("Decode(Encode(...)) = %#v, want an error", v)
			}
			if Check(tt.value) == nil {
				t.Error("Check finds nothing")
			}
			if !ValidUTF8String(string(Encode(tt.value))) {
				t.Error("the encoding is not UTF-8")
			}
			_ = Show(tt.value, 20)
			_, _ = Print(tt.value)
			_ = FirstDifference(tt.value, Null{})
		})
	}
	wantError(t, Check(Array{Null{}, nil}), CodeNotRepresentable, "/1")
	if got := string(Encode(nil)); got != `{"$undefined":true}` {
		t.Errorf("Encode(nil) = %s", got)
	}
}

// Repeated names are found among many as among few.
func TestEncodeManyMembers(t *testing.T) {
	plain, repeated := many(100, 0), many(100, 0).Renamed("m90", "m3")
	if got := string(Encode(plain)); strings.Contains(got, "$object") {
		t.Errorf("an object without duplicates is tagged: %s", got)
	}
	if got := string(Encode(repeated)); !strings.HasPrefix(got, `{"$object":`) {
		t.Errorf("an object with a duplicate is plain: %s", got)
	}
	text, err := Print(repeated)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Decode(text)
	wantError(t, err, CodeBadTag, "/m3")
}
