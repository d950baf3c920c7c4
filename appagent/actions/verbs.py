"""What the model says: one class for each verb, distinguished by `kind`.

The verb list of the prompts, the JSON schema and the text form are made from these classes. What a
new verb does is added where mypy then finds a `match` incomplete: in gestures.py, in the verdict
and, for a new gesture, in the device.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from appagent.actions.words import Whole
from appagent.danger import Danger, parse_danger
from appagent.screen.describe import HIDDEN

Direction = Literal["up", "down", "left", "right"]
Distance = Literal["short", "medium", "long"]
Subarea = Literal[
    "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom",
    "bottom-right",
]  # fmt: skip

Area = Annotated[int, Field(ge=1)]
"""The number of a grid cell."""

Place = Annotated[int, Field(ge=0)]
"""Px of the picture, from its left or its top edge."""


Scalar = str | int | float | bool
Commits = Literal["none", Danger]
"""What an action does by itself, by the model's own word."""
_NOTHING = (None, False, "", "none", "no", "null", "nothing", "false")


def _as_commits(said: object) -> object:
    """The class that a model names first; "none" for a word that says so."""
    said = next(iter(said), None) if isinstance(said, list) else said
    first = re.split(r"\W+", said.strip().lower())[0] if isinstance(said, str) else said
    return "none" if first in _NOTHING else parse_danger(said) or said


Committing = Annotated[Commits, BeforeValidator(_as_commits), WithJsonSchema({"type": "string"})]
"""The prompt lists the words, and the schema does not do so again."""


class Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Verb(Reply):
    """The docstring of each verb tells the model what it does."""

    verb: ClassVar[str]  # its name in the text form; several kinds may share it
    example: ClassVar[str]
    optional: bool = False  # left out where its target is not there
    commits: Committing = "none"

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, said: object) -> object:
        """A null is a field left out, and so is an empty one that is no text of the person's: the
        schema has the fields of all verbs, and requires each."""
        if not isinstance(said, dict):
            return said
        return {
            name: value
            for name, value in said.items()
            if value is not None and (value != "" or name in ("text", "app"))
        }


class _OnElement(_Verb):
    element: int | None = None
    name: Whole = ""

    @model_validator(mode="after")
    def _has_target(self) -> Self:
        if self.element is None and not self.name.strip():
            raise PydanticCustomError("target", "needs the number of an element, or its name")
        return self


class Tap(_OnElement):
    """Touch it."""

    verb, example = "tap", 'tap(5, name="Save")'
    kind: Literal["tap"] = "tap"


class LongPress(_OnElement):
    """Hold it, for its menu or to select it."""

    verb, example = "long_press", 'long_press(3, name="Shopping list")'
    kind: Literal["long_press"] = "long_press"


class Swipe(_Verb):
    """Move the finger; `up` shows what lies below."""

    verb, example = "swipe", 'swipe(7, "up", "medium")'
    kind: Literal["swipe"] = "swipe"
    element: int | None = None
    direction: Direction
    dist: SkipJsonSchema[Distance] = "medium"  # not told: sliders are set, lists are searched
    name: Whole = ""


class ScrollTo(_Verb):
    """Scroll until the text shows: in `direction` first, as in swipe, then back."""

    verb, example = "scroll_to", 'scroll_to(7, "Latvian")'
    kind: Literal["scroll_to"] = "scroll_to"
    element: int | None = None
    text: Whole = Field(pattern=r"\S")
    direction: Direction = "up"
    name: Whole = ""


class Text(_Verb):
    """Set what a field, a slider or a switch (on, off) holds; without one, type at the cursor."""

    verb, example = "text", 'text(4, "Hello, world!", name="Message")'
    kind: Literal["text"] = "text"
    element: int | None = None
    text: Whole
    name: Whole = ""


class TextInFocus(_Verb):
    """Type into the field in focus; touch the field first."""

    verb, example = "text", 'text("Hello, world!")'
    kind: Literal["text"] = "text"
    text: Whole

    def as_text(self) -> Text:
        return Text(text=self.text, commits=self.commits)


class Back(_Verb):
    """Go back; with the keyboard up, only close it."""

    verb, example = "back", "back()"
    kind: Literal["back"] = "back"


class Home(_Verb):
    """Go home."""

    verb, example = "home", "home()"
    kind: Literal["home"] = "home"


class Enter(_Verb):
    """Press Enter, as to start a search."""

    verb, example = "enter", "enter()"
    kind: Literal["enter"] = "enter"


class Wait(_Verb):
    """Let it finish."""

    verb, example = "wait", "wait(2)"
    kind: Literal["wait"] = "wait"
    seconds: float = Field(2, gt=0, le=30)


class WaitFor(_Verb):
    """Wait until the text shows or, with `gone`, goes."""

    verb, example = "wait_for", 'wait_for("Download complete")'
    kind: Literal["wait_for"] = "wait_for"
    text: Whole = Field(pattern=r"\S")
    gone: bool = False


class OpenApp(_Verb):
    """Open it."""

    verb, example = "open_app", 'open_app("Calendar")'
    kind: Literal["open_app"] = "open_app"
    app: Whole = Field(min_length=1)


