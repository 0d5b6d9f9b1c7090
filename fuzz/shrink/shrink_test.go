package shrink_test

import (
	"bytes"
	"testing"

	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/fuzz/shrink"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// holds reports whether a value holds undefined under the name a, at any depth.
func holds(v value.Value) bool {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			if m.Name == "a" && m.Value.Kind() == value.KindUndefined || holds(m.Value) {
				return true
			}
		}
	case value.Array:
		for _, e := range v {
			if holds(e) {
				return true
			}
		}
	default:
	}
	return false
}

func TestValuesShrinkToWhatShowsTheFault(t *testing.T) {
	for seed := range uint64(40) {
		s := generate.NewRandom(seed)
		noise := value.Object{
			{Name: "x", Value: generate.Value(s)}, {Name: "y", Value: value.Array{generate.Value(s), value.Object{{Name: "a", Value: value.Undefined{}}}, generate.Value(s)}},
			{Name: "z", Value: generate.Value(s)},
		}
		got := shrink.Request(wire.ParseRequest{Protocol: "p/1", Value: noise}, 5000, func(req wire.Request) bool { return holds(req.(wire.ParseRequest).Value) })
		text := value.Encode(got.(wire.ParseRequest).Value)
		if !holds(got.(wire.ParseRequest).Value) {
			t.Fatalf("seed %d: %s does not show the fault", seed, text)
		}
		if len(text) > 60 {
			t.Errorf("seed %d: %s is not small", seed, text)
		}
	}
}

func TestTextsShrinkByTheirBytes(t *testing.T) {
	req := wire.DecodeRequest{Protocol: "p/1", Text: []byte("Here is the action: {\"type\":\"finish\",} and \xff more")}
	got := shrink.Request(req, 1000, func(r wire.Request) bool { return bytes.Contains(r.(wire.DecodeRequest).Text, []byte(",}")) })
	if text := string(got.(wire.DecodeRequest).Text); text != ",}" {
		t.Errorf("got %q", text)
	}
}

func TestShrinkingIsBounded(t *testing.T) {
	asked := 0
	req := wire.ParseRequest{Protocol: "p/1", Value: generate.Object(generate.NewRandom(3)).With("list", make(value.Array, 0)).With("text", value.String(bytes.Repeat([]byte("x"), 5000)))}
	shrink.Request(req, 50, func(wire.Request) bool { asked++; return true })
	if asked > 50 {
		t.Errorf("asked %d times", asked)
	}
}
