"""The stage of the agent's tests, and a pocket phone behind adb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.agent.conftest import stage

if TYPE_CHECKING:
    from scripts.attempt import Rig

__all__ = ["ours", "stage"]


@pytest.fixture(scope="module")
def ours() -> Iterator[Rig]:
    from scripts.attempt import rig  # most tests here need no phone

    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
        with rig() as ours:
            yield ours
