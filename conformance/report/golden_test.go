package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestGolden(t *testing.T) {
	green := &conformance.Report{
		Suite:   conformance.Suite{Version: "1.0", Cases: 2314, Total: 2314, Requirements: 96},
		Target:  conformance.TargetInfo{Spec: "reference", Hello: wire.Hello{Name: "reference", Language: "Go"}},
		Level:   spec.Must,
		Classes: []conformance.Class{{Name: "parser", State: conformance.ClassMet, Passed: 391, Total: 391}},
		Counts:  conformance.Counts{Passed: 2314},
	}
	verbose, colored, quiet := options("en"), options("en"), options("en")
	verbose.Verbose, colored.Color, quiet.Quiet = true, true, true
	inProcess := options("en")
	inProcess.Command = nil
	for _, tt := range []struct {
		file   string
		format Format
		report *conformance.Report
		opts   Options
	}{
		{"failing.en.txt", text{}, failing(), options("en")},
		{"failing.zh.txt", text{}, failing(), options("zh")},
		{"failing.verbose.txt", text{}, failing(), verbose},
		{"failing.color.txt", text{}, failing(), colored},
		{"failing.quiet.txt", text{}, failing(), quiet},
		{"failing.inprocess.txt", text{}, failing(), inProcess},
		{"failing.json", jsonFormat{}, failing(), options("en")},
		{"failing.xml", junit{}, failing(), options("en")},
		{"green.en.txt", text{}, green, options("en")},
		{"green.zh.txt", text{}, green, options("zh")},
	} {
		t.Run(tt.file, func(t *testing.T) {
			var got bytes.Buffer
			if err := Write(&got, tt.format, tt.report, tt.opts); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", tt.file)
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()); d != "" {
				t.Errorf("%s differs (-want +got); go test -update writes it anew:\n%s", path, d)
			}
		})
	}
}
