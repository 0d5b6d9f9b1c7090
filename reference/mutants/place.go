package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// An edit changes an object. It reports false where it leaves the object as it is.
type edit func(value.Object) (value.Object, bool)

// A place finds the objects of an input that an edit is meant for, and reports whether one changed.
type place func(at site, v value.Value, e edit) (value.Value, bool)

// site is what a place needs to know of the request.
type site struct {
	protocol string
	decoding bool
}

// edited is the request with the edit applied at a place. A text is read, edited and written again; one
// that is not JSON stays as it is.
func edited(req wire.Request, p place, e edit) wire.Request {
	switch req := req.(type) {
	case wire.ParseRequest:
		if v, changed := p(site{protocol: req.Protocol}, req.Value, e); changed {
			req.Value = v
			return req
		}
	case wire.RouteRequest:
		if v, changed := p(site{protocol: req.Protocol}, req.Value, e); changed {
			req.Value = v
			return req
		}
	case wire.PreviewRequest:
		if v, changed := p(site{protocol: req.Protocol}, req.Value, e); changed {
			req.Value = v
			return req
		}
	case wire.DecodeRequest:
		if text, changed := editedText(req.Text, site{req.Protocol, true}, p, e); changed {
			req.Text = text
			return req
		}
	default: // nothing to do for the others
	}
	return req
}

func editedText(text []byte, at site, p place, e edit) ([]byte, bool) {
	v, err := value.Parse(text)
	if err != nil {
		return nil, false
	}
	v, changed := p(at, v, e)
	if !changed {
		return nil, false
	}
	out, err := value.Print(v)
	return out, err == nil
}

// holds reports whether a condition holds of some object at a place.
func holds(req wire.Request, p place, condition func(value.Object) bool) bool {
	found := false
	edited(req, p, func(o value.Object) (value.Object, bool) {
		found = found || condition(o)
		return o, false
	})
	return found
}

// root is the value as a whole.
func root(_ site, v value.Value, e edit) (value.Value, bool) {
	if o, ok := v.(value.Object); ok {
		return e(o)
	}
	return v, false
}

// action is the tagged object: in jingwei-json/1 the content of a response is its text.
func action(at site, v value.Value, e edit) (value.Value, bool) {
	if at.protocol != reference.JingweiJSON1 || at.decoding {
		return root(at, v, e)
	}
	o, _ := v.(value.Object)
	content, _ := o.Get("content")
	s, ok := content.(value.String)
	if !ok {
		return v, false
	}
	text, changed := editedText([]byte(s), at, root, e)
	if !changed {
		return v, false
	}
	return o.With("content", value.String(text)), true
}

// response is a complete model response; the text form of jingwei-json/1 has none.
func response(at site, v value.Value, e edit) (value.Value, bool) {
	if at.protocol == reference.JingweiJSON1 && at.decoding {
		return v, false
	}
	return root(at, v, e)
}

// message is the message of a chat choice.
func message(at site, v value.Value, e edit) (value.Value, bool) {
	return root(at, v, func(o value.Object) (value.Object, bool) { return inMember(o, "message", e) })
}

// nativeCall is each call of a native response.
func nativeCall(at site, v value.Value, e edit) (value.Value, bool) {
	return response(at, v, func(o value.Object) (value.Object, bool) { return inElements(o, "toolCalls", e) })
}

// control is the arguments of each call of the control tool.
func control(at site, v value.Value, e edit) (value.Value, bool) {
	return nativeCall(at, v, having("name", reference.DefaultAskUserTool,
		func(o value.Object) (value.Object, bool) { return inMember(o, "arguments", e) }))
}

// chatCall is each call of a chat message, and function the part of it that names the tool.
func chatCall(at site, v value.Value, e edit) (value.Value, bool) {
	return message(at, v, func(o value.Object) (value.Object, bool) { return inElements(o, "tool_calls", e) })
}

func function(at site, v value.Value, e edit) (value.Value, bool) {
	return chatCall(at, v, func(o value.Object) (value.Object, bool) { return inMember(o, "function", e) })
}

func inMember(o value.Object, name string, e edit) (value.Object, bool) {
	v, _ := o.Get(name)
	inner, ok := v.(value.Object)
	if !ok {
		return o, false
	}
	inner, changed := e(inner)
	if !changed {
		return o, false
	}
	return o.With(name, inner), true
}

func inElements(o value.Object, name string, e edit) (value.Object, bool) {
	v, _ := o.Get(name)
	list, ok := v.(value.Array)
	if !ok {
		return o, false
	}
	out := make(value.Array, len(list))
	any := false
	for i, elem := range list {
		out[i] = elem
		if inner, ok := elem.(value.Object); ok {
			if inner, changed := e(inner); changed {
				out[i], any = inner, true
			}
		}
	}
	if !any {
		return o, false
	}
	return o.With(name, out), true
}
