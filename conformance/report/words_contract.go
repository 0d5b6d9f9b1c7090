package report

import (
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// invocation shows the call of a tool: the arguments first, then for whom, then the data behind it.
func invocation(r wire.InvokeRequest, max int) string {
	return "invoke  " + value.Show(r.Args, max) + "  as " + value.Show(r.Viewer, max) + "  on " + value.Show(r.Store, max)
}

// envelope shows what a tool returned, or that it threw.
func envelope(e wire.Envelope, max int) string {
	if e.Threw != "" {
		return "threw  " + value.Show(value.String(e.Threw), max)
	}
	return value.Show(e.Value, max)
}
