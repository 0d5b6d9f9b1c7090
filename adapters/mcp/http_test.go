package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/actionconform/conform/adapters/mcp"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

type greeting struct {
	Name string `json:"name"`
}

func greeter(t *testing.T) *mcp.Target {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "greeter", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "greet", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *sdk.CallToolRequest, g greeting) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "hello " + g.Name}}}, nil, nil
	})
	server := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	target := mcp.New(mcp.Options{URL: server.URL})
	t.Cleanup(func() {
		_ = target.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return target
}

func TestHTTPServerIsListedAndCalled(t *testing.T) {
	target := greeter(t)
	hello, err := target.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if hello.Name != "greeter" || len(target.Tools()) != 1 || !target.Tools()[0].ReadOnly {
		t.Errorf("got %+v with tools %+v", hello, target.Tools())
	}
	for _, c := range []struct {
		tool     string
		args     value.Value
		accepted bool
	}{
		{"greet", value.Object{{Name: "name", Value: value.String("x")}}, true},
		{"greet", value.Object{{Name: "name", Value: value.Number("1")}}, false},
		{"greet", value.Array{}, false},
		{"none", value.Object{}, false},
	} {
		got, err := target.Do(t.Context(), wire.ToolCall{Tool: c.tool, Args: c.args})
		if err != nil {
			t.Fatalf("%s %v: %v", c.tool, c.args, err)
		}
		if v := got.(wire.Verdict); v.Accepted != c.accepted {
			t.Errorf("%s %v: %+v", c.tool, c.args, v)
		}
	}
}

func TestExchangesGoBelowTheClient(t *testing.T) {
	target := greeter(t)
	for _, c := range []struct {
		line, id string
		accepted bool
	}{
		{`{"jsonrpc":"2.0","id":0,"method":"ping"}`, "0", true},
		{`{"jsonrpc":"2.0","id":"a","method":"ping"}`, `"a"`, true},
		{`{"jsonrpc":"2.0","id":4,"method":"none/at/all"}`, "4", false},
		{`hello`, "", false},
	} {
		got, err := target.Do(t.Context(), wire.Exchange{Parts: [][]byte{[]byte(c.line + "\n")}, ID: c.id})
		if err != nil {
			t.Fatalf("%s: %v", c.line, err)
		}
		if v := got.(wire.Verdict); v.Accepted != c.accepted {
			t.Errorf("%s: %+v", c.line, v)
		}
	}
}

func TestServerThatIsNotThere(t *testing.T) {
	target := mcp.New(mcp.Options{Command: []string{"/nonexistent/server"}})
	defer target.Close()
	if _, err := target.Hello(t.Context()); err == nil {
		t.Fatal("a server that is not there said hello")
	}
}
