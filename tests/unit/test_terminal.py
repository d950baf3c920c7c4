"""The terminal as a person meets it."""

from __future__ import annotations

import io
import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

from appagent.cli.desktop import open_file
from appagent.report.terminal import Terminal

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


def test_a_number_is_one_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("²\n3\ntwo\n2\n"))
    assert Terminal(interactive=True, opens=open_file).choose("Which?", ["a", "b"]) == 1
