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
from pocketphone.system import HOME_PACKAGE
from pocketphone.tasks import Tasks
from pocketphone.ui import dump
from pocketphone.ui.app import App, Context, Entry, Intent, Started, State
from pocketphone.ui.editing import DEL, pressed, typed
from pocketphone.ui.field import TextField
from pocketphone.ui.keyboard import DELETE_SIGN, ENTER_SIGN, Keyboard
from pocketphone.ui.scene import Bars, Scene, build, fields
from pocketphone.ui.theme import Env
from pocketphone.ui.widget import Handler, Move, Touch
from pocketphone.ui.windows import PILL_BAR, Snackbar

LONG_PRESS_MS = 500
SLOP_DP = 8  # a finger that moves less has not moved
EDGE_DP = 16  # from here a finger drawn inwards means BACK
TAP_S = 0.06

KEY_HOME, KEY_BACK, KEY_POWER, KEY_TAB, KEY_ENTER = 3, 4, 26, 61, 66
KEY_ESCAPE, KEY_APP_SWITCH, KEY_SLEEP, KEY_WAKEUP = 111, 187, 223, 224
KEY_NUMPAD_ENTER = 160


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
            package: self._first_state(package) for package in self.installed
        }
        self.tasks = Tasks(self.installed)
        self.awake = True
        self.clipboard = ""
        self._toast = ("", BOOT)
        self._snackbar: tuple[Snackbar, Entry, datetime] | None = None
        self._scene: Scene | None = None
        self._scene_key: object = None

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
        return dump.tree(self._look().front, self._app.package)

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
            bar = snackbar[0] if snackbar else None
            scene = self._built(env, toast, bar)
            if self._autofocused(scene):
                scene = self._built(env, toast, bar)
            self._scene, self._scene_key = scene, key
        return scene

    def _built(self, env: Env, toast: str, snackbar: Snackbar | None) -> Scene:
        return build(
            [Context(self, self._app, entry, env) for entry in self.tasks.front.entries],
            env,
            self.keyboard if self.keyboard_shown else None,
            toast=toast,
            snackbar=snackbar,
            bars=Bars.of(self.clock.now(), self.settings["global"]),
            edge=self._app.package == HOME_PACKAGE,
        )

    def _autofocused(self, scene: Scene) -> bool:
        """Whether a page that opens gave one of its fields the focus."""
        ui = self._page.ui
        opened, ui.opened = not ui.opened, True
        if not opened:
            return False
        for node in fields(scene.front):
            if isinstance(node.widget, TextField) and node.widget.autofocus:
                ui.focus, ui.keyboard = node.path, True
                ui.cursor = len(node.widget.value)
                self.keyboard.show(node.widget.input)
                return True
        return False

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
            self._scene = None
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
            self.tasks.open(HOME_PACKAGE)
            self.tasks.front.entries[1:] = []
        elif code == KEY_BACK:
            self._back()
        elif code == KEY_APP_SWITCH:
            self.tasks.open(HOME_PACKAGE)
            self.tasks.front.entries[1:] = [Entry("recents", {})]
        elif code == KEY_ESCAPE:
            self._page.ui.keyboard = False
        else:
            self._edit(code)
        self._scene = None

    def type_text(self, text: str) -> None:
        """Characters into the field in focus; nothing where no field has it."""
        self.clock.advance(0.01 * len(text))
        if self.awake and (field := self._focused) is not None:
            typed(field, self._page.ui, text)
            self._scene = None

    def select_all(self) -> None:
        """All of the text in focus is selected, as CTRL+A does."""
        self._page.ui.selected = self._focused is not None
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
            self._edit(KEY_ENTER if sign == ENTER_SIGN else DEL)
        elif sign:
            self.type_text(sign)

    def _edit(self, code: int) -> None:
        """What a key does to the field in focus."""
        field, ui = self._focused, self._page.ui
        if field is None:
            return
        if code == KEY_TAB:
            self._next_field()
        elif code not in (KEY_ENTER, KEY_NUMPAD_ENTER):
            pressed(field, ui, code, self.clipboard)
        elif field.multiline:
            typed(field, ui, "\n")
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
        assert isinstance(widget, TextField)
        ui.cursor, ui.selected = len(widget.value), widget.select_on_focus
        self._scene = None
        self._ready_keyboard()

    def _ready_keyboard(self) -> None:
        field = self._focused
        if field is not None:
            self.keyboard.show(field.input)

    def _back(self) -> None:
        """BACK closes the keyboard, else the page in front, else the app."""
        if self.keyboard_shown:
            self._page.ui.keyboard = False
        elif len(self.tasks.front.entries) > 1:
            self.tasks.front.entries.pop()
        else:
            self.leave(self._app.package)
        self._scene = None

    # apps and tasks

    @property
    def _app(self) -> App:
        return self.installed[self.tasks.front.package]

    @property
    def _page(self) -> Entry:
        return self.tasks.front.entries[-1]

    @property
    def focus(self) -> tuple[str, str]:
        """Package and fully qualified activity in front."""
        app, entries = self._app, self.tasks.front.entries
        page = next((e.page for e in reversed(entries) if e.page in app.activities), app.first_page)
        return app.package, app.class_of(page)

    def resolve(self, intent: Intent) -> list[str]:
        """The components "package/.Activity" that answer an intent."""
        return self.tasks.resolve(intent)

    def start(self, intent: Intent, caller: str | None = None) -> Started:
        """Start what answers the intent. Raises: `NoActivity`."""
        components = self.resolve(intent)
        if not components:
            wish = intent.component or intent.data or intent.action or intent.package
            raise NoActivity(f"no activity answers {wish}")
        package = components[0].split("/")[0]
        app, front, known = self.installed[package], self._app.package, package in self.tasks
        self.tasks.open(package)
        task = self.tasks.front
        before = list(task.entries)
        if caller not in (None, package):
            task.caller = caller
        if package == HOME_PACKAGE:
            del task.entries[1:]
        elif any(accepts.matches(intent) for accepts in app.handles):
            del task.entries[1:]
            app.arrive(Context(self, app, self._page, self.env), intent)
        self._scene = None
        same = known and before == task.entries
        return Started(
            components[0],
            brought_to_front=same and front != package,
            delivered=known and front == package,
        )

    def leave(self, package: str) -> None:
        """Go from an app's first page to whoever called it, else to the launcher."""
        self.tasks.leave(package)
        self._scene = None

    def force_stop(self, package: str) -> None:
        """End an app: its pages are forgotten, its state stays."""
        self.tasks.stop(package)
        self._scene = None

    def clear(self, package: str) -> None:
        """Forget all that an app holds, as after its installation."""
        self.force_stop(package)
        if package in self.apps:
            self.apps[package] = self._first_state(package)

    def _first_state(self, package: str) -> State:
        return self.installed[package].initial(Random(f"{self.seed}/{package}"), BOOT)

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
        return copy.deepcopy(
            {
                "clock": self.clock.now().isoformat(timespec="seconds"),
                "screen": {
                    "app": self._app.package,
                    "page": self._page.page,
                    "args": self._page.args,
                },
                "settings": self.settings,
                "apps": self.apps,
            }
        )

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
        app, args = self.installed[screen["app"]], screen.get("args", {})
        page = screen.get("page", app.first_page)
        if page not in app.pages:
            raise KeyError(f"{app.package} has no page {page!r}: {sorted(app.pages)}")
        self.tasks.open(app.package)
        pages = [Entry(page, args)]
        if page != app.first_page:
            pages.insert(0, Entry(app.first_page, {}))
        self.tasks.front.entries[:] = pages


def _merge(into: dict[str, Any], patch: dict[str, Any]) -> None:
    """Deep: dictionaries are joined, all else is replaced."""
    for key, value in patch.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
