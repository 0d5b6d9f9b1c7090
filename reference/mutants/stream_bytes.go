package mutants

import "strings"

// read takes an event stream apart.
func (c *careless) read(pieces [][]byte) []string {
	whole := ""
	for _, p := range pieces {
		switch {
		case c.is("pieces-decoded"):
			whole += strings.ToValidUTF8(string(p), "\ufffd")
		case c.is("pieces-stripped"):
			whole += strings.Trim(string(p), " ")
		case c.is("empty-piece-ends-stream") && len(p) == 0:
			return c.lines(whole)
		case c.is("lines-not-kept") && len(pieces) > 1: // what is no whole line in a piece is lost
			for _, line := range strings.SplitAfter(string(p), "\n") {
				if strings.HasSuffix(line, "\n") {
					whole += line
				}
			}
		case c.is("piece-is-event"):
			whole += strings.TrimRight(string(p), "\n") + "\n\n"
		default:
			whole += string(p)
		}
	}
	return c.lines(whole)
}

func (c *careless) lines(text string) []string {
	if !c.is("byte-order-mark-kept") {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	if !c.is("lf-only") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if !c.is("lf-only") && !c.is("no-cr") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	var out, data []string
	for _, line := range strings.SplitAfter(text, "\n") {
		ended := strings.HasSuffix(line, "\n")
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" && ended:
			if data != nil {
				out = append(out, strings.Join(data, "\n"))
			} else if c.is("blank-line-crashes") && len(out) > 0 {
				panic("mutant: the seeded crash")
			}
			data = nil
			continue
		case !ended && !c.is("last-line-taken"):
			continue
		}
		name, content, _ := strings.Cut(line, ":")
		switch {
		case name == "" && c.is("comment-refused"), name == "id" && c.is("fields-refused"):
			c.refused = true
		case name != "data":
		case c.is("blank-required") && !strings.HasPrefix(content, " "):
		case c.is("line-is-event") && data != nil:
			out, data = append(out, data...), []string{strings.TrimPrefix(content, " ")}
		case c.is("last-line-wins"):
			data = []string{strings.TrimPrefix(content, " ")}
		default:
			data = append(data, strings.TrimPrefix(content, " "))
		}
	}
	if c.is("last-line-taken") && data != nil {
		if last := strings.Join(data, "\n"); strings.HasPrefix(last, "{") {
			fixed, _ := closeOpen(last)
			out = append(out, fixed)
		}
	}
	return out
}
