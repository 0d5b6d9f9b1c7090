package preview

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSignsAreFoundWhereTheyStand holds the one pass against a search for each sign.
func TestSignsAreFoundWhereTheyStand(t *testing.T) {
	if len(allSigns.known) > 64 {
		t.Fatalf("%d signs do not fit into a set", len(allSigns.known))
	}
	parts := append([]string{"a", " ", "_", "\x7f", "É", "-----", "BEGIN", "x=", "1", "K"}, allSigns.known...)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(t, "parts"), "")
		if rapid.Bool().Draw(t, "upper") {
			text = strings.ToUpper(text)
		}
		got := allSigns.in(text)
		small := strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				return r + 'a' - 'A'
			}
			return r
		}, text)
		for n, sign := range allSigns.known {
			if want := strings.Contains(small, sign); want != (got&(1<<n) != 0) {
				t.Fatalf("%q in %q: %v", sign, text, !want)
			}
		}
	})
}
