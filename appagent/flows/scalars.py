"""What a scalar of a flow file says, as Maestro reads it.

Maestro reads YAML with Jackson 2.17 on SnakeYAML: its words are those of YAML 1.1, and where a text
is wanted, a number that stands there is written anew: `0123` is the text "83", `1.10` is "1.1",
`No` is "false". Other than PyYAML it leaves `12:30` and dates alone.
"""

from __future__ import annotations

import re
from decimal import Decimal

import yaml

Value = str | int | float | bool | None

_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_WHOLE = re.compile(r"[-+]?\d[\d_]*")
_OCTAL = re.compile(r"[-+]?0[0-7_]+")
_DECIMAL = re.compile(r"[-+]?\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_PLAIN = 10_000_000  # where Java begins to write a number with an exponent


def value(node: yaml.ScalarNode) -> Value:
    """The value of a scalar; what is quoted is text. A word is a boolean in small, in capitals, and
    with one capital at its head."""
    said = str(node.value)
    if node.style:  # quoted, or a block; None or "" where it is plain
        return said
    if said in _NULLS:
        return None
    word = said.lower()
    if word in _BOOLEANS and said in (word, word.upper(), word.capitalize()):
        return _BOOLEANS[word]
    bare = said.replace("_", "")
    if _OCTAL.fullmatch(said):
        return int(bare, 8)
    if _WHOLE.fullmatch(said):
        return int(bare)
    return float(bare) if _DECIMAL.fullmatch(said) else said


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
    digits, _, power = f"{Decimal(repr(said)).normalize():E}".partition("E")
    return f"{digits}{'' if '.' in digits else '.0'}E{int(power)}"
