"""A runner that conforms: one decision of the model, at most one execution, nothing retried."""

import uuid

from conform import Fault
from protocols.refusal import Refusal, is_text

from .schema import SchemaError, compile_schema, equal
from .wires import PROTOCOLS


class StepError(Exception):
    """The step ends here. The message is the code: nothing anybody said is repeated."""

    def __init__(self, code, barrier=None):
        super().__init__(code)
        self.code = code
        self.barrier = barrier


class Step:
    def __init__(self, protocol, request, collaborators):
        self._protocol = PROTOCOLS[protocol]
        self._request = request
        self._options = request.get("options", {})
        self._with = collaborators
        self._context = {"taskId": request["taskId"], "stepId": str(uuid.uuid4())}  # whatever the options say
        self._execution = None  # the evidence, once the call is on record

    async def run(self):
        try:
            report = await self._stages()
        except StepError as error:
            failure = {"code": error.code, "message": error.code}
            if error.barrier:
                failure["barrier"] = error.barrier
            report = {"error": failure}
        report["context"] = self._context
        if self._execution:
            report["execution"] = self._execution
        return report

    async def _stages(self):
        messages, model = self._request["messages"], self._request["model"]
        self._check_cancelled()
        visible = self._visible_tools()
        checks = {t["name"]: self._compiled(t["parameters"]) for t in visible}
        request = self._protocol.build(messages, visible)
        if isinstance(request, str):
            raise StepError(request)
        if model[self._protocol.path] != "supported":
            raise StepError("CAPABILITY_UNSUPPORTED")
        self._check_budget("modelCalls")
        response = await self._ask({**request, "context": self._context})
        action = self._read(response, checks)
        if action["action"] == "final":
            report = {"outcome": "final", "text": action["text"]}
        elif action["action"] == "ask_user":
            report = {"outcome": "ask_user", "question": action["question"]}
        else:
            self._check_budget("toolCalls")
            await self._act(action, next(t for t in visible if t["name"] == action["name"]))
            report = {"outcome": "tool_completed" if self._execution["status"] == "completed" else "halted"}
        return {**report, "nextMessages": self._protocol.follow(messages, response, action, self._execution)}

    def _check_cancelled(self):
        if self._with.cancelled:
            raise StepError("CANCELLED")

    def _check_budget(self, what):
        if self._options.get("budget", {}).get(what, 1) < 1:
            raise StepError("BUDGET_EXHAUSTED")

    def _visible_tools(self):
        tools, visible = self._request["tools"], self._request.get("visible")
        names = [t["name"] for t in tools]
        if len(set(names)) < len(names) or not all(is_text(n) for n in names):
            raise StepError("CATALOG_INVALID")
        if visible is None:
            return tools
        if not set(visible) <= set(names):
            raise StepError("TOOL_NOT_VISIBLE")
        return [t for t in tools if t["name"] in visible]

    @staticmethod
    def _compiled(schema):
        try:
            return compile_schema(schema)
        except SchemaError:
            raise StepError("SCHEMA_INVALID") from None

    async def _record(self, kind, **entry):
        try:
            await self._with.record({"kind": kind, "context": self._context, **entry})
        except Fault:
            raise StepError("RECORDING_FAILED", kind) from None

    async def _ask(self, request):
        await self._record("model_request", request=request)
        self._check_cancelled()
        try:
            response = await self._with.generate(request)
        except Fault:
            self._check_cancelled()
            raise StepError("MODEL_FAILED") from None
        await self._record("model_result", response=response)
        self._check_cancelled()
        return response

    def _read(self, response, checks):
        """One action, and of a call one that may be made: visible first, then valid."""
        calls = response.get("toolCalls") if isinstance(response, dict) else None
        if isinstance(calls, list) and len(calls) > 1:
            raise StepError("MULTIPLE_ACTIONS")
        try:
            action = self._protocol.parse(response)
        except Refusal as refusal:
            raise StepError(refusal.code) from None
        if action["action"] == "call_tool":
            if action["name"] not in checks:
                raise StepError("TOOL_NOT_VISIBLE")
            if not isinstance(action["arguments"], dict) or not checks[action["name"]](action["arguments"]):
                raise StepError("ARGUMENTS_INVALID")
        return action

    async def _act(self, action, tool):
        origin = {**self._context, "index": 0}
        if "providerCallId" in action:
            origin["providerCallId"] = action["providerCallId"]
        call = {"id": str(uuid.uuid4()), "name": action["name"], "arguments": action["arguments"], "action": origin}
        await self._record("tool_call", call=call)
        self._failed(call, "cancelled")
        refusal = await self._permit(call, tool)
        ran = self._failed(call, refusal) if refusal else await self._execute(call)
        await self._record("tool_result", result=self._execution)
        if ran and (ran["name"] != call["name"] or not equal(ran["arguments"], call["arguments"])):
            raise StepError("EVIDENCE_MISMATCH")
        self._check_cancelled()

    def _failed(self, call, category, retryable=False):
        self._execution = {"call": call, "status": "failed", "category": category, "retryable": retryable}

    async def _permit(self, call, tool):
        """Why the call may not be made; None where it may."""
        if self._with.cancelled:
            return "cancelled"
        decision = await self._decided(self._with.evaluate(call))
        if self._with.cancelled:
            return "cancelled"
        if decision != "allow":
            return "denied" if decision == "deny" else "guard_fault"
        if not tool.get("approval"):
            return None
        decision = await self._decided(self._with.authorize(call))
        if self._with.cancelled:
            return "cancelled"
        return {"granted": None, "denied": "approval_denied", "unavailable": "approval_unavailable"}.get(decision, "approval_fault")

    @staticmethod
    async def _decided(asked):
        try:
            return await asked
        except Fault:
            return None

    async def _execute(self, call):
        """Runs the tool once. Returns the call the gateway says it ran."""
        try:
            reply = await self._with.execute(call)
        except Fault as fault:
            category = {"failure": "body_failure", "panic": "body_panic"}.get(fault.kind, fault.kind)
            return self._failed(call, category, fault.retryable)
        limit = self._options.get("outputLimit")
        if limit and len(reply["output"].encode("utf-8")) > limit:
            self._failed(call, "output_limit")
        else:
            self._execution = {"call": call, "status": "completed", "output": reply["output"]}
        return reply["ran"]
