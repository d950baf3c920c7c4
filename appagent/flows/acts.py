"""What single commands of a flow do, as actions on the screen that is shown."""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from appagent.actions.verbs import (
    EVERY,
    AnyVerb,
    Back,
    ClearApp,
    Direction,
    DragAt,
    Enter,
    Home,
    LongPress,
    LongPressAt,
    OpenLink,
    Permit,
    PhoneKey,
    Press,
    StartApp,
    StopApp,
    Swipe,
    Tap,
    TapAt,
    Text,
)
from appagent.errors import FlowFailed
from appagent.flows import language as say
from appagent.flows.expressions import Values
from appagent.flows.language import Command, Number, Selector
from appagent.flows.look import Sight, Stage
from appagent.flows.select import control_of, controls
from appagent.geometry import Point, Rect
from appagent.screen.match import on_another_page
from appagent.screen.nodes import Node

_PERCENT = re.compile(r"\s*(\d+)%\s*,\s*(\d+)%\s*")
_PX = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*")
_SWIPES = {  # shares of the width and the height, from where to where the finger goes
    "UP": ((0.5, 0.5), (0.5, 0.1)),
    "DOWN": ((0.5, 0.2), (0.5, 0.9)),
    "LEFT": ((0.9, 0.5), (0.1, 0.5)),
    "RIGHT": ((0.1, 0.5), (0.9, 0.5)),
}
_LOOKS: Mapping[str, Direction] = {"DOWN": "up", "UP": "down", "RIGHT": "left", "LEFT": "right"}
"""The way of the finger that shows what lies in a direction."""
_TURNED = {"DOWN": "UP", "UP": "DOWN", "RIGHT": "LEFT", "LEFT": "RIGHT"}
_NO_CHANGE = 2  # swipes that show nothing new: the list has ended
_KEYS = {key.replace("_", ""): key for key in get_args(PhoneKey)}
_RANDOM: Mapping[type[Command], tuple[str, ...]] = {
    say.InputRandomEmail: ("ada", "ben", "chloe", "dmitri"),
    say.InputRandomPersonName: ("Ada Lind", "Ben Okoro", "Chloe Marsh", "Dmitri Pavlov"),
    say.InputRandomCityName: ("Lisbon", "Nairobi", "Osaka", "Turku"),
    say.InputRandomCountryName: ("Chile", "Ghana", "Japan", "Norway"),
    say.InputRandomColorName: ("amber", "indigo", "olive", "teal"),
}


def whole(said: Number, name: str) -> int:
    """A number of a command. Raises: `FlowFailed` where its `${}` became none."""
    try:
        return int(float(str(said).replace("_", "")))
    except (ValueError, OverflowError):
        raise FlowFailed(f"`{name}` is {said!r}, which is no number") from None


