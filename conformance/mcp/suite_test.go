package mcp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/mcp"
	"github.com/actionconform/conform/conformance"
	suite "github.com/actionconform/conform/conformance/mcp"
	"github.com/actionconform/conform/conformance/schema"
)

// The environment that makes the test binary a server: what it does wrong, and where it records calls.
const (
	envServer = "CONFORM_TEST_SERVER"
	envRecord = "CONFORM_TEST_RECORD"
)

func TestMain(m *testing.M) {
	if kind := os.Getenv(envServer); kind != "" {
		serve(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// tools are the tools of the test server: one that may do harm and needs arguments, one that may and needs
// none, and one that only reads.
const tools = `[
 {"name":"delete_path","inputSchema":{"type":"object","additionalProperties":false,"required":["path"],"properties":{
   "path":{"$ref":"#/$defs/path"},"depth":{"type":"integer","minimum":0,"maximum":9},"mode":{"enum":["soft","hard"]},"force":{"type":"boolean"}},"$defs":{"path":{"type":"string","pattern":"^/[a-z]+$"}}}},
 {"name":"reset","inputSchema":{"type":"object","additionalProperties":false}},
 {"name":"anything","inputSchema":{"type":"object"}},
 {"name":"read","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","required":["id"],"properties":{"id":{"anyOf":[{"type":"integer"},{"type":"string","minLength":2}]}}},
  "outputSchema":{"type":"object","required":["title"],"properties":{"title":{"type":"string"}}}}]`

// serve is an MCP server on standard input and output. It is sound but for what kind says: accepts (it
// runs whatever it is sent), dies (of a line that is not JSON), leaks (stacks), unstructured (content).
func serve(kind string) {
	var list []struct {
		Name        string          `json:"name"`
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if err := json.Unmarshal([]byte(tools), &list); err != nil {
		panic(err)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 8<<20)
	for in.Scan() {
		var req struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			if kind == "dies" && strings.HasPrefix(in.Text(), "hello") {
				os.Exit(3)
			}
			continue
		}
		answer := func(member string, v string) {
			if req.ID != nil {
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"%s":%s}`+"\n", req.ID, member, v)
			}
		}
		switch req.Method {
		case "initialize":
			answer("result", `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"test","version":"1"}}`)
		case "ping":
			answer("result", `{}`)
		case "tools/list":
			answer("result", `{"tools":`+tools+`}`)
		case "tools/call":
			var call struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			}
			bad := json.Unmarshal(req.Params, &call) != nil
			record(call.Name, call.Arguments)
			admitted := false
			for _, t := range list {
				if t.Name == call.Name {
					s, err := schema.Compile(t.InputSchema)
					if err != nil {
						panic(err)
					}
					admitted, _ = s.AdmitsJSON(call.Arguments)
				}
			}
			switch {
			case kind == "accepts" && !bad:
				answer("result", `{"content":[{"type":"text","text":"done"}]}`)
			case !admitted && kind == "leaks":
				answer("result", `{"isError":true,"content":[{"type":"text","text":"TypeError: x\n    at run (/srv/app/tool.js:12:9)"}]}`)
			case !admitted:
				answer("error", `{"code":-32602,"message":"invalid params"}`)
			case kind == "unstructured":
				answer("result", `{"content":[],"structuredContent":{"title":7}}`)
			default:
				answer("result", `{"content":[],"structuredContent":{"title":"x"}}`)
			}
		case "":
			answer("error", `{"code":-32600,"message":"invalid request"}`)
		default:
			answer("error", `{"code":-32601,"message":"unknown method"}`)
		}
	}
}

func record(name string, args json.RawMessage) {
	path := os.Getenv(envRecord)
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	line, err := json.Marshal(struct {
		Name string
		Args string
	}{name, string(args)})
	if err != nil {
		panic(err)
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}

// run holds a test server against its suite.
func run(t *testing.T, kind, recordTo string, o suite.Options) (*conformance.Report, []string) {
	t.Helper()
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	target := mcp.New(mcp.Options{Command: []string{exe}, Env: []string{envServer + "=" + kind, envRecord + "=" + recordTo}})
	t.Cleanup(func() { _ = target.Close() })
	if _, err := target.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	cases, remarks, err := suite.Suite(table, target.Tools(), o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := conformance.Run(t.Context(), target, conformance.Options{Table: table, Suite: cases, Repeat: -1, CallTimeout: -1})
	if err != nil {
		t.Fatal(err)
	}
	return r, remarks
}

// failing are the requirements that failed, errors included.
func failing(r *conformance.Report) []string {
	var out []string
	for i := range r.Results {
		if res := &r.Results[i]; res.Status == conformance.Fail || res.Status == conformance.Error {
			if !slices.Contains(out, res.Case.Requirement) {
				out = append(out, res.Case.Requirement)
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestSoundServerConforms(t *testing.T) {
	r, remarks := run(t, "sound", "", suite.Options{})
	for i := range r.Results {
		if res := &r.Results[i]; res.Status != conformance.Pass {
			t.Errorf("%s: %s %v %v", res.Case.ID, res.Status, res.Findings, res.Failure)
		}
	}
	if r.ExitCode() != 0 || len(r.Results) < 80 {
		t.Errorf("exit code %d with %d cases", r.ExitCode(), len(r.Results))
	}
	said := strings.Join(remarks, "\n")
	for _, want := range []string{"delete_path", "reset", "readOnlyHint", "--allow-calls"} {
		if !strings.Contains(said, want) {
			t.Errorf("the remarks do not speak of %s: %s", want, said)
		}
	}
}

func TestFaultsAreFoundUnderTheirRequirement(t *testing.T) {
	for kind, want := range map[string][]string{
		"accepts":      {"MS-01", "MS-02", "MS-04", "MS-06"},
		"leaks":        {"MS-05"},
		"unstructured": {"MS-06"},
	} {
		t.Run(kind, func(t *testing.T) {
			r, _ := run(t, kind, "", suite.Options{})
			if got := failing(r); !slices.Equal(got, want) {
				t.Errorf("failed %v, want %v", got, want)
			}
		})
	}
}

// TestNoCallTheSchemaAdmits is the promise that the suite may be pointed at anything.
func TestNoCallTheSchemaAdmits(t *testing.T) {
	var list []struct {
		Name        string          `json:"name"`
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if err := json.Unmarshal([]byte(tools), &list); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "calls")
	run(t, "accepts", path, suite.Options{}) // the least careful server there is
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var call struct{ Name, Args string }
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			t.Fatal(err)
		}
		seen[call.Name]++
		for _, tool := range list {
			if tool.Name != call.Name || tool.Name == "read" {
				continue
			}
			s, err := schema.Compile(tool.InputSchema)
			if err != nil {
				t.Fatal(err)
			}
			if ok, _ := s.AdmitsJSON([]byte(call.Args)); ok && call.Args != "" {
				t.Errorf("%s was called with %s, which its schema admits", call.Name, call.Args)
			}
		}
	}
	if seen["delete_path"] < 20 || seen["read"] < 3 || seen["reset"]+seen["anything"] != 0 {
		t.Errorf("calls by tool: %v; want many of delete_path and read, none of reset and anything", seen)
	}
}

func TestAllowCallsIsNeededAndHeeded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "calls")
	run(t, "sound", path, suite.Options{AllowCalls: true})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `"reset"`) {
		t.Error("reset was not called, although calls are allowed")
	}
}

func TestServerThatDiesOfOneLine(t *testing.T) {
	r, _ := run(t, "dies", "", suite.Options{})
	var dead []string
	for i := range r.Results {
		switch res := &r.Results[i]; res.Status {
		case conformance.Error:
			if res.Failure.Kind != adapters.Crashed {
				t.Errorf("%s: %v", res.Case.ID, res.Failure)
			}
			dead = append(dead, res.Case.ID)
		case conformance.Pass:
		default:
			t.Errorf("%s: %s", res.Case.ID, res.Status)
		}
	}
	if !slices.Equal(dead, []string{"mcp/messages/not-json"}) || r.ExitCode() != 1 {
		t.Errorf("died of %v, exit code %d", dead, r.ExitCode())
	}
}
