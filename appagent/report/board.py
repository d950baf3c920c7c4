"""The table below the lines while work is spread: which phone does what, and since when.

12 of 55 done · 3:05
phone                  does                        since  done
emulator-5554 of lab   dsl-none clock-4 seed 1      0:12     5
39071FDJG0037M of lab  dsl-none maps-1 seed 1       0:03     7
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from types import TracebackType

from rich.live import Live
from rich.table import Table
from rich.text import Text

from appagent.report import plain
from appagent.report.live import can_move, clock
from appagent.report.plain import printable
from appagent.report.terminal import PlainConsole

REFRESHED_HZ = 2
MOST_ROWS = 20  # more would push the lines off the screen


@dataclass
class _Phone:
    """A row of the table."""

    item: str = ""  # "" between two
    since_s: float = 0
    ended: int = 0


class Board:
    """Follows work that is spread: on a terminal it keeps the table as its last lines, elsewhere
    nothing but what is said is printed."""

    def __init__(
        self, total: int, ended: int = 0, *, console: PlainConsole | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.total, self.done = total, ended
        self._console, self._now = console or PlainConsole(stderr=True, highlight=False), now
        self._phones: dict[str, _Phone] = {}
        self._began_s, self._lock = now(), Lock()
        self._live: Live | None = None

    def __enter__(self) -> Board:
        if can_move(self._console) and plain.tells():
            with suppress(OSError):
                self._live = Live(
                    get_renderable=self.table, console=self._console, transient=True,
                    refresh_per_second=REFRESHED_HZ, redirect_stdout=False,
                )  # fmt: skip
                self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._live:
            with suppress(OSError):
                self._live.stop()

    def began(self, item: str, where: str) -> None:
        with self._lock:
            self._leave(item)
            row = self._phones.setdefault(where, _Phone())
            row.item, row.since_s = item, self._now()

    def ended(self, item: str) -> None:
        with self._lock:
            self.done += 1
            for row in self._phones.values():
                row.ended += row.item == item
            self._leave(item)

    def say(self, text: str) -> None:
        plain.aside(text)

    def _leave(self, item: str) -> None:
        for row in self._phones.values():
            if row.item == item:
                row.item = ""

    def table(self) -> Table:
        """The table as it is now."""
        now = self._now()
        head = f"{self.done} of {self.total} done · {clock(now - self._began_s)}"
        table = Table(box=None, title=head, title_justify="left", title_style="dim", pad_edge=False)
        table.add_column("phone", no_wrap=True)
        table.add_column("does", no_wrap=True, ratio=1)
        table.add_column("since", justify="right", no_wrap=True)
        table.add_column("done", justify="right", no_wrap=True)
        with self._lock:
            rows = sorted(self._phones.items())
        for where, row in rows[:MOST_ROWS]:
            since = clock(now - row.since_s) if row.item else ""
            cells = (printable(where), printable(row.item), since, str(row.ended))
            table.add_row(*map(Text, cells))
        if len(rows) > MOST_ROWS:
            table.add_row(Text(f"and {len(rows) - MOST_ROWS} more", style="dim"))
        return table
