"""`appagent docs map`: the map of an app as a page, and what the other commands tell of maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from appagent.cli.desktop import open_file
from appagent.cli.docs_files import match_packages, only_one, store_to_read
from appagent.cli.out import make_folder, replaceable, write_out
from appagent.errors import UsageError
from appagent.knowledge.docfile import package_folder
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapfile import Maps, maps_of
from appagent.knowledge.store import DocStore
from appagent.report import plain
from appagent.report.html import is_own_page
from appagent.report.map import map_page
from appagent.report.plain import plural
from appagent.texts import first_few

PAGE = "map.html"
_TOLD = 5  # ways that lead to no page


def draw_map(app: str, out: Path | None, folder: Path | None, *, opens: bool, as_json: bool) -> int:
    """Write the page of a map and say where, or print the map as JSON; gives the exit code."""
    store = store_to_read(folder)
    maps = maps_of(store)
    package = match_mapped(store, maps, app)
    known = maps.read(package)
    if not known.pages:
        raise _no_map(package)
    if as_json:
        plain.document({"app": package} | known.model_dump(mode="json"))
        if out is None and not opens:
            return 0
    file = out or page_of_map(maps, package)
    if out is None:
        make_folder(file.parent)
    replaceable(file, "page of appagent", is_own_page)
    write_out(file, map_page(known, package).encode())
    if not as_json:
        plain.line(file)
    if opens and not open_file(file):
        plain.aside(f"there is no desktop to open it: open {file} in a browser")
    return 0


def page_of_map(maps: Maps, package: str) -> Path:
    """Where the page of a map is written if no other file is named."""
    return maps.folder / package_folder(package) / PAGE


def match_mapped(store: DocStore, maps: Maps, app: str) -> str:
    """The one package with a map that `app` names. Raises: `UsageError` for none or several."""
    mapped = maps.packages()
    fit, unmapped = _naming(app, mapped), _naming(app, store.packages())
    if unmapped and not fit:
        raise _no_map(only_one(app, unmapped))
    return only_one(app, match_packages(store, app, mapped, "maps"))


def _no_map(package: str) -> UsageError:
    return UsageError(
        f"there is no map of {package} yet: `appagent explore --app {package}` learns one"
    )


def _naming(app: str, packages: Sequence[str]) -> list[str]:
    return [package for package in packages if app.casefold() in package.casefold()]


def size(known: AppMap) -> str:
    """`12 pages, 30 ways`; "" where there is no map."""
    ways = sum(len(control.edges) for page in known.pages for control in page.controls)
    return f"{plural(len(known.pages), 'page')}, {plural(ways, 'way')}" if known.pages else ""


def loose_ends(known: AppMap) -> list[str]:
    """What a map says that cannot be followed, in words."""
    names = Counter(page.name for page in known.pages)
    ends = [
        f"a way of {page.name!r} leads to {edge.to!r}: no page is called so"
        for page in known.pages
        for control in page.controls
        for edge in control.edges.values()
        if edge.to not in names
    ]
    lost = known.start and known.start not in names
    first = [f"the start is {known.start!r}: no page is called so"] if lost else []
    twice = [f"{n} pages are called {name!r}" for name, n in names.items() if n > 1]
    return first_few([*first, *twice, *dict.fromkeys(ends)], _TOLD)
