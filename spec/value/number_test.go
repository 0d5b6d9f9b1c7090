package value

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestNumberForms(t *testing.T) {
	for _, n := range []Number{"0", "-0", "10", "1.50", "-1e5", "1E+05", "0.0e-0", "12345678901234567890"} {
		if !n.IsJSON() || !n.Valid() {
			t.Errorf("%q is refused", n)
		}
	}
	for _, n := range []Number{"", "-", "01", "1.", ".1", "+1", "1e", "1e+", "0x1", "1_0", " 1", "1 ", "--1", "1.2.3", "1e5e5", "١", "inf", "nan", "+Infinity"} {
		if n.IsJSON() || n.Valid() {
			t.Errorf("%q is taken", n)
		}
	}
	for _, n := range []Number{NaN, Infinity, NegativeInfinity} {
		if n.IsJSON() || !n.Valid() {
			t.Errorf("%q must be a number, and not a JSON one", n)
		}
	}
}

func TestSurvivesDouble(t *testing.T) {
	tests := []struct {
		literal Number
		want    bool
		reason  string
	}{
		{"0", true, "zero"},
		{"0.000", true, "zero with digits"},
		{"0e400", true, "zero with a big exponent is zero"},
		{"-0", false, "the sign of zero is often lost"},
		{"-0.0e5", false, "every spelling of -0"},
		{"1.0", true, "a trailing zero changes nothing"},
		{"1e0", true, "an exponent changes nothing"},
		{"0.1", true, "the shortest spelling of its double"},
		{"-12.5", true, "a negative number"},
		{"9007199254740991", true, "the greatest safe integer"},
		{"9007199254740992", true, "2^53 is exact"},
		{"9007199254740993", false, "2^53+1 is not"},
		{"-9007199254740993", false, "nor is its negative"},
		{"9007199254740994", true, "2^53+2 is"},
		{"123456789012345678", false, "more digits than a double has"},
		{"1000000000000000000000000", true, "10^24 reads back as 10^24"},
		{"1e22", true, "an exact power of ten"},
		{"1.7976931348623157e308", true, "the greatest double"},
		{"1.7976931348623159e308", false, "beyond the greatest double"},
		{"1e400", false, "overflow"},
		{"-1e400", false, "negative overflow"},
		{"1e-400", false, "underflow to zero"},
		{"5e-324", true, "the least double"},
		{"4.9406564584124654e-324", false, "the least double, with digits it cannot hold"},
		{"0.30000000000000004", true, "17 digits that are the shortest spelling"},
		{"0.1000000000000000055511151231257827", false, "digits of a double beyond its shortest spelling"},
		{"3.141592653589793238", false, "too many digits"},
		{NaN, false, "no JSON number"},
		{Infinity, false, "no JSON number"},
		{"abc", false, "no number"},
		{"", false, "nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.reason+" "+string(tt.literal), func(t *testing.T) {
			if got := tt.literal.SurvivesDouble(); got != tt.want {
				t.Errorf("SurvivesDouble(%s) = %v", tt.literal, got)
			}
		})
	}
}

