"""The file of a map: whoever is killed while writing it loses the step in hand at most."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from subprocess import PIPE

import pytest

from appagent.knowledge.map import AppMap, Control, Edge, Page
from appagent.knowledge.mapfile import FILE, Maps

APP = "com.example.notes"
KILLED = "killed"

# Killed at the nth of what it does with files, of which Python tells each before it is done.
AT_EACH = """
import os, signal, sys
from pathlib import Path
from appagent.knowledge.map import AppMap, Page
from appagent.knowledge.mapfile import Maps

app, folder = sys.argv[1], Path(sys.argv[2])

def step(known):
    n = len(known.pages) % 40 + 1
    return AppMap(start=f"{int(known.start or 0) + 1}", pages=[Page(name=f"{m}") for m in range(n)])

def killed_at(nth):
    done = 0
    def hear(event, args):
        nonlocal done
        if event.partition(".")[0] in ("open", "os", "fcntl", "pathlib", "shutil"):
            done += 1
            if done == nth:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hear)
    Maps([folder]).change(app, step)
    os._exit(0)

Maps([folder]).change(app, step)
for nth in range(1, 200):
    before = Maps([folder]).read(app)
    child = os.fork()
    if not child:
        killed_at(nth)
    _, status = os.waitpid(child, 0)
    after = Maps([folder]).read(app)
    assert after in (before, step(before)), nth
    print("killed" if os.WIFSIGNALED(status) else "done", int(after != before), flush=True)
    if os.WIFEXITED(status):
        break
assert [each.name for each in (folder / app).iterdir() if each.name.startswith(".map")] == []
"""

STEPS = """
import sys
from pathlib import Path
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapfile import Maps

maps, app = Maps([Path(sys.argv[2])]), sys.argv[1]
for n in range(1_000_000):
    known = maps.change(app, lambda known: known.model_copy(
        update={"start": f"{int(known.start or 0) + 1}", "language": "x" * 100_000}))
    print(known.start, flush=True)
"""


def python(script: str, folder: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", script, APP, str(folder)]
    return subprocess.Popen(words, stdout=PIPE, stderr=PIPE, text=True)


def test_killed_between_any_two_things_it_does_with_files(tmp_path: Path) -> None:
    told, wrong = python(AT_EACH, tmp_path).communicate(timeout=60)
    assert not wrong
    *kills, last = [line.split() for line in told.splitlines()]
    assert {how for how, _ in kills} == {KILLED}
    assert len(kills) > 5
    # No kill before it takes the place of the old one writes anything, each one after it all.
    wrote = [changed for _, changed in kills]
    assert wrote == sorted(wrote)
    assert last == ["done", "1"]


@pytest.mark.parametrize("delay_s", [0.0, 0.013, 0.029, 0.047])
def test_killed_at_any_moment(tmp_path: Path, delay_s: float) -> None:
    working = python(STEPS, tmp_path)
    assert working.stdout is not None
    said = [working.stdout.readline() for _ in range(3)]
    deadline = time.monotonic() + delay_s
    while time.monotonic() < deadline:
        said.append(working.stdout.readline())
    working.send_signal(signal.SIGKILL)
    said += working.stdout.readlines()  # what was said before the kill and not read yet
    working.communicate(timeout=30)
    whole = [line for line in said if line.endswith("\n")]
    known = Maps([tmp_path]).read(APP)
    assert int(known.start) - int(whole[-1]) in (0, 1)
    # The lock of the one that was killed keeps nobody out.
    assert Maps([tmp_path]).change(APP, lambda _: AppMap(start="1")).start == "1"


def test_a_layer_below_is_read_and_stays(tmp_path: Path) -> None:
    above, below = tmp_path / "above", tmp_path / "below"
    save = Control(key="#save", role="button", name="Save", edges={"tap": Edge(to="Notes")})
    Maps([below]).change(APP, lambda _: AppMap(pages=(Page(name="Note", controls=(save,)),)))
    written = (below / APP / FILE).read_bytes()
    maps = Maps([above, below])
    known = maps.change(APP, lambda known: known.put(Page(name="Notes")))
    assert [page.name for page in known.pages] == ["Note", "Notes"]
    assert maps.read(APP) == known
    assert (below / APP / FILE).read_bytes() == written
    assert maps.packages() == [APP]


def test_what_was_written_is_what_another_reads(tmp_path: Path) -> None:
    """The one that wrote it does not read it again."""
    edge = Edge(to="Settings", held=2, last=date(2026, 3, 2), danger="send", back=True)
    control = Control(key="#more", name="More: \u2026", also=("Less",), edges={"tap": edge})
    known = AppMap(start="Notes", pages=(Page(name="Notes", controls=(control,), looks=("a b",)),))
    maps = Maps([tmp_path])
    assert maps.change(APP, lambda _: known) == known
    assert maps.read(APP) == known == Maps([tmp_path]).read(APP)
    Maps([tmp_path]).change(APP, lambda old: old.model_copy(update={"language": "en-US"}))
    assert maps.read(APP).language == "en-US"
