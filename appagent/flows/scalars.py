"""What a scalar of a flow file says, as Maestro reads it.

Maestro reads YAML with Jackson 2.17 on SnakeYAML 2.2: its words are those of YAML 1.1. In a
selector, and in `inputText`, a number that stands where a text is wanted is written anew: `0123`
is the text "83", `1.10` is "1.1", `No` is "false". Other than PyYAML it leaves `12:30` and dates
alone.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import yaml

Value = str | int | float | bool | None

_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
# SnakeYAML's Resolver.INT and FLOAT, but for base 60, which Jackson leaves as it is.
_WHOLE = re.compile(r"[-+]?(?:0b_*[01][01_]*|0x_*[0-9a-fA-F][0-9a-fA-F_]*|0[0-7_]*|[1-9][0-9_]*)")
_DECIMAL = re.compile(
    r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+"
    r"|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
)
_BASES = {"0b": 2, "0x": 16}
_TEXT = "tag:yaml.org,2002:str"
_RESOLVER: Any = yaml.SafeLoader("")
_PLAIN = 10_000_000  # where Java begins to write a number with an exponent


def value(node: yaml.ScalarNode) -> Value:
    """The value of a scalar; what is quoted is text. A word is a boolean in small, in capitals, and
    with one capital at its head."""
    said = str(node.value)
    if node.style or _is_called_text(node):  # quoted, or a block; None or "" where it is plain
        return said
    if said in _NULLS:
        return None
    word = said.lower()
    if word in _BOOLEANS and said in (word, word.upper(), word.capitalize()):
        return _BOOLEANS[word]
    bare = said.replace("_", "")
    if _WHOLE.fullmatch(said):
        return _whole(bare)
    return float(bare) if _DECIMAL.fullmatch(said) else said


def _is_called_text(node: yaml.ScalarNode) -> bool:
    """Whether a tag says that it is a text: `!!str 0123`."""
    return bool(node.tag == _TEXT != _RESOLVER.resolve(yaml.ScalarNode, node.value, (True, False)))


def _whole(bare: str) -> int:
    sign, digits = (bare[0], bare[1:]) if bare[0] in "+-" else ("", bare)
    base = _BASES.get(digits[:2], 8 if len(digits) > 1 and digits[0] == "0" else 10)
    number = int(digits[2:] if base in (2, 16) else digits, base)
    return -number if sign == "-" else number


def as_text(said: Value) -> str:
    """A value where a text is wanted."""
    match said:
        case None:
            return ""
        case bool():
            return str(said).lower()
        case float():
            return _decimal(said)
        case _:
            return str(said)


def _decimal(said: float) -> str:
    """As Java's `Double.toString` writes it: "1.1", "1.0E7"."""
    size = abs(said)
    if not size or 1e-3 <= size < _PLAIN:
        return repr(said)
    if said in (float("inf"), float("-inf")):
        return "Infinity" if said > 0 else "-Infinity"
    digits, _, power = f"{Decimal(repr(said)).normalize():E}".partition("E")
    return f"{digits}{'' if '.' in digits else '.0'}E{int(power)}"
