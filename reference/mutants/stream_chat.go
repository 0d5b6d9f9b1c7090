package mutants

import (
	"github.com/actionconform/conform/spec/value"
	"strings"
)

// chatChunk reads one chunk of a chat completion.
func (c *careless) chatChunk(o value.Object) {
	if e := get(o, "error"); e != nil && !isNull(e) {
		if c.stumble("stop") {
			return
		}
	}
	if f, ok := get(o, "object").(value.String); c.is("unknown-members-refused") && ok && !o.Has("choices") && f != "" {
		c.refused = true
		return
	}
	list, ok := get(o, "choices").(value.Array)
	switch {
	case c.is("empty-choices-crash") && ok && len(list) == 0, c.is("absent-choices-crash") && !ok, c.is("usage-refused") && o.Has("usage"):
		panic("mutant: the seeded crash")
	case c.is("empty-choices-end") && len(list) == 0:
		c.closed = true
	}
	if c.is("last-choice") && len(list) > 1 {
		list = list[len(list)-1:]
	}
	for _, choice := range list {
		if n := get(choice, "index"); n != nil && !value.Equal(n, value.Number("0")) && !c.is("choices-mixed") && !c.is("last-choice") {
			if r, ok := get(choice, "finish_reason").(value.String); ok && c.is("other-reason-ends") {
				c.reason = r
			}
			continue
		}
		r, ended := get(choice, "finish_reason").(value.String)
		if c.is("reason-chunk-skipped") && ended {
			c.reason = r
			continue
		}
		if c.reason == nil {
			c.chatDelta(choice)
		}
		switch {
		case !ended:
		case c.reason != nil && c.is("reason-twice-refused"):
			c.refused = true
		case c.reason != nil && c.is("reason-twice-doubles"):
			c.calls = append(c.calls, c.calls...)
		}
		if ended {
			c.reason = r
		}
	}
}

func (c *careless) chatDelta(choice value.Value) {
	delta := get(choice, "delta")
	if delta == nil && c.is("absent-delta-crashes") {
		panic("mutant: the seeded crash")
	}
	content := get(delta, "content")
	switch v := content.(type) {
	case value.String:
		if !(c.is("text-after-calls-lost") && len(c.calls) > 0) {
			c.say(string(v))
		}
		if v == "" && c.is("empty-content-ends") {
			c.reason = value.String("stop")
		}
	case value.Null:
		if c.is("null-content-text") {
			c.say("null")
		}
		if c.is("null-content-wipes") {
			c.content = nil
		}
	default:
		if delta != nil && content == nil && c.is("absent-content-crashes") && get(delta, "tool_calls") == nil {
			panic("mutant: the seeded crash")
		}
	}
	if r := textAt(delta, "reasoning_content"); r != "" && c.is("reasoning-as-text") {
		c.say(r)
	}
	calls := get(delta, "tool_calls")
	if isNull(calls) && c.is("null-calls-crash") {
		panic("mutant: the seeded crash")
	}
	list, ok := calls.(value.Array)
	if ok && len(list) == 0 && c.is("empty-calls-crash") {
		panic("mutant: the seeded crash")
	}
	if c.is("first-piece-only") && len(list) > 1 {
		list = list[:1]
	}
	if ok && len(list) > 0 && c.is("calls-drop-text") {
		c.content = nil
	}
	for _, piece := range list {
		c.chatPiece(piece)
	}
}

