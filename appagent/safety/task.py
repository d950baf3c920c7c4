"""What the words of a task allow, by rules: for a model that cannot be asked.

A task asks for a deed where a clause of it begins with a request ("delete ...", "let ... know").
What stands in quotes, in a question, behind a condition or behind "remind me to" asks for nothing,
and what is forbidden anywhere is not asked for. What cannot be told is not asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from appagent.danger import DANGERS, Danger
from appagent.safety.language import QUOTE, Language, classes_in, languages, without_fillers
from appagent.trail import Permission

_QUOTED = re.compile(
    r"\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|「([^」\n]+)」|『([^』\n]+)』"
    r"|(?<!\w)['‘]([^'’\n]+)['’](?!\w)"
)
_SENTENCE = re.compile(r"(?<=[.!?;…])\s+|(?<=[。！？；؟])|\n+")
_CONTENT = re.compile(r"\s*[:：](?!\d)")  # what stands behind it is to be said or noted
_QUESTION = re.compile(r"[?？؟]\s*$|^\s*¿")


@dataclass(slots=True)
class _Reading:
    """What a task says, read as of one language."""

    asks: bool = False
    names: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)  # the rights that it cannot do without
    forbidden: set[Danger] = field(default_factory=set)


def read_task(task: str, danger: Danger) -> Permission:
    """What the words of a task say of a class."""
    quoted = [next(filter(None, found)) for found in _QUOTED.findall(task)]
    plain = without_fillers(_QUOTED.sub(f" {QUOTE} ", task))
    readings = [_read(plain, danger, language) for language in languages()]
    if any(danger in reading.forbidden for reading in readings):
        return Permission(danger=danger, asks=False)
    if not any(reading.asks for reading in readings):
        needs = tuple(name for reading in readings for name in reading.needs)
        return Permission(danger=danger, asks=bool(needs), names=needs)
    # What is sent or posted is often quoted: that is no target.
    texts = quoted if danger not in ("send", "post") else []
    names = texts or [name for reading in readings for name in reading.names]
    return Permission(danger=danger, asks=True, names=tuple(dict.fromkeys(names)))


def asks_for(task: str, danger: Danger) -> bool:
    """Whether a task asks for a danger: "Delete the alarm" asks for "delete"."""
    return read_task(task, danger).asks


def without_content(task: str) -> str:
    """The words of a task before "that" in each sentence: what follows is to be said, and tells
    nobody to whom."""
    return " ".join(
        min((_head(sentence, language) for language in languages()), key=len)
        for sentence in _SENTENCE.split(task)
    )


def _head(sentence: str, language: Language) -> str:
    told: list[str] = []
    for clause in language.clauses(sentence):
        told.append(language.head(clause).text)
        if told[-1] != clause.text:
            break
    return " ".join(told)


def _read(task: str, danger: Danger, language: Language) -> _Reading:
    reading = _Reading()
    for sentence in _SENTENCE.split(task):
        clauses = language.clauses(_CONTENT.split(sentence)[0])
        grants = not any(map(language.is_condition, clauses)) and (
            not _QUESTION.search(sentence) or any(map(language.is_polite, clauses[:1]))
        )
        for clause in clauses:
            head = language.head(clause)
            grants = grants and not (language.is_question(head) and not language.is_polite(head))
            if language.negates(head):
                reading.forbidden |= classes_in(head) or set(DANGERS)
            elif grants and language.requests(danger, head):
                reading.asks = True
                reading.names += language.names(head)
            elif grants and danger == "permission":
                reading.needs += language.needs(head)
            content = head is not clause or language.is_content(head)
            grants = grants and (not content or QUOTE in clause.line)
    return reading
