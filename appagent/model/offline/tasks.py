"""The kinds of task that the rules know. One word too many, and a task is unknown."""

from __future__ import annotations

import re
from dataclasses import dataclass

MODES = ("driving", "transit", "walking", "cycling")

KNOWN = (
    "`Set an alarm for 6:45 am`; `Add a contact named Ada with the phone number 555 0143`; "
    "`Get walking directions to City Library`; `Search for City Library in maps`; "
    "`Turn on Dark theme`, by the full name of a switch"
)


@dataclass(frozen=True, slots=True)
class Alarm:
    """A new alarm."""

    hour: int  # 1-12
    minute: int
    half: str  # "am" or "pm"


@dataclass(frozen=True, slots=True)
class Contact:
    """A new contact."""

    name: str
    number: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place to be shown on the map, or the way to it."""

    name: str
    directions: bool
    mode: str = ""  # one of `MODES`; "" for any


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch, and the state that it shall have."""

    name: str
    on: bool


Task = Alarm | Contact | Place | Switch

_ALARM = (
    r"(?:set|add|create) an? (?:new )?alarm (?:for|at) "
    r"(0?[1-9]|1[0-2])(?::([0-5]\d))?"
)
_HALF = r" ?([ap])\.?m\.?"
_CONTACT = (
    r"(?:add|create) (?:a )?(?:new )?contact (?:named |called )?"
    r'("[^"]+"|(?:(?!(?:and|at|email|for|on|the|to|with)\b)[^\s",:;\d]+ ?)+?),? ?'
    r"with (?:the )?(?:phone |mobile )?number (\+?[\d ().-]{3,})"
)
_WAY = rf"(?:get|show|find) (?:({'|'.join(MODES)}) )?directions to (.+)"
_PLACE = r"(?:search for|find|show) (.+) (?:in maps|on the map)"
_SWITCH = r"(?:turn|switch) (?P<state>on|off) (?:the )?(?P<name>.+?)(?: switch)?"


def read_task(text: str) -> Task | None:
    """The task that `text` asks for; None where it is of no known form."""
    said = _plain(text)
    if found := re.fullmatch(_ALARM + _HALF, said, re.IGNORECASE):
        return Alarm(int(found[1]), int(found[2] or 0), f"{found[3].lower()}m")
    if found := re.fullmatch(_CONTACT, said, re.IGNORECASE):
        return Contact(_strip_quotes(found[1]).strip(), found[2].strip())
    if found := re.fullmatch(_WAY, said, re.IGNORECASE):
        return Place(_strip_quotes(found[2]), directions=True, mode=(found[1] or "").lower())
    if found := re.fullmatch(_PLACE, said, re.IGNORECASE):
        return Place(_strip_quotes(found[1]), directions=False)
    if found := re.fullmatch(_SWITCH, said, re.IGNORECASE):
        return Switch(_strip_quotes(found["name"]), on=found["state"].lower() == "on")
    return None


def lacking_half(text: str) -> str:
    """What to add to an alarm that names no half of the day, "or"; "" for another task."""
    if re.fullmatch(_ALARM, said := _plain(text), re.IGNORECASE):
        return f"say am or pm, as in `{said} am`, or "
    return ""


def _plain(text: str) -> str:
    return re.sub(r"^please ", "", " ".join(text.split()).removesuffix("."), flags=re.IGNORECASE)


def _strip_quotes(name: str) -> str:
    return name.strip("\"'“”")
