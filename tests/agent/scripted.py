"""A phone of a few named pages, a model that says what it is told, a person with answers ready.

All three are the real ports; nothing of the agent is replaced.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel

from appagent.actions.decision import Decision
from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Gesture, InputText, KeyPress, TouchAt
from appagent.actions.replies import (
    DeedReading,
    Documentation,
    DoneReading,
    Judgement,
    PageReading,
    Reflection,
    ScopeReading,
    TaskReading,
)
from appagent.danger import DANGERS, Answer, Danger
from appagent.errors import (
    Correctable,
    DeviceError,
    DeviceGone,
    ModelNotConfigured,
    ModelRefused,
    ReplyInvalid,
)
from appagent.exchange import Capture, Glance, Picture, Prompt, Reply, Traffic, Usage
from appagent.geometry import Point, Rect, Size
from appagent.model.reply import parse as read
from appagent.screen.change import crop
from appagent.screen.values import App, Image
from tests.agent.judge import by_label
from tests.screen.trees import dump, node

T = TypeVar("T", bound=BaseModel)

SIZE = Size(360, 800)
ROW_PX = 60
APP, HOME = "com.example.notes", "com.example.launcher"


@dataclass
class Widget:
    """One row of a page; `opens` is the page that a tap leads to."""

    name: str
    cls: str = "Button"
    opens: str = ""
    value: str = ""  # of a field
    on: bool = False  # of a switch; of a row: selected
    password: bool = False
    holds: str = ""  # the page that a long press leads to
    row: bool = False  # of a list
    under: str = ""  # a second text of such a row
    icon: str = ""  # the page that a sign without a word at the end of the row leads to
    ref: str = ""  # what its id is made of in place of its name
    rival: str = ""  # the switch that goes off when this one goes on

    @property
    def id(self) -> str:
        return self.ref or re.sub(r"\W+", "_", self.name.lower()) or "x"

    def xml(self, bounds: Rect, focused: bool) -> str:
        if self.row:
            text = node("TextView", bounds.inset(5), text=self.name)
            sign = [node("ImageButton", end(bounds), flags="clickable")] if self.icon else []
            sign += [node("TextView", bounds.inset(20), text=self.under)] if self.under else []
            flags = f"clickable{' long-clickable' * bool(self.holds)}{' selected' * self.on}"
            return node("LinearLayout", bounds, text, *sign, flags=flags)
        checks = "clickable checkable"
        of_class = {
            "EditText": "clickable",
            "Switch": checks,
            "RadioButton": checks,
            "TextView": "",
            "ViewPager": "scrollable",
        }
        on = of_class.get(self.cls, "clickable").split()
        on += ["checked"] * self.on + ["password"] * self.password + ["focused"] * focused
        on += ["long-clickable"] * bool(self.holds)
        is_field = self.cls == "EditText"
        text = self.value if is_field else self.name
        shown = "•" * len(text) if self.password else text
        return node(
            self.cls,
            bounds,
            id=self.id,
            text=shown,
            desc=self.name if is_field else "",
            flags=" ".join(on),
        )


def end(row: Rect) -> Rect:
    """Where the sign of a row is."""
    return row._replace(left=row.right - ROW_PX)


@dataclass
class Page:
    widgets: tuple[Widget, ...]
    package: str = APP
    after_back: str = ""  # where back leads; the page before it otherwise
    swiped: str = ""  # the page that a swipe turns to
    activity: str = ".Main"
    top: int = 50  # lower down it is a dialog, or a menu


@dataclass
class Phone:
    """A phone: pages, a way back, a keyboard."""

    pages: dict[str, Page]
    start: str = "main"
    serial: str = "scripted"
    keyboard_on_text: bool = False
    field_holds: int = 100  # characters at most
    fail_after: dict[int, DeviceError | Correctable] = field(default_factory=dict)
    dead: bool = False  # it never comes back from a DeviceGone
    broken_trees: int = 0
    shown: list[str] = field(default_factory=lambda: ["home"])
    done: list[Gesture] = field(default_factory=list)
    launched: list[str] = field(default_factory=list)
    installed: tuple[str, ...] = ()  # beside the app
    left: str = "home"  # the page that the last launch left behind
    waited_s: float = 0
    clock: datetime | None = None  # when it was started
    offset_px: int = 0  # of a page that is longer than the screen
    after_s: tuple[float, str] = (0, "")  # a page that comes up by itself, and when
    logged: tuple[str, ...] = ()  # of crashes, until it is asked
    asked: list[str] = field(default_factory=list)  # of which apps
    focus: str = ""
    keyboard: bool = False
    _ended: DeviceGone | None = None

    def __post_init__(self) -> None:
        self.pages.setdefault("home", Page((Widget("Clock face", "TextView"),), HOME))

    @property
    def page(self) -> Page:
        return self.pages[self.shown[-1]]

    def _places(self) -> Iterator[tuple[Widget, Rect]]:
        for row, widget in enumerate(self.page.widgets):
            top = self.page.top + row * (ROW_PX + 10) - min(self.offset_px, self._beyond_px)
            place = Rect(10, top, SIZE.width - 10, top + ROW_PX).intersect(SIZE.rect)
            if not place.empty:
                yield widget, place

    @property
    def _beyond_px(self) -> int:
        """How much longer the page is than the screen."""
        return max(0, 50 + len(self.page.widgets) * (ROW_PX + 10) - SIZE.height)

    # -- the port

    @property
    def traffic(self) -> Traffic:
        return Traffic(len(self.done))

    def capture(self, *, windows: bool = False) -> Capture:  # noqa: ARG002
        told = [(w, w.xml(place, w.name == self.focus)) for w, place in self._places()]
        rows = [xml for w, xml in told if w.row]
        scrolls = "scrollable" if self._beyond_px else ""
        listed = [node("ListView", SIZE.rect, *rows, id="list", flags=scrolls)] if rows else []
        others = [xml for w, xml in told if not w.row]
        tree = dump(node("FrameLayout", SIZE.rect, *listed, *others, id="android:id/content"))
        if self._ended:
            raise self._ended
        if self.broken_trees:
            self.broken_trees -= 1
            tree = tree[: len(tree) // 2]
        image = self.screenshot()
        now = self.clock + timedelta(seconds=self.waited_s) if self.clock else None
        return Capture(
            image, image, tree, "", self.foreground(), self.keyboard,
            window=self.window, clock=now, language=self.language(),
        )  # fmt: skip

    @property
    def window(self) -> str:
        return "{}/{}".format(*self.foreground())

    def glance(self, area: Rect, frame: Size) -> Glance:
        assert frame == SIZE
        return Glance(self.window, crop(self.screenshot(), area))

    def screenshot(self) -> Image:
        image = np.full((SIZE.height, SIZE.width, 3), 240, np.uint8)
        for widget, place in self._places():
            look = f"{widget.name} {widget.value} {widget.on}".encode()
            image[place.top : place.bottom, place.left : place.right] = (
                zlib.crc32(look) >> np.array([0, 8, 16])
            ) & 255
        if self.keyboard:
            image[SIZE.height * 6 // 10 :] = 90
        return image

    def foreground(self) -> App:
        return App(self.page.package, self.page.activity)

    def perform(self, gesture: Gesture) -> None:
        if failure := self.fail_after.pop(len(self.done), None):
            if self.dead and isinstance(failure, DeviceGone):
                self._ended = failure
            raise failure
        self.done.append(gesture)
        match gesture:
            case TouchAt(point, _, duration_ms):
                self._touch(point, held=duration_ms > 0)
            case InputText(text, field=field):
                if field is not None:
                    self._touch(field, held=False)
                for widget in self.page.widgets:
                    if widget.name == self.focus:
                        widget.value = text[: self.field_holds]
                self.keyboard = self.keyboard_on_text
            case KeyPress("back"):
                self._back()
            case KeyPress("home"):
                self.shown = ["home"]
            case Drag(start, end):
                moved_px = self.offset_px + start.y - end.y
                self.offset_px = min(max(0, moved_px), self._beyond_px)
                if self.page.swiped:
                    self.shown.append(self.page.swiped)
            case KeyPress():
                pass

    def wait(self, seconds: float) -> None:
        self.waited_s += seconds
        if self.after_s[1] and self.waited_s >= self.after_s[0]:
            self.shown.append(self.after_s[1])

    def packages(self) -> Sequence[str]:
        return [APP, HOME, *self.installed]

    def launch(self, package: str, *, fresh: bool = False, extras: object = None) -> None:  # noqa: ARG002
        self.launched.append(package)
        self.left = self.shown[-1]
        if package == APP and (fresh or self.page.package != APP):
            self.shown = ["home", self.start]

    def stop(self, package: str) -> None:
        if self.page.package == package:
            self.shown = ["home"]

    def version(self, package: str) -> str:  # noqa: ARG002
        return "1.4"

    def language(self) -> str:
        return "en-US"

    def crashes(self, package: str) -> Sequence[str]:
        self.asked.append(package)
        if self._ended:
            raise self._ended
        logged, self.logged = self.logged, ()
        return logged

    # -- what its pages do

    def _touch(self, point: Point, *, held: bool) -> None:
        for widget, place in self._places():
            if not place.contains(point):
                continue
            self.focus = widget.name if widget.cls == "EditText" else ""
            if widget.cls == "Switch":
                widget.on = not widget.on
                for other in self.page.widgets:
                    other.on = other.on and not (widget.on and other.name == widget.rival)
            if widget.cls == "RadioButton":
                for other in self.page.widgets:
                    other.on = other is widget
            sign = widget.icon and end(place).contains(point)
            if opens := widget.icon if sign else widget.holds if held else widget.opens:
                self.shown.append(opens)

    def _back(self) -> None:
        if self.keyboard:
            self.keyboard = False
        elif self.page.after_back:
            self.shown[-1] = self.page.after_back
        elif len(self.shown) > 1:
            self.shown.pop()


@dataclass(frozen=True)
class Call:
    prompt: Prompt
    pictures: tuple[Picture, ...]
    kind: type[BaseModel]
    problems: tuple[tuple[str, str], ...]


Line = str | BaseModel | BaseException | Callable[[Prompt], BaseModel | str]
"""What a model does when asked: words as they come, a value, a failure, or an answer to the text
it reads."""


def is_done(prompt: Prompt) -> DoneReading:
    """A judge that takes each end for a right one."""
    assert prompt.name == "verify"
    return DoneReading(why="so it says", answer="yes")


@dataclass
class Script:
    """A model that goes through its lines; a text is read as a real model's reply is.

    Whether a task means a deed is asked beside the lines: `judge` answers, or nobody, and nothing
    is allowed. So is what a page is like, of `pages`; without one no page is described. Whether a
    task is done `verify` says, by default that it is: most lines are about something else.
    """

    lines: list[Line]
    name: str = "script"
    host: str = ""
    judge: Callable[[Prompt], TaskReading] | None = None
    involves: tuple[Danger, ...] = DANGERS  # the classes that a task may, by its words alone
    pages: Callable[[Prompt], PageReading] | None = None
    deeds: Callable[[Prompt], DeedReading] | None = by_label
    verify: Callable[[Prompt], DoneReading] | None = is_done
    names: Answer = "yes"  # whether they speak for a deed, beside the script
    by_names: list[str] = field(default_factory=list)  # the questions about them
    spent: Usage = field(default_factory=Usage)
    calls: list[Call] = field(default_factory=list)

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        if prompt.name == "page" and not self.pages:
            raise ModelRefused("the script describes no page")
        if prompt.name == "scope":  # beside the script
            raw = ScopeReading(classes=self.involves).model_dump_json()
            return Reply(read(raw, reply), raw, Usage())
        if prompt.name == "names":
            self.by_names.append(prompt.text)
            raw = TaskReading(why="the names tell", answer=self.names).model_dump_json()
            return Reply(read(raw, reply), raw, Usage())
        if prompt.name == "deed" and self.deeds is by_label:  # beside the script
            raw = by_label(prompt).model_dump_json()
            return Reply(read(raw, reply), raw, Usage())
        if prompt.name == "deed" and not self.deeds:
            raise ModelNotConfigured("the script does not say what controls do")
        if prompt.name == "verify" and self.verify is is_done:
            return Reply(is_done(prompt), "", Usage())
        if prompt.name == "verify" and not self.verify:
            raise ModelNotConfigured("the script does not say whether it is done")
        self.calls.append(Call(prompt, tuple(pictures), reply, tuple(problems)))
        line: Line
        if prompt.name == "permission":
            line = self.judge or ModelRefused("the script does not say what a task means")
        elif prompt.name == "page" and self.pages:
            line = self.pages
        elif prompt.name == "deed" and self.deeds:
            line = self.deeds
        elif prompt.name == "verify" and self.verify:
            line = self.verify
        else:
            assert self.lines, f"a call too many: {prompt.name}\n{prompt.text}"
            line = self.lines.pop(0)
        if isinstance(line, ModelRefused):
            raise line
        usage = Usage(1, 100, 10, 20)
        self.spent += usage
        if isinstance(line, BaseException):
            raise line
        if isinstance(line, str):
            return Reply(read(line, reply), line, usage)
        value = line if isinstance(line, BaseModel) else line(prompt)
        if isinstance(value, str):
            return Reply(read(value, reply), value, usage)
        assert reply.__name__ == type(value).__name__, f"{prompt.name} asks for a {reply.__name__}"
        raw = value.model_dump_json()
        return Reply(read(raw, reply), raw, usage)

    def texts(self, name: str) -> list[str]:
        """The prompts of that name, in the order they came."""
        return [call.prompt.text for call in self.calls if call.prompt.name == name]


def says(action: str, **more: Any) -> Callable[[Prompt], Decision]:
    """A decision; `{Save}` in the action stands for the number that the prompt gives "Save"."""

    def answer(prompt: Prompt) -> Decision:
        filled = re.sub(r"\{(.+?)\}", lambda m: label(prompt.text, m[1]), action)
        return Decision(action=parse(filled), **{"summary": "so far", "thought": "why", **more})

    return answer


END = says('exit("done")')


def label(text: str, name: str) -> str:
    found = re.search(rf'^(\d+) [a-z ]+ "{re.escape(name)}"', text, re.MULTILINE)
    if found is None:
        raise ReplyInvalid(f"no {name} in\n{text}", "")
    return found[1]


def judges(
    decision: Judgement, documentation: str | None = "Does something.", *, obvious: bool = False
) -> Reflection:
    return Reflection(decision=decision, documentation=documentation, obvious=obvious)


def means(answer: Answer, why: str = "so it says") -> Callable[[Prompt], TaskReading]:
    """A judge that answers each question whether the task means a deed alike."""
    return lambda _: TaskReading(why=why, answer=answer)


_ROWS = re.compile(r"^- (.*)$", re.MULTILINE)
_LED = re.compile('^touched on the way, .*?: (".*?")', re.MULTILINE)


def block(name: str, asked: str) -> str:
    """What a question holds between the marks of a block."""
    found = re.search(rf"<{name}[^>]*>\n(.*?)\n</{name}>", asked, re.DOTALL)
    assert found
    return found[1]


def rows_of(asked: str) -> list[str]:
    """The rows that a question whether a task means a deed names, or what led there last."""
    deed = block("deed", asked)
    return [json.loads(row) for row in _ROWS.findall(deed) or _LED.findall(deed)]


def for_rows(*right: str) -> Callable[[Prompt], TaskReading]:
    """A judge that means a deed on these rows alone."""
    return lambda asked: TaskReading(answer="yes" if {*rows_of(asked.text)} <= {*right} else "no")


def notes(documentation: str) -> Documentation:
    return Documentation(documentation=documentation)


@dataclass
class Somebody:
    """A person with answers ready."""

    lines: list[str] = field(default_factory=list)
    yes: bool = False
    asked: list[str] = field(default_factory=list)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        return self.lines.pop(0)

    def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return self.yes

    def choose(self, question: str, choices: Sequence[str]) -> int:
        self.asked.append(question)
        return len(choices) - 1
