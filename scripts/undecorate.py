"""Rewrites files so that mutmut changes also what is a property or keeps its answers: it leaves out
what has a decorator, so each is put on below its function.

    @cache                      def words() -> str:
    def words() -> str:   ->        ...
        ...                     words = cache(words)
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

DECORATORS = {"cache", "cached_property", "lru_cache", "property"}


def undecorated(source: str) -> str:
    """The source with these decorators below their functions."""
    lines = source.splitlines()
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda node: node.lineno, reverse=True):
        match function.decorator_list:
            case [ast.Name(id=name) | ast.Call(func=ast.Name(id=name)) as decorator]:
                if name in DECORATORS:
                    put_on = f"{function.name} = {ast.unparse(decorator)}({function.name})"
                    lines.insert(function.end_lineno or 0, " " * function.col_offset + put_on)
                    del lines[decorator.lineno - 1 : function.lineno - 1]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(undecorated(path.read_text(encoding="utf-8")), encoding="utf-8")
