package spec_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform/spec"
)

// TestTableReference holds table.md to the loader: its small table is legal, and it names every word.
func TestTableReference(t *testing.T) {
	data, err := os.ReadFile("table.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	_, block, _ := strings.Cut(doc, "```yaml\nversion: 1\n")
	block, _, _ = strings.Cut(block, "```")
	load(t, "version: 1\n"+block)

	for _, word := range slices.Concat(
		texts(spec.Roles()), texts(spec.Faults()), texts(spec.FieldKinds()), texts(spec.Levels()),
		spec.Operations(), spec.Handlers(), spec.Terminals(), spec.Layers(), spec.Policies(),
	) {
		if !strings.Contains(doc, "`"+word+"`") {
			t.Errorf("table.md does not name %s", word)
		}
	}
}
