"""Decide whether a move is allowed: what could do harm is done only where the task means it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from appagent.actions.gestures import Move
from appagent.danger import CARRYING, DANGERS, DEEDS, Danger, Harm
from appagent.guard.target import Target, becomes
from appagent.screen.values import Screen
from appagent.trail import Permission


@dataclass(frozen=True, slots=True)
class Allow:
    """The move is allowed."""

    guarded: bool = False  # it could do harm, and may do it on the screen that it was judged on


@dataclass(frozen=True, slots=True)
class Ask:
    """The move could do something that the task does not ask for: a person decides."""

    danger: Harm
    why: str
    touched: str  # the row, the question or the page; "" if nothing tells it
    text: str  # what would go with it, as a message or an amount; "" for nothing
    told: str = ""  # what tells the danger, if not the screen
    also: tuple[str, ...] = ()  # what else it could do, which a yes allows too


@dataclass(frozen=True, slots=True)
class Refuse:
    """The move is not allowed."""

    why: str
    danger: Harm | None = None  # None where it is refused for another reason


Verdict = Allow | Ask | Refuse


class Deed(str):
    """What a move would do, where that can be told better than by the name of its class."""

    __slots__ = ()


def could(danger: Harm, told: str) -> str:
    """What a danger is, as a refusal says it, and what tells it if that is not the screen."""
    if isinstance(told, Deed):
        return f"could {told}"
    if danger == "unknown" and told:
        return f"could {DEEDS[danger]} ({told})"
    return f"could {DEEDS[danger]}{f' (as {told} says)' if told else ''}"


def verdict(
    move: Move,
    screen: Screen,
    dangers: Mapping[Harm, str],
    permission: Callable[[Sequence[Danger]], Permission],
    target: Target,
) -> Allow | Ask:
    """Whether a move that could do these harms is allowed. `permission` tells whether the task
    means a deed of some classes on the target, `dangers` what tells each."""
    known = [danger for danger in DANGERS if danger in dangers]
    if known and (said := permission(known)).answered != "yes":
        why = {"no": "that is not what the task asks for", "unsure": "the task may not mean it"}
        told = f"{why[said.answered]}{said.why and f': {said.why}'}"
        return ask_person(known[0], told, dangers, target, move, screen)
    if "unknown" in dangers:
        return ask_person(
            "unknown", "a task allows only what is known", dangers, target, move, screen
        )
    return Allow(guarded=True)


def ask_person(
    danger: Harm,
    why: str,
    dangers: Mapping[Harm, str],
    target: Target,
    move: Move,
    screen: Screen,
) -> Ask:
    """What a person is asked of a move, and why: all that it could do, and what would go with
    it."""
    carries = any(one in CARRYING for one in dangers)
    prices = target.prices if "pay" in dangers else ()
    text = "; ".join((*_fields(move, screen), *prices)) if carries else ""
    also = tuple(could(d, by) for d, by in dangers.items() if d != danger)
    return Ask(danger, why, target.told, text, dangers[danger], also)


def _fields(move: Move, screen: Screen) -> Iterator[str]:
    """What a person is told: all that the fields hold, or what the move makes of one."""
    if (text := becomes(move, screen)) is not None:
        yield text
        return
    fields = (e for e in screen.elements if "text" in e.uses and not e.secret)
    yield from (field.value for field in fields if field.value)
