"""The phone itself: apps, tasks, settings, the screen, and the hand that touches it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from PIL import Image

from pocketphone import system
from pocketphone.apps import installed
from pocketphone.clock import BOOT, Clock
from pocketphone.errors import DumpFailed, NoActivity
from pocketphone.system import HOME_PACKAGE, Package
from pocketphone.ui import dump
from pocketphone.ui.app import (
    HOME,
    LAUNCHER,
    MAIN,
    App,
    Context,
    Entry,
    Intent,
    Started,
    State,
    Task,
)
from pocketphone.ui.field import TextField
from pocketphone.ui.keyboard import DELETE_SIGN, ENTER_SIGN, Keyboard
from pocketphone.ui.scene import PILL_BAR, Bars, Scene, Snackbar, build, fields
from pocketphone.ui.theme import Env
from pocketphone.ui.widget import Handler, Move, Touch

LONG_PRESS_MS = 500
SLOP_DP = 8  # a finger that moves less has not moved
EDGE_DP = 16  # from here a finger drawn inwards means BACK
TAP_S = 0.06

KEY_HOME, KEY_BACK, KEY_POWER, KEY_ENTER, KEY_DEL = 3, 4, 26, 66, 67
KEY_ESCAPE, KEY_APP_SWITCH, KEY_SLEEP, KEY_WAKEUP = 111, 187, 223, 224


class Phone:
    """A phone whose whole behaviour follows from its seed and what is done to it."""

    def __init__(
        self,
        *,
        size: tuple[int, int] = (1080, 2400),
        density: int = 420,
        seed: int = 0,
        language: str = "en-US",
        font_scale: float = 1.0,
        theme: str = "light",
        apps: Sequence[type[App]] | None = None,
    ) -> None:
        self.physical_size, self.physical_density = size, density
        self.override_size: tuple[int, int] | None = None
        self.override_density: int | None = None
        self.language, self.seed = language, seed
        self._given = font_scale, theme
        self.installed: dict[str, App] = {
            app.package: app() for app in (installed() if apps is None else apps)
        }
        self.packages = system.packages(list(self.installed.values()))
        self.clock = Clock()
        self.log: list[str] = []
        self.keyboard = Keyboard()
        self.reset()

    def reset(self) -> None:
        """Back to what the phone was at boot: same seed, same state."""
        self.clock.set(BOOT)
        self.settings: dict[str, dict[str, str]] = system.settings(*self._given)
        self.properties = system.properties(self.language, self.physical_density, self.seed)
        self.input_methods = [system.KEYBOARD]
        self.apps: dict[str, State] = {
            package: app.initial(Random(f"{self.seed}/{package}"), BOOT)
            for package, app in self.installed.items()
        }
        self.tasks: dict[str, Task] = {}
        self.awake = True
        self.clipboard = ""
        self._recent: list[str] = []  # packages, the one in front last
        self._toast = ("", BOOT)
        self._snackbar: tuple[Snackbar, Entry, datetime] | None = None
        self._scene: Scene | None = None
        self._scene_key: object = None
        self._open(HOME_PACKAGE)

    # the display

    @property
    def rotation(self) -> int:
        """Quarter turns, 0-3."""
        return int(self.settings["system"].get("user_rotation", "0")) % 4

    @rotation.setter
    def rotation(self, turns: int) -> None:
        self.settings["system"]["user_rotation"] = str(turns % 4)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as shown now, px."""
        width, height = self.override_size or self.physical_size
        return (height, width) if self.rotation % 2 else (width, height)

    @property
    def env(self) -> Env:
        """What the app in front is drawn with."""
        width, height = self.size
        return Env(
            width=width,
            height=height,
            density=self.override_density or self.physical_density,
            font_scale=float(self.settings["system"].get("font_scale", "1")),
            dark=self.settings["secure"].get("ui_night_mode") == "2",
            language=self.language,
            accent=self._app.accent,
        )

    def frame(self) -> Image.Image:
        """The screen's picture, RGBA; the same object until something changes."""
        if not self.awake:
            return Image.new("RGBA", self.size, (0, 0, 0, 255))
        return self._look().frame()

    def hierarchy(self, *, compressed: bool = False) -> str:
        """The front window's XML as uiautomator prints it. Raises: `DumpFailed`."""
        if not self.awake:
            raise DumpFailed("null root node returned by UiTestAutomationBridge.")
        scene = self._look()
        if scene.busy:
            raise DumpFailed("could not get idle state.")
        return dump.hierarchy(scene.front, self._app.package, self.rotation, compressed=compressed)

    def tree(self) -> list[dict[str, Any]]:
        """Each visible widget's app-level id, place and text."""
        found = []
        for node in self._look().front.walk():
            widget = node.widget
            ref = widget.id if widget.ref is None else widget.ref
            if ref:
                found.append({
                    "id": ref,
                    "app": self._app.package,
                    "bounds": list(node.shown),
                    "text": widget.text,
                })
        return found

    def _look(self) -> Scene:
        """The scene as it is now, built anew where something it depends on has changed."""
        now, env = self.clock.now(), self.env
        toast = self._toast[0] if now < self._toast[1] else ""
        snackbar = self._snackbar
        if snackbar and (now >= snackbar[2] or snackbar[1] is not self._page):
            self._snackbar = snackbar = None
        settings = tuple(tuple(table.items()) for table in self.settings.values())
        minute = now.replace(second=0, microsecond=0)
        key = (env, settings, minute, toast, snackbar)
        scene = self._scene
        if scene is None or key != self._scene_key or (scene.live and scene.bars.time != now):
            scene = build(
                [Context(self, self._app, entry, env) for entry in self._task.entries],
                env,
                self.keyboard if self.keyboard_shown else None,
                toast=toast,
                snackbar=snackbar[0] if snackbar else None,
                bars=self._bars(),
                edge=self._app.package == HOME_PACKAGE,
            )
            self._scene, self._scene_key = scene, key
        return scene

    def _bars(self) -> Bars:
        table = self.settings["global"]
        return Bars(
            self.clock.now(),
            airplane=table["airplane_mode_on"] == "1",
            wifi=table["wifi_on"] == "1",
        )

    # the hand

    def touch(self, x: float, y: float, duration_ms: int = 0) -> None:
        """A finger down and up at one place; half a second or more is a long press."""
        self.clock.advance(max(TAP_S, duration_ms / 1000))
        if not self.awake:
            return
        scene = self._look()
        if scene.keyboard is not None and scene.keyboard.area(scene.env).holds(x, y):
            self._press_sign(scene.keyboard.press(x, y, scene.env))
        elif scene.overlay is not None and not scene.front.shown.holds(x, y):
            if scene.overlay.cancelable:
                self._back()
        else:
            ui, long = self._page.ui, duration_ms >= LONG_PRESS_MS
            held = ui.focus
            for node in scene.front.under(x, y):
                if node.widget.touched(Touch(node, x, y, long, scene.env, ui)):
                    break
            if ui.focus != held:
                self._ready_keyboard()
        self._scene = None

    def drag(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """A finger drawn from one place to another, without a fling at the end."""
        env = self.env
        slop, edge = env.px(SLOP_DP), env.px(EDGE_DP)
        if abs(x2 - x1) <= slop and abs(y2 - y1) <= slop:
            self.touch(x1, y1, duration_ms)
            return
        self.clock.advance(duration_ms / 1000)
        if not self.awake:
            return
        if y1 >= env.height - env.px(PILL_BAR) and y1 - y2 > edge:
            self.key(KEY_HOME)
        elif (x1 < edge and x2 - x1 > 3 * edge) or (x1 >= env.width - edge and x1 - x2 > 3 * edge):
            self._back()
        else:
            scene = self._look()
            typing = scene.keyboard is not None and scene.keyboard.area(env).holds(x1, y1)
            for node in () if typing else scene.front.under(x1, y1):
                move = Move(node, (x1, y1), (x2, y2), env, self._page.ui)
                if node.widget.moved(move):
                    break
        self._scene = None

    def key(self, code: int) -> None:
        """A key by its number in android.view.KeyEvent; unknown ones do nothing."""
        self.clock.advance(TAP_S)
        if code in (KEY_POWER, KEY_WAKEUP, KEY_SLEEP):
            self.awake = code == KEY_WAKEUP or (code == KEY_POWER and not self.awake)
        elif not self.awake:
            return
        elif code == KEY_HOME:
            self._open(HOME_PACKAGE)
            self._task.entries[1:] = []
        elif code == KEY_BACK:
            self._back()
        elif code == KEY_APP_SWITCH:
            self._open(HOME_PACKAGE)
            self._task.entries[1:] = [Entry("recents", {})]
        elif code == KEY_ESCAPE:
            self._page.ui.keyboard = False
        else:
            self._edit(code)
        self._scene = None

    def type_text(self, text: str) -> None:
        """Characters into the field in focus; nothing where no field has it."""
        self.clock.advance(0.01 * len(text))
        if self.awake and (field := self._focused) is not None:
            ui = self._page.ui
            ui.cursor = field.insert(min(ui.cursor, len(field.value)), text)
            self._scene = None

    @property
    def keyboard_shown(self) -> bool:
        return self.awake and self._page.ui.keyboard and self._page.ui.focus is not None

    @property
    def _focused(self) -> TextField | None:
        """The field in focus, as it is now."""
        for node in fields(self._look().front):
            if node.focused and isinstance(node.widget, TextField):
                return node.widget
        return None

    def _press_sign(self, sign: str) -> None:
        if sign in (ENTER_SIGN, DELETE_SIGN):
            self._edit(KEY_ENTER if sign == ENTER_SIGN else KEY_DEL)
        elif sign:
            self.type_text(sign)

    def _edit(self, code: int) -> None:
        """What a key does to the field in focus."""
        field, ui = self._focused, self._page.ui
        if field is None:
            return
        at, end = min(ui.cursor, len(field.value)), len(field.value)
        match code:
            case 67:  # DEL
                ui.cursor = field.erase(at - 1, at)
            case 112:  # FORWARD_DEL
                ui.cursor = field.erase(at, at + 1)
            case 122:  # MOVE_HOME
                ui.cursor = 0
            case 123:  # MOVE_END
                ui.cursor = end
            case 21:  # DPAD_LEFT
                ui.cursor = max(0, at - 1)
            case 22:  # DPAD_RIGHT
                ui.cursor = min(end, at + 1)
            case 62:  # SPACE
                ui.cursor = field.insert(at, " ")
            case 279:  # PASTE
                ui.cursor = field.insert(at, self.clipboard)
            case 61:  # TAB
                self._next_field()
            case 66 | 160:  # ENTER, NUMPAD_ENTER
                self._enter(field, at)

    def _enter(self, field: TextField, at: int) -> None:
        ui = self._page.ui
        if field.multiline:
            ui.cursor = field.insert(at, "\n")
        elif field.on_submit is not None:
            ui.keyboard = False
            field.on_submit()
        else:
            self._next_field()

    def _next_field(self) -> None:
        """Focus on the field below; on the last one the keyboard closes."""
        ui, found = self._page.ui, fields(self._look().front)
        places = [node.path for node in found]
        at = places.index(ui.focus) if ui.focus in places else -1
        if at + 1 >= len(places):
            ui.keyboard = False
            return
        ui.focus, widget = places[at + 1], found[at + 1].widget
        ui.cursor = len(widget.value) if isinstance(widget, TextField) else 0
        self._ready_keyboard()

    def _ready_keyboard(self) -> None:
        field = self._focused
        if field is not None:
            self.keyboard.show(field.input)

    def _back(self) -> None:
        """BACK closes the keyboard, else the page in front, else the app."""
        if self.keyboard_shown:
            self._page.ui.keyboard = False
        elif len(self._task.entries) > 1:
            self._task.entries.pop()
        else:
            self.leave(self._app.package)
        self._scene = None

    # apps and tasks

    @property
    def _app(self) -> App:
        return self.installed[self._recent[-1]]

    @property
    def _task(self) -> Task:
        return self.tasks[self._recent[-1]]

    @property
    def _page(self) -> Entry:
        return self._task.entries[-1]

    @property
    def focus(self) -> tuple[str, str]:
        """Package and fully qualified activity in front."""
        entries = self._task.entries
        page = next((e.page for e in reversed(entries) if e.page in self._app.activities), "")
        return self._app.package, self._app.class_of(page or entries[-1].page)

    @property
    def recent(self) -> list[str]:
        """The packages with a task, the one used last first; the launcher has no place here."""
        return [package for package in reversed(self._recent) if package != HOME_PACKAGE]

    def _open(self, package: str) -> None:
        """Bring an app's task to the front, made where there is none."""
        if package not in self.tasks:
            self.tasks[package] = Task(package, [Entry(self.installed[package].first_page, {})])
        if package in self._recent:
            self._recent.remove(package)
        self._recent.append(package)
        self._scene = None

    def leave(self, package: str) -> None:
        """Go from an app's first page to whoever called it, else to the launcher."""
        if package == HOME_PACKAGE:
            return
        caller, self.tasks[package].caller = self.tasks[package].caller, None
        self._open(caller if caller in self.tasks else HOME_PACKAGE)

    def start(self, intent: Intent, caller: str | None = None) -> Started:
        """Start what answers the intent. Raises: `NoActivity`."""
        components = self.resolve(intent)
        if not components:
            wish = intent.component or intent.data or intent.action or intent.package
            raise NoActivity(f"no activity answers {wish}")
        package = components[0].split("/")[0]
        app, front, known = self.installed[package], self._recent[-1], package in self.tasks
        before = list(self.tasks[package].entries) if known else []
        self._open(package)
        self._task.caller = caller if caller != package else self._task.caller
        if package == HOME_PACKAGE:
            self._task.entries[1:] = []
        elif any(accepts.matches(intent) for accepts in app.handles):
            self._task.entries[1:] = []
            app.arrive(Context(self, app, self._page, self.env), intent)
        same = known and before == self._task.entries
        return Started(
            components[0],
            brought_to_front=same and front != package,
            delivered=known and front == package,
        )

    def resolve(self, intent: Intent) -> list[str]:
        """The components "package/.Activity" that answer an intent."""
        found = []
        for app in self.installed.values():
            if intent.package and intent.package != app.package:
                continue
            component = f"{app.package}/{app.activity}"
            if intent.component:
                package, _, name = intent.component.partition("/")
                full = package + name if name.startswith(".") else name
                names = {app.class_of(page) for page in (*app.activities, app.first_page)}
                matches = package == app.package and full in names
                component = intent.component
            elif intent.action in ("", MAIN):
                home = app.package == HOME_PACKAGE
                wanted = HOME in intent.categories
                matches = home if wanted else app.launchable and bool(
                    intent.package or LAUNCHER in intent.categories
                )
            else:
                matches = any(accepts.matches(intent) for accepts in app.handles)
            if matches:
                found.append(component)
        return found

    def force_stop(self, package: str) -> None:
        """End an app: its pages are forgotten, its state stays."""
        if package not in self.tasks or package == HOME_PACKAGE:
            return
        del self.tasks[package]
        self._recent.remove(package)
        if self._recent[-1:] != [HOME_PACKAGE] and HOME_PACKAGE in self._recent:
            self._open(HOME_PACKAGE)
        self._scene = None

    def clear(self, package: str) -> None:
        """Forget all that an app holds, as after its installation."""
        self.force_stop(package)
        app = self.installed.get(package)
        if app is not None:
            self.apps[package] = app.initial(Random(f"{self.seed}/{package}"), BOOT)
        self._scene = None

    def toast(self, text: str) -> None:
        """Show a line for three and a half seconds."""
        self._toast = text, self.clock.now() + timedelta(seconds=3.5)

    def snackbar(self, text: str, action: str = "", on_tap: Handler | None = None) -> None:
        """Show a line at the bottom of the page, ten seconds where it has a button, else four."""
        until = self.clock.now() + timedelta(seconds=10 if action else 4)
        self._snackbar = Snackbar(text, action, on_tap), self._page, until

    # the state, for those who judge

    def state(self) -> dict[str, Any]:
        """All that a task's goal may ask about, as plain JSON."""
        return copy.deepcopy({
            "clock": self.clock.now().isoformat(timespec="seconds"),
            "screen": {"app": self._app.package, "page": self._page.page, "args": self._page.args},
            "settings": self.settings,
            "apps": self.apps,
        })

    def load(self, patch: dict[str, Any]) -> None:
        """Lay a part of a state over the present one; `screen` opens that page."""
        patch = copy.deepcopy(patch)
        unknown = set(patch) - {"clock", "screen", "settings", "apps"}
        unknown |= set(patch.get("apps", {})) - set(self.apps)
        if unknown:
            raise KeyError(f"not in a phone's state: {', '.join(sorted(unknown))}")
        if "clock" in patch:
            self.clock.set(datetime.fromisoformat(patch["clock"]))
        _merge(self.settings, patch.get("settings", {}))
        _merge(self.apps, patch.get("apps", {}))
        if "screen" in patch:
            self._show(patch["screen"])
        self._scene = None

    def _show(self, screen: dict[str, Any]) -> None:
        app = self.installed[screen["app"]]
        page = screen.get("page", app.first_page)
        if page not in app.pages:
            raise KeyError(f"{app.package} has no page {page!r}")
        self._open(app.package)
        first = Entry(app.first_page, screen.get("args", {}) if page == app.first_page else {})
        rest = [] if page == app.first_page else [Entry(page, screen.get("args", {}))]
        self._task.entries[:] = [first, *rest]


def _merge(into: dict[str, Any], patch: dict[str, Any]) -> None:
    """Deep: dictionaries are joined, all else is replaced."""
    for key, value in patch.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value

