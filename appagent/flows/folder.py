"""Which flows of a folder are played, and in which order: what its own settings say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from appagent.errors import UsageError
from appagent.files import read_file
from appagent.flows.files import MOST_BYTES, FlowFile, FlowFiles
from appagent.yamltext import read_yaml

_EITHER = re.compile(r"\{([^{}]*)\}")
_ENDINGS = (".yaml", ".yml")
_KEYS = frozenset(
    {"flows", "includeTags", "excludeTags", "executionOrder", "testOutputDir", "platform",
     "baselineBranch", "notifications", "disableRetries", "deterministicOrder", "name"}
)  # fmt: skip
"""Of a folder's own settings, which Maestro knows by these and not by the file's name."""


@dataclass(frozen=True)
class Chosen:
    """The flows that are to be played, in their order."""

    flows: Sequence[FlowFile]
    found: int = 0  # before the tags were looked at
    ordered: bool = False  # whether the settings of a folder tell their order
    halts: frozenset[Path] = frozenset()  # those behind which nothing is played where they fail


def flows_in(place: Path) -> list[Path]:
    """The file, or the flows of a folder and of those in it, in the order of names; what a folder's
    own settings stand in is none.

    Raises: `UsageError` for nothing, or a folder without flows.
    """
    if place.is_file():
        return [place]
    return _found(place, place.rglob("*"))[0]


def choose(
    files: FlowFiles, places: Iterable[Path], include: Iterable[str], exclude: Iterable[str]
) -> Chosen:
    """The flows of some places that are to be played, each once: files, and those that stand right
    in a folder, as Maestro takes them, unless its settings name others. One of the tags to
    `include` is in each of a folder, and none of those to `exclude`.

    Raises: `UsageError` for none.
    """
    every = [_chosen(files, place, {*include}, {*exclude}) for place in dict.fromkeys(places)]
    return Chosen(
        list({each.file: each for chosen in every for each in chosen.flows}.values()),
        sum(chosen.found for chosen in every),
        any(chosen.ordered for chosen in every),
        frozenset[Path]().union(*(chosen.halts for chosen in every)),
    )


def _chosen(files: FlowFiles, place: Path, include: set[str], exclude: set[str]) -> Chosen:
    if place.is_file():
        return Chosen([files.check(place)], 1)
    paths, settings = _found(place, place.glob("*"))
    if named := _texts(settings, "flows"):
        patterns = (one for pattern in named for one in _globs(pattern))
        paths, _ = _found(place, (path for one in patterns for path in place.glob(one)))
    found = [files.check(path) for path in paths]
    wanted = include | {*_texts(settings, "includeTags")}
    unwanted = exclude | {*_texts(settings, "excludeTags")}
    fitting = [each for each in found if _fits(each, wanted, unwanted)]
    order = settings.get("executionOrder")
    first = _texts(order, "flowsOrder") if isinstance(order, dict) else []
    ordered = [each for name in first for each in fitting if name in (each.name, each.file.stem)]
    halts = isinstance(order, dict) and order.get("continueOnFailure") is False
    rest = [each for each in fitting if each not in ordered]
    ends = frozenset(each.file for each in ordered if halts)
    return Chosen([*ordered, *rest], len(found), bool(ordered), ends)


def _fits(flow: FlowFile, wanted: set[str], unwanted: set[str]) -> bool:
    tags = set(flow.flow.config.tags) if flow.flow else set()
    return not flow.ok or ((not wanted or bool(tags & wanted)) and not tags & unwanted)


def _found(place: Path, paths: Iterable[Path]) -> tuple[list[Path], dict[str, Any]]:
    """The flows among some paths in a folder, and its settings, if one of them holds those. Raises:
    `UsageError`."""
    if not place.is_dir():
        raise UsageError(f"there is no file or folder {place}")
    flows, settings = list[Path](), dict[str, Any]()
    for path in sorted({path for path in paths if path.suffix in _ENDINGS and path.is_file()}):
        said = _read_settings(path)
        if said is None:
            flows.append(path)
        else:
            settings = settings or said
    if not flows and not settings.get("flows"):
        raise UsageError(
            f"there is no flow in {place}: files right in it that end in .yaml or .yml"
        )
    return flows, settings


def _read_settings(path: Path) -> dict[str, Any] | None:
    """The settings of its folder that a file holds: one mapping with keys of theirs; else None."""
    try:
        said = read_yaml(read_file(path, MOST_BYTES).decode())
    except (OSError, ValueError, yaml.YAMLError):  # as of two documents
        return None
    return said if isinstance(said, dict) and said and said.keys() <= _KEYS else None


def _texts(settings: dict[str, Any], name: str) -> list[str]:
    """The texts of a list of the settings. Raises: `UsageError` for what is no list."""
    said = settings.get(name) or []
    if not isinstance(said, list):
        raise UsageError(f"the folder's settings: `{name}` wants a list, as `{name}: [{said}]`")
    return [str(each) for each in said]


def _globs(pattern: str) -> Iterator[str]:
    """The patterns of this program that mean what one of Maestro does: `**` is of files, too, and
    `{a,b}` is either."""
    if found := _EITHER.search(pattern):
        for one in found[1].split(","):
            yield from _globs(f"{pattern[: found.start()]}{one}{pattern[found.end() :]}")
    elif pattern:
        yield f"{pattern}/*" if pattern.endswith("**") else pattern
