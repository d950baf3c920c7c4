"""YAML that somebody else wrote: read in bounded time and memory, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

MOST_DEPTH = 100
_TOO_DEEP = f"it nests deeper than {MOST_DEPTH} levels"
MOST_NODES = 200_000  # with all that aliases repeat


class FastLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """libyaml reads 200 documents in 30 ms instead of 230. A key that stands there twice, of which
    a reader would forget the first, is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys: set[str] = set()
        for key, _ in node.value:
            if str(key.value) in keys:
                problem = f"{key.value!r} stands here twice"
                raise yaml.constructor.ConstructorError(
                    problem=problem, problem_mark=key.start_mark
                )
            keys.add(str(key.value))
        return dict(super().construct_mapping(node, deep))


def read_yaml(text: str, loader: Any = FastLoader) -> Any:
    """The value of the text.

    Raises: `yaml.YAMLError`, also for what nests deeper than `MOST_DEPTH`: libyaml overflows the
    stack on 60,000 brackets, and ends the process. `ValueError` for a number or a date that none
    is.
    """
    check(text)
    try:
        return yaml.load(text, loader)
    except (AttributeError, IndexError, KeyError, TypeError) as err:  # as `!!bool x` ends
        raise yaml.YAMLError("a tag, `!!...`, does not fit what stands behind it") from err


def check(text: str) -> None:
    """Raises: `yaml.YAMLError` for a text that is no YAML, nests too deep, or grows too large by
    its aliases."""
    sizes: dict[str, int] = {}  # nodes of what has an anchor
    inside: list[tuple[str | None, int]] = [(None, 0)]  # the anchor and the nodes of what is open
    for event in _events(text):
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
