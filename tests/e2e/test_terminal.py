"""A person at a terminal is asked for what only they can do."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.device.adb_server import ScriptedPhone
from tests.device.adb_server import serving as scripted_server
from tests.device.conftest import working_phone
from tests.model.endpoint import Endpoint

from .command import COMMAND, PATIENCE_S
from .house import CONTACTS, AppAgent, Pocket
from .script import DONE, plays, program, tap

pty = pytest.importorskip("pty", reason="a terminal of Unix")

LOCKED = "[ $1 = window ] && [ ! -e $F/open ] && echo '  isKeyguardShowing=true'\n"


def at_terminal(
    appagent: AppAgent, words: tuple[str, ...], answer: Callable[[str], str], **env: str
) -> tuple[int, str]:
    """The exit code, and all that stood on the terminal. `answer` is given what it shows by now,
    and says what is typed next, if anything."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *words],
        cwd=appagent.folder,
        env=appagent.environment(env),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = ""
        try:
            while piece := _read(ours):
                shown += piece
                if typed := answer(shown):
                    os.write(ours, typed.encode())
            return process.wait(PATIENCE_S), shown
        finally:
            os.close(ours)
            process.kill()


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 4096).decode(errors="replace")
    except OSError:  # its last user has gone
        return ""


def test_a_secret_lock_is_the_persons_to_open(at_server: AppAgent, tmp_path: Path) -> None:
    phone = working_phone(tmp_path)
    phone.command("settings", "echo null")
    phone.command("wm", "true")
    dumpsys = (phone.folder / "bin" / "dumpsys").read_text().partition("\n")[2]
    phone.command("dumpsys", LOCKED + dumpsys)
    question, asked = "The phone is locked: unlock it, then press Enter here", 0

    def unlock(shown: str) -> str:
        nonlocal asked
        if shown.count(question) == asked:
            return ""
        asked += 1
        if asked == 2:  # pressed too early at first
            (phone.folder / "open").touch()
        return "\n"

    code, shown = with_phone(at_server, phone, ("view",), unlock)
    assert (code, asked) == (0, 2), shown
    assert "2 marks" in shown


def test_a_pairing_code_is_not_shown(at_server: AppAgent, tmp_path: Path) -> None:
    there, typed = "10.0.0.5:37123", False

    def read_off(shown: str) -> str:
        nonlocal typed
        if typed or "pairing code: " not in shown:
            return ""
        typed = True
        return "482913\n"

    code, shown = with_phone(
        at_server, ScriptedPhone(tmp_path), ("devices", "--pair", there), read_off
    )
    assert code == 0, shown
    assert f"paired with {there}" in shown
    assert "482913" not in shown


def with_phone(
    appagent: AppAgent, phone: ScriptedPhone, words: tuple[str, ...], answer: Callable[[str], str]
) -> tuple[int, str]:
    answers = {"pair:482913:10.0.0.5:37123": "Successfully paired to 10.0.0.5:37123 [guid=adb-x]"}
    with scripted_server(phone, answers=answers) as server:
        return at_terminal(appagent, words, answer, ANDROID_ADB_SERVER_PORT=str(server.port))


