package canary_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/spec"
)

func forms() []canary.Form {
	return []canary.Form{
		canary.Plain(), canary.Number(), {Alphabet: spec.AlphabetUpper, Length: 16}, {Alphabet: spec.AlphabetLower, Length: 12},
		{Alphabet: spec.AlphabetMixed, Length: 128}, {Alphabet: spec.AlphabetMixed, Length: 30, Base64: true, Before: "deploy:"},
	}
}

func key(t testing.TB, seed uint64) canary.Key {
	t.Helper()
	k, err := canary.NewKey(seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSecretsAreNewInEveryRunAndTheSameForASeed(t *testing.T) {
	for _, f := range forms() {
		one := key(t, 7).Secret("a", f)
		if one != key(t, 7).Secret("a", f) {
			t.Errorf("%v: the same seed makes another secret", f)
		}
		others := []canary.Secret{key(t, 8).Secret("a", f), key(t, 7).Secret("b", f), key(t, 0).Secret("a", f), key(t, 0).Secret("a", f), canary.StandIn(f)}
		for i, o := range others {
			if len(o.Text) != f.Length || o.Text == one.Text {
				t.Errorf("%v: secret %d is %q", f, i, o.Text)
			}
			if strings.Trim(o.Text, charactersOf(f.Alphabet)) != "" || o.Text[0] == '0' {
				t.Errorf("%v: %q has other characters", f, o.Text)
			}
		}
		if others[2] == others[3] {
			t.Errorf("%v: two runs without a seed have the same secret", f)
		}
	}
	if _, err := canary.NewKey(0, iotest.ErrReader(errors.New("no source"))); err == nil {
		t.Error("a source that fails makes a key")
	}
}

func charactersOf(a spec.Alphabet) string {
	return map[spec.Alphabet]string{spec.AlphabetDigits: "0123456789", spec.AlphabetLower: "0123456789abcdefghijklmnopqrstuvwxyz", spec.AlphabetUpper: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", spec.AlphabetMixed: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}[a]
}

// disguises are the ways in which a target may write a secret.
func disguises() map[string]func(string) string {
	each := func(format string) func(string) string {
		return func(s string) string {
			var b strings.Builder
			for i := range len(s) {
				fmt.Fprintf(&b, format, s[i])
			}
			return b.String()
		}
	}
	utf16le := func(s string) []byte {
		var out []byte
		for _, u := range utf16.Encode([]rune(s)) {
			out = append(out, byte(u), byte(u>>8))
		}
		return out
	}
	quoted := func(s string) string {
		text, _ := json.Marshal(s)
		return string(text)
	}
	return map[string]func(string) string{
		"verbatim":         func(s string) string { return s },
		"upper":            strings.ToUpper,
		"lower":            strings.ToLower,
		"json":             quoted,
		"json twice":       func(s string) string { return quoted(quoted(s)) },
		"json escapes":     each(`\u%04x`),
		"json escapes two": func(s string) string { return quoted(each(`\u%04X`)(s)) },
		"hex escapes":      each(`\x%02x`),
		"url":              url.QueryEscape,
		"url escapes":      each("%%%02X"),
		"url twice":        func(s string) string { return url.QueryEscape(each("%%%02x")(s)) },
		"html":             each("&#%d;"),
		"html hex":         each("&#x%x;"),
		"base64":           func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"base64 one":       func(s string) string { return base64.URLEncoding.EncodeToString([]byte("x" + s + "y")) },
		"base64 two":       func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte("ab" + s + "cd")) },
		"base64 json":      func(s string) string { return base64.StdEncoding.EncodeToString([]byte(`{"k":"` + s + `"}`)) },
		"hex":              func(s string) string { return hex.EncodeToString([]byte(s)) },
		"hex upper":        func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte("\x01" + s))) },
		"utf-16 le":        func(s string) string { return string(utf16le(s)) },
		"utf-16 json":      func(s string) string { return quoted(string(utf16le(s))) },
		"reversed": func(s string) string {
			b := []byte(s)
			slices.Reverse(b)
			return string(b)
		},
		"bytes":      func(s string) string { return fmt.Sprint([]byte(s)) },
		"byte list":  func(s string) string { return strings.ReplaceAll(fmt.Sprint([]byte(s)), " ", ",") },
		"hex bytes":  func(s string) string { return fmt.Sprintf("<Buffer % x>", s) },
		"first half": func(s string) string { return s[:(len(s)+1)/2+2] },
		"one window": func(s string) string { return "***" + s[2:10] + "***" },
	}
}

