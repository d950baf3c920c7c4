from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from appagent import cli, stop


def test_ctrl_c_pressed_twice_lets_the_first_be_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was set on the phone is put back meanwhile; who goes on pressing is obeyed too."""
    now = 100.0
    monkeypatch.setattr(cli.time, "monotonic", lambda: now)
    monkeypatch.setattr(cli, "stops", [])
    monkeypatch.setattr(cli, "_stopped_s", None)
    monkeypatch.setattr(cli, "_ended", False)
    monkeypatch.setattr(stop, "_end_s", None)
    with pytest.raises(KeyboardInterrupt):
        cli._stop(signal.SIGINT, None)
    now += 0.5
    cli._stop(signal.SIGINT, None)
    now += 5
    with pytest.raises(KeyboardInterrupt):
        cli._stop(signal.SIGTERM, None)
    assert len(cli.stops) == 3


def test_all_waits_together_end_soon_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(stop.time, "monotonic", lambda: now)
    monkeypatch.setattr(stop, "_end_s", None)
    assert stop.at_most(15) == 15
    stop.begin()
    assert stop.at_most(15) == pytest.approx(stop.GRACE_S)
    assert stop.at_most(0.2) == 0.2
    now += 1
    stop.begin()
    assert stop.at_most(15) == pytest.approx(stop.GRACE_S - 1)
    now += 10
    assert 0 < stop.at_most(15) < 0.1


LATE = """\
import atexit, os, signal, sys
from appagent.cli import main

def late():
    os.kill(os.getpid(), signal.{name})

class Last:
    def __del__(self, late=late):  # after Python has given its handlers of signals up
        late()

sys.kept = Last()
atexit.register(late)
sys.argv = ["appagent", {word!r}]
sys.exit(main())
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
@pytest.mark.parametrize(("word", "code"), [("config", 0), ("nonsense", 2)])
def test_a_signal_after_the_result_changes_nothing(
    tmp_path: Path, name: str, word: str, code: int
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LATE.format(name=name, word=word)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == code, ended.stderr
    assert not {"Traceback", "stopped"} & set(ended.stderr.replace(":", " ").split())
