package spec

// The roles of an MCP server, besides those it shares with tool contracts.
const (
	RoleUnknownTool Role = "unknown_tool" // names of tools the server does not have
	RoleAlive       Role = "alive"        // whatever comes in, the next request is answered
	RoleMalformed   Role = "malformed"    // requests that are none are refused
	RoleIDs         Role = "ids"          // requests are answered under their id
	RoleHandshake   Role = "handshake"    // protocol versions
	RoleSchema      Role = "schema"       // the schemas of tools are schemas
	RoleToolNames   Role = "tool_names"   // the names of tools are names
)

// mcpRoles are the roles of an MCP server.
func mcpRoles() []Role {
	return []Role{RoleDefault, RoleArguments, RoleUnknownTool, RoleAlive, RoleMalformed, RoleIDs, RoleHandshake, RoleSchema, RoleToolNames, RoleInternals, RoleOutput}
}

// readMCP reads the section `mcp`: the rules MCP servers are held to. Their cases are derived from the tools
// a server lists, not from the table.
func (l *loader) readMCP(table *section) map[Role]string {
	n := table.get("mcp")
	if n == nil {
		return nil
	}
	s := l.open(n, "`mcp`", "rules").under(table.key("mcp"))
	if s == nil {
		return nil
	}
	return l.roles(s, mcpRoles(), nil)
}
