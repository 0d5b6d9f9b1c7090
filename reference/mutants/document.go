package mutants

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// documentMutants misread texts that are JSON: duplicate names, order, white space and escapes.
func documentMutants() []Mutant {
	s := everywhere()
	text := s.only(wire.OpDecode)
	return []Mutant{
		s.verdict("text/duplicates/last", "takes the last of duplicate names", goJSON, rereading(merging(true, anyRepeat)), reference.TX05, reference.JW04),
		s.verdict("text/duplicates/first", "takes the first of duplicate names", serde, rereading(merging(false, anyRepeat)), reference.TX05, reference.JW04),
		s.verdict("text/duplicates/nested", "looks for duplicate names at the top only", omission, rereading(merging(true, nestedRepeat)), reference.TX05, reference.JW04),
		s.verdict("text/duplicates/same-value", "takes duplicate names with one value", omission, rereading(merging(true, sameRepeat)), reference.TX05, reference.JW04),
		text.verdict("text/order/discriminator-first", "wants the discriminator first", "streaming parsers",
			refusing(discriminatorLate, reference.ActionTypeInvalid, ""), reference.TX12),
		text.verdict("text/order/usual", "wants members in the usual order", "regular expressions",
			refusing(unusualOrder, reference.ActionInvalid, ""), reference.TX12),
		text.verdict("text/white-space/newlines", "wants the text on one line", "line protocols",
			refusing(texts(func(t []byte) bool { return bytes.ContainsAny(t, "\r\n") }), reference.ActionNotJSON, ""), reference.TX12),
		text.verdict("text/white-space/tabs", "does not take tabs for white space", "hand-written parsers",
			refusing(texts(func(t []byte) bool { return bytes.ContainsAny(t, "\t") }), reference.ActionNotJSON, ""), reference.TX12),
		text.verdict("text/white-space/around", "does not take white space around the document", "hand-written parsers",
			refusing(texts(func(t []byte) bool { return len(bytes.Trim(t, " \t\r\n")) < len(t) }), reference.ActionNotJSON, ""), reference.TX12, reference.TX01),
		text.verdict("text/escapes/in-names", "does not know names that are spelt with escapes", "regular expressions",
			refusing(texts(regexp.MustCompile(`"[^":,{}]*\\[^":,{}]*"\s*:`).Match), reference.ActionInvalid, ""), reference.TX10, reference.TX12),
		text.verdict("text/escapes/refused", "refuses \\u escapes", "hand-written parsers",
			refusing(texts(func(t []byte) bool { return bytes.Contains(t, []byte(`\u`)) }), reference.ActionNotJSON, ""), reference.TX10),
		text.verdict("text/escapes/raw", "keeps \\u escapes as they are spelt", "regular expressions", rawEscapes(), reference.TX10),
	}
}

// texts is the condition that the text of a request fulfils a condition.
func texts(condition func([]byte) bool) func(wire.Request) bool {
	return func(req wire.Request) bool {
		r, ok := req.(wire.DecodeRequest)
		return ok && condition(r.Text)
	}
}

// merging is a repair that merges duplicate names, if they are of a sort.
func merging(keepLast bool, when func(value.Value) bool) func(string) (string, bool) {
	return func(text string) (string, bool) {
		v, err := value.Parse([]byte(text))
		if err != nil || !anyRepeat(v) || !when(v) {
			return text, false
		}
		out, err := value.Print(walk(v, func(v value.Value) value.Value {
			o, ok := v.(value.Object)
			if !ok {
				return v
			}
			var merged value.Object
			for _, m := range o {
				if keepLast || !merged.Has(m.Name) {
					merged = merged.With(m.Name, m.Value)
				}
			}
			return merged
		}))
		return string(out), err == nil
	}
}

func anyRepeat(v value.Value) bool { return anywhere(v, repeats) }

func nestedRepeat(v value.Value) bool { return !repeats(v) }

func sameRepeat(v value.Value) bool { return !anywhere(v, repeatsOtherwise) }

func repeats(v value.Value) bool {
	o, _ := v.(value.Object)
	for i := range o {
		if slices.ContainsFunc(o[:i], func(m value.Member) bool { return m.Name == o[i].Name }) {
			return true
		}
	}
	return false
}

// repeatsOtherwise reports whether an object has a name twice with different values.
func repeatsOtherwise(v value.Value) bool {
	o, _ := v.(value.Object)
	for i := range o {
		if slices.ContainsFunc(o[:i], func(m value.Member) bool { return m.Name == o[i].Name && !value.Equal(m.Value, o[i].Value) }) {
			return true
		}
	}
	return false
}

// usual is the order in which examples have their members.
func usual() []string {
	return []string{"type", "action", "schemaVersion", "role", "callId", "tool", "content", "input", "summary", "requestId", "capability", "resource", "reason",
		"name", "arguments", "text", "question", "toolCalls", "message", "finishReason", "finish_reason", "incompleteToolCalls"}
}

func unusualOrder(req wire.Request) bool {
	v, _ := input(req)
	o, _ := v.(value.Object)
	at := -1
	for _, m := range o {
		i := slices.Index(usual(), m.Name)
		if m.Name == "schemaVersion" || i < 0 {
			continue
		}
		if i < at {
			return true
		}
		at = i
	}
	return false
}

func discriminatorLate(req wire.Request) bool {
	v, _ := input(req)
	o, _ := v.(value.Object)
	i := slices.IndexFunc(o, func(m value.Member) bool { return m.Name == "type" || m.Name == "action" })
	return i > 0 && o[0].Name != "schemaVersion"
}

// rawEscapes does not undo \u escapes.
func rawEscapes() defect {
	return before(func(req wire.Request) wire.Request {
		r, ok := req.(wire.DecodeRequest)
		if !ok || !strings.Contains(string(r.Text), `\u`) {
			return req
		}
		r.Text = bytes.ReplaceAll(r.Text, []byte(`\u`), []byte(`\\u`))
		return r
	})
}
