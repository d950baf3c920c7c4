"""Read and check the prompt files, and list the verbs: what stays the same during a run.

A file `prompts/NAME.md` has two parts with a line `---` between them: the part that stays the same
during a run, which endpoints cache, and the part of each step. `$name` marks a variable; braces
of JSON stay as they are. The `_points` files, for models that point, share the second part with
the file that they are named after.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import get_args

from appagent.actions.dsl import parse
from appagent.actions.verbs import AnyVerb, Kinds, TextInFocus, parameters
from appagent.errors import ConfigError
from appagent.files import data_folder

_STEP = frozenset(
    {"shown", "verbs", "task", "past", "memory", "phone", "app", "elements", "notice"}
)
VARIABLES: dict[str, frozenset[str]] = {
    "run": _STEP | {"pace", "span", "action", "read", "map"},
    "explore": _STEP | {"tried", "untouched"},
    "run_points": _STEP | {"read", "map"},  # see actions/coords.py
    "explore_points": _STEP | {"tried", "untouched"},
    "reflect": frozenset({"task", "action", "thought", "old", "app", "change"}),
    "document": frozenset({"task", "action", "old", "app", "change"}),
    "permission": frozenset({"task", "deed", "done", "phone", "earlier", "app", "elements"}),
    "names": frozenset({"task", "deed"}),
    "scope": frozenset({"task"}),
    "deed": frozenset({"app", "page", "controls"}),
    "page": frozenset({"known", "app", "elements"}),
    "verify": frozenset(
        {"task", "past", "phone", "read", "end", "earlier", "before", "app", "now"}
    ),
    "read": frozenset(),
    "mcp": frozenset({"known", "verbs"}),
}


@cache
def prompt_parts(name: str) -> tuple[str, str]:
    """The two parts of the prompt `name`, with their variables."""
    base = name.removesuffix("_points")
    step = prompt_parts(base)[1] if base != name else ""
    return load(data_folder("prompts") / f"{name}.md", VARIABLES[name], step)


def load(path: Path, variables: frozenset[str], step: str = "") -> tuple[str, str]:
    """The two parts of a prompt file, which must contain exactly these variables. `step` is the
    second part of a file that has none.

    Raises: `ConfigError` naming the file and what was expected.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as err:
        raise ConfigError(f"cannot read the prompt file {path}: {err.strerror}") from err
    text = f"{text}\n---\n{step}" if step else text
    system, rule, user = text.partition("\n---\n")
    if not rule:
        raise ConfigError(f"{path}: no line `---` between the fixed part and the step's part")
    found = frozenset(Template(text).get_identifiers())
    if not Template(text).is_valid() or found != variables:
        raise ConfigError(
            f"{path}: its variables must be {sorted(variables)}, found {sorted(found)} "
            "(a dollar sign of its own is written `$$`)"
        )
    return system, user


_UNTOLD = ("dist", "optional", "commits")  # parameters that the rules tell, or nothing


@cache
def verb_list(kinds: Kinds) -> str:
    """The list of verbs, one line each with its parameters and its use; then one of them as it is
    written in a reply. "?" is behind a parameter that may be left out; choices are told once."""
    lines: list[str] = []
    told = {""}
    for kind in kinds:
        given = []
        for name in (each for each in parameters(kind) if each not in _UNTOLD):
            mark = _type(kind.model_fields[name].annotation)
            given.append(name if mark in told and mark != "?" else f"{name}{mark}")
            told.add(mark)
        use = " ".join((kind.__doc__ or "").split())
        lines.append(f"- {_kind(kind)}({', '.join(given)}): {use}")
    example = {"kind": _kind(kinds[0])} | parse(kinds[0].example).model_dump(exclude_unset=True)
    example["commits"] = "none"
    return "\n".join([*lines, f"Example: {json.dumps(example)}"])


def verb_examples(kinds: Sequence[type[AnyVerb | TextInFocus]]) -> str:
    """The verbs as a program is written that names its targets: an example each, and its use."""
    lines = []
    for kind in kinds:
        by_name = re.sub(r"\(\d+, (?:name=)?", "(", kind.example)
        lines.append(f"{by_name}: {' '.join((kind.__doc__ or '').split())}")
    return "\n".join(lines)


def _kind(kind: type[AnyVerb | TextInFocus]) -> str:
    return str(kind.model_fields["kind"].default)


def _type(annotation: object) -> str:
    """What the verb list says behind a parameter: "?" where it may be left out, and its choices."""
    match get_args(annotation):
        case (_, types.NoneType):
            return "?"
        case ():
            return ""
        case choices if all(isinstance(choice, str) for choice in choices):
            return f": {'|'.join(choices)}"
        case _:
            return ""
