"""The documents of the store as people ask for them: by app and element, each with its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from appagent.api import open_store
from appagent.config import load
from appagent.device.apps import near_packages
from appagent.errors import StoreError, UsageError
from appagent.knowledge.answers import files_of
from appagent.knowledge.docfile import read_document
from appagent.knowledge.element import ElementDoc, Source, merge_layers
from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.screen.describe import quote
from appagent.screen.keys import SAME_SCREEN, likeness
from appagent.screen.values import Use
from appagent.suggest import did_you_mean, near

_NONE_YET = "there are no {} yet: `appagent explore --app NAME` writes some"
NO_DOCS = _NONE_YET.format("docs")
NO_FLOWS = "there are no flows yet: `appagent run` keeps what it did, where that is proven"
YOURS, SHIPPED = "yours", "shipped"
_TELLING = 3  # names that tell a page


@dataclass(frozen=True, slots=True)
class DocFile:
    """One element's document, which your file and the shipped one of that name make together."""

    package: str
    doc: ElementDoc
    title: str
    path: Path  # yours, else the shipped one
    layers: tuple[tuple[str, ElementDoc], ...]  # whose, and what their file holds; yours first

    @property
    def is_yours(self) -> bool:
        return self.layers[0][0] == YOURS

    def owner(self, use: Use, source: Source) -> str:
        """Whose note it is: `yours` or `shipped`."""
        return next(who for who, doc in self.layers if source in doc.uses.get(use, {}))

    def fits(self, element: str) -> bool:
        """Whether a person may mean it by `element`: part of its key or name, or its file."""
        named = element in (self.path.name, self.path.stem)
        return named or element.casefold() in f"{self.doc.key} {self.doc.called}".casefold()

    def json(self) -> dict[str, object]:
        """The document with its file, and whose each note is."""
        owners = {
            use: {source: self.owner(use, source) for source in notes}
            for use, notes in self.doc.uses.items()
        }
        about = {"file": str(self.path), "owners": owners}
        return {"app": self.package} | self.doc.model_dump(mode="json") | about


def store_to_read(folder: Path | None) -> DocStore:
    """The store. Raises: `UsageError` where the settings name a folder that does not exist."""
    config = load({"store": folder}).config
    if config.store is not None and not config.store.is_dir():
        raise UsageError(f"there is no folder {config.store}: name the store with --store")
    return open_store(config)


def damaged(store: DocStore) -> Iterator[StoreError]:
    """The error of every file of a store that cannot be read: docs, maps, answers and flows."""
    others = (maps_of(store), files_of(store), flows_of(store))
    return chain(store.problems(), *(each.problems() for each in others))


def match_packages(
    store: DocStore, app: str, packages: Sequence[str] | None = None, what: str = "docs"
) -> list[str]:
    """The packages that `app` names, whole or in part, of these, or of those with documents.

    Raises: `UsageError` for none.
    """
    packages = store.packages() if packages is None else packages
    found = [app] if app in packages else [p for p in packages if app.casefold() in p.casefold()]
    if not found:
        if meant := did_you_mean(near_packages(app, packages)):
            raise UsageError(f"no {what} of {app!r}{meant}")
        none_yet = NO_FLOWS if what == "flows" else _NONE_YET.format(what)
        known = f"there are {what} of {', '.join(packages)}" if packages else none_yet
        raise UsageError(f"no {what} of {app!r}; {known}")
    return found


def match_package(store: DocStore, app: str, packages: Sequence[str] | None = None) -> str:
    """The one package that `app` names. Raises: `UsageError` for none or several."""
    return only_one(app, match_packages(store, app, packages))


def only_one(app: str, found: Sequence[str]) -> str:
    """The one package that was found. Raises: `UsageError` for several."""
    if len(found) > 1:
        raise UsageError(f"several apps fit {app!r}, {', '.join(found)}: name one of them")
    return found[0]


def doc_files(store: DocStore, package: str, element: str | None = None) -> list[DocFile]:
    """The documents of a package that `element` fits, or all, those of one page together.

    Raises: `UsageError` where none fits, `StoreError` for a damaged file.
    """
    every = [_doc_file(store, package, paths) for paths in store.files(package).values()]
    every.sort(key=lambda file: (file.doc.screen, file.doc.key))
    fit = [file for file in _distinguish(every) if element is None or file.fits(element)]
    if not fit:
        names = dict.fromkeys(file.doc.called for file in every if file.doc.called)
        if meant := did_you_mean(map(quote, near(element or "", names))):
            raise UsageError(f"no doc of {package} is about {element!r}{meant}")
        raise UsageError(
            f"no doc of {package} is about {element!r}: `appagent docs list {package}` shows them"
        )
    return fit


def closest(files: Sequence[DocFile], element: str) -> list[DocFile]:
    """Of the files that `element` fits, those that are called so, else all."""
    called = [file for file in files if file.doc.called.casefold() == element.casefold()]
    return called or list(files)


def page_of(file: DocFile, every: Iterable[DocFile]) -> str:
    """The page of a document in words, by what else of `every` stands on it; "" for nothing."""
    page = frozenset(file.doc.screen)
    beside = [
        quote(each.doc.called)
        for each in every
        if each.doc.called and each.path != file.path
        if likeness(frozenset(each.doc.screen), page) >= SAME_SCREEN
    ]
    return f"on the page of {', '.join(beside[:_TELLING])}" if beside else ""


def _doc_file(store: DocStore, package: str, paths: list[Path]) -> DocFile:
    layers = [
        (YOURS if path.is_relative_to(store.folder) else SHIPPED, read_document(path))
        for path in paths
    ]
    first = layers[0][1]
    layers = [(who, doc) for who, doc in layers if doc.key == first.key]
    doc = merge_layers([doc for _, doc in layers])
    return DocFile(package, doc, _title(doc), paths[0], tuple(layers))


def _distinguish(files: Iterable[DocFile]) -> list[DocFile]:
    """The files; where titles are equal, each with an id that only its own page has."""
    files = list(files)
    out = []
    for file in files:
        peers = [each for each in files if each.title == file.title and each is not file]
        own = sorted(_ids(file.doc).difference(*(_ids(peer.doc) for peer in peers)))
        title = f"{file.title} beside {own[0]}" if peers and own else file.title
        out.append(DocFile(file.package, file.doc, title, file.path, file.layers))
    return out


def _ids(doc: ElementDoc) -> set[str]:
    """The ids of the elements on the document's page."""
    return {found for line in doc.screen for found in re.findall(r"#(\w+)(?: |$)", line)}


def _title(doc: ElementDoc) -> str:
    return f'{doc.role} "{doc.called}" [{doc.key}]' if doc.called else f"{doc.role} [{doc.key}]"
