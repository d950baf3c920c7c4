"""Phones to touch, and the real dumps to compare with."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pocket_hand import CLOCK, Hand


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def alarms() -> Hand:
    """Clock's first page."""
    opened = Hand()
    opened.open(CLOCK)
    return opened


@pytest.fixture
def make() -> Callable[..., Hand]:
    return Hand


@pytest.fixture
def corpus() -> Path:
    """Dumps of real phones."""
    beside = Path(__file__).resolve().parents[4] / "shared" / "corpus"
    folder = Path(os.environ.get("CORPUS", beside))
    if not folder.is_dir():
        pytest.skip("no corpus of real dumps (CORPUS)")
    return folder
