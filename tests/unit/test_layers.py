"""Who may import whom: values in the middle, the world at the edges."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS: tuple[frozenset[str], ...] = tuple(
    frozenset(rooms.split())
    for rooms in (
        "geometry errors",
        "background files stop suggest texts yamltext",
        "record",
        "config danger",
        "trail",
        "screen",
        "actions",
        "flows",
        "exchange promptfiles",
        "ports",
        "prompts knowledge",
        "outcome",
        "runs",
        "device model secrets guard",
        "agent spread",
        "bench",
        "report",
        "api",
        "mcp batch",
        "suite",
        "cli",
        "__main__ pytest_plugin",
    )
)
ONLY_IN = {  # a library -> the rooms that may know it
    "adbutils": {"device"},
    "openai": {"model"},
    "httpx2": {"model"},
    "typer": {"cli", "report"},
    "rich": {"cli", "report"},
    "lxml": {"screen"},
    "cv2": {"screen", "device", "cli"},
    "pocketphone": {"cli", "bench"},
    "mcp": {"mcp"},
    "distributed": {"spread"},
    "dask": {"spread"},
}
OWN = sorted((ROOT / "appagent").rglob("*.py"))
PHONE = sorted((ROOT / "emulator/pocketphone").rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(ROOT / "appagent").parts[0].removesuffix(".py")


def floor(name: str) -> int:
    return next(level for level, rooms in enumerate(FLOORS) if name in rooms)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def names(path: Path) -> Iterator[str]:
    """Every name and dotted name that a file uses."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name | ast.Attribute):
            yield ast.unparse(node)


def unknown(rooms: set[str]) -> set[str]:
    return rooms - {name for level in FLOORS for name in level}


def test_every_room_has_its_floor() -> None:
    assert not unknown({room(path) for path in OWN} - {"__init__"})


@pytest.mark.parametrize("path", OWN, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_down(path: Path) -> None:
    for name in imports(path):
        head, _, rest = name.partition(".")
        if head == "appagent" and room(path) != "__init__" and rest and rest != "__version__":
            other = rest.partition(".")[0]
            here, there = floor(room(path)), floor(other)
            assert there < here or other == room(path), f"{room(path)} imports {name}"
        elif head in ONLY_IN:
            assert room(path) in ONLY_IN[head], f"{room(path)} knows {head}"


@pytest.mark.parametrize("path", OWN, ids=lambda p: str(p.relative_to(ROOT)))
def test_edges_stay_at_the_edge(path: Path) -> None:
    here = room(path)
    assert ast.get_docstring(ast.parse(path.read_text("utf-8"))) or not path.read_text("utf-8")
    used = set(names(path))
    assert path.name == "plain.py" or "print" not in used, "appagent.report.plain prints"
    assert path.name == "terminal.py" or "Console" not in used, "PlainConsole is the one to use"
    assert here in ("cli", "config", "device") or not used & {"os.environ", "os.getenv"}
    broad = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"))
    ]
    assert here == "cli" or not broad, f"broad except in lines {broad}"


@pytest.mark.parametrize("path", PHONE, ids=lambda p: str(p.relative_to(ROOT)))
def test_pocket_phone_knows_nothing_of_the_agent(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree) or not tree.body
    absolute = {
        alias.name if isinstance(node, ast.Import) else node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert "appagent" not in {name.partition(".")[0] for name in absolute}


def test_importing_the_middle_loads_no_edge() -> None:
    """The agent's pages can be read, tested and embedded without a phone or an endpoint."""
    edges = ("adbutils", "openai", "typer")
    code = f"import sys, appagent.agent.run; print(*({set(edges)} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")
