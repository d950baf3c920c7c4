"""The danger of a text: what a label promises to do, and what a question asks.

A short label that begins with a verb is a deed: "Delete", "Pay $5", "Save and send". What has
another form is a thing, a state, a count or a question, and does nothing: "Deleted items", "Call
log", "3 replies", "How to send". See deeds.yaml and words.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from appagent.danger import DANGERS, Danger
from appagent.safety.folding import COMMAS, SENTENCES, is_question, is_unspaced, plain
from appagent.safety.wordlists import DEEDS, WORDS, phrases

_LONGEST = 6  # words of a label that may end with its verb, or be an answer
_LONGEST_UNSPACED = 14  # letters
_LONG = 60  # characters: of a longer label its beginning and its end count
_LASTWORDS = 3
_PAGELESS = ("send", "delete", "device")  # "Reset settings" opens no page of them
_QUESTION_LIMIT = 400  # characters of a dialog that are read


class _Deed(NamedTuple):
    """A phrase that names a deed."""

    words: tuple[str, ...]
    danger: Danger
    noun: bool = False  # it is a noun too
    needs_object: bool = False
    asked_only: bool = False  # only in a question
    final: bool = False  # its language puts the verb last
    alone: bool = False  # only if nothing else is said


class _Table:
    """Phrases by their first word; those of scripts without blanks apart."""

    def __init__(self, classes: Mapping[Danger, Mapping[str, Sequence[str]]]) -> None:
        self.spaced: dict[str, list[_Deed]] = {}
        self.unspaced: list[_Deed] = []
        for danger in DANGERS:
            for language, listed in classes.get(danger, {}).items():
                for phrase in listed:
                    self._add(phrase, danger, final=language in WORDS["final"])
        for found in (*self.spaced.values(), self.unspaced):
            found.sort(key=lambda deed: -len("".join(deed.words)))

    def without_nouns(self) -> _Table:
        """Only the phrases that are nothing but verbs."""
        verbs = _Table({})
        verbs.spaced = {
            word: [deed for deed in deeds if not deed.noun] for word, deeds in self.spaced.items()
        }
        verbs.unspaced = self.unspaced
        return verbs

    def _add(self, phrase: str, danger: Danger, *, final: bool) -> None:
        words = tuple(plain(phrase).split())
        marks = ("~" in phrase, "+" in phrase, "?" in phrase)
        deed = _Deed(words, danger, *marks, final, "=" in phrase)
        if is_unspaced(phrase):
            self.unspaced.append(deed._replace(words=(plain(phrase),)))
        else:
            self.spaced.setdefault(words[0], []).append(deed)


_DEEDS = _Table(DEEDS)
_OPENERS = _Table(WORDS["openers"])
_ASKING = _OPENERS.without_nouns()
_PUT_AWAY = _Table({"delete": WORDS["put_away"]})
_LEAD, _JOINTS, _GESTURES = phrases("lead"), phrases("joints"), phrases("gestures")
_THINGS, _COMPOUNDS, _FORM_PARTS = phrases("things"), phrases("compounds"), phrases("form_parts")
_QUESTIONS, _NEGATIONS = phrases("questions"), phrases("negations")
_ASSENTS, _REFUSALS, _KEEPS = phrases("assents"), phrases("refusals"), phrases("keeps")
_HARMLESS = phrases("harmless")
_ONE, _CLICKS = phrases("one"), phrases("clicks")
_FAILURES, _STARS = phrases("failures"), phrases("stars")
_CONFIRMED_PARTS = phrases("confirmed_parts")
_COMMITS: Mapping[str, frozenset[str]] = {
    place: frozenset(map(plain, verbs)) for place, verbs in WORDS["commits"].items()
}
_MATTERS: Mapping[Danger, frozenset[str]] = {
    danger: frozenset(map(plain, WORDS["matters"].get(danger, ()))) for danger in DANGERS
}
_UNABLE = phrases("unable")
_FOLLOWS, _PARCELS, _PAGES = phrases("follows"), phrases("parcels"), phrases("pages")
_BINS, _PICKERS = phrases("bins"), phrases("pickers")
_MUTES, _SUBSCRIPTIONS = phrases("mutes"), phrases("subscriptions")
_BEFORE, _AFTER = tuple(WORDS["unspaced_before"]), tuple(map(str, WORDS["unspaced_after"]))
_AT_END = {word[:-1] for word in _AFTER if word.endswith("$")}
_WARNINGS: Mapping[Danger, Sequence[str]] = {
    danger: tuple(map(plain, WORDS["warnings"].get(danger, ()))) for danger in DANGERS
}

_QUESTION_ENDS = re.compile(r"(?<=[?？؟])|[.!\n。！]+")
_AND = re.compile(r"[&+]")
_PURPOSE = frozenset({"to", "zum", "pour", "para", "per"})
# "(503) 555-0143, Mobile" and "+49 30 901820", which a touch calls; not "2026-03-02".
_PHONE_NUMBER = re.compile(r"(?!\d{4}-\d\d-\d\d)(?:[+(]|\d(?=[\d ()-]{6}))[\d ()-]{5,}\d\b(?!:)")
_NUMBER_STARTS = re.compile(r"(?<![\w+(.-])[+(\d]")


# --- labels ---------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def danger_of(label: str) -> Danger | None:
    """The danger of touching a control with this label: "delete", ...; None for none."""
    if _PHONE_NUMBER.match(label):
        return "call"
    return _danger_in(label, _DEEDS)


@lru_cache(maxsize=8192)
def opens(label: str) -> Danger | None:
    """The danger of what opens with this label first, and is done where there is nothing left to
    open: "Reply" beside a text; None for none."""
    return _danger_in(label, _OPENERS)


def is_opener(label: str, danger: Danger) -> bool:
    """Whether a label is one word that opens a page of that danger: "Share"."""
    return len(plain(label).split()) == 1 and opens(label) == danger


def chooses(title: str) -> Danger | None:
    """The danger of each choice in a dialog with this title: "Schedule send"; None for none."""
    return _danger_in(title, _ASKING)


def puts_away(label: str) -> Danger | None:
    """The danger of what a control with this label does, which can be taken back; None for none."""
    return _danger_in(label, _PUT_AWAY)


def is_bin(label: str) -> bool:
    """Whether a label names the place of what was deleted, and nothing else."""
    return plain(label) in _BINS


def picks(label: str) -> bool:
    """Whether a label leads from a choice of when to a finer one, and decides nothing yet."""
    return plain(label) in _PICKERS


def mutes(label: str) -> bool:
    """Whether a label is a word for silencing, of a person or of a sound."""
    return plain(label) in _MUTES


def subscribes(label: str) -> bool:
    """Whether what a label does may cost money or nothing."""
    said = plain(label)
    return any(
        word in said if is_unspaced(word) else said.startswith(word) for word in _SUBSCRIPTIONS
    )


def _danger_in(label: str, table: _Table) -> Danger | None:
    clauses = _clauses(label)
    if len(label) > _LONG:
        clauses = iter([next(clauses, []), _end(label)])
    for clause in clauses:
        if danger := _danger_in_clause(clause, table):
            return danger
    return None


def _end(label: str) -> list[str]:
    """The words after the last "and" of a long label; none if these are many."""
    words = plain(_AND.sub(" and ", label)).split()
    last = max((n for n, word in enumerate(words) if word in _JOINTS), default=len(words))
    return words[last + 1 :] if len(words) - last <= _LASTWORDS + 1 else []


def _clauses(label: str) -> Iterator[list[str]]:
    """The words of each part of a label that could be a deed of its own. After a comma stands what
    explains it, unless what stands before is no more than a "Yes"."""
    for sentence in SENTENCES.split(_AND.sub(" and ", label)):
        for part in COMMAS.split(sentence):
            words = plain(part).split()
            start = next((n for n, word in enumerate(words) if word not in _LEAD), len(words))
            own = words[start:]
            if own[1:] and own[0] in _ONE and own[1] in _CLICKS:
                own = own[2:]  # "1-click order"
            yield own
            cuts = [n for n, word in enumerate(own) if word in _JOINTS]
            for n in cuts:
                yield own[n + 1 :]
            if cuts and cuts[0] > 1:  # of a single word the beginning has told
                yield own[: cuts[0]]
            if own:
                break


def _danger_in_clause(words: list[str], table: _Table) -> Danger | None:
    if not words or words[0] in _QUESTIONS:
        return None
    clause = " ".join(words)
    if is_unspaced(clause):
        return _danger_unspaced(clause, table)
    if any(clause.startswith(f"{known} ") or clause == known for known in _starts(words)):
        return None
    if words[-1] in _FAILURES:
        return None
    if table is _DEEDS and (danger := _commit(words)):
        return danger
    if first := _at_start(words, table):
        return None if table is _DEEDS and _opens_more(words, first) else first.danger
    if words[0] in _GESTURES or words[-1] in _GESTURES or words[0] in _PURPOSE:
        for n, word in enumerate(words):
            if word in _PURPOSE and (done := _at_start(words[n + 1 :], table)):
                return done.danger
    last = _at_end(words, table)
    return last.danger if last else None


def _commit(words: list[str]) -> Danger | None:
    """The danger of "Confirm booking": a verb that is none by itself, with the deed as a noun; of
    the rates, "Rate with 5 stars"."""
    if len(words) > _LONGEST or len(words) < 2 or words[-1] in _THINGS:
        return None
    first, last = words[0], words[-1]
    if _STARS & {*words} and opens(first) == "post" and any(map(str.isdigit, words)):
        return "post"
    if not (first in _COMMITS["first"] or last in _COMMITS["last"]):
        return None
    for danger, nouns in _MATTERS.items():
        if nouns & {*words}:
            return danger
    named = first in _COMMITS["sure"] and not _CONFIRMED_PARTS & {*words}
    return "pay" if named and not _NEGATIONS & {*words} else None


def _starts(words: list[str]) -> Iterator[str]:
    """The compounds that a clause begins with."""
    return (compound for n in range(2, 5) if (compound := " ".join(words[:n])) in _COMPOUNDS)


def _at_start(words: Sequence[str], table: _Table) -> _Deed | None:
    for deed in table.spaced.get(words[0], ()) if words else ():
        size = len(deed.words)
        if tuple(words[:size]) == deed.words and not deed.asked_only and _acts(deed, words[size:]):
            return deed
    return None


def _opens_more(words: Sequence[str], deed: _Deed) -> bool:
    """Whether the beginning is more than the deed, and opens something: "Senden planen"."""
    opener = _at_start(words, _OPENERS)
    return opener is not None and len(opener.words) > len(deed.words)


def _acts(deed: _Deed, rest: Sequence[str]) -> bool:
    """Whether a deed is meant, by the words that follow it."""
    is_page = len(rest) == 1 and rest[0] in _PAGES and deed.danger not in _PAGELESS
    if is_page or _tracks(deed, rest):
        return False
    if deed.alone:
        return not rest
    if deed.needs_object:
        return bool(rest) and not {" ".join(rest), rest[-1], rest[0]} & _FORM_PARTS
    if not (deed.noun and rest):
        return True
    numbered = rest[0].isdigit() and deed.danger != "call"
    return not (numbered or rest[0] in _THINGS or rest[-1] in _THINGS)


def _tracks(deed: _Deed, words: Iterable[str]) -> bool:
    """Whether it is a parcel that is followed."""
    return " ".join(deed.words) in _FOLLOWS and not _PARCELS.isdisjoint(words)


def _at_end(words: Sequence[str], table: _Table) -> _Deed | None:
    if len(words) > _LONGEST or any(word in _NEGATIONS for word in words):
        return None
    for n in range(1, len(words)):
        for deed in table.spaced.get(words[n], ()):
            ends = deed.final and not (deed.asked_only or deed.alone)
            if ends and tuple(words[n:]) == deed.words and not _tracks(deed, words):
                return deed
    return None


def _danger_unspaced(clause: str, table: _Table) -> Danger | None:
    if len(_SPACED_WORD.sub("a", clause)) > _LONGEST_UNSPACED or any(
        clause.startswith(word) for word in _QUESTIONS_UNSPACED
    ):
        return None
    for deed in table.unspaced:
        (word,) = deed.words
        place = clause.find(word)
        if place < 0 or deed.asked_only or _tracks(deed, filter(clause.__contains__, _PARCELS)):
            continue
        before, after = clause[:place].strip(), clause[place + len(word) :].strip()
        if (len(word) == 1 or deed.alone) and (before or after):
            continue
        ends = after in _AT_END or after.startswith(_AFTER)
        opens_more = table is _DEEDS and any(
            word in opener and len(word) < len(opener) and opener in clause
            for (opener,) in (other.words for other in _OPENERS.unspaced)
        )
        if not before.endswith(_BEFORE) and not ends and not opens_more:
            return deed.danger
    return None


_SPACED_WORD = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)*")  # a name: "屏蔽Xavier Jankowski"
_QUESTIONS_UNSPACED = tuple(filter(is_unspaced, _QUESTIONS))


def has_phone_number(text: str) -> bool:
    """Whether a text contains a phone number: "Ines Fairbairn, (305) 555-0121"."""
    return any(_PHONE_NUMBER.match(text, at.start()) for at in _NUMBER_STARTS.finditer(text))


# --- questions and answers ------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def danger_of_yes(text: str, *, title: bool = False) -> Danger | None:
    """The danger of a yes to what a dialog or a page says; None for none. A title asks without a
    question mark."""
    text = text[:_QUESTION_LIMIT]
    for sentence in _QUESTION_ENDS.split(text):
        if is_question(sentence) and (found := _danger_in_question(sentence)):
            return found
    said = f" {plain(text)} "
    for danger, known in _WARNINGS.items():
        if any(_says(said, phrase) for phrase in known if not _is_denied(said, phrase)):
            return danger
    return _danger_in(text, _DEEDS) if title else None


def _danger_in_question(sentence: str) -> Danger | None:
    words = plain(sentence).split()
    clause = " ".join(words)
    if is_unspaced(clause):
        found = (
            (clause.find(deed.words[0]), deed.danger)
            for table in (_DEEDS, _OPENERS)
            for deed in table.unspaced
            if len(deed.words[0]) > 1 and deed.words[0] in clause
        )
        first = min(found, default=None)
        return first[1] if first else None
    start = next((n for n, word in enumerate(words) if word not in _LEAD), 0)
    for n in range(start, len(words)):
        if any(_starts(words[n:])):
            return None
        named: list[_Deed] = [*_DEEDS.spaced.get(words[n], []), *_OPENERS.spaced.get(words[n], [])]
        for deed in named:
            size = len(deed.words)
            heads = n == start or words[n - 1] in _JOINTS | _PURPOSE
            if tuple(words[n : n + size]) == deed.words and (heads or not deed.noun):
                return deed.danger
    return None


def _is_denied(text: str, phrase: str) -> bool:
    """Whether a text says each time that it is not so: "could not be sent"."""
    before = text.split(f" {phrase}")[:-1]
    return bool(before) and all(map(_denies, before))


def _denies(text: str) -> bool:
    words = text.split()
    return bool(_UNABLE & {" ".join(words[-1:]), " ".join(words[-2:])})


def _says(text: str, phrase: str) -> bool:
    return phrase in text if is_unspaced(phrase) else f" {phrase}" in text


def is_refusal(label: str, asked: Danger | None = None) -> bool:
    """Whether a button with this label leaves all as it is; "Save" does so only where the danger
    that is asked about is to delete."""
    answers = _REFUSALS | _KEEPS if asked == "delete" else _REFUSALS
    if any(danger_of(part) or opens(part) for part in COMMAS.split(label)[1:]):
        return False  # "No, delete"; without the comma, "no eliminar" deletes nothing
    words = plain(label).split()
    if words[1:] and " ".join(words) in answers:
        return True  # "Seguir editando" follows nobody
    starts = (" ".join(words[:n]) for n in range(1, len(words) + 1))
    said = len(words) <= _LONGEST and any(start in answers for start in starts)
    return said and not (danger_of(label) or opens(label))


def is_assent(label: str) -> bool:
    """Whether a button with this label says yes to whatever is asked."""
    return plain(label) in _ASSENTS


def is_harmless(label: str) -> bool:
    """Whether a control with this label only shows something else."""
    return plain(label) in _HARMLESS
