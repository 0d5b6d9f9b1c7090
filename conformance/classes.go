package conformance

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// withCodes is the class of a parser that also gives the stable codes and fields.
const withCodes = "parser+codes"

// contracts is the class of tools.
const contracts = "contract"

// steps is the class of the requirements of a step. There is one for each protocol steps are run with,
// because a runner may well have only one of them.
const steps = "step"

// ClassNames lists the classes of a table, sorted.
func ClassNames(t *spec.Table) []string {
	var names []string
	add := func(n string) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	for _, req := range t.Requirements {
		for _, n := range ClassesOf(t, req.Class) {
			add(n)
		}
	}
	slices.Sort(names)
	return names
}

// ClassesOf lists the classes the requirements of one class of the table count for.
func ClassesOf(t *spec.Table, class string) []string {
	switch {
	case class == "parser":
		return []string{class, withCodes}
	case class == steps && t.Steps != nil:
		var out []string
		for _, p := range t.Steps.Protocols {
			out = append(out, steps+"-"+p.Capability)
		}
		return out
	}
	return []string{class}
}

// stepProtocol is the protocol of a class of steps, "" for any other class.
func stepProtocol(t *spec.Table, class string) string {
	if t.Steps == nil {
		return ""
	}
	for _, p := range t.Steps.Protocols {
		if class == steps+"-"+p.Capability {
			return p.ID
		}
	}
	return ""
}

// classes says where the target stands with each class of the table. suite are all cases, so that a
// filtered run never claims a class it only ran a part of.
func (r *Report) classes(t *spec.Table, caps wire.Capabilities, suite []*derive.Case) []Class {
	names := ClassNames(t)
	musts := map[string]string{} // the class of each MUST
	for i := range t.Requirements {
		if q := &t.Requirements[i]; q.Level == spec.Must {
			musts[q.ID] = q.Class
		}
	}
	var applicable []*derive.Case
	for _, k := range suite {
		if _, lacking := lacks(k, caps); !lacking {
			applicable = append(applicable, k)
		}
	}
	out := make([]Class, 0, len(names))
	for _, n := range names {
		out = append(out, r.class(t, n, musts, caps, applicable))
	}
	return out
}

func (r *Report) class(t *spec.Table, name string, musts map[string]string, caps wire.Capabilities, suite []*derive.Case) Class {
	c := Class{Name: name, State: ClassMet}
	base := strings.TrimSuffix(name, "+codes")
	protocol := stepProtocol(t, name)
	if protocol != "" {
		base = steps
	}
	belongs := func(k *derive.Case) bool {
		return (protocol == "" || k.Protocol == protocol) && musts[k.Requirement] == base
	}
	applicable := 0
	for _, k := range suite {
		if belongs(k) {
			applicable++
		}
	}
	for i := range r.Results {
		res := &r.Results[i]
		if res.Status == NotApplicable || !belongs(res.Case) {
			continue
		}
		c.Total++
		if res.Case.Protocol != "" && !slices.Contains(c.Protocols, res.Case.Protocol) {
			c.Protocols = append(c.Protocols, res.Case.Protocol)
		}
		// The codes of a parser are a class of their own; those of a contract and of a step are part of it.
		if res.counts(name == withCodes || name == contracts || protocol != "") {
			c.Passed++
		}
	}
	slices.Sort(c.Protocols)
	codes := caps.Errors == wire.ErrorsCodes || caps.Errors == wire.ErrorsFields
	switch {
	case c.Total == 0 || name == withCodes && !codes:
		c.State, c.Passed, c.Total, c.Protocols = ClassNotClaimed, 0, 0, nil
	case c.Passed < c.Total:
		c.State = ClassFailed
	case c.Total < applicable:
		c.State = ClassPartial
	}
	return c
}

// counts reports whether a result counts for a class: codes and fields matter only to the class that is
// about them, and a known failure is still a failure.
func (r *Result) counts(codes bool) bool {
	if r.Status == Pass || r.Status == XPass {
		return true
	}
	if r.Status != Fail && r.Status != XFail || len(r.Findings) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.Findings, func(f judge.Finding) bool {
		return f.Level == spec.Must && (codes || !f.Aspect.Reason())
	})
}
