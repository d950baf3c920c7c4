"""An endpoint on loopback that plays what a test tells it to, and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from appagent.promptfiles import prompt_parts
from scripts.truth import deeds

DECISION = '{"observation": "a list", "action": {"kind": "tap", "element": 3}, "summary": "done"}'


@dataclass(frozen=True)
class Answer:
    """One HTTP answer. `drip_s`: a blank every so often and never an end."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip_s: float = 0


def completion(content: Any = DECISION, finish: str = "stop", **message: Any) -> Answer:
    """A chat completion as OpenAI's documentation shows it."""
    return Answer(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": content, **message},
                    "finish_reason": finish,
                }
            ],
            "usage": {
                "prompt_tokens": 1200,
                "completion_tokens": 80,
                "total_tokens": 1280,
                "prompt_tokens_details": {"cached_tokens": 1024},
            },
        }
    )


def error(status: int, message: str, code: str = "", param: str | None = None) -> Answer:
    """An error; its retry is due at once."""
    body = {"error": {"message": message, "type": code, "code": code, "param": param}}
    return Answer(body, status, {"retry-after-ms": "1"})


Play = Callable[[dict[str, Any]], Answer]


class Endpoint:
    """`play` answers a request body; the last of a list of answers is repeated."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.models: Answer = Answer({"object": "list", "data": [{"id": "seer-4"}]})
        self.released = threading.Event()
        self.knows_deeds = True  # it tells what controls do, beside what it plays
        self._play: Play = lambda _: completion()

    def play(self, *answers: Answer) -> None:
        rest = list(answers)
        self._play = lambda _: rest.pop(0) if len(rest) > 1 else rest[0]

    def rule(self, play: Play) -> None:
        self._play = play

    def answer(self, body: dict[str, Any], headers: dict[str, str]) -> Answer:
        if self.knows_deeds and (asked := _deed_question(body)):
            return completion(json.dumps({"deeds": list(deeds(asked))}))
        self.requests.append(body)
        self.headers.append(headers)
        return self._play(body)


def _deed_question(body: dict[str, Any]) -> str:
    """The text of a question about what controls do; "" for another one."""
    texts = [message.get("content", "") for message in body.get("messages", ())]
    about = prompt_parts("deed")[0].strip()  # with more behind it, where a schema was refused
    if not texts or not str(texts[0]).startswith(about):
        return ""
    said = texts[1]
    return said if isinstance(said, str) else str(said[0]["text"])


@contextmanager
def serving() -> Iterator[Endpoint]:
    """An endpoint that listens until the block ends."""

    class Exchange(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._write(endpoint.models)

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self._write(endpoint.answer(body, {k.lower(): v for k, v in self.headers.items()}))

        def _write(self, answer: Answer) -> None:
            is_text = isinstance(answer.body, str)
            content = (answer.body if is_text else json.dumps(answer.body)).encode()
            self.send_response(answer.status)
            headers = {"Content-Type": "application/json"} | answer.headers
            for name, value in headers.items():
                self.send_header(name, value)
            if not answer.drip_s:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            try:
                while answer.drip_s and not endpoint.released.wait(answer.drip_s):
                    self.wfile.write(b" ")
                self.wfile.write(content)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the client gave up, which is what such a test is about

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Exchange)
    server.daemon_threads = True
    endpoint = Endpoint(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
