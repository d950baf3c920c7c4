"""The classes of harm that an agent could do with somebody's phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Danger = Literal["send", "pay", "call", "post", "delete", "account", "permission", "device"]
DANGERS: tuple[Danger, ...] = get_args(Danger)
Harm = Danger | Literal["unknown"]
"""What a touch could do, by what is known of it; nobody may know."""
WORDED: tuple[Danger, ...] = ("send", "post")
"""The classes with which words go."""
CARRYING: tuple[Danger, ...] = (*WORDED, "pay", "call")
"""The classes with which a text goes: a message, an amount, a number."""
ANSWERS = frozenset({*DANGERS, "opens", "none", "varies", "unknown"})
"""The words of an answer to what a control does. Beside the classes: it leads on to where it is
decided, does nothing for good, is one of a kind of which some do, or the line does not tell."""
DEEDS: Mapping[Harm, str] = {
    "send": "send something to somebody",
    "pay": "pay, order or book something",
    "call": "call somebody",
    "post": "publish something where others see it",
    "delete": "delete something",
    "account": "change an account or a relation to somebody",
    "permission": "grant a permission or install something",
    "device": "cut the phone off or reset it",
    "unknown": "do harm that nobody ruled out",
}
"""What each class means, as it stands after "this could"."""


def parse_danger(words: object) -> Danger | None:
    """The first class that some words name: "delete" of "Delete: it is gone"; None for none."""
    said = str(words).casefold()
    found = {said.index(danger): danger for danger in DANGERS if danger in said}
    return found[min(found)] if found else None
