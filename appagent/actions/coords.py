"""Models that point: a reply in a model's own words and numbers, read as a decision of ours.

    Thought: The search field is at the top.
    Action: click(start_box='(352,148)')                                    UI-TARS
    <answer>do(action="Tap", element=[500, 62])</answer>                    AutoGLM
    <tool_call>{"name": "mobile_use", "arguments":
      {"action": "click", "coordinate": [500, 62]}}</tool_call>             Qwen-VL, GUI-Owl, MAI-UI
    {"action": "click", "box_2d": [40, 100, 84, 900], "label": "search"}    Gemini

What the numbers mean is told by the profile's name alone: (500, 300) is a point in every unit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Any

from pydantic import ValidationError

from appagent.actions.jsontext import ENDLESS, THOUGHT_END, THOUGHT_OPEN, objects
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    Decision,
    Direction,
    DragAt,
    Enter,
    Exit,
    Home,
    Kinds,
    LongPressAt,
    OpenApp,
    Swipe,
    TapAt,
    Text,
    Wait,
)
from appagent.errors import ReplyInvalid
from appagent.geometry import Point, Size

KINDS: Kinds = (
    TapAt, LongPressAt, DragAt, Swipe, Text, Back, Home, Enter, Wait, OpenApp, Exit,
)  # fmt: skip
SCROLLED = 0.3  # of the picture, by a scroll that begins at a point


@dataclass(frozen=True, slots=True)
class SmartResize:
    """How a model's own processor scales a picture before the model counts its px: both sides to
    multiples of `step`, the area between `least` and `most` (`smart_resize` of Qwen2-VL)."""

    step: int
    least: int  # px
    most: int

    def of(self, size: Size) -> Size:
        height, width = (max(self.step, round(n / self.step) * self.step) for n in size[::-1])
        area = size.width * size.height
        if self.least <= width * height <= self.most:
            return Size(width, height)
        large = width * height > self.most
        by = sqrt((self.most if large else self.least) / area) / self.step
        steps = (floor(n * by) if large else ceil(n * by) for n in size)
        return Size(*(max(1, n) * self.step for n in steps))


@dataclass(frozen=True, slots=True)
class Profile:
    """What one family of models says, and in which numbers."""

    instructions: str  # the actions and their form, as the prompt tells them
    calls: bool = False  # an action is a call, not a JSON object
    full: float | None = None  # what the far edges are called; None: px of the picture
    resized: SmartResize | None = None  # which the px are counted on; None: as it was sent
    yx: bool = False  # y stands before x

    @property
    def example(self) -> str:
        return self.instructions.partition("\n")[0]

    def units(self, size: Size) -> tuple[float, float]:
        """What the right and the lower edge of a picture of `size` are called."""
        edges = self.resized.of(size) if self.resized else size
        return (self.full, self.full) if self.full else (edges.width, edges.height)


_JSON = """\
{{"action": "click", "{point}": {at}}}
{{"action": "long_press", "{point}": {at}}}
{{"action": "swipe", "{point}": {at}, "{point}2": {to}}}: moves the finger; upwards shows what lies below
{{"action": "type", "text": "..."}}: into the field in focus, click it first
{{"action": "system_button", "button": "Back, Home or Enter"}}
{{"action": "open", "text": "an app's name"}}
{{"action": "wait", "time": 2}}
{{"action": "terminate", "status": "success or failure", "text": "the answer, or why it cannot be done"}}
{numbers}

Say in a sentence what you see and why you act, then one action:
<tool_call>
{{"name": "mobile_use", "arguments": {{"action": ...}}}}
</tool_call>"""  # noqa: E501
_PX = "Numbers are px of the picture, from its top left corner."
_RUN = "Numbers run from 0 at the top left to {} at the right edge and at the lower edge."
_XY = {"point": "coordinate", "at": "[x, y]", "to": "[x2, y2]"}
_YX = {"point": "point", "at": "[y, x]", "to": "[y2, x2]"}
_TARS = """\
click(start_box='(x,y)')
long_press(start_box='(x,y)')
type(content='...'): into the field in focus, click it first; a last \\n sends it
scroll(start_box='(x,y)', direction='down, up, right or left'): down shows what lies below
drag(start_box='(x,y)', end_box='(x2,y2)')
open_app(app_name='...')
press_home()
press_back()
wait()
finished(content='the answer')
call_user(content='why it cannot be done')

Reply in this form:
Thought: what you see, and why you act
Action: one of the actions"""
_GLM = """\
do(action="Tap", element=[x,y])
do(action="Long Press", element=[x,y])
do(action="Swipe", start=[x1,y1], end=[x2,y2]): moves the finger; upwards shows what lies below
do(action="Type", text="..."): into the field in focus, tap it first
do(action="Launch", app="an app's name")
do(action="Back")
do(action="Home")
do(action="Wait", duration="2 seconds")
do(action="Take_over", message="why it cannot be done")
finish(message="the answer")

