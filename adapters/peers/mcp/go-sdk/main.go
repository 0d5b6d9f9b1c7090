// A ticket server on the official Go SDK, as its users write one: typed handlers, the schema inferred.
package main

import (
	"context"
	"errors"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type ticketArgs struct {
	ID              string   `json:"id" jsonschema:"the ticket, as in TCK-101"`
	IncludeInternal bool     `json:"includeInternal,omitempty"`
	Labels          []string `json:"labels,omitempty"`
}

type ticket struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
}

type closeArgs struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

func readTicket(_ context.Context, _ *mcp.CallToolRequest, a ticketArgs) (*mcp.CallToolResult, ticket, error) {
	if a.ID != "TCK-101" {
		return nil, ticket{}, errors.New("not found")
	}
	return nil, ticket{ID: a.ID, Title: "Export fails", Status: "open"}, nil
}

func closeTicket(_ context.Context, _ *mcp.CallToolRequest, a closeArgs) (*mcp.CallToolResult, any, error) {
	return nil, map[string]string{"closed": a.ID}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "go-sdk-tickets", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "read_ticket", Description: "read a ticket", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, readTicket)
	mcp.AddTool(s, &mcp.Tool{Name: "close_ticket", Description: "close a ticket"}, closeTicket)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
}
