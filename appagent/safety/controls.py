"""What a control tells of itself: its label, whether it has a state, what a field is for."""

from __future__ import annotations

import re

from appagent.safety.folding import SENTENCES, id_words, is_unspaced, letters, plain
from appagent.safety.labels import danger_of
from appagent.safety.signs import acts_when_held, danger_of_id, is_message, is_search
from appagent.safety.wordlists import has_any, phrases
from appagent.screen.keys import CHOICES, is_whole_row, row_of
from appagent.screen.values import Element

_LAST_LATIN = "\u024f"
_SUBJECTS = phrases("subjects")
_GENERIC = ("", "icon", "button", "image")  # names of what has none
_BUTTON = frozenset({"button", "btn", "icon", "ic", "fab"})  # words that name its form
_SENTENCE = 8  # words: what is longer is no button
# "Re: ...", in front of the subject of a mail.
_SUBJECT = re.compile(
    r"(?:re|fwd?|aw|wg|tr|rv|rif|i|enc|res|antw|odp|pd|sv|vs|ynt|ilt|отв|на|رد|回复|转发|答复|回覆|轉寄|返信|転送|답장|전달)"
    r"(?:\[\d+\])? ?[:：]",
    re.IGNORECASE,
)
# What an app tells of its content: "09:41", "2h", "4.8M views", "· 3 stars", "7,347,237".
_MONTHS = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
DAY = rf"\b\d{{1,2}}\.? {_MONTHS}\b|\b{_MONTHS} \d{{1,2}}\b"
_DATA = re.compile(
    r"\d:\d\d|·|\b\d+ ?(?:s|min|h|d|w|mo|y)\b|\d[KM]\b|\d,\d{3}"
    r"|\b(?:views|answers|ago|yesterday|today)\b|\b(?:mon|tues?|wed|thu|fri|sat|sun)(?:[a-z]*day)?\b"
    rf"|{DAY}",
    re.IGNORECASE,
)


def label_of(element: Element) -> str:
    """What an element says of itself: "like" of "Ada Lovelace: like", as a row's icon is called."""
    _, colon, own = element.name.rpartition(": ")
    iconic = letters(plain(own)) in (*_GENERIC, "".join(id_words(element.resource_id)))
    told = plain(element.text + element.description)
    return own if colon and not told and (iconic or row_of(element.key)) else element.name


def is_named_by_id(element: Element) -> bool:
    """Whether nothing that a person can read names an element."""
    own = plain(label_of(element))
    named = plain(element.text + element.description) or own not in _GENERIC
    return not named or letters(own) in "".join(id_words(element.resource_id))


def is_foreign(label: str) -> bool:
    """Whether a label is written in another script than the ids of programmers."""
    return any(c.isalpha() and c > _LAST_LATIN for c in label)


def has_state(element: Element) -> bool:
    """Whether it is a switch or the like, not a row of a drawer that can be checked."""
    if element.role in ("switch", "radio") or CHOICES in element.key:
        return True
    return element.checked is not None and element.key != row_of(element.key)


def is_content(element: Element) -> bool:
    """Whether it is a row that tells of something: who, when, how many. A control in a row says
    what it does, also where it says to what: "Delete alarm, 6:45 AM"."""
    _, comma, told = element.name.partition(", ")
    if not is_whole_row(element):
        return False
    return bool(comma and _DATA.search(told)) or _is_title(element.name)


def _is_title(label: str) -> bool:
    """Whether a row with this label tells of something, and does nothing: a mail by its subject, or
    a sentence that does not begin with a deed."""
    if _SUBJECT.match(label):
        return True
    words = plain(SENTENCES.split(label)[0]).split()
    return len(words) > _SENTENCE and danger_of(label) is None


# --- fields ---------------------------------------------------------------------------------------


def edits(element: Element) -> bool:
    """Whether it is a field in which nothing is looked up."""
    return "text" in element.uses and not looks_up(element)


def looks_up(field: Element) -> bool:
    """Whether a field is one to search in."""
    return is_search(" ".join([field.name, field.description, *id_words(field.resource_id)]))


def is_filled(field: Element) -> bool:
    """Whether a field holds a text; a secret one may."""
    return bool(field.value.strip()) or field.secret


def sends_its_field(element: Element) -> bool:
    """Whether a control says that it sends, or posts, what the field beside it holds: "Send" and
    "Send reply" do, "Send sticker" and "Share location" send something else."""
    label = label_of(element)
    words = [w for w in plain(label).split() or id_words(element.resource_id) if w not in _BUTTON]
    if any(map(acts_when_held, (label, element.description))):
        return False
    if words[1:] and not any(is_message(" ".join(some)) for some in (words[1:], words[:-1])):
        return False
    if is_unspaced(label) and any(map(danger_of, (label[1:], label[:-1]))):
        return False  # it says more than the deed
    return (danger_of(label) or danger_of_id(element.resource_id)) in ("send", "post")


def holds_number(field: Element) -> bool:
    """Whether a field holds a number, a time or a date, as those of Android's pickers do."""
    return any(map(str.isdigit, field.value)) and not any(map(str.isalpha, field.value))


def writes_to_somebody(field: Element) -> bool:
    """Whether what is typed into a field goes to somebody."""
    return any(map(is_message, (field.name, " ".join(id_words(field.resource_id)))))


def is_subject(field: Element) -> bool:
    """Whether a field holds what a text is about, and says nobody to whom it goes."""
    return has_any(" ".join([field.name, *id_words(field.resource_id)]), _SUBJECTS)


def stands_beside(element: Element, field: Element) -> bool:
    """Whether an element stands in the line of a field, at one of its ends."""
    box, line = element.bounds, field.bounds
    level = line.top <= box.center.y < line.bottom
    return level and (box.center.x >= line.right - box.width or box.center.x <= line.left)