Reply in this form:
<think>what you see, and why you act</think>
<answer>one of the actions</answer>"""
_1000 = _JSON.format(**_XY, numbers=_RUN.format(1000))
_PATCH = 28  # px: what Qwen2.5-VL reads at once; Qwen3-VL counts no px

PROFILES: dict[str, Profile] = {
    "px": Profile(_JSON.format(**_XY, numbers=_PX)),
    "0-1": Profile(_JSON.format(**_XY, numbers=_RUN.format(1)), full=1),
    "0-1000": Profile(_1000, full=1000),
    "gemini": Profile(_JSON.format(**_YX, numbers=_RUN.format(1000)), full=1000, yx=True),
    # UI-TARS-1.5 counts px; the first UI-TARS, and the hosted one, do not.
    "ui-tars": Profile(
        _TARS, calls=True, resized=SmartResize(_PATCH, 100 * _PATCH**2, 16384 * _PATCH**2)
    ),
    "ui-tars-1000": Profile(_TARS, calls=True, full=1000),
    "qwen2.5-vl": Profile(
        _JSON.format(**_XY, numbers=_PX),
        resized=SmartResize(_PATCH, 4 * _PATCH**2, 16384 * _PATCH**2),
    ),
    "qwen3-vl": Profile(_1000, full=1000),
    "gui-owl": Profile(_1000, full=1000),  # 1.5; the one before is a Qwen2.5-VL
    "mai-ui": Profile(_JSON.format(**_XY, numbers=_RUN.format(999)), full=999),
    "autoglm": Profile(_GLM, calls=True, full=1000),
}

_TAPS = "click tap left_click left_single"
_HOLDS = "long_press longpress"
_TYPES = "type input_text type_name"
_DRAGS = "swipe drag select"
_OPENS = "open open_app launch awake"
_ENDS = "finished finish answer terminate complete"
_PERSON = "call_user calluser interact take_over ask_user info"
_KEYS: dict[str, type[Back | Home | Enter]] = {"back": Back, "home": Home, "enter": Enter}
_POINTS = (
    "coordinate", "point", "start_box", "element", "start", "start_coordinate", "start_point",
    "box_2d", "bbox_2d", "point_2d", "coordinate1",
)  # fmt: skip
_ENDPOINTS = (
    "coordinate2", "point2", "end_box", "end", "end_coordinate", "end_point", "box_2d2",
)  # fmt: skip
_TEXTS = ("text", "content", "message", "answer", "app", "app_name")
_AGAINST: dict[Direction, Direction] = {
    "up": "down", "down": "up", "left": "right", "right": "left",
}  # fmt: skip
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# It begins a line, or is one that no thought speaks of.
_CALL = re.compile(r"^[a-z_]+\(|\bdo\(action=|\bfinish\(message=", re.MULTILINE)
_BEFORE = re.compile(r".*(?:^|\n)\s*Action:|.*<answer>", re.DOTALL)
_ANSWERS = re.compile(r"<answer>|<tool_call>|^\s*Action:", re.MULTILINE)
_TAG = re.compile(r"</?[a-z_]+>|<\|[a-z_]+\|>|^\s*(?:Thought|Action|Reflection):", re.MULTILINE)


def decision(reply: str, profile: str, size: Size, kinds: Kinds) -> Decision:
    """The decision, one of `kinds`, that a model of this profile made on a picture of `size`;
    its points are in px of that picture.

    Raises: `ReplyInvalid`, with the form that was expected.
    """
    told = PROFILES[profile]
    thought = found[0] if (found := THOUGHT_END.match(reply)) else ""
    said = reply[len(thought) :]
    if THOUGHT_OPEN.match(said) and not _ANSWERS.search(said):
        raise ReplyInvalid(ENDLESS, reply)
    try:
        before, values = _called(said) if told.calls else _listed(said)
        action = _action(values, told, size)
        if not isinstance(action, kinds):
            raise ValueError(f"no {action.verb} here")
    except (ValueError, TypeError, RecursionError) as err:
        why = err.errors()[0]["msg"] if isinstance(err, ValidationError) else err
        expected = f"expected an action like {told.example}, in the form that was asked for"
        raise ReplyInvalid(f"{why}: {expected}", reply) from err
    return Decision(thought=" ".join(_TAG.sub(" ", thought + before).split()), action=action)


def _listed(reply: str) -> tuple[str, dict[str, Any]]:
    """What comes before a JSON object that is an action, and its values; a point alone is one to
    touch. What is called as a tool goes before what is told."""
    before, tool, rest = reply.partition("<tool_call>")
    if not tool:
        before, rest = reply.partition("{")[0].rstrip("[ \n"), reply
    for found in objects(rest):
        values = _lowered(found)
        inside = values.get("arguments")
        for arguments in objects(inside) if isinstance(inside, str) else [inside]:
            values = _lowered(arguments) if isinstance(arguments, dict) else values
        if "action" in values or values.keys() & {*_POINTS}:
            return before, values
    raise ValueError("no action in the reply")


def _called(reply: str) -> tuple[str, dict[str, Any]]:
    """What comes before an action that is a call, and its values with its name as `action`."""
    head = _BEFORE.match(reply)
    before, rest = (reply[: head.end()], reply[head.end() :].strip()) if head else ("", reply)
    begun = list(_CALL.finditer(rest))
    for call in begun:
        text = rest[call.start() : rest.rfind(")") + 1]
        for whole in (text, text.partition("\n")[0]):  # more may stand behind it
            if (values := _call(whole)) is not None:
                return before or rest[: call.start()], values
    raise ValueError(f"cannot read {begun[0][0]}...)" if begun else "no action in the reply")


def _call(text: str) -> dict[str, Any] | None:
    """The values of `click(point='...')`, or of `do(action="Tap", ...)`; None for no such call."""
    try:
        # A line break inside quotes is the model's own: Python wants it escaped.
        tree = ast.parse(text.replace("\n", "\\n").replace("\0", "\\0"), mode="eval").body
        if not isinstance(tree, ast.Call) or tree.args or not isinstance(tree.func, ast.Name):
            return None
        values = {str(word.arg).lower(): ast.literal_eval(word.value) for word in tree.keywords}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    name = tree.func.id
    return values if name == "do" else {"action": name, **values}


def _lowered(values: Mapping[str, Any]) -> dict[str, Any]:
    return {str(name).lower(): value for name, value in values.items()}


def _action(values: Mapping[str, Any], profile: Profile, size: Size) -> AnyVerb:
    """The action of ours. Raises: `ValueError`, or pydantic's own, for one that we do not have."""
    said = str(values.get("action", "click"))
    name = re.sub(r"\W+", "_", said.strip().lower())
    start = _point(values, _POINTS, profile, size)
    end = _point(values, _ENDPOINTS, profile, size)
    text = next((str(values[key]) for key in _TEXTS if values.get(key)), "")
    if name in _TAPS.split() and start:
        return TapAt(x=start.x, y=start.y)
    if name in _HOLDS.split() and start:
        return LongPressAt(x=start.x, y=start.y)
    if name in (*_DRAGS.split(), "scroll"):
        return _moved(name, values, start, end, size)
    if name in _TYPES.split():
        return Text(text=text)
    if name in ("system_button", "press", "key"):
        name = f"press_{values.get('button') or values.get('key') or text}".lower()
    if key := _KEYS.get(name.removeprefix("press_").removeprefix("navigate_")):
        return key()
    if name == "wait":
        seconds = _NUMBER.search(str(values.get("time") or values.get("duration") or 2))
        return Wait(seconds=min(30.0, float(seconds[0]) if seconds else 2))
    if name in _OPENS.split():
        return OpenApp(app=text)
    if name in _PERSON.split():
        return Exit(status="failed", answer=text or "it instructions for a person")
    if name in _ENDS.split():
        failed = str(values.get("status", "")).lower().startswith(("fail", "impossible"))
        return Exit(status="failed" if failed else "done", answer=text)
    pointing = name in f"{_TAPS} {_HOLDS}".split()
    raise ValueError(f"{said!r} names no point" if pointing else f"there is no action {said!r}")


