// A ticket server on mark3labs/mcp-go, as its users write one.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("mcp-go-tickets", "1.0.0", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("read_ticket",
		mcp.WithDescription("read a ticket"),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("id", mcp.Required(), mcp.Pattern("^TCK-[0-9]{3}$")),
		mcp.WithBoolean("includeInternal"),
		mcp.WithNumber("limit", mcp.Min(1), mcp.Max(50)),
	), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id, err := req.RequireString("id")
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText("ticket " + id), nil
	})
	s.AddTool(mcp.NewTool("close_ticket",
		mcp.WithDescription("close a ticket"),
		mcp.WithString("id", mcp.Required()),
		mcp.WithString("reason", mcp.Required(), mcp.Enum("done", "duplicate")),
	), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprint("closed ", req.GetString("id", ""))), nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Print(err)
	}
}
