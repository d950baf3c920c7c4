"""Model backends, found by the entry-point group `appagent.models`.

A package that brings one names it in its pyproject.toml, as ours are named in this project's:

    [project.entry-points."appagent.models"]
    mine = "my_package:make_model"

`--model mine` and `--model mine:REST` then mean its model. Any other name, such as `gpt-5` or
`llama3:8b`, is one of the chat endpoint; `chat:NAME` says so where a backend has the same name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from appagent.config import Config, api_key, is_local
from appagent.errors import ModelNotConfigured
from appagent.ports import Model, Waiting

GROUP = "appagent.models"
CHAT, OFFLINE, RECORDED = "chat", "offline", "recorded"
_PROJECT = Path(__file__).parents[2] / "pyproject.toml"  # of a checkout


class Backend(Protocol):
    """A callable that makes the model behind a name."""

    def __call__(self, config: Config, rest: str, waiting: Waiting) -> Model:
        """The model of `--model BACKEND:REST`; `rest` is "" where the backend stands alone.

        A call that takes long is made inside `waiting("what is waited for")`.

        Raises: `SetupError`, with what to set, where it cannot be made.
        """


class Choice(NamedTuple):
    """What the setting `model` means."""

    backend: str
    rest: str


def choose_backend(config: Config) -> Choice:
    """The backend that the settings name, and the rest of the name.

    Without a name it is the chat endpoint; the rules, where a pocket phone is used and no key set.
    """
    if not config.model:
        keyless = not api_key() and not is_local(config.base_url)
        return Choice(OFFLINE if keyless and config.device == "pocket" else CHAT, "")
    name, _, rest = config.model.partition(":")
    return Choice(name, rest) if name in _backends() else Choice(CHAT, config.model)


def build_model(config: Config, waiting: Waiting) -> Model:
    """The model that the settings name.

    Raises: `SetupError`, with what to set, where it cannot be made.
    """
    name, rest = choose_backend(config)
    entry = _backends()[name]
    try:
        backend = cast(Backend, entry.load())
    except (ImportError, AttributeError) as err:
        raise ModelNotConfigured(
            f"the model backend {name} ({entry.value}) cannot be loaded: {err}; "
            "install its package again, or name another model"
        ) from err
    return backend(config, rest, waiting)


def _backends() -> dict[str, EntryPoint]:
    """Each backend by its name; ours go before those of other packages."""
    installed = entry_points(group=GROUP)
    others = [entry for entry in installed if not entry.value.startswith("appagent.")]
    ours = [entry for entry in installed if entry not in others]
    return {entry.name: entry for entry in (*others, *ours, *_ours())}


def _ours() -> Iterator[EntryPoint]:
    """Those of a checkout, which may not be installed, or was when it had others."""
    if not _PROJECT.is_file():
        return
    project = tomllib.loads(_PROJECT.read_text(encoding="utf-8")).get("project", {})
    if project.get("name") == "appagent":
        for name, value in project["entry-points"][GROUP].items():
            yield EntryPoint(name, value, GROUP)
