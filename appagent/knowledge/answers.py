"""What controls were said to do: the answers to the guard's question, `guard.yaml` beside the
documents of an app. It is for people to read and to edit: what stands under `yours` beats the rest.
What somebody else's pack said stands under `theirs`, and only adds to that.

    app_version: 1.4.0
    yours:
    - page: page "Inbox"
      deeds:
        button "Tidy up": delete
    theirs:
    - page: page "Inbox"
      deeds:
        button "Sweep": delete
    asked:
    - page: dialog "Delete chat?" says "It is gone for good.", opened by "Delete"
      deeds:
        button "Cancel": none
        button "Delete": delete
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial, reduce
from itertools import chain
from pathlib import Path

from pydantic import BaseModel, ConfigDict, field_validator

from appagent.danger import ANSWERS, DANGERS
from appagent.errors import StoreError
from appagent.knowledge.docfile import (
    damaged,
    dump,
    having,
    locked,
    package_folder,
    parse,
    read_bytes,
    replace_file,
)
from appagent.knowledge.docs import Documents

FILE = "guard.yaml"
_ESCAPED = re.compile(r"\\.")
MOST_BYTES = 1024 * 1024  # of such a file: an app of forty pages has some 20 kB
Lines = Mapping[str, Mapping[str, str]]
"""What is said of each line, by its page."""


class PageAnswers(BaseModel):
    """The answers about the controls of one page, by their lines."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    page: str
    deeds: dict[str, str]

    @field_validator("page")
    @classmethod
    def _is_whole(cls, said: str) -> str:
        return _whole(said)

    @field_validator("deeds", mode="before")
    @classmethod
    def _are_answers(cls, said: object) -> object:
        for line, words in said.items() if isinstance(said, dict) else ():
            _whole(str(line))
            if not isinstance(words, str) or not words.split() or set(words.split()) - ANSWERS:
                known = ", ".join(sorted(ANSWERS))
                told = "nothing" if words is None else repr(words)
                told = "a bare yes or no" if isinstance(words, bool) else told
                raise ValueError(f"{line}: {told} is no answer: write one or some of {known}")
        return said

    def only(self, keep: Callable[[str, str], bool]) -> PageAnswers:
        """Those alone of which it is to `keep` line and words."""
        deeds = {line: said for line, said in self.deeds.items() if keep(line, said)}
        return self.model_copy(update={"deeds": deeds})

    @property
    def raising(self) -> PageAnswers:
        """The classes of harm alone that it names."""
        named = {
            line: " ".join(word for word in said.split() if word in DANGERS)
            for line, said in self.deeds.items()
        }
        deeds = {line: words for line, words in named.items() if words}
        return self.model_copy(update={"deeds": deeds})


