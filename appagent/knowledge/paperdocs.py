"""Docs that the AppAgent of the paper learned (github.com/TencentQQGYLab/AppAgent), as it leaves
them in `apps/APP/auto_docs/` and `apps/APP/demo_docs/`: a text file an element, which holds a dict
of Python as text.

    com.twitter.android.id_toolbar_com.twitter.android.id_channels_Lists_2.txt
    {'tap': 'Opens the lists.', 'text': '', 'v_swipe': '', 'h_swipe': '', 'long_press': ''}

The name tells the element's parent, then the element: by its resource id, in which ":" and "/" are
"." and "_", or by its class and its size in px; then what it is described as, if that is short,
without blanks; last its index in its parent. Only what has an id is found again on another phone,
and that alone is taken over: for every element of the app with that id.
"""

from __future__ import annotations

import ast
import errno
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from appagent.errors import SetupError, StoreError, UsageError
from appagent.files import read_file
from appagent.knowledge.docfile import package_folder
from appagent.knowledge.element import NOTE_LIMIT, ElementDoc, Note, Source
from appagent.knowledge.pack import MAX_BYTES, MAX_DOCS, Conflict, UnpackResult, known_packages
from appagent.knowledge.store import DocStore
from appagent.screen.values import Use
from appagent.suggest import did_you_mean, near
from appagent.texts import fault, shorten

FOLDERS: dict[str, Source] = {"auto_docs": "auto", "demo_docs": "demo"}
MOST_BYTES = 64 * 1024  # of a file: one has some 400

_Field = Literal["tap", "text", "v_swipe", "h_swipe", "long_press"]
_FIELDS: dict[_Field, tuple[Use, str]] = {
    "tap": ("tap", ""),
    "text": ("text", ""),
    "long_press": ("long_press", ""),
    "v_swipe": ("swipe", "Up or down: "),
    "h_swipe": ("swipe", "Left or right: "),
}
_INDEX = re.compile(r"_\d+$")
_CLASS = re.compile(r"(?:^|_)(?:[a-z][a-z0-9]*\.)+[A-Z][A-Za-z0-9$]*_\d+_\d+(?:_|$)", re.ASCII)
_FIRST_OWNER = re.compile(r"([a-z][a-z0-9]*(?:\.\w+)*?)\.id_", re.ASCII | re.IGNORECASE)
_ANY_OWNER = re.compile(r"(?:^|_)([a-z][a-z0-9]*(?:\.[a-z0-9]+)*)\.id_", re.ASCII | re.IGNORECASE)
_PART_OF_ID = re.compile(r"[a-z0-9][A-Za-z0-9]*", re.ASCII)
_OBFUSCATED = "0_resource_name_obfuscated"
# What the parser of Python raises for a text that is no value, or nests too deep.
_NO_VALUE = (ValueError, SyntaxError, TypeError, MemoryError, RecursionError)


@dataclass(frozen=True, slots=True)
class Left:
    """A file, or a note of one, that did not come over."""

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class PaperResult:
    """What was taken from a folder."""

    taken: UnpackResult
    left: tuple[Left, ...]


class _Learned(NamedTuple):
    """One file."""

    name: str
    source: Source
    fields: dict[_Field, str]

    @property
    def uid(self) -> str:
        return self.name.removesuffix(".txt")


class _Said(NamedTuple):
    """What a file says of one use of an element."""

    file: str
    described: str
    text: str


def import_paper_docs(folder: Path, app: str | None, store: DocStore) -> PaperResult:
    """Add what the folder says to the store, whose own notes stay as they are. `app` is the package
    or a part of one, None where the files tell it.

    Raises: `UsageError` if the folder holds no such docs, or their app is not known, `StoreError`
    for a damaged file, both before anything is written; `SetupError` if something cannot be read
    or written.
    """
    learned = _read(folder)
    owners = Counter(owner for each in learned if (owner := _first_owner(each.uid)))
    package = package_folder(_package(app, owners, store))
    indexed = all(_INDEX.search(each.uid) for each in learned)
    left = list[Left]()
    said = defaultdict[tuple[str, Source, Use], list[_Said]](list)
    for each in learned:
        uid = _INDEX.sub("", each.uid) if indexed else each.uid
        key, described, why = _key(uid, package, owners)
        notes = _notes(each.fields)
        if why or not notes:
            left.append(Left(each.name, why or "says nothing"))
        for use, text in notes.items() if key else ():
            said[key, each.source, use].append(_Said(each.name, described, text))
    docs = dict[str, ElementDoc]()
    for (key, source, use), told in sorted(said.items()):
        if note := _agreed(key, told, left):
            doc = docs.get(key) or ElementDoc(key=key, uses={})
            notes_of = {**doc.uses.get(use, {}), source: note}
            docs[key] = doc.model_copy(update={"uses": {**doc.uses, use: notes_of}})
    if not docs:
        return PaperResult(UnpackResult(0, 0, (package,), ()), tuple(left))
    store.prepare()
    merged = store.merge_all(package, list(docs.values()))
    conflicts = [
        Conflict(package, key, *note)
        for key, each in zip(docs, merged, strict=True)
        for note in each.differing
    ]
    new = sum(each.wrote for each in merged)
    taken = UnpackResult(len(docs), new, (package,), tuple(conflicts))
    return PaperResult(taken, tuple(left))


# --- files ----------------------------------------------------------------------------------------


