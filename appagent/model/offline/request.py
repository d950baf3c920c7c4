"""What one request says: the blocks of the prompt, read back into values."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from appagent.model.offline.words import best, words
from appagent.screen.lines import ParsedLine, parse_line

_OPEN = re.compile(r"<([a-z]+)(?: app=\"(.*)\")?>")
_PAST = re.compile(r"(?:\d+\. )?([a-z_]+)(.*)", re.DOTALL)
STRING = r"\"(?:[^\"\\]|\\.)*\""
_ON_ELEMENT = re.compile(
    rf"(?P<role>[a-z][a-z ]*?) (?P<name>{STRING})(?: (?P<way>up|down|left|right))?"
    rf"(?: <- (?P<typed>{STRING}))?"
)
_ON_SCREEN = re.compile(rf"screen (?P<way>up|down|left|right)|(?P<typed>{STRING})")
_DOC = re.compile(rf" +(\w+)(?: \(learned on {STRING}\))?: ({STRING})")
NO_EFFECT = ("nothing changed", "refused", "left the app")


@dataclass(frozen=True, slots=True)
class Control(ParsedLine):
    """A line of the screen: something to act on, or a text (`label` is None)."""

    docs: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """As the history names it."""
        return _title(self.role, self.name)

    @property
    def is_field(self) -> bool:
        return self.role == "text field"

    @property
    def on(self) -> bool | None:
        """The state of what can be switched; None for what cannot, or does not tell."""
        return self.checked if self.checked is not None else self.selected or None

    @property
    def held(self) -> str:
        """What a field holds. An empty one may show its hint, which repeats its name."""
        value = self.value or ""
        hint = all(best(word, words(self.name)) for word in words(value))
        return "" if value and hint and words(value) else value

    @property
    def scrolls(self) -> bool:
        return "swipe" in self.uses and self.role != "slider"

    @property
    def taps(self) -> bool:
        """Whether a touch on it is meant: not on the thing that holds the rows."""
        held = {"list", "scroll area", "pages", "slider", "picker", "progress"}
        return self.label is not None and self.enabled and self.role not in held


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the history."""

    verb: str
    title: str = ""
    name: str = ""
    typed: str | None = None
    way: str = ""
    outcome: str = ""

    @property
    def worked(self) -> bool:
        return not self.outcome.startswith(NO_EFFECT)

    @property
    def left(self) -> bool:
        """Whether it brought another app to the front."""
        return self.outcome.startswith("left the app")

    @property
    def moved(self) -> bool:
        """Whether it brought another screen."""
        return self.outcome.startswith("new screen")


@dataclass(frozen=True, slots=True)
class Request:
    """The blocks of one prompt by their names, and what they hold."""

    blocks: Mapping[str, str]
    app: str = ""
    notice: str = ""
    controls: tuple[Control, ...] = ()
    past: tuple[Deed, ...] = ()
    rejected: tuple[Mapping[str, Any], ...] = ()  # actions that came back with a problem

    def block(self, name: str) -> str:
        return self.blocks.get(name, "").strip()

    @property
    def here(self) -> tuple[Deed, ...]:
        """What was done since this screen came up."""
        last = max((n for n, deed in enumerate(self.past) if _arrives(deed)), default=-1)
        return self.past[last + 1 :]

    @property
    def came_by(self) -> Deed | None:
        """What led to this page."""
        return next((deed for deed in reversed(self.lasting) if deed.moved), None)

    @property
    def lasting(self) -> tuple[Deed, ...]:
        """What was done, but for what was done on pages that were left by going back."""
        pages: list[list[Deed]] = [[]]
        for deed in self.past:
            if deed.verb == "back" and deed.moved:
                pages = pages[:-1] or [[]]
            elif deed.moved or deed.left:
                pages.append([deed])
            else:
                pages[-1].append(deed)
        return tuple(deed for page in pages for deed in page)

    @property
    def depth(self) -> int:
        """Pages above the first one."""
        depth = 0
        for deed in self.past:
            if deed.worked and deed.verb == "back":
                depth = max(0, depth - 1)
            elif deed.moved:
                depth += 1
        return depth

    def useless(self, verb: str, control: Control) -> bool:
        """Whether it was tried to no effect on this screen, refused, or done over and over."""
        if any(
            action.get("kind") == verb and action.get("element") == control.label
            for action in self.rejected
        ):
            return True
        if f"{verb} {control.title}" in self.notice:
            return True
        tries = [d for d in self.past if d.verb == verb and d.title == control.title]
        if self._namesakes(control) > 1:
            # The history cannot tell namesakes apart: they are taken one after the other.
            return len(tries) > self._rank(control)
        idle = [d for d in self.here if d in tries and not d.worked]
        refused = [d for d in tries if d.outcome.startswith("refused")]
        return bool(idle or refused) or len(tries) >= 3

    def _namesakes(self, control: Control) -> int:
        return Counter(c.title for c in self.controls)[control.title]

    def _rank(self, control: Control) -> int:
        return [c for c in self.controls if c.title == control.title].index(control)


