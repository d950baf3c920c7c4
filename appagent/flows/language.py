"""The language of flow files: what Maestro 2.8.0 takes, one class for each command.

The classes are the grammar: read.py and write.py go by their fields, whose names in a file are
the same in camelCase. Facts are of Maestro's code at 487407f6 (after 2.8.0); what appagent does
differently is told in docs/flows.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import isfinite
from typing import Any, ClassVar, NamedTuple

from appagent.actions.verbs import Scalar
from appagent.suggest import did_you_mean, near

Number = int | str
"""A whole number, or a text with `${}` that becomes one."""
DIRECTIONS = ("UP", "DOWN", "LEFT", "RIGHT")
PLATFORMS = ("Android", "iOS", "Web", "android", "ios", "web", "ANDROID", "IOS", "WEB")
KEYS = (
    "Enter", "Backspace", "Back", "Home", "Lock", "Power", "Tab", "Escape", "Volume Up",
    "Volume Down", "Remote Dpad Up", "Remote Dpad Down", "Remote Dpad Left", "Remote Dpad Right",
    "Remote Dpad Center", "Remote Media Play Pause", "Remote Media Stop", "Remote Media Next",
    "Remote Media Previous", "Remote Media Rewind", "Remote Media Fast Forward",
    "Remote System Navigation Up", "Remote System Navigation Down", "Remote Button A",
    "Remote Button B", "Remote Menu", "TV Input", "TV Input HDMI 1", "TV Input HDMI 2",
    "TV Input HDMI 3",
)  # fmt: skip
"""In any case, as they are told in a file."""


class Place(NamedTuple):
    """Where something stands in a file, from 1."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True, kw_only=True)
class Part:
    """Anything that a mapping of a file says."""

    short: ClassVar[str] = ""  # the field that is meant where a text stands in its place
    retypes: ClassVar[bool] = False  # whether a number becomes a text as Java writes it
    at: Place = field(default=Place(), compare=False)

    @property
    def objection(self) -> str:
        """What is wrong with what it says all together; "" for nothing."""
        return ""


_OF_TOUCHES = frozenset(
    {"at", "point", "css", "start", "end", "label", "optional", "repeat", "delay",
     "retry_tap_if_no_change", "wait_until_visible", "wait_to_settle_timeout_ms"}
)  # fmt: skip
"""Fields of a selector that say nothing of an element."""


@dataclass(frozen=True, kw_only=True)
class Selector(Part):
    """What is meant on a screen: all that is said must hold for one element."""

    short: ClassVar[str] = "text"
    retypes: ClassVar[bool] = True
    text: str = ""
    id: str = ""
    index: Number | None = None
    enabled: bool | None = None
    checked: bool | None = None
    focused: bool | None = None
    selected: bool | None = None
    below: Selector | None = None
    above: Selector | None = None
    left_of: Selector | None = None
    right_of: Selector | None = None
    contains_child: Selector | None = None
    contains_descendants: tuple[Selector, ...] = ()
    child_of: Selector | None = None
    width: Number | None = None  # px
    height: Number | None = None
    tolerance: Number | None = None
    traits: str = ""  # words: text, square, long-text
    point: str = ""  # "50%,20%" or "300,120": of the screen, or of the element
    css: str = ""
    start: str = ""
    end: str = ""
    label: str = ""
    optional: bool = False
    repeat: Number = 1  # these are of a touch, and may stand in any
    delay: Number = 100  # ms between the touches
    retry_tap_if_no_change: bool = False
    wait_until_visible: bool = False
    wait_to_settle_timeout_ms: Number = 30_000

    @property
    def is_named(self) -> bool:
        """Whether it says anything of an element."""
        return any(getattr(self, f.name) not in (f.default, "") for f in fields(self)
                   if f.name not in _OF_TOUCHES)  # fmt: skip

    @property
    def objection(self) -> str:
        numbers = ("index", "width", "height", "tolerance")
        return next(
            (f"`{n}` is no number" for n in numbers if not _is_number(getattr(self, n))), ""
        )


@dataclass(frozen=True, kw_only=True)
class Condition(Part):
    """When something is done: all that is said must hold."""

    platform: str = ""
    true: str | None = None
    visible: Selector | None = None
    not_visible: Selector | None = None
    label: str = ""
    optional: bool = False

    @property
    def objection(self) -> str:
        return _one_of("platform", self.platform, PLATFORMS)


@dataclass(frozen=True, kw_only=True)
class Command(Part):
    """One command. `bare`: whether its word may stand alone."""

    word: ClassVar[str]
    bare: ClassVar[bool] = False
    label: str = ""  # is told in its place
    optional: bool = False  # where it fails, the flow goes on


Commands = tuple[Command, ...]


