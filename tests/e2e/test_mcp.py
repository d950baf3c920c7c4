"""`appagent mcp`, used by the SDK's own client: what it does stands on the phone."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult, ErrorData

from tests.model.endpoint import Answer, Endpoint, completion
from tests.ports import free_port

from .command import COMMAND, PATIENCE_S
from .house import CLOCK, AppAgent, Pocket, until
from .script import decision

TOKEN = "a token of the tests"
RUNS = {"APPAGENT_RUNS": "runs"}
CHAT = "com.pocketphone.chat"
MODES = ("auto", "legacy")  # the protocol of 2026-07-28, and the one before
READ_ONLY = {"phones", "observe", "docs"}
ALARM = 'text("5", name="Hour")\ntap(name="PM")\ntap(name="Save")'
MESSAGE = 'text("Hello", name="Message")\ntap(name="Send")'

Use = Callable[[Client], Awaitable[None]]


class Asked(list[str]):
    """A person at the client, and what they were asked."""

    def __init__(self, yes: bool) -> None:
        self.yes = yes

    async def answer(
        self,
        context: ClientRequestContext,  # noqa: ARG002
        params: ElicitRequestParams,
    ) -> ElicitResult:
        self.append(params.message)
        return ElicitResult(action="accept", content={"yes": self.yes})


@asynccontextmanager
async def over_stdio(
    appagent: AppAgent, *words: str, mode: str = "auto", person: Asked | None = None
) -> AsyncIterator[Client]:
    own = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], "mcp", *words],
        env={**os.environ, **RUNS, **appagent.env},
        cwd=appagent.folder,
    )
    answer = person.answer if person is not None else None
    async with Client(stdio_client(own), mode=mode, elicitation_callback=answer) as client:
        yield client


@contextmanager
def serving(appagent: AppAgent, *words: str) -> Iterator[str]:
    """The address of a server over HTTP."""
    port = free_port()
    appagent.env |= {"APPAGENT_MCP_TOKEN": TOKEN, **RUNS}
    with appagent.started("mcp", "--http", "--port", str(port), *words) as process:
        try:
            address = f"http://127.0.0.1:{port}/mcp"

            def answers() -> bool:
                assert process.poll() is None, process.communicate()
                try:
                    return httpx2.get(address).status_code == 401
                except httpx2.ConnectError:
                    return False

            until(answers, "the server")
            yield address
            assert process.poll() is None, process.communicate()
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130


@asynccontextmanager
async def over_http(
    address: str, mode: str = "auto", token: str = TOKEN, person: Asked | None = None
) -> AsyncIterator[Client]:
    answer = person.answer if person is not None else None
    sends = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=sends, timeout=PATIENCE_S) as http,
        Client(
            streamable_http_client(address, http_client=http),
            mode=mode,
            elicitation_callback=answer,
        ) as client,
    ):
        yield client


async def said(client: Client, tool: str, *, fails: bool = False, **given: Any) -> str:
    """The text that a tool answers."""
    result = await client.call_tool(tool, given)
    assert isinstance(result, CallToolResult)
    text = "\n".join(each.text for each in result.content if each.type == "text")
    assert bool(result.is_error) is fails, text
    return text


async def three_tasks(client: Client) -> None:
    """By programs, and by a whole task."""
    await said(client, "go", app="clock", fresh=True)
    await said(client, "act", program='tap(name="Add alarm")\nback()')  # from now on it is known
    shown = await said(client, "go", app="clock", page="Add alarm")
    assert 'text field "Hour"' in shown
    assert "Alarm set for" in await said(client, "act", program=ALARM)
    done = await said(client, "run", task="Set an alarm for 6:45 am", app="clock")
    assert done.startswith("done: ")
    await said(client, "go", app="settings", fresh=True)
    dark = 'tap(name="Display")\ntext("on", name="Dark theme")'
    turned = await said(client, "act", program=dark)
    assert 'switch "Dark theme" [on]' in turned


def check_three(phone: Pocket) -> None:
    alarms = phone.app(CLOCK)["alarms"]
    times = {(each["hour"], each["minute"]) for each in alarms}
    assert {(17, 0), (6, 45)} <= times
    assert phone.state()["settings"]["secure"]["ui_night_mode"] == "2"


@pytest.mark.parametrize("mode", MODES)
def test_three_tasks_over_stdio(appagent: AppAgent, phone: Pocket, mode: str) -> None:
    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline", mode=mode) as client:
            await three_tasks(client)

    anyio.run(use)
    check_three(phone)


@pytest.mark.parametrize("mode", MODES)
def test_three_tasks_over_http(appagent: AppAgent, phone: Pocket, mode: str) -> None:
    async def use(address: str) -> None:
        async with over_http(address, mode) as client:
            await three_tasks(client)

    with serving(appagent, "--model", "offline") as address:
        anyio.run(use, address)
    check_three(phone)


def used(phone: Pocket) -> list[str]:
    """The commands that the phone got from others than the tests."""
    return [line for line in phone.log() if not line.startswith("pocketphone")]


def test_without_the_token_nothing_is_served(appagent: AppAgent, phone: Pocket) -> None:
    began = used(phone)
    with serving(appagent) as address:
        for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": f"Bearer {TOKEN}x"},
                        {"Authorization": TOKEN}):  # fmt: skip
            answer = httpx2.post(address, json={}, headers=headers)
            assert answer.status_code == 401, headers
            assert TOKEN not in answer.text

        async def use() -> None:
            with pytest.raises(BaseExceptionGroup):
                async with over_http(address, token="another token"):
                    pass

        anyio.run(use)
    assert used(phone) == began


def test_a_web_page_cannot_use_it(appagent: AppAgent) -> None:
    """A page in a browser of this machine, that a name of its own leads here."""
    with serving(appagent) as address:
        sends = {"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"}
        answer = httpx2.post(address, json={}, headers=sends)
        assert answer.status_code in (403, 421)


def test_where_a_client_starts_it_nothing_is_left(appagent: AppAgent) -> None:
    """Its working folder is whatever the client's is: trails go to the user's data folder."""

    async def use() -> str:
        own = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "mcp"], cwd=appagent.folder,
            env=appagent.environment(),
        )  # fmt: skip
        async with Client(stdio_client(own)) as client:
            await said(client, "act", program="home()")
            return await said(client, "report")

    page = Path(anyio.run(use).rpartition("page: ")[2])
    assert page.is_absolute()
    assert page.is_file()
    assert not (appagent.folder / "runs").exists()


def test_the_schema_is_small_and_its_hints_are_true(appagent: AppAgent) -> None:
    async def use() -> None:
        async with over_stdio(appagent) as client:
            tools = (await client.list_tools()).tools
            told = [t.model_dump(mode="json", by_alias=True, exclude_none=True) for t in tools]
            assert len(tools) <= 12
            size = len(json.dumps(told).encode()) + len((client.instructions or "").encode())
            assert size / 3 <= 4000  # a token is more than 3 bytes of English
            reads = {t.name for t in tools if t.annotations and t.annotations.read_only_hint}
            assert reads == READ_ONLY
            destroys = {t.name for t in tools if t.annotations and t.annotations.destructive_hint}
            assert destroys == {"act", "go", "run", "play"}
            assert all(t.description for t in tools)

    anyio.run(use)


def test_each_tool_says_what_is_wrong(appagent: AppAgent) -> None:
    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline") as client:
            assert "default: pocket" in await said(client, "phones")
            assert "clock" in await said(client, "phones", phone="pocket")
            await said(client, "go", app="clock", fresh=True)
            result = await client.call_tool("observe", {"picture": True})
            assert isinstance(result, CallToolResult)
            assert [each.type for each in result.content] == ["text", "image"]
            late = await said(client, "observe", wait_for="Nowhere to be seen")
            assert late.startswith('"Nowhere to be seen" is not there after 30 s')
            assert "says" not in late.splitlines()[0]
            told = await said(client, "act", program='tap(name="Nowhere")', fails=True)
            assert told.startswith("nothing was done: nothing to touch here is called 'Nowhere'")
            assert 'tab "Timer"' in told  # the screen, so that nobody has to ask for it
            told = await said(client, "act", program="clear_app('com.x')", fails=True)
            assert "nothing was done" in told
            told = await said(client, "act", program="tap(", fails=True)
            assert "line 1: no action in" in told
            told = await said(client, "act", program="tap(999)", fails=True)
            assert "no element 999" in told
            told = await said(client, "go", app="nonsense", fails=True)
            assert "no app 'nonsense'" in told
            told = await said(client, "go", app="clock", page="Moon", fails=True)
            assert 'the map has no page "Moon"' in told
            told = await said(client, "play", flow="nothing", fails=True)
            assert 'no flow "nothing"' in told
            told = await said(client, "run", task=" ", fails=True)
            assert "the task is empty" in told
            told = await said(client, "docs", app="nonsense", fails=True)
            assert "nothing is known of nonsense" in told
            told = await said(client, "observe", phone="emulator-1234", fails=True)
            assert "no phone emulator-1234 is attached" in told

    anyio.run(use)


def test_what_was_done_is_played_told_and_reported(appagent: AppAgent, phone: Pocket) -> None:
    """A task, then the same with another time by its flow, which docs names."""

    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline") as client:
            await said(client, "run", task="Set an alarm for 6:45 am", app="clock")
            known = await said(client, "docs", app="clock", about="alarm")
            name = known.partition("flows, for play:\n")[2].partition(":")[0]
            assert name
            values = {"HOUR": "5", "HALF": "AM", "MINUTE": "20"}
            await said(client, "play", flow=name, values=values)
            report = await said(client, "report")
            assert report.startswith("done: ")
            page = Path(report.rpartition("page: ")[2])
            assert (appagent.folder / page).is_file()
            learned = await said(client, "learn", app="clock", steps=4)
            assert "4 steps" in learned

    anyio.run(use)
    assert phone.app(CLOCK)["alarms"]


# -- the guard


def sent(phone: Pocket) -> list[str]:
    """What was sent from this phone."""
    chats = phone.app(CHAT)["chats"]
    return [m["text"] for chat in chats for m in chat["messages"] if m["text"] == "Hello"]


async def send(client: Client, *, fails: bool) -> str:
    await said(client, "go", app="chat", fresh=True)
    shown = await said(client, "observe")
    row = next(line.split()[0] for line in shown.splitlines() if ' item "' in line)
    return await said(client, "act", program=f"tap({row})\n{MESSAGE}", fails=fails)


@pytest.mark.parametrize("mode", MODES)
def test_harm_is_refused_where_nobody_can_be_asked(
    appagent: AppAgent, phone: Pocket, mode: str
) -> None:
    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline", mode=mode) as client:
            told = await send(client, fails=True)
            assert "could send something to somebody" in told
            assert "only by a person's yes" in told

    anyio.run(use)
    assert sent(phone) == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("yes", [True, False])
def test_a_person_at_the_client_is_asked(
    appagent: AppAgent, phone: Pocket, mode: str, yes: bool
) -> None:
    person = Asked(yes)

    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline", mode=mode, person=person) as client:
            told = await send(client, fails=not yes)
            assert ("the person said no" in told) is not yes

    anyio.run(use)
    assert sent(phone) == ["Hello"] * yes
    (question,) = person
    assert "could send something to somebody" in question
    assert '"Hello"' in question


@pytest.mark.parametrize("mode", MODES)
def test_who_could_not_be_asked_then_is_asked_later(
    appagent: AppAgent, phone: Pocket, mode: str
) -> None:
    """A person's no, and that nobody was there, hold for the call alone."""
    person = Asked(yes=False)

    async def use(address: str) -> None:
        async with over_http(address, mode) as client:
            await send(client, fails=True)
        async with over_http(address, mode, person=person) as client:
            await send(client, fails=True)
            person.yes = True
            shown = await said(client, "act", program='tap(name="Send")')
            assert "Hello" in shown

    with serving(appagent, "--model", "offline") as address:
        anyio.run(use, address)
    assert len(person) == 2
    assert sent(phone) == ["Hello"]


