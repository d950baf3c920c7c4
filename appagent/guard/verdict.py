"""Decide whether a move is allowed: what could do harm is done only if the task asks for it, and
only to what the task names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from appagent.actions.gestures import Move
from appagent.actions.verbs import Text
from appagent.danger import CARRYING, DEEDS, WORDED, Danger, Harm, Permission
from appagent.guard.target import Target, becomes
from appagent.guard.uses import Uses
from appagent.screen.about import prices
from appagent.screen.folding import plain
from appagent.screen.names import says
from appagent.screen.values import Screen


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

_MOST_PRICES = 3  # a person is told of: the sum stands below what it is of


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
    permission: Callable[[Danger], Permission],
    target: Target,
    task: str,
    uses: Uses | None = None,
) -> Allow | Ask:
    """Whether a move that could do these harms is allowed. `permission` tells what the task says of
    a class, `target` what would be touched, `dangers` what tells each, and `uses` what the
    permissions were used for."""
    for danger in (each for each in dangers if each != "unknown"):
        allowed = permission(danger)
        touched = target.of(danger)
        if allowed.changes and isinstance(move.action, Text) and not move.sets_value:
            allowed = allowed.model_copy(update={"asks": True})
        why = _objection(allowed, touched, task) or _other_subject(allowed, touched, task)
        why = why or (uses or Uses()).objection(allowed, touched)
        if why:
            return ask_person(danger, why, dangers, target, move, screen)
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
    told = prices(screen)[-_MOST_PRICES:] if "pay" in dangers else ()
    text = "; ".join((*_fields(move, screen), *told)) if carries else ""
    also = tuple(could(d, by) for d, by in dangers.items() if d != danger)
    return Ask(danger, why, target.told, text, dangers[danger], also)


def _objection(allowed: Permission, target: Target, task: str) -> str:
    """Why a permission does not hold for what would be touched; "" if it does. An app that a task
    says to share by is touched before the person whom it names."""
    if not allowed.asks:
        return "the task does not ask for it"
    if target.fits(allowed.names, allowed.inside) or (target.on_sheet and says(task, target.row)):
        return ""
    named = " and ".join(f'"{name}"' for name in (*allowed.names, *allowed.inside))
    here = f'this is "{target.words}"' if target.words else "nothing here says so"
    return f"the task names {named}, and {here}"


def _other_subject(allowed: Permission, target: Target, task: str) -> str:
    """Why a subject does not go with what the task says word for word: none but the task's words
    may; "" if it does."""
    if not (allowed.texts and allowed.danger in WORDED):
        return ""
    words = set(plain(task).split())
    others = (text for text in target.subjects if not words.issuperset(plain(text).split()))
    return next((f'the task does not say "{other}"' for other in others), "")


def _fields(move: Move, screen: Screen) -> Iterator[str]:
    """What a person is told: all that the fields hold, or what the move makes of one."""
    if (text := becomes(move, screen)) is not None:
        yield text
        return
    fields = (e for e in screen.elements if "text" in e.uses and not e.secret)
    yield from (field.value for field in fields if field.value)
