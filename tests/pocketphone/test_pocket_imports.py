"""Which file of the pocket phone imports which."""

from __future__ import annotations

import ast
from collections.abc import Collection
from graphlib import TopologicalSorter
from pathlib import Path

import pocketphone

ROOT = Path(pocketphone.__file__).parent


def modules() -> dict[str, Path]:
    paths = {path: path.relative_to(ROOT.parent).with_suffix("") for path in ROOT.rglob("*.py")}
    return {".".join(name.parts).removesuffix(".__init__"): path for path, name in paths.items()}


def imported(tree: ast.AST, known: Collection[str]) -> set[str]:
    """The modules that are imported, wherever the import stands."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in known else node.module for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def above(name: str) -> list[str]:
    """The packages that Python imports before a module."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def test_imports_flow_one_way_and_never_to_the_agent() -> None:
    known = modules()
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        found = imported(ast.parse(path.read_text(encoding="utf-8")), known)
        assert not any(each.split(".")[0] == "appagent" for each in found), name
        packages = {package for each in found for package in above(each)}
        graph[name] = (found | packages - set(above(name))) & known.keys() - {name}
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the circle
