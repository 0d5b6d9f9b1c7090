// Package tools executes the suite's tools over HTTP, and says which version of a module is linked in.
package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
)

// Lookup and Search are the arguments of the suite's tools.
type (
	Lookup struct {
		Path string `json:"path" jsonschema:"required"`
	}
	Search struct {
		Path  *string `json:"path,omitempty"`
		Limit *int64  `json:"limit,omitempty"`
	}
)

// Call posts arguments to a tool.
func Call(ctx context.Context, url, tool string, arguments any) (string, error) {
	body, err := json.Marshal(arguments)
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/"+tool, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(string(text))
	}
	return string(text), err
}

// Ready says which runtime this is.
func Ready(module string) {
	version := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == module {
				version = d.Version
			}
		}
	}
	line, _ := json.Marshal(map[string]any{"ready": true, "name": module, "version": version, "language": "Go"})
	fmt.Println(string(line))
}
