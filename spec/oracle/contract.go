package oracle

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Tool makes an outcome the envelope of a tool call. The outcome's Action is then the data, and its
// Reasons the legal codes.
type Tool struct {
	Contract *spec.Contract
	// Retryable has every code of the contract with what its envelope must say.
	Retryable map[string]bool
	// Free are members of the data any value of their shape is legal for; Action lacks them.
	Free []spec.Slot
	// AnyData leaves the data open.
	AnyData bool
	// Aspect is what is judged.
	Aspect ToolAspect
	// Changes says whether the store must be changed by the call.
	Changes Change
}

// ToolAspect is what about an envelope is judged. Each case of the suite looks at one, so that one habit
// of a tool does not fail every case.
type ToolAspect string

// The aspects.
const (
	ToolAnswer    ToolAspect = ""          // ok or not, with which data or code
	ToolShape     ToolAspect = "shape"     // the envelope has its members and no others
	ToolRetryable ToolAspect = "retryable" // retryable is that of the code
	ToolStore     ToolAspect = "store"     // what became of the store
)

// Change says whether a store may be changed.
type Change string

// The changes.
const (
	AnyChange  Change = ""
	NoChange   Change = "unchanged"
	MustChange Change = "changed"
)

// judgeInvocation judges the call of a tool in the four layers of its contract.
func (o *Oracle) judgeInvocation(c *spec.Contract, req wire.InvokeRequest) Judgement {
	i := invocation{oracle: o, contract: c, req: req}
	look := look(req.Args)
	switch look.container {
	case noObject:
		return i.refuse(c.Rule(spec.RoleContainer), c.Invalid)
	case unusable:
		return i.refuse(c.Rule(spec.RoleExotic), c.Invalid, c.Internal)
	case exotic:
		return i.exotic(look)
	case plain:
	}
	if look.fickle != "" {
		return Judgement{Rule: c.Rule(spec.RoleExotic)}
	}
	return i.judge(look.own)
}

// invocation is one call while it is judged.
type invocation struct {
	oracle   *Oracle
	contract *spec.Contract
	req      wire.InvokeRequest
}

// exotic judges arguments that are an object, but not a plain one: refusing them outright is legal, and
// so is taking them by their own members. What is inherited should not count.
func (i invocation) exotic(look view) Judgement {
	c := i.contract
	own := i.judge(look.own)
	refused := i.refuse(c.Rule(spec.RoleExotic), c.Invalid)
	j := Judgement{Rule: c.Rule(spec.RoleExotic), Legal: append(refused.Legal, own.Legal...)}
	if len(look.inherited) > 0 {
		j.Rule = c.Rule(spec.RoleInherited)
		all := look.own
		for _, m := range look.inherited {
			if !all.Has(m.Name) {
				all = append(all[:len(all):len(all)], m)
			}
		}
		j.Preferred, j.PreferredRule = j.Legal, j.Rule
		j.Legal = append(j.Legal[:len(j.Legal):len(j.Legal)], i.judge(all).Legal...)
	}
	j.Trace = []string{j.Rule}
	return j
}

func (i invocation) judge(args value.Object) Judgement {
	c := i.contract
	if rule := i.argumentFault(args); rule != "" {
		return i.refuse(rule, c.Invalid)
	}
	if c.Unknown == spec.Drop {
		args = i.known(args)
	}
	paths := paths{args: args, viewer: i.req.Viewer}
	if c.Lookup != nil {
		if code, rule := i.fails(wire.OnRead); code != "" {
			return i.refuse(rule, code)
		}
		record, ok := i.find(args)
		if !ok {
			return i.refuse(c.Rule(spec.RoleNotFound), c.Missing)
		}
		paths.record = record
	}
	j := i.authorised(paths)
	if i.anonymous() {
		// The host owes the tool an identity. Without it nothing says how to fail, only that nobody gains by it.
		anyRefusal := i.refuse(j.Rule, c.Codes()...)
		j.Legal = append(j.Legal[:len(j.Legal):len(j.Legal)], anyRefusal.Legal...)
	}
	return j
}

// authorised judges a call whose record was found.
func (i invocation) authorised(p paths) Judgement {
	c := i.contract
	for k := range c.Checks {
		if check := &c.Checks[k]; p.refuses(check) {
			return i.refuse(check.Rule, check.Code)
		}
	}
	if c.Effect {
		if code, rule := i.fails(wire.OnWrite); code != "" {
			return i.refuse(rule, code)
		}
	}
	return i.result(p)
}

// argumentFault returns the requirement the arguments break, "" where they are valid.
func (i invocation) argumentFault(args value.Object) string {
	c := i.contract
	for k, m := range args {
		f, ok := c.Argument(m.Name)
		switch {
		case !ok && c.Unknown == spec.Reject:
			return c.Rule(spec.RoleUnknown)
		case !ok:
			continue
		case args[:k].Has(m.Name):
			return c.Rule(spec.RoleUnknown)
		case !kindFits(&f.Shape, m.Value):
			return c.Rule(spec.RoleKind)
		case !f.Shape.Admits(m.Value):
			return c.Rule(spec.RoleConstraint)
		}
	}
	for k := range c.Input {
		if f := &c.Input[k]; !f.Optional && !args.Has(f.Name) {
			return c.Rule(spec.RoleMissingArg)
		}
	}
	return ""
}

// kindFits reports whether a value has the kind of a shape, whatever else is wrong with it.
func kindFits(s *spec.Shape, v value.Value) bool {
	switch s.Kind {
	case spec.ShapeString, spec.ShapeEnum:
		return v.Kind() == value.KindString
	case spec.ShapeInteger, spec.ShapeNumber:
		return v.Kind() == value.KindNumber
	case spec.ShapeBool:
		return v.Kind() == value.KindBool
	case spec.ShapeArray:
		return v.Kind() == value.KindArray
	case spec.ShapeObject:
		return v.Kind() == value.KindObject
	case spec.ShapeAny:
	}
	return true
}