# --- apps -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class LaunchApp(Command):
    word, bare, short = "launchApp", True, "app_id"
    app_id: str = ""
    clear_state: bool = False
    clear_keychain: bool = False
    stop_app: bool = True
    permissions: Mapping[str, str] = field(default_factory=dict)
    arguments: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StopApp(Command):
    word, bare, short = "stopApp", True, "app_id"
    app_id: str = ""


@dataclass(frozen=True, kw_only=True)
class KillApp(StopApp):
    word = "killApp"


@dataclass(frozen=True, kw_only=True)
class ClearState(StopApp):
    word = "clearState"


@dataclass(frozen=True, kw_only=True)
class ClearKeychain(Command):
    word, bare = "clearKeychain", True


@dataclass(frozen=True, kw_only=True)
class SetPermissions(Command):
    word = "setPermissions"
    app_id: str = ""
    permissions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class OpenLink(Command):
    word, short = "openLink", "link"
    link: str = ""
    browser: bool = False
    auto_verify: bool = False


# --- fingers --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OnElement(Command):
    """A command that names an element."""

    target: Selector = field(metadata={"flat": True})  # its fields stand beside the others

    @property
    def objection(self) -> str:
        says = self.target.is_named or self.target.point or self.target.css
        return "" if says else "it says nothing of what is meant: give it a text or an `id`"


@dataclass(frozen=True, kw_only=True)
class TapOn(OnElement):
    word = "tapOn"


@dataclass(frozen=True, kw_only=True)
class LongPressOn(TapOn):
    word = "longPressOn"


@dataclass(frozen=True, kw_only=True)
class Scroll(Command):
    word, bare = "scroll", True


@dataclass(frozen=True, kw_only=True)
class Swipe(Command):
    word = "swipe"
    from_: Selector | None = None
    direction: str = ""  # UP, DOWN, LEFT, RIGHT: where the finger goes
    start: str = ""  # "50%,20%" or "300,120"
    end: str = ""
    duration: Number = 400  # ms
    wait_to_settle_timeout_ms: Number = 30_000

    @property
    def objection(self) -> str:
        ends = bool(self.start), bool(self.end)
        if ends == (False, False) and not self.direction:
            return "a swipe wants a `direction`, or `start` and `end`"
        if any(ends) and (self.direction or self.from_ or not all(ends)):
            return "a swipe wants a `direction`, or both `start` and `end`, and no more"
        return _one_of("direction", self.direction, (*DIRECTIONS, *map(str.lower, DIRECTIONS)))


@dataclass(frozen=True, kw_only=True)
class ScrollUntilVisible(Command):
    word = "scrollUntilVisible"
    element: Selector
    direction: str = "DOWN"  # where to look
    timeout: Number = 20_000  # ms
    speed: Number = 40
    visibility_percentage: Number = 100
    center_element: bool = False
    wait_to_settle_timeout_ms: Number = 30_000

    @property
    def objection(self) -> str:
        return _one_of("direction", self.direction, DIRECTIONS)


# --- keys and text --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Back(Command):
    word, bare = "back", True


@dataclass(frozen=True, kw_only=True)
class HideKeyboard(Command):
    word, bare = "hideKeyboard", True


@dataclass(frozen=True, kw_only=True)
class PressKey(Command):
    word, short = "pressKey", "key"
    key: str

    @property
    def objection(self) -> str:
        known = {key.casefold() for key in KEYS}
        return "" if self.key.casefold() in known else _one_of("key", self.key, KEYS)


@dataclass(frozen=True, kw_only=True)
class InputText(Command):
    word, short, retypes = "inputText", "text", True
    text: str


@dataclass(frozen=True, kw_only=True)
class EraseText(Command):
    word, bare, short = "eraseText", True, "characters_to_erase"
    characters_to_erase: Number = 50


@dataclass(frozen=True, kw_only=True)
class InputRandomText(Command):
    word, bare = "inputRandomText", True
    length: Number = 8


@dataclass(frozen=True, kw_only=True)
class InputRandomNumber(InputRandomText):
    word = "inputRandomNumber"


@dataclass(frozen=True, kw_only=True)
class InputRandomEmail(Command):
    word, bare = "inputRandomEmail", True


@dataclass(frozen=True, kw_only=True)
class InputRandomPersonName(Command):
    word, bare = "inputRandomPersonName", True


@dataclass(frozen=True, kw_only=True)
class InputRandomCityName(Command):
    word, bare = "inputRandomCityName", True


@dataclass(frozen=True, kw_only=True)
class InputRandomCountryName(Command):
    word, bare = "inputRandomCountryName", True


@dataclass(frozen=True, kw_only=True)
class InputRandomColorName(Command):
    word, bare = "inputRandomColorName", True


@dataclass(frozen=True, kw_only=True)
class CopyTextFrom(OnElement):
    word = "copyTextFrom"


@dataclass(frozen=True, kw_only=True)
class SetClipboard(Command):
    word, short = "setClipboard", "text"
    text: str


@dataclass(frozen=True, kw_only=True)
class PasteText(Command):
    word, bare = "pasteText", True


