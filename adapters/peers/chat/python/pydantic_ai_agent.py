import asyncio
import sys
from typing import Optional

from launcher import call, given, serve
from pydantic_ai import Agent


def model_of(prompt):
    """The model: of Chat Completions, or with the argument "anthropic" of Anthropic's Messages."""
    if sys.argv[1:] == ["anthropic"]:
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        base = prompt["baseURL"].removesuffix("/v1")  # the client adds it
        client = AsyncAnthropic(base_url=base, api_key=prompt["apiKey"], max_retries=0)
        return AnthropicModel(prompt["model"], provider=AnthropicProvider(anthropic_client=client))
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(base_url=prompt["baseURL"], api_key=prompt["apiKey"], max_retries=0)
    return OpenAIChatModel(prompt["model"], provider=OpenAIProvider(openai_client=client))


async def run(prompt, memory):
    agent = Agent(model_of(prompt), instructions=prompt["system"] or None)

    @agent.tool_plain
    async def lookup(path: str) -> str:
        """Look up a document."""
        return await asyncio.to_thread(call, prompt, "lookup", {"path": path})

    @agent.tool_plain
    async def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents."""
        return await asyncio.to_thread(call, prompt, "search", given(path=path, limit=limit))

    history = memory.get("history")
    if not prompt["stream"]:
        result = await agent.run(prompt["prompt"], message_history=history)
        memory["history"] = result.all_messages()
        return result.output
    async with agent.run_stream(prompt["prompt"], message_history=history) as result:
        output = await result.get_output()
        memory["history"] = result.all_messages()
        return output


serve("pydantic-ai-slim", run)
