"""The guard's one contract: what a move could do, by every vote that names something.

    assess(move, page, Context(known, noted, commits))   -> {"delete": "a note"}

No vote takes another away. What nobody knows is a class of its own: an exploration refuses it, a
run asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from appagent.actions.gestures import Move, TouchAt
from appagent.actions.verbs import ClearApp, Commits, Permit
from appagent.danger import Danger, Harm
from appagent.guard.asking import (
    answer,
    answered,
    dangers_of,
    is_open,
    touched,
    warning,
)
from appagent.guard.question import Page
from appagent.guard.reach import stays, swipes_away
from appagent.guard.verdict import Deed
from appagent.knowledge.answers import Answers
from appagent.screen.pages import OVER_PAGES

NOTE, PACK, OWN_WORD = "a note", "an imported pack", "the model's `commits`"
YOURS = "your guard.yaml"


@dataclass(frozen=True)
class Context:
    """What is known beside the screen."""

    known: Answers
    noted: Sequence[Danger] = ()  # by the docs, whoever wrote them
    commits: Commits = "none"  # by the model that acts
    strict: bool = True  # what nobody knows counts on each page, not in dialogs alone


def heeds(page: Page, *, strict: bool) -> bool:
    """Whether what nobody knows of a page's controls is asked, and counts."""
    return strict or page.kind in OVER_PAGES


def assess(move: Move, page: Page, context: Context) -> Mapping[Harm, str]:
    """The classes of harm that a move could do, each with what tells it first; "" for what the
    control itself tells, by Android or by the answer about it. `unknown` is told by the line that
    has no answer, and its page."""
    found: dict[Harm, str] = {}
    for harm, told in _votes(move, page, context):
        found.setdefault(harm, told)
    return found


def _votes(move: Move, page: Page, context: Context) -> Iterator[tuple[Harm, str]]:
    match move.action:  # what is done without a touch
        case ClearApp(app=app):
            yield "delete", Deed(f"delete all that {app} keeps")
        case Permit(granted=True, app=app, permissions=names):
            short = ", ".join(name.rpartition(".")[2] for name in names.split())
            yield "permission", Deed(f"grant {app} {short}")
    if swipes_away(move, page.screen):
        yield "delete", Deed("delete something or put it away, as a row that is swiped aside")
    for asked in touched(move, page):
        said = asked.fact or answer(asked, context.known)
        line = answered(asked, context.known)
        by = "" if asked.fact or not context.known.yours_of(asked.page, line) else YOURS
        yield from ((danger, by) for danger in dangers_of(said))
        yield from ((danger, PACK) for danger in dangers_of(warning(asked, context.known)))
        if is_open(said) and heeds(page, strict=context.strict):
            no_answer = f"the answer is {said} for" if said else "no answer for"
            yield "unknown", f"{no_answer} {line} of {asked.page}"
    unseen = not page.screen.elements and page.screen.picture == "secure"
    if unseen and (isinstance(move.gesture, TouchAt) or stays(move, page.screen)):
        yield "unknown", ""
    yield from ((danger, NOTE) for danger in context.noted)
    if context.commits != "none":
        yield context.commits, OWN_WORD
