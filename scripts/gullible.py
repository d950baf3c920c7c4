"""A model that believes everything and touches what it is told to, and the moves that it makes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from appagent.actions.replies import (
    DeedReading,
    DoneReading,
    FreeForm,
    PageReading,
    Reflection,
    ScopeReading,
    TaskReading,
)
from appagent.agent.observe import Observation
from appagent.danger import Danger
from appagent.errors import ModelNotConfigured
from appagent.exchange import Picture, Prompt, Reply, Usage
from appagent.geometry import Point
from appagent.model.reply import parse
from appagent.screen.grid import subarea
from appagent.screen.values import Mark, Use
from appagent.trail import Step
from scripts.crawl import FLING_PX, TYPED, Verb
from scripts.truth import classes_of, deeds

T = TypeVar("T", bound=BaseModel)
Action = dict[str, Any]  # as a model writes it
Move = Callable[[Observation], Action]
"""What the model does when it sees a screen."""

_QUOTES = re.compile(r"\n  [a-z ]+: .*")
EXIT: Action = {"kind": "exit", "status": "done"}
_NINTHS = ("top-left", "top", "top-right", "left", "center", "right",
           "bottom-left", "bottom", "bottom-right")  # fmt: skip


class OffTarget(LookupError):
    """Nothing on the screen can be touched there in this way."""


@dataclass
class Gullible:
    """A `Model` that makes its moves one after the other and holds none of them for harmful.

    It answers by the truth whether a task means a deed: `asks` are the classes. None: it cannot
    answer.
    """

    moves: Iterator[Move]
    asks: frozenset[Danger] | None = frozenset()
    right: bool = True  # whether it is done to what the task means
    fooled_by: str = ""  # what it takes for the person's word wherever it stands
    knows_deeds: bool = True  # what controls do, truthfully
    name: str = "gullible"
    host: str = ""
    spent: Usage = field(default_factory=Usage)
    seen: Observation | None = None
    off: str = ""  # why a move could not be made
    questions: list[str] = field(default_factory=list)  # about the task
    about_controls: list[str] = field(default_factory=list)  # without what it quotes
    step: int = 0  # of its way, from 0
    refused: list[tuple[int, str]] = field(default_factory=list)  # at which step, and what
    undone: str = ""  # what an exploration took back
    made: int = 0  # steps of its way that were not refused

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],  # noqa: ARG002
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),  # noqa: ARG002
    ) -> Reply[T]:
        raw = json.dumps(self._answer(prompt, reply))
        usage = Usage(calls=1)
        self.spent += usage
        if reply is FreeForm:
            raise AssertionError("the gullible model writes no form of its own")
        return Reply(parse(raw, reply), raw, usage)

    def _answer(self, prompt: Prompt, reply: type[BaseModel]) -> dict[str, Any]:
        if reply is TaskReading:
            self.questions.append(prompt.text)
            if self.asks is None:
                raise ModelNotConfigured("it answers no questions about tasks")
            meant = self.fooled_by in prompt.text if self.fooled_by else False
            meant = meant or self.means(prompt)
            return {"why": "so it says", "answer": "yes" if meant else "no"}
        if reply is ScopeReading:
            return {"classes": sorted(self.asks or ())}
        if reply is DoneReading:
            return {"answer": "yes"}
        if reply is PageReading:
            raise ModelNotConfigured("it describes no page")
        if reply is DeedReading:
            self.about_controls.append(_QUOTES.sub("", prompt.text))
            if not self.knows_deeds:
                raise ModelNotConfigured("it answers no questions about controls")
            return {"deeds": list(deeds(prompt.text))}
        if reply is Reflection:
            return {"decision": "CONTINUE", "thought": "fine", "documentation": "Shows more."}
        try:
            move = next(self.moves, lambda _: EXIT)
            assert self.seen is not None
            action = move(self.seen)
        except OffTarget as err:
            self.off, action = str(err), EXIT
        return {
            "observation": "a screen", "thought": "it is what I was told", "plan": "the rest",
            "action": action, "commits": "none", "summary": "so far",
        } | ({"actions": action["actions"]} if "actions" in action else {})  # fmt: skip

    def means(self, prompt: Prompt) -> bool:
        return self.right and (self.asks or frozenset()).issuperset(classes_of(prompt))

    # whoever watches a session: what is seen is what the model sees

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: Observation) -> None:  # noqa: ARG002
        self.seen = seen

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: Step) -> None:
        self.undone = step.undone or self.undone
        self.made += step.status == "CONTINUE" and step.kind not in ("read", "each")
        if step.status == "CONFIRM":
            self.refused.append((self.step, f"{step.action} {step.words}: {step.error}"))


# --- moves ----------------------------------------------------------------------------------------


def always(action: Action) -> Move:
    return lambda _: action


def by_number(point: Point, verb: Verb) -> Iterator[Move]:
    """The verb on whatever has a number there."""
    if verb == "enter":
        yield lambda seen: _on(_mark(seen, point, "tap"), "tap")
        yield always({"kind": "enter"})
    else:
        yield lambda seen: _touch(seen, point, verb)


def by_holding(point: Point, verb: Verb) -> Iterator[Move]:  # noqa: ARG001
    """A finger that stays too long: what takes no long press takes it for a touch."""
    yield lambda seen: _on(_mark(seen, point, "tap"), "long_press")


def by_newline(point: Point, verb: Verb) -> Iterator[Move]:  # noqa: ARG001
    """A text with a line end, which is typed as the enter key."""
    yield lambda seen: _on(_mark(seen, point, "text"), "text", text=f"{TYPED}\n")


def by_grid(point: Point, verb: Verb) -> Iterator[Move]:
    yield always({"kind": "grid"})
    if verb == "enter":
        yield lambda seen: _in_cell(seen, point, "tap_area")
        yield always({"kind": "text", "text": f"{TYPED}\n"})
    elif verb in ("left", "right"):
        yield lambda seen: _fling_area(seen, point, verb)
    else:
        yield lambda seen: _in_cell(seen, point, _AREAS[verb])


_AREAS = {"tap": "tap_area", "hold": "long_press_area", "fill": "tap_area"}


def by_points(point: Point, verb: Verb) -> Iterator[Move]:
    """At px of the picture, on a screen without numbers."""
    if verb == "enter":
        yield lambda seen: {"kind": "tap_at", **_at(seen, point)}
        yield always({"kind": "text", "text": f"{TYPED}\n"})
    elif verb in ("left", "right"):
        yield lambda seen: _drag_at(seen, point, verb)
    else:
        kind = "long_press_at" if verb == "hold" else "tap_at"
        yield lambda seen: {"kind": kind, **_at(seen, point)}


def _touch(seen: Observation, point: Point, verb: Verb) -> Action:
    match verb:
        case "left" | "right":
            return _on(_mark(seen, point, "swipe"), "swipe", direction=verb, dist="long")
        case "fill":
            return _on(_mark(seen, point, "text"), "text", text=TYPED)
        case "hold":
            return _on(_mark(seen, point, "long_press"), "long_press")
        case _:
            return _on(_mark(seen, point, "tap"), "tap")


def _on(mark: Mark, kind: str, **more: str) -> Action:
    return {"kind": kind, "element": mark.label, **more}


def _mark(seen: Observation, point: Point, use: Use) -> Mark:
    """The smallest mark there, one that has the use if there is any. Raises: `OffTarget`."""
    there = [m for m in seen.view.marks if m.element and m.bounds.contains(point)]
    fit = [m for m in there if m.element and use in m.element.uses] or there
    if not fit:
        raise OffTarget(f"nothing has a number at {point}")
    return min(fit, key=lambda m: m.bounds.width * m.bounds.height)


def _at(seen: Observation, point: Point, suffix: str = "") -> Action:
    wide = seen.picture.width / seen.screen.size.width
    x, y = round(point.x * wide), round(point.y * wide)
    return {f"{suffix}x": x, f"{suffix}y": y}


def _drag_at(seen: Observation, point: Point, verb: Verb) -> Action:
    start, end = _fling(point, verb)
    return {"kind": "drag_at", **_at(seen, start), **_at(seen, end, "end_")}


def _fling(point: Point, verb: Verb) -> tuple[Point, Point]:
    left, right = Point(100, point.y), Point(100 + FLING_PX, point.y)
    return (right, left) if verb == "left" else (left, right)


def _in_cell(seen: Observation, point: Point, kind: str) -> Action:
    cell, ninth = _cell(seen, point)
    return {"kind": kind, "area": cell, "subarea": ninth}


def _fling_area(seen: Observation, point: Point, verb: Verb) -> Action:
    (area, ninth), (end_area, end_ninth) = (_cell(seen, p) for p in _fling(point, verb))
    return {"kind": "swipe_area", "area": area, "subarea": ninth, "end_area": end_area,
            "end_subarea": end_ninth}  # fmt: skip


def _cell(seen: Observation, point: Point) -> tuple[int, str]:
    mark = next((m for m in seen.view.marks if m.bounds.contains(point)), None)
    if mark is None or not seen.view.grid:
        raise OffTarget("there is no grid")

    def off(name: str) -> int:
        middle = subarea(mark.bounds, name)
        return abs(middle.x - point.x) + abs(middle.y - point.y)

    return mark.label, min(_NINTHS, key=off)


def chain(*moves: Iterable[Move]) -> Iterator[Move]:
    for some in moves:
        yield from some
