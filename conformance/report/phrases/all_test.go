package phrases

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sources are where the harness makes sentences for reports.
var sources = []string{"../..", "../../judge", "../../../adapters/inprocess", "../../../adapters/stdio", "../../../adapters/chat", "../../../adapters/mcp", "../../mcp"}

// functions are those whose first text is such a sentence, with the place of it among the arguments.
var functions = map[string]int{"found": 2, "blames": 2, "hint": 1, "say": 1, "garbage": 0, "broken": 2, "lost": 2}

// TestEverySentenceIsKnown reads the sentences out of the source.
func TestEverySentenceIsKnown(t *testing.T) {
	seen := 0
	for _, dir := range sources {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			for _, s := range sentencesOf(t, filepath.Join(dir, f.Name())) {
				seen++
				if !Known(s) {
					t.Errorf("%s/%s says %q, which has no Chinese", dir, f.Name(), s)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d sentences were found", seen)
	}
}

func sentencesOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	add := func(e ast.Expr) {
		if s := text(e); strings.Contains(strings.TrimSpace(s), " ") {
			out = append(out, s)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Detail" {
				add(n.Value)
			}
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if at, ok := functions[name]; ok && at < len(n.Args) {
				add(n.Args[at])
			}
			if name == "append" && len(n.Args) == 2 {
				if list, ok := n.Args[0].(*ast.SelectorExpr); ok && slices.Contains([]string{"Problems", "Notes"}, list.Sel.Name) {
					add(n.Args[1])
				}
			}
		}
		return true
	})
	return out
}

var verb = regexp.MustCompile(`%[+#]?[a-z]`)

// text is the text of an expression, with x for what is only known when it runs.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			return ""
		}
		return verb.ReplaceAllString(s, "x")
	case *ast.BinaryExpr:
		x, y := text(e.X), text(e.Y)
		if x == "" {
			x = "x"
		}
		if y == "" {
			y = "x"
		}
		return x + y
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			return text(e.Args[0])
		}
	case *ast.ParenExpr:
		return text(e.X)
	}
	return ""
}

func TestPartsAreTranslatedToo(t *testing.T) {
	for en, zh := range map[string]string{
		"the target ended: exit status 7":                                      "目标已结束：退出码 7",
		"tool/execute was asked for again, after the step was cancelled":       "再次请求了 tool/execute（在该步骤取消之后）",
		"ended with tool_completed, not with error CANCELLED or halted (none)": "以 tool_completed 结束，而不是 error CANCELLED or halted (none)",
		"anything else": "anything else",
	} {
		if got := In("zh", en); got != zh {
			t.Errorf("%q is %q, want %q", en, got, zh)
		}
		if In("en", en) != en {
			t.Errorf("%q changes in English", en)
		}
	}
	for _, p := range all() {
		for i := range strings.Count(p.en, "{}") {
			if !strings.Contains(p.zh, "{"+strconv.Itoa(i+1)+"}") {
				t.Errorf("%q leaves out part %d", p.en, i+1)
			}
		}
	}
}
