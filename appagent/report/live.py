"""The line below the steps, on a terminal that can move its cursor: how long the work has taken,
what it cost, and the program that is under way, or what is waited for.

    0:14  1,280 tokens  ✓ tap "Add alarm" · ▸ text "Hour" · tap "Save" · exit
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.live import Live
from rich.text import Text

from appagent.exchange import Usage
from appagent.report.plain import printable

if TYPE_CHECKING:
    from appagent.report.terminal import PlainConsole

Spent = Callable[[], tuple[Usage, float | None]]
"""What was used of the model by now, and the money for it, where a price is configured."""
REFRESHED_HZ = 2  # for the time alone: what happens is shown at once
_ECHOED = 3  # cells that are left: a full line may wrap, and so would the ^C of a person
_BETWEEN, _CUT = " · ", "…"
_DONE, _FAILED, _NOW = "✓ ", "✗ ", "▸ "


@dataclass(frozen=True)
class Underway:
    """A program, and how far it is."""

    words: Sequence[str]
    at: int = 0  # the action that is being done, or was the last one
    came: Mapping[int, bool] = field(default_factory=dict)  # of those that were done: went it well?

    def next(self, words: Sequence[str], at: int) -> Underway:
        """The same program or, from its first action on, another one. An action may take several
        steps."""
        return Underway(words, at, {n: well for n, well in self.came.items() if n < at})

    def ended(self, well: bool, *, last: bool = False) -> Underway:
        """The program after an action; where that failed or was the `last`, what was to follow is
        not done."""
        words = self.words[: self.at + 1] if last or not well else self.words
        return replace(self, words=words, came={**self.came, self.at: well})

    def line(self, width: int) -> Text:
        """The program in so many cells, cut around the action that is being done."""
        left_out = {*range(self.at)} - self.came.keys()
        shown = [n for n in range(len(self.words)) if n not in left_out]
        texts = [self._text(n) for n in shown]
        first, last = _around(shown.index(self.at), [text.cell_len for text in texts], width)
        line = Text(_BETWEEN).join(texts[first : last + 1])
        before, after = f"{_CUT} " * (first > 0), f" {_CUT}" * (last < len(texts) - 1)
        line.truncate(max(1, width - len(before + after)), overflow="ellipsis")
        return Text.assemble(before, line, after)

    def _text(self, n: int) -> Text:
        words = " ".join(printable(self.words[n]).split())
        if n in self.came:
            mark, style = (_DONE, "green") if self.came[n] else (_FAILED, "red")
            return Text.assemble((mark, style), (words, "dim"))
        return Text(f"{_NOW}{words}", "bold") if n == self.at else Text(words)


def _around(at: int, sizes: Sequence[int], width: int) -> tuple[int, int]:
    """The first and the last of the texts around one of them that fit into the width together, with
    what stands between them and for those that are cut off."""

    def fit(first: int, last: int) -> bool:
        cut = (first > 0) + (last < len(sizes) - 1)
        between = len(_BETWEEN) * (last - first)
        return sum(sizes[first : last + 1]) + between + 2 * cut <= width

    first = last = at
    while True:
        if last + 1 < len(sizes) and fit(first, last + 1):
            last += 1
        elif first and fit(first - 1, last):
            first -= 1
        else:
            return first, last


def _spent_text(usage: Usage, cost: float | None) -> str:
    """The money, or the tokens where no price is configured; "" for none."""
    if cost is not None and usage.prompt_tokens:
        return f"cost {cost:.4f}"
    tokens = usage.prompt_tokens + usage.completion_tokens
    return f"{tokens:,} tokens" if tokens else ""


def can_move(console: PlainConsole) -> bool:
    """Whether its last lines can be drawn anew: it is a terminal that moves its cursor."""
    file = console.file
    unicode = (getattr(file, "encoding", None) or "utf-8").lower().startswith("utf")
    return console.is_interactive and file.isatty() and unicode


class LiveLine:
    """The last line of the terminal, while there is something to show on it."""

    def __init__(self, console: PlainConsole) -> None:
        self._console = console
        self._live: Live | None = None
        self._plan: Underway | None = None
        self._waits = ""  # what for
        self._since_s = self._waits_since_s = 0.0
        self._spent: Spent | None = None  # None: no work is under way

    @property
    def possible(self) -> bool:
        """Whether the terminal can show it."""
        return can_move(self._console)

    @contextmanager
    def watching(self, spent: Spent) -> Iterator[None]:
        """Count the time of some work, and what it has `spent`."""
        self._since_s, self._spent = time.monotonic(), spent
        try:
            yield
        finally:
            self._hide()
            self._plan = self._spent = None

    def planned(self, words: Sequence[str], at: int) -> None:
        self._plan = (self._plan or Underway(())).next(words, at)
        self._show()

    def ended(self, *, well: bool, last: bool) -> None:
        """The action has ended, perhaps the last one that is done of the program; it is shown with
        what is printed next."""
        if self._plan and self._plan.at not in self._plan.came:  # else the step was for none
            self._plan = self._plan.ended(well, last=last)

    def wait(self, what: str, since_s: float) -> None:
        """Show what is waited for, since some time of the monotonic clock."""
        self._waits, self._waits_since_s = what, since_s
        self._show()

    def end_wait(self) -> None:
        """Show the program again, if there is one."""
        if not self._plan:
            self._hide()
        self._waits = ""
        if self._plan:
            self._show()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take the line away for as long as a person is asked."""
        shown = self._live is not None
        self._hide()
        yield
        if shown:
            self._show()

    def _show(self) -> None:
        with suppress(OSError):  # the terminal was closed: whoever prints a line is told so
            self._draw()

    def _draw(self) -> None:
        if self._live:
            self._live.refresh()
        elif self.possible:
            self._live = Live(
                self,
                console=self._console,
                refresh_per_second=REFRESHED_HZ,
                transient=True,
                redirect_stdout=False,  # which is another stream
            )
            self._live.start(refresh=True)

    def _hide(self) -> None:
        if self._live:
            with suppress(OSError):
                self._live.stop()
            self._live = None

    def __rich__(self) -> Text:
        """The line as it is now."""
        return self.text(max(1, self._console.width - _ECHOED))

    def text(self, width: int) -> Text:
        """The line as it is now, in at most so many cells."""
        now = time.monotonic()
        waited_s = now - self._waits_since_s
        if self._spent:
            told = clock(now - self._since_s), _spent_text(*self._spent())
            head = "  ".join(filter(None, told))
        else:
            head = clock(waited_s)
        room = max(1, width - len(head) - 2)
        if self._waits:
            seconds = f": {waited_s:.0f} s" if self._spent else ""
            body = Text(self._waits)
            body.truncate(max(1, room - len(seconds)), overflow="ellipsis")
            body.append(seconds)
        else:
            body = self._plan.line(room) if self._plan else Text()
        line = Text.assemble((head, "dim"), "  ", body, no_wrap=True)
        line.truncate(width, overflow="ellipsis")
        return line


def clock(seconds: float) -> str:
    """Minutes and seconds, "1:05"; of an hour and more "1:00:05"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
