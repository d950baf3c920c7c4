"""`$((…))`: whole numbers of 32 bits, as mksh counts."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping

from pocketphone.shell.cursor import GrammarError

# The language is read by Python's own parser, once its words are Python's.
_WORDS = (
    (r"\$\{?(\w+)\}?", r"\1"),
    (r"&&", " and "),
    (r"\|\|", " or "),
    (r"!(?!=)", " not "),
    (r"\b0+(?=\d)", ""),
)
_BINARY: Mapping[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: int(left / right),  # towards zero, as in C
    ast.Mod: lambda left, right: left - right * int(left / right),
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: lambda left, right: left << (right & 31),
    ast.RShift: lambda left, right: left >> (right & 31),
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}

Variables = Callable[[str], str | None]


def evaluate(text: str, variables: Variables) -> int:
    """What the expression comes to. Raises: `GrammarError`."""
    python = text.strip() or "0"
    for old, new in _WORDS:
        python = re.sub(old, new, python)
    try:
        return _value(ast.parse(python.strip(), mode="eval").body, variables)
    except ZeroDivisionError:
        raise GrammarError(f"{text}: divide by zero") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise GrammarError(f"{text}: bad expression", beyond=True) from None


def _value(node: ast.expr, variables: Variables) -> int:
    match node:
        case ast.Constant(value=int(number)):
            return _wrap(number)
        case ast.Name(id=name):
            return _wrap(int(variables(name) or "0"))
        case ast.BinOp(left, how, right) if type(how) in _BINARY:
            made = _BINARY[type(how)](_value(left, variables), _value(right, variables))
            return _wrap(made)
        case ast.Compare(left, [how], [right]) if type(how) in _BINARY:
            return int(_BINARY[type(how)](_value(left, variables), _value(right, variables)))
        case ast.BoolOp(how, values):
            found = (_value(value, variables) != 0 for value in values)
            return int(all(found) if isinstance(how, ast.And) else any(found))
        case ast.UnaryOp(ast.USub(), operand):
            return _wrap(-_value(operand, variables))
        case ast.UnaryOp(ast.Not(), operand):
            return int(not _value(operand, variables))
        case ast.UnaryOp(ast.UAdd(), operand):
            return _value(operand, variables)
    raise ValueError(f"no arithmetic of the shell: {ast.dump(node)}")


def _wrap(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31
