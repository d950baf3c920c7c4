"""The steps of a run as its page shows them, those of one reply together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len

from appagent.model.recorded import Call
from appagent.outcome import INTERRUPTED
from appagent.report.pictures import Shot
from appagent.report.plain import plural
from appagent.report.terminal import permission_words, what_was_done
from appagent.texts import shorten
from appagent.trail import Problem, Step

MOST_TYPED = 24  # characters that a picture shows of what was typed; a wide one counts twice
PEN = 0.006  # of the picture's width: the measure of what is drawn on it
LINE = 12  # pens: the height of a line of what was typed
WIDE = 0.48  # of it: a letter's width, or half of a wide one

Point = tuple[float, float]
JUDGED = {
    "SUCCESS": "it did what was intended",
    "CONTINUE": "a good place to go on from",
    "BACK": "nothing there serves the goal",
    "INEFFECTIVE": "it did nothing",
}


@dataclass(frozen=True)
class StepView:
    """A step as the page shows it."""

    step: Step
    before: Shot | None
    after: Shot | None

    @property
    def n(self) -> int:
        return self.step.n

    @property
    def words(self) -> str:
        done = what_was_done(self.step)
        return f"write down what this does: {done}" if self.is_told_of else done

    @property
    def is_stopped(self) -> bool:
        return self.step.error == INTERRUPTED

    @property
    def is_told_of(self) -> bool:
        """Whether what is marked was touched before, and is written about now."""
        return self.step.prompt.startswith("document ")

    @property
    def mood(self) -> str:
        """How it went, as a class of the style."""
        if self.step.error:
            return "warn" if self.step.status == "CONFIRM" or self.is_stopped else "bad"
        if self.step.left_undone:
            return "warn"
        return "good" if self.step.status == "FINISH" or self.step.doc else ""

    @property
    def is_undone(self) -> bool:
        """Whether what is marked was not touched."""
        return bool(self.step.error) or self.is_told_of

    @property
    def cost(self) -> str:
        return f"{self.step.seconds:.1f} s"

    @property
    def where(self) -> str:
        return f" · {self.step.app.rpartition('.')[2]}" if self.step.app else ""

    @property
    def touched(self) -> str:
        """What is marked on the picture, for who cannot see it."""
        return f", marked: {self.words}" if self.box or self.finger else ""

    @property
    def no_after(self) -> str:
        ends = self.step.kind == "exit"
        return "" if ends else "The screen after it was not kept."

    @cached_property
    def _scale(self) -> Point:
        width, height = self.step.size
        if self.before is None or not width or not height:
            return 0, 0
        return self.before.width / width, self.before.height / height

    @property
    def pen(self) -> float:
        return round(PEN * self.before.width, 1) if self.before else 0

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """What was touched: left, top, width and height in px of the picture."""
        x, y = self._scale
        if self.step.target is None or not x:
            return None
        left, top, right, bottom = self.step.target.bounds
        return (
            _round(left * x),
            _round(top * y),
            _round((right - left) * x),
            _round((bottom - top) * y),
        )

    @property
    def finger(self) -> list[Point]:
        """Where the finger was, or from where to where, in px of the picture."""
        x, y = self._scale
        return [(_round(px * x), _round(py * y)) for px, py in self.step.finger] if x else []

    @property
    def typed(self) -> str:
        """What was typed, as the page shows it under the field."""
        told = self.step.words.partition(" <- ")[2] if self.step.kind == "text" else ""
        return shorten(told, MOST_TYPED * len(told) // max(1, cell_len(told)))

    @property
    def label(self) -> tuple[float, float, float, float]:
        """Where that stands, so that it hides nothing of the field: left, top, width and height in
        px of the picture."""
        assert self.box is not None
        assert self.before is not None
        left, top, _, field = self.box
        height = self.pen * LINE
        width = (cell_len(self.typed) * WIDE + 0.5) * height
        below = top + field + self.pen
        y = below if below + height < self.before.height else top - self.pen - height
        x = max(0, min(left, self.before.width - width))
        return _round(x), _round(y), _round(width), _round(height)

    @property
    def arrow(self) -> str:
        """The head of a drag's path, as SVG tells it."""
        (x, y), (end_x, end_y) = self.finger
        angle, size = math.atan2(end_y - y, end_x - x), self.pen * 7
        wings = (angle + math.pi * 0.82, angle - math.pi * 0.82)
        told = [(end_x + size * math.cos(a), end_y + size * math.sin(a)) for a in (angle, *wings)]
        return "M" + "L".join(f"{_round(px)} {_round(py)}" for px, py in told) + "Z"

    @property
    def notes(self) -> list[tuple[str, str, str]]:
        """What is told beside the pictures: a title, the text, and how it went."""
        step, asked = self.step, self.step.question
        came = step.outcome.removesuffix(str(step.left_undone or ""))
        failed = "refused" if step.status == "CONFIRM" else "error"
        failed = "stopped" if self.is_stopped else failed
        judged = (JUDGED.get(step.decision, step.decision), step.reflection)
        answer = {"yes": "yes", "no": "no", "": "no answer: the run was stopped"}
        told = [
            ("came of it", came.strip("; ") if not step.error else "", ""),
            (failed, step.error if not self.is_stopped else "before it was done", self.mood),
            ("it ended the list", self.left_undone, "warn"),
            ("said", step.action if step.kind == "exit" else "", ""),
            (
                "a person was asked",
                f"{asked.asked} - {answer[asked.answered]}" if asked else "",
                "",
            ),
            ("the task", "; ".join(map(permission_words, step.permissions)), ""),
            ("proved by", step.proof, "good"),
            ("effects", "; ".join(step.side_effects), ""),
            ("taken back", step.undone, ""),
            ("judged", ": ".join(filter(None, judged)), ""),
            ("learned", step.doc, "good"),
            ("gone back", step.back, ""),
            ("seen by", step.seen_by if step.seen_by != "tree" else "", ""),
            ("not settled", "the screen went on moving" if not step.settled else "", "warn"),
        ]
        return [each for each in told if each[1]]

    @property
    def left_undone(self) -> str:
        """Why what was planned was not gone on with, and what that was; "" where all was done."""
        left = self.step.left_undone
        return f"{left.why}. Not done: {left.what}" if left else ""

    @property
    def folded(self) -> list[tuple[str, Sequence[str]]]:
        """What is told on demand."""
        step = self.step
        target = [f"{name}: {value}" for name, value in step.target or () if value]
        told = [
            (f"read {plural(len(step.read) - 1, 'line')}", step.read),
            ("what Android logged", step.crash),
            (f"{plural(len(step.notes), 'note')} of what was learned before", step.notes),
            (plural(len(step.change), "change"), step.change),
            ("what was touched", [*target, step.gesture] if step.gesture or target else ()),
        ]
        return [(title, lines) for title, lines in told if lines]


