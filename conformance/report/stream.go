package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/actionconform/conform/spec/wire"
)

// streamed shows a stream: its events, or its bytes with how they are cut.
func streamed(r wire.AssembleRequest, max int) string {
	if r.Pieces == nil {
		return fmt.Sprintf("[%d] ", len(r.Events)) + Visible([]byte(strings.Join(r.Events, " ⏐ ")), max)
	}
	return fmt.Sprintf("[%d × bytes] ", len(r.Pieces)) + Visible(bytes.Join(r.Pieces, nil), max)
}
