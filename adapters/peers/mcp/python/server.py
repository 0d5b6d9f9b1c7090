"""A ticket server on the Python SDK, as its users write one: typed functions, the schema inferred."""

from typing import Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("python-tickets")


class Ticket(BaseModel):
    id: str
    title: str
    status: Literal["open", "closed"]


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def read_ticket(id: Annotated[str, Field(pattern=r"^TCK-[0-9]{3}$")], include_internal: bool = False, limit: Annotated[int, Field(ge=1, le=50)] = 10) -> Ticket:
    """Read a ticket."""
    return Ticket(id=id, title="Export fails", status="open")


@server.tool()
def close_ticket(id: str, reason: Literal["done", "duplicate"]) -> str:
    """Close a ticket."""
    return "closed " + id


if __name__ == "__main__":
    server.run()
