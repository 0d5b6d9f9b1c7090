package judge

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// history holds every request's messages to being closed: one result for each call, after it, and no
// result without its call. The first request that is not settles it.
func (c *chat) history() {
	for _, s := range c.got.Requests {
		if change, id := open(s.Messages); change != NoChange {
			c.found(spec.RoleChatClosed, History, change, shown(id), nil, nil)
			return
		}
	}
}

// shown names a call; a blank id is shown in quotes.
func shown(id string) string {
	if strings.TrimSpace(id) == "" {
		return "(blank)"
	}
	return id
}

// open says what is wrong with a history, and with which call.
func open(messages []wire.ChatMessage) (Change, string) {
	waiting := map[string]int{}
	known := map[string]bool{}
	var order []string
	for _, m := range messages {
		for _, call := range m.Calls {
			if strings.TrimSpace(call.ID) == "" {
				return BlankID, call.ID
			}
			waiting[call.ID]++
			if !known[call.ID] {
				order = append(order, call.ID)
			}
			known[call.ID] = true
		}
		if m.Role != wire.RoleTool {
			continue
		}
		switch {
		case !known[m.Answers]:
			return Orphan, m.Answers
		case waiting[m.Answers] == 0:
			return TwoResults, m.Answers
		}
		waiting[m.Answers]--
	}
	for _, id := range order {
		if waiting[id] > 0 {
			return NoResult, id
		}
	}
	return NoChange, ""
}

// evidence looks for the result of every execution in the requests that followed it.
func (c *chat) evidence() {
	for i, e := range c.got.Executions {
		later := false
		for _, s := range c.got.Requests[min(e.Seen, len(c.got.Requests)):] {
			later = later || s.Prompt == e.Prompt
		}
		_, failed := c.req.Result(i)
		if !later || failed || c.req.Tool == wire.ToolEmpty {
			continue // a runtime may keep the words of a failure to itself
		}
		switch place := c.got.Place(i, c.req); place {
		case "":
			c.found(spec.RoleChatEvidence, History, LostResult, e.Tool, nil, nil)
		case "text":
		default:
			if call, ok := c.callOf(e, place); ok && (call.Name != e.Tool || !sameArguments(call.Arguments, e.Arguments) && c.elsewhere(e, place)) {
				c.found(spec.RoleChatEvidence, History, WrongCall, shown(place), nil, nil)
			}
		}
	}
	if c.req.Tool != wire.ToolInjects {
		return
	}
	for _, s := range c.got.Requests {
		for _, m := range s.Messages {
			if m.Role == wire.RoleSystem && strings.Contains(m.Text, "IGNORE ALL PREVIOUS") {
				c.found(spec.RoleChatEvidence, History, AsSystem, "system", nil, nil)
				return
			}
		}
	}
}

// callOf finds the last call with an id in the requests after an execution.
func (c *chat) callOf(e wire.ChatExecution, id string) (found wire.ChatCall, ok bool) {
	for _, s := range c.got.Requests[min(e.Seen, len(c.got.Requests)):] {
		for _, m := range s.Messages {
			for _, call := range m.Calls {
				if call.ID == id && (!ok || call.Name == e.Tool) {
					found, ok = call, true
				}
			}
		}
		if ok {
			return found, ok
		}
	}
	return found, ok
}

// elsewhere reports whether an execution was that of a call with another id than the one its result answers.
// Where no call has its arguments they were made up, which is judged as that.
func (c *chat) elsewhere(e wire.ChatExecution, id string) bool {
	for _, s := range c.got.Requests[min(e.Seen, len(c.got.Requests)):] {
		for _, m := range s.Messages {
			if slices.ContainsFunc(m.Calls, func(k wire.ChatCall) bool {
				return k.ID != id && k.Name == e.Tool && sameArguments(k.Arguments, e.Arguments)
			}) {
				return true
			}
		}
	}
	return false
}

// sameArguments compares arguments in the history with those executed, as far as the history has any that
// can be read: a runtime may write broken or blank ones as it likes, since nothing was executed with them.
func sameArguments(text string, executed value.Value) bool {
	v, err := value.Parse([]byte(text))
	if err != nil {
		return true
	}
	return (value.Comparison{Doubles: true}).Equal(v, executed) || equal(v, executed) || equal(executed, v) || delicate(v)
}

// ending judges how the first prompt ended.
func (c *chat) ending() {
	if c.got.Budget {
		if c.req.Endless {
			c.found(spec.RoleChatEndless, Ending, Endless, "requests", nil, nil)
		} else {
			c.found(spec.RoleChatEnds, Ending, Endless, "requests", nil, nil)
		}
	}
	for _, e := range c.got.Ends {
		switch e.Kind {
		case wire.EndOpen:
			c.found(spec.RoleChatEnds, Ending, NoEnd, "prompt", nil, nil)
			return
		case wire.EndDied:
			c.found(spec.RoleChatEnds, Ending, Died, "process", nil, nil)
			return
		case wire.EndFinal, wire.EndError:
		}
	}
	if len(c.got.Ends) == 0 || c.req.Endless {
		return
	}
	end := c.got.Ends[0]
	texts, sure := c.texts()
	_, failing := c.req.Result(0)
	if sure && (!failing || len(c.calls) == 0) {
		if end.Kind == wire.EndError {
			c.found(spec.RoleChatFinal, Ending, NoFinal, "final", value.String(strings.Join(texts[0], "")), value.String(end.Text))
		} else if !answers(end.Text, texts) {
			c.found(spec.RoleChatFinal, Ending, OtherFinal, "final", value.String(strings.Join(texts[0], "")), value.String(end.Text))
		}
		return
	}
	if end.Kind == wire.EndFinal && strings.TrimSpace(end.Text) == "" {
		c.found(spec.RoleChatSilent, Ending, Silent, "final", nil, nil)
	}
}

