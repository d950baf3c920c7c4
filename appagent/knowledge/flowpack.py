"""Copy flows out of a store and into one, for another machine or another person.

    FOLDER/com.example.clock/set-an-alarm.yaml
    FOLDER/com.example.clock/set-an-alarm.json

What comes in is a stranger's: all of it is checked before anything is written, no name leads out of
the store, no link is followed, and what the store already says stays. What the guard is to take for
allowed comes from the request of whoever runs the flow, never from a file.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from appagent.errors import SetupError, StoreError, UsageError
from appagent.files import atomic_write, read_file
from appagent.flows import BESIDE, MOST_BYTES, Flow, FlowFiles, Kept, dump, flows_in, load_kept
from appagent.knowledge.docfile import locked, package_folder, read_bytes, replace_file
from appagent.knowledge.flowfiles import Flows
from appagent.texts import first_few, words_of

MOST_FLOWS = 1000
_TOLD = 5  # problems
_MOST_NAME = 80  # characters
_UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Offer:
    """A flow that may be taken, checked."""

    source: Path
    package: str
    content: bytes
    kept: Kept | None  # what stands beside it

    @property
    def name(self) -> str:
        """What its file is called in a store."""
        return _UNSAFE.sub("-", self.source.stem).strip("-.")[:_MOST_NAME] or "flow"


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of the flows that were offered: the file of each in the store."""

    new: dict[Path, Offer] = field(default_factory=dict)
    known: dict[Path, Offer] = field(default_factory=dict)
    differing: dict[Path, Offer] = field(default_factory=dict)  # the store's own stayed


def offered(place: Path, app: str = "") -> list[Offer]:
    """The flows of a file, or of a folder and those in it, for the apps that they tell, or for
    `app`.

    Raises: `UsageError` for none, `StoreError` where one of them cannot be taken.
    """
    paths = flows_in(place)
    if len(paths) > MOST_FLOWS:
        raise UsageError(f"{place} has {len(paths)} flows: at most {MOST_FLOWS} are taken at once")
    offers, problems = list[Offer](), list[str]()
    for path in paths:
        try:
            offers.append(_offer(path, app, links=path == place))
        except StoreError as err:
            problems.append(str(err))
    if problems := [*problems, *_twice(offers)]:
        raise StoreError(f"nothing was imported: {'; '.join(first_few(problems, _TOLD))}")
    return offers


def take(flows: Flows, offers: Iterable[Offer], *, replaces: bool) -> Taken:
    """Write the flows to a store, in the place of those of the same form or the same name only
    where `replaces`. Raises: `StoreError`, `SetupError` where it cannot be written."""
    taken, by_package = Taken(), defaultdict[str, list[Offer]](list)
    for offer in offers:
        by_package[offer.package].append(offer)
    for package, of_app in by_package.items():
        folder = flows.own(package)
        with locked(folder.parent):
            folder.mkdir(exist_ok=True)
            for offer in of_app:
                path = _place(folder, offer)
                there = any(map(os.path.lexists, (path, path.with_suffix(BESIDE))))
                if there and _same(path, offer):
                    taken.known[path] = offer
                elif there and not replaces:
                    taken.differing[path] = offer
                else:
                    _write(path, offer)
                    taken.new[path] = offer
    return taken


def copy_out(files: Mapping[Path, Path], *, replaces: bool) -> None:
    """Copy files of a store, each to where it is told to go, in the place of others only where
    `replaces`.

    Raises: `UsageError` where another file is there, before anything is written; `StoreError` where
    one cannot be read, `SetupError` where one cannot be written.
    """
    contents = {to: read_bytes(path, MOST_BYTES) for path, to in files.items()}
    for path, content in contents.items():
        if os.path.lexists(path) and not replaces and _content(path) != content:
            raise UsageError(
                f"{path} is there already and holds something else: "
                "name another place, or add --replace"
            )
    for path, content in contents.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as draft:
                draft.write_bytes(content)
        except OSError as err:
            raise SetupError(f"cannot write {path}: {err.strerror}; name another place") from err


