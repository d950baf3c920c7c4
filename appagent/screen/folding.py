"""Texts as they are compared, whatever way their letters are written."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_MARKS_OF_KANA = "\u3099\u309a"  # with them it is another letter
_NOT_WORD = re.compile(r"[\W_]+")
_SPELLED_OUT = re.compile(r"\b\w(?: \w){2,}\b")  # "D e l e t e"
_LATIN, _OTHER = re.compile(r"[a-z]"), re.compile(r"[\u0370-\u052f]")
# Cyrillic and Greek letters that look like Latin ones; no word of any language mixes these scripts.
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһвкмнтɡαεορυκντιη", "aeopcyxijsdhbkmhtgaeopukvtin")
_ID_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """The words of a text in small letters with single blanks between them; without accents, signs
    and what cannot be seen. "İPTAL" and "iptal", "Ｓｅｎｄ" and "se\\u00adnd" are the same."""
    apart = unicodedata.normalize("NFKD", text)
    seen = "".join(c for c in apart if unicodedata.category(c) not in ("Mn", "Cf") or _is_kana(c))
    small = unicodedata.normalize("NFKC", seen.casefold().replace("ı", "i").replace("ـ", ""))
    words = _NOT_WORD.sub(" ", small).strip()
    if _OTHER.search(words) and _LATIN.search(words):
        words = " ".join(map(_in_one_script, words.split()))
    return _SPELLED_OUT.sub(lambda match: match[0].replace(" ", ""), words)


def _is_kana(mark: str) -> bool:
    return mark in _MARKS_OF_KANA


def _in_one_script(word: str) -> str:
    mixed = _LATIN.search(word) and _OTHER.search(word)
    return word.translate(_LOOKALIKES) if mixed else word


def id_words(resource_id: str) -> list[str]:
    """The words of a resource id, in small letters and without numbers: "com.example:id/btnSend_24"
    has "btn" and "send"."""
    return [word.lower() for word in _ID_WORDS.findall(resource_id.rpartition("/")[2])]


def is_question(text: str) -> bool:
    """Whether a text has the question mark of any script."""
    return any(mark in text for mark in "?？؟")


def digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def is_unspaced(text: str) -> bool:
    """Whether the script of a text puts no blanks between words."""
    return any(char > "\u2e80" for char in text)


def fold(text: str) -> str:
    """The words of a text in small letters with single blanks between them, and their accents."""
    return _NOT_WORD.sub(" ", text).strip().casefold()
