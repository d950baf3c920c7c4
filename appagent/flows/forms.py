"""Requests that are the same but for their values.

    form = Form.of("Set an alarm for 6:45 am called Gym", [Place("6"), Place("45"), Place("Gym")])
    form.values("Set an alarm for 7:10 am called Yoga")   -> {"VALUE": "Yoga", "HOUR": "7", ...}

A value is what a request says and what was typed or touched for it: it has a place in what was
done. All else has to be the same, word for word, so that nothing of a request is left over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice, product
from typing import Literal, NamedTuple

Kind = Literal["text", "number", "time"]
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.? ?m\b\.?)?", re.I)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "«": "»", "‘": "’", "「": "」"}
_MARKS = frozenset({*_QUOTES, *_QUOTES.values()} - {*"'‘’"})
_SINGLE = re.compile(r"(?<!\w)['‘’]|['‘’](?!\w)")
_ENDS = (".", "!")  # of a sentence
_NOON = 12
_WORDS = 3  # of a name
_WHOLE = ("TIME_12", "TIME", "TIME_24")
_ANY_HOUR = frozenset({"HOUR_24", "HOUR_02", "TIME", "TIME_24"})  # tell the half of the day, too
_CLOCK = re.compile(r"(?<![\w:.])\d{1,2}[:.]\d{2}(?![\w:])")
_TELLING = 4  # letters of a word that is no article
_LONGER = 2  # words, by which another name of something may be longer
_MOST_PARTS = 200  # of a form
_MOST_CHARACTERS = 2000  # of a request
_MOST_WAYS = 200_000  # to read a request, each of which takes some 2 us


class Place(NamedTuple):
    """Where a value may have gone: a text that was typed, or the name of what was touched."""

    text: str
    touched: bool = False
    name: str = ""  # of the field


class Time(NamedTuple):
    """A time of day, as a request says it."""

    hour: int  # 0-23; 1-12 where the half of the day is told
    minute: int
    half: str  # "AM", "PM" or ""

    @classmethod
    def of(cls, said: str) -> Time | None:
        """None for what is no time: 7 alone is a number."""
        found = _TIME.fullmatch(said.strip())
        if not found or not (found[2] or found[3]):
            return None
        time = cls(int(found[1]), int(found[2] or 0), f"{found[3].upper()}M" if found[3] else "")
        hours = range(1, _NOON + 1) if time.half else range(24)
        return time if time.hour in hours and time.minute < 60 else None

    @property
    def spelled(self) -> Mapping[str, str]:
        """What may stand for it, or for a part of it, each by the name of its form."""
        half = {"AM": 0, "PM": _NOON}.get(self.half)
        hour = self.hour if half is None else self.hour % _NOON + half
        minute, twelve = f"{self.minute:02}", str(hour % _NOON or _NOON)
        by_half = {"HOUR": twelve, "HALF": self.half, "TIME_12": f"{twelve}:{minute}"}
        return {
            **(by_half if self.half else {}),
            "HOUR_24": str(hour),
            "HOUR_02": f"{hour:02}",
            "MINUTE": minute,
            "TIME": f"{hour:02}:{minute}",
            "TIME_24": f"{hour}:{minute}",
        }


@dataclass(frozen=True)
class Slot:
    """A value of a request. `spells`: of a time, the names of what stands for it, or for a part of
    it; those that are `placed` were typed or touched."""

    name: str
    kind: Kind
    said: str  # by the first request
    quoted: bool = False
    touched: bool = False  # something has to be called so, or the flow fails
    spells: Mapping[str, str] = field(default_factory=dict)
    placed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises: `ValueError` for what stands in no request: a person may have written it."""
        time = Time.of(self.said) if self.kind == "time" else None
        if self.kind == "time" and time is None:
            raise ValueError(f"{self.said!r} is no time of day")
        parts = {*time.spelled} if time else set()
        if unknown := sorted({*self.spells} - parts | {*self.placed} - {*self.spells}):
            raise ValueError(f"{unknown[0]!r} is no part of {self.said!r}")

    @property
    def names(self) -> list[str]:
        """What its value, or each part of it that has a place, is called in a flow."""
        return [self.spells[part] for part in self.placed] or [self.name]

    def values(self, said: str) -> Mapping[str, str] | None:
        """What another text makes of its names; None where it may not stand there. What is not
        quoted may be no longer than the first, or hardly so where something has to be called that:
        the rest may be another wish."""
        if said != said.strip() or not said:
            return None
        if self.kind == "time":
            return self._times(said)
        if self.kind == "number":
            return {self.name: said} if _NUMBER.fullmatch(said) else None
        if self.quoted and not _is_one_text(said):
            return None
        longer = len(said.split()) - len(self.said.split())
        fits = self.quoted or longer <= (_LONGER if self.touched else 0)
        return {self.name: said} if fits else None

    @property
    def first(self) -> Mapping[str, str]:
        """What its names were worth in the first request."""
        said = self.values(self.said) or {}
        return {name: said.get(name, self.said) for name in self.names}

    def completed(self, given: Mapping[str, str]) -> Mapping[str, str]:
        """What is given, with all names of the time that it tells. Raises: `ValueError` for no time
        of day."""
        first = Time.of(self.said) if self.kind == "time" else None
        if first is None:
            return given
        for hour, minute in product(range(24), range(60)):
            half = f" {'AP'[hour // _NOON]}M" if first.half else ""
            told = f"{(hour % _NOON or _NOON) if half else hour}:{minute:02}{half}"
            found = self.values(told)
            if found and all(found[name] == given[name] for name in self.names):
                return {**given, **found}
        told, once = (
            ", ".join(f"{name}={said[name]}" for name in self.names) for said in (given, self.first)
        )
        raise ValueError(f"no time of day is {told}: {self.said!r} was {once}")

    def _times(self, said: str) -> Mapping[str, str] | None:
        """What has no place must be the same: the half of the day, where nobody touched it."""
        first, now = Time.of(self.said), Time.of(said)
        if first is None or now is None or bool(first.half) != bool(now.half):
            return None
        if not first.half and 1 <= first.hour <= _NOON < max(now.hour, _NOON + (now.hour == 0)):
            return None  # it may be a clock of twelve hours
        placed = {*self.placed}
        fits = (
            (first.hour == now.hour or placed & {"HOUR", "TIME_12", *_ANY_HOUR})
            and (first.minute == now.minute or placed & {"MINUTE", *_WHOLE})
            and (first.half == now.half or placed & {"HALF", *_ANY_HOUR})
        )
        return {name: now.spelled[part] for part, name in self.spells.items()} if fits else None


