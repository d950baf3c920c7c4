"""Every error sentence of the program is in one file, `tests/golden/errors.txt`, to be read."""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from appagent import errors

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/errors.txt"
ERRORS = {name for name, _ in inspect.getmembers(errors, inspect.isclass)} | {"ValueError"}
"""What a validator's `ValueError` says is told of a setting or a task file."""


def test_every_error_sentence_is_in_the_golden_file() -> None:
    found = sentences()
    if os.environ.get("UPDATE_GOLDEN") == "1":
        GOLDEN.write_text(found, "utf-8")
    assert found == GOLDEN.read_text("utf-8"), "renew with UPDATE_GOLDEN=1 if meant, and read it"


def sentences() -> str:
    """Each file with the sentences of its errors, in alphabetical order."""
    files = sorted((ROOT / "appagent").rglob("*.py"))
    trees = {file: ast.parse(file.read_text("utf-8")) for file in files}
    classes = ERRORS.union(*map(_error_classes, trees.values()))
    found = sorted(
        {
            (file.relative_to(ROOT).as_posix(), name, sentence)
            for file, tree in trees.items()
            for name, sentence in _of_file(tree, classes)
        }
    )
    lines = []
    for name, group in groupby(found, key=lambda each: each[0]):
        lines += ["", name, *(f"  {error}: {sentence}" for _, error, sentence in group)]
    return "\n".join(lines[1:]) + "\n"


def _error_classes(tree: ast.Module) -> set[str]:
    """The errors that a file defines beside those of `errors.py`."""
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef) and any(_name(base) in ERRORS for base in node.bases)
    }


def _of_file(tree: ast.Module, classes: set[str]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in classes:
            yield from _calls(node, {"__init__"}, f"{node.name}.")
        if isinstance(node, ast.FunctionDef):
            yield from _calls(node, classes, "")


def _calls(node: ast.AST, names: set[str], prefix: str) -> Iterator[tuple[str, str]]:
    """The sentence of each call, within `node`, of one of these; those that hold no words of their
    own, as of `ReplyInvalid(problem, raw)`, are another sentence that is passed on."""
    texts: dict[str, list[ast.expr]] = {}
    for each in (each for each in ast.walk(node) if isinstance(each, ast.Assign)):
        for target in filter(_name, each.targets):
            texts.setdefault(_name(target), []).append(each.value)
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _name(call.func) in names and call.args:
            (first, *_) = call.args
            for value in texts.get(_name(first), [first]):
                sentence = _text(value)
                if any(letter.isalpha() for letter in _outside_braces(sentence)):
                    yield f"{prefix}{_name(call.func)}".removesuffix(".__init__"), sentence


def _name(node: ast.expr) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def _outside_braces(sentence: str) -> str:
    out, depth = "", 0
    for character in sentence:
        depth += (character == "{") - (character == "}")
        out += character if depth == 0 else ""
    return out


def _text(node: ast.expr) -> str:
    """An expression as the text that it makes, with the name of each value in braces."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_text, parts))
        case ast.FormattedValue(value=value):
            return "{" + (_name(value) or "...") + "}"
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text(left) + _text(right)
        case ast.IfExp(body=one, orelse=other):
            return "{" + f"{_text(one)} | {_text(other)}" + "}"
    return "{" + (_name(node) or "...") + "}"
