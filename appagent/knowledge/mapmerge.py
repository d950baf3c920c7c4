"""Two maps of one app put together: one's own, and that of another person or of a layer below.

Nothing of either is lost, and putting the same map to it again changes nothing. A page is the same
in both by its looks, whatever it is called. Where the two say different things of one thing, one's
own holds, and that is told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import product

from appagent.knowledge.map import (
    GIVEN_UP,
    MOST_CONTROLS,
    MOST_NAMES,
    MOST_PAGES,
    AppMap,
    Control,
    Edge,
    Page,
    Verb,
    kinship,
    same_values,
    steps_from,
    unused,
)
from appagent.screen.keys import SAME_SCREEN, likeness, likeness_untitled, row_of
from appagent.texts import folded

Pairs = dict[int, int]
"""The places of what is the same: in theirs, and in one's own."""


@dataclass(frozen=True, slots=True)
class Differing:
    """What the two maps say differently: the name of a page, of a control, or where one leads."""

    page: str
    kept: str
    theirs: str
    control: str = ""
    verb: Verb | None = None


@dataclass(frozen=True, slots=True)
class MapMerge:
    """What became of two maps."""

    known: AppMap
    new: int  # pages that one's own did not have
    differing: tuple[Differing, ...] = ()
    dropped: tuple[str, ...] = ()  # pages that there was no room for
    dropped_controls: int = 0  # likewise, of pages that are there


def merged(mine: AppMap, theirs: AppMap) -> AppMap:
    """What two maps of an app say together."""
    return merge(mine, theirs).known


def merge(mine: AppMap, theirs: AppMap) -> MapMerge:
    """What two maps of an app say together, and what of theirs did not come over."""
    pairs = _page_pairs(mine, theirs)
    new, dropped = _with_room(mine, theirs, pairs)
    names = {place: mine.pages[own].name for place, own in pairs.items()}
    taken = {folded(page.name) for page in mine.pages}
    for place in new:
        names[place] = unused(theirs.pages[place].name, taken)
        taken.add(folded(names[place]))
    work = _Merging(_Names(_places(theirs.pages), names, taken), _same_language(mine, theirs))
    pages = list(mine.pages)
    for place, own in pairs.items():
        pages[own] = work.page(pages[own], theirs.pages[place])
    for place in new:
        empty = theirs.pages[place].model_copy(update={"name": names[place], "controls": ()})
        pages.append(work.page(empty, theirs.pages[place].model_copy(update={"name": empty.name})))
    known = AppMap(
        app_version=mine.app_version or theirs.app_version,
        language=mine.language or theirs.language,
        start=mine.start or work.names.of(theirs.start) or "",
        pages=tuple(pages),
    )
    left = tuple(theirs.pages[place].name for place in dropped)
    return MapMerge(known, len(new), tuple(work.differing), left, work.dropped_controls)


# --- which pages are the same ---------------------------------------------------------------------


def _page_pairs(mine: AppMap, theirs: AppMap) -> Pairs:
    """Each of their pages with the one of one's own that it is; no two are the same one, but for
    pages without looks, which have nothing but a name."""
    pairs = _by_looks(mine.pages, theirs.pages)
    left = [n for n in range(len(mine.pages)) if n not in set(pairs.values())]
    without = [n for n in left if not mine.pages[n].looks]
    for place, page in enumerate(theirs.pages):
        others = without if page.looks else range(len(mine.pages))
        wanted = folded(page.name)
        same = (n for n in others if folded(mine.pages[n].name) == wanted)
        if place not in pairs and (own := next(same, None)) is not None:
            pairs[place] = own
            without = [n for n in without if n != own]
    while found := next(_by_edges(mine, theirs, pairs), None):
        pairs |= [found]
    _take(pairs, _by_kind(mine, theirs, pairs))
    return pairs


def _by_kind(mine: AppMap, theirs: AppMap, pairs: Pairs) -> Sequence[tuple[bool, int, int]]:
    """The pages without a pair that show the same about something else, as `AppMap.at` finds them,
    for `_take`: of each page the likest first."""
    taken = set(pairs.values())
    near = [
        (place, -score, own)
        for place, page in enumerate(theirs.pages)
        if place not in pairs and page.kind == "page" and not page.titled
        for own, other in enumerate(mine.pages)
        if own not in taken and (score := kinship(other, frozenset(page.looks))) >= SAME_SCREEN
    ]
    return [(False, place, own) for place, _, own in sorted(near)]


