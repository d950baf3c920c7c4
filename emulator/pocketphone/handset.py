"""The phone before anybody holds it: apps, tasks, settings and the screen."""

from __future__ import annotations

import logging
import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from PIL import Image

from pocketphone import system
from pocketphone.apps import alerts, installed, permission
from pocketphone.clock import BOOT, Clock
from pocketphone.errors import DumpFailed, NoActivity
from pocketphone.faults import Faults
from pocketphone.system import HOME_PACKAGE
from pocketphone.tasks import Tasks
from pocketphone.ui import dump
from pocketphone.ui.app import (
    MAIN,
    App,
    Change,
    Context,
    Entry,
    Intent,
    Started,
    State,
    Task,
)
from pocketphone.ui.field import TextField
from pocketphone.ui.geometry import Rect
from pocketphone.ui.keyboard import Keyboard
from pocketphone.ui.scene import Bars, Scene, build, fields
from pocketphone.ui.theme import Env
from pocketphone.ui.widget import Handler, Widget
from pocketphone.ui.windows import STATUS_BAR, Snackbar

log = logging.getLogger(__name__)


Event = Callable[["Handset"], object]
"""What happens by itself after a touch, BACK or ENTER, where it is its time."""


class _Shown(NamedTuple):
    page: Entry
    package: str
    scene: Scene


@lru_cache(maxsize=256)  # those of twenty phones, some 25 kB each
def _drawn(make: Callable[[], App], seed: int) -> bytes:
    """An app's state at boot, pickled: it is read in an eighth of the time that drawing takes."""
    app = make()
    return pickle.dumps(app.initial(Random(f"{seed}/{app.package}"), BOOT))


