"""`AdbDevice`: a phone over adb, with nothing installed on it."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import TypeVar, assert_never

from appagent.actions.gestures import Drag, Gesture, InputText, Key, KeyPress, TouchAt
from appagent.actions.verbs import Scalar
from appagent.device import crashlog, glance, keyboard, packages, snapshot, typing, window
from appagent.device.frames import Frames, unpack
from appagent.device.prepare import prepare, wake
from appagent.device.server import AdbServer
from appagent.device.shell import OWN_FILES, QUERY_S, Shell
from appagent.device.snapshot import Snapshot, UnknownPixels
from appagent.errors import ScreenMoved, ScreenUnreadable
from appagent.exchange import Capture, Glance
from appagent.geometry import Point, Rect, Size
from appagent.ports import Person
from appagent.screen.values import Image

log = logging.getLogger(__name__)

T = TypeVar("T")

KEY_CODES: dict[Key, int] = {
    "back": 4, "home": 3, "enter": typing.ENTER, "backspace": typing.DELETE, "tab": 61,
    "escape": 111, "power": 26, "lock": 276, "volume_up": 24, "volume_down": 25, "dpad_up": 19,
    "dpad_down": 20, "dpad_left": 21, "dpad_right": 22, "dpad_center": 23, "menu": 82,
    "play_pause": 85, "stop": 86, "next": 87, "previous": 88, "rewind": 89, "fast_forward": 90,
    "system_up": 280, "system_down": 281, "button_a": 96, "button_b": 97, "tv_input": 178,
    "tv_input_hdmi_1": 243, "tv_input_hdmi_2": 244, "tv_input_hdmi_3": 245,
}  # fmt: skip
"""KeyEvent.KEYCODE_...; "lock" is SOFT_SLEEP."""
_UNKNOWN_KEY = 0  # KEYCODE_UNKNOWN: no app hears of it

SNAPSHOT_S = 60.0
"""A dump: 1.2-2.5 s, 11 s on a screen that never rests, 30-60 s on an emulator without KVM."""

# [Warning] Multiple displays were found, but no display id was specified! Defaulting to the first
_MANY_PANELS = "Multiple displays were found"
_VIEWPORTS = "dumpsys display | grep Viewport"


class AdbDevice(Shell):
    """A phone over adb; the port `Device`."""

    def __init__(self, server: AdbServer, serial: str) -> None:
        super().__init__(server, serial)
        self._files = f"{OWN_FILES}{secrets.token_hex(4)}-"  # the prefix of its snapshots' files
        self._person: Person | None = None  # who can unlock it
        self._frames = Frames()
        self._to_rgb: int | None = None  # how raw pixels are read; None where they are not raw
        self._sends_rows = True  # its shell can pick rows of them
        self._unseen_popups: Set[str] = frozenset()  # that no tree of this phone holds
        self._glanced: tuple[int, window.Display | None] = -1, None  # after so many trips
        self._crashes_since = "0"  # by the phone's clock

    # -- seeing

    def capture(self, *, windows: bool = False) -> Capture:
        """Two pictures, the tree between them, and what is in front, in one round trip."""
        dump = snapshot.ALL_WINDOWS if windows else snapshot.ACTIVE_WINDOW
        seen = self._snapshot(dump)
        if window.is_asleep(seen.windows):  # on its battery, while a model thought
            log.info("the phone fell asleep: waking it")
            wake(self, self._person)
            seen = self._snapshot(dump)
        if windows:
            self._unseen_popups |= snapshot.unseen_popups(seen)
        if window.is_asleep(seen.windows):
            raise ScreenUnreadable("the screen is off, or shows a screen saver: wake and unlock it")
        try:
            seen = snapshot.unpack_pictures(seen)
            before, image = snapshot.pictures(seen)
        except UnknownPixels as err:
            return self._retry_as_png(err, lambda: self.capture(windows=windows))
        except ScreenUnreadable:
            # Only the second picture is the trial's; a secure window spoils both.
            self._frames.end_trial(at_fault=snapshot.first_is_whole(seen))
            raise
        self._to_rgb = snapshot.raw_to_rgb(seen.before)
        self._frames.choose(*seen.took_s, png=snapshot.is_png(seen.image))
        if seen.tree_problem:
            log.info("no tree: %s", seen.tree_problem)
        display = window.display(seen.windows)
        return Capture(
            image=image,
            before=before,
            tree=seen.tree,
            tree_problem=seen.tree_problem,
            app=window.foreground(seen.windows) or self.foreground(),
            keyboard=window.keyboard_shown(seen.windows),
            keyboard_area=window.keyboard_area(seen.windows),
            window=window.focus(seen.windows),
            toast=window.toast(seen.windows),
            rotation=display.rotation if display else None,
            secure=window.is_secure(seen.windows),
            windows=seen.of_all_windows,
            clock=snapshot.clock(seen.windows),
            language=snapshot.language(seen.windows),
            partial=snapshot.may_hold_more(seen, Size(*image.shape[1::-1]), self._unseen_popups),
        )

    def _snapshot(self, dump: str = snapshot.ACTIVE_WINDOW) -> Snapshot:
        mark = f"--{secrets.token_hex(16)}--"
        script = snapshot.script(mark, self._files, self._frames.commands(self._panel()), dump)
        output = self.ask(script, timeout_s=SNAPSHOT_S, name="a look at the screen")
        if _MANY_PANELS.encode() in output.stderr and not self._many_panels:
            self._many_panels = True
            return self._snapshot(dump)
        return snapshot.split(output, mark)

    def _panel(self) -> str:
        """The name of the panel that is lit; "" where there is one, or none of a name."""
        display = window.display(self._viewports()) if self._many_panels else None
        return display.panel if display else ""

    def _viewports(self) -> str:
        return self.ask(_VIEWPORTS).text

    def glance(self, area: Rect, frame: Size) -> Glance:
        """The window in front and the pixels of an area, in one round trip. What is touched next
        need not ask again how the display is turned.

        Raises: `ScreenUnreadable`.
        """
        in_part = self._sends_rows and self._frames.way != "png"
        to_rgb = self._to_rgb if in_part else None
        screencap, pack = self._frames.screencap(self._panel()), self._frames.pack
        script = glance.script(screencap, area, frame, in_part=to_rgb is not None, pack=pack)
        output = self.ask(script, name="a glance at the screen")
        told = output.stderr.decode(errors="replace")
        self._glanced = self.traffic.trips, window.display(told)
        try:
            image = glance.pixels(output.stdout, told, area, frame, to_rgb)
        except ScreenUnreadable as err:
            if to_rgb is None:
                raise
            log.info("%s: whole pictures from now on", err)  # its shell may lack `head -c`
            self._sends_rows = False
            return self.glance(area, frame)
        return Glance(window.focus(told), image)

    def screenshot(self) -> Image:
        """The picture alone. Raises: `ScreenUnreadable`."""
        output = self.ask(f"{self._frames.screencap(self._panel())}{self._frames.pack}")
        try:
            return snapshot.decode(unpack(output.stdout), output.stderr.decode(errors="replace"))
        except UnknownPixels as err:
            return self._retry_as_png(err, self.screenshot)

    def _retry_as_png(self, err: UnknownPixels, again: Callable[[], T]) -> T:
        """What `again` returns with PNG, which takes 0.5 s longer and is used from now on."""
        if self._frames.way == "png":
            raise err
        log.info("%s; PNG from now on", err)
        self._frames.choose_png()
        return again()

    def size(self) -> Size:
        """The size of the screen as it is turned now, in px.

        Raises: `ScreenUnreadable` where the screen is dark.
        """
        display = window.display(self._viewports())
        if display is None:
            raise ScreenUnreadable("no display of the phone is lit: turn its screen on")
        return display.size

    # -- doing

    def perform(self, gesture: Gesture) -> None:
        """Do it once; nothing is repeated, whatever goes wrong.

        Raises: `ScreenMoved`, `TextNotTypable`, `DeviceError`; a `DeviceGone` says whether the
        gesture may have been done.
        """
        match gesture:  # each is unpacked whole: a new field is an error of types below
            case TouchAt():
                self._touch(*gesture)
            case Drag():
                self._drag(*gesture)
            case InputText():
                self._type(*gesture)
            case KeyPress():
                self._press_key(*gesture)
            case _:
                assert_never(gesture)

    def _touch(self, point: Point, frame: Size, duration_ms: int, rotation: int | None) -> None:
        self._check_frame(frame, rotation)
        x, y = frame.rect.clamp(point)
        if duration_ms:  # `input` has no long press: it is a swipe that stays where it is
            self.press(f"input swipe {x} {y} {x} {y} {duration_ms}", duration_ms)
        else:
            self.press(f"input tap {x} {y}")

    def _drag(
        self, start: Point, end: Point, frame: Size, duration_ms: int, rotation: int | None
    ) -> None:
        self._check_frame(frame, rotation)
        (x1, y1), (x2, y2) = frame.rect.clamp(start), frame.rect.clamp(end)
        self.press(f"input swipe {x1} {y1} {x2} {y2} {duration_ms}", duration_ms)

    def _type(
        self,
        text: str,
        frame: Size,
        field: Point | None,
        held: int,
        rotation: int | None,
        front: str,
    ) -> None:
        type_text = self._typist(text)
        if field is not None:
            self._touch(field, frame, 0, rotation)
            now = keyboard.await_shown(self)
            if front and now != front:
                raise ScreenMoved(
                    f"a touch of the field brought another window to the front, {now or 'none'}: "
                    "nothing was typed, look again"
                )
            keyboard.send(self, typing.clearing(held))
        type_text()

    def _typist(self, text: str) -> Callable[[], None]:
        return keyboard.typist(self, text)

    def _press_key(self, key: Key, times: int) -> None:
        keyboard.send(self, typing.presses(KEY_CODES[key], times))

    def _check_frame(self, frame: Size, rotation: int | None) -> None:
        """Raises: `ScreenMoved` where the screen is not as it was when a gesture was measured."""
        trips, display = self._glanced
        if trips != self.traffic.trips:  # something was sent since
            display = window.display(self._viewports())
        if display is None:  # the next look wakes the phone
            raise ScreenMoved("the screen went dark since this was decided: look again")
        if display.size != frame:
            raise ScreenMoved(
                f"the screen is {display.size.width}x{display.size.height} px now and was "
                f"{frame.width}x{frame.height} when this was decided: look again"
            )
        if None not in (display.rotation, rotation) and display.rotation != rotation:
            raise ScreenMoved(
                "the screen was turned upside down since this was decided: look again"
            )

    def try_input(self) -> None:
        """Send a key that means nothing. Raises: `DeviceError` where the phone refuses touches."""
        self.press(typing.key_events(_UNKNOWN_KEY))

    def unicode_input(self) -> str:
        """What types any text; "" where nothing types more than ASCII."""
        return keyboard.unicode_keyboard(self) or ""

    def wait(self, seconds: float) -> None:
        """Let the phone's own time pass, which a simulated one counts without waiting."""
        self.check(f"sleep {seconds:g}", timeout_s=seconds + QUERY_S)

    # -- its apps: see packages.py

    def packages(self) -> Sequence[str]:
        return packages.list_packages(self)

    def launch(
        self, package: str, *, fresh: bool = False, extras: Mapping[str, Scalar] | None = None
    ) -> None:
        packages.launch(self, package, fresh=fresh, extras=extras or {})

    def stop(self, package: str) -> None:
        packages.stop(self, package)

    def kill(self, package: str) -> None:
        packages.kill(self, package)

    def clear(self, package: str) -> None:
        packages.clear(self, package)

    def permit(self, package: str, permission: str, *, granted: bool) -> None:
        packages.permit(self, package, permission, granted=granted)

    def requested(self, package: str) -> Sequence[str]:
        return packages.requested(self, package)

    def open_link(self, link: str) -> None:
        packages.open_link(self, link)

    def version(self, package: str) -> str:
        return packages.version(self, package)

    def language(self) -> str:
        """The phone's first language, "en-US"; "" where the phone does not tell."""
        answers = self.check(
            "settings get system system_locales; "
            "getprop persist.sys.locale; getprop ro.product.locale"
        )
        found = re.search(r"^(?!null)([a-z]{2,3}(?:[-_]\w+)*)", answers, re.M)
        return found[1].replace("_", "-") if found else ""

    def crashes(self, package: str) -> Sequence[str]:
        since = self._crashes_since
        told = self.run(crashlog.script(since), timeout_s=crashlog.TIMEOUT_S, name="logcat").text
        self._crashes_since = crashlog.now(told, since)
        return crashlog.traces(told, package)

    # -- before and after

    @contextmanager
    def prepare(self, person: Person | None = None, *, alone: bool = False) -> Iterator[None]:
        """The phone awake, unlocked and kept awake inside; its settings as they were afterwards.

        `person` opens a lock with a secret, also where the phone fell asleep meanwhile. A command
        that has the phone `alone` also puts back what a command that was killed left changed, and
        removes the files of all; others may be looking at the phone otherwise.

        Raises: `DeviceError` where it is locked and nobody is there.
        """
        self._person = person
        files = OWN_FILES if alone else self._files
        with prepare(self, person, files, restore_leftovers=alone):
            told = self.ask(f"{crashlog.NOW}; {_VIEWPORTS}").text
            self._many_panels = window.panel_count(told) > 1
            self._crashes_since = crashlog.now(told, self._crashes_since)
            yield
