"""What the map tells a model: the pages behind the one that is shown, those first that fit the
task, each with the names that a program may use there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from math import log

from appagent.knowledge.map import MOST_PAGES, VARIES, AppMap, Control, Edge, Page
from appagent.screen.describe import quote
from appagent.texts import words_of

MOST = 1400  # characters of an app: some 350 tokens
_ALSO = 400  # of these, for the names of pages that there is no room to tell more of
_COMMON = 3  # pages: what more of them have is told of none, as "Navigate up"
_STEM = 5  # letters by which two forms of a word are one
_SHORT = 3  # letters of a word that tells little: "the", "one"
_NEAR = {1: 3.0, 2: 1.5}  # what a page is worth that lies so many steps ahead
_PAGES = 6  # that are told of an app that is not shown
_SAID = {"tap": "{}", "long_press": "holding {}", "text": "typing in {}", "enter": "enter"}
"""What leads to a page, in words."""
_WAYS = 2  # to a page that are told
_FULL = 2  # pages of which more is told
_OPTIONS, _FEW = 8, 4  # names of one kind that are told of such a page, and of another
_PLURALS: Mapping[str, str] = {"switch": "switches", "checkbox": "checkboxes", "toggle": "toggles"}

_Id = tuple[str, str]  # of a control: its key and its name


def ahead(known: AppMap, here: Page | None, task: str) -> str:
    """Lines about the pages that are not shown, the most useful first, as far as they fit; "" for
    none."""
    start = here.name if here else known.start
    far, walked = known.distances(start), known.distances(start, by_rows=False)
    common = _common(known, here)
    fit = _Fit.of(known, common, task)

    def worth(page: Page) -> float:
        return fit.page(page) + _NEAR.get(far.get(page.name, 0), 0)

    told = (page for page in known.pages if page is not here and not page.nameless)
    pages = sorted(told, key=worth, reverse=True)
    names = [page.name for page in pages]
    reserve = min(_ALSO, len(_also(names, MOST)))
    lines, left = list[str](), MOST - reserve
    for page in pages:
        starts = [here] if here and page.name in walked else known.pages
        ways = _openers(starts, page, here, far)
        line = _line(page, ways, _contents(page, fit, _OPTIONS if len(lines) < _FULL else _FEW))
        if len(line) >= left:
            continue
        lines.append(line)
        names.remove(page.name)
        left -= len(line) + 1
    return "\n".join(filter(None, (*lines, _also(names, left + reserve))))


def _also(names: Sequence[str], most: int) -> str:
    """The pages that there is no room to tell more of, as far as they fit."""
    kept = list(names)
    while len(told := f"Also: {', '.join(kept)}{', ...' * (len(kept) < len(names))}") > most:
        kept.pop()
    return told if kept else ""


def apps(known: Mapping[str, AppMap], task: str) -> str:
    """A line for each app, by its name, with the pages that fit the task best; of one that the
    task names its pages in full."""
    lines, named = list[str](), {*words_of(task)}
    for app, of in known.items():
        start = of.page(of.start)
        if app in named:
            from_ = f", from its page {of.start}" if start and not start.nameless else ""
            lines += [f"- {app}{from_}:", ahead(of, start, task)]
            continue
        fit = _Fit.of(of, _common(of, None), task)
        told = (page for page in of.pages if not page.nameless)
        pages = [page.name for page in sorted(told, key=fit.page, reverse=True)]
        lines += [f"- {app}: {', '.join(pages[:_PAGES])}"] * bool(pages)
    return "\n".join(lines)


@dataclass(frozen=True)
class _Fit:
    """How well pages fit a task: by the words that both say, rare ones before common ones."""

    common: Set[_Id]  # what is told of no page
    said: Sequence[tuple[Set[str], float]]  # the forms of a word of the task, and what it weighs

    @classmethod
    def of(cls, known: AppMap, common: Set[_Id], task: str) -> _Fit:
        pages = [{*_words(page, frozenset[_Id]())} for page in known.pages]
        every = set[str]().union(*pages)
        begun = sorted({w[:_STEM] for w in words_of(task) if len(w) > _SHORT or not w.isascii()})
        stems = [s for n, s in enumerate(begun) if not (n and s.startswith(begun[n - 1]))]
        found = [words for stem in stems if (words := _like(stem, every))]
        times = [sum(bool(words & page) for page in pages) for words in found]
        return cls(
            common, [(w, log(1 + len(pages) / n)) for w, n in zip(found, times, strict=True)]
        )

    def page(self, page: Page) -> float:
        told = self.words({*_words(page, self.common)})
        return told + self.words({*words_of(page.name)})  # which count twice

    def words(self, words: Set[str]) -> float:
        return sum(weight for said, weight in self.said if said & words)

    def first(self, texts: Iterable[str], most: int) -> list[str]:
        """So many of the texts, those that fit kept before the others, in their order."""
        all_of = list(dict.fromkeys(texts))
        best = sorted(all_of, key=lambda text: -self.words({*words_of(text)}))[:most]
        return [text for text in all_of if text in best] + ["..."] * (len(best) < len(all_of))


def _like(stem: str, words: Set[str]) -> Set[str]:
    """The words that begin as the stem does, or have it as a part: "crossfade" for "fade"."""
    is_part = len(stem) > _SHORT
    return {w for w in words if w[:_STEM] == stem or (is_part and stem in w)}


def _line(page: Page, ways: Iterable[str], contents: Iterable[str]) -> str:
    """`- Edit alarm (by a row of Alarms): fields "Hour", "Minute"; "Save"`."""
    told = list(dict.fromkeys(ways))[:_WAYS]
    led = f" (by {', '.join(told)})" if told else ""
    has = "; ".join(contents)
    return f"- {page.name}{led}{f': {has}' if has else ''}"


def _openers(
    starts: Iterable[Page], page: Page, here: Page | None, far: Mapping[str, int]
) -> Iterator[str]:
    """What leads to a page from these on the way from the one that is shown."""
    for start in sorted(starts, key=lambda each: far.get(each.name, MOST_PAGES)):
        if far.get(start.name, MOST_PAGES) >= far.get(page.name, MOST_PAGES):  # leads back
            continue
        for control, verb, edge in _edges(start):
            if edge.to == page.name and verb in _SAID:
                said = _SAID[verb].format(_opener(control))
                yield f"{said}{'' if start is here or start.nameless else f' of {start.name}'}"


def _opener(control: Control) -> str:
    """What is touched: a row, a control in a row, or a control of its own."""
    return control.in_list if control.row else _quoted(control, control.called)


def _edges(page: Page) -> Iterator[tuple[Control, str, Edge]]:
    for control in page.controls:
        for verb, edge in control.edges.items():
            if edge.failed == 0 and (control.row or control.called):
                yield control, verb, edge


def _contents(page: Page, fit: _Fit, most: int) -> Iterator[str]:
    """What can be done and read on a page: the names of one kind together, so many of each."""
    told = [c for c in page.controls if c.called and _id(c) not in fit.common and c.role != "key"]
    fixed = [c for c in told if not c.row]
    kinds = sorted(fixed, key=_kind)
    for kind, controls in groupby(kinds, _kind):
        yield f"{kind} {', '.join(fit.first(map(_name, controls), most))}".strip()
    if rows := fit.first((c.name for c in told if c.row), most):
        yield f"rows: {', '.join(rows)}"
    if facts := [text for text in page.shows if not any(_tells(c, text) for c in told)]:
        yield f"shows {', '.join(fit.first(facts, most))}"


def _tells(control: Control, fact: str) -> bool:
    """Whether what a page shows is the control itself, as its rows or its heart, or what a switch
    or a slider of that name says."""
    said, words = ({w[:_STEM] for w in words_of(text)} for text in (fact, control.called))
    has_state = _kind(control) and control.role != "text field"
    return bool(words) and (words <= said if has_state else words == said)


def _kind(control: Control) -> str:
    match control.role:
        case "text field":
            return "fields"
        case "radio" | "switch" | "checkbox" | "toggle" | "slider" as role:
            return _PLURALS.get(role, f"{role}s")
        case _:
            return ""


def _name(control: Control) -> str:
    """A control, by all the names that it goes by, its range, and what it does for good."""
    names = " or ".join(_quoted(control, name) for name in (control.called, *control.also))
    dangers = [f"{edge.danger} at once" for edge in control.edges.values() if edge.danger]
    values = [control.values] * (control.values not in ("", VARIES))
    remarks = (*values, *dangers[:1])
    return f"{names} ({', '.join(remarks)})" if remarks else names


def _quoted(control: Control, name: str) -> str:
    """A name that a program may use; the words of an id stand without marks, for no screen says
    them."""
    return name if control.by_id and name == control.name else quote(name)


def _words(page: Page, common: Set[_Id]) -> Iterator[str]:
    yield from words_of(page.name)
    for text in page.shows:
        yield from words_of(text)
    for control in page.controls:
        if _id(control) not in common:
            for name in (control.called, *control.also):
                yield from words_of(name)


def _common(known: AppMap, here: Page | None) -> set[_Id]:
    """The controls that many pages have, as a tab bar and the arrow up; and tabs that are shown."""
    found = Counter(each for page in known.pages for each in {_id(c) for c in page.controls})
    shown = {_id(c) for c in here.controls if c.role == "tab"} if here else set[_Id]()
    return shown | {each for each, n in found.items() if n > _COMMON}


def _id(control: Control) -> _Id:
    return control.key, control.name
