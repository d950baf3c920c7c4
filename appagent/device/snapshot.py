"""One snapshot of the phone: two pictures, the tree between them and the state of its windows,
with its date and language, by one shell script in one round trip."""

from __future__ import annotations

import re
import struct
from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate

import cv2
import numpy as np

from appagent.device.frames import SAME, Commands, unpack
from appagent.device.shell import Output
from appagent.device.window import (
    WINDOW_LINES,
    focused_packages,
    is_secure,
    popup_has_focus,
    popups_above,
)
from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect, Size
from appagent.screen.values import MOST_PX, Image

_SCRIPT = """\
f={files}$$; rm -f $f.*
{dump} >$f.log 2>&1 &
dumpsys display 2>/dev/null | grep Viewport >$f.4 &
{{ {ask}; }} >$f.5 2>/dev/null &
{first}; echo {mark}
wait
dumpsys window 2>/dev/null | grep -E '{window}' >$f.1 &
dumpsys input_method 2>/dev/null | grep mInputShown= >$f.2 &
dumpsys power 2>/dev/null | grep mWakefulness= >$f.3 &
echo {mark}
{second}; echo {mark}
wait
{{ cat $f.xml 2>/dev/null; echo {mark}; cat $f.log; echo {mark}; cat $f.[1-5]; echo {mark}; }}{pack}
rm -f $f.*
"""

ACTIVE_WINDOW = "uiautomator dump"
"""Writes the tree of the window that takes the touches."""
ALL_WINDOWS = "uiautomator dump --windows"
"""Writes the trees of all windows since Android 13; older phones ignore the flag. It needs no
active window, where `ACTIVE_WINDOW` may find a null root, and sees popups without the focus."""

PNG = b"\x89PNG\r\n\x1a\n"

# android.graphics.PixelFormat of `screencap`'s third header word, as far as it takes 4 bytes a px.
_TO_RGB = {1: cv2.COLOR_RGBA2RGB, 2: cv2.COLOR_RGBA2RGB, 5: cv2.COLOR_BGRA2RGB}

# ERROR: could not get idle state.
# ERROR: null root node returned by UiTestAutomationBridge.
# java.lang.IllegalStateException: UiAutomationService ...already registered!
# Killed
_PROBLEM = re.compile(r"ERROR: *(.+?)\.?$|\b\w+(?:Exception|Error): *(.+)|^(Killed)$", re.M)
_OTHER_READER = re.compile("already registered|^Killed")
# What uiautomator says just after an app came to the front, or where another one was just
# ending; a screen that never idles is not asked twice, it would take another 10 s.
_PASSING = re.compile("null root node|already registered|^Killed|not in front")

# A dump has one root, of the window in focus: the first package is its owner's. Those below may
# be of others, as a widget on the home screen is. Some apps' nodes name none.
_PACKAGE = re.compile(rb'\bpackage="([^"]+)"')
_APPLICATION = re.compile(rb'<window\b[^>]*\btype="TYPE_APPLICATION"')
_END_OF_ALL = b"</displays>"  # ends a tree of `ALL_WINDOWS` from a phone that knows the flag
_NODE = re.compile(rb'<node\b[^>]*?\bbounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"')

_CLOCK = "date +phone:%Y-%m-%dT%H:%M; getprop persist.sys.locale; getprop ro.product.locale"
"""Asks for the phone's own date, time and language; a few ms."""

#   phone:2026-03-02T09:30
#   de-CH                       and an empty line where the phone was never told another language
#   en-US
_CLOCKED = re.compile(
    r"^phone:(?P<now>\d{4}-\d\d-\d\dT\d\d:\d\d)\s+(?P<language>[a-z]{2,3}(?:[-_]\w+)*)?", re.M
)


class UnknownPixels(ScreenUnreadable):
    """A raw picture in a pixel format that is not read here; `screencap -p` converts it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the phone printed, in parts."""

    before: bytes  # the picture taken during the dump
    image: bytes  # and the one after it
    tree: bytes  # b"" where there is none
    tree_problem: str  # why there is none
    windows: str  # what `window` and `clock` read
    stderr: str
    of_all_windows: bool = False  # what the tree is of
    took_s: tuple[float, float] = 0, 0  # each picture, until it was here


