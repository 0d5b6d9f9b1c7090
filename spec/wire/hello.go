package wire

import (
	"errors"

	jsonv2 "github.com/go-json-experiment/json"
)

// UnmarshalHello decodes the JSON-RPC result of hello. Names are compared exactly, duplicate names
// and bad UTF-8 are refused, unknown members ignored. The error is a [*ShapeError]; a hello for
// another version of the protocol is one whose Member is "wire".
func UnmarshalHello(result []byte) (Hello, error) {
	if len(result) == 0 {
		return Hello{}, &ShapeError{Member: "result", Reason: "is missing"}
	}
	var head struct {
		Wire *string `json:"wire"`
	}
	if err := jsonv2.Unmarshal(result, &head); err != nil {
		return Hello{}, helloShape(err)
	}
	if head.Wire == nil {
		return Hello{}, &ShapeError{Member: "wire", Reason: `is missing; the target must say "wire":"` + Version + `"`}
	}
	if *head.Wire != Version {
		return Hello{}, &ShapeError{Member: "wire", Reason: "says " + shownVersion(*head.Wire) + "; this harness speaks only " + Version}
	}
	var h Hello
	if err := jsonv2.Unmarshal(result, &h); err != nil {
		return Hello{}, helloShape(err)
	}
	return h, nil
}

// helloShape renders an error of the JSON library as one that names the member.
func helloShape(err error) error {
	var semantic *jsonv2.SemanticError
	if errors.As(err, &semantic) && semantic.JSONPointer != "" {
		return &ShapeError{Member: "hello member " + string(semantic.JSONPointer), Reason: "has the wrong type: " + semantic.JSONKind.String()}
	}
	return &ShapeError{Member: "result", Reason: "is not a hello", Err: err}
}

// shownVersion bounds and quotes what a target says its version is.
func shownVersion(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return string(appendQuoted(nil, s))
}