func TestEveryDisguiseIsFound(t *testing.T) {
	for _, f := range forms() {
		secret := key(t, 3).Secret("here", f)
		finder := canary.NewFinder(canary.StandIn(f), secret)
		for name, disguise := range disguises() {
			text := "error: the value " + disguise(secret.Text) + " is wrong\n"
			s, ok := finder.FindString(text)
			if !ok || s.Secret != 1 {
				t.Errorf("%v as %s is not found in %q", f, name, text)
			}
			masked := finder.Mask(text, "«x»")
			if _, still := finder.FindString(masked); still || !strings.Contains(masked, "«x»") {
				t.Errorf("%v as %s: the masked text is %q", f, name, masked)
			}
		}
		if _, ok := finder.FindString("written: " + secret.Written()); !ok {
			t.Errorf("%v is not found as it is written", f)
		}
	}
}

func TestNothingElseIsFound(t *testing.T) {
	finder := canary.NewFinder(key(t, 1).Secret("a", canary.Plain()), key(t, 1).Secret("b", canary.Number()))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if s, ok := finder.FindString(text); ok {
			t.Fatalf("found %v in %q", s, text)
		}
		if masked := finder.Mask(text, "«x»"); masked != text {
			t.Fatalf("%q became %q", text, masked)
		}
	})
	for _, text := range []string{"", "7", strings.Repeat("abcdefgh", 1000), "\\u12", "%", "%4", "&#;", "&#x;", "[1 2 3]", "\\"} {
		if _, ok := finder.FindString(text); ok {
			t.Errorf("found in %q", text)
		}
	}
}

func TestMaskKeepsTheRest(t *testing.T) {
	secret := key(t, 1).Secret("a", canary.Plain())
	finder := canary.NewFinder(secret)
	got := finder.Mask("a="+secret.Text+", b="+secret.Text[:12]+"; c", "X")
	if got != "a=X, b=X; c" {
		t.Errorf("got %q", got)
	}
}

// TestAWatchFindsWhatIsCutInTwo writes a stream in pieces of every size.
func TestAWatchFindsWhatIsCutInTwo(t *testing.T) {
	secret, other := key(t, 1).Secret("a", canary.Plain()), key(t, 1).Secret("b", canary.Plain())
	stream := []byte(strings.Repeat("a line of the log\n", 300) + "token " + base64.StdEncoding.EncodeToString([]byte("x"+secret.Text)) + "\n" + strings.Repeat("another line\n", 300))
	for size := 1; size < 200; size += 7 {
		w := canary.NewWatch()
		w.Plant(other)
		w.Plant(secret)
		for rest := bytes.Clone(stream); len(rest) > 0; {
			n := min(size, len(rest))
			if got, err := w.Write(rest[:n]); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		if e, ok := w.Seen(secret); !ok || e != canary.Base64 {
			t.Errorf("pieces of %d: got %v, %v", size, e, ok)
		}
		if _, ok := w.Seen(other); ok {
			t.Errorf("pieces of %d: a secret is seen that was never written", size)
		}
	}
}

func FuzzFindNeverPanics(f *testing.F) {
	secret := key(f, 1).Secret("a", canary.Plain())
	for _, d := range disguises() {
		f.Add([]byte(d(secret.Text)))
	}
	finder := canary.NewFinder(secret)
	f.Fuzz(func(t *testing.T, text []byte) {
		_, found := finder.Find(text)
		if masked := finder.Mask(string(text), "«x»"); found == (masked == string(text)) {
			t.Fatalf("found is %v, masked is %q", found, masked)
		}
	})
}
