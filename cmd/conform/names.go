package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagNames lists the flags of a command.
func flagNames(c *cobra.Command) []string {
	var out []string
	c.Flags().VisitAll(func(f *pflag.Flag) { out = append(out, f.Name) })
	return out
}

// orList is "a, b or c".
func orList(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
}

// didYouMean ends a sentence about a name that is none: with the nearest names, or, where there are none
// and all is set, with all of them.
func didYouMean(name string, legal []string, all bool) string {
	if near := nearest(name, legal, 3); len(near) > 0 {
		return "; did you mean " + orList(near) + "?"
	}
	if all && len(legal) > 0 && len(legal) <= 12 {
		return "; there is " + strings.Join(legal, ", ")
	}
	return ""
}

// nearest returns at most max of the legal names that are much like name, the nearest first.
func nearest(name string, legal []string, max int) []string {
	type candidate struct {
		name string
		d    int
	}
	var near []candidate
	for _, l := range legal {
		d := distance(strings.ToLower(name), strings.ToLower(l))
		if d <= len(name)/3+1 || len(name) > 2 && strings.Contains(strings.ToLower(l), strings.ToLower(name)) {
			near = append(near, candidate{l, d})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.d, b.d) })
	var out []string
	for _, c := range near[:min(max, len(near))] {
		if c.d > 2*near[0].d+1 {
			break // far behind the best
		}
		out = append(out, c.name)
	}
	return out
}

// distance is how many bytes must be inserted, removed or replaced to make one name of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