// chatPiece adds a piece of a call.
func (c *careless) chatPiece(piece value.Value) {
	n, _ := get(piece, "index").(value.Number)
	key := string(n)
	f := get(piece, "function")
	id, name := textAt(piece, "id"), textAt(f, "name")
	if f == nil && c.is("absent-function-crashes") {
		panic("mutant: the seeded crash")
	}
	at := c.byKey[key]
	switch c.habit {
	case "index-ignored", "reuse-by-index-ignored":
		at = c.last
		if id != "" && (at == nil || at.id != id && at.id != "") {
			at = nil
		}
	case "first-call-gets-all":
		if len(c.calls) > 0 && id == "" {
			at = c.calls[0]
		}
	case "index-as-position":
		i := 0
		for _, d := range key {
			i = i*10 + int(d-'0')
		}
		if i > len(c.calls) {
			panic("mutant: the seeded crash")
		}
	case "by-name":
		if name != "" {
			at = nil
			for _, other := range c.calls {
				if other.name == name {
					at = other
				}
			}
		}
	}
	reused := at != nil && id != "" && at.id != "" && at.id != id
	switch {
	case reused && c.is("reuse-keeps-first"):
		id = ""
	case reused && c.is("reuse-takes-last"):
	case reused && c.is("reuse-replaces"):
		*at = sentPart{}
	case reused && c.is("reuse-drops"):
		return
	case reused && c.is("by-name"):
	case reused && c.is("reuse-crashes"):
		panic("mutant: the seeded crash")
	case at == nil, reused:
		if c.is("id-first") && id == "" || c.is("name-first") && name == "" {
			return
		}
		at = &sentPart{}
		c.calls = append(c.calls, at)
		c.byKey[key] = at
	}
	c.last = at
	c.identify(at, piece, f, id, name)
	args, has := get(f, "arguments").(value.String)
	switch {
	case !has && isNull(get(f, "arguments")) && c.is("null-arguments-text"):
		at.args += "null"
	case !has && isNull(get(f, "arguments")) && c.is("null-arguments-wipe"):
		at.args = ""
	case !has && isNull(get(f, "arguments")) && c.is("null-arguments-crash"):
		panic("mutant: the seeded crash")
	case !has && get(f, "arguments") == nil && f != nil && c.is("absent-arguments-text"):
		at.args += "undefined"
	case has && c.is("arguments-with-name-lost") && name != "":
	case has:
		c.append(at, string(args))
	}
}

// identify notes id and name.
func (c *careless) identify(at *sentPart, piece, f value.Value, id, name string) {
	switch {
	case c.is("ids-concatenated"):
		at.id += id
	case c.is("late-id-lost") && at.hasID && at.id == "":
	case id != "", c.is("id-wiped") && at.hasID, c.is("null-id-wipes") && isNull(get(piece, "id")):
		at.id = id
	}
	switch {
	case c.is("names-concatenated"):
		at.name += name
	case c.is("late-name-lost") && at.hasName && at.name == "":
	case name != "", c.is("name-wiped") && at.hasName && get(f, "name") != nil, c.is("null-name-wipes") && isNull(get(f, "name")):
		at.name = name
	}
	at.hasID, at.hasName = true, true
	if name != "" && c.is("repeated-name-restarts") && at.args != "" {
		at.args = ""
	}
	if id != "" && c.is("repeated-id-restarts") && at.args != "" {
		at.args = ""
	}
	if get(piece, "type") == nil && c.is("type-required") && !at.typed() {
		c.refused = true
	}
	if get(piece, "type") != nil {
		at.kind = "function"
	}
}

func (p *sentPart) typed() bool { return p.kind != "" }

// append adds a piece of arguments.
func (c *careless) append(at *sentPart, piece string) {
	switch {
	case c.is("arguments-overwritten"):
		if piece != "" {
			at.args = piece
		}
	case c.is("pieces-trimmed"):
		at.args += strings.TrimSpace(piece)
	case c.is("pieces-doubled"):
		at.args += piece + piece
	case c.is("same-piece-once") && strings.HasSuffix(at.args, piece) && piece != "":
	case c.is("empty-piece-ends") && piece == "" && at.args != "":
		at.args += "}"
	case c.is("stops-at-object"):
		if v, err := value.Parse([]byte(at.args)); err != nil || v.Kind() != value.KindObject {
			at.args += piece
		}
	default:
		at.args += piece
	}
}
