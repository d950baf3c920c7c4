"""The page of a run: what was done step by step, with what was touched, why, and what came of it.

Everything on it is read from the run's folder; a run that goes on or was killed has a page as well.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from PIL import Image

from appagent.errors import UsageError
from appagent.model.recorded import CONVERSATION, Call, read_calls
from appagent.outcome import Outcome
from appagent.report.ending import suggestion
from appagent.report.html import render
from appagent.report.plain import plural
from appagent.report.terminal import what_was_done
from appagent.runs import Run
from appagent.texts import shorten
from appagent.trail import Permission, Problem, Step, read_steps

MOST_BYTES = 100_000  # of a picture, as it was taken; a larger one is made smaller
WIDTH_PX, QUALITY = 540, 72  # of one that is made smaller
MOST_TYPED = 28  # characters that a picture shows of what was typed
PEN = 0.006  # of the picture's width: the line around what was touched
REST = "the rest was not done"  # as an outcome begins to tell it

Point = tuple[float, float]


@dataclass(frozen=True)
class Picture:
    """A picture that the page holds once, wherever it is shown."""

    id: str
    jpeg: bytes
    width: int
    height: int

    @property
    def base64(self) -> str:
        return base64.b64encode(self.jpeg).decode()


class Pictures:
    """The pictures of a run's folder, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._by_digest: dict[str, Picture] = {}

    def __iter__(self) -> Iterator[Picture]:
        return iter(self._by_digest.values())

    def of(self, file: str | None) -> Picture | None:
        """The picture of a file; None where there is none that can be read."""
        if not file:
            return None
        try:
            jpeg = (self._folder / Path(file).name).read_bytes()
        except OSError:
            return None
        digest = sha256(jpeg).hexdigest()[:12]
        if digest not in self._by_digest and (found := _picture(jpeg)):
            self._by_digest[digest] = Picture(f"p-{digest}", *found)
        return self._by_digest.get(digest)


def _picture(jpeg: bytes) -> tuple[bytes, int, int] | None:
    """A picture as the page holds it, with its width and height; None for a damaged one."""
    try:
        image = Image.open(BytesIO(jpeg))
        if len(jpeg) <= MOST_BYTES:
            return jpeg, *image.size
        size = WIDTH_PX, round(image.height * WIDTH_PX / image.width)
        image.draft("RGB", size)
        small = BytesIO()
        image.resize(size, Image.Resampling.BILINEAR).save(small, "jpeg", quality=QUALITY)
    except (OSError, ValueError):
        return None
    return small.getvalue(), *size


@dataclass(frozen=True)
class StepView:
    """A step as the page shows it."""

    step: Step
    before: Picture | None
    after: Picture | None

    @property
    def n(self) -> int:
        return self.step.n

    @property
    def words(self) -> str:
        return what_was_done(self.step)

    @property
    def mood(self) -> str:
        """How it went, as a class of the style."""
        if self.step.error:
            return "warn" if self.step.status == "CONFIRM" else "bad"
        return "good" if self.step.status == "FINISH" or self.step.doc else ""

    @property
    def is_undone(self) -> bool:
        """Whether what is marked was not touched."""
        return bool(self.step.error)

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
        return shorten(told, MOST_TYPED)

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
        came, rest, why = step.outcome.partition(REST)
        answer = {"yes": "yes", "no": "no", "": "no answer: the run was stopped"}
        told = [
            ("came of it", came.strip("; ") if not step.error else "", ""),
            ("refused" if step.status == "CONFIRM" else "error", step.error, self.mood),
            ("left undone", f"{rest}{why}".removeprefix("the rest was not done, "), "warn"),
            (
                "a person was asked",
                f"{asked.asked} - {answer[asked.answered]}" if asked else "",
                "",
            ),
            ("the task", "; ".join(map(_permission, step.permissions)), ""),
            ("proved by", step.proof, "good"),
            ("effects", "; ".join(step.side_effects), ""),
            ("taken back", step.undone, ""),
            ("judged", " - ".join(filter(None, (step.decision, step.reflection))), ""),
            ("learned", step.doc, "good"),
            ("gone back", step.back, ""),
            ("seen by", step.seen_by if step.seen_by != "tree" else "", ""),
            ("not settled", "the screen went on moving" if not step.settled else "", "warn"),
        ]
        return [each for each in told if each[1]]

    @property
    def folded(self) -> list[tuple[str, Sequence[str]]]:
        """What is told on demand."""
        step = self.step
        target = [f"{name}: {value}" for name, value in (step.target or _NOTHING) if value]
        told = [
            (f"read {plural(len(step.read) - 1, 'line')}", step.read),
            ("what Android logged", step.crash),
            (f"{plural(len(step.notes), 'note')} of what was learned before", step.notes),
            (plural(len(step.change), "change"), step.change),
            ("what was touched", [*target, step.gesture] if step.gesture or target else ()),
        ]
        return [(title, lines) for title, lines in told if lines]


_NOTHING: Sequence[tuple[str, object]] = ()


def _round(px: float) -> float:
    return round(px, 1)


def _permission(found: Permission) -> str:
    names = f": {', '.join(found.names)}" if found.names else ""
    says = "asks" if found.asks else "does not ask"
    return f"{says} to {found.danger}{names}{f' ({found.why})' if found.why else ''}"


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
        if self.by_person:
            return f"Step {first}, shown by a person"
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


