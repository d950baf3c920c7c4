"""Which element is meant: by a number, by a name given ahead, or by one that was seen before.

All that look for an element again decide here: the numbers of a reply on a later screen, the names
of what was not there yet, the fields of texts, the check of a number by its name, and what an
action changed. What a name cannot tell is not guessed: the two that it fits are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from rapidfuzz import fuzz

from appagent.errors import ActionImpossible, TargetUntold
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import is_whole_row, row_of, same_screen, tab_or_title
from appagent.screen.nameless import is_nameless
from appagent.screen.rows import row_mates, row_namer, row_title
from appagent.screen.values import Element, Mark, Screen, Use, View
from appagent.texts import folded, words_of

GOOD_FIT, CLEARLY_BETTER = 80, 35  # rapidfuzz points, of 100
NEAR = 4  # elements that are told where a name fits several, or none
STAYS = 0.5  # the share of the rows of a page that another title leaves, at least
NOTHING: Mapping[Use, str] = {
    "tap": "nothing to touch", "long_press": "nothing to hold", "swipe": "nothing to swipe",
    "text": "no field",
}  # fmt: skip
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DIGITS = re.compile(r"\d+")
_PRICE = re.compile(r"[$€£¥₩₽₺₹₴₫฿]|\d\s?[A-Z]{3}\b|\b[A-Z]{3}\s?\d")
_SEARCHES = re.compile(r"search|query", re.IGNORECASE)  # in an id
_JOINING = 3  # letters of a word that joins others, at most, where it is written small
_KINDS: Mapping[str, Sequence[str]] = {
    "button": ("icon",), "image": ("icon",), "item": ("row", "entry"), "switch": ("toggle",),
    "text field": ("field", "box", "bar"),
}  # fmt: skip
"""What roles are called beside what a list of elements calls them."""
_KIND_WORD = 3  # letters that two forms of a word begin with, at least: "alarm", "alarms"

Called = tuple[Mark, Element]


# --- by a name ------------------------------------------------------------------------------------


def find(name: str, use: Use, marks: Sequence[Mark], *, strictly: bool = False) -> Mark:
    """The one mark for this use that a name fits best: all that it is called, its name, a part of
    that, with or without what it is, all its words, or its title with a word for its kind.

    A row comes before the controls in it, unless the name says which, and what a page shows before
    what was typed into its search. A text that nothing is called by goes to the only field
    if it is empty and no secret, or to the one in focus if that has no name; where there is no
    field, the button of that name is found, which may open one. Not so if it is to be found
    `strictly`.

    Raises: `ActionImpossible`, with those that come near, or the two that it fits.
    """
    uses = {use, "tap"} if use == "long_press" else {use}
    named = [(m, m.element) for m in marks if m.element]
    offered = [(m, e) for m, e in named if e.uses & uses]
    sliders = [(m, e) for m, e in named if e.scale and use == "text"]  # it sets their value
    switches = [(m, e) for m, e in named if e.state and use == "text"]
    if found := _best(name, [*offered, *sliders], marks) or _best(name, switches, marks):
        return _only(name, found)
    if use == "text" and not strictly:
        if not is_called(name, marks) and (field := _field_for(offered)):
            return field
        if not offered and (opener := _best(name, _openers(named), marks)):
            return _only(name, opener)
    others = [(m, e) for m, e in named if not e.is_chosen]
    near = [each for each in others if _fit(words_of(name), _names(each[1])) >= GOOD_FIT]
    hint = f"; near is {_list(near)}" if near else ""
    if any("swipe" in element.uses for _, element in named):
        hint += "; scroll_to looks further down"
    raise ActionImpossible(f"{NOTHING[use]} here is called {name!r}{hint}")


def is_called(name: str, marks: Sequence[Mark]) -> bool:
    """Whether something has the name, or has it as a part of its own."""
    said = _Name.of(name)
    return any(fits(m.element, said) for m in marks if m.element for fits in _LEVELS[:_PART])


def _openers(named: Iterable[Called]) -> list[Called]:
    """What may open a field: another touch of what is chosen does nothing."""
    return [(m, e) for m, e in named if "tap" in e.uses and not e.is_chosen]


def _field_for(fields: Sequence[Called]) -> Mark | None:
    """The field that a text goes to whose name fits none."""
    if len(fields) == 1 and not (fields[0][1].value or fields[0][1].secret):
        return fields[0][0]
    return next((m for m, e in fields if e.focused and not e.called), None)


def _best(name: str, offered: Sequence[Called], marks: Sequence[Mark]) -> list[Called]:
    """Those that a name fits best, of which one should be left."""
    said = _Name.of(name)
    for level in range(len(_LEVELS)):
        if found := [each for each in offered if _LEVELS[level](each[1], said)]:
            as_part = _LEVELS[level:_PART] or _LEVELS[level : level + 1]
            rows = [
                (mark, e)
                for mark, e in offered
                if is_whole_row(e) and any(fits(e, said) for fits in as_part)
            ]
            found = _page_before_query(_rows_before_parts(found, rows), rows, marks)
            return [each for each in found if each[1].enabled] or found
    return []


def _rows_before_parts(found: Sequence[Called], rows: Sequence[Called]) -> list[Called]:
    """Each row that is called so too, in place of what stands in it."""
    kept = []
    for mark, element in found:
        around = (row for row in rows if _is_in(element, row[1]))
        kept.append(next(around, (mark, element)))
    unique = {id(each[1]): each for each in kept}
    outer = max(unique.values(), key=lambda each: each[1].bounds.area)
    inside = all(e is outer[1] or _is_in(e, outer[1]) for _, e in unique.values())
    return [outer] if inside else list(unique.values())


def _page_before_query(
    found: Sequence[Called], rows: Sequence[Called], marks: Sequence[Mark]
) -> list[Called]:
    """Without what only repeats a search, where the page itself has what is called so."""
    chips = [m.element for m in marks if m.element and m.element.role == "chip"]
    only_chip = chips[0] if len(chips) == 1 else None  # there is nothing to choose
    typed = {folded(m.element.value) for m in marks if m.element and "text" in m.element.uses}

    def is_query(e: Element) -> bool:
        """A field, or a bar with the words in it, which is called by no word of its own."""
        bar = (e.role == "button" and not (e.text or e.description)) or e is only_chip
        searches = bar or folded(e.name) in typed or bool(_SEARCHES.search(e.resource_id))
        return not row_of(e.key) and ("text" in e.uses or searches)

    page = [each for each in found if not is_query(each[1])]
    return page or list(rows) or list(found)


def _only(name: str, found: Sequence[Called]) -> Mark:
    if len(found) > 1:
        raise TargetUntold(
            f"{len(found)} elements are called {name!r}: {_list(found)}; say the number of one"
        )
    return found[0][0]


def _is_in(inner: Element, outer: Element) -> bool:
    return outer.bounds.contains(inner.bounds) and outer.bounds != inner.bounds


def _list(near: Sequence[Called]) -> str:
    return ", ".join(f"{mark.label} {phrase(element)}" for mark, element in near[:NEAR])


def learned(
    key: str, role: str, names: Sequence[str], use: Use, view: View, id: str = "", *,
    nameless: bool = False,
) -> Mark:  # fmt: skip
    """The mark of a control that was learned on another screen: the one of its key that has one of
    its names, or has it as a part, "Cart" of "Cart, 2 items"; else the only one that is called so.
    Without names, as in another language, the only one of a key that an id tells, or of a row with
    that `id`; if it was `nameless`, the only one of its key that still is.

    Raises: `ActionImpossible`.
    """
    named = [name for name in names if name]
    offered = [(m, m.element) for m in view.marks if m.element and use in m.element.uses]
    by_id = id or key.rpartition("/")[2].startswith("#")
    with_key = [
        (m, e) for m, e in offered
        if by_id and e.key == key and role in (e.role, e.word) and id in ("", e.short_id)
    ]  # fmt: skip
    exact = [m for m, e in offered if e.key == key and {*named} & {e.name, *e.name.split(", ")}]
    if len(exact) == 1:
        return exact[0]
    if not named and len(with_key) == 1 and bool(id) == bool(row_of(key)):
        return with_key[0][0]
    bare = [m for m, e in offered if e.key == key and role in (e.role, e.word) and is_nameless(e)]
    if nameless and len(bare) == 1:
        return bare[0]
    if not named:
        raise ActionImpossible(f"nothing here is surely the {role} that was learned")
    return find(named[0], use, view.marks, strictly=True)


# --- the check of a number ------------------------------------------------------------------------


def check(name: str, mark: Mark, marks: Sequence[Mark]) -> None:
    """Refuse a number whose element is not the one that the model describes: another one has all
    the words of the name that this one has, and fits it clearly better. What was typed into a field
    is no name of it.

    Raises: `ActionImpossible`.
    """
    chosen, words = mark.element, words_of(name)
    if chosen is None or not words:
        return
    others = [(m, m.element) for m in marks if m.element and m is not mark]
    if other := _called_so(name, (mark, chosen), others, marks) or _clearly_better(
        words, chosen, others
    ):
        raise ActionImpossible(
            f"element {mark.label} is {phrase(chosen)}, but {name!r} fits element "
            f"{other[0].label}, {phrase(other[1])}: say which one you mean"
        )


def _called_so(
    name: str, chosen: Called, others: Sequence[Called], marks: Sequence[Mark]
) -> Called | None:
    """The one of the others that has the name, where the chosen one does in no way."""
    element, said = chosen[1], _Name.of(name)
    fits_it = any(fits(element, said) for fits in _LEVELS)
    if fits_it or not element.called or element.value:
        return None
    found = _best(name, others, marks)
    return found[0] if len(found) == 1 else None


def _clearly_better(
    words: Sequence[str], chosen: Element, others: Iterable[Called]
) -> Called | None:
    """The one of the others that fits the words much better."""
    fits = ((_fit(words, _names(e)), m, e) for m, e in others)
    score, mark, other = max(fits, key=lambda fit: fit[0], default=(0, None, chosen))
    if mark is None or score < GOOD_FIT:
        return None
    if score - _fit(words, _own_names(chosen)) < CLEARLY_BETTER:
        return None
    said = _said(words, _names(other))
    if _said(words, _own_names(chosen)) - said:
        return None  # "Ann chat": her row is meant, not the list called "chat"
    if {*words} - said:
        return None  # "Clear search": the nameless cross may well be it, not the field "Search"
    return mark, other


# --- on a later screen ----------------------------------------------------------------------------


def carry(old: Element, was: View, now: View) -> Mark:
    """The mark of an element of an earlier screen: the one of its key, its role and its name; in a
    list, of its row.

    Raises: `ActionImpossible` where another page is shown, or it is gone or changed its name, or
    another one is called so too.
    """
    may_differ = same_screen(was.screen, now.screen) and not _rows(was.screen)  # in its title
    if not may_differ and on_another_page(was.screen, now.screen):
        raise ActionImpossible("another page is shown")
    later = same(old, was.screen, now.screen)
    before, marks = (
        [m for m in each.marks if m.element and _is_like(m.element, old, later, each.screen)]
        for each in (was, now)
    )
    places = [m.bounds for m in before if m.element is old]
    twins = marks
    if len(before) > 1:  # several are called so: they must all be where they were
        stay = {m.bounds for m in marks} == {m.bounds for m in before}
        marks = [m for m in marks if stay and m.bounds in places]
    its_row_told = old.row or not row_of(old.key)
    if len(marks) == 1 and old.key and (its_row_told or marks[0].element is later):
        return marks[0]
    if later is None or not old.key:
        raise ActionImpossible(f"{phrase(old)} is gone")
    if later.name != old.name:
        if mark := _counting(old, later, now):
            return mark
        raise ActionImpossible(f"{phrase(old)} is now called {quote(later.name)}")
    if now.screen.is_covered(later):
        raise ActionImpossible(f"{phrase(old)} is covered")
    found = _list([(m, m.element) for m in twins if m.element])
    raise ActionImpossible(f"{phrase(old)} is not the only one: {found}")


def on_another_page(was: Screen, now: Screen) -> bool:
    """Whether another page is shown, or the same one about something else, by its title; where its
    rows are still there it is the same, whatever its title: "1 selected"."""
    if same_screen(was, now) and tab_or_title(was.elements) == tab_or_title(now.elements):
        return False
    rows, later = _rows(was), _rows(now)
    there = [row for row in rows if row in later]
    stays = bool(there) and len(there) >= STAYS * len(rows)
    return was.app.package != now.app.package or not stays


def _rows(screen: Screen) -> list[tuple[str, str]]:
    return [(e.key, e.name) for e in screen.elements if is_whole_row(e) and e.name]


def same(element: Element, before: Screen, after: Screen) -> Element | None:
    """The element after the action, even if its name changed; in a list, the one in its row."""
    found = [e for e in after.elements if e.key == element.key]
    if row := row_of(element.key):
        whose, title_of = row_title(row, element, before.elements), row_namer(row, after.elements)
        found = [e for e in found if title_of(e) == whose]
    found = [e for e in found if e.name == element.name] or found
    x, y = element.bounds.center
    return min(
        found,
        key=lambda e: abs(e.bounds.center.x - x) + abs(e.bounds.center.y - y),
        default=None,
    )


def _counting(old: Element, later: Element, now: View) -> Mark | None:
    """The mark of a control whose name differs in its numbers alone: "Pause, 0:17". In a list the
    numbers tell one row from another, and a price is what is agreed to."""
    if row_of(old.key) or _DIGITS.sub("", later.name) != _DIGITS.sub("", old.name):
        return None
    if _PRICE.search(later.name):
        return None
    marks = [m for m in now.marks if m.element and m.element.key == old.key]
    return marks[0] if len(marks) == 1 else None


def _is_like(element: Element, old: Element, later: Element | None, screen: Screen) -> bool:
    """Whether an element is called as the old one was, in a row that is called so too; that is told
    only while several have the name: then it is to be the one that is found `later`, in a row that
    says it all the same."""
    if (element.key, element.role, element.name) != (old.key, old.role, old.name):
        return False
    told = bool(element.row), bool(old.row)
    if all(told) or not any(told):
        return element.row == old.row
    beside = row_mates(element, screen) if old.row else ()
    says = {word for e in beside for word in words_of(e.name)}
    return element is later and says.issuperset(words_of(old.row))


# --- what an element may be called ----------------------------------------------------------------


def _parts(element: Element) -> list[list[str]]:
    """The words of each part of a name, "Gym" and "6:30" of "Gym, 6:30", with and without a word
    for what the element is."""
    first = element.title
    parts = [element.name, first, *element.name.removeprefix(first).split(", ")]
    kinds = ("", element.role, *_KINDS.get(element.role, ()))
    return [words_of(f"{part} {kind}") for part in parts if part for kind in kinds]


def _is_title_and_kind(words: Sequence[str], element: Element) -> bool:
    """Whether the words are a row's title with a word for what it is, by its id: "School run alarm"
    in a list called "alarms"."""
    title = words_of(element.title)
    rest = [word for word in words if word not in title]
    kinds = words_of(_HUMP.sub(" ", f"{element.key} {element.resource_id}".replace("_", " ")))
    return (
        bool(title and rest and is_whole_row(element))
        and {*title} <= {*words}
        and all(any(_is_form(word, kind) for kind in kinds) for word in rest)
    )


def _is_form(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _KIND_WORD and long.startswith(short)


class _Name(NamedTuple):
    """A name as it is compared."""

    whole: str
    words: Sequence[str]
    telling: Set[str]  # words that do not only join others: "of" and "von" do

    @classmethod
    def of(cls, name: str) -> _Name:
        joining = {w for w in re.findall(r"\w+", name) if len(w) <= _JOINING and w.islower()}
        words = words_of(name)
        return cls(folded(name), words, {*words} - joining)


_Level = Callable[[Element, _Name], bool]
_LEVELS: Sequence[_Level] = (
    lambda e, name: folded(e.called) == name.whole,
    lambda e, name: folded(e.name) == name.whole,
    lambda e, name: bool(name.words) and sorted(name.words) in map(sorted, _parts(e)),
    lambda e, name: bool(name.words) and {*name.words} == _said(name.words, _called(e)),
    lambda e, name: len(name.telling) > 1 and name.telling == _said(name.telling, _called(e)),
    lambda e, name: bool(name.words) and _is_title_and_kind(name.words, e),
)
"""How well a name can fit, the best first: as it is called, its name, a part of that, among its
words, also without
those that join words ("Star of Ada"), its title with a word for its kind."""
_PART = 3  # levels by which a row is called so


def _fit(words: Sequence[str], names: Iterable[Sequence[str]]) -> float:
    """How well a name fits the best of these, 0-100."""
    return max((fuzz.token_set_ratio(" ".join(words), " ".join(n)) for n in names), default=0)


def _said(words: Iterable[str], names: Iterable[Sequence[str]]) -> set[str]:
    """The words of a name that stand in these too."""
    return {*words} & {word for name in names for word in name}


def _names(element: Element) -> list[list[str]]:
    """What an element may be called."""
    name = element.called
    return list(map(words_of, (name, f"{name} {element.role}", element.role)))


def _called(element: Element) -> list[list[str]]:
    """The same, with what was learned, its picture, its place and its id."""
    own_id = _HUMP.sub(" ", element.short_id)
    by_place = element.place and f"{element.role} {element.place}"
    by_picture = element.icon and f"{element.icon} icon"
    unwritten = (element.learned, by_picture, element.place, by_place, own_id)
    return [*_names(element), *(words_of(each) for each in unwritten if each)]


def _own_names(element: Element) -> list[list[str]]:
    """The same of the one that was chosen: it may be called by what it holds, too."""
    return [*_called(element), words_of(element.value)]
