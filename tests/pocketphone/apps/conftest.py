"""The apps opened on fresh phones, and the real dumps to compare with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from app_eye import CONTACTS, MAPS, User
from mail_eye import MAIL


@pytest.fixture
def contacts() -> User:
    return User(CONTACTS)


@pytest.fixture
def maps() -> User:
    return User(MAPS)


@pytest.fixture
def mail() -> User:
    return User(MAIL)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Dumps of real phones."""
    beside = Path(__file__).resolve().parents[4] / "shared" / "corpus"
    folder = Path(os.environ.get("CORPUS", beside))
    if not folder.is_dir():
        pytest.skip("no corpus of real dumps (CORPUS)")
    return folder
