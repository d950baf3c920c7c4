"""The danger of a label: what a control promises to do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from appagent.danger import Danger

WORDS: Mapping[Danger, Sequence[str]] = yaml.safe_load(
    (Path(__file__).parent / "words.yaml").read_text("utf-8")
)
"""The words of each danger on a control: see the head of the file."""
_NOT_WORD = re.compile(r"[\W_]+")
# "Post code", "call log", "sender": a thing, not a deed.
_HARMLESS = re.compile(
    r"\bpost ?(code|al)|\bcall (log|history|settings?|volume)|\bdial ?pad tones?"
    r"|\breply count|\bsender\b"
)
# "(503) 555-0143, Mobile" and "+49 30 901820", which a touch calls; not "2026-03-02".
_PHONE_NUMBER = re.compile(r"(?!\d{4}-\d\d-\d\d)(?:[+(]|\d(?=[\d ()-]{6}))[\d ()-]{5,}\d\b(?!:)")
_NUMBER_STARTS = re.compile(r"(?<![\w+(.-])[+(\d]")


def danger_of(label: str) -> Danger | None:
    """The danger of touching a control with this label: "delete", ...; None for none."""
    if _PHONE_NUMBER.match(label):
        return "call"
    words = _HARMLESS.sub(" ", fold(label))
    if len(words) > 60:  # a whole sentence is content
        return None
    found = (d for d, known in WORDS.items() if any(starts(s, words) for s in known))
    return next(found, None)


def has_phone_number(text: str) -> bool:
    """Whether a text contains a phone number: "Ines Fairbairn, (305) 555-0121"."""
    return any(_PHONE_NUMBER.match(text, at.start()) for at in _NUMBER_STARTS.finditer(text))


def fold(text: str) -> str:
    """The text as it is compared: words in small letters with single blanks between them."""
    return _NOT_WORD.sub(" ", text).strip().casefold()


def starts(stem: str, words: str) -> bool:
    """Whether a word starts with the stem; anywhere in scripts without blanks."""
    return stem in words if is_unspaced(stem) else f" {stem}" in f" {words} "


def is_unspaced(stem: str) -> bool:
    """Whether the script of a stem puts no blanks between words."""
    return ord(stem[0]) > 0x2E80
