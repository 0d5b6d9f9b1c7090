package derive

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// planted stands for the secret in a value until [fill] replaces it.
const planted = "\ufdd0planted"

// canary is a secret that is different for every place and the same in every run.
func canary(place string) string {
	sum := sha256.Sum256([]byte(place))
	return "cnry" + hex.EncodeToString(sum[:12])
}

// fill puts a canary where a value says planted.
func fill(v value.Value, c string) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(strings.ReplaceAll(string(v), planted, c))
	case value.Array:
		out := make(value.Array, len(v))
		for i, e := range v {
			out[i] = fill(e, c)
		}
		return out
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: fill(m.Value, c)}
		}
		return out
	case value.Undefined, value.Null, value.Bool, value.Number, value.Host:
	}
	return v
}
