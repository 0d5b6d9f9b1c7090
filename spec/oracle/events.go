package oracle

import (
	"bytes"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// payloads reads an event stream as its standard says: lines that end with LF, CR or both, fields, an empty
// line after each event. What is left at the end without an empty line is no event; rest is that
// where a reader might still take it for one, and "" elsewhere. odd reports whether any of it looks otherwise than what
// providers usually send.
func payloads(pieces [][]byte) (events []string, rest string, odd bool) {
	whole := bytes.Join(pieces, nil)
	odd = bytes.ContainsRune(whole, '\r') || bytes.HasPrefix(whole, []byte("\xef\xbb\xbf"))
	text := bytes.TrimPrefix(whole, []byte("\xef\xbb\xbf"))
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n"), "\n")
	var data []string
	for _, line := range lines[:len(lines)-1] {
		if line == "" {
			if data != nil {
				events = append(events, strings.Join(data, "\n"))
			}
			data = nil
			continue
		}
		payload, ok := field(line)
		if ok {
			odd = odd || data != nil
			data = append(data, payload)
		}
		odd = odd || !strings.HasPrefix(line, "data: ") && !strings.HasPrefix(line, "event: ")
	}
	if payload, ok := field(lines[len(lines)-1]); ok {
		data = append(data, payload)
	}
	if data == nil {
		return events, "", odd
	}
	last := strings.Join(data, "\n")
	if _, err := value.Parse([]byte(last)); err != nil && last != "[DONE]" {
		last = ""
	}
	return events, last, odd
}

// field is the payload of a line that has one.
func field(line string) (string, bool) {
	name, content, _ := strings.Cut(line, ":")
	return strings.TrimPrefix(content, " "), name == "data"
}