def _by_looks(mine: Sequence[Page], theirs: Sequence[Page]) -> Pairs:
    """The pages that look alike, the likest first: those that are just the same, and of these the
    ones with one name. So what once came from the other map is found again."""
    pairs = Pairs()
    alike = defaultdict[frozenset[str], list[int]](list)
    for own, page in enumerate(mine):
        alike[frozenset(page.looks)].append(own)
    equal = [
        (folded(mine[own].name) != folded(page.name), place, own)
        for place, page in enumerate(theirs)
        for own in (alike.get(frozenset(page.looks), ()) if page.looks else ())
    ]
    _take(pairs, sorted(equal))
    taken = set(pairs.values())
    rest = [n for n, page in enumerate(theirs) if page.looks and n not in pairs]
    own_rest = [n for n, page in enumerate(mine) if page.looks and n not in taken]
    near = [
        (-score, folded(mine[own].name) != folded(theirs[place].name), place, own)
        for place, own in product(rest, own_rest)
        if (score := _likeness(mine[own].looks, theirs[place].looks)) >= SAME_SCREEN
    ]
    _take(pairs, [(other, place, own) for _, other, place, own in sorted(near)])
    return pairs


@lru_cache(maxsize=4096)  # the layers of a store are put together anew after each step
def _likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    return likeness(frozenset(one), frozenset(other))


def _take(pairs: Pairs, ranked: Sequence[tuple[bool, int, int]]) -> None:
    """Add the pairs, the first ones first, of what has none yet."""
    taken = set(pairs.values())
    for _, place, own in ranked:
        if place not in pairs and own not in taken:
            pairs[place] = own
            taken.add(own)


def _by_edges(mine: AppMap, theirs: AppMap, pairs: Pairs) -> Iterator[tuple[int, int]]:
    """The pages that one control leads to in both maps and that differ by their titles alone, as
    "Remove Oslo?" and "Remove Rome?"."""
    own_places, places = _places(mine.pages), _places(theirs.pages)
    taken = set(pairs.values())
    for place, own in pairs.items():
        controls, own_controls = theirs.pages[place].controls, mine.pages[own].controls
        for at, own_at in _control_pairs(own_controls, controls).items():
            for verb, edge in controls[at].edges.items():
                own_edge = own_controls[own_at].edges.get(verb)
                to = places.get(folded(edge.to))
                own_to = own_places.get(folded(own_edge.to)) if own_edge else None
                if to is None or own_to is None or to in pairs or own_to in taken:
                    continue
                looks = (frozenset(each.looks) for each in (mine.pages[own_to], theirs.pages[to]))
                if likeness_untitled(*looks) >= SAME_SCREEN:
                    yield to, own_to


def _places(pages: Sequence[Page]) -> dict[str, int]:
    return {folded(page.name): place for place, page in reversed(list(enumerate(pages)))}


def _with_room(mine: AppMap, theirs: AppMap, pairs: Pairs) -> tuple[list[int], list[int]]:
    """The places of their pages that are new, and of those that there is no room for: the ones
    that were not seen for longest, and of these the ones with the fewest edges."""
    new = [place for place in range(len(theirs.pages)) if place not in pairs]
    led = Counter(folded(step.to) for page in theirs.pages for step in steps_from(page))

    def worth(place: int) -> tuple[bool, date, int]:
        page = theirs.pages[place]
        edges = led[folded(page.name)] + len(list(steps_from(page)))
        return page.name == theirs.start, page.seen or date.min, edges

    room = max(0, MOST_PAGES - len(mine.pages))
    kept = set(sorted(new, key=worth, reverse=True)[:room])
    return [n for n in new if n in kept], [n for n in new if n not in kept]


def _same_language(mine: AppMap, theirs: AppMap) -> bool:
    return not (mine.language and theirs.language) or mine.language == theirs.language


# --- what they say of one page --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Names:
    """What their pages are called in the map that comes out."""

    places: dict[str, int]  # by what they are called in theirs
    names: dict[int, str]
    known: set[str]  # the names of all its pages, folded

    def of(self, name: str) -> str | None:
        """None for a page that there was no room for."""
        place = self.places.get(folded(name))
        return name if place is None else self.names.get(place)


