package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/spec"
)

// TestStepsAreLoadedStrictly makes one mistake at a time in the steps of the built-in table.
func TestStepsAreLoadedStrictly(t *testing.T) {
	text := string(conform.BuiltinTable())
	at := strings.Index(text, "\nsteps:\n")
	if at < 0 {
		t.Fatal("the built-in table has no steps")
	}
	head, steps := text[:at], text[at:]
	for _, tt := range []struct{ why, old, new, fault string }{
		{"a role that is misspelt", "    outcome: ST-36", "    outcom: ST-36", "unknown role `outcom` of a step"},
		{"a role without a requirement", "    late: ST-41\n", "", "`rules` of `steps` needs `late`"},
		{"a requirement that does not exist", "    late: ST-41\n", "    late: ST-99\n", "there is no requirement `ST-99`"},
		{"a protocol the table does not have", "    native-tool/1: {capability", "    native-tool/9: {capability", "there is no protocol `native-tool/9`"},
		{"a capability nobody claims", "{capability: native}", "{capability: magic}", "unknown capability of a step `magic`"},
		{"a stage nobody knows", "    catalogue:\n", "    catalog:\n", "unknown stage `catalog`"},
		{"a callback nobody makes", "callback: tool/execute", "callback: tool/run", "unknown callback `tool/run`"},
		{"a fault nobody can bring about", "        cancelled:\n", "        exploded:\n", "nobody knows how to bring about `exploded` here"},
		{"a fault without an end", "          error: [CATALOG_INVALID]\n", "", "has no end"},
		{"a code that does not exist", "error: [CATALOG_INVALID]", "error: [CATALOGUE_INVALID]", "there is no error code `CATALOGUE_INVALID`"},
		{"an outcome there is not", "outcome: [final]", "outcome: [finished]", "unknown outcome `finished`"},
		{"halted without a category", "          category: [denied]\n", "", "has `halted` without `category`"},
		{"a category there is not", "category: [denied]", "category: [refused]", "unknown category `refused`"},
		{"a later stage that does not exist", "then: [outcome]", "then: [result2]", "there is no stage `result2`"},
		{"a reason left out", "          why: {en: \"a stop button", "          whi: {en: \"a stop button", "unknown key `whi`"},
	} {
		if !strings.Contains(steps, tt.old) {
			t.Errorf("%s: the text to be replaced is gone", tt.why)
			continue
		}
		_, err := spec.Load(strings.NewReader(head + strings.Replace(steps, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%s: want %q, got %v", tt.why, tt.fault, err)
		}
	}
}

// TestStepsCountForTheDigest changes the steps and nothing else.
func TestStepsCountForTheDigest(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	before := table.Digest()
	changed := *table
	steps := *table.Steps
	steps.Stages = slices.Clone(steps.Stages)
	changed.Steps = &steps
	if changed.Digest() != before {
		t.Error("a copy has another digest")
	}
	steps.Stages[0], steps.Stages[1] = steps.Stages[1], steps.Stages[0]
	if changed.Digest() == before {
		t.Error("the order of the stages does not count")
	}
	changed.Steps = nil
	if changed.Digest() == before {
		t.Error("steps do not count")
	}
}