class Handset:
    """A phone as its apps see it, and what it shows."""

    system_pages = alerts.PAGES

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
        self.seed = seed
        self._given = font_scale, theme, language
        self.installed: dict[str, App] = {
            app.package: app() for app in (installed() if apps is None else apps)
        }
        self.packages = system.packages(list(self.installed.values()))
        self.clock = Clock()
        self.log: list[str] = []
        self.on_crash: Callable[[str, str], None] = lambda *_: None  # package, trace
        self.on_hang: Callable[[str, str], None] = lambda *_: None  # package, activity
        self.keyboard = Keyboard()
        self.changes: list[Change] = []
        self.events: list[Event] = []
        self.reset()

    def reset(self) -> None:
        """Back to what the phone was at boot: same seed, same state."""
        self.clock.set(BOOT)
        self.override_size: tuple[int, int] | None = None
        self.override_density: int | None = None
        self.settings: dict[str, dict[str, str]] = system.settings(*self._given)
        self._properties = system.properties(self.language, self.physical_density, self.seed)
        self.input_methods = [system.KEYBOARD]
        self.apps: dict[str, State] = {
            package: self._first_state(package) for package in self.installed
        }
        self.tasks = Tasks(self.installed)
        self.awake = True
        self.clipboard = ""
        self._toast = ("", BOOT)
        self._snackbar: tuple[Snackbar, Entry, datetime] | None = None
        self.faults = Faults()
        self._shown: _Shown | None = None  # the page that was looked at last, as it was then
        self._left: _Shown | None = None  # and the page before that one
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
    def language(self) -> str:
        """The tag of the language that the phone speaks, "zh-CN"."""
        return self.settings["system"].get("system_locales", "en-US").split(",")[0]

    @property
    def properties(self) -> dict[str, str]:
        """What `getprop` prints."""
        self._properties["persist.sys.locale"] = self.language
        return self._properties

    @property
    def env(self) -> Env:
        """What the app in front is drawn with."""
        width, height = self.size
        app = self.app
        env = Env(
            width=width,
            height=height,
            density=self.override_density or self.physical_density,
            font_scale=float(self.settings["system"].get("font_scale", "1")),
            dark=self.settings["secure"].get("ui_night_mode") == "2",
            language=self.language,
            accent=app.accent,
            hour=self.clock.now().hour,
            saving=self.settings["global"].get("low_power") == "1",
        )
        return app.dressed(env, self.apps[app.package])

    @property
    def secure(self) -> bool:
        """Whether the window in front forbids pictures of itself (FLAG_SECURE)."""
        forbidden = self.faults.now("screenshot") == "black"
        return forbidden or self.page.page in self.app.secure_pages

    def frame(self) -> Image.Image:
        """The screen's picture, RGBA; the same object until something changes."""
        if not self.awake or self.secure:
            return self.black()
        scene = self.look()
        with self.guarding(self.app.package):
            return scene.frame()
        return self.look().frame()

    def black(self) -> Image.Image:
        """The picture that a phone gives of what may not be seen."""
        return Image.new("RGBA", self.size, (0, 0, 0, 255))

    def hierarchy(self, *, compressed: bool = False, windows: bool = False) -> str:
        """The front window's XML as uiautomator prints it, or that of all `windows`, which needs
        no active one. Raises: `DumpFailed`."""
        fault = self.faults.take("dump")
        if not self.awake or (fault == "null" and not windows):
            raise DumpFailed("null root node returned by UiTestAutomationBridge.")
        scene = self.look()
        package = self._owner(scene)[0]
        if scene.busy or fault == "idle":
            raise DumpFailed("could not get idle state.")
        if windows:
            return dump.windows(self._windows(scene), self.rotation, compressed=compressed)
        if fault == "stale" and self._left is not None:
            scene, package = self._left.scene, self._left.package
        return dump.hierarchy(scene.front, package, self.rotation, compressed=compressed)

    def _windows(self, scene: Scene) -> list[dump.Window]:
        """All of them, the top one first."""
        width, label = self.size[0], self.app.texts(self.language).say(self.app.label)
        shown = [dump.Window("", Rect(0, 0, width, scene.env.px(STATUS_BAR)), "SYSTEM")]
        if scene.keyboard is not None:
            board = scene.keyboard.area(scene.env)
            shown.append(dump.Window("Pocket Keyboard", board, "INPUT_METHOD"))
        for root in reversed(scene.windows):
            front = root is scene.front
            package = self._owner(scene)[0] if front else self.app.package
            title = "Popup Window" if front and scene.popup else label
            shown.append(dump.Window(title, root.shown, "APPLICATION", root, package, front))
        return shown

    def tree(self) -> list[dict[str, Any]]:
        """Each visible widget's app-level id, place and text."""
        return dump.tree(self.look().front, self.app.package)

    def look(self) -> Scene:
        """What the screen shows now, built anew where something it depends on has changed."""
        with self.guarding(self.app.package):
            return self._look()
        return self._look()  # the app crashed: the launcher now, and the dialog that says so

    def _look(self) -> Scene:
        now, env = self.clock.now(), self.env
        toast = self._toast[0] if now < self._toast[1] else ""
        snackbar = self._snackbar
        if snackbar and (now >= snackbar[2] or snackbar[1] is not self.page):
            self._snackbar = snackbar = None
        settings = tuple(tuple(table.items()) for table in self.settings.values())
        minute = now.replace(second=0, microsecond=0)
        key = (env, settings, minute, toast, snackbar)
        scene = self._scene
        if scene is None or key != self._scene_key or (scene.live and scene.bars.time != now):
            bar = snackbar[0] if snackbar else None
            scene = self._build(env, toast, bar)
            if self._autofocus(scene):
                scene = self._build(env, toast, bar)
            self._scene, self._scene_key = scene, key
            if self._shown is not None and self._shown.page is not self.page:
                self._left = self._shown
            self._shown = _Shown(self.page, self._owner(scene)[0], scene)
        return scene

    @property
    def view(self) -> Widget:
        """What the page in front is made of, before it has a place on the screen."""
        return Context(self, self.app, self.page, self.env).view()

    def change(self, *changes: Change) -> None:
        """Let pages show what the changes make of them from now on, also after a reset."""
        self.changes += changes
        self.stale()

    def stale(self) -> None:
        """The scene is to be built anew: something that it shows may have changed."""
        self._scene = None

    def _build(self, env: Env, toast: str, snackbar: Snackbar | None) -> Scene:
        ours = self.settings["secure"].get("default_input_method") == system.KEYBOARD
        return build(
            [Context(self, self.app, entry, env) for entry in self.tasks.front.entries],
            env,
            self.keyboard if self.keyboard_shown and ours else None,
            toast=toast,
            snackbar=snackbar,
            bars=Bars.of(self.clock.now(), self.settings),
            edge=self.app.package == HOME_PACKAGE,
        )

    def _autofocus(self, scene: Scene) -> bool:
        """Whether a page that opens gave one of its fields the focus."""
        ui = self.page.ui
        opened, ui.opened = not ui.opened, True
        if not opened:
            return False
        for node in fields(scene.front):
            if isinstance(node.widget, TextField) and node.widget.autofocus:
                ui.focus, ui.keyboard, ui.reveal = node.path, True, True
                ui.cursor = len(node.widget.value)
                self.keyboard.show(node.widget.input)
                return True
        return False

    @property
    def keyboard_shown(self) -> bool:
        return self.awake and self.page.ui.keyboard and self.page.ui.focus is not None

    # apps and tasks

    @property
    def app(self) -> App:
        """The app in front."""
        return self.installed[self.tasks.front.package]

    @property
    def page(self) -> Entry:
        """The page in front."""
        return self.tasks.front.entries[-1]

    @property
    def focus(self) -> tuple[str, str]:
        """Package and fully qualified activity in front."""
        return self._owner(self.look())

    def _owner(self, scene: Scene) -> tuple[str, str]:
        """Whose window is in front: the app's in front, or one that the system shows over it."""
        if scene.overlay is not None and scene.overlay.component:
            package, _, activity = scene.overlay.component.partition("/")
            return package, activity
        app, entries = self.app, self.tasks.front.entries
        page = next((e.page for e in reversed(entries) if e.page in app.activities), app.first_page)
        return app.package, app.class_of(page)

    def task(self, package: str) -> Task:
        """What is open of an app. Raises: `KeyError` where nothing is."""
        return self.tasks[package]

    @property
    def recent(self) -> list[str]:
        """The packages that are open, the one used last first; without the launcher."""
        return self.tasks.recent

    def resolve(self, intent: Intent) -> list[str]:
        """The components "package/.Activity" that answer an intent."""
        return self.tasks.resolve(intent)

    def start(self, intent: Intent, caller: str | None = None) -> Started:
        """Start what answers the intent; where several apps do, the person is asked which.

        Raises: `NoActivity`.
        """
        components = self.resolve(intent)
        if not components:
            wish = intent.component or intent.data or intent.action or intent.package
            raise NoActivity(f"no activity answers {wish}")
        if len(components) > 1 and intent.action not in ("", MAIN):
            return self._choice(intent)
        package = components[0].split("/")[0]
        app, front, known = self.installed[package], self.app.package, package in self.tasks
        self.tasks.open(package)
        task = self.tasks.front
        before = list(task.entries)
        if caller not in (None, package):
            task.caller = caller
        if package == HOME_PACKAGE:
            del task.entries[1:]
        elif any(accepts.matches(intent) for accepts in app.handles):
            del task.entries[1:]
            with self.guarding(package):
                app.arrive(Context(self, app, self.page, self.env), intent)
        self.stale()
        same = known and before == task.entries
        return Started(
            components[0],
            brought_to_front=same and front != package,
            delivered=known and front == package,
        )

    def _choice(self, intent: Intent) -> Started:
        """Ask, over what is in front, which of several apps is to have the intent."""
        self.show("system/chooser", intent=asdict(intent))
        return Started("/".join(self.focus))

    def leave(self, package: str) -> None:
        """Go from an app's first page to whoever called it, else to the launcher."""
        self.tasks.leave(package)
        self.stale()

    def force_stop(self, package: str) -> None:
        """End an app: its pages are forgotten, its state stays, but for what was allowed once."""
        self.tasks.stop(package)
        permission.stopped(self.apps.get(package, {}))
        self.stale()

    def crash(self, package: str) -> None:
        """End an app, and say so in Android's dialog over what comes to the front."""
        self.force_stop(package)
        self.show("system/crash", package=package)

    @contextmanager
    def guarding(self, package: str) -> Iterator[None]:
        """The app's own code runs inside: an error of it crashes the app, not the phone.

        The launcher's errors are raised: nothing could be shown in its place.
        """
        try:
            yield
        except Exception as problem:  # an app may raise anything
            if package == HOME_PACKAGE:
                raise
            log.error("%s crashed", package, exc_info=problem)
            self.on_crash(package, "".join(traceback.format_exception(problem)))
            self.crash(package)

    def show(self, page: str, **args: Any) -> None:
        """Open a page of the system's over what is in front."""
        self.tasks.front.entries.append(Entry(page, args))
        self.stale()

    def clear(self, package: str) -> None:
        """Forget all that an app holds, as after its installation."""
        self.force_stop(package)
        if package in self.apps:
            self.apps[package] = self._first_state(package)

    def _first_state(self, package: str) -> State:
        make: Callable[[], App] = type(self.installed[package])
        state: State = pickle.loads(_drawn(make, self.seed))
        return state

    def toast(self, text: str) -> None:
        """Show a line for three and a half seconds."""
        self._toast = text, self.clock.now() + timedelta(seconds=3.5)

    def snackbar(self, text: str, action: str = "", on_tap: Handler | None = None) -> None:
        """Show a line at the bottom of the page: ten seconds where it has a button, unless that is
        pressed; else four."""
        until = self.clock.now() + timedelta(seconds=10 if action else 4)

        def pressed() -> None:
            self._snackbar = None
            if on_tap is not None:
                on_tap()

        self._snackbar = Snackbar(text, action, pressed), self.page, until
