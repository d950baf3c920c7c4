"""`appagent docs`: what was learned, for people to read, check, share and remove."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from appagent.cli.docs_files import (
    NO_DOCS,
    DocFile,
    doc_files,
    match_package,
    match_packages,
    store_to_read,
)
from appagent.cli.parts import open_store, replaceable, terminal, zip_names
from appagent.config import load
from appagent.danger import Danger
from appagent.errors import StoreError, UsageError
from appagent.knowledge.pack import is_pack, pack, unpack
from appagent.knowledge.store import remove_document
from appagent.report import plain
from appagent.report.plain import plural
from appagent.screen.values import Use


def list_docs(app: str | None, folder: Path | None, as_json: bool) -> int:
    """Print the apps that have docs, or the documents of one, a line each."""
    store = store_to_read(folder)
    packages = match_packages(store, app) if app else store.packages()
    if as_json:
        every = {package: doc_files(store, package) for package in packages}
        plain.document({name: [file.json() for file in files] for name, files in every.items()})
        return 0
    code = 0
    for package in packages:
        try:
            files = doc_files(store, package)
        except StoreError as err:  # the other apps' are still worth a look
            plain.error(f"appagent: {err}; `appagent docs check` names all that are damaged")
            code = err.exit_code
            continue
        yours = sum(file.is_yours for file in files)
        plain.line(f"{package}: {plural(len(files), 'element')}, {yours or 'none'} of them yours")
        for file in files if app else ():
            plain.line(f"  {file.title}  {_owners(file)}  {file.path.name}")
    if not packages:
        plain.aside(NO_DOCS)
    return code


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
    """Remove your documents of an app, or of an element, once the person has agreed."""
    store = store_to_read(folder)
    package = match_package(store, app)
    files = doc_files(store, package, element)
    yours = [file for file in files if file.is_yours]
    shipped = [file for file in files if len(file.layers) > file.is_yours]
    if not yours:
        raise UsageError(
            f"the docs of {package} come with appagent and stay; "
            f"`appagent docs edit {package} ELEMENT` writes yours above them"
        )
    if not yes:
        _agree(yours)
    for file in yours:
        remove_document(file.path)
    removed = [str(file.path) for file in yours]
    if as_json:
        plain.document({"removed": removed, "shipped": [file.path.name for file in shipped]})
        return 0
    for path in removed:
        plain.line(f"removed: {path}")
    if shipped:
        plain.aside(f"not removed: {plural(len(shipped), 'doc')} that came with appagent")
    return 0


def _agree(files: list[DocFile]) -> None:
    """Ask whether to remove them. Raises: `UsageError` where the answer is no, or nobody is there
    to give it."""
    person = terminal().person
    if person is None:
        raise UsageError("nobody can be asked whether to remove them: add --yes")
    titles = "; ".join(file.title for file in files)
    if not person.confirm(f"Remove {plural(len(files), 'doc')}, {titles}?"):
        raise UsageError("nothing was removed")


def check_docs(folder: Path | None, as_json: bool) -> int:
    store = store_to_read(folder)
    problems = [str(err) for err in store.problems()]
    if as_json:
        plain.document({"problems": problems, "written": str(store.folder)})
    else:
        for problem in problems:
            plain.aside(problem)
        plain.line(f"{store.folder}: {plural(len(problems), 'damaged file')}")
    return StoreError.exit_code if problems else 0


def export_docs(file: Path, apps: list[str], folder: Path | None, as_json: bool) -> int:
    store = store_to_read(folder)
    found = [package for app in apps for package in match_packages(store, app)]
    packages = list(dict.fromkeys(found)) or store.packages()
    replaceable(file, "pack of docs", lambda path: is_pack(zip_names(path)))
    count = pack(store, packages, file)
    plain.aside(
        "Docs may quote what was on the screen, a name say: read them before you share them."
    )
    if as_json:
        plain.document({"file": str(file), "docs": count, "packages": packages})
    else:
        plain.line(f"{file}: {plural(count, 'doc')} of {', '.join(packages)}")
    return 0


def import_docs(file: Path, folder: Path | None, as_json: bool) -> int:
    taken = unpack(file, open_store(load({"store": folder}).config))
    if as_json:
        document = asdict(taken)
        plain.document(document | {"kept": document.pop("conflicts")})
        return 0
    for note in taken.conflicts:
        about = f"{note.use} of {note.key} in {note.package} ({note.source})"
        plain.aside(f"kept as it was: {about}")
    count, present = plural(taken.docs, "doc"), taken.docs - taken.new
    plain.line(f"{count} of {', '.join(taken.packages)}: {taken.new} new, {present} known already")
    return 0
