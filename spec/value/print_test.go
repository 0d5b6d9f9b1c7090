package value

import "testing"

func TestPrint(t *testing.T) {
	tests := []struct {
		value  Value
		want   string
		reason string
	}{
		{Null{}, `null`, "null"},
		{Array{Bool(true), Bool(false)}, `[true,false]`, "compact"},
		{obj("b", Number("1.0"), "a", Number("-0"), "b", Number("1e400")), `{"b":1.0,"a":-0,"b":1e400}`, "order, duplicates and the text of numbers are kept"},
		{obj("$undefined", Bool(true)), `{"$undefined":true}`, "plain JSON has no tags"},
		{String("\"\\/\b\f\n\r\t\x00\x1f\x7f"), `"\"\\/\b\f\n\r\t\u0000\u001f` + "\x7f\"", "escapes are few and short"},
		{String("é😀\u2028\u2029\ufeff"), "\"é😀\u2028\u2029\ufeff\"", "other characters are raw"},
		{String("a\xed\xa0\x80\xed\xbf\xbf"), "", "a pair of surrogates in the wrong spelling has no text"},
		{String("\xed\xbf\xbf\xed\xa0\x80b"), `"\udfff\ud800b"`, "lone surrogates are escaped"},
		{obj("\xed\xa0\x80", Null{}), `{"\ud800":null}`, "in names as well"},
		{String("<&>"), `"<&>"`, "nothing is escaped for HTML"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			got, err := Print(tt.value)
			if tt.want == "" {
				wantError(t, err, CodeInvalidUTF8, "")
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("Print = %s, want %s", got, tt.want)
			}
			back, err := Parse(got)
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, back, tt.value)
		})
	}
}

func TestPrintRefuses(t *testing.T) {
	tests := []struct {
		value   Value
		code    ErrorCode
		pointer string
		reason  string
	}{
		{Undefined{}, CodeNotRepresentable, "", "undefined"},
		{nil, CodeNotRepresentable, "", "no value"},
		{obj("a", Null{}, "b", Undefined{}), CodeNotRepresentable, "/b", "a member is not left out"},
		{Array{Undefined{}}, CodeNotRepresentable, "/0", "an element does not become null"},
		{obj("a", Array{NaN}), CodeNotRepresentable, "/a/0", "NaN does not become null"},
		{Infinity, CodeNotRepresentable, "", "infinity"},
		{Number("01"), CodeNotRepresentable, "", "a number that is none"},
		{Array{Host{HostBoxed, obj("value", String("x"))}}, CodeNotRepresentable, "/0", "a host value"},
		{obj("a", obj("\xff", Null{})), CodeInvalidUTF8, "/a/\xff", "a name that is no text"},
		{Array{String("\xff")}, CodeInvalidUTF8, "/0", "a string that is no text"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			got, err := Print(tt.value)
			if got != nil {
				t.Errorf("text comes with the error: %s", got)
			}
			wantError(t, err, tt.code, tt.pointer)
		})
	}
	for _, v := range []Value{nested(MaxDepth + 1), nested(1_000_000)} {
		if _, err := Print(v); err == nil || err.(*Error).Code != CodeTooDeep {
			t.Errorf("Print(too deep): %v", err)
		}
	}
	if _, err := Print(nested(MaxDepth)); err != nil {
		t.Error(err)
	}
}
