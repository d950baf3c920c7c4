"""Words: how they are split, when two are the same, and the few of them that the rules know."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from rapidfuzz import fuzz

SAME = 0.75  # likeness from which two words count as one
PHONE = 6  # digits from which a number is written with blanks and dashes at will
SLIP = 88  # rapidfuzz points: the same word but for a slip of the pen, or an "s"
ENDING = 3  # letters that a form of a word may add


class Sense(Enum):
    """What a word of every user interface, or a word of grammar, stands for.

    This table is all the vocabulary of the baseline: it knows no app, no name and no task.
    """

    ADD = "add create new compose plus"
    EDIT = "edit change rename modify update"
    SEARCH = "search find look"
    SHOW = "open show see view"
    COMMIT = "save ok okay done apply confirm yes submit finish"
    NEXT = "next continue"
    REFUSE = "cancel close dismiss discard no later skip"
    LEAVE = "back exit up"
    MORE = "more menu options overflow"
    SETUP = "settings preferences profile account"
    OFF = "off no not without disable disabled don't never"
    ON = "on enable enabled"
    CHOOSE = "choose select"
    OVER = "above over"
    UNDER = "below under"
    RISK = "delete remove erase clear reset uninstall send share pay buy order call post sign log"
    ALLOW = "allow while accept agree continue got"
    MANY = "all every each everything"
    ASK = "that what which who whose when where how many much"
    JOIN = "and then"
    IT = "it them"
    LINK = (
        "a an the this its is are be as of to in into at for from by with or my me i you "
        "your his her their any please so there here after before do go let use some any"
    )


_SENSES: dict[str, frozenset[Sense]] = {
    word: frozenset(sense for sense in Sense if word in sense.value.split())
    for group in Sense
    for word in group.value.split()
}
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_STOPS = re.compile(r", | · ")
_GRAMMAR = frozenset({Sense.LINK, Sense.IT, Sense.JOIN, Sense.MANY, Sense.ASK, Sense.OFF, Sense.ON})


def words(text: str) -> list[str]:
    """The words of `text`, folded; "Grace's" is Grace."""
    found = (word.replace("’", "'") for word in _WORD.findall(text.casefold()))
    return [word.removesuffix("'s") for word in found]


def senses(word: str) -> frozenset[Sense]:
    return _SENSES.get(word, frozenset())


def does(name: str) -> frozenset[Sense]:
    """What the first word of a name says that a touch does: "Save", not "Saved"."""
    return senses(next(iter(words(name)), ""))


def has(text: str, *wanted: Sense) -> bool:
    """Whether a word of `text`, in one of its forms, stands for one of `wanted`."""
    known = [generic for sense in wanted for generic in sense.value.split()]
    return any(
        alike(word, generic) >= SAME and -1 <= len(word) - len(generic) <= ENDING
        for word in words(text)
        for generic in known
    )


def content(text: str) -> list[str]:
    """The words that say something: not those of grammar alone."""
    return [word for word in words(text) if not senses(word) & _GRAMMAR]


def alike(one: str, other: str) -> float:
    """How much two words are the same one in other forms, 0 to 1."""
    if one == other:
        return 1.0
    if one == f"{other}s" or other == f"{one}s":
        return 0.9
    short, long = sorted((one, other), key=len)
    common = next(
        (n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short)
    )
    if common >= 4 and common >= 0.75 * len(short) and len(long) - common <= ENDING:
        return 0.9
    if len(short) >= 6 and fuzz.ratio(short, long) >= SLIP:  # a slip of the pen
        return 0.8
    return 0.0


def best(word: str, among: Iterable[str]) -> float:
    """The likeness of `word` to the likest of `among`; 0 where none is the same word."""
    found = max((alike(word, other) for other in among), default=0.0)
    return found if found >= SAME else 0.0


def parts(name: str) -> list[str]:
    """What an element is called, and what a row tells behind that: "Oak Table, 12 km · Attic"."""
    return _STOPS.split(name)


def bears(name: str, text: str) -> int:
    """How well an element stands for the value `text`: 3 by its whole name, 2 by one of the other
    things that a row tells, 1 where its name holds all the words; 0 not at all.

    Words that are scattered over a row, or that are there in another form, do not count.
    """
    wanted = words(text)
    told = [words(part) for part in parts(name)]
    if not wanted:
        return 0
    if wanted in told:
        return 3 if wanted == told[0] else 2
    return int(all(any(fuzz.ratio(word, held) >= SLIP for held in told[0]) for word in wanted))


def names(part: str, word: str) -> bool:
    """Whether `part` of a name on the screen means `word`; three letters may stand for it."""
    short = len(part) == 3 and part.isalpha() and not senses(part) and word.startswith(part)
    return short or alike(part, word) >= SAME


def numeric(text: str) -> bool:
    return text.strip().isdecimal()


def same_value(held: str, wanted: str) -> bool:
    """Whether a field that shows `held` holds `wanted`: `07` is 7, `(555) 0199` is 555-0199."""
    one, other = held.strip().casefold(), wanted.strip().casefold()
    if one == other:
        return True
    if numeric(one) and numeric(other):
        return int(one) == int(other)
    digits = [re.sub(r"[\s().+-]", "", text) for text in (one, other)]
    return digits[0] == digits[1] and all(d.isdecimal() and len(d) >= PHONE for d in digits)