def script(mark: str, files: str, frames: Commands, dump: str) -> str:
    """The shell script of one snapshot.

    `mark` separates the parts of its output and occurs nowhere else; the files that it makes on
    the phone begin with `files`; `dump` is `ACTIVE_WINDOW`, `ALL_WINDOWS`, or "" for no tree.

    The first picture is taken while `uiautomator` waits for its quiet second, so a snapshot takes
    as long as the dump and one picture. The second is younger than the tree: where the two agree,
    the tree is theirs. `uiautomator` leaves an old file in place where it fails, with exit code 0,
    hence a new name each time (`$$`). The tree cannot go over stderr: old phones merge it into
    stdout. The mark before the second picture tells when it was begun.
    """
    return _SCRIPT.format(
        ask=_CLOCK,
        dump=f"{dump} $f.xml" if dump else ":",
        files=files,
        mark=mark,
        **frames._asdict(),
        window=WINDOW_LINES,
    )


def split(output: Output, mark: str) -> Snapshot:
    """The snapshot in what `script` printed, its pictures as they came. Raises: `ScreenUnreadable`
    where parts are missing, or not whole."""
    stderr = output.stderr.decode(errors="replace")
    line = f"{mark}\n".encode()
    first, gap, second, rest = (*output.stdout.split(line, 3), b"", b"", b"")[:4]
    told = unpack(rest).split(line)
    if len(told) != 4:
        cause = stderr.strip() or "it printed no error"
        raise ScreenUnreadable(f"the phone's shell stopped while it captured the screen: {cause}")
    marks = accumulate((len(first), len(line) + len(gap), len(line) + len(second)))
    before_s, start_s, image_s = map(output.arrival_s, marks)
    took_s = before_s, image_s - start_s
    tree, log, windows, _ = told
    snapshot = Snapshot(
        first, second, b"", "", windows.decode(errors="replace"), stderr, took_s=took_s
    )
    tree, problem = _check_tree(tree.strip(), log.decode(errors="replace"))
    return with_tree(snapshot, tree, problem, of_all_windows=tree.endswith(_END_OF_ALL))


def with_tree(snapshot: Snapshot, tree: bytes, problem: str, *, of_all_windows: bool) -> Snapshot:
    """The snapshot with this tree, or without one where the tree is of an app that is not in
    front."""
    if package := _foreign_package(tree, snapshot.windows, of_all_windows):
        tree, problem = b"", f"the tree is of {package}, which is not in front"
    all_windows = of_all_windows and bool(tree)
    return replace(snapshot, tree=tree, tree_problem=problem, of_all_windows=all_windows)


def _check_tree(tree: bytes, log: str) -> tuple[bytes, str]:
    """A whole tree and "", or b"" and why there is none; `log` is what `uiautomator` printed."""
    if tree.startswith(b"<") and tree.endswith((b"</hierarchy>", _END_OF_ALL)):
        return tree, ""
    if found := _PROBLEM.search(log):
        problem = next(filter(None, found.groups()))
        if _OTHER_READER.search(problem):
            problem += (
                "; stop the other program that reads the screen: uiautomator2, Appium, Maestro"
            )
        return b"", problem
    if tree:
        return b"", f"the tree broke off after {len(tree)} bytes"
    if "hierchary dumped" in log:  # sic; an IOException is logged on the phone alone
        return b"", "uiautomator could not write the tree: is the phone's storage full?"
    return b"", " ".join(log.split())[:200] or "uiautomator printed nothing and wrote no tree"


def _foreign_package(tree: bytes, windows: str, of_all_windows: bool) -> str:
    """The package that the tree is of where that is surely not in front, else "".

    Between two apps, `uiautomator` may print the one that was left.
    """
    owners, front = _PACKAGE.findall(tree), focused_packages(windows)
    if not of_all_windows:
        owners = owners[:1]
    packages = [owner.decode(errors="replace") for owner in owners]
    return packages[0] if packages and front and front.isdisjoint(packages) else ""


def may_hold_more(snapshot: Snapshot, size: Size, unseen: Set[str] = frozenset()) -> bool:
    """Whether a tree of all windows may show more of a screen of `size` than this one.

    So it may where no tree came, for a reason that passes, where an empty one came, and where a
    popup that is not one of `unseen` lies above what the tree is of.
    """
    if not snapshot.tree:
        return bool(_PASSING.search(snapshot.tree_problem))
    if b"<node" not in snapshot.tree:
        return True
    if popup_has_focus(snapshot.windows):
        # It is the active window, and as large as what it shows: a tree that fills the screen is
        # of the page below it.
        root = _NODE.search(snapshot.tree)
        return root is not None and Rect(*map(int, root.groups())) == size.rect
    return not popups_above(snapshot.windows) <= unseen


