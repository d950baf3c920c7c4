from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from appagent.api import Phone
from appagent.batch import Batch, BatchTask, _result, failure
from appagent.config import Config, without_secrets
from appagent.device.server import AdbServer
from appagent.errors import DeviceBusy
from appagent.outcome import Outcome
from appagent.spread import Lost, Place


def test_a_worker_goes_by_the_settings_that_are_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by those that are the default, and none of its own; but for the password of an address,
    which only it has, and for what is of a machine."""
    given: dict[str, Any] = {}

    def connect(serial: str, **settings: Any) -> Any:
        given.update(settings)
        raise DeviceBusy(f"{serial} is in use")

    monkeypatch.setattr(Phone, "connect", connect)
    mine = Config(model="seer-4", base_url="https://me:s3cret-123@host/v1", run_steps=7)
    sent = without_secrets(mine)
    assert sent.base_url == "https://host/v1"
    for name, value in {
        "LEARN": "never", "RUN_STEPS": "3", "STORE": "elsewhere", "POCKET_PORT": "77",
        "BASE_URL": "https://you:0ther-pass@host/v1",
    }.items():  # fmt: skip
        monkeypatch.setenv(f"APPAGENT_{name}", value)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-worker")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://you:0ther-pass@host/v1")
    place = Place("A", "A of w1", AdbServer(), tmp_path, {"store": tmp_path / "store"}, here=False)
    lost = Batch([BatchTask(id="../x", task="Sing")], sent, (), "phone").do("../x", place)
    assert isinstance(lost, Lost)
    assert (lost.why, lost.result.exit_code, lost.result.broke) == ("A is in use", 2, True)
    assert (given["learn"], given["run_steps"], given["model"]) == ("always", 7, "seer-4")
    assert given["base_url"] == "https://you:0ther-pass@host/v1"
    assert "pocket_port" not in given
    assert given["store"] == tmp_path / "learned/001-..-x"
    assert given["runs"] == tmp_path / "trails/001-..-x"


@pytest.mark.parametrize("exit_code", [1, 2, 3, 4, 5, 130])
def test_what_ends_by_no_doing_of_the_agents_is_done_again(exit_code: int, tmp_path: Path) -> None:
    """Whether it came to an outcome or not."""
    task = BatchTask(id="1", task="Sing")
    ended = Outcome(
        ending="failed", exit_code=exit_code, started=datetime.now(UTC), trail=str(tmp_path / "run")
    )
    place = Place("A", "A of w1", AdbServer(), tmp_path, {})
    assert _result(task, ended, place).broke == (exit_code != 1)
    assert failure(task, "", exit_code).broke == (exit_code != 1)