class _Merging:
    """Puts pages together, and notes what does not go together."""

    def __init__(self, names: _Names, same_language: bool) -> None:
        self.names = names
        self._same_language = same_language
        self.differing: list[Differing] = []
        self.dropped_controls = 0

    def page(self, mine: Page, theirs: Page) -> Page:
        """One's own page with what theirs adds."""
        if mine == theirs and all(self.names.of(step.to) == step.to for step in steps_from(theirs)):
            return mine  # as most are in a layer that was copied when the map was first written
        if is_other := folded(mine.name) != folded(theirs.name):
            self._tell(mine.name, mine.name, theirs.name)
        return mine.model_copy(
            update={
                "titled": mine.titled or (theirs.titled and not is_other),
                "described": mine.described or theirs.described,
                "named": mine.named or (theirs.named and not is_other),
                "fixed": tuple(dict.fromkeys((*mine.fixed, *theirs.fixed))),
                "shows": tuple(dict.fromkeys((*mine.shows, *theirs.shows))),
                "controls": self._controls(mine, theirs.controls),
                "looks": mine.looks or theirs.looks,
                "seen": max(filter(None, (mine.seen, theirs.seen)), default=None),
            }
        )

    def _tell(self, page: str, kept: str, theirs: str, control: str = "") -> None:
        """Note another name; in another language all are."""
        if self._same_language:
            self.differing.append(Differing(page, kept, theirs, control))

    def _controls(self, mine: Page, theirs: Sequence[Control]) -> tuple[Control, ...]:
        found, pairs = list(mine.controls), _control_pairs(mine.controls, theirs)
        for place, own in pairs.items():
            found[own] = self._control(mine, found[own], theirs[place])
        new = [place for place in range(len(theirs)) if place not in pairs]
        room = max(0, MOST_CONTROLS - len(found))
        kept = sorted(sorted(new, key=lambda place: not theirs[place].edges)[:room])
        self.dropped_controls += len(new) - len(kept)
        none = dict[Verb, Edge]()
        found += (
            self._control(mine, theirs[n].model_copy(update={"edges": none}), theirs[n])
            for n in kept
        )
        return tuple(found)

    def _control(self, page: Page, mine: Control, theirs: Control) -> Control:
        edges = dict(mine.edges)
        for verb, edge in theirs.edges.items():
            if to := self.names.of(edge.to):
                there = edge.model_copy(update={"to": to})
                own = edges.get(verb)
                edges[verb] = self._edge(page, mine, verb, own, there) if own else there
        uses = set(mine.uses) | set(theirs.uses)
        return mine.model_copy(
            update={
                "sign": mine.sign or theirs.sign,
                "values": same_values(mine.values, theirs.values),
                "also": self._also(page, mine, theirs),
                "uses": mine.uses if uses == set(mine.uses) else tuple(sorted(uses)),
                "edges": edges,
            }
        )

    def _also(self, page: Page, mine: Control, theirs: Control) -> tuple[str, ...]:
        """The other names of a control. What has none at all shows the person's own."""
        if not (mine.name or mine.also) or not self._same_language:
            return mine.also
        said = dict.fromkeys((theirs.name, *theirs.also))
        other = [name for name in said if name and name not in (mine.name, *mine.also)]
        room = max(0, MOST_NAMES - 1 - len(mine.also))
        for name in other[room:]:
            self._tell(page.name, mine.name, name, mine.name or mine.key)
        return (*mine.also, *other[:room])

    def _edge(self, page: Page, control: Control, verb: Verb, mine: Edge, theirs: Edge) -> Edge:
        if folded(mine.to) == folded(theirs.to):
            return _both(mine, theirs)
        is_lost = mine.failed >= GIVEN_UP or folded(mine.to) not in self.names.known
        is_known = theirs.failed < GIVEN_UP and folded(theirs.to) in self.names.known
        if is_lost and is_known and not mine.danger:
            return theirs
        name = control.name or control.key
        self.differing.append(Differing(page.name, mine.to, theirs.to, name, verb))
        return mine


def _both(mine: Edge, theirs: Edge) -> Edge:
    """What two say of one edge. It held as often as it did for either: whether the one has counted
    what the other did is not known. What came of it lately holds."""

    def age(edge: Edge) -> tuple[date, int, int, str]:
        return edge.last or date.min, edge.held, edge.failed, edge.app_version

    late = max(mine, theirs, key=age)
    return mine.model_copy(
        update={
            "held": max(mine.held, theirs.held),
            "failed": late.failed,
            "last": late.last,
            "app_version": late.app_version,
            "danger": mine.danger or theirs.danger,
        }
    )


def _control_pairs(mine: Sequence[Control], theirs: Sequence[Control]) -> Pairs:
    """Each of their controls with the one of one's own that it is: by its key and its name, else
    by another of its names, else by a key that no other control of either page has."""
    own_kinds, kinds = Counter(map(_kind, mine)), Counter(map(_kind, theirs))

    def alone(one: Control, _: Control) -> bool:
        kind = _kind(one)
        lone = own_kinds[kind] == kinds[kind] == 1 and not one.row
        return lone and bool(one.key) and not row_of(one.key)

    ways: tuple[Callable[[Control, Control], bool], ...] = (
        lambda one, other: one.name == other.name,
        lambda one, other: not {one.name, *one.also}.isdisjoint((other.name, *other.also)),
        alone,
    )
    with_kind = defaultdict[tuple[str, str, bool], list[int]](list)
    for own, control in enumerate(mine):
        with_kind[_kind(control)].append(own)
    pairs = Pairs()
    for is_same in ways:
        for place, control in enumerate(theirs):
            if place in pairs:
                continue
            left = with_kind.get(_kind(control), [])
            for own in [n for n in left if is_same(mine[n], control)][:1]:
                pairs[place] = own
                left.remove(own)
    return pairs


def _kind(control: Control) -> tuple[str, str, bool]:
    return control.key, control.role, control.row
