import asyncio
import sys
from typing import Optional

from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from launcher import call, given, serve
from openai import AsyncOpenAI

set_tracing_disabled(True)

# The wire of the model: Chat Completions, or with the argument "responses" the Responses API.
Model = OpenAIResponsesModel if sys.argv[1:] == ["responses"] else OpenAIChatCompletionsModel


async def run(prompt, memory):
    client = AsyncOpenAI(base_url=prompt["baseURL"], api_key=prompt["apiKey"], max_retries=0)

    @function_tool
    async def lookup(path: str) -> str:
        """Look up a document."""
        return await asyncio.to_thread(call, prompt, "lookup", {"path": path})

    @function_tool(strict_mode=False)
    async def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents."""
        return await asyncio.to_thread(call, prompt, "search", given(path=path, limit=limit))

    agent = Agent(name="agent", instructions=prompt["system"] or None, tools=[lookup, search],
                  model=Model(model=prompt["model"], openai_client=client))
    given_so_far = memory.get("input", []) + [{"role": "user", "content": prompt["prompt"]}]
    if prompt["stream"]:
        result = Runner.run_streamed(agent, given_so_far, max_turns=20)
        async for _ in result.stream_events():
            pass
    else:
        result = await Runner.run(agent, given_so_far, max_turns=20)
    memory["input"] = result.to_input_list()
    return result.final_output


serve("openai-agents", run)
