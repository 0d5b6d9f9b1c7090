package casefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestFilesComeBackAsTheyWere(t *testing.T) {
	dir := t.TempDir()
	for _, req := range []wire.Request{
		wire.DecodeRequest{Protocol: "agent-action/1", Text: []byte("{\"type\":\"\xff\"}")},
		wire.ParseRequest{Protocol: "agent-action/1", Value: value.Object{{Name: "type", Value: value.Undefined{}}, {Name: "type", Value: value.Number("1e400")}}},
	} {
		f, err := New(req)
		if err != nil {
			t.Fatal(err)
		}
		f.Bucket, f.Count, f.From = "b "+f.Method, 3, &From{Target: "x", Seed: 7}
		if err := f.Write(dir); err != nil {
			t.Fatal(err)
		}
		back, err := Read(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		again, err := back.Request()
		if err != nil {
			t.Fatal(err)
		}
		_, want, _ := wire.MarshalRequest(req)
		if _, got, _ := wire.MarshalRequest(again); string(got) != string(want) || back.Bucket != f.Bucket || *back.From != *f.From {
			t.Errorf("%s comes back as %s", want, got)
		}
	}
	all, err := ReadAll(dir)
	if err != nil || len(all) != 2 {
		t.Errorf("%d files, %v", len(all), err)
	}
	if none, err := ReadAll(filepath.Join(dir, "none")); err != nil || none != nil {
		t.Errorf("a folder that is not there: %v, %v", none, err)
	}
}

func TestCasesAreJudgedAnew(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(wire.DecodeRequest{Protocol: "agent-action/1", Text: []byte(`{"type":"finish"}`)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Case(table)
	if err != nil {
		t.Fatal(err)
	}
	if c.Kind != derive.Invalid || c.Requirement != "AP-08" || !strings.HasPrefix(c.ID, "file/agent-action/1/") {
		t.Errorf("%+v", c)
	}
}

func TestReadingIsStrict(t *testing.T) {
	for _, text := range []string{
		"", "[]", "{}", `{"format":"conform-case/2","method":"parse","params":{}}`, `{"format":"conform-case/1","method":"parse","params":{}}`,
		`{"format":"conform-case/1","method":"parse","params":{"protocol":"p/1","value":1},"extra":1}`, `{"format":"conform-case/1","method":"nope","params":{}}`,
	} {
		path := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format":"conform-case/1","method":"decode","params":{"protocol":"p/1","text":"x"},"count":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := parse(text)
		if err != nil {
			return
		}
		if _, err := file.Request(); err != nil || file.Name() == "" {
			t.Fatalf("taken, but %v", err)
		}
	})
}
