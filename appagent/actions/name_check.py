"""Whether a number is the one that a model means, by its own name for the element."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz

from appagent.errors import ActionImpossible
from appagent.screen.describe import phrase
from appagent.screen.values import Element, Mark, Use

GOOD_FIT, CLEARLY_BETTER = 80, 35  # rapidfuzz points, of 100
NEAR = 4  # elements that are told where a name fits several, or none
NOTHING: Mapping[Use, str] = {
    "tap": "nothing to touch", "long_press": "nothing to hold", "swipe": "nothing to swipe",
    "text": "no field",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def check_name(name: str, mark: Mark, marks: Sequence[Mark]) -> None:
    """Refuse a number whose element is not the one that the model describes: another one has all
    the words of the name that this one has, and fits it clearly better. What was typed into a field
    is no name of it.

    Raises: `ActionImpossible`.
    """
    chosen, words = mark.element, _words(name)
    if chosen is None or not words:
        return
    fits = [(_fit(words, _names(m.element)), m) for m in marks if m.element and m is not mark]
    score, other = max(fits, key=lambda pair: pair[0], default=(0, mark))
    if score < GOOD_FIT or score - _fit(words, _own_names(chosen)) < CLEARLY_BETTER:
        return
    assert other.element is not None
    said = _said(words, _names(other.element))
    if _said(words, _own_names(chosen)) - said:
        return  # "Ann chat": her row is meant, not the list called "chat"
    if not chosen.name and {*words} - said:
        return  # "Clear search": the nameless cross may well be it, not the field "Search"
    raise ActionImpossible(
        f"element {mark.label} is {phrase(chosen)}, but {name!r} fits element {other.label}, "
        f"{phrase(other.element)}: say which one you mean"
    )


def find_by_name(name: str, use: Use, marks: Sequence[Mark]) -> Mark:
    """The only mark for this use that has the name: as a whole, or else as one of its parts, with
    or without what it is, or else among its words; of several the one that all others are in: a
    row, not its star. What was typed into a field is no name of it.

    Raises: `ActionImpossible`, with those that come near.
    """
    uses = {use, "tap"} if use == "long_press" else {use}
    named = [(m, m.element) for m in marks if m.element]
    offered = [(m, e) for m, e in named if e.uses & uses]
    words, whole = _words(name), _folded(name)
    found = [each for each in offered if _folded(each[1].name) == whole]
    if words and not found:
        found = [each for each in offered if sorted(words) in map(sorted, _parts(each[1]))]
    if words and not found:
        found = [each for each in offered if {*words} == _said(words, _called(each[1]))]
    if found:
        mark, outer = max(found, key=lambda each: each[1].bounds.area)
        if all(element is outer or _is_in(element, outer) for _, element in found):
            return mark
        raise ActionImpossible(
            f"{len(found)} elements are called {name!r}: {_list(found)}; say the number of one"
        )
    others = [(m, e) for m, e in named if not e.is_chosen]
    near = [each for each in others if _fit(words, _names(each[1])) >= GOOD_FIT]
    hint = f"; near is {_list(near)}" if near else ""
    if any("swipe" in element.uses for _, element in named):
        hint += "; scroll_to looks further down"
    raise ActionImpossible(f"{NOTHING[use]} here is called {name!r}{hint}")


def _is_in(inner: Element, outer: Element) -> bool:
    return outer.bounds.contains(inner.bounds) and outer.bounds != inner.bounds


def _list(near: Sequence[tuple[Mark, Element]]) -> str:
    return ", ".join(f"{mark.label} {phrase(element)}" for mark, element in near[:NEAR])


def _parts(element: Element) -> list[list[str]]:
    """The words of each part of a name, "Gym" and "6:30" of "Gym, 6:30", with and without what the
    element is."""
    parts = [element.name, *element.name.split(", ")]
    return [words for part in parts for words in (_words(part), _words(f"{part} {element.role}"))]


def _fit(words: Sequence[str], names: Iterable[Sequence[str]]) -> float:
    """How well a name fits the best of these, 0-100."""
    return max((fuzz.token_set_ratio(" ".join(words), " ".join(n)) for n in names), default=0)


def _said(words: Iterable[str], names: Iterable[Sequence[str]]) -> set[str]:
    """The words of a name that stand in these too."""
    return {*words} & {word for name in names for word in name}


def _names(element: Element) -> list[list[str]]:
    """What an element may be called."""
    name = element.called
    return list(map(_words, (name, f"{name} {element.role}", element.role)))


def _called(element: Element) -> list[list[str]]:
    """The same, with what was learned, its picture and its id."""
    own_id = _HUMP.sub(" ", element.resource_id.rpartition("/")[2])
    unwritten = (element.learned, element.icon and f"{element.icon} icon", own_id)
    return [*_names(element), *map(_words, unwritten)]


def _own_names(element: Element) -> list[list[str]]:
    """The same of the one that was chosen: it may be called by what it holds, too."""
    return [*_called(element), _words(element.value)]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
