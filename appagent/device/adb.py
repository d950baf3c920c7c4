"""`AdbDevice`: a phone over adb, with nothing installed on it."""

from __future__ import annotations

import logging
import re
import secrets
import shlex
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from functools import partial
from typing import TypeVar, assert_never

from appagent.actions.gestures import Drag, Gesture, InputText, Key, KeyPress, TouchAt
from appagent.device import keyboard, look, typing, window
from appagent.device.awake import stay_awake, wake
from appagent.device.frames import UnknownPixels, decode
from appagent.device.poll import poll
from appagent.device.transport import OWN_FILES, Output, Transport
from appagent.device.undo import RESTORE_LEFTOVERS, restore
from appagent.errors import (
    AppNotFound,
    CommandFailed,
    DeviceError,
    NotInFront,
    ScreenMoved,
    ScreenUnreadable,
    TextNotTypable,
)
from appagent.geometry import Point, Size
from appagent.ports import Capture, Person, Traffic
from appagent.screen.values import App, Image

log = logging.getLogger(__name__)

T = TypeVar("T")

KEY_CODES: dict[Key, int] = {"back": 4, "home": 3, "enter": typing.ENTER}
_UNKNOWN_KEY = 0  # KEYCODE_UNKNOWN: no app hears of it

QUERY_S = 15.0
"""A question: 20-70 ms on a phone, but `dumpsys` stalls for 5 s while an app starts."""
LOOK_S = 60.0
"""A dump: 1.2-2.5 s, 11 s on a screen that never rests, 30-60 s on an emulator without KVM."""
GESTURE_S = 20.0
"""A touch: 60 ms, 1.2 s before Android 12; its own duration comes on top."""
FRONT_S = 20.0
"""A started app until its window has the focus: 18 s on a slow phone."""

# [Warning] Multiple displays were found, but no display id was specified! Defaulting to the first
_SEVERAL = "Multiple displays were found"

_LAUNCHER = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
# Intent.FLAG_ACTIVITY_...; a launcher's: a task that exists comes to the front as it was.
_NEW_TASK, _CLEAR_TASK, _AS_A_LAUNCHER = 0x10000000, 0x8000, 0x200000
_COMPONENT_LINE = re.compile(r"^\s*([\w.]+)/([\w.$]+)\s*$", re.M)
_PERMISSION_DIALOGS = ("permissioncontroller", "packageinstaller")


