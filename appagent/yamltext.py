"""YAML that somebody else wrote: read in bounded time and memory, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

MOST_DEPTH = 100
_TOO_DEEP = f"it nests deeper than {MOST_DEPTH} levels"
MOST_NODES = 200_000  # with all that aliases repeat

FastLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml reads 200 documents in 30 ms instead of 230."""


def read_yaml(text: str, loader: Any = FastLoader) -> Any:
    """The value of the text.

    Raises: `yaml.YAMLError`, also for what nests deeper than `MOST_DEPTH`: libyaml overflows the
    stack on 60,000 brackets, and ends the process. `ValueError` for a number or a date that none
    is.
    """
    check(text)
    return yaml.load(text, loader)


def check(text: str) -> None:
    """Raises: `yaml.YAMLError` for a text that is no YAML, nests too deep, grows too large by its
    aliases, or says a key twice, of which a reader would forget the first."""
    sizes: dict[str, int] = {}  # nodes of what has an anchor
    inside: list[tuple[str | None, int]] = [(None, 0)]  # the anchor and the nodes of what is open
    keys = _Keys()
    for event in _events(text):
        keys.read(event)
        match event:
            case yaml.CollectionStartEvent():
                inside.append((event.anchor, 1))
                if len(inside) > MOST_DEPTH:
                    raise _problem(event, _TOO_DEEP)
                continue
            case yaml.CollectionEndEvent():
                anchor, count = inside.pop()
            case yaml.ScalarEvent():
                anchor, count = event.anchor, 1
            case yaml.AliasEvent():
                # An alias within its own value has no size yet: it never ends.
                anchor, count = None, sizes.get(str(event.anchor), MOST_NODES + 1)
            case _:
                continue
        if anchor:
            sizes[anchor] = count
        around, so_far = inside[-1]
        inside[-1] = around, so_far + count
        if so_far + count > MOST_NODES:
            raise _problem(event, f"it holds more than {MOST_NODES} values, or never ends")


class _Keys:
    """The keys of the mappings that are open."""

    def __init__(self) -> None:
        self._open: list[set[str] | None] = [None]  # None: a list
        self._is_key = [False]  # whether the next node is one

    def read(self, event: Any) -> None:
        """Raises: `yaml.YAMLError` for a key that stands there already."""
        match event:
            case yaml.CollectionStartEvent():
                is_mapping = isinstance(event, yaml.MappingStartEvent)
                self._open.append(set() if is_mapping else None)
                self._is_key.append(is_mapping)
                return
            case yaml.CollectionEndEvent():
                self._open.pop()
                self._is_key.pop()
            case yaml.ScalarEvent() if self._is_key[-1]:
                known = self._open[-1]
                if known is not None and event.value in known:
                    raise _problem(event, f"{event.value!r} stands there twice")
                if known is not None:
                    known.add(event.value)
            case yaml.ScalarEvent() | yaml.AliasEvent():
                pass
            case _:
                return
        if self._open[-1] is not None:
            self._is_key[-1] = not self._is_key[-1]


def _events(text: str) -> Iterator[Any]:
    """The events of a text. libyaml, of PyYAML 6.0.4 on, reads ahead and refuses what nests deep
    before it tells of it."""
    try:
        yield from yaml.parse(text, FastLoader)
    except yaml.MarkedYAMLError as err:
        if "nesting depth" not in str(err.problem):
            raise
        err.problem = _TOO_DEEP
        raise


def _problem(event: Any, what: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=what, problem_mark=event.start_mark)
