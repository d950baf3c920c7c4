"""Whether a text that somebody gave can be used at all, how one is told that hides things, and the
texts inside of a JSON value."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

_HALF = re.compile(r"[\ud800-\udfff]")  # a byte that is no UTF-8, as Python reads it
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_TELLING = re.compile(r"[^\W\d_]{4,}")
_LINE_END = re.compile(r"[\t\n\u2028\u2029]")

# What has no width or turns the text around it: by it a text reads otherwise than it is written, or
# says to a model what no person sees. Joiners and the marks of emoji are part of ordinary words,
# one at a time.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    "|(?<=[\u200c\u200d])[\u200c\u200d\ufe0e\ufe0f]|(?<=[\ufe0e\ufe0f])[\u200c\ufe0e\ufe0f]"
)


def spell_unseen(text: str) -> str:
    """The text with what cannot be seen in it spelled out, `\\u202e`, as JSON does; tab and line
    feed excepted."""
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


def shorten(text: str, limit: int) -> str:
    """The text; one of more than `limit` characters ends there in an ellipsis."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def first_few(texts: Sequence[str], most: int, ranks: Sequence[Any] = ()) -> list[str]:
    """The first `most` texts, and how many more there are; with a rank for each, those of the
    lowest, in the order in which they stand."""
    places: Sequence[int] = range(len(texts))
    kept = sorted(sorted(places, key=ranks.__getitem__ if ranks else None)[:most])
    more = len(texts) - most
    return [*(texts[n] for n in kept), *([f"and {more} more"] if more > 0 else [])]


def fault(text: str, most: int, *, lines: bool = False) -> str:
    """What is wrong with a text, as the end of a sentence: it is too long for `most` characters,
    holds bytes that are no UTF-8, control characters or, without `lines`, ends of lines. "" for
    a text that can be used."""
    if len(text) > most:
        return f"has {len(text):,} characters: at most {most:,} are taken"
    if found := _HALF.search(text):
        return f"holds bytes that are no UTF-8, after {_before(text, found)}: type them anew"
    if found := _CONTROL.search(text) or (None if lines else _LINE_END.search(text)):
        name = f"U+{ord(found[0]):04X}"
        return f"holds the control character {name}, after {_before(text, found)}: leave it out"
    return ""


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen: it is empty, or blanks and marks without width."""
    return all(c.isspace() or unicodedata.category(c)[0] == "C" for c in text)


def _before(text: str, found: re.Match[str]) -> str:
    return repr(text[max(0, found.start() - 20) : found.start()])


def map_texts(
    value: Any,
    change: Callable[[str], str],
    ours: Collection[str] = (),
    change_ours: Callable[[str], str] = str,
    change_name: Callable[[str], str] = str,
) -> Any:
    """A JSON value with each text in it put through `change`; those under one of the names `ours`
    through `change_ours`, the names themselves through `change_name`."""
    change_name = cache(change_name)  # a list of a thousand things has the same names in each

    def mapped(value: Any, change: Callable[[str], str]) -> Any:
        match value:
            case str():
                return change(value)
            case Mapping():
                return {
                    change_name(name): mapped(inner, change_ours if name in ours else change)
                    for name, inner in value.items()
                }
            case list() | tuple():
                return [mapped(inner, change) for inner in value]
            case _:
                return value

    return mapped(value, change)


def words_of(text: str) -> list[str]:
    """The words of a text, folded: letters and digits with the marks that belong to them, which
    `\\w` leaves out, as the vowel signs of Hindi."""
    return only_words(unicodedata.normalize("NFC", text.casefold())).split()


def telling_words(text: str) -> list[str]:
    """The words of a text that are longer than articles are, as they are written."""
    return _TELLING.findall(text)


def only_words(text: str) -> str:
    """The text with a blank for each character between its words."""
    return "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in text)


def as_words(text: str) -> str:
    """The words of a text, as two are compared whatever stands between them: "map kettle" of
    "Map & Kettle"."""
    return " ".join(words_of(text))


def folded(text: str) -> str:
    """A text as two are compared: without case, kinds of blanks and ways to write one letter."""
    return " ".join(unicodedata.normalize("NFC", text.casefold()).split())
