"""The map of an app: its pages, what can be done on each, and where that leads.

It holds nothing of the person's own (see screen/general.py), and it is a value: each function
returns a new one.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from datetime import date
from itertools import chain
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from appagent.danger import Danger
from appagent.screen.general import General, Sight, key_words, tells
from appagent.screen.keys import (
    SAME_SCREEN,
    likeness,
    likeness_untitled,
    on_other_tabs,
    row_of,
)
from appagent.texts import as_words, folded, map_texts

Verb = Literal["tap", "long_press", "swipe", "text", "back", "enter"]
"""What an edge is walked by."""

MOST_PAGES = 40  # of an app
MOST_CONTROLS = 60  # of a page
MOST_NAMES = 3  # of one control: what has more is named by the person's own
_OWN_IDS = 3  # that two pages of one kind share, at least
GIVEN_UP = 2  # failures in a row after which an edge is not offered
BACK, ENTER = "back", "enter"
AFTER, UNTITLED = "after ", "untitled "  # begin the names of pages that say none
VARIES = "varies"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Edge(_Part):
    """Where a control leads."""

    to: str  # the name of a page
    held: int = Field(1, ge=0, lt=1 << 31)  # how often it was walked
    failed: int = Field(0, ge=0, lt=1 << 31)  # how often in a row it led elsewhere
    last: date | None = None
    app_version: str = ""
    danger: Danger | None = None  # what it did for good
    filled: bool = False  # it led there only while a field of its page held something
    back: bool = False  # it leads back to whatever opened its page: `to` is where it did last
    imported: bool = False  # a stranger's pack says so, and nobody here has walked it

    @property
    def surely_back(self) -> bool:
        """Whether it led back more than once: the first time a button is but taken for one."""
        return self.back and self.held > 1

    @property
    def offered(self) -> bool:
        return self.failed < GIVEN_UP and self.danger is None

    def holds_in(self, version: str) -> bool:
        """Whether it is offered in a version of the app: after an update one failure is enough."""
        return self.offered and not (self.failed and self.app_version != version)


class Control(_Part):
    """What can be touched on a page, or a kind of row of one of its lists."""

    key: str = ""  # see screen/keys.py
    id: str = ""  # of a row that alone has it
    role: str = ""
    name: str = ""
    also: tuple[str, ...] = ()  # what it was called at other times: "Following"
    sign: str = ""  # what the picture of one without a name shows
    values: str = ""  # the range of a slider: "0 to 12"; VARIES as a song's length does
    varies: bool = False  # its names are the person's: none is kept
    row: bool = False
    uses: tuple[str, ...] = ()
    edges: dict[Verb, Edge] = {}

    @property
    def by_id(self) -> bool:
        """Whether its name is the words of its id, which no screen says."""
        return self.name.islower() and self.name == " ".join(key_words(self.key))

    @property
    def called(self) -> str:
        """Its name, or what stands in for one: a sign without what explains it."""
        return self.name or self.sign.partition(" (")[0]

    @property
    def in_list(self) -> str:
        """What is touched of a list: a row, or a control in one."""
        return "a row" if self.role == "item" else f"a row's {self.called or self.role}"

    @classmethod
    def of(cls, told: General) -> Control:
        return cls(**told._asdict() | {"uses": tuple(sorted(told.uses))})


class Page(_Part):
    name: str  # no other page of the app has it
    titled: bool = False  # whether it says what it is; else it is called by what opens it
    described: bool = False  # by a model, which has said what is fixed
    named: bool = False  # by that model
    fixed: tuple[str, ...] = ()  # texts of its rows and chips that are the app's own
    kind: str = "page"
    shows: tuple[str, ...] = ()  # the kinds of facts
    controls: tuple[Control, ...] = ()
    looks: tuple[str, ...] = ()  # its fingerprint, see screen/keys.py
    seen: date | None = None

    @property
    def nameless(self) -> bool:
        """Whether nothing tells what it is called: it is told to nobody."""
        return self.name.startswith(UNTITLED)

    def control(self, key: str, name: str) -> Control | None:
        return next((c for c in self.controls if c.key == key and name in (c.name, *c.also)), None)


class Step(NamedTuple):
    """One edge of a way."""

    page: str
    control: Control
    verb: Verb
    to: str

    @property
    def chooses(self) -> bool:
        """Whether something has to be chosen for it: a row, or what to type."""
        return self.control.row or self.verb not in ("tap", "long_press")


class AppMap(_Part):
    app_version: str = ""
    language: str = ""  # of its names
    start: str = ""  # the page that the app opens with
    pages: tuple[Page, ...] = ()

    def page(self, name: str) -> Page | None:
        """The page of a name, however that is written."""
        wanted = folded(name)
        return next((page for page in self.pages if folded(page.name) == wanted), None)

    def at(self, looks: frozenset[str], expected: str = "") -> Page | None:
        """The page that looks most like this, the `expected` one of several that do, as in another
        language, or the one of its kind; None for one that is not known."""
        return self.same(looks, expected) or self.of_kind(looks, expected)

    def same(self, looks: frozenset[str], expected: str) -> Page | None:
        """The page that looks most like this."""
        return self._likest(lambda page: likeness(frozenset(page.looks), looks), expected)

    def of_kind(self, looks: frozenset[str], expected: str) -> Page | None:
        """The page that shows the same about something else: another artist."""
        return self._likest(lambda page: kinship(page, looks), expected)

    def _likest(self, how_like: Callable[[Page], float], expected: str) -> Page | None:
        near = ((how_like(page), page.name == expected, page) for page in self.pages)
        best, _, page = max(near, key=lambda each: each[:2], default=(0.0, False, None))
        return page if best >= SAME_SCREEN else None

    @property
    def words(self) -> frozenset[str]:
        """The names of all controls, as `sight` compares them."""
        names = (c.name for page in self.pages for c in page.controls if not c.row)
        return frozenset(word for name in names for word in folded(name).split())

    @property
    def fixed(self) -> frozenset[str]:
        """All texts of rows and chips that are the app's own, as words."""
        return frozenset(as_words(text) for page in self.pages for text in page.fixed)

    def put(self, page: Page) -> AppMap:
        """The map with this page in the place of the one of its name, or added."""
        others = [each for each in self.pages if each.name != page.name]
        at = next((n for n, each in enumerate(self.pages) if each.name == page.name), len(others))
        return self.model_copy(update={"pages": (*others[:at], page, *others[at:])})

    def distances(self, start: str, *, by_rows: bool = True) -> dict[str, int]:
        """How many edges lie between a page and each that it leads to; not `by_rows`, by touches
        that choose nothing."""
        far, waiting = {start: 0}, deque([start])
        while waiting:
            name = waiting.popleft()
            page = self.page(name)
            for step in steps_from(page) if page else ():
                if step.to not in far and step.verb != BACK and (by_rows or not step.chooses):
                    far[step.to] = far[name] + 1
                    waiting.append(step.to)
        return far

    def way(self, start: str, goal: str, usable: Callable[[Step], bool]) -> list[Step] | None:
        """The shortest way between two pages by usable edges; None where there is none."""
        came: dict[str, Step | None] = {start: None}
        waiting = deque([start])
        while waiting and goal not in came:
            page = self.page(waiting.popleft())
            for step in steps_from(page) if page else ():
                if step.to not in came and self.page(step.to) and usable(step):
                    came[step.to] = step
                    waiting.append(step.to)
        if goal not in came:
            return None
        way: list[Step] = []
        while step_to := came[goal]:
            way.insert(0, step_to)
            goal = step_to.page
        return way