class Go(_Verb):
    """Walk to a page of the map."""

    verb, example = "go", 'go("Settings")'
    kind: Literal["go"] = "go"
    page: Whole = Field(pattern=r"\S")


class ShowGrid(_Verb):
    """Show a grid, for what has no number."""

    verb, example = "grid", "grid()"
    kind: Literal["grid"] = "grid"


class Zoom(_Verb):
    """Show all in full size."""

    verb, example = "zoom", "zoom()"
    kind: Literal["zoom"] = "zoom"


class Read(_Verb):
    """Keep what is written here for your next reply; with `all`, to the list's end."""

    verb, example = "read", "read(all=True)"
    kind: Literal["read"] = "read"
    element: int | None = None
    all: bool = False
    name: Whole = ""


class Exit(_Verb):
    """End the task; `answer` is all that it asks to be told and no more, or the reason."""

    verb, example = "exit", 'exit("done", "The meeting is at 10:30")'
    kind: Literal["exit"] = "exit"
    status: Literal["done", "failed"]
    answer: Whole = ""
    if_shows: Whole = ""


PhoneKey = Literal[
    "backspace", "tab", "escape", "power", "lock", "volume_up", "volume_down", "dpad_up",
    "dpad_down", "dpad_left", "dpad_right", "dpad_center", "menu", "play_pause", "stop", "next",
    "previous", "rewind", "fast_forward", "system_up", "system_down", "button_a", "button_b",
    "tv_input", "tv_input_hdmi_1", "tv_input_hdmi_2", "tv_input_hdmi_3",
]  # fmt: skip
"""The keys that have no verb of their own."""


class Press(_Verb):
    """Press a key of the phone, perhaps several times."""

    verb, example = "press_key", 'press_key("tab")'
    kind: Literal["press_key"] = "press_key"
    key: PhoneKey
    times: int = Field(1, ge=1, le=1000)


class StartApp(_Verb):
    """Start an app, stopped before unless it is to `stay`, its intent with these arguments."""

    verb, example = "start_app", 'start_app("com.example.clock")'
    kind: Literal["start_app"] = "start_app"
    app: Whole = Field(min_length=1)
    stay: bool = False
    arguments: Whole = ""  # JSON: the extras of its intent, by name

    @property
    def extras(self) -> dict[str, Scalar]:
        found: dict[str, Scalar] = json.loads(self.arguments or "{}")
        return found


class StopApp(_Verb):
    """Stop an app; one that is in the `back` only where it is not in front."""

    verb, example = "stop_app", 'stop_app("com.example.clock")'
    kind: Literal["stop_app"] = "stop_app"
    app: Whole = Field(min_length=1)
    back: bool = False


class ClearApp(_Verb):
    """Delete all that an app keeps, and take its permissions away."""

    verb, example = "clear_app", 'clear_app("com.example.clock")'
    kind: Literal["clear_app"] = "clear_app"
    app: Whole = Field(min_length=1)


EVERY = "all"
"""Stands for all permissions that an app asks for."""


class Permit(_Verb):
    """Grant permissions to an app, or take them away; "all" are those that it asks for."""

    verb, example = "permit", 'permit("com.example.clock", "android.permission.CAMERA")'
    kind: Literal["permit"] = "permit"
    app: Whole = Field(min_length=1)
    permissions: Whole = Field(pattern=r"\S")  # their full names, a blank between two
    granted: bool = True


class OpenLink(_Verb):
    """Open a link in the app that takes it."""

    verb, example = "open_link", 'open_link("https://example.com")'
    kind: Literal["open_link"] = "open_link"
    link: Whole = Field(min_length=1)


class TapArea(_Verb):
    """Touch one of the nine parts of a grid cell."""

    verb, example = "tap", 'tap(12, "center")'
    kind: Literal["tap_area"] = "tap_area"
    area: Area
    subarea: Subarea


class LongPressArea(_Verb):
    """Hold one of the nine parts of a grid cell for a second."""

    verb, example = "long_press", 'long_press(12, "top-left")'
    kind: Literal["long_press_area"] = "long_press_area"
    area: Area
    subarea: Subarea


class SwipeArea(_Verb):
    """Move the finger from one part of the grid to another."""

    verb, example = "swipe", 'swipe(21, "center", 25, "right")'
    kind: Literal["swipe_area"] = "swipe_area"
    area: Area
    subarea: Subarea
    end_area: Area
    end_subarea: Subarea


class TapAt(_Verb):
    """Touch a point of the picture; px from its left and its top edge."""

    verb, example = "tap_at", "tap_at(350, 1210)"
    kind: Literal["tap_at"] = "tap_at"
    x: Place
    y: Place


class LongPressAt(_Verb):
    """Hold a point of the picture for a second."""

    verb, example = "long_press_at", "long_press_at(350, 1210)"
    kind: Literal["long_press_at"] = "long_press_at"
    x: Place
    y: Place