// texts are what the model said that may be the final text, each as the pieces that have to stand in it one
// after the other, and whether the conversation was one that must come to one of them.
func (c *chat) texts() (texts [][]string, sure bool) {
	last := []string{c.req.Final(0)}
	if len(c.calls) > 0 {
		return [][]string{last}, !c.strange && all(c.calls, func(k *chatCall) bool { return k.must })
	}
	items := said(c.response, c.req.Choices[0])
	whole := slices.Concat(items...)
	texts = [][]string{whole}
	if len(items) > 1 { // of several messages the last one is the answer
		texts = append(texts, items[len(items)-1])
	}
	if len(c.got.Requests) > 1 { // a runtime that ends by a call of its own asks again, and is answered
		texts = append(texts, last)
	}
	text := strings.Join(whole, "")
	reason, _ := read(c.req.Choices[0], c.response.Finish.At).(value.String)
	ended := slices.Contains(c.response.Finish.Final, string(reason))
	return texts, ended && !c.strange && value.Blankness(text) == value.NotBlank && value.ValidUTF8String(text) && c.req.Stream != wire.NoDone
}

// said are the texts of a choice that are not empty: that of its content, or of its items by their parts.
func said(r *spec.Response, choice value.Value) [][]string {
	if r.Items == nil {
		content, _ := read(choice, r.Content).(value.String)
		return [][]string{{string(content)}}
	}
	var out [][]string
	list, _ := read(choice, r.Items.At).(value.Array)
	for _, e := range list {
		if kind, _ := read(e, r.Items.Type).(value.String); string(kind) != r.Items.Text {
			continue
		}
		if item := saidIn(r.Items, e); len(item) > 0 {
			out = append(out, item)
		}
	}
	return out
}

// saidIn are the texts of an item.
func saidIn(items *spec.Items, item value.Value) (out []string) {
	add := func(v value.Value, at string) {
		if text, _ := read(v, at).(value.String); text != "" {
			out = append(out, string(text))
		}
	}
	if items.Parts == nil {
		add(item, items.TextAt)
		return out
	}
	parts, _ := read(item, items.Parts.At).(value.Array)
	for _, part := range parts {
		if kind, _ := read(part, items.Parts.Type).(value.String); string(kind) == items.Parts.Text {
			add(part, items.Parts.TextAt)
		}
	}
	return out
}

// answers reports whether the final text holds one of the texts. A runtime may join what the model said in
// several steps or pieces in its own way, and may leave out the blanks around them.
func answers(final string, texts [][]string) bool {
	for _, pieces := range texts {
		rest, found := final, true
		for _, piece := range pieces {
			if _, rest, found = strings.Cut(rest, strings.TrimSpace(piece)); !found {
				break
			}
		}
		if found {
			return true
		}
	}
	return false
}

// following judges the second prompt: whatever became of the first, it is answered.
func (c *chat) following() {
	if !c.req.Follow || len(c.got.Ends) < 2 {
		return
	}
	end := c.got.Ends[1]
	switch {
	case end.Kind == wire.EndError:
		c.found(spec.RoleChatNext, Ending, NoFinal, "next", value.String(c.req.Final(1)), value.String(end.Text))
	case end.Kind == wire.EndFinal && !strings.Contains(end.Text, c.req.Final(1)):
		c.found(spec.RoleChatNext, Ending, OtherFinal, "next", value.String(c.req.Final(1)), value.String(end.Text))
	}
}

// disclosure looks for what must not go to the model, and for an instruction given twice.
func (c *chat) disclosure() {
	leaked, doubled := false, false
	secret := canary.NewFinder(canary.Secret{Text: c.req.SecretToken()})
	for _, s := range c.got.Requests {
		system := map[string]bool{}
		for _, m := range s.Messages {
			if c.req.Tool == wire.ToolLeaks && !leaked {
				if _, holds := secret.FindString(m.Text); holds || strings.Contains(m.Text, c.req.Stack()) {
					leaked = true
					c.found(spec.RoleChatSecret, Leak, Disclosed, m.Role, nil, nil)
				}
			}
			if m.Role != wire.RoleSystem || strings.TrimSpace(m.Text) == "" {
				continue
			}
			if system[m.Text] && !doubled {
				doubled = true
				c.found(spec.RoleChatSystem, History, TwiceSaid, "system", nil, nil)
			}
			system[m.Text] = true
		}
	}
}
