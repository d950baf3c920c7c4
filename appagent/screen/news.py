"""What differs on a page from what it held, in words: what counts before what is counted away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from appagent.screen.change import match
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.values import Element, Screen
from appagent.texts import first_few

NAMED = 4
"""Things named of each kind of change; the rest is counted."""

_WORD = re.compile(r"\w{3,}|\d+")
_HOLDERS = ("list", "scroll area", "pages")
"""Roles of what comes and goes with the things in it, which are told."""


def about(*texts: str) -> Callable[[Element], bool]:
    """What tells of an element whether it has a word of these texts."""
    words = set(_WORD.findall(" ".join(texts).casefold()))
    return lambda e: not words.isdisjoint(_WORD.findall(f"{e.name} {e.value}".casefold()))


def differences(
    old: Sequence[Element],
    before: Screen,
    after: Screen,
    relates: Callable[[Element], bool],
    touched: Element | None = None,
    *,
    moved: bool = False,
) -> list[str]:
    """What differs on a page from what it held, what was touched first; without the focus, and what
    the keyboard covers. `relates` tells what has to do with what was done. Of what was `moved` into
    sight the first and the last are told."""
    pairs, gone, came = match(old, after.elements)
    came = [e for e in came if not after.is_covered(e)]
    gone = [e for e in gone if not (before.is_covered(e) or after.is_covered(e))]
    new, lost = _outermost(came), _outermost(gone)
    scrolled = bool(new) and (moved or _is_scroll(pairs, came, gone))
    renamed = [] if scrolled else _renamed(lost, new, touched)
    pairs += renamed
    pairs.sort(key=lambda pair: (touched is None or pair[0] != touched, not relates(pair[1])))
    telling = _without_implied(pairs, came)
    states = [text for was, now in telling for text in states_told(was, now)]
    parts = ["; ".join(first_few(states, NAMED))] if states else []
    if scrolled:
        return [*parts, f"now shows {_ends([*map(phrase, new)])}"]
    if after.keyboard > before.keyboard:  # it pushed them out
        lost = [e for e in lost if not row_of(e.key)]
    called = {phrase(e) for pair in renamed for e in pair}  # the same words may stand twice
    for word, those, held, side in (("new", new, after.elements, 1), ("gone", lost, old, 0)):
        told = [
            e
            for e in those
            if phrase(e) not in called and (relates(e) or not _goes_over_foot(e, side, pairs, held))
        ]
        texts = first_few([*map(phrase, told)], NAMED, _ranks(told, relates))
        parts += [f"{word}: {', '.join(texts)}"] if texts else []
    # Mostly that a form can be sent now, which is no news beside the rest.
    switched = [
        f"{phrase(now)}: {'enabled' if now.enabled else 'disabled'}"
        for was, now in pairs
        if was.enabled != now.enabled
    ]
    return [*parts, "; ".join(first_few(switched, NAMED))] if switched else parts


def _goes_over_foot(
    element: Element, side: int, pairs: Sequence[tuple[Element, Element]], held: Sequence[Element]
) -> bool:
    """Whether it is carried over the foot of what it scrolls in, as far as what stands above it was
    moved: then it neither went nor, on the other `side` of the pairs, came."""
    box = element.bounds
    holders = (e.bounds for e in held if e.role in _HOLDERS and e.bounds.contains(box))
    around = min(holders, key=lambda e: e.area, default=None)
    if around is None:
        return False
    moves = ((pair[side].bounds, pair[1 - side].bounds) for pair in pairs)
    above = [move for move in moves if move[0].bottom <= box.top and around.contains(move[0])]
    here, there = max(above, key=lambda move: move[0].bottom, default=(box, box))
    return here.top < there.top and box.bottom + there.top - here.top > around.bottom


def _ranks(elements: Sequence[Element], relates: Callable[[Element], bool]) -> list[object]:
    """What counts of what is new or gone: a text outside of lists, where it is one of few, for so
    an app says what is wrong; then what relates to what was done."""
    says = [not e.uses and e.role == "text" and not row_of(e.key) for e in elements]
    few = sum(says) <= NAMED // 2
    return [(not (few and told), not relates(e)) for e, told in zip(elements, says, strict=True)]


def _without_implied(
    pairs: Sequence[tuple[Element, Element]], came: Sequence[Element]
) -> list[tuple[Element, Element]]:
    """Without what goes without saying: that a radio is off since another is on, and that a field
    is empty whose text is sent, and stands elsewhere now."""
    radios = [pair for pair in pairs if "radio" in (pair[1].role, pair[1].word)]
    off = [pair for pair in radios if pair[0].checked and not pair[1].checked]
    is_chosen = any(now.checked and not was.checked for was, now in radios)
    sent = [
        pair
        for pair in pairs
        if pair[0].value and not pair[1].value and any(pair[0].value in e.name for e in came)
    ]
    return [pair for pair in pairs if pair not in sent and not (is_chosen and pair in off)]


def _renamed(
    gone: Sequence[Element], came: Sequence[Element], touched: Element | None
) -> list[tuple[Element, Element]]:
    """What is called otherwise now: what stands in the place of what was touched; outside of lists
    what has its key and place; of rows the one of its title."""
    titles = Counter((e.key, e.title) for e in (*gone, *came))

    def same(was: Element, now: Element) -> bool:
        if was == touched:
            return was.role == now.role and was.bounds.overlaps(now.bounds)
        if not row_of(now.key):
            return was.key == now.key != "" and was.bounds.overlaps(now.bounds)
        one = (was.key, was.title) == (now.key, now.title) and titles[now.key, now.title] == 2
        # One that an edge cuts says less of itself.
        return one and is_whole_row(now) and was.bounds.height == now.bounds.height

    left, pairs = list(gone), []
    for now in came:
        if was := next((e for e in left if same(e, now)), None):
            left.remove(was)
            pairs.append((was, now))
    return pairs


def states_told(was: Element, now: Element) -> Iterator[str]:
    """Each state that differs, but for the focus: `switch "Vibrate": on`."""
    name = phrase(now)
    if was.value != now.value and not now.secret and (now.value or was.name == now.name):
        yield f"{name} = {quote(now.value)}"
    if was.state and now.state and was.state != now.state:
        yield f"{name}: {now.state}"
    elif was.name != now.name:
        yield _new_name(was, now)
    if was.selected != now.selected and now.selected:
        yield f"{name}: selected"
    if was.filled != now.filled:
        yield f"{name}: {'filled' if now.filled else 'empty'}"


def _new_name(was: Element, now: Element) -> str:
    """`button "Week starts on": "Sunday" -> "Monday"`: of a name that begins with the same title
    the texts that differ."""
    if was.title != now.title:
        return f"{phrase(was)} is now {quote(now.name)}"
    old, new = ([p for p in e.name.removeprefix(e.title).split(", ") if p] for e in (was, now))
    for end in (0, -1):
        while old and new and old[end] == new[end]:
            del old[end], new[end]
    told = " -> ".join(quote(", ".join(texts)) for texts in (old, new) if texts)
    word = "no longer " if not new else "now " if not old else ""
    return f"{now.word or now.role} {quote(now.title)}: {word}{told}"


def _is_scroll(
    pairs: Sequence[tuple[Element, Element]], came: Sequence[Element], gone: Sequence[Element]
) -> bool:
    """Whether what stayed has moved by one distance, as a list does under a finger."""
    moves = [
        (now.bounds.left - was.bounds.left, now.bounds.top - was.bounds.top)
        for was, now in pairs
        if row_of(now.key)
    ]
    shifted = [move for move in moves if move != (0, 0)]
    whole = bool(came) and all(row_of(e.key) for e in (*came, *gone))
    return whole and len(shifted) * 2 > len(moves)


def _outermost(elements: Sequence[Element]) -> list[Element]:
    """Those with a name, without what stands in a row that is named itself, and what holds them."""
    rows = {row_of(e.key) for e in elements if is_whole_row(e)}
    named = (e for e in elements if e.name and e.role not in _HOLDERS)
    return [e for e in named if is_whole_row(e) or row_of(e.key) not in rows]


def _ends(texts: Sequence[str]) -> str:
    """The first and the last."""
    return texts[0] if len(texts) == 1 else f"{texts[0]} to {texts[-1]}, {len(texts)} new"