@dataclass(frozen=True)
class Form:
    """A request with its values taken out: texts that have to be the same, and slots."""

    parts: tuple[str | Slot, ...]

    def __post_init__(self) -> None:
        """Raises: `ValueError` for a value that says it stands in quotes, and does not."""
        told = [part if isinstance(part, str) else "" for part in ("", *self.parts, "")]
        for n, slot in enumerate(self.parts):
            ending = _QUOTES.get(told[n][-1:])
            if (
                isinstance(slot, Slot)
                and slot.quoted
                and not (ending and told[n + 2].startswith(ending))
            ):
                raise ValueError(f"{slot.said!r} does not stand in quotes")

    @classmethod
    def of(cls, request: str, places: Sequence[Place]) -> Form:
        """The form of a request, whose values are what stands in these places."""
        if _ends(request):  # the mark of a text that was typed is lost with that of the sentence
            places = [place for place in places if place.touched or not _ends(place.text)]
        request, names = _plain(request), _Names()
        found = list(_times_in(request, places, names))
        found += list(_texts_in(request, places, names, [span for *span, _ in found]))
        found = sorted(_outer(found), key=lambda each: (each[0], -each[1]))
        parts: list[str | Slot] = []
        at = 0
        for start, end, slot in found:
            if start >= at:  # what begins within another is a part of that
                parts += [request[at:start], slot]
                at = end
        return cls(tuple(part for part in (*parts, request[at:]) if part))

    @property
    def slots(self) -> list[Slot]:
        return [part for part in self.parts if isinstance(part, Slot)]

    @property
    def names(self) -> list[str]:
        """The names of its values, and of the parts of them that have a place."""
        return [name for slot in self.slots for name in slot.names]

    @property
    def _ends_open(self) -> bool:
        """Whether a text is the last of it that is typed as it stands there."""
        last = self.parts[-1] if self.parts else ""
        return isinstance(last, Slot) and last.kind == "text" and not last.touched

    def __str__(self) -> str:
        return "".join(p if isinstance(p, str) else f"{{{p.name}}}" for p in self.parts)

    def without(self, unused: Container[str]) -> Form:
        """This form with what is said for these names taken back into its words."""
        parts = [
            part.said if isinstance(part, Slot) and all(n in unused for n in part.names) else part
            for part in self.parts
        ]
        return Form(tuple(parts))

    def narrowed(self, said: Mapping[str, str]) -> Form | None:
        """The form of requests that say just this for these names; None where one is a part of a
        time."""
        parts = [
            said[part.name] if isinstance(part, Slot) and part.name in said else part
            for part in self.parts
        ]
        left = {part.name for part in self.slots if part.name in said}
        return Form(tuple(parts)) if left == said.keys() else None

    def hidden(self, hide: Callable[[str], str]) -> Form:
        """This form with what the first request said for its texts put through `hide`, of as many
        words as it was."""

        def masked(said: str) -> str:
            return said if hide(said) == said else " ".join([hide(said)] * len(said.split()))

        parts = (
            replace(part, said=masked(part.said))
            if isinstance(part, Slot) and part.kind != "time"
            else part
            for part in self.parts
        )
        return Form(tuple(parts))

    def values(self, request: str) -> Mapping[str, str] | None:
        """What a request of this form makes of the names; None for another one, and for one that
        can be read in two ways, or in too many to try them."""
        read = self._read(request)
        return read and read.values

    def said_by(self, request: str) -> Form:
        """This form with what a request of it says in the place of what the first one said. Raises:
        `ValueError` for one of another form."""
        if (read := self._read(request)) is None:
            raise ValueError(f"{request!r} is no {self}")
        said = iter(read.said)
        return Form(
            tuple(replace(p, said=next(said)) if isinstance(p, Slot) else p for p in self.parts)
        )

    def _read(self, request: str) -> _Reading | None:
        if len(self.parts) > _MOST_PARTS or len(request) > _MOST_CHARACTERS:
            return None
        if self._ends_open and _ends(request):
            return None  # whether the mark is of the text nobody can tell
        try:
            read = list(islice(_ways(self.parts, _plain(request), iter(range(_MOST_WAYS))), 2))
        except _TooMany:
            return None
        if len(read) != 1:
            return None
        said = zip(self.slots, read[0].said, strict=True)
        whole = all(text in request for slot, text in said if slot.kind == "text")
        return read[0] if whole else None  # with lines, blanks

    def templated(self, text: str) -> str:
        """A text that was typed, or touched, with the names of the values in it."""
        for slot in (slot for slot in self.slots if slot.kind == "time"):
            time = Time.of(slot.said)
            said = time.spelled if time else {}
            if whole := [part for part in slot.placed if said[part] == text.strip()]:
                return f"${{{slot.spells[whole[0]]}}}"
            clock = {said[p]: slot.spells[p] for p in reversed(_WHOLE) if p in slot.spells}

            def named(found: re.Match[str], clock: Mapping[str, str] = clock) -> str:
                name = clock.get(found[0].replace(".", ":"))
                return f"${{{name}}}" if name else found[0]

            text = _CLOCK.sub(named, text)
        names = {slot.said.casefold(): slot.name for slot in self.slots if slot.kind != "time"}
        longest = sorted(names, key=len, reverse=True)
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"
        found = re.compile(pattern, re.I) if names else None
        return found.sub(lambda m: f"${{{names[m[0].casefold()]}}}", text) if found else text

    def told(self, text: str) -> str:
        """A text that the phone showed, or that tells what was done, with the names of its values,
        and of what they are cut to: "Tue" of "Tuesday"."""
        return ", ".join(map(self._cut, self.templated(text).split(", ")))

    def _cut(self, text: str) -> str:
        begun = text.casefold()
        for slot in self.slots if len(begun) > 1 else ():
            whole = slot.said.casefold()  # a part of several words is another one's next time
            if slot.kind == "text" and " " not in whole and whole.startswith(begun):
                return f"${{{slot.name}.slice(0, {len(text)})}}"
        return text


