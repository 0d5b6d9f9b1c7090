// Package mcp makes an [adapters.Target] of an MCP server, started as a command or reached over HTTP on
// loopback. It is the only package that knows the official client.
//
// Tools are listed and called by the client; [wire.Exchange] goes below it, to a connection of its own, so
// that what the client would never send can be sent and a server that dies of it takes no other call
// along. A server that died, hung or closed the connection is started again for the next request.
package mcp
