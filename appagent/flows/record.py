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
from appagent.flows.forms import env_name, quoted_in
from appagent.flows.language import Command, Selector
from appagent.flows.select import control_of, controls, select
from appagent.geometry import Point, Rect
from appagent.screen.keys import row_of
from appagent.screen.names import says
from appagent.screen.nodes import Node
from appagent.screen.values import Element, Mark, Use, View
from appagent.texts import words_of

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
    seeks: bool = False  # whether rows are scrolled to, that were in sight and may not be
    hides: bool = True  # whether a name stands for what a field hides
    commands: list[Command] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    scrolled: str = ""  # the direction that was looked in since the last command

    def add(self, move: Move, view: View) -> None:
        """Write down a move that was made on a screen. Raises: `ActionImpossible` where no
        command says it."""
        if isinstance(move.action, Text) and not move.sets_value:
            self.typed.append(move.action.text)
        match move.action:
            case Tap():
                touch = say.TapOn(target=self._target(move, view, "tap"))
                self._on(touch, in_list=_is_listed(move))
            case LongPress():
                touch = say.LongPressOn(target=self._target(move, view, "long_press"))
                self._on(touch, in_list=_is_listed(move))
            case Text(text=text) if move.mark and not move.sets_value:
                self._on(say.TapOn(target=self._target(move, view, "text")))
                self.commands += [say.EraseText(), self._typed(move, text)]
            case Text(text=text) if not move.sets_value:
                self.commands.append(self._typed(move, text))
            case Text() if move.element and move.element.state:
                self._switch(move, view)
            case Text() if move.mark and isinstance(move.gesture, Drag | TouchAt):
                end = move.gesture.end if isinstance(move.gesture, Drag) else move.gesture.point
                place = self._target(move, view, "swipe")
                point = _percents(end, move.mark.bounds)
                self._on(say.TapOn(target=replace(place, point=point)))
            case Swipe(direction=direction) if not (move.element and move.element.scale):
                self.scrolled = _LOOKS[direction]
            case ScrollTo(direction=direction, text=text):
                names = (e.name.casefold() for e in view.screen.elements)
                if not any(text.casefold() in name for name in names):
                    self.scrolled = _LOOKS[direction]
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
                ends = [_percents(p, move.gesture.frame.rect) for p in move.gesture[:2]]
                self.commands.append(say.Swipe(start=ends[0], end=ends[1]))
            case _:
                raise ActionImpossible(f"a flow has no command for {move.words}")

    def _switch(self, move: Move, view: View) -> None:
        """A switch that is to be on, or off: it is touched if it is not, and is there."""
        assert move.element is not None
        target = self._target(move, view, "tap")
        told = _with_state(target, move.element, view.screen.nodes)
        if told is None:
            raise ActionImpossible(f"no selector tells whether what {move.words} touched is on")
        wanted = isinstance(move.action, Text) and move.action.text.casefold() == "on"
        unset = say.Condition(visible=replace(told, checked=not wanted))
        self._on(say.TapOn(target=target))
        self.commands[-1] = say.RunFlow(when=unset, commands=(self.commands[-1],))
        self.commands.append(say.AssertVisible(target=replace(told, checked=wanted)))

    def _on(self, command: say.TapOn, *, in_list: bool = False) -> None:
        """A touch, and what was scrolled before it was in sight."""
        if self.scrolled or (self.seeks and in_list):
            found = say.ScrollUntilVisible(
                element=command.target, direction=self.scrolled or say.ScrollUntilVisible.direction
            )
            self.commands.append(found)
            self.scrolled = ""
        self.commands.append(command)

    def _typed(self, move: Move, text: str) -> Command:
        if self.hides and move.element and move.element.secret:
            return say.InputText(text=f"${{{env_name(move.element.name, PASSWORD)}}}")
        return say.InputText(text=_literal(text))

    def _target(self, move: Move, view: View, use: Use) -> Selector:
        values = (*self.typed, *quoted_in(self.asked))
        found = selector_of(move.mark, view, use, self.asked, values) if move.mark else None
        if found is None:
            raise ActionImpossible(f"no selector means what {move.words} touched")
        return found


def _is_listed(move: Move) -> bool:
    """Whether what is touched is a row, or stands in one, that is told by what it says."""
    return move.element is not None and row_of(move.element.key) != ""


def _literal(text: str) -> str:
    """A text that stands for itself: it asks for no name."""
    return text.replace("${", "\\${")


