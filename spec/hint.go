package spec

import (
	"fmt"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// quoteLength is how many characters of a name a message shows.
const quoteLength = 60

// quote returns a name between backquotes, cut where it is long and escaped where it does not show.
func quote(name string) string { return "`" + value.ShowText(name, quoteLength) + "`" }

// quoteAll returns names as "`a`, `b` or `c`".
func quoteAll[S ~string](names []S) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(quote(string(name)))
	}
	return b.String()
}

// suggest returns a hint for a name that is not one of the legal ones: the nearest of them where one is
// near, and otherwise all of them where they are few.
func suggest[S ~string](name string, legal []S) string {
	if near := nearest(name, legal); near != "" {
		return fmt.Sprintf("did you mean %s?", quote(near))
	}
	const few = 12
	if len(legal) == 0 || len(legal) > few {
		return ""
	}
	return "expected " + quoteAll(legal)
}

// nearest returns the legal name that is at most a third of its letters away from name, or "".
func nearest[S ~string](name string, legal []S) string {
	best, bestDistance := "", -1
	for _, candidate := range legal {
		c := string(candidate)
		limit := max(1, min(3, len(c)/3))
		d := distance(fold(name), fold(c), limit)
		if d <= limit && (bestDistance < 0 || d < bestDistance) {
			best, bestDistance = c, d
		}
	}
	return best
}

// fold removes what people confuse most often: case, and the sign between two words.
func fold(name string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
}

// distance returns in how many places two names differ, counting a letter left out, added, replaced or
// swapped with its neighbour as one; or a number beyond limit.
func distance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) > limit {
		return limit + 1
	}
	before := make([]int, len(b)+1) // the row above the last
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
