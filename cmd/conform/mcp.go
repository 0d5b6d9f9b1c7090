package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/actionconform/conform/adapters/mcp"
	mcpsuite "github.com/actionconform/conform/conformance/mcp"
)

// openMCP makes the target of mcp:COMMAND, mcp+http://... and mcp+https://...
func openMCP(spec string, l limits) (*opened, error) {
	opts := mcp.Options{StartTimeout: l.start, CallTimeout: l.call, OnStderr: l.onStderr}
	if rest, ok := strings.CutPrefix(spec, "mcp+"); ok {
		if err := loopback(rest); err != nil {
			return nil, fmt.Errorf("--target %s: %w", spec, err)
		}
		opts.URL = rest
		return &opened{target: mcp.New(opts)}, nil
	}
	command := strings.TrimPrefix(spec, "mcp:")
	if strings.TrimSpace(command) == "" {
		return nil, fmt.Errorf("--target mcp: needs the command of a server, as in --target 'mcp:npx -y @modelcontextprotocol/server-everything'")
	}
	words, err := splitWords(command)
	if err != nil {
		return nil, fmt.Errorf("the command of --target mcp: %w", err)
	}
	opts.Command = words
	return &opened{target: mcp.New(opts)}, nil
}

// loopback lets only servers of this machine be reached: what is sent to them is wrong on purpose.
func loopback(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("not an address of a server; write mcp+http://127.0.0.1:PORT/mcp")
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s is not this machine; run the suite beside the server, or forward a port of 127.0.0.1 to it", host)
}

// suiteFor is the suite a target is held to: that of the table, or for an MCP server what its tools give.
// Remarks say what such a suite leaves out.
func (f *runFlags) suiteFor(ctx context.Context, o *opened) (*suite, []string, error) {
	t, isMCP := o.target.(*mcp.Target)
	if !isMCP {
		if f.allowCalls {
			return nil, nil, fmt.Errorf("--allow-calls is for MCP servers (--target 'mcp:COMMAND')")
		}
		su, err := loadCases(f.table, f.files)
		return su, nil, err
	}
	if len(f.files) > 0 {
		return nil, nil, errors.New("--case-file is not for MCP servers, whose cases are made of their own tools")
	}
	table, err := loadTable(f.table)
	if err != nil {
		return nil, nil, err
	}
	// A server that does not start is reported by the run itself; what can be asked of any server stands
	// in for what its tools would have given.
	_, _ = t.Hello(ctx)
	cases, remarks, err := mcpsuite.Suite(table, t.Tools(), mcpsuite.Options{AllowCalls: f.allowCalls, HTTP: strings.HasPrefix(f.target, "mcp+")})
	if err != nil {
		return nil, nil, err
	}
	return &suite{table, cases}, remarks, nil
}
