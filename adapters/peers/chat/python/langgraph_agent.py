from typing import Annotated, Optional, TypedDict

from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition
from launcher import call, given, serve


class State(TypedDict):
    messages: Annotated[list, add_messages]


def run(prompt, memory):
    @tool
    def lookup(path: str) -> str:
        """Look up a document."""
        return call(prompt, "lookup", {"path": path})

    @tool
    def search(path: Optional[str] = None, limit: Optional[int] = None) -> str:
        """Search the documents."""
        return call(prompt, "search", given(path=path, limit=limit))

    tools = [lookup, search]
    model = ChatOpenAI(model=prompt["model"], base_url=prompt["baseURL"], api_key=prompt["apiKey"], max_retries=0, streaming=prompt["stream"], use_responses_api=False).bind_tools(tools)
    system = [("system", prompt["system"])] if prompt["system"] else []
    graph = StateGraph(State)
    graph.add_node("model", lambda state: {"messages": [model.invoke(system + state["messages"])]})
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    memory["messages"] = memory.get("messages", []) + [{"role": "user", "content": prompt["prompt"]}]
    result = graph.compile().invoke({"messages": memory["messages"]}, {"recursion_limit": 50})
    memory["messages"] = result["messages"]
    return result["messages"][-1].text


serve("langgraph", run)
