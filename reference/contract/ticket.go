package contract

import (
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// ReadTicket returns a ticket of the viewer's team. Its internal comments are for leads who ask for them.
func ReadTicket(viewer Viewer, args value.Value, store Store) (value.Object, error) {
	id, internal, ok := ticketArgs(args)
	if !ok {
		return nil, fail(InvalidArgument)
	}
	ticket, err := store.Get("tickets", "id", id)
	if err != nil {
		return nil, code(err, nil)
	}
	team, _ := textMember(ticket, "team", anyText)
	if ticket == nil || team == "" || team != viewer["team"] {
		return nil, fail(NotFound)
	}
	if internal && viewer["role"] != "lead" {
		return nil, fail(Forbidden)
	}
	data := pick(ticket, "id", "title", "status", "comments")
	if internal {
		notes, there := ticket.Get("internal")
		if !there {
			return nil, fail(Internal)
		}
		data = append(data, value.Member{Name: "internalComments", Value: notes})
	}
	if !ticketResult(data) {
		return nil, fail(Internal)
	}
	return data, nil
}

func ticketID(s string) bool {
	number, ok := strings.CutPrefix(s, "TCK-")
	return ok && len(number) == 3 && each(number, digit)
}

func ticketArgs(args value.Value) (id string, internal, ok bool) {
	o, ok := own(args, "id", "includeInternal")
	if !ok {
		return "", false, false
	}
	if v, given := o.Get("includeInternal"); given {
		flag, isBool := v.(value.Bool)
		if !isBool {
			return "", false, false
		}
		internal = bool(flag)
	}
	id, ok = textMember(o, "id", ticketID)
	return id, internal, ok
}

func ticketResult(data value.Object) bool {
	_, id := textMember(data, "id", ticketID)
	_, title := textMember(data, "title", nonEmpty)
	_, status := textMember(data, "status", oneOf("open", "closed"))
	comments, _ := data.Get("comments")
	notes, given := data.Get("internalComments")
	return id && title && status && list(comments, isText) && (!given || list(notes, isText))
}

// pick copies the members of a record that are there.
func pick(record value.Object, names ...string) value.Object {
	var out value.Object
	for _, n := range names {
		if v, ok := record.Get(n); ok {
			out = append(out, value.Member{Name: n, Value: v})
		}
	}
	return out
}
