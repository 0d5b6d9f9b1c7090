"""Answers the conform/1 adapter protocol for an implementation in Python.

One file, standard library only, Python 3.9 or later. See README.md beside it.

    from conform import serve

    serve(name="mine", capabilities={"protocols": ["agent-action/1"]}, parse=my_parse)
"""

import asyncio
import base64
import binascii
import concurrent.futures
import dataclasses
import decimal
import inspect
import json
import os
import re
import sys
import threading
import time
import traceback
from collections.abc import Mapping

__all__ = ["serve", "accept", "reject", "Refused", "Fault", "decode_value", "encode_value"]

WIRE = "conform/1"
MAX_DEPTH = 1000  # nesting of encoded values, both ways
MAX_TEXT = 2000  # characters of a message that are passed on
SHIM_RECURSION = 10_000  # Python's recursion limit while the shim itself works; yours is left alone
READ_BYTES = 1 << 16
FLUSH_BYTES = 1 << 16  # answers held back at most before they are written
SAFE_INTEGER = 1 << 53
STEP_WAIT = 1.0  # seconds that steps under way may delay the exit

# --- verdicts ---------------------------------------------------------------------------------


class _Accepted:
    def __init__(self, action, migrated_from):
        self.action = action
        self.migrated_from = migrated_from


class Refused(Exception):
    """The verdict that refuses an input; reject makes it, and it may be returned or raised."""

    def __init__(self, code=None, field=None, message=None, pointer=None, offset=None):
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message
        self.pointer = pointer
        self.offset = offset

    def __str__(self):
        return "" if self.message is None else str(self.message)


def accept(action, migrated_from=None):
    """The verdict that accepts the input as this action."""
    return _Accepted(action, migrated_from)


def reject(code=None, field=None, message=None, pointer=None, offset=None):
    """The verdict that refuses the input; return it or raise it."""
    return Refused(code, field, message, pointer, offset)


# --- encoding to value ------------------------------------------------------------------------


def decode_value(encoding):
    """Builds the value a tagged encoding stands for."""
    return _build(encoding, 0)[0]


def _build(e, depth):
    """The value, and whether a tag was needed anywhere in it. Containers are always new."""
    if isinstance(e, list):
        _check_depth(depth)
        out, tagged = [], False
        for x in e:
            v, t = _build(x, depth + 1)
            out.append(v)
            tagged |= t
        return out, tagged
    if isinstance(e, dict):
        if any(name.startswith("$") for name in e):
            return _build_tagged(e, depth), True
        _check_depth(depth)
        out, tagged = {}, False
        for name, x in e.items():
            v, t = _build(x, depth + 1)
            out[name] = v
            tagged |= t
        return out, tagged
    return e, False


def _build_tagged(e, depth):
    if "$host" in e or "$undefined" in e:
        raise ValueError("Python has no such host value")
    if len(e) != 1:
        raise ValueError("a tag stands alone")
    ((tag, content),) = e.items()
    if tag == "$number":
        return _number(content)
    if tag == "$utf16":
        return _text(content)
    if tag == "$object":
        _check_depth(depth)
        out = {}  # of two members with one name the last stays, as in any dict
        for name, x in content:
            name = _build(name, depth + 1)[0]
            if not isinstance(name, str):
                raise ValueError("a name is a string")
            out[name] = _build(x, depth + 1)[0]
        return out
    raise ValueError("unknown tag")


_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_NAMED_NUMBERS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf"), "-0": -0.0}


def _number(text):
    """An int where the text is one, exact however long; otherwise a float."""
    if not isinstance(text, str):
        raise ValueError("$number is the text of a number")
    if text in _NAMED_NUMBERS:
        return _NAMED_NUMBERS[text]
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError("$number is the text of a number")
    if match.group(2) or match.group(3):
        return float(text)
    # int(text) refuses more than 4,300 digits in newer Pythons; a Decimal does not.
    return int(text) if len(text) < 4000 else int(decimal.Decimal(text))


def _text(units):
    if not all(type(u) is int and 0 <= u <= 0xFFFF for u in units):
        raise ValueError("$utf16 is a list of code units")
    return b"".join(u.to_bytes(2, "little") for u in units).decode("utf-16-le", "surrogatepass")