def kinship(page: Page, looks: frozenset[str]) -> float:
    """How much a page without a title of the app's looks like one of its kind, 0-1; 0 where they
    share too few ids that say what they are for, as the pages of one frame do."""
    own = frozenset(page.looks)
    if page.kind != "page" or page.titled or on_other_tabs(own, looks):
        return 0.0
    ids = {part for part in own & looks if _says_what_for(part)}
    return likeness_untitled(own, looks) if len(ids) >= _OWN_IDS else 0.0


def _says_what_for(part: str) -> bool:
    """Whether an entry of a fingerprint is of an element whose id the app gave and says so."""
    key = part.partition(" ")[2]
    return "/#android:" not in key and bool(key_words(key))


def steps_from(page: Page) -> Iterator[Step]:
    """The edges of a page, those that held most often first."""
    found = [(c, verb, edge) for c in page.controls for verb, edge in c.edges.items()]
    found.sort(key=lambda each: (each[2].failed, -each[2].held))
    for control, verb, edge in found:
        yield Step(page.name, control, verb, edge.to)


# --- what was seen --------------------------------------------------------------------------------


def see(
    known: AppMap,
    looks: frozenset[str],
    sight: Sight,
    today: date,
    opener: Step | None = None,
) -> tuple[AppMap, Page]:
    """The map with a page that was seen. `opener` is the edge that led to it: what it led to before
    is the same page, whatever its title, as "Remove Oslo?" and "Remove Rome?"."""
    before = _led_to(known, opener) if opener else None
    expected = before.name if before else ""
    page = known.same(looks, expected)
    if page is None and before and _is_untitled_like(before, looks):
        page = before
    if page is None and sight.kind == "page" and not sight.title:
        page = known.of_kind(looks, expected)
    if page is None:
        name = _name_of(known, sight.title, _by_opener(sight, opener))
        if len(known.pages) >= MOST_PAGES:
            known = _without_oldest(known)
        page = Page(name=name, titled=bool(sight.title), looks=tuple(sorted(looks)))
    elif sight.title and not page.titled:
        name = page.name if page.named else _name_of(known, sight.title, page.name)
        known = _renamed(known, page.name, name)
        page = page.model_copy(update={"name": name, "titled": True})
    page = page.model_copy(
        update={
            "kind": sight.kind,
            "shows": page.shows if page.described else _joined(page.shows, sight.shows),
            "controls": _merged(page.controls, sight.controls),
            "seen": today,
        }
    )
    return known.put(page), page


