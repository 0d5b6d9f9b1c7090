from typing import Optional

from launcher import call, given, serve
from smolagents import OpenAIServerModel, ToolCallingAgent, tool


def run(prompt, memory):
    @tool
    def lookup(path: str) -> str:
        """Look up a document.

        Args:
            path: the path of the document
        """
        return call(prompt, "lookup", {"path": path})

    @tool
    def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents.

        Args:
            path: the path of the document
            limit: how many results
        """
        return call(prompt, "search", given(path=path, limit=limit))

    model = OpenAIServerModel(prompt["model"], api_base=prompt["baseURL"], api_key=prompt["apiKey"], client_kwargs={"max_retries": 0})
    agent = memory.get("agent") or ToolCallingAgent([lookup, search], model, max_steps=20, verbosity_level=0, instructions=prompt["system"] or None, stream_outputs=prompt["stream"])
    memory["agent"] = agent
    return agent.run(prompt["prompt"], reset=False)


serve("smolagents", run)
