package assemble

import "github.com/actionconform/conform/spec/value"

// chat is a choice of openai-chat/1 while its deltas arrive.
type chat struct {
	content  *string
	calls    []*call
	at       map[value.Number]*call // the latest call of an index
	finished value.Value            // the finish reason; nil until it came
}

func (c *chat) event(payload string) *Error {
	if payload == "[DONE]" {
		return nil // the finish reason ends a choice; this ends the connection
	}
	chunk, err := object(payload)
	if err != nil {
		return err
	}
	if e := member(chunk, "error"); e != nil && e.Kind() != value.KindNull {
		return &Error{Requirement: as11}
	}
	choices, _ := member(chunk, "choices").(value.Array)
	for _, choice := range choices {
		if index := member(choice, "index"); index != nil && !value.Equal(index, value.Number("0")) {
			continue // of another answer
		}
		c.delta(member(choice, "delta"))
		if reason, ok := member(choice, "finish_reason").(value.String); ok {
			c.finished = reason
		}
	}
	return nil
}

// delta adds what is new. After the end nothing is.
func (c *chat) delta(delta value.Value) {
	if c.finished != nil {
		return
	}
	if piece, ok := member(delta, "content").(value.String); ok {
		if c.content == nil {
			c.content = new(string)
		}
		*c.content += string(piece)
	}
	list, _ := member(delta, "tool_calls").(value.Array)
	for _, piece := range list {
		c.piece(piece)
	}
}

// piece adds a piece of a call. An id that is not that of the call at the same index begins another call.
func (c *chat) piece(piece value.Value) {
	index, _ := member(piece, "index").(value.Number)
	id, function := text(piece, "id"), member(piece, "function")
	at := c.at[index]
	if at == nil || id != "" && at.id != "" && at.id != id {
		at = &call{}
		c.calls = append(c.calls, at)
		if c.at == nil {
			c.at = make(map[value.Number]*call)
		}
		c.at[index] = at
	}
	if at.id == "" {
		at.id = id
	}
	if at.name == "" {
		at.name = text(function, "name")
	}
	at.arguments.WriteString(text(function, "arguments"))
}

func (c *chat) response() (value.Value, *Error) {
	if c.finished == nil {
		return nil, &Error{Incomplete: true, Requirement: as07}
	}
	message := value.Object{{Name: "role", Value: value.String("assistant")}, {Name: "content", Value: value.Null{}}}
	if c.content != nil {
		message[1].Value = value.String(*c.content)
	}
	if len(c.calls) > 0 {
		calls := make(value.Array, len(c.calls))
		for i, at := range c.calls {
			calls[i] = value.Object{{Name: "id", Value: value.String(at.id)}, {Name: "type", Value: value.String("function")},
				{Name: "function", Value: value.Object{{Name: "name", Value: value.String(at.name)}, {Name: "arguments", Value: value.String(at.arguments.String())}}}}
		}
		message = append(message, value.Member{Name: "tool_calls", Value: calls})
	}
	return value.Object{{Name: "message", Value: message}, {Name: "finish_reason", Value: c.finished}}, nil
}