def test_a_flow_that_a_client_wrote_is_guarded_as_its_programs(appagent: AppAgent) -> None:
    (appagent.folder / "sly.yaml").write_text(
        "appId: com.pocketphone.shop\n---\n- launchApp\n- tapOn: Not now\n"
    )
    (appagent.folder.parent / "outside.yaml").write_text("appId: x\n---\n- back\n")

    async def use() -> None:
        words = ("--model", "offline", "--guard", "strict")
        async with over_stdio(appagent, *words) as client:
            told = await said(client, "play", flow="sly.yaml", fails=True)
            assert "only by a person's yes" in told
            for named in ("../outside.yaml", "/etc/passwd", "x" * 5000, "appId: x"):
                told = await said(client, "play", flow=named, fails=True)
                assert told.startswith("no flow ")
            told = await said(client, "report", run="../elsewhere", fails=True)
            assert "without a folder" in told

    anyio.run(use)


def test_what_the_server_allows_is_allowed_in_flows_too(appagent: AppAgent, phone: Pocket) -> None:
    (appagent.folder / "clear.yaml").write_text(
        "appId: com.pocketphone.clock\n---\n- clearState\n- launchApp\n"
    )

    async def use(*words: str, fails: bool) -> None:
        async with over_stdio(appagent, "--model", "offline", *words) as client:
            await said(client, "go", app="clock", fresh=True)
            await said(client, "act", program=f'tap(name="Add alarm")\n{ALARM}')
            await said(client, "play", flow="clear.yaml", fails=fails)

    def has_alarm() -> bool:
        return any(each["hour"] == 17 for each in phone.app(CLOCK)["alarms"])

    anyio.run(partial(use, fails=True))
    assert has_alarm()
    anyio.run(partial(use, "--allow", "delete", fails=False))
    assert not has_alarm()


