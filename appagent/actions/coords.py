"""Read the replies of models that point: their own words and numbers, as a `Decision`.

    Thought: The search field is at the top.
    Action: click(start_box='(352,148)')                                    UI-TARS
    <answer>do(action="Tap", element=[500, 62])</answer>                    AutoGLM
    <tool_call>{"name": "mobile_use", "arguments":
      {"action": "click", "coordinate": [500, 62]}}</tool_call>             Qwen-VL, GUI-Owl, MAI-UI
    {"action": "click", "box_2d": [40, 100, 84, 900], "label": "search"}    Gemini

Only the profile tells the unit of the numbers: (500, 300) is a point in every unit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Any

from pydantic import ValidationError

from appagent.actions.decision import Decision
from appagent.actions.jsontext import ENDLESS, THOUGHT_END, THOUGHT_OPEN, objects
from appagent.actions.verbs import (
    AnyVerb,
    Back,
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
from appagent.danger import DANGERS
from appagent.errors import ReplyInvalid
from appagent.geometry import Point, Size

KINDS: Kinds = (
    TapAt, LongPressAt, DragAt, Swipe, Text, Back, Home, Enter, Wait, OpenApp, Exit,
)  # fmt: skip
SCROLL_SHARE = 0.3  # of the picture, for a scroll that starts at a point


@dataclass(frozen=True, slots=True)
class SmartResize:
    """How a model's processor scales a picture before the model counts its px: both sides become
    multiples of `step`, the area stays within the limits (`smart_resize` of Qwen2-VL)."""

    step: int  # px
    min_area: int  # px
    max_area: int

    def apply(self, size: Size) -> Size:
        """The size that the model sees."""
        height, width = (max(self.step, round(n / self.step) * self.step) for n in size[::-1])
        area = size.width * size.height
        if self.min_area <= width * height <= self.max_area:
            return Size(width, height)
        large = width * height > self.max_area
        by = sqrt((self.max_area if large else self.min_area) / area) / self.step
        steps = (floor(n * by) if large else ceil(n * by) for n in size)
        return Size(*(max(1, n) * self.step for n in steps))


@dataclass(frozen=True, slots=True)
class Profile:
    """The form and the numbers in which one family of models answers."""

    instructions: str  # the actions and their form, for the prompt
    calls: bool = False  # an action is a call, not a JSON object
    scale: float | None = None  # the number of the right and lower edge; None: in px
    resize: SmartResize | None = None  # before px are counted; None: the picture as it was sent
    yx: bool = False  # y comes before x

    @property
    def example(self) -> str:
        return self.instructions.partition("\n")[0]

    def units(self, size: Size) -> tuple[float, float]:
        """The numbers of the right and the lower edge of a picture of `size`."""
        if self.scale:
            return self.scale, self.scale
        return self.resize.apply(size) if self.resize else size


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
    "0-1": Profile(_JSON.format(**_XY, numbers=_RUN.format(1)), scale=1),
    "0-1000": Profile(_1000, scale=1000),
    "gemini": Profile(_JSON.format(**_YX, numbers=_RUN.format(1000)), scale=1000, yx=True),
    # UI-TARS-1.5 counts px; the first UI-TARS, and the hosted one, do not.
    "ui-tars": Profile(
        _TARS, calls=True, resize=SmartResize(_PATCH, 100 * _PATCH**2, 16384 * _PATCH**2)
    ),
    "ui-tars-1000": Profile(_TARS, calls=True, scale=1000),
    "qwen2.5-vl": Profile(
        _JSON.format(**_XY, numbers=_PX),
        resize=SmartResize(_PATCH, 4 * _PATCH**2, 16384 * _PATCH**2),
    ),
    "qwen3-vl": Profile(_1000, scale=1000),
    "gui-owl": Profile(_1000, scale=1000),  # 1.5; the one before is a Qwen2.5-VL
    "mai-ui": Profile(_JSON.format(**_XY, numbers=_RUN.format(999)), scale=999),
    "autoglm": Profile(_GLM, calls=True, scale=1000),
}

_TAP = "click tap left_click left_single"
_LONG_PRESS = "long_press longpress"
_TYPE = "type input_text type_name"
_DRAG = "swipe drag select"
_OPEN = "open open_app launch awake"
_EXIT = "finished finish answer terminate complete"
_ASK_PERSON = "call_user calluser interact take_over ask_user info"
_KEYS: dict[str, type[Back | Home | Enter]] = {"back": Back, "home": Home, "enter": Enter}
_POINTS = (
    "coordinate", "point", "start_box", "element", "start", "start_coordinate", "start_point",
    "box_2d", "bbox_2d", "point_2d", "coordinate1",
)  # fmt: skip
_ENDPOINTS = (
    "coordinate2", "point2", "end_box", "end", "end_coordinate", "end_point", "box_2d2",
)  # fmt: skip
_TEXTS = ("text", "content", "message", "answer", "app", "app_name")
_OPPOSITE: dict[Direction, Direction] = {
    "up": "down", "down": "up", "left": "right", "right": "left",
}  # fmt: skip
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# At the start of a line, or in a form that no thought mentions.
_CALL = re.compile(r"^[a-z_]+\(|\bdo\(action=|\bfinish\(message=", re.MULTILINE)
_COMMITS = re.compile(rf"\bcommits\W{{1,4}}({'|'.join(DANGERS)})\b", re.IGNORECASE)
_BLANKS = r"[^\S\n]*"  # of one line: over many empty ones each would be tried from every other
_BEFORE = re.compile(rf".*(?:^|\n){_BLANKS}Action:|.*<answer>", re.DOTALL)
_ANSWERS = re.compile(rf"<answer>|<tool_call>|^{_BLANKS}Action:", re.MULTILINE)
_TAG = re.compile(
    rf"</?[a-z_]+>|<\|[a-z_]+\|>|^{_BLANKS}(?:Thought|Action|Reflection):", re.MULTILINE
)
_MOST_CALLS = 20  # that are tried in one reply


def decision(reply: str, profile: str, size: Size, kinds: Kinds) -> Decision:
    """The decision in a reply to a picture of `size`: one of `kinds`, its points in px of it.

    Raises: `ReplyInvalid`, with the form that was expected.
    """
    family = PROFILES[profile]
    thought = match[0] if (match := THOUGHT_END.match(reply)) else ""
    answer = reply[len(thought) :]
    if THOUGHT_OPEN.match(answer) and not _ANSWERS.search(answer):
        raise ReplyInvalid(ENDLESS, reply)
    try:
        before, values = _find_call(answer) if family.calls else _find_object(answer)
        action = _action(values, family, size)
        if not isinstance(action, kinds):
            raise ValueError(f"{action.verb} cannot be used here")
    except (ValueError, TypeError, RecursionError) as err:
        why = err.errors()[0]["msg"] if isinstance(err, ValidationError) else err
        expected = f"expected an action like {family.example}, in the form that was asked for"
        raise ReplyInvalid(f"{str(why)[:300]}: {expected}", reply) from err
    said = " ".join(_TAG.sub(" ", thought + before).split())
    # Of several, the last: a thought may weigh what another action would do.
    commits = ["none", *_COMMITS.findall(reply)][-1].lower()
    return Decision.model_validate({"thought": said, "action": action, "commits": commits})


def _find_object(reply: str) -> tuple[str, dict[str, Any]]:
    """The text before the JSON object with the action, and its values; a point alone is a tap.

    Of a reply with a tool call, nothing else is read.
    """
    before, tool, rest = reply.partition("<tool_call>")
    if not tool:
        before, rest = reply.partition("{")[0].rstrip("[ \n"), reply
    for item in objects(rest):
        values = _lower_keys(item)
        inside = values.get("arguments")
        for arguments in objects(inside) if isinstance(inside, str) else [inside]:
            values = _lower_keys(arguments) if isinstance(arguments, dict) else values
        if "action" in values or values.keys() & {*_POINTS}:
            return before, values
    raise ValueError("no action in the reply")


def _find_call(reply: str) -> tuple[str, dict[str, Any]]:
    """The text before the action's call, and the call's values with its name as `action`."""
    head = _BEFORE.match(reply)
    before, rest = (reply[: head.end()], reply[head.end() :].strip()) if head else ("", reply)
    starts = list(_CALL.finditer(rest))
    for start in starts[:_MOST_CALLS]:
        text = rest[start.start() : rest.rfind(")") + 1]
        for call in (text, text.partition("\n")[0]):  # text may follow it
            if (values := _parse_call(call)) is not None:
                return before or rest[: start.start()], values
    raise ValueError(f"cannot read {starts[0][0]}...)" if starts else "no action in the reply")


def _parse_call(text: str) -> dict[str, Any] | None:
    """The values of `click(point='...')` or `do(action="Tap", ...)`; None if it is no such call."""
    try:
        # Models write bare line breaks inside quotes, which Python does not allow.
        tree = ast.parse(text.replace("\n", "\\n").replace("\0", "\\0"), mode="eval").body
        if not isinstance(tree, ast.Call) or tree.args or not isinstance(tree.func, ast.Name):
            return None
        values = {str(word.arg).lower(): ast.literal_eval(word.value) for word in tree.keywords}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    name = tree.func.id
    return values if name == "do" else {"action": name, **values}


def _lower_keys(values: Mapping[str, Any]) -> dict[str, Any]:
    return {str(name).lower(): value for name, value in values.items()}


def _action(values: Mapping[str, Any], profile: Profile, size: Size) -> AnyVerb:
    """The action as one of our verbs. Raises: `ValueError`, or pydantic's own, if none fits."""
    word = str(values.get("action", "click"))
    name = re.sub(r"\W+", "_", word.strip().lower())
    start = _point(values, _POINTS, profile, size)
    end = _point(values, _ENDPOINTS, profile, size)
    text = next((str(values[key]) for key in _TEXTS if values.get(key)), "")
    if name in _TAP.split() and start:
        return TapAt(x=start.x, y=start.y)
    if name in _LONG_PRESS.split() and start:
        return LongPressAt(x=start.x, y=start.y)
    if name in (*_DRAG.split(), "scroll"):
        return _finger_move(name, values, start, end, size)
    if name in _TYPE.split():
        return Text(text=text)
    if name in ("system_button", "press", "key"):
        name = f"press_{values.get('button') or values.get('key') or text}".lower()
    if key := _KEYS.get(name.removeprefix("press_").removeprefix("navigate_")):
        return key()
    if name == "wait":
        seconds = _NUMBER.search(str(values.get("time") or values.get("duration") or 2))
        return Wait(seconds=min(30.0, float(seconds[0]) if seconds else 2))
    if name in _OPEN.split():
        return OpenApp(app=text)
    if name in _ASK_PERSON.split():
        return Exit(status="failed", answer=text or "the model asks for a person")
    if name in _EXIT.split():
        failed = str(values.get("status", "")).lower().startswith(("fail", "impossible"))
        return Exit(status="failed" if failed else "done", answer=text)
    pointing = name in f"{_TAP} {_LONG_PRESS}".split()
    raise ValueError(f"{word!r} names no point" if pointing else f"there is no action {word!r}")


