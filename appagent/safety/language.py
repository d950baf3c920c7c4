"""The words of requests, by language, and what a clause of a task says by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import cast

from appagent.danger import DANGERS, Danger
from appagent.safety.folding import is_unspaced
from appagent.safety.wordlists import read_list

QUOTE = "quotation0"
"""Stands in a clause for what was quoted."""

_WORD = re.compile(r"\d{1,2}[:.]\d\d|[\w.+-]+@[\w.-]+\w|\w+")
_COMMA = r"\s*[,،、，]\s*|\s+[-–—]\s+"
_CAPITAL = "^"  # stands before a word with a capital
_STEM = 4  # letters that the forms of a verb begin with
_JOIN = 3  # letters of a word that joins clauses in whatever language
_GAP, _GAP_UNSPACED = r"(?: \S+){1,6}?", ".{1,12}?"
_ATTRIBUTE = "(?!了?[的过過])"  # "the mails that are deleted"
_PLEASE = "(?:ください|下さい|ね|よ|くれ.*|もらえ.*|いただ.*|ほしい.*|お願い.*)?"
_AND = "[وف]?"  # is written as one with an Arabic verb
_NO_INFINITIVE = "(?<!zu )"  # "ohne zu löschen"


class Clause:
    """A clause of a task: its words in small letters, those with a capital marked."""

    def __init__(self, text: str) -> None:
        self.text = text
        words = (_CAPITAL * _is_name(word) + word.casefold() for word in _WORD.findall(text))
        self.line = " ".join(words)

    @property
    def plain(self) -> str:
        """The words without the marks."""
        return self.line.replace(_CAPITAL, "")


class Language:
    """The words of one language."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._words = words
        self._requesting: dict[Danger, re.Pattern[str]] = {}
        self._unspaced = is_unspaced(words["send"][0].removeprefix("- "))

    def clauses(self, sentence: str) -> list[Clause]:
        """The clauses of a sentence."""
        parts = (Clause(part) for part in self._splits.split(sentence))
        return [part for part in parts if part.line]

    def head(self, clause: Clause) -> Clause:
        """The clause up to "that", where what is to be said begins."""
        found = self._telling.search(clause.text)
        return Clause(clause.text[: found.start()]) if found else clause

    def requests(self, danger: Danger, clause: Clause) -> bool:
        """Whether a clause asks for this class by its verb."""
        if danger not in self._requesting:
            self._requesting[danger] = self._request(self._words[danger])
        return bool(self._requesting[danger].search(self._line(clause)))

    def needs(self, clause: Clause) -> Iterator[str]:
        """The rights that an app must have for what a clause asks: photos, to post one."""
        needs = cast(Mapping[str, Sequence[str]], self._words.get("needs", {}))
        line = self._line(clause)
        return (right for right, forms in needs.items() if self._request(forms).search(line))

    def mentions(self, danger: Danger, clause: Clause) -> bool:
        """Whether a clause has a word that begins as a request for this class does."""
        verbs = [form.removeprefix("- ").split()[0].casefold() for form in self._words[danger]]
        if self._unspaced:
            return any(verb.removesuffix("して") in clause.plain for verb in verbs)
        stems = {verb[:_STEM] for verb in verbs if len(verb) >= _STEM}
        return any(word[:_STEM] in stems for word in clause.plain.split())

    def negates(self, clause: Clause) -> bool:
        return bool(self._negating.search(self._line(clause)))

    def is_content(self, clause: Clause) -> bool:
        """Whether what follows the clause may be what is to be said or noted."""
        return bool(self._noting.search(self._line(clause)))

    def is_condition(self, clause: Clause) -> bool:
        return bool(self._supposing.search(self._line(clause)))

    def is_question(self, clause: Clause) -> bool:
        return bool(self._questioning.search(self._line(clause)))

    def is_polite(self, clause: Clause) -> bool:
        return bool(self._polite.search(self._line(clause)))

    def names(self, clause: Clause) -> Iterator[str]:
        """What a clause names, as far as its writing tells: the words with a capital, but for those
        of a place ("in Chat") and the first, and the times of day."""
        run: list[str] = []
        before = ""  # the run
        for word in [*_WORD.findall(clause.text)[1:], ""]:
            if len(word) > 1 and _is_name(word):
                run.append(word)
                continue
            if run and self._leads_to_name(before.casefold()):
                yield " ".join(run)
            if ":" in word:
                yield word
            run, before = [], word

    def _leads_to_name(self, word: str) -> bool:
        if "names" in self._words:
            return word in self._words["names"]
        return word not in self._words["places"]

    # -- the words as patterns

    def _line(self, clause: Clause) -> str:
        return clause.plain.replace(" ", "") if self._unspaced else clause.line

    @cached_property
    def _splits(self) -> re.Pattern[str]:
        others = () if self._unspaced else _joins()
        joins = "|".join(map(re.escape, _longest_first({*self._words["joins"], *others})))
        bounded = joins if self._unspaced else rf"(?<!\w)(?:{joins})(?!\w)"
        return re.compile(f"{_COMMA}|{bounded}", re.IGNORECASE)

    @cached_property
    def _telling(self) -> re.Pattern[str]:
        words = self._words["says"]
        return re.compile(rf"\b(?:{'|'.join(words)})\b" if words else "(?!)", re.IGNORECASE)

    @cached_property
    def _noting(self) -> re.Pattern[str]:
        return self._request(self._words["content"])

    @cached_property
    def _negating(self) -> re.Pattern[str]:
        if self._unspaced:
            return self._anywhere(self._words["not"])
        things = rf"(?! (?:\{_CAPITAL}|{QUOTE}|(?:{'|'.join(self._words['object']) or '(?!)'})\b))"
        without = f"{self._anywhere(self._words['without']).pattern}{things}"
        return re.compile(f"{self._anywhere(_negations()).pattern}|{without}")

    @cached_property
    def _supposing(self) -> re.Pattern[str]:
        anywhere = self._anywhere(self._words["if"]).pattern
        return re.compile(f"{anywhere}|{self._first(self._words['when'])}")

    @cached_property
    def _questioning(self) -> re.Pattern[str]:
        words = self._words["asks"]
        return self._anywhere(words) if self._unspaced else re.compile(self._first(words))

    @cached_property
    def _polite(self) -> re.Pattern[str]:
        words = self._words["polite"]
        return self._anywhere(words) if self._unspaced else re.compile(self._first(words))

    def _anywhere(self, phrases: Iterable[str]) -> re.Pattern[str]:
        found = "|".join(map(self._phrase, phrases)) or "(?!)"
        return re.compile(f"(?:{found})" if self._unspaced else rf"(?:^|(?<= ))(?:{found})(?= |$)")

    def _first(self, phrases: Iterable[str]) -> str:
        """A pattern for what begins a clause."""
        lead = [*self._words["lead"], *self._words["polite"]]
        leads, found = (
            "|".join(map(self._phrase, _longest_first(words))) or "(?!)"
            for words in (lead, phrases)
        )
        if self._unspaced:
            return f"^(?:{leads})*(?:{found}){_ATTRIBUTE}"
        return rf"^(?:(?:{leads}) )*{_AND}(?:{found})(?= |$)"

    def _request(self, forms: Sequence[str]) -> re.Pattern[str]:
        last = [form.removeprefix("- ") for form in forms if form.startswith("- ")]
        first = self._first([form for form in forms if not form.startswith("- ")])
        ends = "|".join(map(self._phrase, last)) or "(?!)"
        if self._unspaced:
            return re.compile(f"{first}|(?:{ends}){_PLEASE}$")
        return re.compile(rf"{first}|(?:^|(?<= )){_NO_INFINITIVE}(?:{ends})$")

    def _phrase(self, form: str) -> str:
        """A pattern for the words of a form."""
        if self._unspaced:
            return _GAP_UNSPACED.join(map(re.escape, form.split("…")))
        objects = "|".join(self._words["object"])
        thing = rf"(?:\{_CAPITAL}\S+|{QUOTE}|\d\S*|(?:{objects})(?= |$))"
        out = ""
        for word in form.split():
            if word == "…":
                out += _GAP
                continue
            out += " " * bool(out)
            out += thing if word == "*" else rf"\{_CAPITAL}?{re.escape(word.casefold())}"
        return out


