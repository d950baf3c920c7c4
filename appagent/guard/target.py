"""What a move would touch, as the screen and the way to it tell it: the facts of the question
whether a task means that. Nothing here compares them with the task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from appagent.actions.gestures import InputText, Move
from appagent.actions.verbs import Text
from appagent.actions.way import Way
from appagent.screen.about import (
    asked,
    beside_of,
    called,
    is_in_menu,
    prices,
    row_text,
    rows_of,
    selection,
    text_of,
    title_text,
    written,
)
from appagent.screen.describe import quote
from appagent.screen.fields import is_subject
from appagent.screen.pages import page_kind
from appagent.screen.values import Screen

_LED = 2  # touches that a person is told of: of what, and the button that asked
_MOST = 200  # characters of a text that is quoted
_MOST_GOING = 2000  # of one that goes: nothing more goes with it
_MOST_ROWS = 20
_MOST_PRICES = 3  # the sum stands below what it is of


@dataclass(frozen=True, slots=True)
class Target:
    """What a move would touch."""

    control: str = ""  # the move in words
    row: str = ""  # the text of the row, or of the entry of a menu, if it is in one
    beside: tuple[str, ...] = ()  # the controls on its line, where the row is no element
    chosen: tuple[str, ...] = ()  # the rows that are selected, those out of sight included
    asked: tuple[str, ...] = ()  # the texts of a dialog, its question first
    to: tuple[str, ...] = ()  # whom a form is addressed to
    subjects: tuple[str, ...] = ()  # what that is about
    going: tuple[str, ...] = ()  # the texts that would go, but for what the app put there itself
    own: tuple[str, ...] = ()  # what the app put there
    prices: tuple[str, ...] = ()
    page: tuple[str, ...] = ()  # what the page calls itself, its title first
    way: tuple[str, ...] = ()  # what led there, the last first
    before: tuple[str, ...] = ()  # the rows of the pages that led there

    def facts(self) -> Iterator[str]:
        """A line for each thing that is known of it; what the phone says is quoted."""
        for name, texts in (
            ("row", [self.row]),
            ("beside it", self.beside),
            ("selected", self.chosen),
            ("dialog", self.asked),
            ("to", self.to),
            ("subject", self.subjects),
            ("text", self.going),
            ("put there by the app", self.own),
            ("prices shown", self.prices),
            ("page", self.page),
            ("opened by, the last first", self.way),
            ("rows of the pages before", self.before),
        ):
            most = _MOST_GOING if name == "text" else _MOST
            told = [quote(_on_one_line(text), most) for text in texts if text]
            if told:
                yield f"{name}: {'; '.join(told)}"

    @property
    def words(self) -> str:
        """What a person is told of it: the nearest text; "" if nothing tells it."""
        question = self.asked[0] if self.asked else ""
        near = (
            self.row, "; ".join(self.chosen), question, "; ".join(self.to), *self.way,
            *self.page,
        )  # fmt: skip
        return _on_one_line(next(filter(None, near), ""))

    @property
    def told(self) -> str:
        """The same, and what led to a question that does not say of what it is."""
        by_question = self.asked and not (self.row or self.chosen)
        led = _on_one_line("; ".join(filter(None, self.way[:_LED])))
        return f"{self.words}, after {led}" if by_question and led else self.words


def target(move: Move, screen: Screen, way: Way, typed: Collection[str] = ()) -> Target:
    """What a move on this screen would touch, where the run itself `typed` these texts."""
    row = row_text(move.element, screen) if move.element else ""
    here = rows_of(screen)
    drafts = tuple(filter(None, typed))  # of the run's own: it begins with what it typed
    held = [text for text in way.held if not (drafts and text.strip().startswith(drafts))]
    text, fields = becomes(move, screen), written(screen)
    others = [e.value.strip() for e in fields if not is_subject(e)]
    going = others if text is None else [text]
    behind = (text for stop in way.stops for text in stop.rows if text not in here)
    common = Target(
        control=move.words,
        row=row,
        to=way.to_whom(screen),
        subjects=tuple(e.value.strip() for e in fields if is_subject(e)),
        going=tuple(filter(None, (_without_end(text, held) for text in going))),
        own=tuple(h for h in held if any(t != _without_end(t, [h]) for t in going)),
        prices=prices(screen)[-_MOST_PRICES:],
        asked=asked(screen),
        page=tuple(dict.fromkeys(filter(None, (*called(screen), title_text(screen))))),
        way=tuple(dict.fromkeys(filter(None, way.texts()))),
        before=tuple(dict.fromkeys(behind))[:_MOST_ROWS],
    )
    if row and not is_in_menu(screen) and page_kind(screen) != "sheet":
        return replace(common, beside=beside_of(move.element, screen) if move.element else ())
    chosen = [text_of(e) for e in selection(screen)]
    hidden = (text for text in way.chosen if text and text not in here and chosen)
    return replace(common, chosen=tuple(dict.fromkeys((*chosen, *hidden))))


def becomes(move: Move, screen: Screen) -> str | None:
    """What the move makes of a field; None where it types nothing, or what nobody may see."""
    into = move.element or screen.focused_field
    if not isinstance(move.action, Text) or move.sets_value or (into and into.secret):
        return None
    at_cursor = isinstance(move.gesture, InputText) and move.gesture.field is None
    stays = into.value if into and at_cursor else ""
    return f"{stays}{move.action.text}".strip()


def _without_end(text: str, held: Iterable[str]) -> str:
    """A text without what its field held before it, where that stands behind it."""
    for end in filter(None, map(str.strip, held)):
        rest = text.removesuffix(end)
        if rest != text and not rest[-1:].strip():
            return rest.strip()
    return text


def _on_one_line(text: str) -> str:
    return text.strip().replace("\n", ", ")
