"""What shows that a program did what it was for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from rapidfuzz import fuzz

from appagent.errors import ActionImpossible
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import is_whole_row
from appagent.screen.match import on_another_page
from appagent.screen.reading import quoted
from appagent.screen.shown import GONE, Shows, ways
from appagent.screen.values import Element, Screen
from appagent.texts import as_words, words_of

_NEAR = 70  # of 100, by rapidfuzz: what is told in place of what does not show
T = TypeVar("T")


@dataclass
class Proof:
    """The screens of a program, to judge by what shows at its end.

    What stood there already when the program was given, or just before it committed something,
    proves nothing.
    """

    seen: list[Screen] = field(default_factory=list)
    before_deed: Screen | None = None  # the last thing that it committed
    _touched: Element | None = None  # what was touched for it
    _notices: list[Element] = field(default_factory=list)  # that passed by since
    _loop: object = None  # that the last deed belongs to

    def note(
        self,
        before: Screen,
        after: Screen | None,
        *,
        commits: bool,
        loop: object,
        touched: Element | None = None,
    ) -> None:
        """Remember the screens of a step, and whether it committed something by what it touched.
        What is done for the rows of a `loop` is one deed."""
        if commits and not (loop and loop is self._loop):
            self.before_deed, self._notices, self._loop = before, [], loop
            self._touched = touched
        self.seen.append(before)
        if after:
            self._notices += (e for e in after.elements if e.is_notice)
            toast = Element("", after.size.rect, "notice", after.notice)
            self._notices += [toast] * bool(after.notice)

    def of(self, said: str, now: Screen) -> str:
        """What shows what was said, as a sentence tells it.

        Raises: `ActionImpossible` if nothing does, or did so before already.
        """
        return _first_of(lambda way: self._of_all(way, now), ways(said) or [(said,)])

    def of_quote(self, answer: str, now: Screen) -> str:
        """An answer with what it quotes of the page that is shown.

        Raises: `ActionImpossible` if the page that the program was given on had it already.
        """
        told, before = quoted(answer, now), ""
        with suppress(ActionImpossible):
            before = quoted(answer, self.seen[0]) if self.seen else ""
        if before == told:
            raise ActionImpossible(f"{quote(told)} showed before already")
        return told

    def _of_all(self, parts: Sequence[str], now: Screen) -> str:
        """The same of several things: each shows since the program began, and one of them since it
        last committed something."""
        if len(parts) == 1:
            return self._of(parts[0], now)
        with suppress(ActionImpossible):  # "Map & Kettle" is one text
            return self._of(" & ".join(parts), now)
        told = [self._of(part, now, lately=False) for part in parts]
        _first_of(lambda part: self._of(part, now), parts)
        return " and ".join(told)

    def _of(self, said: str, now: Screen, *, lately: bool = True) -> str:
        wanted = Shows.of(said)
        if wanted.state == GONE:
            if any(_went(wanted, was, now) for was in self.seen):
                return f"{quote(wanted.text)} is gone"
            raise ActionImpossible(f"{quote(wanted.text)} is not seen to be gone from its list")
        if became := self._became(wanted, now):
            return phrase(became)
        found = wanted.by((*now.elements, *now.shapes)) or self._noticed(wanted)
        if found is None:
            raise ActionImpossible(f"{quote(said)} does not show{_near(wanted.text, now)}")
        deed = self.before_deed if lately else None
        here = deed is not None and not on_another_page(deed, now)  # the deed made it show
        earlier = filter(None, (None if here else next(iter(self.seen), None), deed))
        if any(wanted.by((*was.elements, *was.shapes)) for was in earlier):
            raise ActionImpossible(f"{quote(said)} proves nothing: it showed before already")
        return phrase(found)

    def _became(self, wanted: Shows, now: Screen) -> Element | None:
        """What the last deed touched, if it stands where it stood and only now says what is wanted,
        though something else said so before and still does: "Following"."""
        was, touched = self.before_deed, self._touched
        if was is None or touched is None or on_another_page(was, now) or wanted.by([touched]):
            return None
        still = {(e.name, e.bounds) for e in now.elements}
        if any(wanted.by([e]) and (e.name, e.bounds) not in still for e in was.elements):
            return None  # what said so has moved: it may stand here now
        return wanted.by([e for e in now.elements if _takes_place(touched, e)])

    def _noticed(self, wanted: Shows) -> Element | None:
        """The notice that says it, or begins so: "Scheduled for Mon, 9 Mar"."""
        words = words_of(wanted.text)
        begun = (
            e for e in self._notices if len(words) > 1 and words_of(e.name)[: len(words)] == words
        )
        return wanted.by(self._notices) or (None if wanted.state else next(begun, None))


def _first_of(show: Callable[[T], str], said: Sequence[T]) -> str:
    """What shows the first of these that shows. Raises: `ActionImpossible` as each does."""
    why = []
    for each in said:
        try:
            return show(each)
        except ActionImpossible as err:
            why.append(str(err))
    raise ActionImpossible("; ".join(dict.fromkeys(why)))


def _near(text: str, now: Screen) -> str:
    """What is shown that says nearly the same, as the end of a sentence; "" for nothing."""
    fits = [(fuzz.ratio(as_words(text), as_words(e.called)), e) for e in now.elements]
    score, element = max(fits, key=lambda fit: fit[0], default=(0, None))
    return f"; near is {phrase(element)}" if element and score >= _NEAR else ""


def check_shown(said: str, now: Screen) -> None:
    """Refuse an end that is given on a screen that does not show what it says.

    Raises: `ActionImpossible`.
    """
    shown = (*now.elements, *now.shapes)

    def shows(text: str) -> bool:
        wanted = Shows.of(text)
        return (wanted.state == GONE) != bool(wanted.by(shown))

    wanted = ways(said)
    if wanted and not any(shows(" & ".join(way)) or all(map(shows, way)) for way in wanted):
        parts = [part for way in wanted for part in way]
        near = (
            f"{quote(part)} does not show here{_near(Shows.of(part).text, now)}" for part in parts
        )
        raise ActionImpossible("; ".join(near))


def _takes_place(was: Element, now: Element) -> bool:
    """Whether one control stands where another stood; a longer name may have made it wider."""
    like = (was.role, was.uses) == (now.role, now.uses)
    level = (was.bounds.top, was.bounds.bottom) == (now.bounds.top, now.bounds.bottom)
    return like and level and was.bounds.overlaps(now.bounds)


def _went(wanted: Shows, was: Screen, now: Screen) -> bool:
    """Whether something that a page showed is gone from it, and what stood beside it in its list is
    not: it may have been moved out of sight."""
    there = wanted.by(was.elements)
    if there is None or wanted.by(now.elements) or on_another_page(was, now):
        return False
    rows, later = ([e for e in s.elements if is_whole_row(e) and e.name] for s in (was, now))
    at = next((n for n, e in enumerate(rows) if e.bounds.contains(there.bounds)), None)
    if at is None:
        moves = (e for e in was.elements if "swipe" in e.uses)
        return not any(e.bounds.contains(there.bounds) for e in moves)
    left = {e.name for e in later}
    if 0 < at < len(rows) - 1:
        return {rows[at - 1].name, rows[at + 1].name} <= left
    if was.keyboard != now.keyboard:
        return False
    others = {e.name for n, e in enumerate(rows) if n != at}  # at the edge it may be out of sight
    return left <= others and len(later) < len(rows)