def _is_name(word: str) -> bool:
    return word[0].isupper() or "@" in word


def _longest_first(phrases: Iterable[str]) -> list[str]:
    return sorted(phrases, key=len, reverse=True)


@cache
def _requests() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The words of each language; read when they are first needed, for they are many."""
    return cast(Mapping[str, Mapping[str, Sequence[str]]], read_list("requests.yaml"))


@cache
def languages() -> tuple[Language, ...]:
    return tuple(map(Language, _requests().values()))


@cache
def _joins() -> frozenset[str]:
    """The words that join clauses, of all languages; those of few letters mean more than that."""
    found = {word for words in _requests().values() for word in words["joins"]}
    return frozenset(word for word in found if len(word) >= _JOIN and not is_unspaced(word))


@cache
def _negations() -> list[str]:
    """The words that forbid, of all languages: a task may hold several."""
    return sorted({word for words in _requests().values() for word in words["not"]})


@cache
def _fillers() -> re.Pattern[str]:
    phrases = (
        phrase if is_unspaced(phrase) else rf"\b{phrase}\b".replace(" ", r"\W+")
        for words in _requests().values()
        for phrase in words["drop"]
    )
    return re.compile("|".join(phrases), re.IGNORECASE)


def without_fillers(task: str) -> str:
    """The task without what says nothing, though its words would: "do not forget to"."""
    return _fillers().sub(" ", task)


def classes_in(clause: Clause) -> set[Danger]:
    """The classes that a clause mentions in any language."""
    return {d for d in DANGERS if any(language.mentions(d, clause) for language in languages())}
