"""The terminal as a person meets it."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import shutil
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from appagent.cli.desktop import open_file
from appagent.errors import UsageError
from appagent.outcome import Outcome
from appagent.report import plain
from appagent.report.terminal import Terminal
from appagent.trail import Problem, Step

SH = shutil.which("sh")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="another desktop than Linux's")


def program(folder: Path, name: str, pipe: Path) -> None:
    """A program that writes what it was given into `pipe`."""
    path = folder / name
    path.write_text(f'#!{SH}\necho "{name} $1" >{pipe}\n', encoding="utf-8")
    path.chmod(0o755)


@on_linux
@pytest.mark.filterwarnings("ignore:subprocess:ResourceWarning")  # nobody waits for a viewer
@pytest.mark.parametrize("display", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_picture_is_opened_where_there_is_a_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, display: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    picture = tmp_path / "now.jpg"
    program(tmp_path, "open", pipe)  # on Debian it opens a console, not a picture
    monkeypatch.setenv(display, ":0")
    assert not open_file(picture)
    program(tmp_path, "xdg-open", pipe)
    assert open_file(picture)
    assert pipe.read_text(encoding="utf-8") == f"xdg-open {picture}\n"
    monkeypatch.delenv(display)
    assert not open_file(picture), "a server, over ssh"


class Screen(io.StringIO):
    """A terminal, or a file, that tells when something was written."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal, self.written = terminal, threading.Event()

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


@pytest.mark.parametrize("terminal", [True, False])
def test_a_wait_is_told_once_it_is_long(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    screen = Screen(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    slow = Terminal(interactive=False, opens=open_file, patience_s=0.01)
    with slow.waiting("waiting for seer.example"):
        assert screen.written.wait(5)
    told = screen.getvalue()
    assert "waiting for seer.example" in told
    assert told.endswith("waiting for seer.example ...\n") is not terminal, "a spinner goes away"
    with Terminal(interactive=False, opens=open_file).waiting("waiting for seer.example"):
        pass
    assert screen.getvalue() == told, "a short one is not told"


def test_a_wait_that_comes_at_each_step_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no spinner turns: in a file, in the log of a job."""
    screen = Screen(terminal=False)
    monkeypatch.setattr(sys, "stderr", screen)
    slow = Terminal(interactive=False, opens=open_file, patience_s=0)
    for _ in range(3):
        with slow.waiting("waiting for seer.example"):
            assert screen.written.wait(5)
    assert screen.getvalue().count("waiting for seer.example") == 1


def test_a_number_is_one_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("²\n3\ntwo\n2\n"))
    assert Terminal(interactive=True, opens=open_file).choose("Which?", ["a", "b"]) == 1


class Console:
    """Windows' `msvcrt`, with keys that were pressed."""

    def __init__(self, keys: str) -> None:
        self.keys = list(keys)

    def kbhit(self) -> bool:
        return bool(self.keys)

    def getwch(self) -> str:
        return self.keys.pop(0)


@pytest.mark.parametrize(("terminal", "left"), [(True, ""), (False, "y\r")])
def test_on_windows_too_what_was_typed_before_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, left: str
) -> None:
    console = Console("y\r")
    monkeypatch.setitem(sys.modules, "termios", None)  # there is none
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    stdin = Screen(terminal=terminal)
    stdin.write("n\n")
    stdin.seek(0)
    monkeypatch.setattr(sys, "stdin", stdin)
    assert not Terminal(interactive=True, opens=open_file).confirm("Do it?")
    assert "".join(console.keys) == left


def test_lines_that_are_piped_in_answer_one_question_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("no\nyes\n"))
    session = Terminal(interactive=False, opens=open_file)
    assert [session.confirm("Do it?"), session.confirm("Do it?")] == [False, True]


@pytest.mark.parametrize(
    ("terminal", "typed", "yes"),
    [(True, "yep\ny\n", True), (True, "maybe\nwhat\n", False), (False, "maybe\ny\n", False)],
)
def test_what_is_neither_yes_nor_no_is_asked_once_more(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, typed: str, yes: bool
) -> None:
    stdin = io.StringIO(typed)
    monkeypatch.setattr(stdin, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr("appagent.report.terminal._discard_typed", lambda _: None)
    assert Terminal(interactive=True, opens=open_file).confirm("Do it?") is yes


def test_a_terminal_that_was_closed_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pty = pytest.importorskip("pty", reason="a terminal of Unix")
    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8") as stdin:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", stdin)
        os.close(ours)
        with pytest.raises(UsageError, match="Nobody answers"):
            Terminal(interactive=True, opens=open_file).confirm("Do it?")


HOSTILE = "x \x1b]0;pwned\x07 \x1b[31mred\x1b[0m \x9b2J \x08\x7f\r \ud800 caf\u00e9"