def test_what_the_server_allows_needs_nobody(appagent: AppAgent, phone: Pocket) -> None:
    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline", "--allow", "send") as client:
            await send(client, fails=False)

    anyio.run(use)
    assert sent(phone) == ["Hello"]


def test_a_task_that_demands_harm_is_not_enough(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint
) -> None:
    """The task was written by a program: its word allows nothing by itself."""
    phone.open(CHAT)
    endpoint.rule(_sends)

    async def use() -> None:
        async with over_stdio(with_model) as client:
            told = await said(client, "run", task='Send "Hello" to the first chat', fails=True)
            assert "refused, for it could do harm" in told

    anyio.run(use)
    assert sent(phone) == []


def _sends(body: dict[str, Any]) -> Answer:
    """A model that sends, and gives up where it may not; the task asks for it, it says."""
    text = json.dumps(body)
    if "</deed>" in text:
        return completion('{"answer": "yes", "why": "it says so"}')
    if "could send something" in text:
        return completion(decision('exit("failed", "it was refused")'))
    shown = body["messages"][1]["content"][0]["text"]
    if "<screen" not in shown:
        return completion('{"classes": ["send"]}')
    if "Message" in shown and "button (send)" in shown:
        actions = ['text("Hello", name="Message")', 'tap(name="Send")']
        return completion(json.dumps({"thought": "this is next", "actions": actions}))
    row = next(line.split()[0] for line in shown.splitlines() if ' item "' in line)
    return completion(decision(f"tap({row})"))