class Answers(BaseModel):
    """The answers about one app."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    app_version: str = ""
    yours: tuple[PageAnswers, ...] = ()  # a person's
    theirs: tuple[PageAnswers, ...] = ()  # of packs: the classes of harm that they name
    asked: tuple[PageAnswers, ...] = ()

    @field_validator("yours", "theirs", "asked", mode="before")
    @classmethod
    def _as_list(cls, said: object) -> object:
        """A heading with nothing below it."""
        return () if said is None else said

    @field_validator("yours")
    @classmethod
    def _say_it_once(cls, said: tuple[PageAnswers, ...]) -> tuple[PageAnswers, ...]:
        lines = Counter((each.page, line) for each in said for line in each.deeds)
        for (page, line), count in lines.items():
            if count > 1:
                raise ValueError(f"{line} of {page} stands there {count} times")
        return said

    @field_validator("theirs")
    @classmethod
    def _only_raise(cls, said: tuple[PageAnswers, ...]) -> tuple[PageAnswers, ...]:
        return tuple(page.raising for page in said)

    @field_validator("app_version", mode="before")
    @classmethod
    def _as_text(cls, said: object) -> object:
        """`1.4` without quotes is a number in YAML."""
        return str(said) if isinstance(said, int | float) else said

    @cached_property
    def _yours(self) -> Lines:
        return _together(self.yours, ())

    @cached_property
    def _asked(self) -> Lines:
        return _together(self.asked, ())

    def of(self, page: str, line: str) -> str:
        """What is said of a line; "" where nothing is."""
        return self.yours_of(page, line) or self._asked.get(page, {}).get(line, "")

    def yours_of(self, page: str, line: str) -> str:
        """What a person said of a line, also of the page without what it says and what opened it,
        which nobody needs to know by heart: `dialog "Delete chat?"`. Said so, it frees nothing of
        what is known to do harm on the whole page."""
        whole, *shorter = (self._yours.get(name, {}).get(line, "") for name in _shorter(page))
        said = whole or next(filter(None, shorter), "")
        asked = self._asked.get(page, {}).get(line, "")
        harm = [word for word in asked.split() if word in DANGERS and word not in said.split()]
        return said if whole or not said else " ".join([said, *harm])

    def warned(self, page: str, line: str) -> str:
        """What packs warn of, where no person has said what it does."""
        said = (each.deeds.get(line, "") for each in self.theirs if each.page == page)
        return "" if self.yours_of(page, line) else " ".join(filter(None, said))

    def with_lines(self, said: Lines, version: str) -> Answers:
        """With what is said of an app of this version: of another one only a person's word holds,
        for what a button does may have changed."""
        new = tuple(PageAnswers(page=page, deeds=dict(deeds)) for page, deeds in said.items())
        asked = _pages(_together(new, self.of_version(version).asked))
        return self._with(app_version=version or self.app_version, asked=asked)

    def _with(self, **changed: object) -> Answers:
        """A copy with others in the place of some, without what was worked out of the old ones."""
        return Answers.model_validate({**dict(self), **changed})

    def of_version(self, version: str) -> Answers:
        """What holds for an app of this version."""
        known = not self.app_version or not version or self.app_version == version
        return self if known else Answers(yours=self.yours, theirs=self.theirs)

    def above(self, other: Answers) -> Answers:
        """With what another one says beside it; where both speak, this one holds."""
        return Answers(
            app_version=self.app_version,
            yours=_pages(_together(self.yours, other.yours)),
            theirs=_all_of(self.theirs, other.theirs),
            asked=_pages(_together(self.asked, other.asked)),
        )

    def unmatched(self) -> Iterator[tuple[str, str]]:
        """The pages and lines of a person's word that nobody was asked about, or warns of."""
        known = {
            (name, line)
            for page, lines in _together(self.asked, self.theirs).items()
            for name in _shorter(page)
            for line in lines
        }
        said = ((each.page, line) for each in self.yours for line in each.deeds)
        yield from (each for each in said if each not in known)

    def without(self, is_secret: Callable[[str], bool]) -> Answers:
        """Without what was asked about lines and pages that hold a secret."""
        pages = (each for each in self.asked if not is_secret(each.page))
        return self._with(asked=tuple(e.only(lambda line, _: not is_secret(line)) for e in pages))

    def warning(self, other: Answers) -> Answers:
        """With what a stranger's answers warn of: they may guard, and free nothing."""
        said = (page.raising for page in (*other.asked, *other.yours, *other.theirs))
        return self._with(theirs=_all_of(self.theirs, said))

    def beside(self, known: Answers) -> Answers:
        """Its warnings, without those of lines of which the same harm is known."""

        def is_news(page: str, line: str, said: str) -> bool:
            return not {*said.split()} <= {*known.of(page, line).split()}

        return Answers(theirs=tuple(e.only(partial(is_news, e.page)) for e in self.theirs))

    @property
    def warnings(self) -> int:
        """How many classes of harm packs name, of all lines together."""
        return sum(len(said.split()) for page in self.theirs for said in page.deeds.values())


def _whole(text: str) -> str:
    """The text. Raises: `ValueError` where a quote is left open, as YAML leaves it that takes what
    stands behind " #" for a comment."""
    if _ESCAPED.sub("", text).count('"') % 2:
        raise ValueError(f"{text}: a quote is left open; write it all in '...'")
    return text


