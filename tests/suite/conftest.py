from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.house import Pocket, Server, adb_server, pocket_phone


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HOME", str(tmp_path_factory.mktemp("adb")))  # for its key
        with adb_server() as server:
            yield server


@pytest.fixture(scope="session")
def running_phone(server: Server) -> Iterator[Pocket]:
    with pocket_phone(server) as phone:
        yield phone


@pytest.fixture
def phone(running_phone: Pocket, monkeypatch: pytest.MonkeyPatch) -> Pocket:
    """The phone of this session, as it came out of the box; this process finds its server."""
    running_phone.shell("pocketphone reset")
    for name, value in running_phone.server.env.items():
        monkeypatch.setenv(name, value)
    return running_phone
