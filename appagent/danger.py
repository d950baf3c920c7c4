"""The classes of harm that an agent could do with somebody's phone, and what a task asks for of
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from appagent.errors import UsageError
from appagent.record import Record

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


class Permission(Record):
    """Whether a task asks for a class of deeds, and what it wants done to what."""

    danger: Danger
    asks: bool
    names: tuple[str, ...] = ()  # what the task names, one at least must be touched; (): anything
    inside: tuple[str, ...] = ()  # what stands in it: a subject, words of a message
    texts: tuple[str, ...] = ()  # what is to be sent, word for word; (): as the model words it
    count: int | None = None  # how many, or how often; 0: all; None: once to each that is named
    changes: bool = False  # asked is not that it goes, but that it is edited
    by: Literal["model", "nobody", "words"] = "nobody"  # who read the task; words: older trails
    why: str = ""

    def filled(self, fill: Callable[[str], str]) -> Permission:
        """This one with its texts put through `fill`."""
        texts = {
            name: tuple(map(fill, getattr(self, name))) for name in ("names", "inside", "texts")
        }
        return self.model_copy(update=texts)


def parse_danger(words: object) -> Danger | None:
    """The first class that some words name: "delete" of "Delete: it is gone"; None for none."""
    said = str(words).casefold()
    found = {said.index(danger): danger for danger in DANGERS if danger in said}
    return found[min(found)] if found else None


def parse_classes(words: str) -> Sequence[Danger]:
    """The classes of `send,pay`, as --allow names them; none of "". Raises: `UsageError`."""
    named = [word.strip() for word in words.split(",") if word.strip()]
    if strange := next((word for word in named if word not in DANGERS), None):
        raise UsageError(f"--allow {strange}: expected some of {','.join(DANGERS)}")
    return [danger for danger in DANGERS if danger in named]
