"""What a control tells of itself: its label, and what a field is for."""

from __future__ import annotations

from pathlib import Path

import yaml

from appagent.screen.folding import id_words, is_unspaced, letters, plain
from appagent.screen.keys import row_of
from appagent.screen.values import Element

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # texts only: "no" and "on" are words
_WORDS = yaml.load(Path(__file__).with_name("phrases.yaml").read_bytes(), _LOADER)
_SEARCHES = frozenset(map(plain, _WORDS["searches"]))
_GENERIC = ("", "icon", "button", "image")  # names of what has none


def label_of(element: Element) -> str:
    """What an element says of itself: "like" of "Ada Lovelace: like", as a row's icon is called."""
    _, colon, own = element.name.rpartition(": ")
    iconic = letters(plain(own)) in (*_GENERIC, "".join(id_words(element.resource_id)))
    told = plain(element.text + element.description)
    return own if colon and not told and (iconic or row_of(element.key)) else element.name


def edits(element: Element) -> bool:
    """Whether it is a field in which nothing is looked up."""
    return "text" in element.uses and not looks_up(element)


def looks_up(field: Element) -> bool:
    """Whether a field is one to search in."""
    told = " ".join([field.name, field.description, *id_words(field.resource_id)])
    said = f" {plain(told)} "
    return any(w in said if is_unspaced(w) else f" {w} " in said for w in _SEARCHES)


def holds_number(field: Element) -> bool:
    """Whether a field holds a number, a time or a date, as those of Android's pickers do."""
    return any(map(str.isdigit, field.value)) and not any(map(str.isalpha, field.value))
