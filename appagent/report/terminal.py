"""The terminal: progress and questions go to stderr, results to stdout."""

from __future__ import annotations

import importlib
import logging
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from textwrap import TextWrapper, shorten
from threading import Timer
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from appagent.agent.observe import Observation, Rung
from appagent.agent.session import Session
from appagent.danger import DEEDS
from appagent.errors import NobodyAnswers
from appagent.outcome import Outcome
from appagent.ports import Person
from appagent.report import plain
from appagent.report.live import LiveLine, Spent
from appagent.report.plain import plural, printable
from appagent.screen.describe import UNSEEN
from appagent.screen.values import Screen
from appagent.trail import Permission, Problem, Step

SHOWN = "now"


class PlainConsole(Console):
    """A console whose only escape sequences are rich's own colours."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield (segment if segment.control else segment._replace(text=printable(segment.text)))


class Terminal:
    """Shows a session on stderr, and answers its questions where a person sits at the terminal."""

    def __init__(
        self,
        *,
        interactive: bool,
        opens: Callable[[Path], object],
        patience_s: float = 3,
        level: int = logging.WARNING,
    ) -> None:
        """`opens` brings a picture before the person; a wait is announced after `patience_s`;
        `level` is that of logging: INFO tells everything of a step, ERROR nothing."""
        self.console = PlainConsole(stderr=True, highlight=False)
        self.person: Person | None = self if interactive else None
        self._line = LiveLine(self.console)
        self._opens, self._patience_s, self._level = opens, patience_s, level
        self._error = self._seen_by = ""  # of the last step
        self._announced: set[str] = set()  # waits

    # -- progress

    def say(self, text: str) -> None:
        if self._level <= logging.WARNING:
            self._reply(text)

    def _reply(self, text: str) -> None:
        self.console.print(text, style="dim", markup=False)

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """Say what the block waits for, once that takes longer than `patience_s`."""
        began_s = time.monotonic()

        def tell() -> None:
            if self._line.possible:
                self._line.wait(what, began_s)
            elif what not in self._announced:  # a file need not hold it for each step
                self._announced.add(what)
                self.say(f"{what} ...")

        if self._level > logging.WARNING:
            yield
            return
        timer = Timer(self._patience_s, tell)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            self._line.end_wait()

    def watching(self, spent: Spent) -> AbstractContextManager[None]:
        """The context of some work, which shows its time and what it has `spent` by then."""
        return self._line.watching(spent)

    def looked(self, n: int, seen: Observation) -> None:
        screen, seen_by = seen.screen, source_note(seen.screen, seen.rung)
        if self._level > logging.INFO:
            if seen_by and seen_by != self._seen_by:
                self.say(f"     the screen is seen{seen_by.removeprefix(',')}")
            self._seen_by = seen_by
            return
        about = f"{screen.app.package}, {plural(len(seen.view.marks), 'mark')}"
        moving = "" if screen.settled else ", still moving"
        self.console.print(f"\n[bold]{n}[/]  {escape(about + moving + seen_by)}")

    def planned(self, program: Sequence[str], at: int) -> None:
        """Show the program below the steps, with -v and -q nothing."""
        if self._level == logging.WARNING:
            self._line.planned(program, at)

    def stepped(self, step: Step, on: str = "") -> None:
        """Print one line for the step, with -v all that the trail holds of it, with -q nothing.
        `on`: what the phone is called, where there are several."""
        self._error = step.error
        self._line.ended(well=not step.error, last=step.left_undone is not None)
        if self._level <= logging.INFO:
            self.console.print(*filter(None, (on and f"\n{on}, {step.n}", _details(step))))
        elif self._level <= logging.WARNING:
            for line in _step_lines(step, self.console.width, on):
                self.console.print(line, soft_wrap=True)

    def finish(
        self, outcome: Outcome, result: str, next_step: str, trails: Sequence[str] = ()
    ) -> None:
        """Print `result` on stdout and all else that a person wants to know of the end on stderr:
        the error, what was refused, the cost, the trail and what to try next. `trails`: those of
        the phones, where there were several."""
        if result:
            plain.line(result)
        if outcome.error and (self._level > logging.WARNING or outcome.error != self._error):
            self._end_line(f"appagent: {outcome.error}", "red")
        if self._level > logging.WARNING:
            return
        open_ones = [words for words in outcome.unknown if words not in outcome.declined]
        beyond = [w for w in outcome.refused if w not in {*outcome.declined, *open_ones}]
        allow = ", for it goes beyond the task" if outcome.command == "run" else ""
        for why, moves in (
            (allow, beyond),
            (", for nobody knows what it does", open_ones),
            (", for you said no", outcome.declined),
        ):
            if moves:
                self._end_line(f"not done{why}: {'; '.join(moves)}", "yellow")
        if next_step:
            self._end_line(next_step, "yellow")
        self._end_line(_summary(outcome), "dim")
        for trail in trails or [outcome.trail]:
            self._end_line(f"trail: {trail}", "dim")
            page = f"a page of it: `appagent report {shlex.quote(trail)}`"
            self.console.print(page, style="dim", soft_wrap=True, markup=False, emoji=False)

    def _end_line(self, text: str, style: str) -> None:
        line = hang("", text, self.console.width)
        self.console.print(line, style=style, soft_wrap=True)

    # -- the person

    def ask(self, question: str) -> str:
        """The line that the person types once it is asked for.

        Raises: `NobodyAnswers`.
        """
        line, stdin = "", sys.stdin  # a closed one is None
        with self._line.paused(), suppress(OSError):  # the terminal was closed
            if stdin:
                _discard_typed(stdin)
            self.console.print(question, end="", style="bold", markup=False)
            line = stdin.readline() if stdin else ""
        if not line:
            self.console.print()
            raise NobodyAnswers(f"{question.strip()} Nobody answers, for stdin has ended")
        return line.rstrip("\n")

    def confirm(self, question: str) -> bool:
        """Whether the person says yes. On a terminal what is neither yes nor no is asked once more;
        an empty line is no."""
        answer = self.ask(f"{question} [y/N] ").strip().lower()
        if answer not in ("", "y", "yes", "n", "no") and sys.stdin.isatty():
            answer = self.ask("type y for yes or n for no [y/N] ").strip().lower()
        return answer in ("y", "yes")

    def choose(self, question: str, choices: Sequence[str]) -> int:
        """The index of the choice that the person names by number or word; for a single choice
        nothing is asked."""
        if len(choices) == 1:
            self._reply(f"{question} {choices[0]}")
            return 0
        for number, choice in enumerate(choices, 1):
            self.console.print(f"  {number}  {choice}", markup=False)
        while True:
            answer = self.ask(f"{question} [1-{len(choices)}] ").strip()
            if answer in choices:
                return choices.index(answer)
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            self._reply(f"type a number from 1 to {len(choices)}, or one of these words")

    def show(self, session: Session, now: Observation) -> None:
        """Show the person a numbered screen: as lines, and as a file that the desktop opens.

        Raises: `SetupError` where the file cannot be written.
        """
        path = session.trail.folder / f"{SHOWN}.jpg"
        first = not path.exists()
        session.trail.image(SHOWN, now.picture.jpeg)
        for line in now.lines:
            self.console.print(f"  {line}", markup=False)
        self._reply(f"the numbered screen: {path}")
        if first and self.person:
            self._opens(path)


def source_note(screen: Screen, rung: Rung) -> str:
    """What the screen was read by: ", by the grid (tree: null root node)"; or ""."""
    by = {"tree": "", "windows": ", by all windows"}.get(rung, f", by the {rung}")
    why = [f"tree: {screen.tree}"] if screen.tree != "ok" else []
    why += [f"picture: {UNSEEN[screen.picture]}"] if screen.picture != "ok" else []
    return by + (f" ({'; '.join(why)})" if why else "")


def hang(head: str, text: str, width: int) -> Text:
    """`head` and the text beside it, wrapped without breaking words: paths may be copied."""
    below = " " * len(head)
    lines = TextWrapper(width, head, below, break_long_words=False, break_on_hyphens=False)
    return Text(lines.fill(text) or head)


def _step_lines(step: Step, width: int, on: str) -> Iterator[Text]:
    """The line of a step: the phone that it was `on`, its number, with a + where the reply of an
    earlier step asked for it too, what was done and what came of it, shortened to the width; below
    it what was wrong with earlier replies. An error is told whole."""
    head, did = f"{step.n:>3}{'+' if step.reply_of else ' '} ", what_was_done(step)
    head = f"{on}{head}" if on else head
    if step.error:
        line = hang(head, f"{did}: {step.error}", width)
        line.stylize("red", len(head) + len(did) + 1)
    else:
        learned = step.doc.partition(": ")[2]  # of `fab-3f2a.yaml tap: Opens a page.`
        came = learned or step.outcome
        line = _shorten(f"{head}{did}{f': {came}' if came else ''}", width)
        line.stylize("green" if learned else "dim", len(head) + len(did) + 1)
    line.stylize("dim", 0, len(head))
    yield line
    for each in step.problems:
        yield _shorten(f"     {_came_of(each)}: {each.problem}", width, "yellow")


def _came_of(problem: Problem) -> str:
    """What came of a reply that could not be used."""
    return "corrected" if problem.corrected else "sent back"


def what_was_done(step: Step) -> str:
    """What a step did, in words: `type "Ada" into text field "Name"`."""
    match step.kind:
        case "":
            return "nothing was done"
        case "exit":
            done = step.status == "FINISH" or '"done"' in step.action
            return "say that the task is done" if done else "give up"
        case "text":  # text text field "Name" <- "Ada"
            field, arrow, typed = step.words.removeprefix("text ").partition(" <- ")
            return f"type {typed} into {field}" if arrow else f"type {field}"
        case _:
            return step.words


def _shorten(text: str, width: int, style: str = "") -> Text:
    """The text on one line of the terminal; a character may take two cells."""
    line = Text(" ".join(text.splitlines()), style)
    line.truncate(width, overflow="ellipsis")
    return line


def _details(step: Step) -> RenderableType:
    """All that the trail holds of a step, a row each."""
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True, min_width=11)
    rows.add_column(overflow="fold")
    for problem in step.problems:
        rows.add_row(_came_of(problem), Text(problem.problem, style="yellow"))
    for name in ("observation", "thought", "plan", "action"):
        value = str(getattr(step, name))
        if value:
            rows.add_row(name, Text(value, style="bold" if name == "action" else ""))
    if step.reply_of:
        rows.add_row("asked for", Text(f"by the reply of step {step.reply_of}"))
    for found in step.permissions:
        rows.add_row("task", Text(permission_words(found)))
    if step.change:
        rows.add_row("change", Text(shorten("; ".join(step.change), 240, placeholder=" …")))
    if step.undone:
        rows.add_row("taken back", Text(step.undone))
    if step.decision:
        rows.add_row("judged", Text(step.decision))
    if step.doc:
        rows.add_row("learned", Text(step.doc.partition(" ")[2], style="green"))
    if step.error:
        rows.add_row("error", Text(step.error, style="red"))
    rows.add_row("spent", Text(_usage(step), style="dim"))
    return rows


def permission_words(found: Permission) -> str:
    """Whether the task was found to mean a deed."""
    deeds = " and ".join(DEEDS[danger] for danger in found.classes)
    why = f": {found.why}" if found.why else ""
    return f"{found.answered}, by {found.by}, to {deeds} at {found.target or 'the page'}{why}"


def _summary(outcome: Outcome) -> str:
    """How a run ended, and what it cost."""
    trips = plural(outcome.trips, "round trip")
    return (
        f"{outcome.ending.replace('_', ' ')} after {plural(outcome.steps, 'step')} and "
        f"{outcome.seconds:.1f} s: {plural(outcome.calls, 'call')} of the model"
        f"{_tokens(outcome)}, {trips} to the phone"
    )


def _usage(step: Step) -> str:
    """What a step cost."""
    parts = [f"{step.seconds:.1f} s"]
    if step.prompt_tokens or step.completion_tokens:
        parts.append(_token_count(step))
    if step.calls:
        parts.append(f"{plural(step.calls, 'call')} of the model")
    if step.trips:
        parts.append(f"{plural(step.trips, 'round trip')} to the phone")
    return ", ".join(parts)


def _tokens(outcome: Outcome) -> str:
    if not outcome.tokens_known:
        return ", tokens not reported"
    if not outcome.prompt_tokens and not outcome.completion_tokens:
        return ""
    price = f", {outcome.cost:.4f} at the configured price" if outcome.cost is not None else ""
    return f", {_token_count(outcome)}{price}"


def _token_count(spent: Step | Outcome) -> str:
    cached = f" ({spent.cached_tokens:,} of them cached)" if spent.cached_tokens else ""
    return f"{spent.prompt_tokens:,} tokens in{cached}, {spent.completion_tokens:,} out"


def _discard_typed(stdin: TextIO) -> None:
    """Throw away what was typed and not read yet: it answers nothing that was asked since. What is
    piped in stays, for there it comes before each question.

    Raises: `OSError` where the terminal has gone.
    """
    if not stdin.isatty():
        return
    try:
        termios = importlib.import_module("termios")
    except ImportError:  # Windows
        keys = importlib.import_module("msvcrt")
        while keys.kbhit():
            keys.getwch()
        return
    try:
        termios.tcflush(stdin, termios.TCIFLUSH)
    except termios.error as err:
        raise OSError(*err.args) from err