# -- several clients, and questions that nobody comes back to


def test_numbers_are_of_the_list_that_a_client_was_told(appagent: AppAgent, phone: Pocket) -> None:
    async def use(address: str) -> None:
        async with over_http(address, "legacy") as one, over_http(address, "legacy") as other:
            shown = await said(one, "go", app="clock", fresh=True)
            row = next(line.split()[0] for line in shown.splitlines() if ' switch "' in line)
            await said(other, "go", app="settings", fresh=True)
            told = await said(one, "act", program=f"tap({row})", fails=True)
            assert "another" in told or "this client was not told" in told
            await said(one, "go", app="clock")
            await said(one, "act", program=f"tap({row})")

    before = phone.app(CLOCK)["alarms"]
    with serving(appagent, "--model", "offline") as address:
        anyio.run(use, address)
    after = phone.app(CLOCK)["alarms"]
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


@asynccontextmanager
async def answering(
    appagent: AppAgent, mode: str, answer: Callable[[Client], Awaitable[ElicitResult | ErrorData]]
) -> AsyncIterator[Client]:
    """A client whose person does something of their own where they are asked."""
    own = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "mcp", "--model", "offline"],
        env={**os.environ, **RUNS, **appagent.env}, cwd=appagent.folder,
    )  # fmt: skip

    async def asked(
        context: ClientRequestContext,  # noqa: ARG001
        params: ElicitRequestParams,  # noqa: ARG001
    ) -> ElicitResult | ErrorData:
        return await answer(client)

    async with Client(stdio_client(own), mode=mode, elicitation_callback=asked) as client:
        yield client


def test_an_answer_that_comes_too_late_does_nothing(appagent: AppAgent, phone: Pocket) -> None:
    """Another call of the client takes a no for what it was asked: the program is not done anew."""

    async def late(client: Client) -> ElicitResult:
        await said(client, "observe")
        return ElicitResult(action="accept", content={"yes": True})

    async def use() -> None:
        async with answering(appagent, "auto", late) as client:
            assert "nobody waits for that answer any more" in await send(client, fails=True)

    anyio.run(use)
    assert sent(phone) == []


def test_a_client_that_cannot_ask_after_all_blocks_nobody(
    appagent: AppAgent, phone: Pocket
) -> None:
    async def broken(client: Client) -> ErrorData:  # noqa: ARG001
        return ErrorData(code=-32603, message="there is no window to ask in")

    async def use() -> None:
        async with answering(appagent, "legacy", broken) as client:
            with pytest.raises(MCPError):
                await send(client, fails=True)
            with anyio.fail_after(PATIENCE_S / 2):
                await said(client, "observe")

    anyio.run(use)
    assert sent(phone) == []


