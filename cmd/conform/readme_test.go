package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeShowsWhatHappens runs every console block of the README in the repository and requires each
// line it shows, in that order, and the exit status it states (0 where it states none).
func TestReadmeShowsWhatHappens(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "conform")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("building conform: %v\n%s", err, out)
	}
	work := t.TempDir() // what a command writes goes here, beside links to what it reads
	for _, read := range []string{"adapters", "conformance"} {
		if err := os.Symlink(filepath.Join(root, read), filepath.Join(work, read)); err != nil {
			t.Fatal(err)
		}
	}
	blocks := regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) == 0 {
		t.Fatal("the README shows no command")
	}
	for _, block := range blocks {
		for _, command := range strings.Split(block[1], "$ conform ")[1:] {
			line, shown, _ := strings.Cut(command, "\n")
			t.Run(line, func(t *testing.T) { runShown(t, binary, root, work, line, shown) })
		}
	}
}

func runShown(t *testing.T, binary, root, work, line, shown string) {
	need(t, line, root)
	args, err := splitWords(line)
	if err != nil {
		t.Fatal(err)
	}
	want := "[exit 0]"
	var lines []string
	for l := range strings.Lines(shown) {
		l = strings.TrimRight(l, "\n")
		if strings.HasPrefix(l, "[exit ") {
			want = l
		} else if l != "" {
			lines = append(lines, l)
		}
	}
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir = work
	out, err := cmd.CombinedOutput()
	status := "[exit 0]"
	if err != nil {
		status = "[exit " + strings.TrimPrefix(err.Error(), "exit status ") + "]"
	}
	if status != want {
		t.Errorf("ended with %s, the README says %s\n%s", status, want, out)
	}
	rest := out
	for _, l := range lines {
		i := bytes.Index(rest, []byte(l+"\n"))
		if i < 0 {
			t.Errorf("the README shows, and the command does not print:\n%s", l)
			continue
		}
		rest = rest[i+len(l):]
	}
}

// need fails or skips a command whose toolchain or peer is not installed: fails where nothing may be
// left out.
func need(t *testing.T, line, root string) {
	t.Helper()
	missing := ""
	if strings.Contains(line, "node ") || strings.Contains(line, "--lang node") {
		if _, err := exec.LookPath("node"); err != nil {
			missing = "node is not installed"
		}
	}
	for _, peer := range []string{"adapters/peers/langchain-core", "adapters/peers/mcp/node"} {
		if !strings.Contains(line, peer) {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, peer, "node_modules")); err != nil {
			missing = "the peer is not installed (make peers)"
		}
	}
	if missing == "" {
		return
	}
	if os.Getenv("CI") != "" || os.Getenv("CONFORM_REQUIRE_TOOLCHAINS") != "" {
		t.Fatalf("LEFT OUT: %s", missing)
	}
	t.Skipf("LEFT OUT: %s", missing)
}

// TestArchitectureNamesEveryPackage holds docs/architecture.md against the packages there are.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "../../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range strings.Fields(string(out)) {
		name, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		if name == "." || strings.HasPrefix(name, "adapters/peers") {
			continue
		}
		if !bytes.Contains(text, []byte("`"+name+"`")) && !strings.HasPrefix(name, "cmd/") {
			t.Errorf("docs/architecture.md does not name the package %s", name)
		}
	}
}
