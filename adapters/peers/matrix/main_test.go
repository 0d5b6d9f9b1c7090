package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters/chat/agent"
	"github.com/actionconform/conform/conformance/report/matrix"
)

// agentVariable makes this test binary a launcher.
const agentVariable = "CONFORM_TEST_AGENT"

func TestMain(m *testing.M) {
	if os.Getenv(agentVariable) == "" || len(os.Args) < 2 || os.Args[1] != "-wire" {
		os.Exit(m.Run())
	}
	if agent.Command(agent.Strict) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// inRepository makes an empty repository with the given peers the working directory.
func inRepository(t *testing.T, peers string) {
	t.Helper()
	dir := t.TempDir()
	for path, text := range map[string]string{list: peers, "docs/.keep": ""} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func runMatrix(t *testing.T, only ...string) (out string, err error) {
	t.Helper()
	var b bytes.Buffer
	err = run(t.Context(), &b, "1/150", "", time.Minute, only)
	return b.String(), err
}

func TestPeersAreRunOnceEachAndTheirRowsKept(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(agentVariable, "1")
	peers := []peer{
		{Name: "@ours/strict", Language: "Go", Class: "chat", Command: []string{self, "-wire", "anthropic-messages"}},
		{Name: "gone", Language: "Rust", Class: "chat", Missing: "cargo build: error: no space"},
		{Name: "absent", Language: "C", Class: "chat", Command: []string{"/no/such/program"}},
	}
	text, err := json.Marshal(peers)
	if err != nil {
		t.Fatal(err)
	}
	inRepository(t, string(text))
	out, err := runMatrix(t)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "@ours/strict") || !strings.Contains(out, "0 failed, 0 errors") || strings.Contains(out, "changed") {
		t.Errorf("printed %s", out)
	}
	md := read(t, "docs/peers.md")
	for _, want := range []string{"### @ours/strict", "untested: cargo build: error: no space", "untested: not-started: "} {
		if !strings.Contains(md, want) {
			t.Errorf("docs/peers.md lacks %q", want)
		}
	}
	if !strings.Contains(read(t, "docs/peers.html"), "@ours/strict") {
		t.Error("the page lacks the peer")
	}

	// A second run of one peer keeps the rows of the others, and says what changed.
	first := read(t, file("@ours/strict"))
	var row matrix.Row
	if err := json.Unmarshal([]byte(first), &row); err != nil {
		t.Fatal(err)
	}
	for id, c := range row.Cells {
		if c.Verdict == matrix.OK {
			row.Cells[id] = matrix.Cell{Verdict: matrix.Fails}
			break
		}
	}
	if err := keep(row); err != nil {
		t.Fatal(err)
	}
	if out, err = runMatrix(t, "@ours/strict"); err != nil || !strings.Contains(out, ": ok, was fails") {
		t.Errorf("%v, printed %s", err, out)
	}
	if again := read(t, file("@ours/strict")); again != first {
		t.Errorf("two runs differ:\n%s\n%s", first, again)
	}
	if read(t, "docs/peers.md") != md {
		t.Error("the second run wrote another table")
	}
}

func TestNothingIsWrittenWhereARunIsInterrupted(t *testing.T) {
	inRepository(t, `[{"name":"gone","class":"chat","missing":"x"}]`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, &bytes.Buffer{}, "", "", time.Minute, nil); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat("docs/peers.md"); err == nil {
		t.Error("a table was written")
	}
}

func TestListsThatAreNoneAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ peers, want string }{
		"no JSON":   {`[{`, "peers.json"},
		"class":     {`[{"name":"x","class":"poetry"}]`, "class poetry"},
		"bad shard": {`[{"name":"x","class":"chat","command":["true"]}]`, "--shard"},
	} {
		t.Run(name, func(t *testing.T) {
			inRepository(t, c.peers)
			if err := run(t.Context(), &bytes.Buffer{}, "some", "", time.Minute, nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	t.Chdir(t.TempDir())
	if _, err := runMatrix(t); err == nil || !strings.Contains(err.Error(), "root of the repository") {
		t.Errorf("got %v", err)
	}
}

func TestBaselinesHaveNamesOfTheirOwn(t *testing.T) {
	text, err := os.ReadFile("../peers.json")
	if err != nil {
		t.Fatal(err)
	}
	var peers []peer
	if err := json.Unmarshal(text, &peers); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	chat := 0
	for _, p := range peers {
		if other, taken := names[file(p.Name)]; taken {
			t.Errorf("%s and %s have one baseline", p.Name, other)
		}
		names[file(p.Name)] = p.Name
		if p.Class == "chat" && !strings.Contains(p.Name, "(ours)") {
			chat++
		}
	}
	if chat < 16 {
		t.Errorf("%d runtimes", chat)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