def _read(folder: Path) -> list[_Learned]:
    """Every file, checked."""
    found = {folder / name: source for name, source in FOLDERS.items()}
    if own := FOLDERS.get(folder.resolve().name):
        found = {folder: own}
    files = [(path, source) for each, source in found.items() for path in _files(each)]
    if not files:
        raise UsageError(
            f"{folder}: holds no {' or '.join(FOLDERS)} with .txt files in it: name the folder of "
            "an app, apps/APP, in which AppAgent put them, or a pack of `appagent docs export`"
        )
    if len(files) > MAX_DOCS:
        raise UsageError(f"{folder}: {len(files)} files: at most {MAX_DOCS} are taken")
    learned, size = list[_Learned](), 0
    for path, source in files:
        content = _content(path)
        if (size := size + len(content)) > MAX_BYTES:
            raise UsageError(f"{folder}: more than {MAX_BYTES >> 20} MB in all")
        name = f"{path.parent.name}/{path.name}"
        learned.append(_Learned(path.name, source, _fields(content, f"{folder}: {name}")))
    return learned


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".txt")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as err:
        raise SetupError(f"cannot read {folder}: {err.strerror}; may you open it?") from err


def _content(path: Path) -> bytes:
    try:
        return read_file(path, MOST_BYTES, links=False)
    except OSError as err:
        said = "a link leads elsewhere" if err.errno == errno.ELOOP else err.strerror
        raise StoreError(f"{path}: cannot be read: {said}; fix it or remove it") from err


def _fields(content: bytes, where: str) -> dict[_Field, str]:
    """What a file says. Raises: `StoreError` if that is something else than the paper's docs."""
    try:
        value = ast.literal_eval(content.decode().strip())
    except UnicodeDecodeError as err:
        raise StoreError(f"{where}: is no UTF-8; convert it or remove it") from err
    except _NO_VALUE as err:
        raise StoreError(f"{where}: holds no dict of Python; fix it or remove it") from err
    expected = ", ".join(get_args(_Field))
    if not isinstance(value, dict) or not set(value) <= set(_FIELDS):
        raise StoreError(f"{where}: expected a dict of {expected}; fix it or remove it")
    for name, text in value.items():
        if not isinstance(text, str):
            raise StoreError(f"{where}: {name}: expected a text; fix it or remove it")
        if wrong := fault(text.replace("\r\n", "\n"), MOST_BYTES, lines=True):
            raise StoreError(f"{where}: {name} {wrong}; fix it or remove it")
    return {name: text.replace("\r\n", "\n").strip() for name, text in value.items()}


def _notes(fields: dict[_Field, str]) -> dict[Use, str]:
    notes = dict[Use, str]()
    for name, (use, head) in _FIELDS.items():
        if text := fields.get(name):
            notes[use] = f"{notes.get(use, '')}\n{head}{text}".strip()
    return notes


def _agreed(key: str, told: Sequence[_Said], left: list[Left]) -> Note | None:
    """The note that holds for every element with this id. Of elements that only their descriptions
    tell apart, as tabs, none holds for all."""
    first, *others = told
    differing = [each for each in others if each.text != first.text]
    if differing and len({each.described for each in told}) > 1:
        why = f"several elements have the id {key}, and each does something else"
        left += (Left(each.file, why) for each in told)
        return None
    why = f"says something else of {key} than {first.file}, which was taken"
    left += (Left(each.file, why) for each in differing)
    return Note(text=shorten(first.text, NOTE_LIMIT))


# --- names ----------------------------------------------------------------------------------------


def _first_owner(uid: str) -> str:
    """The package of the id that a name begins with, or goes on with after a class; "" for none."""
    unnamed = _CLASS.match(uid)
    found = _FIRST_OWNER.match(uid, unnamed.end() if unnamed else 0)
    return found[1] if found else ""


def _package(app: str | None, owners: Counter[str], store: DocStore) -> str:
    """The app's package. Raises: `UsageError`."""
    own = [owner for owner, _ in owners.most_common() if owner != "android"]
    known = sorted({*own, *known_packages(store)})
    if app is None:
        if len(own) == 1:
            return own[0]
        told = f", {' or '.join(own[:3])}" if own else ""
        raise UsageError(f"the files do not tell which app they are about: add --app PACKAGE{told}")
    found = [app] if "." in app else [each for each in known if app.casefold() in each.casefold()]
    if len(found) == 1:
        return found[0]
    meant = did_you_mean(found[:3] or near(app, known))
    raise UsageError(f"--app {app!r}: name the package of the app, as com.example.app{meant}")


def _key(uid: str, package: str, owners: Iterable[str]) -> tuple[str, str, str]:
    """The key of the element of a name, what it is described as, and why there is none."""
    starts = [
        (found.end(), owner)
        for owner in {*owners, package, "android"}
        for found in re.finditer(rf"(?:^|_){re.escape(owner)}\.id_", uid)
    ]
    end, owner = max(starts, default=(0, ""))
    for found in _ANY_OWNER.finditer(uid, end):
        end, owner = found.end(), found[1]
    own = uid[end:]
    if not owner or _CLASS.search(own):
        return "", "", "the element has no id, only a class and a size"
    if own == _OBFUSCATED or own.startswith(f"{_OBFUSCATED}_"):
        return "", "", "the app hides the element's id"
    first, *parts = own.split("_")
    of_id = next((n for n, part in enumerate(parts) if not _PART_OF_ID.fullmatch(part)), len(parts))
    name = "_".join([first, *parts[:of_id]])
    if not re.fullmatch(r"[\w.$-]+", name):
        return "", "", "its name holds no id that is understood"
    return f"#{name if owner == package else f'{owner}:{name}'}", "_".join(parts[of_id:]), ""