def test_one_phone_under_two_names_is_one(appagent: AppAgent, phone: Pocket) -> None:
    async def use() -> None:
        async with over_stdio(appagent, "--model", "offline") as client:
            await said(client, "go", app="clock", fresh=True)
            shown = await said(client, "observe", phone=phone.serial)
            assert "com.pocketphone.clock" in shown

    anyio.run(use)


def test_ctrl_c_ends_what_goes_on_over_http(with_model: AppAgent, endpoint: Endpoint) -> None:
    tabs = cycle(("World clock", "Stopwatch", "Timer", "Bedtime", "Alarm"))
    endpoint.rule(lambda _: completion(decision(f'tap(name="{next(tabs)}")')))
    with serving(with_model) as address, subprocess.Popen(
        [sys.executable, "-c", CLIENT, "legacy", address], cwd=with_model.folder,
        env=with_model.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as client:  # fmt: skip
        until(lambda: len(endpoint.requests) > 2, "steps of the run")
        began = time.monotonic()
        client.kill()
    assert time.monotonic() - began < PATIENCE_S / 4
    (outcome,) = with_model.folder.glob("runs/*-run-*/outcome.json")
    assert json.loads(outcome.read_text())["ending"] == "cancelled"


def test_a_port_that_is_taken(appagent: AppAgent) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = appagent("mcp", "--http", "--port", str(taken.getsockname()[1]))
    assert ran.code == 2
    assert "cannot be used" in ran.err


# -- a client that hangs up

CLIENT = """
import anyio, os, sys
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

async def use(client):
    async with client:
        await client.call_tool("run", {"task": "Wait for ever", "app": "clock"})

async def main(mode, address, *words):
    if address.startswith("http"):
        sends = {"Authorization": f"Bearer {os.environ['APPAGENT_MCP_TOKEN']}"}
        async with httpx2.AsyncClient(headers=sends, timeout=60) as http:
            await use(Client(streamable_http_client(address, http_client=http), mode=mode))
    else:
        own = StdioServerParameters(command=address, args=[*words], env={**os.environ})
        await use(Client(stdio_client(own), mode=mode))

anyio.run(main, *sys.argv[1:])
"""


def hang_up(appagent: AppAgent, endpoint: Endpoint, mode: str, *words: str) -> int:
    """Kill a client whose task goes on for ever; gives the process that holds the phone."""
    tabs = cycle(("World clock", "Stopwatch", "Timer", "Bedtime", "Alarm"))
    endpoint.rule(lambda _: completion(decision(f'tap(name="{next(tabs)}")')))
    env = appagent.environment(RUNS)
    with subprocess.Popen(
        [sys.executable, "-c", CLIENT, mode, *words], cwd=appagent.folder, env=env,
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as client:  # fmt: skip
        until(lambda: len(endpoint.requests) > 2 or client.poll() is not None, "steps of the run")
        assert client.poll() is None, client.communicate()
        (holder,) = Path(env["HOME"]).rglob("phones/*.json")
        found = json.loads(holder.read_text())
        client.kill()
        client.communicate()
    assert found["command"] == "mcp"
    return int(found["pid"])


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].startswith(" Z")


def ended(appagent: AppAgent) -> bool:
    return all((run / "outcome.json").is_file() for run in (appagent.folder / "runs").iterdir())


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_hangs_up_leaves_nothing_running(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint, mode: str
) -> None:
    server = hang_up(with_model, endpoint, mode, *COMMAND, "mcp")
    until(lambda: not is_alive(server), "the end of the server")
    assert ended(with_model)
    assert phone.shell("settings get global stay_on_while_plugged_in").strip() == "0"
    endings = {json.loads(o.read_text())["ending"]
               for o in with_model.folder.glob("runs/*-run-*/outcome.json")}  # fmt: skip
    assert endings == {"cancelled"}


@pytest.mark.parametrize("mode", MODES)
def test_over_http_what_it_began_ends_too(
    with_model: AppAgent, endpoint: Endpoint, mode: str
) -> None:
    with serving(with_model) as address:
        hang_up(with_model, endpoint, mode, address)
        runs = with_model.folder / "runs"
        until(lambda: list(runs.glob("*-run-*/outcome.json")), "the end of the run")
        (outcome,) = runs.glob("*-run-*/outcome.json")
        assert json.loads(outcome.read_text())["ending"] == "cancelled"
