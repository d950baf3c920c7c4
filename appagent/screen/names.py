"""Whether a text says a name: in any order and case, with or without accents, and whatever way a
time of day, a phone number or an address is written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from appagent.screen.folding import digits, fold, is_unspaced

# "6:30", "6.30 Uhr", "18h30", "6:30, AM"; "8 am", "8 Uhr".
_TIME = re.compile(
    r"(?<![\d.:])(\d{1,2})(?:[:.h](\d\d))?(?![\d:]|[.]\d)"
    r"(?:[\s,]*(?:([ap])\.?m\b\.?|(uhr\b|o.?clock\b|h\b|点|點|時|ч\b)))?",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?<=\w\w)['’]\w{1,3}\b")  # "Ada's", "Ada'ya"; not "O'Brien"
_ADDRESS = re.compile(r"([\w.+-]+)@[\w.-]+")
_LONG_NUMBER = 5  # digits, from which on it may be written in groups
# "+49 (170) 123-45 67", "202.555.0184"; not "02.03.2026", "2026-03-02".
_PHONE = re.compile(
    r"(?!(?:\d{1,2}[./-]\d{1,2}[./-])?\d{4}(?:[./-]\d{1,2}[./-]\d{1,2})?$)[\d +()./-]+"
)
_PHONE_DIGITS = 7
_VOWELS = frozenset("аеёиоуыэюя")  # a Russian name ends in another one in each case
_ARTICLES = ("ال", "لل", "ل", "ب", "و")  # are written as one with an Arabic name


def says(text: str, name: str) -> bool:
    """Whether a text says all the words of a name."""
    if not any(map(str.isalpha, name)) and len(number := digits(name)) >= _LONG_NUMBER:
        return number in digits(text)
    if name.casefold() not in text.casefold():
        name = _ADDRESS.sub(r"\1", name)  # where a contact is shown by its name
    wanted, name = _times(name)
    there, rest = _times(text)
    if not all(any(time & other for other in there) for time in wanted):
        return False
    folded = _fold(rest)
    words = folded.split()
    sought = _fold(" ".join(_telling(name))).split()
    sought = [word for word in sought if len(word) > 1 or word.isdigit()] or sought
    if not wanted and not sought:  # an emoji, a sign
        return name.strip() in text
    return all(_has(word, words, folded) for word in sought)


def stands_in(text: str, name: str) -> bool:
    """Whether a name tells a text in whole words; a phone number in whatever groups, with or
    without the country's."""
    if number := phone_number(text):
        return number.lstrip("0") in digits(name)
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", name) is not None


def phone_number(text: str) -> str:
    """The digits of a text that may be a phone number; "" for any other, as a date or a time."""
    number = digits(text)
    return number if _PHONE.fullmatch(text.strip()) and len(number) >= _PHONE_DIGITS else ""


def _telling(name: str) -> list[str]:
    """The words of a name that tell it from others: those with a capital or a digit, and in scripts
    without capitals; all, if there are none."""
    words = re.findall(r"[\w'’]+", name)
    return [
        word for word in words if word[0].lower() == word[0].upper() or word != word.lower()
    ] or words


def _fold(text: str) -> str:
    """The text in small letters without accents, its words with single blanks between them."""
    text = _SUFFIX.sub("", text)
    apart = (c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")
    return fold(unicodedata.normalize("NFC", "".join(apart)))


def _times(text: str) -> tuple[list[set[int]], str]:
    """The times of day in a text, each as the minutes it can mean, and the text without them."""
    found: list[set[int]] = []

    def take(time: re.Match[str]) -> str:
        hour, minute, half, word = int(time[1]), time[2], (time[3] or "").lower(), time[4]
        if not (minute or half or word) or hour > 24 or int(minute or 0) > 59:
            return time[0]
        if half:
            hours = {hour % 12 + 12 * (half == "p")}
        else:
            hours = {hour % 24, (hour + 12) % 24} if 0 < hour <= 12 else {hour % 24}
        found.append({60 * h + int(minute or 0) for h in hours})
        return " "

    rest = _TIME.sub(take, unicodedata.normalize("NFKC", text))
    return found, rest


def _has(word: str, words: list[str], folded: str) -> bool:
    if is_unspaced(word):
        return word in folded
    if word.isdigit():
        return any(other.isdigit() and int(other) == int(word) for other in words)
    forms = set(_forms(word))
    return any(other in forms or word in _forms(other) for other in words)


def _forms(word: str) -> Iterator[str]:
    """The forms that a word may have: the plural or genitive, a Russian case, an Arabic article."""
    yield word
    yield f"{word}s"
    yield f"{word}es"
    yield from (f"{article}{word}" for article in _ARTICLES)
    if len(word) > 2 and word[-1] in _VOWELS:
        yield from (word[:-1] + vowel for vowel in _VOWELS)
