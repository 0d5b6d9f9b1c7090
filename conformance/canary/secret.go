// Package canary plants secrets nobody else knows in inputs, and finds them in what comes out.
//
// A secret is random text of a given form, different for every place and, without a seed, in every run. It
// is found however it was written on its way out: word for word, escaped, in URL encoding, in hexadecimal,
// as a list of bytes, in base64, in UTF-16, backwards, in other letter cases, and when only part of it is
// left. What the harness itself writes is held to the same search ([Finder.Mask]).
package canary

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"strings"

	"github.com/actionconform/conform/spec"
)

// Form is what a secret looks like where it stands.
type Form struct {
	Alphabet spec.Alphabet
	Length   int
	// Base64 writes Before, the secret and After in base64 without padding.
	Base64        bool
	Before, After string
}

// Plain is the form of a secret that stands for itself.
func Plain() Form { return Form{Alphabet: spec.AlphabetMixed, Length: spec.DefaultSecretLength} }

// Number is the form of a secret that is a number every language can carry: fifteen digits.
func Number() Form { return Form{Alphabet: spec.AlphabetDigits, Length: 15} }

// FormOf is the form of a secret inside a text of the table.
func FormOf(f spec.SecretForm) Form {
	return Form{Alphabet: f.Alphabet, Length: f.Length, Base64: f.Base64, Before: f.Before, After: f.After}
}

// Secret is one planted secret. The zero value is none.
type Secret struct {
	Form Form
	// Text is the secret itself, which must not come out.
	Text string
}

// None reports whether there is no secret.
func (s Secret) None() bool { return s.Text == "" }

// Written is the secret as it stands in the input.
func (s Secret) Written() string {
	if !s.Form.Base64 {
		return s.Text
	}
	return base64.RawURLEncoding.EncodeToString([]byte(s.Form.Before + s.Text + s.Form.After))
}

// StandIn is the secret of a case that is only shown: of the right form, and plainly no secret.
func StandIn(f Form) Secret {
	pattern := "StandInForSecret0"
	switch f.Alphabet {
	case spec.AlphabetLower:
		pattern = "standinforsecret0"
	case spec.AlphabetUpper:
		pattern = "STANDINFORSECRET0"
	case spec.AlphabetDigits:
		pattern = "123456789012345"
	case spec.AlphabetMixed:
	}
	return Secret{f, strings.Repeat(pattern, f.Length/len(pattern)+1)[:f.Length]}
}

// Key makes the secrets of one run.
type Key [sha256.Size]byte

// NewKey makes the key of a run. A seed other than zero always makes the same key. The error is that of
// random, from which the key is drawn otherwise; nil is the system's source.
func NewKey(seed uint64, random io.Reader) (Key, error) {
	if seed != 0 {
		return sha256.Sum256(binary.BigEndian.AppendUint64([]byte("conform canary seed "), seed)), nil
	}
	if random == nil {
		random = rand.Reader
	}
	var k Key
	_, err := io.ReadFull(random, k[:])
	return k, err
}

// Secret is the secret of a place: always the same for one key, place and form.
func (k Key) Secret(place string, f Form) Secret {
	alphabet := charactersOf(f.Alphabet)
	out := make([]byte, 0, f.Length)
	for block := uint64(0); len(out) < f.Length; block++ {
		in := append(k[:len(k):len(k)], place...)
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(in, block))
		for _, b := range sum {
			// Bytes that would make some characters more likely than others are passed over.
			if int(b) >= 256/len(alphabet)*len(alphabet) || len(out) == f.Length {
				continue
			}
			c := alphabet[int(b)%len(alphabet)]
			if len(out) == 0 && c == '0' {
				continue // a number does not begin with it
			}
			out = append(out, c)
		}
	}
	return Secret{f, string(out)}
}

func charactersOf(a spec.Alphabet) string {
	const digits, lower, upper = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch a {
	case spec.AlphabetDigits:
		return digits
	case spec.AlphabetLower:
		return digits + lower
	case spec.AlphabetUpper:
		return digits + upper
	case spec.AlphabetMixed:
	}
	return digits + lower + upper
}
