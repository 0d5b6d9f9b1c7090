"""agent-action/1, agent-action/1+version and agent-action/2: what an agent may do next."""

from .refusal import Refusal, is_text
from .strict_json import read_json

# For each action: its text fields in the order they are judged, whether it has an input, who handles
# it, and whether it proposes to end the run.
MESSAGE = (["content"], False, "conversation", "none")
TOOL_CALL = (["callId", "tool"], True, "tool_pipeline", "none")
FINISH = (["summary"], False, "completion_gate", "proposal")
REQUEST_APPROVAL = (["requestId", "capability", "resource", "reason"], False, "approval_gate", "none")

THREE_ACTIONS = {"message": MESSAGE, "tool_call": TOOL_CALL, "finish": FINISH}
FOUR_ACTIONS = {**THREE_ACTIONS, "request_approval": REQUEST_APPROVAL}


class AgentAction:
    """The protocol with these actions, and a version in every action unless it is None."""

    def __init__(self, actions, version=None):
        self.actions = actions
        self.version = version

    def parse(self, value):
        if not isinstance(value, dict):
            raise Refusal("ACTION_NOT_OBJECT", "", "an action is an object")
        action = {} if self.version is None else {"schemaVersion": self._version(value)}
        action["type"] = kind = self._type(value)
        texts, has_input, _, _ = self.actions[kind]
        for name in texts:
            if not is_text(value.get(name)):
                raise Refusal("ACTION_TEXT_INVALID", name, name + " is not a string with text")
            action[name] = value[name]
        if has_input:
            if "input" not in value:
                raise Refusal("ACTION_INPUT_MISSING", "input", "the call has no input")
            action["input"] = value["input"]
        return action

    def decode(self, text):
        return self.parse(read_json(text, "ACTION_NOT_JSON"))

    def route(self, value):
        _, _, handler, terminal = self.actions[self.parse(value)["type"]]
        return {"handler": handler, "terminal": terminal}

    def _version(self, value):
        if "schemaVersion" not in value:
            raise Refusal("ACTION_VERSION_MISSING", "schemaVersion", "there is no version")
        given = value["schemaVersion"]
        if type(given) not in (int, float) or given != self.version:  # True == 1, but is no version
            raise Refusal("ACTION_VERSION_UNSUPPORTED", "schemaVersion", "the version is not %d" % self.version)
        return self.version

    def _type(self, value):
        kind = value.get("type")
        if not is_text(kind):
            raise Refusal("ACTION_TYPE_INVALID", "type", "type is not a string with text")
        if kind not in self.actions:
            raise Refusal("ACTION_TYPE_UNSUPPORTED", "type", "there is no such action")
        return kind
