from __future__ import annotations

import pytest

from tests.e2e.conftest import running_phone as running_phone
from tests.e2e.conftest import server as server
from tests.e2e.house import Pocket


@pytest.fixture
def phone(running_phone: Pocket, monkeypatch: pytest.MonkeyPatch) -> Pocket:
    """The phone of this session, as it came out of the box; this process finds its server."""
    running_phone.shell("pocketphone reset")
    for name, value in running_phone.server.env.items():
        monkeypatch.setenv(name, value)
    return running_phone
