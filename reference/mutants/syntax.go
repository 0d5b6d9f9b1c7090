package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// syntaxMutants read texts that are not JSON. They are at home in every protocol.
func syntaxMutants() []Mutant {
	s := everywhere()
	var out []Mutant
	for _, r := range []struct {
		id, title, source string
		repair            func(string) (string, bool)
		requirement       string
	}{
		{"trailing-comma", "takes trailing commas", "JSON5", dropTrailingCommas, reference.TX03},
		{"line-comment", "takes // comments", "JSON5", dropLineComments, reference.TX03},
		{"block-comment", "takes /* */ comments", "JSON5", dropBlockComments, reference.TX03},
		{"single-quotes", "takes single quotes", "JSON5", singleQuotes, reference.TX03},
		{"bare-names", "takes names without quotes", "JSON5", quoteNames, reference.TX03},
		{"not-a-number", "takes NaN and Infinity", "Python json", notNumbers, reference.TX03},
		{"python-words", "takes True, False and None", "ast.literal_eval", pythonWords, reference.TX03},
		{"raw-control", "takes raw control characters in strings", "Python json, strict=False", escapeControls, reference.TX03},
		{"closes-brackets", "closes brackets that are open", repairJSON, closeBrackets, reference.TX02},
		{"completes", "completes a text that was cut off", repairJSON, closeOpen, reference.TX02},
		{"first-document", "takes the first document and drops the rest", "json.Decoder.Decode", firstDocument, reference.TX01},
		{"last-document", "takes the last of several documents", "JSON lines", lastDocument, reference.TX01},
		{"trailing-text", "drops text after the document", "json.Decoder.Decode", trailingGarbage, reference.TX01},
		{"leading-text", "drops text before the document", runtimes, embedded, reference.TX01},
		{"between-braces", "takes what stands between the first and the last brace", runtimes, betweenBraces, reference.TX01},
		{"fence", "takes what stands in a code fence", runtimes, unfenced, reference.TX01},
		{"bad-utf8-replaced", "replaces bytes that are not UTF-8", goJSON, validUTF8, reference.TX04},
		{"bad-utf8-dropped", "drops bytes that are not UTF-8", "errors='ignore'", droppedUTF8, reference.TX04},
		{"latin1", "takes bytes that are not UTF-8 for Latin-1", "encoding guessing", latin1, reference.TX04},
		{"overlong", "decodes overlong UTF-8", "hand-written decoders", overlong, reference.TX04},
	} {
		requirements := []string{r.requirement}
		if r.requirement == reference.TX01 {
			requirements = append(requirements, reference.JW01)
		}
		out = append(out, s.verdict("text/"+r.id, r.title, r.source, rereading(r.repair), requirements...))
	}
	return append(out,
		s.verdict("text/double-encoded", "parses a JSON string in which JSON is", runtimes, rereading(unquoted), reference.TX01, reference.JW01),
		s.verdict("text/array-of-one", "takes the only element of a list", runtimes, rereading(onlyElement), reference.TX01, reference.JW01),
	)
}

// unquoted is the text that a JSON string holds.
func unquoted(text string) (string, bool) {
	v, err := value.Parse([]byte(text))
	s, ok := v.(value.String)
	return string(s), err == nil && ok
}

// onlyElement is the text of the first element of a list.
func onlyElement(text string) (string, bool) {
	v, err := value.Parse([]byte(text))
	list, ok := v.(value.Array)
	if err != nil || !ok || len(list) == 0 {
		return text, false
	}
	out, err := value.Print(list[0])
	return string(out), err == nil
}
