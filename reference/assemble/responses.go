package assemble

import "github.com/actionconform/conform/spec/value"

// responses is a response of openai-responses/1 while its events arrive. Its deltas are for showing progress:
// the terminal event holds the response, and nothing is to be known before it.
type responses struct{ final value.Value }

func (r *responses) event(payload string) *Error {
	event, err := object(payload)
	if err != nil {
		return err
	}
	switch text(event, "type") {
	case "error":
		return &Error{Requirement: as11}
	case "response.completed", "response.incomplete", "response.failed":
		if r.final == nil {
			r.final = member(event, "response")
		}
	}
	return nil
}

func (r *responses) response() (value.Value, *Error) {
	if r.final == nil {
		return nil, &Error{Incomplete: true, Requirement: as07}
	}
	return r.final, nil
}