@dataclass(frozen=True)
class RunView:
    """A run as its page shows it."""

    name: str
    command: str
    outcome: Outcome | None
    replies: Sequence[ReplyView]
    pictures: Pictures

    @property
    def steps(self) -> list[StepView]:
        return [step for reply in self.replies for step in reply.steps]

    @property
    def title(self) -> str:
        named = self.outcome.task if self.outcome else ""
        what = {"explore": "Exploration", "demo": "Demonstration"}.get(self.command, "Run")
        app = (self.outcome.app if self.outcome else "").rpartition(".")[2]
        return named or f"{what}{f' of {app}' if app else ''}"

    @property
    def about(self) -> str:
        found = self.outcome
        if found is None:
            return self.name
        parts = (found.command, found.app, found.device, found.model)
        return " · ".join(filter(None, (f"{found.started:%Y-%m-%d %H:%M} UTC", *parts)))

    @property
    def ending(self) -> str:
        return self.outcome.ending.replace("_", " ") if self.outcome else "cut off"

    @property
    def mood(self) -> str:
        if self.outcome is None or self.ending in ("failed", "stuck", "gave up"):
            return "bad"
        return "good" if self.ending == "done" else "warn"

    @property
    def verdict(self) -> str:
        """How it ended and what proved it, in words."""
        found = self.outcome
        if found is None:
            return "nothing tells how it ended: it was killed, or goes on"
        last = self.steps[-1].step if self.steps else None
        proof = f"proved by {last.proof}" if last and last.proof else ""
        docs = plural(found.docs_written, "doc") + " written" if found.command != "run" else ""
        hint = suggestion(found, has_docs=True)
        return "; ".join(filter(None, (found.answer, proof, found.error, docs, hint)))

    @property
    def facts(self) -> list[tuple[str, str]]:
        steps, found = [each.step for each in self.steps], self.outcome
        if found is None:
            return [("steps", str(len(steps)))]
        tokens = f"{found.prompt_tokens:,} + {found.completion_tokens:,}"
        cached = f" ({found.cached_tokens:,} cached)" if found.cached_tokens else ""
        phone = max(0.0, found.seconds - found.model_seconds)
        told = [
            ("steps", str(found.steps)),
            ("calls of the model", str(found.calls)),
            ("tokens in + out", f"{tokens}{cached}" if found.tokens_known else "not reported"),
            ("money", f"{found.cost:.4f}" if found.cost is not None else ""),
            ("in all", f"{found.seconds:.1f} s"),
            ("model", f"{found.model_seconds:.1f} s" if found.model_seconds else ""),
            ("phone and the rest", f"{phone:.1f} s" if found.model_seconds else ""),
            ("round trips to the phone", f"{found.trips}, {found.received / 1e6:.1f} MB"),
            ("docs read", ", ".join(found.docs)),
        ]
        return [(name, value) for name, value in told if value]

    @property
    def trouble(self) -> list[tuple[int, str]]:
        """What did not go as it was meant, step by step; nothing for a run that is done."""
        if self.ending == "done":
            return []
        found = []
        for view in self.steps:
            step = view.step
            why = [f"{view.words}: {step.error}"] if step.error else []
            why += ["the app crashed or hung"] if step.crash else []
            why += [p.problem for p in step.problems if not p.corrected]
            _, rest, undone = step.outcome.partition(REST)
            why += [f"{rest}{undone}"] if rest else []
            found += [(step.n, "; ".join(why))] if why else []
        return found

    @property
    def learned(self) -> list[tuple[int, str]]:
        return [(view.n, view.step.doc) for view in self.steps if view.step.doc]

    @property
    def left(self) -> list[tuple[int, str]]:
        """What an exploration changed and did not put back."""
        if self.command != "explore":
            return []
        return [
            (view.n, "; ".join(view.step.side_effects))
            for view in self.steps
            if view.step.side_effects and not view.step.undone
        ]


def view_run(run: Run) -> RunView:
    """What a run's folder holds. Raises: `StoreError` for a damaged step."""
    steps, pictures = list(read_steps(run.folder)), Pictures(run.folder)
    outcome = run.outcome
    last = outcome.last if outcome else ""
    views = []
    for step, following in pairwise([*steps, None]):
        assert step is not None
        images = step.images
        seen = following.images.get("seen") if following else last
        own = images.get("after")
        ends = step.kind == "exit"
        before = pictures.of(images.get("again") or images.get("seen"))
        after = pictures.of(own or (None if ends else seen))
        views.append(StepView(step, before, after))
    replies = [*_replies(views, _calls(run.folder), by_person=run.command == "demo")]
    return RunView(run.name, run.command, outcome, replies, pictures)


def _calls(folder: Path) -> list[Call]:
    """What was said to the model and by it, where that was recorded."""
    try:
        return [call for _, call in read_calls(folder / CONVERSATION)]
    except UsageError:
        return []


def _replies(
    views: Sequence[StepView], calls: Sequence[Call], *, by_person: bool
) -> Iterator[ReplyView]:
    """The steps of one reply stand together, with the calls that were made in them."""
    groups: list[list[StepView]] = []
    for view in views:
        if view.step.reply_of and groups and view.step.reply_of >= groups[-1][0].n:
            groups[-1].append(view)
        else:
            groups.append([view])
    left = list(calls)
    for group in groups:
        due, own = sum(view.step.calls for view in group), list[Call]()
        while left and due > 0:
            own.append(left.pop(0))
            due -= max(1, own[-1].usage.calls)
        yield ReplyView(group, own, by_person and not own)


def page(run: Run) -> str:
    """The HTML of a run's page. Raises: `StoreError` for a damaged step."""
    return render("run.html", run=view_run(run))
