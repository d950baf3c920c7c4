"""Every test runs in a clean house: its own home, nobody's settings, no network."""

from __future__ import annotations

import gc
import ipaddress
import logging
import os
import signal
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

FOREIGN = ("APPAGENT_", "OPENAI_", "ANDROID_", "ADB_SERVER_", "XDG_")
KEPT = "APPAGENT_TEST_"

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup commands would ignore it
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes would compile it all anew
settings.register_profile("tests", deadline=None, max_examples=60)  # two busy cores keep no time
settings.register_profile("full", deadline=None, max_examples=1000)
settings.register_profile(
    "mutants", deadline=None, max_examples=15, derandomize=True, database=None
)
settings.load_profile("tests")


def pytest_collection_finish() -> None:
    """All that was loaded and collected stays: the collector need not look through it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test, numbered; `mktemp` would look through all of them for the number."""
    street = tmp_path_factory.mktemp("homes")
    return (street / str(number) for number in count())


@pytest.fixture(autouse=True)
def clean_house(monkeypatch: pytest.MonkeyPatch, homes: Iterator[Path]) -> Path:
    """The home of this test, empty."""
    for name in os.environ:
        if name.startswith(FOREIGN) and not name.startswith(KEPT):
            monkeypatch.delenv(name)
    monkeypatch.delenv("CI", raising=False)  # where it is set no flow is kept
    home = next(homes)
    home.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture(autouse=True, scope="session")
def nothing_known_before() -> None:
    """Under mutmut (scripts/mutants), whose mutants are forks of a process that has run all tests,
    no answer about words comes from a cache."""
    if os.environ.get("MUTANT_UNDER_TEST"):
        _forget()


@pytest.fixture(autouse=True)
def nothing_known_from_other_tests() -> None:
    """While mutmut notes which functions a test calls, no other test has called them for it."""
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        _forget()


def _forget() -> None:
    rooms = [
        name for name in sys.modules if name.startswith(("appagent.guard.", "appagent.screen."))
    ]
    for value in (value for name in rooms for value in vars(sys.modules[name]).values()):
        if hasattr(value, "cache_clear") and value.__module__ in rooms:
            value.cache_clear()


class _Crashes(logging.Handler):
    """What the simulated apps of phones in this process raise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@pytest.fixture(autouse=True)
def no_app_crashes() -> Iterator[None]:
    """A simulated app that raises fails the test: the phone itself goes on after it."""
    crashes, log = _Crashes(), logging.getLogger("pocketphone.handset")
    log.addHandler(crashes)
    yield
    log.removeHandler(crashes)
    assert not crashes.found, crashes.found[0]


def _stay_at_home(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse a connection that would leave this machine."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
        if host != "localhost" and not _loopback(host):
            raise RuntimeError(f"a test connects to {host}: tests stay on this machine")


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


sys.addaudithook(_stay_at_home)
