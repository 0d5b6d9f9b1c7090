package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/actionconform/conform/spec"
)

// maxGroups bounds the groups of one sort; what comes later is counted as [OtherGroup].
const (
	maxGroups  = 1000
	OtherGroup = "(others)"
	NoGroup    = "(none)"
)

// File is one input.
type File struct {
	Name  string
	Lines int64
	// Problem says why it could not be read to its end; "" where it was. Cut says that it was begun, and
	// Lines of it were read.
	Problem string
	Cut     bool
	early   bool // the problem is that the data ends too early
}

// problem is the problem with how far the file was read.
func (f File) problem(say words) string {
	problem := f.Problem
	if f.early {
		problem = say.Early
	}
	if !f.Cut {
		return problem
	}
	return fmt.Sprintf(say.CutShort, f.Lines, problem)
}

// Group is a part of the records.
type Group struct {
	By, Name string
	// Records is how many there are, Faulty how many of them have a violation that counts.
	Records, Faulty int64
}

// Rate is the share of faulty records.
func (g Group) Rate() float64 { return rate(g.Faulty, g.Records) }

// Summary is what came of a check.
type Summary struct {
	Files   []File
	Bytes   int64 // of the lines, decompressed
	Records int64 // lines that are not blank, and not too old
	Faulty  int64 // records with a violation that counts
	Older   int64 // lines left out by their time
	// Formats counts the records of each format.
	Formats map[Format]int64
	// Codes counts the violations of each code and level.
	Codes []Count
	// Groups are the statistics that were asked for, by sort and name.
	Groups []Group
	// Violations are the first of each code, in the order of the trace.
	Violations []Violation
	// Forgotten is how many open calls were dropped because there were too many.
	Forgotten int64
	// Unmatched is how many calls stand in files that record no results.
	Unmatched int64

	groupBy []string
	codes   map[Count]int64
	groups  map[string]map[string]*Group
}

// Count is how often a code was found.
type Count struct {
	Code        string
	Requirement string
	Level       spec.Level
	Number      int64
}

// Rate is the share of faulty records.
func (s *Summary) Rate() float64 { return rate(s.Faulty, s.Records) }

func rate(part, all int64) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// Complete reports whether every input was read to its end.
func (s *Summary) Complete() bool {
	return !slices.ContainsFunc(s.Files, func(f File) bool { return f.Problem != "" })
}

func newSummary(o Options) *Summary {
	return &Summary{Formats: map[Format]int64{}, groupBy: o.GroupBy, codes: map[Count]int64{}, groups: map[string]map[string]*Group{}}
}

// record counts one record, and reports whether it is faulty.
func (s *Summary) record(x examined, l labels) bool {
	s.Records++
	if x.record.format != "" {
		s.Formats[x.record.format]++
	}
	faulty := slices.ContainsFunc(x.faults, func(f fault) bool { return !f.advice })
	if faulty {
		s.Faulty++
	}
	for _, by := range s.groupBy {
		switch by {
		case "model":
			s.group(by, l.model, faulty)
		case "prompt":
			s.group(by, l.prompt, faulty)
		case "code":
			var seen []string
			for _, f := range x.faults {
				if !f.advice && !slices.Contains(seen, f.code) {
					seen = append(seen, f.code)
					s.group(by, f.code, true)
				}
			}
		}
	}
	return faulty
}

func (s *Summary) group(by, name string, faulty bool) {
	groups := s.groups[by]
	if groups == nil {
		groups = map[string]*Group{}
		s.groups[by] = groups
	}
	if name == "" {
		name = NoGroup
	}
	g := groups[name]
	if g == nil {
		if len(groups) >= maxGroups {
			name = OtherGroup
		}
		if g = groups[name]; g == nil {
			g = &Group{By: by, Name: name}
			groups[name] = g
		}
	}
	g.Records++
	if faulty {
		g.Faulty++
	}
}

// violation counts a violation and keeps it with its place, if there are not many of its code.
func (s *Summary) violation(v Violation, keep int) {
	key := Count{Code: v.Code, Requirement: v.Requirement, Level: v.Level}
	s.codes[key]++
	if s.codes[key] <= int64(keep) {
		s.Violations = append(s.Violations, v)
	}
}

// finish sorts what is in maps.
func (s *Summary) finish() {
	for key, n := range s.codes {
		key.Number = n
		s.Codes = append(s.Codes, key)
	}
	slices.SortFunc(s.Codes, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(b.Number, a.Number), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Requirement, b.Requirement))
	})
	for _, by := range s.groupBy {
		var list []Group
		for _, g := range s.groups[by] {
			if by == "code" {
				g.Records = s.Records
			}
			list = append(list, *g)
		}
		slices.SortFunc(list, func(a, b Group) int {
			return cmp.Or(cmp.Compare(b.Faulty, a.Faulty), cmp.Compare(b.Records, a.Records), cmp.Compare(a.Name, b.Name))
		})
		s.Groups = append(s.Groups, list...)
	}
}
