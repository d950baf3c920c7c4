"""Passwords are typed in twelve runs; then every byte that was written anywhere is searched."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus
from zipfile import ZipFile

import pytest

from tests.model.endpoint import Answer, Endpoint, completion, error

from .conftest import KEY
from .house import AppAgent, Pocket, Ran
from .script import Body, Line, is_about_page, label, screen

SETTINGS, SHOP = "com.pocketphone.settings", "com.pocketphone.shop"
PLAIN = "maple-Otter-42"
HARD = """o'T3r "q" \\ &<b>%41;"""
WAY = ("Network & internet", "Internet", "Attic Lounge")  # to the question for a password
ANYWHERE = {"COLUMNS": "90", "APPAGENT_RUN_STEPS": "12"}


def spellings(secret: str) -> set[bytes]:
    """How a text might stand in a file, written down here and not taken from the product."""
    found = {secret, repr(secret)[1:-1], secret.replace("'", "''"), secret.replace(" ", "%s")}
    found |= {
        html.escape(secret),
        html.escape(secret, quote=False),
        quote(secret),
        quote_plus(secret),
    }
    found |= {html.escape(secret).replace("&#x27;", "&#39;"), quote(secret, safe="")}
    for _ in range(3):
        found |= {json.dumps(each)[1:-1] for each in found}
    found |= {secret[:-2], secret[2:]}  # cut off at either end
    return {each.lower().encode() for each in found} | {base64.b64encode(secret.encode())[:-4]}


class Talker:
    """A model that says the password in all that it says, from its first word on."""

    def __init__(self, endpoint: Endpoint, secret: str, *lines: Line):
        self.secret, self.rest = secret, list(lines)
        endpoint.rule(self.play)

    def play(self, body: Body) -> Answer:
        text, secret = screen(body), self.secret
        if "</change>" in text:
            said = f"Here the password is {secret}"
            judged = {"decision": "CONTINUE", "thought": said, "documentation": f"{said}."}
            return completion(json.dumps(judged))
        if is_about_page(text):
            told = {"name": f"Page {secret}", "fixed": [secret], "shows": [f"network {secret}"]}
            return completion(json.dumps(told))
        if "</before>" in text:
            return completion(json.dumps({"why": f"the password is {secret}", "answer": "yes"}))
        line = self.rest.pop(0) if self.rest else f'exit("failed", "{quote(secret)} was of no use")'
        if isinstance(line, Answer):
            return line
        words = f"next comes {secret}"
        told = dict.fromkeys(("observation", "thought", "plan", "summary"), words)
        action = line(text) if callable(line) else line
        return completion(json.dumps({**told, "action": action}))


def tap(name: str) -> Callable[[str], str]:
    return lambda text: f"tap({label(text, name)})"


def write(name: str, words: str) -> Callable[[str], str]:
    return lambda text: f"text({label(text, name)}, {json.dumps(words)})"


def to_the_password(*secrets: str) -> list[Line]:
    return [*map(tap, WAY), *(write("Password", secret) for secret in secrets)]


@pytest.fixture
def home(with_model: AppAgent, phone: Pocket) -> AppAgent:
    """The command, whose every file lies below its folder; a network asks for a password."""
    here = str(with_model.folder / "cache")
    with_model.env |= ANYWHERE | {"XDG_CACHE_HOME": here, "XDG_CONFIG_HOME": here}
    network = {"ssid": WAY[2], "ssid_lower": WAY[2].lower(), "secured": True, "saved": False}
    network |= {"password": PLAIN, "signal": 4, "refused": False}
    phone.load({"apps": {SETTINGS: {"networks": [network]}}})
    return with_model


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file by its name, and what is packed in one."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()
            if path.suffix == ".zip":
                with ZipFile(path) as archive:
                    yield from ((f"{path.name}:{n}", archive.read(n)) for n in archive.namelist())


def found(home: AppAgent, ran: Ran, *secrets: str) -> list[str]:
    """Where a secret stands, in whatever spelling."""
    places = [*written(home.folder), ("the terminal", ran.said.encode())]
    places += [("a name", name.encode()) for name, _ in places]
    needles = {needle for secret in secrets for needle in spellings(secret)}
    return [
        f"{where}: {n.decode()}" for where, what in places for n in needles if n in what.lower()
    ]


def all_that_is_written(home: AppAgent, *words: str, text: str = "", **env: str) -> Ran:
    """Run the command, then pack its trail with all that a bundle can hold."""
    ran = home(*words, text=text, **env)
    packed = home("doctor", "--bundle", home.trail.name, "--pictures", "--conversation")
    assert packed.code == 0, packed.said
    return Ran(ran.code, ran.out, ran.err + packed.said)


