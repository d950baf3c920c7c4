"""One step as one value: what was seen, decided, allowed and done, and what came of it.

The history in a prompt, the trail and the documents are made from turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from appagent.actions.decision import Decision
from appagent.actions.each import Loop
from appagent.actions.gestures import Drag, Move, TouchAt
from appagent.actions.readback import mistyped
from appagent.actions.replies import Documentation, Reflection
from appagent.actions.verbs import (
    Commits,
    Each,
    Exit,
    LongPressArea,
    SwipeArea,
    TapArea,
    Text,
    form,
    without_texts,
)
from appagent.agent.observe import Observation
from appagent.config import See
from appagent.danger import Danger
from appagent.exchange import Prompt, Traffic, Usage
from appagent.geometry import Point
from appagent.guard import OVERWROTE, Allow, Refuse, SideEffect, Verdict, danger_of_all
from appagent.prompts import MarkNotes, digest
from appagent.screen.change import Change
from appagent.screen.describe import phrase
from appagent.screen.fields import looks_up
from appagent.screen.system import is_broken
from appagent.screen.values import View
from appagent.trail import LeftUndone, Permission, Problem, Question, Status, Step, Touched

NOT_PUT_BACK = "which did not put it back"
"""Ends the account of an undoing that did not help."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a step cost."""

    usage: Usage = field(default_factory=Usage)  # of the model
    traffic: Traffic = field(default_factory=Traffic)  # with the phone
    seconds: float = 0


class Effect(NamedTuple):
    """A move with the screens before and after it."""

    move: Move
    before: Observation
    after: Observation
    change: Change


