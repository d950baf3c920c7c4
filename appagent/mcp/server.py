"""The tools as MCP offers them, and the two ways to reach them: stdio, and HTTP on this machine."""

from __future__ import annotations

import hmac
import logging
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future
from functools import partial
from queue import Empty
from types import FrameType
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, Field

from appagent import __version__
from appagent.actions.verbs import Exit
from appagent.agent.hands import IN_PROGRAMS
from appagent.errors import AppAgentError, UsageError
from appagent.mcp.jobs import Job, Question, Said, Told
from appagent.mcp.phones import Phones
from appagent.promptfiles import verb_examples
from appagent.prompts import fill

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
END_S = 3
"""How long calls are waited for once the server is to end."""
HEAR_S = 1.0
"""How often it is looked whether a client is still there."""
Ctx = Context[Any]
Serial = Annotated[str, Field(description="serial; default: that of the server")]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Asgi = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=True)
_ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)
_LEARNS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


class Answer(BaseModel):
    """What a person is asked for: a yes, or a no."""

    yes: bool = Field(title="Do it?")


class Server:
    """The tools, over the phones of this machine."""

    def __init__(self, phones: Phones) -> None:
        self._phones = phones
        self._waiting: dict[str, Job] = {}  # that wait for an answer
        verbs = verb_examples([kind for kind in IN_PROGRAMS if kind is not Exit])
        told = fill("mcp", verbs=verbs, known=", ".join(phones.known()) or "no app yet")
        tools = [
            _tool(self.phones, _READS), _tool(self.observe, _LOOKS),
            _tool(self.act, _ACTS, told.text), _tool(self.go, _ACTS), _tool(self.run, _ACTS),
            _tool(self.play, _ACTS), _tool(self.learn, _LEARNS), _tool(self.docs, _READS),
            _tool(self.report, _WRITES),
        ]  # fmt: skip
        self.mcp = MCPServer("appagent", instructions=told.system, version=__version__, tools=tools)

    # The docstrings are what clients read.

    async def phones(self, phone: str = "") -> Any:
        """The phones; with phone=SERIAL its apps."""
        return await self._told(partial(self._phones.phones, phone=phone))

    async def observe(
        self, ctx: Ctx, phone: Serial = "", wait_for: str = "", gone: str = "",
        picture: bool = False,
    ) -> Any:  # fmt: skip
        """List the screen. First waits until it says `wait_for`, or `gone` no more (30 s). picture:
        the numbered screenshot too, where the list is not enough."""
        work = partial(self._phones.observe, wait_for=wait_for, gone=gone, picture=picture)
        return await self._done(ctx, phone, work)

    async def act(self, ctx: Ctx, program: str, phone: Serial = "") -> Any:
        return await self._done(ctx, phone, partial(self._phones.act, program=program))

    async def go(
        self, ctx: Ctx, app: str, page: str = "", fresh: bool = False, phone: Serial = ""
    ) -> Any:
        """Open an app by its name, as it was left or fresh; then go to a page that docs names."""
        work = partial(self._phones.go, app=app, page=page, fresh=fresh)
        return await self._done(ctx, phone, work)

    async def run(self, ctx: Ctx, task: str, app: str = "", phone: Serial = "") -> Any:
        """Do a whole task in words, by a flow that did it before or by the server's own model."""
        return await self._done(ctx, phone, partial(self._phones.run, task=task, app=app))

    async def play(
        self, ctx: Ctx, flow: str, values: dict[str, str] | None = None, phone: Serial = ""
    ) -> Any:
        """Play a flow without a model: a name that docs tells, or a file; values: of its names."""
        work = partial(self._phones.play, flow=flow, values=values or {})
        return await self._done(ctx, phone, work)

    async def learn(
        self, ctx: Ctx, app: str, task: str = "", steps: int = 20, phone: Serial = ""
    ) -> Any:
        """Learn an app by trying it, with the server's own model; nothing harmful is touched."""
        work = partial(self._phones.learn, app=app, task=task, steps=steps)
        return await self._done(ctx, phone, work)

    async def docs(self, app: str = "", about: str = "") -> Any:
        """What was learned of an app: its pages, what controls do, its flows; `about`: what fits
        these words first. Without app: the apps."""
        return await self._told(partial(self._phones.docs, app=app, about=about))

    async def report(self, run: str = "") -> Any:
        """The steps of the last run, or of one by its name, and where its page is."""
        return await self._told(partial(self._phones.report, run=run))

    async def _told(self, work: Callable[[], Said]) -> Any:
        """What work says that no phone is used for."""
        try:
            return _result(await anyio.to_thread.run_sync(work, abandon_on_cancel=True))
        except AppAgentError as err:
            return _result(Said(str(err), failed=True))

    async def _done(self, ctx: Ctx, phone: str, work: Callable[[Job], Said]) -> Any:
        """What the work says, once it is over. A question in between goes to the client's person;
        where the client hangs up, the work ends before its next step."""
        client = _client(ctx)
        if ctx.request_state is not None:
            job = self._waiting.pop(ctx.request_state, None)
            if job is None or job.client != client:
                return _result(Said("nobody waits for that answer any more", failed=True))
            job.take(_answer(ctx, job.id))
        else:
            if waiting := self._asking(phone, client):
                return _result(Said(waiting, failed=True))
            can_ask = ctx.client_capabilities and ctx.client_capabilities.elicitation
            job = Job(phone, client, asks=bool(can_ask))
            job.begin(work)
        told = None
        try:
            told = await self._follow(ctx, job)
            return told
        finally:
            if told is None:  # cancelled, or the client cannot be told
                self._phones.leave(job)

    def _asking(self, phone: str, client: str) -> str:
        """What stands against a new job: another client is asked for an answer. What this client
        was asked, and did not come back to, is a no."""
        for job in [*self._waiting.values()]:
            if self._phones.same(job.phone, phone):
                if job.client != client:
                    return "the phone waits for what a person says to another client: try later"
                self._phones.leave(self._waiting.pop(job.id))
        return ""

    async def _follow(self, ctx: Ctx, job: Job) -> Any:
        steps = 0
        while True:
            try:
                wait = partial(job.events.get, timeout=HEAR_S)
                event = await anyio.to_thread.run_sync(wait, abandon_on_cancel=True)
            except Empty:
                event = None
            if not isinstance(event, Future) and await _hung_up(ctx):
                self._phones.leave(job)
            match event:
                case None:
                    pass
                case Told(text):
                    steps += 1
                    await ctx.report_progress(steps, message=text)
                case Question(text) if ctx.session.can_send_request and not job.left:
                    job.open = event
                    said = await ctx.elicit(text, Answer)
                    job.take(said.action == "accept" and said.data.yes)
                case Question():
                    job.open = event
                    if job.left:
                        job.take(False)
                        continue
                    self._waiting[job.id] = job
                    return _ask(event.text, job.id)
                case _:
                    return _result(_said(event))


