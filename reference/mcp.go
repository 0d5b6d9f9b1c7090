package reference

import "github.com/actionconform/conform/spec/value"

// mcpCall parses the params of an MCP tools/call: a name, and arguments that may be left out.
func (p *parser) mcpCall(v value.Value) (StepAction, *Error) {
	o, ok := objectOf(v)
	if !ok {
		return nil, refuse(ResponseInvalid, "", MC01)
	}
	defer p.observe(&o)
	v, _ = o.get("name")
	name, ok := textOf(v)
	if !ok {
		return nil, refuse(ToolNameEmpty, "name", MC02)
	}
	v, ok = o.get("arguments")
	if _, undefined := v.(value.Undefined); !ok || undefined {
		return CallTool{Name: name, Arguments: value.Object{}}, nil
	}
	if _, ok := objectOf(v); !ok {
		requirement := MC03
		if isAbsent(v) {
			requirement = MC05
		}
		return nil, refuse(ArgumentsNotObject, "arguments", requirement)
	}
	return CallTool{Name: name, Arguments: v}, nil
}
