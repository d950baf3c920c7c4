"""What a move would touch: the row, the dialog's question, the way that led there, the page.

What a task names must be there: "Delete the Gym alarm" deletes no other one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from appagent.actions.gestures import InputText, Move
from appagent.actions.verbs import Text
from appagent.actions.way import Way
from appagent.danger import CARRYING, Danger
from appagent.screen.about import (
    asked,
    beside_of,
    called,
    is_in_menu,
    number_in,
    row_text,
    rows_of,
    selected_count,
    selection,
    tells_several,
    text_of,
    written,
)
from appagent.screen.fields import is_subject
from appagent.screen.folding import COMMAS, letters
from appagent.screen.keys import fingerprint
from appagent.screen.names import head, is_name, phone_number, says, titled
from appagent.screen.pages import page_kind
from appagent.screen.phrases import phrases
from appagent.screen.values import Screen

_LED = 2  # touches that a person is told of: of what, and the button that asked
_NAMED = "\0"  # stands for a name
_JOINTS = "|".join(phrases("joints"))
_JOINED = re.compile(rf"\W*(?:[+&,،、，和与と]|(?:{_JOINTS})\b)", re.IGNORECASE)
# "Ada, Ben", "Ada and Ben", "Ada +2"; not "Ann E. Lind".
_LIST = re.compile(rf"[+&,،、，;/|•·]|(?i:\b(?:{'|'.join(phrases('together'))})\b)")
_QUOTED = re.compile(r"[“„\"«「『‘]([^“”„\"«»「」『』‘’]+)[”“\"»」』’]")


@dataclass(frozen=True, slots=True)
class Target:
    """What a move would touch."""

    row: str = ""  # the text of the row, if it is in one
    entry: str = ""  # that of an entry of a menu: what it does, or whom that is for
    beside: tuple[str, ...] = ()  # the controls on its line, where the row is no element
    chosen: tuple[str, ...] = ()  # the rows that are selected, if it is in none
    selected: int = 0  # how many the page says are selected
    known: tuple[str, ...] = ()  # the selected rows, those out of sight included
    asked: tuple[str, ...] = ()  # the texts of a dialog, its question first
    to: tuple[str, ...] = ()  # whom a form is addressed to
    way: tuple[str, ...] = ()  # what led there, the last first
    page: tuple[str, ...] = ()  # what the page calls itself, its title first
    others: tuple[str, ...] = ()  # the rows of this page, and of those that led here
    listed: tuple[str, ...] = ()  # the rows of this page: what an order is of
    on_sheet: bool = False  # it is a row of a share sheet: an app, or a person
    going: tuple[str, ...] = ()  # the texts that would go, but for what the app put there itself
    subjects: tuple[str, ...] = ()  # what those are about
    control: str = field(default="", compare=False)  # what is touched, and on which page
    shown_on: frozenset[str] = field(default=frozenset(), compare=False)  # its fingerprint
    counted: bool = True  # a number in the question tells how many things it is about
    reaches: bool = False  # somebody, and all whom a title lists: "Ada, Ben" is a group

    @property
    def question(self) -> str:
        return self.asked[0] if self.asked else ""

    def of(self, danger: Danger) -> Target:
        """What a deed of this class touches. Only what is sent goes to those in a form, who are
        words of a post like others. Only what is put away is counted: other numbers are an amount,
        or seats. Only an order is of what its page lists. Who is written to or called is whom the
        page is called after, where that was touched last."""
        reaches = danger in ("send", "call")
        row = self.entry if danger in CARRYING and self.entry else self.row
        own = bool(self.way) and head(self.way[0]) in map(head, self.page)
        return replace(
            self,
            row=row,
            to=self.to if danger == "send" else (),
            subjects=(*self.subjects, *self.to) if danger == "post" else self.subjects,
            way=self.way[:1] if reaches and own else self.way,
            listed=self.listed if danger == "pay" else (),
            counted=danger in ("delete", "account"),
            reaches=reaches,
        )

    def fits(self, names: Sequence[str], inside: Sequence[str] = ()) -> bool:
        """Whether one of these is touched, and none else, and one of the words is `inside` it;
        anything fits no name."""
        return self._is_called(names) and self._holds(inside)

    def _is_called(self, names: Sequence[str]) -> bool:
        if not names:
            return True

        def named(text: str) -> bool:
            mine = any(titled(text, name) and not self._is_other(text, name) for name in names)
            return mine and not (self.reaches and _lists_more(head(text), names))

        if self.to:
            return all(map(named, self.to))
        if self.reaches and self._is_of_more(names):
            return False
        if any(map(named, self.chosen)) or (self.chosen and self.selected):
            return all(map(named, self.chosen))
        if any(_names_more(text, names) for text in self.asked):
            return False
        if any(says(text, name) for text in self.asked for name in names):
            return True
        count = self._asked_of(names)
        if self.counted and tells_several(self.question):
            return False
        if count > 1:  # one who was met on the way does not tell of so many
            return count <= sum(map(named, self.way))
        if self.listed and all(map(named, self.listed)):
            return True
        return any(map(named, (self.row, *self.beside, *self.way, *self.page)))

    def _is_of_more(self, names: Sequence[str]) -> bool:
        """Whether the page is called after others too, and by none of the names alone."""
        called = any(is_name(text, name) for text in self.page for name in names)
        return not called and any(_lists_more(head(text), names) for text in self.page)

    def _is_other(self, text: str, name: str) -> bool:
        """Whether a row that was seen is called just so, and this one only like it: "Work" and
        "Work out"."""
        return not is_name(text, name) and any(is_name(row, name) for row in self.others)

    def _holds(self, inside: Sequence[str]) -> bool:
        if not inside:
            return True
        told = (self.row, *self.chosen, *self.asked, *self.way, *self.page)
        if self.chosen:
            return all(any(says(text, word) for word in inside) for text in self.chosen)
        return any(says(text, word) for text in told for word in inside)

    def exceeds(self, most: int, names: Sequence[str]) -> str:
        """What of it is more than so many of these things; "" for nothing."""
        count = max(self._asked_of(names), self.selected)
        if count > most:
            return f"this is {count} things"
        known = [text for text in self.known if any(titled(text, name) for name in names)]
        if names and self.selected > len(known):
            return f"of {self.selected} selected not all are in sight"
        return ""

    def _asked_of(self, names: Sequence[str]) -> int:
        """How many things the question says it is about. What stands behind a name is of that:
        "the album Trip with 12 photos"."""
        first, *rest = _without(self.question, names).split(_NAMED)
        joined = [part for part in rest if _JOINED.match(part)]
        return max(map(number_in, (first, *joined))) if self.counted else 0

    @property
    def words(self) -> str:
        """What a person is told of it: the nearest text; "" if nothing tells it."""
        near = (
            self.row, "; ".join(self.chosen), self.question, "; ".join(self.to), *self.way,
            *self.page,
        )  # fmt: skip
        return next(filter(None, near), "").replace("\n", ", ")

    @property
    def told(self) -> str:
        """The same, and what led to a question that does not say of what it is."""
        by_question = self.question and not (self.row or self.chosen)
        led = "; ".join(filter(None, self.way[:_LED])).replace("\n", ", ")
        return f"{self.words}, after {led}" if by_question and led else self.words

    @property
    def thing(self) -> str:
        """What tells it from others where a task names none, whatever else was touched there."""
        if self.on_sheet:  # by whatever app it is shared
            return next(iter(self.way), "")
        rows = map(head, filter(None, (self.row, *self.chosen)))
        return "; ".join((*rows, *self.to)) or next(iter(self.page), "")


def _lists_more(title: str, names: Sequence[str]) -> bool:
    """Whether a title lists one of these and somebody else: "Ada, Ben" where Ada is named."""
    listed = [part.strip() for part in _LIST.split(_without(title, names))]
    listed = [
        part for part in listed
        if _NAMED in part or letters(part) or part.isdigit() or phone_number(part)
    ]  # fmt: skip
    mine = [
        part.startswith(_NAMED) or (letters(part) != "" and any(says(it, part) for it in names))
        for part in listed
    ]
    return any(mine) and not all(mine)


def _names_more(text: str, names: Sequence[str]) -> bool:
    """Whether a dialog's text names something beside these: another thing in quotes, or in a list
    with one of them."""
    if not all(any(says(it, name) for name in names) for it in _QUOTED.findall(text)):
        return True
    held = (says(text, name) for name in names)
    parts = COMMAS.split(_without(text, names))
    mine = [_NAMED in part for part in parts]
    return any(held) and any(one != other for one, other in pairwise(mine))


def _without(text: str, names: Sequence[str]) -> str:
    """The text with a mark in the place of each name that stands in it word for word."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", _NAMED, text, flags=re.IGNORECASE)
    return text


