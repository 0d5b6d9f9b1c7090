"""A launcher for `conform run --target 'chat:python3 launcher.py'`, with an agent of pydantic-ai:

    pip install 'pydantic-ai-slim[openai]'

conform is the model at baseURL and the tools at toolURL. Put your own agent in the place of run.
"""

import asyncio
import json
import sys
import urllib.error
import urllib.request
from typing import Optional

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

memories = {}  # the history of every conversation


def call(prompt, tool, args):
    request = urllib.request.Request(f"{prompt['toolURL']}/{tool}", json.dumps(args).encode())
    try:
        return urllib.request.urlopen(request).read().decode()
    except urllib.error.HTTPError as error:
        raise RuntimeError(error.read().decode()) from None


async def run(prompt):
    provider = OpenAIProvider(base_url=prompt["baseURL"], api_key=prompt["apiKey"])
    agent = Agent(OpenAIChatModel(prompt["model"], provider=provider), instructions=prompt["system"] or None)

    @agent.tool_plain
    async def lookup(path: str) -> str:
        return await asyncio.to_thread(call, prompt, "lookup", {"path": path})

    @agent.tool_plain
    async def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        args = {"path": path, "limit": limit}
        return await asyncio.to_thread(call, prompt, "search", {k: v for k, v in args.items() if v is not None})

    result = await agent.run(prompt["prompt"], message_history=memories.get(prompt["conversation"]))
    memories[prompt["conversation"]] = result.all_messages()
    return result.output


async def answer(prompt):
    try:
        line = {"id": prompt["id"], "final": await run(prompt)}
    except Exception as error:
        line = {"id": prompt["id"], "error": str(error)}
    print(json.dumps(line), flush=True)  # logs belong on standard error


async def main():
    tasks = set()
    while line := await asyncio.to_thread(sys.stdin.readline):
        task = asyncio.create_task(answer(json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


asyncio.run(main())
