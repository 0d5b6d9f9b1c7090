import asyncio
from typing import Optional

from agno.agent import Agent
from agno.db.in_memory import InMemoryDb
from agno.models.openai.like import OpenAILike
from launcher import call, given, serve


async def run(prompt, memory):
    async def lookup(path: str) -> str:
        """Look up a document."""
        return await asyncio.to_thread(call, prompt, "lookup", {"path": path})

    async def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents."""
        return await asyncio.to_thread(call, prompt, "search", given(path=path, limit=limit))

    if "agent" not in memory:
        memory["agent"] = Agent(
            model=OpenAILike(id=prompt["model"], base_url=prompt["baseURL"], api_key=prompt["apiKey"], max_retries=0),
            tools=[lookup, search], system_message=prompt["system"] or None, db=InMemoryDb(), add_history_to_context=True, telemetry=False,
            session_id=prompt["conversation"],
        )
    if not prompt["stream"]:
        result = await memory["agent"].arun(prompt["prompt"])
        if str(getattr(result.status, "value", result.status)).upper() == "ERROR":
            raise RuntimeError(str(result.content))
        return result.content
    text = ""
    async for event in memory["agent"].arun(prompt["prompt"], stream=True):
        kind = getattr(event, "event", "")
        if kind == "RunError":
            raise RuntimeError(str(event.content))
        if kind == "RunContent" and event.content:
            text += str(event.content)
    return text


serve("agno", run)
