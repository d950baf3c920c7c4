"""What a move would touch, as the screen and the way to it tell it: the facts of the question
whether a task means that. Nothing here compares them with the task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from appagent.actions.gestures import InputText, Move
from appagent.actions.verbs import Text
from appagent.actions.way import Way
from appagent.guard.reach import touched_at
from appagent.screen.about import (
    asked,
    called,
    field_text,
    is_in_menu,
    prices,
    row_text,
    text_of,
    title_text,
)
from appagent.screen.describe import quote
from appagent.screen.fields import edits
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.pages import page_kind
from appagent.screen.values import Element, Screen
from appagent.texts import shorten

MOST_NAME = 40  # characters; an order to whoever reads it takes more
_LED = 2  # touches that a person is told of: of what, and the button that asked
_MOST = 200  # characters of a text that is quoted
_MOST_GOING = 2000  # of one that goes: nothing more goes with it
_MOST_TEXTS = 40
_MOST_PRICES = 3  # the sum stands below what it is of


@dataclass(frozen=True, slots=True)
class Target:
    """What a move would touch."""

    control: str = ""  # the move in words
    row: str = ""  # the text of the row, or of the entry of a menu, if it is in one
    rows: tuple[str, ...] = ()  # that it is the first of, and the same is done to
    chosen: tuple[str, ...] = ()  # the rows in sight that are selected
    asked: tuple[str, ...] = ()  # the texts of a dialog, its question first
    fields: tuple[str, ...] = ()  # of its form, with what they would hold
    prices: tuple[str, ...] = ()
    page: tuple[str, ...] = ()  # what the page calls itself, its title first
    way: tuple[str, ...] = ()  # what was touched to get there, and on the page, the last first
    before: tuple[str, ...] = ()  # the lines of the pages before, the last first
    note: str = ""  # that was learned about what is touched

    def facts(self) -> Iterator[str]:
        """A line for each thing that is known of it; what the phone says is quoted."""
        for name, texts in (
            ("row", [self.row]),
            ("selected", self.chosen),
            ("dialog", self.asked),
            ("fields", self.fields),
            ("prices shown", self.prices),
            ("page", self.page),
            ("touched on the way, the last first", self.way),
            ("learned about it", [self.note]),
        ):
            most = _MOST_GOING if name == "fields" else _MOST
            told = [quote(_on_one_line(text), most) for text in texts if text]
            if told:
                yield f"{name}: {'; '.join(told)}"
        if self.rows:
            yield "and the same for each of these rows, of which it is the first:"
            yield from (f"- {quote(_on_one_line(row), _MOST)}" for row in self.rows)
        if self.before:
            yield "\n  ".join(("on the pages before, the last first:", *self.before))

    @property
    def names(self) -> Target:
        """The names alone, cut short: no room for what others wrote."""
        return Target(
            control=_name(self.control), row=_name(self.row), prices=_names(self.prices),
            rows=_names(self.rows), chosen=_names(self.chosen), asked=_names(self.asked),
            fields=_names(self.fields), page=_names(self.page), way=_names(self.way),
        )  # fmt: skip

    @property
    def words(self) -> str:
        """What a person is told of it: the nearest text; "" if nothing tells it."""
        question = self.asked[0] if self.asked else ""
        near = (
            self.row, "; ".join(self.chosen), question, *self.way, *self.page,
        )  # fmt: skip
        return _on_one_line(next(filter(None, near), ""))

    @property
    def told(self) -> str:
        """The same, and what led to a question that does not say of what it is."""
        by_question = self.asked and not (self.row or self.chosen)
        led = _on_one_line("; ".join(filter(None, self.way[:_LED])))
        return f"{self.words}, after {led}" if by_question and led else self.words


def target(move: Move, screen: Screen, way: Way, note: str = "") -> Target:
    """What a move on this screen would touch, and the `note` on that."""
    touched = move.element or _row_under(move, screen)
    row = row_text(touched, screen) if touched else ""
    behind = (line for stop in reversed(way.stops) for line in stop.told)
    common = Target(
        control=move.words,
        row=row,
        fields=tuple(_fields(move, screen)),
        prices=prices(screen)[-_MOST_PRICES:],
        asked=asked(screen),
        page=tuple(dict.fromkeys(filter(None, (*called(screen), title_text(screen))))),
        way=tuple(dict.fromkeys(filter(None, way.texts()))),
        before=tuple(dict.fromkeys(behind))[:_MOST_TEXTS],
        note=note,
    )
    if row and not is_in_menu(screen) and page_kind(screen) != "sheet":
        return common
    chosen = (e for e in screen.elements if e.selected and is_whole_row(e) and e.name)
    return replace(common, chosen=tuple(map(text_of, chosen)))


def _row_under(move: Move, screen: Screen) -> Element | None:
    """The row that a finger comes down on, where the move is for no element."""
    point, rows = touched_at(move), filter(is_whole_row, screen.elements)
    return next((row for row in rows if point and row.bounds.contains(point)), None)


def _fields(move: Move, screen: Screen) -> Iterator[str]:
    """What the fields of the page hold, with what the move makes of one."""
    text, into = becomes(move, screen), move.element or screen.focused_field
    for e in (e for e in screen.elements if edits(e) and not (e.secret or row_of(e.key))):
        if value := (text if text is not None and e is into else e.value.strip()):
            yield field_text(e, value)
    if text and into is None:
        yield text


def becomes(move: Move, screen: Screen) -> str | None:
    """What the move makes of a field; None where it types nothing, or what nobody may see."""
    into = move.element or screen.focused_field
    if not isinstance(move.action, Text) or move.sets_value or (into and into.secret):
        return None
    at_cursor = isinstance(move.gesture, InputText) and move.gesture.field is None
    stays = into.value if into and at_cursor else ""
    return f"{stays}{move.action.text}".strip()


def _names(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_name, texts))


def _name(text: str) -> str:
    return shorten(_on_one_line(text.partition("\n")[0]), MOST_NAME)


def _on_one_line(text: str) -> str:
    return text.strip().replace("\n", ", ")
