"""What every launcher of this folder shares: the lines of standard input and output, and the tools over
HTTP. doc.go of adapters/chat says what the lines are."""

import asyncio
import functools
import inspect
import json
import ssl
import sys
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version as version_of

ABOUT = {"lookup": "Look up a document.", "search": "Search the documents."}

# Every prompt has a client of its own, and every client reads all authorities of the web, though nothing here
# goes over TLS: most of a launcher's time. One context does for all of them.
ssl.create_default_context = functools.cache(ssl.create_default_context)

OUT = sys.stdout
sys.stdout = sys.stderr  # what a runtime prints is no answer


def call(prompt, tool, args):
    """Executes a tool of the suite: its text, or an error with that text."""
    body = json.dumps(args).encode()
    request = urllib.request.Request(f"{prompt['toolURL']}/{tool}", body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.read().decode()
    except urllib.error.HTTPError as error:
        raise RuntimeError(error.read().decode()) from None


def given(**args):
    """The arguments the model gave, without the optional ones it did not."""
    return {name: value for name, value in args.items() if value is not None}


def serve(name, run, workers=8):
    """Answers the prompts of standard input with run(prompt, memory), a function or a coroutine function;
    memory is one dict a conversation."""
    lock = threading.Lock()
    memories = {}

    def say(line):
        with lock:
            OUT.write(json.dumps(line) + "\n")
            OUT.flush()

    def failed(prompt, error):
        say({"id": prompt["id"], "error": f"{type(error).__name__}: {error}"[:2000]})

    def answer(prompt):
        try:
            final = run(prompt, memories.setdefault(prompt["conversation"], {}))
            say({"id": prompt["id"], "final": final if isinstance(final, str) else "" if final is None else str(final)})
        except BaseException as error:  # the process must outlive whatever a runtime throws
            failed(prompt, error)

    async def answer_async(prompt):
        try:
            final = await run(prompt, memories.setdefault(prompt["conversation"], {}))
            say({"id": prompt["id"], "final": final if isinstance(final, str) else "" if final is None else str(final)})
        except BaseException as error:
            failed(prompt, error)

    say({"ready": True, "name": name, "version": version_of(name), "language": "Python"})
    if not inspect.iscoroutinefunction(run):
        with ThreadPoolExecutor(workers) as pool:
            for line in sys.stdin:
                pool.submit(answer, json.loads(line))
        return

    async def main():
        loop = asyncio.get_running_loop()
        tasks = set()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            task = loop.create_task(answer_async(json.loads(line)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    asyncio.run(main())
