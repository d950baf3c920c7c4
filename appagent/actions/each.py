"""`each`: the same actions for one row of a list after the other, none of them twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from appagent.actions.gestures import Move
from appagent.actions.verbs import ROW, AnyVerb, Each, Enter, LongPress, Tap, Text
from appagent.errors import ActionImpossible
from appagent.geometry import Rect
from appagent.screen.describe import quote
from appagent.screen.keys import is_whole_row, tab_or_title
from appagent.screen.match import find, on_another_page
from appagent.screen.rows import Row, is_cut, rows_in
from appagent.screen.search import scroller
from appagent.screen.shown import fits
from appagent.screen.values import Element, Mark, Use, View
from appagent.texts import first_few

BACKS = 5  # from what was opened for a row to the list, at most
MOST_ROWS = 60
_TOLD = 6  # rows that were done
_REFUSED = 3  # rows, before any is done: then it is refused for all


@dataclass
class Loop:
    """How far the rows of a list are done. Its screens are those that the list was seen on."""

    action: Each
    listed: View  # as it was seen last
    over: Element | None  # the list; None: the page
    numbered: View  # that the numbers of the reply are of
    left: list[AnyVerb] = field(default_factory=list)  # to be done for the row
    row: Row | None = None  # that it is done for
    done: list[str] = field(default_factory=list)  # the titles of the rows
    made: bool = False  # whether anything was done for it
    steps: int = 0  # of it
    refused: list[str] = field(default_factory=list)  # the titles of those that it was for
    skipped: bool = False  # something was left out for a row
    acted: bool = False  # something was committed or set
    backs: int = 0
    turned: bool = False  # the end was reached; what stood above the first row is looked at
    ended: bool = False
    edge: Literal["", "above", "below"] = ""  # where the list ends on this screen
    _texts: set[str] = field(default_factory=set)  # of the rows that were done, before and after
    _order: list[Row] = field(default_factory=list)  # the rows in sight at the last look
    _known: set[str] = field(default_factory=set)  # of the rows that were seen before a deed

    @classmethod
    def of(cls, move: Move, now: View, numbered: View) -> Loop:
        assert isinstance(move.action, Each)
        return cls(move.action, now, move.element, numbered)

    def is_back(self, now: View) -> bool:
        """Whether the list is shown, with no row of it left selected."""
        was, screen = self.listed.screen, now.screen
        if on_another_page(was, screen):
            return False
        same_title = tab_or_title(was.elements) == tab_or_title(screen.elements)
        return same_title or not any(e.is_chosen for e in self._row_now(now))

    def next_row(self, now: View, *, scrolled: bool = False) -> Row | None:
        """The next row in sight that fits and is not done. One that the edge of a list cuts has to
        wait until the list ends there.

        A row that was done may say something else now, and stand elsewhere: what has its title and
        was not there before is taken for it. Where the list was `scrolled` on since, that is what
        stands where it went.

        Raises: `ActionImpossible` where it goes on and on.
        """
        box, rows = self._rows(now)
        whole = [row for row in rows if not is_cut(row, rows, box)]
        if scrolled and not self.turned:
            self._texts |= {now.text for was, now in self._kept(whole) if was.text in self._texts}
        else:
            new = (row for row in rows if row.text not in self._known)
            self._texts |= {row.text for row in new if row.title in self.done}
        self._order = whole
        self._known |= {row.text for row in rows}
        said = [row.text for row in rows]
        for row in rows:
            if row.text in self._texts or is_cut(row, rows, box) not in ("", self.edge):
                continue
            if fits(row.elements, self.action.where):
                if said.count(row.text) > 1:
                    raise ActionImpossible(f"several rows say {quote(row.text)}")
                if len(self.done) == MOST_ROWS:
                    raise ActionImpossible(f"{MOST_ROWS} rows were done, and there are more")
                return row
        return None

    def _kept(self, rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
        """The rows that a scroll down left in sight, as they were and as they are: the last ones
        then are the first ones now, by their titles."""
        for size in range(min(len(self._order), len(rows)), 0, -1):
            pairs = list(zip(self._order[-size:], rows[:size], strict=True))
            if all(was.title == now.title for was, now in pairs):
                yield from pairs
                return

    def begin(self, row: Row, now: View) -> None:
        """Take a row up."""
        self.row, self.listed, self.left, self.backs = row, now, self._for_row(), 0
        self._texts.add(row.text)
        self.done.append(row.title)
        self.made, self.steps = False, 0

    def finish(self) -> None:
        """Leave a row. One for which all could be left out was not done."""
        if self.row and not self.made:
            self.done.pop()
        self.row = None

    def refuse(self, now: View) -> None:
        """Leave the rest of a row, since something was refused for it.

        Raises: `ActionImpossible` where what was begun for it would be done with the next one.
        """
        held = any(e.selected for e in self._row_now(now))
        alike = tab_or_title(self.listed.screen.elements) == tab_or_title(now.screen.elements)
        if self.row and held and alike and not any(e.selected for e in self.row.elements):
            raise ActionImpossible(f"this was refused, and {quote(self.title)} is still selected")
        self.refused.append(self.title)
        self.left, self.made = [], False
        if len(self.refused) == _REFUSED and not self.done[1:]:
            raise ActionImpossible("this was refused for each row")

    def _for_row(self) -> list[AnyVerb]:
        """What is to be done for a row. What the loop is said to commit the last touch may, if none
        says so itself."""
        said, do = self.action.commits, list(self.action.do)
        if said != "none" and all(action.commits == "none" for action in do):
            touches = [n for n, a in enumerate(do) if isinstance(a, Tap | LongPress | Text | Enter)]
            at = touches[-1] if touches else -1
            do[at] = do[at].model_copy(update={"commits": said})
        return list(do)

    def target(self, action: AnyVerb, now: View) -> AnyVerb | None:
        """The action with the number of what it means for the row: the row itself, a control in it,
        or else whatever is called so on the page that is shown, before the row, which may have any
        words; None where the row is not shown.

        Raises: `ActionImpossible`.
        """
        inside = self._row_now(now)
        name, label = getattr(action, "name", ""), getattr(action, "element", None)
        if not (name or label) or not inside:
            return None
        ids = {id(e) for e in inside}
        marks = [m for m in now.marks if m.element and id(m.element) in ids]
        if name.casefold() == ROW or label is not None:
            largest = max(marks, key=lambda m: m.bounds.area, default=None)
            mark = largest if label is None else self._of_number(label, marks)
            if mark is None:
                raise ActionImpossible(f"the row {quote(self.title)} has no such thing to touch")
            return action.model_copy(update={"element": mark.label, "name": ""})
        in_rows = {id(e) for row in self._rows(now)[1] for e in row.elements}
        others = [m for m in now.marks if id(m.element) not in in_rows]
        use: Use = action.kind if action.kind in ("text", "long_press", "swipe") else "tap"
        whole = [m for m in marks if m.element and is_whole_row(m.element)]
        for near in ([m for m in marks if m not in whole], others):
            with suppress(ActionImpossible):
                return action.model_copy(update={"element": find(name, use, near).label})
        mark = find(name, use, [*whole, *others])
        return action.model_copy(update={"element": mark.label})

    def _of_number(self, label: int, marks: Sequence[Mark]) -> Mark | None:
        """What a number of the first screen means in this row: what has its key."""
        meant = self.numbered.mark(label)
        key = meant.element.key if meant and meant.element else ""
        return next((m for m in marks if m.element and m.element.key == key != ""), None)

    @property
    def selected(self) -> list[str]:
        """The texts of the rows in sight that it is for: of the one that is taken up first, then
        of those to come."""
        rows = self._rows(self.listed)[1]
        left = (row for row in rows if row.text not in self._texts)
        coming = [row.text for row in left if fits(row.elements, self.action.where)]
        return [self.row.text, *coming] if self.row else coming

    @property
    def title(self) -> str:
        return self.row.title if self.row else ""

    @property
    def told(self) -> str:
        """What was done for which rows."""
        refused = ", ".join(first_few([*map(quote, self.refused)], _TOLD))
        return _rows_told(self.done) + (f"; refused for {refused}" if refused else "")

    @property
    def proof(self) -> str:
        """What shows that all of it was done; "" where that may not be so."""
        whole = self.done and self.acted and not (self.refused or self.skipped)
        return self.told if whole else ""

    @property
    def told_cut(self) -> str:
        """The same where it was cut off in the last of them."""
        if self.row is None:
            return self.told
        whole = f"{_rows_told(self.done[:-1])}; " if self.done[1:] else ""
        return f"{whole}cut off at {quote(self.title)}"

    def _row_now(self, now: View) -> Sequence[Element]:
        """What stands in the row that is done, on the screen that is shown; () where the list is
        not, or it is gone."""
        if self.row is None or on_another_page(self.listed.screen, now.screen):
            return ()
        top = self.row.bounds.top
        rows = [row for row in self._rows(now)[1] if row.title == self.row.title]
        others = self._known - {self.row.text}  # of the same title, which were there beside it
        same = [row for row in rows if row.text == self.row.text] or [
            row for row in rows if row.text not in others
        ]
        near = min(same, key=lambda row: abs(row.bounds.top - top), default=None)
        return near.elements if near else ()

    def _rows(self, now: View) -> tuple[Rect, list[Row]]:
        """Where the list is, and its rows in sight."""
        over = scroller(now.screen, self.over) if self.over else None
        box = over.bounds if over else now.screen.size.rect
        return box, rows_in(box, now.screen)


def _rows_told(titles: Sequence[str]) -> str:
    if not titles:
        return "done for no row"
    names = ", ".join(first_few([quote(title) for title in titles], _TOLD))
    return f"done for {len(titles)} row{'s' * (len(titles) != 1)}: {names}"