class DragAt(_Verb):
    """Move the finger from one point of the picture to another; upwards shows what lies below."""

    verb, example = "drag_at", "drag_at(350, 1210, 350, 400)"
    kind: Literal["drag_at"] = "drag_at"
    x: Place
    y: Place
    end_x: Place
    end_y: Place


_OnRow = (
    Tap | Text | LongPress | Swipe | ScrollTo | Back | Enter | Wait | WaitFor | Read
)  # fmt: skip
"""What can be done for each row of a list."""

ROW = "row"
"""The name of the row that an action of `Each.do` is done for."""


class Each(_Verb):
    """For each row of a list that has all of `where` ("Ann, off"), do ["tap('row')",
    "tap('Send', commits='send')", ...] and come back."""

    verb = "each"
    example = 'each(where="Unread", do=[long_press("row"), tap("Mute")])'
    kind: Literal["each"] = "each"
    element: int | None = None
    where: Whole = ""
    do: Annotated[
        tuple[Annotated[_OnRow, Field(discriminator="kind")], ...],
        Field(min_length=1),
        WithJsonSchema({"type": "array", "items": {"type": "string"}}),  # in their text form
    ]
    name: Whole = ""

    @model_validator(mode="before")
    @classmethod
    def _on_rows(cls, said: object) -> object:
        """`rows` names the list or has its number; a touch without a target is one of the row."""
        if not isinstance(said, dict):
            return said
        said = dict(said)
        rows, do = said.pop("rows", None), said.get("do")
        if rows not in (None, ""):
            said.setdefault("name" if isinstance(rows, str) else "element", rows)
        if isinstance(do, list | tuple):
            said["do"] = tuple(map(_of_row, do))
        return said


def without_texts(action: AnyVerb) -> AnyVerb:
    """An action without what a loop is to type: it may be a password for a field that was never
    seen. The step that types it tells it."""
    if not isinstance(action, Each):
        return action
    do = (a.model_copy(update={"text": HIDDEN}) if isinstance(a, Text) else a for a in action.do)
    return action.model_copy(update={"do": tuple(do)})


def _of_row(action: object) -> object:
    if not isinstance(action, dict) or action.get("kind") not in ("tap", "long_press"):
        return action
    has_target = action.get("element") is not None or action.get("name")
    return action if has_target else {**action, "name": ROW}


AnyVerb = (
    Tap | Text | LongPress | Swipe | ScrollTo | Back | Home | Enter | Wait | WaitFor | OpenApp
    | Go | ShowGrid | Zoom | Read | Each | Exit | TapArea | LongPressArea | SwipeArea | TapAt
    | LongPressAt | DragAt | Press | StartApp | StopApp | ClearApp
    | Permit | OpenLink
)  # fmt: skip
Action = Annotated[AnyVerb, Field(discriminator="kind")]
VERBS: tuple[type[AnyVerb], ...] = get_args(AnyVerb)
Kinds = tuple[type[AnyVerb | TextInFocus], ...]
_AREAS = (TapArea, LongPressArea, SwipeArea)
_ANYWHERE = (Back, Home, Enter, Wait, OpenApp, Exit)
BY_FLOW = (Press, StartApp, StopApp, ClearApp, Permit, OpenLink)  # no model is offered these
ON_GRID: Kinds = (*_AREAS, TextInFocus, Swipe, *_ANYWHERE, WaitFor, Read)  # nothing has a number
_POINTS = (TapAt, LongPressAt, DragAt)
PLACES = (*_AREAS, *_POINTS)  # of the screen that they were seen on
ON_POINTS: Kinds = (*_POINTS, TextInFocus, *_ANYWHERE)
ON_MARKS: Kinds = tuple(v for v in VERBS if v not in (*_AREAS, *_POINTS, *BY_FLOW, Go))
WITH_MAP: Kinds = tuple(v for v in VERBS if v in (*ON_MARKS, Go))


def form(action: AnyVerb) -> str:
    """The text form, `swipe(7, "up", "long")`, without values that are the default.

    `dsl.parse` is its inverse.
    """
    words: list[str] = []
    positional = True
    for name in parameters(type(action)):
        value = getattr(action, name)
        if value == type(action).model_fields[name].get_default():
            # A missing element does not shift the others: its type tells it from a direction.
            positional = positional and name == "element"
        else:
            word = literal(value)
            words.append(word if positional and name not in (*_NAMED, "all") else f"{name}={word}")
    return f"{action.verb}({', '.join(words)})"


_NAMED = ("name", "optional", "commits")


def parameters(kind: type[AnyVerb | TextInFocus]) -> list[str]:
    """The parameters in the order of the text form: `name`, and what any verb has, always last."""
    names = [name for name in kind.model_fields if name not in ("kind", *_NAMED)]
    return [*names, *(name for name in _NAMED if name in kind.model_fields)]


def literal(value: Any) -> str:
    """A value as the text form writes it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(form, value))}]"
    if not isinstance(value, str):
        return repr(value)
    quoted = json.dumps(value, ensure_ascii=False)
    # JSON does not escape these, but the text form must.
    return re.sub(r"[\ud800-\udfff\u2028\u2029\x85\x7f]", lambda c: f"\\u{ord(c[0]):04x}", quoted)
