package report

import (
	"fmt"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/report/vector"
	"github.com/actionconform/conform/spec/wire"
)

// maxPasted is how many bytes of requests a replay command may hold; a longer one is taken from
// `conform show`, since terminals and shells cut long lines.
const maxPasted = 4 << 10

// Quote returns a word as a POSIX shell reads it back. Single quotes are used because nothing inside
// them has a meaning, not even to an interactive shell with history expansion.
func Quote(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !harmless(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// harmless reports whether a character means itself anywhere in a word, its beginning included.
func harmless(r rune) bool {
	return r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
		strings.ContainsRune("@%_+:,./-", r))
}

// QuoteAll quotes words and joins them with blanks.
func QuoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}

// Lines returns the requests of a case as lines a target reads, in ASCII, with ids from 1.
func Lines(c *derive.Case) ([]string, error) {
	if c.Scenario != nil {
		return nil, fmt.Errorf("%s is a scenario: in between the target asks and the harness answers; see `conform show %s`, or run it with `conform run --case`", c.ID, c.ID)
	}
	lines := make([]string, 0, len(c.Requests))
	for i, r := range c.Requests {
		line, err := wire.AppendCall(nil, uint64(i+1), r)
		if err != nil {
			return nil, err
		}
		lines = append(lines, strings.TrimSuffix(string(vector.ASCII(line)), "\n"))
	}
	return lines, nil
}

// replay returns the commands that repeat one case: with conform, and without it.
func (v *view) replay(c *derive.Case) []string {
	run := []string{"conform", "run"}
	run = append(run, v.Rerun...)
	if v.Target.Spec != "" && v.Target.Spec != "reference" {
		run = append(run, "--target", v.Target.Spec)
	}
	run = append(run, "--case", c.ID)
	if c.Operation == wire.OpChat {
		return []string{QuoteAll(run)} // a launcher alone has no model
	}
	if c.Protocol == "mcp" {
		return []string{QuoteAll(run)} // the case is made from the server's own list
	}
	return []string{QuoteAll(run), v.replayBare(c)}
}

func (v *view) replayBare(c *derive.Case) string {
	show := append([]string{"conform", "show", c.ID}, v.Rerun...)
	if v.Command == nil {
		return QuoteAll(append(show, "--as", "json"))
	}
	if c.Scenario != nil { // a play takes two; the transcript says who says what
		return QuoteAll(show)
	}
	lines, err := Lines(c)
	size := 0
	for _, l := range lines {
		size += len(l)
	}
	source := "printf '%s\\n' " + QuoteAll(lines)
	if err != nil || size > maxPasted {
		source = QuoteAll(append(show, "--as", "request"))
	}
	return source + " | " + QuoteAll(v.Command)
}
