package value

import (
	"math"
	"strconv"
	"strings"
)

// The numbers that are no JSON numbers.
const (
	NaN              Number = "NaN"
	Infinity         Number = "Infinity"
	NegativeInfinity Number = "-Infinity"
)

// NumberOf returns the number a double is, in its shortest spelling; -0 stays "-0".
func NumberOf(f float64) Number {
	switch {
	case math.IsNaN(f):
		return NaN
	case math.IsInf(f, 1):
		return Infinity
	case math.IsInf(f, -1):
		return NegativeInfinity
	}
	return Number(shortest(f))
}

// Valid reports whether n is a number at all: a JSON number, NaN or an infinity.
func (n Number) Valid() bool {
	return n.IsJSON() || n == NaN || n == Infinity || n == NegativeInfinity
}

// IsJSON reports whether n is spelt as RFC 8259 section 6 wants a number.
func (n Number) IsJSON() bool {
	s := strings.TrimPrefix(string(n), "-")
	digits := leadingDigits(s)
	if digits == 0 || digits > 1 && s[0] == '0' {
		return false
	}
	s = s[digits:]
	if s != "" && s[0] == '.' {
		digits = leadingDigits(s[1:])
		if digits == 0 {
			return false
		}
		s = s[1+digits:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		digits = leadingDigits(s)
		return digits > 0 && digits == len(s)
	}
	return s == ""
}

func leadingDigits(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}

// Float64 returns the double nearest to n, as a JavaScript target would hold it: an infinity if n is
// too big for a double. It reports false if n is no number.
func (n Number) Float64() (float64, bool) {
	switch n {
	case NaN:
		return math.NaN(), true
	case Infinity:
		return math.Inf(1), true
	case NegativeInfinity:
		return math.Inf(-1), true
	}
	if !n.IsJSON() {
		return 0, false
	}
	text := string(n)
	if strings.ContainsAny(text, "eE") {
		// strconv stops reading a long exponent, which is wrong if a mantissa as long makes up for it.
		text = parseDecimal(text).scientific()
	}
	f, _ := strconv.ParseFloat(text, 64) // the only error left is the range, and f is right then
	return f, true
}

// SurvivesDouble reports whether a reader that holds numbers as doubles keeps n: whether the shortest
// spelling of the double nearest to n is mathematically n. 0.1 survives, 9007199254740993 and 1e400 do
// not. Neither does -0, since most writers drop its sign; nor do NaN and the infinities, which JSON
// does not have.
func (n Number) SurvivesDouble() bool {
	if !n.IsJSON() {
		return false
	}
	if n[0] == '-' && strings.Trim(mantissa(string(n[1:])), "0.") == "" {
		return false
	}
	// Any 15 digits survive a double of ordinary size.
	if len(n) <= 15 && !strings.ContainsAny(string(n), "eE") {
		return true
	}
	f, ok := n.Float64()
	if !ok || math.IsInf(f, 0) {
		return false
	}
	text := shortest(f)
	return text == string(n) || parseDecimal(text) == parseDecimal(string(n))
}

// shortest is the shortest text that reads back as f, spelt as JSON and as JavaScript would spell it.
func shortest(f float64) string {
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// sameNumber reports whether a and b are the same number, exactly.
func sameNumber(a, b Number) bool {
	if a == b {
		return true
	}
	if isShortInteger(a) && isShortInteger(b) {
		return false // an integer has one spelling, but for "-0"
	}
	return a.IsJSON() && b.IsJSON() && parseDecimal(string(a)) == parseDecimal(string(b))
}

// sameDouble reports whether a and b are the same number for a reader that holds doubles.
func sameDouble(a, b Number) bool {
	if a == b {
		return true
	}
	x, okX := a.Float64()
	y, okY := b.Float64()
	return okX && okY && (x == y || math.IsNaN(x) && math.IsNaN(y))
}

// isShortInteger reports whether n is a JSON integer without exponent and other than zero.
func isShortInteger(n Number) bool {
	s := strings.TrimPrefix(string(n), "-")
	return s != "" && len(s) < 64 && s[0] != '0' && leadingDigits(s) == len(s)
}

// decimal is the mathematical value of a JSON number, normalised: two numbers are equal exactly if
// their decimals are. It is digits × 10^exponent, and digits neither begins nor ends with a zero.
//
// No number is ever expanded: "1e999999999" stays one digit and an exponent, and an exponent too long
// for an int64 stays text. Time and memory are bounded by the length of the literals.
type decimal struct {
	negative bool
	digits   string // empty for zero, whose other fields are zero too
	exponent int64  // used if huge is empty
	huge     string // an exponent of magnitude 10^18 or more, in decimal
}

// smallExponent is how many digits of an exponent are safe to add to a length in an int64.
const smallExponent = 18

// parseDecimal reads a literal for which [Number.IsJSON] holds.
func parseDecimal(literal string) decimal {
	var d decimal
	if strings.HasPrefix(literal, "-") {
		d.negative = true
		literal = literal[1:]
	}
	digits := mantissa(literal)
	exponent := strings.TrimLeft(literal[len(digits):], "eE+")
	shift := int64(0)
	if whole, fraction, found := strings.Cut(digits, "."); found {
		shift = -int64(len(fraction))
		if whole == "0" {
			digits = fraction
		} else {
			digits = whole + fraction
		}
	}
	digits = strings.TrimLeft(digits, "0")
	d.digits = strings.TrimRight(digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	shift += int64(len(digits) - len(d.digits))
	d.exponent, d.huge = addExponent(exponent, shift)
	return d
}

// mantissa is the part of an unsigned literal before its exponent.
func mantissa(literal string) string {
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		return literal[:i]
	}
	return literal
}

// addExponent adds shift, which is of the magnitude of a length, to an exponent in decimal text. The
// sum is a number if it is below 10^18 in magnitude, and otherwise text: each sum has one form.
func addExponent(text string, shift int64) (small int64, huge string) {
	negative := strings.HasPrefix(text, "-")
	magnitude := strings.TrimLeft(strings.TrimPrefix(text, "-"), "0")
	if negative {
		shift = -shift // now everything is seen from the side of the magnitude
	}
	var sum string
	if len(magnitude) <= smallExponent {
		n, _ := strconv.ParseInt("0"+magnitude, 10, 64)
		n += shift
		if n < 0 {
			negative, n = !negative, -n
		}
		sum = strconv.FormatInt(n, 10)
	} else {
		sum = addToDigits(magnitude, shift)
	}
	sign := ""
	if negative {
		sign = "-"
	}
	if len(sum) <= smallExponent {
		n, _ := strconv.ParseInt(sign+sum, 10, 64)
		return n, ""
	}
	return 0, sign + sum
}

// addToDigits adds n to a decimal number greater than the magnitude of n.
func addToDigits(digits string, n int64) string {
	out := []byte(digits)
	carry := n
	for i := len(out) - 1; i >= 0 && carry != 0; i-- {
		carry += int64(out[i] - '0')
		digit := carry % 10
		carry /= 10
		if digit < 0 {
			digit += 10
			carry--
		}
		out[i] = '0' + byte(digit)
	}
	if carry > 0 {
		return strconv.FormatInt(carry, 10) + string(out)
	}
	return strings.TrimLeft(string(out), "0")
}

// scientific spells d with one digit before the point, so that the exponent is the magnitude.
func (d decimal) scientific() string {
	if d.digits == "" {
		return "0"
	}
	var b strings.Builder
	if d.negative {
		b.WriteByte('-')
	}
	b.WriteString(d.digits[:1])
	b.WriteByte('.')
	b.WriteString(d.digits[1:])
	b.WriteString("e")
	if d.huge != "" {
		b.WriteString(d.huge)
	} else {
		b.WriteString(strconv.FormatInt(d.exponent+int64(len(d.digits)-1), 10))
	}
	return b.String()
}
