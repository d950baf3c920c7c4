"""One look at the phone: two pictures, the tree between them, what is in front; one stream."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace

from appagent.device.frames import UnknownPixels, decode
from appagent.device.window import (
    WINDOW_LINES,
    focused_packages,
    is_secure,
    popup_has_focus,
    popups_above,
)
from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect, Size
from appagent.screen.values import Image

_SCRIPT = """\
f={files}$$; rm -f $f.*
{dump} >$f.log 2>&1 &
dumpsys display 2>/dev/null | grep Viewport >$f.4 &
{screencap}; echo {mark}$?
wait
dumpsys window 2>/dev/null | grep -E '{window}' >$f.1 &
dumpsys input_method 2>/dev/null | grep mInputShown= >$f.2 &
dumpsys power 2>/dev/null | grep mWakefulness= >$f.3 &
{screencap}; echo {mark}$?
wait
cat $f.xml 2>/dev/null; echo {mark}; cat $f.log; echo {mark}; cat $f.1 $f.2 $f.3 $f.4; echo {mark}
rm -f $f.*
"""


ACTIVE = "uiautomator dump"
"""Writes the tree of the window that takes the touches."""
EVERY = "uiautomator dump --windows"
"""Writes the trees of all windows since Android 13; older phones overlook the flag. It needs no
active window, where `ACTIVE` may find a null root, and holds popups that have none of the focus."""


def script(mark: str, files: str, screencap: str, dump: str) -> str:
    """The shell commands of one look; `mark` parts what they print and occurs nowhere else, and
    with `files` the names of those begin that are made on the phone.

    The first picture is taken while `uiautomator` waits for its quiet second, so a look takes as
    long as the dump and one picture. The second is younger than the tree: where the two agree,
    the tree is theirs. `uiautomator` leaves an old file where it fails, with exit code 0, hence a
    name of our own (`$$`). stderr may not carry the tree: old phones merge it into stdout.
    `dump`: `ACTIVE`, `EVERY`, or "" where the tree comes another way.
    """
    how = f"{dump} $f.xml" if dump else ":"
    return _SCRIPT.format(
        dump=how, files=files, mark=mark, screencap=screencap, window=WINDOW_LINES
    )


@dataclass(frozen=True, slots=True)
class Snapshot:
    before: bytes
    image: bytes
    tree: bytes
    tree_problem: str
    windows: str
    said: str  # on stderr
    every: bool = False  # whether the tree is of all windows


def read(printed: bytes, said: str, mark: str) -> Snapshot:
    """The parts of what `script` printed. Raises: `ScreenUnreadable` where parts are missing."""
    parts = re.split(rb"%s(\d*)\n" % re.escape(mark).encode(), printed)
    if len(parts) != 11:
        raise ScreenUnreadable(f"the phone's shell broke off while looking at the screen: {said}")
    before, _, image, _, tree, _, uiautomator, _, windows, _, _ = parts
    seen = Snapshot(before, image, b"", "", windows.decode(errors="replace"), said)
    tree, problem = _check_tree(tree.strip(), uiautomator.decode(errors="replace"))
    return with_tree(seen, tree, problem, every=tree.endswith(_ALL))


def with_tree(seen: Snapshot, tree: bytes, problem: str, *, every: bool) -> Snapshot:
    """The look with this tree, of the active window or of `every` one, where what is in front is
    among them."""
    if stranger := _foreign_package(tree, seen.windows, every):
        tree, problem = b"", f"the tree is of {stranger}, which is not in front"
    return replace(seen, tree=tree, tree_problem=problem, every=every and bool(tree))


def pictures(seen: Snapshot) -> tuple[Image, Image]:
    """The earlier one and the later. A window that forbids pictures of itself is black on most
    phones; on some `screencap` fails.

    Raises: `UnknownPixels`; `ScreenUnreadable`, with that window where it is the cause.
    """
    try:
        return decode(seen.before, seen.said), decode(seen.image, seen.said)
    except ScreenUnreadable as err:
        if isinstance(err, UnknownPixels) or not is_secure(seen.windows):
            raise
        why = "the app in front forbids pictures of itself (FLAG_SECURE)"
        raise ScreenUnreadable(f"{why}, and {err}") from err


# ERROR: could not get idle state.
# ERROR: null root node returned by UiTestAutomationBridge.
# java.lang.IllegalStateException: UiAutomationService ...already registered!
# Killed
_PROBLEM = re.compile(r"ERROR: *(.+?)\.?$|\b\w+(?:Exception|Error): *(.+)|^(Killed)$", re.M)

# What uiautomator says just after an app came to the front, or where another one was just
# ending; a screen that never idles is not asked twice, it would take another 10 s.
_PASSING = re.compile("null root node|already registered|^Killed|not in front")

# A dump has one root, of the window in focus: the first package is its owner's. Those below may
# be of others, as a widget on the home screen is. Some apps' nodes name none.
_PACKAGE = re.compile(rb'\bpackage="([^"]+)"')
_APPLICATION = re.compile(rb'<window\b[^>]*\btype="TYPE_APPLICATION"')
_ALL = b"</displays>"  # how a tree ends that `EVERY` wrote on a phone that knows the flag
_NODE = re.compile(rb'<node\b[^>]*?\bbounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"')

_OTHER = "stop the other program that reads the screen: uiautomator2, Appium, Maestro"


def _foreign_package(tree: bytes, windows: str, every: bool) -> str:
    """The package whose screen the tree is of where that is not in front; "" where nothing proves
    it. Between two apps, `uiautomator` may print the one that was left."""
    owners, front = _PACKAGE.findall(tree), focused_packages(windows)
    if not every:
        owners = owners[:1]
    packages = [owner.decode(errors="replace") for owner in owners]
    return packages[0] if packages and front and front.isdisjoint(packages) else ""


def may_hold_more(seen: Snapshot, size: Size, unseen: Set[str] = frozenset()) -> bool:
    """Whether a tree of all windows may tell more of a screen of `size`: none came, for a reason
    that passes, or an empty one, or a popup, not one of `unseen`, stands before what it is of."""
    if not seen.tree:
        return bool(_PASSING.search(seen.tree_problem))
    if b"<node" not in seen.tree:
        return True
    if popup_has_focus(seen.windows):
        # It is the active window, and as large as what it shows: a tree that fills the screen is
        # of the page below it.
        root = _NODE.search(seen.tree)
        return root is not None and Rect(*map(int, root.groups())) == size.rect
    return not popups_above(seen.windows) <= unseen


def unseen_popups(seen: Snapshot) -> Set[str]:
    """The popups that a tree of all windows was asked for and does not hold: a cursor's handle is
    told of by no phone, and by one before Android 13 none. uiautomator2's server does not say which
    windows its tree is of."""
    parted = seen.tree.endswith(_ALL)
    told = seen.every and (not parted or len(_APPLICATION.findall(seen.tree)) > 1)
    return frozenset() if told else popups_above(seen.windows)


def _check_tree(tree: bytes, said: str) -> tuple[bytes, str]:
    """A whole tree and "", or b"" and why there is none."""
    if tree.startswith(b"<") and tree.endswith((b"</hierarchy>", _ALL)):
        return tree, ""
    if problem := _PROBLEM.search(said):
        words = next(filter(None, problem.groups()))
        return b"", f"{words}; {_OTHER}" if re.search(
            "already registered|^Killed", words
        ) else words
    if tree:
        return b"", f"the tree broke off after {len(tree)} bytes"
    if "hierchary dumped" in said:  # sic; an IOException is logged on the phone alone
        return b"", "uiautomator could not write the tree: is the phone's storage full?"
    return b"", " ".join(said.split())[:200] or "uiautomator said nothing and wrote no tree"
