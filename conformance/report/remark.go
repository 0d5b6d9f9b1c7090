package report

import (
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// located returns the finding with the place where an input that had to be refused came through: what
// the target invented, changed or let through to be able to accept it. Other findings have their place
// already, or none. alike says that actions of the protocol have the shape of its inputs, so that the two
// can be compared member by member.
func located(f judge.Finding, c *derive.Case, want oracle.Judgement, alike bool) judge.Finding {
	if f.Aspect != judge.Decision || f.Got == nil || f.Pointer != "" || f.Request >= len(c.Requests) {
		return f
	}
	got, ok := f.Got.(value.Object)
	if !ok {
		return f
	}
	sent, ok := members(c.Requests[f.Request])
	if !ok {
		return f
	}
	if name := blamed(want); name != "" {
		if d, ok := became(sent, got, name); ok {
			return d.on(f)
		}
	}
	if !alike {
		return f
	}
	d := value.FirstDifference(sent, got)
	if d == nil {
		return f
	}
	return place{d.Pointer, changeOf(d.Kind), d.Got}.on(f)
}

// place is one member that became something else.
type place struct {
	pointer string
	change  judge.Change
	now     value.Value
}

func (p place) on(f judge.Finding) judge.Finding {
	f.Pointer, f.Change, f.Got = p.pointer, p.change, p.now
	return f
}

// became says what happened to one member on its way from the input to the action.
func became(sent, got value.Object, name string) (place, bool) {
	to, came := got.Get(name)
	from, was := sent.Get(name)
	pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	switch {
	case !came:
		return place{}, false
	case !was:
		return place{pointer, judge.Invented, to}, true
	case from.Kind() != to.Kind():
		return place{pointer, judge.Coerced, to}, true
	case !value.Equal(from, to):
		return place{pointer, judge.Changed, to}, true
	}
	return place{pointer, judge.Kept, to}, true
}

func changeOf(k value.DifferenceKind) judge.Change {
	switch k {
	case value.DiffAdded:
		return judge.Invented
	case value.DiffMissing:
		return judge.Lost
	case value.DiffKind:
		return judge.Coerced
	case value.DiffChanged, value.DiffTooDeep:
	}
	return judge.Changed
}

// blamed is the field every legal refusal of the request names, "" where there is none.
func blamed(j oracle.Judgement) string {
	for _, o := range j.Legal {
		for _, r := range o.Reasons {
			if r.Field != "" && !r.AnyField {
				return r.Field
			}
		}
	}
	return ""
}

// members returns the own members of the object a request is about; a text must be strict JSON.
func members(r wire.Request) (value.Object, bool) {
	switch r := r.(type) {
	case wire.ParseRequest:
		return own(r.Value)
	case wire.RouteRequest:
		return own(r.Value)
	case wire.PreviewRequest:
		return own(r.Value)
	case wire.DecodeRequest:
		v, err := value.Parse(r.Text)
		if err != nil {
			return nil, false
		}
		return own(v)
	case wire.AssembleRequest: // what is assembled is judged by its parts
	case wire.ChatRequest: // what is executed is judged, not compared
	case wire.ToolCall, wire.Exchange, wire.InvokeRequest: // a result is made of the store, not of the arguments
	default: // nothing to do for the others
	}
	return nil, false
}

func own(v value.Value) (value.Object, bool) {
	switch v := v.(type) {
	case value.Object:
		return v, true
	case value.Host:
		inner, ok := v.Args.Get("own")
		if !ok {
			return nil, false
		}
		o, ok := inner.(value.Object)
		return o, ok
	default:
		return nil, false
	}
}
