"""Keep what is typed into password fields out of everything that is written.

A secret is known once it is typed. What was written before is then written again without it; a text
that says "password" just before what looks like one is believed at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import yaml

from appagent.geometry import Rect
from appagent.outcome import Outcome
from appagent.record import Record
from appagent.screen.describe import HIDDEN
from appagent.screen.overlay import cover
from appagent.screen.values import Element, Screen
from appagent.secrets.halves import hide_near_halves, told_in_halves
from appagent.secrets.spelling import DENSE, pattern, reach
from appagent.texts import map_texts
from appagent.trail import Step

R = TypeVar("R", bound=Record)

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # texts only: "no" and "on" are words
_DATA: Mapping[str, Sequence[str]] = yaml.load(
    Path(__file__).with_name("secrets.yaml").read_bytes(), _LOADER
)
_BARE = re.compile(r"[\W_]+")
_MOST_PIECES = 4  # of a password that is typed in pieces
_LETTER = r"[^\W\d_]"
_SAYS = ("name", "text", "description", "value", "says", "row", "first")  # of an element


def any_of(words: Sequence[str]) -> str:
    """A pattern for each of the words: whole, or any part of a script without blanks."""
    whole: list[str] = []
    parts: list[str] = []
    for word in sorted(words, key=len, reverse=True):
        (parts if word[0] >= DENSE else whole).append(re.escape(word))
    return rf"(?:(?<!{_LETTER})(?:{'|'.join(whole)})(?!{_LETTER})|{'|'.join(parts)})"


COMMON = frozenset(_DATA["common"])
_NAMED, _BETWEEN = any_of(_DATA["named"]), any_of(_DATA["between"])
_NAME = re.compile(_NAMED)
_QUOTED = r"[\"“„«'‘`「]([^\"“”„«»'‘’`「」\n]{3,64})[\"”“»'’`」]"
_BESIDE = (  # `password: "x7-Gn"`, `x7-Gn as the password`
    re.compile(
        rf"{_NAMED}(?:(?:[\s:=,-]|{_BETWEEN})+|(?<=[{DENSE}-\uffff]))(?:{_QUOTED}|(\S{{3,64}}))",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:{_QUOTED}|(\S{{3,64}}))\s+{_BETWEEN}\s+(?:\w+\s+)?{_NAMED}", re.IGNORECASE),
)
_TELLTALE = re.compile(r"\d|[^\w\s'’.,;-]|[a-z][A-Z]")  # what an ordinary word has none of
# What was typed, as the text form, JSON, the words of a move and a gesture tell it, and the value
# of a field in a list of elements.
_HELD = r"""((?:\btext\((?:\d+,\s?)?|\\*"text\\*":\s?|<- |InputText\((?:text=)?| = )\\*["'])"""
_LEAST_LEFT = 4  # characters of a secret without its numbers that tell it
OURS = frozenset(
    {"kind", "status", "decision", "tree", "picture", "seen_by", "prompt", "images", "role"}
    | {"activity", "app", "ending", "command", "device", "model", "docs", "guard", "trail"}
    | {"commits", "danger", "classes", "by", "answered", "last"}
)
"""The fields of a record that hold none of anybody's words."""


class Secrets:
    """The secrets of one session, in every spelling that may be written."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """`known`: what is secret before anything is typed."""
        self._typed: set[str] = set()
        self._meant: set[str] = set()  # to be typed
        self._all: set[str] = set()
        self._called: set[str] = set()  # secrets by what was said, though they do not look like it
        self._pieces: dict[str, list[str]] = {}  # the last texts for each field, by its key
        self._fields: dict[str, str] = {}  # what each secret field was given, by its key
        self._clean: list[Callable[[], None]] = []
        self._hide_all = self._hide_meant = self._hide_typed = _hider(())
        for secret in known:
            self.add(secret)

    @property
    def typed(self) -> frozenset[str]:
        """What is hidden from everybody, the model included."""
        return frozenset(self._typed)

    def add(self, secret: str) -> None:
        """Hide `secret` from now on, and in what was written before."""
        if secret and secret not in self._typed:
            self._typed.add(secret)
            self._hide_typed = _hider(self._typed)
            self._mean({secret}, anew=True)

    def expect(self, text: str) -> None:
        """Hide what looks like a secret and stands beside a word for one: `the password is x7-Gn`.

        The model is still told it: until it is typed it may be what it needs to know.
        """
        self._called |= set(_beside(text))
        self._expect(find_secrets(text))

    def is_called(self, text: str) -> bool:
        """Whether a text was said to be a secret, by the task or by the model."""
        return text in self._called

    def expect_typing(self, secret: str, field: str = "") -> None:
        """Hide what is going to be typed as a secret, or was meant to be, into the field of that
        key. The model is still told it, as above; nobody else is."""
        self._mean({secret, *self._join(field, secret)})

    def _mean(self, secrets: Collection[str], *, anew: bool = False) -> None:
        if new := set(secrets) - self._meant:
            self._meant |= new
            self._hide_meant = _hider(self._meant)
        self._expect(secrets, anew=anew)

    def _join(self, field: str, text: str) -> set[str]:
        """The texts that a field was given one after the other, put together: a password may be
        told in parts, though each replaces the one before."""
        pieces = self._pieces.setdefault(field, [])
        if pieces[-1:] != [text]:
            pieces[:] = [*pieces[1 - _MOST_PIECES :], text]
        return {"".join(pieces[n:]) for n in range(len(pieces))}

    def _expect(self, secrets: Collection[str], *, anew: bool = False) -> None:
        if new := set(secrets) - self._all:
            self._all |= new
            self._hide_all = _hider(self._all)
        if new or anew:
            for clean in self._clean:
                clean()

    def when_known(self, clean: Callable[[], None]) -> None:
        """Call `clean` each time that a secret becomes known: it writes anew what it wrote."""
        self._clean.append(clean)

    # -- what is typed

    def note_typing(self, field: Element, text: str, *, appended: bool) -> None:
        """Keep secret what a secret field was given, and the whole if it was given in pieces."""
        whole = self._fields.get(field.key, "") + text if appended else text
        self._fields[field.key] = whole
        for secret in (text, whole, *self._join(field.key, text)):
            self.add(secret)

    def guard(self, screen: Screen) -> Screen:
        """The screen without what was typed as a secret, in its texts and in its pixels. A field
        that takes a secret or shows one is told as such: nothing reads it, or types it again."""
        found = tuple(map(self._guard_element, screen.elements))
        shapes = tuple(map(self._guard_element, screen.shapes))
        notice = self.hide_typed(screen.notice)
        if (found, shapes, notice) == (screen.elements, screen.shapes, screen.notice):
            return screen
        told = zip((*screen.elements, *screen.shapes), (*found, *shapes), strict=True)
        showing = [was.bounds for was, now in told if _texts(was) != _texts(now)]
        image = cover(screen.image, smallest(showing))
        return replace(screen, elements=found, shapes=shapes, notice=notice, image=image)

    def _guard_element(self, element: Element) -> Element:
        if "text" in element.uses:
            if element.secret:
                self._fields.setdefault(element.key, "")
                return element
            shows = self.hide_typed(element.value) != element.value
            if shows or element.key in self._fields or is_named(element):
                name = self.hide_typed(element.name)
                filled = element.filled or bool(element.value)
                return replace(element, secret=True, name=name, value="", text="", filled=filled)
        texts = {part: getattr(element, part) for part in _SAYS}
        told: dict[str, Any] = {part: self.hide_typed(text) for part, text in texts.items()}
        return element if told == texts else replace(element, **told)

    def showing(self, elements: Iterable[Element]) -> list[Rect]:
        """Where elements show a secret."""
        return smallest(
            each.bounds
            for each in elements
            if any(self.hide(text) != text for text in _texts(each))
        )

    # -- what is told

    def hide(self, text: str) -> str:
        """The text with every secret replaced, for whatever is kept or shown to a person."""
        return self._hide_all(text)

    def hide_typed(self, text: str) -> str:
        """The text with every secret replaced that was typed, for the model."""
        return self._hide_typed(text)

    def hide_meant(self, text: str) -> str:
        """The text with every secret replaced that was typed or was to be, for the terminal."""
        return self._hide_meant(text)

    def hide_in_title(self, title: str) -> str:
        """The title of a document with every secret replaced: it is kept without digits."""
        told = self.hide(title)
        for secret in self._all:
            left = " ".join(re.sub(r"\d+", " ", secret).split())
            told = told if left == secret or len(left) < _LEAST_LEFT else told.replace(left, HIDDEN)
        return told

    def is_in(self, text: str, told: Callable[[str], str]) -> bool:
        """Whether a text holds a secret, also one as it is `told` there, without its numbers."""
        left = (told(secret) for secret in self._all)
        return self.hide(text) != text or any(
            len(each) >= _LEAST_LEFT and each in text for each in left
        )

    def hide_in(self, value: Any) -> Any:
        """A JSON value with every secret replaced, the common ones where they are a whole text."""
        return map_texts(value, self._hide_whole, change_name=self._hide_whole)

    def _hide_whole(self, text: str) -> str:
        whole = len(text) > 2 and text in self._all  # "1" is what a switch says too
        return HIDDEN if whole else self.hide(text)

    def hide_in_step(self, step: Step) -> Step:
        """The step with every secret replaced."""
        return self._hide_in_record(step)

    def hide_in_outcome(self, outcome: Outcome) -> Outcome:
        """The outcome with every secret replaced; an answer tells what was asked for, a password
        on the screen too, unless it was to be typed."""
        told = self._hide_in_record(outcome)
        return told.model_copy(update={"answer": self.hide_meant(outcome.answer)})

    def _hide_in_record(self, record: R) -> R:
        if not self._all:
            return record
        told, texts = record.model_dump(), list[str]()

        def keep(text: str) -> str:
            texts.append(text)
            return text

        map_texts(told, keep, OURS)
        halves = told_in_halves(self._all, "\n".join(texts), COMMON)  # one in each of two texts
        hide = _hider(self._all | halves) if halves else self.hide
        return type(record).model_validate(map_texts(told, hide, OURS))


def _texts(element: Element) -> tuple[str, str, str, str]:
    return element.name, element.text, element.description, element.value


def smallest(places: Iterable[Rect]) -> list[Rect]:
    """The places that have no other inside: a row is told by the text that stands in it."""
    found = set(places)
    return [one for one in found if not any(one != each and one.contains(each) for each in found)]


def is_named(element: Element) -> bool:
    """Whether a field's name or id says that it takes a secret."""
    words = re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", element.short_id)
    return any(map(names_secret, (element.name, element.description, words)))


def names_secret(text: str) -> bool:
    """Whether a text has a word for a secret: "Your password"."""
    return bool(_NAME.search(_BARE.sub(" ", text).casefold()))


def find_secrets(text: str) -> set[str]:
    """What looks like a secret beside a word for one."""
    found = set(filter(_TELLTALE.search, _beside(text)))
    return {word for word in found if reach(word, COMMON) != "fields"}


def _beside(text: str) -> Iterator[str]:
    """What stands beside a word for a secret."""
    for quoted, bare in (match.groups() for beside in _BESIDE for match in beside.finditer(text)):
        word = quoted or bare.strip(".,;:!?()[]{}\"'’“”«»*")
        if len(word) >= 3 and "://" not in word:
            yield word


def _hider(secrets: Collection[str]) -> Callable[[str], str]:
    """The function that replaces the secrets in a text, also one that is told in two halves."""
    whole = _hider_of_whole(secrets)

    def hide(text: str) -> str:
        told = whole(text)
        if halves := told_in_halves(secrets, told, COMMON):
            told = _hider_of_whole(halves)(told)
        return hide_near_halves(secrets, told, HIDDEN)

    return hide if secrets else str


def _hider_of_whole(secrets: Collection[str]) -> Callable[[str], str]:
    """The function that replaces the secrets where they stand whole."""
    longest_first = sorted(secrets, key=len, reverse=True)
    texts: list[str] = []
    held: list[str] = []
    for secret in longest_first:
        where = reach(secret, COMMON)
        (held if where == "fields" else texts).append(pattern(secret, where))
    anywhere = re.compile("|".join(texts) or "(?!)")
    typed = re.compile(rf"""{_HELD}(?:{"|".join(held) or "(?!)"})(?=\\*["'])""")

    def hide(text: str) -> str:
        return typed.sub(rf"\1{HIDDEN}", anywhere.sub(HIDDEN, text))

    return hide
