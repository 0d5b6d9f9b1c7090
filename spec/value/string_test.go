package value

import (
	"slices"
	"testing"
)

func TestUTF16(t *testing.T) {
	tests := []struct {
		text   string
		units  []uint16
		reason string
	}{
		{"", []uint16{}, "nothing"},
		{"aé€", []uint16{0x61, 0xE9, 0x20AC}, "one unit a character of the BMP"},
		{"😀", []uint16{0xD83D, 0xDE00}, "a pair beyond the BMP"},
		{"\xed\xa0\x80", []uint16{0xD800}, "the first surrogate"},
		{"\xed\xbf\xbf", []uint16{0xDFFF}, "the last surrogate"},
		{"\xed\xb8\x80\xed\xa0\xbd", []uint16{0xDE00, 0xD83D}, "a pair in the wrong order stays as it is"},
		{"\xed\xa0\xbd😀", []uint16{0xD83D, 0xD83D, 0xDE00}, "the second high surrogate takes the low one"},
		{"\xed\x9f\xbf\xee\x80\x80", []uint16{0xD7FF, 0xE000}, "the neighbours of the surrogates"},
		{"\x00\ufffd", []uint16{0, 0xFFFD}, "NUL and U+FFFD are characters"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := UTF16(tt.text); !slices.Equal(got, tt.units) {
				t.Errorf("UTF16(%q) = %x, want %x", tt.text, got, tt.units)
			}
			if got := FromUTF16(tt.units); got != tt.text {
				t.Errorf("FromUTF16(%x) = %q, want %q", tt.units, got, tt.text)
			}
		})
	}
	if got := UTF16("a\xffb"); !slices.Equal(got, []uint16{'a', 0xFFFD, 'b'}) {
		t.Errorf("a bad byte gives %x, want U+FFFD", got)
	}
}

func TestValidString(t *testing.T) {
	tests := []struct {
		text     string
		utf8     bool
		extended bool
		reason   string
	}{
		{"aé😀\x00", true, true, "UTF-8 is both"},
		{"\xed\xa0\x80", false, true, "a lone surrogate is generalised UTF-8 only"},
		{"\xed\xb0\x80\xed\xa0\x80", false, true, "low before high is two lone ones"},
		{"\xed\xa0\xbd\xed\xb8\x80", false, false, "a pair spelt as two surrogates is a second spelling"},
		{"\xff", false, false, "no such byte"},
		{"\xc0\x80", false, false, "overlong"},
		{"\xed\xa0", false, false, "half a surrogate"},
		{"\xed\xa0\x80\xff", false, false, "a bad byte after a surrogate"},
		{"\xf4\x90\x80\x80", false, false, "beyond Unicode"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			if got := ValidUTF8String(tt.text); got != tt.utf8 {
				t.Errorf("ValidUTF8String = %v", got)
			}
			if got := ValidString(tt.text); got != tt.extended {
				t.Errorf("ValidString = %v", got)
			}
		})
	}
}
