"""The terminal: progress and questions on stderr, so that stdout stays free for results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import TextWrapper, shorten
from threading import Timer

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from appagent.agent.observe import Observation, Rung
from appagent.agent.session import Session
from appagent.errors import UsageError
from appagent.outcome import Outcome
from appagent.ports import Person
from appagent.report.plain import strip_controls
from appagent.screen.describe import UNSEEN
from appagent.screen.values import Screen
from appagent.trail import Step

SHOWN = "now"


class PlainConsole(Console):
    """A console that shows words as words: rich's own colours are the only escape sequences."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield (
                segment if segment.control else segment._replace(text=strip_controls(segment.text))
            )


class Terminal:
    """Whoever watches a session at a terminal, and answers where somebody sits there."""

    def __init__(
        self, *, interactive: bool, opens: Callable[[Path], object], patience_s: float = 3
    ) -> None:
        self.console = PlainConsole(stderr=True, highlight=False)
        self.person: Person | None = self if interactive else None
        self._opens = opens  # brings a picture before the person
        self._patience_s = patience_s  # how long nothing need be said

    # -- progress

    def say(self, text: str) -> None:
        self.console.print(text, style="dim", markup=False)

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """Say what the block waits for, where it takes longer than a person waits unasked."""
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        spinner = Progress(*columns, console=self.console, transient=True)
        spinner.add_task(what)

        def tell() -> None:
            if self.console.is_interactive:
                spinner.start()
            else:
                self.say(f"{what} ...")

        timer = Timer(self._patience_s, tell)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if spinner.live.is_started:
                spinner.stop()

    def looked(self, n: int, seen: Observation) -> None:
        screen = seen.screen
        told = f"{screen.app.package}, {plural(len(seen.view.marks), 'mark')}"
        moving = "" if screen.settled else ", still moving"
        note = seen_by_note(screen, seen.rung)
        self.console.print(f"\n[bold]{n}[/]  {escape(told + moving + note)}")

    def stepped(self, step: Step) -> None:
        rows = Table.grid(padding=(0, 1))
        rows.add_column(style="dim", no_wrap=True, min_width=11)
        rows.add_column(overflow="fold")
        for problem in step.problems:  # of the replies before the one that could be used
            rows.add_row("corrected", Text(problem.problem, style="yellow"))
        for name in ("observation", "thought", "plan", "action"):
            value = str(getattr(step, name))
            if value:
                rows.add_row(name, Text(value, style="bold" if name == "action" else ""))
        if step.change:
            rows.add_row("change", Text(shorten("; ".join(step.change), 240, placeholder=" …")))
        if step.undone:
            rows.add_row("taken back", Text(step.undone))
        if step.decision:
            rows.add_row("reflection", Text(step.decision))
        if step.doc:
            rows.add_row("learned", Text(step.doc.partition(" ")[2], style="green"))
        if step.error:
            rows.add_row("error", Text(step.error, style="red"))
        rows.add_row("spent", Text(_usage(step), style="dim"))
        self.console.print(rows)

    def finish(self, outcome: Outcome, learned: Path | None = None) -> None:
        """The last word of a command: how it ended, what it cost, where its trail lies; and the
        folder of the docs where it was to learn."""
        good = outcome.exit_code == 0
        title = outcome.ending.replace("_", " ")
        lines: list[Text] = []
        if outcome.answer:
            lines.append(Text(outcome.answer))
        if outcome.error:
            lines.append(Text(outcome.error, style="red"))
        if outcome.docs_written:
            docs = plural(outcome.docs_written, "doc")
            lines.append(Text(f"{docs} written or confirmed in {learned}", overflow="fold"))
        elif learned is not None:
            lines.append(Text("no docs were written"))
        if outcome.refused:
            allow = "; where the task asks for it in words, it is done"
            how = allow if outcome.command == "run" else ""
            lines.append(Text(f"not done: {'; '.join(outcome.refused)}{how}", style="yellow"))
        lines.append(
            Text(
                f"{plural(outcome.steps, 'step')}, {plural(outcome.calls, 'call')}, "
                f"{_tokens(outcome)}, {plural(outcome.trips, 'round trip')} to the phone, "
                f"{outcome.seconds:.1f} s",
                style="dim",
            )
        )
        lines.append(Text(f"trail: {outcome.trail}", style="dim"))
        style = "green" if good else "red"
        self.console.print(Panel(Group(*lines), title=title, border_style=style, expand=False))

    # -- the person

    def ask(self, question: str) -> str:
        """One line typed by the person.

        Raises: `UsageError` where nobody can answer.
        """
        self.console.print(question, end="", style="bold", markup=False)
        line = sys.stdin.readline() if sys.stdin else ""  # a closed one is None
        if not line:
            self.console.print()
            raise UsageError(f"{question.strip()} Nobody answers: stdin is at its end")
        return line.rstrip("\n")

    def confirm(self, question: str) -> bool:
        return self.ask(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    def choose(self, question: str, choices: Sequence[str]) -> int:
        """The place of the one that the person names, by its number or its word; of one alone
        nothing is asked."""
        if len(choices) == 1:
            self.say(f"{question} {choices[0]}")
            return 0
        for number, choice in enumerate(choices, 1):
            self.console.print(f"  {number}  {choice}", markup=False)
        while True:
            said = self.ask(f"{question} [1-{len(choices)}] ").strip()
            if said in choices:
                return choices.index(said)
            if said.isdecimal() and 1 <= int(said) <= len(choices):
                return int(said) - 1
            self.say(f"type a number from 1 to {len(choices)}, or one of these words")

    def show(self, session: Session, now: Observation) -> None:
        """Bring a numbered screen before the person: as a file, opened where there is a desktop.

        Raises: `SetupError` where the file cannot be written.
        """
        path = session.trail.folder / f"{SHOWN}.jpg"
        first = not path.exists()
        session.trail.image(SHOWN, now.picture.jpeg)
        for line in now.lines:
            self.console.print(f"  {line}", markup=False)
        self.say(f"the numbered screen: {path}")
        if first and self.person:
            self._opens(path)


def seen_by_note(screen: Screen, rung: Rung) -> str:
    """What else than the tree showed a screen: ", by the grid (tree: null root node)"; or ""."""
    by = {"tree": "", "windows": ", by all windows"}.get(rung, f", by the {rung}")
    why = [f"tree: {screen.tree}"] if screen.tree != "ok" else []
    why += [f"picture: {UNSEEN[screen.picture]}"] if screen.picture != "ok" else []
    return by + (f" ({'; '.join(why)})" if why else "")


def plural(number: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def hang(head: str, text: str, width: int) -> Text:
    """`head`, and the text beside it. No word is broken: paths and addresses are there to copy."""
    below = " " * len(head)
    lines = TextWrapper(width, head, below, break_long_words=False, break_on_hyphens=False)
    return Text(lines.fill(text) or head)


def _usage(step: Step) -> str:
    words = [f"{step.seconds:.1f} s"]
    if step.prompt_tokens or step.completion_tokens:
        cached = f" ({step.cached_tokens} cached)" if step.cached_tokens else ""
        words.append(f"{step.prompt_tokens}{cached} + {step.completion_tokens} tokens")
    if step.calls:
        words.append(plural(step.calls, "call"))
    if step.trips:
        words.append(f"{plural(step.trips, 'round trip')} to the phone")
    return ", ".join(words)


def _tokens(outcome: Outcome) -> str:
    if not outcome.tokens_known:
        return "tokens not reported"
    cached = f" ({outcome.cached_tokens} cached)" if outcome.cached_tokens else ""
    money = f", {outcome.cost:.4f} at the configured price" if outcome.cost is not None else ""
    return f"{outcome.prompt_tokens}{cached} + {outcome.completion_tokens} tokens{money}"
