from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.model.endpoint import Endpoint, serving

from .house import AppAgent, Pocket, Server, adb_server, pocket_phone

KEY = "sk-live-0123456789abcdef"


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
def phone(running_phone: Pocket) -> Pocket:
    """The phone of this session, as it came out of the box."""
    running_phone.shell("pocketphone reset")
    return running_phone


@pytest.fixture
def bare(tmp_path: Path, server: Server) -> AppAgent:
    """The command with neither phone nor model."""
    (tmp_path / "docs_store").mkdir(mode=0o700)
    env = {"APPAGENT_POCKET_PORT": "1", "APPAGENT_STORE": "docs_store"}
    return AppAgent(tmp_path, server.env | env)


@pytest.fixture
def alone() -> Iterator[Server]:
    """A server that nobody else uses."""
    with adb_server() as server:
        yield server


@pytest.fixture
def at_server(bare: AppAgent, alone: Server) -> AppAgent:
    bare.env |= alone.env
    return bare


@pytest.fixture
def appagent(bare: AppAgent, phone: Pocket) -> AppAgent:
    """The command with the pocket phone as its phone."""
    bare.env |= {"APPAGENT_POCKET_PORT": str(phone.port), "APPAGENT_DEVICE": "pocket"}
    return bare


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving() as endpoint:
        yield endpoint


@pytest.fixture
def with_model(appagent: AppAgent, endpoint: Endpoint) -> AppAgent:
    """The command with the pocket phone and the scripted endpoint."""
    appagent.env |= {
        "OPENAI_BASE_URL": endpoint.url,
        "OPENAI_API_KEY": KEY,
        "APPAGENT_MODEL": "seer-4",
    }
    return appagent