def target(move: Move, screen: Screen, way: Way, typed: Collection[str] = ()) -> Target:
    """What a move on this screen would touch, where the run itself `typed` these texts."""
    row = row_text(move.element, screen) if move.element else ""
    page, here = called(screen), rows_of(screen)
    others = (*here, *(text for stop in way.stops for text in stop.rows))
    own = tuple(filter(None, typed))  # a draft of the run's own begins with what it typed
    held = [text for text in way.held if not (own and text.strip().startswith(own))]
    text, fields = becomes(move, screen), written(screen)
    about = [e.value.strip() for e in fields if is_subject(e)]
    others_hold = [e.value.strip() for e in fields if not is_subject(e)]
    going = others_hold if text is None else [text]
    common = Target(
        others=others,
        going=tuple(filter(None, (_without_end(text, held) for text in going))),
        subjects=tuple(filter(None, (_without_end(text, held) for text in about))),
        control=_control(move),
        shown_on=fingerprint(screen.elements, screen.language),
    )
    in_menu = move.element is not None and is_in_menu(screen)
    if row and in_menu:
        common = replace(common, entry=row)
    elif row:
        rows = tuple(filter(None, way.rows()))
        beside = beside_of(move.element, screen) if move.element else ()
        common = replace(common, row=row, beside=beside, way=rows or page[:1])
        on_sheet = page_kind(screen) == "sheet"
        return replace(common, on_sheet=True, control="") if on_sheet else common
    chosen = [text_of(e) for e in selection(screen)]
    hidden = (text for text in way.chosen if text and text not in here)
    return replace(
        common,
        chosen=tuple(chosen),
        selected=selected_count(screen) if chosen or way.counts(screen) else 0,
        known=tuple(dict.fromkeys((*chosen, *hidden))),
        asked=asked(screen),
        listed=here,
        to=way.to_whom(screen),
        way=tuple(filter(None, way.texts())),
        page=page,
    )


def _control(move: Move) -> str:
    """What is touched, whatever the rest of its row says by now."""
    if move.element is None:
        return repr(move.gesture)
    return f"{move.element.key} {head(move.element.name) or move.element.name}"


def becomes(move: Move, screen: Screen) -> str | None:
    """What the move makes of a field; None where it types nothing, or what nobody may see."""
    into = move.element or screen.focused_field
    if not isinstance(move.action, Text) or move.sets_value or (into and into.secret):
        return None
    at_cursor = isinstance(move.gesture, InputText) and move.gesture.field is None
    stays = into.value if into and at_cursor else ""
    return f"{stays}{move.action.text}".strip()


def outgoing(move: Move, screen: Screen) -> tuple[str, ...]:
    """The texts that would go: what the fields hold, or what the move makes of one."""
    text = becomes(move, screen)
    return tuple(e.value.strip() for e in written(screen)) if text is None else (text,)


def _without_end(text: str, held: Iterable[str]) -> str:
    """A text without what its field held before it, where that stands behind it."""
    for end in filter(None, map(str.strip, held)):
        rest = text.removesuffix(end)
        if rest != text and not rest[-1:].strip():
            return rest.strip()
    return text
