"""`appagent docs`: what was learned, for people to read, check, share and remove."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from appagent.api import open_store
from appagent.cli.docs_files import (
    NO_DOCS,
    DocFile,
    damaged,
    doc_files,
    match_package,
    match_packages,
    store_to_read,
)
from appagent.cli.docs_map import loose_ends, page_of_map, size
from appagent.cli.out import agree_to_remove, replaceable, zip_names
from appagent.config import load
from appagent.danger import Danger
from appagent.errors import StoreError, UsageError
from appagent.knowledge.answers import FILE, AnswerFiles, Answers, files_of
from appagent.knowledge.map import MOST_PAGES
from appagent.knowledge.mapfile import Maps, maps_of
from appagent.knowledge.mapmerge import MapMerge
from appagent.knowledge.pack import UnpackResult, is_pack, known_packages, pack, unpack
from appagent.knowledge.paperdocs import Left, import_paper_docs
from appagent.knowledge.store import remove_document
from appagent.report import plain
from appagent.report.plain import plural
from appagent.screen.describe import quote
from appagent.screen.values import Use
from appagent.suggest import did_you_mean, near
from appagent.texts import first_few

_TITLES = 3  # of docs that are to be removed
_GUARD = "what the guard was told, and your word on it"


def list_docs(app: str | None, folder: Path | None, as_json: bool) -> int:
    """Print the apps that have docs or a map, or the documents of one, a line each."""
    store = store_to_read(folder)
    maps, packages = maps_of(store), known_packages(store)
    packages = match_packages(store, app, packages) if app else packages
    documented = store.packages()

    def of(package: str) -> list[DocFile]:
        return doc_files(store, package) if package in documented else []

    if as_json:
        every = {package: of(package) for package in packages}
        plain.document({name: [file.json() for file in files] for name, files in every.items()})
        return 0
    code = 0
    for package in packages:
        try:
            files, mapped = of(package), size(maps.read(package))
            said = _answers(files_of(store).read(package, ""))
        except StoreError as err:  # the other apps' are still worth a look
            plain.error(f"appagent: {err}; `appagent docs check` names all that are damaged")
            code = err.exit_code
            continue
        yours = sum(file.is_yours for file in files)
        told = f"{plural(len(files), 'element')}, {yours or 'none'} of them yours"
        about = filter(None, (told if files else "", mapped and f"map: {mapped}", said))
        plain.line(f"{package}: {'; '.join(about)}")
        for file in files if app else ():
            plain.line(f"  {file.title}  {_owners(file)}  {file.path.name}")
    if not packages:
        plain.aside(NO_DOCS)
    return code


def _answers(known: Answers) -> str:
    """`guard: 120 answers, 2 lines of yours`; "" for none."""
    counts = [sum(len(page.deeds) for page in pages) for pages in (known.asked, known.yours)]
    own = f", {plural(counts[1], 'line')} of yours" if counts[1] else ""
    warned = f", {plural(known.warnings, 'warning')} of packs" if known.warnings else ""
    return f"guard: {plural(counts[0], 'answer')}{own}{warned}" if any(counts) or warned else ""


def _owners(file: DocFile) -> str:
    """`tap (auto, yours; manual, shipped), swipe (demo, yours; danger: delete)`."""
    return ", ".join(
        f"{use} ({'; '.join((*_sources(file, use), *_danger_words(*file.doc.dangers(use))))})"
        for use in file.doc.uses
    )


def _sources(file: DocFile, use: Use) -> list[str]:
    return [f"{source}, {file.owner(use, source)}" for source in file.doc.uses[use]]


def _danger_words(*dangers: Danger | None) -> list[str]:
    """`danger: send, delete`; nothing for none."""
    told = ", ".join(filter(None, dangers))
    return [f"danger: {told}"] if told else []


def show_docs(app: str, element: str | None, folder: Path | None, as_json: bool) -> int:
    """Print the documents of an app, or of an element, in full."""
    store = store_to_read(folder)
    files = [
        file
        for package in match_packages(store, app)
        for file in doc_files(store, package, element)
    ]
    if as_json:
        plain.document([file.json() for file in files])
        return 0
    for package, of_app in groupby(files, key=lambda file: file.package):
        plain.line(package)
        for file in of_app:
            plain.line(f"  {file.title}")
            for use, notes in file.doc.uses.items():
                for source, note in notes.items():
                    against = f", contradicted {note.contradicted}x" if note.contradicted else ""
                    whose = f"{source}, {file.owner(use, source)}"
                    counts = f"{whose}, confirmed {note.confirmed}x{against}"
                    about = "; ".join((counts, *_danger_words(note.danger)))
                    plain.line(f"    {use} ({about}): {note.text}")
            plain.line(f"    {file.path}")
    return 0


def remove_docs(
    app: str, element: str | None, yes: bool, folder: Path | None, as_json: bool
) -> int:
    """Remove your documents of an app and its map, or your document of an element, once the person
    has agreed."""
    store = store_to_read(folder)
    maps = maps_of(store)
    package = match_package(store, app, None if element else known_packages(store))
    files = doc_files(store, package, element) if package in store.packages() else []
    yours = [file for file in files if file.is_yours]
    shipped = [file for file in files if len(file.layers) > file.is_yours]
    of_app = maps.own(package)
    of_map = [] if element else [of_app, page_of_map(maps, package), of_app.with_name(FILE)]
    of_map = [path for path in of_map if os.path.lexists(path)]
    if not (yours or of_map):
        raise UsageError(
            f"the docs of {package} come with appagent and stay; "
            f"`appagent docs edit {package} ELEMENT` writes yours above them"
        )
    if folders := [path for path in of_map if path.is_dir() and not path.is_symlink()]:
        raise UsageError(f"{folders[0]} is a folder: look at it and remove it yourself")
    if not yes:
        _agree(yours, dict.fromkeys(_GUARD if path.name == FILE else "the map" for path in of_map))
    for file in yours:
        remove_document(file.path)
    for beside in of_map:
        maps.remove(package, beside.name)
    removed = [str(path) for path in (*(file.path for file in yours), *of_map)]
    if as_json:
        plain.document({"removed": removed, "shipped": [file.path.name for file in shipped]})
        return 0
    for path in removed:
        plain.line(f"removed: {path}")
    if shipped:
        plain.aside(f"not removed: {plural(len(shipped), 'doc')} that came with appagent")
    return 0


def _agree(files: list[DocFile], beside: Iterable[str]) -> None:
    """Ask whether to remove them. Raises: as `agree_to_remove` does."""
    titles = "; ".join(first_few([file.title for file in files], _TITLES))
    docs = [f"{plural(len(files), 'doc')}, {titles}"] if files else []
    agree_to_remove("; and ".join((*docs, *beside)))


def check_docs(folder: Path | None, as_json: bool) -> int:
    store = store_to_read(folder)
    maps = maps_of(store)
    problems = [str(err) for err in damaged(store)]
    if as_json:
        plain.document({"problems": problems, "written": str(store.folder)})
    else:
        for problem in (*problems, *_loose(maps), *_unmatched(files_of(store))):
            plain.aside(problem)
        plain.line(f"{store.folder}: {plural(len(problems), 'damaged file')}")
    return StoreError.exit_code if problems else 0


def _loose(maps: Maps) -> Iterator[str]:
    """What the maps that can be read say that cannot be followed."""
    for package in maps.packages():
        with suppress(StoreError):  # it is told as damaged
            yield from (f"{maps.own(package)}: {told}" for told in loose_ends(maps.read(package)))


def _unmatched(files: AnswerFiles) -> Iterator[str]:
    """What people said of controls that nobody was asked about: it may be misspelt."""
    for package in files.packages():
        with suppress(StoreError):
            answers = files.read(package, "")
            known = [f"{line} of {page.page}" for page in answers.asked for line in page.deeds]
            for page, line in answers.unmatched():
                said = f"{line} of {page}"
                meant = did_you_mean(near(said, known, 1))
                yield f"{files.own(package)}: nobody was asked about {said} so far{meant}"


def export_docs(file: Path, apps: list[str], folder: Path | None, as_json: bool) -> int:
    store = store_to_read(folder)
    known = known_packages(store)
    found = [package for app in apps for package in match_packages(store, app, known)]
    packages = list(dict.fromkeys(found)) or known
    replaceable(file, "pack of docs", lambda path: is_pack(zip_names(path)))
    packed = pack(store, packages, file)
    plain.aside(
        "Docs may quote what was on the screen, a name say: read them before you share them."
    )
    if as_json:
        about = {"docs": packed.docs, "maps": packed.maps, "answers": packed.answers}
        plain.document({"file": str(file), **about, "packages": packages})
    else:
        counts = [
            plural(packed.docs, "doc"),
            *([plural(len(packed.maps), "map")] if packed.maps else []),
            *([f"{len(packed.answers)} {FILE}"] if packed.answers else []),
        ]
        plain.line(f"{file}: {' and '.join(counts)} of {', '.join(packages)}")
    return 0


def import_docs(file: Path, app: str | None, folder: Path | None, as_json: bool) -> int:
    store = open_store(load({"store": folder}).config)
    if file.is_dir():
        result = import_paper_docs(file, app, store)
        taken, left = result.taken, result.left
    elif app is not None:
        raise UsageError("--app is for a folder that the paper's AppAgent wrote: a pack tells it")
    else:
        taken, left = unpack(file, store), ()
    if as_json:
        plain.document(_imported(taken, left))
        return 0
    for note in taken.conflicts:
        about = f"{note.use} of {note.key} in {note.package} ({note.source})"
        plain.aside(f"kept as it was: {about}")
    for each in left:
        plain.aside(f"left out: {each.file}: {each.why}")
    if taken.docs or not taken.maps:
        count, present = plural(taken.docs, "doc"), taken.docs - taken.new
        unused = f", {plural(len(left), 'note')} left out" if left else ""
        apps = ", ".join(taken.packages)
        plain.line(f"{count} of {apps}: {taken.new} new, {present} known already{unused}")
    for package, of_map in taken.maps.items():
        _tell_map(package, of_map)
    if taken.deeds:
        count = plural(taken.deeds, "warning")
        plain.line(f"{count} more for the guard, kept under `theirs`")
        plain.aside("left out: what else the pack says of controls")
    return 0


def _imported(taken: UnpackResult, left: Sequence[Left]) -> dict[str, object]:
    """What was imported, as JSON tells it."""
    maps = {
        package: {
            "pages": len(each.known.pages),
            "new": each.new,
            "kept": [asdict(one) for one in each.differing],
            "dropped": each.dropped,
            "dropped_controls": each.dropped_controls,
        }
        for package, each in taken.maps.items()
    }
    return {
        "docs": taken.docs,
        "new": taken.new,
        "packages": taken.packages,
        "kept": [asdict(each) for each in taken.conflicts],
        "left_out": [asdict(each) for each in left],
        "maps": maps,
        "deeds": taken.deeds,
    }


def _tell_map(package: str, merged: MapMerge) -> None:
    """Say what became of the map of an app."""
    for each in merged.differing:
        page, kept, theirs = map(quote, (each.page, each.kept, each.theirs))
        if each.verb:
            about = f"{each.verb} of {quote(each.control)} on {page} leads to {kept}, not {theirs}"
        elif each.control:
            about = f"{kept} on {page}, also called {theirs}"
        else:
            about = f"the page {kept}, also called {theirs}"
        plain.aside(f"kept as it was in {package}: {about}")
    if merged.dropped:
        names = ", ".join(map(quote, merged.dropped))
        plain.aside(f"left out of {package}, whose map has {MOST_PAGES} pages at most: {names}")
    if merged.dropped_controls:
        count = plural(merged.dropped_controls, "control")
        plain.aside(f"left out of {package}, whose pages are full: {count}")
    plain.line(
        f"the map of {package}: {plural(merged.new, 'new page')}, {len(merged.known.pages)} in all"
    )
