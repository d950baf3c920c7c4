"""YAML that somebody else wrote: read in bounded time and memory, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Mistake:
    """Why a text is no YAML, in words of those who write it. Line and column from 1; 0: the whole
    text."""

    line: int
    column: int
    what: str

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "cannot be read"
        return f"{place}: {self.what}"


def mistake(err: Exception, text: str) -> Mistake:
    """What an error of `read_yaml` or `check` means in their text."""
    if not isinstance(err, yaml.MarkedYAMLError):
        return Mistake(0, 0, " ".join(str(err).split()))
    mark = err.problem_mark or err.context_mark
    what = _in_words(err, text.splitlines())
    if err.context_mark and what.startswith(_OPENS):
        mark = err.context_mark
    return Mistake(mark.line + 1, mark.column + 1, what) if mark else Mistake(0, 0, what)


LIST_WITHIN = "a list begins here, in the middle of `name: value` lines"
_OPENS = "what opens here"  # told where it opens, for it is noticed at the end of the text


def _in_words(err: yaml.MarkedYAMLError, lines: list[str]) -> str:
    """The words for an error of libyaml; its own for those that have none."""
    problem, context = str(err.problem or err), err.context or ""
    mark = err.problem_mark or err.context_mark
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    before, here = (line[: mark.column], line[mark.column :]) if mark else ("", "")
    match problem:
        case _ if "unexpected end of stream" in problem and "quoted" in context:
            return f"{_OPENS}, a quotation mark, is never closed"
        case _ if "',' or '" in problem:
            return f"{_OPENS}, a bracket, is not closed, or a comma is missing in it"
        case _ if "cannot start any token" in problem and here.startswith("\t"):
            return "a tab: YAML takes blanks alone to indent a line"
        case _ if "cannot start any token" in problem or "directive" in context:
            return f"a text that begins with `{here[:1] or before[:1]}` stands in quotes"
        case _ if "undefined alias" in problem or "anchor" in context or "alias" in context:
            return "a text that begins with `*` or `&` stands in quotes"
        case _ if "mapping values are not allowed" in problem:
            if ": " in before.lstrip():
                return "a text that has `: ` in it stands in quotes"
            return "this line is indented as a part of the text before it"
        case _ if "escape" in problem or "hexdecimal" in problem:
            return "within \"...\" a `\\` is written `\\\\`; within '...' it stands for itself"
        case _ if "expected key" in problem and before.rstrip().endswith(("'", '"')):
            return "a text ends at its quotation mark; within '...' one is written ''"
        case _ if "expected key" in problem and here.startswith("- "):
            return LIST_WITHIN
        case _ if "expected key" in problem or "document start" in problem:
            return "this line is indented neither as those above it nor deeper"
        case _ if "'-' indicator" in problem:
            return "this line stands in a list, where each begins with `- `, all as far in"
        case _ if "node content" in problem:
            return "a value is missing here, or a bracket closes what none opened"
        case _ if "could not find expected ':'" in problem:
            return "a `:` is missing in the line before this, or its text goes on without quotes"
        case _ if problem == _TOO_DEEP:
            return problem
        case _:
            return f"{problem} {context}".strip()


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
                within = any(event.anchor == name for name, _ in inside)
                if event.anchor not in sizes and not within:
                    raise _problem(event, "found undefined alias")
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