def lines_of(shown: str) -> list[str]:
    """The lines of a terminal on which this was written, as rich and a person write."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[\d;?]*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", shown):
        if part == "\r":
            column = 0
        elif part == "\n":
            row += 1
            lines += [""] * (row == len(lines))
        elif part == "\x1b[1A":
            row -= 1
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part[0] != "\x1b":
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + len(part) :]
            column += len(part)
    return lines


SAVED = program(
    'tap(name="Create contact")', 'text("Ada x7-Gn", name="Name")', 'tap(name="Save")',
    'exit("done", if_shows="Ada x7-Gn")',
)  # fmt: skip


@pytest.mark.parametrize(
    ("columns", "seen"),
    [
        (120, ['▸ tap "Create contact" · text "Name" · tap "Save" · exit',
               '✓ tap "Create contact" · ✓ text "Name" · ▸ tap "Save" · exit']),
        (40, ['1,280 tokens  … ▸ text "Name" …', '1,280 tokens  … ▸ tap "Save" …']),
    ],
)  # fmt: skip
def test_a_program_is_watched_and_leaves_nothing(
    with_model: AppAgent, endpoint: Endpoint, columns: int, seen: list[str]
) -> None:
    plays(endpoint, SAVED)
    words = ("run", "Add the contact Ada", "--app", "contacts")
    code, shown = at_terminal(with_model, words, lambda _: "", COLUMNS=str(columns), TERM="xterm")
    assert code == 0, shown
    plain = re.sub(r"\x1b\[[\d;?]*[mhl]", "", shown)
    watched = [
        line for line in re.split(r"[\r\n]+|\x1b\[2K", plain) if re.match(r"\d+:\d\d ", line)
    ]
    for line in seen:
        assert any(line in each for each in watched), plain
    assert max(map(len, watched)) < columns - 2, "there is room for ^C"
    assert not any("x7-Gn" in line for line in watched), "what is typed may be a secret"
    left = lines_of(shown)
    assert not any(re.match(r"\d+:\d\d ", line) for line in left), left
    steps = [line[:5] for line in left if re.match(r" +\d", line)]
    assert steps == ["  1  ", "  2+ ", "  3+ ", "  4+ "], left
    assert "done" in left
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor is there again"


def test_an_element_is_picked_by_its_page(bare: AppAgent) -> None:
    typed = iter(["2\n"])

    def pick(shown: str) -> str:
        return next(typed, "") if "Which 'Save'? [1-2]" in shown else ""

    words = ("docs", "edit", "clock", "Save", "--text", "Keeps it.")
    code, shown = at_terminal(bare, words, pick)
    assert (code, len(bare.docs)) == (0, 1), shown
    assert (
        '  2  button "Save" [#buttonPanel/#android:button1], on the page of "Timer name"' in shown
    )
    assert bare.docs[0].name.startswith("android-button1-")


CALL = ("run", "--app", "contacts", "--task", "Look at the first contact")
ASKED = (
    'tap button "Call" at "Aleksander Delacroix": this could call somebody, and that is not what '
    "the task asks for: so it says. Do it?"
)


class Typist:
    """Types `hasty` as soon as anything is shown, and `answer` once the question is."""

    def __init__(self, answer: str, hasty: str = "") -> None:
        self._answer, self._hasty = answer, hasty
        self.typed = threading.Event()  # and the terminal has echoed it

    def __call__(self, shown: str) -> str:
        now, self._hasty = self._hasty, ""
        if now:
            return now
        self.typed.set()
        if ASKED not in shown:
            return ""
        now, self._answer = self._answer, ""
        return now


def asked_to_call(
    appagent: AppAgent, endpoint: Endpoint, typist: Typist
) -> tuple[str, dict[str, str]]:
    """What stood on the terminal of a run that may call somebody, and the question in its trail."""

    def call(text: str) -> str:
        assert typist.typed.wait(PATIENCE_S)
        return tap("Call")(text)

    plays(endpoint, tap("Aleksander Delacroix"), call, DONE, means="no")
    code, shown = at_terminal(appagent, CALL, typist)
    assert code == 0, shown
    assert not re.search(r"\d:\d\d .*Do it\?", "\n".join(lines_of(shown))), (
        "the question stands alone"
    )
    return shown, appagent.steps[1]["question"]


@pytest.mark.parametrize("early", ["y\n", "y", "y\nyes\ny\n"], ids=repr)
def test_what_was_typed_before_the_question_is_no_answer(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket, early: str
) -> None:
    shown, question = asked_to_call(with_model, endpoint, Typist("\n", hasty=early))
    assert phone.app(CONTACTS)["calls"] == [], shown
    assert question == {"asked": ASKED, "answered": "no"}
    assert 'not done, for you said no: tap button "Call"' in shown
    assert "what the task asks for: tap" not in shown
    assert with_model.outcome["declined"] == ['tap button "Call"']


def test_an_answer_to_the_question_counts(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    shown, question = asked_to_call(with_model, endpoint, Typist("y\n", hasty="n\n"))
    assert len(phone.app(CONTACTS)["calls"]) == 1, shown
    assert question == {"asked": ASKED, "answered": "yes"}