func TestSameNumber(t *testing.T) {
	zeros := strings.Repeat("0", 1_000_000)
	tests := []struct {
		a, b    Number
		exact   bool
		doubles bool
		reason  string
	}{
		{"1", "1.0", true, true, "trailing zero"},
		{"1", "1e0", true, true, "exponent zero"},
		{"1", "10E-1", true, true, "negative exponent"},
		{"1", "0.1e1", true, true, "positive exponent"},
		{"1", "1e-0", true, true, "the sign of exponent zero"},
		{"1", "2", false, false, "other digits"},
		{"1", "-1", false, false, "other sign"},
		{"1", "10", false, false, "other magnitude"},
		{"100", "1e2", true, true, "zeros for an exponent"},
		{"0", "-0", true, true, "the sign of zero"},
		{"0", "0e5", true, true, "zero has no exponent"},
		{"-0.0", "0e-99999999999999999999", true, true, "not even a huge one"},
		{"9007199254740993", "9007199254740992", false, true, "2^53+1 is no double"},
		{"9007199254740993", "9007199254740993.0", true, true, "a big number in two spellings"},
		{"0.1", "0.1000000000000000055511151231257827", false, true, "digits beyond a double"},
		{"1e400", "10e399", true, true, "beyond doubles"},
		{"1e400", "1e401", false, true, "two overflows are one infinity"},
		{"1e400", "Infinity", false, true, "an overflow is an infinity for doubles only"},
		{"1e-400", "0", false, true, "an underflow is zero for doubles only"},
		{"1e999999999", "10e999999998", true, true, "a huge exponent"},
		{"1e999999999", "1e999999998", false, true, "a huge exponent and its neighbour"},
		{"1e999999999999999999", "0.1e1000000000000000000", true, true, "across 10^18, where exponents become text"},
		{"10e999999999999999999", "1e1000000000000000000", true, true, "across 10^18, the other way"},
		{"1e9999999999999999999", "1e9999999999999999998", false, true, "19 digits can be too many for 64 bits"},
		{"1e99999999999999999999999", "100e99999999999999999999997", true, true, "an exponent beyond 64 bits"},
		{"1e99999999999999999999999", "1e99999999999999999999998", false, true, "and its neighbour"},
		{"1e-99999999999999999999999", "0.01e-99999999999999999999997", true, true, "a negative exponent beyond 64 bits"},
		{"1e-99999999999999999999999", "1e99999999999999999999999", false, false, "the sign of a huge exponent"},
		{"1e0000000000000000000000005", "1e5", true, true, "leading zeros of an exponent"},
		{"1e-1000000000000000000", "0.1e-999999999999999999", true, true, "across -10^18"},
		{"NaN", "NaN", true, true, "NaN is itself here"},
		{"NaN", "0", false, false, "NaN is nothing else"},
		{"Infinity", "-Infinity", false, false, "the sign of an infinity"},
		{"abc", "abd", false, false, "what is no number equals only itself"},
		{"abc", "abc", true, true, "what is no number equals itself"},
		{Number("1" + zeros), "1e1000000", true, true, "a million zeros"},
		{Number("0." + zeros + "1e1000001"), "1", true, true, "a long mantissa undone by its exponent"},
		{Number("1e" + zeros + "1"), "10", true, true, "a million zeros in an exponent"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			start := time.Now()
			for _, pair := range [][2]Number{{tt.a, tt.b}, {tt.b, tt.a}} {
				if got := Equal(pair[0], pair[1]); got != tt.exact {
					t.Errorf("Equal = %v, want %v", got, tt.exact)
				}
				if got := (Comparison{Doubles: true}).Equal(pair[0], pair[1]); got != tt.doubles {
					t.Errorf("Equal as doubles = %v, want %v", got, tt.doubles)
				}
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v: the time must be that of the length of the literals", took)
			}
		})
	}
}

func TestNumberOf(t *testing.T) {
	tests := []struct {
		f    float64
		want Number
	}{
		{0, "0"}, {math.Copysign(0, -1), "-0"}, {1, "1"}, {0.1, "0.1"}, {1e20, "100000000000000000000"},
		{1e21, "1e+21"}, {1e-7, "1e-07"}, {math.NaN(), NaN}, {math.Inf(1), Infinity}, {math.Inf(-1), NegativeInfinity},
	}
	for _, tt := range tests {
		if got := NumberOf(tt.f); got != tt.want || !got.Valid() {
			t.Errorf("NumberOf(%v) = %q, want %q", tt.f, got, tt.want)
		}
	}
}

func TestIsInteger(t *testing.T) {
	for _, n := range []Number{"0", "-0.0", "1", "1.0", "1e2", "1.5e1", "100e-2", "1e400", "1e99999999999999999999"} {
		if !n.IsInteger() {
			t.Errorf("%s is an integer", n)
		}
	}
	for _, n := range []Number{"1.5", "1e-1", "10e-2", "1e-99999999999999999999", NaN, Infinity, "x"} {
		if n.IsInteger() {
			t.Errorf("%s is no integer", n)
		}
	}
}
