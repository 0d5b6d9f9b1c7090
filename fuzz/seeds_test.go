package fuzz

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

var update = flag.Bool("update", false, "write the seed corpora anew")

// perProtocol is how many cases of each protocol are seeds of a target.
const perProtocol = 5

// TestSeedCorpora compares the checked-in seeds with those made of the suite's cases; make gen writes them.
func TestSeedCorpora(t *testing.T) {
	want := seeds(t)
	const root = "testdata/fuzz"
	if *update {
		if err := os.RemoveAll(root); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || string(got) != want[name] {
			t.Errorf("%s is not what the suite's cases give; run make gen (%v)", name, err)
		}
	}
}

// seeds are the files of testdata/fuzz: by their paths, what is in them.
func seeds(t *testing.T) map[string]string {
	out := map[string]string{}
	add := func(target string, args ...any) {
		text := "go test fuzz v1\n"
		for _, a := range args {
			switch a := a.(type) {
			case string:
				text += fmt.Sprintf("string(%q)\n", a)
			case []byte:
				text += fmt.Sprintf("[]byte(%q)\n", a)
			default:
				t.Fatalf("no way to write a %T", a)
			}
		}
		sum := sha256.Sum256([]byte(text))
		out[filepath.Join(target, "seed-"+hex.EncodeToString(sum[:6]))] = text
	}
	for _, id := range reference.Protocols() {
		for _, req := range chosen(t, id, wire.OpDecode) {
			text := req.(wire.DecodeRequest).Text
			add("FuzzText", id, text)
			add("FuzzDecoder", text)
		}
		for _, req := range chosen(t, id, wire.OpParse) {
			encoded := value.Encode(req.(wire.ParseRequest).Value)
			add("FuzzValue", id, encoded)
			line, err := wire.AppendCall(nil, 1, req)
			if err != nil {
				t.Fatal(err)
			}
			add("FuzzWire", line)
			answer, err := wire.AppendAnswerLine(nil, []byte("1"), reference.Answer(req, wire.Policies{}))
			if err != nil {
				t.Fatal(err)
			}
			add("FuzzWire", answer)
		}
	}
	for seed := range uint64(6) {
		add("FuzzLoader", []byte(generate.Table(generate.NewRandom(seed))))
	}
	table := rules(t).Table
	for _, p := range []string{"Agreement", "Presence", "Routed", "Stable", "Closed", "Pure", "Textual"} {
		add("Fuzz"+p, streamOf(generate.Choice{Chosen: 0, Of: 16}, generate.Choice{Chosen: 17, Of: 10_000}))
		for seed := range uint64(6) {
			r := &generate.Recorder{From: generate.NewRandom(seed)}
			r.Intn(16) // decided below: not a case of the suite
			r.Choices[0].Chosen = 1 + r.Choices[0].Chosen%15
			s := protocolOf(r, table)
			generate.Policies(r, s)
			generate.Request(r, s)
			add("Fuzz"+p, streamOf(r.Choices...))
		}
	}
	for seed := range uint64(6) {
		r := &generate.Recorder{From: generate.NewRandom(seed)}
		generate.Table(r)
		add("FuzzTables", streamOf(r.Choices...))
		r = &generate.Recorder{From: generate.NewRandom(seed)}
		generate.Value(r)
		add("FuzzValueCodec", streamOf(r.Choices...))
	}
	return out
}

// chosen are a few small requests of a protocol's cases. They are chosen by a digest of the case's id, so that
// a new case rarely changes the choice.
func chosen(t *testing.T, protocol string, op wire.Operation) []wire.Request {
	t.Helper()
	digest := func(c *derive.Case) string {
		sum := sha256.Sum256([]byte(c.ID))
		return string(sum[:])
	}
	var of []*derive.Case
	for _, c := range cases(t) {
		if c.Protocol == protocol && c.Operation == op && size(c.Requests[0]) < 300 {
			of = append(of, c)
		}
	}
	slices.SortFunc(of, func(a, b *derive.Case) int { return compare(digest(a), digest(b)) })
	var out []wire.Request
	for _, c := range of[:min(perProtocol, len(of))] {
		out = append(out, c.Requests[0])
	}
	return out
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func size(req wire.Request) int {
	_, params, err := wire.MarshalRequest(req)
	if err != nil {
		return 1 << 30
	}
	return len(params)
}

// streamOf is the input of a native target in which rapid finds the given choices: for each a word that
// says that any value is equally likely, and the value itself.
func streamOf(choices ...generate.Choice) []byte {
	const unbiased = uint64(9) << 53 / 10
	var out []byte
	for _, c := range choices {
		out = binary.LittleEndian.AppendUint64(out, unbiased)
		out = binary.LittleEndian.AppendUint64(out, uint64(c.Chosen))
	}
	return out
}

// TestStreamsAreReadBack shows that a seed means what was recorded.
func TestStreamsAreReadBack(t *testing.T) {
	for seed := range uint64(50) {
		r := &generate.Recorder{From: generate.NewRandom(seed)}
		want := string(value.Encode(generate.Value(r)))
		read := false
		rapid.MakeFuzz(func(t *rapid.T) {
			read = true
			if got := string(value.Encode(generate.Value(drawn{t}))); got != want {
				t.Fatalf("read %s, recorded %s", got, want)
			}
		})(t, streamOf(r.Choices...))
		if !read {
			t.Fatal("nothing was read")
		}
	}
}