def _check_depth(depth):
    if depth >= MAX_DEPTH:
        raise ValueError("nested deeper than %d" % MAX_DEPTH)


# --- value to encoding ------------------------------------------------------------------------


def encode_value(value):
    """The tagged encoding of a value, made of what the json module can write."""
    return _encode(value, [])


def _encode(v, inside):
    kind = type(v)
    if kind is str:
        return v if _is_unicode(v) else {"$utf16": _units(v)}
    if kind is bool or v is None:
        return v
    if kind is int:
        return v if -SAFE_INTEGER <= v <= SAFE_INTEGER else {"$number": _digits(v)}
    if kind is float:
        return _encode_float(v)
    if kind is dict or kind is list:
        return _encode_container(v, inside)
    # Types derived from these are what they are derived from.
    if isinstance(v, str):
        return _encode(str.__str__(v), inside)
    if isinstance(v, int):
        return _encode(int(v), inside)
    if isinstance(v, float):
        return _encode(float(v), inside)
    if isinstance(v, decimal.Decimal):
        return {"$number": str(v)} if v.is_finite() else _encode_float(float(v))
    if callable(v):
        return {"$host": "function"}
    if isinstance(v, (bytes, bytearray)):
        return {"$host": "typed_array", "values": list(v)}
    if isinstance(v, (Mapping, list, tuple, set, frozenset)) or hasattr(v, "__dict__") or dataclasses.is_dataclass(v):
        return _encode_container(v, inside)
    return {"$host": "class_instance", "own": {}}  # an object whose members cannot be known


def _encode_container(v, inside):
    if any(v is outer for outer in inside):
        # No encoding says "the object three levels up"; the nearest is an object holding itself.
        return {"$host": "cyclic", "own": {}, "name": "self"}
    if len(inside) >= MAX_DEPTH:
        # An action may be deeper than an encoding: it is cut off there, and differs from every one that fits.
        return {"$undefined": True}
    inside.append(v)
    try:
        if isinstance(v, (list, tuple)) and not hasattr(v, "_fields"):
            return [_encode(x, inside) for x in v]
        if isinstance(v, (set, frozenset)):
            return {"$host": "set", "values": [_encode(x, inside) for x in v]}
        return _encode_members(list(_members(v)), inside)
    finally:
        inside.pop()


def _members(v):
    """The members of a mapping, a named tuple, a dataclass or any other object."""
    if isinstance(v, Mapping):
        return v.items()
    if hasattr(v, "_fields"):
        return zip(v._fields, v)
    if dataclasses.is_dataclass(v):
        return [(f.name, getattr(v, f.name)) for f in dataclasses.fields(v)]
    return vars(v).items()


def _encode_members(members, inside):
    if not all(isinstance(name, str) for name, _ in members):
        return {"$host": "map", "entries": [[_encode(k, inside), _encode(x, inside)] for k, x in members]}
    pairs, plain = [], True
    for name, x in members:
        name = str.__str__(name)
        if name.startswith("$") or not _is_unicode(name):
            plain = False
        pairs.append((name, _encode(x, inside)))
    if plain:
        return dict(pairs)
    return {"$object": [[_encode(name, inside), x] for name, x in pairs]}


def _encode_float(v):
    if v != v:
        return {"$number": "NaN"}
    if v in (float("inf"), float("-inf")):
        return {"$number": "Infinity" if v > 0 else "-Infinity"}
    if v == 0 and str(v) == "-0.0":
        return {"$number": "-0"}
    return v


def _digits(v):
    return str(v) if v.bit_length() < 13000 else format(decimal.Decimal(v), "f")


def _is_unicode(text):
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _units(text):
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]


# --- one call ---------------------------------------------------------------------------------


class _Input:
    """The input of one call: a value built for it alone, and a copy to tell whether it was changed."""

    def __init__(self, encoding):
        self.value, self._tagged = _build(encoding, 0)
        self._before = self._print()

    def _print(self):
        return _dumps(encode_value(self.value) if self._tagged else self.value)

    def observed(self):
        try:
            same = self._print() == self._before
        except (TypeError, ValueError, RecursionError):
            same = False
        return None if same else {"mutated": True}


def _accepted(verdict, given):
    result = {"accepted": True, "action": encode_value(verdict.action)}
    if verdict.migrated_from is not None:
        result["migratedFrom"] = str(verdict.migrated_from)
    return _with_observed(result, given)


