from __future__ import annotations

import signal

import pytest

from appagent import cli, stop


def test_ctrl_c_pressed_twice_lets_the_first_be_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was set on the phone is put back meanwhile; who goes on pressing is obeyed too."""
    now = 100.0
    monkeypatch.setattr(cli.time, "monotonic", lambda: now)
    monkeypatch.setattr(cli, "stops", [])
    monkeypatch.setattr(cli, "_stopped_s", None)
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
