package conformance

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
)

// UsageError says that the options select nothing or contradict each other. It is a fault of the
// caller, not of the target.
type UsageError struct{ Problem string }

// Error implements error.
func (e *UsageError) Error() string { return e.Problem }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// Select returns the cases a selection names, in the order given. Every filter that matches no case at
// all is an error, because a typo must never turn a run green.
func Select(suite []*derive.Case, s Selection) ([]*derive.Case, error) {
	if err := s.check(suite); err != nil {
		return nil, err
	}
	var out []*derive.Case
	for _, c := range suite {
		if s.selects(c) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, usage("the filters together select no case; each matches something, but nothing matches all of them")
	}
	if s.Shard.Of > 0 {
		out = slices.DeleteFunc(out, func(c *derive.Case) bool { return !s.Shard.has(c.ID) })
		if len(out) == 0 {
			return nil, usage("shard %d/%d holds none of the selected cases; use fewer shards", s.Shard.Index, s.Shard.Of)
		}
	}
	return out, nil
}

func (s Selection) selects(c *derive.Case) bool {
	return (len(s.Protocols) == 0 || slices.Contains(s.Protocols, c.Protocol)) &&
		(len(s.Operations) == 0 || slices.Contains(s.Operations, string(c.Operation))) &&
		(len(s.Requirements) == 0 || slices.Contains(s.Requirements, c.Requirement)) &&
		(len(s.Cases) == 0 || slices.ContainsFunc(s.Cases, func(g string) bool { return Glob(g, c.ID) })) &&
		!slices.ContainsFunc(s.Skip, func(g string) bool { return Glob(g, c.ID) })
}

func (s Selection) check(suite []*derive.Case) error {
	if s.Shard != (Shard{}) && (s.Shard.Of < 1 || s.Shard.Index < 1 || s.Shard.Index > s.Shard.Of) {
		return usage("shard %d/%d: want I/N with 1 <= I <= N", s.Shard.Index, s.Shard.Of)
	}
	for _, f := range []struct {
		what   string
		values []string
		of     func(*derive.Case) string
		glob   bool
	}{
		{"protocol", s.Protocols, func(c *derive.Case) string { return c.Protocol }, false},
		{"operation", s.Operations, func(c *derive.Case) string { return string(c.Operation) }, false},
		{"requirement", s.Requirements, func(c *derive.Case) string { return c.Requirement }, false},
		{"case", s.Cases, func(c *derive.Case) string { return c.ID }, true},
		{"skip", s.Skip, func(c *derive.Case) string { return c.ID }, true},
	} {
		for _, v := range f.values {
			matches := func(c *derive.Case) bool { return f.of(c) == v || f.glob && Glob(v, f.of(c)) }
			if !slices.ContainsFunc(suite, matches) {
				return usage("%s %q matches nothing%s", f.what, v, suggestion(suite, f.of, v))
			}
		}
	}
	return nil
}

// suggestion names up to three values that look like the one that matched nothing.
func suggestion(suite []*derive.Case, of func(*derive.Case) string, v string) string {
	stem := strings.Trim(strings.ToLower(v), "*")
	var near []string
	for _, c := range suite {
		name := of(c)
		if slices.Contains(near, name) {
			continue
		}
		if stem != "" && (strings.Contains(strings.ToLower(name), stem) || strings.Contains(stem, strings.ToLower(name))) {
			near = append(near, name)
		}
		if len(near) == 3 {
			break
		}
	}
	if len(near) == 0 {
		return "; conform list shows what there is"
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// has reports whether a case belongs to the shard, by a hash of its id and nothing else.
func (s Shard) has(id string) bool {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()%uint64(s.Of) == uint64(s.Index-1)
}

// Glob reports whether a pattern matches a whole case id: * stands for any characters, slashes
// included, ? for one character; everything else is literal.
func Glob(pattern, id string) bool {
	p, i, star, mark := 0, 0, -1, 0
	for i < len(id) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == id[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