def described(
    known: AppMap, page: Page, name: str, fixed: Sequence[str], shows: Sequence[str]
) -> AppMap:
    """The map with what a model said of a page: its name, "" for none that can be used, the texts
    that are the app's own, and what it shows. A page that was described before keeps its name.
    Kinds of rows that these texts tell one by one are seen anew."""
    name = page.name if page.named or (page.described and page.titled) else name
    page = page.model_copy(
        update={
            "described": True,
            "named": page.named or bool(name),
            "fixed": _joined(page.fixed, fixed),
            "shows": _joined(shows) or page.shows,
            "controls": tuple(c for c in page.controls if c.edges or not (fixed and c.row)),
        }
    )
    known = known.put(page)
    is_other = bool(name) and folded(name) != folded(page.name)
    return _renamed(known, page.name, _free(known, name)) if is_other else known


def _joined(*texts: Sequence[str]) -> tuple[str, ...]:
    """These texts, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(texts)))


def walked(
    known: AppMap,
    step: Step,
    today: date,
    version: str = "",
    danger: Danger | None = None,
    *,
    opener: str = "",
    filled: bool = False,
) -> AppMap:
    """The map after an edge led where it did; `opener` is what opened its page, and `filled` tells
    whether a field of it held something."""
    page = known.page(step.page)
    if page is None:
        return known
    control = page.control(step.control.key, step.control.name)
    if control is None:
        control = step.control.model_copy(update={"edges": {}})
        page = page.model_copy(update={"controls": (*page.controls, control)})
    old = control.edges.get(step.verb)
    same = old is not None and old.to == step.to
    back = _leads_back(control, step, opener)
    if old and not (same or back) and old.held > 1 and old.failed + 1 < GIVEN_UP:
        edge = old.model_copy(update={"failed": old.failed + 1})
    else:
        edge = Edge(
            to=step.to,
            held=old.held + 1 if old and (same or back) else 1,
            last=today,
            app_version=version,
            danger=danger or (old.danger if old else None),
            back=back,
            filled=filled and (old is None or old.filled or not same),
        )
    return known.put(_with_edge(page, control, step.verb, edge, step.control.sign))


def _leads_back(control: Control, step: Step, opener: str) -> bool:
    """Whether an edge leads back to whatever opened its page. A button that leads there is taken
    for one, until it leads to one page whatever opened its own; a tab may lead there by chance."""
    old = control.edges.get(step.verb)
    if old is None:
        return step.to == opener and control.role == "button"
    same = old.to == step.to
    if step.to == opener:
        return old.back or not same
    is_fixed = opener and (same or not old.surely_back)
    return old.back and not is_fixed


def failed(known: AppMap, step: Step) -> AppMap:
    """The map after an edge could not be walked, or led elsewhere."""
    page = known.page(step.page)
    control = page.control(step.control.key, step.control.name) if page else None
    old = control.edges.get(step.verb) if control else None
    if page is None or control is None or old is None:
        return known
    edge = old.model_copy(update={"failed": old.failed + 1})
    return known.put(_with_edge(page, control, step.verb, edge))


def _with_edge(page: Page, control: Control, verb: Verb, edge: Edge, sign: str = "") -> Page:
    told = {"edges": {**control.edges, verb: edge}, "sign": control.sign or sign}
    new = control.model_copy(update=told)
    controls = tuple(new if each is control else each for each in page.controls)
    return page.model_copy(update={"controls": controls})


def _led_to(known: AppMap, opener: Step) -> Page | None:
    """The page that an edge led to before; None for a new one."""
    page = known.page(opener.page)
    control = page.control(opener.control.key, opener.control.name) if page else None
    edge = control.edges.get(opener.verb) if control else None
    return known.page(edge.to) if edge else None


def _is_untitled_like(page: Page, looks: frozenset[str]) -> bool:
    return likeness_untitled(frozenset(page.looks), looks) >= SAME_SCREEN


def _by_opener(sight: Sight, opener: Step | None) -> str:
    """What a page without a title of its own is called: by what led to it, which is no title."""
    if opener is None or not (opener.control.row or opener.control.called):
        return f"{UNTITLED}{sight.kind}"
    control = opener.control
    is_common = control.row or control.role == "key"
    on = f" on {opener.page}" if is_common and not opener.page.startswith((AFTER, UNTITLED)) else ""
    return f"{AFTER}{control.in_list if control.row else control.called}{on}"


def _name_of(known: AppMap, title: str, otherwise: str) -> str:
    """A name that no page has: the title, with what led to it where another page has that."""
    is_taken = bool(title) and otherwise.startswith(AFTER) and known.page(title)
    return _free(known, f"{title}, {otherwise}" if is_taken else title or otherwise)


def _free(known: AppMap, name: str) -> str:
    return unused(name, {folded(page.name) for page in known.pages})


def unused(name: str, taken: Set[str]) -> str:
    """The name, with a number where it is one of those taken, which are folded."""
    names = (f"{name} {n}" if n > 1 else name for n in range(1, len(taken) + 2))
    return next(each for each in names if folded(each) not in taken)


def _renamed(known: AppMap, old: str, new: str) -> AppMap:
    pages = tuple(
        _with_edges(page, lambda each: {"to": new} if each.to == old else {}).model_copy(
            update={"name": new if page.name == old else page.name}
        )
        for page in known.pages
    )
    start = new if known.start == old else known.start
    return known.model_copy(update={"pages": pages, "start": start})


def _with_edges(page: Page, change: Callable[[Edge], Mapping[str, Any]]) -> Page:
    """The page with what changes of each edge."""
    controls = (
        c.model_copy(
            update={"edges": {v: e.model_copy(update=change(e)) for v, e in c.edges.items()}}
        )
        for c in page.controls
    )
    return page.model_copy(update={"controls": tuple(controls)})


def _without_oldest(known: AppMap) -> AppMap:
    """The map without the page that was not seen for longest, of those that on one day the one
    with the fewest edges; the start stays."""
    others = [page for page in known.pages if page.name != known.start]
    led = Counter(step.to for page in known.pages for step in steps_from(page))

    def age(page: Page) -> tuple[date, int]:
        return page.seen or date.min, led[page.name] + len(list(steps_from(page)))

    oldest = min(others, key=age)
    return known.model_copy(update={"pages": tuple(p for p in known.pages if p is not oldest)})


def _merged(old: Sequence[Control], seen: Sequence[General]) -> tuple[Control, ...]:
    """The controls of a page with those that are seen now. What has the key of an old one and
    another name is the same, renamed, if that one is not seen too."""
    found = list(old)
    names = {(k.key, k.name) for k in seen}
    for each in seen:
        at = _place(found, each, names)
        if at is None:
            if len(found) < MOST_CONTROLS:
                found.append(Control.of(each))
            continue
        control = found[at]
        if each.name != control.name and not (control.varies or each.sign):
            control = _called_anew(control, each.name)
        values = same_values(control.values, each.values)
        told = {"sign": control.sign or each.sign, "values": values}
        found[at] = control.model_copy(update=told)
    return tuple(found)


def same_values(one: str, other: str) -> str:
    """The range that two say a slider has, "" for what is not known; VARIES where they differ."""
    return VARIES if one and other and one != other else one or other


def _called_anew(control: Control, name: str) -> Control:
    """The control with another name, and with those that it had; without any where it has many."""
    by_id = " ".join(key_words(control.key))  # until a model said what is fixed
    names = dict.fromkeys((*control.also, control.name))
    also = tuple(each for each in names if each not in ("", name, by_id))
    if len(also) >= MOST_NAMES:
        return control.model_copy(update={"name": "", "also": (), "varies": True})
    return control.model_copy(update={"name": name, "also": also})


def _place(found: Sequence[Control], each: General, names: set[tuple[str, str]]) -> int | None:
    with_key = [n for n, c in enumerate(found) if c.key == each.key and c.role == each.role]
    exact = (n for n in with_key if each.name in (found[n].name, *found[n].also))
    if each.row or (row_of(each.key) and not each.id):  # rows share a key: another is none renamed
        unnamed = (n for n in with_key if found[n].row and not found[n].name)
        return next(exact, None if (each.key, "") in names else next(unnamed, None))
    renamed = (
        n for n in with_key
        if found[n].id == each.id and not found[n].row and (each.key, found[n].name) not in names
    )  # fmt: skip
    return next(exact, next(renamed, None))


def rewritten(known: AppMap, change: Callable[[str], str]) -> AppMap:
    """The map with each of its texts put through `change`."""
    return AppMap.model_validate(map_texts(known.model_dump(), change))


def without(known: AppMap, own: Set[str]) -> AppMap:
    """The map without the names that turned out to be the person's own, as words: they stand in a
    row or a field. What its id says too is the app's."""
    own = own - known.fixed
    for page in known.pages:
        parts = (part.strip(", ") for part in page.name.split(AFTER))
        if not page.described and any(_is_own(part, own, known) for part in parts):
            known = _renamed(known, page.name, _free(known, f"{UNTITLED}{page.kind}"))
    said = known.words
    pages = tuple(
        page.model_copy(
            update={"controls": _each_once(_anonymous(c, own, said) for c in page.controls)}
        )
        for page in known.pages
    )
    return known if pages == known.pages else known.model_copy(update={"pages": pages})