# --- what has to hold -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AssertVisible(OnElement):
    word = "assertVisible"


@dataclass(frozen=True, kw_only=True)
class AssertNotVisible(OnElement):
    word = "assertNotVisible"


@dataclass(frozen=True, kw_only=True)
class AssertTrue(Command):
    word, short = "assertTrue", "condition"
    condition: str


@dataclass(frozen=True, kw_only=True)
class ExtendedWaitUntil(Command):
    word = "extendedWaitUntil"
    visible: Selector | None = None
    not_visible: Selector | None = None
    timeout: Number | None = None  # ms

    @property
    def objection(self) -> str:
        waits = self.visible or self.not_visible
        return "" if waits else "it wants `visible` or `notVisible`"


@dataclass(frozen=True, kw_only=True)
class WaitForAnimationToEnd(Command):
    word, bare = "waitForAnimationToEnd", True
    timeout: Number = 15_000  # ms


@dataclass(frozen=True, kw_only=True)
class TakeScreenshot(Command):
    word, short = "takeScreenshot", "path"
    path: str
    crop_on: Selector | None = None


@dataclass(frozen=True, kw_only=True)
class StartRecording(Command):
    word, short = "startRecording", "path"
    path: str


@dataclass(frozen=True, kw_only=True)
class StopRecording(Command):
    word, bare = "stopRecording", True


# --- what is done when, and how often -------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class RunFlow(Command):
    word, short = "runFlow", "file"
    file: str = ""
    when: Condition | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    commands: Commands = ()

    @property
    def objection(self) -> str:
        return _file_or_commands(self.file, self.commands)


@dataclass(frozen=True, kw_only=True)
class Repeat(Command):
    word = "repeat"
    times: Number | None = None
    while_: Condition | None = None
    commands: Commands

    @property
    def objection(self) -> str:
        ends = self.times is not None or self.while_ is not None
        counts = _not_below_0("times", self.times)
        return counts if ends else "it wants `times` or `while`, or it never ends"


@dataclass(frozen=True, kw_only=True)
class Retry(Command):
    word = "retry"
    max_retries: Number = 1
    file: str = ""
    commands: Commands = ()
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def objection(self) -> str:
        counts = _not_below_0("maxRetries", self.max_retries)
        return counts or _file_or_commands(self.file, self.commands)


@dataclass(frozen=True, kw_only=True)
class RunScript(Command):
    word, short = "runScript", "file"
    file: str
    when: Condition | None = None
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class EvalScript(Command):
    word, short = "evalScript", "script"
    script: str


# --- what Maestro knows and no flow is played with ------------------------------------------------


UNPLAYED = frozenset(
    {"addMedia", "assertDarkMode", "assertLightMode", "assertNoDefectsWithAI", "assertScreenshot",
     "assertWithAI", "doubleTapOn", "extractPointWithAI", "extractTextWithAI", "openBrowser",
     "setAirplaneMode", "setDarkMode", "setLocation", "setOrientation", "toggleAirplaneMode",
     "toggleDarkMode", "travel"}
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Config(Part):
    """What stands above a flow's commands."""

    app_id: str = ""
    url: str = ""
    name: str = ""
    tags: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    on_flow_start: Commands = ()
    on_flow_complete: Commands = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    js_engine: str = ""
    android_web_view_hierarchy: str = ""
    others: Mapping[str, Any] = field(default_factory=dict)  # that Maestro keeps and ignores


@dataclass(frozen=True, kw_only=True)
class Flow:
    """A flow as its file says it."""

    config: Config
    commands: Commands


def _is_number(said: Number | None) -> bool:
    """Whether it is a number, or may become one."""
    try:
        return said is None or "${" in str(said) or isfinite(float(said))
    except ValueError:
        return False


def _not_below_0(name: str, said: Number | None) -> str:
    """Why a number of times is none; "" where it is one, or may become one."""
    try:
        return f"`{name}` is {said}, which is less than 0" if float(str(said or 0)) < 0 else ""
    except ValueError:
        return ""


def _one_of(name: str, said: str, known: Sequence[str]) -> str:
    """Why a word is none of those that are known; "" if it is, or may become one."""
    if not said or said in known or "${" in said:
        return ""
    if meant := near(said, dict.fromkeys(known)):
        return f"`{name}` is {said!r}{did_you_mean(meant)}"
    return f"`{name}` is {said!r}, which is none of {', '.join(dict.fromkeys(known))}"


def _file_or_commands(file: str, commands: Commands) -> str:
    if bool(file) != bool(commands):
        return ""
    return "it wants a `file` or `commands`" + (", and not both" if file else "")


def _all(kind: type[Command]) -> list[type[Command]]:
    return [each for sub in kind.__subclasses__() for each in (sub, *_all(sub))]


COMMANDS: Mapping[str, type[Command]] = {
    kind.word: kind for kind in _all(Command) if "word" in vars(kind)
}
"""The class of each word."""
