"""Measure the house: size, length, names, breadth of excepts, cycles; a row a measure, a column a
package.

Participle names are functions whose first word ends in -ed, or is an irregular one (`told`); it is
a rough count, to be compared with itself. A name of several meanings is a public class that two
modules define, or a public function that three do.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"appagent": ROOT / "appagent", "pocketphone": ROOT / "emulator" / "pocketphone"}
IRREGULAR = re.compile(
    "told|kept|seen|known|shown|chosen|meant|said|held|sent|found|made|drawn|given|taken|gone|done"
    "|written|built|bound|lent|led|met|lost|heard|thought|brought|bought|caught|fed|felt|hidden"
    "|laid|lit|paid|sold|spent|stood|struck|taught|torn|worn|grown|broken|begun|spoken|driven"
    "|thrown|hung"
)
NOT_PARTICIPLES = frozenset({"embed", "speed", "shared", "need", "seed", "feed"})
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One file of a package."""

    name: str  # dotted
    lines: int
    tree: ast.Module

    @property
    def functions(self) -> list[Function]:
        return [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    @property
    def annotations(self) -> Iterator[ast.expr]:
        for function in self.functions:
            arguments = function.args
            every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            yield from (a.annotation for a in every if a.annotation)
            yield from (function.returns,) if function.returns else ()


def modules(folder: Path) -> list[Module]:
    """The modules of a package."""
    out = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        dotted = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        name = dotted.removesuffix(".__init__")
        out.append(Module(name, text.count("\n"), ast.parse(text)))
    return out


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def is_participle(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    regular = first.endswith("ed") and len(first) > 4 and first not in NOT_PARTICIPLES
    return not name.startswith("__") and (bool(IRREGULAR.fullmatch(first)) or regular)


def several_meanings(house: list[Module]) -> list[str]:
    """The public names that more than one thing has."""
    classes, functions = defaultdict(list), defaultdict(list)
    for module in house:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(module.name)
            elif isinstance(node, Function):
                functions[node.name].append(module.name)
    many = [name for name, at in classes.items() if len(at) > 1]
    many += [name for name, at in functions.items() if len(at) > 2]
    return sorted(name for name in many if not name.startswith("_"))


def broad_excepts(module: Module) -> int:
    handlers = (node for node in ast.walk(module.tree) if isinstance(node, ast.ExceptHandler))
    broad = ("Exception", "BaseException")
    return sum(h.type is None or ast.unparse(h.type) in broad for h in handlers)


def has_cycle(house: list[Module]) -> bool:
    """Whether modules import each other in a circle, at their top level."""
    names = {module.name for module in house}
    graph = {module.name: set(_imports(module, names)) - {module.name} for module in house}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError:
        return True
    return False


def _imports(module: Module, names: set[str]) -> Iterator[str]:
    for node in module.tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from [name for name in (inner, node.module) if name in names][:1]


def measures(house: list[Module]) -> Mapping[str, object]:
    functions = [function for module in house for function in module.functions]
    lines = sum(module.lines for module in house)
    participles = sum(is_participle(function.name) for function in functions)
    notes = [note for module in house for note in module.annotations]
    loose = sum(ast.unparse(note) == "Any" for note in notes)
    over: Callable[[int], int] = lambda n: sum(length(f) > n for f in functions)  # noqa: E731
    files: Callable[[int], int] = lambda n: sum(m.lines > n for m in house)  # noqa: E731
    many = several_meanings(house)
    return {
        "lines": f"{lines:,}",
        "functions > 40 / > 60 lines": f"{over(40)} / {over(60)}",
        "files > 300 / > 400 lines": f"{files(300)} / {files(400)}",
        "broad excepts a 1,000 lines": f"{sum(map(broad_excepts, house)) / lines * 1000:.2f}",
        "import cycles": "yes" if has_cycle(house) else "none",
        "annotations that are Any": f"{loose / len(notes):.1%}",
        "participle names": f"{participles / len(functions):.1%} ({participles})",
        "names of several meanings": len(many),
    }


def main() -> None:
    houses = {name: modules(folder) for name, folder in PACKAGES.items()}
    columns = {name: measures(house) for name, house in houses.items()}
    print(f"{'':34}" + "".join(f"{name:16}" for name in columns))
    for row in next(iter(columns.values())):
        print(f"{row:34}" + "".join(f"{column[row]!s:16}" for column in columns.values()))
    phones = ("tests.pocketphone", "tests.avd")
    ours = (m for m in modules(ROOT / "tests") if not m.name.startswith(phones))
    tests = sum(module.lines for module in ours)
    own = sum(module.lines for module in houses["appagent"])
    offline = sum(m.lines for m in houses["appagent"] if "offline" in m.name)
    readme = (ROOT / "README.md").read_text("utf-8").count("\n")
    print(f"{'tests : code, without the phone':34}{tests / own:.2f}")
    print(f"{'lines of offline, of the README':34}{offline}, {readme}")
    print(f"{'names of several meanings':34}{', '.join(several_meanings(houses['appagent']))}")


if __name__ == "__main__":
    main()