def _touched(gesture: TouchAt) -> Command:
    kind = say.LongPressOn if gesture.duration_ms else say.TapOn
    return kind(target=by_place(gesture.point, gesture.frame.rect))


def by_place(point: Point, within: Rect) -> Selector:
    """What means a place on the screen, whatever is there."""
    return Selector(point=_percents(point, within))


def _percents(point: Point, within: Rect) -> str:
    x, y = point.x - within.left, point.y - within.top
    return f"{round(100 * x / within.width)}%,{round(100 * y / within.height)}%"


def selector_of(
    mark: Mark, view: View, use: Use, asked: str = "", values: Sequence[str] = ()
) -> Selector | None:
    """What means this control and no other one on the screen, best by words that were asked for,
    `values` among them; None where nothing does."""
    nodes, element = view.screen.nodes, mark.element
    node = next((n for n in nodes if element and n.order == element.order), None)
    if node is None or element is None:
        return None
    several, able = None, controls(view, use)
    for selector in _candidates(node, element, asked, values):
        found = select(selector, nodes)
        touched = [control_of(each, able) for each in found]
        if found and all(each is mark for each in touched):
            return selector
        if not (several and several.text) and any(each is mark for each in touched):
            several = selector
    return _by_number(several, mark, nodes, able) if several else None


def _with_state(target: Selector, element: Element, nodes: Sequence[Node]) -> Selector | None:
    """What means the node of an element that can be on, where a selector means the element, or a
    text in it, which never is; None where nothing does."""
    row = next(node for node in nodes if node.order == element.order)
    inside = [node for node in row.below() if node.has("checkable")]
    switches = [row] if row.has("checkable") else inside
    if len(switches) != 1:
        return None
    own = Selector(id=re.escape(switches[0].resource_id.rpartition("/")[2]))
    rows = (Selector(contains_descendants=(target, own)), target) if own.id else ()
    told = (target, *(replace(own, child_of=each) for each in rows))
    return next((each for each in told if select(each, nodes) == switches), None)


def _candidates(
    node: Node, element: Element, asked: str, values: Sequence[str]
) -> Iterator[Selector]:
    """What may mean a node, the best first: words that were asked for; words, which tell what it
    does, where an id may be that of the like of it on other pages. What counts something, or says
    several things, says others next time, and its id goes before that. In a list rows share it,
    and what they say is another one's next time: there words count that were asked for."""
    by_id = [Selector(id=id_) for id_ in _id(node)]
    in_row = bool(row_of(element.key))

    def rank(text: tuple[str, Node]) -> tuple[bool, bool, bool]:
        said = text[0]
        counts = not any(map(str.isalpha, said))
        return not says(asked, said), in_row and counts, in_row and said != element.title

    texts = sorted(_texts(node), key=rank)
    by_text = [s for text, said_by in texts for s in _by_text(text, said_by, node)]
    told = texts and says(asked, texts[0][0])
    several = len(texts) > 1 and texts[0][1] is not node
    if in_row and not told:
        by_words = [Selector(text=p) for t, _ in texts if (p := _by_words(t, asked, values))]
        by_part = [Selector(id=id_) for below in node.below() for id_ in _id(below)]
        yield from (*by_words, *by_id, *by_part, *by_text)
    elif told or (texts and not several and not _DIGIT.search(texts[0][0])):
        yield from (*by_text, *by_id)
    else:
        yield from (*by_id, *by_text)
    own = by_id or by_text[:1]  # in a row that is told by what it says, not by a letter for a face
    for row in node.above():
        said = [text for text, _ in _texts(row) if text not in dict(texts)]
        for text in sorted(said, key=lambda text: (not says(asked, text), len(text) == 1)):
            row_id, inside = "".join(_id(row)), Selector(text=text)
            around = Selector(id=row_id, contains_descendants=(inside,))
            yield from (replace(each, child_of=around) for each in own)


def _by_words(text: str, asked: str, values: Sequence[str]) -> str:
    """A pattern of what a text has of the words that were asked for; "" where it tells no value."""
    if not any(value.casefold() in text.casefold() for value in values):
        return ""
    wanted = {*words_of(asked)}
    runs = re.split(
        r"[^\w ]+", re.sub(r"\w+", lambda w: w[0] if w[0].casefold() in wanted else "|", text)
    )
    said = [" ".join(run.split()) for run in runs if run.strip()]
    return f".*{'.*'.join(said)}.*"


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
