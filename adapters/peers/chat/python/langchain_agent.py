from typing import Optional

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from launcher import call, given, serve


def run(prompt, memory):
    @tool
    def lookup(path: str) -> str:
        """Look up a document."""
        return call(prompt, "lookup", {"path": path})

    @tool
    def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents."""
        return call(prompt, "search", given(path=path, limit=limit))

    model = ChatOpenAI(model=prompt["model"], base_url=prompt["baseURL"], api_key=prompt["apiKey"], max_retries=0, streaming=prompt["stream"], use_responses_api=False)
    agent = create_agent(model, [lookup, search], system_prompt=prompt["system"] or None)
    messages = memory.get("messages", []) + [{"role": "user", "content": prompt["prompt"]}]
    memory["messages"] = messages
    result = agent.invoke({"messages": messages}, {"recursion_limit": 50})
    memory["messages"] = result["messages"]
    return result["messages"][-1].text


serve("langchain", run)
