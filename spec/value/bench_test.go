package value

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// benchTexts are an action as it is usual, and a big document of everything.
func benchTexts() map[string][]byte {
	action := `{"type":"tool_call","callId":"c1","tool":"read_file","input":{"path":"README.md","lines":[1,200],"follow":true}}`
	var items []string
	for i := range 2000 {
		items = append(items, fmt.Sprintf(`{"id":%d,"name":"item %d","price":%d.5,"tags":["a","b\n","é"],"ok":true,"none":null}`, i, i, i))
	}
	return map[string][]byte{"action": []byte(action), "big": []byte("[" + strings.Join(items, ",") + "]")}
}

func bench(b *testing.B, f func(b *testing.B, text []byte)) {
	for _, name := range []string{"action", "big"} {
		text := benchTexts()[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			f(b, text)
		})
	}
}

// BenchmarkStandard is what the others are held against: encoding/json into any.
func BenchmarkStandard(b *testing.B) {
	bench(b, func(b *testing.B, text []byte) {
		for b.Loop() {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	bench(b, func(b *testing.B, text []byte) {
		for b.Loop() {
			if _, err := Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	bench(b, func(b *testing.B, text []byte) {
		for b.Loop() {
			if _, err := Decode(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	bench(b, func(b *testing.B, text []byte) {
		v, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		var out []byte
		for b.Loop() {
			out = Append(out[:0], v)
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	bench(b, func(b *testing.B, text []byte) {
		v, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := Print(v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEqual(b *testing.B) {
	bench(b, func(b *testing.B, text []byte) {
		v, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		other := rearranged(v)
		for b.Loop() {
			if !Equal(v, other) {
				b.Fatal("not equal")
			}
		}
	})
}
