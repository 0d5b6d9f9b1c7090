package reference

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/spec/wire"
)

// Options are the choices the specification leaves to an implementation. The zero value is the default
// of each: nothing is trimmed, agent-action drops unknown members, no older version is converted, the
// control tool is [DefaultAskUserTool], blank arguments are an empty object, and finish reasons are judged.
type Options wire.Policies

// DefaultAskUserTool is the reserved name under which a native tool call asks the user.
const DefaultAskUserTool = "jingwei_ask_user"

// The words of policies.
const (
	policyReject = "reject"
	policyRefuse = "refuse"
	policyCaller = "caller"

	unversioned = "unversioned"
)

func (o *Options) migrates(version string) bool { return slices.Contains(o.Migrates, version) }

func (o *Options) askUserTool() string {
	if o.AskUserTool != "" {
		return o.AskUserTool
	}
	return DefaultAskUserTool
}

// trimmed is the text of a field, without surrounding blanks where the options say so.
func (o *Options) trimmed(field, text string) string {
	if slices.Contains(o.Trims, field) {
		return strings.TrimSpace(text) // what it trims are the characters of value.IsBlank
	}
	return text
}