def read_request(messages: Sequence[Mapping[str, Any]]) -> Request:
    """The request that the messages of a chat hold."""
    said = [(str(m.get("role")), _text(m.get("content"))) for m in messages]
    prompt = next((text for role, text in said if role == "user"), "")
    blocks, app, notice = _blocks(prompt)
    return Request(
        blocks,
        app,
        notice,
        tuple(_controls(blocks.get("screen", ""))),
        tuple(_deeds(blocks.get("past", ""))),
        tuple(_actions(text for role, text in said if role == "assistant")),
    )


def read_deed(line: str) -> Deed | None:
    """One line of the history: `3. tap button "Archive" | new screen`."""
    words, _, outcome = _outside_strings(line.strip(), " | ")
    found = _PAST.fullmatch(words)
    if found is None:
        return None
    verb, rest = found[1], found[2].strip()
    for pattern in (_ON_ELEMENT, _ON_SCREEN):
        target = pattern.fullmatch(rest)
        if target is None:
            continue
        parts = target.groupdict()
        name = _string(parts.get("name"))
        title = "" if name is None else _title(str(parts["role"]), name)
        typed, way = _string(parts.get("typed")), parts.get("way") or ""
        return Deed(verb, title, name or "", typed, way, outcome)
    return Deed(verb, outcome=outcome)


def _blocks(prompt: str) -> tuple[dict[str, str], str, str]:
    """The blocks, the app that one of them names, and the free text behind the last."""
    found: dict[str, str] = {}
    app, notice = "", ""
    name, held = "", list[str]()
    for line in prompt.split("\n"):
        opening = _OPEN.fullmatch(line)
        if name:
            if line == f"</{name}>":
                found[name], name = "\n".join(held), ""
            else:
                held.append(line)
        elif opening:
            name, held, notice = opening[1], [], ""
            app = opening[2] or app
        else:
            notice = f"{notice}\n{line}".strip()
    return found, app, notice


def _controls(block: str) -> Iterator[Control]:
    control: Control | None = None
    docs: dict[str, str] = {}
    for line in block.split("\n"):
        doc = _DOC.fullmatch(line)
        if doc is not None:
            docs[doc[1]] = _string(doc[2]) or ""
            continue
        element = parse_line(line)
        if element is None:
            continue
        if control is not None:
            yield control
        docs = {}
        control = Control(**asdict(element), docs=docs)
    if control is not None:
        yield control


def _deeds(block: str) -> Iterator[Deed]:
    for line in block.split("\n"):
        deed = read_deed(line) if line[:1].isdigit() else None
        if deed is not None:
            yield deed


def _actions(replies: Iterator[str]) -> Iterator[Mapping[str, Any]]:
    for text in replies:
        try:
            action = json.loads(text).get("action")
        except (ValueError, AttributeError):
            continue  # a reply that was not this baseline's
        if isinstance(action, dict):
            yield action


def _arrives(deed: Deed) -> bool:
    return deed.moved or (deed.verb in ("back", "home", "open_app") and deed.worked)


def _outside_strings(text: str, mark: str) -> tuple[str, str, str]:
    """`text` parted at the first `mark` that stands in no quoted string."""
    masked = re.sub(STRING, lambda m: '"' * len(m[0]), text)
    at = masked.find(mark)
    return (text, "", "") if at < 0 else (text[:at], mark, text[at + len(mark) :])


def _string(quoted: str | None) -> str | None:
    if quoted is None:
        return None
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return quoted.strip('"')


def _title(role: str, name: str) -> str:
    return f"{role} {json.dumps(name, ensure_ascii=False)}"


def _text(content: object) -> str:
    if isinstance(content, list):  # parts: texts and pictures
        return "\n".join(str(part["text"]) for part in content if part.get("type") == "text")
    return str(content or "")