@dataclass(frozen=True, slots=True)
class Turn:
    """One step. What did not happen is None or empty: a refused move has no `after`."""

    n: int  # from 1
    at: datetime
    before: Observation
    prompt: Prompt | None = None  # the first question that was asked
    problems: tuple[Problem, ...] = ()  # replies that could not be used
    decision: Decision | None = None  # None: a person chose the move
    decided_on: Observation | None = None  # where the screen before the touch was no longer that
    in_row: bool = False  # for the row of a loop that the step before was for, too
    reply_of: int = 0  # the step whose reply asked for this one too; 0: its own did
    command: str = ""  # of a flow, which asked for it: "login.yaml:12: tapOn: Save"
    notes: MarkNotes = field(default_factory=dict)  # that the prompt told
    move: Move | None = None
    permissions: tuple[Permission, ...] = ()  # whether the task means it, for the verdict
    question: Question | None = None  # that a person was asked, for the verdict
    verdict: Verdict = field(default_factory=Allow)
    gesture: str = ""  # what was done to the phone
    error: str = ""
    doubtful: bool = False  # the phone was away: the move may or may not have been done
    after: Observation | None = None
    change: Change | None = None
    came: str = ""  # of the move, in a line: see telling.py
    sought_in_vain: bool = False  # a text that did not show
    looked_through: bool = False  # for it, all that can be scrolled to
    read: tuple[str, ...] = ()  # the title of a page, and the lines that were read there
    proof: str = ""  # what showed that the task is done, of an exit that said it would
    left_undone: LeftUndone | None = None  # of what the reply asked for
    side_effects: tuple[SideEffect, ...] = ()  # what the move turned out to do
    own_text: bool = False  # what it overwrote was typed while exploring: nothing is lost
    judgement: Reflection | Documentation | None = None
    undone: str = ""  # how an exploration took back what the move changed
    back: str = ""  # where a BACK led
    crash: tuple[str, ...] = ()  # what Android logged of an app that crashed or hung
    doc: str = ""  # what was written to the store
    cost: Cost = field(default_factory=Cost)

    @property
    def effect(self) -> Effect:
        """The move and its two screens. Raises: `ValueError` if no move was made."""
        if self.move is None or self.after is None or self.change is None:
            raise ValueError(f"step {self.n} made no move")
        return Effect(self.move, self.before, self.after, self.change)

    @property
    def words(self) -> str:
        """The move in words that hold on any screen; "" if there is none yet."""
        return self.move.words if self.move else ""

    @property
    def status(self) -> Status:
        """The status of the task after this step; derived, never asked for."""
        if self.error:
            return "ERROR"
        if not isinstance(self.verdict, Allow):
            return "CONFIRM"
        if self.move and isinstance(self.move.action, Exit):
            return "FINISH" if self.move.action.status == "done" else "FAIL"
        return "CONTINUE"

    @property
    def by_phone(self) -> bool:
        """Whether the step went on what the phone did: it was away, or an app had crashed or
        hung."""
        return self.doubtful or is_broken(self.before.screen.app.activity)

    @property
    def was_declined(self) -> bool:
        """Whether a person was asked for the move and said no."""
        return self.question is not None and self.question.answered == "no"

    @property
    def missed(self) -> bool:
        """Whether a touch on the grid did nothing: its target may be smaller than a ninth of a
        cell, and has to be pointed at."""
        on_grid = self.move and isinstance(self.move.action, TapArea | LongPressArea | SwipeArea)
        return bool(on_grid and self.change and self.change.nothing)

    @property
    def may_be_swallowed(self) -> bool:
        """Whether a touch changed nothing that might have: what is chosen stays chosen, and what
        was judged is known."""
        nothing = self.change is not None and self.change.nothing and self.judgement is None
        if self.move is None or not nothing or not isinstance(self.move.gesture, TouchAt):
            return False
        element = self.move.element
        return element is None or (element.enabled and not element.is_chosen)

    @property
    def harm(self) -> Danger | None:
        """The class of harm that the move was seen to do, or was judged to have done."""
        judged = self.judgement.danger if self.judgement else None
        return danger_of_all(self.side_effects) or judged

    @property
    def lost_text(self) -> bool:
        """Whether the move overwrote a text that was not typed while exploring."""
        return OVERWROTE in self.side_effects and not self.own_text

    @property
    def lasting(self) -> bool:
        """Whether the move changed something worth keeping that was not put back."""
        put_back = self.undone and not self.undone.endswith(NOT_PUT_BACK)
        changed = self.lost_text or any(effect != OVERWROTE for effect in self.side_effects)
        return changed and not put_back

    @property
    def commits(self) -> Commits:
        """What the move does by itself, by the model's word; a loop does nothing itself."""
        if self.move and isinstance(self.move.action, Each):
            return "none"
        own = self.move.action.commits if self.move else "none"
        return self.decision.commits if own == "none" and self.decision else own

    @property
    def did_commit(self) -> bool:
        """Whether the move did something that counts, as far as anybody knows."""
        guarded = isinstance(self.verdict, Allow) and self.verdict.guarded
        return guarded or bool(self.side_effects) or self.commits != "none"

    @property
    def made_difference(self) -> bool:
        """Whether the move changed something that an app holds: by a deed, a text that looks
        nothing up, a switch or a slider that was set, a choice. A tab only shows another page."""
        if self.move is None or self.error or self.change is None or self.change.nothing:
            return False
        element = self.move.element
        if element is None or not isinstance(self.move.action, Text):
            chosen = element and element.checked is not None and not element.is_chosen
            return self.did_commit or bool(chosen)
        return not looks_up(element)

    def outcome(self, see: See = "image+list") -> str:
        """What came of the move, as the history tells it to a model that sees the screen in this
        way; "" if nothing is known yet."""
        return "; ".join(filter(None, (self._outcome(see), str(self.left_undone or ""))))

    def _outcome(self, see: See) -> str:
        if self.change is not None and self.move and self.after:
            parts = [self._came(see)]
            if isinstance(self.move.action, Text):
                parts.append(mistyped(self.move.element, self.move.action, self.after.screen))
            parts.append(f"taken back: {self.undone}" if self.undone else "")
            parts.append(f"then pressed back: {self.back}" if self.back else "")
            return "; ".join(filter(None, parts))
        if isinstance(self.verdict, Refuse):
            return "; ".join(filter(None, (f"refused: {self.verdict.why}", self.came)))
        if self.doubtful:
            return "the phone was away for a moment: this may or may not have been done"
        refused = "" if self.move and isinstance(self.move.action, Exit) else "refused: "
        return f"{refused}{self.error}" if self.error else ""

    def _came(self, see: See) -> str:
        """What came of the move; for who sees the picture alone, without a word of the tree."""
        told = see != "raw" or (self.change and self.change.nothing)
        return self.came if told else "the picture changed"

    def record(self, images: Mapping[str, str]) -> Step:
        """The turn as the trail stores it. `images` names the files of its pictures."""
        before, screen = self.before, self.before.screen
        said = None if self.reply_of else self.decision
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
            reply_of=self.reply_of,
            command=self.command,
            prompt=f"{self.prompt.name} {digest(self.prompt)}" if self.prompt else "",
            prompt_bytes=len(sent.encode()),
            image_bytes=len(before.picture.jpeg),
            observation=said.observation if said else "",
            thought=said.thought if said else "",
            plan=said.plan if said else "",
            summary=said.summary if said else "",
            note=said.note if said else "",
            action=form(without_texts(self.move.action)) if self.move else "",
            kind=self.move.action.kind if self.move else "",
            commits=self.commits,
            words=self.words,
            target=_target(self.move) if self.move else None,
            permissions=self.permissions,
            question=self.question,
            gesture=self.gesture,
            size=screen.size,
            finger=_finger(self.move) if self.gesture and self.move else (),
            notes=tuple(_told(self.notes, before.view)),
            read=self.read,
            proof=self.proof,
            status=self.status,
            outcome=self.outcome(),
            left_undone=self.left_undone,
            change=self.change.lines if self.change else (),
            side_effects=tuple(map(str, self.side_effects)),
            undone=self.undone,
            decision=judged.decision if isinstance(judged, Reflection) else "",
            reflection=judged.thought if judged else "",
            back=self.back,
            crash=self.crash,
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
            model_seconds=round(self.cost.usage.seconds, 3),
            images=dict(images),
        )


def _told(notes: MarkNotes, view: View) -> Iterator[str]:
    for label, texts in notes.items():
        mark = view.mark(label)
        what = phrase(mark.element) if mark and mark.element else f"number {label}"
        for use, text in texts.items():
            yield f"{what}, {use}: {text}"


def _finger(move: Move) -> tuple[Point, ...]:
    """Where a move touches the screen, or from where to where."""
    match move.gesture:
        case TouchAt(point):
            return (point,)
        case Drag(start, end):
            return start, end
        case _:
            return ()


def _target(move: Move) -> Touched | None:
    """What the move touches, if that has a number."""
    mark, element = move.mark, move.element
    if mark is None:
        return None
    return Touched(
        label=mark.label,
        key=element.key if element else "",
        role=element.role if element else "area",
        name=element.name if element else "",
        bounds=tuple(mark.bounds),
    )


class Draft:
    """A turn in the making."""

    def __init__(self, turn: Turn, loop: Loop | None = None) -> None:
        self.turn = turn
        self.loop = loop  # the `each` that its move belongs to

    def add(self, **values: Any) -> Turn:
        """Fill in fields of the turn; returns it."""
        self.turn = replace(self.turn, **values)
        return self.turn
