"""How apps look for things: by the beginnings of words, without case or accents."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

_STROKES = str.maketrans("øłđı", "oldi")  # letters that Unicode does not take apart
_WORD = re.compile(r"\w+")
_TYPO_LENGTH, _TYPO_LIKENESS = 5, 0.8


def words(text: str) -> list[str]:
    """The words of a text, lower case, without accents and apostrophes."""
    letters = text.replace("'", "")
    if not letters.isascii():  # most are, and have neither
        apart = unicodedata.normalize("NFKD", letters.replace("\u2019", ""))
        letters = "".join(char for char in apart if not unicodedata.combining(char))
        letters = letters.casefold().translate(_STROKES)
    return _WORD.findall(letters.casefold())


def digits(text: str) -> str:
    """The digits of a telephone number, without what people write between them."""
    return "".join(char for char in text if char.isdecimal())


def matches(query: str, text: str, *, typos: bool = False) -> bool:
    """Whether each word of `query` begins a word of `text`, or with `typos` nearly is one."""
    present = words(text)
    return all(
        any(word.startswith(asked) or (typos and _alike(asked, word)) for word in present)
        for asked in words(query)
    )


def _alike(asked: str, word: str) -> bool:
    return (
        len(asked) >= _TYPO_LENGTH
        and abs(len(asked) - len(word)) <= 2
        and SequenceMatcher(None, asked, word).ratio() >= _TYPO_LIKENESS
    )