def _shorter(page: str) -> Iterator[str]:
    """A page, and it without what opened it and what it says, where a title is left. A quote within
    what is quoted stands behind a backslash."""
    yield page
    for part in (', opened by "', '" says "'):
        page, found, _ = page.partition(part)
        page += '"' if found.startswith('"') else ""
        if found and '"' in page:
            yield page


def _together(first: Iterable[PageAnswers], second: Iterable[PageAnswers]) -> Lines:
    """What is said of each line, by its page; where both speak, by the first."""
    found: dict[str, dict[str, str]] = {}
    for each in (*second, *first):
        found.setdefault(each.page, {}).update(each.deeds)
    return found


def _all_of(*said: Iterable[PageAnswers]) -> tuple[PageAnswers, ...]:
    """All words that several say of a line: none takes another's away."""
    found: dict[str, dict[str, str]] = {}
    for each in chain(*said):
        for line, words in each.deeds.items():
            known = found.setdefault(each.page, {}).get(line, "")
            found[each.page][line] = " ".join(dict.fromkeys([*known.split(), *words.split()]))
    return _pages(found)


def _pages(lines: Lines) -> tuple[PageAnswers, ...]:
    return tuple(PageAnswers(page=page, deeds=dict(deeds)) for page, deeds in lines.items())


def files_of(store: Documents) -> AnswerFiles:
    """The answers that lie in a store, beside its documents."""
    return AnswerFiles(store.folders[::-1])


class AnswerFiles:
    """The answers in a folder, and in the layers below it, the lowest last."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def read(self, package: str, version: str) -> Answers:
        """What is known of an app of this version. Raises: `StoreError` with the file and what is
        wrong in it."""
        paths = (folder / package_folder(package) / FILE for folder in self._folders)
        there = filter(os.path.lexists, paths)
        return _known(tuple((read_bytes(path, MOST_BYTES), str(path)) for path in there), version)

    def own(self, package: str) -> Path:
        """The file that is written, whether it is there or not."""
        return self._folders[0] / package_folder(package) / FILE

    def packages(self) -> list[str]:
        """The apps that have answers, sorted. Raises: `StoreError` as `having` does."""
        return having(self._folders, FILE)

    def add(self, package: str, version: str, said: Lines) -> None:
        """Keep what is said of lines. Raises: `StoreError`; `SetupError` where it cannot be
        written."""
        self._change(package, lambda old: old.with_lines(said, version))

    def forget(self, package: str, is_secret: Callable[[str], bool]) -> None:
        """Drop what was asked about lines and pages that hold a secret. Raises: as `add` does."""
        self._change(package, lambda old: old.without(is_secret))

    def take(self, package: str, theirs: Answers) -> int:
        """Keep what somebody else's answers warn of. Returns how many warnings are new. Raises: as
        `add` does."""
        known = self.read(package, "")
        news = Answers().warning(theirs).beside(known)
        new = known.warning(news).warnings - known.warnings
        if new:
            self._change(package, lambda old: old.warning(news))
        return new

    def problems(self) -> Iterator[StoreError]:
        """The error of every file that cannot be read."""
        return damaged(self._folders, FILE, _read)

    def _change(self, package: str, change: Callable[[Answers], Answers]) -> None:
        path = self.own(package)
        with locked(path.parent):
            old = _read(path) if os.path.lexists(path) else Answers()
            if (new := change(old)) == old:
                return
            content = dump(new)
            if len(content) > MOST_BYTES:
                raise StoreError(f"{path} is full: take out what you do not need, or remove it")
            replace_file(path, content)


def _read(path: Path) -> Answers:
    return parse_answers(read_bytes(path, MOST_BYTES), str(path))


@lru_cache(maxsize=32)  # it is read again at each step, and mostly as it was
def _known(files: tuple[tuple[bytes, str], ...], version: str) -> Answers:
    """What files say together of an app of a version, the first above the others."""
    found = [parse_answers(content, where).of_version(version) for content, where in files]
    return reduce(Answers.above, found) if found else Answers()


@lru_cache(maxsize=32)
def parse_answers(content: bytes, where: str) -> Answers:
    """The answers in the content of a file; `where` names it in errors. Raises: `StoreError`."""
    return parse(content, where, Answers)