def _finger_move(
    name: str, values: Mapping[str, Any], start: Point | None, end: Point | None, size: Size
) -> AnyVerb:
    """A drag between two points, or a movement in a direction: that of the finger for a swipe,
    that of reading for a scroll."""
    if start and end:
        return DragAt(x=start.x, y=start.y, end_x=end.x, end_y=end.y)
    direction: Any = str(values.get("direction", "")).strip().lower()
    if name == "scroll":
        direction = _OPPOSITE.get(direction)
    swipe = Swipe(direction=direction)
    if start is None:
        return swipe
    way = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[swipe.direction]
    x, y = (
        min(max(at + round(sign * SCROLL_SHARE * full), 0), full - 1)
        for at, sign, full in zip(start, way, size, strict=True)
    )
    return DragAt(x=start.x, y=start.y, end_x=x, end_y=y)


def _point(
    values: Mapping[str, Any], names: tuple[str, ...], profile: Profile, size: Size
) -> Point | None:
    """The point, or the middle of the box, in px of the picture; None without one.

    Raises: `ValueError` if it lies outside of the picture or has another count of numbers.
    """
    place = next((values[name] for name in names if values.get(name) is not None), None)
    if place is None:
        return None
    numbers = [float(number) for number in _NUMBER.findall(str(place))]
    if len(numbers) not in (2, 4):
        raise ValueError(f"{place!r} is no point: expected two numbers, or four for a box")
    x, y = ((numbers[i] + numbers[i + len(numbers) - 2]) / 2 for i in (0, 1))
    if profile.yx:
        x, y = y, x
    units = profile.units(size)
    if not (0 <= x <= units[0] and 0 <= y <= units[1]):
        raise ValueError(f"{place!r} is outside: numbers run to {units[0]:g} and {units[1]:g}")
    px, py = (int(n * full / unit) for n, full, unit in zip((x, y), size, units, strict=True))
    return Point(min(px, size.width - 1), min(py, size.height - 1))
