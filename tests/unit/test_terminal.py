"""The terminal as a person meets it."""

from __future__ import annotations

import io
import os
import shutil
import sys
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


def test_a_number_is_one_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("²\n3\ntwo\n2\n"))
    assert Terminal(interactive=True, opens=open_file).choose("Which?", ["a", "b"]) == 1