def unseen_popups(snapshot: Snapshot) -> Set[str]:
    """The popups that are missing from a snapshot of all windows: the handle of a text cursor, and
    before Android 13 all of them. uiautomator2's server does not say which windows its tree is of.
    """
    parted = snapshot.tree.endswith(_END_OF_ALL)
    complete = snapshot.of_all_windows and (
        not parted or len(_APPLICATION.findall(snapshot.tree)) > 1
    )
    return frozenset() if complete else popups_above(snapshot.windows)


def unpack_pictures(snapshot: Snapshot) -> Snapshot:
    """The snapshot with both pictures as `screencap` made them. Raises: `ScreenUnreadable`."""
    before = unpack(snapshot.before)
    image = before if snapshot.image == SAME else unpack(snapshot.image)
    return replace(snapshot, before=before, image=image)


def pictures(snapshot: Snapshot) -> tuple[Image, Image]:
    """The earlier picture and the later one. A window that forbids pictures of itself is black on
    most phones; on some `screencap` fails.

    Raises: `UnknownPixels`; `ScreenUnreadable`, which names that window where it is the cause.
    """
    try:
        before = decode(snapshot.before, snapshot.stderr)
        if snapshot.image is snapshot.before:
            return before, before
        return before, decode(snapshot.image, snapshot.stderr)
    except ScreenUnreadable as err:
        if isinstance(err, UnknownPixels) or not is_secure(snapshot.windows):
            raise
        why = "the app in front forbids pictures of itself (FLAG_SECURE)"
        raise ScreenUnreadable(f"{why}, and {err}") from err


def first_is_whole(snapshot: Snapshot) -> bool:
    """Whether the earlier picture can be read, whatever the later one is."""
    try:
        decode(unpack(snapshot.before))
    except ScreenUnreadable:
        return False
    return True


def is_png(data: bytes) -> bool:
    return data.startswith(PNG)


def raw_to_rgb(data: bytes) -> int | None:
    """How OpenCV turns the pixels of a raw `screencap` into RGB; None for a PNG."""
    return None if is_png(data) else _TO_RGB.get(struct.unpack_from("<3I", data)[2])


def decode(data: bytes, stderr: str = "") -> Image:
    """The h×w×3 RGB picture of one `screencap` (raw) or `screencap -p` (PNG).

    Raw is a header of little-endian u32 and 4 bytes a px: width, height, format, and since
    Android 9 a colour space; the length tells which header it is.

    Raises: `ScreenUnreadable` where it is no whole picture: on failure `screencap` prints text,
    "Failed to take screenshot. Status: -2\\nCapturing failed.\\n", with exit code 0 on some phones.
    """
    if is_png(data):
        width, height = struct.unpack_from(">2I", data, 16) if len(data) >= 24 else (0, 0)
        if width * height > MOST_PX:  # a few kB can claim gigabytes
            raise ScreenUnreadable(
                f"`screencap -p` sent a PNG of {width}x{height} px, which is more than any screen "
                "has: restart the phone"
            )
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
        if picture is None:
            raise ScreenUnreadable(f"a damaged PNG of {len(data)} bytes came from `screencap -p`")
        return np.asarray(picture, np.uint8)
    if len(data) >= 16:
        width, height, pixels = struct.unpack_from("<3I", data)
        start = len(data) - width * height * 4
        if start in (12, 16) and width * height:
            if pixels not in _TO_RGB:
                raise UnknownPixels(f"`screencap` sent pixel format {pixels}")
            raw = np.frombuffer(data, np.uint8, offset=start).reshape(height, width, 4)
            return np.asarray(cv2.cvtColor(raw, _TO_RGB[pixels]), np.uint8)
        if pixels <= 64 and 0 < width < 1 << 15 and 0 < height < 1 << 15:
            # e.g. 3 (RGB_888) and 4 (RGB_565) take other than 4 bytes a px; a cut picture too.
            raise UnknownPixels(
                f"`screencap` sent {len(data)} bytes for {width}x{height} px of format {pixels}"
            )
    parts = (data[:200].decode(errors="replace"), stderr)
    said = " ".join(" ".join(parts).split())[:200] or "it printed nothing"
    raise ScreenUnreadable(f"the phone took no screenshot: {said}")


def clock(printed: str) -> datetime | None:
    """The phone's date and time in its own time zone; None where it does not tell."""
    found = _CLOCKED.search(printed)
    try:
        return datetime.fromisoformat(found["now"]) if found else None
    except ValueError:  # a month 13
        return None


def language(printed: str) -> str:
    """The phone's language, "en-US"; "" where it does not tell."""
    found = _CLOCKED.search(printed)
    return (found["language"] or "").replace("_", "-") if found else ""
