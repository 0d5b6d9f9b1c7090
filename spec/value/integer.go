package value

import "strings"

// IsInteger reports whether n is mathematically an integer: 1, 1.0 and 1e2 are, 1.5 and NaN are not.
func (n Number) IsInteger() bool {
	if !n.IsJSON() {
		return false
	}
	d := parseDecimal(string(n))
	if d.huge != "" {
		return !strings.HasPrefix(d.huge, "-")
	}
	return d.digits == "" || d.exponent >= 0
}
