package report

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// view is a report made ready to be written: without secrets, and with what formats ask of the table.
type view struct {
	*conformance.Report
	Options
	oracle *oracle.Oracle // nil without a table
	// declares says that the target has policies; without any, the judgements of the cases hold.
	declares bool
}

func newView(r *conformance.Report, o Options) *view {
	o.Command = commandWords(o.Command)
	v := &view{Report: masked(r), Options: o}
	v.declares = !reflect.DeepEqual(r.Target.Hello.Capabilities.Policies, wire.Policies{})
	if o.Table != nil {
		v.oracle = oracle.New(o.Table)
	}
	return v
}

// judgement returns what was legal for a request of a case under the policies the target declared.
func (v *view) judgement(c *derive.Case, request int) (oracle.Judgement, bool) {
	if request < len(c.Requests) && v.oracle != nil && v.declares {
		if j, err := v.oracle.Judge(c.Requests[request], v.Target.Hello.Capabilities.Policies); err == nil {
			return j, true
		}
	}
	return c.Judgement(request), request < len(c.Requests) && c.Scenario == nil
}

// findings returns the findings of a result, each with its place where it can be told.
func (v *view) findings(r *conformance.Result) []judge.Finding {
	out := slices.Clone(r.Findings)
	for i, f := range out {
		if j, ok := v.judgement(r.Case, f.Request); ok {
			out[i] = located(f, r.Case, j, v.alike(r.Case))
		}
	}
	return out
}

// alike reports whether the actions of a case's protocol have the shape of its input: those of a tagged
// object do, those of a whole response do not.
func (v *view) alike(c *derive.Case) bool {
	if v.Table == nil {
		return false
	}
	p, ok := v.Table.Protocol(c.Protocol)
	return ok && p.Tagged != nil && (p.Response == nil || c.Operation == wire.OpDecode)
}

// rule is the requirement a result is about: the one its gravest finding names; where that names none,
// that of its case, or the one that asks for the narrower choice where only that was missed.
func (v *view) rule(r *conformance.Result) string {
	if len(r.Findings) > 0 && r.Findings[0].Requirement != "" {
		return r.Findings[0].Requirement
	}
	if len(r.Findings) > 0 && r.Findings[0].Level == spec.Should && r.Case.Level == spec.Must {
		if j, ok := v.judgement(r.Case, r.Findings[0].Request); ok && j.PreferredRule != "" {
			return j.PreferredRule
		}
	}
	return r.Case.Requirement
}

// requirement returns a requirement, or one that has nothing but its id where the table lacks it.
func (v *view) requirement(id string) spec.Requirement {
	if v.Table != nil {
		if r, ok := v.Table.Requirement(id); ok {
			return *r
		}
	}
	return spec.Requirement{ID: id}
}

// red reports whether a result makes the run fail.
func red(r *conformance.Result) bool {
	return r.Status == conformance.Fail && r.Scored || r.Status == conformance.Error || r.Status == conformance.XPass
}

// advice reports whether a result is a failure that does not count at the level of the run.
func advice(r *conformance.Result) bool { return r.Status == conformance.Fail && !r.Scored }

// group is what one requirement has to say.
type group struct {
	requirement spec.Requirement
	results     []*conformance.Result // the smallest input first
	ran         int                   // cases of the requirement that were answered
}