def _offer(path: Path, app: str, *, links: bool) -> Offer:
    """A flow with what stands beside it. Raises: `StoreError`."""
    try:
        content = read_file(path, MOST_BYTES, links=links)
    except OSError as err:
        why = "it is a link: put the file itself there" if path.is_symlink() else err.strerror
        raise StoreError(f"{path} cannot be read: {why}") from err
    found = FlowFiles().check_content(path, content)
    if found.flow is None or found.problems:
        raise StoreError("; ".join(first_few(list(map(str, found.problems)), _TOLD)))
    if found.calls:
        raise StoreError(
            f"{path}: it calls {found.calls[0]}, and only a flow that stands alone is imported; "
            "`appagent play` plays it where it is"
        )
    kept = _of_a_stranger(path) if os.path.lexists(path.with_suffix(BESIDE)) else None
    return Offer(path, _package(found.flow, path, app), content, kept)


def _of_a_stranger(path: Path) -> Kept:
    """What stands beside a flow, without what it says that a request allows. Raises:
    `StoreError`."""
    kept = load_kept(path, links=False)
    if not any(words_of(part) for part in kept.form.parts if isinstance(part, str)):
        beside = path.with_suffix(BESIDE)
        raise StoreError(f"{beside}: {kept.form} fits any request: its form has no word of its own")
    return kept.from_elsewhere()


def _package(flow: Flow, path: Path, app: str) -> str:
    """The app that a flow is for: by its `appId`, by `app`, or by the name of its folder. Raises:
    `StoreError`."""
    said, folder = flow.config.app_id, path.absolute().parent.name
    if "${" not in said:
        if app and app != said:
            raise StoreError(f"{path}: it is for {said}, by its appId, and not for {app}")
        return _checked(said, path)
    if not app and "." not in folder:
        raise StoreError(f"{path}: its appId, {said}, tells no app: add --app PACKAGE")
    return _checked(app or folder, path)


def _checked(package: str, path: Path) -> str:
    try:
        return package_folder(package)
    except SetupError as err:
        raise StoreError(f"{path}: {err}") from err


def _twice(offers: Sequence[Offer]) -> Iterator[str]:
    """What is wrong where two flows of an app would be one in a store."""
    seen: dict[tuple[str, str], Offer] = {}
    for offer in offers:
        names = [f"the name {offer.name.casefold()}"]
        names += [f"the form {offer.kept.form}"] if offer.kept else []
        for name in names:
            other = seen.setdefault((offer.package, name), offer)
            if other is not offer:
                yield f"{other.source} and {offer.source} have {name} both: leave one out"


def _place(folder: Path, offer: Offer) -> Path:
    """The file of the store that does the same requests, or has the name."""
    form = str(offer.kept.form) if offer.kept else None
    for path in sorted(folder.glob("*.yaml")) if form else ():
        if (kept := _kept(path)) and str(kept.form) == form:
            return path
    return folder / f"{offer.name}.yaml"


def _kept(path: Path) -> Kept | None:
    """What stands beside a flow of the store; None for nothing that can be read."""
    try:
        return load_kept(path)
    except StoreError:
        return None


def _same(path: Path, offer: Offer) -> bool:
    """Whether a flow of the store is the one that is offered, whatever became of it since."""
    there = _kept(path)
    if os.path.lexists(path.with_suffix(BESIDE)) != (offer.kept is not None):
        return False
    return _content(path) == offer.content and (there and there.from_elsewhere()) == offer.kept


def _content(path: Path) -> bytes | None:
    """None for what cannot be read."""
    try:
        return read_file(path, MOST_BYTES)
    except OSError:
        return None


def _write(path: Path, offer: Offer) -> None:
    beside = path.with_suffix(BESIDE)
    if offer.kept:
        replace_file(beside, dump(offer.kept))
    else:
        beside.unlink(missing_ok=True)
    replace_file(path, offer.content)
