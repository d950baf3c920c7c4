"""The line below the steps."""

from __future__ import annotations

import io
import logging
import re
import sys
import time
from typing import Any

import pytest

from appagent.cli.desktop import open_file
from appagent.exchange import Usage
from appagent.report import plain
from appagent.report.live import LiveLine, Underway
from appagent.report.terminal import PlainConsole, Terminal
from appagent.trail import LeftUndone
from tests.report.trails import step

WORDS = ('tap "Add"', 'text "Hour"', 'tap "Save"', "exit")
NOW = Underway(WORDS, 2, {0: True, 1: True})
LEFT = LeftUndone(why="nothing changed", what="tap")
USED = Usage(calls=2, prompt_tokens=1200, completion_tokens=80)


class Screen(io.StringIO):
    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (80, '✓ tap "Add" · ✓ text "Hour" · ▸ tap "Save" · exit'),
        (49, '✓ tap "Add" · ✓ text "Hour" · ▸ tap "Save" · exit'),
        (48, '… ✓ text "Hour" · ▸ tap "Save" · exit'),
        (30, '… ▸ tap "Save" · exit'),
        (20, '… ▸ tap "Save" …'),
        (10, "… ▸ tap… …"),
    ],
)
def test_a_program_is_cut_around_what_is_being_done(width: int, line: str) -> None:
    shown = NOW.line(width)
    assert shown.plain == line
    assert shown.cell_len <= width


def test_wide_characters_take_two_cells() -> None:
    plan = Underway(('tap "闹钟闹钟"', 'tap "保存"', "exit"), 1, {0: True})
    assert plan.line(30).plain == '… ▸ tap "保存" · exit'


def test_what_failed_is_told_from_what_was_done_and_left_out() -> None:
    plan = Underway(()).next(WORDS, 0).ended(True).next(WORDS, 2).ended(False)
    assert plan.line(80).plain == '✓ tap "Add" · ✗ tap "Save"'
    assert plan.next(WORDS, 0).line(80).plain == '▸ tap "Add" · text "Hour" · tap "Save" · exit'


@pytest.mark.parametrize(
    ("cost", "told"), [(0.0123, "0:00  cost 0.0123  ▸ exit"), (None, "0:00  1,280 tokens  ▸ exit")]
)
def test_the_money_is_told_or_else_the_tokens(
    monkeypatch: pytest.MonkeyPatch, cost: float | None, told: str
) -> None:
    monkeypatch.setattr(sys, "stderr", Screen(terminal=False))
    line = LiveLine(PlainConsole(stderr=True))
    with line.watching(lambda: (USED, cost)):
        line.planned(("exit",), 0)
        assert line.text(60).plain == told
        line.wait("waiting for seer.example (at most 4 x 90 s)", time.monotonic() - 65)
        waits = "waiting for seer.example (at most 4 x 90 s): 65 s"
        assert line.text(80).plain == told.replace("▸ exit", waits)
        assert line.text(50).plain.endswith("…: 65 s")
        line.end_wait()
        assert line.text(60).plain == told


def watch(monkeypatch: pytest.MonkeyPatch, *, terminal: bool, level: int = logging.WARNING) -> str:
    """What stderr got of a program."""
    screen = Screen(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("FORCE_COLOR", "1")  # makes no terminal of a file
    monkeypatch.setenv("COLUMNS", "60")
    session = Terminal(interactive=False, opens=open_file, level=level)
    with session.watching(lambda: (USED, None)):
        session.planned(WORDS, 0)
        logging.getLogger("appagent").warning("a warning")
        print("beside", file=sys.stderr)
    return screen.getvalue()


def test_what_else_is_printed_stands_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    plain.set_level(logging.WARNING)
    shown = re.sub(r"\x1b\[[\d;]*m", "", watch(monkeypatch, terminal=True))
    for told in ("appagent: a warning", "beside"):
        assert f"\r\x1b[2K{told}\n0:00  1,280 tokens  ▸ tap" in shown
    assert shown.endswith("\n\x1b[?25h\r\x1b[1A\x1b[2K"), "nothing of it is left"


@pytest.mark.parametrize(
    ("terminal", "term", "level"),
    [
        (False, "xterm", logging.WARNING),
        (True, "dumb", logging.WARNING),
        (True, "xterm", logging.INFO),
        (True, "xterm", logging.ERROR),
    ],
)
def test_it_is_shown_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, term: str, level: int
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(logging.getLogger("appagent"), "disabled", True)
    assert watch(monkeypatch, terminal=terminal, level=level) == "beside\n"


def test_a_secret_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "_hidden", [lambda text: text.replace("x7-Gn", "•••")])
    assert Underway(('tap "x7-Gn"',)).line(80).plain == '▸ tap "•••"'
    assert Underway(('tap "x7-Gn"',)).line(9).plain == '▸ tap "•…', "not a part of it either"


@pytest.mark.parametrize("ends", [{"error": "no field"}, {"left_undone": LEFT}])
def test_what_is_left_undone_is_not_shown_as_what_comes(
    monkeypatch: pytest.MonkeyPatch, ends: dict[str, Any]
) -> None:
    """Until the next reply, which may take a minute."""
    monkeypatch.setattr(sys, "stderr", Screen(terminal=True))
    monkeypatch.setenv("TERM", "xterm")
    session = Terminal(interactive=False, opens=open_file)
    with session.watching(lambda: (USED, None)):
        session.planned(WORDS, 1)
        session.stepped(step(1, **ends))
        told = session._line.text(80).plain
    assert 'text "Hour"' in told
    assert "Save" not in told
    assert ("✓" if "left_undone" in ends else "✗") in told