def _is_own(name: str, own: Set[str], known: AppMap) -> bool:
    """Whether what a page is called, or what opened it, is the person's. What a model called it was
    looked at then; rows may say the same: "Album"."""
    controls = (c for page in known.pages for c in page.controls if not c.row)
    return as_words(name) in own and folded(name) not in {folded(c.name) for c in controls}


def as_imported(known: AppMap) -> AppMap:
    """The map as a stranger's pack brings it."""
    pages = (_with_edges(page, lambda _: {"imported": True}) for page in known.pages)
    return known.model_copy(update={"pages": tuple(pages)})


def _anonymous(control: Control, own: Set[str], said: Set[str]) -> Control:
    if control.row and row_of(control.key) == control.key:
        return control  # the words of its id: see screen/general.py
    words = key_words(control.key)
    owned = [n for n in (control.name, *control.also) if n and tells(n, own, said, {*words})]
    if not owned:
        return control
    also = tuple(name for name in control.also if name not in owned)
    name = ("" if control.name in owned else control.name) or " ".join(words)
    row = control.row or (not name and row_of(control.key) == control.key)
    return control.model_copy(update={"name": name, "also": also, "row": row})


def _as_one(one: Control, other: Control) -> Control:
    """Two rows of one kind, with each edge of either; what did something for good comes first."""

    def worse(verb: Verb) -> Edge:
        edges = [c.edges[verb] for c in (one, other) if verb in c.edges]
        return max(edges, key=lambda edge: (edge.danger is not None, edge.held))

    return one.model_copy(update={"edges": {v: worse(v) for v in one.edges | other.edges}})


def _each_once(controls: Iterable[Control]) -> tuple[Control, ...]:
    """The controls, with rows of one key and role that have no names as one kind."""
    found: dict[object, Control] = {}
    for c in controls:
        key = (c.key, c.role) if c.row and not c.name else id(c)
        found[key] = _as_one(found[key], c) if key in found else c
    return tuple(found.values())