// groups puts the results a filter picks under their requirements, in the order of the table.
func (v *view) groups(pick func(*conformance.Result) bool) []group {
	ran := map[string]int{}
	picked := map[string][]*conformance.Result{}
	for i := range v.Results {
		r := &v.Results[i]
		if r.Status == conformance.NotApplicable || r.Status == conformance.Untested {
			continue
		}
		rule := r.Case.Requirement
		if pick(r) {
			rule = v.rule(r)
			picked[rule] = append(picked[rule], r)
		}
		ran[rule]++
	}
	order := map[string]int{}
	if v.Table != nil {
		for i, r := range v.Table.Requirements {
			order[r.ID] = i + 1
		}
	}
	out := make([]group, 0, len(picked))
	for rule, results := range picked {
		slices.SortFunc(results, func(a, b *conformance.Result) int {
			return cmp.Or(size(a.Case)-size(b.Case), len(a.Case.ID)-len(b.Case.ID), strings.Compare(a.Case.ID, b.Case.ID))
		})
		out = append(out, group{v.requirement(rule), results, ran[rule]})
	}
	slices.SortFunc(out, func(a, b group) int {
		return cmp.Or(order[a.requirement.ID]-order[b.requirement.ID], strings.Compare(a.requirement.ID, b.requirement.ID))
	})
	return out
}

// size is how large the inputs of a case are, in bytes of their encoding.
func size(c *derive.Case) int {
	n := 0
	for _, r := range c.Requests {
		switch r := r.(type) {
		case wire.ParseRequest:
			n += len(value.Encode(r.Value))
		case wire.RouteRequest:
			n += len(value.Encode(r.Value))
		case wire.PreviewRequest:
			n += len(value.Encode(r.Value))
		case wire.DecodeRequest:
			n += len(r.Text)
		case wire.AssembleRequest:
			for _, e := range r.Events {
				n += len(e)
			}
			for _, p := range r.Pieces {
				n += len(p)
			}
		case wire.ChatRequest:
			for _, choice := range r.Choices {
				n += len(value.Encode(choice))
			}
		case wire.ToolCall:
			n += len(r.Tool) + len(value.Encode(r.Args))
		case wire.Exchange:
			for _, p := range r.Parts {
				n += len(p)
			}
		case wire.InvokeRequest:
			n += len(value.Encode(r.Args)) + len(value.Encode(r.Store))
		case wire.StepRequest:
			n += len(value.Encode(wire.StepParams(r)))
		}
	}
	return n
}

// few picks at most max results that differ in what went wrong, the smallest of each sort. One of a sort
// is enough: the others are counted.
func few(results []*conformance.Result, max int) []*conformance.Result {
	var out []*conformance.Result
	seen := map[string]bool{}
	for _, r := range results {
		if s := symptom(r); !seen[s] && len(out) < max {
			seen[s] = true
			out = append(out, r)
		}
	}
	return out
}

// symptom says in a word what went wrong and where, to tell failures of one cause from others. The value
// and the text form of an input fail for the same cause, and so do the edits of one field that had the
// same effect; where the case belongs to no field, the edit tells.
func symptom(r *conformance.Result) string {
	s := r.Case.Protocol + " " + r.Case.Field + " " + string(r.Status)
	if r.Case.Field == "" {
		edit, _, _ := strings.Cut(r.Case.Edit, "-")
		s += " " + edit
	}
	if len(r.Findings) > 0 {
		s += " " + string(r.Findings[0].Aspect) + " " + string(r.Findings[0].Change)
	}
	if r.Failure != nil {
		s += " " + string(r.Failure.Kind)
	}
	return s
}

// selector returns the flag that selects the given results again and as little else as it can. rule is the
// requirement they have in common, "" where they have none.
func (v *view) selector(rule string, results []*conformance.Result) []string {
	if len(results) == 1 {
		return []string{"--case", results[0].Case.ID}
	}
	prefix := results[0].Case.ID
	for _, r := range results[1:] {
		prefix = common(prefix, r.Case.ID)
	}
	glob := prefix[:strings.LastIndex(prefix, "/")+1] + "*"
	byGlob, byRule := 0, 0
	for i := range v.Results {
		if conformance.Glob(glob, v.Results[i].Case.ID) {
			byGlob++
		}
		if v.Results[i].Case.Requirement == rule {
			byRule++
		}
	}
	switch {
	case rule != "" && byRule < byGlob:
		return []string{"--requirement", rule}
	case glob == "*":
		return []string{"--verbose"}
	}
	return []string{"--case", glob}
}

// common is the longest common beginning of two strings.
func common(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
