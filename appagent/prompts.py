"""Find, check and fill the prompt files, and make the blocks that fill them.

A file `prompts/NAME.md` has two parts with a line `---` between them: the part that stays the same
during a run, which endpoints cache, and the part of each step. `$name` marks a variable; braces
of JSON stay as they are. The `_points` files, for models that point, share the second part with
the file that they are named after.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import get_args, get_origin

from appagent.actions.dsl import parse
from appagent.actions.verbs import AnyVerb, Kinds, TextInFocus
from appagent.config import See
from appagent.errors import ConfigError
from appagent.exchange import Prompt
from appagent.screen.describe import UNSEEN, mark_line
from appagent.screen.keys import row_of
from appagent.screen.values import SHAPE, View

MarkNotes = Mapping[int, Mapping[str, str]]
"""Notes by the label of a mark and by the use, as a prompt names it."""

_STEP = frozenset({"shown", "verbs", "task", "past", "memory", "app", "elements", "notice"})
VARIABLES: dict[str, frozenset[str]] = {
    "run": _STEP,
    "explore": _STEP | {"tried", "untouched"},
    "run_points": _STEP,  # see actions/coords.py
    "explore_points": _STEP | {"tried", "untouched"},
    "reflect": frozenset({"task", "action", "thought", "old", "app", "change"}),
    "document": frozenset({"task", "action", "old", "app", "change"}),
    "read": frozenset(),
}

SHOWN: dict[See, str] = {
    "image+list": "as a picture with numbered elements and the same elements as text",
    "image": "as a picture with numbered elements",
    "list": "as text, a line for each numbered element",
    "clean+list": "as a picture and as text, a line for each element with its number",
    "raw": "as a picture",
}


def fill(name: str, **values: str) -> Prompt:
    """The prompt `name` with every variable in its place."""
    missing = VARIABLES[name] ^ values.keys()
    if missing:
        raise TypeError(f"prompt {name}: variables {sorted(missing)} are missing or unknown")
    system, text = _parts(name)
    return Prompt(
        Template(system).substitute(values).strip(), Template(text).substitute(values).strip(), name
    )


def digest(prompt: Prompt) -> str:
    """A short fingerprint of what was sent, for the trail."""
    return hashlib.sha256(f"{prompt.system}\0{prompt.text}".encode()).hexdigest()[:12]


def escape(text: str) -> str:
    """Text from the phone, a reply or a note, so that it cannot close the block around it."""
    # Half a surrogate pair cannot be sent, so it is spelled out.
    return text.encode(errors="backslashreplace").decode().replace("</", "<\\/")


def element_block(view: View, lines: Sequence[str], see: See, docs: MarkNotes) -> str:
    """The `<screen>` block: the `lines` of a view, each with its notes under it.

    If the picture alone is sent, only the marks with notes: by number, or by name if the picture
    shows no numbers.
    """
    out: list[str] = []
    if see == "raw":
        unseen = UNSEEN.get(view.screen.picture)
        height, width = view.image.shape[:2]
        out.append(f"(a picture of {width}x{height} px{f': {unseen}' if unseen else ''})")
    last: dict[str, list[str]] = {}  # the last notes for a row's key
    for text in lines:
        label = text.partition(" ")[0]
        has_docs = label.isdigit() and int(label) in docs
        if see == "raw":
            out += [f"-{escape(text.removeprefix(label))}"] * has_docs
        elif see != "image":
            out.append(escape(text))
        elif has_docs:
            out.append(label)
        if not has_docs:
            continue
        notes = _note_lines(docs[int(label)])
        key = _row_key(view, int(label))
        if not key or last.get(key) != notes:
            out += notes
        last[key] = notes
    cells = [mark for mark in view.marks if mark.element is None and mark.label in docs]
    for mark in cells:
        out += [mark_line(mark), *_note_lines(docs[mark.label])]
    return "\n".join(out) or "(the numbers are in the picture)"


def _note_lines(docs: Mapping[str, str]) -> list[str]:
    """The notes on one mark, one line each."""
    texts = (f"{use}: {json.dumps(text, ensure_ascii=False)}" for use, text in docs.items())
    return [f"    {escape(text)}" for text in texts]


def _row_key(view: View, label: int) -> str:
    """The key that rows of a list or shapes on a surface share; "" for an element with its own.
    A note on one of them is about those below it too, up to the next note."""
    mark = view.mark(label)
    if mark is None or mark.element is None:
        return ""
    key = mark.element.key
    return key if row_of(key) or mark.element.role == SHAPE else ""


@cache
def verb_list(kinds: Kinds) -> str:
    """The list of verbs: one line each with its parameters, its use and an example."""
    return "\n".join(_verb(kind) for kind in kinds)


def _verb(kind: type[AnyVerb | TextInFocus]) -> str:
    parameters = ", ".join(
        f"{name}: {_type(field.annotation)}"
        for name, field in kind.model_fields.items()
        if name not in ("kind", "name")
    )
    use = " ".join((kind.__doc__ or "").split())
    example = json.dumps({"kind": _kind(kind)} | parse(kind.example).model_dump(exclude_unset=True))
    return f"- {_kind(kind)}({parameters}): {use} {example}"


def _kind(kind: type[AnyVerb | TextInFocus]) -> str:
    return str(kind.model_fields["kind"].default)


def _type(annotation: object) -> str:
    """A type as the verb list names it: `int`, `int?`, `up|down|left|right`."""
    arguments = get_args(annotation)
    if type(None) in arguments:
        return f"{_type(arguments[0])}?"
    if get_origin(annotation) is not None and arguments:
        return "|".join(str(choice) for choice in arguments)
    return getattr(annotation, "__name__", str(annotation))


@cache
def _parts(name: str) -> tuple[str, str]:
    base = name.removesuffix("_points")
    step = _parts(base)[1] if base != name else ""
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


def data_folder(name: str) -> Path:
    """A folder of data that comes with appagent: in the checkout, or in an installed package."""
    package = Path(__file__).resolve().parent
    # An editable install holds a copy of the package's data that goes stale.
    checkout = package.parent
    is_checkout = (checkout / "pyproject.toml").is_file()
    return checkout / name if is_checkout else package / "data" / name
