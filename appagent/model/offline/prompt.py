"""The text of a prompt, read back into values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from appagent.screen.describe import TEXT_LIMIT
from appagent.screen.lines import ParsedLine, parse_mark_line
from appagent.texts import shorten

STRING = r'"(?:[^"\\]|\\.)*"'
_BLOCK = re.compile(r"^<([a-z]+)(?: app=\"[^\n]*\")?>\n(.*?)\n</\1>$", re.MULTILINE | re.DOTALL)
_NOTE = re.compile(rf" +(\w+)(?: \(\w+\))?(?: \(learned on {STRING}\))?: ({STRING})")
_ATTEMPT = re.compile(
    rf"([a-z_]+)(?: ([a-z][a-z ]*?)(?: ({STRING}))?(?: \(((?:[^()\"]|{STRING})+)\))?)?"
    rf"(?: up| down| left| right)?(?: <- {STRING})?(?: \| (.*))?"
)
_NO_EFFECT = ("nothing changed", "end of the ", "start of the ", "refused")
_LED_ON = re.compile(r"(?:^|; )(?:opened|back on) ")
_LED_AWAY = re.compile(r"(?:^|; )(?:left \S+ for|the home screen)")


@dataclass(frozen=True, slots=True)
class Control(ParsedLine):
    """A line of the screen with the notes below it; `label` is None for a mere text."""

    notes: Mapping[str, str] = field(default_factory=dict)  # by use

    @property
    def title(self) -> str:
        """Its name without what a row tells behind it: "Roaming, Connect to data services"."""
        return self.name.partition(", ")[0]

    @property
    def words(self) -> str:
        """The control as the history names it."""
        return _phrase(self.role, shorten(self.name, TEXT_LIMIT), self.unwritten)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A line of the history: `3. tap button "Save" | opened page "Alarm"`."""

    verb: str
    role: str = ""
    name: str = ""
    unwritten: str = ""
    outcome: str = ""

    @property
    def took_effect(self) -> bool:
        return not self.outcome.startswith(_NO_EFFECT)

    @property
    def led_on(self) -> bool:
        """Whether it led to another page of the app."""
        return bool(_LED_ON.search(self.outcome))

    @property
    def led_away(self) -> bool:
        """Whether it left the app."""
        return bool(_LED_AWAY.search(self.outcome))

    @property
    def words(self) -> str:
        """What was done to what."""
        return f"{self.verb} {_phrase(self.role, self.name, self.unwritten)}".rstrip()


@dataclass(frozen=True, slots=True)
class Asked:
    """The blocks of one prompt by their names, and what the screen and the history hold."""

    blocks: Mapping[str, str]
    controls: tuple[Control, ...] = ()
    past: tuple[Attempt, ...] = ()

    def block(self, name: str) -> str:
        return self.blocks.get(name, "").strip()

    @property
    def touchable(self) -> list[Control]:
        """What can be touched, and may be."""
        free = (c for c in self.controls if c.enabled and not (c.secret or c.guarded))
        return [c for c in free if c.label is not None]

    @property
    def depth(self) -> int:
        """Pages above the first one."""
        opened = [a for a in self.past if a.led_on]
        return max(0, sum(-1 if attempt.verb == "back" else 1 for attempt in opened))

    def count(self, verb: str, control: Control | None = None) -> int:
        """How often that was done to a control of this role and name, or to anything."""
        return len(self.tries(verb, control))

    def tries(self, verb: str, control: Control | None = None) -> list[Attempt]:
        tries = [a for a in self.past if a.verb == verb]
        return [a for a in tries if control is None or a.words == f"{verb} {control.words}"]


def read_prompt(text: str) -> Asked:
    """What the text of a prompt asks."""
    blocks = dict(_BLOCK.findall(text))
    lines = blocks.get("past", "").split("\n")
    attempts = [read_attempt(line.partition(". ")[2]) for line in lines if line[:1].isdigit()]
    controls = tuple(_controls(blocks.get("screen", "")))
    return Asked(blocks, controls, tuple(attempt for attempt in attempts if attempt))


def read_attempt(line: str) -> Attempt | None:
    """An action in the words of the history; None for a line that is none."""
    found = _ATTEMPT.fullmatch(line.strip())
    if found is None:
        return None
    verb, role, name, unwritten, outcome = (text or "" for text in found.groups())
    return Attempt(verb, role, unquote(name) or unwritten, unwritten, outcome)


def _phrase(role: str, name: str, unwritten: str) -> str:
    quoted = "" if name == unwritten else json.dumps(name, ensure_ascii=False)
    return " ".join(filter(None, [role, quoted, unwritten and f"({unwritten})"]))


def unquote(text: str) -> str:
    """The text of a JSON string; "" for ""."""
    try:
        return str(json.loads(text, strict=False)) if text else ""
    except ValueError:
        return text.strip('"')


def _controls(block: str) -> Iterator[Control]:
    for entry in re.split(r"\n(?! )", block):  # a line, with the indented notes below it
        first, *below = entry.split("\n")
        if element := parse_mark_line(first):
            notes = {note[1]: unquote(note[2]) for note in map(_NOTE.fullmatch, below) if note}
            name = element.name or element.unwritten
            yield Control(**(asdict(element) | {"name": name}), notes=notes)


_RISKY = re.compile(
    r"\b(?:all|every|everything|(?:delet|remov|eras|clear|reset|uninstall|block|report|send|shar|pay"
    r"|buy|order|call|post|sign|log)(?:|e|s|es|d|ed|ing))\b"
)
_LEAVING = re.compile(r"(?:navigate |go )?(?:back|exit|up|cancel|close|dismiss|discard|skip)")


def is_risky(text: str) -> bool:
    """Whether a word of it says that a touch could do harm."""
    return bool(_RISKY.search(text.lower()))


def is_leaving(name: str) -> bool:
    """Whether a name says that a touch leads off the page: "Navigate up", "Cancel"."""
    return bool(_LEAVING.fullmatch(name.lower()))
