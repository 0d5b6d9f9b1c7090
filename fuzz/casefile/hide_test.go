package casefile_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/fuzz/casefile"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func object(name string, v value.Value) value.Object { return value.Object{{Name: name, Value: v}} }

// requests hold a secret in every place a request has.
func requests(secret string) []wire.Request {
	named := object("input", value.Array{object("api_key", object("deep", value.String(secret)))})
	inText := value.String(`{"messages":[{"password":"` + secret + `"}]}`)
	return []wire.Request{
		wire.ParseRequest{Protocol: "p/1", Value: named},
		wire.ParseRequest{Protocol: "p/1", Value: object("arguments", inText)},
		wire.ParseRequest{Protocol: "p/1", Value: object("x", value.Host{Name: "frozen", Args: object("own", object("token", value.String(secret)))})},
		wire.RouteRequest{Protocol: "p/1", Value: named},
		wire.PreviewRequest{Protocol: "p/1", Value: object("note", value.String("Authorization: Bearer "+secret))},
		wire.DecodeRequest{Protocol: "p/1", Text: []byte(`{"token": "` + secret + `"}`)},
		wire.DecodeRequest{Protocol: "p/1", Text: []byte(`{"token": "` + secret + `", `)},
		wire.AssembleRequest{Protocol: "p/1", Events: []string{`{"token":"` + secret + `"}`}},
		wire.AssembleRequest{Protocol: "p/1", Pieces: [][]byte{[]byte(`data: {"token":"` + secret[:5]), []byte(secret[5:] + "\"}\n")}},
		wire.InvokeRequest{Contract: "c/1", Viewer: object("token", value.String(secret)), Args: named, Store: object("rows", value.Array{named})},
	}
}

// TestRequestsOfFilesHaveNoSecrets reads files with secrets; what is read has none, and is kept and shown so.
func TestRequestsOfFilesHaveNoSecrets(t *testing.T) {
	const secret = "Zq7mK2xW9pLr4TnV8bYc"
	finder := canary.NewFinder(canary.Secret{Text: secret})
	for _, req := range requests(secret) {
		dir := t.TempDir()
		f, err := casefile.New(req)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write(dir); err != nil {
			t.Fatal(err)
		}
		read, err := casefile.Read(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := read.Request()
		if err != nil {
			t.Fatal(err)
		}
		_, params, err := wire.MarshalRequest(got)
		if err != nil {
			t.Fatal(err)
		}
		decoded := params
		if d, ok := got.(wire.DecodeRequest); ok {
			decoded = d.Text
		}
		if a, ok := got.(wire.AssembleRequest); ok {
			for _, p := range a.Pieces {
				decoded = append(decoded, p...)
			}
		}
		if _, found := finder.Find(append(decoded, params...)); found {
			t.Errorf("%s still holds it: %s", f.Method, decoded)
		}
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	for _, text := range []string{` { "max_tokens" : 7, "path":"a" }`, `{"a":"\u0061"}`, "not JSON", `{"token_count":"12345678"}`, `{"token":true,"password":null,"secret":" "}`} {
		got, ok := casefile.Hidden(wire.DecodeRequest{Protocol: "p/1", Text: []byte(text)}).(wire.DecodeRequest)
		if !ok || string(got.Text) != text {
			t.Errorf("%q became %q", text, got.Text)
		}
	}
	got, _ := casefile.Hidden(wire.ParseRequest{Value: object("password", value.Array{value.String("hunter2"), value.Number("-12.50e3")})}).(wire.ParseRequest)
	if want := object("password", value.Array{value.String("StandIn"), value.Number("-11.10e1")}); !value.Equal(got.Value, want) {
		t.Errorf("kinds and lengths change: %s", value.Show(got.Value, 100))
	}
}

// FuzzNothingOfASecretIsKept puts a secret under a name in whatever JSON there is.
func FuzzNothingOfASecretIsKept(f *testing.F) {
	const secret = "Zq7mK2xW9pLr4TnV8bYc"
	f.Add([]byte(`{"a":[1,"x",null]}`), "token")
	f.Add([]byte(`"text"`), "X-Api-Key")
	f.Fuzz(func(t *testing.T, text []byte, name string) {
		v, err := value.Parse(text)
		if err != nil || name != "token" && name != "password" && name != "X-Api-Key" {
			t.Skip()
		}
		req := wire.ParseRequest{Protocol: "p/1", Value: value.Array{v, object(name, value.Array{v, value.String(secret)})}}
		got := casefile.Hidden(req)
		_, params, err := wire.MarshalRequest(got)
		if err == nil && strings.Contains(string(params), secret[:8]) {
			t.Errorf("%s", params)
		}
	})
}