class Acts:
    """Turns commands into actions. After each one that is given the stage shows what came of it."""

    def __init__(self, stage: Stage, sight: Sight, values: Values) -> None:
        self._stage, self._sight, self._values = stage, sight, values

    def of(self, command: Command, app_id: str) -> Iterator[AnyVerb]:
        """The actions of a command in a flow of this app. Raises: `FlowFailed`."""
        sight, stage = self._sight, self._stage
        match command:
            case say.LaunchApp():
                yield from _launch(command, command.app_id or app_id)
            case say.ClearState(app_id=app):
                yield ClearApp(app=app or app_id)
            case say.KillApp(app_id=app):
                yield StopApp(app=app or app_id, back=True)
            case say.StopApp(app_id=app):
                yield StopApp(app=app or app_id)
            case say.SetPermissions(app_id=app, permissions=permissions):
                yield from _permit(app or app_id, permissions)
            case say.OpenLink(link=link):
                yield OpenLink(link=link)
            case say.LongPressOn(target=target):
                yield from self._touch(target, command, held=True)
            case say.TapOn(target=target):
                yield from self._touch(target, command)
            case say.Scroll():
                yield Swipe(direction="up")
            case say.Swipe():
                yield self._swipe(command)
            case say.ScrollUntilVisible():
                yield from self._scroll_until(command)
            case say.Back():
                yield Back()
            case say.HideKeyboard():
                if stage.view.screen.keyboard:
                    yield Back()
            case say.PressKey(key=key):
                yield _key(key)
            case say.InputText(text=text):
                yield from self._type(text)
            case say.EraseText(characters_to_erase=count):
                yield from self._erase(whole(count, "charactersToErase"))
            case say.InputRandomText(length=length):
                digits = isinstance(command, say.InputRandomNumber)
                letters = string.digits if digits else string.ascii_lowercase
                yield from self._type("".join(random.choices(letters, k=whole(length, "length"))))
            case _ if type(command) in _RANDOM:
                said = random.choice(_RANDOM[type(command)])
                email = isinstance(command, say.InputRandomEmail)
                at = f"{random.randrange(10**6)}@example.com" if email else ""
                yield from self._type(f"{said}{at}")
            case say.CopyTextFrom(target=target):
                node = sight.find(target, self._within(command))
                if not (said := node.text or node.hint or node.description):
                    raise FlowFailed("it has no text to copy")
                self._values.maestro["copiedText"] = said
            case say.SetClipboard(text=text):
                self._values.maestro["copiedText"] = text
            case say.PasteText():
                if (copied := self._values.maestro.get("copiedText")) is None:
                    raise FlowFailed("nothing was copied")
                yield from self._type(copied)
            case say.AssertVisible(target=target):
                sight.find(target, sight.look_s)
            case say.AssertNotVisible(target=target):
                sight.gone(target, sight.look_s)
            case say.WaitForAnimationToEnd(timeout=timeout):
                sight.until(lambda: stage.view.screen.settled, whole(timeout, "timeout") / 1000)
            case say.TakeScreenshot(path=path):
                stage.keep(path)
            case say.StartRecording() | say.StopRecording():
                stage.say("no video is recorded; the report page has a picture of each step")
            case say.ClearKeychain():  # of iOS
                return
            case _:
                raise FlowFailed(f"`{command.word}` is not played")

    def _touch(
        self, target: Selector, command: say.TapOn, *, held: bool = False
    ) -> Iterator[AnyVerb]:
        times, first, key = whole(target.repeat, "repeat"), self._stage.view.screen, ""
        for n in range(times):
            if n and on_another_page(first, self._stage.view.screen) and not self._is(target, key):
                raise FlowFailed(f"another page is shown after {n} of {times} touches")
            if target.point and not target.is_named:
                yield self._at(_place(target.point, self._frame), held=held)
                continue
            found = self._find(target, command)
            first = first if n else self._stage.view.screen
            area = self._stage.view.screen.keyboard_area
            if area and area.contains(found.bounds.center):
                yield Back()  # as a person would: the keyboard lies over it
                found = self._find(target, command)
            key = key or self._key(found)
            before = self._stage.view.screen.elements
            yield self._on(found, target.point, held=held)
            same = self._stage.view.screen.elements == before
            if target.retry_tap_if_no_change and same and self._sight.shown(target):
                yield self._on(self._sight.shown(target)[0], target.point, held=held)

    def _key(self, node: Node) -> str:
        """What stays of the control that a touch of a node goes to, with what it belongs to."""
        mark = control_of(node, controls(self._stage.view, "tap"))
        app = self._stage.view.screen.app
        return f"{app.package}/{app.activity}/{mark.element.key}" if mark and mark.element else ""

    def _is(self, target: Selector, key: str) -> bool:
        """Whether what is to be touched again is that control: a page's title may count."""
        return key != "" and any(self._key(node) == key for node in self._sight.shown(target)[:1])

    def _find(self, target: Selector, command: Command) -> Node:
        return self._sight.find(target, self._within(command))

    def _within(self, command: Command) -> float:
        return self._sight.spare_s if command.optional else self._sight.look_s

    def _on(self, node: Node, point: str, *, held: bool) -> AnyVerb:
        """A touch of a node: of the control that it is or lies in, else of the one that its middle
        lies in, else of that point."""
        if point:
            return self._at(_place(point, node.bounds), held=held)
        mark = control_of(node, controls(self._stage.view, "long_press" if held else "tap"))
        if mark is None:
            return self._at(node.bounds.center, held=held)
        return LongPress(element=mark.label) if held else Tap(element=mark.label)

    def _at(self, point: Point, *, held: bool) -> AnyVerb:
        x, y = self._in_picture(point)
        return LongPressAt(x=x, y=y) if held else TapAt(x=x, y=y)

    def _in_picture(self, point: Point) -> Point:
        """A point of the screen in px of the picture."""
        height, width = self._stage.view.image.shape[:2]
        frame = self._frame
        x, y = frame.clamp(point)
        return Point(x * width // frame.width, y * height // frame.height)

    @property
    def _frame(self) -> Rect:
        return self._stage.view.screen.size.rect

    def _swipe(self, command: say.Swipe) -> AnyVerb:
        start, end = (
            (_share(self._frame, *each) for each in _SWIPES[command.direction.upper()])
            if command.direction
            else (_place(each, self._frame) for each in (command.start, command.end))
        )
        if command.from_:
            node = self._sight.find(command.from_, self._sight.look_s)
            start = (
                _place(command.from_.point, node.bounds)
                if command.from_.point
                else (node.bounds.center)
            )
            sideways = command.direction.upper() in ("LEFT", "RIGHT")
            end = Point(end.x, start.y) if sideways else Point(start.x, end.y)
        (x, y), (end_x, end_y) = self._in_picture(start), self._in_picture(end)
        return DragAt(x=x, y=y, end_x=end_x, end_y=end_y)

    def _scroll_until(self, command: say.ScrollUntilVisible) -> Iterator[AnyVerb]:
        began_s, within_s = self._stage.now_s, whole(command.timeout, "timeout") / 1000
        ways = [_LOOKS[command.direction], _LOOKS[_TURNED[command.direction]]]
        same = 0
        while not self._sight.shown(command.element):
            if same == _NO_CHANGE:
                ways, same = ways[1:], 0
            if not ways or self._stage.now_s - began_s > within_s:
                self._sight.find(command.element, 0)  # raises, and tells what is there
            before = self._stage.view.screen.elements
            yield Swipe(direction=ways[0])
            same = same + 1 if self._stage.view.screen.elements == before else 0
        if ways and self._is_cut(self._sight.shown(command.element)[0], ways[0]):
            yield Swipe(direction=ways[0], dist="short")

    def _is_cut(self, node: Node, way: Direction) -> bool:
        """Whether so little of a node shows, at the edge of what is scrolled, that no finger is put
        there."""
        around = next((each for each in node.above() if each.has("scrollable")), None)
        if around is None or control_of(node, controls(self._stage.view, "tap")):
            return False
        box, edge = node.bounds, around.bounds
        ends = {"up": (box.bottom, edge.bottom), "down": (box.top, edge.top),
                "left": (box.right, edge.right), "right": (box.left, edge.left)}  # fmt: skip
        here, there = ends[way]
        return here == there

    def _await_focus(self) -> None:
        def has_focus() -> bool:
            screen = self._stage.view.screen
            return screen.keyboard or screen.focused_field is not None

        if not self._sight.until(has_focus, self._sight.spare_s):
            raise FlowFailed("no field has the focus: tap on one first")

    def _type(self, text: str) -> Iterator[AnyVerb]:
        self._await_focus()
        if text:
            yield Text(text=text)

    def _erase(self, count: int) -> Iterator[AnyVerb]:
        """Delete so many characters before the cursor; all of a field that has no more, wherever a
        touch has put the cursor."""
        self._await_focus()
        view = self._stage.view
        field = view.screen.focused_field
        mark = next((mark for mark in view.marks if field and mark.element is field), None)
        if field and mark and (field.secret or count >= len(field.value)):
            if field.secret or field.value:
                yield Text(element=mark.label, text="")
        elif count:
            yield Press(key="backspace", times=count)


def _launch(command: say.LaunchApp, app: str) -> Iterator[AnyVerb]:
    if command.clear_state:
        yield ClearApp(app=app)
    yield from _permit(app, command.permissions)
    arguments = json.dumps(dict(command.arguments)) if command.arguments else ""
    yield StartApp(app=app, stay=not command.stop_app, arguments=arguments)


def _permit(app: str, permissions: Mapping[str, str]) -> Iterator[AnyVerb]:
    for granted in (True, False):
        names = (name for name, said in permissions.items() if (said.lower() == "allow") == granted)
        for name in names:
            yield Permit(app=app, permissions=_full_names(name), granted=granted)


def _key(said: str) -> AnyVerb:
    named: Mapping[str, Callable[[], AnyVerb]] = {"enter": Enter, "back": Back, "home": Home}
    if own := named.get(said.casefold()):
        return own()
    bare = re.sub(r"^(remote (media )?)", "", said.casefold()).replace(" ", "")
    return Press(key=_KEYS[re.sub(r"^systemnavigation", "system", bare)])


def _place(said: str, inside: Rect) -> Point:
    """A point as a flow has it, "50%,20%" or "300,120", inside of something. Raises:
    `FlowFailed`."""
    if found := _PERCENT.fullmatch(said):
        if max(int(found[1]), int(found[2])) > 100:
            raise FlowFailed(f"{said} is outside: a point is at most at 100%")
        return _share(inside, int(found[1]) / 100, int(found[2]) / 100)
    if found := _PX.fullmatch(said):
        point = Point(inside.left + int(found[1]), inside.top + int(found[2]))
        if not inside.contains(point):
            raise FlowFailed(f"{said} is outside: it is {inside.width}x{inside.height} px large")
        return point
    raise FlowFailed(f'{said!r} is no point: it is written "50%,20%", or "300,120" in px')


def _share(inside: Rect, x: float, y: float) -> Point:
    return inside.clamp(
        Point(inside.left + round(x * inside.width), inside.top + round(y * inside.height))
    )


_PERMISSIONS: Mapping[str, str] = {
    "bluetooth": "BLUETOOTH_CONNECT BLUETOOTH_SCAN",
    "calendar": "READ_CALENDAR WRITE_CALENDAR",
    "camera": "CAMERA",
    "contacts": "READ_CONTACTS WRITE_CONTACTS",
    "location": "ACCESS_FINE_LOCATION ACCESS_COARSE_LOCATION",
    "medialibrary": "READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE READ_MEDIA_AUDIO "
    "READ_MEDIA_IMAGES READ_MEDIA_VIDEO",
    "microphone": "RECORD_AUDIO",
    "notifications": "POST_NOTIFICATIONS",
    "phone": "CALL_PHONE ANSWER_PHONE_CALLS",
    "sms": "READ_SMS RECEIVE_SMS SEND_SMS",
    "storage": "READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE",
}
"""What Maestro's short names of permissions stand for on Android."""


def _full_names(name: str) -> str:
    """The full names of a permission, a blank between two; "all" is left as it is."""
    if name == EVERY or "." in name:
        return name
    words = _PERMISSIONS.get(name.lower(), name).split()
    return " ".join(f"android.permission.{word}" for word in words)
