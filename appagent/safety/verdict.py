"""Decide whether a move is allowed. Sending, paying, calling, posting, deleting, signing in or out,
and touches in stores and banks are not done unasked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

import yaml

from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    DragAt,
    Enter,
    Exit,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    ShowGrid,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
)
from appagent.screen.values import Element, Screen


@dataclass(frozen=True, slots=True)
class Allow:
    """The move is allowed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The move could do something that the task does not ask for: a person decides."""

    danger: str  # "delete", "send", ...


@dataclass(frozen=True, slots=True)
class Refuse:
    """The move is not allowed."""

    why: str
    danger: str = ""  # "" where it is refused for another reason


Verdict = Allow | Ask | Refuse

WORDS: Mapping[str, Mapping[str, Sequence[str]]] = yaml.safe_load(
    (Path(__file__).parent / "words.yaml").read_text("utf-8")
)
"""The words of each danger: see the head of the file."""
# "bank" in any word of theirs (commerzbank), not where it lends no money.
GUARDED_APPS = re.compile(
    r"vending|\bfinsky|appgallery|\bmarket\b|galaxystore|amazon\.mshop|\bebay\b"
    r"|(?<!power)(?<!food)(?<!blood)(?<!word)(?<!sound)bank|\bchase\b|monzo|getmondo|wallet|paypal"
    r"|payments?\b|\bs?pay\b|samsungpay|phonepe|paytm|alipay|venmo|revolut|broker|crypto|coinbase"
    r"|trading",
    re.IGNORECASE,
)
BY_ENTER = ("send", "post", "pay")
_NOT_WORD = re.compile(r"[\W_]+")
_CLAUSE = re.compile(
    r"[.,;:!?]\s|[\n。、，；]|\b(?:and|then|but|und|dann|et|puis|y|luego|e|poi)\b", re.IGNORECASE
)
# What comes before the verb of a clause: "please", "I want to", "use Signal to".
_LEAD = re.compile(
    r"(?:(?:please|now|also|just|kindly|bitte|(?:can|could|would|will) you|help me(?: to)?"
    r"|i (?:want|need|would like|d like)(?: you)? to|(?:use|open)(?: \w+){1,3} to"
    r"|don t forget to) )*"
)
# What follows is not to be done, or is a question: "don't send it", "tell me how ...".
_NOT_ASKED = re.compile(
    r"\b(?:(?:tell|show) (?:me|us)|(?:don t|do not|never)(?! forget)|without|nicht|ohne|sans)\b.*"
)
# "Post code", "call log", "sender": a thing, not a deed.
_HARMLESS = re.compile(
    r"\bpost ?(code|al)|\bcall (log|history|settings?|volume)|\bdial ?pad tones?"
    r"|\breply count|\bsender\b"
)
# "(503) 555-0143, Mobile" and "+49 30 901820", which a touch calls; not "2026-03-02".
_PHONE_NUMBER = re.compile(r"(?!\d{4}-\d\d-\d\d)(?:[+(]|\d(?=[\d ()-]{6}))[\d ()-]{5,}\d\b(?!:)")
_NUMBER_STARTS = re.compile(r"(?<![\w+(.-])[+(\d]")
LEARNED = {"call": "Starts a call.", "delete": "Removes its row."}
"""The sentence that begins the document of what an exploration saw to be a danger."""
_DANGEROUS_NOTES = {
    "call": re.compile(r"(?:Calls|Starts a call)\b"),
    "delete": re.compile(r"(?:Deletes|Removes)\b"),
}


def verdict(move: Move, screen: Screen, note: str, task: str) -> Allow | Ask:
    """Whether a move is allowed on this screen for this task. `note` is what the document of its
    element says, "" for none."""
    danger = risk(move.action, move.element, screen) or danger_of(move.icon) or danger_in_note(note)
    return Ask(danger) if danger and not asks_for(task, danger) else Allow()


def risk(action: AnyVerb, element: Element | None, screen: Screen) -> str:
    """The danger of an action: "delete", "send", ...; "" for none that is known.

    Reading, typing and scrolling are free everywhere; a store or a bank is looked at, not touched.
    The enter key may do what a button beside the field would: send, post, pay.
    """
    label = _danger_of_element(element) if element else ""
    match action:
        case Tap() | TapArea() | TapAt():
            danger = label
        case Swipe() | SwipeArea() | DragAt():
            scrolls = isinstance(action, Swipe) and action.direction in ("up", "down")
            if scrolls or not label:
                return ""
            danger = label  # "Slide to pay"
        case LongPress() | LongPressArea() | LongPressAt():
            danger = ""  # holding opens a choice, it does not act
        case Enter():
            danger = _danger_of_enter(screen)
        case Text(text=text):
            if "\n" not in text and "\r" not in text:
                return ""
            danger = _danger_of_enter(screen)  # a line end is typed as the enter key
        case Back() | Home() | Wait() | OpenApp() | ShowGrid() | Exit():
            return ""
        case _:
            assert_never(action)
    package = screen.app.package
    return f"act in {package}" if GUARDED_APPS.search(package) else danger


def _danger_of_enter(screen: Screen) -> str:
    buttons = (e for e in (*screen.elements, *screen.shapes) if "tap" in e.uses)
    dangers = map(_danger_of_element, buttons)
    return next((danger for danger in dangers if danger in BY_ENTER), "")


def _danger_of_element(element: Element) -> str:
    identifier = element.resource_id.rsplit("/", 1)[-1]
    return danger_of(element.name) or danger_of(element.description) or danger_of(identifier)


def asks_for(task: str, danger: str) -> bool:
    """Whether a task asks for a danger: "Delete the alarm" asks for "delete"."""
    clauses = [_NOT_ASKED.sub("", _words(clause)) for clause in _CLAUSE.split(task)]
    known = WORDS.get(danger)  # none of a guarded app: "act in com.example.bank"
    return known is not None and any(
        any(_starts(stem, clause) for stem in known["labels"])
        or any(_begins(stem, clause) for stem in known["requests"])
        for clause in clauses
    )


def danger_of(label: str) -> str:
    """The danger of touching a control with this label: "delete", ...; "" for none."""
    if _PHONE_NUMBER.match(label):
        return "call"
    words = _HARMLESS.sub(" ", _words(label))
    if len(words) > 60:  # a whole sentence is content
        return ""
    dangers = WORDS.items()
    return next((d for d, known in dangers if any(_starts(s, words) for s in known["labels"])), "")


def has_phone_number(text: str) -> bool:
    """Whether a text contains a phone number: "Ines Fairbairn, (305) 555-0121"."""
    return any(_PHONE_NUMBER.match(text, at.start()) for at in _NUMBER_STARTS.finditer(text))


def danger_in_note(note: str) -> str:
    """The danger that a document names in its first words; "" for none."""
    return next((danger for danger, says in _DANGEROUS_NOTES.items() if says.match(note)), "")


def _words(text: str) -> str:
    return _NOT_WORD.sub(" ", text).strip().casefold()


def _starts(stem: str, words: str) -> bool:
    """Whether a word starts with the stem; anywhere in scripts without blanks."""
    return stem in words if _is_unspaced(stem) else f" {stem}" in f" {words} "


def _begins(stem: str, words: str) -> bool:
    """Whether the first verb starts with the stem."""
    return (
        stem in words
        if _is_unspaced(stem)
        else f"{_LEAD.sub('', words, count=1)} ".startswith(stem)
    )


def _is_unspaced(stem: str) -> bool:
    """Whether the script of a stem puts no blanks between words."""
    return ord(stem[0]) > 0x2E80