def _is_one_text(said: str) -> bool:
    """Whether what stands in quotes has none of its own, which may end it: "it's" has none."""
    return not (_MARKS & {*said} or _SINGLE.search(said))


def _ends(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return text.rstrip()[-1:] in _ENDS


class _Names:
    """Names for values, each once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, wanted: str) -> str:
        numbered = (wanted if n == 1 else f"{wanted}_{n}" for n in count(1))
        name = next(name for name in numbered if name not in self._given)
        self._given.add(name)
        return name


_Found = tuple[int, int, Slot]


def _outer(found: Sequence[_Found]) -> list[_Found]:
    """Without the values around one that stands nowhere else: of "directions to Home" and "Home"
    the other was touched too, and would stay as it is."""

    def within(one: _Found, other: _Found) -> bool:
        return one[:2] != other[:2] and other[0] <= one[0] and one[1] <= other[1]

    alone = {each[2].name for each in found if not any(within(each, other) for other in found)}
    inner = [each for each in found if each[2].name not in alone]
    return [each for each in found if not any(within(one, each) for one in inner)]


def _times_in(request: str, places: Sequence[Place], names: _Names) -> Iterator[_Found]:
    texts = [place.text.strip().upper().replace(".", "") for place in places]
    texts += [clock.replace(".", ":") for place in places for clock in _CLOCK.findall(place.text)]
    for match in re.finditer(rf"(?<![\w:.])(?:{_TIME.pattern})(?![\w:])", request, re.I):
        if time := Time.of(match[0]):
            once: dict[str, str] = {}
            for part, said in time.spelled.items():
                if said in texts and said not in once.values():  # of 7 in two forms the first
                    once[part] = said
            if once:
                told = {part: names.of(part) for part in time.spelled}
                name = "/".join(told[part] for part in once)
                yield (
                    *match.span(),
                    Slot(name, "time", match[0], spells=told, placed=tuple(once)),
                )


def _texts_in(
    request: str, places: Sequence[Place], names: _Names, times: Sequence[Sequence[int]]
) -> Iterator[_Found]:
    touched = {_plain(place.text) for place in places if place.touched}
    once = {_plain(place.text): place for place in reversed(places)}
    for text, place in reversed(once.items()):
        pattern = rf"(?<!\w){re.escape(text)}(?!\w)"
        found = [
            match
            for match in (re.finditer(pattern, request, re.I) if text else ())
            if not any(start <= match.start() < end for start, end in times)
        ]
        name = names.of(env_name(place.name, "VALUE")) if found else ""
        for match in found:  # said twice, it is one value
            before, after = request[: match.start()][-1:], request[match.end() :][:1]
            quoted = after != "" and _QUOTES.get(before) == after
            kind: Kind = "number" if _NUMBER.fullmatch(text) else "text"
            yield *match.span(), Slot(name, kind, match[0], quoted, text in touched)


class _Reading(NamedTuple):
    """A way to read a request."""

    values: Mapping[str, str]
    said: tuple[str, ...] = ()  # by each of its slots


class _TooMany(Exception):
    """A form of many values, one beside the other, whose ways nobody waits for."""


def _ways(parts: Sequence[str | Slot], request: str, left: Iterator[int]) -> Iterator[_Reading]:
    """Each way to read a request as these parts. Raises: `_TooMany` where as many as are `left`
    were tried."""
    if not parts:
        if not request:
            yield _Reading({})
        return
    first, *rest = parts
    if isinstance(first, str):
        if request.casefold().startswith(first.casefold()):
            yield from _ways(rest, request[len(first) :], left)
        return
    for end in range(1, len(request) + 1):
        if next(left, None) is None:
            raise _TooMany
        if told := first.values(request[:end]):
            for way in _ways(rest, request[end:], left):
                if all(way.values.get(name, value) == value for name, value in told.items()):
                    yield _Reading({**told, **way.values}, (request[:end], *way.said))


def quoted_in(request: str) -> list[str]:
    """The texts that a request has in quotes."""
    pattern = "|".join(
        f"{re.escape(a)}([^{re.escape(b)}]+){re.escape(b)}" for a, b in _QUOTES.items()
    )
    return ["".join(filter(None, found)) for found in re.findall(pattern, request)]


def shared(text: str, request: str) -> list[str]:
    """The runs of words that a text has of a request that says all of its words, the longest
    first: "the new flat" of "How is the new flat?". None for any other."""
    words, said = (re.findall(r"[\w'’@.-]*\w", each) for each in (text, request.casefold()))
    plain = [word.casefold() for word in words]
    if not set(plain) <= set(said):
        return []
    there = f" {' '.join(said)} "
    runs = [
        (start, end)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
        if f" {' '.join(plain[start:end])} " in there
    ]
    runs.sort(key=lambda run: run[0] - run[1])
    taken, found = set[int](), list[str]()
    for start, end in runs:
        telling = any(len(word) >= _TELLING for word in words[start:end])
        if telling and not taken & {*range(start, end)}:
            taken |= {*range(start, end)}
            found.append(" ".join(words[start:end]))
    return found


def env_name(field: str, otherwise: str) -> str:
    """A name for what goes into a field, by the first words that it is called by."""
    words = re.findall(r"[A-Z][A-Z0-9]*", field.upper())
    return "_".join(words[:_WORDS]) or otherwise


def _plain(text: str) -> str:
    """On one line, without the end of a sentence."""
    return " ".join(text.split()).rstrip("".join(_ENDS))