func (i invocation) known(args value.Object) value.Object {
	var out value.Object
	for _, m := range args {
		if _, ok := i.contract.Argument(m.Name); ok {
			out = append(out, m)
		}
	}
	return out
}

// fails returns the code of a store that fails at the given access, "" where it does not.
func (i invocation) fails(on string) (code, rule string) {
	if !i.req.Store.Has(wire.StoreThrows) {
		return "", ""
	}
	at := wire.OnRead
	if text := i.text(wire.StoreOn); text != "" {
		at = text
	}
	if at != on {
		return "", ""
	}
	kind := i.text(wire.StoreKind)
	for _, f := range i.contract.Faults {
		if f.Kind == kind {
			return f.Code, i.contract.Rule(spec.RoleFault)
		}
	}
	return i.contract.Internal, i.contract.Rule(spec.RoleInternal)
}

func (i invocation) text(name string) string {
	v, _ := i.req.Store.Get(name)
	s, _ := v.(value.String)
	return string(s)
}

// find returns the record the arguments name.
func (i invocation) find(args value.Object) (value.Object, bool) {
	look := i.contract.Lookup
	key, _ := args.Get(look.Arg)
	records, _ := i.req.Store.Get(look.Collection)
	list, _ := records.(value.Array)
	for _, r := range list {
		record, ok := r.(value.Object)
		if !ok {
			continue
		}
		if k, ok := record.Get(look.Key); ok && value.Equal(k, key) {
			return record, true
		}
	}
	return nil, false
}

// anonymous reports whether the viewer lacks an attribute of the contract, or has a blank one.
func (i invocation) anonymous() bool {
	for _, a := range i.contract.Viewer {
		v, _ := i.req.Viewer.Get(a.Name)
		if text, ok := v.(value.String); !ok || value.IsBlank(string(text)) {
			return true
		}
	}
	return false
}

// result builds the data of a call that succeeds and holds it against the contract.
func (i invocation) result(p paths) Judgement {
	c := i.contract
	var data value.Object
	var free []spec.Slot
	broken, mayBreak := false, false
	for k := range c.Output {
		f := &c.Output[k]
		if f.When != nil && !p.holds(f.When) {
			continue
		}
		v, there := f.Value, f.Value != nil
		if f.From != "" {
			v, there = p.at(f.From)
		} else if !there {
			free = append(free, *f)
			continue
		}
		switch {
		case !there && !f.Optional:
			broken = true
		case !there:
			// Absent in the record, optional in the result: it may be left out, or be taken for a fault where it
			// was asked for. What came from the arguments was simply not given.
			mayBreak = mayBreak || strings.HasPrefix(f.From, "record/")
		case !f.Shape.Admits(v):
			broken = true
		default:
			data = append(data, value.Member{Name: f.Name, Value: v})
		}
	}
	if broken {
		j := i.refuse(c.Rule(spec.RoleOutput), c.Internal)
		for k := range j.Legal {
			if c.Effect { // whether the effect came before the result was looked at is nobody's rule
				j.Legal[k].Tool.Changes = AnyChange
			}
		}
		return j
	}
	if data == nil {
		data = value.Object{}
	}
	tool := i.tool()
	tool.Free, tool.Changes = free, NoChange
	if c.Effect {
		tool.Changes = MustChange
	}
	j := Judgement{Rule: c.Rule(spec.RoleAccept), Legal: []Outcome{{Accept: true, Action: data, Tool: tool}}}
	j.Trace = []string{j.Rule}
	if mayBreak {
		j.Legal = append(j.Legal, i.refuse(c.Rule(spec.RoleOutput), c.Internal).Legal...)
	}
	return j
}

func (i invocation) tool() *Tool {
	t := &Tool{Contract: i.contract, Retryable: map[string]bool{}}
	for _, code := range i.contract.Codes() {
		if e, ok := i.oracle.table.ErrorCode(code); ok {
			t.Retryable[code] = e.Retryable
		}
	}
	return t
}

// refuse is the judgement that a call fails with one of the codes and changes nothing.
func (i invocation) refuse(rule string, codes ...string) Judgement {
	tool := i.tool()
	tool.Changes = NoChange
	return Judgement{Rule: rule, Trace: []string{rule},
		Legal: []Outcome{{Reasons: []Reason{{Codes: codes, AnyField: true, Rule: rule}}, Tool: tool}}}
}

// paths is what conditions and results may refer to.
type paths struct{ args, record, viewer value.Object }

// at returns the value at a path.
func (p paths) at(path string) (value.Value, bool) {
	root, name, _ := strings.Cut(path, "/")
	switch root {
	case "args":
		return p.args.Get(name)
	case "record":
		return p.record.Get(name)
	case "viewer":
		return p.viewer.Get(name)
	}
	return nil, false
}

func (p paths) refuses(c *spec.Check) bool {
	return (c.When == nil || p.holds(c.When)) && (c.Unless == nil || !p.holds(c.Unless))
}

func (p paths) holds(c *spec.Condition) bool {
	v, ok := p.at(c.Of)
	if !ok {
		return false
	}
	switch {
	case c.SameAs != "":
		other, ok := p.at(c.SameAs)
		return ok && value.Equal(v, other)
	case c.Over != "":
		other, _ := p.at(c.Over)
		return spec.Greater(v, other)
	}
	for _, one := range c.Is {
		if value.Equal(v, one) {
			return true
		}
	}
	return false
}
