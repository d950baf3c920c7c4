"""What is told of a text that is no YAML: where, and in the words of those who write it."""

from __future__ import annotations

import pytest
import yaml

from appagent.yamltext import Mistake, mistake, read_yaml


def _told(text: str) -> Mistake:
    with pytest.raises((yaml.YAMLError, ValueError)) as raised:
        read_yaml(text)
    return mistake(raised.value, text)


@pytest.mark.parametrize(
    ("text", "line", "column", "told"),
    [
        ("a: b\nc:\n\td: e\n", 3, 1, "a tab"),
        ('a: "b\nc: d\n', 1, 4, "a quotation mark, is never closed"),
        ("a: 'b\nc: d\n", 1, 4, "a quotation mark, is never closed"),
        ("a: [b\nc: d\n", 1, 4, "a bracket, is not closed"),
        ("a: {b: c\nd: e\n", 1, 4, "a bracket, is not closed"),
        ("a: b: c\n", 1, 5, "a text that has `: ` in it stands in quotes"),
        ("a: b\n    c: d\n", 2, 6, "indented as a part of the text before it"),
        ("a:\n   b: c\n  d: e\n", 3, 3, "indented neither as those above it nor deeper"),
        ("a: @b\n", 1, 4, "begins with `@` stands in quotes"),
        ("a: *b\n", 1, 4, "stands in quotes"),
        ('a: "C:\\Users"\n', 1, 9, "is written `\\\\`"),
        ('a: "b" c\n', 1, 8, "a text ends at its quotation mark"),
        ("a: b\n- c\n", 2, 1, "a list begins here"),
        ("- a: b\n -c\n", 2, 2, "each begins with `- `"),
        ("a: b\nc\n", 3, 1, "a `:` is missing in the line before this"),
        ("a: }\n", 1, 4, "a value is missing here"),
        ("a: &b [*b]\n", 1, 8, "or never ends"),
        ("a: \x01\n", 0, 0, "control characters are not allowed"),
        ("a: 2026-02-30\n", 0, 0, "day"),
    ],
)
def test_a_mistake_is_told_where_it_was_made(text: str, line: int, column: int, told: str) -> None:
    found = _told(text)
    assert (found.line, found.column) == (line, column)
    assert told in found.what


def test_a_mistake_names_its_line_for_those_who_know_the_file() -> None:
    assert str(_told("a: b\n- c\n")).startswith("line 2: a list begins here")
    assert str(_told("a: 2026-02-30\n")).startswith("cannot be read: ")
