package value

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestShow(t *testing.T) {
	long := strings.Repeat("x", 65536)
	tests := []struct {
		value  Value
		max    int
		want   string
		reason string
	}{
		{Undefined{}, 80, `undefined`, "undefined is a word"},
		{nil, 80, `undefined`, "so is no value"},
		{NaN, 80, `NaN`, "NaN is a word"},
		{obj("a", Array{Null{}, Bool(true), Number("1.0")}), 80, `{"a":[null,true,1.0]}`, "JSON"},
		{obj("a", Null{}, "a", Null{}), 80, `{"a":null,"a":null}`, "duplicates"},
		{Host{HostBoxed, obj("value", String("x"))}, 80, `<boxed "x">`, "a host value with one argument"},
		{Host{HostFunction, nil}, 80, `<function>`, "a host value with none"},
		{Host{HostCyclic, obj("own", Object{}, "name", String("a"))}, 80, `<cyclic own={} name="a">`, "a host value with two"},
		{String("é😀"), 80, `"é😀"`, "characters that show"},
		{String("a\u202eb"), 80, `"a\u202eb"`, "a bidirectional override"},
		{String("\u200b\u00a0\ufeff\u00ad"), 80, `"\u200b\u00a0\ufeff\u00ad"`, "invisible characters and blanks"},
		{String("\u3164\ufe0f\u034f\u2800"), 80, `"\u3164\ufe0f\u034f\u2800"`, "invisible ones that count as printable"},
		{String("\U000e0041"), 80, `"\udb40\udc41"`, "an invisible character beyond the BMP"},
		{String("\n\t\r\x00\x1b\x7f\u2028\"\\"), 80, `"\n\t\r\u0000\u001b\u007f\u2028\"\\"`, "control characters"},
		{String("\xed\xa0\x80\xff"), 80, `"\ud800\xff"`, "a lone surrogate and a bad byte"},
		{obj("\u202e", Null{}), 80, `{"\u202e":null}`, "names are escaped as well"},
		{String(long), 5, `"xxxxx"… (65,536 characters)`, "a long string"},
		{String("xxxxx"), 5, `"xxxxx"`, "a string of just the length"},
		{String("éééééé"), 5, `"ééééé"… (6 characters)`, "characters are counted, not bytes"},
		{obj("type", String("m"), "content", String(long), "z", Null{}), 110,
			`{"type":"m","content":"` + strings.Repeat("x", 55) + `"… (65,536 characters),"z":null}`, "a long string leaves its surroundings"},
		{Array{Number("1"), Number("2"), Number("3")}, 4, `[1,2… (7 characters)`, "a long array"},
		{Array{String(long)}, 4, `["xx… (65,540 characters)`, "a long string where there is no room for a note"},
		{Array{Number(strings.Repeat("1", 1234))}, 60, `[` + strings.Repeat("1", 30) + `… (1,234 characters)]`, "a long number"},
		{String("\xed\xa0\x80\xffaé"), 9, `"\ud800"… (4 characters)`, "a lone surrogate and a bad byte count as one"},
		{String("ab"), 0, `"a"… (2 characters)`, "a length below one counts as one"},
		{String("a\u202e"), 3, `"a"… (2 characters)`, "an escape is not cut in the middle"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := Show(tt.value, tt.max); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestShowText(t *testing.T) {
	if got := ShowText("a\nb", 80); got != `a\nb` {
		t.Errorf("ShowText = %s", got)
	}
	if got := ShowText(strings.Repeat("é", 1500), 2); got != `éé… (1,500 characters)` {
		t.Errorf("ShowText = %s", got)
	}
}

// What shows stays about as short as asked, and is cheap, however big the value is.
func TestShowIsBounded(t *testing.T) {
	big := make(Array, 200_000)
	for i := range big {
		big[i] = String("some text that is repeated very often, with \u202e in it")
	}
	start := time.Now()
	for _, v := range []Value{big, obj("a", big), nested(1_000_000), String(strings.Repeat("\u202e", 1_000_000))} {
		if got := utf8.RuneCountInString(Show(v, 100)); got > 150 {
			t.Errorf("%d characters show", got)
		}
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}