RUN = ("run", "--app", "settings", "--task")
ASKED = f"Connect to the Wi-Fi network {WAY[2]}; its password is {PLAIN}"


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        ((*RUN, ASKED), PLAIN),
        ((*RUN, ASKED, "--json"), PLAIN),
        (("-v", *RUN, ASKED), PLAIN),
        ((*RUN, f"Get into {WAY[2]}, {HARD} gets you in"), HARD),
        ((*RUN, f"Get into {WAY[2]}", "--json"), HARD),
        (("explore", "--app", "settings", "--task", f"join {WAY[2]} with {HARD}"), HARD),
        (("explore", "--app", "settings", "--task", f"join {WAY[2]}", "--json"), PLAIN),
    ],
    ids=("run", "run-json", "run-v", "run-hard", "run-hard-json", "explore-hard", "explore-json"),
)
def test_what_is_typed_is_nowhere(
    home: AppAgent, endpoint: Endpoint, words: tuple[str, ...], secret: str
) -> None:
    talk = Talker(endpoint, secret, *to_the_password(secret), tap("Cancel"), 'exit("done", "no")')
    ran = all_that_is_written(home, *words, APPAGENT_RECORD="1")
    assert not talk.rest, ran.said
    assert found(home, ran, secret) == []
    assert any("•••" in step["action"] for step in home.steps)


def test_not_in_what_goes_wrong(home: AppAgent, endpoint: Endpoint) -> None:
    """Replies that cannot be used, and an endpoint that repeats what it was sent."""
    useless = completion(f'{{"thought": "{PLAIN}", "action": "type({PLAIN})"}}')
    quoting = error(400, f"cannot read: {PLAIN}, as in {quote(PLAIN)}")
    lines: list[Line] = [useless, *to_the_password(PLAIN), useless, useless, quoting]
    Talker(endpoint, PLAIN, *lines)
    ran = all_that_is_written(home, *RUN, f"Get into {WAY[2]}", APPAGENT_RECORD="1")
    assert ran.code == 4, ran.said
    assert found(home, ran, PLAIN) == []


@pytest.mark.parametrize(
    "useless",
    [
        f'text(99, "{PLAIN}")',
        f'text("{PLAIN}", name="Cancel")',
        f'text("{PLAIN}", name="Nowhere")',
        f'type(99, "{PLAIN}"',
        f"text 99 {PLAIN}",
        f"text(99, {PLAIN})",
        f'enter("{PLAIN}")',
    ],
)
def test_not_in_a_reply_that_could_not_be_used(
    home: AppAgent, endpoint: Endpoint, useless: str
) -> None:
    """It was never typed: the run ended, or went on without it."""
    cut = completion(f'{{"action": {{"kind": "text", "element": 4, "text": "{PLAIN}')
    lines: list[Line] = [*map(tap, WAY), lambda _: useless, cut, 'exit("failed", "no way in")']
    talk = Talker(endpoint, "nothing", *lines)
    ran = all_that_is_written(home, "-v", *RUN, f"Get into {WAY[2]}", APPAGENT_RECORD="1")
    assert not talk.rest, ran.said
    assert found(home, ran, PLAIN) == []
    assert len(home.steps[-1]["problems"]) == 2


def test_not_where_no_reply_could_be_used(home: AppAgent, endpoint: Endpoint) -> None:
    useless = [(lambda _: f'text(99, "{PLAIN}")') for _ in range(4)]
    Talker(endpoint, "nothing", *map(tap, WAY), *useless)
    ran = all_that_is_written(home, "-v", *RUN, f"Get into {WAY[2]}", APPAGENT_RECORD="1")
    assert ran.code == 4, ran.said
    assert found(home, ran, PLAIN) == []


HALVES = "maple-", "Otter-42"


@pytest.mark.parametrize(
    "typed",
    [
        [write("Password", HALVES[0]), lambda _: f'text("{HALVES[1]}")'],
        [write("Password", HALVES[0]), write("Password", HALVES[1])],
        [lambda _: f'text(99, "{HALVES[0]}")', lambda _: f'text(99, "{HALVES[1]}")'],
        [write("Password", PLAIN)],
    ],
    ids=("appended", "twice", "unusable", "whole"),
)
def test_not_in_two_halves(home: AppAgent, endpoint: Endpoint, typed: list[Line]) -> None:
    words = f"{HALVES[0]} and then {HALVES[1]}"
    talk = Talker(endpoint, words, *map(tap, WAY), *typed, 'exit("failed", "no way in")')
    ran = all_that_is_written(home, *RUN, f"Get into {WAY[2]}", APPAGENT_RECORD="1")
    assert not talk.rest, ran.said
    assert found(home, ran, PLAIN, *HALVES) == []


