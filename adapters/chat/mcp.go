package chat

import (
	"encoding/json"
	"net/http"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// toolList are the suite's tools as MCP describes them.
func toolList() []any {
	path := map[string]any{"type": "string", "description": "path of the document"}
	return []any{
		map[string]any{"name": wire.ToolLookup, "description": "Look up a document.", "inputSchema": map[string]any{
			"type": "object", "properties": map[string]any{"path": path}, "required": []string{"path"}, "additionalProperties": false}},
		map[string]any{"name": wire.ToolSearch, "description": "Search the documents.", "inputSchema": map[string]any{
			"type": "object", "properties": map[string]any{"path": path, "limit": map[string]any{"type": "integer"}}, "additionalProperties": false}},
	}
}

// serveMCP answers the requests of MCP over streamable HTTP that a client with tools needs.
func serveMCP(w http.ResponseWriter, r *http.Request, t *turn, body []byte) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	var call struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Protocol  string          `json:"protocolVersion"`
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &call); err != nil {
		fail(w, http.StatusBadRequest, "the body is not one JSON-RPC request")
		return
	}
	if call.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	answer := func(result any) { writeJSON(w, map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": result}) }
	switch call.Method {
	case "initialize":
		version := call.Params.Protocol
		if version == "" {
			version = "2025-06-18"
		}
		answer(map[string]any{"protocolVersion": version, "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]any{"name": "conform", "version": "1"}})
	case "ping":
		answer(map[string]any{})
	case "tools/list":
		answer(map[string]any{"tools": toolList()})
	case "tools/call":
		arguments, err := value.Parse(call.Params.Arguments)
		if err != nil {
			arguments = value.Object{}
		}
		text, failed, hangs := t.execute(call.Params.Name, arguments)
		if hangs {
			hang(w)
			return
		}
		answer(map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}, "isError": failed})
	default:
		writeJSON(w, map[string]any{"jsonrpc": "2.0", "id": call.ID, "error": map[string]any{"code": -32601, "message": "method not found"}})
	}
}
