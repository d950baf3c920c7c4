"""A model's name, and the backend that it means."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import invalidate_caches
from pathlib import Path

import pytest

from appagent.config import Config
from appagent.errors import ModelNotConfigured, UsageError
from appagent.model import backends
from appagent.model.backends import build_model, choose_backend


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return monkeypatch


def config(model: str = "", **more: object) -> Config:
    return Config.model_validate({"model": model, **more})


@pytest.mark.parametrize(
    ("name", "backend", "rest"),
    [
        ("gpt-5", "chat", "gpt-5"),
        ("llama3:8b", "chat", "llama3:8b"),
        ("deepseek/deepseek-r1:free", "chat", "deepseek/deepseek-r1:free"),
        ("chat:offline", "chat", "offline"),
        ("offline", "offline", ""),
        ("recorded:runs/a:b.jsonl", "recorded", "runs/a:b.jsonl"),
    ],
)
def test_a_name_goes_to_the_chat_endpoint_unless_a_backend_has_it(
    name: str, backend: str, rest: str
) -> None:
    assert choose_backend(config(name)) == (backend, rest)


def test_without_a_name_the_rules_need_a_pocket_phone_and_no_key(
    environment: pytest.MonkeyPatch,
) -> None:
    local = "http://127.0.0.1:8000/v1"
    assert choose_backend(config(device="pocket")).backend == "offline"
    assert choose_backend(config(device="R3CN")).backend == "chat"
    assert choose_backend(config(device="pocket", base_url=local)).backend == "chat"
    environment.setenv("OPENAI_API_KEY", "sk-1")
    assert choose_backend(config(device="pocket")).backend == "chat"


def test_a_chat_model_needs_a_key(environment: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelNotConfigured, match=r"no key for https://api.openai.com/v1: set "):
        build_model(config("gpt-5"), nullcontext)
    environment.setenv("OPENAI_API_KEY", "sk-1")
    assert build_model(config("gpt-5"), nullcontext).host == "api.openai.com"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package that brings two backends, as pip installs it."""
    (tmp_path / "parrot.py").write_text(
        "from types import SimpleNamespace\n"
        "def backend(config, rest, waiting):\n"
        "    return SimpleNamespace(name=f'parrot {rest}', host='', spent=None)\n"
    )
    info = tmp_path / "parrot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[appagent.models]\nparrot = parrot:backend\nlost = parrot:gone\noffline = parrot:backend\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    yield
    sys.modules.pop("parrot", None)


@pytest.mark.usefixtures("package")
def test_a_backend_of_another_package_is_found() -> None:
    assert build_model(config("parrot:grey"), nullcontext).name == "parrot grey"
    assert build_model(config("parrot"), nullcontext).name == "parrot "
    assert build_model(config("offline"), nullcontext).name == "offline", "ours goes before"
    with pytest.raises(ModelNotConfigured, match=r"lost \(parrot:gone\) cannot be loaded: .*gone"):
        build_model(config("lost"), nullcontext)


def test_ours_are_found_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "entry_points", lambda **_: ())
    assert choose_backend(config("recorded:x")) == ("recorded", "x")
    with pytest.raises(UsageError, match="names no file"):
        build_model(config("recorded"), nullcontext)