def obeyed(shown: str) -> list[str]:
    """What a terminal would obey, rich's own colours apart."""
    return re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", re.sub(r"\x1b\[[\d;]*m", "", shown))


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING])
@pytest.mark.parametrize("terminal", [True, False])
def test_words_are_shown_and_never_obeyed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    terminal: bool,
    level: int,
) -> None:
    screen = Screen(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    session = Terminal(interactive=True, opens=open_file, level=level)
    session.say(HOSTILE)
    now = datetime.now(UTC)
    hostile = {
        "kind": "tap",
        "thought": HOSTILE,
        "undone": HOSTILE,
        "words": HOSTILE,
        "outcome": HOSTILE,
    }
    problem = Problem(reply="", problem=HOSTILE)
    session.stepped(Step(n=1, at=now, doc=f"f.yaml {HOSTILE}", problems=(problem,), **hostile))
    session.stepped(Step(n=2, at=now, error=HOSTILE, **hostile))
    outcome = Outcome(ending="done", started=now, error=f"{HOSTILE}!", refused=(HOSTILE,))
    session.finish(outcome, HOSTILE, HOSTILE)
    session.choose(HOSTILE, [HOSTILE] * 2)
    told = screen.getvalue()
    assert told.count("pwned") == (14 if level == logging.INFO else 12)
    assert "café" in told
    assert "\x1b[31mred" not in told, "nor a colour that is not ours"
    told += capsys.readouterr().out
    assert not obeyed(told)
    told.encode()


def shown(
    monkeypatch: pytest.MonkeyPatch, step: Step, *, columns: int = 80, level: int = logging.WARNING
) -> list[str]:
    """The lines that stderr gets for a step."""
    screen = Screen(terminal=False)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", str(columns))
    Terminal(interactive=False, opens=open_file, level=level).stepped(step)
    return screen.getvalue().splitlines()


def test_the_command_for_a_page_can_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the folder is called, and however narrow the terminal: half of it would write the
    page of another run."""
    screen = Screen(terminal=False)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "40")
    trail = "my runs/20261122-093000-run-clock"
    outcome = Outcome(ending="done", started=datetime.now(UTC), trail=trail)
    Terminal(interactive=False, opens=open_file).finish(outcome, "", "")
    last = screen.getvalue().splitlines()[-1]
    assert last == f"a page of it: `appagent report '{trail}'`"


STEP = Step(
    n=7, at=datetime.now(UTC), kind="tap", words='tap button "Save"', thought="It is time to save."
)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_step_is_one_line(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    step = STEP.model_copy(update={"outcome": "changed: " + "a long row of words, " * 10})
    (line,) = shown(monkeypatch, step, columns=columns)
    assert line.startswith('  7  tap button "Save": changed: a')
    assert len(line) == columns
    assert line.endswith("…")


def test_a_step_of_wide_characters_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    step = STEP.model_copy(update={"outcome": "闹钟" * 40})
    (line,) = shown(monkeypatch, step)
    assert len(line) < 60
    assert line.endswith("…")


def test_a_step_that_taught_something_says_what(monkeypatch: pytest.MonkeyPatch) -> None:
    step = STEP.model_copy(update={"doc": "save-1.yaml tap: Saves the alarm.", "outcome": "new"})
    assert shown(monkeypatch, step) == ['  7  tap button "Save": Saves the alarm.']


def test_a_step_is_told_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, words, line in (
        ("text", 'text text field "Name" <- "Ada <- B"', 'type "Ada <- B" into text field "Name"'),
        ("text", 'text "Ada"', 'type "Ada"'),
        ("exit", "exit", "give up"),
        ("swipe", "swipe screen up", "swipe screen up"),
    ):
        step = STEP.model_copy(update={"kind": kind, "words": words})
        assert shown(monkeypatch, step) == [f"  7  {line}"]


def test_what_went_wrong_in_a_step_is_told_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(reply="tap(99)", problem="no element 99: marks run 1-9", corrected=True)
    error = "this could send a message, and the task does not ask for it, " * 2
    step = STEP.model_copy(update={"error": error.strip(), "problems": (problem,)})
    lines = shown(monkeypatch, step)
    assert "corrected: no element 99: marks run 1-9" in lines[-1]
    assert " ".join(" ".join(lines[:-1]).split()) == f'7 tap button "Save": {error.strip()}'
    assert max(map(len, lines)) <= 80


def test_a_reply_that_stayed_useless_is_not_called_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = Problem(reply="tap(99)", problem="no element 99: marks run 1-9")
    step = STEP.model_copy(update={"problems": (problem,)})
    assert shown(monkeypatch, step)[-1].strip() == f"sent back: {problem.problem}"


def test_quiet_tells_no_step_and_verbose_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, STEP, level=logging.ERROR) == []
    assert any("It is time" in line for line in shown(monkeypatch, STEP, level=logging.INFO))


def test_a_choice_is_made_by_number_or_word(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(terminal=True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdin", io.StringIO("press\n3\ntext\n1\n"))
    session = Terminal(interactive=True, opens=open_file)
    assert session.choose("What is done?", ["tap", "text"]) == 1
    assert screen.getvalue().count("type a number from 1 to 2") == 2
    assert session.choose("What is done?", ["tap", "text"]) == 0
    assert session.choose("What is done?", ["tap"]) == 0, "nothing is left to be asked"


def test_lines_documents_and_logs_are_plain(capsys: pytest.CaptureFixture[str]) -> None:
    plain.line(HOSTILE)
    plain.aside(HOSTILE)
    plain.document({"answer": HOSTILE})
    record = logging.LogRecord("phone", logging.WARNING, "", 0, "it says %s", (HOSTILE,), None)
    captured = capsys.readouterr()
    line, document = captured.out.splitlines()
    for told in (line, captured.err, plain.PlainFormatter().format(record)):
        assert "pwned" in told
        assert not obeyed(told.rstrip("\n"))
    assert not obeyed(document)
    assert json.loads(document) == {"answer": HOSTILE}
