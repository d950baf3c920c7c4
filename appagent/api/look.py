"""What a look at the phone shows, and what came of a program, as values of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from appagent.actions.verbs import Exit
from appagent.agent.observe import Observation
from appagent.agent.turn import Turn
from appagent.errors import AppAgentError, TargetUntold, UsageError
from appagent.geometry import Rect, Size
from appagent.guard import Refuse
from appagent.screen.describe import quote
from appagent.screen.keys import page_name
from appagent.screen.match import find
from appagent.screen.search import saying
from appagent.screen.values import Element, Mark, Use, View
from appagent.texts import folded, is_blank


@dataclass(frozen=True, slots=True)
class Control:
    """What has a number on a look. Of a cell of the grid only the number and the place are told."""

    label: int  # from 1, as it is drawn
    bounds: Rect  # px of the phone's screen
    role: str = "cell"  # button, switch, text field, item, ...
    name: str = ""  # what a person would call it
    value: str = ""  # what a field holds or a slider shows; "" for a password
    key: str = ""  # the same on other phones
    resource_id: str = ""
    uses: frozenset[Use] = frozenset()
    enabled: bool = True
    checked: bool | None = None  # None: nothing that can be on or off
    selected: bool = False
    focused: bool = False
    secret: bool = False  # a password field

    @classmethod
    def of(cls, mark: Mark) -> Control:
        e = mark.element
        if e is None:
            return cls(mark.label, mark.bounds)
        return cls(
            mark.label, mark.bounds, e.role, e.name, e.value, e.key, e.resource_id, e.uses,
            e.enabled, e.checked, e.selected, e.focused, e.secret,
        )  # fmt: skip

    def json(self) -> dict[str, Any]:
        """It as JSON has it: bounds as a list, uses sorted."""
        return asdict(self) | {"bounds": [*self.bounds], "uses": sorted(self.uses)}


@dataclass(frozen=True, slots=True)
class Look:
    """A screen, numbered. `str(look)` is the list of what is on it, a line each."""

    app: str  # the package
    activity: str
    title: str  # of the page; "" where nothing tells it
    size: Size  # px
    controls: tuple[Control, ...]
    lines: tuple[str, ...]  # a line a number, and one a text between them
    picture: bytes = field(repr=False)  # JPEG, with the numbers
    _view: View = field(repr=False, compare=False)

    @classmethod
    def of(cls, seen: Observation) -> Look:
        screen = seen.screen
        return cls(
            app=screen.app.package,
            activity=screen.app.activity,
            title=page_name(screen.elements),
            size=screen.size,
            controls=tuple(map(Control.of, seen.view.marks)),
            lines=seen.lines,
            picture=seen.picture.jpeg,
            _view=seen.view,
        )

    def __repr__(self) -> str:
        return f"<Look: {self.app}, {quote(self.title)}, {len(self.controls)} controls>"

    def __str__(self) -> str:
        return "\n".join(
            (f"{self.app}, {quote(self.title)}" if self.title else self.app, *self.lines)
        )

    def shows(self, text: str) -> bool:
        """Whether something in sight is called so, or has it as a value; a part is enough."""
        _check(text)
        screen = self._view.screen
        return saying((*screen.elements, *screen.shapes), text) is not None

    def find(self, name: str, role: str = "") -> Control:
        """What is called so, or has this resource id, whole or its last part; of a `role` if one is
        given. Else what `tap(name=...)` would touch. What cannot be touched, as a text or a button
        that is off, has the label 0.

        Raises: `ActionImpossible` where there is none, or several fit.
        """
        _check(name)
        found = [e for e in self._view.screen.elements if role in ("", e.role)]
        by_id = [e for e in found if name in _ids(e)]
        fitting = by_id or [e for e in found if folded(name) in (folded(e.called), folded(e.name))]
        labels = {id(mark.element): mark.label for mark in self._view.marks}
        if len(fitting) == 1:
            (only,) = fitting
            return Control.of(Mark(labels.get(id(only), 0), only.bounds, only))
        marks = [m for m in self._view.marks if m.element and role in ("", m.element.role)]
        try:
            return Control.of(find(name, "tap", marks))
        except TargetUntold as err:
            told, _, _ = str(err).rpartition("; ")
            raise TargetUntold(f"{told}; name its role, its resource id, or more of it") from err


def _check(text: str) -> None:
    """Raises: `UsageError` for a text that is empty, and so is everywhere."""
    if is_blank(text):
        raise UsageError("an empty text is no name: say what is looked for")


def _ids(element: Element) -> set[str]:
    return {element.resource_id, element.resource_id.rpartition("/")[2]} - {""}


@dataclass(frozen=True, slots=True)
class Did:
    """An action that was done, or was not."""

    action: str  # in words: tap button "Save"
    came: str  # of it: opened page "Alarm"
    failed: str = ""  # why it was not done, or did not find what it looked for
    read: tuple[str, ...] = ()  # the title of a page, and the lines that were read there


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a program. `str(done)` tells it, a line an action."""

    did: tuple[Did, ...]
    left: str  # what was not begun any more, and why; "" where all was
    answer: str  # of its exit, with what that quotes of the page
    look: Look  # what is shown now

    @classmethod
    def of(cls, turns: Sequence[Turn], answer: str, look: Look) -> Done:
        left = turns[-1].left_undone if turns else None
        return cls(tuple(map(_did, turns)), str(left or ""), answer, look)

    @property
    def read(self) -> tuple[str, ...]:
        """The lines that it read."""
        return tuple(line for each in self.did for line in each.read[1:])

    @property
    def ok(self) -> bool:
        """Whether all of it was done."""
        return not self.failure

    @property
    def failure(self) -> str:
        """What was not done, and why; "" where all was."""
        failed = [f"{each.action}: {each.failed}" for each in self.did if each.failed]
        return "; ".join([*failed, *filter(None, [self.left])])

    def __str__(self) -> str:
        lines = [f"{n}. {d.action} | {d.failed or d.came}" for n, d in enumerate(self.did, 1)]
        return "\n".join([*lines, *self.read, *filter(None, [self.left, self.answer])])


class ProgramFailed(AppAgentError):
    """A program that was not done to its end: at what it stopped, and why."""

    def __init__(self, why: str, done: Done) -> None:
        super().__init__(why)
        self.done = done


def _did(turn: Turn) -> Did:
    failed = turn.verdict.why if isinstance(turn.verdict, Refuse) else turn.error
    if not failed and turn.sought_in_vain:
        failed = turn.came
    if not failed and turn.status == "FAIL":
        answer = turn.move.action.answer if turn.move and isinstance(turn.move.action, Exit) else ""
        failed = f"the program says that it cannot be done{f': {answer}' if answer else ''}"
    return Did(turn.words, turn.came or turn.proof, failed, turn.read)