def _moved(
    name: str, values: Mapping[str, Any], start: Point | None, end: Point | None, size: Size
) -> AnyVerb:
    """A finger drawn from point to point, or in a direction: a swipe goes where the finger goes, a
    scroll where the page is to be read on."""
    if start and end:
        return DragAt(x=start.x, y=start.y, end_x=end.x, end_y=end.y)
    direction: Any = str(values.get("direction", "")).strip().lower()
    if name == "scroll":
        direction = _AGAINST.get(direction)
    finger = Swipe(direction=direction)
    if start is None:
        return finger
    way = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[finger.direction]
    x, y = (
        min(max(at + round(sign * SCROLLED * full), 0), full - 1)
        for at, sign, full in zip(start, way, size, strict=True)
    )
    return DragAt(x=start.x, y=start.y, end_x=x, end_y=y)


def _point(
    values: Mapping[str, Any], names: tuple[str, ...], profile: Profile, size: Size
) -> Point | None:
    """The point, or the middle of the box, in px of the picture; None where none is named.

    Raises: `ValueError` for one outside of the picture, or of another count of numbers.
    """
    told = next((values[name] for name in names if values.get(name) is not None), None)
    if told is None:
        return None
    numbers = [float(number) for number in _NUMBER.findall(str(told))]
    if len(numbers) not in (2, 4):
        raise ValueError(f"{told!r} is no point: two numbers, or four of a box")
    x, y = ((numbers[i] + numbers[i + len(numbers) - 2]) / 2 for i in (0, 1))
    if profile.yx:
        x, y = y, x
    units = profile.units(size)
    if not (0 <= x <= units[0] and 0 <= y <= units[1]):
        raise ValueError(f"{told!r} is outside: numbers run to {units[0]:g} and {units[1]:g}")
    across = [int(n * full / unit) for n, full, unit in zip((x, y), size, units, strict=True)]
    return Point(min(across[0], size.width - 1), min(across[1], size.height - 1))
