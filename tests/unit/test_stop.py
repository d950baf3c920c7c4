from __future__ import annotations

import signal

import pytest

from appagent import cli


def test_ctrl_c_pressed_twice_lets_the_first_be_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was set on the phone is put back meanwhile; who goes on pressing is obeyed too."""
    now = 100.0
    monkeypatch.setattr(cli.time, "monotonic", lambda: now)
    monkeypatch.setattr(cli, "stops", [])
    monkeypatch.setattr(cli, "_stopped_s", None)
    with pytest.raises(KeyboardInterrupt):
        cli._stop(signal.SIGINT, None)
    now += 0.5
    cli._stop(signal.SIGINT, None)
    now += 5
    with pytest.raises(KeyboardInterrupt):
        cli._stop(signal.SIGTERM, None)
    assert len(cli.stops) == 3
