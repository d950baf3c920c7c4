"""What is written shows a person's screens: it is for its owner alone, whatever the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.model.endpoint import Endpoint, error

from .house import AppAgent
from .script import DONE, plays, tap

TASK = ("run", "--app", "clock", "--task", "Show the timer")


@pytest.fixture(params=[0o000, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path, but: set[Path]) -> dict[str, int]:
    """The mode of each file and folder that is not for its owner alone."""
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    return {
        str(path.relative_to(folder)): mode
        for path, mode in found.items()
        if path not in but and mode != (0o700 if path.is_dir() else 0o600)
    }


@pytest.mark.usefixtures("umask")
def test_all_that_is_written_is_for_its_owner_alone(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    cache = with_model.folder / "new" / "cache"
    with_model.env |= {"XDG_CACHE_HOME": str(cache), "APPAGENT_STORE": "a/b/docs"}
    before = set(with_model.folder.rglob("*"))
    refused = error(400, "response_format is not supported", param="response_format")
    plays(endpoint, refused, tap("Timer"), DONE)
    ran = with_model(*TASK, APPAGENT_RECORD="1", APPAGENT_RUNS="deep/er/runs")
    assert ran.code == 0, ran.said
    plays(endpoint, tap("Timer"), tap("Clock"))
    assert with_model("explore", "--app", "clock", "--steps", "2").code in (0, 1)
    packed = with_model("doctor", "--bundle", with_model.trail.name)
    assert packed.code == 0, packed.said
    assert with_model("view", "--out", "seen.png").code == 0
    assert with_model("docs", "export", "docs.zip").code == 0
    left = modes(with_model.folder, before)
    assert not left, {name: oct(mode) for name, mode in left.items()}
    for kind in ("*.zip", "*.png", "**/conversation.jsonl", "**/elements/*.yaml", "**/*.json"):
        assert list(with_model.folder.glob(kind)), f"{kind} was not written at all"


def test_doctor_warns_of_what_others_can_read(bare: AppAgent) -> None:
    """An older version left it to the umask; a folder that is there keeps its mode."""
    runs, docs = bare.folder / "runs", bare.folder / "docs_store"
    runs.mkdir()
    warned = {}
    for name, mode in {"open": 0o755, "private": 0o700}.items():
        for folder in (runs, docs):
            folder.chmod(mode)
        warned[name] = "others on this machine can read" in bare("doctor").out
        assert stat.S_IMODE(runs.stat().st_mode) == mode
    assert warned == {"open": True, "private": False}
