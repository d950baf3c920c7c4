"""Write a flow as the text of a file, as short as Maestro's syntax allows; read.py inverted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

import yaml

from appagent.flows import scalars
from appagent.flows.grammar import camel, grammar
from appagent.flows.language import Command, Flow, Part, Repeat, Retry, RunFlow

_LAST = ("label", "optional")  # that every command has
_WIDTH = 1_000_000  # of a line: a text is never folded


def write(flow: Flow) -> str:
    """The text of a file. Raises: nothing; `read` gives the same flow again."""
    return f"{_dump(_mapping(flow.config))}---\n{_dump(list(map(_command, flow.commands)))}"


def told(part: Part) -> str:
    """A command, or a selector, as one line of a file, without the commands in it."""
    data = _data(part)
    if isinstance(part, RunFlow | Repeat | Retry):
        said = {name: each for name, each in _mapping(part).items() if name != "commands"}
        data = {part.word: _short(part, said)} if said else part.word
    line = data if isinstance(data, str) else _dump(data, on_one_line=True).strip()
    return line[1:-1] if isinstance(part, Command) and line.startswith("{") else line


def _command(command: Command) -> Any:
    """A command as data: a word, or a mapping of one."""
    said = _mapping(command)
    if not said and command.bare:
        return command.word
    return {command.word: _short(command, said)}


def _short(part: Part, said: Mapping[str, Any]) -> Any:
    """What a mapping says, in its short form where there is one."""
    flat = grammar(type(part)).flat
    short = camel((flat.hint if flat else part).short)
    return said[short] if [*said] == [short] else said


def _mapping(part: Part) -> dict[str, Any]:
    """The fields of an object that differ from what they are by themselves."""
    said: dict[str, Any] = {}
    for field in sorted(fields(part), key=lambda each: each.name in _LAST):
        value = getattr(part, field.name)
        if field.name == "at" or value == _default(field):
            continue
        if "flat" in field.metadata:
            said |= _mapping(value)
        elif field.name == "others":
            said |= value
        else:
            said[camel(field.name)] = _data(value)
    return said


def _default(field: Any) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _data(value: Any) -> Any:
    match value:
        case Command():
            return _command(value)
        case Part():
            return _short(value, _mapping(value))
        case tuple():
            return list(map(_data, value))
        case _:
            return value


class _Dumper(yaml.SafeDumper):
    """Quotes what Maestro would take for something else than a text, and indents lists."""

    def increase_indent(self, flow: bool = False, *_: object, **__: object) -> None:
        super().increase_indent(flow, indentless=False)


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    plain = yaml.ScalarNode("", text)
    one_line = text.isprintable()
    style = None if isinstance(scalars.value(plain), str) and one_line else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def _dump(data: Any, *, on_one_line: bool = False) -> str:
    return str(
        yaml.dump(
            data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH,
            default_flow_style=on_one_line,
        )
    )  # fmt: skip
