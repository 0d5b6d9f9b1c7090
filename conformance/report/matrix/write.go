package matrix

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// sorted are the rows by class, language and name.
func sorted(rows []Row) []Row {
	out := slices.Clone(rows)
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Language, b.Language), strings.Compare(a.Name, b.Name))
	})
	return out
}

func classesOf(rows []Row) []string {
	var out []string
	for _, r := range rows {
		if !slices.Contains(out, r.Class) {
			out = append(out, r.Class)
		}
	}
	return out
}

func mark(c Cell) string {
	switch c.Verdict {
	case OK:
		return "ok"
	case Fails:
		return fmt.Sprintf("**✗ %d**", c.Failed)
	case Advice:
		return fmt.Sprintf("– %d", c.Failed)
	case Untested:
	}
	return "untested"
}

// Markdown writes the matrix of every class, and for each target what it breaks with a replay command.
func Markdown(w io.Writer, t *spec.Table, rows []Row) error {
	rows = sorted(rows)
	var b strings.Builder
	b.WriteString("# Peers\n\nWritten by `make peers`; do not edit. Implementations that are not ours, at the versions of their lock files,\nheld against the suite. `ok`: every case passed. **✗ n**: n cases break a MUST. – n: n cases do not follow a\nSHOULD. Each verdict is about what a few lines of glue with the defaults of a runtime do; a runtime may have options\nthat change it. Every command shows its cell again, from the root of the repository after `make peers`.\n")
	for _, class := range classesOf(rows) {
		columns := columns(t, class)
		fmt.Fprintf(&b, "\n## Class `%s`\n\n| peer | version | language |", class)
		for _, q := range columns {
			fmt.Fprintf(&b, " %s |", q.ID)
		}
		b.WriteString("\n|---|---|---|" + strings.Repeat("---|", len(columns)) + "\n")
		for _, r := range rows {
			if r.Class != class {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s |", r.Name, r.Version, r.Language)
			for _, q := range columns {
				if r.NotRun != "" {
					b.WriteString(" untested |")
					continue
				}
				fmt.Fprintf(&b, " %s |", mark(r.Cells[q.ID]))
			}
			b.WriteString("\n")
		}
		b.WriteString("\n| requirement | level | sentence |\n|---|---|---|\n")
		for _, q := range columns {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", q.ID, q.Level, q.Text.EN)
		}
		for _, r := range rows {
			if r.Class == class {
				section(&b, r, columns)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// section is one target: its outcomes, and a line and a command for every requirement.
func section(b *strings.Builder, r Row, columns []spec.Requirement) {
	fmt.Fprintf(b, "\n### %s %s (%s)\n\n", r.Name, r.Version, r.Language)
	if r.NotRun != "" {
		fmt.Fprintf(b, "untested: %s\n", r.NotRun)
		return
	}
	fmt.Fprintf(b, "Class %s: %s.", r.Class, r.State)
	if text := r.outcomes(); text != "" {
		fmt.Fprintf(b, " Outcomes: %s.", text)
	}
	b.WriteString("\n\n")
	for _, q := range columns {
		c := r.Cells[q.ID]
		switch c.Verdict {
		case Untested:
			fmt.Fprintf(b, "- %s untested: %s\n", q.ID, c.Reason)
		case OK:
			fmt.Fprintf(b, "- %s ok, %d cases (%s): `%s`\n", q.ID, c.Ran, cmp.Or(c.Outcome, "passed"), r.Replay(c))
		case Fails, Advice:
			fmt.Fprintf(b, "- %s %s, %d failed (%s): `%s`\n", q.ID, c.Verdict, c.Failed, cmp.Or(c.Outcome, "failed"), r.Replay(c))
		}
	}
}

func (r Row) outcomes() string {
	var out []string
	for _, c := range wire.Classes() {
		if n := r.Outcomes[c]; n > 0 {
			out = append(out, fmt.Sprintf("%s %d", c, n))
		}
	}
	return strings.Join(out, ", ")
}

const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>conform: peers</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}table{border-collapse:collapse;font-size:13px}
th,td{border:1px solid #ccc;padding:.25rem .45rem;text-align:left}td.c{text-align:center}.ok{background:#e6f4e6}.fails{background:#f8d7d7}.advice{background:#fdf3d0}.untested{background:#eee}
code{font-size:12px;word-break:break-all}.scroll{overflow-x:auto}</style><h1>Peers</h1>
<p>Implementations that are not ours, at the versions of their lock files. Hold the pointer over a cell for its outcome and the command that shows it again.</p>
`

// HTML writes the matrix as one page without scripts.
func HTML(w io.Writer, t *spec.Table, rows []Row) error {
	rows = sorted(rows)
	esc := html.EscapeString
	var b strings.Builder
	b.WriteString(head)
	for _, class := range classesOf(rows) {
		columns := columns(t, class)
		fmt.Fprintf(&b, "<h2>Class %s</h2><div class=\"scroll\"><table><tr><th>peer<th>version<th>language", esc(class))
		for _, q := range columns {
			fmt.Fprintf(&b, "<th title=\"%s\">%s", esc(string(q.Level)+": "+q.Text.EN), esc(q.ID))
		}
		for _, r := range rows {
			if r.Class != class {
				continue
			}
			fmt.Fprintf(&b, "\n<tr><td>%s<td>%s<td>%s", esc(r.Name), esc(r.Version), esc(r.Language))
			for _, q := range columns {
				c := r.Cells[q.ID]
				if r.NotRun != "" {
					c = Cell{Verdict: Untested, Reason: r.NotRun}
				}
				title := cmp.Or(c.Reason, c.Outcome)
				if c.Case != "" {
					title += "\n" + r.Replay(c)
				}
				text := strings.Trim(mark(c), "*")
				fmt.Fprintf(&b, "<td class=\"c %s\" title=\"%s\">%s", c.Verdict, esc(title), esc(text))
			}
		}
		b.WriteString("</table></div><ul>\n")
		for _, q := range columns {
			fmt.Fprintf(&b, "<li>%s %s: %s · %s\n", esc(q.ID), q.Level, esc(q.Text.EN), esc(q.Text.ZH))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
