"""A target that conforms: every protocol it claims is implemented by hand in protocols/.

    conform run --target 'python3 adapters/shims/python/examples/conforming.py'
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import serve  # noqa: E402
from protocols import anthropic_messages, jingwei_json, mcp_call, native_tool, openai_chat, openai_responses  # noqa: E402
from protocols.assemble import assemble  # noqa: E402
from protocols.preview import preview_of  # noqa: E402
from protocols.agent_action import FOUR_ACTIONS, THREE_ACTIONS, AgentAction  # noqa: E402

PROTOCOLS = {
    "agent-action/1": AgentAction(THREE_ACTIONS),
    "agent-action/1+version": AgentAction(THREE_ACTIONS, version=1),
    "agent-action/2": AgentAction(FOUR_ACTIONS, version=2),
    "jingwei-json/1": jingwei_json,
    "native-tool/1": native_tool,
    "openai-chat/1": openai_chat,
    "openai-responses/1": openai_responses,
    "anthropic-messages/1": anthropic_messages,
    "mcp-call/1": mcp_call,
}
# native-tool/1 ends in the same three actions as jingwei-json/1.
ROUTES = {**PROTOCOLS, "native-tool/1": jingwei_json}

if __name__ == "__main__":
    serve(
        name="conforming-example",
        version="1.0.0",
        capabilities={"protocols": list(PROTOCOLS), "errors": "fields", "text": "bytes", "streams": ["events", "bytes"]},
        parse=lambda protocol, value: PROTOCOLS[protocol].parse(value),
        decode=lambda protocol, text: PROTOCOLS[protocol].decode(text),
        assemble=assemble,
        route=lambda protocol, action: ROUTES[protocol].route(action),
        preview=lambda protocol, value: preview_of(PROTOCOLS[protocol].parse(value)),
    )
