package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// codec is a way to write values and to read them again.
type codec struct {
	encode func(value.Value) []byte
	decode func([]byte) (value.Value, error)
}

func tagged() codec { return codec{value.Encode, value.Decode} }

// roundTrip is what must hold for every value of the model.
func roundTrip(c codec, v value.Value) error {
	text := c.encode(v)
	back, err := c.decode(text)
	switch {
	case err != nil:
		return fmt.Errorf("%s cannot be read: %w", text, err)
	case !reflect.DeepEqual(v, back) && string(c.encode(back)) != string(text):
		return fmt.Errorf("%s is read as %s", text, c.encode(back))
	case !value.Equal(v, back) && value.Equal(v, v):
		return fmt.Errorf("%s is read as another value", text)
	case !utf8.Valid(text) || !json.Valid(text):
		return fmt.Errorf("%q is no JSON", text)
	}
	return nil
}

func codecHolds(t *rapid.T) {
	if err := roundTrip(tagged(), generate.Value(drawn{t})); err != nil {
		t.Fatal(err)
	}
}

func TestValueCodec(t *testing.T) { rapid.Check(t, codecHolds) }

func FuzzValueCodec(f *testing.F) { f.Fuzz(rapid.MakeFuzz(codecHolds)) }

// TestValueCodecSeesLoss shows the statement red on codecs that lose what JSON readers lose.
func TestValueCodecSeesLoss(t *testing.T) {
	plain := codec{func(v value.Value) []byte {
		text, err := value.Print(v)
		if err != nil {
			return []byte("null")
		}
		return text
	}, value.Parse}
	rounding := codec{value.Encode, func(text []byte) (value.Value, error) {
		v, err := value.Decode(text)
		if n, ok := v.(value.Number); ok {
			f, _ := n.Float64()
			return value.NumberOf(f), err
		}
		return v, err
	}}
	for name, c := range map[string]codec{"undefined becomes null": plain, "numbers become doubles": rounding} {
		found := false
		for seed := uint64(0); seed < 5000 && !found; seed++ {
			found = roundTrip(c, generate.Value(generate.NewRandom(seed))) != nil
		}
		if !found {
			t.Errorf("%s: not found", name)
		}
	}
}

// differences lists every way in which the text decoder may answer otherwise than encoding/json, and why.
var differences = []struct {
	why     string
	applies func(text []byte) bool
}{
	{"encoding/json replaces bytes that are no UTF-8; here they are refused", func(text []byte) bool { return !utf8.Valid(text) }},
	{"encoding/json takes nesting to 10,000; here to value.MaxDepth", func(text []byte) bool {
		return bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > value.MaxDepth
	}},
}

// decoderHolds holds a decoder against encoding/json on accepting and refusing.
func decoderHolds(parse func([]byte) (value.Value, error), text []byte) error {
	_, err := parse(text)
	if json.Valid(text) == (err == nil) {
		return nil
	}
	for _, d := range differences {
		if d.applies(text) && err != nil {
			return nil
		}
	}
	return fmt.Errorf("%q: encoding/json takes it: %v, the decoder: %v", text, json.Valid(text), err)
}

func TestDecoderAgainstStandard(t *testing.T) {
	table := rules(t).Table
	rapid.Check(t, func(t *rapid.T) {
		s := drawn{t}
		if err := decoderHolds(value.Parse, generate.ActionText(s, protocolOf(s, table))); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzDecoder(f *testing.F) {
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := decoderHolds(value.Parse, text); err != nil {
			t.Fatal(err)
		}
		// What the reference takes is at least JSON without repeated names.
		for _, id := range reference.Protocols() {
			if _, err := reference.Decode(id, text, reference.Options{}); err == nil && !json.Valid(text) {
				t.Fatalf("%s takes %q", id, text)
			}
		}
	})
}

// TestDecoderStatementSeesLenience shows the statement red on a decoder that trims a comma.
func TestDecoderStatementSeesLenience(t *testing.T) {
	lenient := func(text []byte) (value.Value, error) {
		return value.Parse(bytes.ReplaceAll(text, []byte(",}"), []byte("}")))
	}
	table := rules(t).Table
	for seed := range uint64(20000) {
		s := generate.NewRandom(seed)
		if decoderHolds(lenient, generate.ActionText(s, protocolOf(s, table))) != nil {
			return
		}
	}
	t.Error("not found")
}

// FuzzWire gives every reader of the wire any bytes: no panic, and what is read is written and read again
// as the same.
func FuzzWire(f *testing.F) {
	f.Fuzz(func(t *testing.T, line []byte) {
		m, _ := wire.ParseMessage(line)
		for _, text := range [][]byte{line, m.Params, m.Result} {
			for _, op := range wire.Operations() {
				if err := wireHolds(op, text); err != nil {
					t.Fatal(err)
				}
			}
			if h, err := wire.UnmarshalHello(text); err == nil {
				if _, err := wire.MarshalHello(h); err != nil {
					t.Fatalf("a hello that was read cannot be written: %v", err)
				}
			}
		}
		_, _ = m.RPCError()
	})
}

// wireHolds reads a text as the params and as the result of an operation.
func wireHolds(op wire.Operation, text []byte) error {
	if req, err := wire.UnmarshalRequest(string(op), text); err == nil {
		_, once, err := wire.MarshalRequest(req)
		if err != nil {
			return fmt.Errorf("a %s request that was read cannot be written: %w", op, err)
		}
		again, err := wire.UnmarshalRequest(string(op), once)
		if err != nil {
			return fmt.Errorf("%s: what is written cannot be read: %w", once, err)
		}
		if _, twice, _ := wire.MarshalRequest(again); !bytes.Equal(once, twice) {
			return fmt.Errorf("%s is written again as %s", once, twice)
		}
	}
	a, err := wire.UnmarshalAnswer(op, text)
	if err != nil {
		return nil
	}
	once, err := wire.MarshalAnswer(a)
	if err != nil {
		return fmt.Errorf("an answer to %s that was read cannot be written: %w", op, err)
	}
	again, err := wire.UnmarshalAnswer(op, once)
	if err != nil {
		return fmt.Errorf("%s: what is written cannot be read: %w", once, err)
	}
	if twice, _ := wire.MarshalAnswer(again); !bytes.Equal(once, twice) {
		return fmt.Errorf("%s is written again as %s", once, twice)
	}
	return nil
}
