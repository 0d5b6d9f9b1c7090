import asyncio
from typing import Optional

from launcher import call, given, serve
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.workflow import Context
from llama_index.llms.openai_like import OpenAILike


async def run(prompt, memory):
    async def lookup(path: str) -> str:
        """Look up a document."""
        return await asyncio.to_thread(call, prompt, "lookup", {"path": path})

    async def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents."""
        return await asyncio.to_thread(call, prompt, "search", given(path=path, limit=limit))

    if "agent" not in memory:
        llm = OpenAILike(model=prompt["model"], api_base=prompt["baseURL"], api_key=prompt["apiKey"], is_chat_model=True, is_function_calling_model=True, max_retries=0, context_window=1_000_000)
        memory["agent"] = FunctionAgent(tools=[lookup, search], llm=llm, system_prompt=prompt["system"] or None, streaming=prompt["stream"])
        memory["context"] = Context(memory["agent"])
    response = await memory["agent"].run(prompt["prompt"], ctx=memory["context"], max_iterations=20)
    return str(response)


serve("llama-index-core", run)
