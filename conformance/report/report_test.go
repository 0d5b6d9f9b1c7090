package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/report/vector"
)

// No format lets out what a target repeated of a planted secret; the input, which is ours, keeps it.
func TestMasksCanaries(t *testing.T) {
	for _, f := range Formats() {
		var out bytes.Buffer
		o := options("en")
		o.Verbose = true
		if err := Write(&out, f, failing(), o); err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(out.String(), "\n") {
			for _, ours := range []string{`{"type":"canary-7f3a"}`, `{\"type\":\"canary-7f3a\"}`, `{&#34;type&#34;:&#34;canary-7f3a&#34;}`} {
				line = strings.ReplaceAll(line, ours, "")
			}
			if strings.Contains(line, "canary-7f3a") {
				t.Errorf("%s, line %d lets the secret out: %s", f.Name(), i+1, line)
			}
		}
		if !strings.Contains(out.String(), maskText) && !strings.Contains(out.String(), `\u00abcanary`) {
			t.Errorf("%s shows no mask", f.Name())
		}
	}
}

func TestJSONFollowsItsSchema(t *testing.T) {
	r, tab := realRun(t)
	schema := compile(t, "report.schema.json")
	for name, rep := range map[string]*conformance.Report{"made by hand": failing(), "a real run": r} {
		var out bytes.Buffer
		o := options("en")
		if name == "a real run" {
			o.Table = tab
		}
		if err := Write(&out, jsonFormat{}, rep, o); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVectorsFollowTheirSchema(t *testing.T) {
	r, _ := realRun(t)
	cases := cases(r)
	files, err := vector.Files(cases, "x")
	if err != nil {
		t.Fatal(err)
	}
	again, err := vector.Files(cases, "x")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(files, again) {
		t.Error("the same cases gave other bytes")
	}
	schema := compile(t, "vectors.schema.json")
	for _, f := range files {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Data))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	const base = "https://github.com/actionconform/conform/spec/schema/"
	for _, file := range []string{"report.schema.json", "vectors.schema.json"} {
		text, err := os.ReadFile(filepath.Join("../../spec/schema", file))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(base+file, doc); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile(base + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJUnitIsWellFormed(t *testing.T) {
	r, tab := realRun(t)
	o := options("zh")
	o.Table = tab
	var out bytes.Buffer
	if err := Write(&out, junit{}, r, o); err != nil {
		t.Fatal(err)
	}
	var doc junitSuites
	if err := xml.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Tests != len(r.Results) || doc.Failures != r.Counts.Failed || doc.Failures == 0 {
		t.Errorf("%d tests, %d failures; the report has %d results, %d failures", doc.Tests, doc.Failures, len(r.Results), r.Counts.Failed)
	}
	for i, c := range legal("a\x00b\x1b[0m\xff\ufffe\u202e") {
		if c == '\t' || c == '\n' || c >= 0x20 && c != 0xfffe && c != 0xffff {
			continue
		}
		t.Errorf("character %U at %d is illegal in XML", c, i)
	}
}

// A shell reads back what Quote wrote.
func TestQuoteIsReadBackByTheShell(t *testing.T) {
	words := []string{"", "plain", "it's", "a b", `"`, `\`, "$HOME", "`x`", "!x", "*", "~", "#x", "a\nb", "\t", "-n", "日本", "{a,b}", "a=b", "'", "''", `'\''`}
	out, err := exec.Command("sh", "-c", "printf '%s\\0' "+QuoteAll(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !reflect.DeepEqual(got, words) {
		t.Errorf("the shell read %q", got)
	}
}

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"a":"\u0000"}`, `{"a":"\u0000"}`},
		{"{\"a\":\"\x00\"}", `{"a":"‹U+0000›"}`},
		{"\xef\xbb\xbf{}\r\n", "‹U+FEFF›{}‹U+000D›‹U+000A›"},
		{"\xff\u202ex", "‹FF›‹U+202E›x"},
		{"", `""`},
		{"中文 ok", "中文 ok"},
		{strings.Repeat("x", 30), strings.Repeat("x", 20) + "… (30 bytes)"},
	} {
		if got := Visible([]byte(tt.in), 20); got != tt.want {
			t.Errorf("Visible(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// No language lacks a word another one has.
func TestCatalogueIsComplete(t *testing.T) {
	for _, lang := range Languages() {
		v := reflect.ValueOf(catalogue(lang)).Elem()
		for i := range v.NumField() {
			f, name := v.Field(i), v.Type().Field(i).Name
			switch f.Kind() {
			case reflect.String:
				if f.String() == "" {
					t.Errorf("%s lacks %s", lang, name)
				}
			case reflect.Map:
				if want := reflect.ValueOf(catalogue("en")).Elem().Field(i).Len(); f.Len() != want || want == 0 {
					t.Errorf("%s has %d of %d entries in %s", lang, f.Len(), want, name)
				}
			default: // nothing to do for the others
			}
		}
	}
}

func TestDestination(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.json")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	d, err := ParseDestination("json=" + path)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("opening changed the file to %q", text)
	}
	if err := d.Write(io.Discard, failing(), options("en")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !json.Valid(text) {
		t.Errorf("the file holds no JSON: %v", err)
	}
	unused, err := ParseDestination("junit=" + filepath.Join(dir, "x.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := unused.Open(); err != nil {
		t.Fatal(err)
	}
	unused.Discard()
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files are left, want the report alone", len(left))
	}
	device, err := ParseDestination("text=/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	if err := device.Open(); err != nil {
		t.Fatal(err)
	}
	if err := device.Write(io.Discard, failing(), options("en")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Fatal("the device was replaced by a file")
	}
}
