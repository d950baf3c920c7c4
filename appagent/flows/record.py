"""Write what was done as commands of a flow, with a selector that means each control alone.

    recorder.add(move, view)    for each move, and the screen that it was made on
    recorder.commands

A text that a field hides is not written down: `${PASSWORD}`, by the field's name, stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from appagent.actions.gestures import Drag, Move, TouchAt
from appagent.actions.verbs import (
    Back,
    Direction,
    Enter,
    Exit,
    Home,
    LongPress,
    Read,
    ScrollTo,
    Swipe,
    Tap,
    Text,
    Wait,
    WaitFor,
)
from appagent.errors import ActionImpossible
from appagent.flows import language as say
from appagent.flows.forms import env_name
from appagent.flows.language import Command, Selector
from appagent.flows.select import control_of, controls, select
from appagent.geometry import Point, Size
from appagent.screen.keys import row_of
from appagent.screen.names import says
from appagent.screen.nodes import Node
from appagent.screen.values import Mark, Use, View

_DIGIT = re.compile(r"\d")
_SHARED_ID = "android:id/"  # of parts of every dialog: what such a button does, its text says
_LOOKS: dict[Direction, str] = {"up": "DOWN", "down": "UP", "left": "RIGHT", "right": "LEFT"}
"""Where to look, by the way of the finger."""


PASSWORD = "PASSWORD"
"""The name that stands for what was typed into a field that hides it, where it has none."""


@dataclass
class Recorder:
    """The commands of what was done so far; a row is told by what was `asked` for, if it says
    that."""

    asked: str = ""
    by_place: bool = False  # whether what has no name may be told by its place on the screen
    commands: list[Command] = field(default_factory=list)
    _scrolled: str = ""  # the direction that was looked in since the last command

    def add(self, move: Move, view: View) -> None:
        """Write down a move that was made on a screen. Raises: `ActionImpossible` where no
        command says it."""
        match move.action:
            case Tap():
                self._on(say.TapOn(target=self._target(move, view, "tap")))
            case LongPress():
                self._on(say.LongPressOn(target=self._target(move, view, "long_press")))
            case Text(text=text) if move.mark and not move.sets_value:
                self._on(say.TapOn(target=self._target(move, view, "text")))
                self.commands += [say.EraseText(), _typed(move, text)]
            case Text(text=text) if not move.sets_value:
                self.commands.append(_typed(move, text))
            case Text(text=text) if move.element and move.element.state:
                if not move.holds:
                    self._on(say.TapOn(target=self._target(move, view, "tap")))
            case Swipe(direction=direction) if not (move.element and move.element.scale):
                self._scrolled = _LOOKS[direction]
            case ScrollTo(direction=direction):
                self._scrolled = _LOOKS[direction]
            case Back():
                self.commands.append(say.Back())
            case Home():
                self.commands.append(say.PressKey(key="Home"))
            case Enter():
                self.commands.append(say.PressKey(key="Enter"))
            case WaitFor(text=text, gone=gone):
                shown = Selector(text=f".*{re.escape(text)}.*")
                self.commands.append(
                    say.ExtendedWaitUntil(
                        visible=None if gone else shown, not_visible=shown if gone else None
                    )
                )
            case Read() | Wait() | Exit():
                return
            case _ if move.package:
                self.commands.append(say.LaunchApp(app_id=move.package, stop_app=False))
            case _ if isinstance(move.gesture, TouchAt) and self.by_place:
                self.commands.append(_touched(move.gesture))
            case _ if isinstance(move.gesture, Drag) and self.by_place:
                start, end = (_percents(p, move.gesture.frame) for p in move.gesture[:2])
                self.commands.append(say.Swipe(start=start, end=end))
            case _:
                raise ActionImpossible(f"a flow has no command for {move.words}")

    def _on(self, command: say.TapOn) -> None:
        """A touch, and what was scrolled before it was in sight."""
        if self._scrolled:
            found = say.ScrollUntilVisible(element=command.target, direction=self._scrolled)
            self.commands.append(found)
            self._scrolled = ""
        self.commands.append(command)

    def _target(self, move: Move, view: View, use: Use) -> Selector:
        found = selector_of(move.mark, view, use, self.asked) if move.mark else None
        if found is None:
            raise ActionImpossible(f"no selector means what {move.words} touched")
        return found


def _typed(move: Move, text: str) -> Command:
    if move.element is None or not move.element.secret:
        return say.InputText(text=_literal(text))
    return say.InputText(text=f"${{{env_name(move.element.name, PASSWORD)}}}")


def _literal(text: str) -> str:
    """A text that stands for itself: it asks for no name."""
    return text.replace("${", "\\${")


def _touched(gesture: TouchAt) -> Command:
    kind = say.LongPressOn if gesture.duration_ms else say.TapOn
    return kind(target=Selector(point=_percents(gesture.point, gesture.frame)))


def _percents(point: Point, frame: Size) -> str:
    return f"{round(100 * point.x / frame.width)}%,{round(100 * point.y / frame.height)}%"


def selector_of(mark: Mark, view: View, use: Use, asked: str = "") -> Selector | None:
    """What means this control and no other one on the screen, best by words that were asked for;
    None where nothing does."""
    nodes, element = view.screen.nodes, mark.element
    node = next((n for n in nodes if element and n.order == element.order), None)
    if node is None or element is None:
        return None
    several, able = None, controls(view, use)
    for selector in _candidates(node, bool(row_of(element.key)), asked):
        found = select(selector, nodes)
        touched = [control_of(each, able) for each in found]
        if found and all(each is mark for each in touched):
            return selector
        if several is None and any(each is mark for each in touched):
            several = selector
    return _by_number(several, mark, nodes, able) if several else None


def _candidates(node: Node, in_row: bool, asked: str) -> Iterator[Selector]:
    """What may mean a node, the best first: words that were asked for; words, which tell what it
    does, where an id may be that of the like of it on other pages; what counts something has a
    number that is another one next time, and its id goes before that. In a list rows share it."""
    by_id = [Selector(id=id_) for id_ in _id(node)]
    texts = sorted(_texts(node), key=lambda text: not says(asked, text[0]))
    by_text = [s for text, said_by in texts for s in _by_text(text, said_by, node)]
    told = texts and (says(asked, texts[0][0]) or not _DIGIT.search(texts[0][0]))
    yield from (*by_text, *by_id) if in_row or told else (*by_id, *by_text)
    own = by_id or by_text[:1]
    for row in node.above():
        said = [text for text, _ in _texts(row) if text not in dict(texts)]
        for text in sorted(said, key=lambda text: not says(asked, text)):
            row_id, inside = "".join(_id(row)), Selector(text=text)
            around = Selector(id=row_id, contains_descendants=(inside,))
            yield from (replace(each, child_of=around) for each in own)


def _by_text(text: str, said_by: Node, node: Node) -> Iterator[Selector]:
    """A text alone, with the id of what says it, and in what it stands in."""
    escaped = re.escape(text)
    for said in dict.fromkeys((text, escaped)):  # the second where the first is a wide pattern
        yield Selector(text=said)
        yield from (Selector(text=said, id=id_) for id_ in _id(said_by))
        around = next((id_ for above in node.above() for id_ in _id(above)), None)
        if around:
            yield Selector(text=said, child_of=Selector(id=around))


def _id(node: Node) -> list[str]:
    """The id of a node, as a selector has it; none that parts of every dialog share."""
    id_ = node.short_id
    if not id_ or node.resource_id.startswith(_SHARED_ID):
        return []
    return [id_ if re.fullmatch(r"[\w.:/-]*", id_) else re.escape(id_)]


def _texts(node: Node) -> list[tuple[str, Node]]:
    """What a node says, or else what stands in it, and which node says it; a field is told by its
    hint, not by its text."""
    own = [node.hint, node.description, *([] if node.kind == "text field" else [node.text])]
    said = [(text, node) for text in own if text.strip()]
    if not said:
        said = [(t, n) for n in node.below() for t in (n.text, n.description) if t.strip()]
    return [(text, by) for text, by in dict(said).items() if "${" not in text]


def _by_number(
    selector: Selector, mark: Mark, nodes: Sequence[Node], able: Mapping[int, Mark]
) -> Selector | None:
    """The one of several that a selector means, counted from the top."""
    for at in range(len(select(selector, nodes))):
        numbered = replace(selector, index=at)
        one = select(numbered, nodes)
        if one and control_of(one[0], able) is mark:
            return numbered
    return None
