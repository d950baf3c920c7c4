"""The page of a run: what was done step by step, with what was touched, why, and what came of it.

Everything on it is read from the run's folder; a run that goes on or was killed has a page as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from appagent.agent.turn import NOT_PUT_BACK
from appagent.errors import UsageError
from appagent.model.recorded import CONVERSATION, Call, read_calls
from appagent.outcome import INTERRUPTED, Outcome, read_judged
from appagent.report.ending import mood, suggestion
from appagent.report.html import HEADING, render
from appagent.report.pictures import Pictures, Shot
from appagent.report.plain import plural
from appagent.report.steps import ReplyView, StepView
from appagent.report.terminal import what_was_done
from appagent.runs import DAMAGED, PastRun
from appagent.texts import shorten
from appagent.trail import Played, read_commands, read_steps

_TITLES = {"explore": "Exploration", "demo": "Demonstration", "play": "Flow", "do": "Program"}
WITHOUT_END = {
    "running": "it goes on: the page shows what was done until it was made",
    "cut off": "nothing tells how it ended: it was killed",
    DAMAGED: "what tells how it ended cannot be read",
}


@dataclass(frozen=True)
class RunView:
    """A run as its page shows it."""

    run: PastRun
    replies: Sequence[ReplyView]
    pictures: Pictures
    last: Shot | None = None  # of the last screen, where no step shows it
    up: str = ""  # where the page of its benchmark is
    met: bool | None = None  # by the phone's own state, of a trial; by its checks, of a test
    wrong: str = ""  # the checks that failed, and why
    commands: Sequence[Played] = ()  # of a flow
    kept: Sequence[tuple[str, Shot]] = ()  # the pictures of these, with what they show

    @property
    def command(self) -> str:
        return self.run.command

    @property
    def outcome(self) -> Outcome | None:
        return self.run.outcome

    @property
    def steps(self) -> list[StepView]:
        return [step for reply in self.replies for step in reply.steps]

    @property
    def title(self) -> str:
        named = shorten(self.task, HEADING)
        what = _TITLES.get(self.command, "Run")
        app = (self.outcome.app if self.outcome else "").rpartition(".")[2]
        return named or f"{what}{f' of {app}' if app else ''}"

    @property
    def task(self) -> str:
        return self.outcome.task if self.outcome else ""

    @property
    def about(self) -> str:
        found = self.outcome
        if found is None:
            return self.run.name
        guard = "" if found.guard == "strict" else f"guard {found.guard}"
        parts = (found.command, found.app, found.device, found.model, guard)
        return " · ".join(filter(None, (f"{found.started:%Y-%m-%d %H:%M} UTC", *parts)))

    @property
    def ending(self) -> str:
        ending = self.run.ending
        return "said done" if ending == "done" and self.met is False else ending

    @property
    def mood(self) -> str:
        return mood(self.ending, self.command)

    @property
    def verdict(self) -> str:
        """How it ended and what proved it, in words."""
        found = self.outcome
        if found is None:
            return WITHOUT_END[self.ending]
        last = self.steps[-1].step if self.steps else None
        proof = f"proved by {last.proof}" if last and last.proof else ""
        docs = f"{plural(found.docs_written, 'doc')} written or confirmed"
        docs = docs if found.command in ("explore", "demo") else ""
        stopped = "it was stopped before it was done" if found.ending == "cancelled" else ""
        judged = f"a check of its suite failed: {self.wrong}" if self.wrong else ""
        if self.met is not None and not self.wrong:
            judged = f"by the phone's own state the task is {'done' if self.met else 'not done'}"
        return "; ".join(filter(None, (judged, found.answer, proof, stopped, found.error, docs)))

    @property
    def hint(self) -> str:
        """What a person may try next."""
        return suggestion(self.outcome, has_docs=True) if self.outcome else ""

    @property
    def facts(self) -> list[tuple[str, str]]:
        steps, found = [each.step for each in self.steps], self.outcome
        if found is None:
            return [("steps", str(len(steps)))]
        lost = len(steps) < found.steps
        tokens = f"{found.prompt_tokens:,} + {found.completion_tokens:,}"
        cached = f" ({found.cached_tokens:,} cached)" if found.cached_tokens else ""
        told_tokens = f"{tokens}{cached}" if found.tokens_known else "not reported"
        told_tokens = "" if found.tokens_known and not found.prompt_tokens else told_tokens
        phone = max(0.0, found.seconds - found.model_seconds)
        told = [
            ("steps", f"{len(steps)} of {found.steps}" if lost else str(found.steps)),
            ("calls of the model", str(found.calls)),
            ("tokens in + out", told_tokens),
            ("money", f"{found.cost:.4f}" if found.cost is not None else ""),
            ("time", f"{found.seconds:.1f} s"),
            ("of it the model's", f"{found.model_seconds:.1f} s" if found.model_seconds else ""),
            ("the phone and the rest", f"{phone:.1f} s" if found.model_seconds else ""),
            ("round trips to the phone", str(found.trips)),
            ("from the phone", f"{found.received / 1e6:.1f} MB"),
            ("docs read", ", ".join(found.docs)),
        ]
        return [(name, value) for name, value in told if value]

    @property
    def is_unheard(self) -> bool:
        """Whether a model was asked, and what was said was not kept."""
        asked = any(each.step.calls for each in self.steps)
        return asked and not any(reply.calls for reply in self.replies)

    @property
    def trouble(self) -> list[tuple[int, str]]:
        """What did not go as it was meant, step by step; nothing for a run that is done."""
        if self.ending == "done":
            return []
        found = []
        for view in self.steps:
            step = view.step
            failed = step.error and step.error != INTERRUPTED
            why = [f"{view.words}: {step.error}"] if failed else []
            why += ["the app crashed or hung"] if step.crash else []
            why += [p.problem for p in step.problems if not p.corrected]
            why += [view.left_undone] if view.left_undone and not step.error else []
            found += [(step.n, "; ".join(why))] if why else []
        return found

    @property
    def learned(self) -> list[tuple[int, str]]:
        """What each document says, of what; its file is told with the step."""
        return [
            (view.n, f"{what_was_done(view.step)}: {view.step.doc.partition(': ')[2]}")
            for view in self.steps
            if view.step.doc
        ]

    @property
    def flow(self) -> str:
        """The file that was played."""
        return self.outcome.flow if self.outcome else ""

    def place(self, command: Played) -> str:
        """Where a command stands: its line, and its file where that is one that is called."""
        own = command.file == self.flow
        return f"{'' if own else f'{Path(command.file).name}:'}{command.line}"

    @property
    def left(self) -> list[tuple[int, str]]:
        """What an exploration changed and did not put back."""
        if self.command != "explore":
            return []
        return [
            (view.n, "; ".join(view.step.side_effects))
            for view in self.steps
            if view.step.side_effects
            and (not view.step.undone or view.step.undone.endswith(NOT_PUT_BACK))
        ]


def view_run(run: PastRun, up: str = "") -> RunView:
    """What a run's folder holds. Raises: `StoreError` for a damaged step."""
    steps, pictures = list(read_steps(run.folder)), Pictures(run.folder)
    outcome, by_person = run.outcome, run.command == "demo"
    last = outcome.last if outcome else ""
    views = []
    for step, following in pairwise([*steps, None]):
        assert step is not None
        images = step.images
        seen = following.images.get("seen") if following else last
        own = images.get("after")
        # Of a demonstration the steps that follow may be those in which the docs were written.
        unseen = step.kind == "exit" or by_person or seen in images.values()
        before = pictures.of(images.get("again") or images.get("seen"))
        after = pictures.of(own or (None if unseen else seen))
        views.append(StepView(step, before, after))
    replies = [*_replies(views, _calls(run.folder), by_person=by_person)]
    met, wrong = read_judged(run.folder)
    shown, commands = pictures.of(last) if not steps else None, read_commands(run.folder)
    view = RunView(run, replies, pictures, shown, up, met, wrong, commands)
    told = (
        (f"{view.place(each)}: {each.what}{what}", pictures.of(file))
        for each in commands
        for file, what in ((each.then, ", when it was done"), (each.picture, ""))
    )
    return replace(view, kept=[(what, picture) for what, picture in told if picture])


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
        while left and (due > 0 or _failed_in(own, left[0], is_last=group is groups[-1])):
            own.append(left.pop(0))
            due -= own[-1].usage.calls
        yield ReplyView(group, own, by_person and not any(view.step.calls for view in group))


def _failed_in(own: Sequence[Call], call: Call, *, is_last: bool) -> bool:
    """Whether a call that is not counted, for it failed, came after these in the same steps: it
    does not ask for the next ones."""
    return not call.usage.calls and (is_last or bool(own and own[0].prompt != call.prompt))


def page(run: PastRun, up: str = "") -> str:
    """The HTML of a run's page, with a link to that of its benchmark, `up`. Raises: `StoreError`
    for a damaged step."""
    return render("run.html", run=view_run(run, up))
