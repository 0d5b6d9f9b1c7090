package property

import (
	"fmt"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// shown is how much of a value stands in an error.
const shown = 600

// Show says in one line what was asked.
func Show(req wire.Request) string {
	switch req := req.(type) {
	case wire.ParseRequest:
		return fmt.Sprintf("parse %s %s", req.Protocol, value.Show(req.Value, shown))
	case wire.RouteRequest:
		return fmt.Sprintf("route %s %s", req.Protocol, value.Show(req.Value, shown))
	case wire.DecodeRequest:
		return fmt.Sprintf("decode %s %q", req.Protocol, cut(req.Text))
	default: // nothing to do for the others
	}
	return "no request"
}

// ShowAnswer says in one line what was answered.
func ShowAnswer(a wire.Answer) string { return string(cut([]byte(answerText(a)))) }

// answerText is all of an answer but what is for people only.
func answerText(a wire.Answer) string {
	switch a := a.(type) {
	case wire.Verdict:
		if a.Accepted {
			return fmt.Sprintf("accepted %s %s", value.Encode(a.Action), a.MigratedFrom)
		}
		return fmt.Sprintf("refused %s %q", a.Code, a.Field)
	case wire.Routing:
		return "routed " + a.Handler + " " + a.Terminal
	default: // nothing to do for the others
	}
	return "nothing"
}

func cut(text []byte) []byte {
	if len(text) > shown {
		return append(text[:shown:shown], "..."...)
	}
	return text
}