def test_not_where_the_phone_is_our_own(home: AppAgent, endpoint: Endpoint) -> None:
    """Its last state lies beside the steps: with a page on which a password was half typed."""
    own = {"APPAGENT_POCKET_PORT": "1", "APPAGENT_RECORD": "1"}
    way: list[Line] = [
        *map(tap, WAY[:2]),
        lambda text: f"tap({network(text)})",
        write("Password", HARD),
    ]
    Talker(endpoint, HARD, *way, 'exit("done")')
    ran = all_that_is_written(home, *RUN, "Join a network that is locked", **own)
    assert ran.code == 0, ran.said
    assert found(home, ran, HARD) == []
    assert '"typed": "•••"' in (home.trail / "phone-state.json").read_text()


def network(text: str) -> int:
    """The number of a network that the phone does not know, by the seed of a new phone."""
    names = "Attic 5G|Blue Door|Greenhouse|Harbour Cafe|Linden Court|Number 27|Orchard|Rooftop"
    rows = re.findall(rf'^(\d+) [a-z ]+ "({names})"', text, re.M)
    return int(rows[-1][0])


def test_not_what_a_person_typed(home: AppAgent, endpoint: Endpoint, phone: Pocket) -> None:
    """Nor is the model told it: to write down what a field is for it need not know."""
    Talker(endpoint, "the answer")
    phone.open(SETTINGS)
    for name in WAY:
        left, top, *_ = on_screen(home, name)["bounds"]
        phone.shell(f"input tap {left + 5} {top + 5}")
    field = on_screen(home, "Password")["label"]
    ran = all_that_is_written(
        home, "demo", "--task", f"join with {PLAIN}", text=f"text {field} {PLAIN}\nstop\n",
        APPAGENT_RECORD="1",
    )  # fmt: skip
    assert ran.code == 0, ran.said
    assert found(home, ran, PLAIN) == []
    assert PLAIN not in json.dumps(endpoint.requests)


def on_screen(home: AppAgent, name: str) -> dict[str, Any]:
    """What `view` tells of the element of that name."""
    shown = home("view", "--json").document["marks"]
    found: dict[str, Any] = next(mark for mark in shown if mark["name"].startswith(name))
    return found


def test_not_what_the_screen_showed_before(
    home: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    """A page shows the password in clear; a later step types it, and the page comes back."""
    phone.load({"apps": {SETTINGS: {"hotspot_password": PLAIN}}})
    look: list[Line] = [
        tap("Network & internet"),
        tap("Hotspot"),
        "back()",
        tap("Internet"),
        tap(WAY[2]),
    ]
    again: list[Line] = [write("Password", PLAIN), tap("Cancel"), "back()", tap("Hotspot")]
    talk = Talker(endpoint, PLAIN, *look, *again, 'exit("done")')
    ran = all_that_is_written(home, *RUN, "Use the hotspot's for Wi-Fi", APPAGENT_RECORD="1")
    assert not talk.rest, ran.said
    assert found(home, ran, PLAIN) == []
    last = json.dumps(endpoint.requests[-1]["messages"][1]["content"][0])
    assert PLAIN not in last
    assert "Hotspot password" in last


def test_a_common_word_garbles_nothing(home: AppAgent, endpoint: Endpoint) -> None:
    Talker(endpoint, "on", *to_the_password("on"), 'exit("done", "it is on")')
    ran = all_that_is_written(home, *RUN, f"Try on {WAY[2]}", "--json")
    assert (ran.code, home.outcome["answer"]) == (0, "it is on")
    assert home.outcome["task"] == f"Try on {WAY[2]}"
    (typed,) = [step for step in home.steps if step["kind"] == "text"]
    assert '"•••"' in typed["action"]
    assert "'on'" not in typed["gesture"]
    assert typed["thought"] == "next comes on"


def test_no_key_is_anywhere(home: AppAgent, endpoint: Endpoint) -> None:
    """Those in an address are secret as the one in the environment is."""
    hidden = "Zm9vYmFy-2026"
    url = endpoint.url.replace("//", f"//me:{hidden}@") + f"?key={hidden}"
    env = {"OPENAI_BASE_URL": url}
    Talker(endpoint, hidden, error(400, f"no such: {hidden} {KEY}"))
    ran = all_that_is_written(home, *RUN, "Do something", APPAGENT_RECORD="1", **env)
    assert ran.code != 0
    said = [home(*words, **env) for words in (("config",), ("config", "--json"), ("doctor",))]
    said.append(home("config", OPENAI_BASE_URL=f"htp://me:{hidden}@host?key={hidden}"))
    said.append(home("config", APPAGENT_DETECTOR=f"http://me:{hidden}@:0/?key={hidden}"))
    heard = Ran(0, ran.said, "".join(each.said for each in said))
    assert found(home, heard, hidden, KEY) == []