class AdbDevice:
    """A phone over adb; the port `Device`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.serial, self.server = transport.serial, transport.server
        self._files = f"{OWN_FILES}{secrets.token_hex(4)}-"  # how those of its looks are called
        self._person: Person | None = None  # who can unlock it
        self._screencap = "screencap"  # or "screencap -p", for pixels that are not read raw
        self._unseen_popups: Set[str] = frozenset()  # popups that no tree tells of
        self._many_panels = (
            False  # displays, of which a fold, or a cable, makes another one the lit
        )

    @property
    def traffic(self) -> Traffic:
        return self._transport.traffic

    def shell(self, command: str, *, timeout_s: float = QUERY_S) -> Output:
        """What a shell command prints: for what no method says, and for tests."""
        return self._transport.run(command, timeout_s=timeout_s)

    # -- seeing

    def capture(self, *, windows: bool = False) -> Capture:
        """Two pictures, the tree between them, and what is in front, in one round trip."""
        dump = look.EVERY if windows else look.ACTIVE
        seen = self._look(dump)
        if window.is_asleep(seen.windows):  # on its battery, while a model thought
            log.info("the phone fell asleep: waking it")
            wake(self, self._person)
            seen = self._look(dump)
        if windows:
            self._unseen_popups |= look.unseen_popups(seen)
        if window.is_asleep(seen.windows):
            raise ScreenUnreadable("the screen is off, or shows a screen saver: wake and unlock it")
        try:
            before, image = look.pictures(seen)
        except UnknownPixels as err:
            return self._retry_as_png(err, lambda: self.capture(windows=windows))
        if seen.tree_problem:
            log.info("no tree: %s", seen.tree_problem)
        return Capture(
            image=image,
            before=before,
            tree=seen.tree,
            tree_problem=seen.tree_problem,
            app=window.foreground(seen.windows) or self.foreground(),
            keyboard=window.keyboard_shown(seen.windows),
            keyboard_area=window.keyboard_area(seen.windows),
            rotation=window.rotation(seen.windows),
            secure=window.is_secure(seen.windows),
            windows=seen.every,
            partial=look.may_hold_more(seen, Size(*image.shape[1::-1]), self._unseen_popups),
        )

    def _look(self, dump: str = look.ACTIVE) -> look.Snapshot:
        mark = f"--{secrets.token_hex(16)}--"
        script = look.script(mark, self._files, self._screencap_command(), dump)
        output = self._transport.ask(script, timeout_s=LOOK_S, name="a look at the screen")
        said = output.stderr.decode(errors="replace")
        if _SEVERAL in said and not self._many_panels:
            self._many_panels = True
            return self._look(dump)
        return look.read(output.stdout, said, mark)

    def _screencap_command(self) -> str:
        """The `screencap` of the panel that is lit."""
        if not self._many_panels:
            return self._screencap
        panel = window.panel_id(self._viewports())
        return f"{self._screencap} -d {panel}" if panel else self._screencap

    def _viewports(self) -> str:
        return self._transport.ask("dumpsys display | grep Viewport", timeout_s=QUERY_S).text

    def screenshot(self) -> Image:
        output = self._transport.ask(self._screencap_command(), timeout_s=QUERY_S)
        try:
            return decode(output.stdout, output.stderr.decode(errors="replace"))
        except UnknownPixels as err:
            return self._retry_as_png(err, self.screenshot)

    def _retry_as_png(self, err: UnknownPixels, again: Callable[[], T]) -> T:
        """Once more with PNG, which takes 0.5 s longer; from now on always."""
        if self._screencap != "screencap":
            raise err
        log.info("%s; PNG from now on", err)
        self._screencap = "screencap -p"
        return again()

    def foreground(self) -> App:
        """The app in front. Between two apps there is none for a moment: waits for it.

        Raises: `ScreenUnreadable` where none comes.
        """
        app = poll(lambda: window.foreground(self.windows()), QUERY_S)
        if app is None:
            raise ScreenUnreadable(f"no app came to the front within {QUERY_S:g} s")
        return app

    def size(self) -> Size:
        """The screen's size as it is turned now, in px."""
        return self._frame()[0]

    def _frame(self) -> tuple[Size, int | None]:
        """The screen's size as it is turned now, in px, and how it is turned."""
        viewports = self._viewports()
        if size := window.size(viewports):  # enough on Android 5 and later
            return size, window.rotation(viewports)
        others = "dumpsys window displays | grep cur=; wm size; dumpsys input | grep SurfaceOrient"
        if size := window.size(self._transport.ask(others, timeout_s=QUERY_S).text):
            return size, None
        raise ScreenUnreadable("the phone does not tell its screen's size")

    def windows(self) -> str:
        """The lines of `dumpsys window` that `window` reads."""
        command = f"dumpsys window | grep -E {shlex.quote(window.WINDOW_LINES)}"
        return self._transport.ask(command, timeout_s=QUERY_S).text

    # -- doing

    def perform(self, gesture: Gesture) -> None:
        """Do it once; nothing is repeated, whatever goes wrong.

        Raises: `ScreenMoved`, `TextNotTypable`, `DeviceError`; a `DeviceGone` says whether the
        gesture may have been done.
        """
        match gesture:
            case TouchAt(point, _, duration_ms):
                x, y = self._check_frame(point, gesture)
                # `input` has no long press: it is a swipe that stays where it is.
                held = f"swipe {x} {y} {x} {y} {duration_ms}"
                self.press(f"input {held if duration_ms else f'tap {x} {y}'}", duration_ms)
            case Drag(start, end, frame, duration_ms):
                x1, y1 = self._check_frame(start, gesture)
                x2, y2 = frame.rect.clamp(end)
                self.press(f"input swipe {x1} {y1} {x2} {y2} {duration_ms}", duration_ms)
            case InputText():
                self._type(gesture)
            case KeyPress(key):
                self.press(typing.key_events(KEY_CODES[key]))
            case _:
                assert_never(gesture)

    def wait(self, seconds: float) -> None:
        """Let the phone's own time pass, which a simulated one counts without waiting."""
        command = f"sleep {seconds:g}"
        self._transport.check(command, timeout_s=seconds + QUERY_S)

    def try_input(self) -> None:
        """Send a key that means nothing. Raises: `DeviceError` where the phone refuses touches."""
        self.press(typing.key_events(_UNKNOWN_KEY))

    def _check_frame(self, point: Point, gesture: TouchAt | Drag | InputText) -> Point:
        """The point, if the screen is still as it was when the gesture was measured."""
        (now, turned), frame = self._frame(), gesture.frame
        if now != frame:
            raise ScreenMoved(
                f"the screen is {now.width}x{now.height} px now and was "
                f"{frame.width}x{frame.height} when this was decided: look again"
            )
        if None not in (turned, gesture.rotation) and turned != gesture.rotation:
            raise ScreenMoved("the screen was turned over since this was decided: look again")
        return frame.rect.clamp(point)

    def press(self, command: str, duration_ms: int = 0, *, name: str = "") -> None:
        """Run an `input`; it prints nothing where it succeeds, and may exit with 0 where not."""
        if self._many_panels:  # a key goes where the touches go, whatever display has the focus
            command = re.sub("^input ", "input -d 0 ", command)
        output = self._transport.run(command, timeout_s=GESTURE_S + duration_ms / 1000, name=name)
        if "INJECT_EVENTS" in output.transcript:
            raise DeviceError(
                "the phone lets adb touch nothing (INJECT_EVENTS): on Xiaomi, Redmi and POCO turn "
                "on `USB debugging (Security settings)` in the developer options"
            )
        if output.code or re.match(r"(Error|Unknown command|Usage)\b", output.transcript):
            raise CommandFailed(name or command, output.code, output.transcript)

    def _type(self, gesture: InputText) -> None:
        enter = self._typist(gesture.text)
        if gesture.field is not None:
            x, y = self._check_frame(gesture.field, gesture)
            self.press(f"input tap {x} {y}")
            keyboard.await_shown(self)
            self._send(typing.clearing(gesture.held))
        enter()

    def _typist(self, text: str) -> Callable[[], None]:
        """What types the text. Raises: `TextNotTypable` before anything is touched."""
        try:
            return partial(self._send, typing.plan(text))
        except TextNotTypable:
            ime = keyboard.unicode_keyboard(self)
            if ime is None:
                raise
            return partial(self._send_through, ime, typing.plan_unicode(text, ime))

    def _send_through(self, ime: str, commands: Sequence[str]) -> None:
        with keyboard.use_keyboard(self, ime):
            self._send(commands)

    def _send(self, commands: Sequence[str]) -> None:
        for command in commands:
            self.press(command, name=" ".join(command.split()[:2]))  # no person's text in errors

    def unicode_input(self) -> str:
        """What types any text; "" where nothing types more than ASCII."""
        return keyboard.unicode_keyboard(self) or ""

    # -- apps

    def packages(self) -> Sequence[str]:
        """The packages that a launcher would show, sorted; all packages before Android 7."""
        found = {component[1] for component in self._launchable()}
        if not found:
            listed = self.check("pm list packages")
            found = set(re.findall(r"^package:([\w.]+)$", listed, re.M))
        return sorted(found)

    def _launchable(self, package: str = "") -> Iterator[re.Match[str]]:
        """What a launcher would start, of one package or of all; none before Android 7."""
        # 1 activities found:
        #   Activity #0:
        #     priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
        #     com.example/.Main                                    or: No activities found
        command = f"cmd package query-activities --brief {_LAUNCHER} {package}"
        return _COMPONENT_LINE.finditer(self._transport.ask(command, timeout_s=QUERY_S).text)

    def launch(self, package: str, *, fresh: bool = False) -> None:
        """Bring the app to the front, and wait until it is, or asks for a permission first.

        `fresh`: on its first page, without the pages it had open; what it does in the background
        goes on.

        Raises: `AppNotFound` where it is not installed or has nothing to launch, `NotInFront`
        where something else stays before it.
        """
        name = shlex.quote(package)
        # As `getLaunchIntentForPackage`: the first. `resolve-activity` gives the system's chooser
        # for an app with two launcher activities.
        component = next(self._launchable(name), None)
        if component:
            flags = _NEW_TASK | (_CLEAR_TASK if fresh else _AS_A_LAUNCHER)
            started = self._transport.ask(
                f"am start -n {shlex.quote(component[0].strip())} {_LAUNCHER} -f {flags:#x}",
                timeout_s=FRONT_S,
            )
            failed = started.code != 0 or "\nError" in f"\n{started.transcript}"
        else:  # before Android 7 there is no `cmd package`
            started = self._transport.ask(
                f"monkey -p {name} -c android.intent.category.LAUNCHER 1", timeout_s=FRONT_S
            )
            # 251, "SYS_KEYS has no physical keys": monkey died after the app had started.
            failed = "No activities found" in started.transcript or started.code not in (0, 251)
        if failed:
            answer = started.transcript.strip()[-200:]
            raise AppNotFound(f"{package} has nothing to launch on this phone: {answer}")
        self._await_front(package)

    def stop(self, package: str) -> None:
        """End the app, with all that it does in the background; no error where it does not run."""
        self.check(f"am force-stop {shlex.quote(package)}")

    def _await_front(self, package: str) -> None:
        def in_front() -> bool:
            app = window.foreground(self.windows())
            return app is not None and (
                app.package == package
                or any(dialog in app.package for dialog in _PERMISSION_DIALOGS)
            )

        if not poll(in_front, FRONT_S):
            raise NotInFront(
                f"{package} was started but {self.foreground().package} is in front "
                f"after {FRONT_S:g} s: is a dialog open on the phone?"
            )

    def version(self, package: str) -> str:
        """`versionName`, "" where the phone tells none."""
        command = f"dumpsys package {shlex.quote(package)} | grep versionName= || true"
        found = re.search(r"versionName=(\S+)", self.check(command))
        return found[1] if found and found[1] != "null" else ""

    def language(self) -> str:
        """The phone's first language, "en-US"; "" where it tells none."""
        said = self.check(
            "settings get system system_locales; "
            "getprop persist.sys.locale; getprop ro.product.locale"
        )
        found = re.search(r"^(?!null)([a-z]{2,3}(?:[-_]\w+)*)", said, re.M)
        return found[1].replace("_", "-") if found else ""

    # -- before and after a run

    @contextmanager
    def prepare(self, person: Person | None = None, *, alone: bool = False) -> Iterator[None]:
        """The phone awake, unlocked and kept awake inside; its settings as they were afterwards.
        Where it is used `alone`, what a command that was killed has left changed is put back first.

        A lock with a secret is `person`'s to open, also where the phone fell asleep meanwhile. No
        file of ours stays: a look that was cut off could not remove its own. One who is not `alone`
        leaves those of the others, who may be looking.

        Raises: `DeviceError` where it is locked and nobody is there.
        """
        self._person = person
        wake(self, person)
        if alone:
            self.check(RESTORE_LEFTOVERS)
        self._many_panels = window.panel_count(self._viewports()) > 1
        try:
            with stay_awake(self):
                yield
        finally:
            ours = OWN_FILES if alone else self._files
            restore(self, f"rm -f {ours}*", "our files were not removed")

    def check(self, command: str, *, name: str = "") -> str:
        """What a question to the shell prints; `name` stands for it in errors.

        Raises: `CommandFailed`, `DeviceError`.
        """
        return self._transport.check(command, timeout_s=QUERY_S, name=name)
