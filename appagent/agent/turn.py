"""One step as one value: what was seen, decided, allowed and done, and what came of it.

The history of a prompt, the trail and the documents of an exploration are all made from turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from appagent.actions.dsl import form
from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    Decision,
    Documentation,
    Exit,
    LongPressArea,
    Reflection,
    SwipeArea,
    TapArea,
    Text,
)
from appagent.agent.observe import Observation
from appagent.config import See
from appagent.ports import Prompt, Traffic, Usage
from appagent.prompts import digest
from appagent.safety.verdict import Allow, Refuse, Verdict
from appagent.screen.change import Change
from appagent.screen.describe import quote
from appagent.trail import Problem, Status, Step, Target

NAMED = 3  # things named of each kind of change, in the history
LISTED = 24  # and where the change is judged


@dataclass(frozen=True, slots=True)
class Cost:
    """What a step took."""

    usage: Usage = field(default_factory=Usage)  # of the model
    traffic: Traffic = field(default_factory=Traffic)  # with the phone
    seconds: float = 0


class Effect(NamedTuple):
    """A move that was made, between the screens before and after it."""

    move: Move
    before: Observation
    after: Observation
    change: Change


@dataclass(frozen=True, slots=True)
class Turn:
    """One step. What it did not come to is None or empty: a refused move has no `after`."""

    n: int  # from 1
    at: datetime
    before: Observation
    prompt: Prompt | None = None  # the first question that was asked
    problems: tuple[Problem, ...] = ()  # replies that could not be used
    decision: Decision | None = None  # None: a person chose the move
    move: Move | None = None
    verdict: Verdict = field(default_factory=Allow)
    gesture: str = ""  # what the hand did
    error: str = ""
    doubtful: bool = False  # the phone was away: the move may or may not have been done
    after: Observation | None = None
    change: Change | None = None
    judgement: Reflection | Documentation | None = None
    undone: str = ""  # how an exploration took back what the move changed
    back: str = ""  # where a BACK led
    doc: str = ""  # what was written to the store
    cost: Cost = field(default_factory=Cost)

    @property
    def effect(self) -> Effect:
        """The move with both its screens. Raises: `ValueError` where none was made."""
        if self.move is None or self.after is None or self.change is None:
            raise ValueError(f"step {self.n} made no move")
        return Effect(self.move, self.before, self.after, self.change)

    @property
    def words(self) -> str:
        """The move in words that hold on any screen; "" before there is one."""
        return self.move.words if self.move else ""

    @property
    def status(self) -> Status:
        """What the step means for the task: derived, never asked for."""
        if self.error:
            return "ERROR"
        if not isinstance(self.verdict, Allow):
            return "CONFIRM"
        if self.move and isinstance(self.move.action, Exit):
            return "FINISH" if self.move.action.status == "done" else "FAIL"
        return "CONTINUE"

    @property
    def missed(self) -> bool:
        """Whether a touch on the grid did nothing: what it was meant for may be smaller than a
        ninth of a cell, and has to be pointed at."""
        on_grid = self.move and isinstance(self.move.action, TapArea | LongPressArea | SwipeArea)
        return bool(on_grid and self.change and self.change.nothing)

    def outcome(self, see: See = "image+list") -> str:
        """What came of the move, in the words of the history, for a model that sees so much of a
        screen; "" where nothing is known of it yet."""
        if self.change is not None and self.move and self.after:
            told = summary(self.change, see) + mistyped(self.move, self.after)
            return f"{told}; taken back: {self.undone}" if self.undone else told
        if isinstance(self.verdict, Refuse):
            return f"refused: {self.verdict.why}"
        if self.doubtful:
            return "the phone was away for a moment: this may or may not have been done"
        return f"refused: {self.error}" if self.error else ""

    def record(self, images: Mapping[str, str]) -> Step:
        """The turn as the trail keeps it; `images` holds the files of its pictures."""
        before, screen, said = self.before, self.before.screen, self.decision
        sent = f"{self.prompt.system}{self.prompt.text}" if self.prompt else ""
        judged = self.judgement
        return Step(
            n=self.n,
            at=self.at,
            app=screen.app.package,
            activity=screen.app.activity,
            tree=screen.tree,
            picture=screen.picture,
            seen_by=before.rung,
            settled=screen.settled,
            elements=len(screen.elements),
            prompt=f"{self.prompt.name} {digest(self.prompt)}" if self.prompt else "",
            prompt_bytes=len(sent.encode()),
            image_bytes=len(before.picture.jpeg),
            observation=said.observation if said else "",
            thought=said.thought if said else "",
            plan=said.plan if said else "",
            summary=said.summary if said else "",
            action=form(self.move.action) if self.move else "",
            kind=self.move.action.kind if self.move else "",
            words=self.words,
            target=_target(self.move) if self.move else None,
            gesture=self.gesture,
            status=self.status,
            outcome=self.outcome(),
            change=change_lines(self.change) if self.change else (),
            undone=self.undone,
            decision=judged.decision if isinstance(judged, Reflection) else "",
            reflection=judged.thought if judged else "",
            back=self.back,
            doc=self.doc,
            problems=self.problems,
            error=self.verdict.why if isinstance(self.verdict, Refuse) else self.error,
            calls=self.cost.usage.calls,
            prompt_tokens=self.cost.usage.prompt_tokens,
            cached_tokens=self.cost.usage.cached_tokens,
            completion_tokens=self.cost.usage.completion_tokens,
            trips=self.cost.traffic.trips,
            received=self.cost.traffic.received,
            seconds=round(self.cost.seconds, 3),
            images=dict(images),
        )


def _target(move: Move) -> Target | None:
    """What the move touches, where that bears a number."""
    mark, element = move.mark, move.element
    if mark is None:
        return None
    return Target(
        label=mark.label,
        key=element.key if element else "",
        role=element.role if element else "area",
        name=element.name if element else "",
        bounds=tuple(mark.bounds),
    )


def summary(change: Change, see: See) -> str:
    """A change in one line, for a model that sees so much of a screen."""
    if change.nothing:
        return "nothing changed"
    if see == "raw":
        return "the picture changed"
    if change.app_changed:
        return f"left the app for {change.app}"
    if change.screen_changed:
        return "new screen"
    parts = [f"changed: {text}" for text in change.changed[:NAMED]]
    if change.appeared:
        parts.append(f"appeared: {', '.join(change.appeared[:NAMED])}")
    if change.vanished:
        parts.append(f"vanished: {', '.join(change.vanished[:NAMED])}")
    return "; ".join(parts) or "the picture changed"


def change_lines(change: Change) -> tuple[str, ...]:
    """A change line by line, for the trail and for the question what it means."""
    if change.nothing:
        return ("nothing",)
    lines = [
        f"share: {change.share:.0%}",
        f"screen: {'another' if change.screen_changed else 'the same'}",
    ]
    if change.app_changed:
        lines.append(f"app: {change.app}")
    if change.appeared:
        lines.append(f"appeared: {', '.join(change.appeared[:LISTED])}")
    if change.vanished:
        lines.append(f"vanished: {', '.join(change.vanished[:LISTED])}")
    lines += [f"changed: {text}" for text in change.changed[:LISTED]]
    return tuple(lines)


def mistyped(move: Move, after: Observation) -> str:
    """The suffix of an outcome which reports that the field does not hold the typed text; "" where
    it does, in whatever form, or where nothing tells: a secret, a field that is gone."""
    element, action = move.element, move.action
    if not isinstance(action, Text) or element is None or element.secret:
        return ""
    fields = (e for e in after.screen.elements if e.key == element.key and "text" in e.uses)
    values = [e.value for e in fields]
    # Fields in the rows of a list share a key: nothing tells which of them it was.
    if len(values) != 1 or _contains(values[0], action.text):
        return ""
    if "\n" in action.text and not values[0]:  # its line end sent it, as in a chat
        return ""
    return f"; the field holds {quote(values[0])}, which is not what was typed"


def _contains(value: str, text: str) -> bool:
    """Whether a field's value has the text in it, whatever the field made of its form."""
    if letters := _letters(text):
        return letters in _letters(value)
    return text.strip() in value if text else not value  # an emoji; nothing, which clears a field


def _letters(text: str) -> str:
    """Letters and digits: a field may write "(555) 0199" for 5550199, and begin with a capital."""
    return re.sub(r"\W", "", text).casefold()


class Draft:
    """A turn in the making; what it holds is written whatever becomes of the step."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    def add(self, **values: Any) -> Turn:
        """The turn with these fields filled in."""
        self.turn = replace(self.turn, **values)
        return self.turn
