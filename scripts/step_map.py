"""Trace one step of `appagent run` and list our files that it goes through, in the order entered.

The second step of a run on a pocket phone, over real adb, with a chat model behind a local
endpoint: what is done once, at a program's start, is done by then. A step goes from the question
to the model until the screen after the action was seen and the step is written. A file counts,
with all its lines, where one of its functions ran.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import FrameType

from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.config import Config
from appagent.device.pocket import pocket
from appagent.files import data_folder
from appagent.knowledge.store import DocStore
from appagent.model.chat import ChatModel
from appagent.trail import Trail

HOUSE = Path(__file__).resolve().parents[1] / "appagent"
TRACED = 2  # the number of the step
TAP = {"kind": "tap", "element": 2}
SAID = {"observation": "a list", "thought": "open it", "plan": "", "action": TAP, "summary": ""}


class Replies(BaseHTTPRequestHandler):
    """An endpoint that decides the same at each step."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": json.dumps(SAID)}
        usage = {"prompt_tokens": 1, "completion_tokens": 1}
        body = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        content = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def endpoint() -> Iterator[str]:
    """The address of a local endpoint."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Replies)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


class Tracer:
    """Whoever watches a run, and notes which files its traced step enters."""

    def __init__(self) -> None:
        self.entered: dict[Path, str] = {}  # file -> its first function
        self.traces = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self.traces and event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(HOUSE):
                self.entered.setdefault(path, frame.f_code.co_name)

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: object) -> None: ...

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: object) -> None:
        self.traces = getattr(step, "n", 0) == TRACED - 1


def trace() -> dict[Path, str]:
    """Our files that the traced step enters, in that order, each with its first function."""
    tracer = Tracer()
    with tempfile.TemporaryDirectory() as folder, pocket(1) as device, endpoint() as url:
        session = Session(
            device=device,
            model=ChatModel("scripted", base_url=url, api_key="none"),
            store=DocStore(Path(folder) / "docs", [data_folder("docs_store")]),
            trail=Trail.open(Path(folder) / "runs", "run", "clock"),
            config=Config(run_steps=TRACED + 1),
            progress=tracer,
        )
        threading.setprofile(tracer)
        sys.setprofile(tracer)
        try:
            sources = ("manual", "demo", "auto")
            run(session, "Set an alarm", "com.pocketphone.clock", sources)
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return tracer.entered


def main() -> None:
    entered = trace()
    sizes = {path: path.read_text("utf-8").count("\n") for path in entered}
    for path, function in entered.items():
        print(f"{sizes[path]:5}  {path.relative_to(HOUSE.parent)!s:34}  {function}")
    agent = [size for path, size in sizes.items() if path.parent == HOUSE / "agent"]
    total = f"{len(sizes)} files, {sum(sizes.values())} lines"
    print(f"{total}; agent: {len(agent)} files, {sum(agent)} lines")


if __name__ == "__main__":
    main()