def _round(px: float) -> float:
    return round(px, 1)


@dataclass(frozen=True)
class ReplyView:
    """A reply of the model, with the steps that it asked for; or what a person did."""

    steps: Sequence[StepView]
    calls: Sequence[Call]
    by_person: bool = False

    @property
    def _first(self) -> Step:
        return self.steps[0].step

    @property
    def title(self) -> str:
        first, last = self.steps[0].n, self.steps[-1].n
        if self._first.command:
            return self._first.command
        if self.by_person:
            undone = ", undone" if self._first.undone else ""
            return f"Step {first}, shown by a person{undone}"
        return f"Step {first}" if first == last else f"Steps {first}-{last}, one reply"

    @property
    def cost(self) -> str:
        steps = [each.step for each in self.steps]
        calls, seconds = sum(s.calls for s in steps), sum(s.model_seconds for s in steps)
        tokens = [sum(getattr(s, f"{n}_tokens") for s in steps) for n in ("prompt", "completion")]
        parts = [plural(calls, "call")] if calls else []
        parts += [f"{tokens[0]:,} + {tokens[1]:,} tokens"] if any(tokens) else []
        parts += [f"{seconds:.1f} s"] if seconds else []
        return f"· {', '.join(parts)}" if parts else ""

    @property
    def said(self) -> list[tuple[str, str]]:
        first = self._first
        names = ("observation", "thought", "plan", "note", "summary")
        return [(name, told) for name in names if (told := getattr(first, name))]

    @property
    def problems(self) -> Sequence[Problem]:
        return [problem for each in self.steps for problem in each.step.problems]