def _previewed(verdict, given):
    return _with_observed({"accepted": True, "preview": encode_value(verdict.action)}, given)


def _refused(error, given):
    result = {"accepted": False}
    for name in ("code", "field", "pointer"):
        text = _attribute(error, name)
        if isinstance(text, str):
            result[name] = _clean(text)
    offset = _attribute(error, "offset")
    if type(offset) is int and offset >= 0:
        result["offset"] = offset
    message = _message_of(error)
    if message:
        result["message"] = message
    return _with_observed(result, given)


def _with_observed(result, given):
    observed = given.observed() if given is not None else None
    if observed is not None:
        result["observed"] = observed
    return result


def _attribute(error, name):
    try:
        return getattr(error, name, None)
    except Exception:
        return None


def _message_of(error):
    try:
        text = str(error)
        return _clean(text if text or isinstance(error, Refused) else type(error).__name__)
    except Exception:
        return "something was raised that cannot be shown"


def _clean(text):
    """A text that can be sent: bounded, and without lone surrogates."""
    return text[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")


# --- one step ---------------------------------------------------------------------------------


class Fault(Exception):
    """A collaborator of a step failed. kind says how; retryable is a diagnostic and no licence to retry."""

    def __init__(self, kind="failure", message="", retryable=False):
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable


class _Step:
    """One step under way: how it asks the harness, and whether it was cancelled."""

    def __init__(self, session, name, cancelled):
        self._session = session
        self._name = name
        self._cancelled = threading.Event()
        if cancelled:
            self._cancelled.set()

    def cancel(self):
        self._cancelled.set()

    @property
    def cancelled(self):
        """Whether the step was cancelled."""
        return self._cancelled.is_set()

    def _ask(self, method, part, value):
        return self._session.ask(method, {"step": self._name, part: encode_value(value)})


class Collaborators(_Step):
    """What a step reaches everyone else with; the harness plays them all. Each method raises Fault."""

    def generate(self, request):
        """The complete response of the model to {messages, tools, schema, context}."""
        return self._ask("model/generate", "request", request).result()["response"]

    def execute(self, call):
        """Runs a call {id, name, arguments, action}: {output, ran}, ran being what the gateway says it ran."""
        return self._ask("tool/execute", "call", call).result()

    def evaluate(self, call):
        """"allow" or "deny"."""
        return self._ask("guard/evaluate", "call", call).result()["decision"]

    def authorize(self, call):
        """"granted", "denied" or "unavailable"."""
        return self._ask("approval/authorize", "call", call).result()["decision"]

    def record(self, entry):
        """Appends {kind, context, request, response, call, result} to the record."""
        self._ask("record/append", "entry", entry).result()


class AsyncCollaborators(_Step):
    """Collaborators for a step that is a coroutine function: the same methods, to be awaited."""

    async def generate(self, request):
        return (await asyncio.wrap_future(self._ask("model/generate", "request", request)))["response"]

    async def execute(self, call):
        return await asyncio.wrap_future(self._ask("tool/execute", "call", call))

    async def evaluate(self, call):
        return (await asyncio.wrap_future(self._ask("guard/evaluate", "call", call)))["decision"]

    async def authorize(self, call):
        return (await asyncio.wrap_future(self._ask("approval/authorize", "call", call)))["decision"]

    async def record(self, entry):
        await asyncio.wrap_future(self._ask("record/append", "entry", entry))


# --- the session ------------------------------------------------------------------------------


class _ProtocolError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


_INVALID_PARAMS = -32602
_SHIM_FAILED = -32603


def serve(*, name, version=None, capabilities=None, parse=None, decode=None, route=None, preview=None, assemble=None, invoke=None, step=None, url=None):
    """Answers requests on standard input until it ends or bye comes; then returns.

    What parse(protocol, value) and decode(protocol, text) return is the accepted action, unless it is
    a verdict; what they raise is a refusal. text is a str, or bytes where it is not valid UTF-8 and
    capabilities["text"] is "bytes". route(protocol, action) returns {"handler": ..., "terminal": ...}.
    preview(protocol, value) returns what a log may show of the value: a dict or a str.
    assemble(protocol, chunks) puts a streamed response together and returns it as parse would take it; chunks
    are the payloads of its events (str) or, where capabilities["streams"] has "bytes", pieces of its bytes.
    invoke(contract, viewer, args, store) runs a tool and returns its envelope; the store is the tool's own
    to write to. All of them may be async.

    step(protocol, request, collaborators) runs one step of an agent, in a thread of its own, and returns its
    report, always: a step that fails reports its error. Where it is a coroutine function the methods of its
    collaborators are awaited.
    """
    functions = {"parse": parse, "decode": decode, "route": route, "preview": preview, "assemble": assemble, "invoke": invoke, "step": step}
    functions = {op: fn for op, fn in functions.items() if fn is not None}
    hello = _hello(name, version, url, dict(capabilities or {}), functions)
    source, sink = _take_over_stdio()
    session = _Session(hello, functions, sink)
    try:
        session.run(source)
        session.wait()
    finally:
        session.flush()  # also where the implementation ends the process: only its own answer is lost


def _hello(name, version, url, capabilities, functions):
    if not isinstance(name, str) or not name:
        raise TypeError("serve: name is a non-empty string")
    if not functions:
        raise TypeError("serve: one of parse, decode, route, preview, assemble, invoke and step is a function")
    if set(functions) != {"invoke"} and not isinstance(capabilities.get("protocols"), (list, tuple)):
        raise TypeError('serve: capabilities["protocols"] is a list of protocol ids')
    if "step" in functions and not isinstance(capabilities.get("step"), (list, tuple)):
        raise TypeError('serve: capabilities["step"] is a list of what a step has')
    if "invoke" in functions and not isinstance(capabilities.get("contracts"), (list, tuple)):
        raise TypeError('serve: capabilities["contracts"] is a list of contract ids')
    defaults = {"protocols": [], "operations": list(functions), "hostValues": [], "numbers": "double", "text": "utf8", "errors": "messages"}
    observes = list(dict.fromkeys([*capabilities.get("observes", ()), "mutation"]))
    hello = {"wire": WIRE, "name": name, "version": version, "language": "Python", "url": url}
    hello = {k: v for k, v in hello.items() if v is not None}
    hello["capabilities"] = {**defaults, **capabilities, "observes": observes}
    return hello


def _take_over_stdio():
    """Keeps standard input and output for the protocol, and gives the file descriptors of both.

    What the implementation prints goes to standard error, C libraries and child processes included;
    what it reads is empty.
    """
    sys.stdout.flush()
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout = sys.stderr
    return source, sink


class _Session:
    def __init__(self, hello, functions, sink):
        self._hello = hello
        self._functions = functions
        self._sink = sink
        self._held = []
        self._held_bytes = 0
        self._ended = False
        self._loop = None
        self._recursion = sys.getrecursionlimit()
        self._writing = threading.Lock()  # answers come from the threads of steps too
        self._steps = {}  # those under way, by the id the harness gave them
        self._asked = {}  # futures of callbacks the harness has not answered yet
        self._last_asked = 0
        self._threads = []

    def run(self, source):
        """Reads to the end. Answers are held while there is input at hand, never while waiting for more."""
        pieces = []  # of a line that has not ended yet
        while not self._ended:
            self.flush()
            chunk = os.read(source, READ_BYTES)
            if not chunk:
                self._take(b"".join(pieces))
                return
            *lines, rest = chunk.split(b"\n")
            if lines:
                lines[0] = b"".join(pieces) + lines[0]
                pieces = []
            if rest:
                pieces.append(rest)
            for line in lines:
                self._take(line)
                if self._ended:
                    return

    def flush(self):
        with self._writing:
            self._flush()

    def _flush(self):
        data = memoryview(b"".join(self._held))
        self._held, self._held_bytes = [], 0
        try:
            while data:
                data = data[os.write(self._sink, data):]
        except BrokenPipeError:
            raise SystemExit(1) from None  # nobody reads any more

    def _take(self, line):
        if not line.strip():
            return
        sys.setrecursionlimit(max(SHIM_RECURSION, self._recursion))
        try:
            self._message(line)
        finally:
            sys.setrecursionlimit(self._recursion)

    def _message(self, line):
        try:
            message = _loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            self._fail(None, _ProtocolError(-32700, "the line is not JSON"))
            return
        if isinstance(message, dict) and "method" not in message and isinstance(message.get("id"), int) and message["id"] in self._asked:
            self._answered(message)
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            self._fail(None, _ProtocolError(-32600, "the line is not a JSON-RPC request"))
            return
        method = message["method"]
        if "id" not in message:
            self._ended = method == "bye"  # notifications it does not know mean nothing to this shim
            if method == "cancel":
                self._cancel(message.get("params"))
            return
        try:
            if method == "step":
                self._step(message["id"], message.get("params", {}))
                return
            result = self._request(method, message.get("params", {}))
            self._hold({"jsonrpc": "2.0", "id": message["id"], "result": result})
        except Exception as error:
            self._fail(message["id"], error)

    def _fail(self, id, error):
        code = error.code if isinstance(error, _ProtocolError) else _SHIM_FAILED
        self._hold({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": _message_of(error)}})

    def _hold(self, answer):
        line = _dumps(answer).encode("utf-8") + b"\n"
        with self._writing:
            self._held.append(line)
            self._held_bytes += len(line)
            if self._held_bytes >= FLUSH_BYTES:
                self._flush()

    def ask(self, method, params):
        """Asks the harness for something a step needs; a future of its answer."""
        future = concurrent.futures.Future()
        with self._writing:
            self._last_asked += 1
            id = self._last_asked
            self._asked[id] = future
        self._hold({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        self.flush()
        return future

    def _cancel(self, params):
        name = params.get("step") if isinstance(params, dict) else None
        step = self._steps.get(name) if isinstance(name, str) else None
        if step is not None:
            step.cancel()

    def _answered(self, message):
        future = self._asked.pop(message["id"])
        result = message.get("result")
        if not isinstance(result, dict):
            refusal = message.get("error") or {}
            future.set_exception(RuntimeError("the harness refused the callback: %s" % refusal.get("message")))
        elif "fault" in result:
            fault = result["fault"]
            future.set_exception(Fault(fault.get("kind"), fault.get("message", ""), fault.get("retryable", False)))
        else:
            future.set_result(decode_value(result))

    def _step(self, id, params):
        fn = self._functions.get("step")
        if fn is None:
            raise _ProtocolError(-32601, "the adapter has no step function")
        if not isinstance(params, dict) or not isinstance(params.get("step"), str) or not isinstance(params.get("protocol"), str):
            raise _ProtocolError(_INVALID_PARAMS, "step needs protocol and step")
        given = decode_value(params)
        protocol, name = given.pop("protocol"), given.pop("step")
        kind = AsyncCollaborators if inspect.iscoroutinefunction(fn) else Collaborators
        step = self._steps[name] = kind(self, name, given.get("cancelled") is True)
        thread = threading.Thread(target=self._play, args=(fn, id, name, protocol, given, step), daemon=True)
        self._threads = [t for t in self._threads if t.is_alive()] + [thread]
        thread.start()

    def _play(self, fn, id, name, protocol, given, step):
        try:
            report = fn(protocol, given, step)
            if inspect.isawaitable(report):
                report = asyncio.run(report)
            self._hold({"jsonrpc": "2.0", "id": id, "result": encode_value(report)})
        except Exception as error:
            self._fail(id, error)
        self._steps.pop(name, None)
        self.flush()

    def wait(self):
        """Gives the steps under way a moment to end."""
        deadline = time.monotonic() + STEP_WAIT
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _request(self, method, params):
        if not isinstance(params, dict):
            raise _ProtocolError(_INVALID_PARAMS, "params is not an object")
        if method == "hello":
            if params.get("wire") != WIRE:
                raise _ProtocolError(_INVALID_PARAMS, "this shim speaks %s only" % WIRE)
            return self._hello
        if method == "bye":
            self._ended = True
            return None
        fn = self._functions.get(method)
        if fn is None:
            raise _ProtocolError(-32601, "unknown method, or the adapter has no function for it")
        if method == "invoke":
            return self._invoke(fn, params)
        protocol = params.get("protocol")
        if not isinstance(protocol, str):
            raise _ProtocolError(_INVALID_PARAMS, "params.protocol is not a string")
        if method == "decode":
            return self._run(fn, protocol, _text_of(params), None, _accepted)
        if method == "assemble":
            return self._run(fn, protocol, _chunks_of(params), None, _accepted)
        if "value" not in params:
            raise _ProtocolError(_INVALID_PARAMS, "params.value is missing")
        try:
            given = _Input(params["value"])
        except (ValueError, TypeError) as error:
            raise _ProtocolError(_INVALID_PARAMS, str(error)) from None
        return self._run(fn, protocol, given.value, given, _FINISHES[method])

    def _run(self, fn, protocol, argument, given, finish):
        try:
            sys.setrecursionlimit(self._recursion)
            try:
                answer = fn(protocol, argument)
                if inspect.isawaitable(answer):
                    answer = self._wait(answer)
            finally:
                sys.setrecursionlimit(max(SHIM_RECURSION, self._recursion))
        except Exception as error:
            return _refused(error, given)
        if isinstance(answer, Refused):
            return _refused(answer, given)
        if not isinstance(answer, _Accepted):
            answer = _Accepted(answer, None)
        return finish(answer, given)

    def _invoke(self, fn, params):
        """Runs a tool; what it returns is its envelope, whatever it is, and what it raises is not hidden."""
        if not isinstance(params.get("contract"), str) or not {"viewer", "args", "store"} <= params.keys():
            raise _ProtocolError(_INVALID_PARAMS, "invoke needs contract, viewer, args and store")
        try:
            viewer, args, store = (_Input(params[part]) for part in ("viewer", "args", "store"))
        except (ValueError, TypeError) as error:
            raise _ProtocolError(_INVALID_PARAMS, str(error)) from None
        try:
            sys.setrecursionlimit(self._recursion)
            try:
                envelope = fn(params["contract"], viewer.value, args.value, store.value)
                if inspect.isawaitable(envelope):
                    envelope = self._wait(envelope)
            finally:
                sys.setrecursionlimit(max(SHIM_RECURSION, self._recursion))
            result = {"envelope": encode_value(envelope)}
        except Exception as error:
            result = {"threw": _clean("".join(traceback.format_exception(type(error), error, error.__traceback__)))}
        observed = {}
        if viewer.observed() or args.observed():
            observed["mutated"] = True
        if store.observed():
            observed["storeChanged"] = True
        return {**result, "observed": observed} if observed else result

    def _wait(self, answer):
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)

        async def wait():
            return await answer

        return self._loop.run_until_complete(wait())


def _chunks_of(params):
    """The chunks of a stream: a list of payloads, or of pieces of bytes."""
    events, coded = params.get("events"), params.get("base64")
    chunks = coded if events is None else events
    if not isinstance(chunks, list) or not all(isinstance(chunk, str) for chunk in chunks):
        raise _ProtocolError(_INVALID_PARAMS, "assemble has neither events nor base64")
    try:
        return chunks if events is not None else [base64.b64decode(chunk, validate=True) for chunk in chunks]
    except (ValueError, binascii.Error):
        raise _ProtocolError(_INVALID_PARAMS, "a piece of the stream is not base64") from None


def _text_of(params):
    text, coded = params.get("text"), params.get("base64")
    if isinstance(text, str):
        return text
    try:
        return base64.b64decode(coded, validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise _ProtocolError(_INVALID_PARAMS, "decode has neither text nor base64") from None


def _routing(verdict, _):
    routing = verdict.action
    if isinstance(routing, Mapping) and isinstance(routing.get("handler"), str):
        terminal = routing.get("terminal", "none")
        if isinstance(terminal, str):
            return {"handler": routing["handler"], "terminal": terminal}
    raise TypeError("route returns handler and terminal, or refuses")


_FINISHES = {"parse": _accepted, "route": _routing, "preview": _previewed}

# --- JSON text --------------------------------------------------------------------------------

_encoder = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":"))

# Written in Python, so that only sys.setrecursionlimit bounds it: some versions of the interpreter
# have a limit of their own for the json module's C code, below what deep values need.
_deep_decoder = json.JSONDecoder()
_deep_decoder.parse_object = json.decoder.JSONObject
_deep_decoder.parse_array = json.decoder.JSONArray
_deep_decoder.scan_once = json.scanner.py_make_scanner(_deep_decoder)


def _loads(text):
    try:
        return json.loads(text)
    except RecursionError:
        return _deep_decoder.decode(text)


def _dumps(value):
    try:
        return _encoder.encode(value)
    except RecursionError:
        return "".join(_encoder.iterencode(value))