def _said(ended: Future[Said]) -> Said:
    """What a job that is over says. Raises: what is an error of ours."""
    try:
        return ended.result()
    except AppAgentError as err:
        return Said(str(err), failed=True)
    except KeyboardInterrupt:  # of the job: the server ends
        return Said("it was stopped", failed=True)


def _tool(work: Callable[..., Any], hints: ToolAnnotations, text: str = "") -> Tool:
    """A tool, told by its docstring or a text; its schema without titles, which only repeat."""
    told = text or " ".join((work.__doc__ or "").split())
    tool = Tool.from_function(work, description=told, annotations=hints, structured_output=False)
    tool.parameters.pop("title", None)
    tool.parameters["additionalProperties"] = False
    for parameter in tool.parameters["properties"].values():
        parameter.pop("title", None)
    return tool


def _client(ctx: Ctx) -> str:
    """Who calls, as far as that is told: by its session, else by its name and version."""
    session = (ctx.headers or {}).get("mcp-session-id", "")
    about = ctx.session.client_params
    info = about.client_info if about else None
    return session or (f"{info.name} {info.version}" if info else "")


async def _hung_up(ctx: Ctx) -> bool:
    """Whether the client of a request over HTTP is gone; the older protocol goes on without it."""
    request = ctx.request_context.request
    return request is not None and bool(await request.is_disconnected())


def _result(said: Said) -> CallToolResult:
    shown = [Image(data=said.picture, format="jpeg").to_image_content()] if said.picture else []
    told = TextContent(type="text", text=said.text)
    return CallToolResult(content=[told, *shown], is_error=said.failed)


def _ask(text: str, name: str) -> InputRequiredResult:
    """A question in the form of the protocol of 2026-07-28: the client calls again with the
    answer."""
    params = ElicitRequestFormParams(message=text, requested_schema=Answer.model_json_schema())
    return InputRequiredResult(
        input_requests={name: ElicitRequest(params=params)}, request_state=name
    )


def _answer(ctx: Ctx, name: str) -> bool:
    said: Any = (ctx.input_responses or {}).get(name)
    content = getattr(said, "content", None) or {}
    return getattr(said, "action", "") == "accept" and content.get("yes") is True


def serve_stdio(phones: Phones) -> None:
    """Serve one client over stdin and stdout, until it hangs up."""
    anyio.run(Server(phones).mcp.run_stdio_async)


def serve_http(phones: Phones, port: int, token: str) -> None:
    """Serve clients on a port of this machine that send the token, until Ctrl-C.

    Raises: `UsageError` where the port is taken.
    """
    import uvicorn

    class Stopping(uvicorn.Server):
        """What goes on on the phones ends as well."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            phones.stop()
            super().handle_exit(sig, frame)

    try:
        listening = socket.create_server((HOST, port))
    except OSError as err:
        raise UsageError(f"port {port} cannot be used: {err.strerror}; name another") from err
    with listening:
        app = with_token(Server(phones).mcp.streamable_http_app(host=HOST), token)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=END_S)
        anyio.run(partial(Stopping(config).serve, sockets=[listening]))


def with_token(app: Asgi, token: str) -> Asgi:
    """The app for those alone who send `Authorization: Bearer TOKEN`; others get 401."""
    wanted = f"Bearer {token}".encode()

    async def guarded(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            sent = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(sent, wanted):
                told = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
                await send({"type": "http.response.start", "status": 401, "headers": told})
                body = b"send the token that `appagent mcp --http` told: Authorization: Bearer ..."
                await send({"type": "http.response.body", "body": body})
                return
        await app(scope, receive, send)

    return guarded
