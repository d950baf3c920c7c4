"""What a test of the Python face has: a pocket phone behind real adb, and how to connect it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from appagent import Phone
from tests.e2e.conftest import running_phone as running_phone
from tests.e2e.conftest import server as server
from tests.e2e.house import Pocket, Server

Connect = Callable[..., Phone]


@pytest.fixture
def pocket(running_phone: Pocket) -> Pocket:
    """The phone of this session, as it came out of the box."""
    running_phone.shell("pocketphone reset")
    return running_phone


@pytest.fixture
def house(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a program that uses appagent, with its runs and its store."""
    for name, value in server.env.items():
        monkeypatch.setenv(name, value)
    for name in ("runs", "store"):
        monkeypatch.setenv(f"APPAGENT_{name.upper()}", str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def connect(house: Path, pocket: Pocket) -> Iterator[Connect]:  # noqa: ARG001
    """Connects the phone of this session, and gives it back at the end of the test."""
    with ExitStack() as stack:

        def connected(**settings: Any) -> Phone:
            settings = {"pocket_port": pocket.port, **settings}
            return stack.enter_context(Phone.connect("pocket", **settings))

        yield connected


@pytest.fixture
def phone(connect: Connect) -> Phone:
    return connect()
