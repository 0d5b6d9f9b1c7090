package report

import (
	"strings"

	pretty "github.com/jedib0t/go-pretty/v6/text"
)

// style paints text, or leaves it alone. Escape sequences are added here only, never by switching the
// library's own process-wide setting.
type style struct{ on bool }

func (s style) paint(text string, colors ...pretty.Color) string {
	if !s.on || text == "" {
		return text
	}
	return pretty.Escape(text, pretty.Colors(colors).EscapeSeq())
}

func (s style) bold(text string) string   { return s.paint(text, pretty.Bold) }
func (s style) faint(text string) string  { return s.paint(text, pretty.Faint) }
func (s style) red(text string) string    { return s.paint(text, pretty.FgRed, pretty.Bold) }
func (s style) green(text string) string  { return s.paint(text, pretty.FgGreen) }
func (s style) yellow(text string) string { return s.paint(text, pretty.FgYellow) }

// pad fills text up to a width on screen, in which a Chinese character takes two columns.
func pad(text string, width int) string {
	if n := width - pretty.StringWidthWithoutEscSequences(text); n > 0 {
		return text + strings.Repeat(" ", n)
	}
	return text
}

// Pad fills text up to a width on screen, with at least one blank after a text that is as wide.
func Pad(text string, width int) string {
	if pretty.StringWidthWithoutEscSequences(text) >= width {
		return text + " "
	}
	return pad(text, width)
}
