// Package shims carries the shims for target authors, so that the program can write them next to a new
// adapter. A shim is one file without dependencies that answers the adapter protocol conform/1 for an
// implementation in its language.
package shims

import "embed"

// Files holds the shims by language: node/conform.mjs with its types, python/conform.py.
//
//go:embed node/conform.mjs node/conform.d.mts python/conform.py
var Files embed.FS
